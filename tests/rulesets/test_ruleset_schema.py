"""The schema of rulesets: every setting's values and bounds, as a golden file."""

import json

import msgspec
from support.goldens import assert_golden

from auditor.core.rulesets.model import Ruleset


def test_the_settings_and_their_bounds() -> None:
    schema = msgspec.json.schema(Ruleset)
    assert_golden("ruleset-schema.json", json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
