"""Findings counted: which checks found how many in how many games, and which games have the most."""

from collections import Counter
from typing import Final

from auditor.checks import BY_ID
from auditor.findings import CHECK, SEVERITIES, SEVERITY, Told
from auditor.report.colours import Colours
from auditor.words import counted

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
        from auditor.report.table import cut_text  # it measures text

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
            lines.append(f"          and {counted(len(games) - len(told), 'more game')}")
        return lines
