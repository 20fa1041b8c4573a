"""A game, a hand and a position as text for people. Pure functions that return lines."""

from collections.abc import Callable

from auditor.core import events
from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.events import Event, Game, Hand, Ryuukyoku, Win, meld_of, melded_tiles
from auditor.core.table.record import HandRecord
from auditor.core.table.seat import Seat
from auditor.core.table.table import Table, furiten_kind
from auditor.core.table.wall import Wall
from auditor.core.text import printable
from auditor.core.tiles import LIVE_WALL, WIND_LETTERS, mask_text, tile_names, tiles_text
from auditor.core.units import Mark, SeatIndex
from auditor.output.location import hand_text
from auditor.page.board.scene import FURITEN
from auditor.page.words import TileRow, Word, Words, in_words, plain, with_tiles


def player_name(game: Game, seat: SeatIndex) -> str:
    """``seat 1 (Beni)``, or ``seat 1`` where the log names nobody."""
    name = game.seats[seat].name if seat < len(game.seats) else ""
    who = said("seat", "{seat:who}", seat=seat)
    return f"{who} ({printable(name)})" if name else who


def overview(game: Game, records: list[HandRecord]) -> list[str]:
    """One line per hand: its index, round, scores, and how it ended."""
    lines = []
    for hand, record in zip(game.hands, records, strict=True):
        scores = " ".join([f"{score:6d}" for score in hand.scores[: game.players]])
        number, language = said("hand-number", "hand {hand}", hand=f"{hand.index:2d}"), LANGUAGE.get()
        how = language.said(f"value.{record.outcome.replace(' ', '-')}", language.text(record.outcome))
        how += said("and-sticks", ", {sticks:stick|sticks}", sticks=hand.sticks) if hand.sticks else ""
        lines.append(f"{number}  {hand_text(hand.name, hand.honba)}  {scores}  {how}")
    if game.result is not None and game.result.points is not None:
        points = " ".join([f"{points:6d}" for points in game.result.points[: game.players]])
        lines.append(said("label-end", "end           ") + points)
    return lines


def event_text(event: Event, names: tuple[str, ...], mark: Mark = -1) -> str:
    """An event in words: ``seat 1 discards 9m (tsumogiri)``."""
    return plain(event_words(event, names, lambda seat: said("seat", "{seat:who}", seat=seat), mark))


def event_words(
    event: Event, names: tuple[str, ...], name_of: Callable[[SeatIndex], str], mark: Mark = events.NOT_RECORDED
) -> Words:
    """An event as `Words`. names: the text of each tile id. name_of: the name of a seat. mark: of a discard."""
    hidden = said("hidden-tile", "a hidden tile")
    tile: Word = TileRow((names[event.tile],)) if event.tile >= 0 else hidden
    who = name_of(event.seat)
    if event.kind == events.DRAW:
        return in_words("draws", "{player} draws {tile}", player=who, tile=tile)
    if event.kind == events.DISCARD and mark == events.TSUMOGIRI:
        return in_words("discards-drawn", "{player} discards {tile} (tsumogiri)", player=who, tile=tile)
    if event.kind == events.DISCARD:
        return in_words("discards", "{player} discards {tile}", player=who, tile=tile)
    if event.kind == events.RIICHI:
        return in_words("declares", "{player} declares riichi", player=who)
    if event.kind == events.DORA:
        return in_words("turns", "the indicator {tile} is turned", tile=tile)
    if event.kind == events.NORTH:
        return in_words("sets-aside", "{player} sets a north aside", player=who)
    if isinstance(event, Win):
        how = said("by-self-draw", "by self-draw")
        if not event.is_tsumo:
            how = said("from-player", "from {player}", player=name_of(event.from_seat))
        return in_words("wins-on", "{player} wins on {tile} {how}", player=who, tile=tile, how=how)
    if isinstance(event, Ryuukyoku):
        return in_words("is-drawn", "the hand is drawn: {draw}", draw=LANGUAGE.get().text(event.draw_type))
    if event.tiles:
        kind, made = events.KIND_NAMES[event.kind], with_tiles(tiles_text(melded_tiles(event), names))
        source: Words = ()
        if event.from_seat not in (events.NO_SEAT, event.seat):
            source = in_words("of-player", " of {player}", player=name_of(event.from_seat))
        call = LANGUAGE.get().text(f"an {kind}" if kind[0] in "ao" else f"a {kind}")
        text = "{player} makes {call} {tiles}{source}"
        return in_words("makes", text, player=who, call=call, tiles=made, source=source)
    return in_words("pays-stick", "{player} pays its riichi stick", player=who)


def event_list(game: Game, hand: Hand, record: HandRecord) -> list[str]:
    """Every event of a hand, one per line, with the tiles left in the wall after it."""
    names = tile_names(game.red_tiles)
    lines = []
    marks, wall_left = record.marks, record.wall_left
    for index, event in enumerate(hand.events):
        replayed = index < len(marks)
        left = said("left-in-wall", "{tiles} left", tiles=f"{wall_left[index]:2d}") if replayed else ""
        lines.append(f"{index:4d}  {left:>7}  {event_text(event, names, marks[index] if replayed else -1)}")
    return lines


def position(game: Game, table: Table) -> list[str]:
    """The whole position: counters, indicators, each seat's hand, melds and river, and the answers for a referee."""
    from auditor.page.answers import answers_at  # loads the shanten tables, which few runs need

    lines = [counters(game, table)]
    answers = answers_at(game, table)
    for seat in table.seats[: table.players]:
        remarks = [f"  {line}" for line in answers[seat.seat]]
        lines += ["", *seat_lines(game, table, seat, with_waits=False), *remarks]
    return lines


def counters(game: Game, table: Table) -> str:
    """Round, honba, sticks, tiles left and indicators, on one line."""
    names = tile_names(game.red_tiles)
    turned = " ".join([names[tile] for tile in table.indicators if tile >= 0])
    text = "{round} honba {honba}, {sticks:stick|sticks}, {tiles:tile|tiles} left, indicators {turned}"
    hand, round = table.hand, LANGUAGE.get().text(table.hand.name)
    counted = {"honba": hand.honba, "sticks": table.sticks, "tiles": table.wall_left}
    return said("position-counters", text, round=round, turned=turned, **counted)


def seat_lines(game: Game, table: Table, seat: Seat, *, with_waits: bool = True) -> list[str]:
    """A seat of the position: points, hand, melds, river, waits and furiten."""
    names = tile_names(game.red_tiles)
    wind = LANGUAGE.get().text(WIND_LETTERS[(seat.seat - table.hand.dealer) % table.players])
    points = said("n-points", "{points} points", points=table.scores[seat.seat])
    lines = [
        f"{player_name(game, seat.seat)}, {wind}, {points}",
        f"  {said('label-hand', 'hand   ')}{_hand_text(seat, names)}",
        f"  {said('label-river', 'river  ')}{_river_text(seat, names)}",
    ]
    if seat.waits and with_waits:
        state = FURITEN.get(furiten_kind(table, seat), "")
        waits = f"  {said('label-waits', 'waits  ')}{mask_text(seat.waits)}"
        lines.append(waits + (f" ({LANGUAGE.get().text(state)})" if state else ""))
    return lines


def _hand_text(seat: Seat, names: tuple[str, ...]) -> str:
    tiles = list(seat.concealed)
    drawn = ""
    if seat.drawn in tiles:
        tiles.remove(seat.drawn)
        drawn = f" + {names[seat.drawn] if seat.drawn >= 0 else '?'}"
    melds = ""
    for meld in seat.melds:
        text = tiles_text(meld_of(meld).all_tiles(), names)
        melds += f" [{text}]" if meld.kind == events.CLOSED_KAN else f" ({text})"
    norths = said("norths-beside", " {norths} norths aside", norths=len(seat.norths)) if seat.norths else ""
    return tiles_text(tiles, names) + drawn + melds + norths


def _river_text(seat: Seat, names: tuple[str, ...]) -> str:
    shown = []
    for tile, event in zip(seat.river, seat.river_events, strict=True):
        text = names[tile] if tile >= 0 else "?"
        shown.append(f"riichi:{text}" if event == seat.riichi_discard else text)
    return " ".join(shown) or "-"


def wall_text(game: Game, hand: Hand, wall: Wall) -> list[str]:
    """A hand's wall, published or by its seed: deal, live tiles in order, dead wall; a bar marks the end of draws."""
    names = tile_names(game.red_tiles)
    drawn = len([event for event in hand.events if event.kind == events.DRAW])
    kans = [event for event in hand.events if events.OPEN_KAN <= event.kind <= events.NORTH]
    live = [wall.draw(number) for number in range(LIVE_WALL[game.players])]
    replaced = min(len(kans), drawn)
    lines = [] if wall.dice is None else [f"dice      {wall.dice[0]} {wall.dice[1]}"]
    for seat, tiles in enumerate(wall.dealt(hand.dealer) if wall.is_whole else ()):
        if tiles:
            lines.append(f"seat {seat}    " + " ".join([names[tile] for tile in tiles]))
    for start in range(0, len(live), 18):
        shown = []
        for number in range(start, min(start + 18, len(live))):
            tile = live[number]
            shown.append(("| " if number == drawn - replaced else "") + (names[tile] if tile is not None else "-"))
        lines.append(("live      " if start == 0 else "          ") + " ".join(shown))
    for title, tiles_of in (("kan draws", wall.replacement), ("dora", wall.indicator), ("ura", wall.ura)):
        found = [tiles_of(number) for number in range(8 if title == "kan draws" else 5)]
        lines.append(f"{title:<9} " + " ".join([names[tile] for tile in found if tile is not None]))
    return lines
