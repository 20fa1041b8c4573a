"""Legal games for tests that put faults into them: played here, under several rulesets and in every format."""

from functools import cache

from auditor.events import Game, replace_game
from auditor.formats import WRITABLE
from auditor.mutation.mutate import Legal, written
from auditor.mutation.recorded import RecordedGame, split_records
from auditor.rulesets import choose, load
from auditor.testing.simulate import Simulation
from support import mleague_logs
from support.majsoul_samples import made

HANDS = 4
"""So many hands of most games: what is read again and again should not be long."""


@cache
def played(number: int, rules: str = "tenhou") -> Game:
    """A whole game that plays itself; always the same."""
    return Simulation(number, rules).play()


@cache
def legal(number: int, format: str = "mjlog", rules: str = "tenhou", *, whole: bool = False) -> Legal:
    """A played game, or its first hands, as read in a format."""
    game = played(number, rules)
    short = game if whole else replace_game(game, hands=game.hands[:HANDS], result=None)
    found = written(short, format)
    assert found is not None, f"{format} cannot hold game {number}"
    return Legal(found[1], load(rules))


WHOLE = (12, 21, 38, 39)
"""Whole games: with sticks left at the end, two winners of a discard and sticks for one, four riichi."""


def pool(format: str = "mjlog", rules: str = "tenhou") -> list[Legal]:
    """Legal games of a format: many short ones, and some whole."""
    assert format in WRITABLE
    short = [legal(number, format, rules) for number in range(10)]
    return short + [legal(number, format, rules, whole=True) for number in WHOLE]


M_LEAGUE_GAMES = 6


@cache
def recorded(format: str) -> list[Legal]:
    """Legal games of a format that has no writer, which faults are put into the records of."""
    if format == "majsoul":
        return [legal_records(one) for sample in made() for one in split_records(format, sample.written())]
    return [legal_records(one) for number in range(M_LEAGUE_GAMES) for one in _typed_in(number)]


def _typed_in(number: int) -> list[RecordedGame]:
    game = Simulation(number, "m-league").play()
    game.log_id = f"L001_S001_{number:04d}_01A"
    return split_records("mleague", mleague_logs.write(game).encode())


def legal_records(game: RecordedGame) -> Legal:
    """A game of records with its rules."""
    found = game.game()
    assert found is not None
    return Legal(found, choose("auto", found)[0], game)
