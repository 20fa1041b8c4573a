"""Legal games, and the records of their logs, that faults are put into: where one fits, and the mutant made there."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeGuard, TypeVar

from auditor.core import events
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.table import Table, deal, furiten_kind, replay_to
from auditor.core.table.wall import without_seed
from auditor.core.table.winning import value_of_win
from auditor.core.units import EventIndex, EventKind, HandIndex, SeatIndex, Tile
from auditor.core.yaku import RIICHIS
from auditor.mutation.recorded import RecordedGame
from auditor.testing.scenario import ResumedScenario

Found = TypeVar("Found")
EventT = TypeVar("EventT", bound=events.Event)
OtherT = TypeVar("OtherT", bound=events.Event)


class NoSpotError(Exception):
    """Raised where a game has no spot for a fault."""


def require(*conditions: object) -> None:
    """Raise NoSpotError unless all conditions hold."""
    if not all(conditions):
        raise NoSpotError


class Mutant(NamedTuple):
    """A game with a fault, or a legal twin of one.

    hand, seat, event: of the expected finding; None where it has none, and for a twin. false_reds: fives that are
    written as red ones, though the log's rules have none.
    """

    game: events.Game
    hand: HandIndex | None = None
    seat: SeatIndex | None = None
    event: EventIndex | None = None
    false_reds: tuple[Tile, ...] = ()


class LegalGame:
    """A legal game, and the random choice of spots for faults in copies of it.

    A `hand_number` is an index into `Game.hands`. Nothing here changes the game.
    """

    def __init__(self, game: events.Game, rules: Ruleset, rng: Random) -> None:
        self.game = game
        self.rules = rules
        self.rng = rng

    # ---- spots for a fault; NoSpotError is raised where there is none

    def one_of(self, candidates: Sequence[Found]) -> Found:
        """Choose one of the candidates."""
        require(candidates)
        return self.rng.choice(candidates)

    def pick(self, fits: Callable[[events.Hand, EventIndex, events.Event], object]) -> "Spot[events.Event]":
        """Choose one of the game's events that fit."""
        candidates = [
            Spot(self, hand_number, index, event) for hand_number, hand in enumerate(self.game.hands)
            for index, event in enumerate(hand.events) if fits(hand, index, event)
        ]  # fmt: skip
        return self.one_of(candidates)

    def pick_of(self, kind: type[EventT], fits: Callable[[events.Hand, EventT], object]) -> "Spot[EventT]":
        """Choose an event of a class that fits; a win only if it is the hand's only one."""

        def is_one(hand: events.Hand, _: EventIndex, event: events.Event) -> object:
            is_alone = not isinstance(event, events.Win) or len(hand.wins) == 1
            return isinstance(event, kind) and is_alone and fits(hand, event)

        return self.pick(is_one).of(kind)

    def pick_later_hand(self, fits: Callable[[events.Hand, events.Hand], object] = lambda before, hand: True) -> int:
        """Choose the number of a hand that follows a finished one. fits: called with the hand before and it."""
        hands = self.game.hands
        candidates = [
            hand_number for hand_number in range(1, len(hands))
            if hands[hand_number].index == hands[hand_number - 1].index + 1 and hands[hand_number - 1].is_finished
            and fits(hands[hand_number - 1], hands[hand_number])
        ]  # fmt: skip
        return self.one_of(candidates)

    def find(
        self, fits: Callable[[Table, events.Event], Found | None], kinds: Sequence[EventKind]
    ) -> tuple["Spot[events.Event]", Found]:
        """Choose an event of these kinds before which the table fits, in a random hand that has such an event.

        fits: returns a value found on the table, which it must not keep; None or False where the table does not fit.
        """
        hand_numbers = list(range(len(self.game.hands)))
        self.rng.shuffle(hand_numbers)
        for hand_number in hand_numbers:
            candidates = [
                (Spot(self, hand_number, index, event), value)
                for index, table, event in self.positions(hand_number)
                if event.kind in kinds and (value := fits(table, event)) is not None and value is not False
            ]
            if candidates:
                return self.rng.choice(candidates)
        raise NoSpotError

    def find_ron(self, furiten: int, *, is_enough: bool = True) -> tuple["Spot[events.Event]", SeatIndex]:
        """Choose a discard that a seat of this furiten kind could win on and nobody does; the spot after it; the seat.

        is_enough: whether the win has a yaku.
        """

        def fits(table: Table, _: events.Event) -> SeatIndex | None:
            last = table.last
            if last is None or last.kind != events.DISCARD or last.seat == table.pending_riichi:
                return None
            for seat in table.seats[: table.players]:
                if table.pending_seats >> seat.seat & 1 and furiten_kind(table, seat) == furiten:
                    value = value_of_win(table, seat.seat, last.seat, last.tile)
                    if value is not None and value.is_enough == is_enough:
                        return seat.seat
            return None

        return self.find(fits, UNLESS_WON)

    def other_tile(self, *not_these: Tile) -> Tile:
        """A random tile of another kind than these."""
        kinds = {tile >> 2 for tile in not_these}
        lacking = range(1, 8) if self.game.players == 3 else ()
        return self.rng.choice([tile for tile in range(136) if tile >> 2 not in kinds and tile >> 2 not in lacking])

    def in_other_suits(self, *notations: str) -> tuple[str, ...]:
        """Tiles in notation with the suits permuted at random, in all notations alike."""
        suits = list("mps")
        self.rng.shuffle(suits)
        return tuple([notation.translate(str.maketrans("mps", "".join(suits))) for notation in notations])

    def positions(self, hand_number: int) -> Iterator[tuple[EventIndex, Table, events.Event]]:
        """Yield the table before each event of a hand; it is one object, changed by each step."""
        hand = self.game.hands[hand_number]
        table = deal(self.game, hand, self.rules)
        for index, event in enumerate(hand.events):
            yield index, table, event
            table.apply(event)

    def table_at(self, hand_number: int, event: EventIndex | None = None) -> Table:
        """The table before an event of a hand, or after its last."""
        return replay_to(self.game, self.game.hands[hand_number], event, self.rules)

    # ---- putting the fault there

    def with_events(
        self, hand_number: int, index: EventIndex, removed: int, put: Sequence[events.Event]
    ) -> events.Game:
        """The game with `put` in place of `removed` events of a hand, from `index` on."""
        hand = self.game.hands[hand_number]
        moved = len(put) - removed
        connections = [events.moved_connection(one, moved if one.event > index else 0) for one in hand.disconnections]
        changed = [*hand.events[:index], *put, *hand.events[index + removed :]]
        return self.with_hand(hand_number, events=changed, disconnections=connections)

    def with_hand(self, hand_number: int, **changes: object) -> events.Game:
        """The game with other attributes of a hand."""
        hands = list(self.game.hands)
        hands[hand_number] = events.replace_hand(hands[hand_number], **changes)
        return events.replace_game(self.game, hands=hands)

    def resumed(self, hand_number: int, event: EventIndex) -> ResumedScenario:
        """The game up to an event of a hand, which is left out, to be played on."""
        return ResumedScenario(self.game, self.rules, hand_number, event, self.rng)

    def with_new_hand(self, hands: dict[SeatIndex, str], **dealt: str) -> ResumedScenario:
        """The game up to one of its hands, and a new hand dealt after it, to be played.

        hands: by seats counted from the dealer, in notation. dealt: as for `Scenario.hand`.
        """
        hand_number = self.pick_later_hand()
        before = self.game.hands[hand_number - 1]
        play = self.resumed(hand_number - 1, len(before.events))
        dealer = self.game.hands[hand_number].dealer
        return play.hand(
            {(dealer + seat) % self.game.players: tiles for seat, tiles in hands.items()},
            **dealt,  # type: ignore[arg-type]
        )

    def without_seed(self) -> "LegalGame":
        """The same game without a seed that its tiles could be proven by."""
        return LegalGame(without_seed(self.game), self.rules, self.rng)

    def mutant(
        self, game: events.Game, hand_number: int, seat: SeatIndex = events.NO_SEAT, event: EventIndex | None = None
    ) -> Mutant:
        """A mutant whose fault is in this hand."""
        return Mutant(game, game.hands[hand_number].index, None if seat == events.NO_SEAT else seat, event)

    def altered(self, hand_number: int, seat: SeatIndex = events.NO_SEAT, **changes: object) -> Mutant:
        """A mutant whose fault is that this hand has other attributes."""
        return self.mutant(self.with_hand(hand_number, **changes), hand_number, seat)

    def mutant_of(self, play: ResumedScenario, seat: SeatIndex, before: int = 0) -> Mutant:
        """A mutant whose fault is the last event played, or one `before` events earlier."""
        return self.mutant(play.game, len(play.game.hands) - 1, seat, play.last_event - before)


class Spot(Generic[EventT]):
    """An event of a legal game at which a fault can be put, and the mutants made there."""

    def __init__(self, game: LegalGame, hand_number: int, index: EventIndex, event: EventT) -> None:
        self.game = game
        self.hand_number = hand_number
        self.index = index
        self.event = event

    @property
    def hand(self) -> events.Hand:
        """The hand that the event is in."""
        return self.game.game.hands[self.hand_number]

    def of(self, kind: type[OtherT]) -> "Spot[OtherT]":
        """This spot, with its event typed as of this class."""
        assert isinstance(self.event, kind)
        return Spot(self.game, self.hand_number, self.index, self.event)

    def later(self, by: int = 1) -> events.Event:
        """The event that comes `by` events after this one."""
        return self.hand.events[self.index + by]

    def mutant(self, game: events.Game, seat: SeatIndex = events.NO_SEAT, later: int = 0) -> Mutant:
        """A mutant whose fault is found at this event, or `later` events after it."""
        return self.game.mutant(game, self.hand_number, seat, self.index + later)

    def altered(self, found_at: SeatIndex | None = None, **facts: Any) -> Mutant:
        """A mutant with other facts of the event. found_at: the seat of the finding, if not the altered event's."""
        event = events.replace_event(self.event, **facts)
        return self.replaced([event], event.seat if found_at is None else found_at)

    def replaced(self, put: Sequence[events.Event], seat: SeatIndex, *, removed: int = 1, later: int = 0) -> Mutant:
        """A mutant with other events in place of `removed` ones, from this one on."""
        mutated = self.game.with_events(self.hand_number, self.index, removed, put)
        return self.mutant(mutated, seat, later)

    def doubled(self, seat: SeatIndex) -> Mutant:
        """A mutant in which this event comes twice, found at the second."""
        return self.replaced([self.event, self.event], seat, later=1)

    def resumed(self) -> ResumedScenario:
        """The game up to this event, which is left out, to be played on."""
        return self.game.resumed(self.hand_number, self.index)


class RecordLocation(NamedTuple):
    """The location of the finding expected of a fault in a log's records, as in `Mutant`."""

    hand: HandIndex
    seat: SeatIndex | None = None
    event: EventIndex | None = None

    def moved(self, by: int) -> "RecordLocation":
        """The location that many events later."""
        return self._replace(event=(self.event or 0) + by)


class LegalRecords:
    """A copy of a legal game's records, which a fault changes in place, and the random choice among them.

    legal: the unchanged records. name, hand: as in `RecordedGame`.
    """

    def __init__(self, recorded: RecordedGame, rules: Ruleset, rng: Random) -> None:
        self.legal = recorded
        self.recorded = recorded.copied()
        self.records = self.recorded.records
        self.name = self.recorded.name
        self.hand = self.recorded.hand
        self.rules = rules
        self.rng = rng

    def fields(self, index: int) -> Any:
        """The fields of a record, or the arguments of an M-League command."""
        record = self.records[index]
        return record["args"] if isinstance(record, dict) else record[1]

    def pick(self, name: str, fits: Callable[[int, Any], object] = lambda *_: True) -> tuple[int, Any]:
        """Choose a record of that name that fits; whether one does may take a replay. Returns its index and fields."""
        named = [index for index in range(len(self.records)) if self.name(index) == name]
        for index in self.rng.sample(named, len(named)):
            if fits(index, self.fields(index)):
                return index, self.fields(index)
        raise NoSpotError

    def one_of(self, candidates: Sequence[Found]) -> Found:
        """Choose one of the candidates. Raises NoSpotError where there is none."""
        require(candidates)
        return self.rng.choice(candidates)

    def start(self, index: int) -> int:
        """The index of the first record in a record's hand."""
        while not self.recorded.begins_hand(index):
            index -= 1
        return index

    def seats(self, index: int) -> int:
        """The number of players in the hand of a Mahjong Soul record."""
        return len(self.fields(self.start(index))["scores"])

    # ---- the location of a finding, by the index that a record had before anything was changed

    def at_start(self, index: int, seat: SeatIndex | None = None) -> RecordLocation:
        """The start of the hand of a record."""
        return RecordLocation(self.legal.hand(index), seat)

    def at_first(self, index: int, seat: SeatIndex | None = None) -> RecordLocation:
        """The first event that a record gives."""
        hand, game = self.legal.hand(index), self.legal.game(index)  # which lacks a hand that is only dealt
        return RecordLocation(hand, seat, len(game.hands[hand].events) if game and hand < len(game.hands) else 0)

    def at_last(self, index: int, seat: SeatIndex | None = None) -> RecordLocation:
        """The last event that the records up to this one give."""
        game = self.legal.game(index + 1)
        return RecordLocation(self.legal.hand(index), seat, -1 if game is None else len(game.hands[-1].events) - 1)

    def table_before(self, index: int) -> Table:
        """The table before a record, which is not the first of its hand."""
        game = self.legal.game(index)
        assert game is not None
        return replay_to(game, game.hands[-1], None, self.rules)


# ---- what several faults ask of hands and wins, and make of points and tiles


UNLESS_WON: Final = (events.DRAW, events.CHI, events.PON, events.OPEN_KAN)
"""The kinds of events that follow a discard on which nobody has won."""


def has_riichi(win: events.Win) -> bool:
    """Whether riichi is among the yaku of a win."""
    return any([number in RIICHIS for number, _ in win.yaku or ()])


def is_exhaustive(event: events.Event) -> TypeGuard[events.Ryuukyoku]:
    """Whether an event is an exhaustive draw."""
    return isinstance(event, events.Ryuukyoku) and event.draw_type == events.EXHAUSTIVE


def following(hand: events.Hand, index: EventIndex, kind: EventKind) -> bool:
    """Whether the next event is of that kind."""
    return index + 1 < len(hand.events) and hand.events[index + 1].kind == kind


def is_plain_discard(hand: events.Hand, index: EventIndex, event: events.Event) -> bool:
    """Whether an event is a discard, not with riichi, that nobody claims or wins on."""
    if event.kind != events.DISCARD or not following(hand, index, events.DRAW):
        return False
    return index > 0 and hand.events[index - 1].kind == events.DRAW


def added(values: Sequence[int], seat: SeatIndex, more: int) -> tuple[int, ...]:
    """Values by seat, with `more` added to one of them."""
    return tuple([value + more * (seat == hand_number) for hand_number, value in enumerate(values)])


def payer_of(win: events.Win) -> SeatIndex:
    """The seat that pays most for a win."""
    deltas = list(win.deltas or ())
    return deltas.index(min(deltas))
