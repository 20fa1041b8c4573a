"""Faults of points: payments of wins and draws, riichi sticks, what carries over, start and end of games.

The rows of points.toml say what each puts; a function here has the name of its row, with underscores.
"""

from collections.abc import Sequence

from auditor.core import events
from auditor.core.hand.payment import payment
from auditor.core.table.ledger import final_points, final_scores, sticks_left
from auditor.core.table.next_hand import ending, is_end_unknown, is_renchan_unknown, next_honba, possible_rounds
from auditor.core.table.winning import atamahane_winner, liabilities, sticks_due
from auditor.core.units import EventIndex, Points, SeatIndex
from auditor.core.yaku import RINSHAN
from auditor.mutation.faults.fault import NewFacts, declare_rows
from auditor.mutation.faults.legal import LegalGame, Mutant, NoSpotError, added, payer_of, require
from auditor.mutation.faults.walls import kan_then_draw


def _is_paid_by_discarder(_: events.Hand, win: events.Win) -> bool:
    return win.deltas is not None and win.yaku is not None and not win.is_tsumo


def _has_several_payers(_: events.Hand, __: EventIndex, win: events.Win) -> bool:
    return sum([one < 0 for one in win.deltas or ()]) > 1


def _has_no_honba(hand: events.Hand, _: EventIndex, __: events.Win) -> bool:
    return hand.honba == 0


def _paid_more(event: events.Win | events.Ryuukyoku, seat: SeatIndex, payer: SeatIndex, points: Points) -> NewFacts:
    """The deltas with that many points more for a seat, paid by another."""
    return {"deltas": added(added(event.deltas or (0, 0, 0, 0), seat, points), payer, -points)}


def _payment_off(_: LegalGame, win: events.Win) -> NewFacts:
    return _paid_more(win, win.seat, payer_of(win), -700)


def _self_draw_paid_by_one(_: LegalGame, win: events.Win) -> NewFacts:
    deltas = win.deltas or ()
    due = sum([one for one in deltas if one < 0])
    return {"deltas": added(added((0,) * len(deltas), payer_of(win), due), win.seat, deltas[win.seat])}


def _ron_paid_double(_: LegalGame, win: events.Win) -> NewFacts:
    return _paid_more(win, win.seat, win.from_seat, win.points)


def _open_kan_paid_by_others(game: LegalGame) -> Mutant:
    is_turned = game.rules.dora.kan_dora and game.rules.dora.open_kan == "at once"
    play = kan_then_draw(game, is_closed=False, is_turned=is_turned)
    table, seat = play.table, play.table.due
    feeder = table.hand.events[table.last_kan].from_seat
    liable = () if (RINSHAN, feeder) in liabilities(table, seat) else ((RINSHAN, feeder),)
    honba, sticks = table.hand.honba, sticks_due(table)
    paid = payment(play.value(seat, seat), seat, seat, table.hand.dealer, table.rules, honba, sticks, liable)
    return game.mutant_of(play.tsumo(deltas=paid.total), seat)


def _ron_paid_by_another(game: LegalGame, win: events.Win) -> NewFacts:
    other = next(seat for seat in range(game.game.players) if seat not in (win.seat, win.from_seat))
    return _paid_more(win, win.from_seat, other, -(win.deltas or ())[win.from_seat])


def _liability_of_a_seat_that_has_none(game: LegalGame) -> Mutant:
    spot = game.pick_of(
        events.Win, lambda hand, win: _is_paid_by_discarder(hand, win) and win.pao_seat == events.NO_SEAT
    )
    return spot.altered(spot.event.from_seat, pao_seat=spot.event.from_seat)


def _honba_unpaid(game: LegalGame) -> Mutant:
    spot = game.pick_of(events.Win, lambda hand, win: _is_paid_by_discarder(hand, win) and hand.honba > 0)
    points = spot.hand.honba * game.rules.sticks.honba
    return spot.altered(**_paid_more(spot.event, spot.event.seat, spot.event.from_seat, -points))


def _noten_payment_off(_: LegalGame, draw: events.Ryuukyoku) -> NewFacts:
    deltas = draw.deltas or ()
    return _paid_more(draw, deltas.index(max(deltas)), deltas.index(min(deltas)), 500)


def _pays(_: events.Hand, __: EventIndex, draw: events.Ryuukyoku) -> bool:
    return any(draw.deltas or ())


def _is_abortive(_: events.Hand, __: EventIndex, draw: events.Ryuukyoku) -> bool:
    return draw.draw_type in events.ABORTIVE


def _paid_between_two(_: LegalGame, draw: events.Ryuukyoku, points: Points) -> NewFacts:
    return _paid_more(draw, 0, 1, points)


def _deposit_dropped(game: LegalGame) -> Mutant:
    spot = game.pick_of(events.Deposit, lambda *_: True)
    seat = spot.event.seat
    declared = next(at for at, one in enumerate(spot.hand.events) if one.kind == events.RIICHI and one.seat == seat)
    return spot.replaced([], seat, later=declared - spot.index)


def _deposit_of_another_seat(game: LegalGame) -> Mutant:
    def fits(hand: events.Hand, index: EventIndex, event: events.Event) -> bool:
        other = (event.seat + 1) % game.game.players
        declared = [one.seat for one in hand.events[:index] if one.kind == events.RIICHI]
        return isinstance(event, events.Deposit) and other not in declared

    spot = game.pick(fits)
    deposit = spot.event
    assert isinstance(deposit, events.Deposit)
    other = (deposit.seat + 1) % game.game.players
    stick = game.rules.riichi.stick
    scores = None if deposit.scores is None else added(added(deposit.scores, deposit.seat, stick), other, -stick)
    return spot.altered(seat=other, scores=scores)


def _deposit_of_a_wrong_amount(_: LegalGame, deposit: events.Deposit) -> NewFacts:
    return {"scores": added(deposit.scores or (), deposit.seat, -100)}


def _is_first_on_declaration(hand: events.Hand, index: EventIndex, event: events.Event) -> bool:
    """Whether an event is the first win on the tile of a declaration."""
    if not isinstance(event, events.Win) or event.is_tsumo or event is not hand.wins[0] or index < 2:
        return False
    return hand.events[index - 2].kind == events.RIICHI and hand.events[index - 1].kind == events.DISCARD


def _stick_charged_for_a_tile_won_on(game: LegalGame) -> Mutant:
    spot = game.pick(_is_first_on_declaration)
    loser = spot.event.from_seat
    before = tuple(game.table_at(spot.hand_number, spot.index).scores)
    return spot.replaced([events.Deposit(loser, added(before, loser, -game.rules.riichi.stick))], loser, removed=0)


def _void_stick_charged_and_awarded(game: LegalGame) -> Mutant:
    def fits(hand: events.Hand, index: EventIndex, event: events.Event) -> bool:
        return _is_first_on_declaration(hand, index, event) and len(hand.wins) == 1 and hand.wins[0].deltas is not None

    spot = game.pick(fits)
    win = spot.event
    assert isinstance(win, events.Win)
    stick = game.rules.riichi.stick
    before = added(tuple(game.table_at(spot.hand_number, spot.index).scores), win.from_seat, -stick)
    facts: NewFacts = {"deltas": added(win.deltas or (), win.seat, stick)}
    facts |= {} if win.sticks == events.NOT_RECORDED else {"sticks": win.sticks + 1}
    facts |= {} if win.scores is None else {"scores": before}
    made = spot.replaced([events.Deposit(win.from_seat, before), events.replace_event(win, **facts)], win.from_seat)
    moved = added(added((0,) * len(before), win.seat, stick), win.from_seat, -stick)
    return made._replace(game=_with_moved_points(made.game, spot.hand_number + 1, moved))


def _with_moved_points(game: events.Game, first: int, moved: tuple[Points, ...]) -> events.Game:
    """The game up to a hand, in which each seat has `moved` points more."""
    hands = game.hands[:first]
    for hand in game.hands[first : first + 1]:
        moved_events = [
            events.replace_event(event, scores=_summed(event.scores, moved))
            if isinstance(event, events.Win | events.Ryuukyoku | events.Deposit) and event.scores is not None
            else event
            for event in hand.events
        ]
        hands.append(events.replace_hand(hand, scores=_summed(hand.scores, moved), events=moved_events))
    return events.replace_game(game, hands=hands, result=None)


def _summed(points: Sequence[Points], moved: Sequence[Points]) -> tuple[Points, ...]:
    return tuple([have + more for have, more in zip(points, moved, strict=True)])


# ---- who takes the sticks


def _stick_not_awarded(game: LegalGame, win: events.Win) -> NewFacts:
    return {"deltas": added(win.deltas or (), win.seat, -win.sticks * game.rules.riichi.stick)}


def _stick_awarded_from_nowhere(game: LegalGame, win: events.Win) -> NewFacts:
    return {"deltas": added(win.deltas or (), win.seat, game.rules.riichi.stick)}


def _sticks_to_the_second_winner(game: LegalGame) -> Mutant:
    players = game.game.players
    require(game.rules.sticks.several_winners == "nearest")

    def is_first_of_two(hand: events.Hand, index: EventIndex, event: events.Event) -> bool:
        wins = hand.wins
        if not isinstance(event, events.Win) or len(wins) != 2 or event is not wins[0] or event.is_tsumo:
            return False
        return atamahane_winner(wins, players) == event.seat and sum(event.deltas or ()) > 0

    spot = game.pick(is_first_of_two)
    first, second = spot.hand.wins
    points = sum(first.deltas or ())
    facts: NewFacts = {"deltas": added(second.deltas or (), second.seat, points)}
    if second.scores is not None:
        facts["scores"] = added(second.scores, first.seat, -points)
    less = events.replace_event(first, deltas=added(first.deltas or (), first.seat, -points))
    return spot.replaced([less, events.replace_event(second, **facts)], second.seat, removed=2, later=1)


# ---- what a draw records, and unexplained points


def _points_before_a_payment_altered(game: LegalGame) -> Mutant:
    def fits(hand: events.Hand, index: EventIndex, event: events.Event) -> bool:
        if not isinstance(event, events.Win | events.Ryuukyoku) or event.scores is None:
            return False
        return index == 0 or not isinstance(hand.events[index - 1], events.Win)

    spot = game.pick(fits)
    assert isinstance(spot.event, events.Win | events.Ryuukyoku)
    seat = game.rng.randrange(game.game.players)
    return spot.altered(events.NO_SEAT, scores=added(spot.event.scores or (), seat, 100))


def _start_with_other_points(game: LegalGame) -> Mutant:
    more = [score + 1000 for score in game.game.hands[0].scores[: game.game.players]]
    return _started(game, scores=(*more, 0)[:4])


def _started(game: LegalGame, **changes: object) -> Mutant:
    """A mutant of just the first hand's first event, with another start, of a game recorded from its start."""
    require(_is_from_its_start(game))
    first = game.game.hands[0]
    hand = events.replace_hand(first, events=first.events[:1], disconnections=[], **changes)
    return Mutant(events.replace_game(game.game, hands=[hand], result=None), hand.index)


def _is_from_its_start(game: LegalGame) -> bool:
    first = game.game.hands[0]
    start = game.rules.game.start_points
    is_first = (first.index, first.round, first.honba, first.sticks, first.dealer) == (0, 0, 0, 0, 0)
    return is_first and bool(game.game.seats) and all([one == start for one in first.scores[: game.game.players]])


# ---- from hand to hand


def _score_carried_wrong(game: LegalGame) -> Mutant:
    hand_number = game.pick_later_hand(_has_known_scores)
    seat = game.rng.randrange(game.game.players)
    return game.altered(hand_number, seat, scores=added(game.game.hands[hand_number].scores, seat, 100))


def _one_more_carried(game: LegalGame, fact: str) -> Mutant:
    """A mutant in which a hand starts with one more of sticks or counters."""
    hand_number = game.pick_later_hand(_has_known_scores)
    return game.altered(hand_number, **{fact: getattr(game.game.hands[hand_number], fact) + 1})


def _has_known_scores(before: events.Hand, _: events.Hand) -> bool:
    return before.unexplained_from == events.NOT_RECORDED and getattr(before.events[-1], "deltas", None) is not None


def _round_skipped(game: LegalGame) -> Mutant:
    hand_number = game.pick_later_hand()
    hand = game.game.hands[hand_number]
    return game.altered(hand_number, hand.dealer, round=hand.round + 1)


def _wind_skipped(game: LegalGame) -> Mutant:
    hand_number = game.pick_later_hand()
    round = game.game.hands[hand_number].round
    require(round < 12)
    return game.altered(hand_number, round=round + 4)


def _without_hand(game: LegalGame, *, repeats: bool) -> Mutant:
    """A mutant without a hand, such that the next hand's round may follow the hand before (`repeats`), or may not."""
    hands = game.game.hands
    candidates = []
    for hand_number in range(1, len(hands) - 1):
        before = game.table_at(hand_number - 1)
        if not before.hand.is_finished or is_renchan_unknown(before) or ending(before):
            continue
        after = hands[hand_number + 1]
        follows = after.round in possible_rounds(before)
        if follows == repeats and (not repeats or after.honba != next_honba(before)):
            candidates.append(hand_number)
    hand_number = game.one_of(candidates)
    later = [events.replace_hand(hand, index=hand.index - 1) for hand in hands[hand_number + 1 :]]
    return game.mutant(events.replace_game(game.game, hands=[*hands[:hand_number], *later]), hand_number)


def _end_left_out(game: LegalGame) -> Mutant:
    hand_number = game.pick_later_hand(lambda before, _: isinstance(before.events[-1], events.Win))
    before, after = game.game.hands[hand_number - 1], game.game.hands[hand_number]
    end = len(before.events)
    while isinstance(before.events[end - 1], events.Win):
        end -= 1
    left = game.table_at(hand_number - 1, end).scores
    wrong = [seat for seat, score in enumerate(after.scores) if score != left[seat]]
    mutated = game.with_events(hand_number - 1, end, len(before.events) - end, [])
    require(wrong)
    return game.mutant(mutated, hand_number, wrong[0] if len(wrong) == 1 else events.NO_SEAT)


# ---- the end of the game


def _game_that_ends_early(game: LegalGame) -> Mutant:
    hands = game.game.hands
    require(game.game.result is not None, len(hands) > 1)
    last = game.table_at(len(hands) - 2)
    require(last.hand.is_finished, last.scores_known, not ending(last), not is_end_unknown(last))
    shorter = events.replace_game(game.game, hands=hands[:-1])
    shorter.result = _settled(game, list(last.scores), last.sticks)
    return Mutant(shorter, last.hand.index, None, len(last.hand.events) - 1)


def _settled(game: LegalGame, scores: list[int], sticks: int) -> events.FinalResult:
    """The result of the game with these points and sticks, as the ruleset settles it."""
    points = final_points(scores[: game.game.players], sticks, game.rules)
    given = game.game.result
    has_scores = given is not None and given.scores is not None
    by_place = (*final_scores(points, game.rules), 0.0)[:4] if has_scores else None
    return events.FinalResult((*points, 0)[:4], by_place)


def _game_that_goes_on(game: LegalGame) -> Mutant:
    hand_number = len(game.game.hands) - 1
    last = game.table_at(hand_number)
    require(last.hand.is_finished, last.scores_known, ending(last), not is_end_unknown(last))
    play = game.resumed(hand_number, len(last.hand.events)).hand({}).turn()
    return game.mutant(play.game, hand_number + 1)


def _final_points_swapped(game: LegalGame) -> Mutant:
    result = game.game.result
    if result is None or result.points is None:
        raise NoSpotError
    first, second, *others = result.points
    require(first != second, _has_known_end(game))
    return _settled_wrong(game, events.FinalResult((second, first, *others), result.scores))


def _final_scores_wrong(game: LegalGame) -> Mutant:
    result = game.game.result
    if result is None or result.scores is None:
        raise NoSpotError
    require(game.rules.game.placement is not None, _has_known_end(game))
    scores = tuple([score + (10, -10, 0, 0)[seat] for seat, score in enumerate(result.scores)])
    return _settled_wrong(game, events.FinalResult(result.points, scores))


def _has_known_end(game: LegalGame) -> bool:
    """Whether the points after the last hand are known."""
    last = game.table_at(len(game.game.hands) - 1)
    return last.hand.is_finished and last.scores_known


def _settled_wrong(game: LegalGame, result: events.FinalResult) -> Mutant:
    last = game.game.hands[-1]
    return Mutant(events.replace_game(game.game, result=result), last.index, None, len(last.events) - 1)


def _last_sticks_to_another(game: LegalGame) -> Mutant:
    result = game.game.result
    last = game.table_at(len(game.game.hands) - 1)
    if result is None or result.points is None:
        raise NoSpotError
    require(last.sticks, last.hand.is_finished)
    players = game.game.players
    due = sticks_left(last.scores[:players], last.sticks, game.rules)
    require(sum(due) == last.sticks * last.stick)
    taker = due.index(max(due))
    moved = added(added(result.points, taker, -due[taker]), (taker + 1) % players, due[taker])
    return _settled_wrong(game, events.FinalResult(moved, result.scores))


def _game_cut_short(game: LegalGame) -> Mutant:
    hand_number = game.pick_later_hand()
    return Mutant(events.replace_game(game.game, hands=game.game.hands[:hand_number], result=None))


def _game_begun_later(game: LegalGame) -> Mutant:
    hand_number = game.pick_later_hand(lambda _, hand: (hand.round, hand.honba) != (0, 0))
    first = game.game.hands[hand_number].index
    later = [events.replace_hand(hand, index=hand.index - first) for hand in game.game.hands[hand_number:]]
    return Mutant(events.replace_game(game.game, hands=later))


declare_rows(__file__, globals())
