# build: hot
"""Translates the records of a hand into its events: chooses copies of tiles, puts sticks and indicators in order.

A record may hold more than one event. The payment of a riichi that nobody won on is in the next record, and precedes
that record's own event; an indicator precedes the draw, the discard or the win whose record shows it first; a
declaration precedes its discard. The flags and offers of a record are stored with its last event.

Repeated fields are copied (``[:]``) before they are iterated over: protobuf's iterators end by a costly exception.
"""

from typing import Any, Final

from auditor.core import events
from auditor.core.errors import ReadError
from auditor.core.events import Hand, Ryuukyoku, ServerRecord
from auditor.core.phrases import Phrase, listed
from auditor.core.reading.building import Conventions, HandBuilder
from auditor.core.reading.copies import NO_CODE, Copies
from auditor.core.reading.format import MOST_COUNTERS, MOST_POINTS, bounded
from auditor.core.tiles import UNKNOWN
from auditor.core.units import HandIndex, SeatIndex, Tile, TileCode
from auditor.formats.majsoul.fast import RawTurn
from auditor.formats.majsoul.parts import Parts
from auditor.formats.majsoul.result import add_wins, drawn_hand, points_of
from auditor.formats.majsoul.vocabulary import DRAW_OF_NUMBER, is_whole, seat_of, tile_code

CLAIM_OF_TYPE: Final = (events.CHI, events.PON, events.OPEN_KAN)
"""The kind of a call by the number of its type."""
OWN_KANS: Final = {2: events.ADDED_KAN, 3: events.CLOSED_KAN}
NORTH_CODE: Final = 44
_CONVENTIONS: Final = Conventions(kan_takes_kind=True)


class MajsoulHand:
    """Builds one hand. Every method raises ReadError, without a location, for an impossible value.

    codes: the indicators turned so far. is_dealt: whether the dealer has only the tiles dealt, so that the tsumogiri
    mark of the first discard means nothing.
    """

    def __init__(
        self, index: HandIndex, record: Any, parts: Parts, red_tiles: tuple[Tile, ...], won_at_once: str
    ) -> None:
        players = len(record.scores)
        if players not in (3, 4):
            raise ReadError("", f"scores: expected the points of three or four seats, not {players} numbers")
        self.players = players
        self.parts = parts
        copies = Copies(red_tiles)
        scores = points_of(record.scores, "scores", players)
        self.is_dealt = True
        named = seat_of(record.ju, players)
        wall: str = record.paishan
        dealt = [[tile_code(tile) for tile in tiles[:]] for tiles in self._hands(record)]
        dealer = _dealer_of(dealt, named)
        first_draw = self._take_first_draw(dealt[dealer], wall, won_at_once)
        hands = tuple([tuple([copies.draw(seat, code) for code in codes]) for seat, codes in enumerate(dealt)])
        doras: list[Any] = record.doras[:] or ([record.dora] if record.dora else [])
        self.codes = [tile_code(tile) for tile in doras[:1]]
        round = bounded(record.chang, 3, "chang") * 4 + named
        honba = bounded(record.ben, MOST_COUNTERS, "ben")
        sticks = bounded(record.liqibang, MOST_COUNTERS, "liqibang")
        indicator = copies.from_wall(self.codes[0]) if self.codes else UNKNOWN
        self.hand = Hand(index, round, honba, sticks, dealer, scores, hands, indicator)
        self.builder = HandBuilder(self.hand, copies, _CONVENTIONS)
        self.hand.first_draw_recorded = is_whole(wall, players)
        is_salted = bool(record.salt or not record.salt_sha256)  # else the salt was taken out, which both hashes need
        hashes = (record.sha256, record.salt, record.salt_sha256) if is_salted else ()
        self.server = ServerRecord(wall, record.md5, *hashes)
        self.hand.server = self.server
        self.events = self.hand.events
        self._turn(doras)
        if first_draw != NO_CODE:
            self.builder.draw(dealer, first_draw)
            self._note(events.NOT_RECORDED, parts.offer(record.operation))

    def _hands(self, record: Any) -> list[Any]:
        hands = [record.tiles0, record.tiles1, record.tiles2, record.tiles3]
        for seat, tiles in enumerate(hands[: self.players]):
            if not len(tiles):
                raise ReadError("", f"tiles{seat}: expected the hand of seat {seat}; there is none")
        if self.players == 3 and len(hands[3]):
            raise ReadError("", "tiles3: expected no hand of a fourth seat, for there are three scores")
        return hands

    def _take_first_draw(self, dealt: list[Tile], wall: str, won_at_once: str) -> Tile:
        """Take the dealer's first draw out of the fourteen dealt; NO_CODE where there are no more than thirteen.

        It is the wall's, if that is whole; else the tile that the dealer wins on at once, else the last.
        """
        if len(dealt) < 14:
            return NO_CODE
        index = len(dealt) - 1
        first_draw = won_at_once
        if is_whole(wall, self.players):
            first = 2 * (13 * self.players)
            first_draw = wall[first : first + 2]
        if first_draw:
            code = tile_code(first_draw)
            if dealt[index] != code and code in dealt:
                index = dealt.index(code)
        return dealt.pop(index)

    def play(self, name: str, record: Any) -> None:
        """Add the events of a record that is not the hand's first. name: without the package."""
        if name == "RecordDealTile":
            self._deal(record)
        elif name == "RecordDiscardTile":
            self._discard(record)
        elif name == "RecordChiPengGang":
            self._claim(record)
        elif name == "RecordAnGangAddGang":
            self._kan(record)
        elif name == "RecordBaBei":
            self._north(record)
        elif name == "RecordHule":
            self._hule(record)
        elif name == "RecordNoTile":
            self._no_tile(record)
        elif name == "RecordLiuJu":
            self._abort(record)

    def play_turn(self, turn: RawTurn) -> bool:
        """Add a draw or a discard that is already decoded; False, with nothing done, if the game has no such seat."""
        seat: SeatIndex = turn.seat
        if seat >= self.players:
            return False
        if turn.is_draw:
            self._drawn(seat, turn.code, turn.flags, turn.offers)
        else:
            self._discarded(seat, turn.code, turn.is_riichi, turn.is_drawn, turn.flags, turn.offers)
        return True

    def close(self) -> Hand:
        """Complete the hand after its last record, and return it."""
        self._fill(len(self.events))
        return self.hand

    def _note(self, flags: int, offers: int) -> None:
        """Store the flags and offers of a record, whose last event has just been added."""
        furiten, last = self.server.furiten, len(self.events) - 1
        if len(furiten) != last:
            self._fill(last)
        furiten.append(flags)
        self.server.offers.append(offers)

    def _fill(self, count: int) -> None:
        furiten, offers = self.server.furiten, self.server.offers
        while len(furiten) < count:
            furiten.append(events.NOT_RECORDED)
            offers.append(0)

    def _turn(self, doras: Any, *, more_only: bool = False) -> None:
        """Add the indicators of a list (of all so far) that are new, and, unless more_only, those that have changed."""
        known = self.codes
        for index, tile in enumerate(doras[:]):
            code = tile_code(tile)
            if index >= len(known):
                known.append(code)
                if not index:  # the record of the deal leaves it out
                    self.hand.indicator = self.builder.copies.from_wall(code)
                    continue
            elif known[index] == code or more_only:
                continue
            else:
                known[index] = code
            self.builder.dora(code)

    def _pay(self, part: Any) -> None:
        """Add the deposit that a part of a record states, unless the riichi failed."""
        liqi = self.parts.liqi(part)
        if liqi.failed:
            return
        seat = seat_of(liqi.seat, self.players)
        scores = list(self.builder.scores)
        scores[seat] = bounded(liqi.score, MOST_POINTS, "liqi.score", -MOST_POINTS)
        if liqi.liqibang:
            self.server.sticks[len(self.events)] = bounded(liqi.liqibang, MOST_COUNTERS, "liqi.liqibang")
        self.builder.deposit(seat, tuple(scores) if liqi.score else None)

    def _deal(self, record: Any) -> None:
        seat = seat_of(record.seat, self.players)
        if paid := record.liqi:
            self._pay(paid)
        if record.doras:
            self._turn(record.doras)
        code = tile_code(record.tile)
        self._drawn(seat, code, self.parts.flags(record.zhenting), self.parts.offer(record.operation))

    def _drawn(self, seat: SeatIndex, code: TileCode, flags: int, offers: int) -> None:
        self.builder.draw(seat, code)
        if seat == self.hand.dealer:
            self.is_dealt = False
        self._note(flags, offers)

    def _discard(self, record: Any) -> None:
        seat = seat_of(record.seat, self.players)
        code = tile_code(record.tile)
        if record.doras:
            self._turn(record.doras)
        is_riichi: bool = record.is_liqi or record.is_wliqi
        is_drawn: bool = record.moqie
        flags, offers = self.parts.flags(record.zhenting), self.parts.offers(record.operations)
        self._discarded(seat, code, is_riichi, is_drawn, flags, offers)

    def _discarded(
        self, seat: SeatIndex, code: TileCode, is_riichi: bool, is_drawn: bool, flags: int, offers: int
    ) -> None:
        if is_riichi:
            self.builder.declare(seat)
        mark = events.TSUMOGIRI if is_drawn else events.TEDASHI
        if self.is_dealt and seat == self.hand.dealer:
            self.is_dealt = is_drawn = False
            mark = events.NOT_RECORDED
        self.builder.discard(seat, code, mark, is_drawn)
        self._note(flags, offers)

    def _claim(self, record: Any) -> None:
        seat = seat_of(record.seat, self.players)
        kind = CLAIM_OF_TYPE[bounded(record.type, len(CLAIM_OF_TYPE) - 1, "type")]
        codes = [tile_code(tile) for tile in record.tiles[:]]
        froms = [seat_of(one, self.players) for one in record.froms[:]]
        size = 4 if kind == events.OPEN_KAN else 3
        if len(codes) != size or len(froms) != size:
            raise ReadError("", f"tiles, froms: expected {size} of each, not {len(codes)} and {len(froms)}")
        if paid := record.liqi:
            self._pay(paid)
        seat, claimed_index = self._caller(seat, froms)
        code = codes.pop(claimed_index)
        self.builder.claim(kind, seat, froms[claimed_index], code, codes)
        self._note(self.parts.flags(record.zhenting), self.parts.offer(record.operation))

    def _caller(self, named: SeatIndex, froms: list[SeatIndex]) -> tuple[SeatIndex, int]:
        """The seat that makes a call, and the index of the claimed tile: the one from another seat, which is the last.

        If the tiles before it are all of one seat, that is the caller: a record that names another contradicts itself.
        """
        own = froms[:-1]
        seat = own[0] if froms[-1] != own[0] and own.count(own[0]) == len(own) else named
        claimed_index = len(own)
        if froms[-1] == seat:
            for index, one in enumerate(own):
                if one != seat:
                    claimed_index = index
        elif own.count(named) != len(own):
            others, actual = [listed(" and ", [Phrase("a-seat", seat=one) for one in sorted({*seats})])
                              for seats in (own, [named, *own])]  # fmt: skip
            message = Phrase("call-of-other-tiles", seat=named, seats=others)
            self.builder.contradict(events.ABOUT_CALL, seat, message, Phrase("a-seat", seat=seat), actual)
        return seat, claimed_index

    def _kan(self, record: Any) -> None:
        seat = seat_of(record.seat, self.players)
        if (kind := OWN_KANS.get(record.type)) is None:
            raise ReadError("", f"type: expected 2 or 3, an added or a closed kan, not {record.type}")
        code = tile_code(record.tiles)
        if kind == events.ADDED_KAN:
            self.builder.added_kan(seat, code, ())
        else:
            self.builder.closed_kan(seat, (code,))
        self._after_own_meld(record)

    def _north(self, record: Any) -> None:
        seat = seat_of(record.seat, self.players)
        self.builder.north(seat, NORTH_CODE, record.moqie)
        self._after_own_meld(record)

    def _after_own_meld(self, record: Any) -> None:
        """Store what others are offered after a kan or a north, and add an indicator if its record shows one."""
        offers = self.parts.offers(record.operations)
        self._note(events.NOT_RECORDED, offers)
        if record.doras:
            self._turn(record.doras)

    def _hule(self, record: Any) -> None:
        self._turn(max([record.doras[:], *[one.doras[:] for one in record.hules[:]]], key=len), more_only=True)
        add_wins(record, self.builder, self.players)
        if record.scores:
            self.server.end_scores = points_of(record.scores, "scores", self.players)

    def _no_tile(self, record: Any) -> None:
        draw = drawn_hand(record, self.builder.copies, self.players)
        self._pay_silently(draw)
        self.events.append(draw)

    def _pay_silently(self, draw: Ryuukyoku) -> None:
        """Add the deposit of a riichi declared with the last discard, which only the points before the payment show."""
        seat, scores = self.builder.declarer, draw.scores
        if len(self.events) < 2 or self.events[-2].kind != events.RIICHI or scores is None:
            return
        if seat != events.NO_SEAT and scores[seat] != self.builder.scores[seat]:
            self.builder.deposit(seat, scores)

    def _abort(self, record: Any) -> None:
        draw_type = DRAW_OF_NUMBER.get(record.type, events.UNSPECIFIED)
        if paid := record.liqi:
            self._pay(paid)
        if draw_type == events.FOUR_RIICHI:
            self.builder.deposit_owed()
        shown: list[tuple[Tile, ...] | None] = [None] * 4
        tiles = [tile_code(tile) for tile in record.tiles]
        if tiles:
            seat = seat_of(record.seat, self.players)
            shown[seat] = tuple(sorted(self.builder.copies.shown(seat, tiles)))
        self.events.append(Ryuukyoku(draw_type, shown=tuple(shown) if tiles else None))


def _dealer_of(dealt: list[list[TileCode]], named: SeatIndex) -> SeatIndex:
    """The dealer: the seat that is named, unless another is the only one with the dealer's fourteen tiles."""
    fourteen = [seat for seat, tiles in enumerate(dealt) if len(tiles) == 14]
    return fourteen[0] if len(fourteen) == 1 else named
