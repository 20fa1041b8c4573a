"""Faults of wins: who may win and on what, what the win shows, its yaku and its value."""

from auditor.core import yaku
from auditor.core.events import DISCARD, NO_SEAT, NOT_RECORDED, WIN, Event, Hand, Win, replace_event
from auditor.core.table.table import NOT_FURITEN, Table
from auditor.core.units import EventIndex, SeatIndex, YakuHan
from auditor.core.yaku import NO_LIMIT, RIICHIS, TANYAO, URA_DORA, YAKUMAN, is_yakuman
from auditor.mutation.faults.fault import NewFacts, fault, fault_of_event, put_fault
from auditor.mutation.faults.legal import UNLESS_WON, LegalGame, Mutant, NoSpotError, added, has_riichi, require
from auditor.testing.scenario import ResumedScenario


def _has_yaku(_: Hand, win: Win) -> bool:
    """Whether a win has yaku worth han, and is not a yakuman."""
    yaku_of_win = win.yaku or ()
    is_limit = win.limit == YAKUMAN or any([is_yakuman(number) for number, _ in yaku_of_win])
    return any([han for _, han in yaku_of_win]) and not is_limit


# ---- whether the seat may win


# fmt: off
put_fault("ron-doubled", "win/multiple", "A seat wins twice on one discard.",
          lambda game: _doubled(game, by_self_draw=False))
put_fault("self-draw-doubled", "win/claim", "A seat wins twice by one self-draw.",
          lambda game: _doubled(game, by_self_draw=True))
# fmt: on


def _doubled(game: LegalGame, *, by_self_draw: bool) -> Mutant:
    last = game.game.hands[-1]
    spot = game.pick_of(Win, lambda hand, win: win.is_tsumo == by_self_draw and hand is not last)
    return spot.doubled(spot.event.seat)


@fault("win/multiple")
def winners_out_of_turn(game: LegalGame) -> Mutant:
    """Of two winners the one farther from the discarder is settled first."""

    def is_first_of_two(hand: Hand, _: EventIndex, event: Event) -> bool:
        wins = hand.wins
        return len(wins) == 2 and event is wins[0] and wins[0].deltas is not None and wins[1].deltas is not None

    spot = game.pick(is_first_of_two)
    first, second = spot.hand.wins
    swapped: list[Event] = [second, first]
    if first.scores is not None:
        middle = tuple([score + more for score, more in zip(first.scores, second.deltas or (), strict=True)])
        swapped = [replace_event(second, scores=first.scores), replace_event(first, scores=middle)]
    return spot.replaced(swapped, first.seat, removed=2, later=1)


@fault_of_event("win/claim", Win, lambda _, win: not win.is_tsumo)
def another_discarder_named(game: LegalGame, win: Win) -> NewFacts:
    """The log has a ron from a seat that did not discard the tile."""
    return {"from_seat": _third_seat(game, win)}


@fault_of_event("win/claim", Win, lambda _, win: win.is_tsumo)
def self_draw_of_another_seat(game: LegalGame, win: Win) -> NewFacts:
    """A self-draw is given to a seat that has just drawn nothing."""
    return dict.fromkeys(("seat", "from_seat"), (win.seat + 1) % game.game.players)


@fault("win/shape")
def ron_of_another_seat(game: LegalGame) -> Mutant:
    """A ron is given to a seat whose hand the tile does not complete."""

    def fits(table: Table, event: Event) -> SeatIndex | None:
        if not isinstance(event, Win) or event.is_tsumo or len(table.hand.wins) != 1:
            return None
        other = table.seats[_third_seat(game, event)]
        return other.seat if other.is_known and not other.waits >> (event.tile >> 2) & 1 else None

    spot, other = game.find(fits, (WIN,))
    return spot.altered(seat=other)


def _third_seat(game: LegalGame, win: Win) -> SeatIndex:
    """A seat that has no part in a ron."""
    return next(seat for seat in range(game.game.players) if seat not in (win.seat, win.from_seat))


@fault("win/shape")
def win_of_an_incomplete_hand(game: LegalGame) -> Mutant:
    """A seat wins on a discard that does not complete its hand, and is paid for tanyao."""

    def fits(table: Table, _: Event) -> SeatIndex | None:
        if table.last is None or table.last.kind != DISCARD or table.pending_riichi != NO_SEAT:
            return None
        kind = table.last.tile >> 2
        seats = [
            seat.seat
            for seat in table.seats[: table.players]
            if seat.seat != table.last.seat and seat.is_known and seat.riichi is None and not seat.waits >> kind & 1
        ]
        return game.rng.choice(seats) if seats else None

    spot, seat = game.find(fits, UNLESS_WON)
    play = spot.resumed()
    last = play.table.last
    assert last is not None
    counters = play.table.hand.honba * game.rules.sticks.honba
    points = 1500 if seat == play.table.hand.dealer else 1000
    taken = play.table.sticks * game.rules.riichi.stick
    deltas = added(added((0, 0, 0, 0), seat, points + counters + taken), last.seat, -points - counters)
    play.ron(seat, fu=30, points=points, limit=NO_LIMIT, yaku=((TANYAO, 1),), deltas=deltas)
    return spot.mutant(play.game, seat)


# fmt: off
put_fault("win-without-a-yaku", "win/no-yaku",
          "A complete hand without a yaku wins on a discard that it could not win on, or in a hand dealt for it.",
          lambda game: _ron_not_made(game, "12m234456p78955s", "3m", is_enough=False))
put_fault("win-that-was-passed", None, "A seat wins on a discard that it passed in the log, or in a hand dealt for it.",
          lambda game: Mutant(_ron_not_made(game, "23456m456p45688s", "4m", is_enough=True).game),
          "win/no-yaku win/shape furiten/discard furiten/temporary furiten/riichi")
# fmt: on


def _ron_not_made(game: LegalGame, hand: str, tile: str, *, is_enough: bool) -> Mutant:
    """A ron that a seat did not make in the log, with a yaku or without; where there is none, in a hand dealt for it.

    hand, tile: the dealt hand in notation, and the tile that it wins on.
    """
    try:
        spot, seat = game.find_ron(NOT_FURITEN, is_enough=is_enough)
    except NoSpotError:
        require(game.game.players == 4)
        hand, tile = game.in_other_suits(hand, tile)
        play = game.with_new_hand({1: hand}, avoid=tile)
        seat = (play.table.hand.dealer + 1) % 4
        return game.mutant_of(play.turn().turn().turn(tile).ron(seat), seat)
    return spot.mutant(spot.resumed().ron(seat).game, seat)


# ---- what the win shows


@fault_of_event("win/record", Win, lambda _, win: win.hand is not None and len({*win.hand} - {win.tile}) > 0)
def winning_hand_altered(game: LegalGame, win: Win) -> NewFacts:
    """The win shows another tile in place of one of the hand."""
    shown = list(win.hand or ())
    old = game.rng.choice([tile for tile in shown if tile != win.tile])
    shown[shown.index(old)] = game.other_tile(*shown)
    return {"hand": tuple(sorted(shown))}


@fault_of_event("win/record", Win, lambda _, win: bool(win.melds) and win.hand is not None)
def meld_of_a_win_left_out(_: LegalGame, win: Win) -> NewFacts:
    """The win shows a meld less than were made."""
    return {"melds": (win.melds or ())[:-1]}


@fault_of_event(
    "win/record", Win, lambda _, win: win.hand is not None and win.tile ^ 1 not in win.hand, needs=("copies_recorded",)
)
def another_copy_of_the_winning_tile(_: LegalGame, win: Win) -> NewFacts:
    """The win is on another copy of the tile that was drawn or discarded."""
    shown = [one if one != win.tile else win.tile ^ 1 for one in win.hand or ()]
    return {"tile": win.tile ^ 1, "hand": tuple(sorted(shown))}


# ---- yaku and value


def _own_yaku(win: Win) -> list[YakuHan]:
    """The yaku of a win, except riichi and those worth no han."""
    return [one for one in win.yaku or () if one[1] and one[0] not in RIICHIS]


@fault_of_event("win/yaku", Win, lambda hand, win: _has_yaku(hand, win) and _own_yaku(win) and len(win.yaku or ()) > 1)
def yaku_left_out(game: LegalGame, win: Win) -> NewFacts:
    """The win lacks one of its yaku."""
    missing = game.rng.choice(_own_yaku(win))
    return {"yaku": tuple([one for one in win.yaku or () if one != missing])}


@fault_of_event("win/yaku", Win, _has_yaku)
def dora_counted_too_often(_: LegalGame, win: Win) -> NewFacts:
    """The win counts a dora more than the hand has."""
    counted = dict(win.yaku or ())
    counted[yaku.DORA] = counted.get(yaku.DORA, 0) + 1
    return {"yaku": tuple(counted.items())}


@fault_of_event("win/yaku", Win, lambda hand, win: _has_yaku(hand, win) and not win.ura and not has_riichi(win))
def ura_counted_without_riichi(_: LegalGame, win: Win) -> NewFacts:
    """A win counts an ura dora, though its seat has not declared riichi."""
    return {"yaku": (*(win.yaku or ()), (URA_DORA, 1))}


@fault_of_event("win/yaku", Win, lambda hand, win: _has_yaku(hand, win) and _own_yaku(win))
def yaku_worth_more(game: LegalGame, win: Win) -> NewFacts:
    """A yaku of the win is worth a han more than it is."""
    raised = game.rng.choice(_own_yaku(win))
    return {"yaku": tuple([(number, han + ((number, han) == raised)) for number, han in win.yaku or ()])}


@fault("win/yaku")
def all_green_counted_otherwise(game: LegalGame) -> Mutant:
    """All green without its dragon is left out, or counted where it needs the dragon."""
    play = game.with_new_hand({1: "2233444666888s"}, avoid="4s", indicator="1z").turn()
    play.go_round(play.table.hand.dealer).turn("4s").ron(_after_dealer(play))
    return _recounted(game, play, [(yaku.RYUUIISOU, 13)], [(TANYAO, 1), (yaku.IIPEIKOU, 1), (yaku.CHINITSU, 6)])


@fault("win/yaku")
def last_replacement_tile_counted_otherwise(game: LegalGame) -> Mutant:
    """A win on the last tile, a replacement tile, counts as both, or where it is both as one alone."""
    require(game.game.players == 4)  # of 70 tiles the dealer draws the last but one
    play = game.with_new_hand({0: "555z34p234678s55s"}, avoid="5z25p", indicator="1z").until_left(2)
    play.draw("5z").closed_kan("5z").draw("5p").tsumo()
    return _recounted(game, play, [(yaku.HAITEI, 1)], [])


@fault("win/yaku")
def double_riichi_counted_otherwise(game: LegalGame) -> Mutant:
    """A riichi in the first go-around counts one han, or two where it is to count one."""
    play = game.with_new_hand({1: "234m34p234678s55s"}, avoid="25p9m", indicator="1z").turn()
    seat = _after_dealer(play)
    require(play.table.scores[seat] >= max(game.rules.riichi.points, play.table.stick))
    play.draw("9m").riichi("9m").go_round().turn().go_round(seat).draw("5p").tsumo()
    return _recounted(game, play, [(yaku.DOUBLE_RIICHI, 2)], [(yaku.RIICHI, 1)])


def _after_dealer(play: ResumedScenario) -> SeatIndex:
    return (play.table.hand.dealer + 1) % play.game.players


def _recounted(game: LegalGame, play: ResumedScenario, counted: list[YakuHan], otherwise: list[YakuHan]) -> Mutant:
    """A mutant whose last win has the one yaku for the others, whichever of them it rightly has."""
    win = play.current.events[-1]
    assert isinstance(win, Win)
    held = list(win.yaku or ())
    gone, put = (counted, otherwise) if counted[0] in held else (otherwise, counted)
    play.current.events[-1] = replace_event(win, yaku=(*[one for one in held if one not in gone], *put))
    return game.mutant_of(play, win.seat)


@fault_of_event("win/value", Win, lambda hand, win: _has_yaku(hand, win) and win.fu > 0)
def fu_off(_: LegalGame, win: Win) -> NewFacts:
    """The win has ten fu more than its hand."""
    return {"fu": win.fu + 10}


@fault_of_event("win/value", Win, lambda hand, win: _has_yaku(hand, win) and win.limit != NOT_RECORDED)
def limit_off(_: LegalGame, win: Win) -> NewFacts:
    """The win has a limit that is not its own."""
    return {"limit": (win.limit + 1) % YAKUMAN}


@fault_of_event("win/value", Win, lambda hand, win: _has_yaku(hand, win) and win.points > 0)
def points_off(_: LegalGame, win: Win) -> NewFacts:
    """The win is said to be worth a hundred points more than it pays."""
    return {"points": win.points + 100}


@fault_of_event("win/value", Win, lambda hand, win: _has_yaku(hand, win) and win.han > 0)
def han_off(_: LegalGame, win: Win) -> NewFacts:
    """The win has a han more than its yaku make."""
    return {"han": win.han + 1}
