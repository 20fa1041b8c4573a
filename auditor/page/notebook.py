"""Positions and findings as pictures: for ``auditor show --svg`` and for notebooks."""

from typing import Final

import msgspec

from auditor.core.audit.game import Audit
from auditor.core.events import Game, Hand
from auditor.core.results import Finding
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.table import Table, replay_to
from auditor.core.text import escaped
from auditor.core.units import EventIndex, SeatIndex
from auditor.page.board.focus import focus_of
from auditor.page.board.scene import scene_of
from auditor.page.board.svg import board_svg
from auditor.page.position import position

_WIDTH: Final = 560
"""The width of a picture in a notebook, in pixels."""


class PositionView:
    """A position of a hand: as text with ``str``, as a picture with `svg`, and drawn automatically in a notebook.
    event: the next event (its tiles are marked); None for the end. view: the seat at the bottom; None for who acts.
    """

    def __init__(
        self, game: Game, hand: Hand, event: EventIndex | None, rules: Ruleset, view: SeatIndex | None = None
    ) -> None:
        self.game = game
        self.hand = hand
        self.event = event
        self.rules = rules
        actor = -1 if event is None else hand.events[event].seat
        self.view = max(actor, 0) if view is None else view

    def __str__(self) -> str:
        return "\n".join(position(self.game, self._table()))

    def svg(self) -> str:
        """The picture, a whole SVG document."""
        if self.event is None:
            return board_svg(scene_of(self.game, self._table()), self.view)
        focus = focus_of(self.game, self.hand, self.event, self.rules)
        return board_svg(focus.scene, self.view)

    def _table(self) -> Table:
        event = len(self.hand.events) if self.event is None else self.event
        return replay_to(self.game, self.hand, event, self.rules)

    def _repr_html_(self) -> str:
        return f'<div style="max-width: {_WIDTH}px">{self.svg()}</div>'


class DrawnFinding(Finding, msgspec.Struct):
    """A finding that a notebook shows with its board. game: where it was found. rules: that it was judged by."""

    game: Game | None = None
    rules: Ruleset | None = None

    def _repr_html_(self) -> str | None:
        return None if self.game is None or self.rules is None else finding_html(self.game, self.rules, self)


def with_drawings(audit: Audit) -> Audit:
    """An audit whose findings draw themselves in a notebook."""
    findings: list[Finding] = []
    for one in audit.findings:
        drawn = DrawnFinding(*msgspec.structs.astuple(one))
        drawn.game, drawn.rules = audit.game, audit.ruleset
        findings.append(drawn)
    audit.findings = findings
    return audit


def finding_html(game: Game, rules: Ruleset, finding: Finding) -> str:
    """A finding as HTML for a notebook: its board, where it has one, and its message."""
    words = f"<p><b>{escaped(finding.check)}</b> {escaped(finding.severity)}<br>{escaped(finding.message)}</p>"
    if not (hands := [hand for hand in game.hands if hand.index == finding.hand]):
        return words
    focus = focus_of(game, hands[0], finding.event, rules)
    board = board_svg(focus.scene, max(finding.seat or 0, 0))
    return f'<div style="max-width: {_WIDTH}px">{board}</div>{words}'
