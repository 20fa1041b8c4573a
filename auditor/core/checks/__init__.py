"""The rule catalogue, and checks selected from it by id or family.

A new check is written in its family's module and named in CATALOGUE, nowhere else.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from auditor.core.checks import (
    call,
    carry,
    dora,
    draw,
    flag,
    furiten,
    game,
    log,
    pay,
    riichi,
    stick,
    tiles,
    turn,
    wall,
    win,
)
from auditor.core.checks.check import Check
from auditor.core.program import UserError
from auditor.core.results import NOTE

# The order matters where several checks judge the same event: the first to find a fault puts what it concerns in doubt,
# so that its consequences are not reported. Causes come first, which tests/checks/test_doubt.py enforces.
CATALOGUE: Final[tuple[Check, ...]] = (
    # where the log contradicts itself
    log.LogContradiction(),
    # from one hand to the next
    game.GameStart(),
    game.GameEnd(),
    game.GameRotation(),
    carry.HonbaCarry(),
    carry.GameCarry(),
    # whose turn it is, and whether play goes on
    turn.TurnOrder(),
    draw.DrawMissed(),
    draw.DrawEarly(),
    # calls, and the tiles they take
    call.CallMeld(),
    call.CallTarget(),
    call.CallChiSeat(),
    call.CallLastTile(),
    call.CallRiichi(),
    call.CallFifthKan(),
    # where each tile is
    wall.WallHash(),
    wall.WallSeed(),
    wall.WallOverdraw(),
    tiles.TilesHandSize(),
    tiles.TilesMissing(),
    tiles.TilesDuplicate(),
    tiles.TilesNotHeld(),
    turn.TurnTsumogiri(),
    call.CallKuikae(),
    # riichi
    riichi.RiichiOpenHand(),
    riichi.RiichiRepeat(),
    riichi.RiichiOpen(),
    riichi.RiichiPoints(),
    riichi.RiichiWall(),
    riichi.RiichiDiscard(),
    riichi.RiichiKanForbidden(),
    riichi.RiichiKanDrawn(),
    riichi.RiichiKanWaits(),
    riichi.RiichiKanShape(),
    riichi.RiichiNoten(),
    riichi.NoteFuritenRiichi(),
    riichi.NoteKaratenRiichi(),
    stick.StickVoid(),
    stick.StickDeposit(),
    carry.StickCarry(),
    # wins: the claim, what they are worth, what is paid
    win.WinClaim(),
    win.WinShape(),
    win.WinNoYaku(),
    win.WinMultiple(),
    win.WinRecord(),
    furiten.FuritenDiscard(),
    furiten.FuritenRiichi(),
    furiten.FuritenTemporary(),
    furiten.NotePassedWin(),
    flag.FuritenFlag(),
    dora.DoraTiming(),
    dora.DoraUra(),
    win.WinYaku(),
    win.WinValueCheck(),
    stick.StickLeak(),
    stick.StickAwardSeat(),
    stick.StickAward(),
    pay.PayHonba(),
    pay.PayWin(),
    # draws
    draw.DrawAbortive(),
    draw.DrawNotenRiichi(),
    draw.DrawNotShown(),
    draw.DrawTenpai(),
    draw.DrawNagashi(),
    pay.PayNoten(),
    pay.PayChombo(),
    # the end of the game
    stick.StickFinal(),
    game.GameFinal(),
)

BY_ID: Final[dict[str, Check]] = {check.id: check for check in CATALOGUE}
assert len(BY_ID) == len(CATALOGUE), "two checks share an id"


class SelectionError(UserError):
    """A name that no check has; the message says in which option it is, and which names are near."""


def selected_checks(select: str | None, ignore: str | None) -> frozenset[str]:
    """The ids of the checks whose findings are reported, by ``--select`` and ``--ignore``. Raises SelectionError."""
    everything = [check.id for check in CATALOGUE]
    wanted = set(everything) if select is None else _checks_named(select, everything, "--select")
    return frozenset(wanted - (set() if ignore is None else _checks_named(ignore, everything, "--ignore")))


def selects_notes(chosen: frozenset[str]) -> bool:
    """Whether any of the chosen checks makes notes."""
    return any([check.severity == NOTE for check in CATALOGUE if check.id in chosen])


def _checks_named(text: str, everything: list[str], option: str) -> set[str]:
    """The checks in a comma-separated list of ids and families: ``riichi/noten``, ``riichi/*``, ``riichi``."""
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
    """The ids in `everything` of the family named by a pattern: ``riichi/*``, ``riichi/`` or ``riichi``."""
    name = pattern.removesuffix("*").removesuffix("/")
    return [check for check in everything if check.startswith(f"{name}/")]


def no_such_check(name: str, everything: Iterable[str]) -> str:
    """The message for a check that does not exist, with the nearest names or the advice to list them all."""
    return no_such("check", name, everything, "auditor checks lists them all.")


def no_such(thing: str, name: str, everything: Iterable[str], otherwise: str) -> str:
    """The message for a `thing` that does not exist, with the nearest names; `otherwise` where none is near."""
    nearest = get_close_matches(name, list(everything), 3, 0.5)
    advice = f"did you mean {' or '.join(nearest)}?" if nearest else otherwise
    return f"there is no {thing} {name!r}; {advice}"
