"""Checks that people name, by id or by family."""

from collections.abc import Iterable
from difflib import get_close_matches

from auditor.checks import CATALOGUE
from auditor.findings import NOTE


class SelectionError(ValueError):
    """A name of no check; the message says which option has it, and what the nearest are."""


def selected_checks(select: str | None, ignore: str | None) -> frozenset[str]:
    """The ids of the checks whose findings are told, by ``--select`` and ``--ignore``. Raises SelectionError."""
    everything = [check.id for check in CATALOGUE]
    wanted = set(everything) if select is None else _checks_named(select, everything, "--select")
    return frozenset(wanted - (set() if ignore is None else _checks_named(ignore, everything, "--ignore")))


def selects_notes(chosen: frozenset[str]) -> bool:
    """Whether any of these checks gives notes."""
    return any([check.severity == NOTE for check in CATALOGUE if check.id in chosen])


def _checks_named(text: str, everything: list[str], option: str) -> set[str]:
    """The checks that a list of ids and families means: ``riichi/noten``, ``riichi/*``, ``riichi``."""
    named: set[str] = set()
    for pattern in [part.strip() for part in text.split(",")]:
        if not pattern:
            continue
        of_pattern = {pattern} & set(everything) or set(family(pattern, everything))
        if not of_pattern:
            raise SelectionError(f"{option}: {no_such_check(pattern, everything)}")
        named |= of_pattern
    return named


def family(pattern: str, everything: Iterable[str]) -> list[str]:
    """The checks of the family that a pattern names, as ``riichi/*``, ``riichi/`` or ``riichi``."""
    name = pattern.removesuffix("*").removesuffix("/")
    return [check for check in everything if check.startswith(f"{name}/")]


def no_such_check(name: str, everything: Iterable[str]) -> str:
    """That there is no such check, and what to do about it."""
    return no_such("check", name, everything, "auditor checks lists them all.")


def no_such(thing: str, name: str, everything: Iterable[str], otherwise: str) -> str:
    """That there is no such thing, and which may be meant, or what to do where none is near."""
    nearest = get_close_matches(name, list(everything), 3, 0.5)
    advice = f"did you mean {' or '.join(nearest)}?" if nearest else otherwise
    return f"there is no {thing} {name!r}; {advice}"
