# build: compiled
"""The ends of hands: wins, with what each seat gains by each of them, and drawn hands."""

from typing import Any, Final

from auditor.core import events, yaku
from auditor.core.errors import ReadError
from auditor.core.events import Event, Game, Hand, Meld, Ryuukyoku, Win
from auditor.core.reading.building import HandBuilder, share_payments
from auditor.core.reading.copies import Copies
from auditor.core.reading.format import MOST_HAN, MOST_POINTS, bounded
from auditor.core.tiles import UNKNOWN
from auditor.core.units import LimitNumber, Points, SeatIndex, Tile, TileCode, YakuHan, YakuNumber
from auditor.core.yaku import YAKUMAN
from auditor.formats.majsoul.vocabulary import FAN_OF_NAME, LIMIT_OF_TITLE, YAKU_OF_FAN, described, seat_of, tile_code

_MELD_KINDS: Final = {
    "shunzi": events.CHI, "kezi": events.PON, "minggang": events.OPEN_KAN, "angang": events.CLOSED_KAN,
}  # fmt: skip


def points_of(numbers: Any, name: str, players: int) -> tuple[Points, ...]:
    """The points of each seat, 0 for a missing fourth. Raises ReadError, without a location, for a wrong number."""
    points = [bounded(one, MOST_POINTS, name, -MOST_POINTS) for one in numbers[:]]
    if len(points) != players:
        raise ReadError("", f"{name}: expected the points of {players} seats, not {len(points)} numbers")
    return (*points, 0, 0)[: events.SEATS]


def add_wins(record: Any, builder: HandBuilder, players: int) -> None:
    """Add the wins of a ``RecordHule``, on the latest tile; without payments where the record has no points."""
    hand = builder.hand
    old = points_of(record.old_scores, "old_scores", players) if record.old_scores else None
    deltas: tuple[Points, ...] | None = None
    if record.delta_scores:
        deltas = points_of(record.delta_scores, "delta_scores", players)
    elif record.scores:
        after = points_of(record.scores, "scores", players)
        deltas = tuple([one - before for one, before in zip(after, old or builder.scores, strict=True)])
    wins: list[Win] = []
    if not len(record.hules):
        raise ReadError("", "hules: expected at least one win")
    for one in record.hules[:]:
        seat = seat_of(one.seat, players)
        from_seat = seat if one.zimo else _loser(hand, seat)
        tile = builder.latest(tile_code(one.hu_tile))
        wins.append(_win(one, seat, from_seat, tile, builder, players))
        hand.events.append(wins[-1])
    wins[0].scores = old
    if len(wins) == 1 or deltas is None:
        wins[0].deltas = deltas
    else:
        share_payments(deltas, wins, players)


def _loser(hand: Hand, winner: SeatIndex) -> SeatIndex:
    """The seat whose tile a ron takes: of the last discard, added kan, closed kan or north, whatever came after it."""
    for event in reversed(hand.events):
        if event.seat != winner and event.kind in _PLAYED:
            return event.seat
    return hand.dealer


_PLAYED: Final = (events.DISCARD, events.ADDED_KAN, events.CLOSED_KAN, events.NORTH)


def _win(one: Any, seat: SeatIndex, from_seat: SeatIndex, tile: Tile, builder: HandBuilder, players: int) -> Win:
    hand, copies = builder.hand, builder.copies
    is_yakuman = _is_yakuman(one)
    han = bounded(one.count, MOST_HAN, "count")
    shown = copies.shown(seat, [tile_code(text) for text in one.hand[:]], tile if seat == from_seat else UNKNOWN)
    counted = _yaku(one, seat, hand, players)
    ura: tuple[Tile, ...] | None = tuple([copies.from_wall(tile_code(text)) for text in one.li_doras[:]])
    is_riichi: bool = one.liqi
    says_riichi = any([number in yaku.RIICHIS for number, _ in counted])
    if not ura and not is_riichi and not says_riichi:
        ura = None
    declared = [event.kind == events.RIICHI and event.seat == seat for event in hand.events] if is_riichi else [True]
    for name, is_so in (("liqi", says_riichi or any(declared)), ("qinjia", not one.qinjia or seat == hand.dealer)):
        if not is_so:  # what is left out is false too
            builder.contradict_field(seat, name, "false", "true")
    liable: int = one.baopai
    return Win(
        seat, from_seat, tile, hand=tuple(sorted([*shown, tile])), melds=_melds(one, seat, hand, copies),
        han=han * yaku.YAKUMAN_HAN if is_yakuman else han, fu=bounded(one.fu, MOST_HAN, "fu"),
        points=_points(one, seat, from_seat, hand.dealer, players), limit=_limit(one), yaku=counted,
        dora=_shown_dora([tile_code(text) for text in one.doras[:]], hand, copies), ura=ura,
        pao_seat=seat_of(liable - 1, players) if liable > 0 else events.NO_SEAT,
    )  # fmt: skip


def _shown_dora(codes: list[TileCode], hand: Hand, copies: Copies) -> tuple[Tile, ...]:
    """The indicators that a win shows: the tiles that were turned if the faces agree, else any tiles of its faces."""
    turned = [hand.indicator, *[event.tile for event in hand.events if event.kind == events.DORA]]
    faces = copies.faces(codes)
    is_same = [tile >= 0 and copies.codes[tile] == code for tile, code in zip(turned, codes, strict=False)]
    return tuple(turned[: len(codes)]) if len(turned) >= len(codes) and all(is_same) else faces


def _points(one: Any, seat: SeatIndex, from_seat: SeatIndex, dealer: SeatIndex, players: int) -> Points:
    """The points of a win: of a self-draw the sum of the payments; NOT_RECORDED for 0."""
    if seat != from_seat:
        points = bounded(one.point_rong, MOST_POINTS, "point_rong")
    else:
        each = bounded(one.point_zimo_xian, MOST_POINTS, "point_zimo_xian")
        of_dealer = bounded(one.point_zimo_qin, MOST_POINTS, "point_zimo_qin")
        points = each * (players - 1) if seat == dealer else of_dealer + each * (players - 2)
        points = points if each and (of_dealer or seat == dealer) else 0
    return points or events.NOT_RECORDED


def _limit(one: Any) -> LimitNumber:
    title: str = one.title
    number: int = one.title_id
    if title and not number:
        return LIMIT_OF_TITLE.get(title, YAKUMAN)
    return min(bounded(number, MOST_HAN, "title_id"), YAKUMAN)


def _yaku(one: Any, seat: SeatIndex, hand: Hand, players: int) -> tuple[YakuHan, ...]:
    """The yaku with their han, where dora and norths set aside are one."""
    found: list[YakuHan] = []
    dora = 0
    is_yakuman = _is_yakuman(one)
    for fan in one.fans[:]:
        han = bounded(fan.val, MOST_HAN, "val")
        counted = _yaku_of(fan)
        if counted == yaku.ANY_SEAT_WIND:
            counted = yaku.SEAT_EAST + (seat - hand.dealer) % players
        elif counted == yaku.ANY_ROUND_WIND:
            counted = yaku.ROUND_EAST + hand.round // 4
        if counted == yaku.DORA:
            dora += han
        else:
            found.append((counted, han * yaku.YAKUMAN_HAN if is_yakuman else han))
    if dora:
        found.append((yaku.DORA, dora))
    return tuple(found)


def _yaku_of(fan: Any) -> YakuNumber:
    number: int = fan.id or FAN_OF_NAME.get(fan.name, 0)
    return YAKU_OF_FAN.get(number, yaku.UNKNOWN_YAKU)


def _is_yakuman(one: Any) -> bool:
    """Whether what a win counts are yakuman: as it says, or, where tools took that out, by its first yaku."""
    return bool(one.yiman) or (len(one.fans) > 0 and yaku.is_yakuman(_yaku_of(one.fans[0])))


def _melds(one: Any, seat: SeatIndex, hand: Hand, copies: Copies) -> tuple[Meld, ...]:
    """The melds as shown. What the record leaves out (added kans, discarders, norths) is taken from the calls."""
    calls = [event for event in hand.events if event.seat == seat and event.kind in _SHOWN_MELDS]
    melds = [_meld(text, seat, calls, copies) for text in one.ming[:]]
    return tuple(melds + [events.meld_of(event) for event in calls if event.kind == events.NORTH])


_SHOWN_MELDS: Final = (events.CHI, events.PON, *events.KANS, events.NORTH)


def _meld(text: str, seat: SeatIndex, calls: list[Event], copies: Copies) -> Meld:
    word, _, rest = text.partition("(")
    kind = _MELD_KINDS.get(word, events.NOT_RECORDED)
    codes = [tile_code(tile) for tile in rest.removesuffix(")").split(",")] if rest else []
    if kind == events.NOT_RECORDED or len(codes) != (4 if kind in events.KANS else 3):
        raise ReadError("", f"ming: expected a meld such as kezi(5z,5z,5z), not {described(text)}")
    for call in calls:
        made = events.meld_of(call)
        is_same = call.kind == kind or (kind == events.OPEN_KAN and call.kind == events.ADDED_KAN)
        if is_same and copies.codes_of(made.all_tiles()) == sorted(codes):
            return made
    faces = copies.faces(codes)
    if kind == events.CLOSED_KAN:
        return Meld(kind, min(faces), tuple(sorted(faces)), seat)
    return Meld(kind, faces[-1], tuple(sorted(faces[:-1])), seat)


def drawn_hand(record: Any, copies: Copies, players: int) -> Ryuukyoku:
    """The exhaustive draw of a ``RecordNoTile``."""
    if len(record.players) != players:
        raise ReadError("", f"players: expected {players} of them, not {len(record.players)}")
    shown: list[tuple[Tile, ...] | None] = [None] * events.SEATS
    tenpai = [False] * events.SEATS
    for seat, player in enumerate(record.players[:]):
        tenpai[seat] = bool(player.tingpai)
        if player.hand:
            shown[seat] = tuple(sorted(copies.shown(seat, [tile_code(tile) for tile in player.hand[:]])))
    # Nothing is paid if all seats are tenpai or none is; if something is paid but not in the record, it was removed.
    is_paid = record.liujumanguan or 0 < sum(tenpai) < players
    deltas: list[Points] | None = None if is_paid else [0] * events.SEATS
    before: tuple[Points, ...] | None = None
    for one in record.scores[:]:
        if one.old_scores and before is None:
            before = points_of(one.old_scores, "old_scores", players)
        if one.delta_scores:
            gains = points_of(one.delta_scores, "delta_scores", players)
            deltas = [sum(pair) for pair in zip(deltas or [0] * events.SEATS, gains, strict=True)]
    is_nagashi: bool = record.liujumanguan
    return Ryuukyoku(
        events.NAGASHI_MANGAN if is_nagashi else events.EXHAUSTIVE, shown=tuple(shown),
        tenpai=tuple(tenpai) if any(tenpai) or not is_nagashi else None, scores=before,
        deltas=None if deltas is None else tuple(deltas),
    )  # fmt: skip


def leave_unsaid(game: Game) -> None:
    """Take back what a server's record says by what it leaves out: a game converted to one may not have recorded it."""
    for event in [event for hand in game.hands for event in hand.events]:
        if isinstance(event, Win):
            event.fu, event.dora, event.ura = event.fu or events.NOT_RECORDED, event.dora or None, event.ura or None
            if not event.yaku:
                event.yaku, event.han = None, events.NOT_RECORDED
            if not event.limit and (event.yaku is None or event.points == events.NOT_RECORDED):
                event.limit = events.NOT_RECORDED
        elif isinstance(event, Ryuukyoku) and event.scores is None and not any(event.tenpai or ()):
            event.tenpai = event.deltas = None
