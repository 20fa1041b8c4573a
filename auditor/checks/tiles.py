"""The tiles themselves: how many there are, who holds them, how many are dealt."""

from typing import Final

from auditor.checks.base import DORA, HAND, NO_EVENT, OUTCOME, Check, Report
from auditor.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DISCARD,
    DRAW,
    NO_SEAT,
    NORTH,
    OPEN_KAN,
    PON,
    RYUUKYOKU,
    Event,
    Ryuukyoku,
)
from auditor.events import DORA as DORA_EVENT
from auditor.findings import MISMATCH, VIOLATION
from auditor.table.table import IN_WALL, VISIBLE, Table
from auditor.tiles import TILES
from auditor.words import counted

DEALT: Final = 13


class Duplicate(Check):
    """`tiles/duplicate`."""

    id = "tiles/duplicate"
    severity = MISMATCH
    title = "More copies of a tile, or of a red five, than the set holds."
    why = "A set holds four tiles of each kind and the red fives of the ruleset; a tile lies in one place at a time."
    sources = ("EMA riichi rules, section 2 (the tiles)",)
    relies = HAND
    spoils = HAND
    before_kinds = (DRAW, DORA_EVENT)
    judges_start = True

    def start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the tiles dealt and the first indicator."""
        if report.spare_reds:
            for seat, tiles in enumerate(table.hand.dealt):
                self._judge_reds(table, seat, tiles, report, NO_EVENT)
            self._judge_reds(table, NO_SEAT, (table.hand.indicator,), report, NO_EVENT)
        if not report.game.copies_recorded and report.is_doubtful(HAND):
            return  # whichever copy is too many, the wall has told of it
        placed = TILES - table.location.count(IN_WALL)
        if placed == sum([len(tiles) for tiles in table.hand.dealt]) + 1:
            return  # nothing stands twice; who holds what is asked only where something does
        holder: dict[int, int] = {}
        dealt = [(seat, tile) for seat, tiles in enumerate(table.hand.dealt) for tile in tiles]
        for seat, tile in [*dealt, (NO_SEAT, table.hand.indicator)]:
            if tile < 0:
                continue
            if tile in holder:
                if holder[tile] == NO_SEAT or not report.is_doubtful(HAND, holder[tile]):
                    self._report(table, seat, holder[tile], tile, report, NO_EVENT)
                report.doubt_hand(holder[tile])
            holder[tile] = seat

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge a tile that comes from the wall."""
        if table.is_available(event.tile):
            if report.spare_reds:
                self._judge_reds(table, event.seat, (event.tile,), report, report.event)
            return
        # Where copies are not told apart any tile of that face may be the false one, and in any hand.
        copies = [event.tile]
        if not report.game.copies_recorded:
            if report.is_doubtful(HAND):
                return
            first = event.tile // 4 * 4
            copies = [tile for tile in range(first, first + 4) if report.tile(tile) == report.tile(event.tile)]
        if report.is_doubtful(DORA) and any([tile in copies for tile in table.indicators]):
            return
        holders = [table.location[tile] - 1 for tile in copies if table.location[tile] not in (IN_WALL, VISIBLE)]
        if not any([report.is_doubtful(HAND, holder) for holder in holders]):
            place = table.location[event.tile]
            holder = NO_SEAT if place == VISIBLE else place - 1
            self._report(table, event.seat, holder, event.tile, report, report.event)
        for holder in holders:
            report.doubt_hand(holder)
        if any([tile in copies for tile in table.indicators]):
            report.doubt |= DORA

    def _judge_reds(self, table: Table, seat: int, tiles: tuple[int, ...], report: Report, event: int) -> None:
        """Judge red fives that the log shows beyond those of the ruleset's set."""
        for tile in tiles:
            if tile in report.spare_reds:
                who = "The indicator" if seat == NO_SEAT else f"Seat {seat}"
                count = table.rules.game.reds[tile // 36]
                text = report.tile(tile)
                message = f"{who} {'is' if seat == NO_SEAT else 'gets'} {text}; the set holds {count} of them."
                report.add(self, seat, message, f"{count} of {text}", f"{count + 1} of {text}", event=event)

    def _report(self, table: Table, seat: int, holder: int, tile: int, report: Report, event: int) -> None:
        if seat == NO_SEAT and report.is_doubtful(DORA):
            return
        where = "lies open already" if holder == NO_SEAT else f"is in the hand of seat {holder}"
        who = "The indicator" if seat == NO_SEAT else f"Seat {seat}"
        verb = "is" if seat == NO_SEAT else "gets"
        text = report.tile(tile)
        copies = "each of its copies" if not report.game.copies_recorded else "this very tile"
        report.add(
            self, seat, f"{who} {verb} {text}, but {copies} {where}.", f"a tile other than {text}", text, event=event
        )
        if seat == NO_SEAT:
            report.doubt |= DORA


class NotHeld(Check):
    """`tiles/not-held`."""

    id = "tiles/not-held"
    severity = VIOLATION
    title = "A tile discarded, melded or shown that is not in the hand."
    why = "A seat can only use the tiles it was dealt, has drawn and has not given away."
    sources = ("EMA riichi rules, section 3.3 (the play)",)
    relies = HAND
    spoils = HAND
    before_kinds = (DISCARD, CHI, PON, OPEN_KAN, CLOSED_KAN, ADDED_KAN, NORTH, RYUUKYOKU)

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge the tiles that leave a hand, or are shown at a draw."""
        if isinstance(event, Ryuukyoku):
            if report.is_doubtful(OUTCOME):
                return
            for seat, tiles in enumerate(event.shown or ()):
                self._judge(table, seat, tiles or (), RYUUKYOKU, report)
        elif event.kind == DISCARD:
            if table.location[event.tile] != 1 + event.seat:
                self._judge(table, event.seat, (event.tile,), DISCARD, report)
        elif event.kind in (ADDED_KAN, NORTH):
            self._judge(table, event.seat, (event.tile,), event.kind, report)
        else:
            self._judge(table, event.seat, event.tiles, event.kind, report)

    def _judge(self, table: Table, seat: int, tiles: tuple[int, ...], does: int, report: Report) -> None:
        player = table.seats[seat]
        if not player.is_known:
            return
        held = player.concealed
        for tile in tiles:
            if tile >= 0 and tile not in held:
                hand = report.tiles(held)
                text = report.tile(tile)
                message = f"Seat {seat} {_VERBS[does]} {text}, which is not in its hand {hand}."
                if report.add(self, seat, message, hand, text) and does == RYUUKYOKU:
                    report.doubt |= OUTCOME  # a hand that should not be shown counts as tenpai
                return


_VERBS: Final = {
    DISCARD: "discards",
    CHI: "calls chi with",
    PON: "calls pon with",
    OPEN_KAN: "calls an open kan with",
    CLOSED_KAN: "makes a closed kan with",
    ADDED_KAN: "adds to a pon",
    NORTH: "sets aside",
    RYUUKYOKU: "shows",
}


class HandSize(Check):
    """`tiles/hand-size`."""

    id = "tiles/hand-size"
    severity = MISMATCH
    title = "A dealt hand of the wrong size."
    why = "Each seat is dealt 13 tiles; the dealer's fourteenth is the first draw."
    sources = ("EMA riichi rules, section 3.2 (the deal)",)
    spoils = HAND
    judges_start = True

    def start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the number of tiles dealt to each seat."""
        for seat, tiles in enumerate(table.hand.dealt):
            due = DEALT if seat < table.players else 0
            if len(tiles) != due:
                message = f"Seat {seat} is dealt {counted(len(tiles), 'tile')} instead of {due}."
                report.add(self, seat, message, str(due), str(len(tiles)), event=NO_EVENT)


CHECKS: Final[tuple[Check, ...]] = (HandSize(), Duplicate(), NotHeld())
