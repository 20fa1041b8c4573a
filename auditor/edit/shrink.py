"""``auditor shrink``: the smallest log that still has exactly one finding, and no other.

Whole hands are removed first; then what comes after the fault; then stretches of play before it, each with the deal
changed so that every seat holds afterwards what it held, and with payments adjusted (`reductions`); then riichi,
kans and single events; then the tiles, scores, counters and names that are not needed are simplified.
Each step is replayed and judged; one accepted is also written, read back and judged. A log gives one result.

Reducers of bytes or of choices (shrinkray, hypothesis) were considered and rejected. They delete or simplify without
knowing what a log is: without a draw every later turn is out of order, without a discard a later one is a tile that is
not held, and without a stick payments are wrong, so that hardly any of their steps leaves the one finding alone. Here
a step is a whole turn or more with all that depends on it, and a few hundred steps are enough.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from auditor.core import events
from auditor.core.audit.game import audit_game
from auditor.core.checks import names_of
from auditor.core.events import Event, Game, Hand, Ryuukyoku, Win, replace_game, replace_hand
from auditor.core.reading.logs import GameLog, hand_of
from auditor.core.results import NOTE, Amounts, Finding, Shown
from auditor.core.rulesets.model import Ruleset
from auditor.core.units import EventKind, HandIndex, SeatIndex
from auditor.edit import reductions
from auditor.edit.anonymize import judged_alike
from auditor.edit.output import EditedLog, EditError, checked_log, rules_of
from auditor.edit.reductions import PartialHand, RecordAdjustment, whole

_MOST_WORK: Final = 150_000
"""Shrinking stops after this many events in all the games tried."""
_MOST_IN_VAIN: Final = 150
_SHORT_STRETCH: Final = 10
"""After `_MOST_IN_VAIN` failed stretches only those of at most this many events are tried, and as many again: the
number of tiles left in the wall is then most likely relevant."""
_MOST_TO_SIMPLIFY: Final = 60
"""The single turns of a hand with more events than this are not simplified."""
DRAWN_EARLY: Final = "draw/early"
"""The check that flags a hand that was not played to the end of the wall."""
_AT_ONCE: Final = (events.DRAW, events.RYUUKYOKU)
"""The events of the shortest hand."""


_Other: TypeAlias = tuple[str, SeatIndex | None]
"""A finding other than the target: its check and seat."""


class Shrunk(NamedTuple):
    """The smallest log found. finding: as in that log. steps: how many were tried. events: how many it has."""

    written: EditedLog
    finding: Finding
    steps: int
    events: int


def shrink(log: GameLog, check: str, index: HandIndex | None = None, *, rules: str, to: str | None = None) -> Shrunk:
    """The smallest log that still has exactly one finding of a log, and no other (notes of other checks apart).

    check: its first finding is the target. index: of the finding's hand; None for any. rules: the ruleset, as for
    `choose`. to: the format to write, if not the log's own. Raises EditError, NoGameError, and RulesetError.
    """
    format = to or log.game.format
    ruleset = rules_of(log, rules)
    matching = [one for one in audit_game(log.game, ruleset).findings if check in names_of(one.check)]
    if not (of_hand := [one for one in matching if index is None or one.hand == index]):
        raise EditError(_no_such_finding(log, check, index, matching, ruleset))
    return _Shrinker(log, of_hand[0], rules, ruleset, format).shrunk()


def _no_such_finding(
    log: GameLog, check: str, index: HandIndex | None, matching: list[Finding], ruleset: Ruleset
) -> str:
    if index is not None:
        hand_of(log.game, index)  # raises if there is no such hand
    if matching:
        hands = ", ".join([str(one.hand) for one in matching])
        return f"hand {index} has no finding of {check}; hands that have one: {hands}"
    others = sorted({one.check for one in audit_game(log.game, ruleset).findings if one.severity != NOTE})
    return f"the log has no finding of {check}; it has {', '.join(others) or 'none'}"


class _Shrinker:
    """A log being shrunk. game: the smallest so far. finding: the target as in that game. written: that game's log.

    target: the finding as in the whole log. kind: of the event that it names. others: the findings besides it, where
    it cannot be isolated at once; a step may keep some of them, but adds none.
    """

    def __init__(self, log: GameLog, finding: Finding, spec: str, rules: Ruleset, format: str) -> None:
        self.log = log
        self.spec = spec
        self.rules = rules
        self.format = format
        self.target = finding
        self.kind = _kind_at(log.game, finding)
        self.finding = finding
        self.game = log.game
        self.others = Counter[_Other]()
        self.steps = self.work = 0
        self.written: EditedLog | None = None

    def shrunk(self) -> Shrunk:
        """Try all steps, until none makes the log smaller. Raises EditError where other findings remain."""
        if not self._choose_hands():
            self.others = Counter([_other(one) for one in audit_game(self.log.game, self.rules).findings])
            if not self._choose_hands():
                raise EditError(self._not_alone())
        self._cut_tail()
        self._shorten_earlier_hands()
        size = -1
        while size != self._size() and self.work < _MOST_WORK:
            size = self._size()
            self._cut_stretches()
            self._cut_single_events()
            self._cut_tail()
        self._simplify_seats()
        self._simplify_start()
        self._cut_stretches()
        if self.others:
            raise EditError(self._not_alone())
        assert self.written is not None
        return Shrunk(self.written, self.finding, self.steps, self._size())

    def _not_alone(self) -> str:
        checks = sorted({check for check, _ in self.others})
        others = f"with it {', '.join(checks)} stays" if self.written is not None else "the log has others with it"
        by_itself = f"or the {self.format} format cannot hold it by itself"
        return f"{self.target.check} cannot be found alone: {others}, {by_itself}"

    def _size(self) -> int:
        return sum([len(hand.events) for hand in self.game.hands])

    # ---- what a step must keep

    def _accept(self, game: Game) -> bool:
        """Accept a smaller game, if it still has the finding and no new one. Returns whether it was accepted."""
        self.steps += 1
        self.work += sum([len(hand.events) for hand in game.hands])
        if (self.work > _MOST_WORK and self.written is not None) or self._evaluate(game, self.rules) is None:
            return False
        try:
            log = checked_log(game, self.format)
        except EditError:
            return False
        if (judged := self._evaluate(log.game, rules_of(self.log, self.spec, log.game))) is None:
            return False
        self.game, self.written = game, log
        self.finding, self.others = judged
        return True

    def _evaluate(self, game: Game, rules: Ruleset) -> tuple[Finding, Counter[_Other]] | None:
        """The target as found in a game, and the other findings; None where it is gone, or another is new."""
        audit = audit_game(game, rules)
        notes = (self.target.check,) if self.target.severity == NOTE else ()
        faults = [one for one in audit.findings if one.severity != NOTE or one.check in notes]
        own = next((one for one in faults if _is_same(one, self.target) and _kind_at(game, one) == self.kind), None)
        if audit.problems or own is None:
            return None
        others = Counter([_other(one) for one in faults if one is not own])
        return (own, others) if others <= self.others else None

    # ---- whole hands

    def _choose_hands(self) -> bool:
        """Take the fewest consecutive hands that show the finding, preferably early ones. Returns whether any do."""
        hands = self.log.game.hands
        own = [hand_number for hand_number, hand in enumerate(hands) if hand.index == self.target.hand]
        last = own[0] if own else len(hands) - 1
        rows = [(start, end) for start in range(last + 1) for end in range(last + 1, len(hands) + 1)]
        for start, end in sorted(rows, key=lambda row: (row[1] - row[0], row[1])):
            results = (None, self.log.game.result) if end == len(hands) and self.log.game.result else (None,)
            if any([self._accept(self._of_hands(hands[start:end], result=result)) for result in results]):
                return True
        return False

    def _of_hands(self, hands: list[Hand], **changes: object) -> Game:
        """An anonymous game of some of the hands, without attributes of hands; with the seed for checks of walls."""
        first = hands[0].index
        left = [replace_hand(hand, index=hand.index - first, disconnections=[]) for hand in hands]
        game = replace_game(self.log.game, hands=left, **changes)
        facts = {name: value for name, value in game.attributes.items() if not name.startswith("hand ")}
        part = self.log._replace(game=replace_game(game, attributes=facts))
        anonymous = judged_alike(part, self.spec)
        if not self.target.check.startswith("wall/"):
            return anonymous
        proven = [
            replace_hand(hand, shuffle=own.shuffle, server=own.server)
            for hand, own in zip(anonymous.hands, left, strict=True)
        ]
        return replace_game(anonymous, seed=self.log.game.seed, hands=proven)

    # ---- what comes after the fault, and before it

    def _cut_tail(self) -> None:
        """Remove the events of the last hand after the fault, as far as possible."""
        hand = self.game.hands[-1]
        fault = -1 if self.finding.event is None or self.finding.hand != hand.index else self.finding.event
        for end in range(fault + 1, len(hand.events)):
            shorter = replace_hand(hand, events=hand.events[:end], unexplained_from=events.NOT_RECORDED)
            if self._accept(self._with_hand(len(self.game.hands) - 1, shorter, result=None)):
                return

    def _with_hand(self, hand_number: int, hand: Hand, **changes: object) -> Game:
        hands = list(self.game.hands)
        hands[hand_number] = hand
        return replace_game(self.game, hands=hands, **changes)

    def _cut_stretches(self) -> None:
        """Remove stretches of play from each hand, the longest possible first."""
        for hand_number in range(len(self.game.hands)):
            while self._without_one(hand_number):
                pass

    def _without_one(self, hand_number: int) -> bool:
        hand = self.game.hands[hand_number]
        is_faulty = hand.index == self.finding.hand and self.finding.event is not None
        last = len(hand.events) if not is_faulty else self.finding.event or 0
        points = reductions.splice_points(self.game, hand, self.rules)
        adjustment = RecordAdjustment(self.game, self.rules)
        in_vain = 0
        needs_draws = _is_played_out(hand) and self.target.check != DRAWN_EARLY
        for start, end in reductions.stretches(points, last):
            if needs_draws and any([event.kind == events.DRAW for event in hand.events[start:end]]):
                continue
            if in_vain > _MOST_IN_VAIN and (end - start > _SHORT_STRETCH or in_vain > 2 * _MOST_IN_VAIN):
                continue
            smaller = reductions.spliced(whole(hand), points[start], points[end], start, end)
            if smaller is not None and self._accept_hand(hand_number, smaller, adjustment):
                return True
            in_vain += 1
        return False

    def _shorten_earlier_hands(self) -> None:
        """End the hands before that of the finding at once, by nine terminals, where the finding allows it."""
        if events.NINE_TERMINALS not in self.rules.draws.abortive:
            return
        for hand_number, hand in enumerate(self.game.hands[:-1]):
            if len(hand.events) > len(_AT_ONCE) and hand.index != self.finding.hand:
                self._accept_hand(hand_number, reductions.aborted_at_first_draw(self.game, hand))

    def _accept_hand(self, hand_number: int, smaller: PartialHand, adjustment: RecordAdjustment | None = None) -> bool:
        """Accept the game with a smaller hand, if possible. adjustment: that of the current game, if at hand."""
        hands = [smaller if other == hand_number else whole(hand) for other, hand in enumerate(self.game.hands)]
        return self._accept((adjustment or RecordAdjustment(self.game, self.rules)).adjust(hands))

    def _cut_single_events(self) -> None:
        """Remove riichi with their sticks, and then each event that can be removed by itself."""
        for hand_number in range(len(self.game.hands)):
            for removed in self._removable(hand_number):
                hand = self.game.hands[hand_number]
                left = [index for index, event in enumerate(hand.events) if not any([event is one for one in removed])]
                if len(left) == len(hand.events):
                    continue
                smaller = PartialHand(replace_hand(hand, events=[hand.events[index] for index in left]), tuple(left))
                self._accept_hand(hand_number, smaller)

    def _removable(self, hand_number: int) -> Iterator[list[Event]]:
        """Yield events of a hand to remove together: a seat's riichi and stick, an indicator, a win."""
        held = list(self.game.hands[hand_number].events)
        for seat in range(self.game.players):
            yield [event for event in held if event.seat == seat and event.kind in (events.RIICHI, events.DEPOSIT)]
        for event in held:
            if event.kind == events.DORA or isinstance(event, Win):
                yield [event]

    # ---- what the finding does not need

    def _simplify_seats(self) -> None:
        """Make discards tsumogiri, and deal the simplest free tiles to seats that do nothing else."""
        for hand_number in range(len(self.game.hands)):
            for seat in range(self.game.players):
                self._try_change(hand_number, partial(reductions.with_tsumogiri, seat=seat))
            for number, seat in enumerate(self._idle_seats(hand_number)):
                simplest = partial(reductions.simplest_deal, game=self.game, seat=seat, number=number)
                self._try_change(hand_number, simplest)
            self._simplify_discards(hand_number)

    def _idle_seats(self, hand_number: int) -> list[SeatIndex]:
        """The seats that the finding does not concern, and that neither claim, declare nor win."""
        busy = {self.finding.seat}
        for event in self.game.hands[hand_number].events:
            if event.kind in (*events.CLAIMS, *events.KANS, events.NORTH, events.RIICHI) or isinstance(event, Win):
                busy.add(event.seat)
        return [seat for seat in range(self.game.players) if seat not in busy]

    def _simplify_discards(self, hand_number: int) -> None:
        """Replace the tile of each tsumogiri by the simplest free one."""
        turns = len(self.game.hands[hand_number].events) - 1
        for index in range(turns if turns < _MOST_TO_SIMPLIFY else 0):
            self._try_change(hand_number, partial(reductions.simplest_turns, game=self.game, index=index))

    def _try_change(self, hand_number: int, change: Callable[[Hand], Hand | None]) -> None:
        hand = self.game.hands[hand_number]
        if (changed := change(hand)) is not None:
            self._accept_hand(hand_number, whole(changed))

    def _simplify_start(self) -> None:
        """Start the first hand like a game, as far as the finding allows."""
        players = self.game.players
        start = (self.rules.game.start_points,) * players + (0,) * (4 - players)
        for changes in ({"sticks": 0}, {"honba": 0}, {"scores": start}, {"dice": None}):
            self._try_change(0, partial(replace_hand, **changes))
        first = self.game.hands[0]
        if first.round >= 4:
            self._try_change(0, partial(replace_hand, round=first.round % 4))


def _other(finding: Finding) -> _Other:
    return finding.check, finding.seat


_ONLY_NUMBERS: Final = re.compile(r"(?:[-+.,;:\s\d]|[ESWN]\d\b|\bor\b|\btiles?\b|\bleft\b)*")
"""Matches a proof of points, counters, rounds or tiles left, which depend on the rest of the game."""


def _is_same(finding: Finding, other: Finding) -> bool:
    """Whether two findings are the same: equal check and seat, and equal proof unless that has only numbers."""
    if (finding.check, finding.seat) != (other.check, other.seat):
        return False
    if (finding.expected, finding.actual) == (other.expected, other.actual):
        return True
    return all([_is_of_numbers(proof) for proof in (finding.expected, finding.actual, other.expected, other.actual)])


def _is_of_numbers(proof: Shown) -> bool:
    """Whether a proof consists of numbers alone."""
    return proof is not None and (isinstance(proof, Amounts) or _ONLY_NUMBERS.fullmatch(proof) is not None)


def _is_played_out(hand: Hand) -> bool:
    """Whether a hand ends in a draw that needs the wall to be exhausted, so that no drawn tile can be removed."""
    end = hand.events[-1] if hand.events else None
    return isinstance(end, Ryuukyoku) and end.draw_type in events.TENPAI_DRAWS


def _kind_at(game: Game, finding: Finding) -> EventKind:
    """The kind of the event that a finding names, or NO_SEAT where it names none."""
    hands = [hand for hand in game.hands if hand.index == finding.hand]
    if finding.event is None or not hands or finding.event >= len(hands[0].events):
        return events.NO_SEAT
    return hands[0].events[finding.event].kind
