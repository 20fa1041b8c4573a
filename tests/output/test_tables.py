"""Answers of queries as tables: aligned, fitted to the terminal, with formatted numbers."""

import json
import math
from decimal import Decimal

import pytest
from click.testing import CliRunner
from support.goldens import assert_golden
from support.paths import FIXTURES
from wcwidth import width

from auditor.cli import cli
from auditor.core.store.queries import QueryResult
from auditor.core.text import printable
from auditor.output.tables import csv_text, json_text, markdown_text, shown_columns, table_text, vertical_text

EVENING = FIXTURES / "evening"
ANSWER = QueryResult(["name", "n", "tiles"], [("千鶴", 5, ["1m", "0p"]), (None, 12, None)])


def test_a_table_aligns_wide_characters_and_numbers() -> None:
    assert table_text(ANSWER) == (
        "name   n  tiles\n"
        "----  --  -----\n"
        "千鶴   5  1m 0p\n"
        "      12\n"
        "(2 rows)\n"
    )  # fmt: skip


def test_parts_of_a_list_that_have_blanks_are_told_apart() -> None:
    answer = QueryResult(["names", "melds"], [(["Inês Ferreira", "Aki"], [["1m", "2m", "3m"], ["7z", "7z", "7z"]])])
    assert table_text(answer).splitlines()[2] == "Inês Ferreira, Aki  1m 2m 3m, 7z 7z 7z"
    assert csv_text(answer).splitlines()[1] == '"Inês Ferreira, Aki","1m 2m 3m, 7z 7z 7z"'


@pytest.mark.parametrize("name", ["ab", "千", "カ\u3099", "e\u0301b", "e\u0301\u200bb"])
def test_a_table_counts_what_a_terminal_shows(name: str) -> None:
    """Wide characters take two columns; marks put on the letter before them, none."""
    first = table_text(QueryResult(["name", "x"], [(name, "end")])).splitlines()[2]
    assert first == f"{name}    end"


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([1, 999, 9999], ["1", "999", "9999"]),
        ([2016, 25000], ["2,016", "25,000"]),
        ([-12000, None], ["-12,000", ""]),
        ([7762.0, 7762.5], ["7762.0", "7762.5"]),
        ([7762.0, 3], ["7762", "3"]),
        ([12345.5, 3.0], ["12,345.5", "3.0"]),
        ([0.123456, 1e-7], ["0.1235", "0.0000"]),
        ([Decimal("1.50"), Decimal(2)], ["1.50", "2.00"]),
        ([1e300], ["1e+300"]),
        ([float("nan")], ["nan"]),
        ([True, False], ["true", "false"]),
        ([1, "x"], ["1", "x"]),
    ],
)
def test_numbers_as_people_write_them(values: list[object], texts: list[str]) -> None:
    lines = table_text(QueryResult(["n"], [(value,) for value in values])).splitlines()
    assert [line.strip() for line in lines[2:-1]] == texts


@pytest.mark.parametrize(
    ("name", "values", "texts"),
    [
        ("win_rate", [0.2358, 1, None], ["23.6%", "100.0%", ""]),
        ("share", [0.5, 0.0, 0.333], ["50.0%", "0.0%", "33.3%"]),
        ("share_by_then", [0.25], ["25.0%"]),
        ("without_any", [0.25], ["25.0%"]),
        ("exchange_rate", [0.5, 1.5], ["0.5", "1.5"]),
        ("interval", [[1, 3], [2, 4]], ["1 3", "2 4"]),
        ("rating", [0.5], ["0.5"]),
        ("points", [9600, 100], ["9,600", "100"]),
        ("year", [2016], ["2016"]),
        ("lobby", [7447, 12345], ["7447", "12345"]),
    ],
)
def test_numbers_by_what_their_column_is(name: str, values: list[object], texts: list[str]) -> None:
    rows: list[tuple[object, ...]] = [(value,) for value in values]
    lines = table_text(QueryResult([name], rows), is_known=True).splitlines()
    assert [line.strip() for line in lines[2:-1]] == texts
    assert "%" not in table_text(QueryResult([name], rows)), "what the numbers of one's own SQL are, nobody knows"


def test_a_column_before_its_interval_is_a_share() -> None:
    answer = QueryResult(["first", "first_interval", "turns"], [(0.5, [0.25, 0.75], 0.5)])
    assert table_text(answer, is_known=True).splitlines()[2].split() == ["50.0%", "25.0–75.0%", "0.5"]
    assert table_text(answer).splitlines()[2].split() == ["0.5", "0.25", "0.75", "0.5"]
    assert "| 50.0% |" in markdown_text(answer, is_known=True)
    unlike = QueryResult(["a", "a", "b"], [(math.nan, 2, ["NaN", [math.inf]])])  # no number of JSON, and one name twice
    assert json.loads(json_text(unlike)) == [{"a": None, "a_1": 2, "b": ["NaN", [None]]}]
    assert "  first interval  25.0–75.0%" in vertical_text(answer, is_known=True).splitlines()


@pytest.mark.parametrize(
    ("name", "interval_name", "rows", "texts"),
    [
        ("rank", "rank_interval", [(1.88, [1.57, 2.4]), (2, None)], ["1.88 1.57 to 2.40", "2.00"]),
        ("points", "points_interval", [(638.89, [-154.2, 1431.9])], ["639 -154 to 1,432"]),
        ("held", "held_interval", [(0.31, [0.25, 0.374])], ["0.310 0.250 to 0.374"]),
        ("win_rate", "win_interval", [(0.25, [0.203, 0.6138]), (None, None)], ["25.0% 20.3–61.4%", ""]),
    ],
)
def test_an_interval_has_as_many_digits_as_its_value(
    name: str, interval_name: str, rows: list[tuple[object, ...]], texts: list[str]
) -> None:
    lines = table_text(QueryResult([name, interval_name], rows), is_known=True).splitlines()
    assert [" ".join(line.split()) for line in lines[2:-1]] == texts


def test_a_row_for_each_figure_has_numbers_of_a_kind_of_their_own() -> None:
    rows: list[tuple[object, ...]] = [
        ("games", 322.0, None, 322.0, None),
        ("win_rate", 89.0, 2399, 0.0371, [0.0302, 0.0454]),
        ("average_turns", 257.25, 89, 2.8904, [2.5, 3.0]),
        ("average_win", 4430500.0, 127, 34885.8268, None),
        ("best", None, None, None, None),
    ]
    answer = QueryResult(["figure", "numerator", "n", "value", "interval"], rows)
    lines = [line.split() for line in table_text(answer, is_known=True).splitlines()[2:-1]]
    assert lines == [
        ["games", "322", "322"],
        ["win_rate", "89", "2,399", "3.7%", "3.0–4.5%"],
        ["average_turns", "257", "89", "2.89", "2.50", "to", "3.00"],
        ["average_win", "4,430,500", "127", "34,886"],
        ["best"],
    ]


def test_an_interval_stays_beside_its_share() -> None:
    answer = QueryResult(["games", "hands", "placement_rate", "placement_interval"], [(123, 45, 0.5, [0.25, 0.75])])
    lines = [line.split() for line in table_text(answer, 30, is_known=True).splitlines()]
    assert ["123", "45"] in lines
    assert ["123", "50.0%", "25.0–75.0%"] in lines


WIDE = QueryResult(
    ["player_name", "hands_played", "win_rate", "average_points_of_wins", "remark"],
    [("高橋 蓮", 12345, 0.25, 7762.5, "plays every evening"), ("Marco", 8, 0.125, 3900.0, "")],
)


@pytest.mark.parametrize("most", [200, 80, 60, 45, 30])
def test_a_table_is_as_wide_as_the_terminal(most: int) -> None:
    text = table_text(WIDE, most, is_known=True)
    assert max([width(line) for line in text.splitlines()[:-1]]) <= most
    assert_golden(f"table-{most}.txt", text)


def test_a_table_without_end_is_not_cut_where_there_is_no_terminal() -> None:
    long = QueryResult(["a", "b"], [("x" * 300, "y" * 300)])
    assert "x" * 300 + "  " + "y" * 300 in table_text(long)
    lines = table_text(long, 80).splitlines()
    assert [width(line) for line in lines[:3]] == [42, 80, 80]
    assert lines[2].count("…") == 2
    assert lines[-1] == "(1 row; texts are cut, --vertical shows them whole)"


def test_wide_characters_are_cut_as_wide_as_they_are() -> None:
    cut = table_text(QueryResult(["name", "n"], [("高橋" * 20, 1)]), 40).splitlines()[2]
    assert (width(cut), "高橋" * 8 in cut, "…" in cut) == (40, True, True)


def test_each_row_by_itself() -> None:
    assert vertical_text(WIDE, is_known=True) == (
        "row 1\n"
        "  player name             高橋 蓮\n"
        "  hands played            12,345\n"
        "  win rate                25.0%\n"
        "  average points of wins  7,762.5\n"
        "  remark                  plays every evening\n"
        "row 2\n"
        "  player name             Marco\n"
        "  hands played            8\n"
        "  win rate                12.5%\n"
        "  average points of wins  3,900.0\n"
        "  remark\n"
        "(2 rows)\n"
    )


def test_markdown() -> None:
    assert markdown_text(QueryResult(["name", "a|b", "n"], [("千鶴", "x|y\nz", 5), (None, "\\", 12345)])) == (
        "| name | a\\|b   |      n |\n"
        "| ---- | ------ | -----: |\n"
        "| 千鶴 | x\\|y�z |      5 |\n"
        "|      | \\\\     | 12,345 |\n"
    )
    assert markdown_text(QueryResult([], [])) == ""


def test_a_name_does_nothing_to_a_terminal() -> None:
    assert printable("a\x1b[2Jb\u202e\u200dc\u3099") == "a�[2Jb�\u200dc\u3099"
    assert "\x1b" not in table_text(QueryResult(["name"], [("\x1b[31mred",)]))


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("tables") / "evening.duckdb")
    CliRunner().invoke(cli, ["audit", str(EVENING), "--db", path])
    return path


def asked(path: str, *arguments: str) -> str:
    result = CliRunner().invoke(cli, ["query", "--db", path, *arguments])
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("most", [80, 120])
def test_the_players_of_the_evening_fit_the_terminal(loaded: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auditor.cli.commands.query.terminal_width", lambda _: most)
    text = asked(loaded, "player-statistics")
    assert max([width(line) for line in text.splitlines()]) <= most
    assert_golden(f"player-statistics-{most}.txt", text)


def test_the_forms_of_the_command(loaded: str) -> None:
    sql = ("--sql", "SELECT seat, count(*) AS n FROM seats WHERE seat = 2 GROUP BY seat")
    assert asked(loaded, *sql, "--vertical") == "row 1\n  seat  2\n  n     8\n(1 row)\n"
    assert asked(loaded, *sql, "--format", "markdown").splitlines()[2] == "|    2 | 8 |"
    refused = CliRunner().invoke(cli, ["query", "--db", loaded, *sql, "--vertical", "--format", "csv"])
    assert (refused.exit_code, "--vertical is a form of table" in refused.stderr) == (2, True)


def test_each_of_two_intervals_is_that_of_the_number_before_them() -> None:
    answer = QueryResult(["danger", "interval", "published_interval"], [(0.11, [0.07, 0.18], [0.083, 0.088])])
    assert [one.texts for one in shown_columns(answer)] == [["11.0%"], ["7.0–18.0%"], ["8.3–8.8%"]]
