"""How a replayed hand ended, for its record."""

from auditor.events import Ryuukyoku, Win
from auditor.table.record import HandRecord, RiichiRecord
from auditor.table.table import Table


def finished_record(table: Table) -> HandRecord:
    """Complete the record of a hand after its last event, and return it."""
    record = table.record
    record.replayed = table.index
    record.draws = table.draws
    record.indicators = table.indicators
    record.end_scores = list(table.scores)
    record.end_sticks = table.sticks
    record.outcome = _outcome(table.wins, table.ryuukyoku)
    for win in table.wins:
        if win.ura:
            record.ura = list(win.ura)
    for riichi in record.riichis:
        riichi.outcome = _riichi_outcome(riichi, table.wins, table.ryuukyoku)
    return record


def _outcome(wins: list[Win], draw: Ryuukyoku | None) -> str:
    if wins:
        return "tsumo" if wins[0].is_tsumo else ("ron", "double ron", "triple ron")[min(len(wins), 3) - 1]
    return "unfinished" if draw is None else draw.draw_type


def _riichi_outcome(riichi: RiichiRecord, wins: list[Win], draw: Ryuukyoku | None) -> str:
    for win in wins:
        if win.seat == riichi.seat:
            return "tsumo" if win.is_tsumo else "ron"
    for win in wins:
        if win.from_seat == riichi.seat:
            return "dealt in"
    if wins:
        return "other win"
    return "unfinished" if draw is None else "draw"
