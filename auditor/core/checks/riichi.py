# build: compiled
"""Declaring riichi, and what a seat may do after it."""

from typing import Final

from auditor.core import events
from auditor.core.checks import doubt, wording
from auditor.core.checks.check import DECLARATION, NO_ARGUMENTS, UNUSUAL, Check, Report
from auditor.core.events import Event
from auditor.core.hand.kan import KanEffect, Verdict
from auditor.core.results import NOTE, VIOLATION, Arguments, Message, Phrase, Short, Term
from auditor.core.table.draws import is_tenpai
from auditor.core.table.options import lacks_draws, lacks_points, riichi_kan_effect
from auditor.core.table.table import ACTION_DUE, Table
from auditor.core.table.tile_locations import VISIBLE
from auditor.core.text import plural
from auditor.core.tiles import KIND_TEXT, kinds_text, mask_kinds, mask_text

PERHAPS_NO_RIICHI: Final = doubt.RIICHI | doubt.POINTS | doubt.STICKS
"""The facets in doubt after an impossible declaration: whether the seat is in riichi, and whether it paid a stick."""


class RiichiOpenHand(Check):
    """`riichi/open-hand`."""

    id = "riichi/open-hand"
    severity = VIOLATION
    title = "Riichi with an open hand."
    why = "Only a concealed hand may declare riichi; a closed kan leaves it concealed."
    sources = (wording.EMA_RIICHI, wording.WIKI_RIICHI)
    messages = {"open": "{seat:Who} declares riichi with an open hand of {melds:meld|melds}."}
    relies_on = doubt.TURN | doubt.HAND
    spoils = PERHAPS_NO_RIICHI
    before_kinds = (events.RIICHI,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a declaration by the declarer's melds."""
        if table.seats[event.seat].is_open:
            melds = len(table.seats[event.seat].melds)
            arguments, actual = {"melds": melds}, Phrase("n-melds", number=melds)
            report.add(self, event.seat, "open", arguments, expected=Term("a-concealed-hand"), actual=actual)


class RiichiNoten(Check):
    """`riichi/noten`."""

    id = "riichi/noten"
    severity = VIOLATION
    title = "Riichi where the discard does not leave the hand waiting."
    why = "A hand that declares riichi must be tenpai once the declaration tile is discarded."
    sources = (wording.EMA_RIICHI, wording.WIKI_RIICHI)
    settings = ("draws.four_own_copies", "draws.riichi_shows", "riichi.noten_penalty", *wording.CHOMBO_SETTINGS)
    messages = {
        "noten": "{seat:Who} declares riichi on {tile}, but {hand} waits for {waits}.{penalty}",
        "none-left": "{seat:Who} declares riichi on {tile}, but {hand} waits for {waits}, of which it holds all four "
            "itself.{penalty}",
    }  # fmt: skip
    relies_on = doubt.HAND | doubt.TURN | doubt.RIICHI
    spoils = PERHAPS_NO_RIICHI | doubt.HAND | doubt.ORDER
    applies_when = DECLARATION
    after_kinds = (events.DISCARD,)

    def after_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the hand that is left after the discard of the declaration tile."""
        seat = table.seats[event.seat]
        riichi = seat.riichi
        if riichi is None or seat.riichi_discard != report.event or not seat.is_known or is_tenpai(table, seat):
            return
        hand = report.texts.tiles(seat.concealed)
        arguments: Arguments = {
            "tile": report.texts.tile(event.tile), "hand": hand, "waits": wording.waits_shown(seat.waits),
            "penalty": wording.noten_riichi_clause(table.rules),
        }  # fmt: skip
        message_id = "none-left" if seat.waits else "noten"
        due = Term("a-waiting-hand")
        report.add(self, event.seat, message_id, arguments, expected=due, actual=hand, event=riichi.event)


class RiichiOpen(Check):
    """`riichi/open`."""

    id = "riichi/open"
    severity = VIOLATION
    title = "Riichi declared open where the ruleset has no open riichi."
    why = "Open riichi, with the hand or its waits shown for a han more, is a local rule that most tables do not have."
    sources = (wording.WIKI_RIICHI, "zh.wikipedia: 立直 (开立直)")
    settings = ("riichi.open_riichi",)
    messages = {"open": "{seat:Who} declares an open riichi, which this ruleset does not know."}
    relies_on = doubt.TURN | doubt.RIICHI
    may_spoil = doubt.VALUE
    before_kinds = (events.RIICHI,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a declaration marked as open."""
        if event.mark == events.OPEN_RIICHI and table.rules.riichi.open_riichi == "none":
            report.add(self, event.seat, "open", expected=Term("riichi"), actual=Term("open-riichi"))
            report.spoil(self, doubt.VALUE, (event.seat,))


class RiichiPoints(Check):
    """`riichi/points`."""

    id = "riichi/points"
    severity = VIOLATION
    title = "Riichi with too few points."
    why = "The stick must be paid from the points one has, where the ruleset does not let scores fall below zero."
    sources = (wording.WIKI_RIICHI,)
    settings = ("riichi.points",)
    messages = {"too-few": "{seat:Who} declares riichi with {points} points; {needed} are needed."}
    relies_on = doubt.POINTS | doubt.RIICHI
    spoils = doubt.RIICHI
    before_kinds = (events.RIICHI,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a declaration by the declarer's points."""
        seat = table.seats[event.seat]
        if not lacks_points(table, seat):
            return
        needed, points = table.rules.riichi.points, table.scores[event.seat]
        clause = f"riichi is offered to a seat with {points} points, of which {needed} are needed"
        if not report.is_allowed_by_server(event.seat, seat.last_draw, events.OFFERS_RIICHI, clause):
            arguments = {"points": points, "needed": needed}
            least = Phrase("at-least", number=needed)
            report.add(self, event.seat, "too-few", arguments, expected=least, actual=str(points))


class RiichiWall(Check):
    """`riichi/wall`."""

    id = "riichi/wall"
    severity = VIOLATION
    title = "Riichi with too few tiles left."
    why = "As many tiles as the ruleset says must be left in the live wall, so that a draw of one's own is to come."
    sources = (wording.EMA_RIICHI, wording.WIKI_RIICHI, "zh.wikipedia: 立直 (one more draw of one's own)")
    settings = ("riichi.tiles_left",)
    messages = {"too-few": "{seat:Who} declares riichi with {left:tile|tiles} left; {needed} must be."}
    relies_on = doubt.TURN | doubt.WALL | doubt.RIICHI
    spoils = doubt.RIICHI
    before_kinds = (events.RIICHI,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a declaration by the tiles left."""
        if not lacks_draws(table):
            return
        needed = table.rules.riichi.tiles_left
        clause = f"riichi is offered with {plural(table.wall_left, 'tile')} left, where {needed} must be"
        last_draw = table.seats[event.seat].last_draw
        if not report.is_allowed_by_server(event.seat, last_draw, events.OFFERS_RIICHI, clause):
            arguments, actual = {"left": table.wall_left, "needed": needed}, str(table.wall_left)
            report.add(
                self, event.seat, "too-few", arguments, expected=Phrase("at-least", number=needed), actual=actual
            )


class RiichiRepeat(Check):
    """`riichi/repeat`."""

    id = "riichi/repeat"
    severity = VIOLATION
    title = "Riichi declared twice."
    why = "A seat declares riichi once in a hand."
    sources = (wording.EMA_RIICHI,)
    messages = {"again": "{seat:Who} declares riichi again after event {riichi_event}."}
    relies_on = doubt.RIICHI | doubt.TURN
    spoils = PERHAPS_NO_RIICHI
    before_kinds = (events.RIICHI,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a declaration by an earlier one."""
        if (riichi := table.seats[event.seat].riichi) is not None:
            arguments = {"riichi_event": riichi.event}
            due, shown = Term("one-declaration"), Term("two-declarations")
            report.add(self, event.seat, "again", arguments, expected=due, actual=shown)


class RiichiDiscard(Check):
    """`riichi/discard`."""

    id = "riichi/discard"
    severity = VIOLATION
    title = "After riichi, a discard other than the tile just drawn."
    why = (
        "After riichi every drawn tile is discarded at once unless it wins or makes a legal kan; swapping it for "
        "another copy in the hand, a red five for a plain one included, is forbidden too."
    )
    sources = (wording.EMA_RIICHI, "French rules (Québec): Riichi, La pioche, la défausse…")
    messages = {
        "discard": "{seat:Who}, in riichi, draws {drawn} and discards {tile}{copy} from its hand.",
        "north": "{seat:Who}, in riichi, draws {drawn} and sets aside {tile}{copy} from its hand.",
        "another-copy": " (another copy)",
    }
    relies_on = doubt.HAND | doubt.TURN | doubt.RIICHI
    spoils = PERHAPS_NO_RIICHI | doubt.HAND  # but not the order of play, which does not depend on the tile
    applies_when = UNUSUAL
    before_kinds = (events.DISCARD, events.NORTH)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a discard, or a north set aside, after riichi."""
        seat = table.seats[event.seat]
        if not seat.in_riichi or table.phase != ACTION_DUE or seat.drawn < 0 or event.tile == seat.drawn:
            return
        drawn, tile = report.texts.tile(seat.drawn), report.texts.tile(event.tile)
        if not report.game.copies_recorded and drawn == tile and event.mark != events.TEDASHI:
            return
        arguments: Arguments = {
            "drawn": drawn, "tile": tile, "copy": Message("another-copy") if drawn == tile else ""
        }  # fmt: skip
        message_id = "discard" if event.kind == events.DISCARD else "north"
        report.add(self, event.seat, message_id, arguments, expected=drawn, actual=tile)


_KAN: Final = "{seat:Who}, in riichi with {hand}, draws {drawn} and makes a closed kan of {kan}:"


class _Kan(Check):
    """Base of the checks of a closed kan after riichi; each reports one verdict."""

    verdict: Verdict
    severity = VIOLATION
    settings = ("riichi.kan", "calls.kan_penalty", *wording.CHOMBO_SETTINGS)
    relies_on = doubt.HAND | doubt.TURN | doubt.RIICHI
    before_kinds = (events.CLOSED_KAN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a closed kan by its effect on the hand, under the ruleset's rule."""
        if not table.seats[event.seat].in_riichi:
            return
        if report.event not in report.kan_effects:
            declarer = table.seats[event.seat]
            report.kan_effects[report.event] = riichi_kan_effect(table, declarer, event.tile >> 2)
        effect, rules = report.kan_effects[report.event], table.rules
        if effect is None or self.verdict != effect.verdict(rules.riichi.kan, rules.draws.four_own_copies != "never"):
            return
        seat = table.seats[event.seat]
        clause = f"a closed kan after riichi is offered that {self.id} forbids"
        if report.is_allowed_by_server(event.seat, seat.last_draw, events.OFFERS_CLOSED_KAN, clause):
            return
        expected, actual = self.proof(effect)
        arguments = {
            "hand": report.texts.tiles([tile for tile in seat.concealed if tile != seat.drawn]),
            "drawn": KIND_TEXT[effect.drawn], "kan": KIND_TEXT[effect.kind], **self.details(effect),
            "lost": _lost_readings(effect),
        }  # fmt: skip
        if self.severity == VIOLATION:
            arguments["penalty"] = wording.penalty_clause(rules.calls.kan_penalty, rules)
        report.add(self, event.seat, "kan", arguments, expected=expected, actual=actual)

    def proof(self, effect: KanEffect) -> tuple[Short, Short]:
        """The texts of what the rule requires and of what was done."""
        raise NotImplementedError

    def details(self, effect: KanEffect) -> Arguments:
        """Further arguments of the message."""
        return NO_ARGUMENTS


def _lost_readings(effect: KanEffect) -> Message | str:
    """The clause that names the readings that the kan removes; "" where there are none."""
    if not effect.lost:
        return ""
    readings = [
        Message(
            "reading", {"blocks": [kinds_text(kinds) for _, kinds in reading.blocks], "waits": mask_text(reading.waits)}
        )
        for reading in effect.lost
    ]
    return Message("lost-readings", {"readings": readings})


class RiichiKanForbidden(_Kan):
    """`riichi/kan-forbidden`."""

    id = "riichi/kan-forbidden"
    verdict = "kan-forbidden"
    title = "A kan after riichi that the ruleset forbids altogether."
    why = "Some tables allow no kan after riichi."
    sources = ("the ruleset's setting riichi.kan",)
    messages = {"kan": _KAN + " this ruleset allows no kan after riichi.{lost}{penalty}"}

    def proof(self, effect: KanEffect) -> tuple[Short, Short]:
        """No kan is allowed."""
        return Term("no-kan"), Term("closed-kan")


class RiichiKanDrawn(_Kan):
    """`riichi/kan-drawn`."""

    id = "riichi/kan-drawn"
    verdict = "kan-drawn"
    title = "A closed kan after riichi without the tile just drawn (okuri-kan)."
    why = "A kan after riichi must use the tile just drawn; otherwise that tile has entered the hand."
    sources = ("zh.wikipedia: 立直, case 4 (送杠)",)
    messages = {"kan": _KAN + " it does not use the {drawn}, which stays in the hand.{lost}{penalty}"}

    def proof(self, effect: KanEffect) -> tuple[Short, Short]:
        """The tile drawn, and that of the kan."""
        return Phrase("kan-of", tile=KIND_TEXT[effect.drawn]), KIND_TEXT[effect.kind]


class RiichiKanWaits(_Kan):
    """`riichi/kan-waits`."""

    id = "riichi/kan-waits"
    verdict = "kan-waits"
    title = "A closed kan after riichi that changes the waits."
    why = (
        "The kan may not change which tiles win. A tile of which the kan or the hand holds all four is not waited for."
    )
    sources = (wording.EMA_RIICHI, wording.WIKI_RIICHI, "French rules (Québec): Interdiction de changer une attente")
    messages = {"kan": _KAN + " the waits change from {waits_before} to {waits_after}.{lost}{penalty}"}

    def proof(self, effect: KanEffect) -> tuple[Short, Short]:
        """The waits before and after."""
        return mask_text(effect.waits_before), wording.waits_shown(effect.waits_after)

    def details(self, effect: KanEffect) -> Arguments:
        """The waits before and after."""
        return {"waits_before": mask_text(effect.waits_before), "waits_after": wording.waits_shown(effect.waits_after)}


class RiichiKanShape(_Kan):
    """`riichi/kan-shape`."""

    id = "riichi/kan-shape"
    verdict = "kan-shape"
    title = "A closed kan after riichi that keeps the waits and changes a reading of the hand."
    why = (
        "Where the ruleset asks for it, the three tiles must be a triplet in every reading of the waiting hand; "
        "three consecutive triplets, for one, can also be read as three equal runs."
    )
    sources = (
        wording.EMA_RIICHI,
        "zh.wikipedia: 立直, cases 2 and 3",
        "French rules (Québec): Interdiction de changer une combinaison",
    )
    messages = {
        "kan": (
            _KAN + " the waits stay {waits_before}, but not every reading holds {kan} as a triplet.{lost}{penalty}"
        ),
    }

    def proof(self, effect: KanEffect) -> tuple[Short, Short]:
        """The number of readings, each of which must have the triplet, and in how many it is missing."""
        due = Phrase("triplet-in-each", tile=KIND_TEXT[effect.kind], number=len(effect.before))
        return due, Phrase("not-in-of-them", number=len(effect.lost))

    def details(self, effect: KanEffect) -> Arguments:
        """The waits, which stay the same."""
        return {"waits_before": mask_text(effect.waits_before)}


class NoteOpenKan(_Kan):
    """`note/open-kan`."""

    id = "note/open-kan"
    verdict = "open"
    severity = NOTE
    settings = ("riichi.kan", "draws.four_own_copies")
    title = "A closed kan after riichi of which no source says whether it changes the waits."
    why = (
        "It ends a wait for a kind of which the hand's earlier kan holds all four. Where such a wait makes a hand "
        "tenpai, no text says that it counts at a kan, too; Majiang's program lets it count."
    )
    sources = ("the ruleset's setting draws.four_own_copies",)
    messages = {"kan": _KAN + " it ends the wait for {ended}, of which the hand's own kan holds all four."}

    def proof(self, effect: KanEffect) -> tuple[Short, Short]:
        """What completes the hand before and after."""
        return mask_text(effect.completing_before), mask_text(effect.completing_after)

    def details(self, effect: KanEffect) -> Arguments:
        """The wait that the kan ends."""
        return {"ended": mask_text((effect.completing_before ^ effect.completing_after) & effect.earlier_kans)}


class NoteFuritenRiichi(Check):
    """`note/furiten-riichi`."""

    id = "note/furiten-riichi"
    severity = NOTE
    title = "Riichi declared while furiten."
    why = "Allowed; only a self-draw can win then."
    sources = (wording.EMA_RIICHI, wording.WIKI_RIICHI)
    messages = {"furiten": "{seat:Who} declares riichi waiting for {waits}, furiten by its own discard of {discarded}."}
    relies_on = doubt.HAND | doubt.TURN | doubt.RIICHI
    applies_when = DECLARATION
    after_kinds = (events.DISCARD,)

    def after_event(self, table: Table, event: Event, report: Report) -> None:
        """Note a declaration with a wait that is in the declarer's own river."""
        seat = table.seats[event.seat]
        riichi = seat.riichi
        if riichi is None or seat.riichi_discard != report.event or not riichi.furiten:
            return
        waits, own = mask_text(seat.waits), mask_text(seat.waits & seat.river_kinds)
        report.add(self, event.seat, "furiten", {"waits": waits, "discarded": own}, actual=own, event=riichi.event)


class NoteKaratenRiichi(Check):
    """`note/karaten-riichi`."""

    id = "note/karaten-riichi"
    severity = NOTE
    title = "Riichi on waits of which no tile can be left."
    why = "Allowed; every tile waited for is visible to the declarer already."
    sources = (wording.WIKI_RIICHI,)
    messages = {"karaten": "{seat:Who} declares riichi waiting for {waits}, of which all tiles are visible to it."}
    relies_on = doubt.HAND | doubt.TURN | doubt.RIICHI
    applies_when = DECLARATION
    after_kinds = (events.DISCARD,)

    def after_event(self, table: Table, event: Event, report: Report) -> None:
        """Note a declaration whose winning tiles are all visible."""
        seat = table.seats[event.seat]
        riichi = seat.riichi
        if riichi is None or seat.riichi_discard != report.event or not seat.waits:
            return
        own = 1 + event.seat
        for kind in mask_kinds(seat.waits):
            for tile in range(4 * kind, 4 * kind + 4):
                if table.where(tile) not in (own, VISIBLE):
                    return
        waits = mask_text(seat.waits)
        report.add(self, event.seat, "karaten", {"waits": waits}, actual=waits, event=riichi.event)
