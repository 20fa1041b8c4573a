"""Reading mjai: messages, hands with hidden tiles, ends of hands and games, and errors."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.mjai_logs import HAND, HIDDEN, START, Message, discard, draw, log, one_game
from support.paths import ROOT

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.errors import Problem
from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DEPOSIT,
    DISCARD,
    DORA,
    DRAW,
    KIND_NAMES,
    NORTH,
    NOT_RECORDED,
    OPEN_KAN,
    PON,
    TEDASHI,
    TSUMOGIRI,
    Deposit,
    Game,
    Ryuukyoku,
    Win,
)
from auditor.core.reading import read
from auditor.core.tiles import TILE_TEXT, UNKNOWN
from auditor.formats.mjai.reader import value_of_line


def test_draws_discards_and_marks() -> None:
    game = one_game(log(draw(0, "1m"), discard(0, "1m"), draw(1, "?"), discard(1, "5mr", False)))
    events = game.hands[0].events
    assert [event.kind for event in events] == [DRAW, DISCARD, DRAW, DISCARD]
    assert events[0].tile == events[1].tile
    assert events[1].mark == TSUMOGIRI
    assert events[2].tile == UNKNOWN
    assert TILE_TEXT[events[3].tile] == "0m"
    assert game.red_fives
    assert not game.copies_recorded


def test_a_line_met_before_says_the_same() -> None:
    """Lines of draws and discards are remembered by their text; what is wrong with one is told each time."""
    lines = [
        draw(0, "1m"), discard(0, "1m"), draw(1, "?"), discard(1, "?"), draw(2, "9z"), draw(4, "1m"), draw(3, "7p"),
        {"type": "dahai", "actor": True, "pai": "1m", "tsumogiri": True}, {"type": "dahai", "actor": 3, "pai": "7p"},
    ]  # fmt: skip
    for line in lines:
        text = log(line, line)
        assert list(map(told, read(text, "log"))) == list(map(told, read(text, "log"))), line
    no_mark = {"type": "dahai", "actor": 0, "pai": "E"}
    for message in (draw(0, "5mr"), discard(0, "5mr"), discard(0, "5mr", False), no_mark):
        first, second = [one_game(log(draw(0, "E"), draw(0, "5mr"), message)).hands[0] for _ in range(2)]
        assert (first.events, first.lines) == (second.events, second.lines)
        assert len(first.lines) == len(first.events) + 1


def told(found: Game | Problem) -> object:
    return found if isinstance(found, Problem) else [(hand.events, hand.lines) for hand in found.hands]


def test_honours_and_winds_may_be_written_as_numbers() -> None:
    turns = [message for tile in "ESWNPFC" for message in (draw(0, tile), discard(0, tile))]
    data = log(*turns, start={**START, "bakaze": "S", "dora_marker": "C"})
    numbered = data
    for number, letter in enumerate("ESWNPFC", 1):
        numbered = numbered.replace(f'"{letter}"'.encode(), f'"{number}z"'.encode())
    assert (b'"C"' in numbered, b'"7z"' in numbered) == (False, True)
    named, game = one_game(data).hands[0], one_game(numbered).hands[0]
    assert (game.round, game.dealt, game.indicator) == (named.round, named.dealt, named.indicator)
    assert list(map(str, game.events)) == list(map(str, named.events))
    for wind in ("5z", "0z", "1m", "East"):
        found = list(read(data.replace(b'"bakaze": "S"', f'"bakaze": "{wind}"'.encode()), ""))
        assert "expected E, S, W or N" in str(found[0])


def test_an_empty_list_of_points_states_none() -> None:
    draw_of_hand = {"type": "ryukyoku", "reason": "kyushu_kyuhai", "deltas": []}
    event = one_game(log(draw(0, "1m"), draw_of_hand)).hands[0].events[-1]
    assert isinstance(event, Ryuukyoku)
    assert event.deltas is None


def test_calls_and_kans() -> None:
    game = one_game(
        log(
            draw(0, "1m"),
            {"type": "ankan", "actor": 0, "consumed": ["1m"] * 4},
            {"type": "dora", "dora_marker": "W"},
            draw(0, "9p"),
            discard(0, "9p"),
            {"type": "pon", "actor": 2, "target": 0, "pai": "9p", "consumed": ["9p", "9p"]},
            discard(2, "C", False),
        )
    )
    kan, turned, pon = (game.hands[0].events[place] for place in (1, 2, 5))
    assert (kan.kind, kan.tiles) == (CLOSED_KAN, (0, 1, 2, 3))
    assert (turned.kind, TILE_TEXT[turned.tile]) == (DORA, "3z")
    assert (pon.kind, pon.from_seat, TILE_TEXT[pon.tile]) == (PON, 0, "9p")
    assert game.indicators_recorded


def pon(actor: int, target: int, tile: str) -> Message:
    return {"type": "pon", "actor": actor, "target": target, "pai": tile, "consumed": [tile, tile]}


def kakan(actor: int, tile: str) -> Message:
    return {"type": "kakan", "actor": actor, "pai": tile, "consumed": [tile] * 3}


@pytest.mark.parametrize(("tile", "from_seat"), [("9p", 3), ("C", 1)])
def test_a_tile_is_added_to_the_seat_s_own_pon_of_it(tile: str, from_seat: int) -> None:
    """Of two pons of a seat, and one of another seat, whichever was called first."""
    game = one_game(
        log(
            draw(0, "1m"), discard(0, "1m"), draw(1, "?"), discard(1, "E"), pon(3, 1, "E"), discard(3, "9p", False),
            pon(2, 3, "9p"), discard(2, "1s", False), draw(3, "?"), discard(3, "1s"), draw(0, "1m"), discard(0, "1m"),
            draw(1, "C"), discard(1, "C"), pon(2, 1, "C"), discard(2, "2s", False), draw(3, "?"), discard(3, "3s"),
            draw(0, "1m"), discard(0, "1m"), draw(1, "?"), discard(1, "3s"), draw(2, "?"), kakan(2, tile),
        )
    )  # fmt: skip
    events = game.hands[0].events
    kan = events[-1]
    of_pon = next(event for event in events if event.kind == PON and event.seat == 2 and event.from_seat == from_seat)
    assert (kan.kind, kan.from_seat, kan.tiles) == (ADDED_KAN, from_seat, (of_pon.tile, *of_pon.tiles))
    assert {one >> 2 for one in (kan.tile, *kan.tiles)} == {of_pon.tile >> 2}
    for added, alike in (({}, True), ({"consumed": ["?"] * 3}, True), ({"consumed": [tile, tile, "8s"]}, False)):
        called = (
            draw(0, "E"),
            discard(0, "E"),
            draw(1, tile),
            discard(1, tile),
            pon(2, 1, tile),
            discard(2, "1s", False),
        )
        again = one_game(
            log(*called, draw(3, "?"), discard(3, "3s"), draw(0, "E"), discard(0, "E"), kakan(2, tile) | added)
        )
        assert ([one >> 2 for one in again.hands[0].events[-1].tiles] == [of_pon.tile >> 2] * 3) == alike
    for kan_tile, fields in (("1m", []), ("?", []), (None, []), ("9s", ["field"])):
        ankan: Message = {"type": "ankan", "actor": 0, "consumed": ["1m"] * 4, "pai": kan_tile}
        fault = one_game(log(draw(0, "1m"), ankan)).hands[0].contradictions
        assert [one.about for one in fault] == fields


@pytest.mark.parametrize("others", [[], [pon(2, 1, "1m"), discard(2, "9s", False), draw(0, "1m")]])
def test_a_kan_without_its_pon_is_the_seat_s_own(others: list[Message]) -> None:
    """Whatever pon of that tile another seat has."""
    game = one_game(log(draw(0, "1m"), *others, kakan(0, "1m")))
    kan = game.hands[0].events[-1]
    assert (kan.kind, kan.from_seat, len(kan.tiles)) == (ADDED_KAN, 0, 3)
    assert {one >> 2 for one in kan.tiles} == {0}


@pytest.mark.parametrize(
    ("named", "tile"),
    [("9p", "9p"), ("8p", "8p"), ("?", "9p"), (None, "9p")],
    ids=["that", "another", "hidden", "none"],
)
def test_a_win_is_on_the_last_tile_unless_it_names_another(named: str | None, tile: str) -> None:
    win: Message = {"type": "hora", "actor": 1, "target": 0, "deltas": [-1000, 1000, 0, 0]}
    events = one_game(log(draw(0, "9p"), discard(0, "9p"), win | ({"pai": named} if named else {}))).hands[0].events
    last = events[-1]
    assert isinstance(last, Win)
    assert TILE_TEXT[last.tile] == tile
    assert (last.tile == events[1].tile) == (tile == "9p")
    for is_tsumo, about in ((None, []), (False, []), (True, ["field"])):
        hand = one_game(log(draw(0, "9p"), discard(0, "9p"), win | {"tsumo": is_tsumo})).hands[0]
        assert [one.about for one in hand.contradictions] == about


@pytest.mark.parametrize(
    "kan",
    [
        {"type": "ankan", "consumed": ["1m"] * 4},
        {"type": "daiminkan", "target": 3, "pai": "1m", "consumed": ["1m"] * 3},
        {"type": "kakan", "pai": "1m", "consumed": ["1m"] * 3},
    ],
)
def test_kans_without_indicators_are_a_fact_about_the_log(kan: Message) -> None:
    game = one_game(log(draw(0, "1m"), kan | {"actor": 0}, draw(0, "9p"), discard(0, "9p")))
    assert not game.indicators_recorded


def test_a_kan_that_ends_the_hand_says_nothing_of_indicators() -> None:
    """It may have been robbed, or won with: no indicator had to be turned yet."""
    win = {"type": "hora", "actor": 0, "target": 0, "deltas": [0, 0, 0, 0]}
    game = one_game(log(draw(0, "1m"), {"type": "ankan", "actor": 0, "consumed": ["1m"] * 4}, draw(0, "9p"), win))
    assert game.indicators_recorded


@pytest.mark.parametrize("accepted", [True, False])
def test_a_deposit_is_read_or_implied(accepted: bool) -> None:
    messages = [{"type": "reach", "actor": 0}, discard(0, "9p"), draw(1, "?")]
    if accepted:
        messages.insert(2, {"type": "reach_accepted", "actor": 0, "scores": [24000, 25000, 25000, 25000]})
    events = one_game(log(draw(0, "9p"), *messages)).hands[0].events
    assert [event.kind for event in events].index(DEPOSIT) == 3
    deposit = events[3]
    assert isinstance(deposit, Deposit)
    assert deposit.scores == ((24000, 25000, 25000, 25000) if accepted else None)


@pytest.mark.parametrize(
    ("told", "paid"),
    [
        ({}, 1000),
        ({"scores": [20000, 25000, 25000, 25000]}, 5000),
        ({"deltas": [-5000, 0, 0, 0]}, 5000),
        ({"deltas": [-1000, 0, 0, 0], "scores": [24000, 25000, 25000, 25000]}, 1000),
    ],
)
def test_the_stick_that_a_deposit_tells_is_no_part_of_the_payment(told: Message, paid: int) -> None:
    after = [25000 - paid, 25000, 24000, 26000]
    end = {"type": "hora", "actor": 3, "target": 2, "scores": after}
    messages = [{"type": "reach", "actor": 0}, discard(0, "9p"), {"type": "reach_accepted", "actor": 0, **told}]
    events = one_game(log(draw(0, "9p"), *messages, draw(1, "?"), discard(1, "1p"), end)).hands[0].events
    deposit, win = events[3], events[-1]
    assert isinstance(deposit, Deposit)
    assert deposit.scores == ((25000 - paid, 25000, 25000, 25000) if told else None)
    assert isinstance(win, Win)
    assert win.deltas == (0, 0, -1000, 1000)


def test_a_declaration_tile_won_on_implies_no_deposit() -> None:
    win = {"type": "hora", "actor": 1, "target": 0, "deltas": [-1000, 1000, 0, 0]}
    events = one_game(log(draw(0, "9p"), {"type": "reach", "actor": 0}, discard(0, "9p"), win)).hands[0].events
    assert DEPOSIT not in [event.kind for event in events]
    assert isinstance(events[-1], Win)
    assert TILE_TEXT[events[-1].tile] == "9p"


def test_deltas_follow_from_scores() -> None:
    win = {"type": "hora", "actor": 0, "target": 0, "scores": [26500, 24500, 24500, 24500], "ura_markers": ["C"]}
    event = one_game(log(draw(0, "6s"), win)).hands[0].events[-1]
    assert isinstance(event, Win)
    assert event.deltas == (1500, -500, -500, -500)
    assert event.ura is not None


TWO_RED = ["1m", "1m", "1m", "2p", "3p", "4p", "5p", "5pr", "5pr", "8s", "9s", "E", "E"]


@pytest.mark.parametrize(
    ("hands", "reds", "is_certain"),
    [([TWO_RED], (16, 52, 53, 88), False), ([TWO_RED, TWO_RED], (16, 52, 53, 88), True)],
)
def test_two_red_fives_of_a_suit_in_a_hand(hands: list[list[str]], reds: tuple[int, ...], is_certain: bool) -> None:
    """One such hand may be a tile that stands twice, which the ruleset decides; two are the set."""
    starts = [START | {"honba": number, "tehais": [hand, *[HIDDEN] * 3]} for number, hand in enumerate(hands)]
    game = one_game(log(*[part for start in starts[1:] for part in (draw(0, "9p"), start)], start=starts[0]))
    assert (game.red_tiles, game.reds_recorded) == (reds, is_certain)
    shown = [tile for hand in game.hands for tile in hand.dealt[0] if tile in reds]
    assert shown == [52, 53] * len(hands)


def test_a_game_read_again_for_its_red_fives_has_the_lines_of_its_events() -> None:
    first = log(draw(0, "9p"), start=START | {"tehais": [HIDDEN] * 4})
    second = log(draw(0, "9p"), discard(0, "9p"), start=START | {"tehais": [TWO_RED, *[HIDDEN] * 3]})
    _, game = read(first + b"\n" + second.replace(b"\n", b"\n \n\n"), "x.mjson")
    assert isinstance(game, Game)
    assert game.red_tiles == (16, 52, 53, 88)
    assert game.hands[0].lines == [7, 10, 13]


def test_a_red_five_that_stands_twice_beside_all_plain_ones_is_no_set() -> None:
    hand = ["5p", "5p", "5p", "5pr", *TWO_RED[:4], *TWO_RED[9:], "W"]
    game = one_game(log(draw(0, "5pr"), discard(0, "5pr"), start=START | {"tehais": [hand, *[HIDDEN] * 3]}))
    assert game.red_tiles == (16, 52, 88)
    found = audit_game(game, rulesets.load("tenhou")).findings
    assert [(one.check, one.event) for one in found] == [("tiles/duplicate", 0)]


def test_two_winners_show_the_same_ura_indicators() -> None:
    """One red five turned and shown twice is no second one, and the copy of a tile is the same."""
    win = {"type": "hora", "target": 0, "ura_markers": ["5sr", "9p"], "deltas": [0, 0, 0, 0]}
    hidden = START | {"tehais": [HIDDEN] * 4}
    game = one_game(log(draw(0, "1m"), discard(0, "1m"), win | {"actor": 1}, win | {"actor": 2}, start=hidden))
    first, second = game.hands[0].events[-2:]
    assert isinstance(first, Win)
    assert isinstance(second, Win)
    assert first.ura == second.ura == (88, 68)
    assert game.red_tiles == (16, 52, 88)


GAME_END: list[Message] = [{"type": "ryukyoku", "deltas": [0] * 4}, {"type": "end_game", "scores": [25000] * 4}]


@pytest.mark.parametrize(
    ("rules", "ends", "found"),
    [
        ("tenhou", GAME_END, ["tiles/duplicate"]),
        ("tenhou", [], []),  # a hand to come may show that the set has two
        ("tests/rulesets/four-reds.toml", GAME_END, []),
    ],
)
def test_the_ruleset_tells_two_red_fives_from_a_tile_that_stands_twice(
    rules: str, ends: list[Message], found: list[str]
) -> None:
    game = one_game(log(*ends, start=START | {"tehais": [TWO_RED, *[HIDDEN] * 3]}))
    spec = str(ROOT / rules) if rules.endswith(".toml") else rules
    findings = audit_game(game, rulesets.load(spec), select=frozenset({"tiles/duplicate"})).findings
    assert [one.check for one in findings] == found


def test_a_kan_without_its_indicator_is_known_in_a_game_read_again_for_its_red_fives() -> None:
    start = START | {"tehais": [TWO_RED, *[HIDDEN] * 3]}
    kan = {"type": "ankan", "actor": 0, "consumed": ["1m"] * 4}
    game = one_game(log(draw(0, "1m"), kan, draw(0, "9p"), discard(0, "9p"), start=start))
    assert game.red_tiles == (16, 52, 53, 88)
    assert not game.indicators_recorded


@pytest.mark.parametrize(
    ("told", "mark"), [(True, TSUMOGIRI), (False, TEDASHI), (None, NOT_RECORDED), (1, NOT_RECORDED)]
)
def test_a_discard_without_its_mark_has_none(told: object, mark: int) -> None:
    event = {"type": "dahai", "actor": 0, "pai": "9p"} | ({} if told is None else {"tsumogiri": told})
    assert one_game(log(draw(0, "9p"), event)).hands[0].events[-1].mark == mark


def test_more_red_fives_than_tiles_are_no_set() -> None:
    """Of five red fives of a suit in one hand four are a set at most; the fifth stands twice."""
    game = one_game(log(start=START | {"tehais": [["5pr"] * 5 + TWO_RED[:4] + TWO_RED[-4:], *[HIDDEN] * 3]}))
    assert game.red_tiles == (16, 52, 53, 54, 55, 88)
    assert [tile for tile in game.hands[0].dealt[0] if tile in game.red_tiles] == [52, 53, 54, 55, 55]


def test_three_players_set_norths_aside() -> None:
    start = START | {"scores": [35000] * 3, "tehais": [HIDDEN] * 3}
    game = one_game(log(draw(0, "N"), {"type": "nukidora", "actor": 0, "pai": "N"}, start=start))
    assert game.players == 3
    assert game.hands[0].dealt[3] == ()
    assert game.hands[0].events[-1].kind == NORTH


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("{", "line 3, hand 0 (E1): not a JSON event: "),
        ("7", "line 3, hand 0 (E1): expected an event (a JSON object), not 7"),
        ('{"type":"fly"}', 'line 3, hand 0 (E1): the event type "fly" is not known'),
        ('{"actor":0}', 'line 3, hand 0 (E1): an object without a type: {"actor": 0}'),
        ('{"type":"tsumo","actor":4,"pai":"1m"}', "line 3, hand 0 (E1): actor: expected a number from 0 to 3, not 4"),
        ('{"type":"tsumo","actor":0,"pai":"0z"}', "expected a tile such as 5m, 5mr, E or ?, not"),
        (
            '{"type":"chi","actor":0,"consumed":["1m"]}',
            'line 3, hand 0 (E1): consumed: expected 2 tiles, not ["1m"]',
        ),
        ('{"type":"hora","actor":0,"target":0,"deltas":[1]}', "deltas: expected the points of three or four seats"),
        ("[" * 100_000, "not a JSON event"),
    ],
)
def test_a_bad_line_costs_its_hand_and_no_other(message: str, problem: str) -> None:
    data = log() + b"\n" + message.encode() + b"\n" + json.dumps(START | {"honba": 1}).encode()
    found = list(read(data, "game.mjson"))
    problems = [str(one) for one in found if isinstance(one, Problem)]
    assert len(problems) == 1
    assert problem in problems[0]
    games = [one for one in found if isinstance(one, Game)]
    assert [hand.honba for hand in games[0].hands] == [1]
    assert games[0].hands[0].index == 1


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029"])
def test_line_ends_of_unicode_in_a_name_end_no_line(character: str) -> None:
    """JSON may hold them as they are; lines of mjai end with newlines alone."""
    data = log(draw(0, "1m"), discard(0, "1m")).decode()
    name = f"A{character}B"
    begin, _, rest = data.partition("\n")
    start = json.dumps(json.loads(begin) | {"names": [name, "\u3042", "", ""]}, ensure_ascii=False)
    for end in ("\n", "\r\n", "\r"):
        found = list(read(f"{start}\n{rest}".replace("\n", end).encode(), "game.mjson"))
        assert [seat.name for game in found if isinstance(game, Game) for seat in game.seats][:2] == [name, "\u3042"]
        assert [told(one) for one in found] == [told(one) for one in read(data.encode(), "game.mjson")]


@pytest.mark.parametrize(
    ("names", "players"),
    [
        (["A", "B", "C"], 3),
        (["A", "B", "C", ""], 3),
        (["A", "B", "C", "D"], 4),
        (["", "", "", ""], 4),
        (["A", "", "C", ""], 4),
        ([], 4),
    ],
)
def test_players_by_the_names(names: list[str], players: int) -> None:
    """A fourth name left empty among others is a seat that nobody has."""
    lines = [{"type": "start_game", "names": names}, START | {"tehais": [HIDDEN] * 4}]
    game = one_game("\n".join([json.dumps(one) for one in lines]).encode())
    assert game.players == players
    assert [seat.name for seat in game.seats] == names[:players]


@pytest.mark.parametrize(
    ("start", "problem"),
    [
        ({"names": [1, 2, 3, 4]}, "line 1: names: expected a list of texts, not [1, 2, 3, 4]"),
        ({"names": "A B C D"}, 'line 1: names: expected a list of texts, not "A B C D"'),
    ],
)
def test_names_that_are_none_are_told(start: Message, problem: str) -> None:
    found = list(read(json.dumps({"type": "start_game"} | start).encode(), "game.mjson"))
    assert [str(one) for one in found if isinstance(one, Problem)] == [problem]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"bakaze": "X"}, 'bakaze: expected E, S, W or N, not "X"'),
        ({"kyoku": 0}, "kyoku: expected a number from 1 to 4, not 0"),
        ({"kyoku": 5}, "kyoku: expected a number from 1 to 4, not 5"),
        ({"oya": 4}, "oya: expected a number from 0 to 3, not 4"),
        ({"honba": -1}, "honba: expected a number from 0 to 1000, not -1"),
        ({"kyotaku": 1001}, "kyotaku: expected a number from 0 to 1000, not 1001"),
        ({"scores": [1, 2]}, "scores: expected the points of three or four seats, not [1, 2]"),
        ({"scores": [10_000_000, 0, 0, 0]}, "scores: expected the points of three or four seats, not [10000000"),
        ({"tehais": [HAND]}, "tehais: expected the hands of three or four seats, not [["),
        ({"tehais": [HAND, "1m", HIDDEN, HIDDEN]}, 'tehais: expected a list of tiles, not "1m"'),
        ({"dora_marker": "X"}, 'expected a tile such as 5m, 5mr, E or ?, not "X"'),
    ],
)
def test_a_start_that_is_wrong_leaves_its_hand_out(change: Message, problem: str) -> None:
    found = list(read(log(draw(0, "9p"), start=START | change), "game.mjson"))
    problems = [str(one) for one in found if isinstance(one, Problem)]
    assert [text.startswith(f"line 2: {problem}") for text in problems] == [True]


def test_the_counters_may_be_missing() -> None:
    start = {key: value for key, value in START.items() if key not in ("honba", "kyotaku", "dora_marker")}
    hand = one_game(log(draw(0, "9p"), start=start)).hands[0]
    assert (hand.honba, hand.sticks, hand.indicator) == (0, 0, UNKNOWN)


@pytest.mark.parametrize(("wind", "kyoku", "round"), [("E", 1, 0), ("E", 4, 3), ("S", 2, 5), ("W", 1, 8), ("N", 4, 15)])
def test_the_round_follows_from_wind_and_number(wind: str, kyoku: int, round: int) -> None:
    start = START | {"bakaze": wind, "kyoku": kyoku, "honba": 1000, "kyotaku": 1000}
    hand = one_game(log(draw(0, "9p"), start=start)).hands[0]
    assert (hand.round, hand.honba, hand.sticks) == (round, 1000, 1000)


CALLED: list[tuple[Message, int, int, str, list[str]]] = [
    ({"type": "chi", "actor": 1, "target": 0, "pai": "9p", "consumed": ["7p", "8p"]}, CHI, 0, "9p", ["7p", "8p"]),
    ({"type": "pon", "actor": 3, "target": 0, "pai": "9p", "consumed": ["9p", "9p"]}, PON, 0, "9p", ["9p", "9p"]),
    (
        {"type": "daiminkan", "actor": 2, "target": 0, "pai": "9p", "consumed": ["9p"] * 3},
        OPEN_KAN, 0, "9p", ["9p"] * 3,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("message", "kind", "from_seat", "tile", "own"), CALLED)
def test_claims(message: Message, kind: int, from_seat: int, tile: str, own: list[str]) -> None:
    call = one_game(log(draw(0, "9p"), discard(0, "9p"), message)).hands[0].events[-1]
    assert (call.kind, call.from_seat, TILE_TEXT[call.tile]) == (kind, from_seat, tile)
    assert [TILE_TEXT[one] for one in call.tiles] == own


@pytest.mark.parametrize("kind", ["chi", "pon", "daiminkan", "ankan", "kakan"])
def test_a_claim_with_a_wrong_number_of_tiles_is_told(kind: str) -> None:
    size = {"chi": 2, "pon": 2, "daiminkan": 3, "ankan": 4, "kakan": 3}[kind]
    message = {"type": kind, "actor": 0, "target": 3, "pai": "1m", "consumed": ["1m"] * (size + 1)}
    problems = [str(one) for one in read(log(draw(0, "1m"), message), "x") if isinstance(one, Problem)]
    assert [f"consumed: expected {size} tiles, not" in text for text in problems] == [True]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_change_of_bytes_raises(data: st.DataObject) -> None:
    text = bytearray(log(draw(0, "9p"), discard(0, "9p"), draw(1, "?"), {"type": "ryukyoku", "reason": "fanpai"}))
    for _ in range(data.draw(st.integers(1, 4))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    for found in read(bytes(text), "game.mjson"):
        assert isinstance(found, Game | Problem)
        if isinstance(found, Game):
            assert not audit_game(found, rulesets.choose("auto", found)[0]).problems


def test_real_logs_hold_what_their_lines_say(corpus: Path) -> None:
    names = {
        "tsumo": "draw", "dahai": "discard", "daiminkan": "open kan", "ankan": "closed kan", "kakan": "added kan",
        "reach": "riichi", "reach_accepted": "deposit", "hora": "win", "ryukyoku": "ryuukyoku",
    }  # fmt: skip
    for path in sorted((corpus / "mjai").iterdir()):
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        expected = Counter(names.get(line["type"], line["type"]) for line in lines)
        game = one_game(path.read_bytes())
        events = Counter(KIND_NAMES[event.kind] for hand in game.hands for event in hand.events)
        assert len(game.hands) == expected["start_kyoku"]
        assert events == Counter({name: count for name, count in expected.items() if name in KIND_NAMES})


PIECES = (
    '{"type":"tsumo"', '"actor":0', '"pai":"5mr"', "}", "{", "[", "]", ",", ":", "1e400", "NaN", "-0", '"\\ud800"',
    "9" * 30,
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_a_line_holds_what_pythons_own_decoder_says(pieces: list[str]) -> None:
    text = "".join(pieces)
    try:
        expected = repr(json.loads(text))
    except ValueError as error:
        with pytest.raises(ValueError, match=re.escape(str(error))):
            value_of_line(text)
    else:
        assert repr(value_of_line(text)) == expected


def test_what_a_writer_leaves_out_where_it_says_nothing() -> None:
    """The target of a self-draw, the dealer of a round, and points that are those after the hand before."""
    start = {key: value for key, value in START.items() if key not in ("oya", "scores")}
    win = {"type": "hora", "actor": 0, "deltas": [3000, -1000, -1000, -1000]}
    messages = [start, draw(0, "1m"), win, {"type": "end_kyoku"}, start | {"honba": 1}, draw(0, "1m"), discard(0, "1m")]
    game = one_game(log(*messages[1:], start=start))
    first, second = game.hands
    assert (first.dealer, first.scores) == (0, (25000,) * 4)
    assert (first.events[-1].seat, first.events[-1].from_seat) == (0, 0)
    assert second.scores == (28000, 24000, 24000, 24000)


def test_a_ron_without_its_target_is_on_the_last_discard() -> None:
    game = one_game(log(draw(0, "1m"), discard(0, "1m"), {"type": "hora", "actor": 2, "deltas": [-1000, 0, 1000, 0]}))
    assert (game.hands[0].events[-1].seat, game.hands[0].events[-1].from_seat) == (2, 0)
