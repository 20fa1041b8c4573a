"""Loading into a database with another judgement of the same games: what is reported as replaced."""

import json
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner
from support.run_settings import run_settings
from support.small_logs import tiny_log
from support.stored_games import SHA, columns_of, small_game

from auditor.cli import cli
from auditor.core.audit import work
from auditor.core.audit.executors import inline
from auditor.core.audit.run import run
from auditor.core.audit.sinks import DatabaseSink
from auditor.core.audit.work import Settings
from auditor.core.errors import StoreError
from auditor.core.sources import InputItem
from auditor.core.store import database
from auditor.core.store.arrow import arrow_tables
from auditor.core.store.database import Store
from auditor.core.store.replaced import ReplacedJudgement

DAY = "2026-01-02"
AUTO = run_settings("auto", "auto", "1")
OTHER = run_settings("tenhou", "tenhou@1", "1")
NEWER = run_settings("auto", "auto", "2")


def inputs_of(names: str) -> list[InputItem]:
    """Inputs named by letters: of one letter in upper and lower case the content is the same; ``x`` is no log."""
    return [InputItem(name, "", b"x" if name == "x" else tiny_log(points=ord(name.lower()))) for name in names]


def loaded(path: Path, names: str, settings: Settings, day: str = DAY) -> list[ReplacedJudgement]:
    """Load inputs; what that replaced. They count as loaded on that day."""
    with Store(str(path), settings.rules_key, settings.version) as store:
        list(run(inputs_of(names), settings, inline(), DatabaseSink(store, settings)))
        store.connection.execute("UPDATE sources SET loaded_at = ? WHERE contains(?, path)", [day, names])
        return store.replaced()


@pytest.mark.parametrize(
    ("before", "names", "settings", "told"),
    [
        ([], "ab", OTHER, []),
        ([("ab", OTHER)], "ab", OTHER, []),
        ([("ab", AUTO)], "ab", OTHER, [("auto", "1", 2)]),
        ([("ab", AUTO)], "bc", OTHER, [("auto", "1", 1)]),
        ([("ab", AUTO)], "c", OTHER, []),
        ([("ab", AUTO), ("ab", OTHER)], "ab", AUTO, [("tenhou@1", "1", 2)]),
        ([("ab", AUTO), ("ab", OTHER)], "ab", OTHER, []),
        ([("abc", AUTO), ("a", OTHER)], "abc", NEWER, [("auto", "1", 2), ("tenhou@1", "1", 1)]),
        # The same content at another path; a copy is judged with what it is a copy of.
        ([("a", AUTO)], "A", OTHER, [("auto", "1", 1)]),
        ([("aA", AUTO)], "a", OTHER, [("auto", "1", 2)]),
        # Of what could not be read there was no judgement.
        ([("ax", AUTO)], "ax", OTHER, [("auto", "1", 1)]),
    ],
)
def test_what_a_load_replaces(
    tmp_path: Path,
    before: list[tuple[str, Settings]],
    names: str,
    settings: Settings,
    told: list[tuple[str, str, int]],
) -> None:
    for others, earlier in before:
        loaded(tmp_path / "x", others, earlier)
    assert loaded(tmp_path / "x", names, settings) == [ReplacedJudgement(*one, DAY, DAY) for one in told]
    assert loaded(tmp_path / "x", names, settings) == []


def test_the_days_of_a_judgement(tmp_path: Path) -> None:
    for day, names in (("2026-03-04", "a"), ("2026-01-02", "b"), ("2026-02-03", "c")):
        loaded(tmp_path / "x", names, AUTO, day)
    assert loaded(tmp_path / "x", "abc", OTHER) == [ReplacedJudgement("auto", "1", 3, "2026-01-02", "2026-03-04")]


def test_a_run_that_is_killed_and_run_again_tells_what_each_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(work, "UNIT_INPUTS", 1)
    monkeypatch.setattr(database, "GAMES_PER_TRANSACTION", 2)
    loaded(tmp_path / "x", "abcde", AUTO)
    with Store(str(tmp_path / "x"), OTHER.rules_key, OTHER.version) as store:
        results = run(inputs_of("abcde"), OTHER, inline(), DatabaseSink(store, OTHER))
        next(results)
        assert [one.inputs for one in store.replaced()] == [2]
    assert [one.inputs for one in loaded(tmp_path / "x", "abcde", OTHER)] == [3]


def test_a_load_that_fails_replaces_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "x")
    with Store(path, "auto", "1") as store:
        store.load([arrow_tables(columns_of(small_game()))])
    good = arrow_tables(columns_of(small_game(), rules="wrc"))
    bad = arrow_tables(columns_of(small_game(), sha256="2" * 64, path="c", rules="wrc"))
    bad["games"] = good["games"]  # a key that is there already
    with Store(path, "wrc", "1") as store:
        with pytest.raises(StoreError):
            store.load([good, bad])
        assert (store.replaced(), SHA in store.contents) == ([], False)
        store.load([good])
        assert [one.inputs for one in store.replaced()] == [1]


def test_the_summary_tells_what_was_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "abc":
        (tmp_path / f"{name}.xml").write_bytes(tiny_log(points=ord(name)))

    def told(*arguments: str) -> tuple[list[str], object]:
        run = CliRunner().invoke(cli, ["audit", *arguments, "--db", "x.duckdb", "--format", "json"])
        summary = json.loads(run.stdout)["summary"]
        return [line for line in run.stderr.splitlines() if line.startswith("replaced")], summary["replaced"]

    def dated(**version: str) -> None:
        with duckdb.connect("x.duckdb") as connection:
            connection.execute("UPDATE sources SET loaded_at = TIMESTAMP '2026-01-02'")
            connection.execute("UPDATE sources SET version = coalesce(?, version) WHERE path = 'b.xml'",
                               [version.get("b")])  # fmt: skip

    assert told("a.xml", "b.xml") == ([], [])
    dated()
    lines, objects = told("a.xml", "--rules", "ema-2012")
    assert lines == ["replaced: the judgement of 1 input by auto (loaded 2026-01-02)"]
    assert isinstance(objects, list)
    assert [one | {"version": ""} for one in objects] == [
        {"rules": "auto", "version": "", "inputs": 1, "first": "2026-01-02", "last": "2026-01-02"}
    ]
    dated(b="0.0.9")
    (line,), _ = told("a.xml", "b.xml", "c.xml")
    first, second = line.removeprefix("replaced: the judgement ").split(", and ")
    assert first == "of 1 input by auto (auditor 0.0.9, loaded 2026-01-02)"
    assert second.startswith("of 1 input by ema-2012@")
    assert second.endswith(" (loaded 2026-01-02)")
    assert told("a.xml", "b.xml", "c.xml") == ([], [])
