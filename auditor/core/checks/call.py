# build: compiled
"""Chi, pon and kan."""

from auditor.core import events
from auditor.core.checks import doubt
from auditor.core.checks.check import UNUSUAL, Check, Report
from auditor.core.checks.wording import EMA_RIICHI, EVENT_TERMS, tile_of_seat
from auditor.core.events import Event, melded_tiles
from auditor.core.phrases import Phrase, word
from auditor.core.results import VIOLATION, Arguments, Message, Term
from auditor.core.table.options import are_kans_used_up, forbids_last_tile, kuikae_fault
from auditor.core.table.table import DISCARD_DUE, REACTION_DUE, Table
from auditor.core.tiles import NO_RUN, NORTH_KIND, place_in_run
from auditor.core.units import Kind, Tile


def _term(event: Event) -> Term:
    return EVENT_TERMS[event.kind]


class CallMeld(Check):
    """`call/meld`."""

    id = "call/meld"
    severity = VIOLATION
    title = "Tiles that form no such meld."
    why = (
        "A chi is three consecutive tiles of a suit, a pon three and a kan four equal tiles; a tile is added to one's "
        "own pon of the same tile; in three-player games norths are set aside."
    )
    sources = ("EMA riichi rules, section 3.3.4 (sets)",)
    messages = {
        "none": "{seat:Who} makes a {call} of {tiles}, which is none.",
        "no-pon": "{seat:Who} adds {tile} to a pon that it does not have.",
        "other-pon": "{seat:Who} adds {tile} to a pon of {shown}, but its pon is of {due}.",
    }
    relies_on = doubt.HAND
    spoils = doubt.HAND | doubt.ORDER
    may_spoil = doubt.DORA
    before_kinds = (*events.CLAIMS, events.CLOSED_KAN, events.ADDED_KAN, events.NORTH)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the form of the meld."""
        if event.tile < 0 or any(tile < 0 for tile in event.tiles):
            return
        kind = event.kind
        if kind == events.NORTH:
            fits = event.tile >> 2 == NORTH_KIND and table.players == 3
        elif kind == events.CLOSED_KAN:
            fits = _count_distinct(event.tiles, report) == 4 and _are_of_kind(event.tiles[0] >> 2, event.tiles)
        elif kind == events.CHI:
            own = event.tiles
            fits = len(own) == 2 and place_in_run(event.tile >> 2, own[0] >> 2, own[1] >> 2) != NO_RUN
        else:
            size = 2 if kind == events.PON else 3
            fits = _count_distinct(event.tiles, report) == size and _are_of_kind(event.tile >> 2, event.tiles)
        if not fits:
            text = report.texts.tile(event.tile) if kind == events.NORTH else report.texts.tiles(melded_tiles(event))
            arguments: Arguments = {"call": _term(event), "tiles": text}
            due = Phrase("kind-of-meld", call=word(events.KIND_NAMES[event.kind]))
            report.add(self, event.seat, "none", arguments, expected=due, actual=text)
            if kind == events.OPEN_KAN or kind == events.CLOSED_KAN:
                report.spoil(self, doubt.DORA)
        elif kind == events.ADDED_KAN:
            tile, pon = report.texts.tile(event.tile), table.seats[event.seat].pon_of(event.tile >> 2)
            if pon is None:
                due = Phrase("pon-of", tile=tile)
                report.add(self, event.seat, "no-pon", {"tile": tile}, expected=due, actual=Term("none"))
                report.spoil(self, doubt.DORA)  # most likely it is another kind of kan, whose indicator comes otherwise
                return
            texts = [report.texts.tiles(tiles) for tiles in ((pon.tile, *pon.tiles), event.tiles)]
            if texts[0] != texts[1] or pon.from_seat != event.from_seat:
                made, shown = tile_of_seat(texts[0], pon.from_seat), tile_of_seat(texts[1], event.from_seat)
                arguments = {"tile": tile, "shown": shown, "due": made}
                report.add(self, event.seat, "other-pon", arguments, expected=made, actual=shown)


def _are_of_kind(kind: Kind, tiles: tuple[Tile, ...]) -> bool:
    return all(tile >> 2 == kind for tile in tiles)


def _count_distinct(tiles: tuple[Tile, ...], report: Report) -> int:
    """The number of distinct tiles; of all tiles where the log does not distinguish copies."""
    if not report.game.copies_recorded:
        return len(tiles)
    count = 0
    for index, tile in enumerate(tiles):
        if all(tiles[earlier] != tile for earlier in range(index)):
            count += 1
    return count


class CallTarget(Check):
    """`call/target`."""

    id = "call/target"
    severity = VIOLATION
    title = "A claim of a tile that was not just discarded."
    why = "Only the tile that another seat has just discarded can be claimed for a meld."
    sources = ("EMA riichi rules, section 3.3.5 (claiming)",)
    messages = {
        "no-discard": "{seat:Who} calls {call} on {claimed}, but no discard is there to claim.",
        "other-discard": "{seat:Who} calls {call} on {claimed}, but the last discard is {last}.",
    }
    relies_on = doubt.TURN | doubt.TILE
    may_rely_on = doubt.TILE
    spoils = doubt.TURN | doubt.HAND | doubt.WALL
    may_spoil = doubt.HAND
    before_kinds = events.CLAIMS

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the tile claimed, and the seat it is claimed from."""
        last = table.last if table.phase == REACTION_DUE else None
        if report.is_in_doubt(doubt.TILE):
            return
        if last is not None and event.tile == last.tile and event.from_seat == last.seat != event.seat:
            return
        claimed = _claimed(event, report)
        arguments: Arguments = {"call": _term(event), "claimed": claimed}
        if last is None:
            report.add(self, event.seat, "no-discard", arguments, expected=Term("a-discard"), actual=claimed)
        elif not report.is_faulty(report.event):  # a false tile makes a false meld too
            there = tile_of_seat(report.texts.tile(last.tile), last.seat)
            report.add(self, event.seat, "other-discard", {**arguments, "last": there}, expected=there, actual=claimed)
        # The hands of the caller, the named discarder, the seat that is due and the one after it are in doubt.
        report.spoil(self, doubt.HAND, (event.seat, event.from_seat, table.due, table.next_seat(table.due)))


def _claimed(event: Event, report: Report) -> Message:
    return tile_of_seat(report.texts.tile(event.tile), event.from_seat)


class CallChiSeat(Check):
    """`call/chi-seat`."""

    id = "call/chi-seat"
    severity = VIOLATION
    title = "A chi from anyone but the seat to the left."
    why = "Only the seat to the right of the discarder may call chi; with three players nobody may."
    sources = ("EMA riichi rules, section 3.3.6 (chow)",)
    messages = {
        "three-players": "{seat:Who} calls chi in a three-player game.",
        "seat": "{seat:Who} calls chi from {from_seat:who}; it may only from {left:who}.",
    }
    relies_on = doubt.TURN
    may_rely_on = doubt.TILE
    may_spoil = doubt.HAND | doubt.TURN
    before_kinds = (events.CHI,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the seat from which a chi is called."""
        left = (event.seat - 1) % table.players
        if report.is_faulty(report.event):
            return  # the meld is reported as malformed already, and is perhaps no chi at all
        if table.players == 3:
            report.add(self, event.seat, "three-players", expected=Term("no-chi"), actual=Term("chi"))
        elif event.from_seat != left:
            arguments: Arguments = {"from_seat": event.from_seat, "left": left}
            expected, actual = Phrase("a-seat", seat=left), Phrase("a-seat", seat=event.from_seat)
            report.add(self, event.seat, "seat", arguments, expected=expected, actual=actual)
            if report.names_wrong_caller():
                report.spoil(self, doubt.HAND | doubt.TURN, (event.seat,))


class CallLastTile(Check):
    """`call/last-tile`."""

    id = "call/last-tile"
    severity = VIOLATION
    title = "A claim of the last discard, or a kan with no replacement to draw."
    why = (
        "The last discard can only be claimed to win. A kan needs a tile to replace it and one in the live wall "
        "to move to the dead wall."
    )
    sources = ("EMA riichi rules, section 3.4.1 (last tile)",)
    settings = ("calls.last_tile",)
    messages = {"no-tile-left": "{seat:Who} makes a {call} when no tile is left in the wall."}
    relies_on = doubt.TURN | doubt.WALL
    before_kinds = (*events.CLAIMS, events.CLOSED_KAN, events.ADDED_KAN, events.NORTH)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a meld by the tiles left in the wall."""
        if not forbids_last_tile(table, event.kind):
            return
        expected = Term("a-win-or-the-end-of-the-hand")
        report.add(self, event.seat, "no-tile-left", {"call": _term(event)}, expected=expected, actual=_term(event))


class CallRiichi(Check):
    """`call/riichi`."""

    id = "call/riichi"
    severity = VIOLATION
    title = "A chi, pon or open kan by a seat in riichi."
    why = "After riichi the hand stays as it is: no tile may be claimed but to win."
    sources = (EMA_RIICHI,)
    messages = {"in-riichi": "{seat:Who} calls {call}, though it declared riichi at event {riichi_event}."}
    relies_on = doubt.TURN | doubt.RIICHI
    spoils = doubt.HAND | doubt.ORDER
    may_spoil = doubt.TURN
    before_kinds = events.CLAIMS

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a claim by the caller's riichi."""
        if (riichi := table.seats[event.seat].riichi) is not None:
            arguments: Arguments = {"call": _term(event), "riichi_event": riichi.event}
            report.add(self, event.seat, "in-riichi", arguments, expected=Term("no-call"), actual=_term(event))
            if report.names_wrong_caller():
                report.spoil(self, doubt.TURN)


class CallFifthKan(Check):
    """`call/fifth-kan`."""

    id = "call/fifth-kan"
    severity = VIOLATION
    title = "A kan beyond the four."
    why = "Four kans can be made in a hand, for the dead wall holds four replacement tiles."
    sources = ("EMA riichi rules, section 3.3.10 (kong)",)
    settings = ("calls.kans",)
    messages = {"too-many": "{seat:Who} makes a {call}, the kan number {number} of the hand."}
    relies_on = doubt.TURN
    spoils = doubt.WALL
    before_kinds = events.KANS

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a kan by the number made before."""
        if are_kans_used_up(table):
            arguments: Arguments = {"call": _term(event), "number": table.kans + 1}
            expected, actual = [Phrase("n-kans", number=one) for one in (table.rules.calls.kans, table.kans + 1)]
            report.add(self, event.seat, "too-many", arguments, expected=expected, actual=actual)


class CallKuikae(Check):
    """`call/kuikae`."""

    id = "call/kuikae"
    severity = VIOLATION
    title = "A swap-call discard that the ruleset forbids."
    why = (
        "After chi or pon the tile discarded may not be the one claimed, nor, where the ruleset says so, the tile at "
        "the other end of the run (suji)."
    )
    sources = ("https://tenhou.net/man/ (kuikae)", "EMA riichi rules 2016, section 3.3.8")
    settings = ("calls.kuikae",)
    messages = {
        "same-tile": "{seat:Who} discards {tile} right after calling {call} of {meld}: the tile just claimed.",
        "other-end": "{seat:Who} discards {tile} right after calling {call} of {meld}: the other end of the run.",
    }
    relies_on = doubt.TURN | doubt.HAND
    applies_when = UNUSUAL
    before_kinds = (events.DISCARD,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a discard that follows a claim."""
        if table.phase != DISCARD_DUE or event.tile < 0:
            return
        seat = table.seats[event.seat]
        if not seat.melds or seat.last_call != table.index - 1:
            return
        call = seat.melds[-1]
        if not (message_id := kuikae_fault(call, event.tile >> 2, table.rules)):
            return
        text = report.texts.tile(event.tile)
        arguments: Arguments = {"tile": text, "call": _term(call), "meld": report.texts.tiles(melded_tiles(call))}
        report.add(
            self, event.seat, message_id, arguments, expected=Phrase("discard-other-than", tile=text), actual=text
        )
