# build: compiled
"""The servers' ids of games: how to find one in a name, whose each is, and the viewers' addresses of them."""

import re
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
_BASE36: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_M_LEAGUE_VIEWER: Final = "https://viewer.ml-log.jp/web/viewer?gameid="
_MAHJONG_SOUL_VIEWER: Final = "https://mahjongsoul.game.yo-star.com/?paipu="


def log_id_from_name(name: str) -> str:
    """The id in a file name, path or address such as ``2012110112gm-0009-7447-14ec5c8d&tw=1.mjlog``, or "".

    Ids are Tenhou's, Mahjong Soul's (``210815-6da08e40-2605-42fb-a5e3-f8aa5940362a``, or the same in cipher, as in
    anonymous addresses), the M-League viewer's (``L001_S014_0012_02A``), or Riichi City's with a seat
    (``cu8hpmpbimvtg7crj7fg@2``, of which it is what stands before the seat).
    """
    for pattern in ID_FORMS:
        found = pattern.search(name)
        if found is not None and (log_id := deciphered(found[0])):
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
    """The server on which a game was played, such as ``tenhou``, by its id, else that of its format
    (`Format.server`)."""
    if is_tenhou_id(log_id):
        return "tenhou"
    if is_mahjong_soul_id(log_id):
        return "mahjong-soul"
    return "m-league" if is_m_league_id(log_id) else of_format
