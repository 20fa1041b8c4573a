"""From hand to hand: renchan, honba, the end of the game, remaining sticks and final scores."""

from typing import Any

import msgspec
import pytest

from auditor.core import rulesets
from auditor.core.events import (
    CHOMBO,
    EXHAUSTIVE,
    FOUR_KANS,
    NAGASHI_MANGAN,
    NINE_TERMINALS,
    TRIPLE_RON,
    UNSPECIFIED,
    Hand,
    Ryuukyoku,
    Win,
)
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.ledger import as_tenhou_rounded, final_scores, sticks_left
from auditor.core.table.next_hand import (
    ending,
    is_end_unknown,
    is_honba_unknown,
    is_renchan,
    is_renchan_unknown,
    next_honba,
    next_round,
    possible_rounds,
)
from auditor.core.table.table import Table
from auditor.core.tiles import UNKNOWN, parse_kinds

DEALER_WINS, OTHER_WINS, BOTH_WIN = "the dealer wins", "another wins", "both win"
TENPAI, NOTEN, NOT_TOLD = "tenpai", "noten", "not told"
"""Exhaustive draws by what the log says of the dealer."""


def rules_with(name: str, **changes: Any) -> Ruleset:
    """A ruleset with other settings of its section game."""
    rules = rulesets.load(name)
    return msgspec.structs.replace(rules, game=msgspec.structs.replace(rules.game, **changes))


def after(
    rules: Ruleset, end: str, *, round: int = 0, honba: int = 0, scores: tuple[int, ...] | None = None, hand: str = ""
) -> Table:
    """A hand as it ended. hand: the dealer's tiles, hidden unless given."""
    players = rules.game.players
    dealer = round % 4
    points = scores or (rules.game.start_points,) * players + (0,) * (4 - players)
    held = tuple([4 * kind + place % 4 for place, kind in enumerate(parse_kinds(hand))]) if hand else (UNKNOWN,) * 13
    dealt = tuple([held if seat == dealer else (UNKNOWN,) * 13 for seat in range(4)])
    table = Table(Hand(0, round, honba, 0, dealer, points, dealt, 0), players, rules)
    other = (dealer + 1) % players
    if end in (DEALER_WINS, OTHER_WINS, BOTH_WIN):
        winners = {DEALER_WINS: [dealer], OTHER_WINS: [other], BOTH_WIN: [other, dealer]}[end]
        table.wins = [Win(seat, (dealer + 2) % players, 0) for seat in winners]
    elif end in (TENPAI, NOTEN, NOT_TOLD):
        tenpai = tuple([seat == dealer and end == TENPAI for seat in range(4)])
        table.ryuukyoku = Ryuukyoku(EXHAUSTIVE, tenpai=None if end == NOT_TOLD else tenpai)
    else:
        table.ryuukyoku = Ryuukyoku(end)
    return table


@pytest.mark.parametrize(
    ("renchan", "stays"),
    [
        ("never", [NINE_TERMINALS, FOUR_KANS, TRIPLE_RON, CHOMBO]),
        ("win", [DEALER_WINS, BOTH_WIN, NINE_TERMINALS, FOUR_KANS, TRIPLE_RON, CHOMBO]),
        ("tenpai", [DEALER_WINS, BOTH_WIN, TENPAI, NINE_TERMINALS, FOUR_KANS, TRIPLE_RON, CHOMBO]),
        ("any draw", [DEALER_WINS, BOTH_WIN, TENPAI, NOTEN, NINE_TERMINALS, FOUR_KANS, TRIPLE_RON, CHOMBO]),
    ],
)
def test_when_the_dealer_deals_again(renchan: str, stays: list[str]) -> None:
    rules = rules_with("tenhou", renchan=renchan)
    ends = [DEALER_WINS, OTHER_WINS, BOTH_WIN, TENPAI, NOTEN, NINE_TERMINALS, FOUR_KANS, TRIPLE_RON, CHOMBO]
    assert [end for end in ends if is_renchan(after(rules, end))] == stays
    for end in ends:
        assert next_round(after(rules, end, round=2)) == (2 if end in stays else 3), end


@pytest.mark.parametrize(
    ("end", "honba"),
    [(DEALER_WINS, 3), (BOTH_WIN, 3), (OTHER_WINS, 0), (TENPAI, 3), (NOTEN, 3), (NINE_TERMINALS, 3), (CHOMBO, 2)],
)
def test_the_next_counter(end: str, honba: int) -> None:
    assert next_honba(after(rulesets.load("tenhou"), end, honba=2)) == honba


def test_a_dealer_who_passes_after_a_win_leaves_no_counter() -> None:
    assert next_honba(after(rules_with("tenhou", renchan="never"), DEALER_WINS, honba=2)) == 0


def test_a_chombo_that_is_not_dealt_again_adds_a_counter() -> None:
    rules = rulesets.load("zh")
    rules = msgspec.structs.replace(rules, penalties=msgspec.structs.replace(rules.penalties, replayed=False))
    assert next_honba(after(rules, CHOMBO, honba=2)) == 3


def test_three_players_have_no_fourth_dealer() -> None:
    sanma = rulesets.load("tenhou-sanma")
    assert [next_round(after(sanma, NOTEN, round=number)) for number in (0, 1, 2, 4, 6)] == [1, 2, 4, 5, 8]
    for hands, asked in ((1, [8, 9, 10]), (2, [9, 10]), (3, [10])):
        rules = rules_with("tenhou-sanma", extension="hands", extension_hands=hands)
        played = {number: after(rules, NOTEN, round=number, scores=(24000, 45000, 36000, 0)) for number in (8, 9, 10)}
        assert [number for number, table in played.items() if ending(table)] == asked, hands


WAITING = "123m456p789s1122z"


@pytest.mark.parametrize(
    ("name", "end", "hand", "rounds"),
    [
        ("tenhou", TENPAI, "", (1,)),
        ("tenhou", NOTEN, "", (2,)),
        ("tenhou", NOT_TOLD, "", (1, 2)),
        ("tenhou", NOT_TOLD, WAITING, (1,)),
        ("tenhou", NOT_TOLD, "147m147p147s1234z", (2,)),
        ("tenhou", NAGASHI_MANGAN, "", (1, 2)),
        ("tenhou", UNSPECIFIED, WAITING, (1, 2)),
        ("tenhou", NINE_TERMINALS, "", (1,)),
        ("ema-2016", NOT_TOLD, WAITING, (1, 2)),
        ("ema-2016", NOT_TOLD, "147m147p147s1234z", (2,)),
        ("ema-2012", NAGASHI_MANGAN, "", (2,)),
    ],
)
def test_the_rounds_that_may_follow(name: str, end: str, hand: str, rounds: tuple[int, ...]) -> None:
    """Two where nothing tells if the dealer is tenpai: the hand is hidden, or may have been declared noten."""
    table = after(rulesets.load(name), end, round=1, hand=hand)
    if hand:
        table.seats[1].update_waits()
    assert possible_rounds(table) == rounds
    assert is_renchan_unknown(table) == (len(rounds) > 1)


def test_whether_a_counter_follows_a_nagashi_mangan_that_is_a_win_is_not_known() -> None:
    assert is_honba_unknown(after(rulesets.load("ema-2012"), NAGASHI_MANGAN))
    assert not is_honba_unknown(after(rulesets.load("tenhou"), NAGASHI_MANGAN))
    assert not is_honba_unknown(after(rulesets.load("ema-2012"), NOTEN))


LAST = "the last round is over"
LEADS = "the dealer leads in the last round"
BUST = "a seat is below zero"
REACHED = "a seat has reached the target in the extension"
OVER = "the extension is over"
E4, S1, S4, W1, W2, W4 = 3, 4, 7, 8, 9, 11
EVEN = (25000, 25000, 25000, 25000)
FIRST_LEADS = (31000, 23000, 23000, 23000)
DEALER_LEADS = {number: tuple([31000 if seat == number % 4 else 23000 for seat in range(4)]) for number in range(12)}
HANDS = {"extension": "hands", "extension_hands": 2}
SUDDEN = {"extension": "sudden death"}


@pytest.mark.parametrize(
    ("changes", "round", "end", "scores", "why"),
    [
        ({}, E4, OTHER_WINS, FIRST_LEADS, ""),
        ({}, S1, OTHER_WINS, (-100, 50100, 25000, 25000), BUST),
        ({}, S1, OTHER_WINS, (0, 50000, 25000, 25000), ""),
        ({"bust": False}, S1, OTHER_WINS, (-100, 50100, 25000, 25000), ""),
        ({}, S4, OTHER_WINS, FIRST_LEADS, LAST),
        ({}, S4, OTHER_WINS, (30000, 24000, 23000, 23000), LAST),
        ({}, S4, OTHER_WINS, (29900, 24100, 23000, 23000), ""),
        ({}, S4, OTHER_WINS, EVEN, ""),
        ({"extension": "none"}, S4, OTHER_WINS, EVEN, LAST),
        ({"target_points": None, "extension": "none"}, S4, OTHER_WINS, EVEN, LAST),
        ({"length": 1}, E4, OTHER_WINS, FIRST_LEADS, LAST),
        ({"length": 1}, E4, OTHER_WINS, EVEN, ""),
        ({"length": 1}, S4, NOTEN, EVEN, OVER),
        ({}, S4, DEALER_WINS, DEALER_LEADS[S4], LEADS),
        ({}, S4, TENPAI, DEALER_LEADS[S4], LEADS),
        ({"all_last_tenpai_stop": False}, S4, TENPAI, DEALER_LEADS[S4], ""),
        ({"all_last_tenpai_stop": False}, S4, DEALER_WINS, DEALER_LEADS[S4], LEADS),
        ({"all_last_stop": False}, S4, DEALER_WINS, DEALER_LEADS[S4], ""),
        ({}, S4, DEALER_WINS, FIRST_LEADS, ""),
        ({}, S4, DEALER_WINS, (31000, 19000, 19000, 31000), ""),
        ({}, S4, DEALER_WINS, (23500, 23500, 23500, 29500), ""),
        ({}, S4, NINE_TERMINALS, DEALER_LEADS[S4], ""),
        ({}, S4, CHOMBO, DEALER_LEADS[S4], ""),
        ({}, W1, NOTEN, FIRST_LEADS, LAST),
        ({}, W2, TENPAI, FIRST_LEADS, ""),
        ({}, W2, DEALER_WINS, FIRST_LEADS, ""),
        ({}, W2, NINE_TERMINALS, FIRST_LEADS, ""),
        ({}, W2, TENPAI, DEALER_LEADS[W2], LEADS),
        ({}, W2, NOTEN, EVEN, ""),
        ({}, W4, NOTEN, EVEN, OVER),
        (SUDDEN, W2, TENPAI, FIRST_LEADS, REACHED),
        (SUDDEN, W2, NINE_TERMINALS, FIRST_LEADS, REACHED),
        (SUDDEN, W2, NOTEN, FIRST_LEADS, REACHED),
        (SUDDEN, W2, TENPAI, EVEN, ""),
        (SUDDEN, S4, TENPAI, FIRST_LEADS, ""),
        (HANDS, S4, NOTEN, EVEN, ""),
        (HANDS, W1, NOTEN, FIRST_LEADS, ""),
        (HANDS, W2, NOTEN, FIRST_LEADS, LAST),
        (HANDS, W2, TENPAI, FIRST_LEADS, ""),
        (HANDS, W2, TENPAI, DEALER_LEADS[W2], LEADS),
        (HANDS, W1, DEALER_WINS, DEALER_LEADS[W1], ""),
        (HANDS, W2, NOTEN, EVEN, ""),
        (HANDS, W4, NOTEN, EVEN, OVER),
        ({"length": 4}, W4, NOTEN, FIRST_LEADS, ""),
        ({"length": 4}, 15, NOTEN, EVEN, OVER),
        ({"length": 0}, 0, OTHER_WINS, EVEN, LAST),
        ({"length": 0}, 0, DEALER_WINS, EVEN, LAST),
        ({"length": 0}, 0, NOTEN, EVEN, ""),
    ],
)
def test_why_a_game_is_over(changes: dict[str, Any], round: int, end: str, scores: tuple[int, ...], why: str) -> None:
    assert ending(after(rules_with("tenhou", **changes), end, round=round, scores=scores)) == why


@pytest.mark.parametrize(
    ("changes", "round", "end", "scores", "unknown"),
    [
        ({}, S4, UNSPECIFIED, FIRST_LEADS, True),
        ({}, S1, UNSPECIFIED, FIRST_LEADS, False),
        ({}, S4, NOT_TOLD, FIRST_LEADS, True),
        ({}, W4, TENPAI, EVEN, True),
        ({}, W4, TENPAI, DEALER_LEADS[W4], False),
        ({}, W4, NOTEN, EVEN, False),
        ({"extension": "none"}, S4, TENPAI, EVEN, False),
        ({"all_last_tenpai_stop": None}, S4, TENPAI, DEALER_LEADS[S4], True),
        ({"all_last_tenpai_stop": None}, S4, TENPAI, FIRST_LEADS, False),
        ({"all_last_tenpai_stop": None}, S4, DEALER_WINS, DEALER_LEADS[S4], False),
        ({"all_last_tenpai_stop": None}, S4, NINE_TERMINALS, DEALER_LEADS[S4], False),
        ({"all_last_tenpai_stop": None}, S1, TENPAI, DEALER_LEADS[S1], False),
        ({"all_last_tenpai_stop": None, "all_last_stop": False}, S4, TENPAI, DEALER_LEADS[S4], False),
    ],
)
def test_where_nothing_tells_if_a_game_is_over(
    changes: dict[str, Any], round: int, end: str, scores: tuple[int, ...], unknown: bool
) -> None:
    assert is_end_unknown(after(rules_with("tenhou", **changes), end, round=round, scores=scores)) == unknown


@pytest.mark.parametrize(
    ("name", "round", "end", "scores", "why"),
    [
        ("tenhou-sanma", 6, NOTEN, (40000, 33000, 32000, 0), LAST),
        ("tenhou-sanma", 6, NOTEN, (39900, 33100, 32000, 0), ""),
        ("tenhou-sanma", 5, NOTEN, (40000, 33000, 32000, 0), ""),
        ("tenhou-sanma", 8, TENPAI, (30000, 43000, 32000, 0), ""),
        ("tenhou-sanma", 8, TENPAI, (43000, 30000, 32000, 0), LEADS),
        ("tenhou-sanma", 10, NOTEN, (35000, 35000, 35000, 0), OVER),
        ("m-league", S4, NOTEN, EVEN, LAST),
        ("m-league", S4, TENPAI, DEALER_LEADS[S4], ""),
        ("m-league", S1, OTHER_WINS, (-100, 50100, 25000, 25000), ""),
        ("ema-2016", S4, NOTEN, (30000, 30000, 30000, 30000), LAST),
        ("wrc", S4, DEALER_WINS, (30000, 30000, 20000, 40000), ""),
    ],
)
def test_why_a_game_is_over_under_other_rules(
    name: str, round: int, end: str, scores: tuple[int, ...], why: str
) -> None:
    assert ending(after(rulesets.load(name), end, round=round, scores=scores)) == why


@pytest.mark.parametrize(
    ("name", "points", "sticks", "left"),
    [
        ("tenhou", [31000, 23000, 22000, 23000], 1, [1000, 0, 0, 0]),
        ("tenhou", [20000, 29000, 29000, 20000], 2, [0, 2000, 0, 0]),
        ("wrc", [31000, 23000, 22000, 23000], 3, [0, 0, 0, 0]),
        ("ema-2016", [29500, 29500, 30000, 30000], 1, [0, 0, 500, 500]),
        ("ema-2016", [31000, 29000, 30000, 29000], 1, [1000, 0, 0, 0]),
        ("m-league", [26000, 26000, 21000, 26000], 1, [400, 300, 0, 300]),
        ("m-league", [26000, 26000, 19000, 26000], 3, [1000, 1000, 0, 1000]),
        ("m-league", [24500, 24500, 24500, 24500], 2, [500, 500, 500, 500]),
        ("tenhou-sanma", [30000, 37000, 37000], 1, [0, 1000, 0]),
    ],
)
def test_the_sticks_left_at_the_end(name: str, points: list[int], sticks: int, left: list[int]) -> None:
    assert sticks_left(points, sticks, rulesets.load(name)) == left


@pytest.mark.parametrize(
    ("name", "points", "scores"),
    [
        ("tenhou", [41500, 28500, 15400, 14600], [51.5, 8.5, -24.6, -35.4]),
        ("tenhou", [20000, 35000, 35000, 10000], [-20.0, 45.0, 15.0, -40.0]),
        ("m-league", [20000, 35000, 35000, 10000], [-20.0, 35.0, 35.0, -50.0]),
        ("m-league", [30000, 30000, 30000, 10000], [50 / 3, 50 / 3, 50 / 3, -50.0]),
        ("ema-2016", [30000, 30000, 30000, 30000], [0.0, 0.0, 0.0, 0.0]),
        ("wrc", [45000, 30000, 25000, 19000], [30.0, 5.0, -10.0, -26.0]),
        ("mahjong-soul", [40000, 30000, 20000, 10000], [30.0, 10.0, -10.0, -30.0]),
        ("tenhou-sanma", [50000, 30000, 25000], [45.0, -10.0, -35.0]),
        ("ema-2012", [45000, 35000, 25000, 15000], [45.0, 15.0, -15.0, -45.0]),
    ],
)
def test_final_scores(name: str, points: list[int], scores: list[float]) -> None:
    assert final_scores(points, rulesets.load(name)) == pytest.approx(scores)


@pytest.mark.parametrize(
    ("rounding", "points", "scores"),
    [
        ("half up", [41500, 28500, 15400, 14600], [51.0, 9.0, -25.0, -35.0]),
        ("half down", [41500, 28500, 15400, 14600], [52.0, 8.0, -25.0, -35.0]),
        ("half up", [60600, 28600, 11300, -500], [70.0, 9.0, -29.0, -50.0]),
        ("half down", [60600, 28600, 11300, -500], [71.0, 9.0, -29.0, -51.0]),
        ("half up", [36000, 36000, 14000, 14000], [46.0, 16.0, -26.0, -36.0]),
    ],
)
def test_final_scores_in_whole_points(rounding: str, points: list[int], scores: list[float]) -> None:
    """The first takes what the rounding of the others leaves over."""
    found = final_scores(points, rules_with("tenhou", final_rounding=rounding))
    assert found == pytest.approx(scores)
    assert sum(found) == pytest.approx(0)


def test_tenhous_old_rounding_is_away_from_zero() -> None:
    points = [60600, 28600, 11300, -500]
    assert as_tenhou_rounded(points, rulesets.load("tenhou")) == pytest.approx([71.0, 9.0, -29.0, -51.0])
