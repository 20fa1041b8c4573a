# build: compiled
"""From one hand to the next: who deals, with which honba, and whether the game is over."""

from auditor.core.events import ABORTIVE, CHOMBO, NAGASHI_MANGAN, TENPAI_DRAWS, UNSPECIFIED
from auditor.core.table.draws import is_tenpai, may_declare_noten, nagashi_seats
from auditor.core.table.table import Table
from auditor.core.units import Points, RoundNumber


def is_unspecified(table: Table) -> bool:
    """Whether the log says only that the hand was drawn, not why."""
    return table.ryuukyoku is not None and table.ryuukyoku.draw_type == UNSPECIFIED


def is_renchan(table: Table) -> bool:
    """Whether the dealer of a finished hand deals again: by a win, a draw or a chombo, as the ruleset says.

    In a game of one hand the dealer deals until somebody wins.
    """
    dealer = table.hand.dealer
    rules = table.rules.game
    if rules.length == 0:
        return not table.wins
    if table.wins:
        return any(win.seat == dealer for win in table.wins) and rules.renchan != "never"
    draw, renchan = table.ryuukyoku, rules.renchan
    if draw is None:
        return False
    if draw.draw_type in ABORTIVE or draw.draw_type == CHOMBO or renchan == "any draw":
        return True
    if draw.draw_type == NAGASHI_MANGAN and table.rules.draws.nagashi_is_win:
        return renchan != "never" and dealer in nagashi_seats(table)
    if renchan != "tenpai":
        return False
    if draw.tenpai is not None:
        return draw.tenpai[dealer]
    return is_tenpai(table, table.seats[dealer])


def is_renchan_unknown(table: Table) -> bool:
    """Whether it cannot be known if the dealer of a finished hand deals again.

    That is so where the log does not say why the hand was drawn, and where it depends on whether the dealer is tenpai,
    the log shows that neither directly nor by payments, and the hand is hidden or may have been declared noten.
    """
    draw = table.ryuukyoku
    if draw is None or is_unspecified(table):
        return draw is not None
    rules = table.rules
    if draw.tenpai is not None or draw.draw_type not in TENPAI_DRAWS or rules.game.renchan != "tenpai":
        return False
    if draw.draw_type == NAGASHI_MANGAN and rules.draws.nagashi_is_win:
        return False
    dealer = table.seats[table.hand.dealer]
    return not dealer.is_known or (may_declare_noten(table, dealer) and is_tenpai(table, dealer))


def next_round(table: Table) -> RoundNumber:
    """The round number of the hand that follows a finished hand."""
    return table.hand.round if is_renchan(table) else _after(table)


def possible_rounds(table: Table, *, however: bool = False) -> tuple[RoundNumber, ...]:
    """The round numbers that may follow a finished hand: two `however` it ended, or if unknown who deals, else one."""
    return (table.hand.round, _after(table)) if however or is_renchan_unknown(table) else (next_round(table),)


def _after(table: Table) -> RoundNumber:
    """The round number after that of a hand."""
    number = table.hand.round + 1
    # With three players the round numbers of a fourth dealer are skipped.
    return number + 1 if table.players == 3 and number % 4 == 3 else number


def is_honba_unknown(table: Table) -> bool:
    """Whether no source says if a honba is added: after a nagashi mangan that is a win, where the dealer changes."""
    draw = table.ryuukyoku
    is_nagashi = draw is not None and draw.draw_type == NAGASHI_MANGAN
    return is_nagashi and table.rules.draws.nagashi_is_win and not is_renchan(table)


def next_honba(table: Table) -> int:
    """The honba after a finished hand: one more after any draw or a win by a dealer who deals again, else none.

    A hand that is dealt again after a chombo has the honba of the annulled one.
    """
    draw = table.ryuukyoku
    if draw is not None and draw.draw_type == CHOMBO and table.rules.penalties.replayed:
        return table.hand.honba
    if table.wins and not is_renchan(table):
        return 0
    return table.hand.honba + 1


def ending(table: Table, scores: list[Points] | None = None) -> str:
    """The reason why the game is over after a finished hand, or "" where it goes on.

    scores: the points of the seats after it, if other than those of the table.
    """
    rules = table.rules.game
    scores = (table.scores if scores is None else scores)[: table.players]
    if any(points <= 0 for points in scores) and rules.bust:
        if any(points < 0 for points in scores):
            return "a seat is below zero"
        if rules.bust_at_zero:
            return "a seat is at zero"
    if not _is_last_round(table):
        return ""
    reached = rules.target_points is None or max(scores) >= rules.target_points
    stays = is_renchan(table)
    in_extension = table.hand.round > _last_round(table)
    if reached and in_extension and rules.extension == "sudden death":
        return "a seat has reached the target in the extension"
    if stays:
        return "the dealer leads in the last round" if reached and _may_stop(table, scores) else ""
    if reached or rules.extension == "none" or rules.length == 0:
        return "the last round is over"
    return "the extension is over" if next_round(table) >= _rounds_at_most(table) else ""


def goes_on(table: Table) -> bool:
    """Whether the game goes on for certain after a finished hand."""
    return table.scores_known and not ending(table) and not is_end_unknown(table)


def is_end_unknown(table: Table) -> bool:
    """Whether it cannot be known if the game is over after a finished hand.

    That is so in a last round where it is unknown if the dealer deals again, where a leading dealer is tenpai and the
    server may or may not have stopped the game then, and where the dealer stays in the last round of the extension.
    """
    if is_renchan_unknown(table):
        return _is_last_round(table)
    rules = table.rules.game
    at_most = _rounds_at_most(table)
    if table.hand.round < at_most <= _after(table) and rules.extension != "none" and is_renchan(table):
        return not ending(table)
    if table.wins or not _is_last_round(table):
        return False
    if rules.all_last_tenpai_stop is not None or not rules.all_last_stop or ending(table):
        return False
    scores = table.scores[: table.players]
    reached = rules.target_points is None or max(scores) >= rules.target_points
    draw = table.ryuukyoku
    stays = draw is not None and draw.draw_type in TENPAI_DRAWS and is_renchan(table)
    return stays and reached and _leads(table, scores)


def _last_round(table: Table) -> RoundNumber:
    """The number of the last round before any extension."""
    length = table.rules.game.length
    if length == 0:
        return 0
    return length * 4 - (1 if table.players == 4 else 2)


def _rounds_at_most(table: Table) -> int:
    """The first round number beyond any extension, which adds one wind, but never a fifth."""
    return min(table.rules.game.length + 1, 4) * 4


def _is_last_round(table: Table) -> bool:
    """Whether the game may end with this round: the last one, or one of the extension in which the target counts."""
    rules = table.rules.game
    beyond = table.hand.round - _last_round(table)
    if beyond <= 0 or rules.extension != "hands":
        return beyond >= 0
    played = beyond - ((beyond + 2) // 4 if table.players == 3 else 0)
    return played % rules.extension_hands == 0 or next_round(table) >= _rounds_at_most(table)


def _may_stop(table: Table, scores: list[Points]) -> bool:
    """Whether a dealer who deals again ends the game by leading."""
    rules = table.rules.game
    draw = table.ryuukyoku
    is_abortive = draw is not None and (draw.draw_type in ABORTIVE or draw.draw_type == CHOMBO)
    stops = not is_abortive and (bool(table.wins) or rules.all_last_tenpai_stop is True)
    return rules.all_last_stop and stops and _leads(table, scores)


def _leads(table: Table, scores: list[Points]) -> bool:
    """Whether the dealer has the most points; of equal seats the one nearer to the first dealer is first."""
    return scores.index(max(scores)) == table.hand.dealer
