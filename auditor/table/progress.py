"""From hand to hand: who deals next, with which counter, and whether the game is over."""

from auditor.events import ABORTIVE, CHOMBO, UNSPECIFIED
from auditor.table.draws import is_tenpai
from auditor.table.table import Table


def is_unspecified(table: Table) -> bool:
    """Whether the log says of the hand's end no more than that it was drawn."""
    return table.ryuukyoku is not None and table.ryuukyoku.draw_type == UNSPECIFIED


def dealer_stays(table: Table) -> bool:
    """Whether the dealer of a finished hand deals again: by a win, an abortive draw, a chombo, or tenpai at a draw."""
    dealer = table.hand.dealer
    if table.wins:
        return any([win.seat == dealer for win in table.wins])
    draw = table.ryuukyoku
    if draw is None:
        return False
    if draw.draw_type in ABORTIVE or draw.draw_type == CHOMBO:
        return True
    if not table.rules.game.tenpai_renchan:
        return False
    if draw.tenpai is not None:
        return draw.tenpai[dealer]
    return is_tenpai(table, table.seats[dealer])


def next_round(table: Table) -> int:
    """The round number of the hand that follows a finished hand."""
    number = table.hand.round
    if dealer_stays(table):
        return number
    number += 1
    # With three players the numbers of a fourth dealer are left out.
    return number + 1 if table.players == 3 and number % 4 == 3 else number


def next_honba(table: Table) -> int:
    """The honba after a finished hand: one more after any draw or a win by the dealer, none after another win.

    A hand that is dealt again after a chombo has that of the annulled one.
    """
    draw = table.ryuukyoku
    if draw is not None and draw.draw_type == CHOMBO and table.rules.penalties.replayed:
        return table.hand.honba
    if table.wins and not any([win.seat == table.hand.dealer for win in table.wins]):
        return 0
    return table.hand.honba + 1


def ending(table: Table) -> str:
    """Why the game is over after a finished hand, or "" where it goes on."""
    rules = table.rules.game
    scores = table.scores[: table.players]
    if rules.bust and min(scores) < 0:
        return "a seat is below zero"
    last = rules.length * 4 - (1 if table.players == 4 else 2)
    if table.hand.round < last:
        return ""
    target = rules.target_points
    reached = target is None or max(scores) >= target
    stays = dealer_stays(table)
    if table.hand.round > last:
        # The extension: the first to reach the target ends it, and nothing follows its last round.
        if reached:
            return "a seat has reached the target in the extension"
        return "the extension is over" if not stays and next_round(table) >= (rules.length + 1) * 4 else ""
    if not stays:
        if reached:
            return "the last round is over"
        return "" if rules.extension != "none" else "the last round is over"
    draw = table.ryuukyoku
    is_abortive = draw is not None and (draw.draw_type in ABORTIVE or draw.draw_type == CHOMBO)
    stops = not is_abortive and (bool(table.wins) or rules.all_last_tenpai_stop)
    if rules.all_last_stop and stops and reached and _leads(scores, table.hand.dealer):
        return "the dealer leads in the last round"
    return ""


def _leads(scores: list[int], dealer: int) -> bool:
    """Whether the dealer is first, ties going to the seat nearer to the first dealer."""
    return scores.index(max(scores)) == dealer
