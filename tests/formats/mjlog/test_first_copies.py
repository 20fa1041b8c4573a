"""Mjlogs of programs that never tell the copies of a tile apart: read as logs that do not record them."""

import re
from functools import cache

import pytest
from support.legal_games import played
from support.paths import FIXTURES

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.events import DEPOSIT, DISCARD, DORA, DRAW, NORTH, TSUMOGIRI, Game, is_tsumogiri
from auditor.core.reading import read, rules_stated_by
from auditor.core.results import NOTE
from auditor.core.rulesets.choice import choice_of
from auditor.core.tiles import RED_FIVES, UNKNOWN
from auditor.edit.convert import convert, losses

WITH_FAULTS = ("win/value", "riichi/noten", "furiten/discard", "tiles/not-held", "turn/order", "call/meld")
DRAWS, DISCARDS = "TUVW", "DEFG"
NORTH_BIT = 32
"""The code of a north set aside that names no tile."""
NORTHS = {str(NORTH_BIT | tile << 8) for tile in (0, *range(120, 124))}
"""All codes of norths set aside."""


def first(tile: int) -> int:
    """The first copy of a tile's face."""
    if tile in RED_FIVES:
        return tile
    kind = tile // 4 * 4
    return kind + 1 if kind in RED_FIVES else kind


def without_copies(text: str, *, deposits: bool = False) -> str:
    """A log as a program writes it that names each tile by its first copy, and no deposit; discards that are like the
    tile just drawn, but are not it, by the next copy."""
    drawn: dict[str, int] = {}

    def tile(found: re.Match[str]) -> str:
        letter, old = found[1], int(found[2])
        new = first(old)
        if letter in DRAWS:
            drawn[letter] = old
        else:
            latest = drawn.pop(DRAWS[DISCARDS.index(letter)], old)
            new += latest != old and first(latest) == new
        return f"<{letter}{new}"

    def tiles(found: re.Match[str]) -> str:
        return f'{found[1]}="{",".join([str(first(int(one))) for one in found[2].split(",") if one])}"'

    text = re.sub(r"<([TUVWDEFG])(\d+)(?=\s*/)", tile, text)
    text = re.sub(r'\b(hai[0-3]?|machi|doraHai|doraHaiUra)="([\d,]*)"', tiles, text)
    text = re.sub(r'(seed="(?:\d+,){5})(\d+)"', lambda found: f'{found[1]}{first(int(found[2]))}"', text)
    return text if deposits else re.sub(r'<REACH [^>]*step="2"[^>]*/>', "", text)


@cache
def games(path: str) -> tuple[Game, Game]:
    """A game as written, and as such a program writes it."""
    text = (FIXTURES / path).read_text("utf-8")
    return one(text), one(without_copies(text))


def one(text: str) -> Game:
    (game,) = read(text.encode(), "x.mjlog")
    assert isinstance(game, Game)
    return game


def faults(game: Game, rules: str = "tenhou") -> list[tuple[str, int | None, int | None]]:
    found = audit_game(game, rulesets.load(rules)).findings
    return [(one.check, one.hand, one.event) for one in found if one.severity != NOTE and one.check != "wall/seed"]


PATHS = sorted([path.relative_to(FIXTURES).as_posix() for path in (FIXTURES / "evening").glob("*.mjlog")])
FAULTY = [f"{check}/fires.mjlog" for check in WITH_FAULTS]


@pytest.mark.parametrize("path", [*PATHS, *FAULTY])
def test_such_a_log_is_judged_as_one_with_copies(path: str) -> None:
    game, again = games(path)
    assert not again.copies_recorded
    assert faults(again) == faults(game)
    for hand in again.hands:
        dealt = [tile for tiles in hand.dealt for tile in tiles]
        assert len(set(dealt)) == len(dealt)


@pytest.mark.parametrize("path", PATHS)
def test_nothing_else_of_it_differs(path: str) -> None:
    """Deposits are there, and a discard is of the tile just drawn where it was."""
    game, again = games(path)
    told = {loss.what for loss in losses(game, again)}
    assert told <= {"which copy of a tile", "the rules", "the scores after deposits", "the limits of wins"}
    for hand, copy in zip(game.hands, again.hands, strict=True):
        assert [event.kind == DEPOSIT for event in hand.events] == [event.kind == DEPOSIT for event in copy.events]
        drawn = UNKNOWN
        for event, other in zip(hand.events, copy.events, strict=True):
            if event.kind == DISCARD:
                assert is_tsumogiri(event, drawn) == (other.mark == TSUMOGIRI)
            if event.kind != DORA:
                drawn = event.tile if event.kind == DRAW else UNKNOWN if event.kind <= NORTH else drawn


def test_another_program_than_tenhous_server_has_rules_that_are_not_known() -> None:
    _, again = games(PATHS[0])
    assert rules_stated_by(again).server == ""
    choice = choice_of("auto", again)
    assert choice.is_assumed
    assert choice.reason == ("the log's GO type is 9, but Tenhou tells the copies of a tile apart; tenhou is assumed")


def test_it_is_told_once_that_the_copies_are_not_recorded() -> None:
    _, again = games(PATHS[0])
    audit = audit_game(again, rulesets.load("tenhou"))
    reasons = [one.reason for record in audit.records for one in record.unjudged if "wall/seed" in one.checks]
    assert set(reasons) == {"the log does not distinguish the four copies of a tile"}


def test_a_stick_that_is_missing_beside_others_is_a_fault() -> None:
    text = (FIXTURES / PATHS[0]).read_text("utf-8")
    whole = without_copies(text, deposits=True)
    assert faults(one(whole)) == []
    less = re.sub(r'<REACH [^>]*step="2"[^>]*/>', "", whole, count=1)
    assert less.count('step="2"') > 0
    assert [check for check, _, _ in faults(one(less))] == ["stick/deposit"]


@pytest.mark.parametrize("path", ["tiles/duplicate/fires.mjlog", "stick/deposit/fires.mjlog"])
def test_a_log_that_tells_copies_apart_is_read_as_it_is(path: str) -> None:
    game = one((FIXTURES / path).read_text("utf-8"))
    assert game.copies_recorded
    assert [check for check, _, _ in faults(game)] == [path.removesuffix("/fires.mjlog")]


def test_one_hand_of_distinct_ids_is_enough() -> None:
    """A log whose later hands tell copies apart does so, however its first hand looks."""
    text = (FIXTURES / PATHS[0]).read_text("utf-8")
    head, *hands = re.split(r"(?=<INIT)", without_copies(text))
    others = re.split(r"(?=<INIT)", text)[2:]
    assert one("".join([head, *hands])).copies_recorded is False
    assert one("".join([head, hands[0], *others])).copies_recorded is True


def test_norths_of_three_players() -> None:
    """Set aside by a code that names no tile, and left out of the melds of wins."""
    found = set()
    for number in range(3):
        game = played(number, "tenhou-sanma")
        text = without_copies(convert(game, "mjlog").text)
        text = re.sub(r'm="(\d+)"', lambda one: f'm="{NORTH_BIT if one[1] in NORTHS else one[1]}"', text)
        text = re.sub(r'(<AGARI [^>]*)m="[\d,]*"', lambda one: without_norths(one[0]), text)
        again = one(text)
        assert not again.copies_recorded
        assert faults(again, "tenhou-sanma") == []
        found |= {meld.kind for hand in again.hands for win in hand.wins for meld in win.melds or ()}
    assert NORTH in found


def without_norths(element: str) -> str:
    """An AGARI without the melds that are norths."""
    head, _, melds = element.rpartition(' m="')
    kept = [code for code in melds.rstrip('"').split(",") if code not in NORTHS]
    return f'{head} m="{",".join(kept)}"' if kept else f"{head} "
