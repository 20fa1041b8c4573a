"""`auditor report`: the page shows the findings of the audit in order, and escapes all texts of logs."""

import hashlib
import html
import json
import os
import re
import sys
from base64 import b64encode
from collections import Counter
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from support.paths import FIXTURES
from support.report_reading import Page

from auditor.cli import cli
from auditor.core.audit.work import Settings
from auditor.core.checks import BY_ID
from auditor.core.events import Game
from auditor.core.program import install_command
from auditor.core.reading import read
from auditor.core.results import Finding, GameResult, InputResult, Location
from auditor.core.rulesets import AUTO
from auditor.core.sources import Limits, open_sources
from auditor.core.text import without_commands, without_controls
from auditor.formats import mjlog
from auditor.output import drawing
from auditor.page import page as pages
from auditor.page.cards import hand_link, sources_for
from auditor.page.collect import InputCache
from auditor.page.data import MOST_SHOWN, PageData, PageFinding, sample_findings
from auditor.page.page import HandChoice, PageOptions, page_html, report_page
from auditor.testing.scenario import Scenario
from auditor.unknown_rules import revise_findings

EVENING = FIXTURES / "evening"
CLEAN = EVENING / "round-1-table-1.mjlog"
KAN = FIXTURES / "riichi" / "kan-waits" / "fires.mjlog"
THREE_PLAYERS = FIXTURES / "game" / "end" / "tenhou-sanma-extension-dealer-stays.mjlog"


def called(*arguments: str | Path, data: bytes | None = None, charts: bool = False) -> Result:
    """Run the command; without charts as where what draws them is not installed, which is faster."""
    with pytest.MonkeyPatch.context() as patch:
        if not charts:
            patch.setattr(drawing, "is_installed", lambda: False)
        return CliRunner().invoke(cli, ["report", *map(str, arguments)], input=data)


def page_of(*arguments: str | Path, data: bytes | None = None, code: int = 0, charts: bool = False) -> Page:
    result = called(*arguments, "-o", "-", data=data, charts=charts)
    assert result.exit_code == code, result.output
    return Page(result.stdout)


def findings_of(*arguments: str | Path) -> list[dict[str, object]]:
    told = CliRunner().invoke(cli, ["audit", *map(str, arguments), "--format", "jsonl"]).stdout
    return [json.loads(line) for line in told.splitlines()]


@pytest.fixture(scope="module")
def evening() -> Page:
    return page_of(EVENING, charts=True)


def test_the_sections_stand_in_their_order(evening: Page) -> None:
    assert evening.root.first("h1").text == "3 of 8 games have faults; 5 are clean."
    assert [heading.text for heading in evening.root.all("h2")] == [
        "Results", "Findings", "Not judged", "Charts", "Inputs",
    ]  # fmt: skip


def test_each_finding_is_a_card_with_its_proof(evening: Page) -> None:
    found = {(Path(str(one["log"])).name, one["check"]): one for one in findings_of(EVENING)}
    assert len(evening.cards) == len(found) == 6
    for card in evening.cards:
        one = found[Path(card.attributes["data-game"]).name, card.attributes["data-check"]]
        told = card.details()
        if one["check"] not in ("pay/honba", "pay/win"):  # these tell a number for each seat
            assert (told["expected"], told["actual"]) == (one["expected"], one["actual"])
        assert (
            card.first("summary")
            .text.partition(" ")[2]
            .startswith(f"{one['severity']} {one['check']} {one['round']}-{one['honba']}")
        )
        assert told["ruleset"].startswith(str(one["ruleset"]))
        assert told["rule"]
        assert told["sources"]
        assert f"--hand {one['hand']}" in told["terminal"]


def test_findings_that_depend_on_rules_are_counted_apart() -> None:
    log = FIXTURES / "win" / "value" / "double-wind-wrc.jsonl"
    page = page_of(log)
    assert page.root.first("h1").text == "No faults in 1 game."
    (lead,) = [one.text for one in page.root.all("p", "lead")]
    assert lead == "2 findings depend on rules that the log does not name: each is right at some tables."
    assert not page_of(log, "--rules", "wrc").root.all("p", "lead")


def test_findings_come_by_their_weight(evening: Page) -> None:
    weights = [card.first("span", "badge").text for card in evening.cards]
    assert weights == sorted(weights, key=["violation", "mismatch"].index)


def test_messages_speak_of_players_and_draw_tiles(evening: Page) -> None:
    (card,) = [one for one in evening.cards if one.attributes["data-check"] == "furiten/discard"]
    message = card.first("span", "message")
    assert message.text.startswith("田中 大輔 wins on 4m from 伊藤 拓海, waiting for 4m 7m : it has discarded 7m")
    assert [one.attributes["aria-label"] for one in message.all("span", "tiles")] == ["4m", "4m", "7m", "7m"]


def test_the_sum_behind_a_payment_stands_beside_what_is_recorded(evening: Page) -> None:
    (card,) = [one for one in evening.cards if one.attributes["data-check"] == "pay/honba"]
    rows = card.first("table", "payments").first("tbody").all("tr")
    assert [[row.first("th").text, *[cell.text for cell in row.all("td")]] for row in rows] == [
        ["鈴木 美咲", "", "", "", "0", "0"],
        ["Jonas Weber", "", "", "", "0", "0"],
        ["田中 大輔", "+1,300", "+300", "+2,000", "+3,600", "+3,300"],
        ["Inês Ferreira", "−1,300", "−300", "", "−1,600", "−1,300"],
    ]
    assert [row.all("td")[-1].attributes.get("class") for row in rows] == [None, None, "changed", "changed"]
    lines = {row.first("th").text: row.all("td")[0].text for row in card.first("table", "sum").all("tr")}
    assert lines["honba"] == "1 × 300 = 300"
    assert lines["sticks"] == "2 × 1,000 = 2,000 from the table"


def test_the_penalty_stands_apart() -> None:
    (card,) = page_of(KAN, "--rules", "ema-2016", "--select", "riichi/kan-waits").cards
    assert "penalty" not in card.first("span", "message").text
    assert card.details()["penalty"].startswith("The penalty is chombo: 20000 points")


def test_a_hand_is_linked_to_tenhou_whatever_format_it_has(evening: Page) -> None:
    """What the address holds is the hand: read again it gives the same finding."""
    for card in evening.cards:
        (link,) = [one for one in card.all("a") if "tenhou.net/6" in one.attributes["href"]]
        address = link.attributes["href"]
        assert len(address) <= 8000
        assert link.attributes["rel"] == "noopener noreferrer"
        (game,) = [one for one in read(address.encode(), "page") if isinstance(one, Game)]
        assert len(game.hands) == 1
    kan = evening.cards[0]
    address = next(one.attributes["href"] for one in kan.all("a") if "tenhou.net/6" in one.attributes["href"])
    again = findings_of(address)
    assert kan.first("summary").all("b")[0].text in {str(one["check"]) for one in again}


def test_a_hand_with_hidden_tiles_has_no_address() -> None:
    """The viewer knows no face-down tile."""
    (game,) = [
        one for one in read((FIXTURES / "draw/noten-riichi/fires.jsonl").read_bytes(), "") if isinstance(one, Game)
    ]
    hidden, open_one = game.hands
    assert hand_link(game, hidden) == ""
    assert hand_link(game, open_one) != ""


def test_a_game_is_called_by_its_file(evening: Page) -> None:
    """A log's own id, which no file of the organiser's is called, stands beside it."""
    games = [game.first("summary").all("bdi") for game in evening.root.all("details", "game")]
    assert [names[0].text for names in games] == sorted([path.name for path in EVENING.iterdir()])
    assert games[2][1].text == "2026032719gm-0009-7301-0000007f"


def test_files_called_alike_are_told_apart(tmp_path: Path) -> None:
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "table-1.mjlog").write_bytes(KAN.read_bytes())
    page = page_of(tmp_path)
    names = [game.first("summary").first("bdi").text for game in page.root.all("details", "game")]
    assert names == [str(tmp_path / folder / "table-1.mjlog") for folder in ("first", "second")]


def test_control_characters_are_replaced(tmp_path: Path) -> None:
    text = (EVENING / "round-2-table-1.json").read_text("utf-8")
    log = json.loads(text) | {"name": ["a\x00b", "c\x1b[31m", "d\x07", "e"]}
    (tmp_path / "log.json").write_text(json.dumps(log), "utf-8")
    written = called(tmp_path / "log.json", "-o", "-").stdout
    assert "a\ufffdb" in written
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f]", written)


@pytest.mark.parametrize("command", ["::error ::x", "##[error]x", "  ::stop-commands::x"])
def test_no_line_of_a_printed_page_is_a_command_to_a_build_server(command: str, tmp_path: Path) -> None:
    log = (FIXTURES / "riichi/noten/fires.mjlog").read_bytes()
    (tmp_path / "a.mjlog").write_bytes(log)
    written = called(tmp_path / "a.mjlog", "--title", f"a\n{command}", "-o", "-").stdout
    assert not re.search(r"^\s*(::|##\[)", written, re.MULTILINE)
    assert re.search(r"^\s*(::|##\[)", f"<p>\n{command}", re.MULTILINE)
    assert without_commands(f"<p>\n{command}\n</p>") != f"<p>\n{command}\n</p>"
    assert html.unescape(without_commands(f"<p>\n{command}\n</p>")) == f"<p>\n{command}\n</p>"


def test_results_are_those_of_the_games(evening: Page) -> None:
    games = evening.root.all("details", "game")
    assert len(games) == 8
    assert [game.first("svg").attributes["class"] for game in games] == ["scores"] * 8
    winners = [game.first("span", "seat-result").text for game in games]
    assert winners[0] == "佐藤 葵 33,400 +43.4" or winners[0].endswith("33,400 +43.4")
    standings = evening.root.first("table")
    assert [row.all("td")[0].text for row in standings.first("tbody").all("tr")] == [str(rank) for rank in range(1, 17)]
    assert "accounts put right total" in standings.first("thead").text


def test_who_gets_what_is_told_at_once(evening: Page) -> None:
    table = next(one for one in evening.root.all("table") if "Who gets what" in one.text)
    rows = {row.first("th").text: [cell.text for cell in row.all("td")] for row in table.first("tbody").all("tr")}
    assert rows["鈴木 美咲"] == ["−400", "49,000", "48,600", "round-2-table-1.json"]
    assert rows["渡辺 さくら"] == ["+400", "25,300", "25,700", "round-2-table-1.json"]


def test_what_is_put_right_stands_beside_what_is_recorded(evening: Page) -> None:
    (game,) = [one for one in evening.root.all("details", "game") if "round-2-table-1" in one.first("summary").text]
    heads = [head.text for head in game.first("thead").all("th")]
    assert heads[-3:] == ["corrected points", "corrected score", "is due"]
    due = [row.all("td")[-1].text for row in game.first("tbody").all("tr")]
    assert sorted(due) == ["", "", "+400", "−400"]


def test_charts_have_their_numbers(evening: Page) -> None:
    charts = evening.root.all("details", "figure")
    assert [chart.first("summary").text for chart in charts][:2] == ["Placements by player", "Riichi by turn"]
    for chart in charts:
        assert chart.all("svg", "chart")
        assert len(chart.first("tbody").all("tr")) > 0


def test_the_page_loads_nothing_and_allows_nothing(evening: Page) -> None:
    for element in evening.root.all():
        assert "src" not in element.attributes
        assert not any([name.startswith("on") for name in element.attributes]), element.attributes
        for name in ("href", "xlink:href", "action", "data"):
            target = element.attributes.get(name, "")
            assert target.startswith(("#", "https://")) or not target
            assert not target.startswith("https://") or element.name == "a"
    policy = next(
        one.attributes["content"]
        for one in evening.root.all("meta")
        if one.attributes.get("http-equiv") == "Content-Security-Policy"
    )
    scripts = [one for one in evening.root.all("script") if "type" not in one.attributes]
    assert len(scripts) == 1
    digest = b64encode(hashlib.sha256("".join(map(str, scripts[0].children)).encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")


def test_a_page_of_a_database_is_that_of_its_logs(evening: Page, tmp_path: Path) -> None:
    database = tmp_path / "evening.duckdb"
    CliRunner().invoke(cli, ["audit", str(EVENING), "--db", str(database)])
    kept = page_of("--db", database, "--title", "evening", charts=True)
    assert kept.root.text == evening.root.text
    assert kept.positions == evening.positions


def test_a_page_of_a_database_accuses_nobody_of_rules_that_are_assumed(tmp_path: Path) -> None:
    log = FIXTURES / "stick" / "award" / "ema-2012-far-in-riichi.jsonl"  # one win, paid by rules that no log names
    unpaid = tmp_path / "unpaid.jsonl"  # as servers of mjai write it: neither what was paid nor the points after it
    played = (EVENING / "round-1-table-4.jsonl").read_text("utf-8")
    unpaid.write_text(re.sub(r',"(deltas|scores)":\[[-0-9,]*\](?=\})', "", played), "utf-8")
    for path in (log, unpaid):
        database = tmp_path / f"{path.stem}.duckdb"
        CliRunner().invoke(cli, ["audit", str(path), "--db", str(database)])
        kept, own = page_of("--db", database, "--title", "one"), page_of(path, "--title", "one")
        assert kept.root.text == own.root.text
    unpaid.rename(tmp_path / "gone")
    assert "unpaid.jsonl is not there" in called("--db", database, "-o", str(tmp_path / "page.html")).stderr


def test_of_a_log_that_has_gone_a_database_still_tells(tmp_path: Path) -> None:
    log = tmp_path / "gone.mjlog"
    log.write_bytes(KAN.read_bytes())
    database = tmp_path / "kept.duckdb"
    CliRunner().invoke(cli, ["audit", str(log), "--db", str(database)])
    log.unlink()
    (card, *_) = page_of("--db", database).cards
    assert "no board: the log cannot be opened any more" in card.text
    assert card.details()["expected"] or card.details()["actual"]


def test_standard_input_has_boards_too() -> None:
    (card, *_) = page_of("-", data=KAN.read_bytes()).cards
    assert card.all("svg", "board")


def test_three_players_have_three_places() -> None:
    page = page_of(THREE_PLAYERS)
    board = page.cards[0].first("svg", "board")
    assert sorted([one.attributes["data-seat"] for one in board.all("g", "seat")]) == ["0", "1", "2"]


# ------------------------------------------------------------------------------------------------ hostile logs

HOSTILE = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    '" onmouseover="alert(1)" x=\'',
    "&lt;b&gt;\u2028\u202e{{7*7}}{%x%}",
]


def hostile(tmp_path: Path) -> Path:
    """A log of players with such names, in a file with one, under a rule with one."""
    scenario = Scenario()
    for player, name in zip(scenario.game.seats, HOSTILE, strict=True):
        player.name = name
    scenario.hand({0: "3444m778899s333z"}, avoid="4m9p").draw("9p").riichi("9p").go_round()
    scenario.draw("4m").closed_kan("4m").draw().discard().play_out()
    scenario.game.log_id = ""
    path = tmp_path / "<img src=x onerror=alert(1)>&.mjlog"
    path.write_text(mjlog.FORMAT.write(scenario.game, ""), "utf-8")
    return path


# ------------------------------------------------------------------------------------------------ hands


def test_any_hand_is_shown_with_its_sums_and_answers() -> None:
    page = page_of(CLEAN, "--round", "e1-0", "--hand", "2")
    hands = page.root.all("details", "hand")
    assert [hand.attributes["id"] for hand in hands] == ["hand-0", "hand-2"]
    assert hands[0].all("svg", "board")
    assert hands[0].all("div", "proof")
    assert any(["waits for" in one.text for one in hands[0].all("div", "answer")])
    assert len(hands[0].first("details", "events").all("li")) == len(page.positions["hands"][0]["frames"]) - 1


def test_every_hand_of_a_game_is_a_page_of_less_than_a_megabyte() -> None:
    written = called(CLEAN, "--every-hand", "-o", "-").stdout
    assert len(written.encode()) < 1_000_000
    assert len(Page(written).root.all("details", "hand")) >= 4


def test_boards_that_are_not_in_sight_are_drawn_later(evening: Page) -> None:
    """A browser takes long over thousands of tiles; without a script it shows what is in `noscript`."""
    assert [len(card.all("noscript")) for card in evening.cards] == [0, 1, 1, 1, 1, 1]
    assert all([card.all("svg", "board") for card in evening.cards])


@pytest.mark.slow
def test_four_thousand_findings_are_less_than_five_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    def page_of_many(page_data: PageData, *arguments: Any) -> str:
        times = 4000 // len(page_data.findings) + 1
        page_data.findings = [one._replace(finding=copy(one.finding)) for one in page_data.findings * times]
        page_data.counts = Counter({check: number * times for check, number in page_data.counts.items()})
        return page_html(page_data, *arguments)

    monkeypatch.setattr(pages, "page_html", page_of_many)
    written = called(FIXTURES / "riichi", "--notes", "-o", "-").stdout
    assert len(written.encode()) < 5_000_000
    page = Page(written)
    assert 100 < len(page.cards) <= MOST_SHOWN
    rows = [len(listed.all("tr")) for listed in page.root.all("details", "listed")]
    assert len(page.cards) + sum(rows) >= 4000


def test_a_hand_that_no_game_has_is_told() -> None:
    result = called(CLEAN, "--round", "W4-9", "-o", "-")
    assert result.exit_code == 2
    assert "no game has the hand W4-9; there are E1-0" in result.stderr


@pytest.mark.parametrize(("most", "listed"), [(9, "S3-0, S3-1, S4-0."), (8, "S3-0, S3-1 and 1 more.")])
def test_the_hands_that_there_are_are_listed_up_to_a_number(
    monkeypatch: pytest.MonkeyPatch, most: int, listed: str
) -> None:
    monkeypatch.setattr(pages, "_HANDS_LISTED", most)
    assert called(CLEAN, "--round", "W4-9", "-o", "-").stderr.strip().endswith(listed)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such file names")
def test_nothing_of_a_log_gets_into_the_page_as_markup(tmp_path: Path) -> None:
    page = page_of(hostile(tmp_path), "--title", "</title><script>alert(2)</script>")
    assert len(page.root.all("script")) == 2
    assert not page.root.all("img")
    assert not page.root.all("b") or all([one.text != "" for one in page.root.all("b")])
    for element in page.root.all():
        assert not any([name.startswith("on") for name in element.attributes])
    for name in HOSTILE:
        assert " ".join(without_controls(name).split()) in page.root.text
    (card,) = page.cards
    assert card.attributes["data-player"] == HOSTILE[0]
    assert card.attributes["data-game"].endswith("<img src=x onerror=alert(1)>&.mjlog")
    json_of_page = next(one for one in page.root.all("script") if one.attributes.get("id") == "positions")
    assert not re.search("[<>&\u2028\u2029]", "".join(map(str, json_of_page.children)))


# ------------------------------------------------------------------------------------------------ many findings


def test_of_many_findings_some_of_each_check_are_shown() -> None:
    found = findings_of(FIXTURES / "call", FIXTURES / "pay")
    page = page_of(FIXTURES / "call", FIXTURES / "pay", "--most", "20")
    found = [one for one in found if one["severity"] != "note"]
    checks = {str(one["check"]) for one in found}
    shown = Counter([card.attributes["data-check"] for card in page.cards])
    assert checks == shown.keys()
    assert len(page.cards) <= 20 < len(found)
    assert f"{len(page.cards)} of {len(found)} findings are shown" in page.root.text
    assert "--select" in page.root.text
    listed = sum([len(one.all("tr")) for one in page.root.all("details", "listed")])
    assert len(page.cards) + listed == len(found)


def test_a_dispute_is_a_page_to_sign() -> None:
    (card,) = page_of(EVENING, "--finding", "b665").cards
    assert card.attributes["id"] == "finding-b665f29"
    assert card.first("p", "sign").text == "Decision Referee Date"
    assert "sign" not in {one.attributes.get("class") for one in page_of(KAN).root.all("p")}
    refused = called(EVENING, "--finding", "abcd", "-o", "-").stderr
    assert "there is no finding abcd; there are fb852a8, b665f29" in refused
    assert "'7' names no finding" in called(EVENING, "--finding", "7", "-o", "-").stderr


def test_a_clean_game_offers_its_hands_and_many_games_are_all_listed() -> None:
    clean = page_of(EVENING / "round-1-table-1.mjlog").root
    hands = clean.all("details", "hand")
    assert (len(hands), [one for one in hands if "open" in one.attributes]) == (9, [])
    evening = page_of(EVENING).root
    assert evening.all("details", "hand") == []
    shown = [one.text for one in evening.all("code") if "--every-hand" in one.text]
    assert f"auditor report {EVENING / 'round-1-table-1.mjlog'} --every-hand" in shown
    many = [FIXTURES / name for name in ("call", "pay")]
    games = page_of(*many).root
    told = re.search(r"(\d+) games, ", games.text)
    assert told is not None
    assert len(games.all("details", "game")) + len(games.first("details", "others").all("tr")) == int(told[1])


def test_the_rules_own_people_are_cited_first() -> None:
    check = BY_ID["win/multiple"]
    assert "tenhou.net" in sources_for(check, "tenhou-sanma")[0]
    assert sources_for(check, "ema-2016")[0].startswith("EMA")


def test_a_stick_that_was_not_carried_is_shown_where_it_was_paid(evening: Page) -> None:
    (card,) = [one for one in evening.cards if one.attributes["data-check"] == "stick/carry"]
    assert "pays its riichi stick" in card.first("figcaption").text


def made(check: str, severity: str, path: str) -> PageFinding:
    game = GameResult(0, path, "", "tenhou", "")
    return PageFinding(Finding(check, severity, Location(), ""), game, InputResult(path, None, games=[game]), "auto")


def test_the_choice_takes_each_check_and_many_games() -> None:
    many = [made("turn/order", "mismatch", path) for path in ("a", "a", "a", "b", "c")]
    few = [made("riichi/noten", "violation", "d")]
    chosen = sample_findings(many + few, 4)
    assert [(one.finding.check, one.result.path) for one in chosen] == [
        ("riichi/noten", "d"), ("turn/order", "a"), ("turn/order", "b"), ("turn/order", "c"),
    ]  # fmt: skip
    assert len(sample_findings(many, 2)) == 2
    assert [one.result.path for one in sample_findings(many, 99)] == ["a", "a", "a", "b", "c"]


def test_a_check_that_does_not_exist_is_wrong_usage() -> None:
    result = CliRunner().invoke(cli, ["report", str(EVENING), "--select", "nope", "-o", "-"])
    assert result.exit_code == 2
    assert "--select: there is no check 'nope'; auditor checks lists them all." in result.stderr


def test_selected_checks_alone_are_told() -> None:
    page = page_of(EVENING, "--select", "riichi/*")
    assert {card.attributes["data-check"].partition("/")[0] for card in page.cards} == {"riichi"}
    assert page.root.first("h1").text == "2 of 8 games have faults of the selected checks; 6 without."


# ------------------------------------------------------------------------------------------------ what goes wrong


def test_what_cannot_be_read_is_told_and_the_rest_shown(tmp_path: Path) -> None:
    (tmp_path / "kan.mjlog").write_bytes(KAN.read_bytes())
    (tmp_path / "bad.mjlog").write_bytes(b"<mjloggm><half")
    page = page_of(tmp_path, code=3)
    assert len(page.cards) == 1
    assert "bad.mjlog" in page.root.text
    assert "Problems" in [heading.text for heading in page.root.all("h2")]


def test_who_asks_for_the_page_is_told_what_could_not_be_read(tmp_path: Path) -> None:
    missing = [tmp_path / f"{number}.mjlog" for number in range(5)]
    told = called(*missing, "-o", tmp_path / "page.html")
    assert told.exit_code == 3
    assert "No game could be read; 5 problems, listed on the page\n" in told.stderr
    assert told.stderr.count("cannot be read: No such file") == 3
    assert str(missing[0]) in told.stderr
    (tmp_path / "none").mkdir()
    (tmp_path / "none/readme.txt").write_text("no log", "utf-8")
    told = called(tmp_path / "none", "-o", tmp_path / "page.html")
    assert (told.exit_code, "no log was found" in told.stderr) == (3, True)


def test_a_hand_that_could_not_be_judged_is_told_with_its_reason() -> None:
    page = page_of(THREE_PLAYERS, "--rules", "m-league")
    assert "could not be judged in full, because" in page.root.first("header").text


def test_an_empty_folder_is_a_page_too(tmp_path: Path) -> None:
    assert page_of(tmp_path, code=3).root.first("h1").text == "No game could be read."


def test_a_page_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "page.html"
    target.write_text("the old one")

    def fails(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fails)
        result = called(KAN, "-o", target)
    assert result.exit_code == 2
    assert result.output.endswith(f"{target}: cannot be written: No space left on device\n")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    assert target.read_text() == "the old one"
    assert called(KAN, "-o", target).exit_code == 0
    assert target.read_text("utf-8").startswith("<!DOCTYPE html>")
    if os.name == "posix":
        umask = os.umask(0)
        os.umask(umask)
        assert target.stat().st_mode & 0o777 == 0o666 & ~umask


def test_without_what_draws_them_the_page_says_that_charts_are_missing() -> None:
    assert f"drawing charts needs vl-convert-python, which is not installed: {install_command('report')}" in (
        page_of(KAN).root.first("main").text
    )


def test_the_page_is_opened_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []
    monkeypatch.chdir(tmp_path)

    def opens(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", opens)
    assert called(KAN, "--open").exit_code == 0
    assert opened == [(tmp_path / "report.html").as_uri()]
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    assert "no browser could be opened" in called(KAN, "--open").output
    assert called(KAN, "--open", "-o", "-").exit_code == 2


@pytest.mark.parametrize("arguments", [["-o", "x.html"], ["x.mjlog", "--db", "x.duckdb", "-o", "x.html"]])
def test_a_report_takes_either_logs_or_a_database(arguments: list[str]) -> None:
    result = called(*arguments)
    assert result.exit_code == 2
    assert "name logs; or a database with --db FILE, and where its logs moved, their folder." in result.output


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = called(KAN, "-o", tmp_path / "none" / "page.html")
    assert result.exit_code == 2
    assert "cannot be written: No such file or directory" in result.output


def test_a_page_for_who_has_no_terminal_names_no_command() -> None:
    """The command, the server and the page in a browser make their pages by one function."""
    faulty = FIXTURES / "evening" / "round-1-table-2.mjlog"
    hands = HandChoice(is_every=True)
    written = {}
    for has_terminal in (True, False):
        inputs = InputCache(open_sources([str(faulty)], Limits()))
        options = PageOptions("a page", "", hands, has_terminal=has_terminal)
        written[has_terminal], results = report_page(inputs, Settings(AUTO, revise_findings), options)
        assert results.summary.verdict.faulty == 1
    assert "auditor show" in written[True]
    assert "auditor show" not in written[False]
    assert called(faulty, "--every-hand", "--title", "a page", "--no-charts", "-o", "-").stdout == written[True]
