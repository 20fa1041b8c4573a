"""Every constant of the program has one home, and no two constants have the same name."""

import ast
from collections import Counter
from collections.abc import Iterator

from support.paths import ROOT

PACKAGE = ROOT / "auditor"

OF_EACH_FORMAT = {"FORMAT", "NAME"}
"""What every format says of itself, in its own package."""

VOCABULARIES = {"auditor.yaku", "auditor.checks.doubt"}
"""Modules that are read with their name before it, as ``yaku.RIICHI`` and ``doubt.RIICHI``: what they share a name with
is never mistaken for theirs."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        yield name, ast.parse(path.read_text("utf-8"))


def constants(module: ast.Module) -> Iterator[str]:
    """The names that a module gives values to, aliases and caches among them."""
    for statement in module.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name) and not name.id.startswith("__"):
                    yield name.id


def shared_names() -> set[str]:
    """The names of more than one module's constants."""
    defined = Counter([name for _, module in modules() for name in set(constants(module))])
    return {name for name, count in defined.items() if count > 1}


def test_a_name_is_that_of_one_constant() -> None:
    defined = Counter(
        [name for home, module in modules() if home not in VOCABULARIES for name in set(constants(module))]
    )
    assert {name for name, count in defined.items() if count > 1} <= OF_EACH_FORMAT


def test_a_vocabulary_is_read_with_its_name() -> None:
    shared = shared_names() - OF_EACH_FORMAT
    assert shared, "the vocabularies share no name: they need no exception"
    bare = [
        f"{home}: {imported.name} of {statement.module}"
        for home, module in modules()
        for statement in ast.walk(module)
        if isinstance(statement, ast.ImportFrom) and statement.module in VOCABULARIES
        for imported in statement.names
        if imported.name in shared
    ]
    assert not bare


def test_only_formats_say_what_every_format_says() -> None:
    homes = [home for home, module in modules() if OF_EACH_FORMAT & set(constants(module))]
    assert homes
    assert all(home.startswith("auditor.formats.") for home in homes)
