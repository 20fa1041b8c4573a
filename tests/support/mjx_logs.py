"""Writes games as states of mjx (JSON and protobuf) and as one seat's observations of them, for fixtures and tests."""

import json
from typing import Any

from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DEPOSIT,
    DISCARD,
    DORA,
    DRAW,
    OPEN_KAN,
    PON,
    RIICHI,
    TSUMOGIRI,
    Event,
    Game,
    Hand,
    Ryuukyoku,
    Win,
    meld_of,
)
from auditor.core.reading.meld_code import encode_meld
from auditor.core.reading.protobuf import class_in, pool_of
from auditor.core.tiles import TILES
from auditor.core.yaku import YAKUMAN_HAN
from auditor.formats.mjx.schema import STATE_MESSAGES
from auditor.formats.mjx.vocabulary import DRAW_OF_EVENT, EVENT_TYPES, MELD_OF_EVENT

NAMES = {number: name for name, number in EVENT_TYPES.items()}
TYPES = {kind: NAMES[number] for number, kind in MELD_OF_EVENT.items()} | {
    DRAW: "EVENT_TYPE_DRAW", RIICHI: "EVENT_TYPE_RIICHI", DEPOSIT: "EVENT_TYPE_RIICHI_SCORE_CHANGE",
    DORA: "EVENT_TYPE_NEW_DORA", DISCARD: "EVENT_TYPE_DISCARD",
}  # fmt: skip
DRAWS = {draw: NAMES[number] for number, draw in DRAW_OF_EVENT.items()}
MELDS = (CHI, PON, OPEN_KAN, CLOSED_KAN, ADDED_KAN)
Written = dict[str, Any]


def filled(**values: Any) -> Written:
    """A message without the fields that are 0 or empty."""
    return {name: value for name, value in values.items() if value not in (0, "", False, [], {}, None)}


def event(one: Event, drawn: int) -> Written:
    """An event as every seat sees it. drawn: the tile drawn just before."""
    if isinstance(one, Win):
        name = "EVENT_TYPE_TSUMO" if one.is_tsumo else "EVENT_TYPE_RON"
        return filled(type=name, who=one.seat, tile=one.tile)
    if isinstance(one, Ryuukyoku):
        return {"type": DRAWS[one.draw_type]}
    if one.kind == DISCARD:
        return filled(
            type="EVENT_TYPE_TSUMOGIRI" if one.mark == TSUMOGIRI or one.tile == drawn else None,
            who=one.seat,
            tile=one.tile,
        )
    code = encode_meld(meld_of(one), one.seat) if one.kind in MELDS else 0
    return filled(type=TYPES[one.kind], who=max(one.seat, 0), tile=one.tile if one.kind == DORA else 0, open=code)


def _drawn(hand: Hand, place: int) -> int:
    """The tile drawn just before an event, ignoring a riichi or an indicator in between; -1 for none."""
    before = [one for one in hand.events[:place] if one.kind not in (RIICHI, DORA)]
    return before[-1].tile if before and before[-1].kind == DRAW else -1


def win(one: Win) -> Written:
    """A win as in `roundTerminal`."""
    usual = [(number, han) for number, han in one.yaku or () if han < YAKUMAN_HAN]
    yakumans = [number for number, han in one.yaku or () if han >= YAKUMAN_HAN]
    opens = [encode_meld(meld, one.seat) for meld in one.melds or ()]
    return filled(
        who=one.seat, fromWho=one.from_seat, hand=filled(closedTiles=list(one.hand or ()), opens=opens),
        winTile=one.tile, fu=max(one.fu, 0), ten=max(one.points, 0), tenChanges=list(one.deltas or ()),
        yakus=[number for number, _ in usual], fans=[han for _, han in usual], yakumans=yakumans,
        uraDoraIndicators=list(one.ura or ()),
    )  # fmt: skip


def state(game: Game, hand: Hand, *, is_last: bool = False) -> Written:
    """The state of a hand."""
    indicators = [hand.indicator, *[one.tile for one in hand.events if one.kind == DORA]]
    ends = [one for one in hand.events if isinstance(one, Win | Ryuukyoku)]
    own = []
    for seat in range(4):
        draws = [one.tile for one in hand.events if one.kind == DRAW and one.seat == seat]
        init = {"closedTiles": list(hand.dealt[seat])}
        own.append(filled(who=seat, initHand=init, drawHistory=draws))
    terminal: Written = {}
    if ends:
        first = ends[0]
        if isinstance(first, Ryuukyoku):
            tenpais = [
                filled(who=seat, hand={"closedTiles": list(tiles)})
                for seat, tiles in enumerate(first.shown or ())
                if tiles is not None
            ]
            terminal["noWinner"] = filled(tenpais=tenpais, tenChanges=list(first.deltas or (0, 0, 0, 0)))
        else:
            terminal["wins"] = [win(one) for one in ends if isinstance(one, Win)]
        if is_last and game.result is not None and game.result.points is not None:
            terminal |= {"isGameOver": True, "finalScore": {"tens": list(game.result.points)}}
    return {
        "hiddenState": {"wall": list(range(TILES)), "uraDoraIndicators": []},
        "publicObservation": {
            "playerIds": [player.name for player in game.seats],
            "initScore": filled(round=hand.round, honba=hand.honba, riichi=hand.sticks) | {"tens": list(hand.scores)},
            "doraIndicators": indicators,
            "events": [event(one, _drawn(hand, place)) for place, one in enumerate(hand.events)],
        },
        "privateObservations": own,
    } | ({"roundTerminal": terminal} if terminal else {})  # fmt: skip


def states(game: Game) -> list[Written]:
    """The states of a game's hands."""
    return [state(game, hand, is_last=hand is game.hands[-1]) for hand in game.hands]


def observation(of: Written, seat: int, events: int | None = None) -> Written:
    """A seat's observation of a state, up to a number of events."""
    public = of["publicObservation"]
    seen = public["events"][:events]
    own = dict(of["privateObservations"][seat])
    drawn = len([one for one in seen if one.get("type") == "EVENT_TYPE_DRAW" and one.get("who", 0) == seat])
    own["drawHistory"] = own.get("drawHistory", [])[:drawn]
    turned = len([one for one in seen if one.get("type") == "EVENT_TYPE_NEW_DORA"])
    shown = public | {"events": seen, "doraIndicators": public["doraIndicators"][: turned + 1]}
    made = filled(who=seat) | {"publicObservation": shown, "privateObservation": own}
    return made if events is not None or "roundTerminal" not in of else made | {"roundTerminal": of["roundTerminal"]}


def write(game: Game, comment: str = "") -> str:
    """The states of a game, a line each."""
    made = states(game)
    if comment:
        made[0] = {"comment": comment} | made[0]
    return "".join([json.dumps(one, ensure_ascii=False) + "\n" for one in made])


WALL = b"\x12\x90\x01" + b"".join([bytes([tile]) if tile < 128 else bytes([tile, 1]) for tile in range(TILES)])


def message(of: Written) -> bytes:
    """A state as protobuf bytes, its wall first; or an observation, with the seat that observes it."""
    from google.protobuf.json_format import ParseDict

    one = json.loads(json.dumps(of))
    for event in one["publicObservation"]["events"]:
        event["type"] = EVENT_TYPES[event.get("type", "EVENT_TYPE_DISCARD")]
    is_observed = "privateObservation" in one
    if is_observed:
        one["privateObservations"] = [one.pop("privateObservation")]
    target = class_in(pool_of("auditor.test.mjx", STATE_MESSAGES), "auditor.test.mjx", "State")()
    body = ParseDict(one, target, ignore_unknown_fields=True).SerializeToString()
    who = bytes([8, one["who"]]) if one.get("who") else b""
    return (who if is_observed else b"\n" + varint(len(WALL)) + WALL) + bytes(body)


def varint(number: int) -> bytes:
    """A number as protobuf writes it."""
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def delimited(of: list[Written]) -> bytes:
    """States or observations as length-delimited messages."""
    messages = [message(one) for one in of]
    return b"".join([varint(len(one)) + one for one in messages])
