"""The record of a replay: how hands end, what becomes of riichi, what was drawn and turned."""

from collections.abc import Callable

import pytest
from scenarios import Play

from auditor.core.audit.game import audit_game
from auditor.core.events import EXHAUSTIVE, FOUR_WINDS, NAGASHI_MANGAN, TEDASHI, TSUMOGIRI
from auditor.core.table.record import UNMARKED, HandRecord, RiichiRecord
from auditor.core.tiles import KIND_OF_TEXT, KIND_TEXT, UNKNOWN, mask_kinds, parse_tiles

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
OTHER_WAIT = "56m234567p23488s"
"""Waits for 4m and 7m."""
THIRD_WAIT = "56m345678p34599s"
"""Waits for 4m and 7m."""


def record_of(play: Play) -> HandRecord:
    return audit_game(play.game, play.rules).records[-1]


def tsumo(play: Play) -> None:
    play.hand({1: WAIT}, avoid="7m").turn().draw("7m").tsumo()


def rons(play: Play, winners: int) -> None:
    play.hand({1: WAIT, 2: OTHER_WAIT, 0: THIRD_WAIT}, avoid="7m").turn().turn().turn().turn("7m")
    for seat in (0, 1, 2)[:winners]:
        play.ron(seat)


def winds(play: Play) -> None:
    play.hand(avoid="4444z").turn("4z").turn("4z").turn("4z").turn("4z").ryuukyoku(FOUR_WINDS)


@pytest.mark.parametrize(
    ("played", "outcome"),
    [
        (tsumo, "tsumo"),
        (lambda play: rons(play, 1), "ron"),
        (lambda play: rons(play, 2), "double ron"),
        (lambda play: rons(play, 3), "triple ron"),
        (lambda play: play.hand().end(), EXHAUSTIVE),
        (lambda play: play.hand().play_out().ryuukyoku(NAGASHI_MANGAN), NAGASHI_MANGAN),
        (winds, FOUR_WINDS),
        (lambda play: play.hand().turn(), "unfinished"),
    ],
    ids=["tsumo", "ron", "double", "triple", "draw", "nagashi", "winds", "unfinished"],
)
def test_how_a_hand_ends(played: Callable[[Play], object], outcome: str) -> None:
    play = Play("ema-2012")
    played(play)
    assert record_of(play).outcome == outcome


def in_riichi(play: Play, *others: tuple[int, str]) -> Play:
    """Seat 1 is in riichi, waiting for 1m, 4m and 7m."""
    play.hand({1: WAIT, **dict(others)}, avoid="7m7m9p9s", indicator="1z")
    return play.turn().draw("9p").riichi("9p")


@pytest.mark.parametrize(
    ("ends", "outcome"),
    [
        (lambda play: in_riichi(play).go_round().draw("7m").tsumo(), "tsumo"),
        (lambda play: in_riichi(play).turn("7m").ron(1), "ron"),
        (lambda play: in_riichi(play, (3, OTHER_WAIT)).go_round().draw("7m").discard().ron(3), "dealt in"),
        (lambda play: in_riichi(play, (3, OTHER_WAIT)).turn().draw("7m").tsumo(), "other win"),
        (lambda play: in_riichi(play, (3, OTHER_WAIT)).turn("7m").ron(3), "other win"),
        (lambda play: in_riichi(play).end(), "draw"),
        (lambda play: in_riichi(play).turn(), "unfinished"),
    ],
    ids=["tsumo", "ron", "dealt in", "other tsumo", "other ron", "draw", "unfinished"],
)
def test_what_becomes_of_a_riichi(ends: Callable[[Play], Play], outcome: str) -> None:
    play = Play()
    ends(play)
    (riichi,) = record_of(play).riichis
    assert riichi.outcome == outcome


def riichi_of(play: Play) -> RiichiRecord:
    (riichi,) = record_of(play).riichis
    return riichi


def test_a_riichi_as_it_was_declared() -> None:
    play = in_riichi(Play()).turn()
    riichi = riichi_of(play)
    assert (riichi.seat, riichi.event, riichi.turn, riichi.tiles_left) == (1, 3, 1, 68)
    assert (riichi.accepted, riichi.double, riichi.furiten, riichi.open) == (True, True, False, False)
    assert [KIND_TEXT[kind] for kind in mask_kinds(riichi.waits)] == ["1m", "4m", "7m"]
    assert sorted(riichi.kinds) == sorted([KIND_OF_TEXT[text] for text in parse_tiles(WAIT)])
    assert riichi.melds == 0


def test_the_hand_of_a_riichi_is_not_known_where_the_log_hides_it() -> None:
    play = in_riichi(Play()).turn().hide(1)
    riichi = riichi_of(play)
    assert (riichi.waits, riichi.kinds) == (0, [])
    play = in_riichi(Play()).turn()
    hand = play.current
    hand.dealt = (hand.dealt[0], (UNKNOWN, *hand.dealt[1][1:]), *hand.dealt[2:])
    assert riichi_of(play).kinds == []


def test_a_later_riichi_with_a_kan_and_a_wait_in_the_river() -> None:
    play = Play().hand({1: "23456m456p888s99s"}, avoid="1m8s9p")
    play.turn().turn("1m").go_round().draw("8s").closed_kan("8s").draw("9p").riichi("9p").turn()
    riichi = riichi_of(play)
    assert (riichi.turn, riichi.accepted, riichi.double, riichi.furiten, riichi.melds) == (2, True, False, True, 1)
    assert len(riichi.kinds) == 10


@pytest.mark.parametrize(("called", "double"), [(False, True), (True, False)])
def test_a_call_before_it_ends_double_riichi(called: bool, double: bool) -> None:
    play = Play().hand({2: WAIT, 1: "55z147m147p147s1p9p"}, avoid="9p5z")
    if called:
        play.turn("5z").pon(1, "55z").discard("9p")
    else:
        play.turn().turn()
    assert riichi_of(play.draw("9p").riichi("9p").turn()).double == double


@pytest.mark.parametrize(("won", "accepted"), [(True, False), (False, True)])
def test_a_declaration_tile_that_is_won_on_is_no_riichi(won: bool, accepted: bool) -> None:
    play = Play().hand({1: WAIT, 3: "123789m1199s78p5z"}, avoid="9p")
    play.turn().draw("9p").riichi("9p", deposit=False)
    if won:
        play.ron(3)
    else:
        play.deposit(1).turn()
    assert riichi_of(play).accepted == accepted


def test_draws_indicators_and_tiles_left() -> None:
    play = Play().hand({1: "11147m1258p2s567z", 2: "22m147p258s12345z"}, avoid="1m2m3m4m", indicator="1z")
    play.turn().draw("1m").closed_kan("1m", dora="3m").draw().discard("7m").turn("4m", "2m")
    record = record_of(play)
    assert record.draws == 4
    assert [KIND_TEXT[tile >> 2] for tile in record.indicators] == ["1z", "3m"]
    assert record.wall_left == [69, 69, 68, 68, 68, 67, 67, 66, 66]
    marks = [UNMARKED, TSUMOGIRI, UNMARKED, UNMARKED, UNMARKED, UNMARKED, TEDASHI, UNMARKED, TEDASHI]
    assert record.marks == marks
    assert (record.dealer, record.round, record.honba, record.sticks) == (0, 0, 0, 0)
    assert record.stopped_at is None


def test_the_ura_of_the_winner_who_shows_them() -> None:
    play = in_riichi(Play()).turn("7m").ron(1, ura="2z")
    assert [KIND_TEXT[tile >> 2] for tile in record_of(play).ura] == ["2z"]
    assert record_of(Play().hand({1: WAIT}, avoid="7m").turn("7m").ron(1)).ura == []


def test_counters_and_scores_from_start_to_end() -> None:
    play = Play().hand({1: WAIT}, avoid="9p", round=5, honba=3, sticks=2, scores=(20000, 30000, 24000, 24000))
    play.draw("9p").riichi("9p").end()
    record = record_of(play)
    assert (record.hand, record.round, record.dealer, record.honba, record.sticks) == (0, 5, 1, 3, 2)
    assert (record.scores, record.end_scores, record.end_sticks) == (
        [20000, 30000, 24000, 24000], [19000, 32000, 23000, 23000], 3,
    )  # fmt: skip
