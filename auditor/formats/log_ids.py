"""The servers' ids of games: found in the names of files, whose each is, and the viewers' addresses that they make."""

import re
from typing import Final

_TENHOU_ID: Final = re.compile(r"(?<!\d)\d{8}(?:\d{2})?gm-[0-9a-f]{4}-[0-9A-Za-z]{4,}-x?[0-9a-f]{8,}(?![0-9a-f])")
_MAHJONG_SOUL_ID: Final = re.compile(
    r"(?<![0-9A-Za-z])\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9A-Za-z])"
)
_M_LEAGUE_ID: Final = re.compile(r"(?<![0-9A-Za-z])L\d{3}_S\d{3}_\d{4}_\d{2}[A-Z](?![0-9A-Za-z])")
_M_LEAGUE_VIEWER: Final = "https://viewer.ml-log.jp/web/viewer?gameid="
_MAHJONG_SOUL_VIEWER: Final = "https://mahjongsoul.game.yo-star.com/?paipu="


def log_id_from_name(name: str) -> str:
    """The id in a file name, path or address such as ``2012110112gm-0009-7447-14ec5c8d&tw=1.mjlog``, or "".

    Ids are Tenhou's, Mahjong Soul's (``210815-6da08e40-2605-42fb-a5e3-f8aa5940362a``), or the M-League viewer's
    (``L001_S014_0012_02A``).
    """
    found = _TENHOU_ID.search(name) or _MAHJONG_SOUL_ID.search(name) or _M_LEAGUE_ID.search(name)
    return found.group() if found else ""


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
