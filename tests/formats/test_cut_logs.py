"""A log that was cut accuses nobody: cut after any event, or at any byte where it still reads, it gives no finding that
the whole log does not give, notes apart. Tested on games that play themselves, in every format."""

import json
import re
from collections.abc import Iterator
from random import Random

import pytest
from support import mleague_logs
from support.paths import TESTS

from auditor.audit.game import audit_game
from auditor.events import Game, replace_game, replace_hand
from auditor.formats import WRITABLE, read
from auditor.results import NOTE
from auditor.rulesets import choose, load
from auditor.testing.majsoul_records import browser, head, records
from auditor.testing.simulate import Simulation

FOUR_REDS = str(TESTS / "rulesets" / "four-reds.toml")
MAJIANG_FOUR_REDS = str(TESTS / "rulesets" / "majiang-four-reds.json")


def checks(data: bytes, rules: str) -> list[str]:
    found = []
    for game in read(data, "cut.log"):
        if isinstance(game, Game):
            audit = audit_game(game, choose(rules, game)[0])
            assert not audit.problems
            found += [one.check for one in audit.findings if one.severity != NOTE]
    return found


def after_each_event(format: str, game: Game, rules: str) -> Iterator[bytes]:
    """The log cut after each event, or each piece that its format writes."""
    if format == "mjai":
        lines = WRITABLE[format].write(game, "").splitlines(keepends=True)  # type: ignore[misc]
        yield from ["".join(lines[:count]).encode() for count in range(2, len(lines))]
    elif format == "mjlog":
        elements = re.split(r"(?<=>)", WRITABLE[format].write(game, ""))  # type: ignore[misc]
        yield from ["".join(elements[:count]).encode() for count in range(3, len(elements))]
    elif format == "majsoul":
        made = records(game, load(rules))
        yield from [browser(head(game), made[:count]).encode() for count in range(1, len(made))]
    elif format == "majiang":
        document = json.loads(WRITABLE[format].write(game, ""))  # type: ignore[misc]
        for number, hand in enumerate(document["log"]):
            for count in range(1, len(hand) + 1):
                cut = {"title": "", "qijia": document["qijia"], "log": [*document["log"][:number], hand[:count]]}
                yield json.dumps(cut).encode()
    elif format == "mleague":
        commands = json.loads(mleague_logs.write(game))
        # Without its last command, the final scores, a record is whole but for what all of its kind hold.
        yield from [json.dumps(commands[:count]).encode() for count in range(1, len(commands) - 1)]
    else:
        yield from _of_tenhou6(game)


def _of_tenhou6(game: Game) -> Iterator[bytes]:
    """With the result, which stands before the hands."""
    write = WRITABLE["tenhou6"].write
    assert write is not None
    for number, hand in enumerate(game.hands):
        for count in range(1, len(hand.events) + 1):
            hands = [*game.hands[:number], replace_hand(hand, events=hand.events[:count])]
            try:
                yield write(replace_game(game, hands=hands), "").encode()
            except ValueError:
                continue  # a turn that the format cannot say in part


PLAYED = [
    ("mjai", "tenhou", "tenhou", 0), ("mjlog", "tenhou", "tenhou", 1), ("tenhou6", "tenhou", "tenhou", 0),
    ("majiang", "majiang", "majiang", 2), ("majsoul", "mahjong-soul", "auto", 0),
    ("mleague", "m-league", "m-league", 0),
    ("mjai", FOUR_REDS, "auto", 0), ("majiang", MAJIANG_FOUR_REDS, "auto", 1), ("mjai", "ema-2012", "ema-2012", 3),
    ("mjlog", "tenhou-sanma", "tenhou-sanma", 0),
]  # fmt: skip
"""Formats, by which rules a game is played and judged, and its number."""


@pytest.mark.slow
@pytest.mark.parametrize(("format", "rules", "judge", "number"), PLAYED)
def test_a_log_that_is_cut_after_an_event_accuses_nobody(format: str, rules: str, judge: str, number: int) -> None:
    game = Simulation(number, rules).play()
    for cut in after_each_event(format, game, rules):
        assert checks(cut, judge) == []


@pytest.mark.slow
@pytest.mark.parametrize("format", ["mjai", "mjlog", "tenhou6", "majiang"])
def test_a_log_that_is_cut_at_any_byte_accuses_nobody(format: str) -> None:
    write = WRITABLE[format].write
    assert write is not None
    data = write(Simulation(4, "tenhou").play(), "").encode()
    for end in Random(format).sample(range(len(data)), 150):
        assert checks(data[:end], "tenhou") == []
