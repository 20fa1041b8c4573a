"""The data of a page: the summary of a run, its games in short, charts, and the findings to show."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from auditor.core.errors import Problem
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.results import NOTE, SEVERITIES, Finding, GameResult, InputResult
from auditor.core.rulesets import AUTO
from auditor.output.summary import Summary
from auditor.page.standings import GameStanding, GameSummary, recorded_only

if TYPE_CHECKING:
    from auditor.output.drawing import Figure

MOST_REMEMBERED: Final = 20_000
"""How many findings per check (some of which are shown), and how many games with hands, are held in memory."""


class PageFinding(NamedTuple):
    """A finding with its game and input, from which all findings are removed. rules: the ruleset that the input was
    judged by, as ``--rules`` names it.
    """

    finding: Finding
    game: GameResult
    result: InputResult
    rules: str


class PageGame(NamedTuple):
    """A game with its input, from which all findings are removed. faults: how many were found in it. rules: the ruleset
    that it was judged by, as ``--rules`` names it.
    """

    summary: GameSummary
    game: GameResult
    result: InputResult
    faults: int
    rules: str = AUTO


class PageData:
    """Collects the data of a page, input by input. chosen: the checks whose findings are shown; None for all. findings:
    those to sample from. counts: how many there are in all, by check. games: in the order of inputs. problems: each
    with its input. figures: the charts. charts_missing: why there are none; "" if none were wanted. number: of the one
    game of each input that is collected; None for all.
    """

    def __init__(
        self, chosen: frozenset[str] | None = None, *, with_notes: bool = False, number: int | None = None
    ) -> None:
        self.chosen, self.with_notes, self.number = chosen, with_notes, number
        self.summary = Summary(chosen)
        self.findings: list[PageFinding] = []
        self.counts: Counter[str] = Counter()
        self.games: list[PageGame] = []
        self.problems: list[tuple[InputResult, Problem]] = []
        self.figures: list[Figure] = []
        self.charts_missing = ""
        self.not_found: list[str] = []

    def add(self, result: InputResult, rules: str) -> None:
        """Add the result of an input. rules: the ruleset that it was judged by, as ``--rules`` names it."""
        result = replace(result, games=[one for one in result.games if self.number in (None, one.number)])
        self.summary.add(result)
        self.problems += [(result, problem) for problem in result.problems]
        # Little is held in memory of an input besides its findings.
        heads = [replace(game, findings=[], summary=None) for game in result.games]
        head = replace(result, games=heads, problems=[])
        for game, game_head in zip(result.games, heads, strict=True):
            chosen = [one for one in game.findings if self.chosen is None or one.check in self.chosen]
            shown = [one for one in chosen if self.with_notes or one.severity != NOTE]
            for finding in shown:
                self.counts[finding.check] += 1
                if self.counts[finding.check] <= MOST_REMEMBERED:
                    self.findings.append(PageFinding(finding, game_head, head, rules))
            if isinstance(game.summary, GameSummary):
                faults = sum([finding.severity != NOTE for finding in shown])
                summary = self._shortened(game.summary)
                if game.mismatch is not None:  # under rules that are not the game's nothing can be corrected
                    summary = summary._replace(result=recorded_only(summary.result))
                self.games.append(PageGame(summary, game_head, head, faults, rules))

    def _shortened(self, summary: GameSummary) -> GameSummary:
        """The summary of a game; without its hands after the first MOST_REMEMBERED games."""
        if len(self.games) < MOST_REMEMBERED:
            return summary
        return summary._replace(result=summary.result._replace(hands=()))

    def counted(self) -> list[PageGame]:
        """The games, each once: of copies the one that counts in a database, by `auditor.core.store.identity`."""
        seeds: dict[tuple[str, int], set[str]] = defaultdict(set)
        for one in self.games:
            seeds[one.game.log_id, one.game.number] |= {one.game.shuffle} - {""}
        earlier = list(range(len(self.games)))  # a game that is the same, or itself

        def first_of(index: int) -> int:
            while earlier[index] != index:
                index = earlier[index]
            return index

        first_like: dict[tuple[str, str], int] = {}
        for index, one in enumerate(self.games):
            is_one = len(seeds[one.game.log_id, one.game.number]) < 2  # games with one id but different seeds are two
            log = f"{one.game.log_id} {one.game.number}" if one.game.log_id and is_one else ""
            for like in (("log", log), ("seed", one.game.shuffle), ("play", one.summary.play)):
                if like[1]:
                    earlier[first_of(index)] = first_of(first_like.setdefault(like, index))
        counts: dict[int, int] = {}
        for index in sorted(range(len(self.games)), key=lambda index: _rank(self.games[index])):
            counts.setdefault(first_of(index), index)
        return [self.games[index] for index in sorted(counts.values())]

    @property
    def results(self) -> Iterable[GameStanding]:
        """The results of the games, in the order of inputs."""
        return [game.summary.result for game in self.games]


def _rank(one: PageGame) -> tuple[int, int, int, int]:
    """The copy that is first by this counts."""
    format, standing = FORMAT_BY_NAME.get(one.result.format or ""), one.summary.result
    names = sum([bool(seat.name) for seat in standing.seats])
    return -one.game.hands, standing.faults, -names, -(format.richness if format else 0)


MOST_SHOWN: Final = 160
"""The default limit of findings on a page: with their boards and hands they stay below five megabytes."""

_Numbered = tuple[int, PageFinding]
"""A finding with its index among all."""


def sample_findings(findings: Iterable[PageFinding], most: int = MOST_SHOWN) -> list[PageFinding]:
    """A sample of at most `most` findings, the gravest first, otherwise in their order. Each check has an equal share,
    or all of its findings; within a check one of each game comes first, then a second.
    """
    of_check: dict[str, list[_Numbered]] = defaultdict(list)
    for index, one in enumerate(findings):
        of_check[one.finding.check].append((index, one))
    share = _limit_of_each([len(ones) for ones in of_check.values()], most)
    chosen = [one for ones in of_check.values() for one in _by_turns(ones)[:share]]
    chosen.sort(key=lambda pair: (SEVERITIES.index(pair[1].finding.severity), pair[0]))
    return [one for _, one in chosen[:most]]


def _limit_of_each(counts: list[int], most: int) -> int:
    """The largest number to take of each, so that all together are no more than `most`; at least one."""
    share = most
    while share > 1 and sum([min(count, share) for count in counts]) > most:
        share -= 1
    return share


def _by_turns(ones: list[_Numbered]) -> list[_Numbered]:
    """The findings reordered: the first of each game, then the second of each, and so on."""
    earlier: Counter[tuple[str, str | None, int]] = Counter()
    keyed: list[tuple[int, _Numbered]] = []
    for index, one in ones:
        game = (one.result.path, one.result.member, one.game.number)
        keyed.append((earlier[game], (index, one)))
        earlier[game] += 1
    return [numbered for _, numbered in sorted(keyed, key=lambda pair: (pair[0], pair[1][0]))]
