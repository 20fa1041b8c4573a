# build: compiled
"""The tiles themselves: how many there are, who holds them, how many are dealt."""

from auditor.core import events
from auditor.core.checks import doubt
from auditor.core.checks.check import ALL_TILES, NO_EVENT, UNUSUAL, Check, Report
from auditor.core.checks.wording import EMA_PLAY, EVENT_TERMS, amount, term
from auditor.core.events import Event, Ryuukyoku, Win
from auditor.core.results import MISMATCH, VIOLATION, Arguments, Message, Phrase, Term
from auditor.core.table.table import Table
from auditor.core.table.tile_locations import IN_WALL, VISIBLE
from auditor.core.tiles import HAND_TILES
from auditor.core.units import EventKind, SeatIndex, Tile


class TilesDuplicate(Check):
    """`tiles/duplicate`."""

    id = "tiles/duplicate"
    severity = MISMATCH
    title = "More copies of a tile, or of a red five, than the set holds."
    why = "A set holds four tiles of each kind and the red fives of the ruleset; a tile lies in one place at a time."
    sources = ("EMA riichi rules, section 2 (the tiles)",)
    settings = ("game.red_fives",)
    messages = {
        "red": "{seat:Who} gets {tile}; the set holds {count} of them.",
        "red-indicator": "The indicator is {tile}; the set holds {count} of them.",
        "dealt": "{seat:Who} gets {tile}, but {copy} {where}.",
        "indicator": "The indicator is {tile}, but {copy} {where}.",
        "ura": "The ura indicator is {tile}, but {copy} {where}.",
        "in-hand": "is in the hand of {holder:who}",
    }
    relies_on = doubt.HAND
    may_rely_on = doubt.HAND | doubt.DORA
    spoils = doubt.HAND | doubt.ORDER
    may_spoil = doubt.HAND | doubt.DORA
    applies_when = UNUSUAL
    before_kinds = (events.DRAW, events.DORA, events.WIN)
    judges_start = True

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the tiles dealt and the first indicator."""
        if report.spare_reds:
            for seat, tiles in enumerate(table.hand.dealt):
                self._judge_reds(table, seat, tiles, report)
            self._judge_reds(table, events.NO_SEAT, (table.hand.indicator,), report)
        if not report.game.copies_recorded and report.is_in_doubt(doubt.HAND):
            return  # the checks of the wall have reported whichever copy is too many
        if table.placed == sum(len(tiles) for tiles in table.hand.dealt) + 1:
            return  # no tile occurs twice; who holds what is looked up only where one does
        holder: dict[Tile, SeatIndex] = {}
        dealt = [(seat, tile) for seat, tiles in enumerate(table.hand.dealt) for tile in tiles]
        for seat, tile in [*dealt, (events.NO_SEAT, table.hand.indicator)]:
            if tile < 0:
                continue
            if tile in holder:
                holders = _holders_of_face(holder, tile, report)
                if not any(one != events.NO_SEAT and report.is_in_doubt(doubt.HAND, one) for one in holders):
                    self._report(seat, holder[tile], tile, report)
                report.spoil(self, doubt.HAND, tuple(holders))
            holder[tile] = seat

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a tile drawn or turned from the wall, or the ura indicators of the first win that shows any."""
        if isinstance(event, Win):
            if event.ura and table.seats[event.seat].in_riichi and not any([win.ura for win in table.wins]):
                self._judge_ura(table, event.ura, report)
            return
        if table.is_available(event.tile):
            if report.spare_reds:
                self._judge_reds(table, event.seat, (event.tile,), report)
            return
        # Where copies are not distinguished, any tile of that face may be the surplus one, in any hand.
        copies = [event.tile]
        if not report.game.copies_recorded:
            if report.is_in_doubt(doubt.HAND):
                report.spoil(self, doubt.HAND, (event.seat,))
                return
            first = event.tile // 4 * 4
            copies = [tile for tile in range(first, first + 4) if report.texts.is_same_face(tile, event.tile)]
        holders = [table.where(tile) - 1 for tile in copies if table.where(tile) not in (IN_WALL, VISIBLE)]
        if report.is_in_doubt(doubt.DORA) and any(tile in copies for tile in table.indicators):
            holders.append(event.seat)  # the indicator is the wrong one, and this hand really holds the tile
        elif not any(report.is_in_doubt(doubt.HAND, holder) for holder in holders):
            self._report(event.seat, _holder(table, event.tile), event.tile, report)
        report.spoil(self, doubt.HAND, tuple(holders))
        if any(tile in copies for tile in table.indicators):
            report.spoil(self, doubt.DORA)

    def _judge_ura(self, table: Table, ura: tuple[Tile, ...], report: Report) -> None:
        """Report the first ura indicator that is elsewhere or comes twice, unless the log contradicts itself there."""
        for tile in ura:
            if not table.is_available(tile) or (tile >= 0 and ura.count(tile) > 1):
                if events.ABOUT_URA not in [one.about for one in table.hand.contradictions]:
                    self._report(events.NO_SEAT, _holder(table, tile), tile, report, "ura")
                return

    def _judge_reds(self, table: Table, seat: SeatIndex, tiles: tuple[Tile, ...], report: Report) -> None:
        """Report red fives beyond those of the set; where the set has none, only the first of the game."""
        for tile in tiles:
            if tile in report.spare_reds:
                if not (count := table.rules.game.reds[tile // 36]):
                    report.stop_reporting_reds()
                text = report.texts.tile(tile)
                message_id = "red-indicator" if seat == events.NO_SEAT else "red"
                arguments: Arguments = {"tile": text, "count": count}
                expected, actual = [Phrase("n-of-tile", number=one, tile=text) for one in (count, count + 1)]
                report.add(self, seat, message_id, arguments, expected=expected, actual=actual)

    def _report(
        self, seat: SeatIndex, holder: SeatIndex, tile: Tile, report: Report, turned: str = "indicator"
    ) -> None:
        if seat == events.NO_SEAT and report.is_in_doubt(doubt.DORA):
            return
        text = report.texts.tile(tile)
        arguments: Arguments = {
            "tile": text,
            "copy": term("this very tile" if report.game.copies_recorded else "each of its copies"),
            "where": term("lies open already") if holder == events.NO_SEAT else Message("in-hand", {"holder": holder}),
        }
        message_id, expected = "dealt" if seat >= 0 else turned, Phrase("tile-other-than", tile=text)
        report.add(self, seat, message_id, arguments, expected=expected, actual=text)
        if seat == events.NO_SEAT:
            report.spoil(self, doubt.DORA | doubt.HAND, (holder,) * (holder >= 0))


def _holder(table: Table, tile: Tile) -> SeatIndex:
    """The seat in whose hand a tile is, or NO_SEAT where it lies open."""
    location = table.where(tile)
    return events.NO_SEAT if location == VISIBLE else location - 1


def _holders_of_face(holder: dict[Tile, SeatIndex], tile: Tile, report: Report) -> list[SeatIndex]:
    """The seats that may hold the surplus copy of a dealt tile: those with a tile that the log shows as the same."""
    if report.game.copies_recorded:
        return [holder[tile]]
    return sorted({seat for other, seat in holder.items() if report.texts.is_same_face(other, tile)})


class TilesMissing(Check):
    """`tiles/missing`."""

    id = "tiles/missing"
    severity = MISMATCH
    title = "A tile that the log leaves out, though it hides none."
    why = "A log that shows every hand holds every tile that is dealt, drawn, discarded or turned."
    sources = ("the log itself: the other tiles",)
    messages = {
        "dealt": "Of the hand dealt to {seat:who} the log leaves {missing:tile|tiles} out.",
        "first-indicator": "The log leaves the first indicator out.",
        "indicator": "An indicator is turned, but the log leaves it out.",
        "draw": "{seat:Who} draws a tile that the log leaves out.",
        "discard": "{seat:Who} discards a tile that the log leaves out.",
    }
    relies_on = doubt.TURN
    spoils = doubt.HAND
    may_spoil = doubt.DORA
    applies_when = ALL_TILES | UNUSUAL
    before_kinds = (events.DRAW, events.DISCARD, events.DORA)
    judges_start = True

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the deal and the first indicator."""
        if not report.game.all_tiles_recorded:
            return
        for seat, tiles in enumerate(table.hand.dealt):
            if missing := len([tile for tile in tiles if tile < 0]):
                arguments = {"missing": missing}
                expected, actual = [Phrase("n-tiles", number=HAND_TILES - less) for less in (0, missing)]
                report.add(self, seat, "dealt", arguments, expected=expected, actual=actual, event=NO_EVENT)
        if table.hand.indicator < 0 and not _is_contradicted(table, NO_EVENT):
            due, none = Term("an-indicator"), Term("none")
            report.add(self, events.NO_SEAT, "first-indicator", expected=due, actual=none, event=NO_EVENT)
            report.spoil(self, doubt.DORA)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a draw, a discard, or an indicator that is turned."""
        if event.tile >= 0 or not report.game.all_tiles_recorded:
            return
        if event.kind != events.DORA:
            message_id = "draw" if event.kind == events.DRAW else "discard"
            report.add(self, event.seat, message_id, expected=Term("a-tile"), actual=Term("none"))
        elif not _is_contradicted(table, report.event):
            report.add(self, events.NO_SEAT, "indicator", expected=Term("an-indicator"), actual=Term("none"))
            report.spoil(self, doubt.DORA)


def _is_contradicted(table: Table, event: int) -> bool:
    """Whether the log contradicts itself about an indicator, so that it is not known (`log/contradiction`)."""
    return any(one.about == events.ABOUT_INDICATOR and one.event == event for one in table.hand.contradictions)


class TilesNotHeld(Check):
    """`tiles/not-held`."""

    id = "tiles/not-held"
    severity = VIOLATION
    title = "A tile discarded, melded or shown that is not in the hand."
    why = "A seat can only use the tiles it was dealt, has drawn and has not given away."
    sources = (EMA_PLAY,)
    messages = {
        "discard": "{seat:Who} discards {tile}, which is not in its hand {hand}.",
        "chi": "{seat:Who} calls chi with {tile}, which is not in its hand {hand}.",
        "pon": "{seat:Who} calls pon with {tile}, which is not in its hand {hand}.",
        "open-kan": "{seat:Who} calls an open kan with {tile}, which is not in its hand {hand}.",
        "closed-kan": "{seat:Who} makes a closed kan with {tile}, which is not in its hand {hand}.",
        "added-kan": "{seat:Who} adds to a pon {tile}, which is not in its hand {hand}.",
        "north": "{seat:Who} sets aside {tile}, which is not in its hand {hand}.",
        "ryuukyoku": "{seat:Who} shows {tile}, which is not in its hand {hand}.",
        "shown-in-part": "{seat:Who} shows {shown:tile|tiles} of the {held} in its hand.",
    }
    relies_on = doubt.HAND
    may_rely_on = doubt.OUTCOME | doubt.TURN
    spoils = doubt.HAND | doubt.ORDER
    may_spoil = doubt.OUTCOME | doubt.DORA | doubt.TURN
    applies_when = UNUSUAL
    before_kinds = (
        events.DISCARD, events.CHI, events.PON, events.OPEN_KAN, events.CLOSED_KAN, events.ADDED_KAN, events.NORTH,
        events.RYUUKYOKU,
    )  # fmt: skip

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the tiles that leave a hand, or are shown at a draw."""
        if isinstance(event, Ryuukyoku):
            if report.is_in_doubt(doubt.OUTCOME):
                return
            for seat, tiles in enumerate(event.shown or ()):
                self._judge(table, seat, tiles or (), events.RYUUKYOKU, report)
        elif event.kind in (events.DISCARD, events.ADDED_KAN, events.NORTH):
            if not table.seats[event.seat].holds(event.tile):
                self._judge(table, event.seat, (event.tile,), event.kind, report)
        else:
            self._judge(table, event.seat, event.tiles, event.kind, report)

    def _judge(self, table: Table, seat: SeatIndex, tiles: tuple[Tile, ...], does: EventKind, report: Report) -> None:
        player = table.seats[seat]
        if not player.is_known:
            return
        for tile in tiles:
            if tile >= 0 and not player.holds(tile):
                hand, text = report.texts.tiles(player.concealed), report.texts.tile(tile)
                arguments = {"tile": text, "hand": hand}
                if not report.add(self, seat, EVENT_TERMS[does].id, arguments, expected=hand, actual=text):
                    return
                if does == events.RYUUKYOKU:
                    report.spoil(self, doubt.OUTCOME)  # a hand that should not be shown counts as tenpai
                elif does in (events.CLOSED_KAN, events.ADDED_KAN):
                    report.spoil(self, doubt.DORA)  # it may be another kind of kan, with another time for its indicator
                if report.names_wrong_caller():
                    report.spoil(self, doubt.TURN)
                return
        is_judged = does == events.RYUUKYOKU and table.hand.server is not None and not report.is_in_doubt(doubt.TURN)
        if is_judged and 0 < (shown := len(tiles)) < (held := player.size):
            sizes = {"shown": shown, "held": held}
            report.add(self, seat, "shown-in-part", sizes, expected=amount(held), actual=amount(shown))


class TilesHandSize(Check):
    """`tiles/hand-size`."""

    id = "tiles/hand-size"
    severity = MISMATCH
    title = "A dealt hand of the wrong size."
    why = "Each seat is dealt 13 tiles; the dealer's fourteenth is the first draw."
    sources = ("EMA riichi rules, section 3.2 (the deal)",)
    messages = {"size": "{seat:Who} is dealt {dealt:tile|tiles} instead of {due}."}
    spoils = doubt.HAND | doubt.ORDER
    judges_start = True

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the number of tiles dealt to each seat."""
        for seat, tiles in enumerate(table.hand.dealt):
            due = HAND_TILES if seat < table.players else 0
            if len(tiles) != due:
                arguments = {"dealt": len(tiles), "due": due}
                report.add(
                    self, seat, "size", arguments, expected=amount(due), actual=amount(len(tiles)), event=NO_EVENT
                )
