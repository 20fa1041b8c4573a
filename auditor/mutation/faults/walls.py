"""Faults of the wall: deals, draws and indicators that differ from the seed's, and indicators turned wrongly.

The rows of walls.toml say what each puts; a function here has the name of its row, with underscores.
"""

from auditor.core import events
from auditor.core.checks.dora import AT_ONCE
from auditor.core.events import Event, Hand, Win
from auditor.core.table.table import Table
from auditor.core.table.tile_locations import IN_WALL, VISIBLE
from auditor.core.table.wall import without_seed
from auditor.core.units import EventIndex, Tile
from auditor.formats.majiang import NAME as MAJIANG
from auditor.mutation.faults.fault import NewFacts, declare_rows, is_proven
from auditor.mutation.faults.legal import LegalGame, Mutant, NoSpotError, has_riichi, require
from auditor.testing.scenario import ResumedScenario

# ---- tiles that differ from the seed's


def _deal_exchanged(game: LegalGame) -> Mutant:
    hand_number = game.rng.randrange(len(game.game.hands))
    dealt = [list(tiles) for tiles in game.game.hands[hand_number].dealt]
    dealt[0][3], dealt[1][5] = dealt[1][5], dealt[0][3]
    return game.altered(hand_number, dealt=tuple([tuple(tiles) for tiles in dealt]))


def _draw_altered(game: LegalGame) -> Mutant:
    def fits(table: Table, event: Event) -> Tile | None:
        following = table.hand.events[table.index + 1 : table.index + 2]
        if following and following[0].kind == events.WIN:
            return None
        held = [tile for tile in range(136) if table.where(tile) not in (IN_WALL, VISIBLE, 1 + event.seat)]
        others = [tile for tile in held if tile >> 2 != event.tile >> 2]
        return game.rng.choice(others) if others else None

    spot, tile = game.find(fits, (events.DRAW,))
    return spot.altered(tile=tile)


def _dice_altered(game: LegalGame) -> Mutant:
    hand_number = game.rng.randrange(len(game.game.hands))
    if (dice := game.game.hands[hand_number].dice) is None:
        raise NoSpotError
    return game.altered(hand_number, dice=(dice[0] % 6 + 1, dice[1]))


def _first_indicator_altered(game: LegalGame) -> Mutant:
    hand_number = game.rng.randrange(len(game.game.hands))
    return game.altered(hand_number, indicator=game.other_tile(game.game.hands[hand_number].indicator))


def _kan_indicator_altered(game: LegalGame, dora: Event) -> NewFacts:
    return {"tile": game.other_tile(dora.tile)}


def _ura_indicator_altered(game: LegalGame, win: Win) -> NewFacts:
    ura = win.ura or ()
    return {"ura": (game.other_tile(*ura), *ura[1:])}


def _seed_left_out(game: LegalGame) -> Mutant:
    require(is_proven(game.game))
    return Mutant(without_seed(game.game))


def _draw_beyond_the_wall(game: LegalGame) -> Mutant:
    def fits(table: Table, _: Event) -> bool:
        return table.wall_left == 0 and table.last is not None and table.last.kind == events.DISCARD

    spot, _ = game.find(fits, (events.RYUUKYOKU,))
    play = spot.resumed()
    require(play.table.pending_riichi == events.NO_SEAT)
    play.draw()
    return spot.mutant(play.game, play.table.due)


# ---- when indicators are turned, and which


def _is_missed(hand: Hand, index: EventIndex, dora: Event) -> bool:
    """Whether an indicator is due at once, or is the last one before a discard."""
    if dora.tile < 0 or index + 1 >= len(hand.events):
        return False
    before, after = hand.events[index - 1].kind, hand.events[index + 1].kind
    is_closed = before == events.CLOSED_KAN and after == events.DRAW
    is_open = after == events.DISCARD and not any([one.kind == events.DORA for one in hand.events[index + 1 :]])
    return is_closed or is_open


def _indicator_turned_too_late(game: LegalGame) -> Mutant:
    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        kinds = [one.kind for one in hand.events[index - 1 : index + 2]] if index else []
        return event.kind == events.DORA and kinds == [events.CLOSED_KAN, events.DORA, events.DRAW]

    spot = game.pick(fits)
    return spot.replaced([spot.later(), spot.event], spot.later().seat, removed=2)


def _indicator_turned_too_early(game: LegalGame) -> Mutant:
    require(game.rules.dora.open_kan != AT_ONCE)

    def fits(hand: Hand, index: EventIndex, event: Event) -> bool:
        kinds = [one.kind for one in hand.events[index : index + 4]]
        is_kan = event.kind in (events.OPEN_KAN, events.ADDED_KAN)
        return is_kan and kinds[1:] == [events.DRAW, events.DORA, events.DISCARD]

    spot = game.pick(fits)
    return spot.replaced([spot.event, spot.later(2), spot.later(1)], events.NO_SEAT, removed=3, later=1)


def _indicator_without_a_kan(game: LegalGame) -> Mutant:
    def fits(table: Table, _: Event) -> Tile | None:
        if table.kans or not table.hand.is_finished:
            return None
        unseen = _never_seen(table.hand)
        return game.rng.choice(unseen) if unseen else None

    spot, tile = game.without_seed().find(fits, (events.DISCARD,))
    return spot.replaced([Event(events.DORA, events.NO_SEAT, tile)], events.NO_SEAT, removed=0)


def _never_seen(hand: Hand) -> list[Tile]:
    """The tiles of three-player sets that a hand's log shows nowhere."""
    seen = {hand.indicator, *[tile for tiles in hand.dealt for tile in tiles]}
    for event in hand.events:
        seen |= {event.tile, *event.tiles, *((event.ura or ()) if isinstance(event, Win) else ())}
    return [tile for tile in range(32, 136) if tile not in seen]


def kan_then_draw(game: LegalGame, *, is_closed: bool, is_turned: bool) -> ResumedScenario:
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
    play = game.with_new_hand({1: "23p345678s88s999s", 2: "44p17p25s1234567z"}, avoid="445p", indicator="1z")
    seat = (play.table.hand.dealer + 2) % game.game.players
    play.turn("4p").pon(seat, "44p").discard("7z").go_round(seat)
    return play.draw("4p").added_kan("4p")


def _indicator_turned_for_a_win(game: LegalGame) -> Mutant:
    require(game.rules.dora.open_kan != AT_ONCE, game.rules.dora.kan_dora)
    is_before = game.game.format == MAJIANG  # its reader moves an indicator before the draw that it comes with
    play = kan_then_draw(game, is_closed=False, is_turned=is_before)
    if is_before:
        return game.mutant_of(play.tsumo(), events.NO_SEAT, before=2)
    return game.mutant_of(play.dora("5p").tsumo(), events.NO_SEAT)


def _indicator_missing_at_a_win(game: LegalGame) -> Mutant:
    require(game.rules.dora.kan_dora)
    is_closed = game.rules.dora.open_kan != AT_ONCE or game.rng.random() < 0.5
    play = kan_then_draw(game, is_closed=is_closed, is_turned=False).tsumo()
    return game.mutant_of(play, play.table.due, before=int(game.game.indicator_times_recorded))


def _indicator_turned_for_a_robbed_kan(game: LegalGame) -> Mutant:
    require(game.rules.dora.robbed_kan != "either", game.rules.dora.kan_dora)
    play = _kan_robbed(game).dora("5p")
    return game.mutant_of(play.ron((play.table.hand.dealer + 1) % game.game.players), events.NO_SEAT)


def _win_straight_after_a_kan(game: LegalGame) -> Mutant:
    if game.rng.random() < 0.5:
        play = _kan_robbed(game)
        return Mutant(play.ron((play.table.hand.dealer + 1) % game.game.players).game)
    is_turned = game.rules.dora.open_kan == AT_ONCE and game.rules.dora.kan_dora
    return Mutant(kan_then_draw(game, is_closed=False, is_turned=is_turned).tsumo().game)


def _another_indicator_shown(game: LegalGame, win: Win) -> NewFacts:
    dora = win.dora or ()
    return {"dora": (*dora[:-1], game.other_tile(*dora))}


def _another_copy_of_an_indicator_shown(_: LegalGame, win: Win) -> NewFacts:
    dora = win.dora or ()
    return {"dora": (*dora[:-1], dora[-1] ^ 1)}


# ---- ura


def _ura_without_riichi(game: LegalGame) -> Mutant:
    spot = game.pick_of(Win, lambda _, win: bool(win.yaku) and not has_riichi(win) and not win.ura)
    return spot.altered(ura=(game.one_of(_never_seen(spot.hand)),))


def _ura_missing(_: LegalGame, __: Win) -> NewFacts:
    return {"ura": ()}


def _ura_too_many(game: LegalGame) -> Mutant:
    spot = game.pick_of(Win, lambda _, win: bool(win.ura) and has_riichi(win))
    return spot.altered(ura=(*(spot.event.ura or ()), game.one_of(_never_seen(spot.hand))))


declare_rows(__file__, globals())
