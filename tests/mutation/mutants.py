"""The mutants of the program: each a file in which one place is changed, as mutmut's operators change it.

Not mutated: annotations, decorators, and texts that explain a setting, which no test should repeat (`TEXTS`).
"""

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any, Final

import libcst
from libcst import matchers as m
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

MUTATED: Final = ("hand", "table", "checks", "formats", "rulesets", "store/columns.py", "store/rows.py")
"""What of ``auditor/`` is mutated."""
TEXTS: Final = ("description",)
"""Arguments that explain a setting."""


class Mutant:
    """A place in a file and what it becomes. key: the same in every run on the same sources. lines: of the place."""

    def __init__(self, path: str, module: libcst.Module, lines: range, number: int, node: Any, variants: list[Any]):
        self.path = path
        self.lines = lines
        self.variants = variants
        self.variant = 0
        self._module = module
        self._number = number
        self._node = node

    @property
    def key(self) -> str:
        """File, line, number of the place in the file, and of the variant."""
        return f"{self.path}:{self.lines.start}:{self._number}:{self.variant}"

    def code(self) -> str:
        """The whole file, changed."""
        return str(self._module.deep_replace(self._node, self.variants[self.variant]).code)

    def diff(self) -> str:
        """The lines that differ, with one around them."""
        before, after = self._module.code.splitlines(), self.code().splitlines()
        return "\n".join(unified_diff(before, after, self.path, self.path, n=1, lineterm=""))


def sample(root: Path, count: int, seed: int, under: tuple[str, ...] = MUTATED) -> list[Mutant]:
    """So many mutants of the files under ``auditor/``: places at random, and of each one of what it can become.

    Every place weighs alike, however many variants it has. In random order, so that the first of them are a sample too.
    """
    choice = Random(seed)
    everywhere = [mutant for path in _files(root, under) for mutant in _mutants(path, str(path.relative_to(root)))]
    chosen = choice.sample(everywhere, min(count, len(everywhere)))
    for mutant in chosen:
        mutant.variant = choice.randrange(len(mutant.variants))
    return chosen


def _files(root: Path, under: tuple[str, ...]) -> Iterator[Path]:
    for name in under:
        place = root / "auditor" / name
        yield from sorted(place.rglob("*.py")) if place.is_dir() else [place]


class _Visitor(libcst.CSTVisitor):  # type: ignore[misc]
    """Finds what may be changed. found: nodes, each with what it can become."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[Any, list[Any]]] = []

    def on_visit(self, node: libcst.CSTNode) -> bool:
        """Whether to go on below the node."""
        if isinstance(node, libcst.Annotation | libcst.Decorator) or _is_text(node) or _is_length(node):
            return False
        variants = [one for kind, operator in mutation_operators if isinstance(node, kind) for one in operator(node)]
        if variants:
            self.found.append((node, variants))
        return True


def _is_text(node: libcst.CSTNode) -> bool:
    """Whether a node gives one of TEXTS a value."""
    if isinstance(node, libcst.Arg):
        return node.keyword is not None and node.keyword.value in TEXTS
    names = [target.target for target in node.targets] if isinstance(node, libcst.Assign) else []
    return any(isinstance(name, libcst.Name) and name.value in TEXTS for name in names)


def _is_length(node: libcst.CSTNode) -> bool:
    """Whether a node asks for a length or a class, which of something else is an error at once."""
    return isinstance(node, libcst.Call) and m.matches(node.func, m.Name("len") | m.Name("isinstance"))


def _mutants(path: Path, name: str) -> list[Mutant]:
    wrapper = MetadataWrapper(libcst.parse_module(path.read_text("utf-8")))
    visitor = _Visitor()
    wrapper.module.visit(visitor)
    positions = wrapper.resolve(PositionProvider)
    found = []
    for number, (node, variants) in enumerate(visitor.found):
        position = positions.get(node)
        lines = range(position.start.line, position.end.line + 1) if position else range(1, 2)
        found.append(Mutant(name, wrapper.module, lines, number, node, variants))
    return found
