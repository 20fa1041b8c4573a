"""Builds small games for fixtures, tests and benchmarks from what matters in them, and fills in the rest.

    scenario = Scenario()
    scenario.hand({0: "3444m778899s333z"})
    scenario.draw("9p").riichi("9p")        # seat 0 draws 9p and declares riichi with it
    scenario.go_round()                      # the others draw and discard harmless tiles
    scenario.draw("4m").closed_kan("4m")
    scenario.draw().discard().ron(...)

No rules are enforced: a scenario may do what no player may. Unnamed tiles are chosen so that nobody waits for them. The
same calls always give the same game.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Self

from auditor.core import events, rulesets
from auditor.core.audit.game import audit_game
from auditor.core.events import Deposit, Event, FinalResult, Game, Hand, Player, Ryuukyoku, Win
from auditor.core.hand.value import Value
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.reading.stated_rules import AGAINST_PEOPLE, EAST_AND_SOUTH, NO_RED_FIVES, THREE_PLAYERS
from auditor.core.results import Finding
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.draws import drawn_facts, nagashi_payments, nagashi_seats
from auditor.core.table.ledger import final_points, final_scores
from auditor.core.table.next_hand import next_honba, next_round
from auditor.core.table.seat import Seat
from auditor.core.table.table import ACTION_DUE, REACTION_DUE, Table, deal, replay_to
from auditor.core.table.tile_locations import IN_WALL
from auditor.core.table.wall import without_seed
from auditor.core.table.winning import payment_of_win, ura_due, value_of_win, win_facts
from auditor.core.tiles import (
    EAST,
    HAND_TILES,
    KIND_OF_TEXT,
    RED_FIVES,
    TERMINALS_AND_HONOURS,
    TILES,
    UNKNOWN,
    parse_tiles,
    red_tiles_of,
)
from auditor.core.units import EventIndex, EventKind, Kind, Points, RoundNumber, SeatIndex, Tile
from auditor.formats import majsoul
from auditor.testing import majsoul_records


def log_of(game: Game, rules: Ruleset, format: str, comment: str = "") -> str:
    """Write a game as a log.

    rules: determine the furiten flags and offers in a Mahjong Soul record; its wall is made up and hashed. comment:
    to put at its head. Raises ValueError for what is no format, and for what the format cannot express.
    """
    if format == majsoul.NAME:
        made = majsoul_records.records(game, rules)
        return majsoul_records.browser(majsoul_records.head(game), made, comment) + "\n"
    if (known := FORMAT_BY_NAME.get(format)) is None:
        raise ValueError(f"no format {format!r}; give one of {', '.join(FORMAT_BY_NAME)}")
    return known.write(game, comment)


class Supply:
    """The tiles of a hand, shuffled with `number` as the seed.

    red_tiles: the ids of the red fives. reserved: tiles kept for later, which are drawn only by name.
    """

    def __init__(self, players: int, red_tiles: tuple[Tile, ...], number: int) -> None:
        self.red_tiles = red_tiles
        # Three players have no tiles from 2m to 8m.
        self.free = [tile for tile in range(TILES) if players == 4 or not 1 <= tile >> 2 <= 7]
        Random(number).shuffle(self.free)
        self.reserved: set[Tile] = set()

    def take(self, text: str) -> Tile:
        """Take a tile of that face that is not yet in play; a fifth copy repeats one that is."""
        kind = KIND_OF_TEXT[text]
        copies = [4 * kind + copy for copy in range(4)]
        red = [tile for tile in copies if tile in self.red_tiles]
        wanted = red if text[0] == "0" else [tile for tile in copies if tile not in red]
        for tile in wanted:
            if tile in self.free:
                self.free.remove(tile)
                return tile
        return wanted[-1]

    def take_all(self, notation: str) -> list[Tile]:
        """Take tiles of those faces."""
        return [self.take(text) for text in parse_tiles(notation)]

    def reserve(self, notation: str) -> list[Tile]:
        """Take tiles to put back once the hand is dealt; they are drawn only by name."""
        tiles = self.take_all(notation)
        self.reserved = set(tiles)
        return tiles

    def plain_first(self) -> list[Tile]:
        """The tiles that are not kept for later, with fives that are or might be red last."""
        choices = [tile for tile in self.free if tile not in self.reserved]
        return sorted(choices, key=(self.red_tiles or RED_FIVES).__contains__)

    def filler_hand(self) -> list[Tile]:
        """Thirteen tiles of different kinds, far from tenpai and short of nine terminals and honours."""
        tiles: list[Tile] = []
        kinds: set[Kind] = set()
        outer = 0
        for tile in list(self.free):
            kind = tile >> 2
            is_outer = kind in TERMINALS_AND_HONOURS
            if kind in kinds or tile in (self.red_tiles or RED_FIVES) or (is_outer and outer == 5):
                continue
            tiles.append(tile)
            kinds.add(kind)
            outer += is_outer
            self.free.remove(tile)
            if len(tiles) == HAND_TILES:
                break
        return tiles


class Scenario:
    """A game under construction. Methods that add to it return the scenario, so that a turn reads as one line."""

    def __init__(self, rules: str = "tenhou", *, red_fives: bool | None = None, east_only: bool = False) -> None:
        self.rules: Ruleset = rulesets.load(rules)
        players = self.rules.game.players
        red_fives = any(self.rules.game.reds) if red_fives is None else red_fives
        game = Game("mjlog")
        game.players = players
        man, pin, sou = self.rules.game.reds if any(self.rules.game.reds) else (1, 1, 1)
        # With three players no 5m is in play, so it makes no difference whether it would be red.
        game.red_tiles = red_tiles_of((man if players == 4 else 1, pin, sou)) if red_fives else ()
        game.rule_bits = (
            AGAINST_PEOPLE
            | (0 if red_fives else NO_RED_FIVES)
            | (0 if east_only else EAST_AND_SOUTH)
            | (THREE_PLAYERS if players == 3 else 0)
        )
        game.lobby = 0
        game.seats = [Player(name, "初段", 1500.0, "M") for name in ("Aki", "Beni", "Chie", "Dai")[:players]]
        self.game = game
        self.table: Table

    # ------------------------------------------------------------------------------------------------ hands

    def hand(
        self, hands: Mapping[int, str] | None = None, *, indicator: str = "", avoid: str = "",
        round: RoundNumber | None = None, honba: int | None = None, sticks: int | None = None,
        scores: tuple[Points, ...] | None = None, dealer: SeatIndex | None = None,
    ) -> Self:  # fmt: skip
        """Deal the next hand. hands: 13 tiles in notation, for the seats that matter.

        avoid: tiles that are dealt to nobody because they are drawn later. Unless given, round, honba, sticks and
        scores follow from the hand before or start the game, and the dealer follows from the round.
        """
        if (table := getattr(self, "table", None)) is None:
            start = (self.rules.game.start_points,) * self.game.players + (0,) * (4 - self.game.players)
            due = (0, 0, 0, start)
        else:
            due = (next_round(table), next_honba(table), table.sticks, tuple(table.scores))
        number = due[0] if round is None else round
        supply = self.supply = Supply(self.game.players, self.game.red_tiles, len(self.game.hands))
        wanted = [supply.take_all(hands.get(seat, "") if hands else "") for seat in range(4)]
        first_indicator = supply.take(indicator) if indicator else UNKNOWN
        avoided = supply.reserve(avoid)
        for seat in range(self.game.players):
            if not wanted[seat]:
                wanted[seat] = supply.filler_hand()
        if first_indicator == UNKNOWN:
            first_indicator = supply.free.pop()
        supply.free.extend(avoided)
        hand = Hand(
            len(self.game.hands), number, due[1] if honba is None else honba, due[2] if sticks is None else sticks,
            number % 4 if dealer is None else dealer, due[3] if scores is None else scores,
            tuple([tuple(tiles) for tiles in wanted]), first_indicator, (1, 2),
        )  # fmt: skip
        self.game.hands.append(hand)
        self.table = deal(self.game, hand, self.rules)
        return self

    # ------------------------------------------------------------------------------------------------ acting

    @property
    def current(self) -> Hand:
        """The hand being played."""
        return self.table.hand

    @property
    def last_event(self) -> EventIndex:
        """The index of the latest event in its hand."""
        return len(self.current.events) - 1

    def add(self, event: Event) -> Self:
        """Append an event as it is."""
        self.current.events.append(event)
        self.table.apply(event)
        return self

    @property
    def turn_seat(self) -> SeatIndex:
        """Whose turn it is: who draws next, or has drawn or called and must act."""
        table = self.table
        return table.next_seat(table.due) if table.phase == REACTION_DUE else table.due

    def draw(self, tile: str = "", *, seat: SeatIndex | None = None) -> Self:
        """Let the seat whose turn it is draw the tile, or a harmless one."""
        drawer = self.turn_seat if seat is None else seat
        return self.add(Event(events.DRAW, drawer, self.supply.take(tile) if tile else self._harmless(drawer)))

    def _harmless(self, drawer: SeatIndex) -> Tile:
        """Take a tile that nobody waits for and that is not kept for later."""
        waits = 0
        for seat in self.table.seats:
            waits |= seat.waits
        for tile in self.supply.plain_first():
            may_end_hand = self.table.draws < 5 and tile >> 2 >= EAST  # four equal winds of the first go-around
            if not waits >> (tile >> 2) & 1 and not may_end_hand:
                self.supply.free.remove(tile)
                return tile
        raise ValueError("no harmless tile is left: name the tile to draw")

    def discard(self, tile: str = "", *, seat: SeatIndex | None = None) -> Self:
        """Discard a tile of the hand, or the one just drawn."""
        actor = self.table.due if seat is None else seat
        return self.add(
            Event(events.DISCARD, actor, self._held(actor, tile) if tile else self.table.seats[actor].drawn)
        )

    def discard_tile(self, tile: Tile) -> Self:
        """Discard a tile by its id, held or not."""
        return self.add(Event(events.DISCARD, self.table.due, tile))

    def _held(self, seat: SeatIndex, text: str) -> Tile:
        """A tile of that face in the hand, the one just drawn first; else any such tile."""
        kind = KIND_OF_TEXT[text]
        player = self.table.seats[seat]
        faces = [
            tile for tile in player.concealed if tile >> 2 == kind and (tile in self.game.red_tiles) == (text[0] == "0")
        ]
        if player.drawn in faces:
            return player.drawn
        if faces:
            return faces[-1]
        return 4 * kind + (0 if text[0] == "0" else 3)

    def riichi(self, tile: str = "", *, deposit: bool = True) -> Self:
        """Declare riichi with the discard of a tile (or the one just drawn) and pay the stick."""
        seat = self.table.due
        self.add(Event(events.RIICHI, seat)).discard(tile)
        return self.deposit(seat) if deposit else self

    def deposit(self, seat: SeatIndex, points: Points | None = None) -> Self:
        """Pay a stick of the ruleset's size, or of `points`."""
        scores = list(self.table.scores)
        scores[seat] -= self.table.stick if points is None else points
        return self.add(Deposit(seat, tuple(scores)))

    def turn(self, draw: str = "", discard: str = "") -> Self:
        """Draw and discard."""
        return self.draw(draw).discard(discard)

    def go_round(self, until: SeatIndex | None = None) -> Self:
        """Play harmless turns until it is the turn of `until` (by default, the last discarder's again)."""
        stop = self.table.due if until is None else until
        while True:
            if self.turn_seat == stop:
                return self
            self.turn()

    def until_left(self, tiles: int) -> Self:
        """Play harmless turns until this many tiles are left in the live wall."""
        while self.table.wall_left > tiles:
            self.turn()
        return self

    def held(self, seat: SeatIndex, notation: str) -> tuple[Tile, ...]:
        """Tile ids of those faces in a seat's hand."""
        chosen: list[Tile] = []
        for text in parse_tiles(notation):
            faces = [tile for tile in self.table.seats[seat].concealed if self._has_face(tile, text)]
            chosen.append(next(tile for tile in faces if tile not in chosen))
        return tuple(chosen)

    def chi(self, seat: SeatIndex, tiles: str) -> Self:
        """Claim the last discard with two tiles of the hand."""
        return self._claim(events.CHI, seat, tiles)

    def pon(self, seat: SeatIndex, tiles: str) -> Self:
        """Claim the last discard with two equal tiles of the hand."""
        return self._claim(events.PON, seat, tiles)

    def open_kan(self, seat: SeatIndex, tiles: str) -> Self:
        """Claim the last discard with three equal tiles of the hand."""
        return self._claim(events.OPEN_KAN, seat, tiles)

    def _claim(self, kind: EventKind, seat: SeatIndex, tiles: str) -> Self:
        if (claimed := self.table.last) is None:
            raise ValueError("there is no discard to claim")
        own: list[Tile] = []
        for text in parse_tiles(tiles):
            held = [tile for tile in self.table.seats[seat].concealed if tile not in own]
            faces = [tile for tile in held if self._has_face(tile, text)]
            own.append(faces[0] if faces else 4 * KIND_OF_TEXT[text] + 2)
        return self.add(Event(kind, seat, claimed.tile, tuple(sorted(own)), claimed.seat))

    def _has_face(self, tile: Tile, text: str) -> bool:
        return tile >> 2 == KIND_OF_TEXT[text] and (tile in self.game.red_tiles) == (text[0] == "0")

    def closed_kan(self, tile: str, *, dora: str = "", turn_dora: bool = True) -> Self:
        """Make a closed kan and turn an indicator."""
        kind = KIND_OF_TEXT[tile]
        tiles = tuple(range(4 * kind, 4 * kind + 4))
        self.add(Event(events.CLOSED_KAN, self.table.due, tiles[0], tiles, self.table.due))
        return self.dora(dora) if turn_dora else self

    def added_kan(self, tile: str) -> Self:
        """Add a tile to one's pon."""
        seat = self.table.due
        pon = self.table.seats[seat].pon_of(KIND_OF_TEXT[tile])
        added = self._held(seat, tile)
        if pon is None:
            rest = tuple([one for one in range(4 * (added >> 2), 4 * (added >> 2) + 4) if one != added])
            return self.add(Event(events.ADDED_KAN, seat, added, rest, (seat + 1) % self.game.players))
        return self.add(Event(events.ADDED_KAN, seat, added, tuple(sorted((pon.tile, *pon.tiles))), pon.from_seat))

    def north(self) -> Self:
        """Set a north aside."""
        return self.add(Event(events.NORTH, self.table.due, self._held(self.table.due, "4z"), (), self.table.due))

    def dora(self, tile: str = "") -> Self:
        """Turn an indicator."""
        return self.add(
            Event(events.DORA, events.NO_SEAT, self.supply.take(tile) if tile else self._harmless(events.NO_SEAT))
        )

    # ------------------------------------------------------------------------------------------------ ends

    def ron(self, seat: SeatIndex, **facts: Any) -> Self:
        """Win on the last discard, or on the tile just added to a kan or set aside; see `win` for `facts`."""
        last = self.table.last or self._last_discard()
        return self.win(seat, last.seat, last.tile, **facts)

    def _last_discard(self) -> Event:
        return [
            event for event in self.current.events if event.kind in (events.DISCARD, events.ADDED_KAN, events.NORTH)
        ][-1]

    def tsumo(self, **facts: Any) -> Self:
        """Win by self-draw; see `win` for `facts`."""
        seat = self.table.due
        return self.win(seat, seat, self.table.seats[seat].drawn, **facts)

    def rons(self, *seats: SeatIndex, ura: str = "") -> Self:
        """Let several seats win on the last discard, settled in this order; see `win` for `ura`."""
        for index, seat in enumerate(seats):
            self.ron(seat, ura=ura, before=seats[index + 1 :])
        return self

    def win(
        self, seat: SeatIndex, from_seat: SeatIndex, tile: Tile, *, ura: str = "", show_ura: bool | None = None,
        before: tuple[SeatIndex, ...] = (), **facts: Any,
    ) -> Self:  # fmt: skip
        """Record a win, valued and paid under the ruleset.

        ura: the ura indicators. show_ura: whether the win shows them; by default, if the seat is in riichi. before:
        seats that win on the same tile and are settled after this one. facts: of `Win`, that replace the right ones.
        """
        table = self.table
        player = table.seats[seat]
        turned = tuple(self.supply.take_all(ura)) if ura else self._fill_ura(player)
        is_shown = player.in_riichi and bool(turned) if show_ura is None else show_ura
        before_win = len(self.current.events)
        self.current.events += [Win(other, from_seat, tile) for other in before]
        given: dict[str, Any] = {"fu": 30, "points": 1000, "limit": 0, "yaku": (), "deltas": (0, 0, 0, 0)}
        given |= win_facts(table, seat, from_seat, tile, turned)
        given.pop("han", None)  # follows from the yaku
        del self.current.events[before_win:]
        return self.add(Win(seat, from_seat, tile, **(given | {"ura": turned if is_shown else None} | facts)))

    def _fill_ura(self, winner: Seat) -> tuple[Tile, ...]:
        """Take the ura indicators that the win turns."""
        return tuple([self._harmless(winner.seat) for _ in range(ura_due(self.table, winner.seat))])

    def take(self, tile: str) -> Tile:
        """Take a tile of that face that is not in play yet. Returns its id."""
        return self.supply.take(tile)

    def value(self, seat: SeatIndex, from_seat: SeatIndex, *, ura: str = "") -> Value:
        """The value of a win on the last tile drawn or discarded. Raises ValueError where the hand is not complete."""
        tile = self.table.seats[seat].drawn if seat == from_seat else self._last_discard().tile
        turned = tuple([4 * KIND_OF_TEXT[text] for text in parse_tiles(ura)])
        if (value := value_of_win(self.table, seat, from_seat, tile, turned)) is None:
            raise ValueError(f"the hand of seat {seat} is not complete")
        return value

    def payment(self, seat: SeatIndex, from_seat: SeatIndex, *, counters: bool = True) -> tuple[Points, ...]:
        """What each seat gains by a win on the last tile drawn or discarded, with the ura of `ura="1z"`.

        Without `counters`, only the value of the hand, not honba and sticks.
        """
        paid = payment_of_win(self.table, self.value(seat, from_seat, ura="1z"), seat, from_seat)
        return paid.total if counters else tuple([a + b for a, b in zip(paid.hand, paid.pao, strict=True)])

    def play_out(self) -> Self:
        """Draw and discard to the end of the wall."""
        while self.table.wall_left or self.table.phase == ACTION_DUE:
            if self.table.phase == ACTION_DUE:
                self.discard()
            else:
                self.turn()
        return self

    def ryuukyoku(self, draw_type: str = events.EXHAUSTIVE, **facts: Any) -> Self:
        """End the hand as a draw; payments follow from hands and rivers, unless `deltas` are given."""
        given = drawn_facts(self.table)
        if draw_type != events.EXHAUSTIVE:
            given |= {"shown": (None,) * 4, "tenpai": None, "deltas": (0, 0, 0, 0)}
        if draw_type == events.NAGASHI_MANGAN:
            given["deltas"] = tuple(nagashi_payments(nagashi_seats(self.table), self.table))
        return self.add(Ryuukyoku(draw_type, **(given | facts)))

    def end_of_wall(self) -> Self:
        """End a hand whose wall is exhausted: by nagashi mangan where a seat has one that the ruleset pays."""
        if not self.rules.draws.nagashi_mangan or not nagashi_seats(self.table):
            return self.ryuukyoku()
        facts = drawn_facts(self.table)
        return self.ryuukyoku(events.NAGASHI_MANGAN, shown=facts["shown"], tenpai=facts["tenpai"])

    def final(self, points: tuple[Points, ...] | None = None, scores: tuple[float, ...] | None = None) -> Self:
        """Settle the game under the ruleset: the sticks left over and the final scores, unless they are given."""
        table = self.table
        if points is None:
            points = (*final_points(table.scores[: self.game.players], table.sticks, self.rules), 0)[:4]
        if scores is None:
            scores = (*final_scores(list(points[: self.game.players]), self.rules), 0.0)[:4]
        self.game.result = FinalResult(points, scores)
        return self

    def log(self, format: str = "mjlog", comment: str = "") -> str:
        """Write the game so far as a log, in a format of `log_of`, which raises ValueError for others."""
        return log_of(self.game, self.rules, format, comment)

    def findings(self) -> list[Finding]:
        """The findings of an audit of the game so far under the scenario's own rules, in the order found."""
        return audit_game(self.game, self.rules).findings


class ResumedScenario(Scenario):
    """A copy of a game up to an event of one of its hands, to be played on.

    index: of the hand among the hands of the game. event: the first event that is left out; the hand's number of events
    keeps it whole. choice: the source of unnamed tiles. The game's seed and result would not match, and are dropped.
    """

    def __init__(self, game: Game, rules: Ruleset, index: int, event: EventIndex, choice: Random) -> None:
        self.rules = rules
        hand = game.hands[index]
        begun = events.replace_hand(
            hand, events=hand.events[:event], disconnections=[one for one in hand.disconnections if one.event <= event]
        )
        self.game = without_seed(events.replace_game(game, hands=[*game.hands[:index], begun], result=None))
        self.table = replay_to(self.game, self.game.hands[-1], None, rules)
        self.choice = choice
        self.supply = Supply(game.players, game.red_tiles, choice.randrange(1 << 30))
        self.supply.free = [tile for tile in self.supply.free if self.table.where(tile) == IN_WALL]

    def _harmless(self, drawer: SeatIndex) -> Tile:
        """A harmless tile, or any tile where none is left."""
        try:
            return super()._harmless(drawer)
        except ValueError:
            return self.supply.free.pop()

    def closed_kan(self, tile: str, *, dora: str = "", turn_dora: bool = True) -> Self:
        """Make a closed kan, and turn an indicator where the ruleset turns one."""
        return super().closed_kan(tile, dora=dora, turn_dora=turn_dora and self.rules.dora.kan_dora)

    def discard_any(self) -> Self:
        """Discard a random tile of a kind far from the meld just made, which no rule forbids after a call."""
        seat = self.table.seats[self.table.due]
        claimed = seat.melds[-1].tile >> 2 if seat.melds else -1
        free = [tile for tile in seat.concealed if abs((tile >> 2) - claimed) > 3 or claimed < 0]
        return self.add(Event(events.DISCARD, seat.seat, self.choice.choice(sorted(free or seat.concealed))))

    def play_on(self) -> Self:
        """Draw and discard to the end of the wall, and end and pay the draw under the ruleset."""
        return self.play_out().end_of_wall()
