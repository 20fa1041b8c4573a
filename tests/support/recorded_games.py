"""A small game, with the rows of a watched replay, whose every answer about turns and walls is counted by hand."""

from auditor.core.events import CHI, DISCARD, DRAW, Event
from auditor.core.table.record import DRAWN_FIELDS, NO_VALUE, TURN_FIELDS, TurnRows, WallRiichi, WallRows, WallWin
from auditor.core.table.wall import wall_of_shuffle
from support.made_games import MadeGame, MadeHand

WATCHED = "2020030203gm-00a9-0000-00000004"
NUMBERS = ("shanten_before", "shanten", "shanten_least", "ukeire", "ukeire_best")
KANCHAN, RYANMEN, TANKI = 1 << 1, 1 << 0, 1 << 4


class Turns:
    """The rows for the discards of a hand, as a watched replay would record them."""

    def __init__(self, made: MadeHand) -> None:
        self.made = made
        self.rows = made.record.turns = TurnRows()

    def add(
        self,
        numbers: tuple[int, int, int, int, int],
        *,
        waits: int = 0,
        machi: int = 0,
        furiten: bool = False,
        could: bool = False,
        is_open: bool = False,
        against: tuple[tuple[int, int, bool], ...] = (),
    ) -> None:
        """Add a row for the latest discard. numbers: as NUMBERS. against: per riichi: seat, genbutsu held, safe."""
        hand = self.made.hand
        place = max(place for place, event in enumerate(hand.events) if event.kind == DISCARD)
        event = hand.events[place]
        riichi = next((one for one in self.made.record.riichis if one.seat == event.seat), None)
        row = dict(zip(NUMBERS, numbers, strict=True)) | {
            "seat": event.seat, "turn": self.made.discards[event.seat], "tile": event.tile,
            "ukeire_kinds": waits.bit_count() if waits else 4, "closed": not is_open,
            "furiten": furiten if waits else NO_VALUE, "could_riichi": could,
            "declared": riichi is not None and riichi.event == place - 1,
            "in_riichi": riichi is not None and riichi.event < place - 1,
            "tiles_left": self.made.record.wall_left[place], "machi": machi, "riichis": len(against),
            "seen": 1, "no_chance": 0, "one_chance": 0,
            "event": place & 255, "event_high": place >> 8, "held": 0,
        }  # fmt: skip
        self.rows.packed += bytes([row[field] for field in TURN_FIELDS])
        if waits:
            self.rows.waits.append(waits)
        for seat, held, is_safe in against:
            self.rows.against.append(seat)
            self.rows.genbutsu.append(held)
            self.rows.safe.append(is_safe)
            self.rows.suji.append(0)


def draws(made: MadeHand, *chances: tuple[int, int, int, int]) -> WallRows:
    """Add the draws of a hand: shanten number before, whether it improved, useful tiles in the wall (of 80) and unseen
    (of 100)."""
    rows = made.record.wall = WallRows(wall_of_shuffle("mt19937ar,1,2,3", 4))
    places = [place for place, event in enumerate(made.hand.events) if event.kind == DRAW]
    for place, (shanten, improved, in_wall, unseen) in zip(places, chances, strict=True):
        row = dict(zip(DRAWN_FIELDS, (0, 0, shanten, improved, unseen, 100, in_wall, 80, place, 0), strict=True))
        row["seat"] = made.hand.events[place].seat
        rows.draws += bytes([row[field] for field in DRAWN_FIELDS])
    rows.drawn = len(places)
    return rows


def recorded_game() -> MadeGame:
    """Hand 0: seat 3 declares at once, makes a kan, and wins from seat 1, which pushed. Hand 1: seat 0 calls and is
    furiten, seat 2 wins damaten, seat 3 gives up tenpai, seat 1 declares late. Hand 2: seat 2 chases seat 0; a draw."""
    made = MadeGame(WATCHED)
    _first_hand(made.hand())
    _second_hand(made.hand())
    _third_hand(made.hand())
    made.ends_with(22000, 17000, 27000, 33000)
    return made


def _first_hand(hand: MadeHand) -> None:
    turns = Turns(hand)
    hand.turn(0)
    turns.add((4, 3, 3, 40, 50))
    hand.turn(1)
    turns.add((3, 2, 2, 20, 20))
    hand.turn(2)
    turns.add((2, 2, 1, 30, 16))
    hand.riichi(3)
    turns.add((1, 0, 0, 8, 8), waits=0b1001, machi=RYANMEN, could=True)
    hand.closed_kan(3)
    hand.turn(0)
    turns.add((3, 3, 2, 44, 24), against=((3, 2, True),))
    hand.turn(1)
    turns.add((2, 1, 1, 10, 12), against=((3, 1, False),))
    hand.win(3, 1, 8000, (1, 1), (2, 1), (53, 2))
    rows = draws(
        hand, (4, 1, 40, 48), (3, 1, 20, 30), (2, 1, 16, 20), (1, 1, 8, 12), (3, 1, 32, 40), (2, 0, 20, 25)
    )  # fmt: skip
    rows.riichis = [WallRiichi(3, hand.record.riichis[0].event, 3, 1, 1)]
    rows.wins = [WallWin(3, len(hand.hand.events) - 1, True, [1, 2], [2, 0])]


def _second_hand(hand: MadeHand) -> None:
    turns = Turns(hand)
    hand.turn(1)
    turns.add((2, 1, 1, 12, 12))
    hand.turn(2)
    turns.add((1, 0, 0, 4, 8), waits=0b10, machi=KANCHAN, could=True)
    hand.turn(3)
    turns.add((1, 1, 0, 16, 6), could=True)
    hand.add(Event(CHI, 0, 0, (4, 8), 3))
    hand.add(Event(DISCARD, 0, 108))
    turns.add((1, 0, 0, 2, 2), waits=0b100, machi=TANKI, furiten=True, is_open=True)
    hand.turn(1)
    turns.add((1, 0, 0, 3, 3), waits=0b1000, machi=TANKI, could=True)
    hand.turn(2)
    turns.add((0, 0, 0, 4, 4), waits=0b10, machi=KANCHAN, could=True)
    hand.turn(3)
    turns.add((1, 1, 1, 15, 15))
    hand.riichi(1)
    turns.add((0, 0, 0, 6, 6), waits=0b1001, machi=RYANMEN, could=True)
    hand.add(Event(DRAW, 2, 16))
    hand.win(2, 2, 4000, (0, 1))
    rows = draws(
        hand, (2, 1, 16, 20), (1, 1, 4, 10), (1, 1, 8, 12), (1, 1, 12, 15), (0, 0, 4, 8), (1, 0, 20, 25), (0, 0, 4, 5),
        (0, 1, 4, 5),
    )  # fmt: skip
    rows.riichis = [WallRiichi(1, hand.record.riichis[0].event, 0, 0, 0)]
    rows.wins = [WallWin(2, len(hand.hand.events) - 1, True, [0], [3])]


def _third_hand(hand: MadeHand) -> None:
    turns = Turns(hand)
    hand.riichi(0)
    turns.add((1, 0, 0, 5, 5), waits=0b1001, machi=RYANMEN, could=True)
    hand.turn(1)
    turns.add((2, 2, 2, 24, 24), against=((0, 3, True),))
    hand.riichi(2)
    turns.add((1, 0, 0, 3, 7), waits=0b1, machi=KANCHAN, could=True, against=((0, 1, False),))
    hand.turn(3)
    turns.add((0, 1, 0, 9, 4), against=((0, 2, True), (2, 1, False)))
    hand.exhaustive_draw((True, False, True, False))
    rows = draws(hand, (1, 1, 8, 10), (2, 0, 20, 24), (1, 1, 12, 18), (0, 0, 0, 6))
    rows.riichis = [
        WallRiichi(0, hand.record.riichis[0].event, 4, 0, 0),
        WallRiichi(2, hand.record.riichis[1].event, 1, 1, 5),
    ]
