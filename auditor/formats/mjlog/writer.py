# build: plain
"""Writes a `Game` as Tenhou's mjlog: the inverse of the reader."""

from typing import Final
from unicodedata import normalize
from urllib.parse import quote

from auditor.core import events
from auditor.core.events import Deposit, Event, FinalResult, Game, Hand, Meld, Player, Ryuukyoku, Win
from auditor.core.reading.building import STICK, Holdings
from auditor.core.reading.meld_code import encode_meld
from auditor.core.text import without_controls
from auditor.core.tiles import UNKNOWN
from auditor.core.units import EventIndex, Points, YakuHan
from auditor.core.yaku import YAKUMAN_HAN, is_yakuman
from auditor.formats.mjlog import ROOT, vocabulary
from auditor.formats.mjlog.vocabulary import hand_fact

Attributes = dict[str, str]
"""Attributes of an element, in the order written."""

_TYPE_OF_DRAW: Final = {draw_type: name for name, draw_type in vocabulary.DRAW_OF_TYPE.items()}
_GRADE_NUMBER: Final = {name: str(number) for number, name in enumerate(vocabulary.GRADE_OF_DAN)}
_GHOST: Final = Player("", vocabulary.GRADE_OF_DAN[0], 1500.0, "C")
"""How a three-player log names its fourth seat."""


def write(game: Game, comment: str = "") -> str:
    """The game as mjlog text, one element a line; reading it gives the same game, apart from its log id.

    comment: for an XML comment at the top. A seat that scores, hands or players leave out is written as the format
    writes the missing fourth of three. Dice that are None are written as ones, and a game without rule bits gets no
    ``GO``. Raises ValueError for what the format cannot express: points that are not hundreds, a meld without a code.
    """
    facts = game.attributes
    lines = [f'<{ROOT} ver="{_escape(facts.get("ver", vocabulary.VERSION))}">']
    if comment:
        while "--" in comment:
            comment = comment.replace("--", "- -")  # XML allows no two hyphens in a comment
        lines.append(f"<!-- {comment} -->")
    if game.seed or "ref" in facts:
        lines.append(_element("SHUFFLE", {"seed": game.seed, "ref": facts.get("ref", "")}))
    if game.rule_bits != events.NOT_RECORDED:
        go = {"type": str(game.rule_bits)}
        if game.lobby != events.NOT_RECORDED:
            go["lobby"] = str(game.lobby)
        lines.append(_element("GO", go | _facts(game, vocabulary.GO_FACTS)))
    if game.seats:
        lines.append(_element("UN", _players(game.seats) | _facts(game, vocabulary.UN_FACTS)))
    lines.append(_element("TAIKYOKU", {"oya": str(game.first_dealer)}))
    for hand in game.hands:
        _write_hand(game, hand, lines, hand is game.hands[-1])
    lines.append(f"</{ROOT}>")
    return "\n".join(lines) + "\n"


def _write_hand(game: Game, hand: Hand, lines: list[str], is_last: bool) -> None:
    """Write a hand; the result of the game goes into the last win or draw."""
    lines.append(_element("INIT", _init(game, hand)))
    end = len(hand.events) - 1
    while is_last and end >= 0 and not isinstance(hand.events[end], Win | Ryuukyoku):
        end -= 1
    if is_last and end < 0 and game.result is not None:
        raise ValueError("an mjlog holds the result of a game in its last win or draw; the last hand has none")
    scores = list(hand.scores)
    holdings = Holdings(hand)
    for index, event in enumerate(hand.events):
        _write_connections(game, hand, index, lines)
        holdings.add(event)
        element, attributes = _event(event, scores, holdings)
        _follow(scores, event)
        if isinstance(event, Win | Ryuukyoku):
            if is_last and index == end:
                attributes |= _result(game.result) | _facts(game, vocabulary.END_FACTS)
            for name in ("chip", "sc", "owari"):
                fact = game.attributes.get(hand_fact(hand.index, element, name, index))
                if fact is not None:
                    attributes[name] = fact
        lines.append(_element(element, attributes))
    _write_connections(game, hand, len(hand.events), lines)


def _follow(scores: list[Points], event: Event) -> None:
    """Apply an event to the running points, which logs of other formats may not state before each payment."""
    if isinstance(event, Deposit):
        scores[event.seat] -= STICK
    if isinstance(event, Deposit | Win | Ryuukyoku) and event.scores is not None:
        scores[:] = event.scores
    if isinstance(event, Win | Ryuukyoku):
        for seat, delta in enumerate(event.deltas or ()):
            scores[seat] += delta


def _write_connections(game: Game, hand: Hand, event: EventIndex, lines: list[str]) -> None:
    for connection in hand.disconnections:
        if connection.event == event:
            if connection.joined:
                name = game.seats[connection.seat].name if connection.seat < len(game.seats) else ""
                lines.append(_element("UN", {f"n{connection.seat}": _quote_name(name)}))
            else:
                lines.append(_element("BYE", {"who": str(connection.seat)}))


def _init(game: Game, hand: Hand) -> Attributes:
    dice = hand.dice or (1, 1)
    seed = (hand.round, hand.honba, hand.sticks, dice[0] - 1, dice[1] - 1, hand.indicator)
    attributes = {"seed": _join(seed), "ten": _hundreds(hand.scores), "oya": str(hand.dealer)}
    for seat in range(events.SEATS):
        attributes[f"hai{seat}"] = _join(hand.dealt[seat]) if seat < len(hand.dealt) else ""
    if hand.shuffle:
        attributes["shuffle"] = hand.shuffle
    chip = game.attributes.get(hand_fact(hand.index, "INIT", "chip"))
    return attributes if chip is None else attributes | {"chip": chip}


def _event(event: Event, scores: list[Points], holdings: Holdings) -> tuple[str, Attributes]:
    """The element of an event and its attributes. scores, holdings: before it, for what it does not record."""
    kind = event.kind
    if kind == events.DRAW:
        return f"{vocabulary.DRAW_TAGS[event.seat]}{event.tile if event.tile >= 0 else ''}", {}
    if kind == events.DISCARD:
        letter = vocabulary.DISCARD_TAGS[event.seat]
        return f"{letter.lower() if event.mark == events.TSUMOGIRI else letter}{event.tile}", {}
    if events.CHI <= kind <= events.ADDED_KAN or kind == events.NORTH:
        from_seat = event.from_seat if event.from_seat != events.NO_SEAT else event.seat
        meld = Meld(kind, event.tile, event.tiles, from_seat)
        return "N", {"who": str(event.seat), "m": str(encode_meld(meld, event.seat))}
    if kind == events.RIICHI:
        return "REACH", {"who": str(event.seat), "step": "1"}
    if isinstance(event, Deposit):
        attributes = {"who": str(event.seat)}
        if event.scores is not None:
            attributes["ten"] = _hundreds(event.scores)
        return "REACH", attributes | {"step": "2"}
    if kind == events.DORA:
        return "DORA", {"hai": str(event.tile)}
    if isinstance(event, Win):
        return "AGARI", _win(event, scores, holdings)
    if isinstance(event, Ryuukyoku):
        return "RYUUKYOKU", _draw(event, scores, holdings)
    raise ValueError(f"mjlog has no element for {event!r}")


def _win(win: Win, scores: list[Points], holdings: Holdings) -> Attributes:
    attributes = _counters(win.honba, win.sticks)
    held = sorted([*holdings.concealed[win.seat], *[win.tile] * (not win.is_tsumo)])
    if win.hand is not None or (UNKNOWN not in held and len(held) % 3 == 2):
        attributes["hai"] = _join(held if win.hand is None else win.hand)
    melds = holdings.melds(win.seat) if win.melds is None else win.melds  # without any it says that there are none
    if melds:
        attributes["m"] = _join([encode_meld(meld, win.seat) for meld in reversed(melds)])
    attributes["machi"] = str(win.tile)
    if win.points != events.NOT_RECORDED or win.fu != events.NOT_RECORDED or win.limit != events.NOT_RECORDED:
        attributes["ten"] = _join((win.fu, win.points, win.limit))
    if win.yaku is not None:
        attributes |= _yaku(win.yaku)
    if win.dora is not None:
        attributes["doraHai"] = _join(win.dora)
    if win.ura is not None:
        attributes["doraHaiUra"] = _join(win.ura)
    attributes |= {"who": str(win.seat), "fromWho": str(win.from_seat)}
    if win.pao_seat != events.NO_SEAT:
        attributes["paoWho"] = str(win.pao_seat)
    return attributes | _scores(win.scores or tuple(scores), win.deltas)


def _yaku(yaku: tuple[YakuHan, ...]) -> Attributes:
    """``yaku`` holds pairs, ``yakuman`` the numbers of the yakuman that end the list."""
    first = len(yaku)
    while first and is_yakuman(yaku[first - 1][0]) and yaku[first - 1][1] == YAKUMAN_HAN:
        first -= 1
    attributes: Attributes = {}
    if first or not yaku:
        attributes["yaku"] = _join([number for pair in yaku[:first] for number in pair])
    if first < len(yaku):
        attributes["yakuman"] = _join([number for number, _ in yaku[first:]])
    return attributes


def _draw(draw: Ryuukyoku, scores: list[Points], holdings: Holdings) -> Attributes:
    attributes: Attributes = {}
    if draw.draw_type == events.CHOMBO:
        raise ValueError("mjlog has no sign for a hand annulled by a chombo")
    if draw.draw_type in _TYPE_OF_DRAW:
        attributes["type"] = _TYPE_OF_DRAW[draw.draw_type]
    hands = enumerate(holdings.shown(draw))
    shown = {f"hai{seat}": "" if UNKNOWN in tiles else _join(tiles) for seat, tiles in hands if tiles is not None}
    counters = _counters(draw.honba, draw.sticks)
    if draw.draw_type in events.TENPAI_DRAWS and not shown:  # with counters that says that all are noten
        counters = {} if draw.tenpai is None else counters or _counters(holdings.honba, holdings.sticks)
    attributes |= counters | _scores(draw.scores or tuple(scores), draw.deltas)
    if (draw.draw_type == events.EXHAUSTIVE) != bool(attributes) and draw.draw_type in (
        events.EXHAUSTIVE,
        events.UNSPECIFIED,
    ):
        raise ValueError(
            f"mjlog shows by counters or scores whether a draw is {events.EXHAUSTIVE} or {events.UNSPECIFIED}"
        )
    return attributes | shown


def _result(result: FinalResult | None) -> Attributes:
    """``owari`` holds points and scores together: without either there is none."""
    if result is None or result.points is None or result.scores is None:
        return {}
    pairs = zip(_pad(_hundred_list(result.points)), [*result.scores, 0.0], strict=False)
    return {"owari": ",".join([f"{points},{score}" for points, score in pairs])}


def _grade_number(grade: str) -> str:
    """The number of a grade by its name, with digits of any width; "" if it is not one of Tenhou's."""
    name = normalize("NFKC", grade)
    return name if name.isdecimal() else _GRADE_NUMBER.get(name, "")


def _players(seats: list[Player]) -> Attributes:
    players = [*seats, *[_GHOST] * (events.SEATS - len(seats))]
    attributes = {f"n{seat}": _quote_name(player.name) for seat, player in enumerate(players)}
    if seats[0].grade is not None:
        numbers = [_grade_number(player.grade or "") for player in players]
        if all(numbers):
            attributes["dan"] = ",".join(numbers)
    ratings = [player.rating for player in players if player.rating is not None]
    if len(ratings) == len(players):
        attributes["rate"] = ",".join([f"{rating:.2f}" for rating in ratings])
    if seats[0].sex:
        attributes["sx"] = _join([player.sex for player in players])
    return attributes


def _counters(honba: int, sticks: int) -> Attributes:
    if honba == events.NOT_RECORDED and sticks == events.NOT_RECORDED:
        return {}
    return {"ba": _join((honba, sticks))}


def _scores(scores: tuple[Points, ...], deltas: tuple[Points, ...] | None) -> Attributes:
    if deltas is None:
        return {}
    pairs = zip(_pad(_hundred_list(scores)), _pad(_hundred_list(deltas)), strict=True)
    return {"sc": _join([value for pair in pairs for value in pair])}


def _facts(game: Game, names: tuple[str, ...]) -> Attributes:
    return {name: game.attributes[name] for name in names if name in game.attributes}


def _hundreds(points: tuple[Points, ...]) -> str:
    return _join(_pad(_hundred_list(points)))


def _hundred_list(points: tuple[Points, ...]) -> list[int]:
    """Points in hundreds. Raises ValueError for any that are not."""
    for number in points:
        if number % 100:
            raise ValueError(f"mjlog writes points in hundreds; {number} are not")
    return [number // 100 for number in points]


def _pad(numbers: list[int]) -> list[int]:
    """One number a seat, 0 for a missing fourth."""
    return numbers + [0] * (events.SEATS - len(numbers))


def _join(values: tuple[object, ...] | list[int] | list[str] | list[str | None] | list[float]) -> str:
    return ",".join([str(value) for value in values])


def _quote_name(name: str) -> str:
    """A player's name as the server writes it: every byte beyond letters and digits in percent form."""
    return quote(name, safe="", errors="replace")


def _element(tag: str, attributes: Attributes) -> str:
    return f"<{tag}" + "".join([f' {name}="{_escape(value)}"' for name, value in attributes.items()]) + "/>"


def _escape(text: str) -> str:
    text = without_controls(text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("\n", "&#10;")
