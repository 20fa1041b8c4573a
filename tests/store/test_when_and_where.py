"""When and where games were played, by what logs of each format state: started_at, room and mode of games."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest
from support import mjscore_logs, mleague_logs
from support.format_examples import hand

from auditor import api
from auditor.core.errors import Problem
from auditor.core.events import Game
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.reading.log_ids import STARTED, japan_time, started_at, time_text
from auditor.core.reading.stated_rules import room_and_mode
from auditor.core.rulesets import load
from auditor.testing.majsoul_records import browser, head, records

SOUL_ID = "210815-6da08e40-2605-42fb-a5e3-f8aa5940362a"
TENHOU_ID = "2012110112gm-0009-7447-14ec5c8d"
RANKED_ID = "2019050417gm-0029-0000-4f2a8622"


def written(name: str, rules: str, **changes: Any) -> str:
    """A game of one hand in a format that is JSON, its outermost object changed."""
    return json.dumps(json.loads(FORMAT_BY_NAME[name].write(hand(rules), "")) | changes)


def soul(category: int = 2, **changes: Any) -> str:
    """A record of Mahjong Soul with another head."""
    game = hand("mahjong-soul")
    config = {"category": category, "mode": {"mode": 2}, "meta": {"mode_id": 12 if category == 2 else 0}}
    return browser(head(game) | {"config": config, "start_time": 0} | changes, records(game, load("mahjong-soul")))


def city(first: int, **changes: Any) -> str:
    """A record of Riichi City whose first event is of a time."""
    record = json.loads(FORMAT_BY_NAME["riichicity"].write(hand("riichi-city"), ""))
    record = record.get("data", record)
    record["handRecord"][0]["handEventRecord"][0]["startTime"] = first
    return json.dumps(record | {"remark": ""} | changes)


def league(time: str) -> str:
    """A record of the M-League's viewer whose commands are of a time."""
    commands = json.loads(mleague_logs.write(hand("m-league")))
    return json.dumps([command | {"time": time} for command in commands])


def logs() -> list[tuple[str, str, tuple[str, str, str]]]:
    """Logs, their names, and when, where and as what each says that it was played."""
    score = mjscore_logs.write(hand("tenhou"))
    score = re.sub(r"天鳳.*開始.*=====", "天鳳 L0000 鳳南喰赤 開始 2016/01/01 00:43 =====", score, count=1)
    states = FORMAT_BY_NAME["mjx"].write(hand("tenhou"), "").splitlines()
    named = [json.loads(state) for state in states]
    for state in named:
        state["publicObservation"]["gameId"] = TENHOU_ID
    ranked = [json.dumps(state).replace(TENHOU_ID, RANKED_ID) for state in named]
    ended = ["玉の間南喰赤", "Sun, 15 Aug 2021 15:16:03 GMT"]
    said = {"disp": "玉の間南喰赤", "aka": 1}
    friends = {"disp": "三友人戦南喰赤", "aka": 1}
    return [
        (soul(uuid=SOUL_ID, start_time=1629039063), "a.json", ("2021-08-15 23:51:03", "玉の間", "ranked")),
        (soul(uuid=SOUL_ID), "b.json", ("2021-08-15 00:00:00", "玉の間", "ranked")),
        (soul(1, start_time="1629039063"), "c.json", ("2021-08-15 23:51:03", "", "friends")),
        (soul(4, uuid=""), "d.json", ("", "", "contest")),
        (city(1711548601913, gamePlay=1001, stageType=4), "e.json", ("2024-03-27 23:10:01", "Galaxy", "ranked")),
        (city(0, gamePlay=1003, keyValue="co22hduai0897qt1uocg"), "f.json", ("2024-03-27 23:09:59", "", "friends")),
        (league("2023-04-28 21:21:00"), "g.json", ("2023-04-28 21:21:00", "", "")),
        (league("soon"), "h.json", ("", "", "")),
        (written("tenhou6", "tenhou", ref=SOUL_ID, rule=said, title=ended), "i.json",
         ("2021-08-16 00:16:03", "玉の間", "ranked")),
        (written("tenhou6", "tenhou", ref=SOUL_ID, rule=friends, title=["", "soon"], started_at="x", room="y"),
         "j.json",
         ("2021-08-15 00:00:00", "", "friends")),
        (written("tenhou6", "tenhou", title=["", "2012/1/2 3:04"], rule={"disp": "鳳南喰赤"}), f"{TENHOU_ID}.json",
         ("2012-11-01 12:00:00", "lobby 7447", "")),
        (written("majiang", "majiang", title="電脳麻将\n2024/1/5 12:33:44"), "k.json", ("2024-01-05 12:33:44", "", "")),
        (score, "l.txt", ("2016-01-01 00:43:00", "houou", "ranked")),
        ("\n".join(map(json.dumps, named)), "m.json", ("2012-11-01 12:00:00", "lobby 7447", "")),
        ("\n".join(ranked), "n.json", ("2019-05-04 17:00:00", "tokujou", "ranked")),
    ]  # fmt: skip


def facts(game: Game | Problem) -> tuple[str, str, str]:
    assert isinstance(game, Game)
    started = started_at(game.log_id, game.attributes.get(STARTED, ""))
    return str(started or ""), *room_and_mode(game)


def test_each_format_says_when_and_where(tmp_path: Path) -> None:
    told = {}
    for text, name, _ in logs():
        (tmp_path / name).write_text(text, "utf-8")
        (game,) = api.read(tmp_path / name)
        told[name] = facts(game)
    assert told == {name: expected for _, name, expected in logs()}


def test_the_tables_have_what_logs_say(tmp_path: Path) -> None:
    for text, name, _ in logs():
        (tmp_path / name).write_text(text, "utf-8")
    api.load(sorted(tmp_path.iterdir()), tmp_path / "games.duckdb")
    with duckdb.connect(str(tmp_path / "games.duckdb"), read_only=True) as connection:
        rows = connection.execute(
            "SELECT parse_filename(path), coalesce(started_at::VARCHAR, ''), coalesce(room, ''), coalesce(mode, '')"
            " FROM all_games JOIN sources USING (source_id)"
        ).fetchall()
    assert {name: tuple(said) for name, *said in rows} == {name: expected for _, name, expected in logs()}


@pytest.mark.parametrize(
    ("log_id", "stated", "expected"),
    [
        (TENHOU_ID, "", "2012-11-01 12:00:00"),
        ("20061231gm-0009-7447-14ec5c8d", "", "2006-12-31 00:00:00"),
        ("2012130112gm-0009-7447-14ec5c8d", "", "None"),
        ("211315-6da08e40-2605-42fb-a5e3-f8aa5940362a", "", "None"),
        ("", "soon", "None"),
        ("", "2021-02-30 00:00:00", "None"),
        ("", "", "None"),
    ],
)
def test_the_time_of_a_log(log_id: str, stated: str, expected: str) -> None:
    assert str(started_at(log_id, stated)) == expected


def test_times_that_are_none() -> None:
    assert [japan_time(0), japan_time(-1), japan_time(1e18), time_text("3:04"), time_text("12/2012/1")] == [""] * 5


def test_corpus_logs_have_the_times_of_their_raw_text(corpus: Path) -> None:
    """Every record of Mahjong Soul, Riichi City and the M-League: the seconds in its text, counted in Japan."""
    japan = timedelta(hours=9)
    wrong, compared = [], 0
    for file in sorted([*corpus.glob("majsoul/native-json/*"), *corpus.glob("riichicity/*.json"),
                        *corpus.glob("mleague/*.json")]):  # fmt: skip
        text = file.read_text("utf-8")
        second = re.search(r'"start_?[tT]ime": ?(\d{10})', text)
        league_time = re.search(r'"time": "([^"]+)"', text)
        if second is not None:
            expected = str(datetime.fromtimestamp(int(second[1]), UTC).replace(tzinfo=None) + japan)
        else:
            expected = league_time[1] if league_time else ""
        for game in api.read(file):
            compared += 1
            if facts(game)[0] != expected:
                wrong.append((file.name, facts(game)[0], expected))
    assert wrong == []
    assert compared > 15
