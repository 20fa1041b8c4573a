"""Settings of runs, as every way into the program makes them: findings by assumed rules are revised."""

from typing import Any

from auditor.core.audit.work import Settings
from auditor.unknown_rules import revise_findings


def run_settings(rules: str = "auto", rules_key: str = "", version: str = "", **more: Any) -> Settings:
    """The settings of a run by `rules`; `more`: further fields of `Settings`."""
    return Settings(rules, revise_findings, rules_key, version, **more)
