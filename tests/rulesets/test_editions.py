"""Where editions of a text contradict each other, what either says is no fault; what neither says is one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from auditor import api
from auditor.core.events import FOUR_WINDS, NOT_RECORDED
from auditor.core.hand.payment import tsumo_points
from auditor.core.results import NOTE
from auditor.core.rulesets import load
from auditor.output.ruleset_texts import ruleset_text
from auditor.testing import Scenario
from auditor.unknown_rules.alternatives import setting_of, value_in, varied


def _replacement_tile(play: Scenario) -> Scenario:
    play.hand({1: "555p222s67m345m88m"}, avoid="5p5m", indicator="1z")
    play.turn().draw("5p").closed_kan("5p", turn_dora=play.table.rules.dora.kan_dora)
    return play.draw("5m").tsumo()


def _double_wind(play: Scenario) -> Scenario:
    play.hand({0: "234m567m999p34s11z"}, avoid="2s6z", indicator="6p")
    return play.draw("6z").riichi("6z").go_round(2).turn("2s").ron(0)


def _all_green(play: Scenario) -> Scenario:
    play.hand({1: "2233444666888s"}, avoid="4s", indicator="1z").turn().go_round(0).turn("4s")
    return play.ron(1)


def _open_kan(play: Scenario) -> Scenario:
    play.hand({1: "555z34p234678s55s"}, avoid="5z5p", indicator="1z").turn("5z").open_kan(1, "555z")
    return play.draw("5p").tsumo()


def _thirty_fu_of_four_han(play: Scenario) -> Scenario:
    play.hand({1: "234m234p34s678s55s"}, avoid="2s", indicator="1z").turn().turn().turn().turn("2s")
    return play.ron(1)


def _four_winds(play: Scenario) -> Scenario:
    play.hand(avoid="1111z")
    for _ in range(4):
        play.turn("1z")
    return play.ryuukyoku(FOUR_WINDS)


CONTRADICTIONS: list[tuple[str, str, Callable[[Scenario], Scenario]]] = [
    ("jpml-a", "scoring.rinshan_fu", _replacement_tile),
    ("jpml-a", "scoring.double_wind_fu", _double_wind),
    ("jpml-a", "scoring.green_hatsu", _all_green),
    ("jpml-a", "scoring.open_kan_rinshan", _open_kan),
    ("jpml-b", "scoring.rinshan_fu", _replacement_tile),
    ("npm", "scoring.kiriage", _thirty_fu_of_four_han),
    ("rrc", "draws.abortive.four winds", _four_winds),
]
OTHER = {"all": "feeder", "feeder": "all", 2: 4, 4: 2, True: False, False: True}


@pytest.mark.parametrize(("name", "key", "play"), CONTRADICTIONS)
def test_either_edition_is_right(name: str, key: str, play: Callable[[Scenario], Scenario], tmp_path: Path) -> None:
    rules = load(name)
    assert {one for one in rules.assumed if setting_of(one) == setting_of(key)}
    assert not api.audit(play(Scenario(name)).game, name).findings or key.startswith("draws")
    other = varied(rules, {key: OTHER[value_in(rules, key)]})
    assert other is not None
    file = tmp_path / "other.toml"
    file.write_text(ruleset_text(other, {}), "utf-8")
    found = api.audit(play(Scenario(str(file))).game, name).findings
    assert {one.severity for one in found} == {NOTE}
    assert setting_of(key) in {setting for one in found for setting in one.depends_on}


def test_what_no_edition_says_is_a_fault() -> None:
    play = Scenario("jpml-a").hand({1: "555p222s67m345m88m"}, avoid="5p5m", indicator="1z").turn().draw("5p")
    play.closed_kan("5p", turn_dora=False).draw("5m").tsumo(fu=70)
    assert [one.check for one in api.audit(play.game, "jpml-a").findings if one.severity != NOTE] == ["win/value"]


def test_a_log_that_names_such_rules_is_judged_so_too() -> None:
    play = Scenario("jpml-a").hand({1: "234m34p678s55s666z"}, avoid="6z5p", indicator="1z").turn("6z")
    play.open_kan(1, "666z").draw("5p")
    dealer, other = tsumo_points(play.value(1, 1).base, False, play.table.rules)
    play.tsumo(deltas=(-dealer, dealer + 2 * other, -other, -other))
    play.game.format, play.game.rule_bits, play.game.rule_text = "tenhou6", NOT_RECORDED, "日本プロ麻雀連盟公式ルール"
    audit = api.audit(play.game)
    assert audit.ruleset.name == "jpml-a"
    assert [(one.severity, one.check) for one in audit.findings] == [(NOTE, "pay/win")]


def _last_tile(play: Scenario) -> Scenario:
    play.hand({0: "234m34p678s55s999m"}, avoid="9m5p1z", indicator="1z").until_left(2)
    return play.draw("9m").closed_kan("9m", dora="1z").draw("5p").tsumo()


def _double_riichi(play: Scenario) -> Scenario:
    play.hand({1: "23456m456p45688s"}, avoid="9p7m", indicator="1z").turn().draw("9p").riichi("9p")
    return play.go_round().turn().go_round(1).draw("7m").tsumo(ura="1z")


def _to_zero(play: Scenario) -> Scenario:
    play.hand(round=1, scores=(2300, 47700, 25000, 25000)).play_out().ryuukyoku()
    play.hand({3: "23456m456p45688s"}, avoid="7m", indicator="1z").turn().turn().turn("7m").ron(3)
    return play.final()


def _paid_double(play: Scenario) -> Scenario:
    play.hand({1: "23456m456p45688s"}, avoid="7m", indicator="1z").turn().turn().turn().turn("7m")
    paid = -2 * play.payment(1, 3)[3]
    return play.ron(1, deltas=(0, paid, 0, -paid))


def _paid_double_by_one(play: Scenario) -> Scenario:
    play.hand({1: "23456m456p45688s"}, avoid="7m", indicator="1z").turn().turn().draw().discard().turn()
    play.go_round(1).draw("7m")
    due = play.payment(1, 1)
    return play.tsumo(deltas=(due[0], due[1] - due[2], 2 * due[2], due[3]))


@pytest.mark.parametrize(
    ("key", "play"),
    [
        ("scoring.rinshan_haitei", _last_tile),
        ("riichi.double_han", _double_riichi),
        ("game.bust_at_zero", _to_zero),
        ("scoring.green_hatsu", _all_green),
        ("scoring.open_kan_rinshan", _open_kan),
        ("scoring.wareme", _paid_double),
        ("scoring.wareme", _paid_double_by_one),
    ],
)
def test_where_a_log_names_no_rules_those_of_some_tables_are_no_fault(
    key: str, play: Callable[[Scenario], Scenario], tmp_path: Path
) -> None:
    tenhou = load("tenhou")
    other = varied(tenhou, {key: {True: True, False: True, 2: 1, "all": "feeder"}[value_in(tenhou, key)]})
    assert other is not None
    file = tmp_path / "other.toml"
    file.write_text(ruleset_text(other, {}), "utf-8")
    game = play(Scenario(str(file))).game
    assert [one.message for one in api.audit(game, str(file)).findings] == []
    game.rule_bits = NOT_RECORDED
    audit = api.audit(game)
    assert audit.ruleset.name == "tenhou"
    assert [(one.severity, one.depends_on) for one in audit.findings] == [(NOTE, (key,))]


def test_wareme_explains_no_payment_of_a_log_with_self_draws_that_nobody_pays_double() -> None:
    play = _paid_double(Scenario("tenhou"))
    for _ in range(2):
        play.hand({1: "23456m456p45688s"}, avoid="7m", indicator="1z").turn().go_round(1).draw("7m").tsumo()
        play.hand({1: "23456m456p45688s"}, avoid="7m", indicator="1z").turn().turn().turn().turn("7m").ron(1)
    play.game.rule_bits = NOT_RECORDED
    assert [(one.severity, one.check) for one in api.audit(play.game).findings] == [("mismatch", "pay/win")]
