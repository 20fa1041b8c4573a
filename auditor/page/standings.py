"""The results of an evening: each game's points from hand to hand, its scores, and the standings over all games.

Where findings say that points went wrong, the corrected result is next to the recorded one
(`auditor.page.accounts`). Pure data, from audited games.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, TypeVar

from auditor.core.audit.game import Audit
from auditor.core.checks.game import penalties_due
from auditor.core.events import CHOMBO, Game
from auditor.core.results import EVERY_CHECK, NOTE, Phrase, Unjudged
from auditor.core.rulesets.model import Ruleset
from auditor.core.store.event_counts import placements, play_digest
from auditor.core.store.packed import EventColumns, codes_of
from auditor.core.table.ledger import as_tenhou_rounded, final_scores
from auditor.core.units import EventIndex, HandIndex, Points, SeatIndex
from auditor.page.accounts import Accounts, PointsBySeat, corrected_accounts, points_on_table, recorded_final

PLACEHOLDERS: Final = frozenset({"", "NoName"})
"""Names that servers give to players without a name."""

_SAME_SCORE: Final = 0.05
"""Scores closer than this, in thousands, are equal: logs have them in tenths of a thousand."""

Scores = tuple[float, ...]
"""The final score of each seat played, in thousands of points."""

Certainty = Literal["exact", "play would differ", "in part"]
"""How certain a corrected result is.

exact: all accounts are corrected. play would differ: so they are, but with them the game would have gone differently
at some point. in part: something cannot be corrected. The effects of a fault of play (an invalid win, a riichi that was
not allowed) are left as they are in every case: these are for the referee to decide.
"""


class HandLine(NamedTuple):
    """A hand of a game: its round (E1 .. W4), honba and outcome, and the points of each seat after it. corrected: the
    points as they should be; None where no finding concerns the game's accounts.
    """

    hand: HandIndex
    round: str
    honba: int
    outcome: str
    points: PointsBySeat
    corrected: PointsBySeat | None


class SeatResult(NamedTuple):
    """A player of a game. name: "" if the log has none. start: points at the start of the log.

    points: at the end; without a result those on the table. placement: 1-4 by points. score: with placement bonus and
    oka in thousands, as in the log, else by the ruleset; None where neither gives one. recorded_score: that of the log.
    corrected_points, corrected_score: as they should be; None where nothing is corrected.
    penalty_recorded: the chombo penalty in the log's score (`score` includes it). penalty_due: further penalties for
    chombo that the findings report. Both in thousands, 0 or below.
    """

    seat: SeatIndex
    name: str
    start: Points
    points: Points | None
    placement: int | None
    score: float | None
    recorded_score: float | None
    corrected_points: Points | None
    corrected_score: float | None
    penalty_recorded: float = 0.0
    penalty_due: float = 0.0

    @property
    def total(self) -> float | None:
        """The score with corrected accounts and penalties."""
        score = self.score if self.corrected_score is None else self.corrected_score
        return None if score is None else score + self.penalty_due

    @property
    def difference(self) -> Points:
        """The points that the seat should have beyond those in the log."""
        if self.points is None or self.corrected_points is None:
            return 0
        return self.corrected_points - self.points


class GameStanding(NamedTuple):
    """The result of a game. log: its name. faults: how many findings, notes apart.

    accounts: the corrected accounts, with what cannot be corrected; None where no finding concerns accounts.
    is_finished: whether the game has a result or ends with its last hand; else its points are those on the table.
    unknown_penalties: how many chombo penalties of the log cannot be attributed to a seat.
    """

    log: str
    ruleset: str
    players: int
    seats: tuple[SeatResult, ...]
    hands: tuple[HandLine, ...]
    is_finished: bool
    faults: int
    accounts: Accounts | None
    unknown_penalties: int = 0

    @property
    def has_points(self) -> bool:
        """Whether each seat's points are known."""
        return bool(self.seats) and all([seat.points is not None for seat in self.seats])

    @property
    def certainty(self) -> Certainty | None:
        """How certain the corrected result is; None where there is none."""
        if self.accounts is None:
            return None
        if self.accounts.uncorrectable:
            return "in part"
        return "play would differ" if self.accounts.consequences else "exact"


class Standing(NamedTuple):
    """A player over all games with one number of players.

    rank: by score, shared in a tie. placements: the number of games with each. average: of the placements. score: the
    sum of the final scores in thousands; None where a game has none. corrected_score: with corrected results.
    penalty: the chombo penalties, in thousands. total, total_rank: corrected, with penalties. unfinished: how many of
    the games have no result. sessions: the total in each session.
    """

    rank: int
    name: str
    games: int
    placements: tuple[int, ...]
    average: float
    points: Points
    score: float | None
    corrected_score: float | None
    penalty: float = 0.0
    total: float | None = None
    total_rank: int = 0
    unfinished: int = 0
    sessions: tuple[float | None, ...] = ()


def game_result(log: str, audit: Audit) -> GameStanding:
    """The result of one game. log: its name."""
    game = audit.game
    accounts = corrected_accounts(audit)
    lines = [
        HandLine(
            hand.index, hand.name, hand.honba, record.outcome, tuple(record.end_scores[: game.players]),
            None if accounts is None else accounts.after[hand.index],
        )
        for hand, record in zip(game.hands, audit.records, strict=True)
    ]  # fmt: skip
    final = recorded_final(audit)
    is_finished = final is not None
    if final is None:
        final = points_on_table(audit)
    seats = _seats(audit, final, accounts)
    known = sum([seat.penalty_recorded for seat in seats])
    size = audit.ruleset.penalties.chombo_points / 1000
    unknown = penalties_due(game, audit.ruleset) - (round(-known / size) if size else 0)
    faults = [finding for finding in audit.findings if finding.severity != "note"]
    return GameStanding(
        log, audit.ruleset.name, game.players, seats, tuple(lines), is_finished,
        len(faults), accounts, max(unknown, 0),
    )  # fmt: skip


def recorded_only(game: GameStanding) -> GameStanding:
    """A game with only what its log records, for one that contradicts the ruleset it was judged by."""
    seats = [
        seat._replace(
            score=seat.recorded_score, corrected_points=None, corrected_score=None, penalty_recorded=0.0,
            penalty_due=0.0,
        )
        for seat in game.seats
    ]  # fmt: skip
    hands = tuple([line._replace(corrected=None) for line in game.hands])
    return game._replace(seats=tuple(seats), hands=hands, accounts=None, unknown_penalties=0)


def standings(
    games: Iterable[GameStanding], players: int, session_of_game: Mapping[int, int] | None = None
) -> tuple[Standing, ...]:
    """The standing of each named player over the games with one number of players, best score first.

    Where scores are missing, the average placement decides. games: the games; those without a result count with the
    points on the table. players: the number of players of the games that count. session_of_game: the number of the
    session, from 0, of each game by its index; None for a single session.
    """
    of_name: dict[str, list[_Played]] = {}
    sessions = 0 if session_of_game is None else len(set(session_of_game.values()))
    for index, game in enumerate(games):
        if game.players == players and game.has_points:
            session = 0 if session_of_game is None else session_of_game[index]
            for seat in game.seats:
                if seat.name:
                    of_name.setdefault(seat.name, []).append(_Played(seat, game.is_finished, session))
    unranked = [_standing(name, played, players, sessions) for name, played in of_name.items()]
    keys = {one.name: _key(one.score, one.average) for one in unranked}
    total = {one.name: _key(one.total, one.average) for one in unranked}
    ranked = [one._replace(rank=_rank(one.name, keys), total_rank=_rank(one.name, total)) for one in unranked]
    return tuple(sorted(ranked, key=lambda one: (one.rank, one.average, one.name)))


class _Played(NamedTuple):
    """A game of a player. session: the number of its session."""

    seat: SeatResult
    is_finished: bool
    session: int


def _key(score: float | None, average: float) -> tuple[bool, float]:
    """The sort key of standings: the sum of scores in tenths, highest first; without one last, by average placement."""
    return (score is None, average if score is None else -round(score, 1))


def _rank(name: str, keys: Mapping[str, tuple[bool, float]]) -> int:
    return 1 + sum([key < keys[name] for key in keys.values()])


def _standing(name: str, played: list[_Played], players: int, sessions: int) -> Standing:
    seats = [one.seat for one in played]
    placements = [seat.placement for seat in seats if seat.placement is not None]
    corrected = [seat.score if seat.corrected_score is None else seat.corrected_score for seat in seats]
    return Standing(
        0, name, len(seats), tuple([placements.count(one) for one in range(1, players + 1)]),
        sum(placements) / len(placements), sum([seat.points or 0 for seat in seats]),
        _sum([seat.score for seat in seats]), _sum(corrected),
        round(sum([seat.penalty_recorded + seat.penalty_due for seat in seats]), 1),
        _sum([seat.total for seat in seats]), 0, sum([not one.is_finished for one in played]),
        tuple([_sum([one.seat.total for one in played if one.session == number]) for number in range(sessions)]),
    )  # fmt: skip


def _sum(scores: list[float | None]) -> float | None:
    known = [score for score in scores if score is not None]
    return round(sum(known), 1) if len(known) == len(scores) else None


def _seats(audit: Audit, final: PointsBySeat | None, accounts: Accounts | None) -> tuple[SeatResult, ...]:
    game, rules = audit.game, audit.ruleset
    start = game.hands[0].scores if game.hands else (0,) * game.players
    ranks = None if final is None else tuple(placements(final, rules.game.placement_ties == "share"))
    corrected = None if accounts is None or final is None else accounts.final
    result = game.result
    recorded = None if result is None or result.scores is None else _tidy(result.scores[: game.players])
    due = _due_scores(final, rules, recorded)
    scores = _corrected_scores(audit, final, corrected, recorded)
    taken = _penalties_recorded(audit, recorded, due)
    offences = _penalties_due(audit)
    return tuple([
        SeatResult(
            seat, _name(game, seat), start[seat], _at(final, seat), _at(ranks, seat),
            _at(due if recorded is None else recorded, seat), _at(recorded, seat), _at(corrected, seat),
            _at(scores, seat), taken[seat], offences[seat],
        )
        for seat in range(game.players)
    ])  # fmt: skip


def _due_scores(points: PointsBySeat | None, rules: Ruleset, recorded: Scores | None) -> Scores | None:
    """The final scores by points; rounded like Tenhou's if the log has whole numbers and the ruleset does not round."""
    if points is None or rules.game.placement is None or rules.game.players != len(points):
        return None
    plain = _tidy(final_scores(list(points), rules))
    if recorded is None or rules.game.final_rounding != "none" or _are_same(plain, recorded):
        return plain
    # Whole numbers are taken for rounded even if they are wrong.
    is_rounded = all([score == int(score) for score in recorded])
    return _tidy(as_tenhou_rounded(list(points), rules)) if is_rounded else plain


def _corrected_scores(
    audit: Audit, final: PointsBySeat | None, corrected: PointsBySeat | None, recorded: Scores | None
) -> Scores | None:
    """The final scores by corrected points, with the penalties that the log's scores include."""
    rules = audit.ruleset
    due = _due_scores(final, rules, recorded)
    if corrected is None or due is None:
        return None
    is_rounded = due != _tidy(final_scores(list(final or ()), rules))
    scores = _tidy(as_tenhou_rounded(list(corrected), rules) if is_rounded else final_scores(list(corrected), rules))
    if any([finding.check == "game/final" for finding in audit.findings]):
        return None if penalties_due(audit.game, rules) else scores
    if recorded is None or _are_same(scores, recorded):
        return scores
    return _tidy([score + one - before for score, one, before in zip(scores, recorded, due, strict=True)])


def _penalties_recorded(audit: Audit, recorded: Scores | None, due: Scores | None) -> Scores:
    """The chombo penalty of each seat in the log's final scores, in thousands, 0 or below; zeros where unclear."""
    size = audit.ruleset.penalties.chombo_points / 1000
    nothing = (0.0,) * audit.game.players
    if recorded is None or due is None or not size or not penalties_due(audit.game, audit.ruleset):
        return nothing
    taken = [round((one - before) / size) for one, before in zip(recorded, due, strict=True)]
    are_whole = all([abs(one - before - size * times) < _SAME_SCORE
                     for one, before, times in zip(recorded, due, taken, strict=True)])  # fmt: skip
    return tuple([min(size * times, 0.0) for times in taken]) if are_whole else nothing


def _penalties_due(audit: Audit) -> Scores:
    """The penalty of each seat's final score for the chombo that findings report, in thousands, 0 or below. Without
    those of a hand that the log itself annuls: there the offence has been dealt with.
    """
    off = [0.0] * audit.game.players
    annulled = {record.hand for record in audit.records if record.outcome == CHOMBO}
    for finding in audit.findings:
        penalty, seat = finding.penalty, finding.seat
        is_counted = finding.severity != NOTE and finding.hand not in annulled
        if penalty is not None and penalty.points and is_counted and seat is not None and 0 <= seat < len(off):
            off[seat] -= penalty.points / 1000
    return tuple(off)


def _tidy(scores: Iterable[float]) -> Scores:
    """Scores rounded to two decimals, against the noise of binary fractions; a third of a bonus needs both."""
    return tuple([round(score, 2) for score in scores])


def _are_same(scores: Scores, others: Scores) -> bool:
    return all([abs(one - other) < _SAME_SCORE for one, other in zip(scores, others, strict=True)])


def _name(game: Game, seat: SeatIndex) -> str:
    name = game.seats[seat].name if seat < len(game.seats) else ""
    return "" if name in PLACEHOLDERS else name


_Value = TypeVar("_Value", int, float)


def _at(values: tuple[_Value, ...] | None, seat: SeatIndex) -> _Value | None:
    return None if values is None else values[seat]


class GameSummary(NamedTuple):
    """A game as a page shows it. number: of the game in its input, from 0. result: names, points and scores. in_part:
    the name of each hand that could not be judged in full, and why. play: as of the table of games, "" for none.
    """

    number: int
    result: GameStanding
    in_part: tuple[tuple[str, str], ...]
    play: str = ""


def summarize_game(number: int, log: str, audit: Audit) -> GameSummary:
    """The summary of a game for a page. number: of the game in its input, from 0. log: its name."""
    in_part = []
    events, codes = EventColumns(), codes_of(audit.game.red_tiles)
    for hand, record in zip(audit.game.hands, audit.records, strict=True):
        events.add(hand, record, codes)
        if reason := in_part_reason(record.stopped_at, record.unjudged):
            in_part.append((f"{hand.name}-{hand.honba}", reason))
    return GameSummary(number, game_result(log, audit), tuple(in_part), play_digest(events.take_discards()))


def in_part_reason(stopped_at: EventIndex | None, unjudged: list[Unjudged]) -> str:
    """Why a hand could not be judged in full, as a clause; "" if it was. stopped_at, unjudged: as in `HandRecord`."""
    for one in unjudged:
        if EVERY_CHECK in one.checks:
            return one.reason
    return "" if stopped_at is None else Phrase("replay-stops", event=stopped_at)
