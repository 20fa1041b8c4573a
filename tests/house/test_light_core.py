"""Reading and judging logs imports little besides the standard library; heavy packages are imported where needed."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.loads import lines_loaded_by_an_audit
from support.packing import database, zstd
from support.paths import FIXTURES

from auditor import api
from auditor.core.reading import FORMATS, Format, detect

HEAVY = ["duckdb", "pyarrow", "lxml", "rich", "google", "tomlkit", "click", "backports", "compression", "sqlite3"]
HEAVY += ["jinja2", "boto3", "numpy", "bz2", "lzma"]
LOGS = {
    "mjlog": "riichi/kan-waits/fires.mjlog",
    "tenhou6": "cases/zh/open-riichi-by-riichi.json",
    "mjai": "call/meld/closed-kan.jsonl",
    "majiang": "dora/timing/majiang.json",
    "majsoul": "server/flag/silent.json",
    "mleague": "dora/timing/mleague.json",
    "mjx": "tiles/not-held/mjx.json",
    "mjscore": "tiles/not-held/mjscore.txt",
    "riichicity": "turn/tsumogiri/riichi-city.json",
}

MOST_MODULES, MOST_LINES = 130, 26_500
"""What the audit of a log of any format may load if nothing is in doubt; of an mjlog, `test_measures` says it."""

PROGRAM = """
import json, sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in refused:
            raise ModuleNotFoundError(f"{name} is refused", name=name)

refused = json.loads(sys.argv[1])
for name in refused:
    sys.modules.pop(name, None)  # what the start of an environment may have loaded
sys.meta_path.insert(0, Refused())
from auditor import api

def shown(one):
    return one.message if isinstance(one, api.Problem) else [repr(finding) for finding in api.audit(one).findings]

print(json.dumps([[shown(one) for one in api.read(path)] for path in sys.argv[2:]]))
"""


def shown(refused: list[str], *paths: Path) -> Any:
    """The findings of each game in the files, or the message of what cannot be read, without some libraries."""
    command = [sys.executable, "-c", PROGRAM, json.dumps(refused), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_there_is_a_log_of_each_format() -> None:
    formats = {name: detect((FIXTURES / path).read_bytes()) for name, path in LOGS.items()}
    assert {name: format.name for name, format in formats.items() if isinstance(format, Format)} == {
        format.name: format.name for format in FORMATS
    }, "LOGS names a fixture of each format"


def test_a_log_of_each_format_is_judged_without_what_is_heavy() -> None:
    paths = [FIXTURES / path for path in LOGS.values()]
    with_all = shown([], *paths)
    assert all(len(games) == 1 for games in with_all)
    assert sum(len(findings) for (findings,) in with_all) >= len(LOGS) - 1
    assert shown(HEAVY, *paths) == with_all


@pytest.mark.parametrize("name", LOGS)
def test_a_log_loads_its_own_format_and_of_others_how_they_are_recognized(name: str, tmp_path: Path) -> None:
    lines = lines_loaded_by_an_audit(FIXTURES / LOGS[name], tmp_path)
    assert (len(lines) <= MOST_MODULES, sum(lines) <= MOST_LINES) == (True, True), (len(lines), sum(lines))


@pytest.mark.parametrize(
    ("content", "library", "message"),
    [
        (lambda: zstd.compress(b"<mjloggm/>"), "backports", "zstd data is unpacked by backports.zstd"),
        (lambda: database("logs", "log_id, log_content", ("a", b"<mjloggm/>")), "sqlite3", "Python's sqlite3"),
    ],
    ids=["zstd", "sqlite"],
)
def test_a_missing_library_is_a_problem_that_names_it(
    content: Callable[[], bytes], library: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "packed"
    path.write_bytes(content())
    (problems,) = shown([library, "compression"], path)
    assert len(problems) == 1
    assert message in problems[0]
    assert problems[0].endswith("which is not installed")


def test_what_needs_the_database_is_there_when_it_is_asked_for() -> None:
    from auditor.core.store.queries import QueryResult

    assert api.QueryResult is api.Answer is QueryResult
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        api.Nothing  # noqa: B018


def test_a_page_without_charts_is_made_without_the_database(tmp_path: Path) -> None:
    program = (
        "import atexit, sys\nfrom auditor.cli import cli\n"
        "atexit.register(lambda: print({'duckdb', 'pyarrow', 'numpy', 'lxml'} & set(sys.modules)))\ncli.main()"
    )
    page = ["report", str(FIXTURES / LOGS["mjlog"]), "--no-charts", "-o", str(tmp_path / "page.html")]
    done = subprocess.run([sys.executable, "-c", program, *page], capture_output=True, encoding="utf-8", check=False)
    assert done.stdout.endswith("set()\n"), done.stdout + done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_load_leaves_pandas_alone(jobs: str, tmp_path: Path) -> None:
    """Arrow loads it, where it is installed, at the first column."""
    (tmp_path / "pandas.py").write_text("import sys; sys.stderr.write('it is loaded')", "utf-8")
    arguments = ["audit", FIXTURES / "evening", "--db", tmp_path / "games", "--jobs", jobs, "--fail-on", "never"]
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": paths}
    command = [sys.executable, "-m", "auditor", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=environment)
    assert (done.returncode, "it is loaded" in done.stderr) == (0, False), done.stderr
