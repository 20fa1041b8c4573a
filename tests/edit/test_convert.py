"""`auditor convert`: what each format keeps of a game, the losses it reports, and where the output goes."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from support.conversions import converted, faces, one_game
from support.legal_games import played, recorded
from support.packing import packed, zipped
from support.paths import FIXTURES, fixture_logs

from auditor.cli import cli
from auditor.core.audit.game import audit_game
from auditor.core.errors import Problem
from auditor.core.events import DISCARD, Game, Ryuukyoku, Win
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.reading.logs import read_logs
from auditor.core.rulesets import choose, load
from auditor.core.sources import InputItem, open_sources
from auditor.edit.convert import ConvertError, Loss, convert
from auditor.testing import Scenario

EVENING = FIXTURES / "evening"
SEED = FIXTURES / "wall" / "seed"
TOLD_BY_YAKU = ("win/yaku", "win/value")
"""Checks that need the yaku, fu or limits that a log records, which mjai has no field for."""


def games_of(path: Path) -> Iterator[Game]:
    for item in open_sources([str(path)]):
        if isinstance(item, InputItem):
            for game in read(item.data, Path(item.path).name):
                if not isinstance(game, Problem):
                    yield game


def findings_of(game: Game, rules_of: Game) -> Counter[tuple[str, int | None, int | None]]:
    rules, _ = choose("auto", rules_of)
    return Counter([(one.check, one.hand, one.seat) for one in audit_game(game, rules).findings])


UNLIKE = {
    "events in their order", "rounds, counters or scores at the start of hands", "indicators that were turned",
}  # fmt: skip
"""Losses of what `faces` compares: an order, a start or a sixth indicator that a format cannot say."""


@pytest.mark.slow
@pytest.mark.parametrize("target", FORMAT_BY_NAME)
def test_fixtures_keep_their_events_in_every_format(target: str) -> None:
    compared = 0
    for path in sorted(FIXTURES.rglob("*.mjlog")):
        game = next(games_of(path))
        try:
            conversion = convert(game, target)
        except ConvertError:
            continue
        if not UNLIKE & {loss.what for loss in conversion.losses}:
            assert faces(one_game(conversion.text, game.log_id)) == faces(game), path
            compared += 1
    assert compared > 300


def real_games(corpus: Path, every: int) -> list[tuple[str, Game]]:
    paths = sorted([path for path in (corpus / "mjlog").rglob("*") if path.is_file()])[::every]
    return [(path.name, game) for path in paths for game in games_of(path)]


ODD = ("24.xml", "25.xml", "obs-riichi-discard.mjlog", "upd-bef-riichi-discard-discard2.mjlog")
"""Logs whose order of events tenhou.net/6 cannot say: of another program, or ending after a ``reach``."""


@pytest.mark.parametrize(("target", "every"), [("mjlog", 2), ("tenhou6", 4), ("mjai", 4), ("majiang", 4)])
@pytest.mark.slow
def test_real_games_keep_their_events_and_their_findings(corpus: Path, target: str, every: int) -> None:
    for name, game in real_games(corpus, every):
        if target == "majiang" and game.players == 3:
            continue
        conversion = convert(game, target)
        again = one_game(conversion.text, game.log_id)
        if target == "mjlog":
            assert conversion.losses == (), name
            assert [[event.key() for event in hand.events] for hand in again.hands] == [
                [event.key() for event in hand.events] for hand in game.hands
            ], name
        if name in ODD and target == "tenhou6":
            continue
        assert faces(again) == faces(game), name
        changed = findings_of(game, game) - findings_of(again, game)
        assert [one for one in changed if target != "mjai" or one[0] not in TOLD_BY_YAKU] == [], name
        assert not findings_of(again, game) - findings_of(game, game), name


@pytest.mark.parametrize("target", FORMAT_BY_NAME)
def test_paipu_keep_their_events(target: str) -> None:
    compared = 0
    for path in fixture_logs("*.json"):
        game = next(games_of(path))
        again = converted(game, target) if game.format == "majiang" else None
        if again is not None:
            assert faces(again) == faces(game), path
            compared += 1
    assert compared >= (5 if target == "riichicity" else 12)  # it hides no tiles


@pytest.mark.parametrize("target", FORMAT_BY_NAME)
def test_real_paipu_keep_their_events_and_have_no_new_findings(corpus: Path, target: str) -> None:
    compared = 0
    for path in sorted((corpus / "majiang").glob("*/*.json.gz"))[::4]:
        game = next(games_of(path))
        again = converted(game, target)
        if again is not None:
            rules = load(str(path.parent / "rule.json"))
            assert faces(again) == faces(game), path
            assert [one for one in audit_game(again, rules).findings if one.severity != "note"] == [], path
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("target", list(FORMAT_BY_NAME))
@pytest.mark.parametrize("number", range(0, 11, 2))
def test_a_game_of_mahjong_soul_has_no_findings_in_another_format(number: int, target: str) -> None:
    legal = recorded("majsoul")[number]
    other = converted(legal.game, target)
    if other is not None:
        assert findings_of(other, legal.game) == findings_of(legal.game, legal.game)


def faults(game: Game, rules_of: Game) -> list[object]:
    rules, _ = choose("auto", rules_of)
    return [one for one in audit_game(game, rules).findings if one.severity != "note"]


@pytest.mark.parametrize("number", [0, 2, 21])
@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma"])
def test_a_legal_game_has_no_faults_in_any_format_by_way_of_any_other(rules: str, number: int) -> None:
    """What a format does not record must not become a statement of the next one, which is then judged."""
    yakuman = Scenario(rules).hand({1: "111222333z5566z"}, avoid="6z", indicator="9s", round=4).turn()
    for game in (played(number, rules), *[yakuman.draw("6z").tsumo().game] * (number == 0)):
        compared = 0
        for first in FORMAT_BY_NAME:
            once = converted(game, first)
            if once is None:
                continue
            assert faults(once, game) == [], first
            for target in FORMAT_BY_NAME:
                twice = converted(once, target)
                if twice is not None:
                    assert faults(twice, game) == [], (first, target)
                    compared += 1
        assert compared >= (12 if game.players == 4 else 6)


def losses_of(game: Game, target: str) -> list[str]:
    return [loss.what for loss in convert(game, target).losses]


@pytest.mark.parametrize("target", ["mjlog", "tenhou6"])
def test_final_scores_that_are_not_recorded_are_not_made_up(target: str) -> None:
    """These formats hold them with the final points only, which are named as lost."""
    game = next(games_of(EVENING / "round-1-table-4.jsonl"))
    assert game.result is not None
    assert game.result.points is not None
    conversion = convert(game, target)
    assert conversion.game.result is None
    assert "the final points" in losses_of(game, target)
    assert faults(conversion.game, game) == faults(game, game)


def test_a_win_without_payments_has_no_form_in_tenhou6() -> None:
    game = next(games_of(FIXTURES / "win" / "yaku" / "silent.mjlog"))
    (win,) = game.hands[0].wins
    win.deltas = None
    with pytest.raises(ConvertError, match=r"tenhou.net/6 .* no payments"):
        convert(game, "tenhou6")
    assert one_game(convert(game, "mjlog").text).hands[0].wins[0].deltas is None


@pytest.mark.parametrize(
    ("name", "found"), [("round-1-table-3.json", []), ("round-2-table-1.json", ["pay/win", "riichi/noten"])]
)
def test_what_tenhou6_does_not_show_is_shown_by_the_play_in_an_mjlog(name: str, found: list[str]) -> None:
    """An mjlog that left out the winner's melds, or the hands at a draw, would say that there are none."""
    game = next(games_of(EVENING / name))
    again = convert(game, "mjlog").game
    assert (
        sorted([one.check for one in audit_game(again, choose("auto", game)[0]).findings if one.severity != "note"])
        == found
    )
    for hand in again.hands:
        for event in hand.events:
            if isinstance(event, Win):
                assert event.hand is not None
            elif isinstance(event, Ryuukyoku) and event.tenpai is not None:
                assert [tiles is not None for tiles in event.shown or ()] == list(event.tenpai)


def test_red_fives_that_a_format_cannot_say_are_told() -> None:
    game = next(games_of(FIXTURES / "tiles" / "duplicate" / "majiang-four-reds-silent.json"))
    assert Loss("which fives are red") in convert(game, "mjlog").losses
    assert Loss("which fives are red") not in convert(game, "mjai").losses


@pytest.mark.parametrize("target", ["mjlog", "mjai"])
def test_real_games_of_tenhou6_keep_their_events(corpus: Path, target: str) -> None:
    compared = 0
    for path in sorted((corpus / "tenhou6").rglob("*")):
        for game in games_of(path) if path.is_file() else ():
            if any([hand.unexplained_from >= 0 for hand in game.hands]):
                continue
            try:
                again = one_game(convert(game, target).text, game.log_id)
            except ConvertError:
                continue
            assert faces(again) == faces(game), path.name
            compared += 1
    assert compared > 20


def test_marks_of_drawn_tiles_are_written_as_the_log_or_the_play_has_them() -> None:
    game = next(games_of(FIXTURES / "riichi" / "discard" / "fires.mjlog"))
    again = one_game(convert(game, "mjai").text)
    marks = [event.mark for hand in again.hands for event in hand.events if event.kind == DISCARD]
    assert set(marks) == {0, 1}
    assert findings_of(again, game) == findings_of(game, game)


def test_what_a_format_does_not_hold_is_named_once_with_its_first_place() -> None:
    game = next(games_of(SEED / "silent.mjlog"))
    losses = convert(game, "mjai").losses
    assert Loss("the shuffle seed") in losses
    assert Loss("Tenhou's rule bits and lobby") in losses
    assert len({loss.what for loss in losses}) == len(losses)
    (copies,) = [loss for loss in losses if loss.what == "which copy of a tile"]
    assert str(copies) == f"which copy of a tile ({copies.times} times, first in hand 0)"
    assert convert(game, "mjlog").losses == ()


def test_what_a_format_cannot_say_is_told() -> None:
    chombo = next(games_of(FIXTURES / "pay" / "chombo" / "silent.json"))
    with pytest.raises(ConvertError, match="mjlog has no sign for a hand annulled by a chombo"):
        convert(chombo, "mjlog")
    assert one_game(convert(chombo, "mjai").text).hands[0].events[-1].key() == chombo.hands[0].events[-1].key()
    with pytest.raises(ConvertError, match=f"give one of {', '.join(FORMAT_BY_NAME)}"):
        convert(chombo, "xml")
    drawn = "which of a dealer's first fourteen tiles was drawn"
    assert drawn in losses_of(game := next(games_of(SILENT)), "majsoul")
    assert f"that the log does not say {drawn}" in losses_of(convert(game, "majsoul").game, "mjlog")
    # Of a yakuman listed by its number alone the points say how often it counts, in a copy, too.
    text = (FIXTURES / "win" / "value" / "four-big-winds-ema-2012-silent.mjlog").read_text("utf-8")
    rules = choose("ema-2012", one_game(text))[0]
    for listed, found in {
        text: [],
        text.replace('yaku="49,26"', 'yakuman="49"'): [],
        text.replace('yaku="49,26"', 'yakuman="50"'): ["win/yaku"],
        text.replace('yaku="49,26"', 'yakuman="49,42"'): ["win/yaku"],
        text.replace('60,64000,5" yaku="49,26"', '60,32000,5" yakuman="49"'): ["win/value"],
    }.items():
        once = one_game(listed)
        others = ("mjx", "mjlog") if found == ["win/value"] else ("mjx", "mjlog", "tenhou6", "majsoul", "majiang")
        for again in [once, *[one_game(convert(once, target).text) for target in others]]:
            assert [one.check for one in audit_game(again, rules).findings if one.severity != "note"] == found, again
    # When an open kan's indicator was turned, if it is not recorded: by the rules named, or as a win shows. It is told.
    text = (FIXTURES / "dora" / "timing" / "m-league-open-kan-win-turned.json").read_text("utf-8")
    rules = choose("m-league", one_game(text))[0]
    for rule, how in {
        "Mリーグルール": "at once, as by its rules", "": "at once, as a win shows",
        "般南喰赤": "before discard, as by its rules",
    }.items():  # fmt: skip
        once = one_game(text.replace("般南喰赤", rule))
        for target in ("mjlog", "mjx", "majsoul", "majiang", "riichicity", "mleague"):
            conversion = convert(once, target)
            assert [loss.what for loss in conversion.losses if loss.what.endswith(f"are turned: written {how}")], how
            found = [one.check for one in audit_game(conversion.game, rules).findings if one.severity != "note"]
            assert found == [] or how.startswith("before"), (how, target)
    assert not [loss for loss in convert(once, "mjai").losses if "are turned" in loss.what]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["convert", *arguments])


FIRES = FIXTURES / "riichi" / "kan-waits" / "fires.mjlog"
SILENT = FIXTURES / "riichi" / "kan-waits" / "silent.mjlog"


@pytest.fixture
def archive(tmp_path: Path) -> str:
    path = tmp_path / "two.zip"
    path.write_bytes(zipped(("a.mjlog", packed(FIRES.read_bytes())), ("b.mjlog", SILENT.read_bytes())))
    return str(path)


def test_to_standard_output_with_losses_on_standard_error() -> None:
    result = run(str(FIRES), "--to", "tenhou6")
    assert result.exit_code == 0
    assert result.stdout == convert(next(games_of(FIRES)), "tenhou6").text
    assert result.stderr.startswith(f"{FIRES}: tenhou6 does not hold\n  Tenhou's rule bits and lobby\n")


def test_to_a_file_and_from_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "out.mjlog"
    result = CliRunner().invoke(cli, ["convert", "-", "--to", "mjlog", "-o", str(path)], input=FIRES.read_bytes())
    assert (result.exit_code, result.stdout) == (0, "")
    assert one_game(path.read_text("utf-8")).hands[0].events
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.mjlog"]


def test_several_games(archive: str, tmp_path: Path) -> None:
    assert len(list(read(run(archive, "--to", "mjai").stdout.encode(), "x"))) == 2
    result = run(archive, "--to", "tenhou6", "-o", str(tmp_path / "one.json"))
    assert result.exit_code == 2
    assert "holds several games, and a tenhou6 file holds one: give --game N, or a folder with -o" in result.stderr
    assert not (tmp_path / "one.json").exists()
    assert run(archive, "--to", "tenhou6", "--game", "1").stdout == convert(next(games_of(SILENT)), "tenhou6").text
    assert run(archive, "--to", "tenhou6", "-o", f"{tmp_path}/logs/").exit_code == 0
    assert sorted([path.name for path in (tmp_path / "logs").iterdir()]) == ["a.json", "b.json"]
    late = run(archive, "--to", "mjai", "--game", "2")
    assert (late.exit_code, "holds 2 games; give --game 0 to 1" in late.stderr) == (2, True)


def test_several_logs_are_written_into_a_folder(tmp_path: Path) -> None:
    logs = [str(path) for path in sorted(EVENING.glob("round-1-*"))]
    run = CliRunner().invoke(cli, ["convert", *logs, logs[0], "--to", "mjai", "-o", str(tmp_path / "out")])
    assert run.exit_code == 0, run.output
    assert len(list((tmp_path / "out").iterdir())) == len(logs) + 1
    (tmp_path / "none").mkdir()
    (tmp_path / "none/readme.txt").write_text("no log")
    nothing = CliRunner().invoke(cli, ["convert", str(tmp_path / "none"), "--to", "mjai"])
    assert (nothing.exit_code, nothing.stderr) == (3, f"{tmp_path / 'none'}: holds no game\n")
    refused = CliRunner().invoke(cli, ["convert", *logs, "--to", "mjai"])
    assert (refused.exit_code, "several logs are written into a folder: -o FOLDER" in refused.stderr) == (2, True)
    hidden, page = tmp_path / "hidden", tmp_path / "page.html"
    assert CliRunner().invoke(cli, ["anonymize", *logs, "-o", str(hidden)]).exit_code == 0
    assert len(list(hidden.iterdir())) == len(logs)
    counted = f"{len(logs)} games"
    assert counted in CliRunner().invoke(cli, ["report", *logs, "-o", str(page), "--no-charts"]).stderr
    assert counted in CliRunner().invoke(cli, ["audit", *logs]).stderr


def test_each_hand_has_an_address_that_reads_back(tmp_path: Path) -> None:
    log = EVENING / "round-1-table-1.mjlog"
    printed = CliRunner().invoke(cli, ["convert", str(log), "--to", "tenhou6", "--addresses"])
    addresses = printed.stdout.splitlines()
    whole = next(read_logs([str(log)])).found
    assert isinstance(whole, Game)
    assert len(addresses) == len(whole.hands)
    (tmp_path / "links.txt").write_text(printed.stdout, "utf-8")
    again = [one.found for one in read_logs([str(tmp_path / "links.txt")])]
    hands = [hand for game in again if isinstance(game, Game) for hand in game.hands]
    assert [(hand.name, hand.honba, len(hand.events)) for hand in hands] == [
        (hand.name, hand.honba, len(hand.events)) for hand in whole.hands
    ]
    refused = CliRunner().invoke(cli, ["convert", str(log), "--to", "mjai", "--addresses"])
    assert (refused.exit_code, "--addresses goes with --to tenhou6 alone" in refused.stderr) == (2, True)


def test_files_lie_and_are_called_like_their_inputs_whatever_lies_beside_them(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    one, other = FIRES.read_bytes(), SILENT.read_bytes()
    both = (EVENING / "round-1-table-4.jsonl").read_bytes() + (EVENING / "round-2-table-3.jsonl").read_bytes()
    members = (("25.xml", one), ("../up/26.xml.gz", packed(other)), ("27", both))
    for name, content in (("25.xml", one), ("b/25.xml", other), ("c.zip", zipped(*members))):
        (logs / name).parent.mkdir(parents=True, exist_ok=True)
        (logs / name).write_bytes(content)

    def names(folder: str) -> set[str]:
        result = run(str(logs), "--to", "mjai", "-o", str(tmp_path / folder))
        assert result.exit_code == 0
        files = [path for path in (tmp_path / folder).rglob("*") if path.is_file()]
        assert f"\n{len(files)} games written to {tmp_path / folder}\n" in result.stderr
        return {path.relative_to(tmp_path / folder).as_posix() for path in files}

    before = {
        "25.mjson", "b/25.mjson", "c.zip/25.mjson", "c.zip/up/26.mjson", "c.zip/27-0.mjson", "c.zip/27-1.mjson",
    }  # fmt: skip
    assert names("first") == before
    (logs / "0.xml").write_bytes(one)
    (logs / "a.xml").write_bytes(one)
    assert names("second") == before | {"0.mjson", "a.mjson"}
    (logs / "25.yml").write_bytes(other)
    assert names("third") == before | {"0.mjson", "a.mjson", "25-2.mjson"}


@pytest.mark.parametrize(
    ("output", "files"),
    [
        ("new", {"new/a.mjson", "new/b.mjson"}),
        ("new/", {"new/a.mjson", "new/b.mjson"}),
        ("new.d/", {"new.d/a.mjson", "new.d/b.mjson"}),
        ("all.mjson", {"all.mjson"}),
    ],
)
def test_a_folder_that_does_not_exist_is_made(archive: str, tmp_path: Path, output: str, files: set[str]) -> None:
    out = tmp_path / "out"
    out.mkdir()
    assert run(archive, "--to", "mjai", "-o", f"{out}/{output}").exit_code == 0
    assert {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()} == files
    for address in (f"{archive}::a.mjlog", str(FIRES)):
        assert run(address, "--to", "mjai", "-o", str(out / "one")).exit_code == 0
        assert (out / "one").is_file(), "one log is one file"
    assert run(archive, "--game", "1", "--to", "mjai", "-o", str(out / "second")).exit_code == 0
    assert (out / "second").is_file()


def test_losses_of_many_games_are_a_line_a_kind(archive: str, tmp_path: Path) -> None:
    told = run(archive, "--to", "tenhou6", "-o", f"{tmp_path}/logs/").stderr.splitlines()
    assert told[0] == "tenhou6 does not hold (--verbose lists it for each game)"
    assert "  Tenhou's rule bits and lobby (2 games)" in told
    assert f"  which copy of a tile (2 games, first in {archive}::a.mjlog hand 0)" in told
    assert len({line.partition(" (")[0] for line in told}) == len(told)
    full = run(archive, "--to", "tenhou6", "-o", f"{tmp_path}/logs/", "--verbose").stderr.splitlines()
    assert full[0] == f"{archive}::a.mjlog: tenhou6 does not hold"
    assert full.count("  Tenhou's rule bits and lobby") == 2


@pytest.mark.skipif(os.name == "nt", reason="needs a pipe that closes early")
def test_a_reader_that_goes_away_is_no_fault() -> None:
    command = f"{sys.executable} -m auditor convert {EVENING} --to mjai | head -c 1"
    environment = {**os.environ, "PYTHONPATH": str(FIXTURES.parent)}
    result = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, env=environment)
    assert result.stdout == "{"
    assert "Error" not in result.stderr
    assert "Traceback" not in result.stderr


def test_what_cannot_be_read_or_written(tmp_path: Path) -> None:
    missing = run(str(tmp_path / "gone"), "--to", "mjai")
    assert (missing.exit_code, missing.stdout) == (3, "")
    assert "gone: cannot be read: No such file or directory" in missing.stderr
    blocked = tmp_path / "file"
    blocked.write_text("x", "utf-8")
    refused = run(str(FIRES), "--to", "mjai", "-o", str(blocked / "out"))
    assert refused.exit_code == 2
    assert "cannot be written" in refused.stderr


def test_the_command_offers_every_format_that_can_be_written() -> None:
    assert f"--to [{'|'.join(FORMAT_BY_NAME)}]" in run("--help").stdout
    assert run(str(FIRES), "--to", "xml").exit_code == 2
