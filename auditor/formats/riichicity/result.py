# build: compiled
"""The ends of hands in Riichi City's records: wins, drawn hands, what each seat gains, and the end of the game."""

from typing import Any, Final

from auditor.core import events, yaku
from auditor.core.errors import ReadError
from auditor.core.events import FinalResult, Ryuukyoku, StatedWaits, WaitedTile, Win
from auditor.core.phrases import Phrase, listed
from auditor.core.reading.building import STICK, is_nagashi_payment, share_payments
from auditor.core.reading.copies import KIND_OF_CODE
from auditor.core.reading.format import MOST_HAN, MOST_POINTS, bounded
from auditor.core.tiles import UNKNOWN
from auditor.core.units import LimitNumber, Points, SeatIndex, Tile, TileCode, YakuHan
from auditor.core.yaku import LIMIT_BASE, YAKUMAN
from auditor.formats.riichicity import vocabulary
from auditor.formats.riichicity.hand import RiichiCityHand, Seating


class Profits:
    """What a hand brings each seat. gains: None where any is left out. sticks: those won less those paid, in points.

    points: after the hand, None where they or the gains are left out. liable: the seat marked so (pao), or NO_SEAT.
    """

    def __init__(self, data: Any, seating: Seating) -> None:
        gains, points = [0] * events.SEATS, [0] * events.SEATS
        sticks: list[int | None] = [None] * events.SEATS
        named, after = set(), set()
        self.liable = events.NO_SEAT
        for one in data.user_profit or ():
            seat = seating.seat_of_user(one.user_id)
            if one.point_profit is not None:
                gains[seat] = _points(one.point_profit, "point_profit")
                named.add(seat)
            if one.user_point is not None:
                points[seat] = _points(one.user_point, "user_point")
                after.add(seat)
            sticks[seat] = one.li_zhi_profit
            if one.is_bao_pai:
                self.liable = seat
        self.gains = tuple(gains) if len(named) == seating.players else None
        self.points = tuple(points) if len(after) == seating.players and self.gains is not None else None
        self.sticks = sticks


def _points(points: int | None, name: str, least: Points = -MOST_POINTS) -> Points:
    return events.NOT_RECORDED if points is None else bounded(points, MOST_POINTS, name, least)


def end_hand(hand: RiichiCityHand, data: Any) -> None:
    """Add the end of a hand, which is one event of the record. Raises ReadError, without a location."""
    profits = Profits(data, hand.seating)
    end: int = data.end_type
    if end in (vocabulary.ENDS_BY_RON, vocabulary.ENDS_BY_TSUMO):
        _win(hand, data, profits, is_tsumo=end == vocabulary.ENDS_BY_TSUMO)
    else:
        _draw(hand, data, profits, vocabulary.DRAW_OF_END.get(end, events.UNSPECIFIED))
    hand.server.end_scores = profits.points


def _win(hand: RiichiCityHand, data: Any, profits: Profits, *, is_tsumo: bool) -> None:
    if not (listed := data.win_info or []):
        raise ReadError("", "win_info: expected at least one win")
    _compare_winners(hand, [hand.seating.seat_of_user(one.user_id) for one in listed])
    wins = [_one_win(hand, one, is_tsumo=is_tsumo) for one in listed]
    if profits.liable != events.NO_SEAT:
        wins[0].pao_seat = profits.liable
    if profits.gains is None or len(wins) == 1:
        wins[0].deltas = profits.gains
    else:
        share_payments(profits.gains, wins, hand.seating.players)
    _compare_sticks(hand, profits, wins)
    hand.events.extend(wins)


def _compare_winners(hand: RiichiCityHand, winners: list[SeatIndex]) -> None:
    """Compare the seats that called a win with the winners of the result."""
    callers = [seat for seat, _, _ in hand.wins]
    if callers and sorted(callers) != sorted(winners):
        due, shown = [listed(" and ", [Phrase("a-seat", seat=n) for n in sorted({*of})]) for of in (callers, winners)]
        message = Phrase("win-called-by-other", due=due, shown=shown)
        hand.builder.contradict(events.ABOUT_WIN, winners[0], message, due, shown)


def _one_win(hand: RiichiCityHand, one: Any, *, is_tsumo: bool) -> Win:
    builder, copies = hand.builder, hand.builder.copies
    seat = hand.seating.seat_of_user(one.user_id)
    calls = [(code, cards) for caller, code, cards in hand.wins if caller == seat]
    code, cards = calls[0] if calls else (builder.last_code, None)
    from_seat = seat if is_tsumo else hand.last_seat()
    tile = builder.latest(code) if code else builder.last_tile
    held = copies.hand(seat)
    if is_tsumo and tile in held:
        held.remove(tile)
    shown = _concealed(held, one.user_cards, cards, code if is_tsumo else 0, hand)
    base = _points(one.bash_points, "bash_points", least=0)
    ura: tuple[Tile, ...] | None = None
    if one.li_bao_card is not None:
        ura = tuple([copies.from_wall(code) for code in vocabulary.codes_of(one.li_bao_card)])
    without = tile if is_tsumo else UNKNOWN
    return Win(
        seat, from_seat, tile,
        hand=None if shown is None else tuple(sorted([*copies.shown(seat, shown, without), tile])),
        han=_number(one.all_fang_num, "all_fang_num"), fu=_number(one.all_fu, "all_fu"),
        points=_points(one.all_point, "all_point"), limit=_limit(base), yaku=_yaku(one, seat, hand), ura=ura, base=base,
    )  # fmt: skip


def _number(value: int | None, name: str) -> int:
    return events.NOT_RECORDED if value is None else bounded(value, MOST_HAN, name)


def _concealed(
    held: list[Tile], user_cards: list[int] | None, hand_cards: list[int] | None, drawn: TileCode, hand: RiichiCityHand
) -> list[TileCode] | None:
    """The concealed tiles that a win shows, without the winning one; of the two copies in the record the one that
    differs from what the seat holds, if one does."""
    found: list[TileCode] | None = None
    own = sorted([hand.builder.copies.codes[tile] if tile >= 0 else 0 for tile in held])
    for cards in (user_cards, hand_cards):
        if cards is None:
            continue
        codes = vocabulary.codes_of(cards)
        if drawn and drawn in codes:
            codes.remove(drawn)
        if sorted(codes) != own or found is None:
            found = codes
            if sorted(codes) != own:
                break
    return found


def _limit(base: Points) -> LimitNumber:
    """The highest limit that base points reach, 0 (no limit) if none."""
    if base == events.NOT_RECORDED:
        return events.NOT_RECORDED
    return max([limit for limit in range(YAKUMAN + 1) if base >= LIMIT_BASE[limit]])


def _yaku(one: Any, seat: SeatIndex, hand: RiichiCityHand) -> tuple[YakuHan, ...] | None:
    """The yaku with their han, where dora and norths set aside are one; None where any han is left out."""
    if one.fang_info is None or any([fang.fang_num is None for fang in one.fang_info]):
        return None
    found: list[YakuHan] = []
    dora, at = 0, events.NOT_RECORDED
    players = hand.seating.players
    for fang in one.fang_info:
        han = _number(fang.fang_num, "fang_num")
        counted = vocabulary.YAKU_OF_FANG.get(
            fang.fang_type, vocabulary.OPEN_FANGS.get(fang.fang_type, yaku.UNKNOWN_YAKU)
        )
        if counted == yaku.ANY_SEAT_WIND:
            counted = yaku.SEAT_EAST + (seat - hand.hand.dealer) % players
        elif counted == yaku.ANY_ROUND_WIND:
            counted = yaku.ROUND_EAST + hand.hand.round // 4
        if counted == yaku.DORA:
            dora += han
            at = len(found) if at == events.NOT_RECORDED else at
        else:
            found.append((counted, han))
    if dora:
        found.insert(at, (yaku.DORA, dora))
    return tuple(found)


def _compare_sticks(hand: RiichiCityHand, profits: Profits, wins: list[Win]) -> None:
    """Set the number of sticks that each winner took; compare what sticks bring the other seats with those paid."""
    for win in wins:
        profit, paid = profits.sticks[win.seat], hand.deposits.count(win.seat)
        if profit is not None and profit % STICK == 0 and profit + STICK * paid >= 0:
            win.sticks = profit // STICK + paid
            profits.sticks[win.seat] = None
    _compare_paid(hand, profits)


def _compare_paid(hand: RiichiCityHand, profits: Profits) -> None:
    for seat, profit in enumerate(profits.sticks):
        paid = hand.deposits.count(seat)
        if profit is not None and profit != -STICK * paid and not hand.owes(seat):
            message = Phrase("sticks-bring", seat=seat, points=f"{profit:+}", paid=paid)
            hand.builder.contradict(events.ABOUT_COPY, seat, message, f"{-STICK * paid}", f"{profit}")


def _draw(hand: RiichiCityHand, data: Any, profits: Profits, draw_type: str) -> None:
    seating, copies = hand.seating, hand.builder.copies
    shown: list[tuple[Tile, ...] | None] = [None] * events.SEATS
    tenpai = [False] * events.SEATS
    for one in data.win_info or ():
        seat = seating.seat_of_user(one.user_id)
        if any([fang.fang_type == vocabulary.NAGASHI_FANG for fang in one.fang_info or ()]):
            draw_type = events.NAGASHI_MANGAN
            if not one.ting_card_list:
                continue
        tenpai[seat] = True
        if one.user_cards is not None:
            shown[seat] = tuple(sorted(copies.shown(seat, vocabulary.codes_of(one.user_cards))))
    if draw_type == events.EXHAUSTIVE and profits.gains is None and not data.win_info:
        draw_type = events.UNSPECIFIED
    gains = profits.gains
    if draw_type == events.EXHAUSTIVE and data.win_info is None and is_nagashi_payment(gains):
        draw_type = events.NAGASHI_MANGAN
    if data.end_type == vocabulary.ENDS_BY_VOTE and not data.user_profit and not hand.deposits:
        gains = (0,) * events.SEATS
    is_played = draw_type in events.TENPAI_DRAWS
    _compare_paid(hand, profits)
    hand.events.append(
        Ryuukyoku(
            draw_type, shown=tuple(shown) if any([one is not None for one in shown]) or is_played else None,
            tenpai=tuple(tenpai) if is_played and data.win_info is not None else None, deltas=gains,
        )
    )  # fmt: skip
    for one in data.win_info or ():
        if one.ting_card_list is not None and is_played:
            kinds = [KIND_OF_CODE[vocabulary.code_of(card)] for card in one.ting_card_list]
            tiles = tuple(
                [WaitedTile(kind, events.NOT_RECORDED, events.NOT_RECORDED, events.NOT_RECORDED) for kind in kinds]
            )
            hand.state_waits(seating.seat_of_user(one.user_id), StatedWaits(UNKNOWN, tiles))


RESULT_SCALE: Final = 10
"""The scores in the record are those in thousands, multiplied by this."""


def final_result(data: Any, seating: Seating) -> FinalResult | None:
    """The result of a game, whose players are listed in the order of rank; None where anybody's points are left out."""
    points, places = [0] * events.SEATS, [events.NOT_RECORDED] * events.SEATS
    scores: list[float | None] = [None] * events.SEATS
    for place, one in enumerate(data.user_data):
        seat = seating.seat_of_user(one.user_id)
        if one.point_num is None:
            return None
        points[seat] = _points(one.point_num, "point_num")
        places[seat] = place
        scores[seat] = None if one.score is None else one.score / RESULT_SCALE
    players = seating.players
    if events.NOT_RECORDED in places[:players]:
        return None
    are_scored = None not in scores[:players]
    all_scores = tuple([score or 0.0 for score in scores]) if are_scored else None
    return FinalResult(tuple(points), all_scores, tuple(places[:players]))
