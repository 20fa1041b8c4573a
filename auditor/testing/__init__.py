"""What tests of the program, and of other programs, are made with: logs written as scenarios, games that are played.

    from auditor.testing import Scenario

docs/scenarios.md shows the language of scenarios by example.
"""

from auditor.testing.scenario import Scenario

__all__ = ["Scenario"]
