"""What a wheel holds besides the package: queries, examples, the templates of pages as Python, and the hot modules
compiled with mypyc where that works.

The environment variable ``AUDITOR_COMPILE`` decides: ``0`` (the default) does not compile, ``1`` does and fails where
that does not work, ``auto`` falls back to plain Python and says so. Editable installs stay plain. The sources go into
the wheel beside the compiled modules: both ways are one program.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HOT, COMPILED = "hot", "compiled"
HEAD = re.compile(rf"# build: ({HOT}|{COMPILED})\n")
"""The first line of a module that is compiled; all others stay plain. Hot is what every event goes through; compiled,
what else an audit spends its time in. Plain are modules that declare data for msgspec or click, what runs rarely, and
packages themselves, which only say what is in them: those beside compiled ones say so in the same place."""

OPTIMIZED, QUICK, UNOPTIMIZED = "-O3", "-O1", "-O0"
"""OPTIMIZED for what is hot, QUICK for the rest: a build is paid for once, an audit always. UNOPTIMIZED for the table
of names, which is read once."""

READERS = re.compile("__native_auditor___(formats|core___reading)___")
"""Names of the C files of what reads. It is a half of what is compiled, beside what judges: few calls go from one to
the other, which the compiler cannot put into their callers."""

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

DATA = ("queries/*.sql", "fixtures/*/*/fires.*", "fixtures/*/*/silent.*", "fixtures/conformance/*/*")
"""What the program shows, taken into the package: the queries, and of the fixtures the two examples of each check, and
the conformance suite."""


def _wanted() -> str:
    return os.environ.get("AUDITOR_COMPILE", "0")


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    """The build hook, named ``custom`` by hatchling's rule."""

    def dependencies(self) -> list[str]:
        """What a build needs besides: the compiler of modules only where they are compiled, since it is large."""
        return [] if _wanted() == "0" else list(self.config["compile-requires"])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add data and compiled modules to the wheel; an editable install finds the first where they are."""
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        for pattern in DATA:
            for path in root.glob(pattern):
                build_data["force_include"][str(path)] = f"auditor/{path.relative_to(root).as_posix()}"
        self._add_templates(build_data)
        if _wanted() != "0":
            self._add_compiled(build_data, is_required=_wanted() == "1")

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


def modules() -> dict[str, str]:
    """The modules to compile, by their paths below the project's folder: how each is built, as its first line says."""
    heads = {path.as_posix(): _head(path) for path in sorted(Path("auditor").rglob("*.py"))}
    return {path: head[1] for path, head in heads.items() if head is not None}


def _head(path: Path) -> re.Match[str] | None:
    with path.open(encoding="utf-8") as file:
        return HEAD.match(file.readline())


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
            return list(
                self.compiler.compile(
                    [str(source)],
                    str(folder / "temp"),
                    include_dirs=ext.include_dirs,
                    extra_postargs=[*ext.extra_compile_args, option],
                )
            )

    return GatheredBuild


def gather(sources: list[str], folder: Path) -> list[tuple[Path, str]]:
    """Write C files that include the sources: two of the hot ones, two of the others, one of the table of names.

    The others are halved by size, so that two cores end at the same time.
    """
    option_of = {_c_name(path): OPTIMIZED if way == HOT else QUICK for path, way in modules().items()}
    option_of["__native_auditor.c"] = UNOPTIMIZED
    included: dict[str, list[str]] = {OPTIMIZED: [], QUICK: [], UNOPTIMIZED: []}
    for source in sources:
        included[option_of.get(Path(source).name, OPTIMIZED)].append(source)  # mypyc's own C files are hot, too
    hot, others = included[OPTIMIZED], sorted(included[QUICK], key=os.path.getsize)
    gathered = [
        (OPTIMIZED, [source for source in hot if READERS.match(Path(source).name)]),
        (OPTIMIZED, [source for source in hot if not READERS.match(Path(source).name)]),
        (QUICK, others[::2]),
        (QUICK, others[1::2]),
        (UNOPTIMIZED, included[UNOPTIMIZED]),
    ]
    written = []
    for number, (option, paths) in enumerate(gathered):
        path = folder / f"gathered{number}{option}.c"
        path.write_text("".join([f'#include "{Path(source).resolve()}"\n' for source in paths]), "utf-8")
        written.append((path, option))
    return written


def _c_name(path: str) -> str:
    return f"__native_{path.removesuffix('.py').replace('/', '___')}.c"


if __name__ == "__main__":
    from mypy.util import hard_exit

    compile_modules(Path(sys.argv[1]))
    hard_exit(0)  # freeing mypy's trees one by one takes a twentieth of the build
