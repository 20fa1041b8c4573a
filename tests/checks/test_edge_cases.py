"""Positions at the edge of a rule, and what one fault puts in doubt, where no format can write the log."""

import time
from collections.abc import Callable

import pytest
from scenarios import Play

from auditor.core.audit.game import audit_game
from auditor.core.events import (
    CHI,
    CHOMBO,
    CLOSED_KAN,
    DEPOSIT,
    DISCARD,
    DORA,
    EXHAUSTIVE,
    FOUR_WINDS,
    NORTH,
    OPEN_KAN,
    PON,
    RIICHI,
    TEDASHI,
    TRIPLE_RON,
    TSUMOGIRI,
    Deposit,
    Event,
    Win,
)
from auditor.core.results import NOTE

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""


def found_in(play: Play) -> list[tuple[str, int | None, int | None]]:
    """Check, event and seat of every finding but notes."""
    audit = audit_game(play.game, play.rules)
    assert not audit.problems, audit.problems
    return [(one.check, one.event, one.seat) for one in audit.findings if one.severity != NOTE]


@pytest.mark.parametrize(
    ("kind", "claimed", "own", "fits"),
    [
        (CLOSED_KAN, "", "1111m", True),
        (CLOSED_KAN, "", "1112m", False),
        (CLOSED_KAN, "", "111m", False),
        (OPEN_KAN, "1m", "111m", True),
        (OPEN_KAN, "1m", "112m", False),
        (OPEN_KAN, "2m", "111m", False),
        (OPEN_KAN, "1m", "11m", False),
        (PON, "1m", "11m", True),
        (PON, "1m", "12m", False),
        (PON, "2m", "11m", False),
        (PON, "1m", "111m", False),
        (CHI, "3m", "12m", True),
        (CHI, "1m", "23m", True),
        (CHI, "7m", "89m", True),
        (CHI, "4m", "12m", False),
        (CHI, "2m", "13m", True),
        (CHI, "3m", "11m", False),
        (CHI, "1p", "89m", False),
        (CHI, "9m", "12p", False),
        (CHI, "9s", "12z", False),
        (CHI, "1z", "23z", False),
        (CHI, "3m", "124m", False),
    ],
)
def test_what_makes_a_meld(kind: int, claimed: str, own: str, fits: bool) -> None:
    play = Play()
    rest = "4p7p2s5s8s4z5z6z7z6p8p"
    play.hand({1: own + rest[: 2 * (14 - len(own))]}, avoid=claimed)
    tiles = play.held(1, own)
    if kind == CLOSED_KAN:
        play.turn().draw().add(Event(CLOSED_KAN, 1, tiles[0], tiles, 1))
    else:
        play.turn(claimed)
        play.add(Event(kind, 1, play.current.events[-1].tile, tiles, 0))
    meld = play.last_event
    assert [one for one in found_in(play) if one[0] == "call/meld"] == ([] if fits else [("call/meld", meld, 1)])


def test_the_same_tile_twice_makes_no_meld() -> None:
    play = Play().hand({1: "11m147p258s147z22s"}, avoid="1m").turn("1m")
    play.add(Event(PON, 1, play.current.events[-1].tile, play.held(1, "1m") * 2, 0))
    assert ("call/meld", 2, 1) in found_in(play)


@pytest.mark.parametrize(("rules", "found"), [("tenhou", True), ("tenhou-sanma", False)])
def test_a_north_is_set_aside_by_three_players_only(rules: str, found: bool) -> None:
    play = Play(rules).hand({0: "4z147p258s19m1235z"})
    play.draw().add(Event(NORTH, 0, play.held(0, "4z")[0], (), 0))
    assert (("call/meld", 1, 0) in found_in(play)) == found


@pytest.mark.parametrize(("recorded", "found"), [(1, True), (2, False), (3, False), (4, True), (-1, False)])
def test_a_draw_records_the_hand_s_counter_or_the_next_one(recorded: int, found: bool) -> None:
    play = Play().hand(honba=2)
    play.play_out().ryuukyoku(honba=recorded)
    assert found_in(play) == ([("honba/carry", play.last_event, None)] if found else [])


@pytest.mark.parametrize("seat", range(4))
def test_a_claim_of_another_tile_puts_the_tiles_of_all_four_in_doubt(seat: int) -> None:
    """The caller's, those of the seat it claims from, the last discarder's, and those of the one whose turn it was."""
    play = Play().hand({3: "123456m456p77z12s"}, avoid="7z8p").turn("7z")
    passed = play.table.last
    assert passed is not None
    play.turn("8p").add(Event(PON, 3, passed.tile, play.held(3, "77z"), 0)).discard("2s")
    wrong = 4
    play.go_round(seat).draw()
    held = [tile for player in play.table.seats if player.seat != seat for tile in player.concealed]
    play.add(Event(DISCARD, seat, held[0]))
    assert found_in(play) == [("call/target", wrong, 3)]


def test_only_the_tiles_of_seats_that_had_a_part_in_a_fault_are_in_doubt() -> None:
    play = Play().hand({1: "147m147p147s1234z", 2: "258m258p258s5567z"})
    play.turn().draw().discard_tile(play.held(2, "2m")[0])
    first = play.last_event
    play.turn().turn().draw()
    play.discard_tile(play.held(2, "5m")[0])
    assert found_in(play) == [("tiles/not-held", first, 1), ("tiles/not-held", play.last_event, 0)]
    # Where a claim names a wrong caller, the seat that did call goes on: that is no fault of its own.
    for kind, own, check in ((CHI, "23m", "call/chi-seat"), (PON, "11m", "tiles/not-held")):
        play = Play().hand({1: "1123m369p369s123z"}, avoid="1m").turn("1m")
        claimed = play.table.last
        assert claimed is not None
        play.add(Event(kind, 2, claimed.tile, play.held(1, own), 0))
        play.add(Event(DISCARD, 1, play.held(1, "9s")[0]))
        assert found_in(play) == [(check, play.last_event - 1, 2)]
    # An indicator that is turned behind a kan is no other seat's act.
    play = Play("riichi-city").hand({1: "11m369p369s12337z", 3: "1m258p258s124567z"}, avoid="1m").turn("1m")
    (kan,), free = play.held(3, "1m"), [tile for tile in range(136) if play.table.is_available(tile)]
    claimed = play.table.last
    assert claimed is not None
    for event in (
        Event(OPEN_KAN, 1, claimed.tile, (*play.held(1, "11m"), kan), 0), Event(DORA, -1, free[0]),
        Event(DISCARD, 1, play.held(1, "7z")[0]),
    ):  # fmt: skip
        play.add(event)
    assert found_in(play) == [("tiles/not-held", 2, 1), ("turn/order", 4, 1)]


@pytest.mark.parametrize("sees", ["order", "no order"])
@pytest.mark.parametrize(("orderly", "found"), [(3, False), (4, True), (6, True)])
def test_doubt_about_the_turn_ends_after_four_draws_and_discards_in_order(orderly: int, found: bool, sees: str) -> None:
    """But not where the reader made the order itself."""
    play = Play().hand().turn()
    play.game.order_recorded = sees == "order"
    play.draw(seat=2)
    first = play.last_event
    for _ in range(orderly):
        if play.table.phase == 2:
            play.discard()
        else:
            play.draw()
    waits = play.table.due
    again = (waits + 2) % 4
    play.draw(seat=again)
    second = [("turn/order", play.last_event, again)] if found and sees == "order" else []
    assert found_in(play) == [("turn/order", first, 2), *second]


@pytest.mark.parametrize(
    ("mark", "copies", "found"),
    [(TEDASHI, False, True), (TSUMOGIRI, False, False), (-1, False, False), (-1, True, True), (TEDASHI, True, True)],
)
def test_in_riichi_another_copy_is_told_apart_by_its_mark_or_its_id(mark: int, copies: bool, found: bool) -> None:
    play = Play().hand({1: "234567m55p23478s"}, avoid="9s5p").turn().draw("9s").add(Event(RIICHI, 1))
    play.add(Event(DISCARD, 1, play.table.seats[1].drawn, mark=TSUMOGIRI)).deposit(1)
    play.game.copies_recorded, play.game.marks_recorded = copies, True
    play.go_round().draw("5p")
    play.add(Event(DISCARD, 1, play.held(1, "5p")[0], mark=mark))
    assert found_in(play) == ([("riichi/discard", play.last_event, 1)] if found else [])


@pytest.mark.parametrize(
    ("twice", "found"),
    [
        ([(0, 1)], [1]),
        ([(0, 1), (0, 1)], [1]),
        ([(0, 1), (0, 2)], [1]),
        ([(0, 1), (2, 3)], [1, 3]),
        ([(0, 1), (1, 2)], [1]),
    ],
)
def test_a_tile_dealt_twice_puts_both_hands_in_doubt(twice: list[tuple[int, int]], found: list[int]) -> None:
    """Pairs of seats, of which the second is dealt a tile of the first's: whatever else is wrong with these is told."""
    play = Play().hand({0: "147m147p147s1234z", 1: "258m258p258s1234z", 2: "369m369p369s5566z"})
    dealt = [list(tiles) for tiles in play.current.dealt]
    for place, (first, second) in enumerate(twice):
        dealt[second][place] = dealt[first][12 - place]
    play.current.dealt = tuple([tuple(tiles) for tiles in dealt])
    assert found_in(play) == [("tiles/duplicate", None, seat) for seat in found]


def test_an_indicator_that_is_dealt_is_told_as_the_indicator() -> None:
    play = Play().hand({0: "147m147p147s1234z"})
    play.current.indicator = play.held(0, "7s")[0]
    (finding,) = audit_game(play.game, play.rules).findings
    assert (finding.check, finding.seat) == ("tiles/duplicate", None)
    assert finding.message == "The indicator is 7s, but this very tile is in the hand of seat 0."
    play = Play().hand({0: "147m147p147s1234z", 1: WAIT}, avoid="1m7m", indicator="6z").turn()
    play.draw().riichi().turn("9p").turn("8p").turn("7m").ron(1, ura="8s")
    win = play.current.events[-1]
    assert isinstance(win, Win)
    assert win.ura is not None
    ura, win.ura = win.ura, play.held(0, "7s")
    findings = [one for one in audit_game(play.game, play.rules).findings if one.severity != NOTE]
    assert [(one.check, one.event) for one in findings] == [("tiles/duplicate", play.last_event)]
    assert findings[0].message == "The ura indicator is 7s, but this very tile is in the hand of seat 0."
    win.ura, begun = ura * 200_000, time.process_time()  # a log may list any number
    found_in(play)
    assert time.process_time() - begun < 5
    win.ura = ura * 2  # one tile turned twice
    assert found_in(play) == [("tiles/duplicate", play.last_event, None)]
    # The winner's hand may be the wrong one: that it is not as recorded is the same fault.
    win.ura, dealt = ura, list(play.current.dealt)
    own = play.held(1, "8s")
    dealt[1] = (*ura, *set(dealt[1]) - set(own))
    play.current.dealt = tuple(dealt)
    assert found_in(play) == [("tiles/duplicate", play.last_event, None)]


@pytest.mark.parametrize(("rules", "found"), [("ema-2016", True), ("zh", False)])
def test_after_a_chombo_without_payments_the_scores_are_known_where_it_costs_none(rules: str, found: bool) -> None:
    """Taken off the score after the game, it leaves the points as they are; a mangan paid may have gone anywhere."""
    play = Play(rules).hand().turn().ryuukyoku(CHOMBO, deltas=None, scores=None, shown=None, tenpai=None)
    points = play.rules.game.start_points
    play.hand(scores=(points + 1000, points - 1000, points, points)).turn()
    assert [one[0] for one in found_in(play)] == (["game/carry"] if found else [])


def test_nobody_calls_chi_among_three() -> None:
    play = Play("tenhou-sanma").hand({1: "23p147s258s12345z"}, avoid="1p").turn("1p").chi(1, "23p")
    (finding,) = [one for one in audit_game(play.game, play.rules).findings if one.check == "call/chi-seat"]
    assert (finding.seat, finding.expected, finding.actual) == (1, "no chi", "chi")


@pytest.mark.parametrize("hidden", ["claimed", "own"])
def test_a_meld_of_hidden_tiles_is_not_judged(hidden: str) -> None:
    play = Play().hand({1: "12m147p258s12345z"}, avoid="9m").turn("9m")
    own = play.held(1, "12m")
    play.add(Event(PON, 1, -1 if hidden == "claimed" else 35, own if hidden == "claimed" else (-1, -1), 0))
    assert not [one for one in found_in(play) if one[0] == "call/meld"]


def test_an_abortive_draw_of_hidden_hands_is_judged_only_where_the_ruleset_has_none() -> None:
    for rules, found in (("tenhou", []), ("ema-2016", ["draw/abortive"])):
        play = Play(rules).hand()
        play.current.dealt = ((-1,) * 13, *play.current.dealt[1:])
        play.draw().ryuukyoku(FOUR_WINDS)
        assert [one[0] for one in found_in(play)] == found
    for hand in ({0: "19m19p19s123z3457m"}, {1: "19m19p19s123z3457m"}):  # one whose log lacks its kind ends too early
        play = Play().hand(hand, avoid="6p").turn().draw("6p").ryuukyoku(EXHAUSTIVE, deltas=(0, 0, 0, 0))
        play.hand(round=0, honba=1).draw()
        assert [one[0] for one in found_in(play)] == ["turn/order"]


def test_a_stick_charged_in_the_scores_of_the_win_is_void() -> None:
    """No event says that the stick was paid; the points before the payment do."""
    play = Play().hand({1: WAIT, 3: "23456m456p12399s"}, avoid="7m", indicator="1z").turn().turn().turn()
    play.draw("7m").riichi("7m", deposit=False)
    scores = tuple([points - 1000 * (seat == 3) for seat, points in enumerate(play.table.scores)])
    play.ron(1, scores=scores)
    assert ("stick/void", play.last_event, 3) in found_in(play)
    for winner, found in (
        (1, ["stick/leak"]),
        (3, ["win/yaku"]),
        (-1, ["stick/deposit"]),
    ):  # the log lacks the riichi of a seat that wins or not, or is short of a stick after another's
        play = Play().hand({1: WAIT, 3: "23456m456p45699s"}, avoid="7m", indicator="1z").turn().turn().turn()
        play.draw("1p").riichi("1p").turn()
        if winner < 0:
            play.draw("1p").riichi("1p")
            paid = play.current.events[-1]
            assert isinstance(paid, Deposit)
            paid.scores = tuple(play.table.scores)
            play.turn("7m").ron(3, ura="1z")
        else:
            play.turn().turn("7m").ron(winner, ura="1z" if winner == 3 else ())
        events = play.current.events
        events[:] = [one for one in events if one.kind not in (RIICHI, DEPOSIT) or (winner < 0 and one.seat == 1)]
        assert [one[0] for one in found_in(play)] == found
    with_yaku = {0: "23456m456p45688s", 1: "23456m456p45677s", 3: "23456m999p11199s"}  # seat 3 wins by its riichi
    play = Play().hand(with_yaku, avoid="7m1p", indicator="1z").turn().turn().turn().draw("1p").riichi("1p")
    play.turn().turn().turn("7m").ryuukyoku(TRIPLE_RON).hand()
    play.game.hands[0].events[:] = [one for one in play.game.hands[0].events if one.kind != RIICHI]
    assert [one[0] for one in found_in(play)] == ["stick/deposit"]
    play = Play().hand(dealer=1).draw(seat=0)  # formats go by the dealer that they state
    assert [one[0] for one in found_in(play)] == ["game/start"]
    play = Play().hand({2: WAIT}, round=1, dealer=1, avoid="7m").draw("7m", seat=0).discard("7m").ron(2)
    play.hand(round=1, dealer=1).draw()  # the round of the first is another
    assert [one[0] for one in found_in(play)] == ["turn/order"]
    play = Play().hand({0: "123456789m1234s"}).draw("1p").closed_kan("9p").draw(seat=1)  # a discard, marked as a kan
    assert [one[0] for one in found_in(play)] == ["tiles/not-held"]


ORDER = [
    ("a draw by seat 0", lambda play: play.draw(seat=1)),
    ("a discard or another action of seat 0", lambda play: play.draw().draw(seat=1)),
    ("a draw by seat 1, a claim, or a win", lambda play: play.turn().draw(seat=2)),
    ("a discard by seat 1", lambda play: play.turn("1m").pon(1, "11m").draw(seat=2)),
    ("a replacement draw by seat 0", lambda play: play.draw("2m").closed_kan("2m").draw(seat=2)),
    ("nothing more, for the hand has ended,", lambda play: play.turn().ryuukyoku(FOUR_WINDS).draw(seat=1)),
]


@pytest.mark.parametrize(("due", "acts"), ORDER, ids=[due for due, _ in ORDER])
def test_a_finding_says_what_was_due(due: str, acts: Callable[[Play], Play]) -> None:
    play = Play().hand({0: "222m147p258s1234z", 1: "11m369p369s12356z"}, avoid="1m2m")
    acts(play)
    (finding,) = [one for one in audit_game(play.game, play.rules).findings if one.check == "turn/order"]
    assert finding.expected == due
    assert f"where {due} is due." in finding.message


def test_a_win_on_a_tile_that_is_itself_in_doubt_is_not_judged() -> None:
    """The discard is of a tile that the discarder does not hold: that is the fault."""
    play = Play().hand({1: WAIT, 2: "9m147p258s123456z"}).turn().turn().turn().draw()
    play.discard_tile(play.held(2, "9m")[0])
    first = play.last_event
    play.ron(1, points=1000, deltas=(0, 1000, 0, -1000), yaku=())
    assert found_in(play) == [("tiles/not-held", first, 3)]


def test_a_check_that_fails_is_a_problem_with_its_place() -> None:
    """Here for a seat that no reader gives; the rest of the hand is audited all the same."""
    play = Play().hand().turn().turn()
    play.current.events.append(Event(DISCARD, 7, 0))
    audit = audit_game(play.game, play.rules)
    assert audit.problems
    assert {one.place for one in audit.problems} == {"hand 0 (E1), event 4"}
    texts = [one.message for one in audit.problems]
    assert all([text.startswith("internal error in ") for text in texts])
    assert all([text.endswith("; please report it with this log") for text in texts])
    assert "internal error in the replay: IndexError: list index out of range; please report it with this log" in texts
    assert audit.records[0].stopped_at == 4


def test_an_indicator_before_a_draw_that_another_seat_follows_is_the_order_of_turns() -> None:
    play = Play()
    play.hand({1: "555z23456p45688s", 2: "123789m12378s77z"}, avoid="5z15p", indicator="1z").turn().go_round(0)
    play.turn("5z").open_kan(1, "555z").dora("5p").draw("1p")
    play.add(Event(DISCARD, 2, play.held(2, "7z")[0], (), 2, TEDASHI))
    assert [check for check, _, _ in found_in(play)] == ["turn/order"]
