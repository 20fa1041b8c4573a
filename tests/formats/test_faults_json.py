"""One fault, one finding, in formats that record less: faults put into copies of clean logs in tenhou.net/6 and mjai.

The copies are mjlogs written in the other format. Where a fault leaves nothing wrong behind (a tile altered that
nobody uses) there is no finding; there are never two.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.results import NOTE, Finding
from auditor.core.rulesets import choose
from auditor.formats import mjlog

COPIES = 12
TRIES = 40 * COPIES
MOST_LOGS = 32
"""So many of the logs are written in each format."""
FACES = (11, 19, 21, 29, 31, 39, 41, 42, 45, 47)
TILES = ("1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "P", "C")

Line = dict[str, Any]
Hand = list[Any]


def findings(text: str) -> list[Finding]:
    found: list[Finding] = []
    for game in read(text.encode(), "log"):
        assert isinstance(game, Game), game
        found += [one for one in audit_game(game, choose("auto", game)[0]).findings if one.severity != NOTE]
    return found


def clean(mjlogs: list[tuple[str, str]], format: str) -> list[str]:
    """Some of the games in a format, all of them clean in it."""
    write = FORMAT_BY_NAME[format].write
    found = []
    for name, text in mjlogs[:: max(len(mjlogs) // MOST_LOGS, 1)]:
        for game in mjlog.read(text.encode(), name):
            if isinstance(game, Game) and not findings(written := write(game, "")):
                found.append(written)
    return found


@pytest.fixture(scope="module")
def tenhou6_logs(mjlogs: list[tuple[str, str]]) -> list[str]:
    return clean(mjlogs, "tenhou6")


@pytest.fixture(scope="module")
def mjai_logs(mjlogs: list[tuple[str, str]]) -> list[str]:
    return clean(mjlogs, "mjai")


# ---- tenhou.net/6: lists of hands; raises IndexError where a log has no place for the fault


def a_score_altered(hands: list[Hand], choice: Random) -> None:
    choice.choice(hands[1:])[1][0] += 100


def a_round_altered(hands: list[Hand], choice: Random) -> None:
    choice.choice(hands[1:])[0][0] += 1


def a_stick_too_many(hands: list[Hand], choice: Random) -> None:
    choice.choice(hands[1:])[0][2] += 1


def an_indicator_too_many(hands: list[Hand], choice: Random) -> None:
    choice.choice(hands)[2].append(choice.choice(FACES))


def a_gain_altered(hands: list[Hand], choice: Random) -> None:
    choice.choice([hand for hand in hands if hand[-1][0] == "和了"])[-1][1][0] += 1000


def a_discard_dropped(hands: list[Hand], choice: Random) -> None:
    discards = choice.choice(hands)[choice.choice((6, 9, 12))]
    discards.pop(choice.randrange(len(discards)))


def a_draw_dropped(hands: list[Hand], choice: Random) -> None:
    draws = choice.choice(hands)[choice.choice((5, 8, 11))]
    draws.pop(choice.randrange(len(draws)))


def a_tile_dealt_altered(hands: list[Hand], choice: Random) -> None:
    choice.choice(hands)[choice.choice((4, 7, 10))][choice.randrange(13)] = choice.choice(FACES)


# ---- mjai: lists of lines


def of(lines: list[Line], choice: Random, *types: str) -> int:
    return choice.choice([place for place, line in enumerate(lines) if line["type"] in types])


def a_line_dropped(*types: str) -> Callable[[list[Line], Random], None]:
    def drop(lines: list[Line], choice: Random) -> None:
        del lines[of(lines, choice, *types)]

    return drop


def a_line_doubled(kind: str) -> Callable[[list[Line], Random], None]:
    def double(lines: list[Line], choice: Random) -> None:
        place = of(lines, choice, kind)
        lines.insert(place, dict(lines[place]))

    return double


def a_tile_altered(kind: str) -> Callable[[list[Line], Random], None]:
    def alter(lines: list[Line], choice: Random) -> None:
        line = lines[of(lines, choice, kind)]
        line["pai"] = choice.choice([tile for tile in TILES if tile != line["pai"]])

    return alter


def a_counter_altered(name: str) -> Callable[[list[Line], Random], None]:
    def alter(lines: list[Line], choice: Random) -> None:
        choice.choice([line for line in lines if line["type"] == "start_kyoku"][1:])[name] += 1

    return alter


@pytest.mark.parametrize(
    ("put", "checks"),
    [
        (a_score_altered, "game/carry"),
        (a_round_altered, "game/rotation"),
        (a_stick_too_many, "stick/carry"),
        (an_indicator_too_many, "dora/timing tiles/duplicate"),
        (a_gain_altered, "pay/win stick/award"),
        (a_discard_dropped, ""),
        (a_draw_dropped, ""),
        (a_tile_dealt_altered, ""),
    ],
)
def test_in_tenhou6(put: Callable[[list[Hand], Random], None], checks: str, tenhou6_logs: list[str]) -> None:
    def change(text: str, choice: Random) -> str:
        document = json.loads(text)
        put(document["log"], choice)
        return json.dumps(document)

    _judge(tenhou6_logs, change, checks)


@pytest.mark.parametrize(
    ("put", "checks"),
    [
        (a_line_dropped("dahai"), "turn/order call/target win/claim"),
        (a_line_dropped("tsumo"), "turn/order call/target win/claim"),
        (a_line_dropped("chi", "pon"), "turn/order call/target win/claim"),
        (a_line_doubled("tsumo"), "turn/order"),
        (a_line_doubled("reach_accepted"), "stick/deposit"),
        (a_line_doubled("dora"), "dora/timing tiles/duplicate"),
        (a_tile_altered("tsumo"), ""),
        (a_tile_altered("dahai"), ""),
        (a_counter_altered("honba"), "honba/carry"),
        (a_counter_altered("kyotaku"), "stick/carry"),
    ],
)
def test_in_mjai(put: Callable[[list[Line], Random], None], checks: str, mjai_logs: list[str]) -> None:
    def change(text: str, choice: Random) -> str:
        lines = [json.loads(line) for line in text.splitlines()]
        put(lines, choice)
        return "\n".join([json.dumps(line) for line in lines])

    _judge(mjai_logs, change, checks)


def _judge(texts: list[str], change: Callable[[str, Random], str], checks: str) -> None:
    """Exactly one of the checks must report the fault; without any named, at most one finding of any check."""
    choice = Random(1)
    copies = 0
    for _ in range(TRIES):
        text = choice.choice(texts)
        try:
            changed = change(text, choice)
        except IndexError:
            continue
        found = [one.check for one in findings(changed)]
        assert len(found) == 1 and found[0] in checks.split() if checks else len(found) <= 1, found
        copies += 1
        if copies == COPIES:
            return
    raise AssertionError("the logs have no place for this fault")
