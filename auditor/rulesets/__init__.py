"""Rulesets: what they are (`model`), how they are loaded (`loading`), and which one fits a log (`choice`)."""

from auditor.rulesets.choice import choose
from auditor.rulesets.loading import AUTO, RulesetError, comments, key_of, load, names

__all__ = ["AUTO", "RulesetError", "choose", "comments", "key_of", "load", "names"]
