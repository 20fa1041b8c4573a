"""The rule catalogue, and checks selected from it by id or family.

A new check is written in its family's module and named in CATALOGUE, nowhere else.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from auditor.core.checks import call, carry, draw, furiten, game, pay, riichi, server, stick, tiles, turn, wall, win
from auditor.core.checks.check import Check
from auditor.core.checks.dora import DoraTiming, DoraUra
from auditor.core.checks.log import LogContradiction
from auditor.core.program import UserError
from auditor.core.results import NOTE

# The order matters where several checks judge the same event: the first to find a fault puts what it concerns in doubt,
# so that its consequences are not reported. Causes come first, which tests/checks/test_doubt.py enforces.
CATALOGUE: Final[tuple[Check, ...]] = (
    # where the log contradicts itself
    LogContradiction(),
    # from one hand to the next
    game.GameStart(), game.GameEnd(), game.GameRotation(), carry.HonbaCarry(), carry.GameCarry(),
    # whose turn it is, and whether play goes on
    turn.TurnOrder(), draw.DrawMissed(), draw.DrawEarly(),
    # calls, and the tiles they take
    call.CallMeld(), call.CallTarget(), call.CallChiSeat(), call.CallLastTile(), call.CallRiichi(),
    call.CallFifthKan(),
    # where each tile is
    wall.WallHash(), wall.WallSeed(), wall.WallOverdraw(), tiles.TilesHandSize(), tiles.TilesMissing(),
    tiles.TilesDuplicate(), tiles.TilesNotHeld(), turn.TurnTsumogiri(), call.CallKuikae(),
    # riichi
    riichi.RiichiOpenHand(), riichi.RiichiRepeat(), riichi.RiichiOpen(), riichi.RiichiPoints(),
    riichi.RiichiWall(), riichi.RiichiDiscard(), riichi.RiichiKanForbidden(), riichi.RiichiKanDrawn(),
    riichi.RiichiKanWaits(), riichi.RiichiKanShape(), riichi.NoteOpenKan(), riichi.RiichiNoten(),
    riichi.NoteFuritenRiichi(), riichi.NoteKaratenRiichi(),
    stick.StickVoid(), stick.StickDeposit(), carry.StickCarry(),
    # wins: the claim, what they are worth, what is paid
    win.WinClaim(), win.WinShape(), win.WinNoYaku(), win.WinMultiple(), win.WinRecord(),
    furiten.FuritenDiscard(), furiten.FuritenRiichi(), furiten.FuritenTemporary(), furiten.NotePassedWin(),
    # what the server says of hand and turn
    server.ServerReplacement(), server.ServerOffer(), server.ServerWaits(), server.ServerFlag(),
    # indicators, and the value of a win
    DoraTiming(), DoraUra(), win.WinYaku(), win.WinValueCheck(), stick.StickLeak(),
    stick.StickAwardSeat(), stick.StickAward(), pay.PayHonba(), pay.PayWin(),
    # draws
    draw.DrawAbortive(), draw.DrawNotenRiichi(), draw.DrawNotShown(), draw.DrawTenpai(), draw.DrawNagashi(),
    pay.PayNoten(), pay.PayChombo(),
    # the end of the game
    stick.StickFinal(), game.GameFinal(),
)  # fmt: skip

BY_ID: Final[dict[str, Check]] = {check.id: check for check in CATALOGUE}
assert len(BY_ID) == len(CATALOGUE), "two checks share an id"
assert not BY_ID.keys() & {check.former_id for check in CATALOGUE}, "a former id is that of a check"


class SelectionError(UserError):
    """A name that no check has; the message says in which option it is, and which names are near."""


def selected_checks(select: str | None, ignore: str | None) -> frozenset[str]:
    """The ids of the checks whose findings are reported, by ``--select`` and ``--ignore``. Raises SelectionError."""
    wanted = set(BY_ID) if select is None else _checks_named(select, "--select")
    return frozenset(wanted - (set() if ignore is None else _checks_named(ignore, "--ignore")))


def selects_notes(chosen: frozenset[str]) -> bool:
    """Whether any of the chosen checks makes notes."""
    return any([check.severity == NOTE for check in CATALOGUE if check.id in chosen])


def _checks_named(text: str, option: str) -> set[str]:
    """The checks in a comma-separated list of ids and families: ``riichi/noten``, ``riichi/*``, ``riichi``."""
    named: set[str] = set()
    for pattern in [part.strip() for part in text.split(",")]:
        if not pattern:
            continue
        if not (of_pattern := checks_named(pattern)):
            raise SelectionError(f"{option}: {no_such_check(pattern, BY_ID)}")
        named |= {check.id for check in of_pattern}
    return named


def checks_named(name: str) -> list[Check]:
    """The checks that a name stands for: an id, a former id, or a family (``riichi/*``, ``riichi/`` or ``riichi``)."""
    if name in BY_ID:
        return [BY_ID[name]]
    start = f"{name.removesuffix('*').removesuffix('/')}/"
    return [check for check in CATALOGUE if check.former_id == name or check.id.startswith(start)]


def names_of(check: str) -> tuple[str, ...]:
    """The names of a check, given by its id: the id, its family, and its former id, if any."""
    return tuple(filter(None, [check, check.partition("/")[0], BY_ID[check].former_id]))


def no_such_check(name: str, everything: Iterable[str]) -> str:
    """The message for a check that does not exist, with the nearest names or the advice to list them all."""
    return no_such("check", name, everything, "auditor checks lists them all.")


def no_such(thing: str, name: str, everything: Iterable[str], otherwise: str) -> str:
    """The message for a `thing` that does not exist, with the nearest names; `otherwise` where none is near."""
    nearest = get_close_matches(name, list(everything), 3, 0.5)
    advice = f"did you mean {' or '.join(nearest)}?" if nearest else otherwise
    return f"there is no {thing} {name!r}; {advice}"
