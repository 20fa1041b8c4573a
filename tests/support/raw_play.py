"""Parses mjlog and mjai games by the simplest means, for counts that share no code with auditor."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from support.packing import unpacked
from support.raw_mjlog import attribute

Play = tuple[Any, ...]
"""An event, with tiles as kinds 0-33.

("draw", seat, kind), ("discard", seat, kind), ("call", seat, kinds from the hand), ("closed kan", seat, kind), ("added
kan", seat, kind), ("north", seat, kind), ("riichi", seat), ("stood", seat), ("dora", kind), ("win", Won), ("end", type,
tenpai, deltas).
"""

YAKUMAN = 13
IPPATSU, URA = "ippatsu", "ura"


class Won(NamedTuple):
    """A win. deltas: points by seat. yaku: pairs (name, han), with ippatsu and ura under these names; None in mjai."""

    seat: int
    from_seat: int
    deltas: list[int]
    yaku: list[tuple[str, int]] | None
    is_yakuman: bool

    @property
    def han(self) -> int | None:
        return None if self.yaku is None else sum(han for _, han in self.yaku)


class PlayedHand(NamedTuple):
    """A hand. dealt: kinds by seat, 13 each. sticks: on the table at the start."""

    dealer: int
    start: list[int]
    sticks: int
    dealt: list[list[int]]
    indicator: int
    plays: list[Play]

    @property
    def is_finished(self) -> bool:
        return bool(self.plays) and self.plays[-1][0] in ("win", "end")


class PlayedGame(NamedTuple):
    """A game. final: points as the log states them, [] where it does not. names: keys to count its seats under."""

    players: int
    names: list[str]
    final: list[int]
    shares_places: bool
    hands: list[PlayedHand]


def mjlog_games(path: Path) -> list[PlayedGame]:
    """The one game of an mjlog."""
    return [mjlog_game(unpacked(path).decode("utf-8", "replace"))]


def mjlog_game(text: str) -> PlayedGame:
    go = next(iter(re.findall(r"<GO [^>]*>", text)), "")
    players = 3 if int(attribute(go, "type") or 0) & 0x10 else 4
    hands: list[PlayedHand] = []
    for element in re.findall(r"<(?:INIT|REACH|N|AGARI|RYUUKYOKU|DORA|[TUVWDEFG]\d+)\b[^>]*>", text):
        if element.startswith("<INIT"):
            hands.append(_opened(element, players))
        elif hands:
            hands[-1].plays.append(_play(element, hands[-1], players))
    owari = re.findall(r'owari="([^"]+)"', text)
    final = [100 * int(points) for points in owari[0].split(",")[::2]][:players] if owari else []
    return PlayedGame(players, [], final, "csrule=" in go, hands)


def _opened(init: str, players: int) -> PlayedHand:
    seed = [int(number) for number in attribute(init, "seed").split(",")]
    dealt = [[int(tile) // 4 for tile in attribute(init, f"hai{seat}").split(",") if tile] for seat in range(players)]
    start = [100 * int(points) for points in attribute(init, "ten").split(",")][:players]
    return PlayedHand(int(attribute(init, "oya")), start, seed[2], dealt, seed[5] // 4, [])


def _play(element: str, hand: PlayedHand, players: int) -> Play:
    if element.startswith("<N "):
        return _meld(int(attribute(element, "who")), int(attribute(element, "m")))
    if element.startswith("<REACH"):
        return ("riichi" if attribute(element, "step") == "1" else "stood", int(attribute(element, "who")))
    if element.startswith("<DORA"):
        return ("dora", int(attribute(element, "hai")) // 4)
    deltas = [100 * int(points) for points in attribute(element, "sc").split(",")[1::2]][:players] or [0] * players
    if element.startswith("<AGARI"):
        numbers = [int(number) for number in attribute(element, "yaku").split(",") if number]
        named = {2: IPPATSU, 53: URA}
        yaku = [(named.get(number, str(number)), han) for number, han in zip(numbers[::2], numbers[1::2], strict=True)]
        limit = [number for number in attribute(element, "yakuman").split(",") if number]
        yaku += [(number, YAKUMAN) for number in limit]
        return (
            "win",
            Won(int(attribute(element, "who")), int(attribute(element, "fromWho")), deltas, yaku, bool(limit)),
        )
    if element.startswith("<RYUUKYOKU"):
        kind = attribute(element, "type") if " sc=" in element else "unspecified"
        is_shown = kind in ("", "nm") and (" ba=" in element or "hai" in element)  # Tenhou always writes the counters
        tenpai = [f"hai{seat}=" in element for seat in range(players)] if is_shown else None
        return ("end", {"": "exhaustive", "nm": "nagashi mangan"}.get(kind, kind), tenpai, deltas)
    seats = "TUVW" if element[1] in "TUVW" else "DEFG"
    tile = int(re.findall(r"\d+", element)[0])
    return ("draw" if seats == "TUVW" else "discard", seats.index(element[1]), tile // 4)


def _meld(seat: int, bits: int) -> Play:
    if bits & 4:
        base, called = divmod(bits >> 10, 3)
        low = base // 7 * 9 + base % 7
        return ("call", seat, [low + place for place in range(3) if place != called])
    if bits & 0x18:
        kind = (bits >> 9) // 3
        return ("call", seat, [kind, kind]) if bits & 8 else ("added kan", seat, kind)
    kind = (bits >> 8) // 4
    if bits & 0x20:
        return ("north", seat, kind)
    return ("call", seat, [kind] * 3) if bits & 3 else ("closed kan", seat, kind)


WINDS_AND_DRAGONS = "ESWNPFC"


def kind_of(pai: str) -> int:
    """The kind of a tile in mjai's notation; -1 for a hidden one."""
    if pai == "?":
        return -1
    if pai in WINDS_AND_DRAGONS:
        return 27 + WINDS_AND_DRAGONS.index(pai)
    return "mps".index(pai[1]) * 9 + int(pai[0]) - 1


def mjai_game(text: str) -> PlayedGame:
    """The game of some mjai lines."""
    hands: list[PlayedHand] = []
    final: list[int] = []
    players = 4
    for line in text.splitlines():
        event = json.loads(line)
        if event["type"] == "end_game":
            final = event.get("scores", [])[:players]
        elif event["type"] == "start_kyoku":
            players = 3 if len(event["scores"]) == 3 or "?" in event["tehais"][-1] or not event["tehais"][-1] else 4
            dealt = [[kind_of(pai) for pai in tehai] for tehai in event["tehais"][:players]]
            hands.append(
                PlayedHand(
                    event["oya"], event["scores"][:players], event["kyotaku"], dealt, kind_of(event["dora_marker"]), []
                )
            )
        elif hands:
            play = _mjai_play(event, players)
            if play:
                hands[-1].plays.append(play)
    return PlayedGame(players, [], final, False, hands)


def _mjai_play(event: dict[str, Any], players: int) -> Play | None:
    kind, seat = event["type"], event.get("actor", -1)
    if kind in ("tsumo", "dahai"):
        return ("draw" if kind == "tsumo" else "discard", seat, kind_of(event["pai"]))
    if kind in ("chi", "pon", "daiminkan"):
        return ("call", seat, [kind_of(pai) for pai in event["consumed"]])
    if kind in ("ankan", "kakan"):
        return ("closed kan" if kind == "ankan" else "added kan", seat, kind_of(event["consumed"][0]))
    if kind in ("nukidora", "kita"):
        return ("north", seat, kind_of(event["pai"]))
    if kind in ("reach", "reach_accepted"):
        return ("riichi" if kind == "reach" else "stood", seat)
    if kind == "dora":
        return ("dora", kind_of(event["dora_marker"]))
    if kind == "hora":
        return ("win", Won(seat, event["target"], event["deltas"][:players], None, False))
    if kind == "ryukyoku":
        tenpai = event.get("tenpais")
        names = {"fanpai": "exhaustive", "nagashimangan": "nagashi mangan"}
        return (
            "end",
            names.get(event["reason"], event["reason"]),
            tenpai and tenpai[:players],
            event["deltas"][:players],
        )
    return None
