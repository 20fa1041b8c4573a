"""The results of an evening: scores, standings, and corrected accounts next to the recorded ones."""

import re
from pathlib import Path
from random import Random

import pytest
from support.made_games import START, MadeGame
from support.paths import FIXTURES
from support.played_on import PLAYED_ON, carry, moved, played_on
from support.write_fixtures import rules_in

from auditor import api
from auditor.core.audit.game import Audit, audit_game
from auditor.core.events import Game, Hand, Win
from auditor.core.reading import read
from auditor.core.rulesets import choose, load
from auditor.core.table.ledger import as_tenhou_rounded
from auditor.formats import mjlog
from auditor.mutation.faults import FAULTS
from auditor.page import standings as results
from auditor.page.accounts import accounts, corrected_accounts
from auditor.testing.simulate import Simulation

EVENING = FIXTURES / "evening"
COPIES = 4
TRIES = 30 * COPIES
NOT_CARRIED = (
    "counter-carried-wrong", "deposit-dropped", "deposit-of-another-seat", "deposit-paid-twice", "payment-off",
    "last-sticks-to-another", "score-carried-wrong",
    "stick-not-awarded", "yaku-left-out", "final-points-swapped", "honba-unpaid", "noten-payment-off", "fu-off",
    "sticks-carried-wrong", "sticks-to-the-second-winner", "ura-counted-without-riichi",
)  # fmt: skip
"""Faults that are of accounts."""


def audited(game: Game) -> Audit:
    return audit_game(game, choose("auto", game)[0])


def game_of(log: str) -> Game:
    (game,) = read(log.encode(), "game.mjlog")
    assert isinstance(game, Game)
    return game


@pytest.fixture(scope="module")
def clean(played: list[str]) -> list[Game]:
    return [game_of(log) for log in played[:24]]


def test_accounts_without_a_fault_are_those_of_the_log(clean: list[Game]) -> None:
    for audit in map(audited, clean[:12]):
        again = accounts(audit)
        assert corrected_accounts(audit) is None
        assert again.after == {record.hand: tuple(record.end_scores) for record in audit.records}
        assert audit.game.result is not None
        assert again.final == audit.game.result.points
        assert (again.steps, again.uncorrectable, again.consequences) == ((), (), ())


@pytest.mark.parametrize("name", [*PLAYED_ON, "a start with too much"])
def test_a_fault_carried_to_the_end_is_put_right(name: str, clean: list[Game], played: list[str]) -> None:
    choice = Random(name)
    made = 0
    for game, log in zip(clean, played, strict=False):
        if made == COPIES:
            break
        wrong = started_with_more(log, choice) if name not in PLAYED_ON else played_on(name, game_of(log), choice)
        if wrong is None:
            continue
        made += 1
        right = results.game_result("right", audited(game))
        result = results.game_result("wrong", audited(wrong))
        assert result.accounts is not None, f"game {game.log_id}"
        assert [line.corrected for line in result.hands] == [line.points for line in right.hands]
        assert [seat.corrected_points for seat in result.seats] == [seat.points for seat in right.seats]
        assert [seat.corrected_score for seat in result.seats] == [seat.score for seat in right.seats]
        assert result.certainty == "exact"
        assert_steps_add_up(result)
    assert made >= 3, "too few games have a place for this fault"


def started_with_more(log: str, choice: Random) -> Game:
    """A game in which a seat has 1000 points more from the start to the end."""
    game = game_of(log)
    game.hands[0].scores = moved(game.hands[0].scores, {choice.randrange(4): 1000})
    carry(game, 0)
    return game


def assert_steps_add_up(result: results.GameStanding) -> None:
    assert result.accounts is not None
    for seat in result.seats:
        assert sum(step.differences[seat.seat] for step in result.accounts.steps) == seat.difference
    if result.accounts.steps:
        assert result.accounts.steps[0].checks, "the first step has a cause"


@pytest.mark.parametrize("name", NOT_CARRIED)
def test_a_fault_that_the_log_does_not_carry_changes_nothing_in_the_end(
    name: str, mjlogs: list[tuple[str, str]]
) -> None:
    choice = Random(name)
    made = 0
    for _ in range(TRIES):
        log, text = choice.choice(mjlogs)
        game = game_of(text)
        mutant = FAULTS[name].mutant_of(game, choose("auto", game)[0], choice)
        if mutant is None or game.result is None:
            continue
        made += 1
        right = results.game_result(log, audited(game))
        result = results.game_result(log, audited(mutant.game))
        assert result.accounts is not None, log
        assert result.accounts.final == tuple(seat.points for seat in right.seats), log
        assert [seat.corrected_score for seat in result.seats] == [seat.score for seat in right.seats], log
        assert [line.corrected for line in result.hands] == [line.points for line in right.hands], log
        assert result.certainty == "exact", log
        if made == COPIES:
            break
    assert made


def test_a_hand_that_is_missing_cannot_be_put_right() -> None:
    result = results.game_result("log", fixture_audit(FIXTURES / "honba" / "carry" / "missing-hand.mjlog"))
    assert result.certainty == "in part"
    assert result.accounts is not None
    assert result.accounts.uncorrectable == ("What was paid before E2-2 is not in the log in full.",)
    assert not result.accounts.steps


FIXTURES = EVENING.parent
PAYMENTS = [*sorted((FIXTURES / "pay" / "win").iterdir()), *sorted((FIXTURES / "pay" / "honba").iterdir()),
            *sorted((FIXTURES / "pay" / "noten").iterdir())]  # fmt: skip


def fixture_audit(path: Path) -> Audit:
    """The audit of a fixture under the ruleset that it names itself."""
    data = path.read_bytes()
    (game,) = read(data, path.name)
    assert isinstance(game, Game)
    return audit_game(game, choose(rules_in(data), game)[0])


def test_what_is_put_right_is_what_the_findings_tell() -> None:
    """A finding about a payment says what is due and what the log has: the difference is the correction."""
    told = 0
    for path in PAYMENTS:
        audit = fixture_audit(path)
        for finding in audit.findings:
            found = [re.findall(r"[+-]?\d+", str(text)) for text in (finding.expected, finding.actual)]
            if finding.check.startswith("pay/") and {len(numbers) for numbers in found} == {4}:
                due, paid = [[int(number) for number in numbers] for numbers in found]
                (step,) = accounts(audit).steps
                assert (
                    list(step.differences)
                    == [one - other for one, other in zip(due, paid, strict=True)][: audit.game.players]
                ), path.name
                told += 1
    assert told > 30


def test_wrong_scores_of_right_points_are_put_right() -> None:
    game = Simulation(0).play()
    assert game.result is not None
    assert game.result.scores is not None
    due = game.result.scores
    game.result.scores = (due[1], due[0], *due[2:])
    result = results.game_result("log", audited(game))
    assert [seat.difference for seat in result.seats] == [0, 0, 0, 0]
    assert [seat.corrected_score for seat in result.seats] == list(due)
    assert [seat.score for seat in result.seats] == [due[1], due[0], *due[2:]]


def test_a_stick_charged_to_another_seat_is_the_declarers(clean: list[Game]) -> None:
    choice = Random(0)
    made = 0
    for game in clean:
        mutant = FAULTS["deposit-of-another-seat"].mutant_of(game, choose("auto", game)[0], choice)
        if mutant is not None:
            made += 1
            again = accounts(audited(mutant.game))
            assert game.result is not None
            assert again.final == game.result.points
    assert made > 3


def test_wrong_scores_of_a_log_that_rounds_are_put_right_in_its_rounding(clean: list[Game]) -> None:
    game = next(
        one for one in clean if one.result and one.result.points and any(points % 1000 for points in one.result.points)
    )
    assert game.result is not None
    assert game.result.points is not None
    due = as_tenhou_rounded(list(game.result.points), choose("auto", game)[0])
    kept, game.result.scores = game.result.scores, (due[1], due[0], *due[2:])
    result = results.game_result("log", audited(game))
    game.result.scores = kept
    assert [seat.corrected_score for seat in result.seats] == due


def test_points_of_the_last_sticks_put_right_leave_right_scores_as_they_are(clean: list[Game]) -> None:
    choice = Random(1)
    made = 0
    for game in clean:
        mutant = FAULTS["last-sticks-to-another"].mutant_of(game, choose("auto", game)[0], choice)
        if mutant is not None:
            made += 1
            right = results.game_result("log", audited(game))
            result = results.game_result("log", audited(mutant.game))
            assert [seat.corrected_score for seat in result.seats] == [seat.score for seat in right.seats]
    assert made


def test_nobody_knows_whose_chombo_is_to_be_taken_off() -> None:
    result = results.game_result("log", fixture_audit(FIXTURES / "game" / "final" / "wrc-chombo-unpunished.json"))
    assert result.certainty == "in part"
    assert [seat.corrected_score for seat in result.seats] == [None] * 4


def test_three_players() -> None:
    result = results.game_result("log", fixture_audit(FIXTURES / "pay" / "noten" / "pool-of-four.mjlog"))
    assert result.players == len(result.seats) == 3
    assert result.accounts is not None
    assert [step.differences for step in result.accounts.steps] == [(500, -1000, 500)]


def busting_game() -> tuple[Game, Win]:
    """A game that ends with a ron that leaves the discarder below zero, and that ron."""
    for number in range(100):
        game = Simulation(number).play()
        win = game.hands[-1].events[-1]
        if isinstance(win, Win) and not win.is_tsumo and audited(game).records[-1].end_scores[win.from_seat] < 0:
            return game, win
    raise AssertionError("no played game ends so")


def test_a_correction_that_ends_the_game_earlier_says_so() -> None:
    """A payment that is too small keeps a seat above zero, and another hand is begun."""
    game, win = busting_game()
    last = game.hands[-1]
    left = audited(game).records[-1].end_scores[win.from_seat]
    win.deltas = moved(win.deltas, {win.from_seat: 1000 - left, win.seat: left - 1000})
    follows = Hand(
        last.index + 1, last.round + 1, 0, 0, (last.round + 1) % 4, tuple(audited(game).records[-1].end_scores),
        last.dealt, last.indicator,
    )  # fmt: skip
    game.hands.append(follows)
    game.result = None
    result = results.game_result("log", audited(game))
    assert result.accounts is not None
    (consequence,) = result.accounts.consequences
    assert consequence == f"The game would have ended after {last.name}-{last.honba}, where a seat is below zero."
    assert result.certainty == "play would differ"


def test_the_evening() -> None:
    logs = sorted(EVENING.iterdir())
    games = [
        results.game_result(path.name, api.audit(game))
        for path in logs for game in api.read(path) if isinstance(game, Game)
    ]  # fmt: skip
    four = results.standings(games, 4)
    right = {game.log: ([seat.difference for seat in game.seats], game.certainty) for game in games if game.accounts}
    assert right == {
        "round-1-table-2.mjlog": ([0, 0, 300, -300], "exact"),
        "round-2-table-1.json": ([0, -400, 400, 0], "exact"),
        "round-2-table-3.jsonl": ([0, 0, 1000, 0], "exact"),
    }
    assert [step.checks for game in games if game.accounts for step in game.accounts.steps] == [
        ("pay/honba",), ("pay/win",), ("stick/carry",),
    ]  # fmt: skip
    assert len(four) == 16
    assert not results.standings(games, 3)
    assert four[0] == results.Standing(1, "高橋 蓮", 2, (2, 0, 0, 0), 1.0, 88400, 108.4, 108.4, 0, 108.4, 1)
    assert four[-1].name == "小林 翔"
    scores = {one.name: (one.score, one.corrected_score) for one in four}
    assert scores["伊藤 拓海"] == (-44.0, -43.0)
    assert scores["鈴木 美咲"] == (8.1, 7.7)


def made(names: tuple[str, ...], points: tuple[int, ...], rules: str = "tenhou") -> tuple[str, Audit]:
    game = MadeGame(players=len(names))
    for player, name in zip(game.game.seats, names, strict=True):
        player.name = name
    game.hand().win(0, 1, 1000)
    game.ends_with(*points)
    assert game.game.result is not None
    game.game.result.scores = None
    return "log", Audit(game.game, load(rules), [], game.records, [])


def test_standings_sum_up_each_player_and_nobody_else() -> None:
    audits = [
        made(("Aoi", "NoName", "Ben", ""), (20000, 40000, 30000, 10000)),
        made(("Ben", "Aoi", "Chie", "NoName"), (25000, 25000, 25000, 25000)),
        made(("Aoi", "Ben", "Chie"), (50000, 30000, 25000), "tenhou-sanma"),
    ]
    games = [results.game_result(*one) for one in audits]
    rows = [
        (one.rank, one.name, one.games, one.placements, one.average, one.score) for one in results.standings(games, 4)
    ]
    assert rows == [
        (1, "Ben", 2, (1, 1, 0, 0), 1.5, 10.0 + 35.0),
        (2, "Aoi", 2, (0, 1, 1, 0), 2.5, 5.0 - 20.0),
        (2, "Chie", 1, (0, 0, 1, 0), 3.0, -15.0),
    ]
    assert [(one.name, one.placements) for one in results.standings(games, 3)] == [
        ("Aoi", (1, 0, 0)), ("Ben", (0, 1, 0)), ("Chie", (0, 0, 1)),
    ]  # fmt: skip


def test_a_game_that_the_log_leaves_has_no_result() -> None:
    game = MadeGame()
    game.hand().win(0, 1, 1000)
    result = results.game_result("log", Audit(game.game, load("tenhou"), [], game.records, []))
    assert not result.is_finished
    assert [seat.points for seat in result.seats] == game.records[0].end_scores
    assert [line.points for line in result.hands] == [tuple(game.records[0].end_scores)]
    assert [one.unfinished for one in results.standings([result], 4)] == [1] * 4
    assert START[0] == result.seats[0].start


def test_a_written_log_of_a_corrected_game_has_the_points_of_the_correction() -> None:
    """What reads a log back sees the same result: nothing rests on the objects of the simulation."""
    game = played_on("payment-off", Simulation(0).play(), Random(3))
    assert game is not None
    direct = results.game_result("log", audited(game))
    again = results.game_result("log", audited(game_of(mjlog.write(game))))
    assert direct == again
