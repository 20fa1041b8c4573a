"""What a wheel holds besides the package: queries, examples, the templates of pages as Python, and the hot modules
compiled with mypyc where that works.

The environment variable ``AUDITOR_COMPILE`` decides: ``auto`` (the default) falls back to plain Python and says so,
``1`` fails where compiling does, ``0`` does not try. Editable installs stay plain. The sources go into the wheel beside
the compiled modules: both ways are one program.
"""

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "auditor/core/tiles.py",
    "auditor/core/yaku.py",
    "auditor/core/text.py",
    "auditor/core/events.py",
    "auditor/core/reading/[!_]*.py",
    "auditor/formats/*/[!_]*.py",
    "auditor/formats/*/*/[!_]*.py",
    "auditor/core/hand/[!_]*.py",
    "auditor/core/table/[!_]*.py",
    "auditor/core/checks/[!_]*.py",
    "auditor/page/board/frames.py",
    "auditor/page/board/layout.py",
    "auditor/page/board/scene.py",
    "auditor/page/answers.py",
    "auditor/page/words.py",
    "auditor/core/audit/game.py",
    "auditor/core/store/packed.py",
    "auditor/core/store/event_counts.py",
    "auditor/core/store/rows.py",
)
"""What an audit spends its time in. Left out: modules that declare data for msgspec or click, what runs rarely, and
packages themselves, which only say what is in them."""

NOT_COMPILED = (
    "auditor/formats/*/rules.py",
    "auditor/formats/*/writer.py",
    "auditor/core/reading/embedded_verdict.py",
    "auditor/core/reading/logs.py",
    "auditor/formats/majsoul/anonymize.py",
    "auditor/formats/majsoul/binary.py",
    "auditor/formats/majsoul/document.py",
    "auditor/formats/majsoul/schema.py",
    "auditor/formats/mjlog/thorough.py",
    "auditor/formats/mleague/*.py",
    "auditor/formats/riichicity/documents.py",
)
"""Of these what runs rarely: writers, what reads unusual logs or those of which there are few (the M-League's), what is
called once a file. A quarter of the C code."""

HOT = (
    "auditor/core/audit/game.py",
    "auditor/core/checks/check.py",
    "auditor/core/checks/doubt.py",
    "auditor/core/checks/judged_win.py",
    "auditor/core/checks/turn.py",
    "auditor/core/checks/unjudged.py",
    "auditor/formats/*/fast.py",
    "auditor/formats/*/fast/*.py",
    "auditor/core/reading/building.py",
    "auditor/core/reading/copies.py",
    "auditor/formats/m*/hand.py",
    "auditor/formats/majiang/vocabulary.py",
    "auditor/formats/mjai/reader.py",
    "auditor/formats/mj[al]*/vocabulary.py",
    "auditor/formats/mjscore/[rv]*.py",
    "auditor/formats/tenhou6/[hst]*.py",
    "auditor/core/hand/decompose.py",
    "auditor/core/hand/machi.py",
    "auditor/core/hand/shanten*.py",
    "auditor/core/hand/waits.py",
    "auditor/core/store/event_counts.py",
    "auditor/core/store/packed.py",
    "auditor/core/table/[dlpstw]*.py",
    "auditor/core/table/record.py",
    "auditor/core/tiles.py",
)
"""What every event goes through: compiled with OPTIMIZED."""

RARE = (
    "auditor/core/checks/carry.py",
    "auditor/core/checks/furiten.py",
    "auditor/core/checks/log.py",
    "auditor/core/checks/pay.py",
    "auditor/core/reading/log_ids.py",
    "auditor/formats/majsoul/header.py",
    "auditor/formats/majsoul/parts.py",
    "auditor/formats/mjx/reader.py",
    "auditor/formats/riichicity/header.py",
    "auditor/core/reading/stated_rules.py",
    "auditor/core/hand/kan.py",
)
"""What is called once a hand or less, or is a thousandth of an audit for another reason: compiled with UNOPTIMIZED."""

OPTIMIZED, QUICK, UNOPTIMIZED = "-O2", "-Og", "-O0"
"""QUICK, for all that is neither hot nor rare, takes half the time of OPTIMIZED to compile, UNOPTIMIZED a third."""

GCC_OPTIMIZED = (
    "-O1",
    "-fcaller-saves",
    "-fdevirtualize",
    "-fexpensive-optimizations",
    "-finline-functions",
    "-finline-small-functions",
    "-fipa-cp",
    "-fipa-ra",
    "-foptimize-sibling-calls",
    "-fpartial-inlining",
    "-fpeephole2",
    "-freorder-blocks-and-partition",
    "-fstrict-aliasing",
)
"""What of gcc's OPTIMIZED makes this code quicker: two thirds of the time to compile, the same instructions run within
one in two hundred. Other compilers do not know the options."""

CALL_OPTIONS = ("-fno-semantic-interposition", "-fvisibility=hidden", "-fno-plt", "-w")
"""Calls within the library, and into Python's, go straight to what is called: three in a hundred faster. No warnings:
looking for them in generated code takes a twentieth of the time. Microsoft's compiler has no such options."""

IMPORT_STUB = """
#include <Python.h>

static PyObject *created(PyObject *spec, PyModuleDef *definition) {
    PyObject *capsule = NULL, *library = PyImport_ImportModule("auditor__mypyc");
    PyObject *name = PyObject_GetAttrString(spec, "name");
    PyObject *path = name ? PyObject_CallMethod(name, "replace", "ss", ".", "___") : NULL;
    PyObject *attribute = path ? PyUnicode_FromFormat("init_%U", path) : NULL;
    if (library && attribute) capsule = PyObject_GetAttr(library, attribute);
    PyObject *(*init)(void) = capsule ? PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)) : NULL;
    Py_XDECREF(attribute), Py_XDECREF(path), Py_XDECREF(name), Py_XDECREF(library), Py_XDECREF(capsule);
    return init ? init() : NULL;
}

static PyModuleDef_Slot slots[] = {{Py_mod_create, created}, {0, NULL}};
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "auditor", .m_slots = slots};
"""
"""What stands at the place of each compiled module: takes it from the library that holds them all."""

DATA = ("queries/*.sql", "fixtures/*/*/fires.*", "fixtures/*/*/silent.*")
"""What the program shows, taken into the package: the queries, and of the fixtures the two examples of each check."""


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    """The build hook, named ``custom`` by hatchling's rule."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add data and compiled modules to the wheel; an editable install finds the first where they are."""
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        for pattern in DATA:
            for path in root.glob(pattern):
                build_data["force_include"][str(path)] = f"auditor/{path.relative_to(root).as_posix()}"
        self._add_templates(build_data)
        wanted = os.environ.get("AUDITOR_COMPILE", "auto")
        if wanted != "0":
            self._add_compiled(build_data, is_required=wanted == "1")

    def _add_templates(self, build_data: dict[str, Any]) -> None:
        """Add the templates as the Python that Jinja makes of them, which takes a tenth of a second of every report."""
        sys.path.insert(0, self.root)
        from jinja2 import FileSystemLoader

        from auditor.page.templates import COMPILED_TEMPLATES, environment

        pages = environment().overlay(loader=FileSystemLoader(Path(self.root, "auditor", "page")))
        self._templates = tempfile.TemporaryDirectory(prefix="auditor-templates-")
        pages.compile_templates(self._templates.name, ["html"], zip=None)
        for path in Path(self._templates.name).glob("*.py"):
            build_data["force_include"][str(path)] = f"auditor/page/{COMPILED_TEMPLATES}/{path.name}"

    def _add_compiled(self, build_data: dict[str, Any], *, is_required: bool) -> None:
        """Compile, and add what that gave to the wheel. Raises RuntimeError where it must work and does not."""
        self._compiled = tempfile.TemporaryDirectory(prefix="auditor-mypyc-")  # there until the wheel is written
        folder = Path(self._compiled.name)
        made = subprocess.run(
            [sys.executable, __file__, str(folder)], cwd=self.root, capture_output=True, text=True, check=False
        )
        if made.returncode:
            reason = (made.stderr.strip() or made.stdout.strip()).splitlines()[-1:]
            if is_required:
                raise RuntimeError(f"auditor could not be compiled:\n{made.stdout}\n{made.stderr}")
            self.app.display_warning(f"auditor is installed as plain Python: {' '.join(reason)}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in (folder / "lib").rglob("*"):
            if path.is_file():
                build_data["force_include"][str(path)] = path.relative_to(folder / "lib").as_posix()


def modules() -> list[str]:
    """The paths of the modules to compile, below the project's folder."""
    listed = {path for pattern in COMPILED for path in Path().glob(pattern)}
    listed -= {path for pattern in NOT_COMPILED for path in Path().glob(pattern)}
    return sorted([path.as_posix() for path in listed if can_be_compiled(path.read_text("utf-8"))])


def can_be_compiled(source: str) -> bool:
    """Whether a module holds anything to compile, and no class of msgspec's, which a compiled one cannot be."""
    body = ast.parse(source).body
    bases = [ast.unparse(base) for node in body if isinstance(node, ast.ClassDef) for base in node.bases]
    return len(body) > 1 and "msgspec.Struct" not in bases


def compile_modules(folder: Path) -> None:
    """Compile the modules into ``folder/lib``. Raises SystemExit, or what setuptools raises, where it does not work."""
    from mypyc.build import mypycify
    from setuptools import setup

    is_gcc = sys.platform != "win32"
    options = ["--strict", "--ignore-missing-imports", "--no-warn-unused-ignores", f"--cache-dir={os.devnull}"]
    extensions = mypycify(
        [*options, *modules()],
        opt_level=QUICK.removeprefix("-O") if is_gcc else "3",
        debug_level="0",
        multi_file=True,
        target_dir=str(folder / "c"),
        group_name="auditor",
    )
    if is_gcc:
        for extension in extensions:
            extension.extra_compile_args.extend(CALL_OPTIONS)
    arguments = [
        "--quiet", "build_ext", f"--build-lib={folder / 'lib'}", f"--build-temp={folder / 'temp'}",
        f"--parallel={os.cpu_count() or 1}",
    ]  # fmt: skip
    commands = {"build_ext": gathered_build(folder)} if is_gcc else {}
    setup(name="auditor", packages=[], py_modules=[], ext_modules=extensions, script_args=arguments, cmdclass=commands)


def gathered_build(folder: Path) -> Any:
    """A ``build_ext`` that compiles the C files of the core gathered into few, and one stub for all modules.

    Each of the C files includes the declarations of all others, whose reading costs as much as a small module; and
    files of one library, which setuptools compiles one after the other, are compiled at the same time. mypyc writes a
    stub for each module, though they differ in a name alone: one is compiled, and copied to where each module is.
    """
    from concurrent.futures import ThreadPoolExecutor

    from setuptools.command.build_ext import build_ext

    class GatheredBuild(build_ext):  # type: ignore[misc]
        extensions: list[Any]

        def build_extensions(self) -> None:
            library = max(self.extensions, key=lambda one: len(one.sources))
            stubs = [one for one in self.extensions if one is not library]
            self.extensions = [library, stubs[0]]
            stubs[0].sources = [self._stub({one.name.removesuffix(".__init__").rpartition(".")[2] for one in stubs})]
            super().build_extensions()
            for one in stubs[1:]:
                path = Path(self.get_ext_fullpath(one.name))
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.get_ext_fullpath(stubs[0].name), path)

        def _stub(self, names: set[str]) -> str:
            functions = [
                f"PyMODINIT_FUNC PyInit_{name}(void) {{ return PyModuleDef_Init(&definition); }}\n"
                for name in sorted(names)
            ]
            path = folder / "c" / "import_stub.c"
            path.write_text(IMPORT_STUB + "".join(functions), "utf-8")
            return str(path)

        def build_extension(self, ext: Any) -> None:
            sources, ext.sources = ext.sources, list(ext.sources)
            if len(sources) > 1:
                gathered = gather(sources, folder / "c")
                with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
                    objects = threads.map(lambda one: self._compiled(ext, *one), gathered)
                    ext.extra_objects = [path for paths in objects for path in paths]
                ext.sources = []
            super().build_extension(ext)

        def _compiled(self, ext: Any, source: Path, option: str) -> list[str]:
            is_gcc = "gcc" in Path(self.compiler.compiler_so[0]).name
            options = GCC_OPTIMIZED if is_gcc and option == OPTIMIZED else (option,)
            return list(
                self.compiler.compile(
                    [str(source)],
                    str(folder / "temp"),
                    include_dirs=ext.include_dirs,
                    extra_postargs=[*ext.extra_compile_args, *options],
                )
            )

    return GatheredBuild


def gather(sources: list[str], folder: Path) -> list[tuple[Path, str]]:
    """Write a C file that includes the hot sources, one for the rare, one for the others, each with its option."""
    rare = {_c_name(path) for pattern in RARE for path in _paths(pattern)} | {"__native_auditor.c"}  # tables, names
    cold = {_c_name(path) for path in modules()} - {_c_name(path) for pattern in HOT for path in _paths(pattern)}
    included: dict[str, list[str]] = {OPTIMIZED: [], QUICK: [], UNOPTIMIZED: []}  # mypyc's own C files are hot, too
    for source in sources:
        name = Path(source).name
        included[UNOPTIMIZED if name in rare else QUICK if name in cold else OPTIMIZED].append(source)
    gathered = []
    for option, paths in included.items():
        path = folder / f"gathered{option}.c"
        path.write_text("".join([f'#include "{Path(source).resolve()}"\n' for source in paths]), "utf-8")
        gathered.append((path, option))
    return gathered


def _c_name(path: str) -> str:
    return f"__native_{path.removesuffix('.py').replace('/', '___')}.c"


def _paths(pattern: str) -> list[str]:
    return [path.as_posix() for path in Path().glob(pattern)]


if __name__ == "__main__":
    from mypy.util import hard_exit

    compile_modules(Path(sys.argv[1]))
    hard_exit(0)  # freeing mypy's trees one by one takes a twentieth of the build
