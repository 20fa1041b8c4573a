"""The benchmarks: their simulated games, whether they run, and the comparison of two versions of the program."""

import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path

import pytest
import run
import same

from auditor.core.audit.game import audit_game
from auditor.core.events import KIND_NAMES, Game
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.results import NOTE
from auditor.core.rulesets import choose
from auditor.testing.simulate import games

GAMES = 12
CHECKOUT = Path(same.__file__).parent.parent


@pytest.mark.parametrize("number", range(GAMES))
def test_a_played_game_audits_clean_and_is_proven_by_its_seed(number: int, played: list[str]) -> None:
    game = next(read(played[number].encode(), "x"))
    assert isinstance(game, Game)
    audit = audit_game(game, choose("auto", game)[0])
    assert [one.message for one in audit.findings if one.severity != NOTE] == []
    assert [line for record in audit.records for line in record.unjudged] == []
    assert game.result is not None


@pytest.mark.parametrize("form", sorted(FORMAT_BY_NAME))
def test_a_played_game_is_clean_in_each_format(form: str, played: list[str]) -> None:
    write = FORMAT_BY_NAME[form].write
    for text in played[:GAMES]:
        original = next(read(text.encode(), "x"))
        assert isinstance(original, Game)
        written = list(read(write(original, "").encode(), "x"))
        assert len(written) == 1
        game = written[0]
        assert isinstance(game, Game)
        audit = audit_game(game, choose("auto", game)[0])
        assert [one.message for one in audit.findings if one.severity != NOTE] == []
        assert not audit.problems
        assert len(audit.records) == len(original.hands)


def test_the_games_hold_everything(played: list[str]) -> None:
    kinds: Counter[str] = Counter()
    for text in played[:GAMES]:
        game = next(read(text.encode(), "x"))
        assert isinstance(game, Game)
        kinds.update([KIND_NAMES[event.kind] for hand in game.hands for event in hand.events])
    assert all(
        [kinds[kind] for kind in ("chi", "pon", "closed kan", "added kan", "riichi", "dora", "win", "ryuukyoku")]
    )


def test_simulated_games_are_always_the_same(played: list[str]) -> None:
    assert [log.decode() for log in games(3)] == played[:3]


# A program that says what the checkout's does, but of one word of the findings printed, and one column of its database.
CHANGED = """#!{python}
import subprocess, sys
import duckdb

result = subprocess.run([sys.executable, "-m", "auditor", *sys.argv[1:]], capture_output=True, text=True,
                        env={{"PYTHONPATH": {checkout!r}}})
sys.stderr.write(result.stderr)
sys.stdout.write(result.stdout.replace("violation", "error"))
if "--db" in sys.argv:
    with duckdb.connect(sys.argv[sys.argv.index("--db") + 1]) as connection:
        connection.execute("UPDATE all_seats SET player = 'Nobody' WHERE seat = 0")
        connection.execute("ALTER TABLE all_hands ADD COLUMN weather VARCHAR")
sys.exit(result.returncode)
"""


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two fixtures, in a folder of their own."""
    monkeypatch.delenv("AUDITOR_CORPUS", raising=False)
    for name in ("call/chi-seat/fires.mjlog", "riichi/noten/fires.mjlog"):
        path = tmp_path / "few" / name
        path.parent.mkdir(parents=True)
        path.write_bytes((CHECKOUT / "fixtures" / name).read_bytes())
    return tmp_path / "few"


def compared(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, dict[str, str]]:
    """What `benchmarks/same.py` says of each topic, and its exit code."""
    code = same.main([str(argument) for argument in arguments])
    lines = capsys.readouterr().out.splitlines()
    words = [line.split(maxsplit=1) for line in lines if line.startswith(("equal", "DIFFERENT"))]
    return code, {rest.split(" (")[0]: word for word, rest in words}


@pytest.mark.slow
def test_the_program_is_the_same_as_itself(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, topics = compared(capsys, CHECKOUT, CHECKOUT, "--fixtures", few, "--only", "findings,tables")
    assert code == 0
    assert {"findings", "standard error of audit", "database: findings", "database: v_hands"} <= set(topics)
    assert set(topics.values()) == {"equal"}


@pytest.mark.slow
def test_what_differs_is_called_different(few: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = tmp_path / "changed"
    changed.write_text(CHANGED.format(python=sys.executable, checkout=str(CHECKOUT)))
    changed.chmod(0o755)
    options = ["--fixtures", few, "--only", "findings,tables", "--output", tmp_path / "outputs"]
    code, topics = compared(capsys, CHECKOUT, changed, *options)
    assert code == 1
    assert topics["findings"] == topics["database: seats"] == "DIFFERENT"
    assert topics["standard error of audit"] == topics["database: hands"] == "equal"
    assert "+ " in (tmp_path / "outputs/differences/database/seats.diff").read_text()


def test_keys_added_to_a_finding_are_no_difference() -> None:
    old = '{"check": "a/b", "line": 1}\n'
    assert same.without_added_keys(old, '{"check": "a/b", "line": 1, "kind": "x"}\n') == (old, ["kind"])
    inside = '{"check": "a/b", "kind": "x", "line": 1}\n'
    assert same.without_added_keys(old, inside) == (inside, [])
    assert same.without_added_keys(old, '{"check": "a/b"}\n') == ('{"check": "a/b"}\n', [])


@pytest.mark.parametrize("script", ["scoring_oracle.py", "shanten_oracle.py"])
def test_an_oracle_runs_as_a_script(script: str) -> None:
    subprocess.run([sys.executable, CHECKOUT / "benchmarks" / script, "5"], cwd="/", check=True, capture_output=True)


def test_the_benchmark_measures_a_stage(played: list[str], tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "logs.zip", "w") as archive:
        archive.writestr("0.mjlog", played[0])
    measured = run.measure("read", tmp_path / "logs.zip", "")
    assert measured["games"] == 1
    assert measured["bytes"] == len(played[0])
