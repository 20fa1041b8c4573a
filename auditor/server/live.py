"""Judging a game event by event while it is played."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from auditor.core.audit.game import GameAudit
from auditor.core.checks.check import CONTRADICTIONS
from auditor.core.checks.riichi import NoteOpenKan
from auditor.core.errors import NotReadError
from auditor.core.events import RIICHI, WIN, Event
from auditor.core.reading.building import HandBuilder, keep_first_false_red
from auditor.core.reading.copies import PLAIN_CODES, SUIT_TILES
from auditor.core.results import NOTE, Finding, fingerprint
from auditor.core.rulesets import AUTO, choose, load
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.seat import waits_without
from auditor.core.table.table import ACTION_DUE, BY_DISCARD, IN_RIICHI, TEMPORARY, Table, furiten_kind
from auditor.core.tiles import KIND_TEXT, mask_kinds
from auditor.core.units import SeatIndex, Tile
from auditor.formats.mjai.reader import LiveReader, LiveState
from auditor.formats.mjai.vocabulary import tile_text

FURITEN_NAMES: Final = {BY_DISCARD: "discard", IN_RIICHI: "riichi", TEMPORARY: "temporary"}
_USUAL_REDS: Final = (1, 1, 1)
_COPIES: Final = 4


class _HandStart(NamedTuple):
    """Where a hand begins, from which it can be played again: the reader's state, and the hand before at its end."""

    state: LiveState
    previous: Table | None


class _Play:
    """A game that is read and judged event by event. It can be replayed from the start of the hand that is played.

    findings: where findings are added. start: where the hand begins. events: those of the hand, from the one between
    hands that precedes it; one that was refused is the last of them. number: how many events were taken. left_out: how
    many of the hand came after a refused one. builder: that of the hand as far as it is judged, None
    where it cannot be judged. applied: how many of its events were judged. declared: the findings at a declaration of
    riichi whose discard has not come. reds_shown: the red fives that earlier hands of the game show.
    """

    def __init__(self, rules: str | Ruleset, findings: list[Finding]) -> None:
        self.rules = rules
        self.findings = findings
        self.reader = LiveReader(_USUAL_REDS if isinstance(rules, str) else rules.game.reds)
        self.audit: GameAudit | None = None
        self.start = _HandStart(self.reader.state(), None)
        self.events: list[Mapping[str, Any]] = []
        self.number = 0
        self.left_out = 0
        self.is_refused = False
        self.builder: HandBuilder | None = None
        self.applied = 0
        self.declared: list[Finding] = []
        self.reds_shown: frozenset[Tile] = frozenset()

    @property
    def ruleset(self) -> Ruleset | None:
        """The ruleset by which the game is judged; None before the first hand if it is chosen then."""
        if self.audit is not None:
            return self.audit.ruleset
        return None if isinstance(self.rules, str) else self.rules

    def from_start(self, start: _HandStart) -> "_Play":
        """Another play of the game, from the start of the hand, with findings of its own."""
        again = _Play(self.ruleset or self.rules, [])
        again.start, again.reds_shown = start, self.reds_shown
        again.number = self.number - len(self.events) - self.left_out
        again.reader.resume(start.state)
        game = again.reader.game
        if game is not None and self.audit is not None:
            again.audit = GameAudit(game, self.audit.ruleset, CONTRADICTIONS)
            again.audit.previous = start.previous
        return again

    def take(self, event: Mapping[str, Any]) -> tuple["_Play", list[Finding]]:
        """Take the next event. Returns the play that goes on, and the new findings. Raises NotReadError."""
        ends_before, ends_after = _STEPS.get(str(event.get("type")), (None, None))
        self.number += 1
        found: list[Finding] = []
        if ends_before is not None:
            found += ends_before(self)
            self.start = _HandStart(self.reader.state(), None if self.audit is None else self.audit.previous)
            self.events, self.left_out, self.is_refused = [], 0, False
        if event.get("type") == "start_game":
            self.findings.clear()
        if self.is_refused:  # nothing of the hand is judged, or played again
            self.left_out += 1
        else:
            self.events.append(event)
        self._read(event)
        if lacking := self._reds_lacking():
            play, more = self._without_reds(lacking)
            return play, found + more
        if self.builder is not self.reader.builder:
            self._open_hand()
        found += self.judge_new()
        return self, found if ends_after is None else found + ends_after(self)

    def _read(self, event: Mapping[str, Any]) -> None:
        if problems := self.reader.take(event if isinstance(event, dict) else dict(event), self.number):
            self.is_refused = True
            self.builder = None
            if self.audit is not None:
                self.audit.table = None
            raise NotReadError(problems)

    def _reds_lacking(self) -> list[Tile]:
        """The red fives of a suit that the set turns out to lack: the game shows a fourth plain five before any."""
        builder, game = self.reader.builder, self.reader.game
        if builder is None or game is None or not builder.copies.excess:
            return []
        code, shown = builder.copies.excess[-1], self.reds_shown | builder.copies.used_of(game.red_tiles)
        reds = [tile for tile in game.red_tiles if code == PLAIN_CODES[tile // SUIT_TILES]]
        return [] if shown.intersection(reds) else reds

    def _without_reds(self, reds: list[Tile]) -> tuple["_Play", list[Finding]]:
        """The hand played again from its start in a game without these red fives, and the findings new there."""
        before = {(one.check, one.where) for one in self.findings}
        again = self.from_start(self.start._replace(state=self.start.state.without_reds(reds)))
        for event in self.events:
            again, _ = again.take(event)
        new = [one for one in again.findings if (one.check, one.where) not in before]
        self.findings += new
        again.rules, again.findings = self.rules, self.findings
        return again, new

    def _open_hand(self) -> None:
        """Deal the hand that the reader has begun, if any, and judge its start."""
        self.builder = self.reader.builder
        self.applied = 0
        game = self.reader.game
        if self.builder is None or game is None:
            return
        if self.audit is None:
            ruleset = choose(self.rules, game)[0] if isinstance(self.rules, str) else self.rules
            self.audit = GameAudit(game, ruleset, CONTRADICTIONS)
        self.audit.open_hand(self.builder.hand)

    def judge_new(self, *, ends: bool = False) -> list[Finding]:
        """Judge the events read since the last call; wins only where the hand `ends`. Returns the new findings."""
        builder, audit = self.builder, self.audit
        if builder is None or audit is None:
            return []
        events = builder.events
        while self.applied < len(events) and not audit.is_stopped:
            event = events[self.applied]
            if event.kind == WIN and not ends:
                break
            if self.declared:
                self._complete(event)
            self.applied += 1
            audit.judge(event)
            if event.kind == RIICHI:
                self.declared = audit.report.findings[:]
        return self._new_findings()

    def _complete(self, event: Event) -> None:
        """Complete the fingerprints of findings at a riichi declaration with the discard that follows it."""
        assert self.audit is not None
        tiles = (self.audit.report.texts.tile(event.tile),) if event.tile >= 0 else ()
        for one in self.declared:
            if one.event == self.applied - 1:
                one.fingerprint = fingerprint(one.check, one.seat, "riichi", tiles, None, one.expected, one.actual)
        self.declared = []

    def close_hand(self) -> list[Finding]:
        """Judge the events that waited for the end of the hand, and the hand as a whole. Returns the new findings."""
        audit = self.audit
        if self.builder is None or audit is None or audit.table is None:
            return []
        found = self.judge_new(ends=True)
        self.reds_shown |= self.builder.copies.used_of(audit.game.red_tiles)
        keep_first_false_red(audit.game)
        audit.close_hand()
        self.builder = None
        return found + self._new_findings()

    def _new_findings(self) -> list[Finding]:
        """The findings since the last call, which are added to `findings`."""
        assert self.audit is not None
        found = self.audit.report.findings
        new = found[:]
        found.clear()
        self.findings += new
        return new

    def end(self) -> list[Finding]:
        """End the game. Returns the new findings."""
        found = self.close_hand()
        if self.audit is not None:
            self.audit.close_game()
            found += self._new_findings()
            self.audit = None
        self.reader.finish()
        self.reds_shown = frozenset()
        return found


_STEPS: Final[dict[str, tuple[Callable[[_Play], list[Finding]] | None, Callable[[_Play], list[Finding]] | None]]] = {
    "start_game": (_Play.end, None), "start_kyoku": (_Play.close_hand, None),
    "end_kyoku": (_Play.close_hand, None), "end_game": (_Play.close_hand, _Play.end),
}  # fmt: skip
"""What ends before an event between hands is read, and what after it."""


class LiveTable:
    """A table at which a game is being played: it takes the game's mjai events, as dictionaries, one after the other.

    Its findings are those that an audit of the whole game gives, each as soon as an event shows it; the wins of a hand,
    which are judged together, are judged at the event after the last of them. The fingerprint of a finding at a
    declaration of riichi is complete once the discard has come. Where mjai is ambiguous: the set has the red fives of
    the ruleset, or none if a fourth plain five comes before any red one; sticks are paid without an event until the
    first ``reach_accepted``; the dora of a kan is unrecorded if the discard comes before any ``dora``.

    findings: those of the game so far, in their order; ``start_game`` begins another. rules: a ruleset, its name or
    file: best the one that the table plays by. With ``auto`` it is chosen at the first hand; if that states no rules
    they are assumed, and what other rules would make right is a finding here, where the audit of the whole game gives a
    note. Raises RulesetError where there is no such ruleset.
    """

    def __init__(self, rules: str | Ruleset = AUTO) -> None:
        self.findings: list[Finding] = []
        self._play = _Play(load(rules) if isinstance(rules, str) and rules != AUTO else rules, self.findings)
        self._trial: _Play | None = None

    @property
    def ruleset(self) -> Ruleset | None:
        """The ruleset by which the game is judged; None before the first hand if it is chosen then."""
        return self._play.ruleset

    def feed(self, event: Mapping[str, Any]) -> list[Finding]:
        """Take the next event of the game. Returns the new findings, including notes, in their order. Raises
        NotReadError where it is no mjai event, or none that can come here; the rest of the hand is not judged.
        """
        self._play, found = self._play.take(event)
        return found

    def end(self) -> list[Finding]:
        """End the game here, for whatever reason. Returns the new findings."""
        return self._play.end()

    def legal(self, event: Mapping[str, Any]) -> Finding | None:
        """The first fault that an event would give if it came now; None where it is legal. The game is unchanged. A win
        is judged as if it were the last of the hand. A riichi is legal if a discard after it is. Where no source
        decides a closed kan after riichi, the answer is its note, ``note/open-kan``. Raises NotReadError, as `feed`.
        """
        trial, self._trial = self._trial_play(), None
        trial, found = trial.take(event)
        if event.get("type") == "hora":
            found += trial.judge_new(ends=True)
        else:
            self._trial = trial  # reused if the event is the one that comes next
        illegal = next((one for one in found if one.severity != NOTE or one.check == NoteOpenKan.id), None)
        return self._fault_of_reach(event) if illegal is None and event.get("type") == "reach" else illegal

    def _fault_of_reach(self, reach: Mapping[str, Any]) -> Finding | None:
        """The first finding that a declaration of riichi gives with every discard; None where it is legal with one."""
        table, fault = self._table(), None
        seat = table.seats[reach["actor"]]
        waiting = [tile for tile in seat.concealed if tile >= 0 and waits_without(seat, tile)]
        for tile in waiting or seat.concealed[-1:]:
            if tile >= 0:
                trial, self._trial = self._trial_play().take(reach)[0], None
                shown = tile_text(tile, table.red_tiles)
                discard = {"type": "dahai", "actor": seat.seat, "pai": shown, "tsumogiri": tile == seat.drawn}
                if not (illegal := [one for one in trial.take(discard)[1] if one.severity != NOTE]):
                    return None
                fault = fault or illegal[0]
        return fault

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
        """The tiles of which a seat in riichi that has just drawn may surely make a closed kan, as in ``["3p"]``.
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
        audit = self._play.audit
        if audit is None or audit.table is None:
            raise ValueError("no hand is being played")
        return audit.table

    def _trial_play(self) -> _Play:
        """A copy of the play, made by replaying the hand."""
        play, trial = self._play, self._trial
        if trial is None or trial.events != play.events[: len(trial.events)]:
            trial = play.from_start(play.start)
        for event in play.events[len(trial.events) :]:
            trial, _ = trial.take(event)
        return trial
