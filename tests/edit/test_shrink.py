"""`auditor shrink`: for every kind of fault the smallest log with exactly its finding."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median

import pytest
from click.testing import CliRunner, Result
from support.legal_games import pool
from support.paths import FIXTURES, TESTS

from auditor.cli import cli
from auditor.core.audit.game import audit_game
from auditor.core.errors import NoGameError
from auditor.core.events import DISCARD, DRAW, EXHAUSTIVE, WIN, Deposit, Event, Game, Ryuukyoku, Win
from auditor.core.reading import read
from auditor.core.reading.logs import GameLog, read_logs
from auditor.core.results import NOTE
from auditor.core.rulesets import choose, load
from auditor.core.rulesets.model import Ruleset
from auditor.edit.output import EditError
from auditor.edit.reductions import PartialHand, RecordAdjustment, splice_points, spliced, stretches, whole
from auditor.edit.shrink import Shrunk, shrink
from auditor.mutation.faults import FAULTS
from auditor.mutation.mutate import LegalLogs, WrittenMutant, mutants, mutation
from auditor.testing.scenario import Scenario
from auditor.testing.simulate import Simulation

NO_KAN = str(TESTS / "rulesets" / "no-kan-after-riichi.toml")
SOURCES = [
    ("mjlog", "tenhou"), ("mjai", "tenhou"), ("tenhou6", "tenhou"), ("majiang", "tenhou"), ("mjlog", "ema-2012"),
    ("mjai", "ema-2012"), ("mjlog", NO_KAN),
]  # fmt: skip
KINDS = sorted(
    [
        fault.name
        for fault in FAULTS.values()
        if fault.check is not None and fault.put_into_records is None and not fault.name.startswith("red-five-that")
    ]
)
"""Faults put into events; those of records, and red fives of a set that has none, cannot be written again."""

TO_THE_LAST_TILE = {
    "call/last-tile", "draw/tenpai", "draw/nagashi", "draw/not-shown", "draw/noten-riichi", "pay/noten", "riichi/wall",
    "stick/carry", "honba/carry", "stick/final", "stick/leak", "tiles/not-held", "turn/order", "wall/overdraw",
}  # fmt: skip
"""Checks that tell of hands which must be played to the end of the wall, or may be."""
OF_THE_SEED = {"wall/seed"}
"""Checks for which the tiles must stay those of the seed."""


def made_of(name: str) -> tuple[WrittenMutant, str]:
    """The first mutant of a kind, and the ruleset that judges it."""
    for format, rules in SOURCES:
        for legal in pool(format, rules)[::-1]:
            made = mutation(FAULTS[name], legal, Random(name), format)
            if made is not None:
                return made, rules
    raise AssertionError("no game has a place for this fault")


@cache
def shrunk(name: str) -> tuple[Shrunk, WrittenMutant, Ruleset]:
    made, rules = made_of(name)
    check = FAULTS[name].check
    assert check is not None
    return shrink(GameLog("game.log", "", 0, made.game), check, rules=rules), made, load(rules)


def faults_of(game: Game, rules: Ruleset) -> list[str]:
    return [one.check for one in audit_game(game, rules).findings if one.severity != NOTE]


@pytest.mark.parametrize("name", KINDS)
def test_the_smallest_log_keeps_its_finding_and_no_other(name: str) -> None:
    result, made, rules = shrunk(name)
    fault = FAULTS[name]
    (again,) = [one for one in read(result.written.text.encode(), "x") if isinstance(one, Game)]
    assert faults_of(again, rules) == [fault.check]
    assert result.finding.seat == made.mutant.seat
    assert len(again.hands) <= 2
    if fault.check not in TO_THE_LAST_TILE | OF_THE_SEED and len(again.hands) == 1:
        place = [hand.index for hand in made.game.hands].index(made.mutant.hand or 0)
        assert result.events <= max(len(made.game.hands[place].events) / 3, 40)


def test_most_logs_are_a_tenth_of_their_hand() -> None:
    sizes = []
    for name in KINDS[::4]:
        result, made, _ = shrunk(name)
        place = [hand.index for hand in made.game.hands].index(made.mutant.hand or 0)
        sizes.append(result.events / max(len(made.game.hands[place].events), 1))
    assert median(sizes) < 0.2


def test_the_same_log_gives_the_same_result() -> None:
    made, _ = made_of("payment-off")
    again = shrink(GameLog("other.log", "", 0, made.game), "pay/win", rules="tenhou")
    assert again.written.text == shrunk("payment-off")[0].written.text


def test_what_is_not_needed_is_gone() -> None:
    made, _ = made_of("payment-off")
    game = made.game
    game.log_id = "2016031200gm-0089-0000-14ec5c8d"
    result = shrink(GameLog("", "", 0, game), "pay/win", rules="tenhou")
    again = result.written.game
    assert [player.name for player in again.seats] == ["seat0", "seat1", "seat2", "seat3"]
    assert (again.seed, again.log_id, again.result, again.lobby) == ("", "", None, -1)
    hand = again.hands[0]
    assert (hand.honba, hand.sticks) == (0, 0)
    assert "14ec5c8d" not in result.written.text


def test_the_hand_can_be_named() -> None:
    game = Simulation(3).play()
    for place in (1, 4):
        game.hands[place].scores = tuple(
            [score + 100 * (seat == 0) for seat, score in enumerate(game.hands[place].scores)]
        )
    log = GameLog("", "", 0, game)
    nearest, fourth = shrink(log, "game/carry", rules="tenhou"), shrink(log, "game/carry", 4, rules="tenhou")
    for result in (nearest, fourth):
        assert faults_of(result.written.game, load("tenhou")) == ["game/carry"]
    with pytest.raises(EditError, match="hand 2 has no finding of game/carry; hands that have one: 1, 4"):
        shrink(log, "game/carry", 2, rules="tenhou")
    with pytest.raises(NoGameError, match="there is no hand 99"):
        shrink(log, "game/carry", 99, rules="tenhou")
    with pytest.raises(EditError, match="the log has no finding of riichi/noten; it has game/carry"):
        shrink(log, "riichi/noten", rules="tenhou")


def test_a_note_can_be_shrunk_too() -> None:
    (log,) = read_logs([str(FIXTURES / "note" / "passed-win" / "fires.mjlog")])
    assert isinstance(log.found, Game)
    result = shrink(GameLog(log.path, "", 0, log.found), "note/passed-win", rules="tenhou")
    assert [one.check for one in audit_game(result.written.game, load("tenhou")).findings] == ["note/passed-win"]
    assert result.events < 10


def two_of_a_hand() -> GameLog:
    """A game in whose hand seat 0 declares riichi on a hand that waits for nothing, and seat 2 discards what it has
    not."""
    play = Scenario("tenhou").hand({0: "147m258p369s1234z", 2: "258m369p147s1234z"}, avoid="7z9m")
    play.draw("7z").riichi("7z").go_round(2).draw("7z").discard("9m").go_round().go_round()
    return GameLog("", "", 0, play.game)


@pytest.mark.parametrize("check", ["riichi/noten", "tiles/not-held"])
def test_of_several_findings_of_a_hand_one_stays(check: str) -> None:
    log, rules = two_of_a_hand(), load("tenhou")
    assert faults_of(log.game, rules) == ["riichi/noten", "tiles/not-held"]
    result = shrink(log, check, rules="tenhou")
    assert faults_of(result.written.game, rules) == [check]
    assert result.events <= 7


# ---- stretches, and records that fit


def played() -> Game:
    return Simulation(6).play()


def test_a_stretch_that_goes_leaves_every_seat_what_it_held() -> None:
    game, rules = played(), load("tenhou")
    hand = game.hands[1]
    found = splice_points(game, hand, rules)
    taken = 0
    for start, end in stretches(found, len(hand.events))[::10]:
        kept = spliced(whole(hand), found[start], found[end], start, end)
        if kept is None:
            continue
        assert len(kept.hand.events) == len(hand.events) - (end - start)
        after = splice_points(game, kept.hand, rules)[start]
        assert after.due == found[end].due
        if not any(found[end].melds):
            assert [sorted(tiles) for tiles in after.held] == [sorted(tiles) for tiles in found[end].held]
        taken += 1
    assert taken > 10


def test_the_longest_stretches_come_first() -> None:
    game = played()
    lengths = [end - start for start, end in stretches(splice_points(game, game.hands[0], load("tenhou")), 50)]
    assert lengths == sorted(lengths, reverse=True)
    assert max(lengths) <= 50


def restated(game: Game, kept: list[PartialHand]) -> Game:
    return RecordAdjustment(game, load("tenhou")).adjust(kept)


def test_a_game_that_is_not_changed_is_restated_as_it_is() -> None:
    game = played()
    again = restated(game, [whole(hand) for hand in game.hands])
    assert [[event.key() for event in hand.events] for hand in again.hands] == [
        [event.key() for event in hand.events] for hand in game.hands
    ]
    assert [hand.scores for hand in again.hands] == [hand.scores for hand in game.hands]
    assert again.result == game.result


def without_riichi(game: Game, place: int) -> PartialHand:
    hand = game.hands[place]
    left = [at for at, event in enumerate(hand.events) if not isinstance(event, Deposit)]
    from auditor.core.events import replace_hand

    return PartialHand(replace_hand(hand, events=[hand.events[at] for at in left]), tuple(left))


def test_a_stick_that_is_not_paid_is_not_won_either() -> None:
    game = played()
    place = next(
        at for at, hand in enumerate(game.hands)
        if any([isinstance(event, Deposit) for event in hand.events]) and isinstance(hand.events[-1], Win)
    )  # fmt: skip
    kept = [without_riichi(game, at) if at == place else whole(hand) for at, hand in enumerate(game.hands)]
    again = restated(game, kept)
    paid = sum([isinstance(event, Deposit) for event in game.hands[place].events])
    win, now = game.hands[place].events[-1], again.hands[place].events[-1]
    assert isinstance(win, Win)
    assert isinstance(now, Win)
    assert now.sticks == win.sticks - paid
    assert sum(now.deltas or ()) == sum(win.deltas or ()) - 1000 * paid
    totals = {sum(hand.scores) + 1000 * hand.sticks for hand in again.hands}
    assert totals == {100_000}


def test_what_was_wrong_stays_wrong_by_as_much() -> None:
    made, _ = made_of("noten-payment-off")
    game = made.game
    hand = game.hands[made.mutant.hand or 0]
    draw = hand.events[made.mutant.event or 0]
    assert isinstance(draw, Ryuukyoku)
    assert draw.draw_type == EXHAUSTIVE
    again = restated(game, [whole(one) for one in game.hands])
    same = again.hands[made.mutant.hand or 0].events[made.mutant.event or 0]
    assert isinstance(same, Ryuukyoku)
    assert same.deltas == draw.deltas


def test_seats_of_which_nothing_matters_discard_what_they_draw() -> None:
    result = shrunk("riichi-of-a-hand-that-does-not-wait")[0]
    events: list[Event] = result.written.game.hands[0].events
    for draw, discard in pairwise(events):
        if draw.kind == DRAW and discard.kind == DISCARD and draw.seat != result.finding.seat:
            assert draw.tile == discard.tile
    assert WIN not in [event.kind for event in events]


# ---- the command


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["shrink", *arguments])


EVENING = str(FIXTURES / "evening" / "round-1-table-2.mjlog")


def test_the_command_writes_the_log_and_says_what_it_tells(tmp_path: Path) -> None:
    out = tmp_path / "kan.mjlog"
    result = run(EVENING, "--check", "riichi/kan-waits", "-o", str(out))
    assert result.exit_code == 0, result.output
    assert lines_of(result.stderr)[0].startswith("1 hand, 18 events, after ")
    assert lines_of(result.stderr)[1].startswith("hand 0 event 17: riichi/kan-waits: Seat 3, in riichi with ")
    assert run(EVENING, "--check", "riichi/kan-waits").stdout == out.read_text("utf-8")
    other = run(EVENING, "--check", "riichi/kan-waits", "--to", "mjai").stdout
    (game,) = [one for one in read(other.encode(), "x") if isinstance(one, Game)]
    assert faults_of(game, choose("auto", game)[0]) == ["riichi/kan-waits"]
    # A hand that may be in the midst of a game may be of a table that lets it declare.
    riichi = run(str(FIXTURES / "riichi/noten/fires.mjlog"), "--check", "riichi/noten", "--to", "mjai")
    assert "alone it" not in riichi.stderr
    out.with_suffix(".mjson").write_text(re.sub(r'"names":.*?]', '"names":[]', riichi.stdout), "utf-8")
    alone = run(str(out.with_suffix(".mjson")), "--check", "riichi/noten").stderr
    assert (
        lines_of(alone)[-1] == "alone it does not show the rules that make this a fault: audit it with --rules tenhou"
    )


def lines_of(text: str) -> list[str]:
    return text.strip().splitlines()


def test_wrong_usage() -> None:
    wrong = run(EVENING, "--check", "riichi/kan-wait")
    assert (wrong.exit_code, "did you mean riichi/kan-waits" in wrong.stderr) == (2, True)
    none = run(EVENING, "--check", "win/value")
    assert (none.exit_code, "the log has no finding of win/value" in none.stderr) == (2, True)
    assert run("nowhere.mjlog", "--check", "win/value").exit_code == 2


# ---- real logs


@pytest.mark.parametrize("format", ["mjlog", "tenhou6", "mjai", "majiang"])
@pytest.mark.slow
def test_mutants_of_real_logs(corpus: Path, format: str) -> None:
    folder = {"mjai": "riichienv"}.get(format, format)
    paths = sorted([str(path) for path in (corpus / folder).rglob("*") if path.is_file()])
    logs = LegalLogs(paths[:: 30 if format == "mjlog" else 5], "auto", None)
    done = 0
    for copy in mutants(logs, [FAULTS[name] for name in KINDS[::9]], 1, 2):
        check, item = copy.fault.check, copy.item
        assert check is not None
        result = shrink(GameLog(item.path, item.member, 0, copy.made.game), check, rules="auto")
        rules = choose("auto", result.written.game, item.path, item.member)[0]
        assert faults_of(result.written.game, rules) == [check], f"{copy.fault.name} in {item.path}"
        done += 1
    assert done > 3
