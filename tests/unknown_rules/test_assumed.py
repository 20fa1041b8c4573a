"""Findings under assumed rules: what some table allows becomes a note that names the table, the rest stays a fault."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from support.markers import with_ura_turned
from support.paths import FIXTURES, ROOT
from support.random_rules import FreeSimulation, random_rules, written

from auditor import api
from auditor.cli import cli
from auditor.core.audit.game import Audit, audit_game
from auditor.core.errors import RulesetError
from auditor.core.events import FOUR_KANS, Game, Win
from auditor.core.results import NOTE, Finding
from auditor.core.rulesets import load
from auditor.edit.cut import cut_game
from auditor.formats import mjai, tenhou6
from auditor.mutation.faults import FAULTS
from auditor.testing import Scenario
from auditor.testing.simulate import Simulation
from auditor.unknown_rules.alternatives import varied
from auditor.unknown_rules.assumed import revise_findings
from auditor.unknown_rules.explanation import without_seed

LEAGUE = str(ROOT / "tests" / "rulesets" / "league.toml")
TENHOU = load("tenhou")


@pytest.fixture(scope="module")
def game() -> Game:
    return Simulation(2, "tenhou").play()


@pytest.fixture(scope="module")
def league_games() -> list[Game]:
    return [Simulation(number, LEAGUE).play() for number in (2, 6)]


def faults(findings: list[Finding]) -> list[Finding]:
    return [one for one in findings if one.severity != NOTE]


def with_fault(game: Game, name: str, rules: str = "tenhou") -> Audit:
    mutant = FAULTS[name].mutant_of(game, load(rules), Random(5))
    assert mutant is not None
    return audit_game(mutant.game, TENHOU)


def test_a_target_and_its_extension_explain_together_that_a_game_goes_on(game: Game) -> None:
    bonuses = (35.0, 5.0, -15.0, -25.0)
    plain = varied(TENHOU, {"game.target_points": None, "game.return_points": 25000, "game.placement": bonuses})
    assert plain is not None
    audit = audit_game(game, replace(plain, assumed=("game.target_points", "game.extension")))
    found = [one for one in revise_findings(audit) if one.check == "game/end"]
    assert [(one.severity, one.depends_on) for one in found] == [(NOTE, ("game.target_points", "game.extension"))]


def test_a_league_is_not_accused_of_its_rules(league_games: list[Game], tmp_path: Path) -> None:
    # "no ura dora" explains the indicators, too, and then makes other wins wrong; so do other known rules as a whole
    played_on = "[game]\nbust = false\nall_last_stop = false\n[sticks]\nhonba = 0"
    without_ippatsu = "[riichi]\nippatsu = false"
    longer = f"[game]\nbust = false\nall_last_stop = false\n{without_ippatsu}"  # explained only after a long search
    even = "[game]\nplacement = [0, 0, 0, 0]"
    for number, text in ((107, without_ippatsu), (35, "[sticks]\nhonba = 0"), (5, played_on), (768, longer), (3, even)):
        rules = tmp_path / f"{number}.toml"
        rules.write_text(f'extend = "tenhou"\n[dora]\nkan_ura = false\n{text}\n', encoding="utf-8")
        without_kan_ura = audit_game(without_seed(Simulation(number, str(rules)).play()), TENHOU)
        assert faults(without_kan_ura.findings)
        assert not faults(revise_findings(without_kan_ura)), text
    for league_game in league_games:
        assert not faults(audit_game(league_game, load(LEAGUE)).findings)
        assumed = audit_game(league_game, TENHOU)
        count = len(faults(assumed.findings))
        assert count > 5
        found = revise_findings(assumed)
        assert not faults(found)
        notes = [one for one in found if one.depends_on]
        assert len(notes) == count
        first = next(one for one in notes if one.check == "dora/ura")
        assert first.depends_on[0] == "riichi.ura_dora"
        assert "depends on riichi.ura_dora: right where a table plays without ura dora" in first.message
    never = tmp_path / "never.toml"
    never.write_text('extend = "tenhou"\n[game]\nrenchan = "never"\n', encoding="utf-8")
    skipped = FAULTS["wind-skipped"].mutant_of(
        without_seed(Simulation(2, str(never)).play()), load(str(never)), Random(5)
    )
    assert skipped is not None  # the hand after is right only beside the fault, two hands before
    left = faults(revise_findings(audit_game(skipped.game, TENHOU)))
    assert [(one.check, one.hand) for one in left] == [("game/rotation", 5)]


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("fifth-copy-drawn", "tenhou"),
        ("riichi-of-a-hand-that-does-not-wait", "tenhou"),
        ("ron-on-a-wait-that-was-discarded", LEAGUE),
        ("payment-off", "tenhou"),
        ("score-carried-wrong", LEAGUE),
    ],
)
def test_what_is_wrong_by_all_rules_stays_a_fault(game: Game, league_games: list[Game], name: str, rules: str) -> None:
    mutant = FAULTS[name].mutant_of(game if rules == "tenhou" else league_games[0], load(rules), Random(5))
    assert mutant is not None
    own = faults(audit_game(mutant.game, load(rules)).findings)
    found = faults(revise_findings(audit_game(mutant.game, TENHOU)))
    assert [(one.check, one.where) for one in found] == [(one.check, one.where) for one in own]


@pytest.mark.parametrize(
    ("name", "setting", "text"),
    [
        ("swap-call", "calls.kuikae", "right where a table plays with kuikae: allowed."),
        ("start-with-other-points", "game.start_points", "right where a table plays with 26000 points at the start."),
    ],
)
def test_what_some_table_plays_is_a_note(game: Game, name: str, setting: str, text: str) -> None:
    found = revise_findings(with_fault(game, name))
    assert not faults(found)
    (note,) = [one for one in found if one.depends_on]
    assert note.depends_on == (setting,)
    assert note.message.endswith(f"It depends on {setting}: {text}")
    assert note.penalty is None


@pytest.mark.parametrize("number", [0, 6])
def test_an_end_that_two_rules_explain_together_is_no_fault(number: int, tmp_path: Path) -> None:
    game = FreeSimulation(8000 + number, written(random_rules(8), tmp_path)).play()  # one wind, without an extension
    assert not faults(revise_findings(audit_game(game, TENHOU)))


def test_a_draw_that_two_rules_explain_together_is_no_fault() -> None:
    play = Scenario().hand({1: "222444m666p1357s", 2: "999m1357p2468s13z"}, avoid="2m9m")
    play.turn().draw("2m").closed_kan("2m").draw().discard().draw("9m").closed_kan("9m").draw().discard()
    play.ryuukyoku(FOUR_KANS)
    without = varied(TENHOU, {"draws.abortive.four kans": False})
    assert without is not None
    audit = audit_game(play.game, without)
    assert [one.message_id for one in faults(audit.findings)] == ["unknown"]
    (note,) = [one for one in revise_findings(audit) if one.depends_on]
    assert note.depends_on == ("calls.kans", "draws.abortive")
    assert note.message.endswith("right where a table plays with 2 kans at most and with the draw by four kans.")


def test_points_weigh_more_than_markers_that_a_program_turns_for_nothing() -> None:
    """No ippatsu and no ura together: of the rules known, `mu` explains all payments, and no single change does."""
    game = with_ura_turned(Simulation(3, "mu").play())
    audit = audit_game(game, TENHOU)
    assert len([one for one in faults(audit.findings) if one.check in ("win/value", "pay/win", "win/yaku")]) > 3
    assert not faults(revise_findings(audit))


def test_checks_that_the_nearest_rules_leave_out_accuse_nobody() -> None:
    """Where a riichi without tenpai is allowed; elsewhere it stays a fault."""
    game = Simulation(0, "saikouisen-classic").play()
    mutant = FAULTS["riichi-of-a-hand-that-does-not-wait"].mutant_of(game, load("saikouisen-classic"), Random(5))
    assert mutant is not None
    audit = audit_game(mutant.game, TENHOU)
    assert "riichi/noten" in [one.check for one in faults(audit.findings)]
    assert not faults(revise_findings(audit))


def test_what_a_win_is_worth_is_a_fault_only_where_others_show_the_rule(game: Game, tmp_path: Path) -> None:
    audit = with_fault(game, "payment-off")
    assert [one.check for one in faults(revise_findings(audit))] == ["pay/win"]
    (finding,) = faults(audit.findings) or [one for one in audit.findings if one.check == "pay/win"]
    alone = without_seed(
        audit.game, [hand for hand in audit.game.hands if hand.index == finding.hand], has_result=False
    )
    (note,) = [one for one in revise_findings(audit_game(alone, TENHOU)) if one.check == "pay/win"]
    assert note.severity == NOTE
    assert note.message.endswith("It depends on rules that this program does not know.")
    assert "scoring.pao" in note.depends_on
    rules = tmp_path / "club.toml"  # the assumed ruleset finds something else there, and so the scores after it, too
    rules.write_text('extend = "tenhou"\n[riichi]\nippatsu = false\nura_dora = false\n', encoding="utf-8")
    for number in (1, 7):
        mutant = FAULTS["payment-off"].mutant_of(Simulation(number, str(rules)).play(), load(str(rules)), Random(5))
        assert mutant is not None
        found = faults(revise_findings(audit_game(without_seed(mutant.game), TENHOU)))
        assert [one.check for one in found] == ["pay/win"]


def test_of_rules_known_in_part_the_rest_is_assumed(game: Game, tmp_path: Path) -> None:
    mutant = FAULTS["swap-call"].mutant_of(game, TENHOU, Random(5))
    assert mutant is not None
    table = tmp_path / "table.toml"
    for setting, checks in (("calls.kuikae", []), ("riichi.ura_dora", ["call/kuikae"])):
        table.write_text(f'extend = "tenhou"\nassumed = ["{setting}"]\n')
        assert [one.check for one in faults(api.audit(mutant.game, str(table)).findings)] == checks
    table.write_text('extend = "tenhou"\nassumed = ["riichi.ura"]\n')
    with pytest.raises(RulesetError, match=r"there is no setting riichi.ura; did you mean riichi.ura_dora"):
        load(str(table))


def test_what_the_log_shows_to_be_otherwise_is_a_fault(game: Game) -> None:
    wins = [one for hand in game.hands for one in hand.events if isinstance(one, Win) and one.ura]
    assert len(wins) > 2  # the table plays with ura dora
    assert [one.check for one in faults(revise_findings(with_fault(game, "ura-missing")))] == ["dora/ura"]


def test_only_assumed_rules_are_doubted(tmp_path: Path, league_games: list[Game]) -> None:
    data = json.loads(tenhou6.write(league_games[0]))
    log = tmp_path / "league.json"
    log.write_text(json.dumps(data | {"rule": {"disp": "", "aka": 0}, "title": ["", ""], "ref": ""}))
    run = CliRunner().invoke(cli, ["audit", str(log), "--format", "json", "--notes"])
    assert run.exit_code == 0, run.stderr
    published = json.loads(run.stdout)
    depending = [one for one in published["findings"] if one["depends_on"]]
    assert len(depending) == published["summary"]["depending"] > 5
    assert {one["severity"] for one in depending} == {"note"}
    assert f"{len(depending)} findings depend on rules that the log does not name" in run.stderr
    named = json.loads(CliRunner().invoke(cli, ["audit", str(log), "--format", "json", "--rules", "tenhou"]).stdout)
    assert named["summary"]["depending"] == 0
    assert named["summary"]["findings"]["mismatch"] >= len(depending)
    assert not faults(api.audit_file(log).findings)


def test_what_a_hand_leaves_open_names_its_settings(tmp_path: Path) -> None:
    log = FIXTURES / "win" / "yaku" / "ema-2016-reds-silent.jsonl"
    notes = [one.message for one in api.audit_file(log).findings]
    assert [note for note in notes if "depends on game.red_fives: right where" in note], notes
    rules = tmp_path / "four.toml"
    rules.write_text('extend = "tenhou-sanma"\n[game]\nred_fives = [0, 2, 2]\n', encoding="utf-8")
    hand = cut_game(without_seed(Simulation(0, str(rules)).play()), 7)  # the only one of its log with a second red 5s
    (game,) = [one for one in api.parse(mjai.FORMAT.write(hand, "")) if isinstance(one, Game)]
    (note,) = [one for one in api.audit(game).findings if one.check == "tiles/duplicate"]
    assert note.depends_on == ("game.red_fives",)
    mutant = FAULTS["four-riichi-that-are-not"].mutant_of(without_seed(Simulation(1).play()), TENHOU, Random(5))
    assert mutant is not None
    (note,) = revise_findings(audit_game(cut_game(mutant.game, 2), TENHOU))  # jpml-a leaves the check out
    assert (note.check, note.severity, "draws.abortive" in note.depends_on) == ("draw/abortive", NOTE, True)
