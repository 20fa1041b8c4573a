# build: compiled
"""What a log says of the rules it was played by, in terms common to all formats: readers fill it in, rulesets decide.

Many formats have rule texts, so that these are understood here: as Tenhou writes them (room, length, 喰 open
tanyao, 赤 red fives, 三 three players), as converters write them for Mahjong Soul's rooms, and as people name the
published rules that they play by, there or in a log's title.
"""

import re
from typing import Final, NamedTuple

from auditor.core.events import NOT_RECORDED, Game
from auditor.core.phrases import Phrase as Phrase
from auditor.core.phrases import word
from auditor.core.reading.log_ids import is_mahjong_soul_id, lobby_of_id, rule_bits_of_id
from auditor.core.units import Points

AGAINST_PEOPLE: Final = 0x0001
NO_RED_FIVES: Final = 0x0002
NO_OPEN_TANYAO: Final = 0x0004
EAST_AND_SOUTH: Final = 0x0008
THREE_PLAYERS: Final = 0x0010
FAST: Final = 0x0040
TABLE_CLASS: Final = 0x00A0
_TABLE_CLASSES: Final = {0x00: "般", 0x80: "上", 0x20: "特", 0xA0: "鳳"}
"""The class of a table by the bits of TABLE_CLASS."""
PARLOUR: Final = 0xFE00
"""The bits of rooms with house rules of their own (chips, other honba, kan dora at once)."""

TENHOU: Final = "Tenhou"
MAHJONG_SOUL: Final = "Mahjong Soul"
MAJIANG: Final = "Majiang"
RIICHI_CITY: Final = "Riichi City"

M_LEAGUE: Final = "m-league"
_M_LEAGUE_TEXT: Final = "M-League rules"
NAMED_RULES: Final = {
    r"最高位戦\s*(?:classic|クラシック)\s*ルール": "saikouisen-classic",
    r"最高位戦(?:日本プロ麻雀協会)?(?:公式)?ルール": "saikouisen", r"(?:日本プロ麻雀|\b)連盟(?:公式|a)ルール": "jpml-a",
    r"(?:日本プロ麻雀|\b)連盟bルール": "jpml-b", r"日本プロ麻雀協会(?:公式)?ルール": "npm",
    r"\brmu(?:公式)?a?ルール": "rmu", r"(?:麻将連合|\bμ|\bミュー)(?:リーグ)?ルール": "mu",
    r"\bm\.?リーグ(?:公式戦?)?ルール|\bm\.?-?league rules\b": M_LEAGUE, r"\bema rules 2025\b": "ema-2025",
    r"\bema rules 2016\b": "ema-2016", r"\bwrc rules 2025\b": "wrc-2025", r"\brrc rules\b": "rrc",
}  # fmt: skip
"""Patterns of texts that name published rules for four (an organization's name alone does not), with the ruleset."""
_RANKED_ROOMS: Final = {
    "銅の間": r"[銅铜][の之][間间]|bronze room", "銀の間": r"[銀银][の之][間间]|silver room",
    "金の間": r"金[の之][間间]|gold room", "玉の間": r"玉[の之][間间]|jade room",
    "王座の間": r"王座[の之]?[間间]|throne room",
}  # fmt: skip
"""Mahjong Soul's ranked rooms, with the patterns of rule texts that name them."""
_MAHJONG_SOUL_ROOM: Final = rf"mahjong\s*soul|majsoul|雀魂|{'|'.join(_RANKED_ROOMS.values())}"
"""Rule texts as converters write them for Mahjong Soul's ranked rooms, in English, Japanese and Chinese."""
RIICHI_CITY_TEXT: Final = "一番街"
"""The beginning of the rule text of a game that was read from a record of Riichi City."""
REMARK: Final = "remark"
"""The attribute of a game in a format that is one server's or league's own, converted to it from another: the text that
names its rules, "" where nothing does."""
_OTHER_ROOM: Final = r"友人[戦战戰]|大[会會][戦战戰]|\b(?:friendly|tournament) (?:east|south)\b"
"""Mahjong Soul's words for the rooms that players make, which have rules of their own."""
_TENHOU_ROOMS: Final = {"般": "ippan", "上": "joukyuu", "特": "tokujou", "鳳": "houou"}
ROOM: Final = "room"
"""The attribute of a game for the room that its log names in no rule text."""
_RULE_WORDS: Final = (
    rf"{'|'.join(NAMED_RULES)}|{_MAHJONG_SOUL_ROOM}|{_OTHER_ROOM}|\beast\b|\bsouth\b|[東东南三般上特鳳喰赤速]"
)
"""What in a rule text is about rules."""
_LONGEST_REMARK: Final = 100
_EAST_ONLY: Final = r"\beast\b|東|东"
_TENHOU_CHARACTERS: Final = "東南喰赤"


class LobbyPoints(NamedTuple):
    """The points of a lobby. start: of each seat. returned: what scores count from. below: bonuses, second to last."""

    start: Points
    returned: Points
    below: tuple[float, ...]


class StatedRules(NamedTuple):
    """What a log says of its rules. The number of players and the red fives are in the `Game` itself.

    evidence: how it says so, a clause such as ``the log's GO type is 9``; "" where it says nothing.
    server: whose rules apply, TENHOU, MAHJONG_SOUL, MAJIANG or RIICHI_CITY; "" where it names none that is known.
    winds: the number of winds that the game lasts; open_tanyao: whether open hands may have it; None where not stated.
    has_house_rules: whether the room has rules of its own that the log does not hold.
    has_lobby_rules: whether the lobby has rules of its own; points: those of the lobby, where nothing else differs.
    ruleset: of the published rules that it names, one in NAMED_RULES, or "".
    is_in_lobby: whether it was played in another lobby of Tenhou's than 0, which may have rules that the log lacks.
    in_header: whether its header holds them field by field, for the format's module of rules to read.
    """

    evidence: str = ""
    server: str = ""
    winds: int | None = None
    open_tanyao: bool | None = None
    has_house_rules: bool = False
    has_lobby_rules: bool = False
    points: LobbyPoints | None = None
    ruleset: str = ""
    is_in_lobby: bool = False
    in_header: bool = False


def rules_by_bits(bits: int, evidence: str) -> StatedRules:
    """The rules that the bits of a ``GO type`` mean. evidence: how the log states them."""
    winds = 2 if bits & EAST_AND_SOUTH else 1
    return StatedRules(evidence, TENHOU, winds, not bits & NO_OPEN_TANYAO, has_house_rules=bits & PARLOUR != 0)


def rules_by_text(game: Game, text: str = "") -> StatedRules:
    """The rules that a game's rule text (or another) or title names, or its id if that is Mahjong Soul's."""
    text = text or game.rule_text
    if text.startswith(RIICHI_CITY_TEXT):
        return StatedRules(Phrase("rule-text-riichi-city", text=repr(text)), RIICHI_CITY)
    is_other = re.search(_OTHER_ROOM, text, re.IGNORECASE) is not None
    is_room = is_other or re.search(_MAHJONG_SOUL_ROOM, text, re.IGNORECASE) is not None
    if is_room or is_mahjong_soul_id(game.log_id):
        winds = 1 if re.search(_EAST_ONLY, text, re.IGNORECASE) else 2
        evidence = Phrase("rule-text-mahjong-soul" if is_room else "id-of-mahjong-soul", text=repr(text))
        has_own = is_other or not is_room
        return StatedRules(evidence, MAHJONG_SOUL, winds=winds, open_tanyao=True, has_house_rules=has_own)
    is_tenhou = any([sign in text for sign in _TENHOU_CHARACTERS])
    title = "" if is_tenhou else game.attributes.get("title", "")
    for place, said in (("rule text", text), ("title", title)):
        if ruleset := ruleset_named_in(said) if game.players == 4 else "":
            return StatedRules(Phrase("go-type", place=word(place), said=repr(said)), ruleset=ruleset)
    if not text:
        return StatedRules()
    if not is_tenhou:
        return StatedRules(Phrase("rule-text-not-known", text=repr(text)))
    evidence = Phrase("go-type", place=word("rule text"), said=repr(text))
    if "東" not in text and "南" not in text:  # Tenhou's own texts name the length: without it the text is incomplete
        return StatedRules(evidence, TENHOU, open_tanyao=True if "喰" in text else None)
    return StatedRules(evidence, TENHOU, 1 if "東" in text else 2, open_tanyao="喰" in text)


def room_and_mode(game: Game) -> tuple[str, str]:
    """Where a game was played, and as what: ranked, friends or contest; each "" where its log does not say.

    Rooms are Tenhou's (ippan, joukyuu, tokujou, houou, or ``lobby`` and its number or word, whose mode is not known),
    Mahjong Soul's ranked ones (玉の間), or the halls of Riichi City.
    """
    text = game.rule_text
    if other := re.search(_OTHER_ROOM, text, re.IGNORECASE):
        return "", "friends" if other[0][0] in "友Ff" else "contest"
    if "段位" in text or ROOM in game.attributes:
        return game.attributes.get(ROOM, ""), "ranked"
    if lobby := str(game.lobby) if game.lobby > 0 else lobby_of_id(game.log_id):
        return f"lobby {lobby}", ""
    bits = game.rule_bits
    if bits == NOT_RECORDED and not text:
        bits = rule_bits_of_id(game.log_id) or bits
    if bits != NOT_RECORDED:
        return _TENHOU_ROOMS[_TABLE_CLASSES[bits & TABLE_CLASS]], "ranked" if bits & AGAINST_PEOPLE else ""
    for room, pattern in _RANKED_ROOMS.items():
        if re.search(pattern, text, re.IGNORECASE):
            return room, "ranked"
    tenhou = re.match("三?([般上特鳳])[東南]", text)
    return (_TENHOU_ROOMS[tenhou[1]], "ranked") if tenhou else ("", "")


def rules_by_remark(game: Game, own: StatedRules) -> StatedRules:
    """The rules of a game in a server's own format: those that its remark names, `own` where it has none."""
    return rules_by_text(game) if REMARK in game.attributes else own


def set_remark(game: Game, remark: str) -> None:
    """Take over the remark of a converted game."""
    game.attributes[REMARK] = game.rule_text = remark[:_LONGEST_REMARK]


def rule_text_of(game: Game, stated: StatedRules) -> str:
    """The text that names a game's rules in a format that has a place for one: the log's own, else as Tenhou writes it.

    "" where the log states no rules, or some that no text of Tenhou's says (its lobby may have them).
    """
    if stated.is_in_lobby:
        return ""
    if game.rule_text or not (stated.server == TENHOU or stated.ruleset):
        return game.rule_text
    title = _M_LEAGUE_TEXT if stated.ruleset == M_LEAGUE else game.attributes.get("title", "")
    text = title if stated.ruleset else _tenhou_text(game, stated)
    return text if rules_by_text(game, text)._replace(evidence="") == stated._replace(evidence="") else ""


def _tenhou_text(game: Game, stated: StatedRules) -> str:
    """The rule text that Tenhou writes for a table with these rules; the class of the table only where bits say it."""
    three = "三" if game.players == 3 else ""
    bits = game.rule_bits
    table = "" if bits == NOT_RECORDED else _TABLE_CLASSES[bits & TABLE_CLASS]
    fast = "速" if bits != NOT_RECORDED and bits & FAST else ""
    winds, tanyao = "東" if stated.winds == 1 else "南", "喰" if stated.open_tanyao else ""
    return f"{three}{table}{winds}{tanyao}{'赤' if game.red_fives else ''}{fast}"


def ruleset_named_in(text: str) -> str:
    """The ruleset of the published rules that a text names, or ""."""
    return next((name for pattern, name in NAMED_RULES.items() if re.search(pattern, text, re.IGNORECASE)), "")


def rule_words(text: str) -> str:
    """The words of a rule text that are about rules, without anything else in it, such as the name of a tournament."""
    words = [found.group() for found in re.finditer(_RULE_WORDS, text, re.IGNORECASE)]
    return (" " if any([word.isascii() for word in words]) else "").join(words)
