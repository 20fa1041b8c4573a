# build: compiled
"""The facts that figures of players are counted from: the rows of `player_hands` and `player_games`.

They are worked out as a game is added, from what its other rows are made of. Their rows belong to games like all
others: whatever replaces, merges, exports or joins games includes them.
"""

from typing import Final

from auditor.core.events import EXHAUSTIVE, NAGASHI_MANGAN, NOT_RECORDED, Game, Hand, Win
from auditor.core.table.ledger import TABLE_ACCOUNT
from auditor.core.table.record import HandRecord, RiichiRecord
from auditor.core.units import Points, SeatIndex
from auditor.core.yaku import NAMES as YAKU_NAMES

_IPPATSU: Final = YAKU_NAMES.index("ippatsu")
_YAKUMAN: Final = 13
"""The han of a yakuman, and the most that others count."""
_STICK: Final = 1000

_Fact = int | bool | None
_NO_WIN: Final[tuple[_Fact, ...]] = (False, False, None, None, None, None, None, False, False, None)
_NO_RIICHI: Final[tuple[_Fact, ...]] = (None,) * 8
_NO_DEAL_IN: Final[tuple[_Fact, ...]] = (0, None, 0, None, 0, 0, 0, None, None)


class WonFacts:
    """A win, as the facts of all seats need it.

    discards: of each seat before it. paid: what each seat paid, [] where the log does not say. gain: what it brought,
    honba and the sticks of others in, the own stick not. yakuman: None where the log has no yaku. is_open: whether the
    winner had called; None for a seat that does not exist.
    """

    def __init__(self, win: Win, facts: "HandFacts", riichi: bool, discards: list[int], han: int | None) -> None:
        seat = win.seat
        deltas = () if win.deltas is None else win.deltas[: facts.players]
        self.win = win
        self.is_tsumo = seat == win.from_seat
        self.riichi = riichi
        self.discards = discards[: facts.players]
        self.turn = discards[seat]
        self.paid = [-one for one in deltas]
        self.gain = deltas[seat] - facts.sticks[seat] if 0 <= seat < len(deltas) else None
        self.han = han
        self.yakuman: bool | None = None if win.yaku is None else False
        self.ippatsu = False
        for yaku, each in win.yaku or ():
            if each >= _YAKUMAN:
                self.yakuman = True
            if yaku == _IPPATSU:
                self.ippatsu = True
        self.is_open = facts.calls[seat] > 0 if 0 <= seat < len(facts.calls) else None

    def row(self, ura: int | None) -> tuple[_Fact, ...]:
        """The columns of the winner, from `won` to `ura`."""
        points = self.win.points
        return (
            True, self.is_tsumo, self.gain, None if points == NOT_RECORDED else points, self.turn, sum(self.discards),
            self.han, bool(self.yakuman), self.ippatsu, ura,
        )  # fmt: skip


class HandFacts:
    """What the rows of a hand's players are made of, collected while its other rows are.

    calls: the calls of each seat. shanten: that of each deal, or None. tenpai: of each seat at an exhaustive draw, or
    None. declared: each riichi with the discards before it, its kinds of wait, and its unseen tiles.
    """

    def __init__(
        self, hand: Hand, record: HandRecord, players: int, calls: list[int], shanten: list[int | None] | None,
        tenpai: tuple[bool, ...] | None,
    ) -> None:  # fmt: skip
        self.hand = hand
        self.record = record
        self.players = players
        self.calls = calls
        self.shanten = shanten
        self.tenpai = tenpai
        self.sticks = [0] * (TABLE_ACCOUNT + 1)
        for entry in record.ledger:
            if entry.reason == "riichi":
                self.sticks[entry.from_account] += entry.points
        self.declared: list[tuple[RiichiRecord, int, int, int | None]] = []
        self.won: list[WonFacts] = []
        self.rows_of_winners: dict[SeatIndex, tuple[_Fact, ...]] = {}

    def add_win(self, win: Win, riichi: bool, discards: list[int], han: int | None, ura: int | None) -> None:
        """Add a win; the first of each seat counts."""
        if win.seat not in self.rows_of_winners:
            won = WonFacts(win, self, riichi, discards, han)
            self.won.append(won)
            self.rows_of_winners[win.seat] = won.row(ura)

    def riichis_of(self, seat: SeatIndex) -> list[tuple[_Fact, ...]]:
        """For each riichi of a seat the columns from `riichi` to `wait_tiles`; one of none where it declared none."""
        stick = self.sticks[seat]
        rows: list[tuple[_Fact, ...]] = []
        for place, (riichi, discards, kinds, unseen) in enumerate(self.declared, 1):
            if riichi.seat == seat:
                rows.append((
                    True, riichi.accepted, stick, riichi.double, riichi.furiten, place, len(self.declared) - place,
                    riichi.turn, discards, kinds or None, unseen,
                ))  # fmt: skip
        return rows or [(False, False, stick, *_NO_RIICHI)]

    def dealt_in(self, seat: SeatIndex) -> tuple[_Fact, ...]:
        """The columns from `deal_ins` to `deal_in_turn` of a seat."""
        if not (wins := [won for won in self.won if not won.is_tsumo and won.win.from_seat == seat]):
            return _NO_DEAL_IN
        by_dealer = [won for won in wins if won.win.seat == self.record.dealer]
        open = riichi = dama = 0
        most: int | None = None
        for won in wins:
            riichi += won.riichi
            open += won.is_open is True
            dama += won.is_open is False and not won.riichi
            if won.han is not None:
                han = _YAKUMAN if won.han > _YAKUMAN and won.yakuman is False else won.han
                most = han if most is None else max(most, han)
        turns = [won.discards[seat] for won in wins if 0 <= seat < len(won.discards)]
        paid, to_dealer = _paid(wins, seat), _paid(by_dealer, seat)
        turn = min(turns) if turns else None
        return len(wins), paid, len(by_dealer), to_dealer, riichi, open, dama, most, turn

    def liable(self, seat: SeatIndex) -> int | None:
        """What a seat paid for wins without dealing in: beside who did, or alone for a self-draw."""
        paid = 0
        for won in self.won:
            if seat < len(won.paid) and won.paid[seat] > 0 and seat != won.win.from_seat:
                payers = sum([one > 0 for one in won.paid])
                paid += won.paid[seat] if payers == (1 if won.is_tsumo else 2) else 0
        return paid or None

    def self_drawn(self, seat: SeatIndex) -> tuple[_Fact, ...]:
        """The columns from `tsumo_by_other` to `tsumo_paid` of a seat."""
        for won in self.won:
            if won.is_tsumo:
                if won.win.seat == seat:
                    break
                return True, won.gain, won.paid[seat] if seat < len(won.paid) else None
        return False, None, None


def _paid(wins: list[WonFacts], seat: SeatIndex) -> int | None:
    """What a seat paid for wins, None where the log says of none."""
    paid = [won.paid[seat] for won in wins if 0 <= seat < len(won.paid)]
    return sum(paid) if paid else None


def _rank(points: list[Points], seat: SeatIndex) -> int:
    """The rank of a seat by points, the lower seat first of equal ones; 1 for a seat without any."""
    rank = 1
    if seat < len(points):
        for other, one in enumerate(points):
            if one > points[seat] or (one == points[seat] and other < seat):
                rank += 1
    return rank


def add_player_hands(rows: list[object], game_id: str, facts: HandFacts, outcome: int, is_last: bool) -> None:
    """Append the rows of a finished hand to `player_hands`. outcome: its number. is_last: whether none follows."""
    hand, record, players, tenpai = facts.hand, facts.record, facts.players, facts.tenpai
    start, end = list(hand.scores[:players]), record.end_scores[:players] if record.scores_known else []
    is_drawn = record.outcome == EXHAUSTIVE or record.outcome == NAGASHI_MANGAN
    in_tenpai = None if tenpai is None else sum(tenpai)
    for seat in range(players):
        before = start[seat] if seat < len(start) else None
        head = (
            game_id, hand.index, seat, hand.round % 16, record.honba, outcome,
            (seat - record.dealer + players) % players, before, _rank(start, seat),
            None if before is None or not end else end[seat] - before, facts.calls[seat],
            None if facts.shanten is None else facts.shanten[seat],
        )  # fmt: skip
        for riichi in facts.riichis_of(seat):
            rows.extend(head)
            rows.extend(riichi)
            rows.extend(facts.rows_of_winners.get(seat, _NO_WIN))
            rows.extend(facts.dealt_in(seat) if facts.won else _NO_DEAL_IN)
            rows.append(facts.liable(seat) if facts.won else None)
            rows.extend(facts.self_drawn(seat))
            rows.extend((
                tenpai[seat] if is_drawn and tenpai is not None and seat < len(tenpai) else None, in_tenpai,
                not facts.won, _rank(end, seat) if end else None, is_last,
            ))  # fmt: skip


def add_player_games(
    rows: list[object], game_id: str, game: Game, records: list[HandRecord], placements: list[int]
) -> None:
    """Append the rows of a game to `player_games`. placements: those of its seats; [] without any."""
    players = game.players
    hands = [0] * players
    repeats = [0] * players
    most = [0] * players
    run = 0
    before = before_that = -1
    finished = [record for record in records if record.outcome != "unfinished"]
    for record in finished:
        dealer = record.dealer
        run = run + 1 if dealer == before and record.hand == before_that + 1 else 0
        hands[dealer] += 1
        repeats[dealer] += run > 0
        most[dealer] = max(most[dealer], run)
        before, before_that = dealer, record.hand
    points: list[Points] = []
    if records and records[-1].scores_known and (points := records[-1].end_scores[:players]):
        points[points.index(max(points))] += _STICK * records[-1].end_sticks
    ratings = [player.rating for player in game.seats[:players]]
    known, total = 0, 0.0
    for rating in ratings:
        if rating is not None:
            known += 1
            total += rating
    for seat in range(players):
        of_seat = seat < len(placements)
        own = ratings[seat] if seat < len(ratings) else None
        others = None
        if known - (own is not None) == players - 1:
            others = (total - (own or 0.0)) / (players - 1)
        rows.extend((
            game_id, seat, len(finished), hands[seat], repeats[seat], most[seat],
            points[seat] if of_seat and seat < len(points) else None,
            _rank(points, seat) if of_seat and points else None, others,
        ))  # fmt: skip
