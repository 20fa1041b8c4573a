"""Two faults in one hand: a number that the first puts in doubt is judged under each value that it may have."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from support.legal_games import begun

from auditor.core.audit.doubtful import Other, Supposed, combinations
from auditor.core.audit.game import audit_game
from auditor.core.events import NINE_TERMINALS, Game, Ryuukyoku, replace_event, replace_game, replace_hand
from auditor.core.results import NOTE
from auditor.core.rulesets import load
from auditor.mutation.faults import FAULTS
from auditor.mutation.faults.legal import Mutant

TENHOU = load("tenhou")
GAMES, SEEDS = 10, 6


def found(game: Game) -> list[tuple[str, int | None]]:
    """The check and the hand of each finding other than a note."""
    return [(one.check, one.hand) for one in audit_game(game, TENHOU).findings if one.severity != NOTE]


@cache
def mutants(fault: str, number: int) -> list[Mutant]:
    """Copies of a game with a fault that alone gives its one finding."""
    game, kind = begun(number), FAULTS[fault]
    made = [kind.mutant_of(game, TENHOU, random.Random(seed)) for seed in range(SEEDS)]
    whole = [one for one in made if one is not None and len(one.game.hands) == len(game.hands)]
    return [one for one in whole if one.hand is not None and found(one.game) == [(kind.check, one.hand)]]


def changed(mutant: Mutant, game: Game) -> set[int]:
    return {hand.index for hand, own in zip(mutant.game.hands, game.hands, strict=True) if hand is not own}


def pairs(first: str, second: str) -> Iterator[tuple[Game, int]]:
    """Games with both faults in one hand, the second at its end, and not in what another hand shares."""
    for number in range(GAMES):
        game = begun(number)
        for one in mutants(first, number):
            for other in mutants(second, number):
                assert other.hand is not None
                place = other.hand
                own, end = one.game.hands[place], other.game.hands[place].events[-1]
                if (
                    one.hand != place
                    or changed(other, game) != {place}
                    or own.events[-1] != game.hands[place].events[-1]
                ):
                    continue
                if end.seat == one.seat:
                    continue  # the hand in doubt is the winner's own
                hands = list(one.game.hands)
                hands[place] = replace_hand(own, events=[*own.events[:-1], end])
                yield replace_game(game, hands=hands), place


def in_two_hands(first: str, second: str) -> Iterator[tuple[Game, int]]:
    """Games with one fault in a hand, and the other in the hand after it."""
    for number in range(GAMES):
        game = begun(number)
        for one in mutants(first, number):
            for other in mutants(second, number):
                of_one, of_other = changed(one, game), changed(other, game)
                if one.hand is None or other.hand != one.hand + 1 or of_one & of_other:
                    continue
                hands = [one.game.hands[i] if i in of_one else hand for i, hand in enumerate(other.game.hands)]
                yield replace_game(game, hands=hands), one.hand


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("wind-skipped", "yaku-left-out"),
        ("wind-skipped", "ron-paid-by-another"),
        ("counter-carried-wrong", "fu-off"),
        ("score-carried-wrong", "ron-paid-by-another"),
        ("sticks-carried-wrong", "yaku-left-out"),
        ("deposit-dropped", "ron-paid-by-another"),
        ("deposit-dropped", "noten-payment-off"),
        ("deposit-of-a-wrong-amount", "payment-off"),
        ("open-riichi-that-the-rules-do-not-know", "fu-off"),
        ("riichi-declared-twice", "payment-off"),
        ("draw-of-the-hand-doubled", "noten-payment-off"),
        ("draw-of-the-hand-doubled", "noten-hand-counted-tenpai"),
        ("discard-dropped", "yaku-left-out"),
    ],
)
def test_a_second_fault_in_the_hand_is_found_beside_the_first(first: str, second: str) -> None:
    game, place = next(pairs(first, second))
    assert sorted(found(game)) == sorted([(FAULTS[first].check, place), (FAULTS[second].check, place)])


def put_into(first: str, second: str) -> Iterator[tuple[Game, int]]:
    """Games with a fault in a hand, and then the other put into the same hand."""
    for number in range(3 * GAMES):
        for one in mutants(first, number):
            for seed in range(SEEDS):
                other = FAULTS[second].mutant_of(one.game, TENHOU, random.Random(seed))
                if other is not None and other.hand is not None and other.hand == one.hand:
                    yield other.game, other.hand


@pytest.mark.parametrize(
    ("first", "second", "checks"),
    [
        ("open-riichi-that-the-rules-do-not-know", "deposit-dropped", ["riichi/open", "stick/deposit"]),
        ("deposit-dropped", "riichi-of-another-seat", ["stick/leak", "turn/order"]),
        ("noten-hand-counted-tenpai", "call-dropped", ["pay/noten", "turn/order"]),
        ("ron-of-another-seat", "draw-doubled", ["turn/order", "win/value"]),
        ("stick-charged-for-a-tile-won-on", "another-discarder-named", ["stick/void", "win/claim"]),
    ],
)
def test_two_faults_give_two_findings_and_no_third(first: str, second: str, checks: list[str]) -> None:
    games = [found(game) for game, _ in put_into(first, second)]
    assert games
    assert [sorted({one for one, _ in made}) for made in games if len(made) > 2] == []
    assert checks in [sorted([one for one, _ in made]) for made in games]


def test_the_next_hand_is_right_under_one_of_several_explanations() -> None:
    """Whose stick it was, which of two draws is the hand's, or who dealt, changes what is due by the second."""
    for first, second in (
        ("deposit-of-another-seat", "payment-off"),
        ("draw-of-the-hand-doubled", "points-before-a-payment-altered"),
        ("round-skipped", "ron-paid-double"),
        ("wind-skipped", "ron-paid-by-another"),
    ):
        put = [found(game) for game, _ in islice(put_into(first, second), 170)]
        assert len(put) > 100
        assert [one for one in put if len(one) > 2] == []
    said = []
    for game, one in [
        (begun(number), one) for number in range(GAMES) for one in mutants("tile-of-another-discarded", number)
    ]:
        place, hands = one.hand or 0, list(one.game.hands)
        end = hands[place].events[-1]
        if isinstance(end, Ryuukyoku) and changed(one, game) == {place} and any(end.deltas or ()):
            events = [*hands[place].events[:-1], replace_event(end, draw_type=NINE_TERMINALS)]
            hands[place] = replace_hand(hands[place], events=events)
            said.append([check for check, _ in found(replace_game(game, hands=hands))])
    assert said
    assert [one for one in said if one[1:] != ["pay/noten"]] == []


def test_a_riichi_of_another_seat_leaves_the_declarers_discards_unjudged() -> None:
    game, place = next(put_into("discard-from-the-hand-in-riichi", "riichi-of-another-seat"))
    assert ("riichi/discard", place) not in found(game)
    unjudged = audit_game(game, TENHOU).records[place].unjudged
    assert {"riichi/discard", "riichi/repeat", "call/riichi"} <= {check for one in unjudged for check in one.checks}


def test_after_a_hand_without_an_end_what_it_hands_on_is_named_as_not_judged() -> None:
    for first in ("wind-skipped", "counter-carried-wrong", "sticks-carried-wrong"):
        game, place = next(put_into(first, "end-left-out"))
        assert ("game/carry", place) in found(game)
        (named,) = [
            one for one in audit_game(game, TENHOU).records[place].unjudged if FAULTS[first].check in one.checks
        ]
        assert str(named) == "game/rotation, honba/carry, stick/carry: the log has no end of the hand before"


def test_a_fault_at_the_start_of_a_hand_is_found_after_one_in_the_hand_before() -> None:
    for first, second in (
        ("ron-paid-by-another", "score-carried-wrong"),
        ("noten-payment-off", "sticks-carried-wrong"),
        ("ron-doubled", "score-carried-wrong"),
        ("winning-hand-altered", "round-skipped"),
        ("sticks-of-a-draw-miscounted", "sticks-carried-wrong"),
    ):
        game, place = next(in_two_hands(first, second))
        assert sorted(found(game)) == sorted([(FAULTS[first].check, place), (FAULTS[second].check, place + 1)])


def test_what_may_be_true_is_bounded_whatever_is_found() -> None:
    one = Supposed("stick/deposit", 0, (Other(sticks=1), Other(sticks=-1), Other(honba=3)))
    worlds = combinations([one] * 50)
    assert len(worlds) <= 24
    assert worlds[0] == ()
