"""The game as a whole: its start, the rotation of dealers, its end and the final settlement."""

from typing import Final

from auditor.checks.base import HONBA, NO_EVENT, OUTCOME, POINTS, ROUND, STICKS, TURN, VALUE, Check, Report
from auditor.checks.stick import points_text
from auditor.events import NO_SEAT, Game, round_name
from auditor.findings import MISMATCH
from auditor.rulesets.model import Ruleset
from auditor.table.progress import ending, is_unspecified, next_round
from auditor.table.table import Table
from auditor.words import counted

_HALF_STEP: Final = 0.05
TENHOU: Final = "https://tenhou.net/man/"


class Start(Check):
    """`game/start`."""

    id = "game/start"
    severity = MISMATCH
    title = "Wrong starting points, dealer or counters."
    why = "A game starts in the first round with the first dealer, the ruleset's points, no honba and no sticks."
    sources = (TENHOU, "EMA riichi rules, section 3.1 (preparation)")
    spoils = POINTS | STICKS | HONBA | ROUND
    judges_start = True

    def start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the first hand of a log that holds the game from its start."""
        hand = table.hand
        if hand.index != 0:
            return
        if previous is not None or hand.round != 0 or hand.dealer != 0 or not report.game.seats:
            if previous is None and hand.round == 0 and hand.dealer != report.game.first_dealer:
                due = f"seat {report.game.first_dealer}"
                message = f"The game starts with seat {hand.dealer} as the dealer instead of {due}."
                report.add(self, hand.dealer, message, due, f"seat {hand.dealer}", event=NO_EVENT)
            return
        if hand.honba:
            return  # an excerpt that begins at a later hand of the first round
        points = table.rules.game.start_points
        due_scores = [points] * table.players + [0] * (len(hand.scores) - table.players)
        if hand.sticks == 0 and list(hand.scores) != due_scores:
            message = f"The game starts with {points_text(hand.scores)} points; each seat has {points} at the start."
            report.add(self, NO_SEAT, message, points_text(due_scores), points_text(hand.scores), event=NO_EVENT)
        elif hand.sticks:
            message = f"The game starts with {counted(hand.sticks, 'stick')} on the table."
            report.add(self, NO_SEAT, message, "0", str(hand.sticks), event=NO_EVENT)


class Rotation(Check):
    """`game/rotation`."""

    id = "game/rotation"
    severity = MISMATCH
    title = "The wrong dealer or round follows."
    why = "The dealer stays after a win, an abortive draw, or tenpai at a draw; otherwise the next seat deals."
    sources = (TENHOU, "EMA riichi rules, section 3.5 (continuing the game)")
    relies = ROUND | OUTCOME
    spoils = ROUND | HONBA | POINTS | STICKS
    judges_start = True

    def start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge round and dealer by the hand before."""
        hand = table.hand
        if hand.dealer != hand.round % 4:
            message = f"In {hand.name} seat {hand.round % 4} deals; the log has seat {hand.dealer}."
            report.add(self, hand.dealer, message, f"seat {hand.round % 4}", f"seat {hand.dealer}", event=NO_EVENT)
            report.doubt |= TURN | VALUE | OUTCOME
        elif (
            previous is not None
            and previous.hand.is_finished
            and not is_unspecified(previous)
            and hand.round != next_round(previous)
        ):
            due = round_name(next_round(previous))
            message = f"After {previous.hand.name}-{previous.hand.honba} comes {due}; the log has {hand.name}."
            report.add(self, NO_SEAT, message, due, hand.name, event=NO_EVENT)
            if not report.game.order_recorded:
                report.doubt |= TURN  # it was rebuilt from this round's dealer


class End(Check):
    """`game/end`."""

    id = "game/end"
    severity = MISMATCH
    title = "The game went on after it had to end, or ended early."
    why = (
        "The game ends when a seat falls below zero, after the last round once a seat has the target, when the leading "
        "dealer wins or is tenpai in the last round, and in the extension as soon as a seat has the target; as the "
        "ruleset says."
    )
    sources = (TENHOU, "the ruleset's settings of section game")
    relies = POINTS | ROUND | OUTCOME
    spoils = POINTS | ROUND
    judges_start = True
    judges_game = True

    def start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge that a hand follows at all."""
        if previous is None or not previous.hand.is_finished or not previous.scores_known:
            return
        why = ending(previous)
        if why:
            message = f"The game goes on after {previous.hand.name}-{previous.hand.honba}, where {why}."
            report.add(self, NO_SEAT, message, "the end of the game", table.hand.name, event=NO_EVENT)

    def game(self, game: Game, last: Table, report: Report) -> None:
        """Judge that the game ended here."""
        if game.result is None or not last.hand.is_finished or not last.scores_known or ending(last):
            return
        message = f"The game ends after {last.hand.name}-{last.hand.honba}, where it has to go on."
        event = len(last.hand.events) - 1
        report.add(self, NO_SEAT, message, "another hand", "the end of the game", event=event)


class Settlement(Check):
    """`game/final`."""

    id = "game/final"
    severity = MISMATCH
    title = "Wrong final scores, placement bonus or order."
    why = (
        "The final points are those of the last hand with the sticks left; the score is their difference to the return "
        "points in thousands, with the bonus of the place and, for the first, what all paid in."
    )
    sources = (TENHOU, "the ruleset's settings of section game")
    relies = POINTS | STICKS | OUTCOME
    judges_game = True

    def game(self, game: Game, last: Table, report: Report) -> None:
        """Judge the settlement."""
        result = game.result
        if result is None or not last.hand.is_finished or not last.scores_known:
            return
        players = game.players
        event = len(last.hand.events) - 1
        due = list(last.scores)
        if last.sticks and last.rules.sticks.left_over == "first":
            due[due.index(max(due[:players]))] += last.sticks * last.stick
        points = list(result.points)
        if points[:players] != due[:players]:
            message = f"The game ends with {points_text(due[:players])}; the log gives {points_text(points[:players])}."
            report.add(self, NO_SEAT, message, points_text(due[:players]), points_text(points[:players]), event=event)
        elif result.scores is not None and last.rules.game.placement is not None:
            self._judge_scores(points, list(result.scores), last.rules, players, event, report)

    def _judge_scores(
        self, points: list[int], scores: list[float], rules: Ruleset, players: int, event: int, report: Report
    ) -> None:
        due = final_scores(points[:players], rules)
        for expected_scores in (due, rounded_scores(points[:players], rules)):
            if all([abs(expected_scores[seat] - scores[seat]) < _HALF_STEP for seat in range(players)]):
                return
        expected = " ".join([f"{score:.1f}" for score in due])
        actual = " ".join([f"{score:.1f}" for score in scores[:players]])
        message = f"{points_text(points[:players])} points give the scores {expected}; the log has {actual}."
        report.add(self, NO_SEAT, message, expected, actual, event=event)


def final_scores(points: list[int], rules: Ruleset, counted: list[int] | None = None) -> list[float]:
    """Each seat's final score in thousands: points above the return points, the bonus of the place, oka to the first.

    Equal points go to the seat nearer to the first dealer, or share their bonuses, as the ruleset says.
    counted: the points to count where they are not those that give the places.
    """
    game = rules.game
    bonuses = list(game.placement or (0.0,) * len(points))
    bonuses[0] += (game.return_points - game.start_points) * len(points) / 1000
    order = sorted(range(len(points)), key=points.__getitem__, reverse=True)
    scores = [0.0] * len(points)
    for place, seat in enumerate(order):
        bonus = bonuses[place]
        if game.placement_ties == "share":
            tied = [other for other in range(len(order)) if points[order[other]] == points[seat]]
            bonus = sum([bonuses[other] for other in tied]) / len(tied)
        scores[seat] = ((counted or points)[seat] - game.return_points) / 1000 + bonus
    return scores


def rounded_scores(points: list[int], rules: Ruleset) -> list[float]:
    """The scores as Tenhou wrote them for years: of points rounded to thousands, halves away from zero.

    The first takes what the rounding leaves over.
    """
    rounded = [(abs(one) + 500) // 1000 * (1000 if one >= 0 else -1000) for one in points]
    scores = final_scores(points, rules, rounded)
    scores[points.index(max(points))] -= sum(scores)
    return scores


CHECKS_OF_START: Final[tuple[Check, ...]] = (Start(), End(), Rotation())
CHECKS_OF_GAME: Final[tuple[Check, ...]] = (Settlement(),)
