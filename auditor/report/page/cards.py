"""The findings of a page as cards: logs opened again, boards drawn, hands made ready to step through, links."""

import os
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import quote

from auditor import rulesets
from auditor.board.focus import Focus, focus_of
from auditor.board.frames import DrawingIndex, Frame, Frames
from auditor.board.svg import board_svg
from auditor.checks import BY_ID
from auditor.checks.check import Check
from auditor.checks.wording import CHOMBO_SETTINGS
from auditor.errors import NoGameError, RulesetError
from auditor.events import DISCARD, DRAW, Game, Hand, Player
from auditor.formats import read, tenhou6
from auditor.formats.logs import game_of
from auditor.report.location import game_name, show_command
from auditor.report.page.data import PageFinding
from auditor.report.position import event_text, tile_names
from auditor.results import Amounts, Finding
from auditor.rulesets.model import Ruleset
from auditor.rulesets.settings import settings, value_of, value_text
from auditor.sources import STANDARD_INPUT, address_of
from auditor.units import SeatIndex

TENHOU6: Final = "https://tenhou.net/6/#json="
LONGEST: Final = 8000
"""Characters of an address that programs still pass on."""

_PLAIN: Final = "[],:"
"""What JSON is full of and an address may hold as it is."""


def hand_link(game: Game, hand: Hand) -> str:
    """The address of one hand at tenhou.net/6, which holds the hand itself; "" where it cannot, or is too long.

    A hand of which the log hides tiles has none: the viewer knows no face-down tile.
    """
    moved = [event.tile for event in hand.events if event.kind in (DRAW, DISCARD)]
    if min([*moved, *[tile for tiles in hand.dealt for tile in tiles]], default=0) < 0:
        return ""
    alone = Game(game.format)
    alone.players = game.players
    alone.red_tiles, alone.reds_recorded = game.red_tiles, game.reds_recorded
    alone.rule_bits, alone.rule_text = game.rule_bits, game.rule_text
    alone.seats = [Player(seat.name) for seat in game.seats]
    alone.hands = [hand]
    try:
        text = tenhou6.write(alone, "")
    except ValueError:
        return ""
    address = TENHOU6 + quote(text.strip().encode("utf-8", "replace"), safe=_PLAIN)
    return address if len(address) <= LONGEST else ""


FIRST_SEAT: Final = 0

Contents = Mapping[tuple[str, str | None], bytes]
"""The content of inputs that need not, or cannot, be opened again, by path and member."""


class Picture(NamedTuple):
    """The board of a finding. svg: of the position. caption: what came before it, and what follows.

    hand: the number of the hand whose frames step through it. frame: that of the position. marks: pairs (group, place).
    view: the seat below. link: the hand's address at tenhou.net/6, or "".
    """

    svg: str
    caption: str
    hand: int
    frame: int
    marks: list[tuple[int, int]]
    view: SeatIndex
    link: str


class BySeat(NamedTuple):
    """What a finding expects of a seat and what its log shows, of findings that have a number for each seat."""

    seat: str
    expected: str
    actual: str


class Card(NamedTuple):
    """A finding as a page shows it.

    row: as published. message, penalty: the message in two. player: the name of whom it concerns. game: what to call
    its game. location: hand, turn and seat. check: of the catalogue. under: settings that it turns on, and their
    values. by_seat: its numbers, where it has one for each seat. command: what shows it in a terminal. picture: None
    where there is nothing to see; `missing` says why.
    """

    row: dict[str, object]
    message: str
    penalty: str
    player: str
    game: str
    location: str
    check: Check | None
    under: list[tuple[str, str]]
    by_seat: list[BySeat]
    command: str
    picture: Picture | None
    missing: str


class _Opened(NamedTuple):
    """A game opened again, and the ruleset that it was judged by."""

    game: Game
    rules: Ruleset


class Album:
    """Makes cards; hands that several of them show are drawn once. contents: as above."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.atlas = DrawingIndex()
        self.hands: list[list[Frame]] = []
        self._numbers: dict[tuple[str, str | None, int, int], int] = {}
        self._captions: list[list[str]] = []
        self._last: tuple[tuple[str, str | None, int], _Opened | str] | None = None

    def card(self, shown: PageFinding) -> Card:
        """The card of a finding."""
        finding, game, result, rules = shown
        opened = self._open(shown)
        picture, missing = None, ""
        if isinstance(opened, str):
            missing = opened
        elif finding.hand is not None:
            try:
                picture = self._picture(shown, opened)
            except Exception as error:  # a log that has changed since
                missing = f"no board: the log is not what it was when it was judged ({type(error).__name__})"
        check = BY_ID.get(finding.check)
        penalty = "" if finding.penalty is None else finding.penalty.text
        under = [] if isinstance(opened, str) or check is None else _under(check, opened.rules, penalty)
        by_seat = [] if isinstance(opened, str) else _by_seat(finding, opened.game)
        return Card(
            game.published(finding),
            finding.message_without_penalty,
            penalty,
            game.player(finding.seat) or "",
            game_name(result, game),
            finding.where.text(separator=", ") or "the game as a whole",
            check,
            under,
            by_seat,
            show_command(result, game, finding, rules),
            picture,
            missing,
        )

    def _open(self, shown: PageFinding) -> _Opened | str:
        """The game of a finding, or why it cannot be opened."""
        path, member, number = shown.result.path, shown.result.member, shown.game.number
        key = (path, member, number)
        if self._last is None or self._last[0] != key:
            self._last = key, self._opened(path, member, number, shown.rules)
        return self._last[1]

    def _opened(self, path: str, member: str | None, number: int, rules: str) -> _Opened | str:
        try:
            if (path, member) in self.contents:
                games = [
                    one
                    for one in read(self.contents[path, member], os.path.basename(member or path))
                    if isinstance(one, Game)
                ]
                game = games[number]
            elif path == STANDARD_INPUT:
                return "no board: the log came from standard input"
            else:
                game = game_of(address_of(path, member), number).game
            return _Opened(game, rulesets.choose(rules, game, path, member or "")[0])
        except (NoGameError, RulesetError, IndexError) as error:
            return f"no board: the log cannot be opened any more ({error})"

    def _picture(self, shown: PageFinding, opened: _Opened) -> Picture | None:
        where = shown.finding.where
        hands = [hand for hand in opened.game.hands if hand.index == where.hand]
        if not hands:
            return None
        hand = hands[0]
        focus = focus_of(opened.game, hand, where.event, opened.rules)
        seat = where.seat
        view = seat if seat is not None and 0 <= seat < opened.game.players else FIRST_SEAT
        number = self._frames(shown, opened, hand)
        title = f"{hand.name}-{hand.honba}, {caption_of(self._captions[number], focus.applied)}"
        return Picture(
            board_svg(focus.scene, view, title=title, is_alone=False),
            caption_of(self._captions[number], focus.applied),
            number,
            focus.applied,
            self._marks(focus),
            view,
            hand_link(opened.game, hand),
        )

    def _marks(self, focus: Focus) -> list[tuple[int, int]]:
        groups = focus.scene.groups
        return [(group, self.atlas.place(groups[group][index])) for group, index in focus.marks]

    def _frames(self, shown: PageFinding, opened: _Opened, hand: Hand) -> int:
        """The number of a hand among those with frames."""
        key = (shown.result.path, shown.result.member, shown.game.number, hand.index)
        if key not in self._numbers:
            self._numbers[key] = len(self.hands)
            names = tile_names(opened.game)
            captions = [event_text(event, names, event.mark) for event in hand.events]
            self._captions.append(captions)
            self.hands.append(Frames(opened.game, hand, opened.rules, captions, self.atlas).frames)
        return self._numbers[key]


def caption_of(captions: list[str], applied: int) -> str:
    """What happened last before a position, and what happens next; the page's script says the same."""
    before = f"after {captions[applied - 1]}" if applied else "the deal"
    following = f"next: {captions[applied]}" if applied < len(captions) else "the hand is over"
    return f"{applied} of {len(captions)}: {before}; {following}"


def _by_seat(finding: Finding, game: Game) -> list[BySeat]:
    """Expected and actual seat by seat, by the players' names; [] where they are not a number for each seat."""
    expected, actual = finding.expected, finding.actual
    if not isinstance(expected, Amounts) or not isinstance(actual, Amounts):
        return []
    if len(expected.per_seat) != game.players or len(actual.per_seat) != game.players:
        return []
    names = [game.seats[seat].name if seat < len(game.seats) else "" for seat in range(game.players)]
    return [
        BySeat(name or f"seat {seat}", _grouped(expected, seat), _grouped(actual, seat))
        for seat, name in enumerate(names)
    ]


def _grouped(amounts: Amounts, seat: SeatIndex) -> str:
    """A seat's number as people write it."""
    points = amounts.per_seat[seat]
    return f"{points:{'+' if amounts.signed and points > 0 else ''},}".replace("-", "−")


def _under(check: Check, rules: Ruleset, penalty: str) -> list[tuple[str, str]]:
    """The settings that change what a check finds, with the ruleset's values; those of penalties where there is one."""
    return [
        (key, value_text(value_of(rules, settings()[key])))
        for key in check.settings
        if penalty or key not in CHOMBO_SETTINGS
    ]
