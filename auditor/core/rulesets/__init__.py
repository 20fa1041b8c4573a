"""Rulesets: what they are (`model`), how they are loaded (`loading`), and which one fits a log (`choice`)."""

from auditor.core.rulesets.choice import choose
from auditor.core.rulesets.loading import AUTO, load, names, own_settings, settings_key, sources_of

__all__ = ["AUTO", "choose", "load", "names", "own_settings", "settings_key", "sources_of"]
