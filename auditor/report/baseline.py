"""Findings that are known already: what a baseline holds, and what of a run is new compared with it.

A baseline is what ``auditor audit --format jsonl`` prints: a finding a line. Findings are the same where their log and
fingerprint are; of several that share both as many are known as it has.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from auditor.files.atomic import write_atomic
from auditor.results import NOTE, Finding, GameResult, InputResult, Location, ReportedFinding
from auditor.text import as_json, json_lines, plural

GONE_PRINTED: Final = 5
"""Known findings that are gone, printed one by one."""

Key = tuple[str, str]
"""The log of a finding, and its fingerprint."""


class BaselineError(ValueError):
    """A baseline that cannot be read; the message is one sentence that says what to do."""


class KnownFindings:
    """Findings known before a run. name: of what holds them. left: those not found again so far, by their keys.

    texts: of each, for when it is gone. entries: the lines of a baseline, each with its key. is_complete:
    whether all inputs so far could be read. unread: logs of the baseline of which a part could not be read.
    """

    def __init__(
        self,
        name: str,
        left: "Counter[Key]",
        texts: dict[Key, str] | None = None,
        entries: Sequence[tuple[Key, str]] = (),
    ) -> None:
        self.name = name
        self.entries = entries
        self.is_complete = True
        self.unread: set[str] = set()
        self.left = left
        self.texts = texts or {}
        self.found = 0
        self.logs: set[str] = set()
        self._of_baseline = {log for log, _ in self.texts}

    def without(self, result: InputResult) -> InputResult:
        """A result with its new findings alone; those that are known are counted."""
        logs = self._of_baseline.intersection([game.log for game in result.games])
        self.logs.update(logs)
        if result.problems:
            self.is_complete = False
            self.unread.update(logs)
        games = [
            msgspec.structs.replace(game, findings=[one for one in game.findings if not self._takes(one, game)])
            for game in result.games
        ]
        return msgspec.structs.replace(result, games=games)

    def _takes(self, finding: Finding, game: GameResult) -> bool:
        """Whether a finding is known, which makes one fewer of its kind."""
        key = game.log, finding.fingerprint
        if not self.left[key]:
            return False
        self.left[key] -= 1
        self.found += 1
        return True

    def lines(self, *, verbose: bool) -> list[str]:
        """What is printed of them after the run: how many were found again, and which are gone from the logs read."""
        lines = [f"known from {self.name}, not shown: {plural(self.found, 'finding')}"]
        gone = [self.texts[key] for key, count in self.left.items() for _ in range(count) if key[0] in self.logs]
        if gone:
            lines.append(f"gone, of those of {self.name}: {plural(len(gone), 'finding')}")
            printed = gone if verbose else gone[:GONE_PRINTED]
            lines += [f"  {text}" for text in printed]
            if len(gone) > len(printed):
                lines.append(f"  and {len(gone) - len(printed):,} more (--verbose)")
        return lines

    def entries_of_unread(self) -> list[str]:
        """Lines of the baseline that a run says nothing against, as it could not read everything; none if it could.

        An input that cannot be read does not give the ids of its logs. So all entries are left whose log was not read
        whole, but those found again.
        """
        if self.is_complete:
            return []
        left = Counter(self.left)
        lines = []
        for key, line in self.entries:
            if left[key] and (key[0] not in self.logs or key[0] in self.unread):
                left[key] -= 1
                lines.append(line)
        return lines


def write_baseline(
    path: str, findings: Sequence[ReportedFinding], entries: Sequence[str] = (), *, with_notes: bool
) -> int:
    """Write findings as a baseline; returns how many. Raises OSError.

    Args:
        path: Of the file.
        findings: Those of the run.
        entries: Lines of the baseline as it was, to be left in it.
        with_notes: Whether findings that are notes are written, too.
    """
    written = [one for one in findings if with_notes or one.finding.severity != NOTE]
    lines = [as_json(game.published(finding)) for finding, game, _ in written]
    lines = sorted([*lines, *entries])
    write_atomic(path, "".join([f"{line}\n" for line in lines]))
    return len(lines)


def read_baseline(path: str, *, may_be_missing: bool = False) -> KnownFindings:
    """The findings of a baseline. may_be_missing: then there are none. Raises BaselineError."""
    left: Counter[Key] = Counter()
    texts: dict[Key, str] = {}
    entries: list[tuple[Key, str]] = []
    try:
        text = Path(path).read_text("utf-8")
    except FileNotFoundError:
        if may_be_missing:
            return KnownFindings(path, left)
        raise BaselineError(f"{path}: there is no such file; --update-baseline makes it") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BaselineError(f"{path}: cannot be read: {error}") from None
    for number, line in enumerate(json_lines(text), 1):
        if not line.strip():
            continue
        try:
            published = json.loads(line)
            key = str(published["log"]), str(published["fingerprint"])
            hand = Location(round=published.get("round"), honba=published.get("honba")).text()
            texts[key] = f"{' '.join(filter(None, [key[0], hand]))}: {published['check']}: {published['message']}"
        except (ValueError, KeyError, TypeError, AttributeError):
            reason = "expected a finding, as --format jsonl or --update-baseline writes it"
            raise BaselineError(f"{path}, line {number}: {reason}") from None
        left[key] += 1
        entries.append((key, line))
    return KnownFindings(path, left, texts, entries)
