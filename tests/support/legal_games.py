"""Legal games for tests that put faults into them: simulated under several rulesets, in every format."""

from functools import cache

from auditor.core.events import Game, replace_game
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.rulesets import choose, load
from auditor.mutation.mutate import LegalSource, written
from auditor.mutation.recorded import RECORD_SPLITTERS, RecordedGame
from auditor.testing import Scenario
from auditor.testing.simulate import Simulation
from support import mleague_logs, riichicity_samples
from support.majsoul_samples import made, rooms

HANDS = 4
"""The hands in most games, few because they are read many times."""


@cache
def played(number: int, rules: str = "tenhou") -> Game:
    """A whole simulated game; the same number always gives the same game."""
    return Simulation(number, rules).play()


@cache
def begun(number: int, rules: str = "tenhou") -> Game:
    """The first hands of it."""
    return replace_game(Simulation(number, rules, most_hands=HANDS).play(), result=None)


@cache
def legal(number: int, format: str = "mjlog", rules: str = "tenhou", *, whole: bool = False) -> LegalSource:
    """A simulated game, or its first hands, written in a format and read back."""
    found = written(played(number, rules) if whole else begun(number, rules), format)
    assert found is not None, f"{format} cannot hold game {number}"
    return LegalSource(found[1], load(rules))


WHOLE = (12, 21, 38, 39)
"""Games with sticks left at the end, two winners of a discard, sticks for one of them, four riichi."""


def pool(format: str = "mjlog", rules: str = "tenhou") -> list[LegalSource]:
    """Legal games of a format: many short ones, and some whole."""
    assert format in FORMAT_BY_NAME
    short = [legal(number, format, rules) for number in range(10)]
    return short + [legal(number, format, rules, whole=True) for number in WHOLE]


M_LEAGUE_GAMES = 6
MAJIANG_GAMES = 8


@cache
def recorded(format: str) -> list[LegalSource]:
    """Legal games in a server's format, for faults in its records."""
    if format == "majsoul":
        logs = [sample.written() for sample in [*made(), *rooms()]]
        return [legal_records(one) for log in logs for one in RECORD_SPLITTERS[format](log)]
    if format == "majiang":
        logs = [FORMAT_BY_NAME[format].write(played(number, format), "").encode() for number in range(MAJIANG_GAMES)]
        return [legal_records(one, format) for log in logs for one in RECORD_SPLITTERS[format](log)]
    if format == "riichicity":
        texts = riichicity_samples.made()
        return [legal_records(one) for text in texts for one in RECORD_SPLITTERS[format](text.encode())]
    simulated = [Simulation(number, "m-league").play() for number in range(M_LEAGUE_GAMES)]
    return [
        legal_records(one) for number, game in enumerate([*simulated, _dealt_game()]) for one in _typed_in(number, game)
    ]


def _dealt_game() -> Game:
    """The first hands of a game: a win on the tile after an open kan, a robbed kan, a win on a declaration tile."""
    play = Scenario("m-league")
    play.hand({1: "555z23456p45688s"}, avoid="5z15p", indicator="1z").turn().go_round(3)
    play.turn("5z").open_kan(1, "555z").dora("5p").draw("1p").tsumo()
    play.hand({2: "23p345678s88s999s", 3: "44p17p25s1234567z"}, avoid="44p", indicator="1z")
    play.turn("4p").pon(3, "44p").discard("7z").go_round(3).draw("4p").added_kan("4p").ron(2)
    play.hand({3: "23456m456p45688s", 1: "123p456s789s11p99s"}, avoid="7m5z", indicator="1z")
    play.turn().turn().turn().draw("7m").riichi("7m", deposit=False).ron(3)
    return play.game


def _typed_in(number: int, game: Game) -> list[RecordedGame]:
    game.log_id = f"L001_S001_{number:04d}_01A"
    return RECORD_SPLITTERS["mleague"](mleague_logs.write(game).encode())


def legal_records(game: RecordedGame, rules: str = "auto") -> LegalSource:
    """A game split into records, with its rules."""
    found = game.game()
    assert found is not None
    return LegalSource(found, choose(rules, found)[0], game, rules)
