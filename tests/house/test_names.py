"""Names: public classes and constants are unique in the program, a check's class is named by its id, and the words that
were once the project's own do not come back."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator

from support.program_modules import Module, modules

from auditor.core.checks import CATALOGUE

OF_EACH_FORMAT = {"FORMAT", "NAME", "read", "write"}
"""What every format says of itself, in its own package."""

VOCABULARIES = {"auditor.core.yaku", "auditor.core.checks.doubt"}
"""Modules that are read with their name before it, as ``yaku.RIICHI`` and ``doubt.RIICHI``: what they share a name with
is never mistaken for theirs."""

CLASS_OF_CHECK = {"win/value": "WinValueCheck"}
"""Checks whose class is not named by the id alone: `WinValue` is the value itself."""

MOST_OF_A_WORD = {
    "told": 20, "tell": 20, "tells": 20, "asked": 60, "meant": 5, "stand": 20, "stands": 40, "telling": 5,
    "carried": 20, "matter": 10, "moment": 15, "moments": 10, "beside": 60, "place": 450, "places": 80, "found": 700,
    "kept": 100, "judged": 150, "teller": 0, "pace": 0, "lookout": 0, "nameless": 0, "misfit": 0, "stray": 0,
    "strays": 0, "signs": 0,
}  # fmt: skip
"""Words that once had a meaning of the project's own, in identifiers, docstrings and comments: how often at most. Where
one is the right word of plain English it may be used; a new concept gets a name of the field, of Python or of SQL."""


def constants(module: ast.Module) -> Iterator[str]:
    """The public names that a module gives values to, aliases and caches among them."""
    for statement in module.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name) and not name.id.startswith("_"):
                    yield name.id


def classes(module: ast.Module) -> Iterator[str]:
    """The public classes that a module defines."""
    for statement in module.body:
        if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
            yield statement.name


def shared(names: Iterable[set[str]]) -> set[str]:
    """The names that are in more than one of the sets."""
    homes = Counter([name for one in names for name in one])
    return {name for name, count in homes.items() if count > 1}


def words_of(module: Module) -> Iterator[str]:
    """The words of docstrings and comments, and the parts of identifiers, in small letters."""
    for token in tokenize.generate_tokens(io.StringIO(module.source).readline):
        if token.type == tokenize.NAME:
            yield from re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", token.string).lower().split("_")
        elif token.type == tokenize.COMMENT:
            yield from re.findall(r"[a-z]+", token.string.lower())
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from re.findall(r"[a-z]+", node.value.value.lower())


def test_a_name_is_that_of_one_public_constant() -> None:
    names = {module.name: set(constants(module.tree)) for module in modules() if module.name not in VOCABULARIES}
    twice = shared(names.values()) - OF_EACH_FORMAT
    assert {name: [module for module, own in names.items() if name in own] for name in twice} == {}


def test_a_name_is_that_of_one_public_class() -> None:
    assert shared(set(classes(module.tree)) for module in modules()) == set()


def test_a_vocabulary_is_read_with_its_name() -> None:
    of_vocabularies = shared(set(constants(module.tree)) for module in modules()) - OF_EACH_FORMAT
    assert of_vocabularies, "the vocabularies share no name: they need no exception"
    bare = [
        f"{module.name}: {imported.name} of {statement.module}"
        for module in modules()
        for statement in ast.walk(module.tree)
        if isinstance(statement, ast.ImportFrom) and statement.module in VOCABULARIES
        for imported in statement.names
        if imported.name in of_vocabularies
    ]
    assert not bare


def test_only_formats_say_what_every_format_says() -> None:
    homes = [module.name for module in modules() if OF_EACH_FORMAT & set(constants(module.tree))]
    assert homes
    assert all(home.startswith("auditor.formats.") for home in homes)


def test_a_checks_class_is_named_by_its_id() -> None:
    expected = {
        check.id: CLASS_OF_CHECK.get(check.id, "".join(word.capitalize() for word in re.split("[/-]", check.id)))
        for check in CATALOGUE
    }
    assert {check.id: type(check).__name__ for check in CATALOGUE} == expected


def test_words_of_the_projects_own_do_not_come_back() -> None:
    counts = Counter(word for module in modules() for word in words_of(module) if word in MOST_OF_A_WORD)
    more = {word: f"{counts[word]}, at most {most}" for word, most in MOST_OF_A_WORD.items() if counts[word] > most}
    assert not more, "say it in words of the field, of Python or of SQL"


def test_which_words_count() -> None:
    source = '"""Told apart."""\nclass RunTeller:  # a place\n    found_here = tell("not a moment")\n'
    words = set(words_of(Module("x", modules()[0].path, source, ast.parse(source))))
    assert {"told", "teller", "place", "found", "tell"} <= words
    assert "moment" not in words
