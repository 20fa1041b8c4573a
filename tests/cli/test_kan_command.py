"""`auditor kan`, and `api.judge_kan`."""

import pytest
from click.testing import CliRunner

from auditor.cli import cli
from auditor.core.errors import KanQuestionError
from auditor.output.kan import judge_kan, kan_text


def test_the_verdict_differs_by_ruleset() -> None:
    answer = judge_kan("111222333m111z4z", "2m")
    assert answer.verdicts["tenhou"] == "legal"
    assert answer.verdicts["ema-2012"] == "kan-shape"
    assert [str(reading) for reading in answer.effect.lost] == ["123m 123m 123m 111z 4z waiting for 4z"]


def test_the_text_names_what_the_kan_destroys() -> None:
    text = "\n".join(kan_text(judge_kan("3444m778899s333z", "4m", names=["tenhou"])))
    assert "tenhou  illegal: riichi/kan-waits" in text
    assert "waits before  2m 3m 5m\nwaits after   3m\n" in text
    assert "the kan destroys the wait for 2m, 5m" in text
    assert "34m 44m 789s 789s 333z waiting for 2m 5m   (the kan destroys it)" in text


@pytest.mark.parametrize(
    ("hand", "draw", "message"),
    [
        ("123x", "4m", "'123x', character 4: expected a digit or m, p, s, z, not 'x'"),
        ("123m", "4m", "'123m' has 3 tiles; 13 are expected (10, 7 or 4 beside closed kans)"),
        ("3444m778899s333z", "44m", "'44m': one drawn tile is expected, such as 4m"),
        ("3444m778899s333z", "5p", "hand and draw do not hold four of any tile: there is no closed kan to declare"),
        ("4444m778899s333z", "4m", "hand and draw hold 5 tiles 4m; a set has four"),
        ("444m147p258s1234z", "4m", "444m147p258s1234z waits for nothing, so it cannot be in riichi"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(hand: str, draw: str, message: str) -> None:
    with pytest.raises(KanQuestionError) as told:
        judge_kan(hand, draw)
    assert str(told.value) == message
    result = CliRunner().invoke(cli, ["kan", hand, "--draw", draw])
    assert result.exit_code == 2
    assert message in result.output


def test_an_unknown_ruleset_is_wrong_usage() -> None:
    result = CliRunner().invoke(cli, ["kan", "3444m778899s333z", "--draw", "4m", "--rules", "club"])
    assert result.exit_code == 2
    assert "there is no ruleset 'club'" in result.output
