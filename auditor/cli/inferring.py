"""Inferring rules from logs on the command line: with progress, into ruleset files, and for ``--rules infer``."""

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING

from auditor.cli.options import UsageError, naming_unwritable, print_lines
from auditor.core.files.atomic import write_atomic
from auditor.core.rulesets.loading import SEVERAL_RULESETS
from auditor.unknown_rules.text import inference_toml, summary_line

if TYPE_CHECKING:
    from auditor.cli.progress import ProgressSnapshot
    from auditor.unknown_rules.inference import Inference


def infer_rules(paths: Sequence[str], progress: bool | None) -> "tuple[list[Inference], list[str]]":
    """Infer the rules of logs: those of each group of games, and a line for each log that could not be read. paths:
    files, folders and archives of logs. progress: the value of ``--progress``.
    """
    from auditor.cli.progress import ProgressSnapshot, progress_of
    from auditor.unknown_rules.inference import infer, input_games

    now = [""]

    def report(text: str) -> None:
        now[0] = text

    with input_games(paths) as source:

        def snapshot() -> "ProgressSnapshot":
            return ProgressSnapshot(now[0], None, source.games, "games")

        with progress_of(snapshot, progress):
            inferences = infer(source, report)
        return inferences, list(source.problems)


def inferred_spec(paths: Sequence[str], progress: bool | None) -> str:
    """The ruleset files that replace ``--rules infer``; they are not deleted, so that ``show`` finds them later. Prints
    a line for each. Raises UsageError where none of the logs can be read.
    """
    inferences, _ = infer_rules(paths, progress)
    if not inferences:
        raise UsageError("--rules infer: no game could be read, and no rules out of any")
    digest = sha256("\0".join([inference_toml(one) for one in inferences]).encode()).hexdigest()[:12]
    names = written_rules(inferences, os.path.join(gettempdir(), f"auditor-rules-{digest}.toml"))
    for one, name in zip(inferences, names, strict=True):
        print_lines(f"{summary_line(one)}: {name}")
    return SEVERAL_RULESETS.join(names)


def written_rules(inferences: "Sequence[Inference]", file: str) -> list[str]:
    """Write the rules of each group as a ruleset file: the first into `file`, the next into ``NAME-2.toml``, and so on.
    Returns the names of the files. Raises UsageError where one cannot be written.
    """
    if not file.endswith(".toml"):
        raise UsageError(f"--output: {file}: a ruleset is a file whose name ends in .toml")
    names = []
    for number, one in enumerate(inferences):
        path = Path(file)
        name = file if number == 0 else str(path.with_name(f"{path.stem}-{number + 1}.toml"))
        with naming_unwritable(f"--output: {name}"):
            write_atomic(name, inference_toml(one))
        names.append(name)
    return names
