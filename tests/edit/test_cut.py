"""`auditor cut`: a hand as a log of its own has the findings that it has in the whole log, and no others."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from support.paths import FIXTURES

from auditor.cli import cli
from auditor.core import events as copying
from auditor.core.errors import NoGameError
from auditor.core.events import (
    CHOMBO,
    DISCARD,
    EXHAUSTIVE,
    WIN,
    Deposit,
    Disconnection,
    Event,
    Game,
    Hand,
    Player,
    Ryuukyoku,
    ServerRecord,
    Win,
    replace_game,
    replace_hand,
)
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.reading.logs import GameLog, read_logs
from auditor.edit.cut import cut, cut_game
from auditor.edit.output import EditError, findings_of
from auditor.formats import mjlog
from auditor.testing.scenario import Scenario
from auditor.testing.simulate import Simulation


def log_of(game: Game) -> GameLog:
    return GameLog("game.log", "", 0, game)


def played(number: int, format: str = "mjlog", rules: str = "tenhou") -> Game:
    game = Simulation(number, rules).play()
    form = FORMAT_BY_NAME[format]
    again = next(iter(form.read(form.write(game, "").encode(), f"{game.log_id}.log")))
    assert isinstance(again, Game)
    return again


ALONE = [name for name in FORMAT_BY_NAME if name != "mjscore"]
"""The formats that hold any hand alone; a text of mjscore begins with the same points for all seats."""


@pytest.mark.parametrize("format", ALONE)
@pytest.mark.parametrize("number", [1, 2])
def test_every_hand_stands_alone(format: str, number: int) -> None:
    log = log_of(played(number, format))
    for hand in log.game.hands:
        made = cut(log, hand.index, rules="auto")
        assert (made.new_findings, made.lost_findings, made.left_out) == ((), (), ())
        alone = made.written.game.hands[0]
        assert len(made.written.game.hands) == 1
        assert [event.key() for event in alone.events] == [event.key() for event in hand.events]
        assert (alone.round, alone.honba, alone.sticks) == (hand.round, hand.honba, hand.sticks)
        assert (alone.scores, alone.dealt, alone.indicator) == (hand.scores, hand.dealt, hand.indicator)
        assert [one.name for one in made.written.game.seats] == [one.name for one in log.game.seats]


def test_the_last_hand_keeps_the_result_of_the_game_and_no_other_does() -> None:
    game = played(1)
    results = [cut_game(game, hand.index).result for hand in game.hands]
    assert results == [None] * (len(game.hands) - 1) + [game.result]
    assert cut_game(game, game.hands[-1].index, 3).result is None


@pytest.mark.parametrize("format", ALONE)
def test_a_hand_up_to_any_event_stays_clean(format: str) -> None:
    log = log_of(played(3, format))
    hand = log.game.hands[1]
    for until in range(0, len(hand.events), 5):
        made = cut(log, hand.index, until, rules="auto")
        assert made.new_findings == ()
        kept = made.written.game.hands[0].events
        assert [event.key() for event in kept] == [event.key() for event in hand.events[: len(kept)]]
        assert len(kept) >= until


def test_wins_on_one_tile_stay_together() -> None:
    play = Scenario()
    play.hand({1: "23456m456p45688s", 2: "56m234567p234s88p"}, avoid="7m").turn("7m").rons(1, 2)
    game = play.game
    wins = [place for place, event in enumerate(game.hands[0].events) if event.kind == WIN]
    assert len(wins) == 2
    assert len(cut_game(game, 0, wins[0]).hands[0].events) == len(game.hands[0].events)


def test_what_the_hand_alone_does_not_prove_is_left_out() -> None:
    """The second of two hands that are not the seed's is no news of the game; alone it would be."""
    game = played(1)
    other = played(2)
    for place in (1, 2):
        game.hands[place].dealt = other.hands[place].dealt
        game.hands[place].events = []
    cut_second = cut(log_of(game), 2, rules="auto")
    assert cut_second.left_out == ("the shuffle seed",)
    assert (cut_second.new_findings, cut_second.written.game.seed) == ((), "")
    assert [one.check for one in findings_of(log_of(game), "auto") if one.check == "wall/seed"] == ["wall/seed"]


def test_a_first_round_that_is_dealt_again_is_not_taken_for_the_start_of_a_game() -> None:
    """After a hand annulled by a chombo E1-0 is dealt again, with other scores than the game starts with."""
    play = Scenario("ema-2012").hand({}).turn()
    play.ryuukyoku(CHOMBO, deltas=(-8000, 4000, 2000, 2000)).hand({}).turn()
    game = play.game
    assert [(hand.round, hand.honba) for hand in game.hands] == [(0, 0), (0, 0)]
    made = cut(log_of(game), 1, rules="ema-2012", to="mjlog")
    assert (made.new_findings, made.left_out) == ((), ("the players",))
    made = cut(log_of(played(1, "majiang", "jpml-a")), 0, rules="auto", to="mjlog")  # a table without ura dora
    assert (made.new_findings, made.left_out) == ((), ())


def test_facts_of_parlour_rooms_follow_their_hand() -> None:
    game = played(1)
    game.attributes = {"csrule": "x", "hand 2 INIT chip": "a", "hand 2 event 9 AGARI sc": "b", "hand 1 INIT chip": "c"}
    assert cut_game(game, 2).attributes == {"csrule": "x", "hand 0 INIT chip": "a", "hand 0 event 9 AGARI sc": "b"}
    assert cut_game(game, 2, 8).attributes == {"csrule": "x", "hand 0 INIT chip": "a"}


def test_what_there_is_not_is_told() -> None:
    log = log_of(played(1))
    with pytest.raises(NoGameError, match=r"there is no hand 99; the log has the hands 0, 1, 2"):
        cut(log, 99, rules="auto")
    with pytest.raises(EditError, match=r"hand 1 has the events 0 to \d+, not 999"):
        cut(log, 1, 999, rules="auto")
    with pytest.raises(EditError, match="in an mjscore text all seats start with the same points"):
        cut(log_of(played(1, "mjscore")), 1, rules="auto")


@pytest.mark.parametrize("format", ["mjlog", "tenhou6", "mjai", "majiang"])
def test_hands_of_real_logs(corpus: Path, format: str) -> None:
    compared = 0
    for log in list(read_logs([str(corpus / format)]))[:: 40 if format == "mjlog" else 8]:
        if isinstance(log.found, Game):
            hand = log.found.hands[-1 if compared % 2 else 0]
            made = cut(GameLog(log.path, log.member, log.number, log.found), hand.index, rules="auto")
            assert made.new_findings == (), log.path
            compared += 1
    assert compared


# ---- copies


def copied(value: object) -> object:
    """Something of the model in plain values, to compare."""
    if isinstance(value, Game | Hand | ServerRecord | Event | Player):
        return {name: copied(one) for name, one in vars(value).items()}
    return [copied(one) for one in value] if isinstance(value, list) else value


NO_FACTS = pytest.mark.skipif(not hasattr(Player(""), "__dict__"), reason="compiled classes do not list what they hold")


@NO_FACTS
def test_a_copy_holds_everything() -> None:
    game = played(2)
    game.hands[0].server = ServerRecord("1m", "a", "b", "c", "d")
    game.hands[0].server.furiten = [1]
    game.hands[0].disconnections = [Disconnection(2, 1, False)]
    copy = replace_game(game)
    assert copied(copy) == copied(game)
    assert copy.hands[0] is not game.hands[0]
    assert copy.hands[0].events is not game.hands[0].events
    for event in [
        Win(1, 2, 3, fu=40, pao_seat=1),
        Ryuukyoku(EXHAUSTIVE, honba=2),
        Deposit(2, (1, 2)),
        Event(DISCARD, 1),
    ]:
        assert copied(copying.replace_event(event)) == copied(event)


def test_changes_are_made_and_wrong_names_are_not_taken() -> None:
    win = copying.replace_event(Win(1, 2, 3, fu=40), fu=50, seat=3)
    assert isinstance(win, Win)
    assert (win.seat, win.from_seat, win.fu) == (3, 2, 50)
    with pytest.raises(TypeError, match="fuu"):
        copying.replace_event(win, fuu=1)
    hand = replace_hand(played(1).hands[0], honba=7)
    assert hand.honba == 7


# ---- the command


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["cut", *arguments])


FIRES = FIXTURES / "riichi" / "kan-waits" / "fires.mjlog"


def test_to_a_file_and_to_standard_output(tmp_path: Path) -> None:
    path = tmp_path / "hand.mjlog"
    result = run(str(FIRES), "--hand", "0", "-o", str(path))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert run(str(FIRES), "--round", "E1").stdout == path.read_text("utf-8")
    assert [entry.name for entry in tmp_path.iterdir()] == ["hand.mjlog"]
    again = next(iter(mjlog.read(path.read_bytes(), "x")))
    assert isinstance(again, Game)
    assert [one.check for one in findings_of(log_of(again), "auto")] == ["riichi/kan-waits"]


def test_what_is_not_told_without_the_rest_is_named() -> None:
    path = FIXTURES / "game" / "carry" / "fires.mjlog"
    result = run(str(path), "--hand", "1")
    assert result.exit_code == 0
    assert "not found without the rest of the game: hand 0: game/carry:" in result.stderr


def test_wrong_usage() -> None:
    assert run(str(FIRES)).exit_code == 2
    assert "give either --hand N or --round ROUND" in run(str(FIRES), "--hand", "0", "--round", "E1").stderr
    assert "there is no hand 3; the log has the hands 0" in run(str(FIRES), "--hand", "3").stderr
    assert "cannot be written" in run(str(FIRES), "--hand", "0", "-o", f"{FIRES}/x").stderr
