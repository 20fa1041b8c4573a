"""Adjusts the records of a game whose play was changed: what was right stays right, what was wrong stays wrong.

Points, payments, hands shown and counters are recorded besides the play. Where events are removed, each record changes
by the difference between what is due now and what was due before.
"""

from typing import Any, NamedTuple

from auditor.core import events
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.draws import drawn_facts
from auditor.core.table.ledger import final_scores, sticks_left
from auditor.core.table.next_hand import next_honba, next_round
from auditor.core.table.table import Table, deal
from auditor.core.table.winning import win_facts
from auditor.core.units import EventIndex, Points

Facts = dict[str, Any]

_AMOUNTS = ("han", "fu", "points", "limit", "honba", "sticks")
_BY_SEAT = ("scores", "deltas")


class PartialHand(NamedTuple):
    """A hand with some of the events of another. origins: for each event, its index in the other hand, ascending."""

    hand: events.Hand
    origins: tuple[EventIndex, ...]


def whole(hand: events.Hand) -> PartialHand:
    """A hand as a partial hand that has all of its events."""
    return PartialHand(hand, tuple(range(len(hand.events))))


class RecordAdjustment:
    """Adjusts changed versions of a game, by what is due at each recorded event of the unchanged game."""

    def __init__(self, game: events.Game, rules: Ruleset) -> None:
        self.game = game
        self.rules = rules
        self.tables: list[Table] = []
        self.due: list[dict[EventIndex, Facts]] = []
        for hand in game.hands:
            table = deal(game, hand, rules)
            due: dict[EventIndex, Facts] = {}
            for index, event in enumerate(hand.events):
                if _is_recorded(event):
                    due[index] = _due(table, event)
                table.apply(event)
            self.tables.append(table)
            self.due.append(due)

    def adjust(self, partials: list[PartialHand]) -> events.Game:
        """The game with changed hands, one for each of its own, and with adjusted records.

        A hand after the first starts as the one before it ends, but for the amounts by which it was off before.
        """
        hands: list[events.Hand] = []
        table: Table | None = None
        for number, (hand, changed) in enumerate(zip(self.game.hands, partials, strict=True)):
            start = (
                changed.hand if table is None else _adjusted_start(hand, changed.hand, self.tables[number - 1], table)
            )
            new = events.replace_hand(start, events=[])
            table = deal(self.game, new, self.rules)
            for event, origin in zip(changed.hand.events, changed.origins, strict=True):
                fits = _adjusted_event(event, self.due[number].get(origin), table) if _is_recorded(event) else event
                new.events.append(fits)
                table.apply(fits)
            hands.append(new)
        result = self.game.result if table is None else self._result(self.tables[-1], table)
        return events.replace_game(self.game, hands=hands, result=result)

    def _result(self, table: Table, changed: Table) -> events.FinalResult | None:
        """The final result, off by as much from what is due now as it was from what was due before."""
        result = self.game.result
        if result is None or not table.hand.is_finished or not changed.hand.is_finished:
            return result
        due_before, due = self._settled(table), self._settled(changed)
        points = None if result.points is None else _moved(result.points, due_before[0], due[0])
        scores = None if result.scores is None else tuple(
            [round(one - old + new, 1) for one, old, new in zip(result.scores, due_before[1], due[1], strict=False)]
        )  # fmt: skip
        return events.FinalResult(points, scores)

    def _settled(self, table: Table) -> tuple[list[Points], list[float]]:
        players = self.game.players
        left = sticks_left(table.scores[:players], table.sticks, self.rules)
        points = [score + more for score, more in zip(table.scores, left, strict=False)]
        scores = final_scores(points, self.rules) if self.rules.game.placement is not None else [0.0] * players
        return [*points, 0][:4], [*scores, 0.0][:4]


def _is_recorded(event: events.Event) -> bool:
    return isinstance(event, events.Deposit | events.Win | events.Ryuukyoku)


def _adjusted_start(hand: events.Hand, changed: events.Hand, before: Table, changed_before: Table) -> events.Hand:
    """The hand `changed`, its start off by as much from the end of the hand before it as that of `hand` was."""
    if not before.hand.is_finished or not changed_before.hand.is_finished:
        return events.replace_hand(changed, scores=_moved(hand.scores, before.scores, changed_before.scores))
    later = next_round(changed_before) - next_round(before)
    return events.replace_hand(
        changed,
        scores=_moved(hand.scores, before.scores, changed_before.scores),
        sticks=max(hand.sticks - before.sticks + changed_before.sticks, 0),
        honba=max(hand.honba - next_honba(before) + next_honba(changed_before), 0),
        round=max(hand.round + later, 0),
        dealer=(hand.dealer + later) % 4,
    )


def _due(table: Table, event: events.Event) -> Facts:
    """What an event about to be applied should record."""
    if isinstance(event, events.Deposit):
        scores = [score - table.stick * (seat == event.seat) for seat, score in enumerate(table.scores)]
        return {"scores": tuple(scores)}
    if isinstance(event, events.Win):
        return win_facts(table, event.seat, event.from_seat, event.tile, event.ura or ())
    is_exhaustive = isinstance(event, events.Ryuukyoku) and event.draw_type == events.EXHAUSTIVE
    return drawn_facts(table) | ({} if is_exhaustive else {"deltas": None})


def _adjusted_event(event: events.Event, due_before: Facts | None, table: Table) -> events.Event:
    """An event whose records are off by as much from what is due on the table as they were from what was due before."""
    if due_before is None:
        return event
    if isinstance(event, events.Win) and event.ura and len(event.ura) == len(due_before["dora"]):
        event = events.replace_event(event, ura=event.ura[: len(table.indicators)])
    due = _due(table, event)
    of_end = events.WIN_FACTS if isinstance(event, events.Win) else events.DRAW_FACTS
    names = ("scores",) if isinstance(event, events.Deposit) else of_end
    changes: Facts = {}
    for name in names:
        recorded = getattr(event, name)
        if recorded is None or recorded == events.NOT_RECORDED or due_before.get(name) is None or due.get(name) is None:
            continue
        if name in _AMOUNTS:
            changes[name] = max(recorded - due_before[name] + due[name], 0)
        elif name in _BY_SEAT:
            changes[name] = _moved(recorded, due_before[name], due[name])
        elif name == "shown":
            by_seat = zip(recorded, due_before[name], due[name], strict=True)
            changes[name] = tuple([new if shown == old else shown for shown, old, new in by_seat])
        elif _is_same(recorded, due_before[name]):
            changes[name] = due[name]
    return events.replace_event(event, **changes)


def _is_same(recorded: Any, due: Any) -> bool:
    """Whether a record equals what is due, in any order of its parts."""
    return recorded == due or sorted(map(repr, recorded)) == sorted(map(repr, due))


def _moved(recorded: tuple[Points, ...], due_before: Any, due: Any) -> tuple[Points, ...]:
    """The points of each seat, plus what is due now, minus what was due before."""
    return tuple([one - old + new for one, old, new in zip(recorded, due_before, due, strict=False)])
