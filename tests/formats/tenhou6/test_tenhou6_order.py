"""The order between seats, rebuilt from lists that do not record it."""

import random

import pytest
from support.tenhou6_logs import Lists, hand, log, read_game, read_hand, steps

from auditor.core.audit.game import audit_game
from auditor.core.events import CHI, CLOSED_KAN, DISCARD, DRAW, NO_SEAT, NOT_RECORDED, OPEN_KAN, PON
from auditor.core.rulesets import load
from auditor.formats.tenhou6.syntax import NOTHING, WrittenTurn
from auditor.formats.tenhou6.turn_order import ANY_END, RON_END, Search, find_order, order_from_end

DRAWN_HAND = ["流局", [0, 0, 0, 0]]


def test_play_goes_round() -> None:
    lists = {0: ([11, 15], [60, 60]), 1: ([12], [60]), 2: ([13], [60]), 3: ([14], [60])}
    assert steps(read_hand(hand(lists, DRAWN_HAND)).events) == (
        "0 draw 1m, 0 discard 1m, 1 draw 2m, 1 discard 2m, 2 draw 3m, 2 discard 3m, 3 draw 4m, 3 discard 4m, "
        "0 draw 5m, 0 discard 5m, ryuukyoku"
    )


def test_the_dealer_of_the_round_begins() -> None:
    lists = {2: ([13], [60]), 3: ([14], [60])}
    assert steps(read_hand(hand(lists, DRAWN_HAND, counters=(6, 0, 0))).events).startswith("2 draw 3m, 2 discard 3m, 3")


def test_a_pon_skips_the_seats_between() -> None:
    lists = {0: ([11], [44]), 2: (["44p4444"], [43]), 3: ([12], [60])}
    assert steps(read_hand(hand(lists, DRAWN_HAND)).events) == (
        "0 draw 1m, 0 discard 4z, 2 pon 4z, 2 discard 3z, 3 draw 2m, 3 discard 2m, ryuukyoku"
    )


def test_of_two_equal_discards_the_one_is_claimed_that_lets_the_hand_work_out() -> None:
    """Seat 2 could claim the first 4z, but then nobody could discard the 2p that seat 0 claims."""
    lists = {0: ([11, "2222p22"], [44, 44]), 1: ([12], [22]), 2: (["44p4444"], [43]), 3: ([13], [60])}
    assert steps(read_hand(hand(lists, DRAWN_HAND)).events) == (
        "0 draw 1m, 0 discard 4z, 1 draw 2m, 1 discard 2p, 0 pon 2p, 0 discard 4z, 2 pon 4z, 2 discard 3z, "
        "3 draw 3m, 3 discard 3m, ryuukyoku"
    )


def test_of_two_equal_discards_the_first_is_claimed_where_only_that_works_out() -> None:
    lists = {0: ([11, 12], [44, 44]), 2: (["44p4444"], [43]), 3: ([13], [60])}
    assert steps(read_hand(hand(lists, DRAWN_HAND)).events) == (
        "0 draw 1m, 0 discard 4z, 2 pon 4z, 2 discard 3z, 3 draw 3m, 3 discard 3m, 0 draw 2m, 0 discard 4z, ryuukyoku"
    )


def test_of_two_seats_that_wait_to_claim_each_gets_its_own_discard() -> None:
    """Seat 1 passes the first 2p, which seat 3 claims, and takes the second by chi."""
    lists = {0: ([11, 12], [22, 22]), 1: (["c222324"], [42]), 3: (["2222p22"], [31])}
    assert steps(read_hand(hand(lists, DRAWN_HAND)).events) == (
        "0 draw 1m, 0 discard 2p, 3 pon 2p, 3 discard 1s, 0 draw 2m, 0 discard 2p, 1 chi 2p, 1 discard 2z, ryuukyoku"
    )


@pytest.mark.parametrize(
    ("entry", "from_seat"),
    [
        ("c111213", 3),
        ("p111111", 3),
        ("11p1111", 2),
        ("1111p11", 1),
        ("m11111111", 3),
        ("11m111111", 2),
        ("111111m11", 1),
    ],
)
def test_the_place_of_the_letter_says_who_discarded(entry: str, from_seat: int) -> None:
    """Seat 0 claims; the seats between the dealer (seat 1) and the discarder draw and discard other tiles."""
    lists: dict[int, tuple[object, object]] = {0: ([entry], [0] if "m" in entry else [44])}
    for seat in range(1, from_seat + 1):
        lists[seat] = ([11], [60 if seat == from_seat else 44])
    claim = next(event for event in read_hand(hand(lists, counters=(1, 0, 0))).events if event.seat == 0)
    assert (claim.from_seat, claim.tile >> 2) == (from_seat, 0)


def test_an_open_kan_draws_a_replacement() -> None:
    lists = {0: ([11], [44]), 1: (["m44444444", 12], [0, 60]), 2: ([13], [60])}
    expected = (
        "0 draw 1m, 0 discard 4z, 1 open kan 4z, 1 draw 2m, dora 1s, 1 discard 2m, 2 draw 3m, 2 discard 3m, ryuukyoku"
    )
    assert steps(read_hand(hand(lists, DRAWN_HAND, indicators=(46, 31))).events) == expected
    without_zero = {**lists, 1: (["m44444444", 12], [60])}
    assert steps(read_hand(hand(without_zero, DRAWN_HAND, indicators=(46, 31))).events) == expected


def test_kans_in_a_row_and_the_moments_of_their_indicators() -> None:
    """Closed: at once. Added: before the discard, or before the next replacement draw if another kan comes first."""
    lists = {
        0: ([41, 11, 12, 13, 14], ["414141a41", "k44444444", "11k111111", "222222a22", 60]),
        1: ([16], [60]),
    }
    assert steps(read_hand(hand(lists, DRAWN_HAND, indicators=(46, 31, 32, 33, 34))).events) == (
        "0 draw 1z, 0 closed kan 1z, dora 1s, 0 draw 1m, 0 added kan 4z, 0 draw 2m, 0 added kan 1m, dora 2s, "
        "0 draw 3m, 0 closed kan 2p, dora 3s, dora 4s, 0 draw 4m, 0 discard 4m, 1 draw 6m, 1 discard 6m, ryuukyoku"
    )


def test_two_added_kans_and_the_second_is_robbed() -> None:
    lists = {
        0: ([11, "1111p11", 15, 16], [44, 41, "1111k1111", "44k444444"]),
        1: ([12, 13], [11, 60]),
        2: ([14], [60]),
        3: ([17], [60]),
    }
    won = ["和了", [-8000, 8000, 0, 0], [1, 0, 1, "満貫8000点", "槍槓(1飜)"]]
    events = read_hand(hand(lists, won, indicators=(46, 31))).events
    assert steps(events[-4:]) == "0 draw 6m, 0 added kan 4z, dora 1s, 1 win 4z"
    assert events[-4].kind == DRAW


def test_a_win_on_the_replacement_leaves_the_added_kan_without_indicator() -> None:
    lists = {0: ([11, 12], ["1111k1111"])}
    won = ["和了", [3000, -1000, -1000, -1000], [0, 0, 0, "30符1飜1000点∀", "嶺上開花(1飜)"]]
    assert steps(read_hand(hand(lists, won)).events) == "0 draw 1m, 0 added kan 1m, 0 draw 2m, 0 win 2m"


def test_indicators_without_a_kan_come_before_the_end() -> None:
    lists = {0: ([11], [60])}
    assert steps(read_hand(hand(lists, DRAWN_HAND, indicators=(46, 31, 32))).events) == (
        "0 draw 1m, 0 discard 1m, dora 1s, dora 2s, ryuukyoku"
    )


def test_three_players_skip_the_fourth_seat_and_set_north_aside() -> None:
    """Seat 0's left neighbour is seat 2; Tenhou counts four seats and calls it across."""
    lists = {0: ([11, 12, "22p2222"], ["f44", 60, 41]), 1: ([21, 22], [60, 60]), 2: ([31], [22])}
    rule = {"disp": "三般南喰赤", "aka": 1}
    events = read_hand(hand(lists, ["流局", [0, 0, 0, 0]], players=3), rule=rule).events
    assert steps(events) == (
        "0 draw 1m, 0 north 4z, 0 draw 2m, 0 discard 2m, 1 draw 1p, 1 discard 1p, 2 draw 1s, 2 discard 2p, "
        "0 pon 2p, 0 discard 1z, 1 draw 2p, 1 discard 2p, ryuukyoku"
    )
    assert events[8].from_seat == 2


@pytest.mark.parametrize(
    ("seat", "entry", "discarder"),
    [
        (0, "p222222", 2),
        (0, "22p2222", 2),
        (0, "2222p22", 1),
        (0, "222222m22", 1),
        (1, "p222222", 0),
        (1, "22p2222", 0),
        (1, "2222p22", 2),
        (2, "p222222", 1),
        (2, "22p2222", 0),
        (2, "2222p22", 1),
    ],
)
def test_whom_three_players_claim_from(seat: int, entry: str, discarder: int) -> None:
    """The place of the letter counts four seats, as Tenhou does, or three, where it would name the fourth."""
    lists: dict[int, tuple[list[object], list[object]]] = {one: ([], []) for one in range(3)}
    for one in range(discarder + 1):
        lists[one] = ([31 + one], [22 if one == discarder else 60])
    lists[seat][0].append(entry)
    lists[seat][1].append(0 if "m" in entry else 45)
    dealt = {seat: [22, 22, 22, 24, 25, 26, 27, 28, 29, 41, 41, 44, 45]}
    fields = hand(lists, ["流局", [0, 0, 0, 0]], players=3, dealt=dealt)
    events = read_hand(fields, rule={"disp": "三般南喰赤", "aka": 1}).events
    (call,) = [event for event in events if event.kind in (PON, OPEN_KAN)]
    assert (call.seat, call.from_seat) == (seat, discarder)


def test_a_ron_on_north() -> None:
    lists = {0: ([11], ["f44"])}
    won = ["和了", [-1000, 1000, 0, 0], [1, 0, 1, "30符1飜1000点", "ドラ(1飜)"]]
    events = read_hand(hand(lists, won, players=3), rule={"disp": "三般南喰赤", "aka": 1}).events
    assert steps(events) == "0 draw 1m, 0 north 4z, 1 win 4z"
    assert (events[-1].from_seat, events[-1].tile >> 2) == (0, 30)


def test_a_riichi_pays_its_stick_when_its_tile_has_passed() -> None:
    lists = {0: ([11], ["r60"]), 1: ([12], ["r44"])}
    won = ["和了", [1000, -1000, 0, 0], [0, 1, 0, "30符1飜1000点", "立直(1飜)"]]
    events = read_hand(hand(lists, won)).events
    assert steps(events) == (
        "0 draw 1m, 0 riichi, 0 discard 1m, 0 deposit, 1 draw 2m, 1 riichi, 1 discard 4z, 0 win 4z"
    )


@pytest.mark.parametrize(
    ("result", "is_paid"),
    [
        (["流局", [0, 0, 0, 0]], True),
        (["四家立直"], True),
        (["四槓散了"], True),
        (["三家和了"], False),
        (None, False),
    ],
)
def test_a_riichi_on_the_last_discard(result: list[object] | None, is_paid: bool) -> None:
    events = read_hand(hand({0: ([11], ["r60"])}, result)).events
    assert ("deposit" in steps(events)) == is_paid


def test_nine_terminals_end_with_a_draw() -> None:
    assert steps(read_hand(hand({0: ([11], [])}, ["九種九牌"])).events) == "0 draw 1m, ryuukyoku"


def test_a_claim_of_a_tile_other_than_the_discard_keeps_the_order() -> None:
    """A wrong tile is for the checks to judge; the seats still say who came after whom."""
    lists = {0: ([11], [43]), 2: (["44p4444"], [43]), 3: ([12], [60])}
    game = read_game(log(hand(lists, DRAWN_HAND)))
    assert steps(game.hands[0].events).startswith("0 draw 1m, 0 discard 3z, 2 pon 4z, 2 discard 3z, 3 draw 2m")
    assert game.hands[0].order_is_certain


def test_a_winner_who_did_not_draw_last_keeps_the_order() -> None:
    lists = {0: ([11], [60]), 1: ([12], [])}
    won = ["和了", [0, 0, 0, 0], [3, 3, 3, "30符1飜1000点", "立直(1飜)"]]
    assert steps(read_hand(hand(lists, won)).events) == "0 draw 1m, 0 discard 1m, 1 draw 2m, 3 win 2m"


@pytest.mark.parametrize(
    "lists",
    [
        {0: ([11, 12], [60, 60])},
        {0: ([11], [60, 60])},
        {0: ([11], [60]), 1: ([13, 14], ["r60"]), 2: ([15], [60])},
        {0: ([11], [60]), 3: (["p444444"], [41])},
        {0: ([11], [60]), 1: (["c111213"], [60]), 2: ([14], [60])},
    ],
    ids=["draws twice", "more out than in", "an entry missing", "never discarded", "tsumogiri after a claim"],
)
def test_lists_that_no_order_explains_give_the_play_as_far_as_it_goes(
    lists: Lists,
) -> None:
    good = hand({1: ([11], [60])}, DRAWN_HAND, counters=(1, 0, 0))
    game = read_game(log(hand(lists, DRAWN_HAND), good))
    events = game.hands[0].events
    assert steps(events).startswith("0 draw 1m, 0 discard 1m")
    assert not game.hands[0].is_finished
    assert [hand.unexplained_from for hand in game.hands] == [len(events), NOT_RECORDED]
    assert game.hands[1].is_finished


def test_a_hand_of_which_not_one_event_is_explained_is_told_at_its_start() -> None:
    game = read_game(log(hand({0: ([], [60, 29])}, DRAWN_HAND)))
    assert game.hands[0].events == []
    audit = audit_game(game, load("tenhou"))
    assert not audit.problems
    assert [(one.check, one.message_id, one.seat, one.event) for one in audit.findings] == [
        ("turn/order", "unexplained", 0, None)
    ]


def test_where_contradictions_leave_a_choice_the_hand_is_named() -> None:
    """The two claims name each other, so either may have taken the dealer's discard."""
    game = read_game(log(hand({0: ([11], [44]), 2: (["4444p44"], [44]), 3: (["p444444"], [44])}, DRAWN_HAND)))
    assert steps(game.hands[0].events).startswith("0 draw 1m, 0 discard 4z, 2 pon 4z, 2 discard 4z, 3 pon 4z")
    assert not game.hands[0].order_is_certain


def test_the_search_is_bounded() -> None:
    """Lists in which everybody could claim every discard, and which nothing ends, are given up at last."""
    turns = []
    for seat in range(4):
        claims = []
        for number in range(60):
            turn = WrittenTurn(PON if number or seat else DRAW, 11, (11, 11), (seat + 1 + number % 3) % 4)
            turn.played, turn.played_tile = DISCARD, 12 if number == 59 else 11
            claims.append(turn)
        turns.append(claims)
    order = find_order(turns, 4, 0, RON_END, 0)
    assert not order.is_complete
    assert order.seats[0] == 0


@pytest.mark.parametrize(
    ("taken", "played", "ends"),
    [(DRAW, NOTHING, True), (PON, NOTHING, True), (OPEN_KAN, NOTHING, False), (DRAW, DISCARD, False)],
)
def test_a_turn_in_which_nothing_is_played_ends_the_hand_but_for_an_open_kan(
    taken: int, played: int, ends: bool
) -> None:
    turn = WrittenTurn(taken, 11, (), 3)
    turn.played = played
    assert turn.ends_hand == ends


def test_a_hand_that_no_order_explains_is_told_once() -> None:
    """Seat 3 has drawn too often; what stands before that is judged."""
    lists = {0: ([11, 12], [60, 60]), 1: ([13], [60]), 2: ([14], [60]), 3: ([15, 16, 17], [60, 60, 60])}
    found = audit_game(read_game(log(hand(lists, DRAWN_HAND))), load("tenhou")).findings
    assert [(one.check, one.seat, one.message) for one in found if one.check == "turn/order"] == [
        (
            "turn/order",
            0,
            "No order of the seats' draws and discards explains this hand: after 10 events a draw by seat 1, "
            "a claim, or a win is due, and the log has none that fits. The rest of the hand is not checked.",
        )
    ]


@pytest.mark.parametrize("seed", range(50))
def test_the_order_from_the_end_is_the_only_one_that_a_search_finds(seed: int) -> None:
    """Of lists of whatever turns, and of orders of play cut into lists, in which there may be a contradiction."""
    chance = random.Random(seed)
    found = 0
    for _ in range(100):
        players, dealer = chance.choice((3, 4)), chance.randrange(3)
        turns = played_lists(chance, players, dealer)
        if chance.random() < 0.3:
            seat = chance.choice([seat for seat in range(4) if turns[seat]])
            turn = chance.choice(turns[seat])
            turn.played_tile, turn.is_possible, turn.from_seat = (
                chance.choice((11, 12)),
                chance.random() < 0.5,
                (seat + 2) % 4,
            )
        orders = [order for last in range(4) if (order := order_from_end(turns, players, dealer, last))]
        search = Search(turns, players, dealer, ANY_END, NO_SEAT)
        assert search.count(NO_SEAT, 0) == len(orders)
        assert search.first == (orders[0] if orders else [])
        found += len(orders)
    assert found > 50


def played_lists(chance: random.Random, players: int, dealer: int) -> list[list[WrittenTurn]]:
    """The lists of some turns that follow each other."""
    turns: list[list[WrittenTurn]] = [[], [], [], []]
    seat, taken, from_seat, tile = dealer, DRAW, NO_SEAT, 11
    for _ in range(chance.randrange(1, 20)):
        turn = WrittenTurn(taken, tile, (), from_seat)
        turns[seat].append(turn)
        turn.played = NOTHING if taken == OPEN_KAN else chance.choice((DISCARD, DISCARD, DISCARD, DISCARD, CLOSED_KAN))
        turn.played_tile = chance.choice((11, 12))
        taken, from_seat, tile = DRAW, NO_SEAT, chance.choice((11, 12))
        if not turn.draws_again:
            from_seat, tile = seat, turn.played_tile
            seat = (seat + 1) % players
            taken = chance.choice((DRAW, DRAW, DRAW, CHI))
            if chance.random() < 0.2:
                seat, taken = (from_seat + chance.randrange(1, players)) % players, chance.choice((PON, OPEN_KAN))
    return turns
