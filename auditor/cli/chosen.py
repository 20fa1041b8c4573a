"""The checks that ``--select`` and ``--ignore`` leave."""

from auditor.checks import SelectionError, selected_checks
from auditor.cli.exits import UsageFault


def chosen_checks(select: str | None, ignore: str | None) -> frozenset[str] | None:
    """The ids of the checks whose findings are told; None for all, where nobody chose. Raises UsageFault."""
    if select is None and ignore is None:
        return None
    try:
        return selected_checks(select, ignore)
    except SelectionError as error:
        raise UsageFault(str(error)) from None
