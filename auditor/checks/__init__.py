"""The rule catalogue. A new check is written in its family's module and named in CATALOGUE, nowhere else."""

from typing import Final

from auditor.checks import call, carry, furiten, riichi, stick, tiles, turn
from auditor.checks.base import Check

# The order matters where several checks look at one event: the first to find a fault puts what it concerns in doubt,
# so that the consequences stay silent. Causes come first.
CATALOGUE: Final[tuple[Check, ...]] = (
    *carry.CHECKS,
    *stick.CHECKS_OF_CARRY,
    *turn.CHECKS_OF_ORDER,
    *call.CHECKS,
    *tiles.CHECKS,
    *turn.CHECKS_OF_MARKS,
    *riichi.CHECKS,
    *furiten.CHECKS,
    *stick.CHECKS_OF_PLAY,
    *stick.CHECKS_OF_PAYMENT,
    *stick.CHECKS_OF_GAME,
)

BY_ID: Final[dict[str, Check]] = {check.id: check for check in CATALOGUE}
assert len(BY_ID) == len(CATALOGUE), "two checks share an id"
