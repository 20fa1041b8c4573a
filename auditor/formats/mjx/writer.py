# build: plain
"""Writes a game as states of mjx in JSON, one hand a line. What the format cannot hold is left out."""

from typing import Any, Final

from auditor.core import events
from auditor.core.events import Event, Game, Hand, Meld, Ryuukyoku, Win, is_tsumogiri
from auditor.core.reading import rules_stated_by
from auditor.core.reading.building import Holdings
from auditor.core.reading.meld_code import encode_meld
from auditor.core.reading.stated_rules import rule_text_of
from auditor.core.text import as_json
from auditor.core.tiles import RED_FIVES, UNKNOWN
from auditor.core.units import SeatIndex, Tile
from auditor.core.yaku import UNKNOWN_YAKU, YAKUMAN_HAN
from auditor.formats.mjx import OWN_RULES, vocabulary

MjxMessage = dict[str, Any]
_NAMES: Final = {number: name for name, number in vocabulary.EVENT_TYPES.items()}
_DRAWS: Final = {draw: _NAMES[number] for number, draw in vocabulary.DRAW_OF_EVENT.items()}
_NUMBERS: Final = {kind: number for number, kind in vocabulary.MELD_OF_EVENT.items()} | {
    events.DRAW: vocabulary.DREW, events.RIICHI: vocabulary.DECLARED, events.DEPOSIT: vocabulary.STICK_PAID,
    events.DORA: vocabulary.INDICATOR_TURNED,
}  # fmt: skip
"""The number of the event type of each kind of event but discards and ends."""


def write(game: Game, comment: str = "") -> str:
    """The states of a game, a line each; a comment goes under a key of the first that readers ignore.

    Left out: the wall, limits, liable seats, points before payments and after deposits, final scores, connections.
    Raises ValueError for what the format cannot express: three players, other red fives, draws that it has no type for,
    single hidden tiles (a seat whose tiles are all hidden has no observation of its own).
    """
    lines = states(game)
    if comment and lines:
        lines[0] = {"comment": comment} | lines[0]
    return "".join([as_json(line) + "\n" for line in lines])


def states(game: Game) -> list[MjxMessage]:
    """The states of a game's hands, as of JSON. Raises ValueError as `write` does."""
    if game.players != events.SEATS:
        raise ValueError("mjx is played by four")
    if set(game.red_tiles) != set(RED_FIVES):
        raise ValueError("mjx is played with a red five of each suit")
    stated = rules_stated_by(game)
    own = stated._replace(evidence="") == OWN_RULES._replace(evidence="")
    remark = {} if own else {"remark": rule_text_of(game, stated)}
    return [_state(game, hand, is_last=hand is game.hands[-1]) | remark for hand in game.hands]


def _filled(**values: Any) -> MjxMessage:
    """A message without the fields that are 0 or empty, which the JSON of protobuf leaves out."""
    return {name: value for name, value in values.items() if value not in (0, "", False, [], {}, None)}


def _state(game: Game, hand: Hand, *, is_last: bool) -> MjxMessage:
    if hand.dealer != hand.round % events.SEATS:
        raise ValueError(f"in mjx the dealer of {hand.name} is seat {hand.round % events.SEATS}")
    indicators = [hand.indicator] if hand.indicator != UNKNOWN else []
    indicators += [event.tile for event in hand.events if event.kind == events.DORA]
    holdings = Holdings(hand)
    drawn: Tile = UNKNOWN
    written: list[MjxMessage] = []
    ends: list[MjxMessage] = []
    for event in hand.events:
        if isinstance(event, Win):
            ends.append(_win(event, holdings))
        holdings.add(event)
        written.append(_event(event, drawn))
        if event.kind not in (events.RIICHI, events.DORA):
            drawn = event.tile if event.kind == events.DRAW else UNKNOWN
    last = hand.events[-1] if hand.events else None
    terminal = {"wins": ends} if ends else _no_winner(last, holdings) if isinstance(last, Ryuukyoku) else {}
    if is_last and hand.is_finished and game.result is not None and game.result.points is not None:
        terminal |= {"isGameOver": True, "finalScore": {"tens": list(game.result.points)}}
    public = _filled(gameId=game.log_id, playerIds=[player.name for player in game.seats])
    public["initScore"] = _filled(round=hand.round, honba=hand.honba, riichi=hand.sticks) | {"tens": list(hand.scores)}
    public |= {"doraIndicators": indicators, "events": written}
    own = [seen for seat in range(events.SEATS) if (seen := _private(hand, seat)) is not None]
    state: MjxMessage = {"publicObservation": public, "privateObservations": own}
    return state | ({"roundTerminal": terminal} if terminal else {})


def _private(hand: Hand, seat: SeatIndex) -> MjxMessage | None:
    """What a seat alone sees; None where the log hides it. Raises ValueError where it hides only some of it."""
    dealt = list(hand.dealt[seat])
    draws = [event.tile for event in hand.events if event.kind == events.DRAW and event.seat == seat]
    if UNKNOWN not in dealt + draws:
        return _filled(who=seat, initHand=_filled(closedTiles=dealt), drawHistory=draws)
    if set(dealt + draws) != {UNKNOWN}:
        raise ValueError(f"mjx hides all tiles of a seat or none, not some of those of seat {seat} in {hand.name}")
    return None


def _event(event: Event, drawn: Tile) -> MjxMessage:
    """An event as every seat sees it. drawn: the tile drawn just before."""
    kind, seat = event.kind, event.seat
    if isinstance(event, Ryuukyoku):
        if event.draw_type not in _DRAWS:
            raise ValueError(f"mjx has no type for a draw such as {event.draw_type}")
        return {"type": _DRAWS[event.draw_type]}
    if event.tile == UNKNOWN and kind not in (events.DRAW, events.RIICHI, events.DEPOSIT):
        raise ValueError("mjx hides no tile that is on the table")
    if isinstance(event, Win):
        number = vocabulary.WON_BY_DRAW if event.is_tsumo else vocabulary.WON_BY_RON
        return _filled(type=_NAMES[number], who=seat, tile=event.tile)
    if kind == events.DISCARD:
        number = vocabulary.DISCARDED_DRAWN if is_tsumogiri(event, drawn) else vocabulary.DISCARDED
        return _filled(type=_NAMES[number] if number else "", who=seat, tile=event.tile)
    if kind not in _NUMBERS:
        raise ValueError("mjx is played by four, and no north is set aside")
    name = _NAMES[_NUMBERS[kind]]
    if kind == events.DORA:
        return _filled(type=name, tile=event.tile)
    from_seat = event.from_seat if event.from_seat != events.NO_SEAT else seat
    meld = Meld(kind, event.tile, event.tiles, from_seat)
    return _filled(type=name, who=seat, open=encode_meld(meld, seat) if kind >= events.CHI and meld.tiles else 0)


def _win(win: Win, holdings: Holdings) -> MjxMessage:
    """A win; its melds as played where the log does not show them, for without any it says that there are none."""
    counted = win.yaku or ()
    if any([number >= UNKNOWN_YAKU for number, _ in counted]):
        raise ValueError("mjx has no number for a yaku that is not known")
    usual = [(number, han) for number, han in counted if han < YAKUMAN_HAN]
    opens = [encode_meld(meld, win.seat) for meld in (holdings.melds(win.seat) if win.melds is None else win.melds)]
    return _filled(
        who=win.seat, fromWho=win.from_seat, hand=_filled(closedTiles=list(win.hand or ()), opens=opens),
        winTile=win.tile, fu=max(win.fu, 0), ten=0 if win.points == events.NOT_RECORDED else win.points,
        tenChanges=list(win.deltas or ()), yakus=[number for number, _ in usual], fans=[han for _, han in usual],
        yakumans=[number for number, han in counted if han >= YAKUMAN_HAN], uraDoraIndicators=list(win.ura or ()),
    )  # fmt: skip


def _no_winner(draw: Ryuukyoku, holdings: Holdings) -> MjxMessage:
    """The end of a drawn hand; {} where the log does not say who is tenpai, for what is here shows all that are."""
    shown = holdings.shown(draw)
    if draw.tenpai is None and (draw.shown is None or draw.draw_type in events.TENPAI_DRAWS):
        return {}
    if any([UNKNOWN in tiles for tiles in shown if tiles is not None]):
        raise ValueError("mjx hides no tile of a hand that is shown")
    hands = [_filled(who=seat, hand={"closedTiles": list(tiles)}) for seat, tiles in enumerate(shown) if tiles]
    return {"noWinner": _filled(tenpais=hands, tenChanges=list(draw.deltas or ()))}
