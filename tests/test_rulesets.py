"""Rulesets: what is in them, how wrong files are told, which one is taken for a log, and the seed texts' cases."""

from pathlib import Path

import pytest
from scenarios.seed_cases import KANS, WAITS_ONLY, Kan

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


@pytest.mark.parametrize(
    ("log_id", "placement"), [("2008121721gm-00c1-0000-fcadb0d7", (10, 5, -5, -10)), ("2010010100gm-00c1-0000-x", None)]
)
def test_old_games_of_one_wind_had_other_bonuses(log_id: str, placement: tuple[float, ...] | None) -> None:
    log = game(bits=0x01)
    log.log_id = log_id
    assert rulesets.choose("auto", log)[0].game.placement == placement


def test_a_difference_names_each_setting() -> None:
    text = ruleset_difference(rulesets.load("ema-2012"), rulesets.load("ema-2016"))
    assert 'furiten.ends\n  ema-2012  "any call"\n  ema-2016  "own draw or call"' in text
    assert "riichi.kan" not in text
    assert "no setting differs" in ruleset_difference(rulesets.load("zh"), rulesets.load("zh"))


@pytest.mark.parametrize("one", KANS, ids=[one.name for one in KANS])
def test_the_seed_texts_cases(one: Kan) -> None:
    verdicts = judge_kan(one.hand, one.draw, one.kan).verdicts
    assert verdicts == {name: one.by_waits if name in WAITS_ONLY else one.by_readings for name in ELEVEN}


DOCUMENT = Path(__file__).parent.parent / "docs" / "riichi-kans.md"


def document() -> str:
    """The cases and their computed verdicts as a page."""
    lines = [
        "# Closed kans after riichi, case by case",
        "",
        "The cases of the texts that the rules come from, with the computed verdict under each ruleset (`auditor kan",
        "HAND --draw TILE`). Made by `python tests/test_rulesets.py`.",
        "",
        f"| text | hand | draw | kan | {' | '.join(ELEVEN)} |",
        f"|---|---|---|---|{'---|' * len(ELEVEN)}",
    ]
    for one in KANS:
        verdicts = judge_kan(one.hand, one.draw, one.kan).verdicts
        row = [one.text, one.hand, one.draw, one.kan, *[verdicts[name] for name in ELEVEN]]
        lines.append(f"| {' | '.join(row)} |")
    lines += [
        "",
        "The Chinese text leaves open what the looser rule says of 3344455566677p: the waits shrink from 3p 4p 6p 7p",
        "to 3p 7p with each of the three kans, so it forbids them too.",
    ]
    return "\n".join(lines) + "\n"


def test_the_page_of_kans_is_the_computed_one() -> None:
    assert DOCUMENT.read_text("utf-8") == document(), "run python tests/test_rulesets.py"


if __name__ == "__main__":
    DOCUMENT.write_text(document(), "utf-8")
