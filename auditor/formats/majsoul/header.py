# build: compiled
"""The head of a game: who played, in which room, by which rules, and how it ended. The records are read without it too.

Rules are copied as they are to the attributes of the `Game`: ``category``, ``mode``, ``mode_id`` and the like as
numbers, ``detail_rule`` and ``testing_environment`` as JSON objects of the switches that are set.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from auditor.core.events import SEATS, FinalResult, Game, Player
from auditor.core.reading.json_text import is_number
from auditor.core.reading.log_ids import STARTED, is_mahjong_soul_id, japan_time
from auditor.core.reading.stated_rules import REMARK, set_remark
from auditor.core.tiles import REDS_OF_NUMBER, red_tiles_of
from auditor.formats.majsoul.vocabulary import GRADE_OF_LEVEL, LENGTH_OF_MODE, OTHER_ROOMS, RANKED, ROOMS, SERVER

Head = Mapping[str, Any]

_THREE_PLAYERS: Final = 10
"""Modes with higher numbers are for three players."""
_LONGEST_ID: Final = 60
"""Characters of another server's id, in the record of a converted game."""
_WHOLE_NUMBER: Final = re.compile(r"-?[0-9]{1,12}")
_NOT_RULES: Final = ("time_fixed", "time_add", "bianjietishi", "ai_level", "timeFixed", "timeAdd", "aiLevel")
"""Entries of a room's rules that change nothing in the game: its clock, hints, and the strength of AI players."""


def fill_header(game: Game, head: Head) -> None:
    """Copy what a head says to a game. Values of unexpected types are ignored."""
    uuid, remark = head.get("uuid"), head.get(REMARK)
    if isinstance(remark, str):
        set_remark(game, remark)
    if isinstance(uuid, str) and (is_mahjong_soul_id(uuid) or (isinstance(remark, str) and len(uuid) <= _LONGEST_ID)):
        game.log_id = uuid
    for name in ("start_time", "end_time"):
        if number(head.get(name)):
            game.attributes[name] = str(number(head.get(name)))
    if started := japan_time(number(head.get("start_time"))):
        game.attributes[STARTED] = started
    _fill_rules(game, table(head.get("config")))
    _fill_seats(game, head)
    _fill_result(game, table(head.get("result")))


def _fill_rules(game: Game, config: Head) -> None:
    mode, meta = table(config.get("mode")), table(config.get("meta"))
    facts = {"category": number(config.get("category")), "mode": number(mode.get("mode"))}
    facts |= {name: number(meta.get(name)) for name in ("mode_id", "room_id", "contest_uid")}
    for name, fact in facts.items():
        if fact:
            game.attributes[name] = str(fact)
    if facts["mode"]:
        game.players = 3 if facts["mode"] > _THREE_PLAYERS else 4
    rules = _switches(table(mode.get("detail_rule")))
    _fill_switches(game, "detail_rule", rules)
    tests = table(mode.get("testing_environment"))
    _fill_switches(game, "testing_environment", {name: value for name, value in tests.items() if value})
    count = number(rules.get("dora_count", -1), -1)
    if not rules and facts["category"] == RANKED and facts["mode"]:
        count = 3 if game.players == 4 else 2
    reds = None if game.players == 3 and count > 3 else REDS_OF_NUMBER.get(count)
    game.reds_recorded = reds is not None
    if reds is not None:
        game.red_tiles = red_tiles_of(reds)
    if REMARK not in game.attributes:
        game.rule_text = _room_text(game, facts, rules)


def _switches(rules: Head) -> dict[str, Any]:
    """The switches of a room; {} if all are off, as tools write them that name every field of a ranked room's rules."""
    found = {name: number(value) if number(value) == number(value, 1) else value for name, value in rules.items()}
    is_set = any([value for name, value in found.items() if name not in _NOT_RULES])
    return {name: value for name, value in found.items() if name not in _NOT_RULES} if is_set else {}


def _fill_switches(game: Game, name: str, switches: Head) -> None:
    if switches:
        game.attributes[name] = json.dumps(dict(sorted(switches.items())), separators=(",", ":"))


def _room_text(game: Game, facts: Head, rules: Head) -> str:
    """The room as converters write it: ``玉の間南喰赤``; the server's name alone if the head does not name the room."""
    room = ROOMS.get(facts["mode_id"]) or OTHER_ROOMS.get(facts["category"])
    wind = LENGTH_OF_MODE.get(facts["mode"] % _THREE_PLAYERS)
    if room is None or wind is None:
        return SERVER
    named = "" if facts["mode_id"] in ROOMS else SERVER
    tanyao = "" if rules.get("shiduan") == 0 else "喰"
    red = "" if game.reds_recorded and not game.red_tiles else "赤"
    return f"{named}{'三' if game.players == 3 else ''}{room}{wind}{tanyao}{red}"


def _fill_seats(game: Game, head: Head) -> None:
    """Fill in the players; seats without an account, which are AI players', get an empty name."""
    accounts = list(tables(head.get("accounts"))) or list(tables(head.get("players")))
    named: dict[int, Player] = {}
    for account in accounts:
        seat = number(account.get("seat"))
        name = account.get("nickname", account.get("nickName", ""))
        if 0 <= seat < SEATS and isinstance(name, str):
            level = table(account.get("level3" if game.players == 3 else "level"))
            grade = _grade(number(level.get("id")))
            rating = float(number(level.get("score"))) if grade is not None else None
            named[seat] = Player(name, grade, rating)
    if named:
        game.seats = [named.get(seat, Player("")) for seat in range(game.players)]


def _grade(level: int) -> str | None:
    """The grade of a level's number, such as ``雀士★3`` for 10203; None for an unknown one."""
    name = GRADE_OF_LEVEL.get(level // 100 % 100)
    return None if name is None else f"{name}★{level % 100}"


def _fill_result(game: Game, result: Head) -> None:
    points, scores = [0] * SEATS, [0.0] * SEATS
    seats: set[int] = set()
    for one in tables(result.get("players")):
        seat = number(one.get("seat"))
        if 0 <= seat < SEATS:
            points[seat] = number(one.get("part_point_1"))
            scores[seat] = number(one.get("total_point")) / 1000
            seats.add(seat)
    is_known = len(seats) == game.players or (
        len(seats) == SEATS - 1 and REMARK in game.attributes
    )  # which names no mode
    if is_known and any(points):
        game.result = FinalResult(tuple(points), tuple(scores) if any(scores) else None)


def table(value: Any) -> Head:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def tables(value: Any) -> Iterator[Head]:
    """Yield the objects of a list; none if the value is not a list."""
    if isinstance(value, list):
        yield from [one for one in value if isinstance(one, Mapping)]


def number(value: Any, default: int = 0) -> int:
    """The integer of a number or a string of digits; the default for other values and for numbers out of range."""
    if isinstance(value, str) and _WHOLE_NUMBER.fullmatch(value):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if is_number(value) and abs(value) < 1 << 40 else default


def is_ranked(game: Game) -> bool:
    """Whether a record is of a ranked room, whose rules are known."""
    return game.attributes.get("category") == str(RANKED)
