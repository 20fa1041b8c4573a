"""The checks that ``--select`` and ``--ignore`` leave."""

from auditor.cli.exits import UsageFault
from auditor.report.selection import SelectionError, selected_checks


def chosen_checks(select: str | None, ignore: str | None) -> frozenset[str] | None:
    """The ids of the checks whose findings are told; None for all, where nobody chose. Raises UsageFault."""
    if select is None and ignore is None:
        return None
    try:
        return selected_checks(select, ignore)
    except SelectionError as error:
        raise UsageFault(str(error)) from None
