"""The fixture ``audited``: a log in memory, audited within a test."""

from pathlib import Path
from typing import Final

import pytest

from auditor.audit.game import Audit, audit_game
from auditor.audit.worker import Result, player_of
from auditor.events import Game
from auditor.findings import Told, Verdict, finding_row
from auditor.formats import WRITABLE
from auditor.logs import Data, data_bytes, parse_logs
from auditor.problems import Problem
from auditor.rulesets import choose
from auditor.sources import STANDARD_INPUT
from auditor.testing.judging import Judge, fault_text

_FORMS: Final = ("mjlog", "mjai", "tenhou6")
"""Formats in which a game with faults is kept that its own format cannot say."""


class Audited:
    """Audits logs, and fails the test that calls it by what is found; a log with faults is kept in a file.

    judge: how they are judged. folders: where faulty logs are kept.
    """

    def __init__(self, judge: Judge, folders: pytest.TempPathFactory) -> None:
        self.judge = judge
        self.folders = folders

    def __call__(self, log: Data | Game, rules: str | None = None, name: str = "log") -> list[Audit]:
        """The audit of each game of a log. rules: what judges it, in place of the run's. name: what to call it.

        Fails the test for findings as grave as the project's ``fail-on``, and for what cannot be read. Raises
        RulesetError, and TypeError for what is no log.
        """
        __tracebackhide__ = True
        chosen = self.judge.rules if rules is None else rules
        data = None if isinstance(log, Game) else data_bytes(log)
        found = [log] if isinstance(log, Game) else [one.found for one in parse_logs(data or b"", name)]
        problems = [one for one in found if isinstance(one, Problem)]
        audits = [audit_game(one, choose(chosen, one)[0]) for one in found if isinstance(one, Game)]
        result = _result(STANDARD_INPUT, name, audits, problems)
        faults = self.judge.faults([result])
        if faults or result.problems:
            path = self._kept(log, name) if isinstance(log, Game) else self._file(data or b"", name)
            kept = result._replace(path=path)
            pytest.fail(fault_text([kept], [(told, kept) for told, _ in faults], chosen))
        return audits

    def _kept(self, game: Game, name: str) -> str:
        """A game as a file, in its own format or another that can say it; standard input where there is none."""
        for form in dict.fromkeys([game.format, *_FORMS]):
            write = WRITABLE[form].write if form in WRITABLE else None
            if write is not None:
                try:
                    return self._file(write(game, "").encode("utf-8", "replace"), f"{name}{WRITABLE[form].ending}")
                except ValueError:
                    continue
        return STANDARD_INPUT

    def _file(self, data: bytes, name: str) -> str:
        path: Path = self.folders.mktemp("auditor") / name.replace("/", "_").replace("\\", "_")
        path.write_bytes(data)
        return str(path)


def _result(path: str, name: str, audits: list[Audit], problems: list[Problem]) -> Result:
    """What the audits of an input came to. path: where it lies; name: what the log is called without an id."""
    told = [
        Told(
            finding_row(finding, audit.game.log_id or name, audit.game.log_id, audit.ruleset.name),
            player_of(audit.game, finding.seat),
            number,
        )
        for number, audit in enumerate(audits)
        for finding in audit.findings
    ]
    wrong = [*problems, *[problem for audit in audits for problem in audit.problems]]
    return Result(
        path, None, findings=tuple(told), problems=tuple([(one.place, one.message) for one in wrong]),
        verdicts=tuple([Verdict((), True)] * len(audits)), logs=tuple([audit.game.log_id or name for audit in audits]),
    )  # fmt: skip
