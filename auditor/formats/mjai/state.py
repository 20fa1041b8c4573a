"""What is known of a hand of mjai's while it is read, and what moves tiles and points in it."""

from typing import Any

from auditor.events import NO_SEAT, TSUMOGIRI, Deposit, Hand
from auditor.formats.copies import NO_CODE, Copies
from auditor.formats.deposits import STICK
from auditor.formats.mjai.values import codes_of_hands, points_of_seats
from auditor.formats.shared_events import discard_of, draw_of
from auditor.tiles import RED_FIVES, UNKNOWN
from auditor.units import Mark, Points, SeatIndex, Tile, TileCode


class HandState:
    """The hand being read: None between hands or while a broken one is skipped.

    declaring: who has declared riichi and is to discard; declarer: whose declaration tile is out and stick not paid.
    ura: the indicators that the latest win of the hand shows. draws: how many there were.
    """

    def __init__(self) -> None:
        self.hand: Hand | None = None
        self.copies = Copies(RED_FIVES)
        self.scores: list[Points] = []
        self.declaring: SeatIndex = NO_SEAT
        self.declarer: SeatIndex = NO_SEAT
        self.drawn: Tile = UNKNOWN
        self.last_tile: Tile = UNKNOWN
        self.ura: tuple[Tile, ...] = ()
        self.draws = 0

    def take(self, seat: SeatIndex, code: TileCode, meld: tuple[Tile, ...] = ()) -> Tile:
        """A tile out of a hand."""
        return self.copies.from_hand(seat, code, meld, self.drawn)

    def draw(self, hand: Hand, seat: SeatIndex, code: TileCode) -> None:
        """A seat draws a tile."""
        self.drawn = self.last_tile = self.copies.draw(seat, code)
        self.draws += 1
        hand.events.append(draw_of(seat, self.drawn))

    def discard(self, hand: Hand, seat: SeatIndex, code: TileCode, mark: Mark) -> None:
        """A seat discards a tile."""
        tile = self.copies.discard(seat, code, self.drawn, mark == TSUMOGIRI)
        hand.events.append(discard_of(seat, tile, mark))
        self.last_tile = tile
        self.drawn = UNKNOWN
        if self.declaring == seat:
            self.declarer, self.declaring = seat, NO_SEAT

    def pay(self, seat: SeatIndex, scores: tuple[Points, ...] | None = None) -> None:
        """A seat's deposit. scores: after it, as the log says; where it does not, mjai's stick is taken off."""
        if seat == NO_SEAT:
            return
        assert self.hand is not None
        self.hand.events.append(Deposit(seat, scores))
        if scores is None:
            self.scores[seat] -= STICK
        else:
            self.scores = list(scores)
        self.declarer = NO_SEAT

    def scores_after(self, message: dict[str, Any], place: str) -> tuple[Points, ...] | None:
        """The points of the seats after a message that moves some: as given, or by what each gains; None without."""
        scores = points_of_seats(message, "scores", place)
        deltas = points_of_seats(message, "deltas", place) if scores is None else None
        if deltas is None:
            return scores
        return tuple([score + delta for score, delta in zip(self.scores, deltas, strict=True)])

    def deltas(self, message: dict[str, Any], place: str) -> tuple[Points, ...] | None:
        """What each seat gains: as given, or from the scores after the payment."""
        deltas = points_of_seats(message, "deltas", place)
        after = points_of_seats(message, "scores", place) if deltas is None else None
        if after is not None:
            deltas = tuple([one - before for one, before in zip(after, self.scores, strict=True)])
        if deltas is not None:
            self.scores = [score + delta for score, delta in zip(self.scores, deltas, strict=True)]
        return deltas

    def ura_tile(self, at: int, code: TileCode) -> Tile:
        """An ura indicator that a win shows; another winner of the hand shows the same tile."""
        is_known = at < len(self.ura) and self.ura[at] in self.copies.ids.get(code, ())
        return self.ura[at] if is_known else self.copies.from_wall(code)

    def shown(self, hands: object, place: str) -> tuple[tuple[Tile, ...] | None, ...] | None:
        """The hands that a draw shows: None for one of which a tile is hidden, None where the log says nothing."""
        found = codes_of_hands(hands, place)
        if found is None:
            return None
        shown: list[tuple[Tile, ...] | None] = [None] * 4
        for seat, codes in enumerate(found):
            if codes and NO_CODE not in codes:
                shown[seat] = tuple([self.take(seat, code) for code in codes])
        return tuple(shown)
