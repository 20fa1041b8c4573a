# build: compiled
"""The servers' ids of games: how to find them in names and lists, whose each is, and the viewers' addresses of them."""

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
_ANY_ID: Final = re.compile("|".join([one.pattern for one in (_TENHOU_ID, _HIDDEN_ID, _M_LEAGUE_ID, _RIICHI_CITY_ID)]))
_BARE: Final = re.compile(rf"{_TENHOU_ID.pattern}|{_M_LEAGUE_ID.pattern}|{_HIDDEN_ID.pattern}(?:_(?:a?\d+)?)*")
_BARE_RIICHI_CITY_ID: Final = re.compile(r"(?=[a-v]*[0-9])[0-9a-v]{20}(?:@[0-9])?")
_GAME_PAGE: Final = re.compile(
    r"\b(riichi\.dev/games/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|mjai\.app/games/\d+/\d+/\d+)"
    r"|\bmjai\.ekyu\.moe/[^\s\"'<>]{0,99}?(?:report(?:/|%2[Ff])|task=)([0-9A-Za-z_-]{8,64})"
)
_LIST_NAME: Final = re.compile(rb"\bsc[a-f]\d{8,10}\.(?:html|log|txt)(?:\.gz)?")
_BASE36: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_M_LEAGUE_VIEWER: Final = "https://viewer.ml-log.jp/web/viewer?gameid="
_MAHJONG_SOUL_VIEWER: Final = "https://mahjongsoul.game.yo-star.com/?paipu="


def log_id_from_name(name: str) -> str:
    """The id in a file name, path or address such as ``2012110112gm-0009-7447-14ec5c8d&tw=1.mjlog``, or "".

    Ids are Tenhou's, Mahjong Soul's (``210815-6da08e40-2605-42fb-a5e3-f8aa5940362a``, or the same in cipher, as in
    anonymous addresses), the M-League viewer's (``L001_S014_0012_02A``), or Riichi City's with a seat
    (``cu8hpmpbimvtg7crj7fg@2``, of which it is what stands before the seat).
    """
    for pattern in (_TENHOU_ID, _HIDDEN_ID, _M_LEAGUE_ID, _RIICHI_CITY_ID):
        found = pattern.search(name)
        if found is not None and (log_id := _deciphered(found[0])):
            return log_id
    return ""


def bare_id(text: str) -> str:
    """The id where a text is nothing but one, with the seat or the player that its server adds to it; else ""."""
    if _BARE_RIICHI_CITY_ID.fullmatch(text) is not None:
        return text.partition("@")[0]
    return log_id_from_name(text) if _BARE.fullmatch(text) is not None else ""


def names_game(argument: str) -> bool:
    """Whether an argument names a game by an id or by the address of a page."""
    return bool(log_id_from_name(argument) or bare_id(argument) or game_pages_in(argument))


def _deciphered(found: str) -> str:
    """An id as its server has it; "" for what only has the form of Mahjong Soul's.

    In an anonymous address each letter or digit is moved on by its place and 17, among the digits and letters.
    """
    if _HIDDEN_ID.fullmatch(found) is None or _MAHJONG_SOUL_ID.fullmatch(found) is not None:
        return found
    plain = [one if one == "-" else _BASE36[(_BASE36.index(one) - 17 - place) % 36] for place, one in enumerate(found)]
    log_id = "".join(plain)
    return log_id if _MAHJONG_SOUL_ID.fullmatch(log_id) is not None else ""


def game_pages_in(text: str) -> list[str]:
    """The addresses of pages in a text from which a game's log can be saved, in their order, each once.

    They are those of riichi.dev, of mjai.app, and of reports on mjai.ekyu.moe, in the form that holds the game.
    """
    found = [one[0] or f"mjai.ekyu.moe/report/{one[1]}.json" for one in _GAME_PAGE.findall(text)]
    return list(dict.fromkeys([f"https://{one}" for one in found]))


def log_ids_in(data: bytes) -> list[str]:
    """Every id in the bytes of a list, in their order, each once.

    Whatever surrounds the ids: pages and lists of servers, lines of text, what a browser or Flash stored
    (``file=2017060503gm%2D0041-..``, strings in UTF-16).
    """
    text = data.replace(b"\0", b"").decode("latin-1").replace("%2D", "-").replace("%2d", "-")
    found: dict[str, None] = {}
    for one in _ANY_ID.finditer(text):
        found[_deciphered(one.group())] = None
    found.pop("", None)
    return list(found)


def lists_named_in(data: bytes) -> list[str]:
    """The names of Tenhou's lists of games in the bytes of a list of such (``list.cgi``), in their order, each once."""
    return list(dict.fromkeys([name.decode() for name in _LIST_NAME.findall(data)]))


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
