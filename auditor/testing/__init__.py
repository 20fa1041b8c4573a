"""Tools for tests of auditor and of other programs: logs written as scenarios, and simulated games.

    from auditor.testing import Scenario

docs/scenarios.md shows the language of scenarios by example.
"""

from auditor.testing.scenario import Scenario

__all__ = ["Scenario"]
