"""Makes the cards of findings for a page: opens their logs again, draws boards, prepares hands for stepping, links."""

import os
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import quote

from auditor.core import rulesets
from auditor.core.checks import BY_ID
from auditor.core.checks.check import Check
from auditor.core.checks.wording import CHOMBO_SETTINGS, LANGUAGE, in_numbers, said
from auditor.core.errors import NoGameError, RulesetError
from auditor.core.events import DEPOSIT, DISCARD, DRAW, Game, Hand, Player
from auditor.core.reading import read
from auditor.core.reading.logs import game_of
from auditor.core.results import Amounts, Finding, GameResult, InputResult, Phrase
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.settings import setting_text, settings, value_of
from auditor.core.sources import OpenedPath, address_of
from auditor.core.units import EventIndex, SeatIndex
from auditor.formats import tenhou6
from auditor.output.location import game_name, place_text, show_command
from auditor.page.board.focus import focus_of
from auditor.page.calculation import PaymentCalculation
from auditor.page.data import PageFinding
from auditor.page.hands import BoardView, HandBook
from auditor.page.words import Words, sentence_of

TENHOU6: Final = "https://tenhou.net/6/#json="
LONGEST: Final = 8000
"""The most characters of a URL that programs reliably pass on."""

_PLAIN: Final = "[],:"
"""Characters common in JSON that a URL may hold unescaped."""


def hand_link(game: Game, hand: Hand) -> str:
    """The URL at tenhou.net/6 that contains one hand; "" where the hand cannot be written, or the URL is too long. A
    hand with hidden tiles has none: the viewer knows no face-down tile.
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
_OF_PAYMENTS: Final = ("pay", "win", "stick", "honba")
"""Families of checks whose findings show the calculation behind a payment."""

Contents = Mapping[tuple[str, str | None], bytes]
"""The contents of inputs held in memory, by path and member; others are opened again."""


class Picture(NamedTuple):
    """The board of a finding. board: at the finding's event. link: the hand's URL at tenhou.net/6, or ""."""

    board: BoardView
    link: str


class BySeat(NamedTuple):
    """The expected and the actual number of one seat, for findings that have a number for each seat."""

    seat: str
    expected: str
    actual: str


class Card(NamedTuple):
    """A finding as a page shows it.

    row: as published. message, penalty: the two parts of its message. player: the name of the player concerned, or "".
    game: the name of its game. location: hand, turn and seat. check: its check in the catalogue, if any. sources: of
    the check. settings: those that the check depends on, with their values. by_seat: its numbers, if it has one for
    each seat and `calculation` does not show them. calculation: that behind the payment it is about. command: shows it
    in a terminal. picture: None without a board, as `missing` says. reason: of its ruleset. id: of its element.
    """

    row: dict[str, object]
    message: Words
    penalty: str
    player: str
    game: str
    location: str
    check: Check | None
    sources: list[str]
    settings: list[tuple[str, str]]
    by_seat: list[BySeat]
    calculation: PaymentCalculation | None
    command: str
    picture: Picture | None
    missing: str
    reason: str
    id: str = ""


class OpenedGame(NamedTuple):
    """A game read again, and the ruleset that it was judged by."""

    game: Game
    rules: Ruleset


def content_game(contents: Contents, path: str, member: str | None, number: int) -> Game | None:
    """A game, by its number, of an input whose contents are in memory; None for another input. Raises IndexError."""
    if (path, member) not in contents:
        return None
    name = os.path.basename(member or path)
    return [one for one in read(contents[path, member], name) if isinstance(one, Game)][number]


class Album:
    """Makes cards; a hand that several of them show is stored once. contents: of inputs in memory. book: the hands."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.book = HandBook()
        self._last: tuple[tuple[str, str | None, int], OpenedGame | str] | None = None

    def card(self, shown: PageFinding) -> Card:
        """The card of a finding."""
        finding, game, result, rules = shown
        opened = self.opened(result, game, rules)
        picture, missing, calculation = None, "", None
        if isinstance(opened, str):
            missing = opened
        elif finding.hand is not None:
            try:
                picture, calculation = self._picture(shown, opened)
            except Exception as error:  # a log that has changed since
                missing = Phrase("no-board-changed", error=type(error).__name__)
        check = BY_ID.get(finding.check)
        penalty = LANGUAGE.get().finding(finding).penalty
        penalty_text = "" if penalty is None else penalty.text
        values = [] if isinstance(opened, str) or check is None else _settings_of(check, opened.rules, penalty_text)
        has_sum = calculation is not None and any([row.recorded is not None for row in calculation.rows])
        by_seat = [] if isinstance(opened, str) or has_sum else _by_seat(finding, opened.game)
        location = place_text(finding.where, separator=", ") or said("whole-game", "the game as a whole")
        sources = [] if check is None else sources_for(check, game.ruleset)
        worded = [name for name in ("expected", "actual") if name in finding.arguments]
        row = game.published(finding) | {name: sentence_of(finding, (), name) for name in worded}
        return Card(
            row, sentence_of(finding, game.players), penalty_text, game.player(finding.seat) or "",
            game_name(result, game), location, check, sources, values, by_seat, calculation,
            show_command(result, game, finding, rules), picture, missing, game.reason,
        )  # fmt: skip

    def opened(self, result: InputResult, game: GameResult, rules: str) -> OpenedGame | str:
        """A game, read again, or why it cannot be. rules: the ruleset it was judged by, as ``--rules`` names it."""
        key = (result.path, result.member, game.number)
        if self._last is None or self._last[0] != key:
            self._last = key, self._opened(*key, rules)
        return self._last[1]

    def _opened(self, path: str, member: str | None, number: int, rules: str) -> OpenedGame | str:
        try:
            if (held := content_game(self.contents, path, member, number)) is not None:
                game = held
            elif not isinstance(path, OpenedPath):
                return Phrase("no-board-bytes")
            else:
                game = game_of(address_of(path, member), number).game
            return OpenedGame(game, rulesets.choose(rules, game, path, member or "")[0])
        except (NoGameError, RulesetError, IndexError) as error:
            return Phrase("no-board-opened", error=str(error))

    def _picture(self, shown: PageFinding, opened: OpenedGame) -> tuple[Picture | None, PaymentCalculation | None]:
        """The board of a finding, and the calculation behind the payment at its event, if it is about a payment."""
        where = shown.finding.where
        if not (hands := [hand for hand in opened.game.hands if hand.index == where.hand]):
            return None, None
        hand, event, seat = hands[0], where.event, where.seat
        if shown.finding.check == "stick/carry":
            hand, event, seat = _stick_paid(opened.game, hand) or (hand, event, seat)
        focus = focus_of(opened.game, hand, event, opened.rules)
        view = seat if seat is not None and 0 <= seat < opened.game.players else FIRST_SEAT
        key = hand_key(shown.result, shown.game, hand)
        replayed = self.book.replayed(key, opened.game, hand, opened.rules)
        board = self.book.board(replayed, opened.game, hand, focus, view)
        is_of_payment = shown.finding.check.partition("/")[0] in _OF_PAYMENTS
        calculation = replayed.calculations.get(where.event) if is_of_payment and where.event is not None else None
        return Picture(board, hand_link(opened.game, hand)), calculation


def _stick_paid(game: Game, hand: Hand) -> tuple[Hand, EventIndex, SeatIndex] | None:
    """Where a stick missing at a hand's start was paid: the previous hand, its last deposit, and the seat."""
    before = [one for one in game.hands if one.index == hand.index - 1]
    paid = [(index, event) for one in before for index, event in enumerate(one.events) if event.kind == DEPOSIT]
    return (before[0], paid[-1][0], paid[-1][1].seat) if paid else None


def sources_for(check: Check, ruleset: str) -> list[str]:
    """The sources of a check, those of the ruleset's organization first, such as Tenhou's under ``tenhou``."""
    people = ruleset.partition("-")[0].casefold()
    return sorted(check.sources, key=lambda source: people not in source.casefold())


def hand_key(result: InputResult, game: GameResult, hand: Hand) -> tuple[str, str | None, int, int]:
    """The key of a hand in the `HandBook` of a page."""
    return result.path, result.member, game.number, hand.index


def _by_seat(finding: Finding, game: Game) -> list[BySeat]:
    """The expected and actual numbers by seat, with players' names; [] where there is not a number for each seat."""
    expected, actual = finding.expected, finding.actual
    if not isinstance(expected, Amounts) or not isinstance(actual, Amounts):
        return []
    if len(expected.per_seat) != game.players or len(actual.per_seat) != game.players:
        return []
    names = [game.seats[seat].name if seat < len(game.seats) else "" for seat in range(game.players)]
    return [
        BySeat(name or said("seat", "{seat:who}", seat=seat), _grouped(expected, seat), _grouped(actual, seat))
        for seat, name in enumerate(names)
    ]


def _grouped(amounts: Amounts, seat: SeatIndex) -> str:
    """A seat's number with thousands separators, and with a sign where it is a difference."""
    points = amounts.per_seat[seat]
    return in_numbers(f"{points:{'+' if amounts.signed and points > 0 else ''},}").replace("-", "−")


def _settings_of(check: Check, rules: Ruleset, penalty: str) -> list[tuple[str, str]]:
    """The settings that affect a check, with the ruleset's values; those of chombo only if there is a penalty."""
    keys = [key for key in check.settings if penalty or key not in CHOMBO_SETTINGS]
    return [(key, setting_text(settings()[key], value_of(rules, settings()[key]))) for key in keys]
