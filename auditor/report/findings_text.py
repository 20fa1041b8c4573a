"""Findings for people: as blocks, on a line each, or only counted."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from auditor.audit.worker import Result
from auditor.checks import BY_ID
from auditor.report.location import game_name, location_text, show_command
from auditor.report.style import PLAIN, Colours
from auditor.report.summary import Summary
from auditor.report.writers import Writer
from auditor.results import CHECK, LINE, SEVERITIES, SEVERITY, Told
from auditor.rulesets import AUTO
from auditor.text import plural

GAMES_RANKED: Final = 20
CHECKS_OF_RANKED: Final = 3


class Statistics:
    """Counts of findings, added up one by one. The findings of a game follow one another."""

    def __init__(self) -> None:
        self.checks: Counter[str] = Counter()
        self.games_of_check: Counter[str] = Counter()
        self.severities: dict[str, str] = {}
        self.games: dict[str, Counter[str]] = {}

    def add(self, told: Told, game: str) -> None:
        """Count a finding of a game."""
        check = str(told.row[CHECK])
        self.severities[check] = str(told.row[SEVERITY])
        self.checks[check] += 1
        of_game = self.games.setdefault(game, Counter())
        of_game[check] += 1
        self.games_of_check[check] += of_game[check] == 1

    def lines(self, colours: Colours, columns: int | None = None) -> list[str]:
        """The two tables, those with the most first; nothing without findings. columns: of the terminal, if any."""
        if not self.checks:
            return []
        return [*self._by_check(colours, columns), "", *self._by_game(colours), ""]

    def _by_check(self, colours: Colours, columns: int | None) -> list[str]:
        from auditor.report.tables import cut_text  # it measures text

        checks = sorted(self.checks, key=lambda check: (-self.checks[check], check))
        widest = max([len(check) for check in checks])
        sizes = max([len(severity) for severity in SEVERITIES])
        lines = [colours.strong(f"findings    games  {'severity':{sizes}}  check")]
        for check in checks:
            severity = self.severities[check]
            painted = colours.severity(severity, severity.ljust(sizes))
            title = BY_ID[check].title if check in BY_ID else ""
            if columns is not None:
                title = cut_text(title, max(columns - sizes - widest - 23, 0))
            lines.append(
                f"{self.checks[check]:8,} {self.games_of_check[check]:8,}  {painted}"
                f"  {check:{widest}}  {colours.faint(title)}".rstrip()
            )
        return lines

    def _by_game(self, colours: Colours) -> list[str]:
        from wcwidth import ljust, width  # which takes longer to import than most runs need

        games = sorted(self.games, key=lambda game: (-self.games[game].total(), game))
        told = games[:GAMES_RANKED]
        widest = max([width(game) for game in told])
        lines = [colours.strong(f"findings  {'game':{widest}}  checks")]
        for game in told:
            found = sorted(self.games[game].items(), key=lambda pair: (-pair[1], pair[0]))
            texts = [check if count == 1 else f"{check} ({count:,})" for check, count in found[:CHECKS_OF_RANKED]]
            if len(found) > CHECKS_OF_RANKED:
                texts.append(f"and {len(found) - CHECKS_OF_RANKED} more")
            lines.append(f"{self.games[game].total():8,}  {ljust(game, widest)}  {', '.join(texts)}")
        if len(games) > len(told):
            lines.append(f"          and {plural(len(games) - len(told), 'more game')}")
        return lines


_NARROWEST_SENTENCE: Final = 30


class TextWriter(Writer):
    """A block a finding: where and what, why, the proof, the viewer's address, and what to call to see more.

    program: how to call this one. rules: what the run judges by. cap: findings of a check that are told; 0 for all.
    columns: of the terminal, to which sentences are broken; None where there is none.
    """

    def __init__(
        self,
        write: Callable[[str], object],
        program: str,
        rules: str = AUTO,
        cap: int = 0,
        colours: Colours = PLAIN,
        columns: int | None = None,
    ) -> None:
        super().__init__(write)
        self.columns = columns
        self.program = program
        self.rules = rules
        self.cap = cap
        self.colours = colours
        self.found: Counter[str] = Counter()

    def finding(self, told: Told, result: Result) -> None:
        """One finding."""
        check = str(told.row[CHECK])
        self.found[check] += 1
        if not self.cap or self.found[check] <= self.cap:
            self.write("\n".join(self._block(told, result)) + "\n\n")

    def end(self, summary: Summary) -> None:
        """How many were not told."""
        more = [(check, count - self.cap) for check, count in self.found.most_common() if 0 < self.cap < count]
        for check, count in more:
            self.write(f"{self.colours.strong(check)}: and {count:,} more\n")
        if more:
            self.write("  --cap 0 tells them all, --format concise on a line each, --statistics counts them\n\n")

    def _block(self, told: Told, result: Result) -> list[str]:
        values = told.named()
        colours = self.colours
        place = location_text(told.row, told.player, game_name(result, told.game))
        check = colours.severity(str(values["severity"]), f"{values['check']} {values['severity']}")
        lines = [f"{colours.strong(place)}: {check}", *self._broken(str(values["message"]))]
        if values["expected"] is not None:
            lines.append(f"  expected: {colours.good(str(values['expected']))}")
        if values["actual"] is not None:
            lines.append(f"  actual:   {colours.bad(str(values['actual']))}")
        link = f"   {values['link']}" if values["link"] else ""
        line = "" if told.row[LINE] is None else f"   line {told.row[LINE]}"
        lines.append(colours.faint(f"  rules: {values['ruleset']}{link}{line}"))
        lines.append(colours.faint(f"  more:  {self.program} checks {values['check']}"))
        command = show_command(result, told, self.rules)
        return [*lines, f"  see:   {self.program} {command}"] if command else lines

    def _broken(self, message: str) -> list[str]:
        """A sentence on lines as long as the terminal's."""
        if self.columns is None:
            return [f"  {message}"]
        from wcwidth import wrap  # a fifth of the time that a run without findings takes

        return [
            f"  {line}" for line in wrap(message, max(self.columns - 2, _NARROWEST_SENTENCE), break_on_hyphens=False)
        ]


class ConciseWriter(Writer):
    """A line a finding, for grep and for editors, which open the file before the first colon at the line after it."""

    def __init__(self, write: Callable[[str], object], colours: Colours = PLAIN) -> None:
        super().__init__(write)
        self.colours = colours

    def finding(self, told: Told, result: Result) -> None:
        """One finding."""
        values = told.named()
        place = "".join(
            [f" {key} {values[key]}" for key in ("hand", "event", "seat") if values[key] is not None]
        )  # the numbers that `show` takes
        round = "" if values["round"] is None else f" {values['round']}-{values['honba']}"
        check = self.colours.severity(str(values["severity"]), f"{values['check']} {values['severity']}")
        line = "" if told.row[LINE] is None else f"{told.row[LINE]}:"
        name = self.colours.strong(game_name(result, told.game))
        self.write(f"{name}:{line}{round}{place}: {check}: {' '.join(str(values['message']).split())}\n")


class StatisticsWriter(Writer):
    """Only how many findings there are, by check and by game."""

    waits = True

    def __init__(self, write: Callable[[str], object], colours: Colours = PLAIN, columns: int | None = None) -> None:
        super().__init__(write)
        self.columns = columns
        self.colours = colours
        self.statistics = Statistics()

    def finding(self, told: Told, result: Result) -> None:
        """Count one finding."""
        self.statistics.add(told, game_name(result, told.game))

    def end(self, summary: Summary) -> None:
        """Tell the counts."""
        for line in self.statistics.lines(self.colours, self.columns):
            self.write(line + "\n")
