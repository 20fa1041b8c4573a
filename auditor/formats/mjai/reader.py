# build: hot
"""mjai JSON Lines: one event a line, in the dialects of the programs that write it.

Fields differ between programs: what is there is read. Tiles are ``1m``-``9s``, ``5mr 5pr 5sr``, ``E S W N P F C``, and
``?`` where hidden; some programs write ``1z``-``7z``. Where none is ``reach_accepted``, deposits are implied.
"""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
from mypy_extensions import i64

from auditor.core import events
from auditor.core.errors import Problem, ReadError
from auditor.core.events import Event, FinalResult, Game, Hand, Player, Ryuukyoku, Win
from auditor.core.reading import building, format
from auditor.core.reading.building import Conventions, HandBuilder
from auditor.core.reading.copies import NO_CODE, PLAIN_CODES, RED_CODES, TEXT_OF_CODE, Copies, reds_shown
from auditor.core.reading.json_text import as_strict, is_number, repeated_key
from auditor.core.reading.left_out import fill_counters
from auditor.core.reading.log_ids import log_id_from_name
from auditor.core.tiles import LIVE_WALL, UNKNOWN, WIND_LETTERS, red_tiles_of
from auditor.core.units import Points, SeatIndex, Tile, TileCode
from auditor.formats.mjai import KYOKU_FIRST, NAME, PRESET, REPORT_KEY, RULES, VIEWER_MARK, fast, matches, vocabulary
from auditor.formats.mjai.fast import HAND_END, LINE_END, KnownLine, mark_of
from auditor.formats.mjai.vocabulary import CONSUMED, WORDS, Dialect, described, number_in, points_of_seats, tile_code

_decode: Final = msgspec.json.Decoder().decode


def value_of_line(line: str) -> Any:
    """Decode a line of JSON. Raises ValueError and RecursionError, as `json` does.

    msgspec is four times as fast. What it refuses, such as numbers beyond all bounds, `json` may accept.
    """
    try:
        return _decode(line)
    except (ValueError, RecursionError):
        return json.loads(line)


_HEAD: Final = 4096
_CONVENTIONS: Final = Conventions()
_START_SCORES: Final = (25000,) * 4
"""The starting points of a game whose hands do not state them: those of Tenhou's rules and most others."""


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input; a hand with an error is left out, and reported."""
    text = data.removeprefix(format.UTF8_MARK)
    if b"\r" in text:
        text = text.replace(b"\r\n", LINE_END).replace(b"\r", LINE_END)
    if matches(text[:_HEAD]):
        yield from _read_lines(text, log_id_from_name(name))
    else:
        yield from _read_held(text, name)


def _read_lines(text: bytes, log_id: str) -> Iterator[Game | Problem]:
    reader = _Reader(Dialect(text), log_id, text=text)
    while reader.read_on():
        yield from reader.results
        reader.results = []
    reader.finish()
    yield from reader.results


def _read_held(text: bytes, name: str) -> Iterator[Game | Problem]:
    """Read the game in a page or a report; text that is neither is read as it is. Raises ReadError."""
    from auditor.core.reading.held_logs import list_in_report, list_in_script, sole_log_id

    log_id = log_id_from_name(name)
    if text.lstrip().startswith(b"<"):
        if (held := list_in_script(text, VIEWER_MARK)) is None:
            yield Problem("", f"the page holds no game: expected {VIEWER_MARK.decode()} = and a list in a script")
            return
    elif b'"%s"' % REPORT_KEY.encode() in text:
        held = list_in_report(text, REPORT_KEY)
    else:
        yield from _read_lines(text, log_id)
        return
    for found in _read_lines(held.text, log_id or sole_log_id(text)):
        yield found if held.are_lines else _without_lines(found)


def _without_lines(found: Game | Problem) -> Game | Problem:
    """What was read of a list whose values are not on lines of their own: their numbers are those of the events."""
    if isinstance(found, Problem):
        return Problem(found.place.replace("line", "event", 1), found.message)
    for hand in found.hands:
        hand.lines = []
    return found


class _Reader:
    """Builds games from events.

    results: complete games, and what could not be read, for the caller to take. builder: of the hand being read, None
    between hands or while a broken one is skipped. ura: the indicators that the latest win of the hand shows. reds: how
    many red fives of man, pin and sou the set is assumed to hold, one of each unless the game shows others. text,
    position, number: what is read, where its next line begins, and the number of the line before. first_position,
    first_number: the same for the game being read. counters: those that the starts of the game's hands name. copies:
    those of each hand of the game.
    """

    def __init__(
        self, dialect: Dialect, log_id: str, reds: tuple[int, int, int] = (1, 1, 1), *, text: bytes = b"",
        number: int = 0,
    ) -> None:  # fmt: skip
        self.dialect = dialect
        self.log_id = log_id
        self.reds = reds
        self.text = text
        self.position: i64 = 0
        self.number: i64 = number
        self.first_position: i64 = 0
        self.first_number: i64 = number
        self.results: list[Game | Problem] = []
        self.builder: HandBuilder | None = None
        self.ura: tuple[Tile, ...] = ()
        self.copies: list[Copies] = []
        self.game: Game | None = None
        self.hands_begun = 0
        self.has_kan = False
        self.has_dora = False
        self.counters: set[str] = set()
        self.end_scores: tuple[Points, ...] = _START_SCORES
        self.is_skipping = False

    def read_on(self) -> bool:
        """Read lines up to one that ends a game or has a problem; False where none is left, and nothing found."""
        text = self.text
        while self.position <= len(text) and not self.results:
            position = self.position
            known = fast.turn_at(text, position) if format.IS_COMPILED else None
            if known is not None and self._known_line(known, self.number + 1):
                self.position = position + len(known.text)
                self.number += 1
                continue
            end = text.find(LINE_END, position)
            line = text[position : end if end >= 0 else len(text)]
            known = fast.read(line)
            if known is None or not self._known_line(known, self.number + 1):
                self._line(line, self.number + 1)
            self.position = position + len(line) + 1
            self.number += 1
        return bool(self.results)

    def _known_line(self, known: KnownLine, number: int) -> bool:
        """Read a line by its event; False, with nothing done, if its hand takes no more."""
        builder, kind = self.builder, known.kind
        if builder is None or len(builder.events) >= format.MOST_EVENTS:
            return False
        if self.dialect.implies_deposits and kind != events.DORA and kind != HAND_END:
            builder.deposit_owed()
        if kind == events.DRAW:
            builder.draw(known.seat, known.code)
        elif kind == events.DISCARD:
            builder.discard(known.seat, known.code, known.mark, known.mark == events.TSUMOGIRI)
        elif kind == HAND_END:
            self._close_hand()
        elif kind == events.RIICHI:
            builder.declare(known.seat)
        elif kind == events.DORA:
            self.has_dora = True
            builder.dora(known.code)
        else:
            self.has_kan |= kind == events.OPEN_KAN
            builder.claim(kind, known.seat, known.from_seat, known.code, known.own)
        self._note_line(number)
        return True

    def _line(self, data: bytes, number: int) -> None:
        """Read a line: one event, an array of events, or nothing. number: of the line."""
        line = data.decode("utf-8", "replace")
        if not line.strip():
            return
        location = f"line {number}"
        try:
            format.check_text(line)
            value = value_of_line(line)
        except ReadError as error:
            self._break(location, error.message)
            return
        except (ValueError, RecursionError) as error:
            self._break(location, f"not a JSON event: {error}")
            return
        if isinstance(value, dict) and line.count('":') > len(value) and (key := repeated_key(line)):
            fault = f"the key {described(key)} comes twice in one object; the last is read"
            self.results.append(Problem(location, fault))
        elif isinstance(value, dict):
            fast.learn(data, value)
        for message in value if isinstance(value, list) else [value]:
            try:
                self._message(message, location)
                self._note_line(number)
            except ReadError as error:
                self._break(error.place, error.message)

    def _note_line(self, number: int) -> None:
        """Record that the latest events of the hand, or its start, are in this line."""
        if (builder := self.builder) is not None:
            lines = builder.hand.lines
            missing = len(builder.events) + 1 - len(lines)
            if missing == 1:
                lines.append(number)
            else:
                lines.extend([number] * missing)

    def _break(self, location: str, message: str) -> None:
        """Report what is wrong, and leave the hand out."""
        builder = self.builder
        where = location if builder is None else f"{location}, hand {builder.hand.index} ({builder.hand.name})"
        self.results.append(Problem(where, message))
        self.builder = None
        self.is_skipping = True

    def finish(self) -> None:
        """End the last game, if there is one."""
        self._close_hand()
        if self.game is not None and (self.game.hands or self.game.seats):
            game = self._with_other_reds() or self.game
            building.keep_first_false_red(game)
            if self.dialect.implies_deposits:
                building.add_void_deposits(game)
            if self.has_kan and not self.has_dora:
                game.indicators_recorded = not any([_goes_on_after_kan(hand.events) for hand in game.hands])
            fill_counters(game, has_honba="honba" in self.counters, has_sticks="kyotaku" in self.counters)
            game.left_out += [] if "scores" in self.counters else [building.NO_POINTS]
            self.results.append(game)
        self.game = None
        self.counters.clear()
        self.hands_begun = 0
        self.has_kan = self.has_dora = False
        self.end_scores = _START_SCORES
        self.first_position, self.first_number = self.position, self.number
        self.copies = []

    def _with_other_reds(self) -> Game | None:
        """The game read again with the red fives that it shows, if the assumed set has too few fives for it.

        mjai does not say how many red fives there are, only whether there are some. If two hands show a second one, it
        is certain; if one hand does, the ruleset must show whether the set has two or a tile is repeated.
        """
        excess = [code for copies in self.copies for code in copies.excess]
        has_reds = self.dialect.has_red and self.game is not None and self.game.red_tiles
        if not has_reds or not any([code in excess for code in (*RED_CODES, *PLAIN_CODES)]):
            return None
        reds, is_certain = reds_shown([copies.fives() for copies in self.copies])
        if reds == self.reds or self.number - self.first_number >= format.MOST_GAME_EVENTS:
            return None
        text = self.text[self.first_position : self.position]
        again = _Reader(self.dialect, self.log_id, reds, text=text, number=self.first_number)
        while again.read_on():
            again.results = []  # what is wrong has been reported
        again._close_hand()
        if again.game is not None:
            again.game.reds_recorded = is_certain
        return again.game

    def _start_game(self, message: dict[str, Any], location: str) -> None:
        game = Game(NAME)
        game.log_id = self.log_id
        game.copies_recorded = False
        game.marks_recorded = True
        game.indicator_times_recorded = False
        has_red = message.get("aka_flag") is not False and (bool(message.get("aka_flag")) or self.dialect.has_red)
        game.red_tiles = red_tiles_of(self.reds) if has_red else ()
        game.reds_recorded = False
        if isinstance(message.get(KYOKU_FIRST), int):
            game.attributes[KYOKU_FIRST] = str(message[KYOKU_FIRST])
        if message.get(RULES) is not None:
            game.attributes[RULES] = vocabulary.kept_rules(message[RULES])
        if isinstance(message.get(PRESET), str):
            game.attributes[PRESET] = message[PRESET][: vocabulary.MOST_RULE_TEXT]
        names = vocabulary.names_in(message, location)
        if len(names) == 3 or (len(names) == 4 and not names[3] and all(names[:3])):
            game.players = 3
        game.seats = [Player(name) for name in names[: game.players]]
        self.game = game

    def _message(self, message: object, location: str) -> None:
        if not isinstance(message, dict):
            raise ReadError(location, f"expected an event (a JSON object), not {described(message)}")
        kind = message.get("type")
        if kind == "start_game":
            self.finish()
            self._start_game(message, location)
        elif kind == "start_kyoku":
            self._close_hand()
            self._start_hand(message, location)
        elif kind == "end_game":
            self._end_game(message, location)
        elif kind == "end_kyoku":
            self._close_hand()
        elif kind in ("none", None):
            if kind is None:
                raise ReadError(location, f"an object without a type: {described(message)}")
        elif not isinstance(kind, str) or kind not in WORDS:
            raise ReadError(location, f"the event type {described(kind)} is not known")
        elif self.builder is not None:
            self._play(self.builder, kind, message, location)
        elif not self.is_skipping:
            raise ReadError(location, f"{kind} outside a hand; start_kyoku is expected before it")

    def _start_hand(self, message: dict[str, Any], location: str) -> None:
        if self.game is None:
            self._start_game({}, location)
        game = self.game
        assert game is not None
        index = self.hands_begun
        self.hands_begun += 1
        self.is_skipping = True  # until the hand is known to be whole
        if index >= format.MOST_HANDS:
            if index == format.MOST_HANDS:
                raise ReadError(location, format.TOO_MANY_HANDS)
            return
        number = _round(message, game, location)
        given = message.get("scores")
        scores = self.end_scores if given is None else vocabulary.points_in(given, "scores", location)
        if len(scores) == 3:
            game.players = 3
        hands = message.get("tehais")
        if not isinstance(hands, list) or len(hands) not in (3, 4):
            raise ReadError(location, f"tehais: expected the hands of three or four seats, not {described(hands)}")
        if len(hands) == 3 or not hands[3]:
            game.players = 3
        dealer = number % 4 if message.get("oya") is None else number_in(message, "oya", location, 0, 3)
        if dealer >= game.players:
            raise ReadError(location, "oya: expected a seat 0 to 2, not 3")
        copies = Copies(game.red_tiles)
        dealt = []
        for seat in range(4):
            tiles = hands[seat] if seat < len(hands) else []
            if not isinstance(tiles, list):
                raise ReadError(location, f"tehais: expected a list of tiles, not {described(tiles)}")
            played = seat < game.players
            codes = vocabulary.tile_codes(tiles, location) if played else []
            dealt.append(tuple([copies.draw(seat, code) for code in codes]))
        marker = message.get("dora_marker")
        indicator = UNKNOWN if marker is None else copies.from_wall(tile_code(marker, location))
        self.counters.update([name for name in ("honba", "kyotaku", "scores") if message.get(name) is not None])
        honba = 0 if message.get("honba") is None else number_in(message, "honba", location, 0, format.MOST_COUNTERS)
        sticks = (
            0 if message.get("kyotaku") is None else number_in(message, "kyotaku", location, 0, format.MOST_COUNTERS)
        )
        if self.dialect.implies_deposits and game.hands and game.hands[-1].index == index - 1:
            building.add_triple_ron_deposit(game.hands[-1], sticks)
        hand = Hand(index, number, honba, sticks, dealer, (*scores, 0)[:4], tuple(dealt), indicator)
        self.builder = HandBuilder(hand, copies, _CONVENTIONS)
        self.ura = ()
        self.is_skipping = False

    def _play(self, builder: HandBuilder, kind: str, message: dict[str, Any], location: str) -> None:
        if len(builder.events) >= format.MOST_EVENTS:
            raise ReadError(location, format.TOO_MANY_EVENTS)
        if kind not in ("hora", "reach_accepted", "dora", "ryukyoku") and self.dialect.implies_deposits:
            builder.deposit_owed()
        if kind == "ryukyoku":
            self._ryuukyoku(builder, message, location)
            return
        if kind == "dora":
            self.has_dora = True
            builder.dora(tile_code(message.get("dora_marker"), location))
            return
        seat = number_in(message, "actor", location, 0, 3)
        if kind == "tsumo":
            builder.draw(seat, tile_code(message.get("pai"), location))
        elif kind == "dahai":
            mark = mark_of(message.get("tsumogiri"))
            builder.discard(seat, tile_code(message.get("pai"), location), mark, mark == events.TSUMOGIRI)
        elif kind == "reach":
            builder.declare(seat)
        elif kind == "reach_accepted":
            builder.deposit(seat, _scores_after(builder, message, location))
        elif kind in ("kita", "nukidora"):
            builder.north(seat, tile_code(message.get("pai", "N"), location))
        elif kind == "hora":
            self._hora(builder, seat, message, location)
        else:
            self._call(builder, kind, seat, message, location)

    def _call(self, builder: HandBuilder, kind: str, seat: SeatIndex, message: dict[str, Any], location: str) -> None:
        consumed = message.get("consumed")
        if not isinstance(consumed, list) or len(consumed) != CONSUMED[kind]:
            raise ReadError(location, f"consumed: expected {CONSUMED[kind]} tiles, not {described(consumed)}")
        codes = vocabulary.tile_codes(consumed, location)
        self.has_kan |= kind in vocabulary.KAN_WORDS
        if kind == "kakan":
            builder.added_kan(seat, tile_code(message.get("pai"), location), codes)
        elif kind == "ankan":
            code = tile_code(message.get("pai") or "?", location)
            if code != NO_CODE and NO_CODE not in codes and code not in codes:
                builder.contradict_field(seat, "pai", TEXT_OF_CODE[codes[0]], TEXT_OF_CODE[code])
            builder.closed_kan(seat, codes)
        else:
            target, tile = builder.last_seat, message.get("pai")
            if message.get("target") is not None or target < 0:
                target = number_in(message, "target", location, 0, 3)
            is_known = tile is not None or builder.last_tile < 0  # else it can only be what was discarded last
            code = tile_code(tile, location) if is_known else builder.copies.codes[builder.last_tile]
            builder.claim(vocabulary.CLAIM_KINDS[kind], seat, target, code, codes)

    def _hora(self, builder: HandBuilder, seat: SeatIndex, message: dict[str, Any], location: str) -> None:
        # A self-draw has no target to name, and a ron can only be on what was played last.
        played = seat if builder.events and builder.events[-1].kind == events.DRAW else max(builder.last_seat, 0)
        target = played if message.get("target") is None else number_in(message, "target", location, 0, 3)
        if message.get("tsumo") is (seat != target):
            builder.contradict_field(seat, "tsumo", f"{seat == target}".lower(), f"{seat != target}".lower())
        tile = builder.last_tile
        if message.get("pai") is not None:
            tile = builder.latest(tile_code(message["pai"], location))
        markers = message.get("ura_markers", message.get("uradora_markers"))
        ura: tuple[Tile, ...] | None = None
        if isinstance(markers, list):
            codes = [tile_code(marker, location) for marker in markers]
            ura = tuple([self._ura_tile(builder.copies, index, code) for index, code in enumerate(codes)])
            self.ura = ura or self.ura
        win = Win(seat, target, tile, ura=ura, deltas=_deltas(builder, message, location))
        fu, points = as_strict(message.get("fu")), as_strict(message.get("hora_points"))
        if is_number(fu):
            win.fu = fu
        if is_number(points):
            win.points = points
        builder.events.append(win)
        builder.declarer = events.NO_SEAT

    def _ura_tile(self, copies: Copies, index: int, code: TileCode) -> Tile:
        """The tile of an ura indicator that a win shows, which is the same for every winner of the hand."""
        is_known = index < len(self.ura) and self.ura[index] in copies.ids.get(code, ())
        return self.ura[index] if is_known else copies.from_wall(code)

    def _ryuukyoku(self, builder: HandBuilder, message: dict[str, Any], location: str) -> None:
        assert self.game is not None
        reason = message.get("reason", message.get("type_detail"))
        draw_type = vocabulary.draw_of_word(reason)
        if self.dialect.implies_deposits and draw_type != events.TRIPLE_RON:
            builder.deposit_owed()
        builder.declarer = events.NO_SEAT
        deltas = _deltas(builder, message, location)
        if reason is None and _is_played_out(builder.events, self.game.players):
            draw_type = events.NAGASHI_MANGAN if building.is_nagashi_payment(deltas) else events.EXHAUSTIVE
        tenpai = message.get("tenpais")
        given = building.tenpai_by_payment(deltas) if draw_type == events.EXHAUSTIVE else None
        if isinstance(tenpai, list) and len(tenpai) in (3, 4) and draw_type in events.TENPAI_DRAWS:
            given = (*[bool(one) and one != "false" for one in tenpai], False)[:4]
        shown = _shown(builder, message.get("tehais"), location)
        builder.events.append(Ryuukyoku(draw_type, shown=shown, tenpai=given, deltas=deltas))

    def _close_hand(self) -> None:
        builder = self.builder
        if builder is not None and self.game is not None:
            self.game.hands.append(builder.hand)
            self.copies.append(builder.copies)
            self.end_scores = tuple(builder.scores)
        self.builder = None
        self.is_skipping = False

    def _end_game(self, message: dict[str, Any], location: str) -> None:
        self._close_hand()
        game = self.game
        points = None if game is None else points_of_seats(message, "scores", location)
        if game is not None and points is not None and game.hands and game.hands[-1].is_finished:
            game.result = FinalResult(points, None)


def _round(message: dict[str, Any], game: Game, location: str) -> int:
    """The number of a hand's round; what the message leaves out follows from its dealer and the hand before."""
    is_named = message.get("kyoku") is not None or message.get("oya") is None
    kyoku = number_in(message, "kyoku", location, 1, 4) - 1 if is_named else number_in(message, "oya", location, 0, 3)
    if (wind := message.get("bakaze")) is None:
        last = game.hands[-1].round if game.hands else 0
        return (last // 4 + (kyoku < last % 4)) * 4 + kyoku
    code = vocabulary.code_of(wind)
    if code is None or not 0 <= code - vocabulary.EAST_CODE < len(WIND_LETTERS):
        raise ReadError(location, f"bakaze: expected E, S, W or N, not {described(wind)}")
    return (code - vocabulary.EAST_CODE) * 4 + kyoku


def _scores_after(builder: HandBuilder, message: dict[str, Any], location: str) -> tuple[Points, ...] | None:
    """The points of the seats after a message that changes them: as stated, or by the gains; None without either."""
    scores = points_of_seats(message, "scores", location)
    deltas = points_of_seats(message, "deltas", location) if scores is None else None
    if deltas is None:
        return scores
    return tuple([score + delta for score, delta in zip(builder.scores, deltas, strict=True)])


def _deltas(builder: HandBuilder, message: dict[str, Any], location: str) -> tuple[Points, ...] | None:
    """What each seat gains: as stated, or by the scores after the payment. It is added to the builder's scores."""
    deltas = points_of_seats(message, "deltas", location)
    after = points_of_seats(message, "scores", location) if deltas is None else None
    if after is not None:
        deltas = tuple([one - before for one, before in zip(after, builder.scores, strict=True)])
    if deltas is not None:
        builder.scores = [score + delta for score, delta in zip(builder.scores, deltas, strict=True)]
    return deltas


def _goes_on_after_kan(played: list[Event]) -> bool:
    """Whether a kan was followed by a discard: by then every table has turned its indicator."""
    kan = next((place for place, event in enumerate(played) if event.kind in events.KANS), len(played))
    return any([event.kind == events.DISCARD for event in played[kan:]])


def _is_played_out(played: list[Event], players: int) -> bool:
    """Whether the last tile was drawn and fewer than four kans made: the fourth may end a hand on the last tile too."""
    draws = sum([1 for event in played if event.kind == events.DRAW])
    kans = sum([1 for event in played if event.kind in events.KANS])
    return draws >= LIVE_WALL[players] and kans < 4


def _shown(builder: HandBuilder, hands: object, location: str) -> tuple[tuple[Tile, ...] | None, ...] | None:
    """The hands shown at a draw, None for one with a hidden tile; None if the log shows no hands."""
    if (hand_codes := vocabulary.codes_of_hands(hands, location)) is None:
        return None
    shown: list[tuple[Tile, ...] | None] = [None] * 4
    for seat, codes in enumerate(hand_codes):
        if codes and NO_CODE not in codes:
            shown[seat] = tuple(builder.copies.shown(seat, codes))
    return tuple(shown)


class LiveState(NamedTuple):
    """A `LiveReader`'s state between two hands, named like its attributes and those of its dialect.

    It stays as it is whatever the reader reads next. game: a copy, with its own list of hands.
    """

    game: Game | None
    hands_begun: int
    has_kan: bool
    has_dora: bool
    end_scores: tuple[Points, ...]
    implies_deposits: bool
    has_red: bool

    def without_reds(self, reds: list[Tile]) -> "LiveState":
        """The state of a game whose set lacks these red fives."""
        if (game := _copy_of(self.game)) is not None:
            game.red_tiles = tuple([tile for tile in game.red_tiles if tile not in reds])
        return self._replace(game=game)


def _copy_of(game: Game | None) -> Game | None:
    """A copy of a game, with its own list of the same hands."""
    if game is None:
        return None
    copy = Game(game.format)
    for name in events.GAME_FACTS:
        setattr(copy, name, getattr(game, name))
    copy.hands = list(game.hands)
    return copy


class LiveReader(_Reader):
    """Reads the events of a game while it is played. The hand that is being read is the last of its game.

    What only a whole log shows is assumed as follows. Deposits are implied until the first ``reach_accepted``, and
    indicators are not recorded once a kan was followed by a discard and no ``dora`` has come.

    reds: how many red fives of man, pin and sou the set holds, unless ``aka_flag`` denies it.
    """

    def __init__(self, reds: tuple[int, int, int]) -> None:
        dialect = Dialect(b"")
        dialect.has_red = any(reds)
        super().__init__(dialect, "", reds)

    def take(self, message: dict[str, Any], number: int) -> list[Problem]:
        """Read an event. number: for messages. Returns its problems; if there are any, its hand is left out."""
        kind = message.get("type")
        game = self.game
        if kind == "reach_accepted":
            self.dialect.implies_deposits = False
        elif game is not None and (kind == "dora" or (kind == "dahai" and self.has_kan)):
            game.indicators_recorded = kind == "dora" or self.has_dora
        try:
            self._message(message, f"event {number}")
            self._note_line(number)
        except ReadError as error:
            if game is not None and self.builder is not None:
                game.hands.remove(self.builder.hand)
            self._break(error.place, error.message)
        problems = [one for one in self.results if isinstance(one, Problem)]
        self.results = []
        return problems

    def finish(self) -> None:
        """Reset the reader for another game."""
        self._close_hand()
        self.game = None
        self.hands_begun = 0
        self.has_kan = self.has_dora = False
        self.end_scores = _START_SCORES

    def state(self) -> LiveState:
        """The present state, between two hands."""
        dialect = self.dialect
        return LiveState(
            _copy_of(self.game), self.hands_begun, self.has_kan, self.has_dora, self.end_scores,
            dialect.implies_deposits, dialect.has_red,
        )  # fmt: skip

    def resume(self, state: LiveState) -> None:
        """Continue from the state of another reader, with a game of its own."""
        self.game = _copy_of(state.game)
        self.hands_begun = state.hands_begun
        self.has_kan, self.has_dora = state.has_kan, state.has_dora
        self.end_scores = state.end_scores
        self.dialect.implies_deposits, self.dialect.has_red = state.implies_deposits, state.has_red

    def _start_hand(self, message: dict[str, Any], location: str) -> None:
        super()._start_hand(message, location)
        if self.builder is not None and self.game is not None:
            self.game.hands.append(self.builder.hand)

    def _close_hand(self) -> None:
        if self.builder is not None:
            self.end_scores = tuple(self.builder.scores)
        self.builder = None
        self.is_skipping = False
