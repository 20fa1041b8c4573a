"""The wall: every tile against the published seed, and draws beyond its end."""

from typing import Final

from auditor.checks.base import DORA, HAND, NO_EVENT, TURN, WALL, Check, Report
from auditor.events import DORA as DORA_EVENT
from auditor.events import DRAW, NO_SEAT, WIN, Event, Hand, Win
from auditor.findings import MISMATCH, VIOLATION
from auditor.table.table import REPLACEMENT_DUE, REPLACEMENTS, Table
from auditor.wall import SeedError, Wall, wall_of_shuffle

_LOOK_AHEAD: Final = 40
"""So many hands an excerpt may begin later than the game, or a log may lack between two of its hands."""


def _fits(wall: Wall, hand: Hand) -> bool:
    """Whether the deal is this wall's, but for a few tiles at most: of another wall hardly any tile agrees."""
    dealt = wall.dealt(hand.dealer)
    if hand.dealt == dealt:
        return True
    agree = 0
    for tiles, due in zip(hand.dealt, dealt, strict=True):
        agree += len(set(tiles) & set(due))
    return 2 * agree > sum([len(tiles) for tiles in hand.dealt])


def find_wall(hand: Hand, report: Report) -> Wall | None:
    """The wall of a hand by the game's seed, or None; `report.wall_unproven` then says why, where there is none to fit.

    Walls follow each other as the hands do; where the deal is not the next one's, a later one is looked for.
    """
    players = report.game.players
    report.wall_unproven = ""
    if hand.shuffle:
        try:
            return wall_of_shuffle(hand.shuffle, players)
        except SeedError as error:
            report.wall_unproven = str(error)
            return None
    if not report.game.seed:
        report.wall_unproven = "the log has no shuffle seed"
        return None
    for ahead in range(_LOOK_AHEAD):
        try:
            wall = report.wall_ahead(ahead)
        except SeedError as error:
            report.wall_unproven = str(error)
            return None
        if _fits(wall, hand):
            report.drop_walls(ahead + 1)
            return wall
    return None


class Seed(Check):
    """`wall/seed`."""

    id = "wall/seed"
    severity = MISMATCH
    title = "A deal, draw or indicator that is not what the log's published shuffle seed generates."
    why = "The server publishes the seed of its shuffle: it gives every tile of the wall, and the dice, before play."
    sources = ("https://tenhou.net/stat/rand/ (the server's random numbers)",)
    relies = HAND | TURN | WALL | DORA
    spoils = HAND
    before_kinds = (DRAW, DORA_EVENT, WIN)
    judges_start = True

    def start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Find the hand's wall, and judge deal, dice and first indicator by it."""
        hand = table.hand
        report.wall = find_wall(hand, report) if report.game.copies_recorded else None
        wall = report.wall
        if wall is None:
            if report.game.copies_recorded and not report.wall_unproven and not report.wall_lost:
                message = "The published seed does not generate this deal, nor does any of the next hands it generates."
                report.add(self, NO_SEAT, message, "a deal of the seed", "another deal", event=NO_EVENT)
                report.wall_lost = True
            return
        report.wall_lost = False
        self._judge_deal(wall.dealt(hand.dealer), hand, report)
        self._judge(NO_SEAT, "The first indicator is", wall.indicator(0), hand.indicator, report, NO_EVENT)
        if hand.dice is not None and hand.dice != wall.dice:
            due_dice, dice = " ".join(map(str, wall.dice)), " ".join(map(str, hand.dice))
            report.add(
                self, NO_SEAT, f"The dice are {dice}; the seed gives {due_dice}.", due_dice, dice, event=NO_EVENT
            )

    def _judge_deal(self, dealt: tuple[tuple[int, ...], ...], hand: Hand, report: Report) -> None:
        """Judge the tiles dealt: one finding, however many seats have wrong ones, for they may only be exchanged."""
        if dealt == hand.dealt:
            return
        wrong: list[tuple[int, str, str]] = []
        for seat, (due, tiles) in enumerate(zip(dealt, hand.dealt, strict=True)):
            others = [tile for tile in tiles if tile not in due]
            if len(tiles) == len(due) and others:
                wrong.append((seat, report.tiles([tile for tile in due if tile not in tiles]), report.tiles(others)))
        if not wrong:
            return
        told = "; ".join([f"seat {one} is dealt {got}, where the wall holds {held}" for one, held, got in wrong])
        expected, actual = "; ".join([held for _, held, _ in wrong]), "; ".join([got for _, _, got in wrong])
        seat = wrong[0][0] if len(wrong) == 1 else NO_SEAT
        report.add(self, seat, f"S{told[1:]}.", expected, actual, event=NO_EVENT)
        for seat, _, _ in wrong:
            report.doubt_hand(seat)

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge a tile that comes from the wall, or ura that are turned."""
        wall = report.wall
        if wall is None:
            return
        if event.kind == DORA_EVENT:
            due = wall.indicator(len(table.indicators))
            self._judge(NO_SEAT, "The indicator turned is", due, event.tile, report, report.event)
        elif event.kind == DRAW:
            replaced = REPLACEMENTS[table.players] - table.replacements_left
            is_replacement = table.phase == REPLACEMENT_DUE
            due = wall.replacement(replaced) if is_replacement else wall.draw(table.draws - replaced)
            if event.tile != due:
                what = f"Seat {event.seat} draws the replacement" if is_replacement else f"Seat {event.seat} draws"
                self._judge(event.seat, what, due, event.tile, report, report.event)
        elif isinstance(event, Win) and event.ura and not any([win.ura for win in table.wins]):
            if not table.seats[event.seat].in_riichi or len(event.ura) != len(table.indicators):
                return  # `dora/ura` tells of ura that should not be there
            turned = [wall.ura(number) for number in range(len(event.ura))]
            wrong = [place for place, tile in enumerate(event.ura) if tile != turned[place]]
            if wrong:
                place = wrong[0]
                self._judge(event.seat, "The ura indicator is", turned[place], event.ura[place], report, report.event)

    def _judge(self, seat: int, what: str, due: int | None, tile: int, report: Report, event: int) -> None:
        if due is None or tile == due:
            return
        expected, actual = report.told_apart([due], [tile])
        message = f"{what} {actual}; the wall holds {expected} there."
        if report.add(self, seat, message, expected, actual, event=event) and seat == NO_SEAT:
            report.doubt |= DORA


class Overdraw(Check):
    """`wall/overdraw`."""

    id = "wall/overdraw"
    severity = VIOLATION
    title = "A draw beyond the live wall or the four replacement tiles."
    why = (
        "Fourteen tiles stay in the dead wall, four of which replace kans (with three players eight, norths included)."
    )
    sources = ("EMA riichi rules, section 3.4.2 (exhaustive draw)",)
    relies = TURN | WALL
    spoils = WALL
    before_kinds = (DRAW,)

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge a draw by what is left."""
        if table.phase == REPLACEMENT_DUE and table.replacements_left == 0:
            message = f"Seat {event.seat} draws a replacement tile, but all {REPLACEMENTS[table.players]} are drawn."
            report.add(self, event.seat, message, "no draw", "a replacement draw")
        elif table.wall_left == 0:
            message = f"Seat {event.seat} draws, but no tile is left in the live wall."
            report.add(self, event.seat, message, "no draw", "a draw")


CHECKS: Final[tuple[Check, ...]] = (Seed(), Overdraw())
