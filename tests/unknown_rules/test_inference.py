"""Rules inferred from logs: games under random rules give these rules, in spite of a minority of faulty games."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from support.markers import with_ura_turned
from support.paths import ROOT
from support.random_rules import FreeSimulation, GameList, random_rules, written

from auditor.cli import cli
from auditor.core.audit.executors import DoneFuture, ExecutorFactory, InlineExecutor, reused
from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.results import NOTE
from auditor.core.rulesets import load
from auditor.core.rulesets.model import Ruleset
from auditor.formats import tenhou6
from auditor.mutation.faults import FAULTS
from auditor.testing.simulate import Simulation
from auditor.unknown_rules.alternatives import Changes, changed_keys, value_in, varied
from auditor.unknown_rules.explanation import Variations, VariedJudge, companions, explain
from auditor.unknown_rules.inference import GameFacts, Inference, SurveyedGame, facts_of, infer, least_logs, nearest
from auditor.unknown_rules.text import inference_text, inference_toml

LEAGUE = str(ROOT / "tests" / "rulesets" / "league.toml")
ONE_HAND = 2
"""Random rules whose games are one hand, which takes the least time."""
EXTENDED = 109
"""Random rules with an extension by a hand, which one of the first games needs."""


def games_of(number: int, count: int, folder: Path) -> tuple[Ruleset, list[Game]]:
    """Random rules and games under them."""
    file = written(random_rules(number), folder)
    games = []
    for seed in range(count):
        game = FreeSimulation(1000 * number + seed, file).play()
        game.log_id = f"g{seed}"
        games.append(game)
    return load(file), games


def faults(game: Game, rules: Ruleset) -> list[str]:
    return [one.check for one in audit_game(game, rules).findings if one.severity != NOTE]


def wrong(inference: Inference, rules: Ruleset) -> list[str]:
    """The settings that logs are said to show, and that were otherwise."""
    return [
        f"{one.key} = {one.value}, not {value_in(rules, one.key)}"
        for one in inference.evidence
        if one.is_seen and value_in(rules, one.key) not in (one.value, *one.also)
    ]


def test_random_rules_are_inferred_from_games_played_by_them(tmp_path: Path) -> None:
    rules, games = games_of(ONE_HAND, 4, tmp_path)
    (inference,) = infer(GameList(games))
    assert not wrong(inference, rules)
    taken = {one.key for one in inference.evidence if one.is_taken}
    assert {"riichi.stick", "game.placement", "game.length"} <= taken
    assert not [check for game in games for check in faults(game, inference.rules)]
    file = tmp_path / "inferred.toml"
    file.write_text(inference_toml(inference), encoding="utf-8")
    assert not changed_keys(load(str(file)), inference.rules)
    text = inference_text([inference])
    assert "riichi.stick = 500" in text
    assert "g0 --hand 0" in text
    assert "not seen" in text


def test_settings_that_only_fit_together_are_inferred_together(tmp_path: Path) -> None:
    file = written(random_rules(ONE_HAND), tmp_path)
    game = FreeSimulation(1000 * ONE_HAND + 21, file).play()  # the dealer leads and is tenpai, and the game goes on
    rules = varied(load(file), {"game.all_last_stop": False, "game.all_last_tenpai_stop": True})
    assert rules is not None
    judge = VariedJudge(game, rules)
    stops: Changes = {"game.all_last_stop": True}
    assert judge.faults(stops)
    assert not judge.faults({})
    assert {"game.all_last_tenpai_stop": False} in companions(judge, stops, [])


def test_a_game_that_goes_on_is_of_more_winds_or_of_an_extension_to_a_target(tmp_path: Path) -> None:
    rules = load(written(random_rules(EXTENDED), tmp_path))
    game = FreeSimulation(1000 * EXTENDED + 5, str(tmp_path / "random.toml")).play()
    judge = VariedJudge(game, varied(rules, {"game.target_points": None}) or rules)
    fault = next(one for one in judge.faults({}) or () if one.check == "game/end")
    options = explain(judge, {}, fault).options
    assert {"game.length": 4} in options
    assert {"game.extension": "hands", "game.extension_hands": 1, "game.target_points": 30000} in options


def test_changes_make_the_same_rules_in_any_order() -> None:
    changes: Changes = {"draws.nagashi_is_win": True, "draws.nagashi_mangan": False}  # each undoes the other
    made = [Variations(load("tenhou")).ruleset(dict(order)) for order in (changes.items(), [*changes.items()][::-1])]
    assert made[0] is not None
    assert made[1] is not None
    assert made[0].rules == made[1].rules


def test_checks_that_the_nearest_rules_leave_out_are_made(tmp_path: Path) -> None:
    games = [Simulation(number, "mu", most_hands=3).play() for number in (3, 4)]
    (inference,) = infer(GameList(games))
    assert (inference.base.name, inference.base.off, inference.rules.off) == ("mu", ("honba/carry",), ())
    file = tmp_path / "inferred.toml"
    file.write_text(inference_toml(inference), encoding="utf-8")
    assert load(str(file)).off == ()


def test_ura_that_are_turned_and_never_paid_are_no_rule(tmp_path: Path) -> None:
    """Points weigh more than markers, whose check the ruleset leaves out then, and says so."""
    games = [with_ura_turned(Simulation(number, "mu", most_hands=4).play()) for number in (3, 4)]
    (inference,) = infer(GameList(games))
    assert (inference.base.name, inference.rules.riichi.ura_dora, inference.rules.off) == ("mu", False, ("dora/ura",))
    assert not [check for game in games for check in faults(game, inference.rules)]
    assert "not judged, for the logs speak against it: dora/ura" in inference_text([inference])
    file = tmp_path / "inferred.toml"
    file.write_text(inference_toml(inference), encoding="utf-8")
    assert load(str(file)).off == ("dora/ura",)


def test_known_rules_are_tried_as_a_whole_with_what_they_leave_out() -> None:
    """Riichi without tenpai, which no setting allows, is right by one of the known rulesets."""
    rules = load("saikouisen-classic")
    games = [Simulation(number, "saikouisen-classic").play() for number in (0, 2)]
    mutants = [FAULTS["riichi-of-a-hand-that-does-not-wait"].mutant_of(one, rules, Random(5)) for one in games]
    (inference,) = infer(GameList([one.game for one in mutants if one is not None]))
    assert (inference.base.name, inference.rules.off, inference.faulty_hands) == (rules.name, rules.off, 0)


def test_a_value_is_called_shown_only_where_every_other_is_excluded(tmp_path: Path) -> None:
    (inference,) = infer(GameList([Simulation(0, "tenhou").play()]))
    some = [one for one in inference.evidence if one.shows and one.also]
    assert some
    text = " ".join(inference_text([inference]).split())
    shown = text.partition("and shown:")[2].partition("not shown,")[0]
    left = text.partition("for the logs leave other values:")[2]
    for one in some:
        assert f" {one.key} = " not in shown
        assert f" {one.key} = " in left
    assert "riichi.stick = 1000" in shown


def test_how_many_logs_show_a_value() -> None:
    logs = (1, 10, 11, 28, 29, 99, 150, 1000)
    assert [least_logs(["riichi.ura_dora"], count) for count in logs] == [1, 1, 2, 2, 3, 3, 4, 10]
    assert [least_logs(["calls.kuikae"], count) for count in logs] == [1, 1, 2, 2, 3, 8, 10, 10]


def test_what_too_few_logs_show_is_told_and_not_taken(tmp_path: Path) -> None:
    games = [Simulation(number, "tenhou", most_hands=1).play() for number in range(12)]
    games[3] = Simulation(3, "jpml-a", most_hands=1).play()  # with a kan, and no indicator for it
    games[3].hands[0].scores = (25000,) * 4
    (inference,) = infer(GameList(games))
    assert (inference.base.name, inference.rules.dora.kan_dora) == ("tenhou", True)
    text = inference_text([inference])
    assert "shown by too few logs to be taken for a rule:\n  dora.kan_dora = false: 1 hand: " in text
    assert "dora.kan_dora" not in text.partition("not seen")[2]
    file = tmp_path / "inferred.toml"
    file.write_text(inference_toml(inference), encoding="utf-8")
    assert "dora.kan_dora" in load(str(file)).assumed
    (of_one,) = infer(GameList([games[3]]))
    assert not of_one.rules.dora.kan_dora
    assert 'source = "what 1 log shows; the rest' in inference_toml(of_one)


def test_acts_in_too_few_logs_that_the_nearest_rules_allow_are_named() -> None:
    games = [Simulation(number, "ema-2012", most_hands=1).play() for number in range(12)]
    mutants = [FAULTS["swap-call"].mutant_of(one, load("tenhou"), Random(1)) for one in games]
    number = next(number for number, one in enumerate(mutants) if one is not None)
    swap = mutants[number]
    assert swap is not None
    games[number] = swap.game
    games[number].log_id = "swaps"
    (inference,) = infer(GameList(games))
    assert (inference.base.name, inference.rules.calls.kuikae) == ("ema-2012", "allowed")
    named = '  calls.kuikae = "allowed", not "same tile", "same tile and suji": 1 hand: swaps --hand 0\n'
    text = inference_text([inference])
    few, _, unseen = text.partition("as taken here, but shown by too few logs to be certain:")[2].partition("not seen")
    assert named in few
    assert "calls.kuikae" not in unseen
    assert named.replace(" ", "#", 1) in inference_toml(inference)


def test_a_fault_that_other_rules_allow_does_not_choose_the_nearest(tmp_path: Path) -> None:
    rules, games = games_of(ONE_HAND, 20, tmp_path)
    mutant = FAULTS["riichi-too-late"].mutant_of(games[11], rules, Random(1))
    assert mutant is not None
    (inference,) = infer(GameList([*games[:11], mutant.game, *games[12:]]))
    assert inference.base.name != "jpml-a"  # which allows the riichi
    assert inference.rules.riichi.tiles_left == 4


def test_a_fault_that_only_one_ruleset_finds_does_not_hide_what_others_find_in_its_game() -> None:
    facts = GameFacts(4, 25000, (1, 1, 1), 2, None)
    wrong = {"game/end": 40}
    games = [SurveyedGame(number, facts, {"tenhou": wrong, "quebec": wrong}, ()) for number in range(40)]
    games[7] = games[7]._replace(faults={"tenhou": wrong, "quebec": {"riichi/wall": 40}})
    assert nearest(games).name == "tenhou"
    games[7] = games[7]._replace(faults={"tenhou": wrong, "quebec": {}})
    assert nearest(games).name == "quebec"


def test_between_rules_equally_near_the_fewest_faults_decide() -> None:
    games = [Simulation(number, "m-league", most_hands=1).play() for number in range(12)]
    (inference,) = infer(GameList(games))
    assert (inference.base.name, inference.faulty_hands) == ("m-league", 0)  # one hand is wrong under tenhou


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 3, 4])
def test_random_rules_are_inferred_from_whole_games(number: int, tmp_path: Path) -> None:
    rules, games = games_of(number, 8, tmp_path)
    (inference,) = infer(GameList(games))
    assert not wrong(inference, rules)
    assert not [check for game in games for check in faults(game, inference.rules)]


def test_games_that_state_another_length_are_a_group_however_few() -> None:
    games = [Simulation(number, "tenhou", most_hands=1).play() for number in range(11)]
    games[5].rule_bits = 1
    assert [len(one.logs) for one in infer(GameList(games))] == [10, 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["call-in-riichi", "payment-off", "final-scores-wrong", "swap-call", "riichi-too-late"]
)
def test_a_minority_of_faults_changes_no_rule(name: str, tmp_path: Path) -> None:
    rules, games = games_of(ONE_HAND, 40, tmp_path)
    (clean,) = infer(GameList(games))
    mutants = [FAULTS[name].mutant_of(one, rules, Random(1)) for one in games]
    faulty = [one.game for one in mutants if one is not None][:2]
    assert len(faulty) == 2
    assert all([faults(game, rules) for game in faulty])
    (again,) = infer(GameList([*games, *faulty]))
    assert (again.base, again.rules) == (clean.base, clean.rules)
    assert not wrong(again, rules)


def test_games_that_start_otherwise_are_groups_and_a_few_are_faults() -> None:
    four = [Simulation(number, "tenhou", most_hands=1).play() for number in range(12)]
    three = [Simulation(number, "tenhou-sanma", most_hands=1).play() for number in range(3)]
    four[0].hands[0].scores = (26000,) * 4  # one of twelve: a fault, not another table
    assert facts_of(three[0]).players == 3
    found = infer(GameList([*four, *three]))
    assert [(one.facts.players, one.facts.start, len(one.logs)) for one in found] == [(4, 25000, 12), (3, 35000, 3)]
    assert [one.base.name for one in found] == ["tenhou", "tenhou-sanma"]
    assert "group 2 of 2, three players, 35000 points: 3 logs: nearest is tenhou-sanma" in inference_text(found)


def test_rules_are_inferred_on_the_command_line(tmp_path: Path) -> None:
    games = [Simulation(number, LEAGUE, most_hands=3).play() for number in (2, 6, 7)]
    logs = tmp_path / "logs"
    logs.mkdir()
    for game in games:
        data = json.loads(tenhou6.write(game))
        data |= {"rule": {"disp": "", "aka": 0}, "title": ["", ""], "ref": ""}
        (logs / f"{game.log_id}.json").write_text(json.dumps(data))
    table = tmp_path / "table.toml"
    run = CliRunner().invoke(cli, ["rulesets", "--infer", str(logs), "-o", str(table)])
    assert run.exit_code == 0, run.stderr
    assert "3 logs: nearest is " in run.stdout
    assert f"written: {table}" in run.stderr
    assumed = load(str(table)).assumed
    assert {"calls.kuikae", "draws.abortive.four winds"} <= set(assumed)
    assert "riichi.ura_dora" not in assumed  # which riichi wins show
    for rules in (str(table), "infer"):
        audited = CliRunner().invoke(cli, ["audit", str(logs), "--rules", rules])
        assert audited.exit_code == 0, audited.stdout
        assert "no faults in 3 games" in audited.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--infer"], 2, "Name the logs"),
        (["tenhou", "-o", "x.toml"], 2, "--output goes with --infer"),
        (["--infer", "missing.json"], 3, "no game could be read"),
    ],
)
def test_what_cannot_be_inferred(arguments: list[str], code: int, message: str) -> None:
    run = CliRunner().invoke(cli, ["rulesets", *arguments])
    assert run.exit_code == code
    assert message in run.stderr


def test_all_passes_have_the_same_workers_until_they_break() -> None:
    opened: list[InlineExecutor] = []
    closed: list[object] = []

    def opens() -> InlineExecutor:
        opened.append(InlineExecutor())
        return opened[-1]

    def breaks(*of_work: object) -> DoneFuture:
        raise RuntimeError("cannot schedule new futures after shutdown")

    with reused(ExecutorFactory(opens, lambda: 1, closed.append)) as factory:
        first = factory.open()
        factory.close(first)
        assert factory.open() is first
        first.submit = breaks
        assert factory.open() is opened[1]
        assert not closed
    assert closed == [opened[1]]


def test_where_rulesets_fit_equally_well_it_starts_from_the_usual_one() -> None:
    game = Simulation(3, "tenhou").play()
    game.hands, game.result = game.hands[:1], None
    assert [one.base.name for one in infer(GameList([game]))] == ["tenhou"]
