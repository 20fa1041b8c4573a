"""Small hand-made audit results for the tests of store, queries and command line, without a log or a replay."""

from auditor.core.events import (
    CHI,
    CLOSED_KAN,
    DEPOSIT,
    DISCARD,
    DORA,
    DRAW,
    EXHAUSTIVE,
    RIICHI,
    TSUMOGIRI,
    WIN,
    Deposit,
    Event,
    FinalResult,
    Game,
    Hand,
    Player,
    Ryuukyoku,
    Win,
)
from auditor.core.hand.blocks import KAN, block
from auditor.core.hand.decompose import won_readings
from auditor.core.results import Finding, GameResult, Location
from auditor.core.table.ledger import TABLE_ACCOUNT, LedgerEntry
from auditor.core.table.record import HandRecord, RiichiRecord

START = (25000, 25000, 25000, 25000)
TILE_OF = {"1m": 0, "2m": 4, "3m": 8, "5m": 17, "0m": 16, "9m": 32, "1p": 36, "1z": 108, "7z": 132}
NAMES = ("Aoi", "Ben", "千鶴", "Dora")
PAIRS = [0, 0, 4, 4]
"""The concealed kinds of everyone's wait, 1m and 5m: 11m 55m, shanpon."""
MELDS = (block(KAN, 9), block(KAN, 10), block(KAN, 11))


class MadeGame:
    """A game, the records of its hands, and findings, as an audit returns them."""

    def __init__(self, log_id: str = "2020010203gm-00a9-0000-00000001", players: int = 4) -> None:
        self.game = Game("mjlog")
        self.game.log_id = log_id
        self.game.players = players
        self.game.rule_bits = 0xA9
        self.game.seats = [Player(name, "四段", 1500.5) for name in NAMES[:players]]
        self.records: list[HandRecord] = []
        self.findings: list[Finding] = []

    def hand(self, scores: tuple[int, ...] = START, honba: int = 0, sticks: int = 0) -> "MadeHand":
        """Start the next hand; its round number is its index."""
        index = len(self.game.hands)
        hand = Hand(index, index, honba, sticks, index % self.game.players, scores, ((),) * 4, TILE_OF["9m"])
        record = HandRecord(hand, self.game.players)
        record.indicators = [TILE_OF["9m"]]
        self.game.hands.append(hand)
        self.records.append(record)
        return MadeHand(hand, record)

    def ends_with(self, *points: int) -> None:
        """Add the final settlement."""
        self.game.result = FinalResult(points, tuple((point - 30000) / 1000 for point in points))

    def finds(self, check: str, severity: str, hand: int | None = 0, event: int = 0, seat: int | None = 0) -> None:
        """Add a finding."""
        of_hand = self.game.hands[hand or 0]
        where = Location(hand, of_hand.name, of_hand.honba, event, 1, seat, 7)
        finding = Finding(check, severity, where, f"{check} happened", "a", "b", fingerprint="0123456789abcdef")
        self.findings.append(finding)

    def result(self, log: str = "LOG", ruleset: str = "tenhou", reason: str = "as asked") -> GameResult:
        """The audit's result for the game, as the first of its input."""
        names = tuple([seat.name for seat in self.game.seats])
        return GameResult(0, log, self.game.log_id, ruleset, reason, names, self.findings)


class MadeHand:
    """A hand under construction; each method adds events and what a replay would record of them."""

    def __init__(self, hand: Hand, record: HandRecord) -> None:
        self.hand = hand
        self.record = record
        self.discards = [0, 0, 0, 0]

    def add(self, event: Event) -> int:
        """Append an event; returns its index."""
        record = self.record
        record.draws += event.kind == DRAW
        record.replayed += 1
        if event.kind == DISCARD:
            self.discards[event.seat] += 1
        self.hand.events.append(event)
        return len(self.hand.events) - 1

    def turn(self, seat: int, tile: str = "1z") -> None:
        """Draw a tile and discard it."""
        self.add(Event(DRAW, seat, TILE_OF[tile]))
        self.add(Event(DISCARD, seat, TILE_OF[tile], mark=TSUMOGIRI))

    def chi(self, seat: int, from_seat: int) -> None:
        """Claim 1m with 2m and 3m."""
        self.add(Event(CHI, seat, TILE_OF["1m"], (TILE_OF["2m"], TILE_OF["3m"]), from_seat))

    def closed_kan(self, seat: int) -> int:
        """Make a closed kan of 7z and turn its indicator; returns the index of the kan."""
        place = self.add(Event(CLOSED_KAN, seat, TILE_OF["7z"], tuple(range(132, 136))))
        self.add(Event(DORA, -1, TILE_OF["1p"]))
        self.record.indicators.append(TILE_OF["1p"])
        return place

    def riichi(self, seat: int, *, accepted: bool = True, furiten: bool = False) -> RiichiRecord:
        """Draw, declare riichi with that discard, and pay if accepted. Waits for 1m and 5m."""
        self.add(Event(DRAW, seat, TILE_OF["1z"]))
        place = self.add(Event(RIICHI, seat))
        self.add(Event(DISCARD, seat, TILE_OF["1z"], mark=TSUMOGIRI))
        riichi = RiichiRecord(seat, place, self.discards[seat], self.record.wall_left[-1])
        riichi.waits = 0b10001
        riichi.kinds, riichi.melds = PAIRS, len(MELDS)
        riichi.furiten = furiten
        self.record.riichis.append(riichi)
        if accepted:
            riichi.accepted = True
            event = self.add(Deposit(seat))
            assert self.hand.events[event].kind == DEPOSIT
            self.pay(event, "riichi", seat, TABLE_ACCOUNT, 1000)
            self.record.end_sticks += 1
        return riichi

    def pay(self, event: int, reason: str, from_account: int, to_account: int, points: int) -> None:
        """Move points."""
        self.record.ledger.append(LedgerEntry(event, reason, from_account, to_account, points))
        for account, sign in ((from_account, -1), (to_account, 1)):
            if account != TABLE_ACCOUNT:
                self.record.end_scores[account] += sign * points

    def win(self, seat: int, from_seat: int, points: int, *yaku: tuple[int, int], limit: int = 0) -> None:
        """Win on 0m (30 fu); the winner takes the sticks on the table."""
        others = [other for other in range(len(self.record.scores)) if other != seat]
        payers = others if seat == from_seat else [from_seat]
        deltas = [0] * len(self.record.scores)
        for payer in payers:
            deltas[payer] -= points // len(payers)
            deltas[seat] += points // len(payers)
        deltas[seat] += 1000 * self.record.end_sticks
        event = self.add(
            Win(
                seat,
                from_seat,
                TILE_OF["0m"],
                fu=30,
                points=points,
                limit=limit,
                yaku=yaku or ((1, 1), (52, 1)),
                honba=0,
                deltas=tuple(deltas),
            )
        )
        assert self.hand.events[event].kind == WIN
        self.record.won_readings[event] = won_readings([*PAIRS, PAIRS[-1]], MELDS, PAIRS[-1], seat == from_seat)[0]
        for payer in payers:
            self.pay(event, "hand", payer, seat, points // len(payers))
        if self.record.end_sticks:
            self.pay(event, "sticks", TABLE_ACCOUNT, seat, 1000 * self.record.end_sticks)
            self.record.end_sticks = 0
        if seat == from_seat:
            self.record.outcome = "tsumo"
        else:
            self.record.outcome = {"unfinished": "ron", "ron": "double ron"}[self.record.outcome]
        for riichi in self.record.riichis:
            if riichi.seat == seat:
                riichi.outcome = "tsumo" if seat == from_seat else "ron"
            elif riichi.outcome == "unfinished":
                riichi.outcome = "dealt in" if riichi.seat == from_seat else "other win"

    def exhaustive_draw(self, tenpai: tuple[bool, ...] | None = None) -> None:
        """End without a winner or payments. tenpai: which seats the log records as tenpai."""
        self.add(Ryuukyoku(EXHAUSTIVE, tenpai=tenpai))
        self.record.outcome = EXHAUSTIVE
        for riichi in self.record.riichis:
            riichi.outcome = "draw"
