"""Coverage-guided fuzzing of the readers, by hand (it is no part of the tests)::

    pip install atheris
    python tests/fuzz/fuzz_formats.py mjlog CORPUS_FOLDER -max_total_time=1200 -timeout=20 -rss_limit_mb=1500

The first argument is the name of a format; the rest is libFuzzer's. The folder holds inputs to start from, the
fixtures for example (for Mahjong Soul's bytes, what `majsoul_seeds.py` writes), and takes new ones. Every input must
end in games and problems, and every game in an audit; a problem that says ``internal error`` or that a reader failed
is a crash here.
"""

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[2]))

with atheris.instrument_imports(include=["auditor"]):
    from auditor.core.audit.game import audit_game
    from auditor.core.errors import Problem, ReadError
    from auditor.core.reading import FORMATS, HEAD_BYTES
    from auditor.core.rulesets import choose

FORMAT = next(format for format in FORMATS if format.name == sys.argv[1])


def one_input(data: bytes) -> None:
    """Read an input, if it is one of the format, and audit what it holds."""
    if not FORMAT.matches(data[: 4 * HEAD_BYTES].lstrip()[:HEAD_BYTES]):
        return
    try:
        for game in FORMAT.read(data, "2020010203gm-00a9-0000-00000001.log"):
            if isinstance(game, Problem):
                continue
            audit = audit_game(game, choose("auto", game)[0])
            for problem in audit.problems:
                raise AssertionError(f"{problem.place}: {problem.message}")
    except ReadError:
        pass


if __name__ == "__main__":
    atheris.Setup([sys.argv[0], *sys.argv[2:]], one_input)
    atheris.Fuzz()
