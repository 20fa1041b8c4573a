"""Rulesets: what they are (`model`), how they are loaded (`loading`), and which one fits a log (`choice`)."""

from auditor.rulesets.choice import choose
from auditor.rulesets.loading import AUTO, RulesetError, load, names, settings_key, sources_of

__all__ = ["AUTO", "RulesetError", "choose", "load", "names", "settings_key", "sources_of"]
