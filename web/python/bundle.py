"""Makes the two archives that the page imports Python from; runs in Pyodide at build time, for bytecode of its Python.

The program and its packages, and the part of the standard library that these can reach: a module is found by the
imports in the sources, wherever they stand in the program and its packages, and at the head of the modules of the
standard library.
"""

import ast
import os
import py_compile
import sys
import zipfile
from collections.abc import Iterator

SITE = "/build/site"
"""The sources of the program, of its packages and of the page's own module."""
STANDARD = "/build/standard"
"""The sources of the standard library, and of Pyodide's own modules."""
LEFT_OUT = (
    "auditor.__main__", "auditor.api", "auditor.cli", "auditor.core.files.object_stores", "auditor.lake",
    "auditor.mutation", "auditor.output.drawing", "auditor.page.notebook", "auditor.page.show", "auditor.regression",
    "auditor.server", "auditor.testing",
    "_pydatetime", "_pydecimal", "_pyrepl", "argparse", "asyncio.proactor_events", "asyncio.windows_events", "bdb",
    "cmd", "doctest", "email", "ftplib", "html", "http", "importlib.metadata", "multiprocessing", "pdb", "pydoc",
    "unittest", "urllib.request", "webbrowser",
)  # fmt: skip
"""Other ways in; what needs packages that there are none of for wasm (rich, boto3); and, of the standard library,
what Python does without: debuggers, processes, networks, and modules that there are in C."""
ROOTS = (
    "judge", "auditor.core.audit", "auditor.core.checks", "auditor.core.reading", "auditor.core.sources",
    "auditor.formats",
)  # fmt: skip
"""The page's own module, and packages whose modules are named by data."""
STANDARD_ROOTS = (
    "_pyodide", "_pyodide._future_helper", "_pyodide.docs_argspec", "_pyodide.docstring", "_pyodide.jsbind",
    "_strptime", "asyncio", "concurrent.futures.thread", "importlib.readers", "importlib.resources._adapters",
    "importlib.resources.readers", "pyodide", "pyodide._package_loader", "pyodide._state", "pyodide.code",
    "pyodide.webloop",
)  # fmt: skip
"""What is imported at Pyodide's start, or by functions of the standard library."""
SQL_ONLY = (
    *[f"auditor.core.store.{name}" for name in (
        "arrow", "charts", "database", "facts", "identity", "previous", "queries", "rows", "selection",
    )],
    "auditor.output.charts", "auditor.output.tables", "auditor.page.player", "duckdb", "page_sql", "wcwidth",
)  # fmt: skip
"""What only SQL needs, with what is reached from there alone."""
ENCODINGS = ("ascii", "aliases", "charmap", "cp932", "euc_jp", "idna", "latin_1", "raw_unicode_escape", "shift_jis",
             "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_8", "utf_8_sig", "cp437", "cp1252",
             "hex_codec", "punycode", "utf_7", "mbcs", "undefined",
             "big5", "gb18030", "gbk", "iso2022_jp", "iso8859_1")  # fmt: skip
DATA = (".toml", ".css", ".js", ".sql", ".tsv", ".json", ".txt", ".svg", ".proto", ".so")
MOMENT = (2020, 1, 1, 0, 0, 0)
"""The time of every file in the archives: the same sources give the same bytes."""


def modules_in(folder: str) -> dict[str, str]:
    """The path of each module below a folder, by its name."""
    found = {}
    for path, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".py"):
                inside = os.path.relpath(os.path.join(path, name), folder)[:-3].replace(os.sep, ".")
                found[inside.removesuffix(".__init__")] = os.path.join(path, name)
    return found


def imports_of(tree: ast.AST, module: str, *, is_package: bool, is_deep: bool) -> Iterator[str]:
    """The names that a module may import, whether they are modules or not. is_deep: also inside functions."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if is_deep and isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
            yield node.value  # a module may be named for import_module
        if isinstance(node, ast.Import):
            yield from [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".") if is_package else module.split(".")[:-1]
            above = base[: len(base) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield source
            yield from [f"{source}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
            continue
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and not is_deep:
            continue
        waiting += ast.iter_child_nodes(node)


def is_below(module: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is one of these packages or modules, or lies in one."""
    return any([module == one or module.startswith(f"{one}.") for one in packages])


def reached(roots: list[str], modules: dict[str, str], left_out: tuple[str, ...]) -> set[str]:
    """The modules that these can import, with the packages that they lie in."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            module = ".".join(parts[:count])
            if module not in modules or module in found or is_below(module, left_out):
                continue
            found.add(module)
            with open(modules[module], encoding="utf-8") as file:
                tree = ast.parse(file.read())
            is_own = modules[module].startswith(SITE)
            is_package = os.path.basename(modules[module]) == "__init__.py"
            waiting += imports_of(tree, module, is_package=is_package, is_deep=is_own)
    return found


def write(target: str, folder: str, modules: dict[str, str], data: list[str]) -> None:
    """An archive of the bytecode of modules and of data files; not packed, for it is packed as a whole.

    data: their paths in the folder.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for _, path in sorted(modules.items()):
            inside = os.path.relpath(path, folder)
            made = "/build/made.pyc"
            py_compile.compile(path, made, dfile=inside, doraise=True, optimize=2,
                               invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)  # fmt: skip
            with open(made, "rb") as file:
                archive.writestr(zipfile.ZipInfo(f"{inside}c", MOMENT), file.read())
        for inside in data:
            with open(os.path.join(folder, inside), "rb") as file:
                archive.writestr(zipfile.ZipInfo(inside, MOMENT), file.read())


def data_in(folder: str) -> list[str]:
    """The paths of the data files below a folder."""
    found = []
    for path, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(path, name), folder) for name in names if name.endswith(DATA)]
    return sorted(found)


def is_statements(path: str) -> bool:
    """Whether a data file has statements of the store, which only SQL runs."""
    return path.startswith("auditor/core/store/") and path.endswith(".sql")


def compile_templates() -> None:
    """The pages' templates as Python, by the Jinja that will run them."""
    from jinja2 import FileSystemLoader

    from auditor.page.templates import COMPILED_TEMPLATES, environment

    folder = f"{SITE}/auditor/page"
    pages = environment().overlay(loader=FileSystemLoader(folder))
    pages.compile_templates(f"{folder}/{COMPILED_TEMPLATES}", ["html"], zip=None)


def bundle() -> str:
    """Write the archives. Returns how many modules are in each."""
    sys.path.insert(0, SITE)
    compile_templates()
    own, standard = modules_in(SITE), modules_in(STANDARD)
    compiled = {name: path for name, path in own.items() if ".page.compiled." in name}
    roots = [name for name in own if any([name == one or name.startswith(f"{one}.") for one in ROOTS])]
    roots += [*STANDARD_ROOTS, *[f"encodings.{name}" for name in ENCODINGS]]
    judging = reached(roots, standard | own, (*LEFT_OUT, *SQL_ONLY))
    more = reached(["page_sql"], standard | own, LEFT_OUT) - judging
    data = data_in(SITE)
    of_sql = [one for one in data if one.startswith("auditor/queries/") or is_statements(one)]
    program = {name: own[name] for name in judging if name in own}
    write("/build/app.zip", SITE, program | compiled, [one for one in data if one not in of_sql])
    write("/build/sql.zip", SITE, {name: own[name] for name in more if name in own}, of_sql)
    library = {name: standard[name] for name in judging | more if name in standard and name not in own}
    write("/build/python.zip", STANDARD, library, [])
    of_sql_alone = len(more - standard.keys())
    return f"modules: {len(program)} of the program and its packages, {of_sql_alone} of SQL, {len(library)} of Python"
