"""Faults of the game beyond its hands: its start, what carries over from hand to hand, rotation, end and settlement."""

from auditor.core.events import NO_SEAT, NOT_RECORDED, FinalResult, Hand, Win, replace_game, replace_hand
from auditor.core.table.ledger import final_scores, sticks_left
from auditor.core.table.next_hand import ending, is_end_unknown, is_renchan_unknown, next_honba, possible_rounds
from auditor.mutation.faults.fault import fault, put_fault, twin
from auditor.mutation.faults.legal import LegalGame, Mutant, NoSpotError, added, require


@fault("game/start")
def start_with_other_points(game: LegalGame) -> Mutant:
    """A game starts with a thousand points more for each seat."""
    scores = game.game.hands[0].scores
    return _started(
        game, scores=tuple([score + 1000 * (seat < game.game.players) for seat, score in enumerate(scores)])
    )


@fault("game/start")
def start_with_a_stick(game: LegalGame) -> Mutant:
    """A game starts with a stick on the table."""
    return _started(game, sticks=1)


def _started(game: LegalGame, **changes: object) -> Mutant:
    """A mutant of just the first hand's first event, with another start, of a game recorded from its start."""
    require(_is_from_its_start(game))
    first = game.game.hands[0]
    hand = replace_hand(first, events=first.events[:1], disconnections=[], **changes)
    return Mutant(replace_game(game.game, hands=[hand], result=None), hand.index)


def _is_from_its_start(game: LegalGame) -> bool:
    first = game.game.hands[0]
    start = game.rules.game.start_points
    return (
        (first.index, first.round, first.honba, first.sticks, first.dealer) == (0, 0, 0, 0, 0)
        and bool(game.game.seats)
        and all([score == start for score in first.scores[: game.game.players]])
    )


# ---- from hand to hand


@fault("game/carry")
def score_carried_wrong(game: LegalGame) -> Mutant:
    """A hand starts with a hundred points more for a seat."""
    hand_number = game.pick_later_hand(_has_known_scores)
    seat = game.rng.randrange(game.game.players)
    scores = added(game.game.hands[hand_number].scores, seat, 100)
    return game.altered(hand_number, seat, scores=scores)


def _has_known_scores(before: Hand, _: Hand) -> bool:
    return before.unexplained_from == NOT_RECORDED and getattr(before.events[-1], "deltas", None) is not None


@fault("stick/carry")
def sticks_carried_wrong(game: LegalGame) -> Mutant:
    """A hand starts with a stick more than the last one left."""
    hand_number = game.pick_later_hand(_has_known_scores)
    return game.altered(hand_number, sticks=game.game.hands[hand_number].sticks + 1)


@fault("honba/carry")
def counter_carried_wrong(game: LegalGame) -> Mutant:
    """A hand starts with a counter more than is due."""
    hand_number = game.pick_later_hand(_has_known_scores)
    return game.altered(hand_number, honba=game.game.hands[hand_number].honba + 1)


@fault("game/rotation")
def round_skipped(game: LegalGame) -> Mutant:
    """A hand has the number of the next round, but not its dealer."""
    hand_number = game.pick_later_hand()
    hand = game.game.hands[hand_number]
    return game.altered(hand_number, hand.dealer, round=hand.round + 1)


@fault("game/rotation")
def wind_skipped(game: LegalGame) -> Mutant:
    """A hand is played in the next wind, with the right dealer."""
    hand_number = game.pick_later_hand()
    round = game.game.hands[hand_number].round
    require(round < 12)
    return game.altered(hand_number, round=round + 4)


# fmt: off
put_fault("hand-left-out", "game/rotation", "A hand is missing, after which another round comes.",
          lambda game: _without_hand(game, repeats=False))
put_fault("hand-of-a-repeat-left-out", "honba/carry", "A hand is missing, of a round that is played again.",
          lambda game: _without_hand(game, repeats=True))
# fmt: on


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
    later = [replace_hand(hand, index=hand.index - 1) for hand in hands[hand_number + 1 :]]
    return game.mutant(replace_game(game.game, hands=[*hands[:hand_number], *later]), hand_number)


@fault("game/carry")
def end_left_out(game: LegalGame) -> Mutant:
    """The win that ends a hand is missing, and with it what it paid."""
    hand_number = game.pick_later_hand(lambda before, _: isinstance(before.events[-1], Win))
    before, after = game.game.hands[hand_number - 1], game.game.hands[hand_number]
    end = len(before.events)
    while isinstance(before.events[end - 1], Win):
        end -= 1
    left = game.table_at(hand_number - 1, end).scores
    wrong = [seat for seat, score in enumerate(after.scores) if score != left[seat]]
    mutated = game.with_events(hand_number - 1, end, len(before.events) - end, [])
    require(wrong)
    return game.mutant(mutated, hand_number, wrong[0] if len(wrong) == 1 else NO_SEAT)


# ---- the end of the game


@fault("game/end")
def game_that_ends_early(game: LegalGame) -> Mutant:
    """The last hand is missing, and the result is that of the hand before."""
    hands = game.game.hands
    require(game.game.result is not None, len(hands) > 1)
    last = game.table_at(len(hands) - 2)
    require(last.hand.is_finished, last.scores_known, not ending(last), not is_end_unknown(last))
    shorter = replace_game(game.game, hands=hands[:-1])
    shorter.result = _settled(game, list(last.scores), last.sticks)
    return Mutant(shorter, last.hand.index, None, len(last.hand.events) - 1)


def _settled(game: LegalGame, scores: list[int], sticks: int) -> FinalResult:
    """The result of the game with these points and sticks, as the ruleset settles it."""
    players = game.game.players
    left = sticks_left(scores[:players], sticks, game.rules)
    points = [score + more for score, more in zip(scores, left, strict=False)]
    given = game.game.result
    has_scores = given is not None and given.scores is not None
    by_place = (*final_scores(points, game.rules), 0.0)[:4] if has_scores else None
    return FinalResult((*points, 0)[:4], by_place)


@fault("game/end")
def game_that_goes_on(game: LegalGame) -> Mutant:
    """A hand is dealt after the game had to end."""
    hand_number = len(game.game.hands) - 1
    last = game.table_at(hand_number)
    require(last.hand.is_finished, last.scores_known, ending(last), not is_end_unknown(last))
    play = game.resumed(hand_number, len(last.hand.events)).hand({}).turn()
    return game.mutant(play.game, hand_number + 1)


@fault("game/final")
def final_points_swapped(game: LegalGame) -> Mutant:
    """Two seats have each other's final points."""
    result = game.game.result
    if result is None or result.points is None:
        raise NoSpotError
    first, second, *others = result.points
    require(first != second, _has_known_end(game))
    return _settled_wrong(game, FinalResult((second, first, *others), result.scores))


@fault("game/final")
def final_scores_wrong(game: LegalGame) -> Mutant:
    """A seat's final score is ten higher, and another's lower."""
    result = game.game.result
    if result is None or result.scores is None:
        raise NoSpotError
    require(game.rules.game.placement is not None, _has_known_end(game))
    scores = tuple([score + (10, -10, 0, 0)[seat] for seat, score in enumerate(result.scores)])
    return _settled_wrong(game, FinalResult(result.points, scores))


def _has_known_end(game: LegalGame) -> bool:
    """Whether the points after the last hand are known."""
    last = game.table_at(len(game.game.hands) - 1)
    return last.hand.is_finished and last.scores_known


def _settled_wrong(game: LegalGame, result: FinalResult) -> Mutant:
    last = game.game.hands[-1]
    return Mutant(replace_game(game.game, result=result), last.index, None, len(last.events) - 1)


@fault("stick/final")
def last_sticks_to_another(game: LegalGame) -> Mutant:
    """The sticks left at the end of the game go to another seat than the ruleset says."""
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
    return _settled_wrong(game, FinalResult(moved, result.scores))


@twin("game/end game/carry honba/carry stick/carry game/rotation")
def game_cut_short(game: LegalGame) -> Mutant:
    """A log that ends with a hand in the middle of a game."""
    hand_number = game.pick_later_hand()
    return Mutant(replace_game(game.game, hands=game.game.hands[:hand_number], result=None))


@twin("game/start game/carry")
def game_begun_later(game: LegalGame) -> Mutant:
    """A log that begins with a later hand."""
    hand_number = game.pick_later_hand(lambda _, hand: (hand.round, hand.honba) != (0, 0))
    first = game.game.hands[hand_number].index
    later = [replace_hand(hand, index=hand.index - first) for hand in game.game.hands[hand_number:]]
    return Mutant(replace_game(game.game, hands=later))
