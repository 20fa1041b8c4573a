# build: hot
"""Reads mjscore text, line by line: any number of games in a file, each with its head, hands and results."""

import re
from collections.abc import Iterator
from typing import Final

from auditor.core.errors import Problem, ReadError
from auditor.core.events import SEATS, TRIPLE_RON, Game, Player, round_name
from auditor.core.reading.building import NO_POINTS, STICK, keep_first_false_red
from auditor.core.reading.copies import PLAIN_CODES, RED_CODES, reds_shown
from auditor.core.reading.format import MOST_COUNTERS, MOST_HANDS, TOO_MANY_HANDS, anonymous_name, check_text
from auditor.core.reading.log_ids import STARTED, log_id_from_name, time_text
from auditor.core.tiles import red_tiles_of
from auditor.core.units import Points, SeatIndex, TileCode
from auditor.formats.mjscore import NAME, TITLE, vocabulary
from auditor.formats.mjscore.hand import WrittenHand, hand_of

_DEALT = 13
_PLAYED_LINE: Final = "    * "
"""How nearly all lines of actions begin."""
_ACCEPTED: Final = re.compile(r"R(?!\S)(?<=(?<!\S)([1-4])R)(?!\s+\S+\s+\S*A)")
"""The players whose riichi was accepted, for nobody won on the tile; begins with a letter, which is soon found."""
_GAIN: Final = r"[+-]?\d{1,7}"
_GAINS: Final = re.compile(rf"(?:\S+\s+{_GAIN}(?:\s+|$))*")
_MOST_OF_PIN: Final = 2
"""The number of red fives at Tonpuso's tables, if a game shows one of pin and none of another suit."""


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input; a hand with an error is left out, and reported."""
    check_text(data)
    reader = _Reader(log_id_from_name(name))
    lines = vocabulary.decoded(data).removeprefix("\ufeff").splitlines()
    if lines and lines[-1].isspace():  # cut off within the white space that begins a line
        lines.pop()
    for number, line in enumerate(lines, 1):
        if (start := vocabulary.START_LINE.search(line) if "=" in line else None) is not None:
            yield from reader.finish(is_cut=False)
            reader.game = _WrittenGame(start[1].strip(), start[2].strip(), number)
        else:
            reader.line(line, number)
    yield from reader.finish(is_cut=bool(lines) and bool(lines[-1].strip()))


class _WrittenGame:
    """A game as written. players: name and rating by the player's number. start: each player's points at the start."""

    def __init__(self, title: str, when: str, line: int) -> None:
        self.title = title
        self.when = when
        self.line = line
        self.players: dict[str, tuple[str, str]] = {}
        self.start: Points = 0
        self.hands: list[WrittenHand] = []
        self.problems: list[Problem] = []
        self.has_ended = False


class _Reader:
    """Reads lines, and yields each game once it is complete. log_id: for games that have none."""

    def __init__(self, log_id: str) -> None:
        self.log_id = log_id
        self.game: _WrittenGame | None = None
        self.hand: WrittenHand | None = None

    def line(self, line: str, number: int) -> None:
        """Read a line that does not begin a game."""
        if self.hand is not None and line.startswith(_PLAYED_LINE):
            self.hand.lines.append(line[len(_PLAYED_LINE) :])
            return
        text = line.strip()
        if self.hand is not None and text[:1] == vocabulary.PLAYED_MARK:
            self.hand.lines.append(text[1:])
        elif self.game is not None and text:
            try:
                self._of_game(self.game, text, number)
            except ReadError as error:
                self.game.problems.append(Problem(f"line {number}", error.message))
                if self.hand is not None:  # it still counts as a hand
                    self.hand.is_broken = True

    def _of_game(self, game: _WrittenGame, text: str, number: int) -> None:
        """Read a line of a game other than one of actions. Raises ReadError."""
        if text[0] == "[" and self.hand is not None:
            _of_hand(self.hand, text)
        elif self.hand is None and not game.has_ended and text[1:2] == "1" and text[:4] in vocabulary.DEALT_MARKS:
            raise ReadError("", "the tiles of 1 come before any hand; the line before that begins it is missing")
        elif text[0] in vocabulary.WIND_KANJI and (found := vocabulary.HAND_LINE.fullmatch(text)) is not None:
            self._begin_hand(game, found, number)
        elif text[0] == "持" and vocabulary.PLAYERS_LINE.match(text):
            game.start = int(text[2:].split()[0])
            game.players = {one[1]: (one[2].strip(), one[3]) for one in vocabulary.PLAYER.finditer(text)}
        elif text[0] == "-" and (vocabulary.RESULTS_LINE.match(text) or vocabulary.END_LINE.match(text)):
            self.hand = None
            game.has_ended = True
        elif self.hand is not None and not game.has_ended:
            _of_hand(self.hand, text)

    def _begin_hand(self, game: _WrittenGame, found: "re.Match[str]", number: int) -> None:
        wind, rank, honba_text, sticks_text, gains = found.groups()
        honba, sticks = int(honba_text), int(sticks_text)
        if max(honba, sticks) > MOST_COUNTERS or len(game.hands) >= MOST_HANDS:
            raise ReadError("", TOO_MANY_HANDS)
        round = vocabulary.WIND_KANJI.index(wind) * 4 + int(rank) - 1
        hand = self.hand
        if hand is None or hand.winds or (hand.round, hand.honba) != (round, honba):
            hand = self.hand = WrittenHand(number, round, honba, sticks)
            game.hands.append(hand)
        hand.gains.append(gains)  # of a second winner, too

    def finish(self, *, is_cut: bool) -> Iterator[Game | Problem]:
        """Yield the last game and its problems. is_cut: whether the text ends within a line."""
        game, hand = self.game, self.hand
        self.game = self.hand = None
        if game is None:
            return
        for one in game.hands:
            one.actions = " ".join(one.lines)
        if hand is not None and not game.has_ended:
            hand.is_whole = False
            words = hand.actions.split()
            if is_cut and words:
                hand.actions = " ".join(words[:-1])
            elif is_cut and hand.of_number:
                last, codes = next(reversed(hand.of_number.items()))
                if len(codes) < _DEALT:
                    del hand.of_number[last], hand.winds[last]
        yield from _game_of(game, self.log_id)


def _of_hand(hand: WrittenHand, text: str) -> None:
    """Read a line of a hand other than one of actions. Raises ReadError."""
    dealt = vocabulary.DEALT_MARKS.get(text[:4])
    indicators = vocabulary.INDICATORS_LINE.match(text) if text[0] == "[" and dealt is None else None
    if indicators is not None:
        if hand.indicators:
            raise ReadError("", "the dora are written twice")
        hand.indicators = vocabulary.tile_codes(indicators[1], "[表ドラ]")[:5]
        hand.ura = vocabulary.tile_codes(indicators[2], "[裏ドラ]")[:5]
    elif dealt is not None:
        player, wind, what = dealt
        if player in hand.winds:
            raise ReadError("", f"{what} are written twice; the line before that begins a hand is missing")
        hand.winds[player] = wind
        hand.of_number[player] = vocabulary.tile_codes(text[4:].lstrip(), what)[:14]
    elif not hand.winds:
        hand.ending.append(text)


def _game_of(written: _WrittenGame, log_id: str) -> Iterator[Game | Problem]:
    """Yield the problems of a written game, and the game of events if there is one."""
    game = Game(NAME)
    players = len(written.players)
    yield from written.problems
    if players not in (3, 4):
        yield Problem(f"line {written.line}", f"expected three or four players after 持点, not {players}")
        return
    tenhou = vocabulary.TENHOU_TITLE.search(written.title)
    is_converted = written.title.startswith(vocabulary.CONVERTED)
    game.players = players
    game.log_id = log_id_from_name(written.when) or log_id
    if not game.log_id and (started := time_text(written.when)):
        game.attributes[STARTED] = started
    game.marks_recorded = True
    game.copies_recorded = False
    game.indicator_times_recorded = False
    if tenhou is not None:
        game.lobby, game.rule_text = int(tenhou[1]), tenhou[2]
    elif is_converted:
        game.rule_text = written.title.removeprefix(vocabulary.CONVERTED).strip()
    else:
        game.attributes[TITLE] = written.title
    is_tonpuso = tenhou is None and not is_converted
    game.red_tiles = _red_tiles(written, None if is_tonpuso else game.rule_text)
    numbers = _seats(written, players)
    with_tiles = [hand for hand in written.hands if hand.winds]
    if not with_tiles or not numbers:
        yield Problem(f"line {written.line}", "the hands are written without their tiles: there is nothing to replay")
        return
    game.seats = [_player(*written.players[number]) for number in sorted(numbers, key=numbers.__getitem__)]
    yield from _add_hands(game, written, numbers, includes_sticks=is_tonpuso)
    game.left_out.append(NO_POINTS)
    keep_first_false_red(game)
    if game.hands:
        yield game


def _add_hands(
    game: Game, written: _WrittenGame, numbers: dict[str, SeatIndex], *, includes_sticks: bool
) -> Iterator[Problem]:
    scores: tuple[Points, ...] | None = tuple([written.start * (seat < game.players) for seat in range(SEATS)])
    seats = _names(written, numbers)
    are_words = all([name.split() == [name] for name in seats])
    for index, (hand, after) in enumerate(zip(written.hands, [*written.hands[1:], None], strict=True)):
        if [vocabulary.draw_named(line) for line in hand.ending] == [TRIPLE_RON]:
            # Of the last hand nothing says whether the stick of its last riichi is paid.
            sticks = hand.sticks + len(set(_ACCEPTED.findall(hand.actions)))
            hand.is_unpaid = after is None or after.sticks < sticks
        changes = [_changes(gains, seats, are_words=are_words) for gains in hand.gains]
        hand.changes = [one for one in changes if one is not None] if None not in changes else None
        if includes_sticks:
            seen = _dealt_and_drawn(hand)
            hand.indicators, hand.ura = [_indicators(codes, seen, game) for codes in (hand.indicators, hand.ura)]
        hand.seats = numbers
        hand.dealt = {numbers[number]: codes for number, codes in hand.of_number.items() if number in numbers}
        try:
            if hand.is_broken:
                pass
            elif len(hand.winds) != game.players:
                raise ReadError("", f"expected the tiles of {game.players} players, not of {len(hand.winds)}")
            elif scores is None:
                raise ReadError("", "the points at its start are not known: two players have one name")
            else:
                game.hands.append(
                    hand_of(hand, index, scores, game.red_tiles, game.players, includes_sticks=includes_sticks)
                )
        except ReadError as error:
            where = f"line {hand.line}, hand {index} ({round_name(hand.round)}-{hand.honba})"
            yield Problem(", ".join(filter(None, [where, error.place])), error.message)
        if scores is not None:
            scores = _after(scores, hand, includes_sticks=includes_sticks)


def _after(scores: tuple[Points, ...], hand: WrittenHand, *, includes_sticks: bool) -> tuple[Points, ...] | None:
    """The points after a hand; None if they are not known."""
    if hand.changes is None:
        return None
    total = list(scores)
    for changes in hand.changes:
        total = [total[seat] + changes[seat] for seat in range(SEATS)]
    if not includes_sticks:
        paid = _ACCEPTED.findall(hand.actions + " A" * hand.is_unpaid)
        for number in set(paid):  # none pays twice, as is declared where a log is faulty
            total[hand.seats.get(number, 0)] -= STICK
    return tuple(total)


def _seats(written: _WrittenGame, players: int) -> dict[str, SeatIndex]:
    """The seat of each player's number, by the winds of most hands that have them; {} if none does."""
    whole = [hand for hand in written.hands if len(hand.winds) == players]
    found = [{number: (wind + hand.round % 4) % players for number, wind in hand.winds.items()} for hand in whole]
    seats = max(found, key=found.count, default={})
    return seats if len(set(seats.values())) == players and seats.keys() <= written.players.keys() else {}


def _player(name: str, rating: str) -> Player:
    """A player; Tenhou writes ``name/grade/sex``."""
    parts = name.rsplit("/", 2)
    points = None if rating == vocabulary.NO_RATING else float(rating)
    if len(parts) == 3:
        return Player(parts[0], parts[1], points, vocabulary.SEX_OF_KANJI.get(parts[2], ""))
    return Player(name, None, points)


def _red_tiles(written: _WrittenGame, rule_text: str | None) -> tuple[int, ...]:
    """The red fives by Tenhou's rule text, else by the tiles."""
    if rule_text is not None and "赤" in rule_text:
        return red_tiles_of((1, 1, 1))
    seen: list[list[TileCode]] = []
    for hand in written.hands:
        seen.append(_dealt_and_drawn(hand) + hand.indicators * (rule_text is not None))  # else the text names dora
    shown = [any([red in codes for codes in seen]) for red in RED_CODES]
    if not any(shown):
        return ()
    if rule_text is None and shown == [False, True, False]:
        return red_tiles_of((0, 1 if any([codes.count(PLAIN_CODES[1]) > 2 for codes in seen]) else _MOST_OF_PIN, 0))
    return red_tiles_of(reds_shown(seen)[0])


def _dealt_and_drawn(hand: WrittenHand) -> list[TileCode]:
    """The tiles dealt, and the fives drawn."""
    codes = [code for dealt in hand.of_number.values() for code in dealt]
    for text, red, plain in zip(vocabulary.RED_TEXTS, RED_CODES, PLAIN_CODES, strict=True):
        codes += [red] * hand.actions.count(f"G{text}") + [plain] * hand.actions.count(f"G{text.lower()}")
    return codes


def _indicators(dora: list[TileCode], seen: list[TileCode], game: Game) -> list[TileCode]:
    """The indicators of dora; a five is the red one where `seen`, which takes it up, holds all that are plain."""
    indicators = [vocabulary.indicator_of(code, game.players) for code in dora]
    for place, code in enumerate(indicators):
        if code in PLAIN_CODES and seen.count(code) == 4 - game.reds[suit := PLAIN_CODES.index(code)]:
            indicators[place] = RED_CODES[suit]
        seen.append(indicators[place])
    return indicators


def _names(written: _WrittenGame, numbers: dict[str, SeatIndex]) -> dict[str, list[SeatIndex]]:
    seats: dict[str, list[SeatIndex]] = {}
    for number, seat in numbers.items():
        name = written.players[number][0]
        seats.setdefault(name, []).append(seat)
        if "/" in name:
            seats.setdefault(name.rsplit("/", 2)[0], []).append(seat)
    return seats


def _changes(gains: str, seats: dict[str, list[SeatIndex]], *, are_words: bool) -> tuple[Points, ...] | None:
    """What each seat gains in a line that names those that gain or lose; None if a name there is that of two seats.

    are_words: whether no name holds white space.
    """
    changes = [0] * SEATS
    for name, points in _names_with_points(gains, seats, are_words=are_words):
        of_name = seats[name]
        if len(of_name) != 1:
            return None
        changes[of_name[0]] += int(points)
    return tuple(changes)


def _names_with_points(gains: str, seats: dict[str, list[SeatIndex]], *, are_words: bool) -> list[tuple[str, str]]:
    """The names in a line of gains, each with the points after it."""
    if are_words and _GAINS.fullmatch(gains):
        words = gains.split()
        pairs = [(words[place], words[place + 1]) for place in range(0, len(words), 2)]
        if all(name in seats for name, _ in pairs):
            return pairs
    names = "|".join([re.escape(name) for name in sorted(seats, key=len, reverse=True)])  # compiling takes long
    return re.findall(rf"(?:^|\s)({names})\s+({_GAIN})(?=\s|$)", gains)


def anonymize(data: bytes) -> bytes:
    """The games of an input without names, grades, ratings and times. Raises ValueError if there are none."""
    lines = []
    names: dict[str, str] = {}
    is_game = has_ended = False
    for line in vocabulary.decoded(data).splitlines():
        text = line.strip()
        if vocabulary.START_LINE.search(text) is not None:
            is_game, has_ended = True, False
        if has_ended:  # whatever stands between games
            continue
        has_ended = vocabulary.END_LINE.match(text) is not None
        players = list(vocabulary.PLAYER.finditer(text)) if vocabulary.PLAYERS_LINE.match(text) else []
        for one in players:
            name, new = one[2].strip(), anonymous_name(int(one[1]) - 1)
            names |= {name: new, name.rsplit("/", 2)[0]: new}
        lines.append(_without_names(line, text, players, names) + "\n")
    if not is_game:
        raise ValueError("it holds no game")
    return "".join(lines).encode()


def _without_names(line: str, text: str, players: list["re.Match[str]"], names: dict[str, str]) -> str:
    """A line of a game without what identifies it."""
    if (start := vocabulary.START_LINE.search(text)) is not None:
        title = vocabulary.TENHOU_TITLE.sub(r"天鳳 L0000 \2", start[1].strip())
        return f"===== {title} 開始 2000/01/01 00:00 ====="
    if vocabulary.END_LINE.match(text):
        return "----- 終了 -----"
    if players:
        anonymous = [f"[{one[1]}]{anonymous_name(int(one[1]) - 1)} R1500" for one in players]
        return "  " + " ".join([text.split()[0], *anonymous])
    if names and (vocabulary.HAND_LINE.fullmatch(text) or vocabulary.PLACE_LINE.fullmatch(text)):
        pattern = "|".join([re.escape(name) for name in sorted(names, key=len, reverse=True)])
        return re.sub(rf"(?<=\s)({pattern})(?=\s)", lambda one: names[one[1]], line)
    return line
