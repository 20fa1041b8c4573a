# build: hot
"""Facts that a log does not record, and the checks that cannot judge without them: "not checkable" is a result, too.

A fact is listed only for a hand that needs it: missing kan-dora indicators hide nothing where nobody made a kan. To add
a fact, write a function that returns why it is hidden, or "", and add a line to `_hidden`.
"""

from auditor.core.checks.check import Report, is_cut
from auditor.core.events import CLAIMS, DISCARD, EXHAUSTIVE, NOT_RECORDED
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.results import EVERY_CHECK, Phrase, Unjudged
from auditor.core.rulesets import records
from auditor.core.rulesets.choice import wrong_players
from auditor.core.table.next_hand import ending, goes_on, is_end_unknown, is_renchan_unknown, is_unspecified
from auditor.core.table.table import Table
from auditor.core.yaku import UNKNOWN_YAKU


def unjudged_checks(table: Table, report: Report) -> list[Unjudged]:
    """The checks that could not judge a hand that has ended, with the reasons."""
    if table.rules.game.players != table.players:
        return [Unjudged((EVERY_CHECK,), wrong_players(table.rules, table.players))]
    if table.rules.off == records.ALL_CHECKS:
        return [Unjudged((EVERY_CHECK,), records.why_off(report.game))]
    hidden = _hidden(table, report)
    hidden += [Unjudged((check,), reason) for check, reason in report.game.left_out]
    if not table.rules.off:
        return hidden
    by_room = records.unjudged(report.game)
    if {check for one in by_room for check in one.checks} == set(table.rules.off):
        return hidden + [Unjudged(one.checks, one.reason) for one in by_room]
    # the ruleset is a named one, whose checks that are off have reasons of their own
    reason = records.why_off(report.game) or Phrase("house-rules")
    return [*hidden, Unjudged(tuple(table.rules.off), reason)]


def _before(table: Table, report: Report) -> str:
    hands, index = report.game.hands, table.hand.index  # there is none before the first, or one by itself
    return "" if index == 0 or index > len(hands) or hands[index - 1].is_finished else Phrase("no-end-before")


def _tiles(table: Table, report: Report) -> str:
    hidden = [str(seat.seat) for seat in table.seats[: table.players] if not seat.is_known]
    if not hidden:
        return ""
    if len(hidden) == 1:
        return Phrase("tiles-of-seat-hidden", seat=int(hidden[0]))
    return Phrase("tiles-of-seats-hidden", seats=" ".join(hidden))


def _hash(table: Table, report: Report) -> str:
    server = table.hand.server
    return "" if server is None or not server.wall or server.md5 or server.sha256 else Phrase("no-hash")


def _first_draw(table: Table, report: Report) -> str:
    return "" if table.hand.first_draw_recorded else Phrase("first-draw-not-shown")


def _first_mark(table: Table, report: Report) -> str:
    if table.hand.server is None:
        return ""
    for event in table.hand.events:
        if event.kind == DISCARD:
            return "" if event.mark != NOT_RECORDED else Phrase("first-discard-not-marked")
    return ""


def _flags(table: Table, report: Report) -> str:
    server = table.hand.server
    if server is None or any(flags != NOT_RECORDED for flags in server.furiten):
        return ""
    if not any(event.kind == DISCARD for event in table.hand.events):
        return ""
    return Phrase("no-furiten-flags")


def _order(table: Table, report: Report) -> str:
    return "" if table.hand.order_is_certain else Phrase("several-orders")


def _marks(table: Table, report: Report) -> str:
    return "" if report.game.copies_recorded or report.game.marks_recorded else Phrase("no-marks")


def _indicators(table: Table, report: Report) -> str:
    if any(tile < 0 for tile in table.indicators):
        return Phrase("indicator-hidden")
    return "" if not table.kans or report.game.indicators_recorded else Phrase("no-indicators-of-kans")


def _indicator_times(table: Table, report: Report) -> str:
    game = report.game
    if not table.kans or not game.indicators_recorded or game.indicator_times_recorded:
        return ""
    format = FORMAT_BY_NAME.get(game.format)
    if format is not None and format.turns_differ:
        return Phrase("programs-disagree")
    return Phrase("no-indicator-times")


def _callers(table: Table, report: Report) -> str:
    is_hidden = not report.game.callers_recorded and any(event.kind in CLAIMS for event in table.hand.events)
    return Phrase("no-callers") if is_hidden else ""


def _ura(table: Table, report: Report) -> str:
    if report.game.copies_recorded or not table.rules.riichi.ura_dora:
        return ""
    is_hidden = any(win.ura is None and table.seats[win.seat].in_riichi for win in table.wins)
    return Phrase("no-ura") if is_hidden else ""


def _yaku(table: Table, report: Report) -> str:
    for win in table.wins:
        if win.yaku is None:
            return Phrase("no-yaku-recorded")
        for number, _ in win.yaku:
            if number == UNKNOWN_YAKU:
                return Phrase("unknown-yaku")
    return ""


def _value(table: Table, report: Report) -> str:
    return Phrase("no-value") if any(win.points == NOT_RECORDED for win in table.wins) else ""


def _payments(table: Table, report: Report) -> str:
    return "" if table.scores_known else Phrase("no-payments")


def _tenpai(table: Table, report: Report) -> str:
    draw = table.ryuukyoku
    is_hidden = draw is not None and draw.draw_type == EXHAUSTIVE and draw.tenpai is None
    return Phrase("no-tenpai") if is_hidden else ""


def _end(table: Table, report: Report) -> str:
    if not table.hand.is_finished or not is_end_unknown(table):
        return ""
    if is_unspecified(table):
        return Phrase("no-draw-type")
    return Phrase("no-tenpai") if is_renchan_unknown(table) else Phrase("repeat-unknown")


def _final(table: Table, report: Report) -> str:
    game = report.game
    if table.hand is not game.hands[-1] or not table.hand.is_finished:
        return ""
    if game.result is not None:
        return _payments(table, report)
    return Phrase("no-final-points") if table.scores_known and ending(table) else ""


def _cut(table: Table, report: Report) -> str:
    game, hand = report.game, table.hand
    if hand is not game.hands[-1] or (game.result is not None and not is_cut(game, table)):
        return ""
    is_early = not hand.is_finished or (len(game.hands) > 1 and goes_on(table))
    return Phrase("log-ends-early") if is_early else ""


def _hidden(table: Table, report: Report) -> list[Unjudged]:
    """The facts of a hand that has ended which the log hides, with the checks (ids or families) that need them.

    Each function called here returns the reason why a fact is hidden, or "".
    """
    hidden: list[Unjudged] = []
    _reason(hidden, "game/rotation, honba/carry, stick/carry", _before(table, report))
    _reason(hidden, "wall/seed", report.walls.unproven)
    _reason(hidden, "wall/hash", _hash(table, report))
    _reason(hidden, "wall/seed, turn/tsumogiri", _first_draw(table, report))
    _reason(hidden, "server/flag", _flags(table, report))
    _reason(hidden, "tiles, riichi, furiten, win, draw", _tiles(table, report))
    _reason(hidden, "server", "" if table.hand.server is None else _tiles(table, report))
    _reason(hidden, "turn/order", _order(table, report))
    _reason(hidden, "log/contradiction", _callers(table, report))
    _reason(hidden, "turn/tsumogiri, riichi/discard", _marks(table, report))
    _reason(hidden, "turn/tsumogiri", _first_mark(table, report))
    _reason(hidden, "dora, win/yaku, win/value, pay/win", _indicators(table, report))
    _reason(hidden, "dora/timing", _indicator_times(table, report))
    _reason(hidden, "dora/ura, win/yaku, win/value, pay/win", _ura(table, report))
    _reason(hidden, "win/yaku", _yaku(table, report))
    _reason(hidden, "win/value", _value(table, report))
    _reason(hidden, "pay, stick/award, stick/leak, game/carry", _payments(table, report))
    _reason(hidden, "draw/tenpai", _tenpai(table, report))
    _reason(hidden, "draw", Phrase("no-draw-type") if is_unspecified(table) else "")
    _reason(hidden, "game/end", _end(table, report))
    _reason(hidden, "game/final, stick/final", _final(table, report))
    _reason(hidden, "game/end, game/final, stick/final", _cut(table, report))
    return hidden


def _reason(hidden: list[Unjudged], checks: str, reason: str) -> None:
    """Add the reason, unless it is "", for these checks, which are separated by commas."""
    if reason:
        hidden.append(Unjudged(tuple(checks.split(", ")), reason))
