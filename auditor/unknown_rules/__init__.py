"""Rules that a log does not name: what tables play, what a log shows of it, and what explains its faults.

This module imports nothing of the package until a game's rules are only assumed.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.core.audit.game import Audit
    from auditor.core.results import Finding


def revise_findings(audit: "Audit") -> "list[Finding]":
    """As `assumed.revise_findings`: the findings of an audit by assumed rules, reduced to notes where tables differ."""
    from auditor.unknown_rules import assumed

    return assumed.revise_findings(audit)
