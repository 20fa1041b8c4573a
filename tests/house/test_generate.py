"""The script that writes anew what is made from the code writes what it is asked for, and no more."""

import subprocess
import sys
from importlib import import_module

import generate
import pytest
from support.paths import TESTS


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts written, in their order, with nothing behind them."""
    parts: list[str] = []

    def goldens() -> int:
        parts.append(generate.GOLDENS)
        return 3

    for name, module in generate.PARTS.items():
        monkeypatch.setattr(import_module(f"support.{module}"), "write", lambda name=name: parts.append(name))
    monkeypatch.setattr(generate, "write_goldens", goldens)
    return parts


def test_help_answers_and_writes_nothing(written: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        generate.main(["--help"])
    assert written == []
    shown = " ".join(capsys.readouterr().out.split())
    assert all([name in shown for name in [*generate.PARTS, generate.GOLDENS]])


def test_a_part_that_does_not_exist_writes_nothing(written: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        generate.main(["checks", "wiki"])
    assert written == []
    assert "there is no part wiki; there are fixtures, " in capsys.readouterr().err


def test_parts_are_written_in_the_order_in_which_they_are_made_of_each_other(written: list[str]) -> None:
    assert generate.main(["rules", "fixtures"]) == 0
    assert written == ["fixtures", "rules"]
    assert generate.main(["goldens"]) == 3, "pytest's exit code"
    assert written.pop() == "goldens"


def test_without_arguments_all_is_written(written: list[str]) -> None:
    assert generate.main([]) == 3
    assert written == [*generate.PARTS, "goldens"]


def test_it_runs_as_a_script() -> None:
    run = subprocess.run([sys.executable, TESTS / "generate.py", "--help"], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("usage: python tests/generate.py [-h] [PART ...]")
