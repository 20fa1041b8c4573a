"""Writers of findings for people: as blocks, one per line, or only counted."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from auditor.core.checks import BY_ID
from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.errors import Problem
from auditor.core.results import SEVERITIES, Finding, GameResult, InputResult
from auditor.core.rulesets import AUTO
from auditor.core.text import plural, printable
from auditor.output.location import game_name, location_text, show_command
from auditor.output.style import PLAIN, Colours
from auditor.output.summary import Summary

GAMES_RANKED: Final = 20
CHECKS_OF_RANKED: Final = 3


class Writer:
    """Writes findings. write: takes the text for standard output. waits: whether it writes nothing before the end."""

    waits = False

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write

    def begin(self) -> None:
        """Start, before the first finding."""

    def finding(self, finding: Finding, game: GameResult, result: InputResult) -> None:
        """Write a finding, with its game and input."""
        raise NotImplementedError

    def problem(self, result: InputResult, problem: Problem) -> None:
        """Write a problem of an input, in formats that can hold one."""

    def done(self, result: InputResult) -> None:
        """Finish an input: all of its findings and problems have been written."""

    def end(self, summary: Summary) -> None:
        """Finish, after the last finding."""


class Statistics:
    """Counts findings by check and by game."""

    def __init__(self) -> None:
        self.checks: Counter[str] = Counter()
        self.games_of_check: Counter[str] = Counter()
        self.severities: dict[str, str] = {}
        self.games: dict[str, Counter[str]] = {}

    def add(self, finding: Finding, game: str) -> None:
        """Count a finding of a game."""
        check = finding.check
        self.severities[check] = finding.severity
        self.checks[check] += 1
        of_game = self.games.setdefault(game, Counter())
        of_game[check] += 1
        self.games_of_check[check] += of_game[check] == 1

    def lines(self, colours: Colours, columns: int | None = None) -> list[str]:
        """The two tables, largest counts first; [] without findings. columns: of the terminal, if any."""
        if not self.checks:
            return []
        return [*self._by_check(colours, columns), "", *self._by_game(colours), ""]

    def _by_check(self, colours: Colours, columns: int | None) -> list[str]:
        from auditor.output.tables import cut_text  # imports wcwidth

        checks = sorted(self.checks, key=lambda check: (-self.checks[check], check))
        widest = max([len(check) for check in checks])
        sizes = max([len(severity) for severity in SEVERITIES])
        lines = [colours.strong(f"findings    games  {'severity':{sizes}}  check")]
        for check in checks:
            severity = self.severities[check]
            painted = colours.severity(severity, severity.ljust(sizes))
            title = BY_ID[check].said("title") if check in BY_ID else ""
            if columns is not None:
                title = cut_text(title, max(columns - sizes - widest - 23, 0))
            counts = f"{self.checks[check]:8,} {self.games_of_check[check]:8,}"
            lines.append(f"{counts}  {painted}  {check:{widest}}  {colours.faint(title)}".rstrip())
        return lines

    def _by_game(self, colours: Colours) -> list[str]:
        from wcwidth import ljust, width  # which takes longer to import than most runs take

        games = sorted(self.games, key=lambda game: (-self.games[game].total(), game))
        listed = games[:GAMES_RANKED]
        widest = max([width(game) for game in listed])
        lines = [colours.strong(f"findings  {'game':{widest}}  checks")]
        for game in listed:
            counts = sorted(self.games[game].items(), key=lambda pair: (-pair[1], pair[0]))
            texts = [check if count == 1 else f"{check} ({count:,})" for check, count in counts[:CHECKS_OF_RANKED]]
            if len(counts) > CHECKS_OF_RANKED:
                texts.append(f"and {len(counts) - CHECKS_OF_RANKED} more")
            lines.append(f"{self.games[game].total():8,}  {ljust(game, widest)}  {', '.join(texts)}")
        if len(games) > len(listed):
            lines.append(f"          and {plural(len(games) - len(listed), 'more game')}")
        return lines


_NARROWEST_SENTENCE: Final = 30


class TextWriter(Writer):
    """Writes a block per finding: location and check, message, proof, the viewer's URL, and commands that show more.
    program: the command of this program. rules: the ruleset of the run. cap: how many findings of a check are printed;
    0 for all. columns: of the terminal, to which messages are wrapped; None where there is none.
    """

    def __init__(
        self, write: Callable[[str], object], program: str, rules: str = AUTO, cap: int = 0, colours: Colours = PLAIN,
        columns: int | None = None,
    ) -> None:  # fmt: skip
        super().__init__(write)
        self.columns = columns
        self.program = program
        self.rules = rules
        self.cap = cap
        self.colours = colours
        self.counts: Counter[str] = Counter()

    def finding(self, finding: Finding, game: GameResult, result: InputResult) -> None:
        """Write a finding, unless its check has reached the cap."""
        self.counts[finding.check] += 1
        if not self.cap or self.counts[finding.check] <= self.cap:
            self.write("\n".join(self._block(finding, game, result)) + "\n\n")

    def end(self, summary: Summary) -> None:
        """Write how many findings of each check were left out."""
        more = [(check, count - self.cap) for check, count in self.counts.most_common() if 0 < self.cap < count]
        for check, count in more:
            self.write(f"{self.colours.strong(check)}: {said('and-more', 'and {count} more', count=f'{count:,}')}\n")
        if more:
            hint = "--cap 0 shows them all, --format concise on a line each, --statistics counts them"
            self.write(f"  {said('cap-hint', hint)}\n\n")

    def _block(self, finding: Finding, game: GameResult, result: InputResult) -> list[str]:
        colours = self.colours
        location = location_text(finding, game, game_name(result, game))
        severity = LANGUAGE.get().text(finding.severity)
        check = colours.severity(finding.severity, f"{finding.check} {severity}")
        lines = [f"{colours.strong(location)}: {check} {finding.short_name}", *self._broken(printable(finding.message))]
        if finding.expected is not None:
            lines.append(f"  {said('label-expected', 'expected: ')}{colours.good(printable(str(finding.expected)))}")
        if finding.actual is not None:
            lines.append(f"  {said('label-actual', 'actual:   ')}{colours.bad(printable(str(finding.actual)))}")
        address = game.link(finding)
        link = f"   {address}" if address else ""
        line = "" if finding.line is None else f"   {said('line', 'line {line}', line=finding.line)}"
        lines.append(colours.faint(printable(f"  {said('label-rules', 'rules: ')}{game.ruleset}{link}{line}")))
        lines.append(colours.faint(f"  {said('label-more', 'more:  ')}{self.program} checks {finding.check}"))
        command = show_command(result, game, finding, self.rules)
        return [*lines, f"  {said('label-see', 'see:   ')}{self.program} {command}"] if command else lines

    def _broken(self, message: str) -> list[str]:
        """A message wrapped to the width of the terminal."""
        if self.columns is None:
            return [f"  {message}"]
        from wcwidth import wrap  # its import takes a fifth of a run without findings

        width = max(self.columns - 2, _NARROWEST_SENTENCE)
        return [f"  {line}" for line in wrap(message, width, break_on_hyphens=False)]


class ConciseWriter(Writer):
    """Writes a line per finding, for grep and for editors, which read ``FILE:LINE:`` at its start."""

    def __init__(self, write: Callable[[str], object], colours: Colours = PLAIN) -> None:
        super().__init__(write)
        self.colours = colours

    def finding(self, finding: Finding, game: GameResult, result: InputResult) -> None:
        """Write a finding."""
        where = finding.where
        # The numbers that `auditor show` takes.
        indexes = "".join([f" {one}" for one in where.indexes("hand", "event", "seat")])
        round = "" if where.round is None else f" {where.round}-{where.honba}"
        check = f"{self.colours.severity(finding.severity, f'{finding.check} {finding.severity}')} {finding.short_name}"
        line = "" if where.line is None else f"{where.line}:"
        name = self.colours.strong(game_name(result, game))
        self.write(f"{name}:{line}{round}{indexes}: {check}: {printable(' '.join(finding.message.split()))}\n")


class StatisticsWriter(Writer):
    """Writes only how many findings there are, by check and by game."""

    waits = True

    def __init__(self, write: Callable[[str], object], colours: Colours = PLAIN, columns: int | None = None) -> None:
        super().__init__(write)
        self.columns = columns
        self.colours = colours
        self.statistics = Statistics()

    def finding(self, finding: Finding, game: GameResult, result: InputResult) -> None:
        """Count a finding."""
        self.statistics.add(finding, game_name(result, game))

    def end(self, summary: Summary) -> None:
        """Write the counts."""
        for line in self.statistics.lines(self.colours, self.columns):
            self.write(line + "\n")
