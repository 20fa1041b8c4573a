"""Faults of the wall: deals, draws and indicators that are not the published seed's, and indicators turned wrongly."""

from auditor.checks.dora import AT_ONCE
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
from auditor.testing.scenario import ResumedScenario
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
    if game.rules.dora.open_kan == AT_ONCE:
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


def _kan_then_draw(game: LegalGame, *, is_closed: bool, is_turned: bool) -> ResumedScenario:
    """A new hand in which a seat makes a kan of white dragons and draws the 1p that it waits for."""
    play = game.with_new_hand({1: "555z23456p45688s"}, avoid="5z15p", indicator="1z").turn()
    if is_closed:
        play.draw("5z").closed_kan("5z", turn_dora=False)
    else:
        play.go_round((play.table.hand.dealer - 1) % game.game.players)
        play.turn("5z").open_kan((play.table.hand.dealer + 1) % game.game.players, "555z")
    return (play.dora("5p") if is_turned else play).draw("1p")


def _kan_robbed(game: LegalGame) -> ResumedScenario:
    """A new hand in which a seat adds to a pon the 4p that another waits for."""
    play = game.with_new_hand({1: "23p345678s88s999s", 2: "44p17p25s1234567z"}, avoid="44p", indicator="1z")
    seat = (play.table.hand.dealer + 2) % game.game.players
    play.turn("4p").pon(seat, "44p").discard("7z").go_round(seat)
    return play.draw("4p").added_kan("4p")


@fault("dora/timing", needs=("indicators_recorded",))
def indicator_turned_for_a_win(game: LegalGame) -> Mutant | None:
    """The indicator of an open kan is turned for a win on its replacement tile, where it comes with the discard."""
    if game.rules.dora.open_kan == AT_ONCE or not game.rules.dora.kan_dora:
        return None
    play = _kan_then_draw(game, is_closed=False, is_turned=False).dora("5p").tsumo()
    # Majiang's logs write every indicator behind the draw that it may precede.
    event = play.last_event - (2 if game.game.format == "majiang" else 0)
    return game.mutant(play.game, len(play.game.hands) - 1, NO_SEAT, event)


@fault("dora/timing", needs=("indicators_recorded",))
def indicator_missing_at_a_win(game: LegalGame) -> Mutant | None:
    """The indicator of a kan that turns it at once is missing at the win on its replacement tile."""
    if not game.rules.dora.kan_dora:
        return None
    is_closed = game.rules.dora.open_kan != AT_ONCE or game.choice.random() < 0.5
    play = _kan_then_draw(game, is_closed=is_closed, is_turned=False).tsumo()
    event = play.last_event - game.game.indicator_times_recorded
    return game.mutant(play.game, len(play.game.hands) - 1, play.table.due, event)


@fault("dora/timing", needs=("indicators_recorded",))
def indicator_turned_for_a_robbed_kan(game: LegalGame) -> Mutant | None:
    """The indicator of an added kan is turned, and the kan is robbed."""
    if game.rules.dora.robbed_kan == "either" or not game.rules.dora.kan_dora:
        return None
    play = _kan_robbed(game).dora("5p")
    play.ron((play.table.hand.dealer + 1) % game.game.players)
    return game.mutant(play.game, len(play.game.hands) - 1, NO_SEAT, play.last_event)


@twin("dora/timing win/value")
def win_straight_after_a_kan(game: LegalGame) -> Mutant | None:
    """A win on a replacement tile, or by robbing a kan, with the indicators that are due."""
    if game.choice.random() < 0.5:
        play = _kan_robbed(game)
        return Mutant(play.ron((play.table.hand.dealer + 1) % game.game.players).game)
    is_turned = game.rules.dora.open_kan == AT_ONCE and game.rules.dora.kan_dora
    return Mutant(_kan_then_draw(game, is_closed=False, is_turned=is_turned).tsumo().game)


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
