"""The rule catalogue, and checks selected from it by id or family.

A new check is written in its family's module and named in CATALOGUE, nowhere else.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from auditor.checks import call, carry, dora, draw, flag, furiten, game, log, pay, riichi, stick, tiles, turn, wall, win
from auditor.checks.check import Check
from auditor.results import NOTE

# The order matters where several checks look at one event: the first to find a fault puts what it concerns in doubt,
# so that the consequences stay silent. Causes come first; tests/checks/test_doubt.py holds the order to what they declare.
CATALOGUE: Final[tuple[Check, ...]] = (
    # what the log itself says twice
    log.Contradicts(),
    # from one hand to the next
    game.Start(),
    game.End(),
    game.Rotation(),
    carry.Honba(),
    carry.Scores(),
    # whose turn it is, and whether play goes on
    turn.Order(),
    draw.Missed(),
    draw.Early(),
    # calls, and the tiles they take
    call.Meld(),
    call.Target(),
    call.ChiSeat(),
    call.LastTile(),
    call.InRiichi(),
    call.FifthKan(),
    # where each tile is
    wall.Hash(),
    wall.Seed(),
    wall.Overdraw(),
    tiles.HandSize(),
    tiles.Missing(),
    tiles.Duplicate(),
    tiles.NotHeld(),
    turn.Tsumogiri(),
    call.Kuikae(),
    # riichi
    riichi.OpenHand(),
    riichi.Repeat(),
    riichi.Open(),
    riichi.PointsNeeded(),
    riichi.Wall(),
    riichi.Discard(),
    riichi.KanForbidden(),
    riichi.KanDrawn(),
    riichi.KanWaits(),
    riichi.KanShape(),
    riichi.Noten(),
    riichi.FuritenRiichi(),
    riichi.KaratenRiichi(),
    stick.Void(),
    stick.Deposit(),
    carry.Sticks(),
    # wins: the claim, what they are worth, what is paid
    win.Claim(),
    win.Shape(),
    win.NoYaku(),
    win.Multiple(),
    win.Record(),
    furiten.DiscardFuriten(),
    furiten.RiichiFuriten(),
    furiten.TemporaryFuriten(),
    furiten.PassedWin(),
    flag.Flag(),
    dora.Timing(),
    dora.Ura(),
    win.Yaku(),
    win.ValueOfWin(),
    stick.Leak(),
    stick.AwardSeat(),
    stick.Award(),
    pay.Honba(),
    pay.Payments(),
    # draws
    draw.Abortive(),
    draw.NotenRiichi(),
    draw.NotShown(),
    draw.Tenpai(),
    draw.Nagashi(),
    pay.Noten(),
    pay.Chombo(),
    # the end of the game
    stick.LeftOver(),
    game.Settlement(),
)

BY_ID: Final[dict[str, Check]] = {check.id: check for check in CATALOGUE}
assert len(BY_ID) == len(CATALOGUE), "two checks share an id"


class SelectionError(ValueError):
    """A name of no check; the message says which option has it, and what the nearest are."""


def selected_checks(select: str | None, ignore: str | None) -> frozenset[str]:
    """The ids of the checks whose findings are told, by ``--select`` and ``--ignore``. Raises SelectionError."""
    everything = [check.id for check in CATALOGUE]
    wanted = set(everything) if select is None else _checks_named(select, everything, "--select")
    return frozenset(wanted - (set() if ignore is None else _checks_named(ignore, everything, "--ignore")))


def selects_notes(chosen: frozenset[str]) -> bool:
    """Whether any of these checks gives notes."""
    return any([check.severity == NOTE for check in CATALOGUE if check.id in chosen])


def _checks_named(text: str, everything: list[str], option: str) -> set[str]:
    """The checks that a list of ids and families means: ``riichi/noten``, ``riichi/*``, ``riichi``."""
    named: set[str] = set()
    for pattern in [part.strip() for part in text.split(",")]:
        if not pattern:
            continue
        of_pattern = {pattern} & set(everything) or set(family(pattern, everything))
        if not of_pattern:
            raise SelectionError(f"{option}: {no_such_check(pattern, everything)}")
        named |= of_pattern
    return named


def family(pattern: str, everything: Iterable[str]) -> list[str]:
    """The checks of the family that a pattern names, as ``riichi/*``, ``riichi/`` or ``riichi``."""
    name = pattern.removesuffix("*").removesuffix("/")
    return [check for check in everything if check.startswith(f"{name}/")]


def no_such_check(name: str, everything: Iterable[str]) -> str:
    """That there is no such check, and what to do about it."""
    return no_such("check", name, everything, "auditor checks lists them all.")


def no_such(thing: str, name: str, everything: Iterable[str], otherwise: str) -> str:
    """That there is no such thing, and which may be meant, or what to do where none is near."""
    nearest = get_close_matches(name, list(everything), 3, 0.5)
    advice = f"did you mean {' or '.join(nearest)}?" if nearest else otherwise
    return f"there is no {thing} {name!r}; {advice}"
