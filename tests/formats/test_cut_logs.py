"""A log that was cut accuses nobody: cut after any event, or at any byte where it still reads, it gives no finding that
the whole log does not give, notes apart. Tested in every format, on games that play themselves and one with kans of
every kind."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from support import held_logs, mjscore_logs, mjx_logs, mleague_logs
from support.kan_games import kan_game
from support.paths import TESTS
from support.riichicity_records import text_of

from auditor.core.audit.game import audit_game
from auditor.core.events import ADDED_KAN, CLOSED_KAN, OPEN_KAN, Game, replace_game, replace_hand
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.results import NOTE
from auditor.core.rulesets import choose, load
from auditor.formats.mjx.writer import states as mjx_states
from auditor.testing.majsoul_records import browser, head, records
from auditor.testing.simulate import Simulation

FOUR_REDS = str(TESTS / "rulesets" / "four-reds.toml")
NO_REPEATS = str(TESTS / "rulesets" / "majiang-no-renchan.json")
"""Majiang's rule object by which no dealer stays."""
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
        lines = FORMAT_BY_NAME[format].write(game, "").splitlines(keepends=True)
        yield from ["".join(lines[:count]).encode() for count in range(2, len(lines))]
    elif format == "mjlog":
        elements = re.split(r"(?<=>)", FORMAT_BY_NAME[format].write(game, ""))
        yield from ["".join(elements[:count]).encode() for count in range(3, len(elements))]
    elif format == "majsoul":
        made = records(game, load(rules))
        yield from [browser(head(game), made[:count]).encode() for count in range(1, len(made))]
    elif format == "majiang":
        document = json.loads(FORMAT_BY_NAME[format].write(game, ""))
        for number, hand in enumerate(document["log"]):
            for count in range(1, len(hand) + 1):
                cut = {"title": "", "qijia": document["qijia"], "log": [*document["log"][:number], hand[:count]]}
                yield json.dumps(cut).encode()
    elif format == "mleague":
        commands = json.loads(mleague_logs.write(game))
        yield from [json.dumps(commands[:count]).encode() for count in range(1, len(commands))]
    elif format == "riichicity":
        yield from _of_riichi_city(json.loads(text_of(game, load(rules))))
    elif format == "mjx":
        yield from _of_mjx(game)
    elif format in ("mjscore", "tonpuso"):
        text = mjscore_logs.write(game, is_tonpuso=format == "tonpuso")
        ends = [found.start() for found in re.finditer(r"(?<=\S)\s+(?=[1-4][GdDNCKRA*])|\n", text)]
        yield from [text[:end].encode() for end in ends[::2]]
    elif format == "tenhou6 joined":
        yield from _of_joined_tenhou6(game)
    else:
        yield from _of_tenhou6(game)


def _of_riichi_city(answer: Any) -> Iterator[bytes]:
    """Each event, in the answer of the server, or, every other one, alone."""
    hands = answer["data"]["handRecord"]
    for number, hand in enumerate(hands):
        events = hand["handEventRecord"]
        for count in range(1, len(events) + 1 - (number == len(hands) - 1)):
            cut = answer["data"] | {"handRecord": [*hands[:number], hand | {"handEventRecord": events[:count]}]}
            yield json.dumps(answer | {"data": cut} if count % 2 else cut).encode()


def _of_mjx(game: Game) -> Iterator[bytes]:
    """Each event of a state behind those before it, and, every other one, of what a seat sees of it."""
    states = mjx_states(game)
    for number, state in enumerate(states):
        for count in range(1, len(state["publicObservation"]["events"])):
            if count % 2:
                cut = {key: value for key, value in state.items() if key != "roundTerminal"}
                cut["publicObservation"] = mjx_logs.observation(state, 0, count)["publicObservation"]
                yield b"\n".join([json.dumps(one).encode() for one in [*states[:number], cut]])
            else:
                yield mjx_logs.message(mjx_logs.observation(state, count % 4, count))


def _of_joined_tenhou6(game: Game) -> Iterator[bytes]:
    """Each event of a hand, on a line of its own behind those of the hands before it."""
    write = FORMAT_BY_NAME["tenhou6"].write
    lines: list[bytes] = []
    for hand in game.hands:
        for count in [*range(1, len(hand.events), 3), len(hand.events)]:
            try:
                cut = replace_hand(hand, events=hand.events[:count])
                line = " ".join(write(replace_game(game, hands=[cut], result=None), "").splitlines()).encode()
            except ValueError:
                continue
            yield b"\n".join([*lines, line])
        lines.append(line)
        assert len([one for one in read(b"\n".join(lines), "") if isinstance(one, Game)]) == 1


def _of_tenhou6(game: Game) -> Iterator[bytes]:
    """With the result, which stands before the hands."""
    write = FORMAT_BY_NAME["tenhou6"].write
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
    ("riichicity", "riichi-city", "auto", 25), ("riichicity", "riichi-city-sanma", "auto", 29),
    ("mjx", "tenhou", "auto", 1), ("mjscore", "tenhou", "auto", 0), ("mjscore", "tenhou-sanma", "auto", 0),
    ("tonpuso", "tenhou", "tenhou", 2), ("tenhou6 joined", "tenhou", "tenhou", 3),
]  # fmt: skip
"""Formats, by which rules a game is played and judged, and its number."""


WITH_KANS = [
    *[(format, rules, judge) for format, rules, judge, _ in PLAYED if "sanma" not in rules],
    *[(format, rules, rules) for format in ("mjlog", "mjai", "tenhou6", "majiang") for rules in ("ema-2025", "wiki")],
    ("mjlog", "mahjong-soul", "mahjong-soul"), ("majiang", NO_REPEATS, NO_REPEATS), ("majiang", "m-league", "m-league"),
]  # fmt: skip
"""Formats, by which rules the game with kans is played and judged: indicators come at once, or with the discard."""


def test_the_game_with_kans_has_kans_of_every_kind() -> None:
    events = [event for hand in kan_game().hands for event in hand.events]
    assert {event.kind for event in events} >= {OPEN_KAN, CLOSED_KAN, ADDED_KAN}
    assert checks(written("mjlog", kan_game()), "tenhou") == []


@pytest.mark.slow
@pytest.mark.parametrize(("format", "rules", "judge"), dict.fromkeys(WITH_KANS))
def test_a_game_with_kans_that_is_cut_after_an_event_accuses_nobody(format: str, rules: str, judge: str) -> None:
    cuts = list(after_each_event(format, kan_game(rules), rules))
    assert len(cuts) > len(kan_game(rules).hands)
    for cut in cuts:
        assert checks(cut, judge) == []


@pytest.mark.slow
@pytest.mark.parametrize(("format", "rules", "judge", "number"), PLAYED)
def test_a_log_that_is_cut_after_an_event_accuses_nobody(format: str, rules: str, judge: str, number: int) -> None:
    game = Simulation(number, rules).play()
    for cut in after_each_event(format, game, rules):
        assert checks(cut, judge) == []


def written(format: str, game: Game) -> bytes:
    """A game in a format, or in a page or a report that holds it."""
    if format == "page":
        return held_logs.reviewer_page(list(map(held_logs.frame, held_logs.hands_of(game)))).encode()
    if format == "addresses":
        return "\n".join([held_logs.ADDRESS + log for log in held_logs.hands_of(game)]).encode()
    if format == "viewer":
        return held_logs.viewer_page(held_logs.events_of(game)).encode()
    if format == "report":
        return json.dumps(held_logs.report(game)).encode()
    if format == "majsoul":
        return browser(head(game), records(game, load("mahjong-soul"))).encode()
    if format == "mleague":
        return mleague_logs.write(game).encode()
    return FORMAT_BY_NAME[format].write(game, "").encode()


BY_BYTE = {"majsoul": "mahjong-soul", "mleague": "m-league"} | dict.fromkeys(
    ("mjai", "mjlog", "tenhou6", "majiang", "riichicity", "mjx", "mjscore", "page", "addresses", "viewer", "report"),
    "tenhou",
)


@pytest.mark.slow
@pytest.mark.parametrize(("format", "rules"), BY_BYTE.items())
def test_a_log_that_is_cut_at_any_byte_accuses_nobody(format: str, rules: str) -> None:
    for game in (Simulation(4, rules).play(), kan_game(rules)):
        data = written(format, game)
        for end in Random(format).sample(range(len(data)), 100):
            assert checks(data[:end], rules) == []
