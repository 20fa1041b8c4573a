"""Riichi City's records: envelopes, omitted and unusual fields, contradictions, and truncated records."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.paths import FIXTURES
from support.riichicity_records import RECORD_ID
from support.riichicity_samples import made

from auditor.core.audit.game import audit_game
from auditor.core.errors import Problem
from auditor.core.events import Game, Ryuukyoku
from auditor.core.reading import detect, read
from auditor.core.results import NOTE
from auditor.core.rulesets import choose
from auditor.edit.convert import convert
from auditor.formats.riichicity import NAME
from auditor.formats.riichicity.documents import games_in

WHOLE = json.loads(made()[0])
RECORD = WHOLE["data"]


def games(data: bytes) -> list[Game | Problem]:
    return list(read(data, "x.json"))


def game_of(record: Any) -> Game:
    (game,) = games(json.dumps(record).encode())
    assert isinstance(game, Game), game
    return game


def found(game: Game) -> list[str]:
    audit = audit_game(game, choose("auto", game)[0])
    assert not audit.problems
    return [one.check for one in audit.findings if one.severity != NOTE]


def key(game: Game) -> list[object]:
    return [[event.key() for event in hand.events] for hand in game.hands]


def decoded(record: dict[str, Any]) -> dict[str, Any]:
    """The record with the data of events as objects."""
    copy: dict[str, Any] = json.loads(json.dumps(record))
    for hand in copy["handRecord"]:
        for event in hand["handEventRecord"]:
            event["data"] = json.loads(event["data"])
    return copy


ENVELOPES: dict[str, Callable[[Any], bytes]] = {
    "the answer": lambda record: json.dumps({"code": 0, "data": record, "message": "ok"}).encode(),
    "keys in another order": lambda record: json.dumps({"message": "ok", "data": record, "code": 0}).encode(),
    "data alone": lambda record: json.dumps(record).encode(),
    "indented": lambda record: json.dumps(record, indent=2, ensure_ascii=False).encode(),
    "with a byte order mark": lambda record: b"\xef\xbb\xbf" + json.dumps(record).encode(),
    "data of events as objects": lambda record: json.dumps(decoded(record)).encode(),
    "data as a text": lambda record: json.dumps({"code": 0, "data": json.dumps(record)}).encode(),
    "a text in JSON": lambda record: json.dumps(json.dumps(record)).encode(),
    "a list": lambda record: json.dumps([record]).encode(),
    "under another key": lambda record: json.dumps({"result": {"paipu": record}}).encode(),
    "hands alone": lambda record: json.dumps(record["handRecord"]).encode(),
}


@pytest.mark.parametrize("name", ENVELOPES)
def test_a_record_is_read_in_every_envelope(name: str) -> None:
    data = ENVELOPES[name](RECORD)
    format = detect(data)
    assert getattr(format, "name", "") == NAME, format
    (game,) = games(data)
    assert isinstance(game, Game), game
    assert key(game) == key(game_of(RECORD))
    assert game.log_id == ("" if name == "hands alone" else RECORD_ID)


def test_several_records_are_as_many_games() -> None:
    listed = json.dumps([RECORD, {"code": 0, "data": RECORD}]).encode()
    lines = "\n".join([json.dumps(RECORD), json.dumps(WHOLE)]).encode()
    assert [isinstance(one, Game) for one in games(listed)] == [True, True]
    assert [isinstance(one, Game) for one in games(lines)] == [True, True]


def test_an_answer_that_is_an_error_is_told() -> None:
    (problem,) = games_in(b'{"code": 10, "message": "no such record", "data": null}')
    assert str(problem) == "the server answered with an error (no such record), not with a record"


def test_numbers_as_texts_and_nulls_are_read() -> None:
    record = decoded(RECORD)
    record["playerCount"] = "4"
    for event in record["handRecord"][0]["handEventRecord"]:
        event["userId"] = str(event["userId"])
        event["data"] = {name: str(value) if type(value) is int else value for name, value in event["data"].items()}
        event["data"]["unknown"] = None
    assert key(game_of(record)) == key(game_of(RECORD))


def test_a_hand_that_cannot_be_read_costs_itself() -> None:
    record = decoded(RECORD)
    events = record["handRecord"][1]["handEventRecord"]
    index = next(index for index, event in enumerate(events) if event["eventType"] == 4)
    events[index]["data"]["card"] = 50
    problem, game = games(json.dumps(record).encode())
    assert str(problem).startswith(f"hand 1, event {index} (type 4): expected the number of a tile")
    assert isinstance(game, Game)
    assert len(game.hands) == len(record["handRecord"]) - 1


@pytest.mark.parametrize(
    ("type", "path", "problem"),
    [
        (2, ("is_zi_mo",), ""),
        (2, ("is_pull_north",), ""),
        (2, ("gang_cards",), ""),
        (2, ("in_ting_info", "ting_list"), ""),
        (2, ("in_card",), "Object missing required field in_card"),
        (3, ("action_list",), ""),
        (4, ("is_li_zhi",), ""),
        (5, ("win_info", "fang_info", "fang_num"), ""),
        (5, ("user_profit", "point_profit"), ""),
        (1, ("bao_pai_card",), ""),
        (0, ("gamePlay",), ""),
        (0, ("round",), ""),
    ],
)  # fmt: skip
def test_what_is_left_out_accuses_nobody(type: int, path: tuple[str, ...], problem: str) -> None:
    for text in (made()[0], made()[-1]):
        record = decoded(json.loads(text)["data"])
        for hand in record["handRecord"]:
            for event in hand["handEventRecord"]:
                if event["eventType"] == type:
                    _leave_out(event["data"], path)
        if not type:
            _leave_out(record, path)
        read_of = games(json.dumps(record).encode())
        problems = [str(one) for one in read_of if isinstance(one, Problem)]
        assert bool(problems) == bool(problem)
        assert all(problem in one for one in problems), problems
        assert [found(one) for one in read_of if isinstance(one, Game)] == [[]] * (len(read_of) - len(problems))


def _leave_out(value: Any, path: tuple[str, ...]) -> None:
    if isinstance(value, list):
        for one in value:
            _leave_out(one, path)
    elif isinstance(value, dict) and len(path) > 1:
        _leave_out(value.get(path[0]), path[1:])
    elif isinstance(value, dict):
        value.pop(path[0], None)


def test_base_points_below_nothing_are_told() -> None:
    record = decoded(RECORD)
    for hand in record["handRecord"]:
        for event in hand["handEventRecord"]:
            for win in event["data"].get("win_info") or ():
                win["bash_points"] = -7
    assert "bash_points: expected a number from 0 to 10000000, not -7" in str(games(json.dumps(record).encode())[0])


@pytest.mark.parametrize("number", [0, -1])
def test_a_game_converted_to_a_format_that_keeps_its_text_is_judged_by_its_own_rules(number: int) -> None:
    (game,) = games(made()[number].encode())
    assert isinstance(game, Game)
    again = convert(game, "tenhou6").game
    rules, reason = choose("auto", again)
    assert rules.name == ("riichi-city" if game.players == 4 else "riichi-city-sanma"), reason
    assert found(again) == []


@pytest.mark.parametrize(("value", "payer"), [("0", "all"), ("1", "feeder")])
def test_who_pays_for_an_open_kan_is_what_the_room_says(value: str, payer: str) -> None:
    game = game_of(RECORD)
    game.attributes = game.attributes | {"isGangPay": value}
    assert choose("auto", game)[0].scoring.open_kan_rinshan == payer


@pytest.mark.parametrize("value", ["0", "1"])
def test_payments_in_a_room_with_wareme_are_not_judged(value: str) -> None:
    game = game_of(RECORD)
    game.attributes = game.attributes | {"isGeMu": value}
    rules = choose("auto", game)[0]
    assert rules.scoring.wareme == (value == "1")
    assert ("pay/win" in rules.off) == (value == "1")


def test_unknown_events_are_passed_over_and_told_once() -> None:
    record = decoded(RECORD)
    for hand in record["handRecord"]:
        hand["handEventRecord"].insert(9, {"eventType": 77, "data": "{}", "userId": 0})
    problem, game = games(json.dumps(record).encode())
    assert str(problem) == "events of type 77 are not known; they are passed over"
    assert isinstance(game, Game)
    assert key(game) == key(game_of(RECORD))


def test_seats_count_from_the_first_dealer() -> None:
    record = decoded(RECORD)
    for hand in record["handRecord"]:
        for player in hand["players"]:
            player["position"] = (player["position"] + 3) % 4
        for event in hand["handEventRecord"]:
            if event["eventType"] == 1:
                event["data"]["dealer_pos"] = (event["data"]["dealer_pos"] + 3) % 4
    game = game_of(record)
    assert game.attributes["firstPosition"] == "3"
    assert key(game) == key(game_of(RECORD))
    assert convert(game, NAME).losses == ()


def draws(game: Game) -> list[tuple[list[int], list[int]]]:
    """For each exhaustive draw the seats whose waits the server states, and those in tenpai."""
    found = []
    for hand in game.hands:
        last = hand.events[-1]
        if isinstance(last, Ryuukyoku) and hand.server is not None and last.tenpai is not None:
            tenpai = [seat for seat, is_tenpai in enumerate(last.tenpai) if is_tenpai]
            found.append((sorted(hand.server.waits.get(len(hand.events) - 1, {})), tenpai))
    return found


def test_a_record_is_written_as_it_was_read() -> None:
    for text in made():
        (game,) = games(text.encode())
        assert isinstance(game, Game)
        conversion = convert(game, NAME)
        assert conversion.losses == ()
        assert key(conversion.game) == key(game)
        assert draws(conversion.game) == draws(game)
        assert all([stated == tenpai for stated, tenpai in draws(game)])
        assert found(conversion.game) == found(game) == []
    # A nagashi mangan of which the log does not say who is tenpai says nothing of it here either.
    for path in sorted((FIXTURES / "draw" / "nagashi").glob("*-silent.json")):
        (nagashi,) = [one for one in read(path.read_bytes(), path.name) if isinstance(one, Game)]
        ends = [[hand.events[-1] for hand in one.hands] for one in (nagashi, convert(nagashi, NAME).game)]
        facts = [[(one.draw_type, one.tenpai) for one in end if isinstance(one, Ryuukyoku)] for end in ends]
        assert facts[0] == facts[1], path


def test_a_stick_is_paid_before_the_tile_is_called() -> None:
    """The record accepts a riichi after the call of its tile."""
    (game,) = games(made()[0].encode())
    assert isinstance(game, Game)
    record = decoded(RECORD)
    moved = 0
    for hand in record["handRecord"]:
        events = hand["handEventRecord"]
        for index, event in enumerate(events[:-1]):
            following = events[index + 1 : index + 3]
            if event["eventType"] == 8 and [one["eventType"] for one in following] == [11, 4]:
                events[index : index + 3] = [following[1], event, following[0]]
                moved += 1
    assert key(game_of(record)) == key(game)


def test_a_converted_game_is_judged_by_the_rules_it_names(tmp_path: Path) -> None:
    from auditor.testing import Scenario
    from auditor.testing.simulate import Simulation

    game = Simulation(3, "tenhou").play()
    again = convert(game, NAME).game
    rules, reason = choose("auto", again)
    assert rules.name == "tenhou", reason
    assert found(again) == []
    for name, hand, tile in (
        ("ema-2016", "111222333z5566z", "6z"),
        ("tenhou", "111222333z5566z", "6z"),
        ("ema-2012", "111222333444z5z", "5z"),  # one pays twice, and alone
    ):
        # Of two yakuman some rules pay one; and each of two winners takes its own stick under some.
        play = Scenario(name).hand({1: hand}, avoid=tile, indicator="9s", round=4, scores=(90000,) * 4)
        play.turn().draw(tile).tsumo()
        play.hand({2: "23456m456p45688s", 3: "23m456p456789s99p"}, avoid="4m9m1z").turn()
        play.draw("9m").riichi("9m").draw("1z").riichi("1z").go_round(1).turn("4m").rons(2, 3)
        (again,) = [one for one in read(play.log(NAME).encode(), "x.json") if isinstance(one, Game)]
        assert audit_game(again, play.rules).findings == [], name
        assert again.red_tiles == play.game.red_tiles, name


@pytest.mark.slow
def test_a_record_that_is_cut_accuses_nobody() -> None:
    for record in (RECORD, json.loads(made()[-1])["data"]):
        for number, hand in enumerate(record["handRecord"][:4]):
            for count in range(1, len(hand["handEventRecord"])):
                cut = {**hand, "handEventRecord": hand["handEventRecord"][:count]}
                data = json.dumps({**record, "handRecord": [*record["handRecord"][:number], cut]}).encode()
                for game in games(data):
                    assert not isinstance(game, Game) or found(game) == [], (number, count)


def test_real_records_are_clean(corpus: Path) -> None:
    paths = sorted((corpus / "riichicity").glob("*.json"))
    assert paths
    for path in paths:
        (game,) = games(path.read_bytes())
        assert isinstance(game, Game)
        assert found(game) == [], path
        assert convert(game, NAME).losses == (), path
