"""An evening of a small tournament: sixteen players at four tables, two rounds, a log a table.

The games are played by the players of `auditor.testing.simulate`. At three of the tables somebody errs, twice a game,
and play goes on from there as it would: the faults are those that referees are asked about. Nothing else is wrong.
"""

from typing import Any, Final, NamedTuple, Self

from auditor.core.events import SEATS, Player
from auditor.core.hand.kan import KanEffect
from auditor.core.table.seat import Seat
from auditor.core.table.table import BY_DISCARD, Table
from auditor.core.table.winning import payment_of_win, value_of_win
from auditor.testing.simulate import Simulation
from scenarios import CASES, Case, Play

LOBBY: Final = 7301
"""The tournament's private room."""
ROUNDS: Final = {1: "2026032719", 2: "2026032721"}
"""Day and hour at which each round starts."""

PLAYERS: Final = (
    ("佐藤 葵", "四段", 1584.0, "F"),
    ("Marco Bianchi", "五段", 1702.0, "M"),
    ("高橋 蓮", "六段", 1811.0, "M"),
    ("Claire Dubois", "三段", 1540.0, "F"),
    ("鈴木 美咲", "五段", 1688.0, "F"),
    ("Jonas Weber", "四段", 1612.0, "M"),
    ("田中 大輔", "七段", 1926.0, "M"),
    ("Inês Ferreira", "二段", 1507.0, "F"),
    ("渡辺 さくら", "六段", 1795.0, "F"),
    ("Tomasz Nowak", "四段", 1633.0, "M"),
    ("伊藤 拓海", "三段", 1561.0, "M"),
    ("Maya Chen", "五段", 1744.0, "F"),
    ("中村 千夏", "四段", 1598.0, "F"),
    ("Kwame Mensah", "三段", 1525.0, "M"),
    ("小林 翔", "五段", 1671.0, "M"),
    ("Anna Lindqvist", "六段", 1833.0, "F"),
)
"""Name, grade, rating and sex. In the first round the rows of four sit together, in the second the columns."""


class Slip(NamedTuple):
    """An error that a player, or whoever keeps the score, makes at the first occasion in a hand.

    what: KAN, FURITEN, ... hand: by its index in the game. seat, turn: with which of its discards a seat declares the
    riichi that waits for nothing.
    """

    what: str
    hand: int
    seat: int = -1
    turn: int = -1


KAN: Final = "a closed kan after riichi that changes the waits"
FURITEN: Final = "a ron on waits of which one lies in the winner's own river"
NOTEN: Final = "a riichi that waits for nothing"
STICK: Final = "a riichi stick is lost when the next hand is dealt"
ROUNDED: Final = "a hand of 4 han 30 fu is paid as a mangan"
HONBA: Final = "the honba is not paid"

ROUNDING: Final = {7700: 300, 11600: 400}
"""What is missing to a mangan, by the points of a hand of 4 han 30 fu."""
HONBA_POINTS: Final = 300


class EveningTable(Simulation, Play):
    """A game of the evening. number: of the simulated game. slips: the errors made in it, which become findings."""

    def __init__(self, number: int, slips: tuple[Slip, ...], players: list[Player], log_id: str) -> None:
        super().__init__(number)
        self.slips = list(slips)
        self.game.seats = players
        self.game.lobby = LOBBY
        self.game.log_id = log_id

    def makes_kan(self, player: Seat, effect: KanEffect) -> bool:
        slip = self._due(KAN)
        if slip and effect.verdict(self.rules.riichi.kan) == "kan-waits":
            self._err(slip, "riichi/kan-waits", player.seat)
            return True
        return super().makes_kan(player, effect)

    def calls_ron(self, player: Seat, furiten: int) -> bool:
        slip = self._due(FURITEN)
        if slip and furiten == BY_DISCARD and player.riichi is None:
            self._err(slip, "furiten/discard", player.seat)
            return True
        return super().calls_ron(player, furiten)

    def bluffs(self, player: Seat) -> bool:
        slip = self._due(NOTEN)
        if slip and (slip.seat, slip.turn) == (player.seat, player.turn + 1):
            self._err(slip, "riichi/noten", player.seat)
            return True
        return super().bluffs(player)

    def carried_sticks(self, before: Table) -> int:
        slip = self._due(STICK, before.hand.index + 1)
        if slip and before.sticks:
            self.slips.remove(slip)
            self.finds("stick/carry", event=None, hand=slip.hand)
            return before.sticks - 1
        return super().carried_sticks(before)

    def ron(self, seat: int, **facts: Any) -> Self:
        return super().ron(seat, **self._misread(seat) | facts)

    def _misread(self, seat: int) -> dict[str, Any]:
        """What of a ron on the last tile is paid wrongly."""
        table = self.table
        last = table.last
        assert last is not None
        value = value_of_win(table, seat, last.seat, last.tile, self._fill_ura(table.seats[seat]))
        assert value is not None
        paid = payment_of_win(table, value, seat, last.seat)
        slip = self._due(ROUNDED)
        if slip and (value.han, value.fu) == (4, 30):
            self._err(slip, "pay/win", seat)
            return {"deltas": _moved(paid.total, last.seat, seat, ROUNDING[paid.points])}
        slip = self._due(HONBA)
        if slip and table.hand.honba:
            self._err(slip, "pay/honba", seat)
            return {"deltas": _moved(paid.total, seat, last.seat, HONBA_POINTS * table.hand.honba)}
        return {}

    def _due(self, what: str, hand: int = -1) -> Slip | None:
        """The error of this kind that is to be made in a hand, the one being played where none is named."""
        index = self.current.index if hand < 0 else hand
        return next((slip for slip in self.slips if (slip.what, slip.hand) == (what, index)), None)

    def _err(self, slip: Slip, check: str, seat: int) -> None:
        """Make an error with the next event."""
        self.slips.remove(slip)
        self.finds(check, seat, event=self.last_event + 1)


def _moved(deltas: tuple[int, ...], giver: int, taker: int, points: int) -> tuple[int, ...]:
    changed = list(deltas)
    changed[giver] -= points
    changed[taker] += points
    return tuple(changed)


def table(round: int, number: int, form: str, game: int, *slips: Slip, has_id: bool = False) -> None:
    """Declare a table of a round: the format of its log, the simulated game played there, and its errors.

    has_id: whether the log names the game by an id, as downloaded logs do.
    """
    own = number - 1
    row = PLAYERS[SEATS * own : SEATS * own + SEATS] if round == 1 else PLAYERS[own::SEATS]
    log_id = f"{ROUNDS[round]}gm-0009-{LOBBY}-{game:08x}" if has_id else ""

    def build() -> Play:
        play = EveningTable(game, slips, [Player(*player) for player in row], log_id)
        play.play()
        assert not play.slips, f"no occasion for {play.slips}: choose another game or hand"
        return play

    errors = "; ".join([slip.what for slip in slips]) or "nothing is wrong"
    CASES.append(Case(f"evening/round-{round}-table-{number}", f"Round {round}, table {number}: {errors}.", "auto",
                      form, build))  # fmt: skip


table(1, 1, "mjlog", 101)
table(1, 2, "mjlog", 574, Slip(KAN, 0), Slip(HONBA, 1))
table(1, 3, "tenhou6", 127, has_id=True)
table(1, 4, "mjai", 118)
table(2, 1, "tenhou6", 386, Slip(ROUNDED, 1), Slip(NOTEN, 4, seat=1, turn=7))
table(2, 2, "mjlog", 117)
table(2, 3, "mjai", 808, Slip(STICK, 2), Slip(FURITEN, 4))
table(2, 4, "tenhou6", 142, has_id=True)
