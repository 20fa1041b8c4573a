"""The rule catalogue. A new check is written in its family's module and named in CATALOGUE, nowhere else."""

from typing import Final

from auditor.checks import call, carry, dora, draw, furiten, game, pay, riichi, stick, tiles, turn, wall, win
from auditor.checks.base import Check

# The order matters where several checks look at one event: the first to find a fault puts what it concerns in doubt,
# so that the consequences stay silent. Causes come first.
CATALOGUE: Final[tuple[Check, ...]] = (
    *game.CHECKS_OF_START,
    *carry.CHECKS,
    *stick.CHECKS_OF_CARRY,
    *turn.CHECKS_OF_ORDER,
    *draw.CHECKS_OF_PLAY,
    *call.CHECKS,
    *wall.CHECKS,
    *tiles.CHECKS,
    *turn.CHECKS_OF_MARKS,
    *call.CHECKS_OF_DISCARD,
    *riichi.CHECKS,
    *stick.CHECKS_OF_PLAY,
    *win.CHECKS_OF_CLAIM,
    *furiten.CHECKS,
    *dora.CHECKS,
    *win.CHECKS_OF_VALUE,
    *stick.CHECKS_OF_SUM,
    *stick.CHECKS_OF_PAYMENT,
    *pay.CHECKS_OF_WIN,
    *draw.CHECKS_OF_END,
    *pay.CHECKS_OF_DRAW,
    *stick.CHECKS_OF_GAME,
    *game.CHECKS_OF_GAME,
)

BY_ID: Final[dict[str, Check]] = {check.id: check for check in CATALOGUE}
assert len(BY_ID) == len(CATALOGUE), "two checks share an id"
