"""The rulesets of an audit, by the options that name them."""

from auditor.audit.worker import Settings
from auditor.cli.exits import UsageFault
from auditor.program import version
from auditor.rulesets import RulesetError, names, settings_key


def audit_settings(rules: str, also_under: str | None, extras: str | None = None, *, is_loaded: bool) -> Settings:
    """How a run audits, by ``--rules``, ``--also-under`` and ``--with``. Raises UsageFault.

    is_loaded: into a database or a lake. For rulesets by name the key of the inputs holds a fingerprint of all their
    settings.
    """
    key = _ruleset_key(rules, "--rules")
    others = _rulesets_named(also_under)
    if others and not is_loaded:
        raise UsageFault("--also-under keeps what it finds in a database or a lake: give --db or --lake as well")
    if others:
        key = "; also ".join([key, *[_ruleset_key(name, "--also-under") for name in others]])
    if extras is not None and not is_loaded:
        raise UsageFault("--with fills tables of a database or a lake: give --db or --lake as well")
    if not is_loaded:
        return Settings(rules)
    return Settings(rules, key, version(), others, extras=() if extras is None else _extras_named(extras))


def _extras_named(text: str) -> tuple[str, ...]:
    """The tables of --with."""
    from auditor.store.schema import extras_of_text

    try:
        return extras_of_text(text)
    except ValueError as error:
        raise UsageFault(f"--with: {error}") from None


def _rulesets_named(text: str | None) -> tuple[str, ...]:
    """The rulesets of --also-under: each of them, or those named."""
    if text is None:
        return ()
    return tuple(names()) if text == "all" else tuple([part.strip() for part in text.split(",")])


def _ruleset_key(name: str, option: str) -> str:
    """A ruleset's name with a fingerprint of its settings."""
    try:
        return settings_key(name)
    except RulesetError as error:
        raise UsageFault(f"{option}: {error}") from error
