# build: compiled
"""The servers' ids of games: how to find one in a name, whose each is, when it was made, and the viewers' addresses.

Times are Japan's, where all these servers are: what a log states in another zone is turned into it.
"""

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

_TENHOU_ID: Final = re.compile(r"(?<!\d)\d{8}(?:\d{2})?gm-[0-9a-f]{4}-[0-9A-Za-z]{4,}-x?[0-9a-f]{8,}(?![0-9a-f])")
_RULE_BITS: Final = re.compile(r"\d{8}(?:\d{2})?gm-([0-9a-f]{4})-")
_LOBBY_0: Final = re.compile(r"\d{8}(?:\d{2})?gm-[0-9a-f]{4}-0{4,}-")
_MAHJONG_SOUL_ID: Final = re.compile(
    r"(?<![0-9A-Za-z])\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9A-Za-z])"
)
_HIDDEN_ID: Final = re.compile(
    r"(?<![0-9A-Za-z])[0-9a-z]{6}-[0-9a-z]{8}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{12}(?![0-9A-Za-z])"
)
"""The form of Mahjong Soul's ids, and of those in anonymous addresses (``..._a12_2``), the same in cipher."""
_M_LEAGUE_ID: Final = re.compile(r"(?<![0-9A-Za-z])L\d{3}_S\d{3}_\d{4}_\d{2}[A-Z](?![0-9A-Za-z])")
_RIICHI_CITY_ID: Final = re.compile(r"(?<![0-9A-Za-z])[0-9a-v]{20}(?=@[0-9](?![0-9A-Za-z]))")
ID_FORMS: Final = (_TENHOU_ID, _HIDDEN_ID, _M_LEAGUE_ID, _RIICHI_CITY_ID)
_MARKS: Final = (("gm-", 1), ("-", 5), ("_S", 1), ("@", 1))
"""What each of these has at least so often, which is counted faster than the form is found."""
_DAY_OF_ID: Final = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)?gm-")
_LOBBY_OF_ID: Final = re.compile(r"\d{8}(?:\d{2})?gm-[0-9a-f]{4}-([0-9A-Za-z]{4,})-")
_XID: Final = re.compile(r"[0-9a-v]{20}")
"""The form of Riichi City's ids, whose first 32 bits are the second at which they were made, in digits of five bits."""
_STATED_TIME: Final = re.compile(
    r"\b([0-9]{4})[-/]([0-9][0-9]?)[-/]([0-9][0-9]?)(?:[ T]([0-9][0-9]?):([0-9]{2})(?::([0-9]{2}))?)?(?![\d/-])"
)
_GMT: Final = re.compile(r"\b\d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\b")
_JAPAN: Final = timezone(timedelta(hours=9))
STARTED: Final = "started_at"
"""The attribute of a game for when it began, as its log states it beside the id: text as `time_text` makes it."""
_BASE36: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_M_LEAGUE_VIEWER: Final = "https://viewer.ml-log.jp/web/viewer?gameid="
_MAHJONG_SOUL_VIEWER: Final = "https://mahjongsoul.game.yo-star.com/?paipu="


def log_id_from_name(name: str) -> str:
    """The id in a file name, path or address such as ``2012110112gm-0009-7447-14ec5c8d&tw=1.mjlog``, or "".

    Ids are Tenhou's, Mahjong Soul's (``210815-6da08e40-2605-42fb-a5e3-f8aa5940362a``, or the same in cipher, as in
    anonymous addresses), the M-League viewer's (``L001_S014_0012_02A``), or Riichi City's with a seat
    (``cu8hpmpbimvtg7crj7fg@2``, of which it is what stands before the seat).
    """
    for pattern, (mark, times) in zip(ID_FORMS, _MARKS, strict=True):
        if name.count(mark) >= times and (found := pattern.search(name)) and (log_id := deciphered(found[0])):
            return log_id
    return ""


def deciphered(found: str) -> str:
    """An id as its server has it; "" for what only has the form of Mahjong Soul's.

    In an anonymous address each character is moved on by its place and 17, among the digits and letters.
    """
    if _HIDDEN_ID.fullmatch(found) is None or _MAHJONG_SOUL_ID.fullmatch(found) is not None:
        return found
    plain = [one if one == "-" else _BASE36[(_BASE36.index(one) - 17 - place) % 36] for place, one in enumerate(found)]
    log_id = "".join(plain)
    return log_id if _MAHJONG_SOUL_ID.fullmatch(log_id) is not None else ""


def rule_bits_of_id(log_id: str) -> int | None:
    """The rule bits (``GO type``) in a Tenhou id; None for an id of another kind."""
    found = _RULE_BITS.match(log_id)
    return int(found[1], 16) if found else None


def lobby_of_id(log_id: str) -> str:
    """The lobby in a Tenhou id, by its number or a word, where it is not 0; else ""."""
    found = _LOBBY_OF_ID.match(log_id) if is_of_other_lobby(log_id) else None
    return found[1] if found else ""


def japan_time(seconds: float) -> str:
    """A second since 1970 as text, such as ``2021-08-15 23:51:03``; "" for what is none."""
    try:
        return str(datetime.fromtimestamp(int(seconds), _JAPAN).replace(tzinfo=None)) if seconds > 0 else ""
    except (ValueError, OverflowError, OSError):
        return ""


def time_text(text: str) -> str:
    """The first time in a text, such as ``2021-08-15 23:51:03``, ``2016/1/1 0:43``, or GMT as web servers write it.

    As `japan_time` makes it; "" where there is none.
    """
    if "GMT" in text and (found := _GMT.search(text)):
        return japan_time(datetime.strptime(found[0], "%d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC).timestamp())
    if not (found := _STATED_TIME.search(text)):
        return ""
    year, month, day, hour, minute, second = [part.zfill(2) for part in found.groups("0")]
    try:
        time = f"{year}-{month}-{day} {hour}:{minute}:{second}"
        return time if hour < "24" and datetime.fromisoformat(time) else ""
    except ValueError:
        return ""


def started_at(log_id: str, stated: str) -> datetime | None:
    """When a game began: to the second as `stated` (of STARTED), else to the hour, day or second of its id, or None."""
    if stated := time_text(stated):
        return datetime.fromisoformat(stated)
    if _XID.fullmatch(log_id):
        stated = japan_time(int(log_id[:7], 32) >> 3)
        return datetime.fromisoformat(stated) if stated else None
    found = _DAY_OF_ID.match(log_id)
    if not found and not is_mahjong_soul_id(log_id):
        return None
    parts = found.groups() if found else (f"20{log_id[:2]}", log_id[2:4], log_id[4:6], "")
    year, month, day, hour = [int(part or 0) for part in parts]
    try:
        return datetime(year, month, day, hour)
    except ValueError:
        return None


def is_tenhou_id(log_id: str) -> bool:
    """Whether a game's id is one of Tenhou's: the hour, the rules as bits, the lobby, and a name of its own."""
    return _TENHOU_ID.fullmatch(log_id) is not None


def is_of_other_lobby(log_id: str) -> bool:
    """Whether a game's id is one of Tenhou's that names another lobby than 0, by a number or a word."""
    return is_tenhou_id(log_id) and not _LOBBY_0.match(log_id)


def is_mahjong_soul_id(log_id: str) -> bool:
    """Whether a game's id is one of Mahjong Soul's: the day as six digits, then a UUID."""
    return _MAHJONG_SOUL_ID.fullmatch(log_id) is not None


def mahjong_soul_link(log_id: str) -> str:
    """The address of a game in Mahjong Soul's viewer, which opens at no hand or seat in particular."""
    return _MAHJONG_SOUL_VIEWER + log_id


def is_m_league_id(log_id: str) -> bool:
    """Whether a game's id is one of the M-League's viewer: league, season, day, and the game of the day."""
    return _M_LEAGUE_ID.fullmatch(log_id) is not None


def mleague_link(log_id: str) -> str:
    """The address of a game in the M-League's viewer, for its members."""
    return _M_LEAGUE_VIEWER + log_id


def server_of(log_id: str, of_format: str) -> str:
    """The server of a game, such as ``tenhou``, by its id, else that of its format (`Format.server`)."""
    if is_tenhou_id(log_id):
        return "tenhou"
    if is_mahjong_soul_id(log_id):
        return "mahjong-soul"
    return "m-league" if is_m_league_id(log_id) else of_format
