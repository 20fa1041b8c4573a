"""Rulesets: their contents, errors in files, the choice for a log, and the cases of the seed texts."""

import csv
import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from scenarios.seed_kans import KANS, Kan
from support.cli_calls import invoke
from support.made_pages import KANS_PAGE, kans_page
from support.paths import FIXTURES, ROOT, TESTS

from auditor import api
from auditor.core import rulesets
from auditor.core.checks import BY_ID
from auditor.core.errors import RulesetError
from auditor.core.events import NOT_RECORDED, FinalResult, Game, Hand
from auditor.core.reading.stated_rules import NAMED_RULES, NO_RED_FIVES, THREE_PLAYERS
from auditor.core.rulesets import choice
from auditor.core.rulesets.model import GameRules, Ruleset
from auditor.core.rulesets.settings import settings, value_of
from auditor.core.tiles import RED_FIVES
from auditor.output.kan import judge_kan
from auditor.output.ruleset_texts import ruleset_difference, ruleset_text

NAMES = rulesets.names()


@pytest.mark.parametrize("name", NAMES)
def test_a_ruleset_loads_and_says_where_it_comes_from(name: str) -> None:
    rules = rulesets.load(name)
    assert rules.name == name
    assert rules.title
    assert rules.source


def test_the_guide_says_whose_each_ruleset_is() -> None:
    _, _, after = (ROOT / "docs/rulesets-guide.md").read_text("utf-8").partition("## Whose rules")
    rows = after.partition("\n## ")[0].splitlines()
    named = [name for row in rows if row.startswith("| `") for name in re.findall("`([^`]+)`", row.split("|")[1])]
    assert sorted(named) == NAMES, "each has one row, or shares one with its sibling"


TENHOU = 'extend = "tenhou"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('title = "x"', "source is missing: a text, where the rules are published"),
        (TENHOU + "[riich]\n", "there is no setting riich; did you mean riichi? there are game, riichi, furiten,"),
        (TENHOU + "kan = 1", "there is no setting kan; there are game,"),
        (TENHOU + "riichi = 4", "riichi must be a table, [riichi], not 4"),
        (
            TENHOU + '[riichi]\nkans = "waits"',
            "there is no setting riichi.kans; did you mean kan? there are points,",
        ),
        (
            TENHOU + '[riichi]\nkan = "sometimes"',
            'riichi.kan must be one of "never", "waits", "interpretations", "okuri", not "sometimes"',
        ),
        (TENHOU + '[riichi]\npoints = "many"', 'riichi.points must be a whole number from 0 to 1000000, not "many"'),
        (TENHOU + "[riichi]\npoints = -1", "riichi.points must be a whole number from 0 to 1000000, not -1"),
        (TENHOU + "[riichi]\nippatsu = 1", "riichi.ippatsu must be true or false, not 1"),
        (TENHOU + "[game]\nplayers = 5", "game.players must be one of 3, 4, not 5"),
        (TENHOU + '[draws]\nabortive = ["two kans"]', 'draws.abortive must be a list, each one of "nine terminals",'),
        (TENHOU + '[draws]\nabortive = "four kans"', "draws.abortive must be a list, each one of"),
        (TENHOU + "[scoring]\npao = [8]", "scoring.pao must be a list, each a whole number from 37 to 51, not [8]"),
        (TENHOU + "[game]\nplacement = [1e300, 0, 0, -1e300]", "placement cannot hold more than 1000 thousand points"),
        (TENHOU + "[game]\nplacement = [1, 2]", "game.placement must hold 4 bonuses, one for each of game.players"),
        (TENHOU + "[game]\nred_fives = 2", "game.red_fives cannot be 2 with 4 players: 0, 3 or 4, or a list of man,"),
        (
            TENHOU + "[game]\nred_fives = [1, 1, 5]",
            "game.red_fives must be one of 0, 2, 3, 4 or a list of 3, each a whole number from 0 to 4, not [1, 1, 5]",
        ),
        ('extend = "tenhou-sanma"\n[game]\nred_fives = [1, 1, 1]', "game.red_fives: three players have no 5m"),
        (TENHOU + "[game]\nreturn_points = 20000", "game.return_points cannot be below game.start_points"),
        (
            'title = "x"\nsource = "y"\n[game]\nextension = "sudden death"\n[scoring]\ntriple_ron = "pay"',
            "game.extension needs game.target_points",
        ),
        (TENHOU + "[riichi]\nopen_riichi_yakuman = true", "riichi.open_riichi_yakuman needs riichi.open_riichi"),
        (TENHOU + "[scoring]\nhead_bump = true", 'draws.abortive names "triple ron", which scoring.head_bump'),
        (TENHOU + "[draws]\nabortive = []", 'scoring.triple_ron = "abort" needs "triple ron" in draws.abortive'),
        (
            'extend = "tenhou-sanma"\n[draws]\nabortive = ["four winds"]',
            "draws.abortive: three players know only nine terminals and four kans",
        ),
        (TENHOU + "[draws]\nnoten_points = 4000", "draws.noten_points must be a multiple of 6, for one, two or three"),
        (TENHOU + "[sticks]\nhonba = 200", "sticks.honba must be a multiple of 300, for 3 payers share it"),
        (TENHOU + "sources = 4", "sources must be a table, [sources], not 4"),
        (TENHOU + '[sources]\nriichi = "x"', 'sources.riichi must be a table, [sources.riichi], not "x"'),
        (
            TENHOU + '[sources]\nriich.kan = "x"',
            "there is no setting sources.riich; did you mean riichi? there are game, riichi, furiten,",
        ),
        (
            TENHOU + '[sources]\nriichi.kans = "x"',
            "there is no setting sources.riichi.kans; did you mean kan? there are points,",
        ),
        (TENHOU + '[sources]\n"riichi.kan" = "x"', 'there is no setting sources."riichi.kan"; did you mean riichi?'),
        (TENHOU + '[sources]\ntitle = "x"', "there is no setting sources.title; there are game, riichi, furiten,"),
        (TENHOU + "[sources]\nriichi.kan = 3", "sources.riichi.kan must be a text, not 3"),
        ('extend = "no-such"', "there is no ruleset 'no-such'"),
        ('extend = "no-such' + "a" * 400 + '"', "there is no ruleset 'no-suchaaa"),
        ("extend = 3", "extend must be the name of a ruleset"),
        ("[riichi", "not valid TOML"),
    ],
)
def test_a_wrong_file_is_told_with_its_key_and_what_is_allowed(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(RulesetError) as told:
        rulesets.load(str(path))
    assert message in str(told.value)
    assert "club.toml" in str(told.value) or "no-such" in text


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(TENHOU + '[riichi]\nkan = "no"\npoints = "no"\n[dora]\nkans = 1', "utf-8")
    with pytest.raises(RulesetError) as told:
        rulesets.load(str(path))
    lines = str(told.value).splitlines()
    assert [line.split(": ", 1)[0] for line in lines] == [str(path)] * 3


def test_every_setting_is_explained() -> None:
    assert settings()
    for setting in settings().values():
        assert setting.meaning, setting.key
        assert setting.allowed, setting.key


def settings_in(tables: Mapping[str, object]) -> set[str]:
    """The keys of all settings in the sections of a file."""
    return {f"{section}.{name}" for section, values in tables.items() if isinstance(values, dict) for name in values}


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_that_a_file_has_names_its_source(name: str) -> None:
    own = tomllib.loads((Path(rulesets.__file__).parent / f"{name}.toml").read_text("utf-8"))
    sources = settings_in(own.pop("sources"))
    assert sources <= settings_in(own), "sources of settings that the file does not have"
    for key in settings_in(own) - sources:
        section, setting = key.split(".")
        assert section not in ("riichi", "furiten", "penalties") or setting in ("points", "stick", "tiles_left"), key


def sources_in(tmp_path: Path, text: str) -> dict[str, str]:
    """The sources of a file that extends quebec."""
    path = tmp_path / "club.toml"
    path.write_text(f'extend = "quebec"\n{text}\n', "utf-8")
    return rulesets.sources_of(str(path))


@pytest.mark.parametrize(
    "text",
    [
        '[sources]\nriichi.kan = "vote of 2026"',
        '[sources.riichi]\nkan = "vote of 2026"',
        'sources.riichi = {kan = "vote of 2026"}',
        '[riichi]\nkan = "never"  # a comment\n[sources]\nriichi.kan = "vote of 2026"  # another',
    ],
)
def test_a_setting_has_its_source_however_toml_spells_it(tmp_path: Path, text: str) -> None:
    assert sources_in(tmp_path, text) == {**rulesets.sources_of("quebec"), "riichi.kan": "vote of 2026"}


def test_a_setting_that_a_file_has_does_not_inherit_a_source(tmp_path: Path) -> None:
    inherited = rulesets.sources_of("quebec")
    assert inherited["riichi.kan"].startswith("waits unchanged"), "its own"
    assert inherited["furiten.ends"] == rulesets.sources_of("tenhou")["furiten.ends"], "of the file two steps below"
    assert inherited["draws.riichi_shows"] == "at a draw, and not at an abortive one", "not what wiki says of its own"
    del inherited["riichi.kan"]
    assert sources_in(tmp_path, '[riichi]\nkan = "never"  # no source') == inherited


def test_a_ruleset_needs_no_sources(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('title = "Club"\nsource = "x"\n[scoring]\ntriple_ron = "pay"', "utf-8")
    assert rulesets.sources_of(str(path)) == {}
    assert rulesets.load(str(path)).title == "Club"


def test_a_rule_object_has_the_sources_of_majiang() -> None:
    path = TESTS / "rulesets" / "majiang-no-renchan.json"
    assert rulesets.sources_of(str(path)) == rulesets.sources_of("majiang")


def test_sources_leave_the_judgement_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(TENHOU + '[riichi]\nkan = "never"', "utf-8")
    other = tmp_path / "2" / "club.toml"
    other.parent.mkdir()
    other.write_text(TENHOU + '[riichi]\nkan = "never"\n[sources]\nriichi.kan = "vote of 2026"', "utf-8")
    assert rulesets.settings_key(str(path)) == rulesets.settings_key(str(other))


def test_a_ruleset_in_full_explains_each_setting() -> None:
    text = ruleset_text(rulesets.load("zh"), rulesets.sources_of("zh"))
    assert "riichi_shows = " in text
    assert "\n# the draws at which a seat in riichi must show its hand\n# source: 不听立直" in text
    assert "\n# source: logs: sticks left at the end go to the top player" in text, "a source of the ruleset extended"


@pytest.mark.parametrize("name", NAMES)
def test_a_ruleset_in_full_is_a_file_that_says_the_same(tmp_path: Path, name: str) -> None:
    rules = rulesets.load(name)
    path = tmp_path / f"{name}.toml"
    path.write_text(ruleset_text(rules, rulesets.sources_of(name)), "utf-8")
    assert rulesets.load(str(path)) == rules


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("EMA-2016", "; did you mean ema-2016?"),
        ("Tenhou", "; did you mean tenhou?"),
        ("ema", "; did you mean ema-2012 or ema-2016 or ema-2025?"),
        ("mleague", "; did you mean m-league?"),
        ("club", "; did you mean the file club.toml?"),
        ("", f": give one of {rulesets.names()[0]}, "),
        ("xyzzy", f": give one of {rulesets.names()[0]}, "),
    ],
)
def test_a_name_that_no_ruleset_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, advice: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.toml").write_text(TENHOU, "utf-8")
    with pytest.raises(RulesetError) as told:
        rulesets.load(name)
    assert str(told.value).startswith(f"there is no ruleset {name!r}{advice}")


def test_a_setting_may_be_without_a_value(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(TENHOU + 'game = {target_points = "none", extension = "none", placement = "none"}', "utf-8")
    game_rules = rulesets.load(str(path)).game
    assert (game_rules.target_points, game_rules.extension, game_rules.placement) == (None, "none", None)
    path.write_text(TENHOU + 'game.length = "none"', "utf-8")
    with pytest.raises(RulesetError, match=r'game.length must be one of 0, 1, 2, 4, not "none"'):
        rulesets.load(str(path))


def test_a_file_that_extends_another_says_so_in_title_and_source(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(TENHOU, "utf-8")
    rules, tenhou = rulesets.load(str(tmp_path / "club.toml")), rulesets.load("tenhou")
    assert rules.title == f"{tenhou.title}, as changed by club.toml"
    assert rules.source == f"{tenhou.source}, and its own settings: club.toml"


def test_files_that_are_sound_and_files_that_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.toml").write_text(TENHOU + 'riichi = {points = 1000, ippatsu = false}\nname = "ours"', "utf-8")
    sound = invoke("rulesets", "--check", "club.toml")
    assert (sound.exit_code, sound.stdout) == (
        0,
        "club.toml: sound; it extends tenhou and changes 1 setting of it\n"
        "  riichi.ippatsu = false  # tenhou: true\n"
        "as in tenhou, and needless: riichi.points\n",
    )
    Path("alone.toml").write_text('title = "x"\nsource = "y"\n[scoring]\ntriple_ron = "pay"', "utf-8")
    Path("off.toml").write_text(TENHOU + 'off = ["riichi/kan-wait"]', "utf-8")
    Path("wrong.toml").write_text(TENHOU + "riichi = {kan = 1, kans = 2}", "utf-8")
    rules = TESTS / "rulesets" / "majiang-no-renchan.json"
    result = invoke("rulesets", "--check", "wrong.toml", "off.toml", "alone.toml", rules)
    assert result.exit_code == 1
    assert [line.split(": ", 1)[0] for line in result.stdout.splitlines() if line[0] != " "] == [
        "wrong.toml", "wrong.toml", "off", "alone.toml", str(rules),
    ]  # fmt: skip
    assert "alone.toml: sound; it extends no ruleset, and sets 1 setting; " in result.stdout
    assert '  game.renchan = "never"  # majiang: "tenpai"' in result.stdout


def test_the_table_of_rulesets() -> None:
    known = [rulesets.load(name) for name in ("ema-2016", "tenhou")]
    rows = json.loads(invoke("rulesets", "--table", "--format", "json", "ema-2016", "tenhou").stdout)
    assert [row["setting"] for row in rows] == [key for key, one in settings().items() if one.section]
    for row in rows:
        setting = settings()[row["setting"]]
        values = json.loads(json.dumps([value_of(rules, setting) for rules in known]))
        assert [row["decides"], row["ema-2016"], row["tenhou"]] == [setting.meaning, *values]
    lines = invoke("rulesets", "--table", "ema-2016", "tenhou").stdout.splitlines()
    assert [cell.strip() for cell in lines[0].split("|")[1:-1]] == ["setting", "ema-2016", "tenhou"]
    assert len(lines) == len(rows) + 2
    table = list(csv.reader(invoke("rulesets", "--table", "--format", "csv").stdout.splitlines()))
    assert table[0] == ["setting", "decides", *NAMES]
    assert {len(row) for row in table} == {len(NAMES) + 2}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--check"], "Name the file to check."),
        (["--format", "csv"], "--format goes with --table."),
        (["tenhou", "wrc", "zh"], "Name one ruleset or two; more go with --table."),
    ],
)
def test_wrong_usage_of_rulesets(arguments: list[str], message: str) -> None:
    result = invoke("rulesets", *arguments)
    assert (result.exit_code, message in result.stderr) == (2, True)


def test_a_file_that_cannot_be_read_is_told_without_what_the_system_calls_it(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RulesetError, match=r"gone.toml: cannot be read: No such file or directory$"):
        rulesets.load(str(tmp_path / "gone.toml"))
    with pytest.raises(RulesetError, match=r"binary.toml: cannot be read: it is not text in UTF-8$"):
        rulesets.load(str(tmp_path / "binary.toml"))


def test_a_file_that_extends_itself_is_told(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(f'extend = "{path}"', "utf-8")
    with pytest.raises(RulesetError, match="extends itself"):
        rulesets.load(str(path))


@pytest.mark.parametrize(
    ("extended", "written", "reds"),
    [
        ("tenhou", "0", (0, 0, 0)),
        ("tenhou", "3", (1, 1, 1)),
        ("tenhou", "4", (1, 2, 1)),
        ("tenhou", "[2, 0, 1]", (2, 0, 1)),
        ("tenhou-sanma", "2", (0, 1, 1)),
        ("tenhou-sanma", "[0, 2, 2]", (0, 2, 2)),
    ],
)
def test_red_fives_are_a_number_or_those_of_each_suit(
    tmp_path: Path, extended: str, written: str, reds: tuple[int, int, int]
) -> None:
    path = tmp_path / "club.toml"
    path.write_text(f'extend = "{extended}"\n[game]\nred_fives = {written}', "utf-8")
    assert rulesets.load(str(path)).game.reds == reds


def test_a_file_counts_as_it_is_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what it extends and names as its sibling, and the file of the same name in another folder."""
    monkeypatch.chdir(tmp_path)
    own = 'name = "{}"\ntitle = "x"\nsource = "x"\nextend = "{}"\n'
    file, base, sibling = Path("r.toml"), Path("base.toml"), Path("three.toml")
    file.write_text(own.format("a", "base.toml") + 'sibling = "three.toml"\n', "utf-8")
    base.write_text('extend = "tenhou"\n', "utf-8")
    sibling.write_text(own.format("b", "tenhou-sanma"), "utf-8")
    first = rulesets.load("r.toml")
    assert rulesets.load("r.toml") is first, "read once while it stays as it is"
    base.write_text('extend = "tenhou"\n[scoring]\nopen_tanyao = false\n', "utf-8")
    assert (first.scoring.open_tanyao, rulesets.load("r.toml").scoring.open_tanyao) == (True, False)
    sibling.write_text(own.format("c", "tenhou-sanma"), "utf-8")
    three = rulesets.loading.sibling_of(rulesets.load("r.toml"))
    assert three is not None
    assert three.name == "c"
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    file.write_text(own.format("d", "ema-2012"), "utf-8")
    assert rulesets.load("r.toml").name == "d"
    file.unlink()
    with pytest.raises(RulesetError, match="cannot be read"):
        rulesets.load("r.toml")


def test_a_file_extends_a_ruleset_setting_by_setting(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('extend = "tenhou"\ntitle = "Club"\n[riichi]\nkan = "never"', "utf-8")
    rules = rulesets.load(str(path))
    assert (rules.name, rules.title, rules.riichi.kan) == ("club", "Club", "never")
    assert rules.riichi.tiles_left == rulesets.load("tenhou").riichi.tiles_left


def game(bits: int = NOT_RECORDED, text: str = "", players: int = 4, red_fives: bool = True) -> Game:
    made = Game("tenhou6" if bits == NOT_RECORDED else "mjlog")
    made.rule_bits, made.rule_text, made.players = bits, text, players
    made.red_tiles = RED_FIVES if red_fives else ()
    if bits != NOT_RECORDED:
        made.players = 3 if bits & THREE_PLAYERS else 4
        made.red_tiles = () if bits & NO_RED_FIVES else RED_FIVES
    return made


@pytest.mark.parametrize(
    ("log", "name", "winds", "reds", "open_tanyao"),
    [
        (game(bits=0x09), "tenhou", 2, 3, True),
        (game(bits=0x01), "tenhou", 1, 3, True),
        (game(bits=0x0F), "tenhou", 2, 0, False),
        (game(bits=0x19), "tenhou-sanma", 2, 2, True),
        (game(text="鳳南喰赤"), "tenhou", 2, 3, True),
        (game(text="般東", red_fives=False), "tenhou", 1, 0, False),
        (game(text="三鳳南喰赤", players=3), "tenhou-sanma", 2, 2, True),
        (game(text="Gold Room South"), "mahjong-soul", 2, 3, True),
        (game(text="Jade Room East"), "mahjong-soul", 1, 3, True),
        (game(text="雀魂 金の間 四人東"), "mahjong-soul", 1, 3, True),
        (game(text="玉之间 三人南", players=3), "mahjong-soul-sanma", 2, 2, True),
        (game(text="玉の間南喰赤"), "mahjong-soul", 2, 3, True),
        (game(text="王座の間 四人南"), "mahjong-soul", 2, 3, True),
        (game(text="王座之间四人东"), "mahjong-soul", 1, 3, True),
        (game(text="金之間 四人南"), "mahjong-soul", 2, 3, True),
        (game(text="三玉の間東喰赤", players=3), "mahjong-soul-sanma", 1, 2, True),
        (game(text="Throne Room South"), "mahjong-soul", 2, 3, True),
        (game(text="Majsoul friendly match"), "mahjong-soul", 2, 3, True),
        (game(text="Friday club"), "tenhou", 2, 3, True),
        (game(), "tenhou", 2, 3, True),
        (game(text="Mリーグルール"), "m-league", 2, 3, True),
    ],
)
def test_the_ruleset_of_a_log(log: Game, name: str, winds: int, reds: int, open_tanyao: bool) -> None:
    rules, reason = rulesets.choose("auto", log)
    assert (rules.name, rules.game.length, rules.game.red_fives) == (name, winds, reds)
    assert rules.scoring.open_tanyao == open_tanyao
    assert reason


@pytest.mark.parametrize(
    ("text", "title", "name"),
    [
        ("", "十段位決定戦 日本プロ麻雀連盟公式ルール", "jpml-a"),
        ("十段位決定戦1", "十段位決定戦 日本プロ麻雀連盟公式ルール", "jpml-a"),
        ("連盟Aルール", "", "jpml-a"),
        ("", "プロクイーン決定戦 日本プロ麻雀連盟Bルール", "jpml-b"),
        ("最高位戦ルール", "", "saikouisen"),
        ("最高位戦日本プロ麻雀協会ルール", "", "saikouisen"),
        ("最高位戦Classicルール", "", "saikouisen-classic"),
        ("日本プロ麻雀協会公式ルール", "", "npm"),
        ("", "RMUルール", "rmu"),
        ("RMU公式Aルール", "", "rmu"),
        ("μリーグルール", "", "mu"),
        ("Mリーグ公式戦ルール", "", "m-league"),
        ("", "Friday, M-League rules", "m-league"),
        ("EMA rules 2025", "", "ema-2025"),
        ("EMA rules 2016", "", "ema-2016"),
        ("Cup, WRC rules 2025", "", "wrc-2025"),
        ("RRC rules", "", "rrc"),
        # Other rules of the same organization, its name alone, rooms of servers.
        ("RMU公式Bルール", "", "tenhou"),
        ("", "最高位戦A1リーグ", "tenhou"),
        ("EMA rules", "", "tenhou"),
        ("健康麻将連盟公式ルール", "", "tenhou"),
        ("鳳南喰赤", "日本プロ麻雀連盟公式ルール", "tenhou"),
        ("友人戦南", "Mリーグルール", "mahjong-soul"),
    ],
)
def test_the_published_rules_that_a_log_names(text: str, title: str, name: str) -> None:
    log = game(text=text)
    log.attributes["title"] = title
    rules, reason = rulesets.choose("auto", log)
    assert rules.name == name
    if name not in ("tenhou", "mahjong-soul"):
        assert rules == rulesets.load(name)
        assert reason == (f"the log's rule text is {text!r}" if title == "" else f"the log's title is {title!r}")


def test_published_rules_are_of_four_players_and_of_rulesets_that_exist() -> None:
    assert {rulesets.load(name).game.players for name in NAMED_RULES.values()} == {4}
    assert rulesets.choose("auto", game(text="最高位戦ルール", players=3))[0].name == "tenhou-sanma"


@pytest.mark.parametrize(
    ("name", "base", "differences"),
    [
        ("ema-2025", "ema-2016", ("riichi.tiles_left", "scoring.double_wind_fu", "scoring.kiriage")),
        (
            "wrc-2025",
            "wrc",
            (
                "riichi.tiles_left",
                "scoring.double_wind_fu",
                "scoring.counted_yakuman",
                "scoring.several_yakuman",
                "scoring.kokushi_closed_kan",
                "scoring.pao",
                "scoring.pao_honba",
            ),
        ),
        (
            "saikouisen-classic",
            "saikouisen",
            (
                "off",
                "game.renchan",
                "game.placement",
                "riichi.kan",
                "riichi.ippatsu",
                "riichi.ura_dora",
                "calls.kuikae",
                "scoring.kiriage",
                "draws.noten_points",
                "draws.riichi_shows",
                "dora.kan_dora",
                "dora.kan_ura",
            ),
        ),
        (
            "jpml-b",
            "jpml-a",
            (
                "game.bust",
                "game.all_last_stop",
                "game.placement",
                "riichi.ippatsu",
                "riichi.ura_dora",
                "scoring.double_wind_fu",
                "scoring.kiriage",
                "scoring.counted_yakuman",
                "scoring.several_yakuman",
                "scoring.renhou",
                "dora.kan_dora",
                "dora.kan_ura",
            ),
        ),
        ("npm", "saikouisen", ("assumed", "game.start_points", "scoring.green_hatsu")),
        ("rmu", "saikouisen", ("game.placement",)),
        (
            "mu",
            "saikouisen-classic",
            (
                "off",
                "game.renchan",
                "riichi.noten_penalty",
                "sticks.honba",
                "scoring.several_yakuman",
                "scoring.pao",
                "draws.riichi_shows",
                "penalties.chombo",
            ),
        ),
    ],
)
def test_how_a_ruleset_differs_from_its_base(name: str, base: str, differences: tuple[str, ...]) -> None:
    rules, other = rulesets.load(name), rulesets.load(base)
    differing = [key for key, one in settings().items() if value_of(rules, one) != value_of(other, one)]
    assert tuple(differing) == ("name", "title", "source", *differences)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("jpml-a", {"riichi.ippatsu": False, "dora.kan_dora": False, "game.placement": None, "scoring.kiriage": False}),
        ("saikouisen", {"scoring.kiriage": True, "scoring.pao": (), "game.placement": (30, 10, -10, -30)}),
        (
            "rrc",
            {"game.red_fives": 3, "scoring.kiriage": False, "sticks.honba_winners": "each", "riichi.tiles_left": 4},
        ),
    ],
)
def test_what_a_ruleset_without_a_base_says(name: str, values: dict[str, object]) -> None:
    rules = rulesets.load(name)
    assert {key: value_of(rules, settings()[key]) for key in values} == values


@pytest.mark.parametrize(
    ("csrule", "start", "placement", "judged"),
    [
        ("0FE0BF0B,0000001F,,,30000,30000,30000,,,,,,,,,,,,,,,5,-5,-15", 30000, (15, 5, -5, -15), True),
        ("0FE0BF0B,0000001F,,,30000,30000,30000", 25000, (20, 10, -10, -20), False),
        ("FFFFFFFF,0000001F,,,30000,30000,30000,,,,,,,,,,,,,,,5,-5,-15", 25000, (20, 10, -10, -20), False),
        ("x", 25000, (20, 10, -10, -20), False),
    ],
)
def test_a_tournaments_own_rules(csrule: str, start: int, placement: tuple[float, ...], judged: bool) -> None:
    log = game(bits=0x101)
    log.attributes["csrule"] = csrule
    rules, _ = rulesets.choose("auto", log)
    assert rules.game.start_points == start
    assert rules.game.placement == placement
    assert ("game/start" not in rules.off) == judged


TOURNAMENT = "0FE0BF0B,0000001F,,,31000,30500,30000,,,,,,,,,,,,,,,5,-5,-16"


def tournament(csrule: str, bits: int = 0x109) -> Ruleset:
    log = game(bits=bits)
    log.attributes["csrule"] = csrule
    return rulesets.choose("auto", log)[0]


def test_all_that_a_tournament_sets() -> None:
    rules = tournament(TOURNAMENT).game
    assert (rules.start_points, rules.return_points, rules.target_points) == (31000, 30500, 30500)
    assert (rules.placement, rules.placement_ties) == ((16.0, 5.0, -5.0, -16.0), "share")
    assert tournament(TOURNAMENT).off == ()
    plain = rulesets.load("tenhou").game
    changed = {"start_points", "return_points", "target_points", "placement", "placement_ties"}
    assert {name for name in GameRules.__struct_fields__ if getattr(rules, name) != getattr(plain, name)} == changed


@pytest.mark.parametrize(
    "csrule",
    [
        TOURNAMENT.replace("0FE0BF0B", "0FE0BF0A"),
        TOURNAMENT.replace("0000001F", "0000001E"),
        TOURNAMENT.replace("31000", "many"),
        TOURNAMENT.replace("30500", ""),
        TOURNAMENT.replace("-16", "last"),
        TOURNAMENT.removesuffix(",-16"),
    ],
)
def test_a_tournament_of_other_rules_is_one_with_house_rules(csrule: str) -> None:
    assert tournament(csrule).off == choice.HOUSE_RULES
    assert tournament(csrule).game == rulesets.load("tenhou").game


def test_a_tournament_of_three_has_two_places_below_the_first() -> None:
    rules = tournament(TOURNAMENT.removesuffix(",-16"), bits=0x119).game
    assert (rules.players, rules.placement) == (3, (0.0, 5.0, -5.0))


@pytest.mark.parametrize("bit", [0x200, 0x400, 0x800, 0x1000, 0x2000, 0x4000, 0x8000])
def test_a_parlour_room_has_house_rules(bit: int) -> None:
    rules, reason = rulesets.choose("auto", game(bits=0x09 | bit))
    assert rules.off == choice.HOUSE_RULES
    assert reason == f"the log's GO type is {0x09 | bit}, a room with house rules, which are not judged"
    assert rulesets.choose("auto", game(bits=0x109))[0].off == ()


def test_house_rules_are_of_checks_that_exist() -> None:
    assert set(choice.HOUSE_RULES) <= set(BY_ID)
    assert choice.HOUSE_RULES == (
        "dora/timing", "game/end", "game/final", "game/rotation", "game/start", "honba/carry", "pay/honba", "pay/win",
        "stick/award", "stick/final", "win/no-yaku", "win/value", "win/yaku",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (game(bits=0x09), "the log's GO type is 9"),
        (game(bits=0), "the log's GO type is 0"),
        (game(text="鳳南喰赤"), "the log's rule text is '鳳南喰赤'"),
        (game(text="Gold Room South"), "the log's rule text is 'Gold Room South', a room of Mahjong Soul"),
        (game(text="Friday club"), "the log's rule text 'Friday club' is not one that is known; tenhou is assumed"),
        (game(players=3), "the log names no rules; tenhou-sanma is assumed"),
    ],
)
def test_why_a_ruleset_is_taken(log: Game, reason: str) -> None:
    assert rulesets.choose("auto", log)[1] == reason
    named = "wrc" if log.players == 4 else "mahjong-soul-sanma"
    assert rulesets.choose(named, log) == (rulesets.load(named), "as asked")


HALF = (10.0, 5.0, -5.0, -10.0)
NOW = (20.0, 10.0, -10.0, -20.0)


@pytest.mark.parametrize(
    ("log_id", "bits", "placement"),
    [
        ("2006121721gm-0001-0000-00000000", 0x01, HALF),
        ("2007121721gm-0001-0000-00000000", 0x01, HALF),
        ("2008121721gm-0001-0000-00000000", 0x01, HALF),
        ("2009121721gm-0001-0000-00000000", 0x01, None),
        ("2010121721gm-0001-0000-00000000", 0x01, None),
        ("2011121721gm-0001-0000-00000000", 0x01, NOW),
        ("2008121721gm-0009-0000-00000000", 0x09, NOW),
    ],
)
def test_bonuses_by_the_year_of_a_game(log_id: str, bits: int, placement: tuple[float, ...] | None) -> None:
    log = game(bits=bits)
    log.log_id = log_id
    assert rulesets.choose("auto", log)[0].game.placement == placement


@pytest.mark.parametrize(
    ("seed", "shuffle", "log_id", "placement"),
    [
        ("", "mt19937ar,1,2", "", HALF),
        ("mt19937ar-sha512-n288,1,2", "", "", None),
        ("mt19937ar-sha512-n288,1,2", "", "2011121721gm-0001-0000-00000000", NOW),
        ("mt19937ar-sha512-n288-base64,AA", "", "", NOW),
        ("", "", "", NOW),
    ],
)
def test_bonuses_by_how_the_seed_is_published(
    seed: str, shuffle: str, log_id: str, placement: tuple[float, ...] | None
) -> None:
    log = game(bits=0x01)
    log.seed, log.log_id = seed, log_id
    log.hands.append(Hand(0, 0, 0, 0, 0, (25000,) * 4, ((), (), (), ()), 0, shuffle=shuffle))
    assert rulesets.choose("auto", log)[0].game.placement == placement


@pytest.mark.parametrize(
    ("seed", "scores", "placement"),
    [
        ("", (44.0, 4.0, -25.0, -35.0), NOW),
        ("", (50.0, 15.0, -15.0, -30.0), HALF),
        ("", (50.0, 15.0, -15.5, -30.5), HALF),
        ("", (45.0, 20.0, -15.0, -30.0), NOW),
        ("", (60.0, 20.0, -20.0, -40.0), NOW),
        ("mt19937ar-sha512-n288-base64,AA", (50.0, 15.0, -15.0, -30.0), NOW),
    ],
)
def test_bonuses_of_an_undated_game_are_old_where_those_behind_the_first_have_half(
    seed: str, scores: tuple[float, ...], placement: tuple[float, ...]
) -> None:
    log = game(bits=0x01)
    log.seed, log.result = seed, FinalResult((50000, 40000, 20000, 10000), scores)
    assert rulesets.choose("auto", log)[0].game.placement == placement


def test_of_several_rulesets_the_one_of_the_games_length_is_taken(tmp_path: Path) -> None:
    for winds in (1, 2):
        (tmp_path / f"{winds}.toml").write_text(f'extend = "tenhou"\n[game]\nlength = {winds}\n')
    several = f"{tmp_path / '1.toml'}|{tmp_path / '2.toml'}"
    assert [rulesets.choose(several, game(bits=bits))[0].game.length for bits in (0x01, 0x09)] == [1, 2]


def test_a_game_of_three_of_one_wind_has_its_own_bonuses_at_any_age() -> None:
    log = game(bits=0x11)
    log.log_id = "2008121721gm-0011-0000-00000000"
    assert rulesets.choose("auto", log)[0].game.placement == rulesets.load("tenhou-sanma").game.placement


@pytest.mark.parametrize(("kyoku_first", "winds"), [("4", 1), ("0", 2), ("", 2)])
def test_mjai_says_no_more_than_the_length(kyoku_first: str, winds: int) -> None:
    log = Game("mjai")
    log.red_tiles = RED_FIVES
    log.attributes["kyoku_first"] = kyoku_first
    rules, reason = rulesets.choose("auto", log)
    assert (rules.name, rules.game.length, rules.game.red_fives) == ("tenhou", winds, 3)
    assert "tenhou is assumed" in reason


@pytest.mark.parametrize(
    ("log_id", "placement"), [("2008121721gm-00c1-0000-fcadb0d7", (10, 5, -5, -10)), ("2010010100gm-00c1-0000-x", None)]
)
def test_old_games_of_one_wind_had_other_bonuses(log_id: str, placement: tuple[float, ...] | None) -> None:
    log = game(bits=0x01)
    log.log_id = log_id
    assert rulesets.choose("auto", log)[0].game.placement == placement


def test_a_difference_names_each_setting() -> None:
    text = ruleset_difference(rulesets.load("ema-2012"), rulesets.load("ema-2016"))
    assert "furiten.ends: what ends the furiten of a tile passed" in text
    assert '\n  ema-2012  "any call"\n  ema-2016  "own draw or call"' in text
    assert "riichi.kan" not in text
    assert "no setting differs" in ruleset_difference(rulesets.load("zh"), rulesets.load("zh"))


@pytest.mark.parametrize("one", KANS, ids=[one.name for one in KANS])
def test_the_seed_texts_cases(one: Kan) -> None:
    verdicts = judge_kan(one.hand, one.draw, one.kan).verdicts
    assert verdicts == {name: one.verdict(rulesets.load(name).riichi.kan) for name in NAMES}


def test_the_page_of_kans_is_the_computed_one() -> None:
    assert KANS_PAGE.read_text("utf-8") == kans_page(), "run python tests/generate.py"


def test_a_ruleset_is_extended_by_one_that_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "club.toml").write_text(f"{TENHOU}riichi.stick = 5000\n", "utf-8")
    (tmp_path / "club" / "final.toml").write_text('extend = "club.toml"\nname = "final"\n', "utf-8")
    (tmp_path / "club.toml").write_text("nonsense", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert rulesets.load("club/final.toml").riichi.stick == 5000
    assert rulesets.load(str(tmp_path / "club" / "final.toml")).name == "final"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("calls.kans = 8", "calls.kans cannot be 8: there are four replacement tiles"),
        (
            "draws.nagashi_mangan = false\ndraws.nagashi_is_win = true",
            "draws.nagashi_is_win needs draws.nagashi_mangan",
        ),
        ("game.placement = [20, 10, -10, -30]", "game.placement must sum to 0, not -10"),
        ("riichi.stick = 150", "riichi.stick must be a multiple of 100, not 150"),
        ("scoring.pao = [39, 47]", "scoring.pao can name 39, 49, 51 alone (daisangen, daisuushii, suukantsu), not 47"),
        ("x = " + "[" * 20_000, "not valid TOML: nested too deep"),
        (f"{'a.' * 50_000}a = 1", "not valid TOML: more than 524,288 characters, or more than 100 dots in a line"),
    ],
)
def test_what_cannot_hold_is_refused_with_file_and_key(setting: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(f"{TENHOU}{setting}\n", "utf-8")
    with pytest.raises(RulesetError) as raised:
        rulesets.load(str(file))
    assert f"{file}: {message}" in str(raised.value)


@pytest.mark.parametrize("name", ["riichi/notan", "riichii", "riichi/*"])
def test_what_is_switched_off_must_be_a_check(name: str, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(f'{TENHOU}name = "club"\noff = ["{name}"]\n', "utf-8")
    log = FIXTURES / "riichi" / "noten" / "fires.mjlog"
    result = invoke("audit", log, "--rules", file)
    assert (result.exit_code, f"club: off: there is no check '{name}'" in result.stderr) == (2, True), result.output
    game = next(api.read(log))
    assert isinstance(game, Game)
    with pytest.raises(RulesetError, match="club: off: there is no check"):
        api.audit(game, str(file))
    file.write_text(f'{TENHOU}name = "club"\noff = ["riichi", "call/chi-seat"]\n', "utf-8")
    assert invoke("audit", log, "--rules", file).exit_code == 0
