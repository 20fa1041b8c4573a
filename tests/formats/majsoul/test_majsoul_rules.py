"""The ruleset of a Mahjong Soul record: switches of rooms, short and full sets of settings, variants, no head."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scenarios import Play
from support.judging import checks_of_findings
from support.majsoul_encodings import binary
from support.majsoul_plays import four_players, three_players

from auditor.core.audit.game import audit_game
from auditor.core.events import DORA, NO_SEAT, OPEN_KAN, TRIPLE_RON, Event, Game
from auditor.core.reading import read
from auditor.core.results import EVERY_CHECK, Unjudged
from auditor.core.rulesets import choose, load
from auditor.core.rulesets.choice import mismatch_of
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.records import ALL_CHECKS
from auditor.core.yaku import DAISANGEN, DAISUUSHII, SUUKANTSU
from auditor.formats.majsoul.anonymize import anonymize
from auditor.formats.majsoul.rules import SHARE_CHECKS, VALUE_CHECKS, why_off
from auditor.formats.majsoul.writer import Record
from auditor.testing.majsoul_records import browser, head, records

FOUR, THREE = "mahjong-soul", "mahjong-soul-sanma"
USUAL_ON = (
    "have_liujumanguan", "have_biao_dora", "have_gang_biao_dora", "have_li_dora", "have_gang_li_dora",
    "have_sifenglianda", "have_sigangsanle", "have_sijializhi", "have_jiuzhongjiupai", "have_helelianzhuang",
    "have_helezhongju", "have_tingpailianzhuang", "have_tingpaizhongju", "have_yifa", "have_nanruxiru", "can_jifei",
)  # fmt: skip
FULL = dict.fromkeys(USUAL_ON, True) | {
    "dora_count": 3, "shiduan": 1, "init_point": 25000, "fandian": 30000, "jingsuanyuandian": 25000, "fanfu": 1,
    "liqibang_value": 1000, "changbang_value": 300, "noting_fafu_1": 1000, "noting_fafu_2": 1500,
    "noting_fafu_3": 3000, "shunweima_2": 5, "shunweima_3": -5, "shunweima_4": -15,
}  # fmt: skip
"""The ranked rules as a room of a contest names them all."""


def without(*names: str) -> dict[str, Any]:
    """A full set that lacks these."""
    return {name: value for name, value in FULL.items() if name not in names}


def game_of(switches: dict[str, Any] | None, *, ruleset: str = FOUR, found: list[Record] | None = None) -> Game:
    """A game in a friends' room with these switches, or a ranked room's (None)."""
    play = Play(ruleset)
    play.hand()
    game_head = head(play.game)
    if switches is not None:
        mode = game_head["config"]["mode"]["mode"]
        game_head["config"] = {"category": 1, "mode": {"mode": mode, "detail_rule": switches}, "meta": {"room_id": 7}}
    made = records(play.game, play.rules) if found is None else found
    (game,) = read(browser(game_head, made).encode(), "log")
    assert isinstance(game, Game), game
    return game


def rules_of(switches: dict[str, Any] | None, ruleset: str = FOUR) -> Ruleset:
    return choose("auto", game_of(switches, ruleset=ruleset))[0]


def facts(rules: Ruleset) -> dict[str, Any]:
    """Every setting, and what is not judged."""
    sections = ("game", "riichi", "furiten", "calls", "sticks", "scoring", "draws", "dora")
    found = {
        f"{section}.{name}": getattr(getattr(rules, section), name)
        for section in sections
        for name in getattr(rules, section).__struct_fields__
    }
    reds = rules.game.reds
    return found | {"game.red_fives": tuple(reds), "off": rules.off}


@pytest.mark.parametrize(
    ("category", "room"),
    [(1, "a friends' room"), (2, "a room of matched players"), (4, "a contest room")],
)
def test_the_reason_names_the_room(category: int, room: str) -> None:
    game = game_of(None)
    game.attributes["category"] = str(category)
    assert choose("auto", game)[1] == f"the log's head names {room} of Mahjong Soul"


@pytest.mark.parametrize("switches", [None, {}, {"dora_count": 3, "shiduan": 1}, FULL])
def test_a_room_with_the_usual_switches_plays_by_the_ranked_rules(switches: dict[str, Any] | None) -> None:
    assert facts(rules_of(switches)) == facts(load(FOUR))


SWITCHES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"dora_count": 4}, {"game.red_fives": (1, 2, 1)}),
    ({"dora_count": 2}, {"game.red_fives": (0, 1, 1)}),
    ({"init_point": 30000, "jingsuanyuandian": 25000}, {"game.start_points": 30000}),
    ({"fandian": 35000}, {"game.target_points": 35000}),
    ({"jingsuanyuandian": 30000}, {"game.return_points": 30000}),
    (
        {"shunweima_2": 10, "shunweima_3": -10, "shunweima_4": -30},
        {"game.placement": (30.0, 10.0, -10.0, -30.0)},
    ),
    ({"liqibang_value": 2000}, {"riichi.stick": 2000, "riichi.points": 2000}),
    ({"enable_nontsumo_liqi": True}, {"riichi.tiles_left": 0}),
    ({"changbang_value": 600}, {"sticks.honba": 600}),
    ({"enable_shiti": True}, {"calls.kuikae": "allowed"}),
    ({"disable_double_wind_four_fu": True}, {"scoring.double_wind_fu": 2}),
    ({"have_qieshangmanguan": True}, {"scoring.kiriage": True}),
    ({"disable_leijiyiman": True}, {"scoring.counted_yakuman": False}),
    ({"disable_composite_yakuman": True}, {"scoring.several_yakuman": False}),
    ({"disable_double_yakuman": True}, {"scoring.double_yakuman": ()}),
    ({"disable_multi_yukaman": True}, {"scoring.several_yakuman": False, "scoring.double_yakuman": ()}),
    ({"enable_renhe": 1}, {"scoring.renhou": "mangan"}),
    ({"enable_renhe": 2}, {"scoring.renhou": "yakuman"}),
    ({"fanfu": 2}, {"scoring.minimum_han": 2}),
    ({"disable_angang_guoshi": True}, {"scoring.kokushi_closed_kan": False}),
    ({"have_toutiao": True}, {"scoring.head_bump": True}),
    (
        {"have_sanjiahele": True},
        {
            "scoring.triple_ron": "abort",
            "draws.abortive": ("nine terminals", "four winds", "four riichi", "four kans", "triple ron"),
        },
    ),
    ({"enable_baopai_extend_settings": 1}, {"scoring.pao": (DAISANGEN, DAISUUSHII, SUUKANTSU)}),
    ({"enable_baopai_extend_settings": 2}, {"scoring.pao": ()}),
    ({"noting_fafu_1": 2000, "noting_fafu_2": 3000, "noting_fafu_3": 6000}, {"draws.noten_points": 6000}),
    ({"ming_dora_immediately_open": True}, {"dora.open_kan": "at once"}),
]
"""What differs from the ranked rules, and the settings that differ then."""


def differing(rules: Ruleset, usual: str = FOUR) -> dict[str, Any]:
    """The settings that differ from the ranked rules."""
    ranked = facts(load(usual))
    return {name: value for name, value in facts(rules).items() if value != ranked[name]}


@pytest.mark.parametrize(("switches", "settings"), SWITCHES, ids=[str(case[0])[1:-1] for case in SWITCHES])
@pytest.mark.parametrize("base", [{"dora_count": 3, "shiduan": 1}, FULL], ids=["short", "full"])
def test_each_switch_is_obeyed(base: dict[str, Any], switches: dict[str, Any], settings: dict[str, Any]) -> None:
    assert differing(rules_of(base | switches)) == settings


OFF: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("shiduan",), {"scoring.open_tanyao": False}),
    (("can_jifei",), {"game.bust": False, "riichi.points": 0}),
    (("have_nanruxiru",), {"game.extension": "none"}),
    (("have_helezhongju", "have_tingpaizhongju"), {"game.all_last_stop": False, "game.all_last_tenpai_stop": False}),
    (("have_tingpaizhongju",), {"game.all_last_tenpai_stop": False}),
    (("have_tingpailianzhuang",), {"game.renchan": "win"}),
    (("have_helelianzhuang", "have_tingpailianzhuang"), {"game.renchan": "never"}),
    (("have_yifa",), {"riichi.ippatsu": False}),
    (("have_li_dora",), {"riichi.ura_dora": False}),
    (("have_jiuzhongjiupai",), {"draws.abortive": ("four winds", "four riichi", "four kans")}),
    (("have_sifenglianda",), {"draws.abortive": ("nine terminals", "four riichi", "four kans")}),
    (("have_sijializhi",), {"draws.abortive": ("nine terminals", "four winds", "four kans")}),
    (("have_sigangsanle",), {"draws.abortive": ("nine terminals", "four winds", "four riichi")}),
    (("have_liujumanguan",), {"draws.nagashi_mangan": False}),
    (("have_gang_biao_dora",), {"dora.kan_dora": False}),
    (("have_gang_li_dora",), {"dora.kan_ura": False}),
    (("changbang_value",), {"sticks.honba": 0}),
    (("shunweima_3",), {"game.placement": (10.0, 5.0, 0.0, -15.0)}),
]
"""What a full set lacks, and the settings that differ then."""


@pytest.mark.parametrize(("names", "settings"), OFF, ids=[" ".join(case[0]) for case in OFF])
@pytest.mark.parametrize("is_written", [True, False])
def test_what_a_full_set_lacks_is_off(names: tuple[str, ...], settings: dict[str, Any], is_written: bool) -> None:
    """Whether a tool writes it as 0 or leaves it out."""
    assert differing(rules_of(without(*names) | (dict.fromkeys(names, 0) if is_written else {}))) == settings


def test_what_a_short_set_lacks_is_as_in_ranked_rooms_whether_a_tool_writes_it_or_not() -> None:
    """But for open tanyao, which is on where a set names it."""
    short = {"dora_count": 3, "shiduan": 1}
    assert differing(rules_of(dict.fromkeys(FULL, 0) | short)) == {}
    assert differing(rules_of({"dora_count": 3})) == {"scoring.open_tanyao": False}


@pytest.mark.parametrize(
    ("switches", "off"),
    [
        ({"tianbian_value": 60000}, {"game/end"}),
        (without("have_helezhongju"), {"game/end"}),
        (without("have_helelianzhuang"), {"game/rotation", "honba/carry"}),
        ({"noting_fafu_1": 1000, "noting_fafu_2": 1000, "noting_fafu_3": 1000}, {"pay/noten"}),
        (without("have_biao_dora"), {*VALUE_CHECKS, "dora/timing", "dora/ura"}),
        ({"guyi_mode": 1}, set(VALUE_CHECKS)),
    ],
)
def test_what_no_setting_says_is_not_judged(switches: dict[str, Any], off: set[str]) -> None:
    assert set(rules_of({"dora_count": 3} | switches).off) == off


@pytest.mark.parametrize(
    ("switches", "settings"),
    [
        ({"have_zimosun": True}, {}),
        ({"have_zimosun": True, "init_point": 30000}, {"game.start_points": 30000, "game.return_points": 30000}),
        ({"have_zimosun": True, "fandian": 45000}, {"game.target_points": 45000}),
        ({"have_zimosun": True, "noting_fafu_1": 2000, "noting_fafu_2": 4000}, {"draws.noten_points": 6000}),
        ({"have_zimosun": True, "shunweima_2": 5, "shunweima_3": -20}, {"game.placement": (15.0, 5.0, -20.0)}),
        ({"have_zimosun": False}, {"off": tuple(sorted(VALUE_CHECKS))}),
        ({"have_yifa": False}, {"off": tuple(sorted(VALUE_CHECKS))}),
    ],
)
def test_the_switches_of_three_players(switches: dict[str, Any], settings: dict[str, Any]) -> None:
    assert differing(rules_of({"shiduan": 1} | switches, THREE), THREE) == settings


def test_how_a_share_that_is_not_lost_is_divided_is_not_judged() -> None:
    full = without("noting_fafu_1", "noting_fafu_2", "noting_fafu_3") | {"dora_count": 2}
    full |= {"noting_fafu_1": 1000, "noting_fafu_2": 2000}
    assert rules_of(full | {"have_zimosun": True}, THREE).off == ()
    rules = rules_of(full, THREE)
    assert (rules.scoring.tsumo_loss, rules.off) == (False, SHARE_CHECKS)


@pytest.mark.parametrize(("mode", "length"), [(1, 1), (2, 2), (11, 1), (12, 2)])
def test_the_mode_says_how_many_winds_are_played(mode: int, length: int) -> None:
    game = game_of({"dora_count": 3}, ruleset=THREE if mode > 10 else FOUR)
    game.attributes["mode"] = str(mode)
    assert choose("auto", game)[0].game.length == length


VARIANTS = [
    {"begin_open_mode": 1}, {"jiuchao_mode": 1}, {"chuanma": True}, {"huansanzhang": True}, {"dora3_mode": 1},
    {"muyu_mode": 1}, {"reveal_discard": 1}, {"field_spell_mode": 1}, {"zhanxing": True}, {"tianming_mode": 1},
    {"yongchang_mode": 1}, {"hunzhiyiji_mode": 1}, {"wanxiangxiuluo_mode": 1}, {"beishuizhizhan_mode": 1},
    {"xuezhandaodi": True}, {"a_mode_of_tomorrow_mode": 1}, {"have_a_rule_of_tomorrow": True},
    {"amusement_switches": [18]},
]  # fmt: skip


@pytest.mark.parametrize("switches", VARIANTS, ids=lambda switches: next(iter(switches)))
def test_a_variant_is_told_and_not_judged(switches: dict[str, Any]) -> None:
    game = game_of({"dora_count": 3} | switches)
    rules, reason = choose("auto", game)
    name = next(iter(switches))
    assert rules.off == ALL_CHECKS
    assert name in reason
    audit = audit_game(game, rules)
    assert not audit.findings
    assert [record.unjudged for record in audit.records] == [
        [Unjudged((EVERY_CHECK,), f"the game is a variant ({name}) whose rules are not known")]
    ]


@pytest.mark.parametrize("switches", VARIANTS, ids=lambda switches: next(iter(switches)))
def test_a_switch_of_a_variant_that_is_off_is_none(switches: dict[str, Any]) -> None:
    assert not rules_of({"dora_count": 3} | dict.fromkeys(switches, 0)).off


def test_a_room_of_no_known_kind_is_not_judged_but_by_rules_that_its_record_states() -> None:
    game = game_of({"dora_count": 3})
    game.attributes["category"] = "5"
    rules, reason = choose("auto", game)
    assert rules.off == ALL_CHECKS
    assert "category 5" in reason
    odd: list[dict[str, Any]] = [
        {"can_jifei": "true"}, {"fandian": 1.5}, {"init_point": 2_000_000}, {"enable_renhe": 3}, {"shiduan": [1]},
        {"chips_value": 500}, {"chipsValue": 500}, {"oddMode": 1}, {"liqibang_value": 50}, {"dora_count": -1},
    ]  # fmt: skip
    for switches in odd:
        assert rules_of({"dora_count": 3} | switches).off == ALL_CHECKS, switches
    game = game_of(FULL | {"changbang_value": 1500})
    del game.attributes["category"]
    rules, reason = choose("auto", game)
    assert differing(rules) == {"sticks.honba": 1500}
    assert reason == "the log's head names a room of Mahjong Soul, with its rules"
    game.attributes["detail_rule"] = '{"guyi_mode": 1}'
    assert why_off(game) == "the room has rules of its own that are not known"
    for name, said, honba in (
        ("changbang_value", "1500", 1500),
        ("changbang_value", "much", None),
        ("shunweima_2", "x", None),
    ):
        mode = {"mode": 2, "detail_rule": FULL | {name: said}}
        log = browser(head(game) | {"config": {"category": 1, "mode": mode}}, records(game, load(FOUR)))
        (shared,) = read(anonymize(log.encode()), "log")
        assert isinstance(shared, Game)
        rules = choose("auto", shared)[0]
        assert (rules.sticks.honba if rules.off != ALL_CHECKS else None) == honba


def test_a_setting_that_is_no_rule_changes_nothing() -> None:
    assert differing(rules_of({"dora_count": 3, "shiduan": 1, "time_of_tomorrow": 5, "open_hand": 1})) == {}


def test_a_test_of_the_server_is_not_judged() -> None:
    game = game_of({})
    game.attributes["testing_environment"] = '{"paixing":1}'
    assert choose("auto", game)[0].off == ALL_CHECKS


# ---- without a head


def headless(play: Play) -> Game:
    (game,) = read(binary(records(play.game, play.rules)), "log")
    assert isinstance(game, Game), game
    return game


@pytest.mark.parametrize("play", [four_players, three_players])
def test_without_a_head_the_ranked_rules_are_taken(play: Any) -> None:
    game = headless(play())
    rules, reason = choose("auto", game)
    assert "no head" in reason
    usual = facts(load(FOUR if game.players == 4 else THREE))
    differs = {name for name, value in facts(rules).items() if value != usual[name]}
    assert differs == {"off"}
    assert rules.off == ("draw/missed", "game/end")


def of_four_han(play: Play) -> None:
    """A ron of 30 fu and 4 han."""
    play.hand({1: "234m456p678p55s67s"}, avoid="8s", indicator="4s").go_round(0).turn("8s").ron(1)


def with_open_kan(play: Play) -> None:
    """An open kan, its indicator when the ruleset has it turned."""
    play.hand({1: "333p147m258s1234z"}, avoid="3p").turn("3p").open_kan(1, "333p")
    if play.rules.dora.open_kan == "at once":
        play.dora().draw().discard()
    else:
        play.draw().dora().discard()
    play.end()


def with_riichi(play: Play) -> None:
    """A riichi that wins, with ura where there are any."""
    play.hand({0: "234m456p678p55s67s"}, avoid="8s9p", indicator="1z").draw("9p").riichi("9p").go_round()
    play.draw("8s").tsumo(show_ura=play.rules.riichi.ura_dora)


def with_three_rons(play: Play) -> None:
    """Three seats wait for the tile discarded."""
    hands = {1: "123m123p789p33z23s", 2: "456m456p789m22z23s", 3: "345m567p789m22z23s"}
    play.hand(hands, avoid="1s4s", indicator="6z").turn("4s")
    if play.rules.scoring.triple_ron == "abort":
        play.ryuukyoku(TRIPLE_RON)
    else:
        play.rons(1, 2, 3)


SHOWN: list[tuple[Callable[[Play], None], str, str, Any]] = [
    (of_four_han, "[scoring]\nkiriage = true", "scoring.kiriage", True),
    (with_open_kan, '[dora]\nopen_kan = "at once"', "dora.open_kan", "at once"),
    (with_riichi, "[riichi]\nura_dora = false", "riichi.ura_dora", False),
    (
        with_three_rons,
        '[scoring]\ntriple_ron = "abort"\n[draws]\nabortive = ["nine terminals", "triple ron"]',
        "scoring.triple_ron",
        "abort",
    ),
]


@pytest.mark.parametrize(("build", "toml", "setting", "value"), SHOWN, ids=[case[2] for case in SHOWN])
@pytest.mark.parametrize("differs", [True, False])
def test_what_hands_show_to_be_otherwise_is_taken(
    build: Callable[[Play], None], toml: str, setting: str, value: Any, differs: bool, tmp_path: Path
) -> None:
    file = tmp_path / "room.toml"
    file.write_text(f'extend = "{FOUR}"\ntitle = "A room"\nsource = "a room"\n{toml * differs}\n', "utf-8")
    play = Play(str(file))
    build(play)
    game = headless(play)
    assert (facts(choose("auto", game)[0])[setting] == value) == differs
    assert checks_of_findings(game) == []


@pytest.mark.parametrize("ends_with_it", [True, False])
def test_a_kan_that_ends_the_record_tells_nothing_of_when_indicators_are_turned(ends_with_it: bool) -> None:
    game = headless(four_players())
    hand = game.hands[-1]
    after = [] if ends_with_it else [Event(DORA, NO_SEAT, 0)]
    hand.events = [Event(OPEN_KAN, 1, 0, (1, 2, 3), 0), *after]
    assert choose("auto", game)[0].dora.open_kan == load(FOUR).dora.open_kan


# ---- what the server offers and takes


def with_poor_riichi(points: int, left: int = 62) -> Play:
    """A riichi of seat 1 with so many points, and so many tiles left."""
    play = Play(FOUR).hand({1: "123m456p789s22z56s"}, avoid="47s9p", round=1, scores=(75000 - points, points, 25000, 0))
    return play.until_left(left).draw("9p").riichi("9p").end()


def judged(play: Play, switches: dict[str, Any] | None, *, offers: bool = True) -> tuple[list[str], tuple[str, ...]]:
    """The checks that find something in a game in a friends' room, or a ranked one, and how the ruleset misfits."""
    found = records(play.game, play.rules)
    for _, data in found if not offers else []:
        data.pop("operation", None)
    game = game_of(switches, found=found)
    audit = audit_game(game, choose("auto", game)[0])
    misfit = mismatch_of("auto", game, audit.off_ruleset_offers)
    checks = [one.check for one in audit.findings if one.severity != "note"]
    return checks, () if misfit is None else misfit.ways


SHORT_SET = {"dora_count": 3, "shiduan": 1}
POINTS = "riichi is offered to a seat with {} points, of which 1000 are needed"


@pytest.mark.parametrize("points", [-1900, 0, 900])
@pytest.mark.parametrize("offers", [True, False])
def test_without_bust_riichi_needs_no_points(points: int, offers: bool) -> None:
    assert judged(with_poor_riichi(points), without("can_jifei"), offers=offers) == ([], ())


@pytest.mark.parametrize("switches", [FULL, SHORT_SET])
def test_a_riichi_that_the_server_of_a_room_offered_is_its_rule(switches: dict[str, Any]) -> None:
    assert judged(with_poor_riichi(900), switches) == ([], (POINTS.format(900),))
    assert judged(with_poor_riichi(25000, left=2), switches) == (
        [], ("riichi is offered with 1 tile left, where 4 must be",),
    )  # fmt: skip


@pytest.mark.parametrize("switches", [FULL, SHORT_SET])
def test_a_riichi_that_nobody_offered_is_the_players(switches: dict[str, Any]) -> None:
    assert judged(with_poor_riichi(900), switches, offers=False) == (["riichi/points"], ())


def test_the_rules_of_a_ranked_room_are_known() -> None:
    assert judged(with_poor_riichi(900), None) == (["riichi/points"], ())


def test_a_kan_after_riichi_that_the_server_of_a_room_offered_is_its_rule() -> None:
    play = Play(FOUR).hand({1: "3444m778899s333z"}, avoid="2345m").go_round(1).draw("9p").riichi("9p")
    play.go_round(1).draw("4m").closed_kan("4m").draw().discard().end()
    ways = ("a closed kan after riichi is offered that riichi/kan-waits forbids",)
    assert judged(play, SHORT_SET) == ([], ways)
    assert judged(play, SHORT_SET, offers=False) == (["riichi/kan-waits"], ())
    assert judged(play, None) == (["riichi/kan-waits"], ())
