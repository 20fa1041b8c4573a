"""Whole legal games, played by simple players from published seeds: an input of any size that is always the same.

The players, four or three, draw towards tenpai, declare riichi, claim tiles for a yaku of their own, make kans, set
norths aside and win where they may.
Every tile comes from the wall of the game's own seed, so that the wall proof has work too. The games audit clean.
"""

import base64
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from auditor.core import events
from auditor.core.events import Event, Game, Hand
from auditor.core.hand.kan import KanEffect, kan_effect
from auditor.core.table.draws import abortive_condition
from auditor.core.table.next_hand import ending, next_honba, next_round
from auditor.core.table.options import other_end
from auditor.core.table.seat import Seat, waits_without
from auditor.core.table.table import NOT_FURITEN, Table, deal, furiten_kind
from auditor.core.table.wall import PREFIX_C, SEED_BYTES, Wall, walls
from auditor.core.table.winning import ura_due, value_of_win
from auditor.core.tiles import EAST, HAKU, NORTH_KIND, RUNS_WITH, UNKNOWN
from auditor.core.units import Kind, KindMask, SeatIndex, Tile
from auditor.formats import mjlog
from auditor.testing.scenario import Scenario

DRAGONS: Final = (HAKU, HAKU + 1, HAKU + 2)


class PlayStyle(NamedTuple):
    """How the players are: of the times that they could, how often they do what."""

    riichi: float = 0.85
    calls: float = 0.8
    kans: float = 0.7
    norths: float = 0.9


EVEN: Final = PlayStyle()


class Simulation(Scenario):
    """A game that plays itself.

    number: which game; with ruleset and style it gives the same game. most_hands: it breaks off after so many.
    """

    def __init__(
        self, number: int, rules: str = "tenhou", style: PlayStyle = EVEN, most_hands: int | None = None
    ) -> None:
        super().__init__(rules)
        self.style = style
        self.most_hands = most_hands
        self.random = Random(number)
        key = self.random.randbytes(SEED_BYTES - 1) + b"\x01"
        self.game.seed = PREFIX_C + base64.b64encode(key).decode()
        self.game.log_id = f"20200101{number % 24:02d}gm-0009-0000-{number:08x}"
        self.players = self.game.players
        self.walls = walls(self.game.seed, self.players)
        self.wall: Wall
        self.replacements = 0

    def play(self) -> Game:
        """Play to the end, or as far as was asked."""
        while True:
            self._deal()
            self._play_hand()
            if ending(self.table):
                self.final()
                return self.game
            if len(self.game.hands) == self.most_hands:
                return self.game

    # ---------------------------------------- what players decide by the rules; a player who errs decides otherwise

    def makes_kan(self, player: Seat, effect: KanEffect) -> bool:
        """Whether a player in riichi makes a closed kan that has this effect."""
        return effect.verdict(self.rules.riichi.kan, self.rules.draws.four_own_copies != "never") == "legal"

    def calls_ron(self, player: Seat, furiten: int) -> bool:
        """Whether a player whose hand the last tile completes, with a yaku, calls ron; furiten: as of that module."""
        return furiten == NOT_FURITEN

    def bluffs(self, player: Seat) -> bool:
        """Whether a player whose hand will not be waiting declares riichi."""
        return False

    def swaps(self, kind: Kind, run: tuple[Tile, ...]) -> tuple[Kind, ...]:
        """The kinds that a player does not discard who claimed one, for a pon or for a run with two tiles."""
        return (kind, other_end(kind, run[0] >> 2, run[1] >> 2)) if run else (kind,)

    def carried_sticks(self, before: Table) -> int:
        """The sticks with which the next hand starts."""
        return before.sticks

    # ------------------------------------------------------------------------------------------------ play

    def _deal(self) -> None:
        before = getattr(self, "table", None)
        start = (*(self.rules.game.start_points,) * self.players, 0)[: events.SEATS]
        number, honba, sticks, scores = (0, 0, 0, start)
        if before is not None:
            number, honba, sticks = next_round(before), next_honba(before), self.carried_sticks(before)
            scores = tuple(before.scores)
        self.wall = next(self.walls)
        dealer = number % events.SEATS
        indicator = self.wall.indicator(0)
        hand = Hand(
            len(self.game.hands), number, honba, sticks, dealer, scores, self.wall.dealt(dealer),
            UNKNOWN if indicator is None else indicator, self.wall.dice,
        )  # fmt: skip
        self.game.hands.append(hand)
        self.table = deal(self.game, hand, self.rules)
        self.replacements = 0

    def _fill_ura(self, winner: Seat) -> tuple[Tile, ...]:
        ura = [self.wall.ura(number) for number in range(ura_due(self.table, winner.seat))]
        return tuple([tile for tile in ura if tile is not None])

    def _play_hand(self) -> None:
        seat = self.table.hand.dealer
        while True:
            if self._take_turn(seat):
                return
            following = self._react(seat)
            if following == events.NO_SEAT:
                return
            seat = following

    def _take_turn(self, seat: SeatIndex) -> bool:
        """Draw and act until a tile is discarded; whether the hand is over."""
        is_replacement = False
        while True:
            if is_replacement:
                tile = self.wall.replacement(self.replacements)
                self.replacements += 1
            else:
                tile = self.wall.draw(self.table.draws - self.replacements)
            assert tile is not None
            self.add(Event(events.DRAW, seat, tile))
            player = self.table.seats[seat]
            if player.waits >> (tile >> 2) & 1:
                value = value_of_win(self.table, seat, seat, tile, self._fill_ura(player))
                if value is not None and value.is_enough:
                    self.tsumo()
                    return True
            while self.table.indicators_due and self.rules.dora.kan_dora:
                self._turn_indicator()
            if (made := self._north(player, tile)) is None:
                made = self._kan(player, tile)
            if made is None:
                break
            if made:
                return True
            is_replacement = True
        self._discard_best(player, ())
        return False

    def _turn_indicator(self) -> None:
        if not self.rules.dora.kan_dora:
            return
        tile = self.wall.indicator(len(self.table.indicators))
        assert tile is not None
        self.add(Event(events.DORA, events.NO_SEAT, tile))

    def _north(self, player: Seat, drawn: int) -> bool | None:
        """Set a north aside where one can be: whether the hand is over by it; None where none was set aside."""
        if self.players == events.SEATS or self.table.wall_left == 0 or self.random.random() > self.style.norths:
            return None
        held = [tile for tile in player.concealed if tile >> 2 == NORTH_KIND]
        if not held or (player.in_riichi and drawn not in held):
            return None
        tile = drawn if drawn in held else held[-1]
        self.add(Event(events.NORTH, player.seat, tile, (), player.seat))
        winners = self._winners(player.seat)
        self.rons(*winners[:2])
        return bool(winners)

    def _kan(self, player: Seat, drawn: int) -> bool | None:
        """Make a kan where one can be made: whether the hand is over by it; None where none was made."""
        table = self.table
        if table.kans >= events.SEATS or table.wall_left == 0 or self.random.random() > self.style.kans:
            return None
        kind = drawn >> 2
        pon = player.pon_of(kind)
        if pon is not None and not player.in_riichi:
            self.add(Event(events.ADDED_KAN, player.seat, drawn, (pon.tile, *pon.tiles), pon.from_seat))
            return self._robbed(player.seat)
        if player.count(kind) == events.SEATS:
            if player.in_riichi:
                effect = kan_effect(player.concealed_kinds(drawn), kind, kind, len(player.melds))
                if not self.makes_kan(player, effect):
                    return None
            four = tuple(range(4 * kind, 4 * kind + 4))
            self.add(Event(events.CLOSED_KAN, player.seat, four[0], four, player.seat))
            self._turn_indicator()
            return False
        return None

    def _robbed(self, seat: SeatIndex) -> bool:
        winners = self._winners(seat)
        self.rons(*winners[:2])
        if not winners and self.rules.dora.open_kan == "at once":
            self._turn_indicator()
        return bool(winners)

    def _winners(self, loser: SeatIndex) -> list[SeatIndex]:
        """Who wins on the last tile, in turn from the loser's right."""
        table = self.table
        last = table.last
        assert last is not None
        winners = []
        for distance in range(1, self.players):
            seat = table.seats[(loser + distance) % self.players]
            if not table.pending_seats >> seat.seat & 1:
                continue
            value = value_of_win(table, seat.seat, loser, last.tile, self._fill_ura(seat))
            if value is not None and value.is_enough and self.calls_ron(seat, furiten_kind(table, seat)):
                winners.append(seat.seat)
        return winners[:1] if self.rules.scoring.head_bump else winners

    def _react(self, seat: SeatIndex) -> SeatIndex:
        """What follows a discard: the seat whose turn comes next, or NO_SEAT where the hand is over."""
        table = self.table
        last = table.last
        assert last is not None
        winners = self._winners(seat)
        if len(winners) == 3 and self.rules.scoring.triple_ron == "abort":
            self.ryuukyoku(events.TRIPLE_RON)
            return events.NO_SEAT
        if winners:
            self.rons(*winners)
            return events.NO_SEAT
        if table.pending_riichi == seat:
            self.deposit(seat)
        abortive = self.rules.draws.abortive
        if events.FOUR_RIICHI in abortive and abortive_condition(table, events.FOUR_RIICHI):
            shown = tuple([tuple(sorted(player.concealed)) for player in table.seats])
            self.ryuukyoku(events.FOUR_RIICHI, shown=shown)
            return events.NO_SEAT
        for draw_type in (events.FOUR_WINDS, events.FOUR_KANS):
            if draw_type in abortive and abortive_condition(table, draw_type):
                self.ryuukyoku(draw_type)
                return events.NO_SEAT
        if table.wall_left == 0:
            self.end_of_wall()
            return events.NO_SEAT
        caller = self._call(seat, last)
        return self._react(caller) if caller != events.NO_SEAT else (seat + 1) % self.players

    def _call(self, seat: SeatIndex, last: Event) -> SeatIndex:
        """Claim a discard for a pon of a yaku, or a chi next to one, and discard; the caller, or NO_SEAT."""
        kind = last.tile >> 2
        for distance in range(1, self.players):
            player = self.table.seats[(seat + distance) % self.players]
            if player.riichi is not None or self.random.random() > self.style.calls:
                continue
            own = [tile for tile in player.concealed if tile >> 2 == kind][:2]
            if len(own) == 2 and self._is_yaku(player.seat, kind):
                self.add(Event(events.PON, player.seat, last.tile, tuple(sorted(own)), seat))
                self._discard_best(player, self.swaps(kind, ()))
                return player.seat
        if self.players < events.SEATS:
            return events.NO_SEAT
        player = self.table.seats[(seat + 1) % events.SEATS]
        run = self._run(player, kind)
        swaps = self.swaps(kind, run)
        may = run and any([tile not in run and tile >> 2 not in swaps for tile in player.concealed])
        if may and player.riichi is None and self.random.random() < self.style.calls:
            self.add(Event(events.CHI, player.seat, last.tile, run, seat))
            self._discard_best(player, swaps)
            return player.seat
        return events.NO_SEAT

    def _is_yaku(self, seat: SeatIndex, kind: Kind) -> bool:
        hand = self.table.hand
        return kind in (*DRAGONS, EAST + hand.round // events.SEATS, EAST + (seat - hand.dealer) % self.players)

    def _run(self, player: Seat, kind: Kind) -> tuple[Tile, ...]:
        """Two tiles of a hand with a pon of a yaku that make a run with a claimed one, or none."""
        has_yaku = any(
            [meld.kind == events.PON and self._is_yaku(player.seat, meld.tile >> 2) for meld in player.melds]
        )
        if not has_yaku:
            return ()
        for _, *others in sorted(RUNS_WITH[kind], key=lambda run: run[0] != 1):  # a closed wait first
            tiles = [[tile for tile in player.concealed if tile >> 2 == one] for one in others]
            if all(tiles) and len(tiles[0]) == 1 and len(tiles[1]) == 1:
                return tuple(sorted([tiles[0][0], tiles[1][0]]))
        return ()

    def _used_up(self, player: Seat) -> KindMask:
        """The kinds of a player's kans, where a hand that waits for these alone counts as noten."""
        kans = [meld.tile >> 2 for meld in player.melds if meld.kind in events.KANS]
        return sum([1 << kind for kind in kans]) if self.rules.draws.four_own_copies == "never" else 0

    def _discard_best(self, player: Seat, forbidden: tuple[Kind, ...]) -> None:
        """Discard, in riichi what was drawn; declare riichi where the hand is tenpai and may."""
        table = self.table
        if player.in_riichi:
            self.add(Event(events.DISCARD, player.seat, player.drawn))
            return
        kinds = {tile >> 2: tile for tile in sorted(player.concealed) if tile >> 2 not in forbidden}
        counted = ~self._used_up(player)
        waits = {kind: (waits_without(player, tile) & counted).bit_count() for kind, tile in kinds.items()}
        if max(waits.values()):
            kind = max(waits, key=lambda one: waits[one])
            may = (
                not player.is_open
                and table.scores[player.seat] >= max(table.stick, self.rules.riichi.points)
                and table.wall_left >= self.rules.riichi.tiles_left
            )
            if may and self.random.random() < self.style.riichi:
                self.add(Event(events.RIICHI, player.seat))
        else:
            held = [tile >> 2 for tile in player.concealed]
            kind = min(kinds, key=lambda one: (_use(one, held), self.random.random()))
            if self.bluffs(player):
                self.add(Event(events.RIICHI, player.seat))
        self.add(Event(events.DISCARD, player.seat, kinds[kind]))


def _use(kind: Kind, held: list[Kind]) -> int:
    """How much a tile is worth to a hand: its pairs and neighbours."""
    worth = 3 * (held.count(kind) - 1)
    if kind < EAST:
        for other in held:
            distance = abs(other - kind)
            if other // 9 == kind // 9 and 0 < distance <= 2:
                worth += 3 - distance
        worth += min(kind % 9, 8 - kind % 9, 2) // 2
    return worth


def games(count: int) -> Iterator[bytes]:
    """So many games as mjlogs."""
    for number in range(count):
        yield mjlog.write(Simulation(number).play()).encode()
