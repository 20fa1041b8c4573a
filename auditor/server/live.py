"""Judging a game event by event while it is played."""

from collections.abc import Mapping
from typing import Any, Final

from auditor.core.audit.game import GameAudit
from auditor.core.checks.check import CONTRADICTIONS
from auditor.core.errors import NotReadError
from auditor.core.events import RIICHI, WIN, Event
from auditor.core.reading.building import HandBuilder, keep_first_false_red
from auditor.core.reading.copies import PLAIN_CODES
from auditor.core.results import NOTE, Finding, fingerprint
from auditor.core.rulesets import AUTO, choose, load
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.table import ACTION_DUE, BY_DISCARD, IN_RIICHI, TEMPORARY, Table, furiten_kind
from auditor.core.tiles import KIND_TEXT, mask_kinds
from auditor.core.units import SeatIndex
from auditor.formats.mjai.reader import LiveReader, LiveState
from auditor.formats.mjai.vocabulary import tile_text

FURITEN_NAMES: Final = {BY_DISCARD: "discard", IN_RIICHI: "riichi", TEMPORARY: "temporary"}
_BETWEEN_HANDS: Final = ("start_game", "start_kyoku", "end_kyoku", "end_game")
"""Events that end the hand before them."""
_USUAL_REDS: Final = (1, 1, 1)
_COPIES: Final = 4


class LiveTable:
    """A table at which a game is being played: it takes the game's mjai events, as dictionaries, one after the other.

    Its findings are those that an audit of the whole game gives, each as soon as an event shows it; the wins of a hand,
    which are judged together, are judged at the event after the last of them. The fingerprint of a finding at a
    declaration of riichi is complete once the discard has come. Where mjai is ambiguous: the set has the red fives of
    the ruleset, or none if a fourth plain five comes before any red one; sticks are paid without an event until the
    first ``reach_accepted``; the dora of a kan is unrecorded if the discard comes before any ``dora``.

    findings: those of the game so far, in their order.

    Args:
        rules: A ruleset, its name or file: best the one that the table plays by. With ``auto`` it is chosen at the
            first hand; if that states no rules they are assumed, and what other rules would make right is a finding
            here, where the audit of the whole game gives a note.

    Raises:
        RulesetError: There is no such ruleset.
    """

    def __init__(self, rules: str | Ruleset = AUTO) -> None:
        self._rules = load(rules) if isinstance(rules, str) and rules != AUTO else rules
        reds = _USUAL_REDS if isinstance(self._rules, str) else self._rules.game.reds
        self.findings: list[Finding] = []
        self._reader = LiveReader(reds)
        self._audit: GameAudit | None = None
        self._builder: HandBuilder | None = None
        self._applied = 0
        self._number = 0
        self._declared: list[Finding] = []
        self._before: tuple[LiveState, Table | None] = self._reader.state(), None
        self._events: list[Mapping[str, Any]] = []
        self._trial: LiveTable | None = None
        self._shows_red = False

    @property
    def ruleset(self) -> Ruleset | None:
        """The ruleset by which the game is judged; None before the first hand if it is chosen then."""
        if self._audit is not None:
            return self._audit.ruleset
        return None if isinstance(self._rules, str) else self._rules

    def feed(self, event: Mapping[str, Any]) -> list[Finding]:
        """Take the next event of the game. Returns the new findings, including notes, in their order.

        Raises:
            NotReadError: It is no mjai event, or none that can come here; the rest of the hand is then not judged.
        """
        kind = event.get("type")
        self._number += 1
        found: list[Finding] = []
        if kind in _BETWEEN_HANDS:
            found += self.end() if kind == "start_game" else self._close_hand()
            self._before = self._reader.state(), None if self._audit is None else self._audit.previous
            self._events = []
        self._events.append(event)
        problems = self._reader.take(event if isinstance(event, dict) else dict(event), self._number)
        if problems:
            self._builder = None
            if self._audit is not None:
                self._audit.table = None
            raise NotReadError(problems)
        if self._has_no_reds():
            return found + self._without_reds()
        if self._builder is not self._reader.builder:
            self._open_hand()
        found += self._judge_new()
        return found + self.end() if kind == "end_game" else found

    def end(self) -> list[Finding]:
        """End the game here, for whatever reason. Returns the new findings."""
        found = self._close_hand()
        audit = self._audit
        if audit is not None:
            audit.close_game()
            found += self._new_findings()
            self._audit = None
        self._reader.finish()
        self._shows_red = False
        return found

    def legal(self, event: Mapping[str, Any]) -> Finding | None:
        """The first finding other than a note that an event would give if it came now; None where there is none.

        The game is unchanged. A win is judged as if it were the last of the hand. Raises NotReadError, as `feed`.
        """
        trial, self._trial = self._trial_table(), None
        found = trial.feed(event)
        if event.get("type") == "hora":
            found += trial._judge_new(ends=True)
        else:
            self._trial = trial  # reused if the event is the one that comes next
        return next((one for one in found if one.severity != NOTE), None)

    def waits(self, seat: SeatIndex) -> list[str]:
        """The tiles that complete the hand of a seat, as in ``["3m", "6m"]``. Raises ValueError between hands."""
        return [KIND_TEXT[kind] for kind in mask_kinds(self._table().seats[seat].waits)]

    def furiten(self, seat: SeatIndex) -> str | None:
        """Which furiten forbids the seat a ron now: ``discard``, ``riichi`` or ``temporary``; None where none does.

        Raises ValueError between hands.
        """
        table = self._table()
        return FURITEN_NAMES.get(furiten_kind(table, table.seats[seat]))

    def riichi_kans(self, seat: SeatIndex) -> list[str]:
        """The tiles of which a seat in riichi that has just drawn may make a closed kan, as in ``["3p"]``.

        Raises ValueError between hands.
        """
        table = self._table()
        player = table.seats[seat]
        if not player.in_riichi or table.phase != ACTION_DUE or table.due != seat:
            return []
        held = [tile >> 2 for tile in player.concealed if tile >= 0]
        kans = []
        for kind in sorted({one for one in held if held.count(one) == _COPIES}):
            consumed = [tile_text(_COPIES * kind + copy, table.red_tiles) for copy in range(_COPIES)]
            if self.legal({"type": "ankan", "actor": seat, "consumed": consumed}) is None:
                kans.append(KIND_TEXT[kind])
        return kans

    def _table(self) -> Table:
        if self._audit is None or self._audit.table is None:
            raise ValueError("no hand is being played")
        return self._audit.table

    def _trial_table(self) -> "LiveTable":
        """A copy of this table, made by replaying the hand."""
        trial = self._trial
        if trial is None or trial._events != self._events[: len(trial._events)]:
            trial = LiveTable(self.ruleset or self._rules)
            trial._reader.dialect.has_red = self._reader.dialect.has_red
            state, previous = self._before
            trial._reader.resume(state)
            self._before = trial._reader.state(), previous  # a copy: the trial goes on with the game in `state`
            if state.game is not None and self._audit is not None:
                trial._audit = GameAudit(state.game, self._audit.ruleset, CONTRADICTIONS)
                trial._audit.previous = previous
        for event in self._events[len(trial._events) :]:
            trial.feed(event)
        return trial

    def _has_no_reds(self) -> bool:
        """Whether the game turns out to have no red fives: it shows a fourth plain five before any red one."""
        builder, game = self._reader.builder, self._reader.game
        if builder is None or game is None or not builder.copies.excess or not game.red_tiles or self._shows_red:
            return False
        is_used = builder.copies.is_used
        return builder.copies.excess[-1] in PLAIN_CODES and not any([is_used(tile) for tile in game.red_tiles])

    def _without_reds(self) -> list[Finding]:
        """Judge the hand again from its start, in a game without red fives. Returns the new findings."""
        state, previous = self._before
        before = {(one.check, one.where) for one in self.findings}
        again = LiveTable(self.ruleset or self._rules)
        if state.game is not None:
            state.game.red_tiles = ()
        again._reader.resume(state)
        again._reader.dialect.has_red = False
        self._before = again._reader.state(), previous
        if state.game is not None and self._audit is not None:
            again._audit = GameAudit(state.game, self._audit.ruleset, CONTRADICTIONS)
            again._audit.previous = previous
        found = [finding for event in self._events for finding in again.feed(event)]
        self._reader, self._audit, self._builder = again._reader, again._audit, again._builder
        self._applied, self._declared, self._trial = again._applied, again._declared, None
        new = [one for one in found if (one.check, one.where) not in before]
        self.findings += new
        return new

    def _open_hand(self) -> None:
        """Deal the hand that the reader has begun, if any, and judge its start."""
        self._builder = self._reader.builder
        self._applied = 0
        game = self._reader.game
        if self._builder is None or game is None:
            return
        if self._audit is None:
            ruleset = choose(self._rules, game)[0] if isinstance(self._rules, str) else self._rules
            self._audit = GameAudit(game, ruleset, CONTRADICTIONS)
        self._audit.open_hand(self._builder.hand)

    def _judge_new(self, *, ends: bool = False) -> list[Finding]:
        """Judge the events read since the last call; wins only where the hand `ends`. Returns the new findings."""
        builder, audit = self._builder, self._audit
        if builder is None or audit is None:
            return []
        events = builder.events
        while self._applied < len(events) and not audit.is_stopped:
            event = events[self._applied]
            if event.kind == WIN and not ends:
                break
            if self._declared:
                self._complete(event)
            self._applied += 1
            audit.judge(event)
            if event.kind == RIICHI:
                self._declared = audit.report.findings[:]
        return self._new_findings()

    def _complete(self, event: Event) -> None:
        """Complete the fingerprints of findings at a riichi declaration with the discard that follows it."""
        assert self._audit is not None
        tiles = (self._audit.report.texts.tile(event.tile),) if event.tile >= 0 else ()
        for one in self._declared:
            if one.event == self._applied - 1:
                one.fingerprint = fingerprint(one.check, one.seat, "riichi", tiles, None, one.expected, one.actual)
        self._declared = []

    def _close_hand(self) -> list[Finding]:
        """Judge the events that waited for the end of the hand, and the hand as a whole. Returns the new findings."""
        audit = self._audit
        if self._builder is None or audit is None or audit.table is None:
            return []
        found = self._judge_new(ends=True)
        self._shows_red |= any([self._builder.copies.is_used(tile) for tile in audit.game.red_tiles])
        keep_first_false_red(audit.game)
        audit.close_hand()
        self._builder = None
        return found + self._new_findings()

    def _new_findings(self) -> list[Finding]:
        """The findings since the last call, which are added to `findings`."""
        assert self._audit is not None
        found = self._audit.report.findings
        new = found[:]
        found.clear()
        self.findings += new
        return new
