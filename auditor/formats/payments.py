"""What the payments of a drawn hand tell, where a log does not say which draw it was, or who was tenpai."""

from typing import Final

from auditor.units import Points

_LEAST_NAGASHI: Final = 4000
"""The least that a seat gains where one has a nagashi mangan, in points, whoever else has; noten hands pay 3000."""


def is_nagashi_payment(deltas: tuple[Points, ...] | None) -> bool:
    """Whether somebody gains as much as only a nagashi mangan gives."""
    return deltas is not None and max(deltas) >= _LEAST_NAGASHI


def tenpai_by_payment(deltas: tuple[Points, ...] | None) -> tuple[bool, ...] | None:
    """Who counted as tenpai at an exhaustive draw: those who gain.

    None where nobody does, for all or none did, and whatever a seat loses then is no noten payment.
    """
    return tuple([delta > 0 for delta in deltas]) if deltas is not None and max(deltas, default=0) > 0 else None
