"""The Python API: every example of docs/python.md runs, and what goes wrong is told."""

import re
from pathlib import Path

import pytest

from auditor import api

ROOT = Path(__file__).parent.parent
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(EXAMPLES[number], f"docs/python.md, example {number + 1}", "exec"), {})


def test_the_examples_show_every_function() -> None:
    shown = " ".join(EXAMPLES)
    for name in ("read", "audit", "replay", "judge_kan", "load", "connect", "position"):
        assert f"api.{name}(" in shown


def test_what_cannot_be_read_is_a_problem_with_its_path(tmp_path: Path) -> None:
    bad = tmp_path / "bad.xml"
    bad.write_bytes(b"<mjloggm><half")
    problems = list(api.read(bad, tmp_path / "gone"))
    assert [type(one) for one in problems] == [api.Problem, api.Problem]
    assert all([isinstance(one, api.Problem) and str(tmp_path) in one.place for one in problems])


def test_errors_are_those_named(tmp_path: Path) -> None:
    game = next(api.read(ROOT / "fixtures" / "riichi" / "kan-waits" / "fires.mjlog"))
    assert isinstance(game, api.Game)
    with pytest.raises(api.RulesetError):
        api.audit(game, "no-such-rules")
    with pytest.raises(api.StoreError):
        api.connect(tmp_path / "gone.duckdb")
    with pytest.raises(api.KanQuestionError):
        api.judge_kan("1m", "2m")


def test_a_load_tells_its_problems(tmp_path: Path) -> None:
    (tmp_path / "bad.xml").write_bytes(b"<mjloggm><half")
    loaded = api.load([tmp_path / "bad.xml"], tmp_path / "x.duckdb", rules="ema-2012", jobs=1)
    assert (loaded.inputs, loaded.games) == (1, 0)
    assert any(["bad.xml" in place for place, _ in loaded.problems])
