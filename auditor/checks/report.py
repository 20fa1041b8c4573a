"""What the checks of a game write to: its findings, and what is in doubt because of them."""

from typing import Final

from mypy_extensions import i64

from auditor.checks.declaration import Declaration
from auditor.checks.doubt import TILE, TURN, Doubts
from auditor.checks.judged_win import JudgedWins
from auditor.checks.texts import Texts
from auditor.checks.wall_cursor import WallCursor
from auditor.events import CLAIMS, DEPOSIT, KIND_NAMES, NO_SEAT, RIICHI, WIN, Game
from auditor.findings import NOTE, Finding
from auditor.fingerprints import fingerprint
from auditor.hand.kan import KanEffect
from auditor.problems import Problem
from auditor.rulesets.model import Ruleset
from auditor.table.table import REACTION_DUE, Table
from auditor.tiles import RED_FIVES, red_tiles_of
from auditor.units import EventIndex, Facets, SeatIndex, SeatMask, Tile, TurnNumber

CURRENT: Final = -2
"""The event being judged."""
NO_EVENT: Final = -1


class Report:
    """Collects a game's findings.

    table, event: the hand being judged and the index of its event, or NO_EVENT. doubts: what is in doubt.
    texts: tiles as the game's messages show them. walls: the walls of the published seed. judged_wins: what the wins
    of the hand are worth. has_offers: whether the log says what the server offered the seats. spare_reds: red fives
    that the log shows beyond the ruleset's set, of which it leaves doubt whether it has them. kan_effects: what the
    closed kans after riichi of the hand do to the hand, by their events, worked out once for all checks of them.
    """

    def __init__(self, game: Game, rules: Ruleset) -> None:
        self.game = game
        self.rules = rules
        self.findings: list[Finding] = []
        self.problems: list[Problem] = []
        self.table: Table | None = None
        self.event: i64 = NO_EVENT
        self.doubts = Doubts(game.order_recorded)
        self.texts = Texts(game)
        self.walls = WallCursor(game)
        self.judged_wins = JudgedWins()
        self.kan_effects: dict[EventIndex, KanEffect | None] = {}
        self._wrong_flags: SeatMask = 0
        self.has_offers = any(hand.server is not None and any(hand.server.offers) for hand in game.hands)
        self.spare_reds = _spare_reds(game, rules)

    def open_hand(self, table: Table) -> None:
        """Turn to a hand just dealt."""
        self.table = table
        self.event = NO_EVENT
        self.judged_wins.clear()
        self.kan_effects.clear()
        self._wrong_flags = 0
        self.doubts.open_hand()

    def has_wrong_flag(self, seat: SeatIndex) -> bool:
        """Whether the seat's furiten flag was told to be wrong, and still is."""
        return bool(self._wrong_flags >> seat & 1)

    def note_flag(self, seat: SeatIndex, is_wrong: bool) -> None:
        """Keep whether the server's furiten flag of a seat is wrong now."""
        self._wrong_flags = self._wrong_flags | 1 << seat if is_wrong else self._wrong_flags & ~(1 << seat)

    def is_doubtful(self, facets: Facets, seat: SeatIndex = NO_SEAT) -> bool:
        """Whether anything of `facets` is in doubt; of HAND and RIICHI those of the seat, or of any without one."""
        return self.doubts.is_doubtful(facets, seat) or (facets & TILE != 0 and self._takes_doubtful_tile())

    def is_turn_doubtful(self) -> bool:
        """Whether it is in doubt whose turn it is."""
        return self.doubts.facets & TURN != 0

    def _takes_doubtful_tile(self) -> bool:
        """Whether the event being judged claims or wins on a tile that an event with a finding gave away."""
        table = self.table
        if table is None or self.event < 0 or table.last is None or not self.is_faulty(table.last_event):
            return False
        event = table.hand.events[self.event]
        if event.kind == WIN:
            return event.seat != event.from_seat and table.ryuukyoku is None
        return event.kind in CLAIMS and table.phase == REACTION_DUE

    def is_faulty(self, event: EventIndex) -> bool:
        """Whether an event of the hand has a finding, notes apart."""
        return event in self.doubts.faulty_events

    def spoil(self, check: Declaration, facets: Facets, seats: tuple[SeatIndex, ...] = ()) -> None:
        """Put in doubt what the check declares under `also_spoils`; of HAND and RIICHI those of the seats."""
        assert not facets & ~check.also_spoils, f"{check.id} spoils what it does not declare"
        self.doubts.spoil(facets, NO_SEAT)
        for seat in seats:
            self.doubts.spoil(facets, seat)

    def crashed(self, part: str, error: Exception) -> None:
        """Keep a fault of the auditor itself, in a check or another part, as a problem that names its place."""
        hand = "" if self.table is None else f"hand {self.table.hand.index} ({self.table.hand.name}), "
        message = f"internal error in {part}: {type(error).__name__}: {error}; please report it with this log"
        self.problems.append(Problem(f"{hand}event {self.event}", message))

    def add(
        self,
        check: Declaration,
        seat: SeatIndex,
        message: str,
        expected: str | None = None,
        actual: str | None = None,
        event: EventIndex = CURRENT,
    ) -> bool:
        """Add a finding, unless something the check relies on is in doubt. Returns whether it was added.

        seat: whom it concerns, or NO_SEAT. event: its index in the hand, CURRENT or NO_EVENT.
        """
        if self.is_doubtful(check.relies, seat):
            return False
        table = self.table
        place = self.event if event == CURRENT else event
        turn = turn_at(table, seat, place) if table is not None and seat >= 0 else None
        self.findings.append(self._finding(check, seat, place, turn, message, expected, actual))
        if check.severity != NOTE:
            self.doubts.faulty_events.add(place)
        self.doubts.spoil(check.spoils, seat)
        if check.spoils & TURN:
            self.doubts.note_order(False)
        return True

    def _finding(
        self,
        check: Declaration,
        seat: SeatIndex,
        place: EventIndex,
        turn: TurnNumber | None,
        message: str,
        expected: str | None,
        actual: str | None,
    ) -> Finding:
        """The finding of a check at an event of the hand being judged, or at none."""
        hand = None if self.table is None else self.table.hand
        event = None if hand is None or not 0 <= place < len(hand.events) else hand.events[place]
        whose = None if seat < 0 else seat
        tiles: list[Tile] = []
        if hand is not None and event is not None:
            tiles = [event.tile, *event.tiles]
            if event.kind == RIICHI and place + 1 < len(hand.events):
                tiles = [hand.events[place + 1].tile]
        return Finding(
            check.id, check.severity, None if hand is None else hand.index, None if place < 0 else place, whose, turn,
            message, expected, actual,
            round=None if hand is None else hand.name,
            honba=None if hand is None else hand.honba,
            line=None if hand is None else hand.line(None if place < 0 else place),
            fingerprint=fingerprint(
                check.id, whose, "" if event is None else KIND_NAMES[event.kind],
                tuple([self.texts.tile(tile) for tile in tiles if tile >= 0]),
                None if event is None or event.from_seat < 0 else event.from_seat, expected, actual,
            ),
        )  # fmt: skip


def _spare_reds(game: Game, rules: Ruleset) -> tuple[Tile, ...]:
    """Second red fives of a suit, where only the ruleset says whether the set has them."""
    if game.reds_recorded:
        return ()
    due = red_tiles_of(rules.game.reds)
    return tuple([tile for tile in game.red_tiles if tile not in RED_FIVES and tile not in due])


def turn_at(table: Table, seat: SeatIndex, event: EventIndex) -> TurnNumber | None:
    """The seat's own turn at an event: the number of the discard it is making or made last, from 1."""
    if event < 0:
        return None
    player = table.seats[seat]
    made = sum(1 for discard in player.river_events if discard < event)
    if event < len(table.hand.events):
        actor = table.hand.events[event]
        is_ron = actor.kind == WIN and actor.from_seat != seat
        if actor.seat == seat and actor.kind != DEPOSIT and not is_ron:
            return made + 1
    return max(made, 1)
