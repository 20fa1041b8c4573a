# build: compiled
"""Drawn hands: exhaustive and abortive, claimed without cause or missed, tenpai and nagashi mangan."""

from typing import Final

from auditor.core import events
from auditor.core.checks import doubt, wording
from auditor.core.checks.check import UNUSUAL, Check, Report
from auditor.core.checks.wording import changes_of, penalty_clause, seats_named, term, waits_shown
from auditor.core.events import Event, Ryuukyoku
from auditor.core.hand.waits import hand_waits
from auditor.core.phrases import Phrase, word
from auditor.core.results import MISMATCH, VIOLATION, Arguments, Term
from auditor.core.table import draws
from auditor.core.table.seat import Seat
from auditor.core.table.table import REACTION_DUE, Table
from auditor.core.tiles import HAND_TILES

GOES_ON: Final = Term("play-goes-on")
FORCED: Final = (events.FOUR_WINDS, events.FOUR_RIICHI, events.FOUR_KANS)
"""The abortive draws that happen by themselves, without a player's choice."""


class DrawAbortive(Check):
    """`draw/abortive`."""

    id = "draw/abortive"
    severity = VIOLATION
    title = "An abortive draw whose condition did not hold."
    why = (
        "Nine different terminals and honours at one's first draw with no call before; the same wind discarded by all "
        "four first; four riichis; four kans of more than one seat; three wins on one discard; where the ruleset "
        "knows the draw."
    )
    sources = (wording.EMA_END, "https://riichi.wiki/Abortive_draw")
    settings = ("draws.abortive", "calls.kans", "scoring.minimum_han", "scoring.two_han_honba")
    messages = {
        "unknown": "The hand ends as a draw by {draw}, which this ruleset does not know.",
        "condition": "The hand ends as a draw by {draw}, whose condition does not hold.",
    }
    relies_on = doubt.HAND | doubt.TURN | doubt.OUTCOME
    may_rely_on = doubt.RIICHI
    spoils = doubt.OUTCOME
    before_kinds = (events.RYUUKYOKU,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the condition of an abortive draw."""
        if not isinstance(event, Ryuukyoku) or event.draw_type not in events.ABORTIVE:
            return
        if event.draw_type not in table.rules.draws.abortive:
            draw = term(event.draw_type)
            report.add(self, events.NO_SEAT, "unknown", {"draw": draw}, expected=GOES_ON, actual=draw)
        elif not all(seat.is_known for seat in table.seats):
            return
        elif not draws.abortive_condition(table, event.draw_type):
            if event.draw_type in (events.FOUR_RIICHI, events.TRIPLE_RON) and report.is_in_doubt(doubt.RIICHI):
                return
            draw = term(event.draw_type)
            report.add(self, events.NO_SEAT, "condition", {"draw": draw}, expected=GOES_ON, actual=draw)


class DrawMissed(Check):
    """`draw/missed`."""

    id = "draw/missed"
    severity = VIOLATION
    title = "Play went on although an abortive draw had to end the hand."
    why = "Four equal winds discarded first, four riichis, and four kans of several seats end the hand by themselves."
    sources = (wording.EMA_END,)
    settings = ("draws.abortive", "calls.kans")
    messages = {"missed": "Play goes on after {draw}, which end the hand."}
    relies_on = doubt.TURN | doubt.OUTCOME
    spoils = doubt.OUTCOME
    applies_when = UNUSUAL
    before_kinds = (events.DRAW, events.CHI, events.PON, events.OPEN_KAN)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge an event that follows a discard."""
        if table.phase != REACTION_DUE:
            return
        if not draws.may_have_to_end(table):
            return
        for draw_type in FORCED:
            if not draws.abortive_condition(table, draw_type) or draw_type not in table.rules.draws.abortive:
                continue
            if draw_type != events.FOUR_RIICHI or not _has_false_riichi(table, report):
                arguments = {"draw": term(draw_type)}
                due = Phrase("draw-by", draw=word(draw_type))
                report.add(self, events.NO_SEAT, "missed", arguments, expected=due, actual=GOES_ON)


def _has_false_riichi(table: Table, report: Report) -> bool:
    """Whether a riichi of the hand has a finding, so that perhaps it was none."""
    for seat in table.seats:
        if seat.riichi is not None and (report.is_faulty(seat.riichi.event) or report.is_faulty(seat.riichi_discard)):
            return True
    return False


class DrawEarly(Check):
    """`draw/early`."""

    id = "draw/early"
    severity = VIOLATION
    title = "An exhaustive draw with live tiles left."
    why = "A hand is drawn when the last tile of the live wall has been drawn, and nobody wins on the last discard."
    sources = (wording.EMA_END,)
    messages = {"tiles-left": "The hand is drawn with {left:tile|tiles} left in the live wall."}
    relies_on = doubt.TURN | doubt.WALL | doubt.OUTCOME
    spoils = doubt.OUTCOME
    before_kinds = (events.RYUUKYOKU,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the number of tiles left at an exhaustive draw."""
        if isinstance(event, Ryuukyoku) and event.draw_type in events.TENPAI_DRAWS and table.wall_left > 0:
            due, shown = [Phrase("tiles-left", number=left) for left in (0, table.wall_left)]
            report.add(self, events.NO_SEAT, "tiles-left", {"left": table.wall_left}, expected=due, actual=shown)


class DrawNotenRiichi(Check):
    """`draw/noten-riichi`."""

    id = "draw/noten-riichi"
    severity = VIOLATION
    title = "A draw reveals that a riichi hand was not waiting."
    why = "A seat in riichi must show its hand at the draws that the ruleset names; a noten riichi is then penalized."
    sources = (wording.EMA_END, wording.ZH_NOTEN_RIICHI, wording.QUEBEC_REVERSE)
    settings = ("draws.riichi_shows", "riichi.noten_penalty", *wording.CHOMBO_SETTINGS)
    messages = {"noten": "{seat:Who}, in riichi, shows {hand}, which waits for nothing.{penalty}"}
    relies_on = doubt.HAND | doubt.TURN | doubt.OUTCOME | doubt.RIICHI
    before_kinds = (events.RYUUKYOKU,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the hands that seats in riichi show, where the log hid them before."""
        if not isinstance(event, Ryuukyoku) or event.shown is None:
            return
        for seat in table.seats:
            shown = event.shown[seat.seat] if seat.seat < len(event.shown) else None
            if not seat.in_riichi or seat.is_known or shown is None or any(tile < 0 for tile in shown):
                continue
            if len(shown) + 3 * len(seat.melds) != HAND_TILES:
                continue  # not exactly the concealed hand: some programs show kans with it, or only a part
            if not hand_waits([tile >> 2 for tile in shown], len(seat.melds)) and shows_riichi(table, event):
                hand = report.texts.tiles(shown)
                penalty = penalty_clause(table.rules.riichi.noten_penalty, table.rules)
                arguments: Arguments = {"hand": hand, "penalty": penalty}
                report.add(self, seat.seat, "noten", arguments, expected=Term("a-waiting-hand"), actual=hand)


def shows_riichi(table: Table, draw: Ryuukyoku) -> bool:
    """Whether seats in riichi must show their hands at a draw."""
    return draw.draw_type in table.rules.draws.riichi_shows


class DrawNotShown(Check):
    """`draw/not-shown`."""

    id = "draw/not-shown"
    severity = VIOLATION
    title = "A riichi hand not shown at a draw at which the ruleset has it shown."
    why = (
        "At the draws that the ruleset names, a seat in riichi must show that it was waiting. Of a hand that the log "
        "knows draw/tenpai judges who shows nothing where the draw pays tenpai hands; a draw of which the log says "
        "neither who is tenpai nor which hands were shown is not judged."
    )
    sources = (wording.EMA_END, wording.QUEBEC_REVERSE, wording.ZH_NOTEN_RIICHI)
    settings = ("draws.riichi_shows", "riichi.noten_penalty", *wording.CHOMBO_SETTINGS)
    messages = {"not-shown": "{seat:Who}, in riichi, does not show its hand at the draw by {draw}.{penalty}"}
    relies_on = doubt.TURN | doubt.OUTCOME | doubt.RIICHI
    spoils = doubt.OUTCOME
    before_kinds = (events.RYUUKYOKU,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the seats in riichi that show nothing."""
        if not isinstance(event, Ryuukyoku):
            return
        for seat in table.seats[: table.players]:
            if seat.in_riichi and self._stays_hidden(seat, event) and shows_riichi(table, event):
                penalty = penalty_clause(table.rules.riichi.noten_penalty, table.rules)
                arguments: Arguments = {"draw": term(event.draw_type), "penalty": penalty}
                due, hidden = Term("the-hand-shown"), Term("not-shown")
                report.add(self, seat.seat, "not-shown", arguments, expected=due, actual=hidden)

    def _stays_hidden(self, seat: Seat, draw: Ryuukyoku) -> bool:
        """Whether the log says that the seat did not show its hand, and `draw/tenpai` does not judge it."""
        is_shown = draw.shown is not None and draw.shown[seat.seat] is not None
        if draw.tenpai is not None:
            return not seat.is_known and not draw.tenpai[seat.seat] and not is_shown
        return draw.shown is not None and any(tiles is not None for tiles in draw.shown) and not is_shown


class DrawTenpai(Check):
    """`draw/tenpai`."""

    id = "draw/tenpai"
    severity = MISMATCH
    title = "A hand counted tenpai that is not, or the reverse."
    why = (
        "At an exhaustive draw a hand counts as tenpai where some tile completes it, as the ruleset defines that; some "
        "rulesets let a tenpai hand outside riichi be declared noten, and where noten hands pay nothing it is shown "
        "only for its dealer to deal again."
    )
    sources = (wording.EMA_EXHAUSTIVE,)
    settings = ("draws.four_own_copies", "draws.noten_declaration")
    messages = {
        "counted-tenpai": "The log counts {seat:who} tenpai; its hand {hand} waits for {waits}.",
        "counted-noten": "The log counts {seat:who} noten; its hand {hand} waits for {waits}.",
    }
    relies_on = doubt.HAND | doubt.TURN | doubt.OUTCOME
    spoils = doubt.OUTCOME | doubt.POINTS  # some logs show only by the payments who is tenpai
    before_kinds = (events.RYUUKYOKU,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge which seats the log counts tenpai."""
        if not isinstance(event, Ryuukyoku) or event.tenpai is None:
            return
        if event.draw_type == events.NAGASHI_MANGAN and table.rules.draws.nagashi_is_win:
            return  # nobody shows a hand
        for seat in table.seats[: table.players]:
            if not seat.is_known or draws.is_tenpai(table, seat) == event.tenpai[seat.seat]:
                continue
            if not event.tenpai[seat.seat] and draws.may_declare_noten(table, seat):
                continue
            words = (Term("noten"), Term("tenpai"))
            counted, due = words[event.tenpai[seat.seat]], words[not event.tenpai[seat.seat]]
            arguments: Arguments = {"hand": report.texts.tiles(seat.concealed), "waits": waits_shown(seat.waits)}
            message_id = "counted-tenpai" if event.tenpai[seat.seat] else "counted-noten"
            if report.add(self, seat.seat, message_id, arguments, expected=due, actual=counted):
                return


class DrawNagashi(Check):
    """`draw/nagashi`."""

    id = "draw/nagashi"
    severity = MISMATCH
    title = "Nagashi mangan paid without its condition, or not paid with it."
    why = (
        "Where the ruleset has it, a seat whose discards are all terminals and honours, none of them claimed, gets a "
        "mangan at an exhaustive draw."
    )
    sources = ("https://riichi.wiki/Nagashi_mangan", wording.TENHOU_MANUAL)
    settings = ("draws.nagashi_mangan", "draws.nagashi_is_win", "sticks.honba", "riichi.stick", "scoring.tsumo_loss")
    messages = {
        "condition": "By the rivers {seats:, } has a nagashi mangan; the log records {draw}.",
        "nobody": "By the rivers no seat has a nagashi mangan; the log records {draw}.",
        "payment": "The nagashi mangan of {seats:, } pays {paid:+} instead of {due:+}.",
    }
    relies_on = doubt.HAND | doubt.TURN | doubt.OUTCOME | doubt.POINTS
    spoils = doubt.OUTCOME | doubt.POINTS
    before_kinds = (events.RYUUKYOKU,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge an exhaustive draw by the rivers."""
        if not isinstance(event, Ryuukyoku) or event.draw_type not in events.TENPAI_DRAWS:
            return
        seats = draws.nagashi_winners(table)
        if draws.due_type(table, event) != event.draw_type:
            seat, message_id = (seats[0], "condition") if seats else (events.NO_SEAT, "nobody")
            arguments: Arguments = {"seats": seats_named(seats), "draw": term(event.draw_type)}
            due_to = seats_named(seats) or Term("no-seat")
            report.add(self, seat, message_id, arguments, expected=due_to, actual=arguments["draw"])
        elif event.draw_type == events.NAGASHI_MANGAN and event.deltas is not None:
            due = (draws.due_of_draw(table, event) or [])[: len(event.deltas)]
            if list(event.deltas) != due:
                arguments = {"seats": seats_named(seats), "paid": list(event.deltas), "due": due}
                expected, actual = changes_of(due), changes_of(event.deltas)
                report.add(self, seats[0], "payment", arguments, expected=expected, actual=actual)
