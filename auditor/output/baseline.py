"""Baselines of known findings, and which findings of a run are new compared with one.

A baseline has the form of ``auditor audit --format jsonl``: one finding per line; its ``log`` and its ``short_name`` or
``fingerprint`` are enough. Findings are the same if their log and name are; of several, as many as the baseline has.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from auditor.core import results
from auditor.core.files.atomic import write_atomic
from auditor.core.program import UserError
from auditor.core.text import as_json, json_lines, json_of, plural
from auditor.output.location import place_text

GONE_PRINTED: Final = 5
"""How many of the known findings that are gone are printed one by one."""

Key = tuple[str, str]
"""The log of a finding, and its short name."""


class BaselineError(UserError):
    """A baseline that cannot be read; the message is one sentence that says what to do."""


class KnownFindings:
    """Findings known before a run. name: of the baseline. remaining: how many are not found again so far, by key.
    texts: describe each finding, to print it when it is gone. entries: the lines of the baseline, each with its key.
    is_complete: whether all inputs so far could be read. unread: logs of the baseline that could not be read in full.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.remaining: Counter[Key] = Counter()
        self.texts: dict[Key, str] = {}
        self.entries: list[tuple[Key, str]] = []
        self.is_complete = True
        self.unread: set[str] = set()
        self.found = 0
        self.logs: set[str] = set()
        self._of_baseline: set[str] = set()

    def add(self, key: Key, line: str, text: str) -> None:
        """Add a finding of the baseline. line: its entry. text: describes it."""
        self.remaining[key] += 1
        self.texts[key] = text
        self.entries.append((key, line))
        self._of_baseline.add(key[0])

    def without(self, result: results.InputResult) -> results.InputResult:
        """A result with its new findings alone; the known ones are counted off."""
        logs = self._of_baseline.intersection([game.log for game in result.games])
        self.logs.update(logs)
        if result.problems:
            self.is_complete = False
            self.unread.update(logs)
        games = [
            msgspec.structs.replace(game, findings=[one for one in game.findings if not self._count_off(one, game)])
            for game in result.games
        ]
        return msgspec.structs.replace(result, games=games)

    def _count_off(self, finding: results.Finding, game: results.GameResult) -> bool:
        """Count off a finding that is known. Returns whether it is."""
        key = game.log, finding.short_name
        if not self.remaining[key]:
            return False
        self.remaining[key] -= 1
        self.found += 1
        return True

    def lines(self, *, verbose: bool) -> list[str]:
        """Lines to print after the run: how many findings were found again, and which are gone from the logs read."""
        lines = [f"known from {self.name}, not shown: {plural(self.found, 'finding')}"]
        gone = [self.texts[key] for key, count in self.remaining.items() for _ in range(count) if key[0] in self.logs]
        if gone:
            lines.append(f"gone, of those of {self.name}: {plural(len(gone), 'finding')}")
            printed = gone if verbose else gone[:GONE_PRINTED]
            lines += [f"  {text}" for text in printed]
            if len(gone) > len(printed):
                lines.append(f"  and {len(gone) - len(printed):,} more (--verbose)")
        return lines

    def unverified_entries(self) -> list[str]:
        """The lines of the baseline that may still hold because the run could not read everything; [] if it could. The
        ids of logs in an input that cannot be read are unknown. So these are all entries whose log was not read in
        full, except those found again.
        """
        if self.is_complete:
            return []
        remaining = Counter(self.remaining)
        lines = []
        for key, line in self.entries:
            if remaining[key] and (key[0] not in self.logs or key[0] in self.unread):
                remaining[key] -= 1
                lines.append(line)
        return lines


def write_baseline(
    path: str, findings: Sequence[results.ReportedFinding], entries: Sequence[str] = (), *, with_notes: bool
) -> int:
    """Write findings as a baseline; returns how many. Raises OSError. path: of the baseline. findings: those of the
    run. entries: lines of the previous baseline to keep. with_notes: whether notes are written, too."""
    written = [one for one in findings if with_notes or one.finding.severity != results.NOTE]
    lines = [as_json(game.published(finding)) for finding, game, _ in written]
    lines = sorted([*lines, *entries])
    write_atomic(path, "".join([f"{line}\n" for line in lines]))
    return len(lines)


def read_baseline(path: str, *, may_be_missing: bool = False) -> KnownFindings:
    """Read a baseline. may_be_missing: a missing file is an empty baseline. Raises BaselineError."""
    known = KnownFindings(path)
    try:
        with open(path, "rb") as file:
            data = file.read((1 << 27) + 1)
        if len(data) > 1 << 27:
            raise ValueError("it is larger than 128 MiB")
        text = data.decode()
    except FileNotFoundError:
        if may_be_missing:
            return known
        raise BaselineError(f"{path}: there is no such file; --update-baseline makes it") from None
    except (OSError, ValueError) as error:
        raise BaselineError(f"{path}: cannot be read: {error}") from None
    for number, line in enumerate(json_lines(text), 1):
        if not line.strip():
            continue
        try:
            published = json_of(line)
            name = published.get("short_name") or published["fingerprint"]
            key = str(published["log"]), results.finding_name(str(name))[: results.NAME_DIGITS]
            hand = place_text(msgspec.convert([None, published.get("round"), published.get("honba")], results.Location))
            said = [published[part] for part in ("check", "message") if part in published] or [key[1]]
            shown = ": ".join([" ".join(filter(None, [key[0], hand])), *map(str, said)])
        except (ValueError, KeyError, TypeError, AttributeError):
            reason = "expected a finding, as --format jsonl or --update-baseline writes it"
            raise BaselineError(f"{path}, line {number}: {reason}") from None
        known.add(key, line, shown)
    return known
