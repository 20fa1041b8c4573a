# build: compiled
"""The game as a whole: its start, the rotation of dealers, its end and the final settlement."""

from typing import Final

from auditor.core.checks import doubt
from auditor.core.checks.check import NO_EVENT, Check, Report, is_cut
from auditor.core.checks.wording import EMA_CONTINUING, TENHOU_MANUAL, amount, points_of, term
from auditor.core.events import CHOMBO, NO_SEAT, Game, Ryuukyoku, round_name
from auditor.core.phrases import Phrase, listed, word
from auditor.core.results import MISMATCH, Arguments, Shown, Term, Value
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.ledger import as_tenhou_rounded, final_points, final_scores
from auditor.core.table.next_hand import ending, goes_on, is_end_unknown, possible_rounds
from auditor.core.table.table import Table
from auditor.core.units import EventIndex, Points

_HALF_STEP: Final = 0.05
_UNEVEN_STEP: Final = 0.15
"""The tolerance where three seats tie: tables that share bonuses in tenths give 16.8, 16.6 and 16.6 of 50."""


class GameStart(Check):
    """`game/start`."""

    id = "game/start"
    severity = MISMATCH
    title = "Wrong starting points, dealer or counters."
    why = "A game starts in the first round with the first dealer, the ruleset's points, no honba and no sticks."
    sources = (TENHOU_MANUAL, "EMA riichi rules, section 3.1 (preparation)")
    settings = ("game.start_points",)
    messages = {
        "dealer": "The game starts with {seat:who} as the dealer instead of {due:who}.",
        "points": "The game starts with {scores} points; each seat has {points} at the start.",
        "sticks": "The game starts with {sticks:stick|sticks} on the table.",
    }
    spoils = doubt.POINTS | doubt.STICKS | doubt.HONBA | doubt.ROUND
    may_spoil = doubt.TURN | doubt.VALUE | doubt.OUTCOME
    judges_start = True

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the first hand of a log that holds the game from its start."""
        hand = table.hand
        if hand.index != 0:
            return
        if previous is not None or hand.round != 0 or hand.dealer != 0 or not report.game.seats:
            if previous is None and hand.round == 0 and hand.dealer != report.game.first_dealer:
                arguments: Arguments = {"due": report.game.first_dealer}
                due, actual = Phrase("a-seat", seat=report.game.first_dealer), Phrase("a-seat", seat=hand.dealer)
                report.add(self, hand.dealer, "dealer", arguments, expected=due, actual=actual, event=NO_EVENT)
                report.spoil(self, doubt.TURN | doubt.VALUE | doubt.OUTCOME)  # formats, and winds, go by the dealer
            return
        if hand.honba:
            return  # an excerpt that begins at a later hand of the first round
        points = table.rules.game.start_points
        due_scores = [points] * table.players + [0] * (len(hand.scores) - table.players)
        if hand.sticks == 0 and list(hand.scores) != due_scores:
            arguments = {"scores": list(hand.scores), "points": points}
            expected, shown = points_of(due_scores), points_of(hand.scores)
            report.add(self, NO_SEAT, "points", arguments, expected=expected, actual=shown, event=NO_EVENT)
        elif hand.sticks:
            arguments = {"sticks": hand.sticks}
            none, some = amount(0), amount(hand.sticks)
            report.add(self, NO_SEAT, "sticks", arguments, expected=none, actual=some, event=NO_EVENT)


class GameRotation(Check):
    """`game/rotation`."""

    id = "game/rotation"
    severity = MISMATCH
    title = "The wrong dealer or round follows."
    why = "The dealer stays after a win, an abortive draw, or tenpai at a draw; otherwise the next seat deals."
    sources = (TENHOU_MANUAL, EMA_CONTINUING)
    settings = ("game.length", "game.renchan", "draws.nagashi_is_win")
    messages = {
        "dealer": "In {hand} {due:who} deals; the log has {seat:who}.",
        "round": "After {hand}-{honba} comes {due: or }; the log has {next}.",
    }
    relies_on = doubt.ROUND
    may_rely_on = doubt.OUTCOME
    spoils = doubt.ROUND | doubt.HONBA | doubt.POINTS | doubt.STICKS | doubt.TURN  # formats go by the dealer
    judges_start = True

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the round and the dealer, the round by the hand before."""
        hand = table.hand
        if hand.dealer != hand.round % 4:
            arguments: Arguments = {"hand": hand.name, "due": hand.round % 4}
            expected, actual = Phrase("a-seat", seat=hand.round % 4), Phrase("a-seat", seat=hand.dealer)
            report.add(self, hand.dealer, "dealer", arguments, expected=expected, actual=actual, event=NO_EVENT)
        elif previous is not None and previous.hand.is_finished and hand.round not in possible_rounds(previous):
            rounds = possible_rounds(previous, however=report.is_in_doubt(doubt.OUTCOME))
            if hand.round in rounds:
                return
            due = [round_name(number) for number in rounds]
            arguments = {"hand": previous.hand.name, "honba": previous.hand.honba, "due": due, "next": hand.name}
            rounds_due, next = listed(" or ", [word(name) for name in due]), word(hand.name)
            report.add(self, NO_SEAT, "round", arguments, expected=rounds_due, actual=next, event=NO_EVENT)


class GameEnd(Check):
    """`game/end`."""

    id = "game/end"
    severity = MISMATCH
    title = "The game went on after it had to end, or ended early."
    why = (
        "The game ends when a seat falls below zero (at some tables to it), after the last round once a seat has the "
        "target, when the leading dealer wins or is tenpai in the last round, and in the extension as soon as a seat "
        "has the target (at most tables only once the dealer passes); as the ruleset says. A draw of which the log "
        "says no reason proves nothing about the end."
    )
    sources = (TENHOU_MANUAL, "the ruleset's settings of section game")
    settings = (
        "game.length", "game.target_points", "game.extension", "game.extension_hands", "game.bust", "game.bust_at_zero",
        "game.renchan", "game.all_last_stop", "game.all_last_tenpai_stop",
    )  # fmt: skip
    messages = {
        "goes-on": "The game goes on after {hand}-{honba}, where {why}.",
        "hand-unfinished": "The log gives the result of the game, but no end of {hand}-{honba}.",
        "too-early": "The game ends after {hand}-{honba}, where it has to go on.",
    }
    relies_on = doubt.POINTS | doubt.ROUND | doubt.OUTCOME
    spoils = doubt.POINTS | doubt.ROUND
    judges_start = True
    judges_game = True

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge whether another hand may follow."""
        if previous is None or not previous.hand.is_finished or not previous.scores_known:
            return
        why = ending(previous)
        if why and not is_end_unknown(previous):
            arguments: Arguments = {"hand": previous.hand.name, "honba": previous.hand.honba, "why": term(why)}
            expected, actual = Term("the-end-of-the-game"), word(table.hand.name)
            report.add(self, NO_SEAT, "goes-on", arguments, expected=expected, actual=actual, event=NO_EVENT)

    def at_game_end(self, game: Game, last: Table, report: Report) -> None:
        """Judge whether the game may end here."""
        if game.result is None or is_cut(game, last):
            return
        arguments: Arguments = {"hand": last.hand.name, "honba": last.hand.honba}
        expected, actual = Term("the-end-of-the-hand"), Term("the-end-of-the-game")
        if not last.hand.is_finished and game.order_recorded:
            event = max(len(last.hand.events) - 1, 0)
            report.add(self, NO_SEAT, "hand-unfinished", arguments, expected=expected, actual=actual, event=event)
        if not last.hand.is_finished or not goes_on(last):
            return
        event = len(last.hand.events) - 1
        report.add(self, NO_SEAT, "too-early", arguments, expected=Term("another-hand"), actual=actual, event=event)


class GameFinal(Check):
    """`game/final`."""

    id = "game/final"
    severity = MISMATCH
    title = "Wrong final scores, placement bonus or order."
    why = (
        "The final points are those of the last hand with the sticks left; the score is their difference to the return "
        "points in thousands, with the bonus of the place and, for the first, what all paid in."
    )
    sources = (TENHOU_MANUAL, "the ruleset's settings of section game")
    settings = (
        "game.start_points", "game.return_points", "game.placement", "game.placement_ties", "game.final_rounding",
        "penalties.chombo", "penalties.chombo_points", "riichi.stick",
    )  # fmt: skip
    messages = {
        "points": "The game ends with {due}; the log gives {points}.",
        "places": "The final scores give the places {due}; the log has {places}.",
        "scores": "{points} points give the scores {due}; the log has {scores}.",
        "scores-less-chombo": "{points} points give the scores {due}, less {chombo:chombo|chombo}, which takes "
            "{chombo_points} points off after the game; the log has {scores}.",
    }  # fmt: skip
    relies_on = doubt.POINTS | doubt.STICKS | doubt.OUTCOME
    judges_game = True

    def at_game_end(self, game: Game, last: Table, report: Report) -> None:
        """Judge the final points, scores and placements."""
        result = game.result
        if result is None or not last.hand.is_finished or not last.scores_known or is_cut(game, last):
            return
        players = game.players
        event = len(last.hand.events) - 1
        due = final_points(last.scores[:players], last.sticks, last.rules)
        points = due if result.points is None else list(result.points)
        found = len(report.findings)
        if points[:players] != due:
            arguments = {"due": due, "points": points[:players]}
            expected, actual = points_of(due), points_of(points[:players])
            report.add(self, NO_SEAT, "points", arguments, expected=expected, actual=actual, event=event)
        elif result.scores is not None and last.rules.game.placement is not None:
            penalties = penalties_due(game, last.rules)
            self._judge_scores(points, list(result.scores), last.rules, players, penalties, event, report)
        if result.places is not None and len(report.findings) == found:
            self._judge_places(list(result.scores or points)[:players], result.places, event, report)

    def _judge_places(self, scores: list[float], places: tuple[int, ...], event: int, report: Report) -> None:
        """Judge the placements in the log; seats with equal scores may be in either order."""
        in_order = [score for _, score in sorted(zip(places, scores, strict=False))]
        if sorted(places) == list(range(len(scores))) and [*reversed(in_order)] == sorted(in_order):
            return
        due = points_of([1 + sum(1 for other in scores if other > score) for score in scores])
        text = " ".join([str(place + 1) if place >= 0 else "-" for place in places])
        named: Shown = text
        if all(place >= 0 for place in places):
            named = points_of([place + 1 for place in places])
        arguments = {"due": due.text(), "places": text}
        report.add(self, NO_SEAT, "places", arguments, expected=due, actual=named, event=event)

    def _judge_scores(
        self, points: list[Points], scores: list[float], rules: Ruleset, players: int, penalties: int,
        event: EventIndex, report: Report,
    ) -> None:  # fmt: skip
        due = final_scores(points[:players], rules)
        step = _HALF_STEP
        if rules.game.placement_ties == "share" and any(points[:players].count(one) == 3 for one in points):
            step = _UNEVEN_STEP
        if _scores_match(due, scores, penalties, rules, step):
            return
        is_rounded = rules.game.final_rounding == "none"
        if is_rounded and _scores_match(as_tenhou_rounded(points[:players], rules), scores, penalties, rules, step):
            return
        balanced = list(due)  # programs balance points from nowhere, which are reported, in the first place's score
        balanced[points.index(max(points[:players]))] -= sum(due)
        if _scores_match(balanced, scores, penalties, rules, step):
            return
        expected = " ".join([f"{score:.1f}" for score in due])
        actual = " ".join([f"{score:.1f}" for score in scores[:players]])
        arguments: dict[str, Value] = {"points": points[:players], "due": expected, "scores": actual}
        message_id = "scores"
        if penalties:
            message_id = "scores-less-chombo"
            arguments |= {"chombo": penalties, "chombo_points": rules.penalties.chombo_points}
            expected = Phrase("less-chombo", scores=expected, number=penalties)
        report.add(self, NO_SEAT, message_id, arguments, expected=expected, actual=actual, event=event)


def penalties_due(game: Game, rules: Ruleset) -> int:
    """How many chombo the ruleset subtracts from the scores after the game; the log does not say from whose."""
    if rules.penalties.chombo != "after the game":
        return 0
    ends = [hand.events[-1] for hand in game.hands if hand.events]
    return sum(
        1 for end in ends if isinstance(end, Ryuukyoku) and end.draw_type == CHOMBO and not any(end.deltas or ())
    )


def _scores_match(due: list[float], scores: list[float], penalties: int, rules: Ruleset, step: float) -> bool:
    """Whether the scores are those due to within `step`, after `penalties` chombo deductions from whichever seats."""
    size = rules.penalties.chombo_points / 1000
    deducted = 0
    for seat, score in enumerate(due):
        missing = score - scores[seat]
        times = round(missing / size) if penalties and size else 0
        if times < 0 or abs(missing - times * size) >= step:
            return False
        deducted += times
    return deducted == penalties or not size
