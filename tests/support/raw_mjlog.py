"""Parses mjlogs with regular expressions only, for counts that share no code with auditor."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from support.packing import unpacked

DRAW_NAMES = {
    "yao9": "nine terminals", "kaze4": "four winds", "reach4": "four riichi", "ron3": "triple ron",
    "kan4": "four kans", "nm": "nagashi mangan", "": "exhaustive",
}  # fmt: skip
RON_NAMES = ("ron", "double ron", "triple ron")
NORTH = 0x20
"""The low six bits of the meld code of a north set aside."""

LOG_ID = re.compile(r"\d{8}(?:\d\d)?gm-[0-9a-f]{4}-[0-9a-z]{4,}-x?[0-9a-f]{8}")


class RawRiichi:
    """A riichi: its seat, turn, whether it was accepted, and the kans that the declarer made after it."""

    def __init__(self, seat: int, turn: int) -> None:
        self.seat = seat
        self.turn = turn
        self.accepted = False
        self.is_discarded = False
        self.kans = 0


class RawWin(NamedTuple):
    """An AGARI element. deltas: in points. yaku: pairs (Tenhou's number, han), a yakuman as 13 han."""

    seat: int
    from_seat: int
    turn: int
    fu: int
    points: int
    limit: int
    yaku: list[tuple[int, int]]
    indicators: int
    ura_indicators: int
    deltas: list[int]
    sticks: int
    hand: list[int]
    tile: int
    melds: int

    @property
    def is_tsumo(self) -> bool:
        return self.seat == self.from_seat

    @property
    def numbers(self) -> set[int]:
        return {number for number, _ in self.yaku}

    def han_of(self, *numbers: int) -> int:
        return sum(han for number, han in self.yaku if number in numbers)


class RawHand:
    """The elements from one INIT to the next."""

    def __init__(self, init: str, players: int) -> None:
        seed = list(map(int, attribute(init, "seed").split(",")))
        self.players = players
        self.round, self.honba, self.sticks = seed[:3]
        self.dealer = int(attribute(init, "oya"))
        self.start = [100 * int(points) for points in attribute(init, "ten").split(",")][:players]
        self.elements = 0
        self.draws = 0
        self.discards: Counter[int] = Counter()
        self.callers: set[int] = set()
        self.riichis: list[RawRiichi] = []
        self.deposits: list[int] = []
        self.wins: list[RawWin] = []
        self.draw = ""
        self.tenpai: list[bool] | None = None
        self.end = list(self.start)

    @property
    def outcome(self) -> str:
        if self.wins:
            return "tsumo" if self.wins[0].is_tsumo else RON_NAMES[len(self.wins) - 1]
        return self.draw or "unfinished"

    @property
    def is_finished(self) -> bool:
        return bool(self.wins or self.draw)

    @property
    def accepted(self) -> list[RawRiichi]:
        return [riichi for riichi in self.riichis if riichi.accepted]

    def riichi_of(self, seat: int) -> RawRiichi | None:
        return next((riichi for riichi in self.accepted if riichi.seat == seat), None)

    def has_declared(self, seat: int) -> bool:
        return any(riichi.seat == seat for riichi in self.riichis)

    def has_won(self, seat: int) -> bool:
        return any(win.seat == seat for win in self.wins)

    def has_dealt_in(self, seat: int) -> bool:
        return any(win.from_seat == seat != win.seat for win in self.wins)

    def riichi_outcome(self, riichi: RawRiichi) -> str:
        if self.has_won(riichi.seat):
            return "tsumo" if self.wins[0].is_tsumo else "ron"
        if self.has_dealt_in(riichi.seat):
            return "dealt in"
        return "other win" if self.wins else "draw"

    def gained(self, seat: int) -> int | None:
        """None where the log does not say what was paid."""
        return None if self.draw == "unspecified" else self.end[seat] - self.start[seat]


class RawGame:
    """A log: players by seat, hands, final points (in hundreds) and places by seat, [] where the log has no end."""

    def __init__(self, path: Path) -> None:
        text = unpacked(path).decode("utf-8", "replace")
        self.path = path
        found = LOG_ID.search(path.name)
        self.log_id = found[0] if found else None
        go = next(iter(re.findall(r"<GO [^>]*>", text)), "")
        bits = int(attribute(go, "type") or 0)
        self.players = 3 if bits & 0x10 else 4
        self.length = 2 if bits & 0x8 else 1
        self.shares_places = "csrule=" in go
        self.lobby = attribute(go, "lobby")
        shuffle = re.search(r'<SHUFFLE seed="([^"]+)"', text)
        self.seed = shuffle[1] if shuffle else None
        first = next((element for element in re.findall(r"<UN [^>]*>", text) if "n1=" in element), "")
        self.names = [unquote(attribute(first, f"n{seat}")) for seat in range(self.players)]
        final = re.findall(r'owari="([^"]+)"', text)
        self.final = [int(points) for points in final[0].split(",")[::2]][: self.players] if final else []
        self.places: list[int] = []
        for seat, points in enumerate(self.final):
            # of equal points the lower seat is first, but in lobbies with rules of their own they share the place
            ahead = [other for other in self.final[: seat if not self.shares_places else 0] if other == points]
            self.places.append(1 + len(ahead) + sum(other > points for other in self.final))
        self.hands: list[RawHand] = []
        for element in re.findall(r"<(?:INIT|REACH|N|AGARI|RYUUKYOKU|DORA|[TUVWDEFG]\d+)\b[^>]*>", text):
            if element.startswith("<INIT"):
                self.hands.append(RawHand(element, self.players))
            elif self.hands:
                follow(self.hands[-1], element)


def attribute(element: str, name: str) -> str:
    """The value of an attribute, or ""."""
    found = re.search(rf'\b{name}="([^"]*)"', element)
    return found[1] if found else ""


def follow(hand: RawHand, element: str) -> None:
    """Record an element of a hand."""
    hand.elements += 1
    pending = next((riichi for riichi in hand.riichis if riichi.is_discarded and not riichi.accepted), None)
    if element.startswith("<AGARI"):
        win = win_of(hand, element)
        if pending is not None and (win.is_tsumo or win.from_seat != pending.seat):
            pending.accepted = True
        hand.wins.append(win)
        settle(hand, element)
    elif element.startswith("<RYUUKYOKU"):
        if pending is not None:
            pending.accepted = True
        hand.draw = DRAW_NAMES[attribute(element, "type")] if " sc=" in element else "unspecified"
        if hand.draw in ("exhaustive", "nagashi mangan") and (" ba=" in element or "hai" in element):
            hand.tenpai = [f"hai{seat}=" in element for seat in range(hand.players)]
        settle(hand, element)
    elif element.startswith("<REACH"):
        seat = int(attribute(element, "who"))
        if attribute(element, "step") == "1":
            hand.riichis.append(RawRiichi(seat, hand.discards[seat] + 1))
        else:
            hand.deposits.append(seat)
            hand.end[seat] -= 1000
            for riichi in hand.riichis:
                if riichi.seat == seat:
                    riichi.accepted = True
    elif element.startswith("<N "):
        seat, bits = int(attribute(element, "who")), int(attribute(element, "m"))
        is_kan = not bits & 0xC and bits & 0x3F != NORTH
        if bits & 0xC or (is_kan and not bits & 0x10 and bits & 3):
            hand.callers.add(seat)
        for riichi in hand.accepted:
            if is_kan and riichi.seat == seat:
                riichi.kans += 1
    elif element[1] in "TUVW":
        hand.draws += 1
    elif element[1] in "DEFG" and element[2].isdigit():
        seat = "DEFG".index(element[1])
        hand.discards[seat] += 1
        for riichi in hand.riichis:
            riichi.is_discarded |= riichi.seat == seat


def win_of(hand: RawHand, element: str) -> RawWin:
    """Parse an AGARI element."""
    fu, points, limit = map(int, attribute(element, "ten").split(","))
    numbers = [int(number) for number in attribute(element, "yaku").split(",") if number]
    yaku = list(zip(numbers[::2], numbers[1::2], strict=True))
    yaku += [(int(number), 13) for number in attribute(element, "yakuman").split(",") if number]
    seat = int(attribute(element, "who"))
    return RawWin(
        seat,
        int(attribute(element, "fromWho")),
        hand.discards[seat],
        fu,
        points,
        limit,
        yaku,
        len(attribute(element, "doraHai").split(",")),
        len([tile for tile in attribute(element, "doraHaiUra").split(",") if tile]),
        [100 * int(points) for points in attribute(element, "sc").split(",")[1::2]],
        int(attribute(element, "ba").split(",")[1]),
        [int(tile) // 4 for tile in attribute(element, "hai").split(",")],
        int(attribute(element, "machi")) // 4,
        len([bits for bits in attribute(element, "m").split(",") if bits and int(bits) & 0x3F != NORTH]),
    )


def settle(hand: RawHand, element: str) -> None:
    """Set the scores that a result states."""
    scores = list(map(int, attribute(element, "sc").split(","))) if attribute(element, "sc") else []
    if scores:
        hand.end = [100 * (before + change) for before, change in zip(scores[::2], scores[1::2], strict=True)][
            : hand.players
        ]
