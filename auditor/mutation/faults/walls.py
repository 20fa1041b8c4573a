"""Faults of the wall: deals, draws and indicators that are not the published seed's, and indicators turned wrongly."""

from auditor.events import (
    ADDED_KAN,
    CLOSED_KAN,
    DISCARD,
    DORA,
    DRAW,
    NO_SEAT,
    OPEN_KAN,
    RYUUKYOKU,
    WIN,
    Event,
    Hand,
    Win,
)
from auditor.mutation.faults.fault import PROVEN, LegalGame, Mutant, fault, is_proven, other_tile, twin
from auditor.table.table import Table
from auditor.table.tile_locations import IN_WALL, VISIBLE
from auditor.table.wall import without_seed
from auditor.units import EventIndex, Tile
from auditor.yaku import RIICHIS

# ---- tiles that are not the seed's


@fault("wall/seed", needs=(PROVEN,))
def deal_exchanged(game: LegalGame) -> Mutant | None:
    """Two seats are dealt a tile of each other's."""
    hand_number = game.choice.randrange(len(game.game.hands))
    dealt = [list(tiles) for tiles in game.game.hands[hand_number].dealt]
    dealt[0][3], dealt[1][5] = dealt[1][5], dealt[0][3]
    mutated = game.with_hand(hand_number, dealt=tuple([tuple(tiles) for tiles in dealt]))
    return game.mutant(mutated, hand_number)


@fault("wall/seed", needs=(PROVEN,))
def draw_altered(game: LegalGame) -> Mutant | None:
    """A seat draws another tile than the wall holds."""

    def fits(table: Table, event: Event) -> Tile | None:
        following = table.hand.events[table.index + 1 : table.index + 2]
        if following and following[0].kind == WIN:
            return None
        held = [tile for tile in range(136) if table.where(tile) not in (IN_WALL, VISIBLE, 1 + event.seat)]
        others = [tile for tile in held if tile >> 2 != event.tile >> 2]
        return game.choice.choice(others) if others else None

    hand_number, index, tile = game.find(fits, (DRAW,))
    return game.mutant(
        game.with_event(hand_number, index, tile=tile), hand_number, game.event(hand_number, index).seat, index
    )


@fault("wall/seed", needs=(PROVEN,))
def dice_altered(game: LegalGame) -> Mutant | None:
    """The dice are not those of the seed."""
    hand_number = game.choice.randrange(len(game.game.hands))
    dice = game.game.hands[hand_number].dice
    if dice is None:
        return None
    return game.mutant(game.with_hand(hand_number, dice=(dice[0] % 6 + 1, dice[1])), hand_number)


@fault("wall/seed", needs=(PROVEN,))
def first_indicator_altered(game: LegalGame) -> Mutant | None:
    """The first indicator is not the one that the wall holds."""
    hand_number = game.choice.randrange(len(game.game.hands))
    tile = other_tile(game, game.game.hands[hand_number].indicator)
    return game.mutant(game.with_hand(hand_number, indicator=tile), hand_number)


@fault("wall/seed", needs=(PROVEN,))
def kan_indicator_altered(game: LegalGame) -> Mutant | None:
    """The indicator of a kan is not the one that the wall holds."""
    hand_number, index = game.pick(lambda _, __, event: event.kind == DORA)
    tile = other_tile(game, game.event(hand_number, index).tile)
    return game.mutant(game.with_event(hand_number, index, tile=tile), hand_number, NO_SEAT, index)


@fault("wall/seed", needs=(PROVEN,))
def indicator_turned_again(game: LegalGame) -> Mutant | None:
    """The indicator of a kan is turned a second time."""
    hand_number, index = game.pick(lambda _, __, event: event.kind == DORA)
    dora = game.event(hand_number, index)
    return game.mutant(game.with_events(hand_number, index, 1, [dora, dora]), hand_number, NO_SEAT, index + 1)


@fault("wall/seed", needs=(PROVEN,))
def ura_indicator_altered(game: LegalGame) -> Mutant | None:
    """An ura indicator is not the one that the wall holds."""
    hand_number, index, win = game.pick_win(lambda _, win: bool(win.ura))
    ura = win.ura or ()
    changed = (other_tile(game, *ura), *ura[1:])
    return game.mutant(game.with_event(hand_number, index, ura=changed), hand_number, win.seat, index)


@twin("wall/seed tiles/duplicate")
def seed_left_out(game: LegalGame) -> Mutant | None:
    """A log without the seed that it was shuffled by."""
    return Mutant(without_seed(game.game)) if is_proven(game.game) else None


@fault("wall/overdraw")
def draw_beyond_the_wall(game: LegalGame) -> Mutant | None:
    """A seat draws after the last tile of the live wall."""

    def fits(table: Table, _: Event) -> bool | None:
        return True if table.wall_left == 0 and table.last is not None and table.last.kind == DISCARD else None

    hand_number, index, _ = game.find(fits, (RYUUKYOKU,))
    play = game.resumed(hand_number, index)
    if play.table.pending_riichi != NO_SEAT:
        return None
    play.draw()
    return game.mutant(play.game, hand_number, play.table.due, index)


# ---- when indicators are turned, and which


@fault("dora/timing", needs=("indicators_recorded", "indicator_times_recorded"))
def indicator_left_out(game: LegalGame) -> Mutant | None:
    """The indicator of a kan is not turned."""

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        if event.kind != DORA or event.tile < 0 or index + 1 >= len(hand.events):
            return False
        before, after = hand.events[index - 1].kind, hand.events[index + 1].kind
        is_closed = before == CLOSED_KAN and after == DRAW
        is_open = after == DISCARD and not any([one.kind == DORA for one in hand.events[index + 1 :]])
        return is_closed or is_open

    hand_number, index = game.pick(fits)
    after = game.event(hand_number, index + 1)
    return game.mutant(game.with_events(hand_number, index, 1, []), hand_number, after.seat, index)


@fault("dora/timing", needs=("indicator_times_recorded",))
def indicator_turned_too_late(game: LegalGame) -> Mutant | None:
    """The indicator of a closed kan is turned after the replacement draw."""

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        kinds = [one.kind for one in hand.events[index - 1 : index + 2]] if index else []
        return event.kind == DORA and kinds == [CLOSED_KAN, DORA, DRAW]

    hand_number, index = game.pick(fits)
    dora, draw = game.game.hands[hand_number].events[index : index + 2]
    return game.mutant(game.with_events(hand_number, index, 2, [draw, dora]), hand_number, draw.seat, index)


@fault("dora/timing", needs=("indicator_times_recorded",))
def indicator_turned_too_early(game: LegalGame) -> Mutant | None:
    """The indicator of an open kan is turned before the replacement draw, where the ruleset turns it later."""
    if game.rules.dora.open_kan == "at once":
        return None

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        kinds = [one.kind for one in hand.events[index : index + 4]]
        return event.kind in (OPEN_KAN, ADDED_KAN) and kinds[1:] == [DRAW, DORA, DISCARD]

    hand_number, index = game.pick(fits)
    draw, dora = game.game.hands[hand_number].events[index + 1 : index + 3]
    return game.mutant(game.with_events(hand_number, index + 1, 2, [dora, draw]), hand_number, NO_SEAT, index + 1)


@fault("dora/timing")
def indicator_without_a_kan(game: LegalGame) -> Mutant | None:
    """An indicator is turned though nobody has made a kan; no seed proves the tiles."""
    bare = LegalGame(without_seed(game.game), game.rules, game.choice)

    def fits(table: Table, event: Event) -> Tile | None:
        if table.kans or not table.hand.is_finished:
            return None
        unseen = _never_seen(table.hand)
        return game.choice.choice(unseen) if unseen else None

    hand_number, index, tile = bare.find(fits, (DISCARD,))
    dora = Event(DORA, NO_SEAT, tile)
    return bare.mutant(bare.with_events(hand_number, index, 0, [dora]), hand_number, NO_SEAT, index)


def _never_seen(hand: Hand) -> list[Tile]:
    """The tiles that a hand's log shows nowhere, of those that three players have too."""
    seen = {hand.indicator, *[tile for tiles in hand.dealt for tile in tiles]}
    for event in hand.events:
        seen |= {event.tile, *event.tiles, *((event.ura or ()) if isinstance(event, Win) else ())}
    return [tile for tile in range(32, 136) if tile not in seen]


@fault("dora/timing")
def another_indicator_shown(game: LegalGame) -> Mutant | None:
    """A win shows another indicator than was turned."""
    hand_number, index, win = game.pick_win(lambda _, win: bool(win.dora))
    shown = (*(win.dora or ())[:-1], other_tile(game, *(win.dora or ())))
    return game.mutant(game.with_event(hand_number, index, dora=shown), hand_number, win.seat, index)


@fault("dora/timing", needs=("copies_recorded",))
def another_copy_of_an_indicator_shown(game: LegalGame) -> Mutant | None:
    """A win shows another copy of the indicator that was turned."""
    hand_number, index, win = game.pick_win(lambda _, win: bool(win.dora))
    dora = win.dora or ()
    return game.mutant(
        game.with_event(hand_number, index, dora=(*dora[:-1], dora[-1] ^ 1)), hand_number, win.seat, index
    )


# ---- ura


def _in_riichi(win: Win) -> bool:
    return any([number in RIICHIS for number, _ in win.yaku or ()])


@fault("dora/ura")
def ura_without_riichi(game: LegalGame) -> Mutant | None:
    """A winner who has not declared riichi turns an ura indicator."""
    hand_number, index, win = game.pick_win(lambda _, win: bool(win.yaku) and not _in_riichi(win) and not win.ura)
    unseen = _never_seen(game.game.hands[hand_number])
    if not unseen:
        return None
    ura = (game.choice.choice(unseen),)
    return game.mutant(game.with_event(hand_number, index, ura=ura), hand_number, win.seat, index)


@fault("dora/ura", needs=("copies_recorded",))
def ura_missing(game: LegalGame) -> Mutant | None:
    """A winner in riichi turns no ura indicator."""
    hand_number, index, win = game.pick_win(lambda _, win: bool(win.ura) and _in_riichi(win))
    return game.mutant(game.with_event(hand_number, index, ura=()), hand_number, win.seat, index)


@fault("dora/ura")
def ura_too_many(game: LegalGame) -> Mutant | None:
    """A winner in riichi turns an ura indicator more than there are indicators."""
    hand_number, index, win = game.pick_win(lambda _, win: bool(win.ura) and _in_riichi(win))
    unseen = _never_seen(game.game.hands[hand_number])
    if not unseen:
        return None
    ura = (*(win.ura or ()), game.choice.choice(unseen))
    return game.mutant(game.with_event(hand_number, index, ura=ura), hand_number, win.seat, index)
