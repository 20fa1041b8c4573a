"""What the worker of the page calls: logs in; the report, the findings and the games without names out.

Logs are files of Pyodide's own file system, which is in memory and ends with the worker.
"""

import csv
import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Final

from auditor.core.audit.work import Settings
from auditor.core.checks.wording import LANGUAGE
from auditor.core.program import UserError, version
from auditor.core.results import InputResult
from auditor.core.rulesets import AUTO, names, settings_key
from auditor.core.rulesets.loading import SEVERAL_RULESETS, load
from auditor.core.sources import Limits, ReadProgress, SourceProblem, open_sources
from auditor.core.sources.addresses import holds_log
from auditor.core.text import csv_cell
from auditor.edit.anonymize import anonymize
from auditor.languages import language
from auditor.output.location import problem_text
from auditor.output.writers import REPORTED_KEYS, JsonLinesWriter, reported
from auditor.page import standings
from auditor.page.collect import InputCache
from auditor.page.page import HandChoice, PageOptions, report_page, verdict_text
from auditor.unknown_rules import revise_findings

LOGS: Final = "/logs"
NAMELESS: Final = "/without-names"
RULES: Final = "/rules"
PASTED: Final = "pasted.txt"
INFER: Final = "infer"
FEW_INPUTS: Final = 12
"""Up to so many inputs the report shows every hand, and not only those with findings."""

Note = Callable[[int, int], None]
"""Called with the number of games judged so far, and of their hands."""


def speak(name: str) -> None:
    """Print in a language from now on. Raises LanguageError."""
    LANGUAGE.set(language(name))


def choices() -> str:
    """The program's version, and the name and title of each of its rulesets, as JSON."""
    return json.dumps({"version": version(), "rulesets": [[name, load(name).title] for name in names()]})


def clear() -> None:
    """Forget the logs."""
    os.chdir("/")
    for folder in (LOGS, NAMELESS, RULES):
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)


def place(name: str) -> str:
    """Where to keep a log, or an archive of logs. name: its path in the folder that was dropped, or its file's name."""
    parts = [part for part in PurePosixPath(name.replace("\\", "/")).parts if part not in ("/", "..")]
    path = os.path.join(LOGS, *(parts or ["log"]))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def judge(asked: str, note: Note, write: Callable[[str], None]) -> str:
    """Judge the logs that are kept.

    Args:
        asked: What is asked for, as JSON: text (pasted, or ""), rules (a name, ``auto``, ``infer`` or ``own``), own
            (the TOML of one's own), hands (``auto``, ``every`` or ``found``), nameless, title.
        note: Called after each game.
        write: Takes the page.

    Returns:
        JSON: verdict, counts, problems and notes as texts, players, and the findings as JSON Lines and as CSV; or the
        error, where the rules are none.
    """
    try:
        return json.dumps(_judged(json.loads(asked), note, write))
    except UserError as error:
        return json.dumps({"error": str(error).replace(f"{RULES}/", "")})


_last: Final[list[tuple[list[str], str]]] = []


def last() -> tuple[list[str], str]:
    """What was judged last, in the folder to work in, and by which rules."""
    return _last[0]


def _judged(options: dict[str, Any], note: Note, write: Callable[[str], None]) -> dict[str, object]:
    paths = _paths(options["text"])
    notes: list[str] = []
    if options["nameless"]:
        paths, notes = _without_names(paths)
    rules, told = _rules(options, paths)
    found = _Found(note)
    cache = InputCache(open_sources(paths, Limits(), ReadProgress()))
    settings_key(rules)  # which raises RulesetError where they are none
    settings = Settings(rules, revise_findings, summarize=found.summarize)
    _last[:] = [(paths, rules)]
    is_every = options["hands"] == "every" or (options["hands"] == "auto" and _are_few())
    page_options = PageOptions(options["title"], "", HandChoice(is_every=is_every), has_terminal=False)
    page, data = report_page(cache, settings, page_options, note=found.add)
    write(page)
    return {
        "verdict": verdict_text(data.summary), "games": data.summary.games, "hands": data.summary.hands,
        "faulty": data.summary.verdict.faulty, "problems": [problem_text(*one) for one in data.problems],
        "players": sorted({name for game in data.games for name in game.game.players if name}),
        "notes": [*told, *notes], "lines": "".join(found.lines), "csv": csv_text(REPORTED_KEYS, found.rows),
        "findings": sum(data.counts.values()),
    }  # fmt: skip


class Counted:
    """Counts games while they are judged."""

    def __init__(self, note: Note) -> None:
        self.note = note
        self.games = self.hands = 0

    def summarize(self, number: int, log: str, audit: Any) -> object:
        """The summary of a game, which is counted."""
        self.games += 1
        self.hands += len(audit.game.hands)
        self.note(self.games, self.hands)
        return standings.summarize_game(number, log, audit)


class _Found(Counted):
    """Counts games, and writes the findings of each input."""

    def __init__(self, note: Note) -> None:
        super().__init__(note)
        self.lines: list[str] = []
        self.rows: list[list[object]] = []

    def add(self, inputs: int, results: list[InputResult]) -> None:
        """Write the findings of inputs, as ``auditor audit`` does."""
        writer = JsonLinesWriter(self.lines.append)
        for result in results:
            for finding, game, _ in result.findings():
                writer.finding(finding, game, result)
                self.rows.append([*reported(finding, game, result).values()])


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV, in which no spreadsheet finds a formula."""
    made = io.StringIO()
    table = csv.writer(made, lineterminator="\n")
    table.writerow(columns)
    table.writerows([[_cell(value) for value in row] for row in rows])
    return made.getvalue()


def _cell(value: object) -> str:
    if value is None or isinstance(value, str):
        return csv_cell(value or "")
    return (
        csv_cell(json.dumps(value, ensure_ascii=False, default=str)) if isinstance(value, list | dict) else str(value)
    )


def _paths(text: str) -> list[str]:
    """What to read, from the folder of logs. text: a log, or the address of a page that holds one."""
    os.chdir(LOGS)
    address = text.strip()
    if address.startswith(("https://", "http://")) and holds_log(address) and "\n" not in address:
        return [address]
    if address:
        Path(PASTED).write_text(text, "utf-8")
    return [f"./{name}" if name == "-" else name for name in sorted(os.listdir("."))]


def _are_few() -> bool:
    return sum([len(files) for _, _, files in os.walk(".")]) <= FEW_INPUTS


def _rules(options: dict[str, Any], paths: list[str]) -> tuple[str, list[str]]:
    """The ruleset to judge by, and what there is to say of it. Raises UserError."""
    chosen = options["rules"]
    if chosen == INFER:
        return _inferred(paths)
    if chosen != "own":
        return chosen, []
    return _written("own.toml", options["own"]), []


def _inferred(paths: list[str]) -> tuple[str, list[str]]:
    from auditor.unknown_rules.inference import infer, input_games
    from auditor.unknown_rules.text import inference_toml, summary_line

    with input_games(paths, 1) as source:
        inferences = infer(source)
    if not inferences:
        return AUTO, ["no game could be read, and no rules out of any"]
    written = [_written(f"inferred-{number}.toml", inference_toml(one)) for number, one in enumerate(inferences, 1)]
    return SEVERAL_RULESETS.join(written), [summary_line(one) for one in inferences]


def _written(name: str, text: str) -> str:
    path = os.path.join(RULES, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def _without_names(paths: list[str]) -> tuple[list[str], list[str]]:
    """Write the logs without names. Returns the files, which are in the folder to work in now, and what to know."""
    notes: list[str] = []
    number = 0
    for item in open_sources(paths):
        try:
            made = [] if isinstance(item, SourceProblem) else anonymize(item)
        except UserError as error:
            notes.append(str(error))
            continue
        if isinstance(item, SourceProblem):
            notes.append(problem_text(InputResult(item.path, item.member), item.problem))
        for log in made:
            number += 1
            name = f"{number:04}{'-' if log.log_id else ''}{log.log_id}{log.ending}"
            notes += [f"{name}: {line}" for line in log.lines(is_alone=False)]
            with open(os.path.join(NAMELESS, name), "wb") as file:
                file.write(log.data)
    os.chdir(NAMELESS)
    return sorted(os.listdir(".")), notes


def nameless_archive() -> bytes:
    """The logs without names, as a zip archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(os.listdir(NAMELESS)):
            with open(os.path.join(NAMELESS, name), "rb") as file:
                archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), file.read())
    return made.getvalue()
