# build: hot
"""The base classes of checks: their declaration, the situations in which they run, and the report they add to."""

from typing import ClassVar, Final

from mypy_extensions import i64

from auditor.core import events
from auditor.core.checks.doubt import OF_A_SEAT, TILE, TURN, VALUE, Doubts
from auditor.core.checks.win_values import WinValues
from auditor.core.checks.wording import LANGUAGE, Texts, TileText, penalty_of, render, worded
from auditor.core.errors import Problem
from auditor.core.hand.kan import KanEffect
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.results import NOTE, Arguments, Finding, Location, Message, Short, Shown, fingerprint, with_ids
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.records import is_ranked
from auditor.core.table.draws import may_have_to_end
from auditor.core.table.ledger import final_points
from auditor.core.table.next_hand import goes_on
from auditor.core.table.table import ACTION_DUE, REACTION_DUE, Table
from auditor.core.table.wall import WallCursor
from auditor.core.tiles import RED_FIVES, red_tiles_of
from auditor.core.units import EventIndex, EventKind, Facets, Needs, SeatIndex, SeatMask, Tile, TurnNumber

UNUSUAL: Final = 1 << 0
"""The draw or discard is out of the ordinary: out of turn, of a tile that cannot be there, and the like."""
WIN_POSSIBLE: Final = 1 << 1
"""A seat could have won on the tile that is now being passed."""
KAN_MADE: Final = 1 << 2
"""A kan has been made in the hand."""
DECLARATION: Final = 1 << 3
"""The tile of a declaration has just been discarded, and nobody has acted since."""
SITUATIONS: Final = 1 << 4
"""The number of combinations of the bits above, which `situation` gives for a draw or a discard."""

CONTRADICTIONS: Final = 1 << 4
"""The log contradicts itself somewhere."""
SERVER_SIDE: Final = 1 << 5
"""The log holds the server's own record of a hand."""
ALL_TILES: Final = 1 << 6
"""The log hides no tile from anybody."""
GAME_FEATURES: Final = CONTRADICTIONS | SERVER_SIDE | ALL_TILES
"""The bits that hold for a whole game or not at all."""


class Declaration:
    """The declarative part of a check.

    id, severity: fixed names. title: one sentence, what it flags. why: the rule in words a referee accepts. sources:
    where the rule is written. settings: the keys of a ruleset that change its findings or their wording. former_id: an
    id that the check had, alone or with others, or "": whoever names it means the check, and fingerprints are made of
    it, so that findings known by it stay known. messages: the templates of its findings' sentences and clauses, by id,
    with fields for their arguments (`auditor.core.checks.wording.Texts`).

    relies_on, spoils: the facets (see `doubt`) that the judgement relies on and that its finding puts in doubt; HAND
    and RIICHI mean those of the finding's seat. may_rely_on: facets whose doubt the judging function itself tests: of
    other seats, or where some findings rely on less than others. may_spoil: facets that it puts in doubt with
    `Report.spoil`: of other seats, in some cases only, or where it makes no finding itself.

    before_kinds, after_kinds: the event kinds it judges. judges_start, judges_end, judges_game: what else it judges.
    applies_when: the conditions above without which it can find nothing, or 0. Where a bit of GAME_FEATURES does not
    hold, it is not run in the game; where another does not, not at a draw or a discard, which are nine of ten events.
    """

    id: ClassVar[str] = ""
    former_id: ClassVar[str] = ""
    severity: ClassVar[str] = ""
    title: ClassVar[str] = ""
    why: ClassVar[str] = ""
    sources: ClassVar[tuple[str, ...]] = ()
    settings: ClassVar[tuple[str, ...]] = ()
    messages: ClassVar[Texts] = {}
    relies_on: ClassVar[Facets] = 0
    may_rely_on: ClassVar[Facets] = 0
    spoils: ClassVar[Facets] = 0
    may_spoil: ClassVar[Facets] = 0
    before_kinds: ClassVar[tuple[EventKind, ...]] = ()
    after_kinds: ClassVar[tuple[EventKind, ...]] = ()
    applies_when: ClassVar[Needs] = 0
    judges_start: ClassVar[bool] = False
    judges_end: ClassVar[bool] = False
    judges_game: ClassVar[bool] = False

    def said(self, part: str) -> str:
        """Its ``title`` or ``why`` in the language of what is printed."""
        return LANGUAGE.get().messages(self.id, {"title": self.title, "why": self.why})[part]


CURRENT_EVENT: Final = -2
"""The event being judged."""
NO_EVENT: Final = -1

NO_ARGUMENTS: Final[Arguments] = {}


class Report:
    """Collects a game's findings.

    table, event: the hand being judged and the index of its event, or NO_EVENT. doubts: what is in doubt.
    texts: tiles as the game's messages show them. walls: the walls of the published seed. win_values: what the wins
    of the hand are worth. has_offers: whether the log says what the server offered the seats. spare_reds: red fives
    in the log beyond those of the set (see `_spare_reds`). kan_effects: by event, the effect of each closed kan after
    riichi on the hand, computed once for all checks that judge it. off_ruleset_offers: clauses that each name something
    the server offered against the ruleset: there the ruleset is not the table's. is_doubtful: whether anything may be
    in doubt. met: the doubts that were met when a check asked for them, as facets and a seat, or TILE and an event.
    """

    def __init__(self, game: events.Game, rules: Ruleset) -> None:
        self.game = game
        self.rules = rules
        self.findings: list[Finding] = []
        self.problems: list[Problem] = []
        self.table: Table | None = None
        self.event: i64 = NO_EVENT
        self.doubts = Doubts(game.order_recorded)
        self.texts = TileText(game)
        self.walls = WallCursor(game)
        self.win_values = WinValues()
        self.kan_effects: dict[EventIndex, KanEffect | None] = {}
        self._wrong_flags: SeatMask = 0
        self.has_offers = any(hand.server is not None and any(hand.server.offers) for hand in game.hands)
        self.spare_reds = _spare_reds(game, rules)
        self.off_ruleset_offers: list[str] = []
        self.is_doubtful = False
        self.met: list[tuple[Facets, int]] = []

    def open_hand(self, table: Table) -> None:
        """Start judging a hand just dealt."""
        self.table = table
        self.event = NO_EVENT
        self.win_values.clear()
        self.kan_effects.clear()
        self._wrong_flags = 0
        self.doubts.open_hand()
        self.met.clear()
        self.is_doubtful = self.doubts.are_any

    def has_wrong_flag(self, seat: SeatIndex) -> bool:
        """Whether the server's furiten flag of the seat was wrong before, and so is reported already."""
        return bool(self._wrong_flags >> seat & 1)

    def set_wrong_flag(self, seat: SeatIndex, is_wrong: bool) -> None:
        """Remember whether the server's furiten flag of a seat is wrong now."""
        self._wrong_flags = self._wrong_flags | 1 << seat if is_wrong else self._wrong_flags & ~(1 << seat)

    def stop_reporting_reds(self) -> None:
        """Report no more red fives in a set without any: they are reported once a game."""
        self.spare_reds = ()

    def is_allowed_by_server(self, seat: SeatIndex, index: EventIndex, offer: int, clause: str) -> bool:
        """Whether the server of a room with custom rules offered the seat, after event `index`, what it now does.

        Then no player is at fault: the ruleset is not the table's. `clause` says how; it joins `off_ruleset_offers`.
        """
        server = None if self.table is None else self.table.hand.server
        if (
            server is None
            or not 0 <= index < len(server.offers)
            or not server.offers[index] >> events.OFFER_BITS * seat & offer
            or is_ranked(self.game)
        ):
            return False
        if clause not in self.off_ruleset_offers:
            self.off_ruleset_offers.append(clause)
        return True

    def is_in_doubt(self, facets: Facets, seat: SeatIndex = events.NO_SEAT) -> bool:
        """Whether any of `facets` is in doubt; for HAND and RIICHI, those of the seat, or with NO_SEAT of any seat."""
        if self.doubts.is_in_doubt(facets, seat):
            self.met.append((facets, seat))
            return True
        return facets & TILE != 0 and self._takes_doubtful_tile()

    def is_turn_doubtful(self) -> bool:
        """Whether it is in doubt whose turn it is."""
        return self.doubts.facets & TURN != 0

    def _takes_doubtful_tile(self) -> bool:
        """Whether the event being judged claims, or wins by ron on, a tile from an event that has a finding."""
        table = self.table
        if table is None or self.event < 0 or table.last is None or not self.is_faulty(table.last_event):
            return False
        event = table.hand.events[self.event]
        if event.kind == events.WIN:
            return event.seat != event.from_seat and table.ryuukyoku is None
        return event.kind in events.CLAIMS and table.phase == REACTION_DUE

    def is_faulty(self, event: EventIndex) -> bool:
        """Whether an event of the hand has a finding other than a note."""
        if event not in self.doubts.faulty_events:
            return False
        self.met.append((TILE, event))
        return True

    def spoil(self, check: Declaration, facets: Facets, seats: tuple[SeatIndex, ...] = ()) -> None:
        """Put facets in doubt, which the check must declare in `may_spoil`; those OF_A_SEAT for the given seats."""
        assert not facets & ~check.may_spoil, f"{check.id} spoils what it does not declare"
        self.is_doubtful = True
        self.doubts.spoil(facets & ~VALUE if seats else facets, events.NO_SEAT)
        for seat in seats:
            self.doubts.of_seats[seat] |= facets & OF_A_SEAT

    def names_wrong_caller(self) -> bool:
        """Whether another seat goes on after a claim or closed kan that has a finding: most likely it is another's."""
        acts = [] if self.table is None else self.table.hand.events[self.event : self.event + 3]
        acts = [one for one in acts if one.kind != events.DORA][:2]
        kind = acts[0].kind if len(acts) == 2 else events.DORA
        return (kind in events.CLAIMS or kind == events.CLOSED_KAN) and acts[0].seat != acts[1].seat

    def add_crash(self, part: str, error: Exception) -> None:
        """Add a problem for an internal error in a check or another part, with the hand and event."""
        hand = "" if self.table is None else f"hand {self.table.hand.index} ({self.table.hand.name}), "
        message = f"internal error in {part}: {type(error).__name__}: {error}; please report it with this log"
        self.problems.append(Problem(f"{hand}event {self.event}", message))

    def add(
        self, check: Declaration, seat: SeatIndex, message_id: str, arguments: Arguments = NO_ARGUMENTS,
        *, expected: Short = None, actual: Short = None, event: EventIndex = CURRENT_EVENT,
    ) -> bool:  # fmt: skip
        """Add a finding, unless something the check relies on is in doubt. Returns whether it was added.

        check: the check that makes the finding. seat: the seat concerned, or NO_SEAT; also the argument ``seat`` of the
        message. message_id: which of the check's messages. arguments: the fields of the message. A clause named
        ``penalty`` is the finding's penalty. expected: what the rules require, short. actual: what the log shows,
        short. event: the index of the event in the hand, CURRENT_EVENT or NO_EVENT.
        """
        if self.is_in_doubt(check.relies_on, seat):
            return False
        table = self.table
        index = self.event if event == CURRENT_EVENT else event
        turn = turn_at(table, seat, index) if table is not None and seat >= 0 else None
        due, shown = worded(expected, check.messages), worded(actual, check.messages)
        finding = self._finding(check, self._location(seat, index, turn), index, due, shown)
        self._set_message(finding, check, message_id, with_ids(arguments, expected=expected, actual=actual))
        self.findings.append(finding)
        if check.severity != NOTE:
            self.doubts.faulty_events.add(index)
        self.doubts.spoil(check.spoils, seat)
        self.is_doubtful = self.is_doubtful or check.spoils != 0
        if check.spoils & TURN:
            self.doubts.count_order(False)
        return True

    def _set_message(self, finding: Finding, check: Declaration, message_id: str, arguments: Arguments) -> None:
        """Set the finding's message, its id and arguments, and its penalty."""
        if finding.seat is not None:
            arguments = {"seat": finding.seat, **arguments}
        penalty = arguments.get("penalty")
        if isinstance(penalty, Message):
            finding.penalty = penalty_of(penalty, self.rules, check.messages)
        finding.message = render(check.messages[message_id], arguments, check.messages)
        finding.message_id = message_id
        finding.arguments = arguments

    def _location(self, seat: SeatIndex, event: EventIndex, turn: TurnNumber | None) -> Location:
        """The location of a finding in the hand being judged, or in none."""
        whose, index = None if seat < 0 else seat, None if event < 0 else event
        if self.table is None:
            return Location(event=index, turn=turn, seat=whose)
        hand = self.table.hand
        return Location(hand.index, hand.name, hand.honba, index, turn, whose, hand.line(index))

    def _finding(
        self, check: Declaration, where: Location, index: EventIndex, expected: Shown, actual: Shown
    ) -> Finding:
        """A finding without its message yet; `index`: its event in the hand being judged, or NO_EVENT."""
        hand = None if self.table is None else self.table.hand
        event = None if hand is None or not 0 <= index < len(hand.events) else hand.events[index]
        tiles: list[Tile] = []
        if hand is not None and event is not None:
            tiles = [event.tile, *event.tiles]
            if event.kind == events.RIICHI and index + 1 < len(hand.events):
                tiles = [hand.events[index + 1].tile]
        known_by = fingerprint(
            check.former_id or check.id, where.seat, "" if event is None else events.KIND_NAMES[event.kind],
            tuple([self.texts.tile(tile) for tile in tiles if tile >= 0]),
            None if event is None or event.from_seat < 0 else event.from_seat, expected, actual,
        )  # fmt: skip
        return Finding(check.id, check.severity, where, "", expected, actual, fingerprint=known_by)


def _is_whole(game: events.Game, rules: Ruleset) -> bool:
    """Whether a log is complete, as far as its result or its last hand shows."""
    last = game.hands[-1] if game.hands else None
    return game.result is not None or (
        last is not None and last.is_finished and last.round >= 4 * rules.game.length - 1
    )


def _spare_reds(game: events.Game, rules: Ruleset) -> tuple[Tile, ...]:
    """Red fives beyond the set: where logs show some that no rule has, all; else second ones of a suit beyond it."""
    format = FORMAT_BY_NAME.get(game.format)
    if format is not None and format.reds_by_rule and not any(rules.game.reds):
        return game.red_tiles
    if game.reds_recorded or not _is_whole(game, rules):
        return ()  # a later hand may show them again, which proves that the set has them
    due = red_tiles_of(rules.game.reds)
    return tuple([tile for tile in game.red_tiles if tile not in RED_FIVES and tile not in due])


def is_cut(game: events.Game, last: Table) -> bool:
    """Whether a log ends before its game: the result, which it gives first, is not that of the hands it holds."""
    format = FORMAT_BY_NAME.get(game.format)
    if format is None or not format.result_comes_first or game.result is None:
        return False
    if not last.hand.is_finished:
        return True
    due = final_points(last.scores[: game.players], last.sticks, last.rules)
    return goes_on(last) and game.result.points is not None and list(game.result.points[: game.players]) != due


def turn_at(table: Table, seat: SeatIndex, event: EventIndex) -> TurnNumber | None:
    """The seat's own turn at an event: the number of the discard it is making or made last, from 1."""
    if event < 0:
        return None
    player = table.seats[seat]
    made = sum(1 for discard in player.river_events if discard < event)
    if event < len(table.hand.events):
        actor = table.hand.events[event]
        is_ron = actor.kind == events.WIN and actor.from_seat != seat
        if actor.seat == seat and actor.kind != events.DEPOSIT and not is_ron:
            return made + 1
    return max(made, 1)


class Check(Declaration):
    """One rule of the catalogue: its declaration, and the judging methods, of which a check overrides some."""

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge a hand just dealt; `previous`: the table at the end of the hand before, None for the first."""

    def before_event(self, table: Table, event: events.Event, report: Report) -> None:
        """Judge an event that is about to be applied."""

    def after_event(self, table: Table, event: events.Event, report: Report) -> None:
        """Judge the position just after an event; `table.index` is already that of the next event."""

    def at_end(self, table: Table, report: Report) -> None:
        """Judge a hand after its last event."""

    def at_game_end(self, game: events.Game, last: Table, report: Report) -> None:
        """Judge a game after its last hand; `last`: the table at the end of that hand."""


class CheckLink:
    """A node of a linked list of checks.

    Ten checks see every event. Compiled code checks the class of an item taken from a list, but not of an attribute.
    """

    def __init__(self, check: Check, following: "CheckLink | None") -> None:
        self.check = check
        self.following = following


def linked(checks: list[Check]) -> CheckLink | None:
    """Link checks in their order. Returns the first node."""
    step: CheckLink | None = None
    for check in reversed(checks):
        step = CheckLink(check, step)
    return step


def situation(table: Table, event: events.Event, report: Report) -> i64:
    """The bits UNUSUAL to DECLARATION that hold before a draw or discard; 0 at other events, where all checks run."""
    kind: i64 = event.kind
    if kind == events.DRAW:
        result: i64 = 0 if is_usual_draw(table, event, report) else UNUSUAL
    elif kind == events.DISCARD:
        result = 0 if is_usual_discard(table, event, report) else UNUSUAL
    else:
        return 0
    if table.pending_seats:
        result |= WIN_POSSIBLE
    if table.kans:
        result |= KAN_MADE
    if table.pending_riichi != events.NO_SEAT:
        result |= DECLARATION
    return result


def situation_after(table: Table, kind: i64) -> i64:
    """The bits that hold after an event of that kind: DECLARATION or 0."""
    return DECLARATION if kind == events.DISCARD and table.pending_riichi != events.NO_SEAT else 0


def is_usual_draw(table: Table, event: events.Event, report: Report) -> bool:
    """Whether a draw is usual: after a discard, in turn, of a tile still in the wall, where the hand cannot have ended.

    That needs tiles left in the wall and no possible abortive draw. The tile must be the one that comes next in the
    published wall, or in that of the published seed, where there is one. Logs that may show too many red fives have no
    usual draws.
    """
    tile: i64 = event.tile
    wall = report.walls.wall
    return (
        table.phase == REACTION_DUE
        and event.seat == table.next_seat(table.due)
        and tile >= 0
        and table.is_available(tile)
        and table.wall_left > 0
        and not may_have_to_end(table)
        and not report.is_turn_doubtful()
        and not report.spare_reds
        and (wall is None or wall.is_drawn(tile, table.draws - table.replacements_drawn))
    )


def is_usual_discard(table: Table, event: events.Event, report: Report) -> bool:
    """Whether a discard is usual: after a draw, in turn, of a tile that the seat holds, after riichi the one drawn.

    A discard marked as tsumogiri must be of the tile drawn, one marked as tedashi of another kind of tile.
    """
    if table.phase != ACTION_DUE or event.seat != table.due:
        return False
    seat = table.seats[table.due]
    tile: i64 = event.tile
    if tile < 0 or not seat.holds(tile) or (tile != seat.drawn and seat.in_riichi) or report.is_turn_doubtful():
        return False
    mark: i64 = event.mark
    if mark < 0:
        return True
    return tile == seat.drawn if mark == events.TSUMOGIRI else seat.drawn >> 2 != tile >> 2
