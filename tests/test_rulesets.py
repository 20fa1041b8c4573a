"""Rulesets: what is in them, how wrong files are told, which one is taken for a log, and the seed texts' cases."""

from pathlib import Path

import pytest

from auditor import rulesets
from auditor.events import Game
from auditor.report.catalogue import ruleset_difference
from auditor.report.kan import judge_kan

ELEVEN = [
    "ema-2012", "ema-2016", "m-league", "mahjong-soul", "mahjong-soul-sanma", "quebec", "tenhou", "tenhou-sanma",
    "wiki", "wrc", "zh",
]  # fmt: skip


def test_all_rulesets_load_and_say_where_they_come_from() -> None:
    assert rulesets.names() == ELEVEN
    for name in ELEVEN:
        rules = rulesets.load(name)
        assert rules.name == name
        assert rules.title
        assert rules.source


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('title = "x"', "Object missing required field `source`"),
        ('extend = "tenhou"\n[riichi]\nkans = "waits"', "Object contains unknown field `kans` - at `$.riichi`"),
        ('extend = "tenhou"\n[riichi]\nkan = "sometimes"', "Invalid enum value 'sometimes' - at `$.riichi.kan`"),
        ('extend = "tenhou"\n[riichi]\npoints = "many"', "Expected `int`, got `str` - at `$.riichi.points`"),
        ('extend = "tenhou"\n[game]\nplacement = [1, 2]', "game.placement must hold 4 bonuses, one for each place"),
        ('extend = "no-such"', "there is no ruleset 'no-such'"),
        ("extend = 3", "extend must be the name of a ruleset"),
        ("[riichi", "not valid TOML"),
    ],
)
def test_a_wrong_file_is_told_with_its_key(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(rulesets.RulesetError) as told:
        rulesets.load(str(path))
    assert message in str(told.value)
    assert "club.toml" in str(told.value) or "no-such" in text


def test_a_file_that_extends_itself_is_told(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(f'extend = "{path}"', "utf-8")
    with pytest.raises(rulesets.RulesetError, match="extends itself"):
        rulesets.load(str(path))


def test_a_file_extends_a_ruleset_setting_by_setting(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('extend = "tenhou"\ntitle = "Club"\n[riichi]\nkan = "never"', "utf-8")
    rules = rulesets.load(str(path))
    assert (rules.name, rules.title, rules.riichi.kan) == ("club", "Club", "never")
    assert rules.riichi.tiles_left == rulesets.load("tenhou").riichi.tiles_left


def game(bits: int = -1, text: str = "", players: int = 4, red_fives: bool = True) -> Game:
    made = Game("tenhou6")
    made.rule_bits, made.rule_text, made.players, made.red_fives = bits, text, players, red_fives
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
        (game(text="Friday club"), "tenhou", 2, 3, True),
        (game(), "tenhou", 2, 3, True),
    ],
)
def test_the_ruleset_of_a_log(log: Game, name: str, winds: int, reds: int, open_tanyao: bool) -> None:
    rules, reason = rulesets.choose("auto", log)
    assert (rules.name, rules.game.length, rules.game.red_fives) == (name, winds, reds)
    assert rules.scoring.open_tanyao == open_tanyao
    assert reason


def test_a_difference_names_each_setting() -> None:
    text = ruleset_difference(rulesets.load("ema-2012"), rulesets.load("ema-2016"))
    assert 'furiten.ends\n  ema-2012  "any call"\n  ema-2016  "own draw or call"' in text
    assert "riichi.kan" not in text
    assert "no setting differs" in ruleset_difference(rulesets.load("zh"), rulesets.load("zh"))


WAITS = ["mahjong-soul", "mahjong-soul-sanma", "tenhou", "tenhou-sanma"]
"""The rulesets that compare waits only; all others ask for every reading."""


@pytest.mark.parametrize(
    ("text", "hand", "draw", "kan", "waits", "readings"),
    [
        ("wiki", "3444m778899s333z", "4m", "4m", "kan-waits", "kan-waits"),
        ("wiki", "3444m778899s333z", "3z", "3z", "legal", "legal"),
        ("wiki", "111m222333p5678s", "1m", "1m", "legal", "legal"),
        ("wiki", "111m222333p5678s", "2p", "2p", "legal", "legal"),
        ("wiki", "111m222333p5678s", "3p", "3p", "legal", "legal"),
        ("zh 1", "111m111p111s66z77z", "1p", "1p", "legal", "legal"),
        ("zh 1", "111m111p111s66z77z", "1s", "1s", "legal", "legal"),
        ("zh 1", "111m111p111s66z77z", "1m", "1m", "legal", "legal"),
        # "compute": the waits shrink to 3p 7p with each of the three kans, so the looser rule forbids them too.
        ("zh 2", "3344455566677p", "4p", "4p", "kan-waits", "kan-waits"),
        ("zh 2", "3344455566677p", "5p", "5p", "kan-waits", "kan-waits"),
        ("zh 2", "3344455566677p", "6p", "6p", "kan-waits", "kan-waits"),
        ("zh 3", "111222333m111z4z", "1m", "1m", "legal", "kan-shape"),
        ("zh 3", "111222333m111z4z", "2m", "2m", "legal", "kan-shape"),
        ("zh 3", "111222333m111z4z", "3m", "3m", "legal", "kan-shape"),
        ("zh 3", "111222333m111z4z", "1z", "1z", "legal", "legal"),
        ("zh 4", "123p333345s78m11z", "6s", "3s", "kan-drawn", "kan-drawn"),
        ("French, EMA", "111222333m34p55z", "1m", "1m", "legal", "kan-shape"),
        ("French, EMA", "111222333m34p55z", "2m", "2m", "legal", "kan-shape"),
        ("French, EMA", "111222333m34p55z", "3m", "3m", "legal", "kan-shape"),
        ("French", "123m555p999s66z77z", "5p", "5p", "legal", "legal"),
        ("French", "123m555p999s66z77z", "9s", "9s", "legal", "legal"),
        ("French", "34522m555p78999s", "9s", "9s", "kan-waits", "kan-waits"),
        ("French", "34522m555p78999s", "5p", "5p", "legal", "legal"),
        ("French", "1112444s234m678p", "1s", "1s", "legal", "kan-shape"),
    ],
)
def test_the_seed_texts_cases(text: str, hand: str, draw: str, kan: str, waits: str, readings: str) -> None:
    verdicts = judge_kan(hand, draw, kan).verdicts
    assert verdicts == {name: waits if name in WAITS else readings for name in ELEVEN}
