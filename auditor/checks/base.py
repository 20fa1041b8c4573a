"""What a check is, and the report it writes to.

A check is a class with its text at its head and one small judging function. It is asked at the moments it names:
before an event (was it legal?), after it, when a hand starts, when it has ended, when the game has ended.

One fault gives one finding: a check says what its judgement relies on (a seat's hand, the points, ...), and what its
finding puts in doubt. Where something it relies on is in doubt already, the check stays silent, because what it sees
may be a consequence. Doubt lasts until the next hand has started.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from auditor.events import DEPOSIT, NO_SEAT, WIN, Event, Game
from auditor.findings import NOTE, Finding
from auditor.hand.payment import Payment
from auditor.hand.value import Value
from auditor.problems import Problem
from auditor.rulesets.model import Ruleset
from auditor.table.table import Table
from auditor.tiles import RED_FIVES, red_tiles_of, tile_names, tiles_text
from auditor.wall import Wall, walls

HAND: Final = 1 << 0
"""Which tiles a seat holds. In doubt for each seat apart."""
TURN: Final = 1 << 1
"""Whose turn it is. Doubt ends once play has gone on in order for a while."""
POINTS: Final = 1 << 2
"""The seats' points."""
STICKS: Final = 1 << 3
"""The riichi sticks on the table."""
HONBA: Final = 1 << 4
"""The honba counter."""
DORA: Final = 1 << 5
"""The indicators turned."""
ROUND: Final = 1 << 6
"""Round and dealer."""
VALUE: Final = 1 << 7
"""The value of a win."""
OUTCOME: Final = 1 << 8
"""How the hand ended."""
WALL: Final = 1 << 9
"""How many tiles are left."""
RIICHI: Final = 1 << 10
"""Whether a seat is in riichi. In doubt for each seat apart."""

OF_A_SEAT: Final = HAND | RIICHI
"""What is in doubt for each seat apart."""

CURRENT: Final = -2
"""The event being judged."""
NO_EVENT: Final = -1

_ORDERLY_EVENTS: Final = 4
"""So many draws and discards in order end the doubt about the turn."""


class JudgedWin:
    """What a recorded win is worth by the position.

    value: None where the hand is not complete, or not known. paid: None where there is no value to pay.
    takes_counters: whether sticks and honba are this winner's. alternatives: the yaku of every reading worth as much.
    """

    def __init__(
        self,
        value: Value | None,
        paid: Payment | None,
        takes_counters: bool,
        alternatives: list[tuple[tuple[int, int], ...]],
    ) -> None:
        self.value = value
        self.paid = paid
        self.takes_counters = takes_counters
        self.alternatives = alternatives


class Check:
    """One rule of the catalogue.

    id, severity: fixed names. title: one sentence, what it flags. why: the rule in words a referee accepts.
    sources: where the rule is written. relies, spoils: what the judgement rests on and what its finding puts in
    doubt (HAND, TURN, ...); of HAND and RIICHI, those of the finding's seat.
    before_kinds, after_kinds: the event kinds it judges. judges_start, judges_end, judges_game: further moments.
    """

    id: ClassVar[str] = ""
    severity: ClassVar[str] = ""
    title: ClassVar[str] = ""
    why: ClassVar[str] = ""
    sources: ClassVar[tuple[str, ...]] = ()
    relies: ClassVar[int] = 0
    spoils: ClassVar[int] = 0
    before_kinds: ClassVar[tuple[int, ...]] = ()
    after_kinds: ClassVar[tuple[int, ...]] = ()
    judges_start: ClassVar[bool] = False
    judges_end: ClassVar[bool] = False
    judges_game: ClassVar[bool] = False

    def start(self, table: Table, previous: Table | None, report: "Report") -> None:
        """Judge a hand just dealt; `previous`: the hand before it as it ended, None for the first."""

    def before(self, table: Table, event: Event, report: "Report") -> None:
        """Judge an event that is about to be applied."""

    def after(self, table: Table, event: Event, report: "Report") -> None:
        """Judge the position just after an event; `table.index` is then the next event's."""

    def end(self, table: Table, report: "Report") -> None:
        """Judge a hand after its last event."""

    def game(self, game: Game, last: Table, report: "Report") -> None:
        """Judge a finished game; `last`: the last hand as it ended."""


class Report:
    """Collects a game's findings and keeps what is in doubt.

    doubt, seat_doubts: what is in doubt, and what of each seat. faulty_events: the hand's events that have findings.
    judged_wins: what each win of the hand (by its event) is worth, worked out once for all checks that ask.
    spare_reds: red fives that the log shows beyond the ruleset's set, of which it leaves doubt whether it has them.
    wall: the hand's wall by the published seed, or as published itself, or None; wall_lost: the last deal was none of
    the seed's; wall_denied: the published wall is not the one whose hash was published; wall_unproven: why there is no
    wall to prove the tiles by, or "". wrong_flags: the seats whose furiten flag was told to be wrong, and still is.
    """

    def __init__(self, game: Game, rules: Ruleset) -> None:
        self.game = game
        self.rules = rules
        self.findings: list[Finding] = []
        self.problems: list[Problem] = []
        self.doubt = 0
        self.seat_doubts = [0, 0, 0, 0]
        self.faulty_events: set[int] = set()
        self.orderly = 0
        self.table: Table | None = None
        self.event = NO_EVENT
        self.judged_wins: dict[int, JudgedWin] = {}
        self.wall: Wall | None = None
        self.wall_lost = False
        self.wall_denied = False
        self.wall_unproven = ""
        self.wrong_flags = 0
        self._walls: Iterator[Wall] | None = None
        self._walls_ahead: list[Wall] = []
        self.tile_names = tile_names(game.red_tiles)
        self.spare_reds = _spare_reds(game, rules)

    def tile(self, tile: int) -> str:
        """A tile id as text; a hidden one is ``?``."""
        return self.tile_names[tile] if tile >= 0 else "?"

    def tiles(self, tiles: list[int] | tuple[int, ...]) -> str:
        """Tile ids as text, sorted."""
        return tiles_text(tiles, self.tile_names)

    def copies(self, tiles: list[int] | tuple[int, ...]) -> str:
        """Tiles with their ids, which tell the copies of a face apart, as in ``7m (id 24)``."""
        return " ".join([f"{self.tile(tile)} (id {tile})" for tile in tiles])

    def are_same(self, tiles: list[int], others: list[int]) -> bool:
        """Whether these are the same tiles in the same order, as far as the log tells the copies of a face apart."""
        if self.game.copies_recorded:
            return tiles == others
        return [self.tile(tile) for tile in tiles] == [self.tile(tile) for tile in others]

    def unmatched(self, tiles: list[int] | tuple[int, ...], others: list[int] | tuple[int, ...]) -> list[int]:
        """Those of the tiles that the others do not hold, as far as the log tells the copies of a face apart."""
        left = list(tiles)
        for other in others:
            for tile in left:
                if self.are_same([tile], [other]):
                    left.remove(tile)
                    break
        return left

    def told_apart(self, due: list[int], shown: list[int]) -> tuple[str, str]:
        """Tiles that are not the same, as text in their order; with their ids where only these differ."""
        texts = [" ".join([self.tile(tile) for tile in tiles]) for tiles in (due, shown)]
        return (texts[0], texts[1]) if texts[0] != texts[1] else (self.copies(due), self.copies(shown))

    def wall_ahead(self, number: int) -> Wall:
        """The wall of the game's seed that comes `number` hands after the next one. Raises SeedError."""
        if self._walls is None:
            self._walls = walls(self.game.seed, self.game.players)
        while len(self._walls_ahead) <= number:
            self._walls_ahead.append(next(self._walls))
        return self._walls_ahead[number]

    def drop_walls(self, count: int) -> None:
        """Go on to the wall `count` hands later."""
        del self._walls_ahead[:count]

    def open_hand(self, table: Table) -> None:
        """Turn to a hand just dealt. The doubts of the hand before still hold while its start is judged."""
        self.table = table
        self.event = NO_EVENT
        self.judged_wins.clear()
        self.seat_doubts = [0, 0, 0, 0]
        self.faulty_events.clear()
        self.wall_denied = False
        self.wrong_flags = 0
        self.doubt &= ~(TURN | DORA | VALUE | WALL)
        self.orderly = 0

    def begin_play(self, started_with: int) -> None:
        """Drop the doubts of the hand before, `started_with` (taken before its start was judged), but keep new ones."""
        self.doubt &= ~started_with

    def is_doubtful(self, facets: int, seat: int = NO_SEAT) -> bool:
        """Whether anything of `facets` is in doubt; of HAND and RIICHI those of the seat, or of any without one."""
        if self.doubt & facets:
            return True
        if not facets & OF_A_SEAT:
            return False
        if seat >= 0:
            return self.seat_doubts[seat] & facets != 0
        return any([doubts & facets for doubts in self.seat_doubts])

    def doubt_hand(self, seat: int) -> None:
        """Take the tiles of a seat for uncertain from here on."""
        if seat >= 0:
            self.seat_doubts[seat] |= HAND

    def doubt_riichi(self, seat: int) -> None:
        """Take it for uncertain from here on whether a seat is in riichi."""
        if seat >= 0:
            self.seat_doubts[seat] |= RIICHI

    def note_order(self, in_order: bool) -> None:
        """Count draws and discards in order, which end the doubt about the turn, unless the reader made the order."""
        self.orderly = self.orderly + 1 if in_order else 0
        if self.orderly >= _ORDERLY_EVENTS and self.game.order_recorded:
            self.doubt &= ~TURN

    def crashed(self, what: str, error: Exception) -> None:
        """Keep a fault of the auditor itself as a problem that names its place."""
        hand = "" if self.table is None else f"hand {self.table.hand.index} ({self.table.hand.name}), "
        message = f"internal error in {what}: {type(error).__name__}: {error}; please report it with this log"
        self.problems.append(Problem(f"{hand}event {self.event}", message))

    def add(
        self,
        check: Check,
        seat: int,
        message: str,
        expected: str | None = None,
        actual: str | None = None,
        event: int = CURRENT,
    ) -> bool:
        """Add a finding, unless something the check relies on is in doubt. Returns whether it was added.

        seat: whom it concerns, or NO_SEAT. event: its index in the hand, CURRENT or NO_EVENT.
        """
        if self.is_doubtful(check.relies, seat):
            return False
        table = self.table
        turn: int | None = None
        if table is not None and seat >= 0:
            turn = turn_at(table, seat, self.event if event == CURRENT else event)
        place = self.event if event == CURRENT else event
        self.findings.append(
            Finding(
                check.id,
                check.severity,
                None if table is None else table.hand.index,
                None if place < 0 else place,
                None if seat < 0 else seat,
                turn,
                message,
                expected,
                actual,
            )
        )
        if check.severity != NOTE:
            self.faulty_events.add(place)
        self.doubt |= check.spoils & ~OF_A_SEAT
        if seat >= 0:
            self.seat_doubts[seat] |= check.spoils & OF_A_SEAT
        if check.spoils & HAND and not self.game.order_recorded:
            self.doubt |= TURN  # the order was rebuilt from the tiles
        if check.spoils & TURN:
            self.orderly = 0
        return True


def _spare_reds(game: Game, rules: Ruleset) -> tuple[int, ...]:
    """Second red fives of a suit, where only the ruleset says whether the set has them."""
    if game.reds_recorded:
        return ()
    due = red_tiles_of(rules.game.reds)
    return tuple([tile for tile in game.red_tiles if tile not in RED_FIVES and tile not in due])


def turn_at(table: Table, seat: int, event: int) -> int | None:
    """The seat's own turn at an event: the number of the discard it is making or made last, from 1."""
    if event < 0:
        return None
    player = table.seats[seat]
    made = sum([1 for discard in player.river_events if discard < event])
    if event < len(table.hand.events):
        actor = table.hand.events[event]
        is_ron = actor.kind == WIN and actor.from_seat != seat
        if actor.seat == seat and actor.kind != DEPOSIT and not is_ron:
            return made + 1
    return max(made, 1)
