# build: compiled
"""The head of a Riichi City record: its id, its room and its rule switches.

The switches are copied as they are to the attributes of the `Game`; the rulesets know what they mean.
"""

from collections.abc import Mapping
from typing import Any, Final

from auditor.core.events import Game
from auditor.core.reading.log_ids import STARTED, japan_time
from auditor.core.reading.stated_rules import RIICHI_CITY_TEXT, ROOM
from auditor.formats.riichicity.vocabulary import COMPETITION_PLAY, FRIENDS_PLAY, RANKED_PLAY

HEAD_SWITCHES: Final = (
    "gamePlay", "round", "stageType", "initPoints", "fangFu", "isGeMu", "isGangPay", "isKaiLiZhi", "isLuck", "isShaoJi",
    "matchStage", "matchType", "northOperateType", "stageNum",
)  # fmt: skip
"""The fields of a head that describe the room and its rules."""
FIRST_POSITION: Final = "firstPosition"
"""The attribute for the record's position of the first dealer, whose seat is 0."""
ROOM_NAMES: Final = {RANKED_PLAY: "段位戦", COMPETITION_PLAY: "大会戦", FRIENDS_PLAY: "友人戦"}
_HALLS: Final = {3: "Sun", 4: "Galaxy"}
"""The halls of ranked play by their ``stageType``; the first two were never met."""
LENGTH_NAMES: Final = {1: "東", 2: "南"}
_LONGEST_ID: Final = 60
_LONGEST_REMARK: Final = 100


def fill_header(game: Game, head: Mapping[str, Any], first: Any) -> None:
    """Copy what a head says to a game, and the time of its first event. Values of unexpected types are ignored."""
    if started := japan_time((_number(first) or 0) / 1000):
        game.attributes[STARTED] = started
    id = head.get("keyValue")
    if isinstance(id, str) and len(id) <= _LONGEST_ID and id.isascii() and id.isprintable():
        game.log_id = id
    for name in HEAD_SWITCHES:
        if (value := _number(head.get(name))) is not None:
            game.attributes[name] = str(value)
    if hall := _number(head.get("stageType")) or 0:
        game.attributes[ROOM] = _HALLS.get(hall, f"hall {hall}")
    remark = head.get("remark")
    if "gamePlay" not in game.attributes and isinstance(remark, str):
        game.rule_text = remark[:_LONGEST_REMARK]
        return
    play, length = _number(head.get("gamePlay")), _number(head.get("round"))
    reds = "赤" if game.red_tiles else ""
    three = "三" if game.players == 3 else ""
    game.rule_text = (
        f"{RIICHI_CITY_TEXT}{three}{ROOM_NAMES.get(play or 0, '')}{LENGTH_NAMES.get(length or 0, '')}{reds}"
    )


def _number(value: Any) -> int | None:
    """The integer of a number, a flag or a string of digits; None for other values and for numbers out of range."""
    if isinstance(value, str) and value.isascii() and value.lstrip("-").isdigit() and len(value) <= 15:
        return int(value)
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and abs(value) < 1 << 50 else None
