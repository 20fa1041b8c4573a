"""M-League records: commands, pages, kans, points, and errors."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scenarios import Play
from support import mleague_logs
from support.judging import checks_of_findings
from support.majsoul_reading import faces

from auditor.core.audit.game import audit_game
from auditor.core.errors import Problem
from auditor.core.events import CLOSED_KAN, DISCARD, DRAW, Event, Game, Hand, Ryuukyoku, Win
from auditor.core.reading import detect, read
from auditor.core.results import NOTE
from auditor.core.rulesets import choose
from auditor.core.table.ledger import final_scores
from auditor.core.table.table import deal
from auditor.core.table.winning import payment_of_win, value_of_win
from auditor.formats import mjlog
from auditor.testing.simulate import Simulation

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
SKIPPED = ["game/rotation"]
"""What `everything` gives, which goes on to the last round at once."""


def everything() -> Play:
    """Calls, every kan, a riichi that wins, a draw, and a game's end."""
    play = Play("m-league")
    play.game.log_id = "L001_S014_0012_02A"
    play.hand({1: WAIT, 2: "34p147m258s12345z"}, avoid="9p7m2p", indicator="1z").turn().turn("2p").chi(2, "34p")
    play.discard("1z").go_round(1).draw("9p").riichi("9p").go_round(3).turn("7m").ron(1, ura="3z")
    play.hand({3: "11m999p258s28m123z"}, avoid="111m9p4p", indicator="4z").turn("1m").pon(3, "11m").discard("3z")
    play.turn().turn().turn().draw("1m").added_kan("1m").dora("2z").draw("9p").closed_kan("9p").draw().discard().end()
    play.hand({1: "444p147m258s1234z"}, avoid="4p").go_round(0).turn("4p").open_kan(1, "444p").dora().draw().discard()
    play.end().hand(round=7, scores=(45000, 30000, 15000, 10000)).end()
    return play.final()


def games_of(data: bytes, name: str = "log") -> list[Any]:
    format = detect(data)
    assert getattr(format, "name", "") == "mleague", format
    return list(read(data, name))


def game_of(text: str, name: str = "log") -> Game:
    (game,) = games_of(text.encode(), name)
    assert isinstance(game, Game), game
    return game


def told(event: Event, game: Game) -> list[Any]:
    """What a record says of an event, whichever copies the tiles are."""
    found = [event.kind, event.seat, event.from_seat, faces([event.tile], game), sorted(faces(event.tiles, game))]
    if isinstance(event, Win):
        ura = [] if event.ura is None else faces(event.ura, game)
        yaku = sorted(one for one in event.yaku or () if one[1])
        return [*found, sorted(faces(event.hand, game)), event.fu, event.points, event.limit, yaku, ura, event.deltas]
    if isinstance(event, Ryuukyoku):
        return [*found, [sorted(faces(tiles, game) or []) for tiles in event.shown or ()], event.tenpai, event.deltas]
    return found


def hand_told(hand: Hand, game: Game) -> list[Any]:
    start = [hand.index, hand.round, hand.honba, hand.sticks, hand.dealer, hand.scores]
    dealt = [sorted(faces(tiles, game)) for tiles in hand.dealt]
    return [*start, dealt, faces([hand.indicator], game), *[told(event, game) for event in hand.events]]


def test_what_is_read_is_what_was_typed_in() -> None:
    play = everything()
    game = game_of(mleague_logs.write(play.game))
    assert [hand_told(hand, game) for hand in game.hands] == [hand_told(hand, play.game) for hand in play.game.hands]
    assert (game.log_id, [seat.name for seat in game.seats]) == ("L001_S014_0012_02A", ["Aki", "Beni", "Chie", "Dai"])
    assert game.result is not None
    assert play.game.result is not None
    assert game.result.scores == play.game.result.scores
    assert game.result.places == (0, 1, 2, 3)


def test_a_game_by_the_leagues_rules_is_clean() -> None:
    game = Simulation(3, "m-league").play()
    game.log_id = ""
    again = game_of(mleague_logs.write(game), "L001_S001_0001_01A.json")
    assert [hand_told(hand, again) for hand in again.hands] == [hand_told(hand, game) for hand in game.hands]
    assert again.log_id == "L001_S001_0001_01A"
    assert checks_of_findings(again) == []


def test_an_mjlog_of_a_record_holds_the_melds_of_its_wins() -> None:
    """Which the record itself leaves to the calls: without them the mjlog would say that there are none."""
    played = Simulation(3, "m-league").play()
    game = game_of(mleague_logs.write(played))
    again = next(iter(read(mjlog.write(game).encode(), "log")))
    assert isinstance(again, Game)
    kinds = [[[meld.kind for meld in win.melds or ()] for win in wins_of(one)] for one in (again, played)]
    assert kinds[0] == kinds[1]
    assert any(kinds[0])
    assert all([win.melds is None for win in wins_of(game)])


def wins_of(game: Game) -> list[Win]:
    return [event for hand in game.hands for event in hand.events if isinstance(event, Win)]


def escaped(text: str) -> str:
    """A JSON text as it stands between single quotes in a script."""
    return text.replace("\\", "\\\\").replace("'", "\\'").replace('"', '\\"')


@pytest.mark.parametrize("form", [lambda text: text, escaped], ids=["as it is", "escaped"])
def test_a_page_holds_the_record(form: Callable[[str], str]) -> None:
    play = everything()
    play.game.seats[0].name = "O'Aki"
    text = mleague_logs.write(play.game)
    page = mleague_logs.page(form(text).replace("O'Aki", "O\\'Aki") if form is not escaped else form(text))
    game = game_of(page)
    assert [hand_told(hand, game) for hand in game.hands] == [hand_told(hand, play.game) for hand in play.game.hands]
    assert game.seats[0].name == "O'Aki"


def test_two_records_in_a_row_are_two_games() -> None:
    commands = mleague_logs.commands(everything().game)
    games = games_of(json.dumps([*commands, *commands]).encode())
    assert [len(game.hands) for game in games] == [4, 4]


# ---- what cannot be read


def changed(change: Callable[[list[dict[str, Any]]], object]) -> list[Any]:
    """What is read of the commands after a change."""
    commands = mleague_logs.commands(everything().game)
    change(commands)
    return games_of(json.dumps(commands).encode())


def with_args(cmd: str, place: int, text: str) -> Callable[[list[dict[str, Any]]], object]:
    """Types another text into the first command of that name."""

    def change(commands: list[dict[str, Any]]) -> None:
        next(one for one in commands if one["cmd"] == cmd)["args"][place] = text

    return change


def without(cmd: str) -> Callable[[list[dict[str, Any]]], object]:
    """Leaves the second command of that name out."""

    def change(commands: list[dict[str, Any]]) -> None:
        commands.remove([one for one in commands if one["cmd"] == cmd][1])

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (with_args("tsumo", 0, "E0"), "hand 0 (E1-0), id 29: expected a seat A0, B0, C0 or D0, not 'E0'"),
        (with_args("tsumo", 2, "0m"), "hand 0 (E1-0), id 29: expected a tile such as 5m, 5M or 1z, not '0m'"),
        (with_args("haipai", 1, "1m2"), "hand 0 (E1-0), id 13: expected tiles such as 1m5M1z, not '1m2'"),
        (with_args("kyokustart", 2, "-1"), "hand 0, id 6: expected a number from 0 to 1000, not '-1'"),
        (with_args("kyokustart", 3, "500"), "hand 0, id 6: kyokustart: expected sticks as points, a multiple of 1000"),
        (with_args("kyokustart", 4, "5z"), "hand 0, id 6: kyokustart: expected the round wind 1z, 2z, 3z or 4z"),
        (with_args("point", 1, "25000"), "hand 0 (E1-0), id 7: point: expected =25000, +1000 or -1000, not '25000'"),
        (with_args("point", 1, "=9999999999"), "hand 0 (E1-0), id 7: expected a number from -10000000 to 10000000"),
        (with_args("agari", 2, "many"), "agari: expected points or a limit, not 'many'"),
        (with_args("open", 1, "<1m2m3m4m5m>"), "open: expected two or three tiles and one more, or four"),
        (with_args("say", 1, "chombo"), "say: expected chi, pon, kan, richi, tsumo, ron, tenpai or noten"),
    ],
)
def test_a_hand_that_cannot_be_read_is_told_and_left_out(change: Any, message: str) -> None:
    problem, game = changed(change)
    assert isinstance(problem, Problem)
    assert message in str(problem)
    assert isinstance(game, Game)
    assert [hand.index for hand in game.hands] == [1, 2, 3]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda commands: commands[20].update(cmd="shout"), "hand 0 (E1-0), id 20: the command 'shout' is not known"),
        (lambda commands: commands[20].update(args=["A0"]), "expected 2 texts or more, not 1"),
        (
            lambda commands: commands[20].update(args="A0"),
            "command 20: expected a command: Expected `array`, got `str`",
        ),
        (lambda commands: commands.insert(30, commands[20]), "haipai: tiles dealt after play has begun"),
        (
            lambda commands: commands.__setitem__(slice(35, 35), commands[30:35] * 1000),
            "expected at most 1000 events in a hand",
        ),
        (lambda commands: commands.__setitem__(20, 7), "command 20: expected a command: Expected `object`, got `int`"),
    ],
)
def test_a_command_that_is_none_costs_its_hand(change: Any, message: str) -> None:
    problem, game = changed(change)
    assert message.replace("`", "") in str(problem)
    assert [hand.index for hand in game.hands] == [1, 2, 3]


def test_a_hand_whose_start_is_missing_is_told_once_and_keeps_its_place() -> None:
    problem, game = changed(without("kyokustart"))
    assert "'point' is outside of a hand; kyokustart goes before it" in str(problem)
    assert [hand.index for hand in game.hands] == [0, 2, 3]
    assert checks_of_findings(game) == SKIPPED


def test_a_hand_whose_end_is_not_noted_is_read_with_its_payments() -> None:
    (game,) = changed(without("kyokuend"))
    assert checks_of_findings(game) == SKIPPED
    assert game.hands[1].events[-1].deltas is not None


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'<!DOCTYPE html><html>UMP_PLAYER.init(true, true, "x", autoplay);</html>', "the page holds no record"),
        (b"<!DOCTYPE html><html>UMP_PLAYER.init(true, true, '[{', autoplay);</html>", "expected an array of commands"),
        (b'[{"time":"","id":"0","cmd":"area","args":["-"]},' + b"[" * 50000, "expected an array of commands"),
        (b'[{"time":"","id":"0","cmd":"area","args":["-"]}', "expected an array of commands"),
    ],
)
def test_an_input_that_holds_no_record_is_told_once(data: bytes, message: str) -> None:
    (problem,) = games_of(data)
    assert message in str(problem)


# ---- the real record


def test_the_page_and_its_array_are_the_same_game_and_clean(corpus: Path) -> None:
    page, array = [
        game_of(path.read_text("utf-8"))
        for path in [*(corpus / "mleague").glob("*.html"), *(corpus / "mleague").glob("*.json")]
    ]
    assert [hand_told(hand, page) for hand in page.hands] == [hand_told(hand, array) for hand in array.hands]
    for game in (page, array):
        audit = audit_game(game, choose("auto", game)[0])
        assert [one for one in audit.findings if one.severity != NOTE] == []
        assert all([hand.is_finished and record.stopped_at is None for hand, record in _records(audit)])
        points = list(audit.records[-1].end_scores)
        assert game.result is not None
        assert game.result.scores is not None
        assert list(game.result.scores) == pytest.approx(final_scores(points, audit.ruleset))


def _records(audit: Any) -> list[tuple[Hand, Any]]:
    return list(zip(audit.game.hands, audit.records, strict=True))


def test_every_win_of_the_record_is_worth_and_paid_what_it_says(corpus: Path) -> None:
    counts: Counter[str] = Counter()
    for path in (corpus / "mleague").glob("*.json"):
        game = game_of(path.read_text("utf-8"))
        rules = choose("auto", game)[0]
        for hand in game.hands:
            table = deal(game, hand, rules)
            counts["hands"] += 1
            for event in hand.events:
                if isinstance(event, Win):
                    value = value_of_win(table, event.seat, event.from_seat, event.tile, event.ura or ())
                    assert value is not None
                    paid = payment_of_win(table, value, event.seat, event.from_seat)
                    assert sorted(event.yaku or ()) == sorted(one for one in value.yaku if one[1])
                    assert (event.fu, event.points, event.deltas) == (value.fu, paid.points, paid.total)
                    counts["wins"] += 1
                counts["draws"] += event.kind == DRAW
                counts["discards"] += event.kind == DISCARD
                counts["closed kans"] += event.kind == CLOSED_KAN
                table.apply(event)
    print(dict(counts))
    assert counts["wins"]
