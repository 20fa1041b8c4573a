"""The rules that the header of an mjai log states field by field: settings, what none expresses, and hostile values."""

import json
from typing import Any

import pytest
from support.mjai_logs import HAND, HIDDEN, START, Message, log, one_game
from support.paths import FIXTURES, ROOT, fixture_logs

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.checks import CATALOGUE
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.results import NOTE
from auditor.core.rulesets.choice import RulesetChoice, choice_of
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.settings import settings, value_of
from auditor.edit.convert import convert
from auditor.formats.mjai.rules import _EXTRAS, RULE_CHECKS, STATED_FIELDS, unjudged
from auditor.unknown_rules import revise_findings

FIELDS: dict[str, Any] = {
    "player_count": 4, "starting_points": 30000, "game_length": "S", "sudden_death_target": 30000, "honba_value": 100,
    "double_wind_fu": 2, "kiriage_mangan": False, "kazoe_yakuman": True, "multiple_yakuman": True,
    "double_yakuman": False, "aka_dora": False, "ura_dora": False, "kan_dora": False, "nuki_dora": False,
    "closed_kan_indicator_immediate": True, "open_kan_indicator_immediate": True, "riichi_without_draw": True,
    "riichi_without_tenpai": False, "closed_kan_after_riichi": True, "kuitan": True, "kuikae_ban": True,
    "multiple_ron": False, "kokushi_ankan_chankan": False, "abort_kyuushu_kyuuhai": False,
    "abort_suufon_renda": False, "abort_suucha_riichi": False, "abort_suukaikan": False, "abort_sanchahou": False,
    "noten_penalty_pool": 3000, "formal_tenpai": True, "tenpai_declaration": True, "nagashi_mangan": False,
    "ippatsu": False, "dealer_repeat_on_tenpai": True, "pao_daisangen": True, "pao_daisuushi": True,
    "pao_suukantsu": True, "pao_daiminkan": False, "pao_honba_to_liable": False, "allow_negative_scores": True,
    "agari_yame": False, "sudden_death": False, "rank_ties_shared": True, "leftover_deposits_to_first": False,
}  # fmt: skip
"""The fields that are known, as a league of professionals has them."""
OTHERS: dict[str, Any] = {
    "player_count": 4, "starting_points": 25000, "game_length": "E", "sudden_death_target": 40000, "honba_value": 0,
    "double_wind_fu": 4, "kiriage_mangan": True, "kazoe_yakuman": False, "multiple_yakuman": False,
    "double_yakuman": True, "aka_dora": True, "ura_dora": True, "kan_dora": True, "open_kan_indicator_immediate": False,
    "riichi_without_draw": False, "closed_kan_after_riichi": False, "kuitan": False, "kuikae_ban": False,
    "multiple_ron": True, "kokushi_ankan_chankan": True, "abort_kyuushu_kyuuhai": True, "abort_suufon_renda": True,
    "abort_suucha_riichi": True, "abort_suukaikan": True, "noten_penalty_pool": 0, "tenpai_declaration": False,
    "nagashi_mangan": True, "ippatsu": True, "dealer_repeat_on_tenpai": False, "pao_daisangen": False,
    "pao_daisuushi": False, "pao_suukantsu": False, "pao_daiminkan": True, "pao_honba_to_liable": True,
    "allow_negative_scores": False, "agari_yame": True, "sudden_death": True, "rank_ties_shared": False,
    "leftover_deposits_to_first": True,
}  # fmt: skip
"""Another value of each field that some setting expresses at more than one."""


def game_with(rules: object, preset: object = None, players: int = 4) -> Game:
    """A game of one hand whose header states rules."""
    start: Message = START | {"scores": [30000] * players, "tehais": [HAND, *[HIDDEN] * (players - 1)]}
    head, rest = log(start=start).split(b"\n", 1)
    stated = json.loads(head) | {"rules": rules, "names": list("ABCD"[:players])}
    if preset is not None:
        stated["preset"] = preset
    return one_game(json.dumps(stated).encode() + b"\n" + rest)


def rules_of(rules: object, players: int = 4) -> Ruleset:
    return choice_of("auto", game_with(rules, players=players)).rules


def values_of(rules: Ruleset) -> dict[str, object]:
    return {key: value_of(rules, setting) for key, setting in settings().items() if setting.section}


def test_every_field_is_a_setting() -> None:
    """The league's rules as a whole, and each field by itself changes what it is about."""
    assert FIELDS.keys() == STATED_FIELDS.keys()
    base = rules_of(FIELDS)
    assert base.off == ()
    assert (base.game.start_points, base.game.length, base.game.extension, base.game.bust) == (30000, 2, "none", False)
    assert (base.riichi.tiles_left, base.riichi.ippatsu, base.riichi.ura_dora) == (0, False, False)
    assert (base.scoring.head_bump, base.scoring.pao, base.scoring.pao_honba) == (True, (39, 49, 51), "discarder")
    assert (base.draws.abortive, base.draws.noten_declaration, base.sticks.left_over) == ((), True, "nobody")
    assert (base.dora.kan_dora, base.dora.kan_ura, base.dora.open_kan) == (False, False, "at once")
    silent = {"player_count", "sudden_death_target"}  # without sudden death a target says nothing
    for name, value in OTHERS.items():
        assert value != FIELDS[name] or name in silent
        changed = rules_of(FIELDS | {name: value})
        assert (values_of(changed) != values_of(base)) is (name not in silent), name
        assert changed.off == (), name


@pytest.mark.parametrize(
    ("fields", "key", "due"),
    [
        ({"sudden_death": True, "sudden_death_target": 40000}, "game.target_points", 40000),
        ({"sudden_death": False}, "game.target_points", None),
        ({"multiple_ron": True, "abort_sanchahou": False}, "scoring.triple_ron", "pay"),
        ({"multiple_ron": True, "abort_sanchahou": True}, "scoring.triple_ron", "abort"),
        ({"multiple_ron": False, "abort_sanchahou": False}, "scoring.head_bump", True),
        ({"honba_value": 500}, "sticks.honba", 1500),
        ({"starting_points": 40000}, "game.return_points", 40000),
        ({"abort_suukaikan": False}, "draws.abortive", ("nine terminals", "four winds", "four riichi", "triple ron")),
        ({"kan_dora": False}, "dora.kan_ura", False),
        ({"pao_daiminkan": True}, "scoring.open_kan_rinshan", "feeder"),
    ],
)
def test_fields_that_settings_join(fields: dict[str, Any], key: str, due: object) -> None:
    assert value_of(rules_of(fields), settings()[key]) == due


def test_rules_beyond_the_usual_game_exist() -> None:
    assert set(_EXTRAS) <= set(settings())


def test_three_players() -> None:
    """Counters are stated by seat, noten payments in all; norths are dora at every table of three that is known."""
    three = {"player_count": 3, "honba_value": 100, "noten_penalty_pool": 3000, "nuki_dora": True, "aka_dora": True}
    rules = rules_of(three, players=3)
    assert (rules.game.players, rules.sticks.honba, rules.draws.noten_points) == (3, 200, 4500)
    assert not rules.off
    for field in ({"nuki_dora": False}, {"abort_suucha_riichi": True}, {"noten_penalty_pool": 1000}):
        assert rules_of(three | field, players=3).off, field


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("closed_kan_indicator_immediate", False), ("formal_tenpai", False), ("riichi_without_tenpai", True),
        ("game_length", "W"), ("double_wind_fu", 3), ("honba_value", 50), ("ippatsu", 1),
        ("noten_penalty_pool", 1000), ("starting_points", -1), ("kuitan", "yes"), ("player_count", 3),
        ("nuki_dora", True),
    ],
)  # fmt: skip
def test_what_no_setting_expresses_is_told_and_not_judged(name: str, value: object) -> None:
    """By the name of the field: the checks that rest on it are not made, and all others are."""
    game = game_with(FIELDS | {name: value})
    (one,) = unjudged(game)
    assert one.reason == f"no setting says what the log's rules have as {name}: {json.dumps(value)}"
    rules = choice_of("auto", game).rules
    assert set(rules.off) == set(one.checks)
    assert value_of(rules, settings()["riichi.ura_dora"]) is False


def test_a_head_bump_beside_a_triple_ron() -> None:
    """One of two wins, but three abort the hand: no ruleset has both."""
    told = unjudged(game_with({"multiple_ron": False, "abort_sanchahou": True}))
    assert [one.reason.rpartition(" as ")[2] for one in told] == ["multiple_ron: false", "abort_sanchahou: true"]


def test_fields_that_are_not_known_are_told_by_name() -> None:
    """No more than a few of them; each may bear on anything that rules bear on."""
    game = game_with(FIELDS | {f"house{number}": None if number == 7 else True for number in range(9)})
    (one,) = unjudged(game)
    assert one.checks == RULE_CHECKS
    assert one.reason.endswith("fields that are not known: house0, house1, house2, house3, house4 and 3 more")


def test_a_field_names_all_checks_that_rest_on_its_settings() -> None:
    """But for those that rest on it only by what a penalty costs."""
    by_setting: dict[str, set[str]] = {}
    for check in CATALOGUE:
        for key in check.settings:
            by_setting.setdefault(key, set()).add(check.id)
    for name, value in OTHERS.items():
        changed = values_of(rules_of({name: value})).items() ^ values_of(rules_of({name: FIELDS[name]})).items()
        for key in {key for key, _ in changed} - {"game.return_points", "game.players"}:
            assert by_setting.get(key, set()) <= set(STATED_FIELDS[name].checks), (name, key)


def test_what_the_fields_leave_open_is_assumed() -> None:
    """A league's riichi may be declared without 1,000 points or not: the header does not say it, and accuses nobody."""
    choice = choice_of("auto", game_with(FIELDS, "renmei"))
    assert choice.is_assumed
    assert choice.reason == (
        "the log's start_game states its rules, preset 'renmei'; what they leave open is as in tenhou"
    )
    assert {"riichi.points", "riichi.kan", "furiten.ends"} <= set(choice.rules.assumed)
    assert not {"riichi.open_riichi", "scoring.wareme"} & set(choice.rules.assumed)  # a field would say so
    assert not {"riichi.ippatsu", "scoring.kiriage", "scoring.pao.39", "game.length"} & set(choice.rules.assumed)
    assert "riichi.kan" not in rules_of({"closed_kan_after_riichi": False}).assumed
    some = rules_of({"kuitan": False})
    assert not some.scoring.open_tanyao
    assert {"riichi.ippatsu", "scoring.kiriage", "scoring.pao.39", "draws.abortive.four kans"} <= set(some.assumed)


HOSTILE: list[object] = [
    "tenhou", 7, True, [], [1, 2], {"": ""}, {"kuitan": {"a": [1]}}, {"kuitan": [True]}, {"kuitan": 10**400},
    {"starting_points": 1e308}, {"starting_points": "25000"}, {"starting_points": 10**30}, {"x" * 10_000: True},
    {f"f{number}": number for number in range(5_000)}, {"game_length": "\x1b[31m<b>"}, {"honba_value": -100},
    {"noten_penalty_pool": 999_999}, {"kuitan": None}, {"player_count": "4"}, {"rules": {"rules": {}}},
]  # fmt: skip


@pytest.mark.parametrize("rules", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("players", [3, 4])
def test_hostile_values(rules: object, players: int) -> None:
    """Whatever stands there costs no more than what rests on it, and is kept within bounds."""
    game = game_with(rules, preset={"a": 1} if players == 3 else "p" * 1_000, players=players)
    assert sum(map(len, game.attributes.values())) < 30_000
    choice = choice_of("auto", game)
    audit = audit_game(game, choice.rules)
    assert not [one for one in audit.findings if one.severity != NOTE and one.check != "game/start"]
    assert not audit.problems


def test_text_and_null_are_as_everywhere_in_json() -> None:
    assert rules_of({"starting_points": "30000"}).game.start_points == 30000
    assert rules_of({"ippatsu": None}).riichi.ippatsu


TENHOU: dict[str, Any] = FIELDS | OTHERS | {
    "game_length": "S", "sudden_death_target": 30000, "honba_value": 100, "kiriage_mangan": False,
    "kazoe_yakuman": True, "multiple_yakuman": True, "double_yakuman": False, "closed_kan_after_riichi": True,
    "kuitan": True, "kuikae_ban": True, "kokushi_ankan_chankan": False, "abort_sanchahou": True,
    "noten_penalty_pool": 3000, "dealer_repeat_on_tenpai": True, "pao_daisangen": True, "pao_daisuushi": True,
}  # fmt: skip
"""Tenhou's rules, field by field."""
LOGS = [path.relative_to(FIXTURES).as_posix() for path in fixture_logs("*.jsonl")]


def with_rules(text: bytes, rules: object) -> Game:
    """A log of one game, with rules in its header."""
    head, rest = text.split(b"\n", 1)
    return one_game(json.dumps(json.loads(head) | {"rules": rules}).encode() + b"\n" + rest)


def faults(game: Game, choice: RulesetChoice) -> list[str]:
    audit = audit_game(game, choice.rules)
    findings = revise_findings(audit) if choice.is_assumed else audit.findings
    return [one.check for one in findings if one.severity != NOTE]


@pytest.mark.parametrize("name", LOGS)
def test_tenhous_rules_field_by_field_judge_as_tenhous(name: str) -> None:
    """What the fields leave open costs no finding but of a setting that they do not state."""
    data = (FIXTURES / name).read_bytes()
    found = [one for one in read(data, name) if isinstance(one, Game)]
    if len(found) != 1 or found[0].players == 3 or b'"start_game"' not in data.split(b"\n", 1)[0]:
        pytest.skip("not one game of four with a header")
    due = faults(found[0], choice_of("tenhou", found[0]))
    game = with_rules(data, TENHOU)
    choice = choice_of("auto", game)
    of_open = {check.id for check in CATALOGUE for key in check.settings if key in choice.rules.assumed}
    assert [one for one in faults(game, choice) if one not in of_open] == [one for one in due if one not in of_open]


def test_other_rules_judge_otherwise() -> None:
    """A game by Tenhou's rules under a header that states others: what they decide is a fault, not a note."""
    data = (FIXTURES / "evening" / "round-1-table-4.jsonl").read_bytes()
    assert not faults(*_judged(data, TENHOU))
    assert "game/start" in faults(*_judged(data, TENHOU | {"starting_points": 30000}))
    assert "win/value" in faults(*_judged(data, TENHOU | {"ippatsu": False}))
    assert "dora/timing" in faults(*_judged(data, TENHOU | {"kan_dora": False}))


def _judged(data: bytes, rules: object) -> tuple[Game, RulesetChoice]:
    game = with_rules(data, rules)
    return game, choice_of("auto", game)


def test_ura_indicators_that_the_rules_do_not_count() -> None:
    """A program that turns them all the same is told of once, not at each win; where not all are turned, each is."""
    data = (FIXTURES / "evening" / "round-1-table-4.jsonl").read_bytes()
    game = with_rules(data, TENHOU | {"ura_dora": False})
    declared = [win for hand in game.hands for win in hand.wins if win.ura]
    assert len(declared) > 0
    assert [one.checks for one in unjudged(game)] == [("dora/ura",)]
    declared[0].ura = ()
    assert unjudged(game) == []
    assert unjudged(with_rules(data, TENHOU)) == []


def test_what_is_named_is_judged_whatever_the_header_states() -> None:
    game = game_with(FIELDS | {"house": True})
    assert choice_of("m-league", game).rules == rulesets.load("m-league")
    mu = audit_game(game, rulesets.load("mu"))
    assert not [one for record in mu.records for one in record.unjudged if "not known: house" in one.reason]


def test_the_docs_name_every_field() -> None:
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    assert [name for name in STATED_FIELDS if f"| `{name}` |" not in text] == []


def test_mjai_written_again_keeps_the_rules() -> None:
    game = game_with(FIELDS, "renmei")
    conversion = convert(game, "mjai")
    assert [loss.what for loss in conversion.losses] == ["which copy of a tile"]
    assert choice_of("auto", conversion.game) == choice_of("auto", game)
