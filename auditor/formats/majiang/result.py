"""How a hand ends: wins and drawn hands, as Majiang records them."""

from typing import Final

from auditor.events import EXHAUSTIVE, NAGASHI_MANGAN, UNSPECIFIED, Meld, Ryuukyoku, Win
from auditor.formats.majiang.notation import SIGNS, hand_melds
from auditor.formats.majiang.schema import Hule, Hupai, Pingju
from auditor.formats.majiang.state import HandState
from auditor.formats.majiang.words import DRAW_OF_NAME, YAKU_OF_NAME
from auditor.formats.tenhou6.names import draw_type, yaku_number
from auditor.units import Han, SeatIndex, Tile, YakuNumber
from auditor.yaku import UNKNOWN_YAKU, YAKUMAN_HAN

YAKUMAN_LIMIT: Final = 5
KEYS_OF_WIN: Final = 8
"""Keys that every win has."""


def read_win(state: HandState, hule: Hule) -> Win:
    """A win. Its tile stands last in the hand shown, on a ron too. Raises ReadError."""
    seat = state.seat(hule.l)
    from_seat = seat if hule.baojia is None else state.seat(hule.baojia)
    codes = state.codes(hule.shoupai)
    if not codes:
        raise state.error("shoupai: expected the winner's hand, the winning tile last")
    tile = state.claimed_or_stray(codes[-1])
    win = Win(seat, from_seat, tile)
    win.hand = tuple(sorted((*state.shown(seat, codes[:-1], tile), tile)))
    win.melds = tuple([_meld(state, seat, text) for text in hand_melds(hule.shoupai)])
    # The format always records ura indicators: none shown are none, not hidden ones.
    win.ura = tuple([state.copies.from_wall(state.code(text)) for text in hule.fubaopai or ()])
    if hule.fu is not None:
        win.fu = hule.fu
    if hule.defen is not None:
        win.points = hule.defen
    if hule.damanguan:
        win.limit = YAKUMAN_LIMIT
        win.han = YAKUMAN_HAN * hule.damanguan
    elif hule.fanshu is not None:
        win.han = hule.fanshu
    if hule.hupai is not None:
        win.yaku = tuple([(_yaku(hupai.name), _han(hupai)) for hupai in hule.hupai])
        for hupai in hule.hupai:
            if hupai.baojia is not None:
                win.pao_seat = (seat + SIGNS.index(hupai.baojia)) % 4
    if hule.fenpei is not None:
        win.deltas = state.of_seats(hule.fenpei)
    return win


def keys_of_win(hule: Hule) -> int:
    """How many keys the JSON of a win has, with those of its yaku."""
    yaku = hule.hupai or []
    optional = (hule.fu, hule.fanshu, hule.damanguan, *[one.baojia for one in yaku])
    return KEYS_OF_WIN + 2 * len(yaku) + sum([value is not None for value in optional])


def _meld(state: HandState, seat: SeatIndex, text: str) -> Meld:
    """A meld as a win shows it: the one that the seat made, or one of stray tiles."""
    known = state.melds[seat].get(text)
    if known is not None:
        return known
    written = state.meld(text)
    tiles = state.copies.strays((written.tile, *written.own), ())
    from_seat = (seat + written.steps) % 4
    return Meld(written.kind, tiles[0], tiles[1:] if written.steps else tuple(sorted(tiles)), from_seat)


def _yaku(name: str) -> YakuNumber:
    number = YAKU_OF_NAME.get(name)
    if number is None:
        number = yaku_number(name)
    return min(number, UNKNOWN_YAKU)


def _han(hupai: Hupai) -> Han:
    """The han of a yaku; of a yakuman 13 for each time it counts."""
    return YAKUMAN_HAN * len(hupai.fanshu) if isinstance(hupai.fanshu, str) else hupai.fanshu


def read_pingju(state: HandState, pingju: Pingju) -> Ryuukyoku:
    """A drawn hand. Whose hand is shown counts as tenpai where tenpai counts. Raises ReadError."""
    kind = DRAW_OF_NAME.get(pingju.name) or draw_type(pingju.name) or UNSPECIFIED
    draw = Ryuukyoku(kind)
    if pingju.fenpei is not None:
        draw.deltas = state.of_seats(pingju.fenpei)
    if pingju.shoupai is not None:
        shown: list[tuple[Tile, ...] | None] = []
        for seat in range(4):
            text: str = pingju.shoupai[(seat - state.jushu) % 4]
            shown.append(tuple(sorted(state.shown(seat, state.codes(text)))) if text else None)
        draw.shown = tuple(shown)
        if kind in (EXHAUSTIVE, NAGASHI_MANGAN):
            draw.tenpai = tuple([tiles is not None for tiles in shown])
    return draw
