# build: hot
"""Builds a `Game` from the elements of an mjlog.

One ``<mjloggm>`` holds a flat list of elements: the header (``SHUFFLE GO UN TAIKYOKU``), then for each hand ``INIT``
and its events. Attributes are facts of the game or of one event; scores are in hundreds of points.

Every hand is read by itself: a value that cannot be right costs that hand alone, and a `Problem` names the element.
Elements and attributes that this reader does not know give a `Problem` too, and the game is read all the same.
A player who leaves or comes back (``BYE``, ``UN`` with one name) between two hands, or after the last, is kept with the
hand before; one who does so before the first hand, with the first.
"""

from collections.abc import Sequence
from typing import Final
from urllib.parse import unquote

from auditor.core import events
from auditor.core.errors import Problem, ReadError
from auditor.core.events import Deposit, Disconnection, Event, FinalResult, Game, Hand, Meld, Player, Ryuukyoku, Win
from auditor.core.reading.format import MOST_EVENTS, TOO_MANY_EVENTS
from auditor.core.reading.log_ids import log_id_from_name
from auditor.core.reading.meld_code import MeldCodeError, decode_meld
from auditor.core.reading.stated_rules import NO_RED_FIVES, THREE_PLAYERS
from auditor.core.tiles import RED_FIVES, TILES, UNKNOWN
from auditor.core.units import Points, SeatIndex, Tile
from auditor.formats.mjlog import NAME, ROOT, vocabulary
from auditor.formats.mjlog.vocabulary import Values, grade_name, hand_fact

_HAND_TAGS: Final = ("N", "REACH", "DORA", "AGARI", "RYUUKYOKU")
_NO_ATTRIBUTES: Final[set[str]] = set()
_REPEATED: Final = 10
"""At least as many of the tiles dealt have an id that another has, where each face has one id."""
_decoded_melds: Final[dict[int, Meld]] = {}
"""The melds met so far by code and seat; they recur in every log."""


class MjlogReader:
    """Reads the elements of one log in order into `game`, and collects `problems`.

    lines_before: the number of lines before the text that is read; -1 where line numbers are not recorded.
    """

    def __init__(self, name: str) -> None:
        self.game = Game(NAME)
        self.game.log_id = log_id_from_name(name)
        self.game.reds_recorded = False  # until GO says
        self.problems: list[Problem] = []
        self.hand: Hand | None = None
        self.hands_begun = 0
        self.has_players = False
        self.waiting_connections: list[tuple[SeatIndex, bool]] = []
        self.lost_before_init = False
        self.unknown: dict[str, list[int]] = {}
        self.lines_before = -1

    def root(self, tag: str, attributes: dict[str, str]) -> None:
        """Read the outermost element."""
        if tag != ROOT:
            self.problem(0, tag, f"expected <{ROOT}> as the outermost element")
            return
        self.unknown_attributes(0, ROOT, attributes)
        version = attributes.get("ver", vocabulary.VERSION)
        if version != vocabulary.VERSION:
            self.game.attributes["ver"] = version

    def element(self, number: int, tag: str, attributes: dict[str, str]) -> None:
        """Read the next element. number: its count below the outermost, from 1; attributes: not changed."""
        try:
            self.read_element(number, tag, attributes)
        except ReadError as error:
            self.problems.append(Problem(error.place, error.message))

    def keep_line(self, line: int) -> None:
        """Record the line of the element that was read last, for what it added to the hand."""
        if (hand := self.hand) is not None:
            hand.lines.extend([line] * (len(hand.events) + 1 - len(hand.lines)))

    def drop_last_hand(self) -> None:
        """Forget the last hand."""
        self.game.hands.pop()
        self.hand = None

    def finish(self) -> None:
        """Settle what is known only at the end of the log."""
        game = self.game
        if game.rule_bits == events.NOT_RECORDED and game.hands and not any([hand.dealt[3] for hand in game.hands]):
            game.players = 3
        if game.players == 3:
            del game.seats[3:]
        if game.hands and game.hands[-1].index != self.hands_begun - 1:
            game.result = None  # it follows from a hand that is left out
        for index, count in self.unknown.values():
            if count > 1:
                first = self.problems[index]
                self.problems[index] = Problem(first.place, f"{first.message} (and {count - 1} more like it)")
        if not game.hands and not self.problems:
            self.problems.append(Problem("", "the log holds no hand (no INIT element)"))

    def may_lack(self) -> bool:
        """Whether the ends of the hands may leave something out everywhere: what some end says, that is recorded."""
        wins = 0
        has_ura = has_melds = False
        for hand in self.game.hands:
            end = hand.events[-1] if hand.events else None
            if (isinstance(end, Ryuukyoku) and _pays_others(end)) or (isinstance(end, Win) and not end.dora):
                return True
            if isinstance(end, Win):
                wins += 1
                has_ura = has_ura or bool(end.ura)
                has_melds = has_melds or bool(end.melds)
        return wins > 1 and not (has_ura and has_melds)

    def repeats_tiles(self) -> bool:
        """Whether so many tiles dealt first occur twice that the log may not tell the copies of a tile apart."""
        dealt = self.game.hands[0].dealt
        return sum([len(tiles) for tiles in dealt]) - len(set().union(*dealt)) >= _REPEATED

    def location(self, number: int, tag: str) -> str:
        """The location of an element, counted from 1, and of its hand."""
        where = f"element {number} <{tag[:40]}>"
        return where if self.hand is None else f"{where}, hand {self.hand.index} ({self.hand.name})"

    def problem(self, number: int, tag: str, message: str) -> None:
        """Note a problem with an element."""
        self.problems.append(Problem(self.location(number, tag), message))

    def outside_hand(self, number: int, tag: str) -> None:
        """Note an event before any hand, once; an event of a hand left out has been reported with it."""
        if self.hands_begun == 0 and not self.lost_before_init:
            self.lost_before_init = True
            self.problem(number, tag, "expected INIT before the first event; the events up to INIT are left out")

    def unknown_attributes(self, number: int, tag: str, attributes: dict[str, str]) -> None:
        """Note the unknown attributes of an element."""
        known = vocabulary.KNOWN_ATTRIBUTES.get(tag, _NO_ATTRIBUTES)
        for name in attributes:
            if name not in known:
                message = f"unknown attribute {name}={attributes[name][:80]!r}; it is left out"
                self.unknown_word(number, tag, name, message)

    def unknown_word(self, number: int, tag: str, name: str, message: str) -> None:
        """Note the first unknown element or attribute (`name`) of its kind, and count the others."""
        kind = tag[0] if tag in vocabulary.TILE_EVENTS else tag
        where = self.unknown.setdefault(f"{kind} {name}", [len(self.problems), 0])
        where[1] += 1
        if where[1] == 1:
            self.problem(number, tag, message)

    def read_element(self, number: int, tag: str, attributes: dict[str, str]) -> None:
        """Read an element that is not a tile element. A malformed one costs its hand: raises ReadError."""
        known = vocabulary.KNOWN_ATTRIBUTES.get(tag)
        if known is None or tag == ROOT:
            self.read_tile_element(number, tag, attributes)
            return
        self.unknown_attributes(number, tag, attributes)
        values = Values(attributes)
        try:
            if tag == "INIT":
                self.hand = None
                self.hands_begun += 1
                self.read_init(values)
            elif tag in _HAND_TAGS:
                if (hand := self.hand) is None:
                    self.outside_hand(number, tag)
                else:
                    self.read_event(tag, values, hand)
            else:
                self.read_header(tag, values)
        except ValueError as error:
            if tag == "INIT":
                raise ReadError(
                    f"element {number} <INIT>", f"{error}; hand {self.hands_begun - 1} is left out"
                ) from None
            if tag in _HAND_TAGS:
                self.drop_hand(number, tag, str(error))
            raise ReadError(self.location(number, tag), str(error)) from None

    def read_tile_element(self, number: int, tag: str, attributes: dict[str, str]) -> None:
        """Read an element whose name is its only content: a draw, a discard, or one unknown. Raises ReadError."""
        event = vocabulary.TILE_EVENTS.get(tag)
        is_tile = event is not None or (tag[0] in vocabulary.TILE_LETTERS and tag[1:].isdecimal())
        if is_tile and self.hand is None:
            self.outside_hand(number, tag)
        elif event is not None and self.hand is not None:
            self.unknown_attributes(number, tag, attributes)
            self.hand.events.append(event)
            if event.mark != events.NOT_RECORDED:
                self.game.marks_recorded = True
        elif is_tile:
            self.drop_hand(number, tag, f"expected a tile 0 to {TILES - 1}, not {tag[1:20]}")
        else:
            self.unknown_word(number, tag, "", "unknown element; it is left out")

    def drop_hand(self, number: int, tag: str, message: str) -> None:
        """Leave the present hand out. Raises ReadError with the reason."""
        location = self.location(number, tag)
        self.hand = None
        self.game.hands.pop()
        raise ReadError(location, f"{message}; the hand is left out")

    def read_header(self, tag: str, values: Values) -> None:
        """Read SHUFFLE, GO, UN, BYE or TAIKYOKU. Raises ValueError."""
        game = self.game
        if tag == "UN":
            self.read_players(values)
        elif tag == "BYE":
            self.connection(values.seat("who"), False)
        elif tag == "GO":
            game.rule_bits = values.number("type")
            game.players = 3 if game.rule_bits & THREE_PLAYERS else 4
            game.red_tiles = () if game.rule_bits & NO_RED_FIVES else RED_FIVES
            game.reds_recorded = True
            if values.attributes.get("lobby"):
                game.lobby = values.number("lobby")
            self.keep_facts(values, vocabulary.GO_FACTS)
        elif tag == "TAIKYOKU":
            if values.attributes.get("oya"):
                game.first_dealer = values.seat("oya")
        else:
            game.seed = values.attributes.get("seed", "")
            if values.attributes.get("ref"):
                game.attributes["ref"] = values.attributes["ref"]

    def keep_facts(self, values: Values, names: tuple[str, ...]) -> None:
        """Keep attributes of the header under their own names."""
        for name in names:
            if name in values.attributes:
                self.game.attributes[name] = values.attributes[name]

    def read_players(self, values: Values) -> None:
        """Read UN: the players, or, with one name and no more, a player who came back. Raises ValueError."""
        names = [f"n{seat}" for seat in range(events.SEATS)]
        if self.has_players or self.hands_begun or len(values.attributes) == 1:
            for seat, name in enumerate(names):
                if name in values.attributes:
                    self.connection(seat, True)
            return
        grades = values.numbers("dan", events.SEATS) if values.attributes.get("dan") else None
        ratings = values.decimals("rate", events.SEATS) if values.attributes.get("rate") else None
        sexes = values.texts("sx", events.SEATS) if values.attributes.get("sx") else [""] * events.SEATS
        for seat, name in enumerate(names):
            grade = None if grades is None else grade_name(grades[seat])
            rating = None if ratings is None else ratings[seat]
            player = Player(unquote(values.attributes.get(name, "")), grade, rating, sexes[seat])
            self.game.seats.append(player)
        self.has_players = True
        self.keep_facts(values, vocabulary.UN_FACTS)

    def connection(self, seat: SeatIndex, joined: bool) -> None:
        """Note that a player left or came back."""
        if self.game.hands:
            hand = self.game.hands[-1]
            hand.disconnections.append(Disconnection(len(hand.events), seat, joined))
        elif self.hands_begun == 0:
            self.waiting_connections.append((seat, joined))

    def read_init(self, values: Values) -> None:
        """Begin a hand. Raises ValueError."""
        seed = values.numbers("seed", 6)
        round, honba, sticks, first_die, second_die, indicator = seed
        if round < 0 or honba < 0 or sticks < 0:
            raise ValueError(f"{values.shown('seed')}: round, honba and sticks cannot be negative")
        if not UNKNOWN < indicator < TILES:
            raise ValueError(f"{values.shown('seed')}: expected a tile 0 to {TILES - 1} as the indicator")
        is_fourth = self.game.players == 4 and self.game.rule_bits != events.NOT_RECORDED
        fourth = values.tiles("hai3") if is_fourth else values.tiles("hai3", "")
        dealt = (values.tiles("hai0"), values.tiles("hai1"), values.tiles("hai2"), fourth)
        scores = values.points("ten", self.players_of(dealt))
        hand = Hand(
            self.hands_begun - 1, round, honba, sticks, values.seat("oya", self.game.players), scores, dealt, indicator,
            (first_die + 1, second_die + 1), values.attributes.get("shuffle", ""),
        )  # fmt: skip
        if "chip" in values.attributes:
            self.game.attributes[hand_fact(hand.index, "INIT", "chip")] = values.attributes["chip"]
        for seat, joined in self.waiting_connections:
            hand.disconnections.append(Disconnection(0, seat, joined))
        self.waiting_connections = []
        self.hand = hand
        self.game.hands.append(hand)

    def players_of(self, dealt: Sequence[tuple[Tile, ...]]) -> int:
        """How many play: as GO says; without it, as many as were dealt a hand."""
        return 3 if self.game.rule_bits == events.NOT_RECORDED and not dealt[3] else self.game.players

    def read_event(self, tag: str, values: Values, hand: Hand) -> None:
        """Read an element that is an event of the hand. Raises ValueError."""
        if len(hand.events) >= MOST_EVENTS:
            raise ValueError(TOO_MANY_EVENTS)
        if tag == "N":
            seat = values.seat("who")
            meld = meld_of_code(values.number("m"), seat)
            hand.events.append(Event(meld.kind, seat, meld.tile, meld.tiles, meld.from_seat))
        elif tag == "REACH":
            step = values.text("step")
            seat = values.seat("who")
            if step == "1":
                hand.events.append(Event(events.RIICHI, seat))
            elif step == "2":
                is_stated = "ten" in values.attributes
                points = values.points("ten", self.players_of(hand.dealt)) if is_stated else None
                hand.events.append(Deposit(seat, points))
            else:
                raise ValueError(f"{values.shown('step')}: expected 1 or 2")
        elif tag == "DORA":
            hand.events.append(Event(events.DORA, events.NO_SEAT, values.tile("hai")))
        elif tag == "AGARI":
            hand.events.append(self.win(values, hand))
        else:
            hand.events.append(self.draw(values, hand))

    def win(self, values: Values, hand: Hand) -> Win:
        """The win of an AGARI element. Raises ValueError."""
        attributes = values.attributes
        seat = values.seat("who")
        melds: list[Meld] = []
        if attributes.get("m"):
            for code in values.numbers("m"):
                melds.append(meld_of_code(code, seat))
            melds.reverse()  # the newest is first
        fu, points, limit = values.numbers("ten", 3) if "ten" in attributes else [events.NOT_RECORDED] * 3
        honba, sticks = values.numbers("ba", 2) if "ba" in attributes else [events.NOT_RECORDED] * 2
        scores, deltas = self.scores_and_deltas("AGARI", values, hand)
        self.read_result("AGARI", values, hand)
        return Win(
            seat, values.seat("fromWho"), values.tile("machi"),
            hand=values.tiles("hai") if attributes.get("hai") else None, melds=tuple(melds), fu=fu, points=points,
            limit=limit, yaku=values.yaku(), dora=values.tiles("doraHai", ""),
            ura=values.tiles("doraHaiUra") if "doraHaiUra" in attributes else None, honba=honba, sticks=sticks,
            scores=scores, deltas=deltas, pao_seat=values.seat("paoWho") if "paoWho" in attributes else events.NO_SEAT,
        )  # fmt: skip

    def draw(self, values: Values, hand: Hand) -> Ryuukyoku:
        """The drawn hand of a RYUUKYOKU element. Raises ValueError."""
        attributes = values.attributes
        draw_type = events.UNSPECIFIED
        if "type" in attributes:
            if attributes["type"] not in vocabulary.DRAW_OF_TYPE:
                words = ", ".join(vocabulary.DRAW_OF_TYPE)
                raise ValueError(f"{values.shown('type')}: expected one of {words}, or no type")
            draw_type = vocabulary.DRAW_OF_TYPE[attributes["type"]]
        elif "ba" in attributes or "sc" in attributes:
            draw_type = events.EXHAUSTIVE
        shown: list[tuple[Tile, ...] | None] = []
        for name in ("hai0", "hai1", "hai2", "hai3"):
            shown.append(values.tiles(name) if name in attributes else None)
        tenpai = tuple([tiles is not None for tiles in shown]) if draw_type in events.TENPAI_DRAWS else None
        if tenpai is not None and not any(tenpai) and "ba" not in attributes:
            tenpai = None  # Tenhou always writes the counters; the writer leaves them out where it does not know
        honba, sticks = values.numbers("ba", 2) if "ba" in attributes else [events.NOT_RECORDED] * 2
        scores, deltas = self.scores_and_deltas("RYUUKYOKU", values, hand)
        self.read_result("RYUUKYOKU", values, hand)
        return Ryuukyoku(
            draw_type, shown=tuple(shown), tenpai=tenpai, scores=scores, deltas=deltas, honba=honba, sticks=sticks
        )

    def scores_and_deltas(
        self, tag: str, values: Values, hand: Hand
    ) -> tuple[tuple[Points, ...] | None, tuple[Points, ...] | None]:
        """``sc``: each seat's score before and its gain, in points. Raises ValueError.

        Parlour rooms (``chip``) also write chips and their gain, 16 numbers. Their order is not documented: of the two
        possible ones that is taken whose scores are nearer those at the start of the hand. ``chip`` and such an ``sc``
        are also stored as they are, under `hand_fact`.
        """
        attributes = values.attributes
        event = len(hand.events)
        if "chip" in attributes:
            self.game.attributes[hand_fact(hand.index, tag, "chip", event)] = attributes["chip"]
        if "sc" not in attributes:
            return None, None
        numbers = values.numbers("sc")
        if len(numbers) == 4 * events.SEATS:
            self.game.attributes[hand_fact(hand.index, tag, "sc", event)] = attributes["sc"]
            by_seat = [numbers[location] for seat in range(events.SEATS) for location in (4 * seat, 4 * seat + 1)]
            points_first = numbers[: 2 * events.SEATS]
            is_by_seat = _distance(by_seat[0::2], hand.scores) <= _distance(points_first[0::2], hand.scores)
            numbers = by_seat if is_by_seat else points_first
        if len(numbers) == 2 * self.players_of(hand.dealt) < 2 * events.SEATS:
            numbers += [0, 0]
        if len(numbers) != 2 * events.SEATS:
            raise ValueError(f"{values.shown('sc')}: expected {2 * events.SEATS} numbers separated by commas")
        return (tuple([100 * score for score in numbers[0::2]]), tuple([100 * delta for delta in numbers[1::2]]))

    def read_result(self, tag: str, values: Values, hand: Hand) -> None:
        """``owari``: each seat's final points and score. Raises ValueError."""
        self.keep_facts(values, vocabulary.END_FACTS)
        if not values.attributes.get("owari"):
            return
        numbers = values.decimals("owari")
        if len(numbers) in (3 * events.SEATS, 4 * events.SEATS):  # with chips, in an order that is not known
            self.game.attributes[hand_fact(hand.index, tag, "owari", len(hand.events))] = values.attributes["owari"]
            return
        if len(numbers) == 2 * self.players_of(hand.dealt) < 2 * events.SEATS:
            numbers += [0.0, 0.0]
        if len(numbers) != 2 * events.SEATS:
            raise ValueError(f"{values.shown('owari')}: expected {2 * events.SEATS} numbers separated by commas")
        points = [round(100 * score) for score in numbers[0::2]]
        self.game.result = FinalResult(tuple(points), tuple(numbers[1::2]))


def _pays_others(draw: Ryuukyoku) -> bool:
    """Whether a draw pays other seats than those that it counts tenpai."""
    counted, deltas = draw.tenpai, draw.deltas
    return counted is not None and deltas is not None and counted != tuple([delta > 0 for delta in deltas])


def _distance(hundreds: list[int], points: tuple[Points, ...]) -> int:
    """The sum over the seats of the differences between scores in hundreds and points."""
    return sum([abs(100 * score - own) for score, own in zip(hundreds, points, strict=True)])


def meld_of_code(code: int, seat: SeatIndex) -> Meld:
    """The meld of a code made by `seat`. The same code gives the same object. Raises ValueError."""
    key = code << 2 | seat
    if (meld := _decoded_melds.get(key)) is None:
        try:
            meld = decode_meld(code, seat)
        except MeldCodeError as error:
            raise ValueError(f"{code} is the code of no meld: {error}") from None
        _decoded_melds[key] = meld
    return meld
