"""Faults of wins: who may win on what, what the win shows, its yaku and its value."""

from auditor import yaku
from auditor.events import (
    DISCARD,
    NO_SEAT,
    NOT_RECORDED,
    WIN,
    Event,
    Hand,
    Win,
    replace_event,
)
from auditor.mutation.faults.fault import (
    UNLESS_WON,
    LegalGame,
    Mutant,
    NoSpotError,
    added,
    fault,
    in_other_suits,
    other_tile,
    twin,
    wins_of,
)
from auditor.table.table import NOT_FURITEN, Table, furiten_kind
from auditor.table.winning import value_of_win
from auditor.units import EventIndex, SeatIndex, YakuHan
from auditor.yaku import NO_LIMIT, RIICHIS, TANYAO, URA_DORA, YAKUMAN, is_yakuman


def _has_yaku(_: Hand, win: Win) -> bool:
    return win.yaku is not None and any([han for _, han in win.yaku]) and not _is_yakuman(win)


def _is_yakuman(win: Win) -> bool:
    return any([is_yakuman(number) for number, _ in win.yaku or ()]) or win.limit == YAKUMAN


def _in_riichi(win: Win) -> bool:
    return any([number in RIICHIS for number, _ in win.yaku or ()])


# ---- whether the seat may win


@fault("win/multiple")
def ron_doubled(game: LegalGame) -> Mutant | None:
    """A seat wins twice on one discard."""
    hand_number, index, win = game.pick_win(lambda hand, win: not win.is_tsumo and hand is not game.game.hands[-1])
    return game.mutant(game.with_events(hand_number, index, 1, [win, win]), hand_number, win.seat, index + 1)


@fault("win/claim")
def self_draw_doubled(game: LegalGame) -> Mutant | None:
    """A seat wins twice by one self-draw."""
    hand_number, index, win = game.pick_win(lambda hand, win: win.is_tsumo and hand is not game.game.hands[-1])
    return game.mutant(game.with_events(hand_number, index, 1, [win, win]), hand_number, win.seat, index + 1)


@fault("win/multiple")
def winners_out_of_turn(game: LegalGame) -> Mutant | None:
    """Of two winners the one farther from the discarder is settled first."""

    def is_first_of_two(hand: Hand, index: EventIndex, event: Event) -> bool:
        wins = wins_of(hand)
        return len(wins) == 2 and event is wins[0] and wins[0].deltas is not None and wins[1].deltas is not None

    hand_number, index = game.pick(is_first_of_two)
    first, second = wins_of(game.game.hands[hand_number])
    if first.scores is not None:
        middle = tuple([score + more for score, more in zip(first.scores, second.deltas or (), strict=True)])
        swapped: list[Event] = [replace_event(second, scores=first.scores), replace_event(first, scores=middle)]
    else:
        swapped = [second, first]
    return game.mutant(game.with_events(hand_number, index, 2, swapped), hand_number, first.seat, index + 1)


@fault("win/claim")
def another_discarder_named(game: LegalGame) -> Mutant | None:
    """The log has a ron from a seat that did not discard the tile."""
    hand_number, index, win = game.pick_win(lambda _, win: not win.is_tsumo)
    return game.mutant(
        game.with_event(hand_number, index, from_seat=_third_seat(game, win)), hand_number, win.seat, index
    )


@fault("win/claim")
def self_draw_of_another_seat(game: LegalGame) -> Mutant | None:
    """A self-draw is given to a seat that has just drawn nothing."""
    hand_number, index, win = game.pick_win(lambda _, win: win.is_tsumo)
    other = (win.seat + 1) % game.game.players
    return game.mutant(game.with_event(hand_number, index, seat=other, from_seat=other), hand_number, other, index)


@fault("win/shape")
def ron_of_another_seat(game: LegalGame) -> Mutant | None:
    """A ron is given to a seat whose hand the tile does not complete."""

    def fits(table: Table, event: Event) -> int | None:
        if not isinstance(event, Win) or event.is_tsumo or len(wins_of(table.hand)) != 1:
            return None
        other = table.seats[_third_seat(game, event)]
        return other.seat if other.is_known and not other.waits >> (event.tile >> 2) & 1 else None

    hand_number, index, other = game.find(fits, (WIN,))
    return game.mutant(game.with_event(hand_number, index, seat=other), hand_number, other, index)


def _third_seat(game: LegalGame, win: Win) -> SeatIndex:
    """A seat that has no part in a ron."""
    return next(seat for seat in range(game.game.players) if seat not in (win.seat, win.from_seat))


@fault("win/shape")
def win_of_an_incomplete_hand(game: LegalGame) -> Mutant | None:
    """A seat wins on a discard that does not complete its hand, and is paid for tanyao."""

    def fits(table: Table, event: Event) -> int | None:
        if table.last is None or table.last.kind != DISCARD or table.pending_riichi != NO_SEAT:
            return None
        kind = table.last.tile >> 2
        seats = [
            seat.seat
            for seat in table.seats[: table.players]
            if seat.seat != table.last.seat and seat.is_known and seat.riichi is None and not seat.waits >> kind & 1
        ]
        return game.choice.choice(seats) if seats else None

    hand_number, index, seat = game.find(fits, UNLESS_WON)
    play = game.resumed(hand_number, index)
    last = play.table.last
    assert last is not None
    counters = play.table.hand.honba * game.rules.sticks.honba
    points = 1500 if seat == play.table.hand.dealer else 1000
    taken = play.table.sticks * game.rules.riichi.stick
    deltas = added(added((0, 0, 0, 0), seat, points + counters + taken), last.seat, -points - counters)
    play.ron(seat, fu=30, points=points, limit=NO_LIMIT, yaku=((TANYAO, 1),), deltas=deltas)
    return game.mutant(play.game, hand_number, seat, index)


@fault("win/no-yaku")
def win_without_a_yaku(game: LegalGame) -> Mutant | None:
    """A complete hand without a yaku wins on a discard that it could not win on, or in a hand dealt for it."""
    passed = _ron_that_passed(game, is_enough=False)
    if passed is not None or game.game.players != 4:
        return passed
    hand, tile = in_other_suits(game.choice, "12m234456p78955s", "3m")
    play = game.with_new_hand({1: hand}, avoid=tile)
    seat = (play.table.hand.dealer + 1) % 4
    play.turn().turn().turn(tile).ron(seat)
    return game.mutant(play.game, len(play.game.hands) - 1, seat, play.last_event)


@twin("win/no-yaku win/shape furiten/discard furiten/temporary furiten/riichi")
def win_that_was_passed(game: LegalGame) -> Mutant | None:
    """A seat wins on a discard that it passed in the log, or in a hand dealt for it."""
    passed = _ron_that_passed(game, is_enough=True)
    if passed is not None or game.game.players != 4:
        return passed
    hand, tile = in_other_suits(game.choice, "23456m456p45688s", "4m")
    play = game.with_new_hand({1: hand}, avoid=tile)
    return Mutant(play.turn().turn().turn(tile).ron((play.table.hand.dealer + 1) % 4).game)


def _ron_that_passed(game: LegalGame, *, is_enough: bool) -> Mutant | None:
    def fits(table: Table, event: Event) -> int | None:
        last = table.last
        if last is None or last.kind != DISCARD or last.seat == table.pending_riichi:
            return None
        for seat in table.seats[: table.players]:
            if table.pending_seats >> seat.seat & 1 and furiten_kind(table, seat) == NOT_FURITEN:
                value = value_of_win(table, seat.seat, last.seat, last.tile)
                if value is not None and value.is_enough == is_enough:
                    return seat.seat
        return None

    try:
        hand_number, index, seat = game.find(fits, UNLESS_WON)
    except NoSpotError:
        return None
    play = game.resumed(hand_number, index).ron(seat)
    return Mutant(play.game) if is_enough else game.mutant(play.game, hand_number, seat, index)


# ---- what the win shows


@fault("win/record")
def winning_hand_altered(game: LegalGame) -> Mutant | None:
    """The win shows another tile in place of one of the hand."""
    hand_number, index, win = game.pick_win(lambda _, win: win.hand is not None and len({*win.hand} - {win.tile}) > 0)
    shown = list(win.hand or ())
    old = game.choice.choice([tile for tile in shown if tile != win.tile])
    shown[shown.index(old)] = other_tile(game, *shown)
    return game.mutant(game.with_event(hand_number, index, hand=tuple(sorted(shown))), hand_number, win.seat, index)


@fault("win/record")
def meld_of_a_win_left_out(game: LegalGame) -> Mutant | None:
    """The win shows a meld less than were made."""
    hand_number, index, win = game.pick_win(lambda _, win: bool(win.melds) and win.hand is not None)
    return game.mutant(game.with_event(hand_number, index, melds=(win.melds or ())[:-1]), hand_number, win.seat, index)


@fault("win/record", needs=("copies_recorded",))
def another_copy_of_the_winning_tile(game: LegalGame) -> Mutant | None:
    """The win is on another copy of the tile that was drawn or discarded."""
    hand_number, index, win = game.pick_win(
        lambda _, win: win.hand is not None and win.tile ^ 1 not in (win.hand or ())
    )
    shown = tuple(sorted([one if one != win.tile else win.tile ^ 1 for one in win.hand or ()]))
    return game.mutant(game.with_event(hand_number, index, tile=win.tile ^ 1, hand=shown), hand_number, win.seat, index)


# ---- yaku and value


@fault("win/yaku")
def yaku_left_out(game: LegalGame) -> Mutant | None:
    """The win lacks one of its yaku."""

    def fits(hand: Hand, win: Win) -> bool:
        return _has_yaku(hand, win) and len(_own_yaku(win)) > 0 and len(win.yaku or ()) > 1

    hand_number, index, win = game.pick_win(fits)
    missing = game.choice.choice(_own_yaku(win))
    rest = tuple([one for one in win.yaku or () if one != missing])
    return game.mutant(game.with_event(hand_number, index, yaku=rest), hand_number, win.seat, index)


def _own_yaku(win: Win) -> list[YakuHan]:
    """The yaku of a win, riichi and those worth nothing apart."""
    return [one for one in win.yaku or () if one[1] and one[0] not in RIICHIS]


@fault("win/yaku")
def dora_counted_too_often(game: LegalGame) -> Mutant | None:
    """The win counts a dora more than the hand has."""
    hand_number, index, win = game.pick_win(_has_yaku)
    counted = dict(win.yaku or ())
    counted[yaku.DORA] = counted.get(yaku.DORA, 0) + 1
    return game.mutant(game.with_event(hand_number, index, yaku=tuple(counted.items())), hand_number, win.seat, index)


@fault("win/yaku")
def ura_counted_without_riichi(game: LegalGame) -> Mutant | None:
    """A win counts an ura dora, though its seat has not declared riichi."""
    hand_number, index, win = game.pick_win(
        lambda hand, win: _has_yaku(hand, win) and not win.ura and not _in_riichi(win)
    )
    more = (*(win.yaku or ()), (URA_DORA, 1))
    return game.mutant(game.with_event(hand_number, index, yaku=more), hand_number, win.seat, index)


@fault("win/yaku")
def yaku_worth_more(game: LegalGame) -> Mutant | None:
    """A yaku of the win is worth a han more than it is."""
    hand_number, index, win = game.pick_win(lambda hand, win: _has_yaku(hand, win) and len(_own_yaku(win)) > 0)
    raised = game.choice.choice(_own_yaku(win))
    worth = tuple([(number, han + ((number, han) == raised)) for number, han in win.yaku or ()])
    return game.mutant(game.with_event(hand_number, index, yaku=worth), hand_number, win.seat, index)


@fault("win/value")
def fu_off(game: LegalGame) -> Mutant | None:
    """The win has ten fu more than its hand."""
    hand_number, index, win = game.pick_win(lambda hand, win: _has_yaku(hand, win) and win.fu > 0)
    return game.mutant(game.with_event(hand_number, index, fu=win.fu + 10), hand_number, win.seat, index)


@fault("win/value")
def limit_off(game: LegalGame) -> Mutant | None:
    """The win has a limit that is not its own."""
    hand_number, index, win = game.pick_win(lambda hand, win: _has_yaku(hand, win) and win.limit != NOT_RECORDED)
    return game.mutant(
        game.with_event(hand_number, index, limit=(win.limit + 1) % YAKUMAN), hand_number, win.seat, index
    )


@fault("win/value")
def points_off(game: LegalGame) -> Mutant | None:
    """The win is said to be worth a hundred points more than it pays."""
    hand_number, index, win = game.pick_win(lambda hand, win: _has_yaku(hand, win) and win.points > 0)
    return game.mutant(game.with_event(hand_number, index, points=win.points + 100), hand_number, win.seat, index)


@fault("win/value")
def han_off(game: LegalGame) -> Mutant | None:
    """The win has a han more than its yaku make."""
    hand_number, index, win = game.pick_win(lambda hand, win: _has_yaku(hand, win) and win.han > 0)
    return game.mutant(game.with_event(hand_number, index, han=win.han + 1), hand_number, win.seat, index)
