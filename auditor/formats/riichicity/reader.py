# build: compiled
"""Reads Riichi City's records: JSON of one game or several, whatever wraps them.

That is the server's response ``{code, data, message}``; its ``data`` alone; lists of either; one a line; any of these
as a string in JSON. The data of events is itself JSON in a string.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from auditor.core.errors import Problem, ReadError
from auditor.core.events import Game, Hand, Player
from auditor.core.reading.building import keep_first_false_red
from auditor.core.reading.copies import NO_CODE, PLAIN_MOST, reds_shown
from auditor.core.reading.format import MOST_EVENTS, MOST_HANDS, TOO_MANY_EVENTS, UTF8_MARK, too_many_hands
from auditor.core.reading.json_text import UNREADABLE, json_error_text, without_nulls
from auditor.core.reading.left_out import fill_counters
from auditor.core.tiles import red_tiles_in, red_tiles_of
from auditor.core.units import Tile, TileCode
from auditor.formats.riichicity import NAME, vocabulary
from auditor.formats.riichicity.documents import games_in, usual_game
from auditor.formats.riichicity.hand import RiichiCityHand, Seating, StartOfHand, cached_turn, decode_turn
from auditor.formats.riichicity.header import FIRST_POSITION, fill_header
from auditor.formats.riichicity.result import end_hand, final_result
from auditor.formats.riichicity.schema import ANY_JSON, DATA_DECODERS, DATA_TYPES, CityHandRecord, PlayerRecord

_HONBA: Final = b"ben_chang_num"
_STICKS: Final = b"li_zhi_bang_num"
_HANDS_COUNTED: Final = 3
"""The number of walls in which the red fives of a game are counted."""


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input; a hand with an error is left out, and reported."""
    text = data.removeprefix(UTF8_MARK).strip()
    usual = usual_game(text)
    for number, found in enumerate(games_in(text) if usual is None else [usual]):
        if isinstance(found, Problem):
            yield found
            continue
        try:
            for one in _GameReader(found).read():
                if isinstance(one, Game):
                    fill_counters(one, has_honba=_HONBA in text, has_sticks=_STICKS in text)
                yield one
        except ReadError as error:
            where = f"game {number}" if number else ""
            yield Problem(", ".join([one for one in (where, error.place) if one]), error.message)


class _GameReader:
    """Reads a game. problems: what could not be read. seating: of the game. unknown: types of events not known."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.problems: list[Problem] = []
        self.seating: Seating | None = None
        self.unknown: set[int] = set()
        game = Game(NAME)
        game.copies_recorded = False
        game.marks_recorded = True
        game.reds_recorded = False
        self.game = game

    def read(self) -> Iterator[Game | Problem]:
        """Yield the problems, and the game if any of its hands was read. Raises ReadError for an impossible game."""
        game = self.game
        hands = self.document.hands
        if len(hands) > MOST_HANDS:
            self.problems.append(Problem("", too_many_hands(len(hands))))
        decoded: list[tuple[int, Any, list[tuple[int, int, Any]]]] = []
        for index, raw in enumerate(hands[:MOST_HANDS]):
            try:
                hand = raw if isinstance(raw, CityHandRecord) else _converted(raw, "hand", CityHandRecord)
                decoded.append((index, hand, self._events(hand)))
            except ReadError as error:
                self._leave_out(index, error)
        if decoded:
            self._fill(decoded)
        for index, hand, events in decoded:
            try:
                game.hands.append(self._hand(index, hand, events))
            except ReadError as error:
                self._leave_out(index, error)
        yield from self.problems
        keep_first_false_red(game)
        if game.hands:
            yield game
        elif not self.problems:
            yield Problem("", "the record holds no hand")

    def _leave_out(self, index: int, error: ReadError) -> None:
        location = ", ".join([one for one in (f"hand {index}", error.place) if one])
        self.problems.append(Problem(location, f"{error.message}; the hand is left out"))

    def _events(self, hand: Any) -> list[tuple[int, int, Any]]:
        """The type, the user and the decoded data of each event of a hand. Raises ReadError."""
        if len(hand.hand_event_record) > 2 * MOST_EVENTS:
            raise ReadError("", TOO_MANY_EVENTS)
        found: list[tuple[int, int, Any]] = []
        for number, event in enumerate(hand.hand_event_record):
            type: int = event.event_type
            if type in DATA_TYPES:
                data = event.data
                value: Any = cached_turn(data) if type == vocabulary.TURN_EVENT and isinstance(data, str) else None
                try:
                    if value is None:
                        value = decode_data(type, data)
                        if type == vocabulary.TURN_EVENT:
                            value = decode_turn(value, data if isinstance(data, str) else "")
                except ReadError as error:
                    raise ReadError(f"event {number} (type {type})", error.message) from None
                found.append((type, event.user_id, value))
            elif type == vocabulary.PASSED_EVENT:
                found.append((type, event.user_id, None))
            elif type != vocabulary.PAUSE_EVENT and type not in self.unknown:
                self.unknown.add(type)
                self.problems.append(Problem("", f"events of type {type} are not known; they are passed over"))
        return found

    def _fill(self, decoded: list[tuple[int, Any, list[tuple[int, int, Any]]]]) -> None:
        """Fill in the header, the players, the red fives and the seating. Raises ReadError."""
        game, head = self.game, self.document.head
        players = _users(decoded)
        count = head.get("playerCount")
        game.players = count if isinstance(count, int) and count == len(players) else len(players)
        if game.players not in (3, 4):
            raise ReadError("", f"a game of {game.players} players; only those of three and of four are read")
        firsts = [_first_position(hand, events, game.players) for _, hand, events in decoded]
        known = [first for first in firsts if first is not None]
        first = max(known, key=known.count) if known else 0
        self.seating = Seating(game.players, first, [player.user_id for player in players])
        names = {self.seating.seats[player.user_id]: player.nickname for player in players}
        game.seats = [Player(names.get(seat, "")) for seat in range(game.players)]
        walls = [hand.hand_card_encode for _, hand, _ in decoded if hand.hand_card_encode][:_HANDS_COUNTED]
        if walls:
            reds = [red_tiles_in(wall) for wall in walls]
            game.red_tiles = max(reds, key=reds.count)
            game.reds_recorded = True
        else:
            text = "" if head.get("gamePlay") is not None else str(head.get("remark"))  # of a converted game
            game.red_tiles, game.reds_recorded = _reds_seen(decoded, game.players, has_any="赤" in text)
        events = decoded[0][1].hand_event_record
        fill_header(game, head, events[0].start_time if events else None)
        if first:
            game.attributes[FIRST_POSITION] = str(first)

    def _hand(self, index: int, raw: Any, events: list[tuple[int, int, Any]]) -> Hand:
        """Build a hand from its events. Raises ReadError."""
        seating = self.seating
        assert seating is not None
        starts = [(user, data) for type, user, data in events if type == vocabulary.START_EVENT]
        if not starts:
            raise ReadError("", "expected an event of type 1, which starts the hand")
        if len(starts) < seating.players:
            raise ReadError("", f"expected the start of the hand from each of {seating.players} seats: it is cut")
        own = seating if len(raw.players) != seating.players else self._seating_of(raw, seating)
        start = StartOfHand([(own.seat_of_user(user), data) for user, data in starts], raw, own)
        hand = RiichiCityHand(index, start, own, raw.hand_card_encode, self.game.red_tiles)
        hand.take_copies(raw.pai_shan, start.hashes)
        for number, (type, user, data) in enumerate(events):
            try:
                self._play(hand, type, user, data)
            except ReadError as error:
                raise ReadError(f"event {number} (type {type})", error.message) from None
            if len(hand.events) > MOST_EVENTS:
                raise ReadError("", TOO_MANY_EVENTS)
        return hand.close()

    def _seating_of(self, raw: Any, seating: Seating) -> Seating:
        """The seating of one hand, which differs from that of the game only in a faulty record."""
        users = [player.user_id for player in _in_order(raw.players)]
        return seating if users == seating.users else Seating(seating.players, seating.first, users)

    def _play(self, hand: RiichiCityHand, type: int, user: int, data: Any) -> None:
        if type == vocabulary.START_EVENT:
            return
        if type == vocabulary.GAME_END_EVENT:
            self.game.result = final_result(data, hand.seating)
        elif type == vocabulary.END_EVENT:
            end_hand(hand, data)
        elif type == vocabulary.INDICATORS_EVENT:
            hand.indicators(data)
        elif type == vocabulary.ACTION_EVENT:
            hand.act(hand.actor(user, data.user_id), data)
        elif type == vocabulary.RIICHI_ACCEPTED_EVENT:
            hand.deposit(hand.seating.seat_of_user(data.user_id or user))
        else:
            seat = hand.seating.seat_of_user(user)
            if type == vocabulary.TURN_EVENT:
                hand.turn(seat, data)
            elif type == vocabulary.OFFER_EVENT:
                hand.offer(seat, data)
            elif type == vocabulary.PASSED_EVENT:
                hand.passed(seat)
            elif type == vocabulary.RIICHI_WAITS_EVENT:
                hand.waits(seat, data)


def decode_data(type: int, data: Any) -> Any:
    """Decode the data of an event, which is JSON in a string, or an object. Raises ReadError, without a location."""
    if isinstance(data, str):
        try:
            return DATA_DECODERS[type].decode(data)
        except UNREADABLE:
            try:
                data = ANY_JSON.decode(data)
            except UNREADABLE as error:
                raise ReadError("", f"data: expected JSON: {json_error_text(error)}") from None
    return _converted(data, "data", DATA_TYPES[type])


def _converted(value: Any, name: str, type: Any) -> Any:
    """Convert a decoded value to a type. Numbers and flags may be strings, and null is as missing. Raises ReadError."""
    try:
        return msgspec.convert(without_nulls(value), type, strict=False)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ReadError("", f"{name}: {json_error_text(error)}") from None


def _users(decoded: list[tuple[int, Any, list[tuple[int, int, Any]]]]) -> list[Any]:
    """The players by position, from the first hand that lists them, else from the first start of a hand."""
    for _, hand, _ in decoded:
        if hand.players:
            return _in_order(hand.players)
    return [PlayerRecord(user, position) for position, user in enumerate(_starting(decoded))]


def _starting(decoded: list[tuple[int, Any, list[tuple[int, int, Any]]]]) -> list[int]:
    """The user ids in the first start of a hand, in order. Raises ReadError."""
    for _, _, events in decoded:
        for type, user, data in events:
            if type == vocabulary.START_EVENT:
                listed = [one.user_id for one in data.user_info_list or ()]
                return listed or [other for kind, other, _ in events if kind == vocabulary.START_EVENT and user]
    raise ReadError("", "players: expected who plays")


def _in_order(players: list[Any]) -> list[Any]:
    positions = [player.position for player in players]
    are_named = sorted(positions) == list(range(len(players)))
    return sorted(players, key=lambda player: int(player.position)) if are_named else players


def _first_position(raw: Any, events: list[tuple[int, int, Any]], players: int) -> int | None:
    """The position of the game's first dealer, computed from a hand's dealer and its number; None without a dealer."""
    shown = [
        (data.dealer_pos - (data.chang_ci if data.chang_ci is not None else raw.chang_ci or 1) + 1) % players
        for type, _, data in events
        if type == vocabulary.START_EVENT and data.dealer_pos is not None
    ]
    return max(shown, key=shown.count) if shown else None


def _reds_seen(
    decoded: list[tuple[int, Any, list[tuple[int, int, Any]]]], players: int, *, has_any: bool
) -> tuple[tuple[Tile, ...], bool]:
    """The red fives of a game without walls, by the tiles that come from them, and if two hands show a second one."""
    seen = [list(_codes_seen(events)) for _, _, events in decoded]
    if not (has_any or any([code > PLAIN_MOST for codes in seen for code in codes])):
        return (), False
    (man, pin, sou), is_certain = reds_shown(seen)
    return red_tiles_of((man if players == 4 else 0, pin, sou)), is_certain


def _codes_seen(events: list[tuple[int, int, Any]]) -> Iterator[TileCode]:
    for type, _, data in events:
        if type == vocabulary.START_EVENT:
            yield from [vocabulary.CODE_OF_CARD.get(card, NO_CODE) for card in data.hand_cards]
        elif type == vocabulary.TURN_EVENT:
            yield data.code
        elif type == vocabulary.INDICATORS_EVENT:
            yield from [vocabulary.CODE_OF_CARD.get(card, NO_CODE) for card in data.cards[-1:]]
