"""What a fault is: how it is put into a copy of a legal game, and the one finding that it must give.

To add one, write a function into its family's module and mark it with `fault` (or `twin`, for a near miss that must
stay silent). It takes a `LegalGame` and gives a `Mutant`, or None where the game has no spot for it,
as `LegalGame.find` and `pick` say by NoSpotError.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from auditor.events import (
    CHI,
    DISCARD,
    DRAW,
    NO_SEAT,
    OPEN_KAN,
    PON,
    Event,
    Game,
    Hand,
    Ryuukyoku,
    Win,
    moved_connection,
    replace_event,
    replace_game,
    replace_hand,
)
from auditor.mutation.recorded import RecordedGame
from auditor.rulesets.model import Ruleset
from auditor.table.table import Table, deal
from auditor.table.wall import generator_of
from auditor.testing.scenario import ResumedScenario
from auditor.units import EventIndex, EventKind, HandIndex, SeatIndex, Tile

Found = TypeVar("Found")
_Spot = TypeVar("_Spot")


class NoSpotError(Exception):
    """A game has no spot where a fault can be put."""


class Mutant(NamedTuple):
    """A game with a fault, or a legal twin of one.

    hand, seat, event: where the finding must lie; None where it names none, and for a twin.
    """

    game: Game
    hand: HandIndex | None = None
    seat: SeatIndex | None = None
    event: EventIndex | None = None


class LegalGame:
    """A legal game that faults are put into copies of, and what chooses where.

    Places of hands are those in `Game.hands`. Nothing here changes the game.
    """

    def __init__(self, game: Game, rules: Ruleset, choice: Random) -> None:
        self.game = game
        self.rules = rules
        self.choice = choice

    # ---- where a fault can be put; NoSpotError is raised where nowhere

    def _one_of(self, candidates: "Sequence[_Spot]") -> "_Spot":
        if not candidates:
            raise NoSpotError
        return self.choice.choice(candidates)

    def pick(self, fits: Callable[[Hand, EventIndex, Event], object]) -> tuple[int, EventIndex]:
        """The place of a hand and an event that fits, one of all in the game."""
        candidates = [
            (hand_number, index)
            for hand_number, hand in enumerate(self.game.hands)
            for index, event in enumerate(hand.events)
            if fits(hand, index, event)
        ]
        return self._one_of(candidates)

    def pick_win(self, fits: Callable[[Hand, Win], object]) -> tuple[int, EventIndex, Win]:
        """The place of a hand, and its only win, that fits."""

        def is_one(hand: Hand, index: EventIndex, event: Event) -> object:
            return isinstance(event, Win) and len(wins_of(hand)) == 1 and fits(hand, event)

        spot = self.pick(is_one)
        win = self.event(*spot)
        assert isinstance(win, Win)
        return (*spot, win)

    def pick_drawn(self, fits: Callable[[Hand, Ryuukyoku], object]) -> tuple[int, EventIndex, Ryuukyoku]:
        """The place of a hand, and the draw that it ends with, that fits."""
        spot = self.pick(lambda hand, _, event: isinstance(event, Ryuukyoku) and fits(hand, event))
        draw = self.event(*spot)
        assert isinstance(draw, Ryuukyoku)
        return (*spot, draw)

    def pick_later_hand(self, fits: Callable[[Hand, Hand], object] = lambda before, hand: True) -> int:
        """The place of a hand that follows a finished one; fits: asked of the one before and it."""
        hands = self.game.hands
        candidates = [
            hand_number
            for hand_number in range(1, len(hands))
            if hands[hand_number].index == hands[hand_number - 1].index + 1
            and hands[hand_number - 1].is_finished
            and fits(hands[hand_number - 1], hands[hand_number])
        ]
        return self._one_of(candidates)

    def find(
        self, fits: Callable[[Table, Event], Found | None], kinds: Sequence[EventKind]
    ) -> tuple[int, EventIndex, Found]:
        """A position before an event of one of these kinds that fits, of one of the hands that have any.

        fits: gives what is found of the table, which it must not keep, or None.
        """
        hand_numbers = list(range(len(self.game.hands)))
        self.choice.shuffle(hand_numbers)
        for hand_number in hand_numbers:
            candidates = [
                (index, value)
                for index, table, event in self.positions(hand_number)
                if event.kind in kinds and (value := fits(table, event)) is not None
            ]
            if candidates:
                index, value = self.choice.choice(candidates)
                return hand_number, index, value
        raise NoSpotError

    def positions(self, hand_number: int) -> Iterator[tuple[EventIndex, Table, Event]]:
        """The table before each event of a hand; the next step changes it."""
        hand = self.game.hands[hand_number]
        table = deal(self.game, hand, self.rules)
        for index, event in enumerate(hand.events):
            yield index, table, event
            table.apply(event)

    def table_at(self, hand_number: int, event: EventIndex | None = None) -> Table:
        """The table before an event of a hand, or after its last."""
        hand = self.game.hands[hand_number]
        table = deal(self.game, hand, self.rules)
        for one in hand.events[:event]:
            table.apply(one)
        return table

    def event(self, hand_number: int, index: EventIndex) -> Event:
        """An event of a hand."""
        return self.game.hands[hand_number].events[index]

    # ---- how it is put there

    def with_event(self, hand_number: int, index: EventIndex, **changes: object) -> Game:
        """The game with an event changed."""
        return self.with_events(hand_number, index, 1, [replace_event(self.event(hand_number, index), **changes)])

    def with_events(self, hand_number: int, index: EventIndex, removed: int, put: Sequence[Event]) -> Game:
        """The game with other events in the place of so many."""
        hand = self.game.hands[hand_number]
        events = [*hand.events[:index], *put, *hand.events[index + removed :]]
        moved = len(put) - removed
        connections = [moved_connection(one, moved if one.event > index else 0) for one in hand.connections]
        return self.with_hand(hand_number, events=events, connections=connections)

    def with_hand(self, hand_number: int, **changes: object) -> Game:
        """The game with a hand changed."""
        hands = list(self.game.hands)
        hands[hand_number] = replace_hand(hands[hand_number], **changes)
        return replace_game(self.game, hands=hands)

    def resumed(self, hand_number: int, event: EventIndex) -> ResumedScenario:
        """The game up to before an event of a hand, to be played on."""
        return ResumedScenario(self.game, self.rules, hand_number, event, self.choice)

    def with_new_hand(self, hands: dict[SeatIndex, str], **dealt: str) -> ResumedScenario:
        """The game up to one of its hands, and a new one dealt after it, to be played; None where none can follow.

        hands: of seats counted from the dealer, in notation. dealt: as for `Scenario.hand`.
        """
        hand_number = self.pick_later_hand()
        before = self.game.hands[hand_number - 1]
        play = self.resumed(hand_number - 1, len(before.events))
        dealer = self.game.hands[hand_number].dealer
        return play.hand(
            {(dealer + seat) % self.game.players: tiles for seat, tiles in hands.items()},
            **dealt,  # type: ignore[arg-type]
        )

    def mutant(
        self, game: Game, hand_number: int, seat: SeatIndex = NO_SEAT, event: EventIndex | None = None
    ) -> Mutant:
        """A mutant whose fault is in the hand of that place."""
        return Mutant(game, game.hands[hand_number].index, None if seat == NO_SEAT else seat, event)


class RecordLocation(NamedTuple):
    """Where the finding of a fault in a log's records must lie, as in `Mutant`."""

    hand: HandIndex
    seat: SeatIndex | None = None
    event: EventIndex | None = None


class LegalRecords:
    """A legal game as a copy of its log's records, which a fault changes in place, and what chooses among them.

    name, hand: as of `RecordedGame`.
    """

    def __init__(self, recorded: RecordedGame, rules: Ruleset, choice: Random) -> None:
        self.recorded = recorded.copied()
        self.records = self.recorded.records
        self.name = self.recorded.name
        self.hand = self.recorded.hand
        self.rules = rules
        self.choice = choice

    def fields(self, index: int) -> Any:
        """The fields of a Mahjong Soul record, the texts of an M-League command."""
        record = self.records[index]
        return record["args"] if isinstance(record, dict) else record[1]

    def pick(self, name: str, fits: Callable[[int, Any], object] = lambda *_: True) -> tuple[int, Any]:
        """The index and the fields of a record of that name that fits."""
        matching = [
            index for index in range(len(self.records)) if self.name(index) == name and fits(index, self.fields(index))
        ]
        if not matching:
            raise NoSpotError
        index = self.choice.choice(matching)
        return index, self.fields(index)

    def start(self, index: int) -> int:
        """The index of the first record of the hand that a record stands in."""
        while not self.recorded.begins_hand(index):
            index -= 1
        return index

    def events_before(self, index: int) -> int:
        """How many events of its hand the records before one hold; those must be as they were."""
        game = self.recorded.game(index)
        return 0 if game is None or self.recorded.begins_hand(index) else len(game.hands[-1].events)

    def last_event(self, index: int) -> EventIndex:
        """The last event that a record and those before it hold of its hand; they must be as they were."""
        game = self.recorded.game(index + 1)
        return -1 if game is None else len(game.hands[-1].events) - 1

    def table_before(self, index: int) -> Table:
        """The table before a record, which is not the first of its hand; those before it must be as they were."""
        game = self.recorded.game(index)
        assert game is not None
        hand = game.hands[-1]
        table = deal(game, hand, self.rules)
        for event in hand.events:
            table.apply(event)
        return table


Put = Callable[[LegalGame], Mutant | None]
PutIntoRecords = Callable[[LegalRecords], RecordLocation | None]


class FaultKind(NamedTuple):
    """A kind of fault.

    name: as it is selected. check: the id of the check that must find it; None for a legal twin. point: what is
    put, in a sentence. near: of a twin the checks that must stay silent though it looks like them. put: makes one.
    needs: facts that a log must record for it: attributes of `Game` that must be true, or PROVEN. format: into whose
    records put_into_records puts it instead, "" where it is put into the events of any.
    """

    name: str
    check: str | None
    point: str
    near: tuple[str, ...]
    put: Put | None
    needs: tuple[str, ...]
    format: str = ""
    put_into_records: PutIntoRecords | None = None

    def is_recorded(self, game: Game) -> bool:
        """Whether a game's log records what the fault needs."""
        return all([is_proven(game) if fact == PROVEN else getattr(game, fact) for fact in self.needs])

    def mutant_of(self, game: Game, rules: Ruleset, choice: Random) -> Mutant | None:
        """A copy of a legal game with the fault; None where the game has no place for it."""
        if self.put is None or not self.is_recorded(game):
            return None
        try:
            return self.put(LegalGame(game, rules, choice))
        except NoSpotError:
            return None

    def change_records(self, records: LegalRecords) -> RecordLocation | None:
        """Put the fault into the records of a log; where its finding lies, None where there is no spot for it."""
        assert self.put_into_records is not None
        try:
            return self.put_into_records(records)
        except NoSpotError:
            return None


PROVEN: Final = "proven"
"""What a log records that has a seed by which its tiles can be proven."""


def is_proven(game: Game) -> bool:
    """Whether a seed of Tenhou's proves the tiles of a game."""
    seeds = [game.seed, *[hand.shuffle for hand in game.hands]]
    return game.copies_recorded and any([seed.startswith("mt19937ar") and generator_of(seed) != seed for seed in seeds])


FAULTS: Final[dict[str, FaultKind]] = {}
"""Every kind of fault, by its name; the families' modules fill it."""


def fault(check: str, *, needs: tuple[str, ...] = ()) -> Callable[[Put], Put]:
    """Declare a fault: its name is the function's, what it puts is its docstring. The check must find it, alone."""
    return _declared(check, (), needs)


def twin(near: str, *, needs: tuple[str, ...] = ()) -> Callable[[Put], Put]:
    """Declare a legal twin of what the checks (separated by blanks) flag: all must stay silent."""
    return _declared(None, tuple(near.split()), needs)


def _declared(check: str | None, near: tuple[str, ...], needs: tuple[str, ...]) -> Callable[[Put], Put]:
    def declare(put: Put) -> Put:
        _keep(FaultKind(_name_of(put), check, put.__doc__ or "", near, put, needs))
        return put

    return declare


def fault_of_records(format: str, check: str | None, near: str = "") -> Callable[[PutIntoRecords], PutIntoRecords]:
    """Declare a fault, or with no check a twin, that is put into the records of logs of that format."""

    def declare(put: PutIntoRecords) -> PutIntoRecords:
        _keep(
            FaultKind(
                put.__name__.replace("_", "-"), check, put.__doc__ or "", tuple(near.split()), None, (), format, put
            )
        )
        return put

    return declare


def _name_of(put: Callable[..., object]) -> str:
    return put.__name__.replace("_", "-")


def _keep(fault: FaultKind) -> None:
    assert fault.name not in FAULTS, f"two faults are called {fault.name}"
    FAULTS[fault.name] = fault


# ---- questions that several faults ask


UNLESS_WON: Final = (DRAW, CHI, PON, OPEN_KAN)
"""What follows a discard on which nobody has won."""


def wins_of(hand: Hand) -> list[Win]:
    """The wins that a hand ends with."""
    return [event for event in hand.events[-3:] if isinstance(event, Win)]


def following(hand: Hand, index: EventIndex, kind: EventKind) -> bool:
    """Whether an event is followed by one of that kind."""
    return index + 1 < len(hand.events) and hand.events[index + 1].kind == kind


def is_plain_discard(hand: Hand, index: EventIndex, event: Event) -> bool:
    """Whether an event is a discard that nobody claims or wins on, and declares nothing."""
    if event.kind != DISCARD or not following(hand, index, DRAW):
        return False
    return index > 0 and hand.events[index - 1].kind == DRAW


def added(values: Sequence[int], seat: SeatIndex, more: int) -> tuple[int, ...]:
    """Numbers of the seats, one of them with more."""
    return tuple([value + more * (seat == hand_number) for hand_number, value in enumerate(values)])


def payer_of(win: Win) -> SeatIndex:
    """Who pays most for a win."""
    deltas = list(win.deltas or ())
    return deltas.index(min(deltas))


def other_tile(game: LegalGame, *not_these: Tile) -> Tile:
    """A tile of another kind than these."""
    kinds = {tile >> 2 for tile in not_these}
    lacking = range(1, 8) if game.game.players == 3 else ()
    return game.choice.choice([tile for tile in range(136) if tile >> 2 not in kinds and tile >> 2 not in lacking])


def in_other_suits(choice: Random, *notations: str) -> tuple[str, ...]:
    """Tiles in notation with the suits exchanged, in all of them alike."""
    suits = list("mps")
    choice.shuffle(suits)
    return tuple([notation.translate(str.maketrans("mps", "".join(suits))) for notation in notations])
