"""The program itself: its version and form, its documentation, its data folders.

The version is that of the installed package or, in a checkout that is not installed, of its project file.
"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def data_folder(name: str) -> "Traversable":
    """Where a folder of data is: in the package once it is installed, next to it in a checkout."""
    from importlib.resources import files

    packaged = files("auditor").joinpath(name)
    return packaged if packaged.is_dir() else Path(__file__).parents[1] / name


@contextmanager
def collection_paused() -> Iterator[None]:
    """Without Python's search for reference cycles: it takes a twentieth of an audit, half of fetching many rows."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class NoPandas:
    """Finds no pandas, in ``sys.meta_path`` of a process of the program's own.

    Arrow loads it at the first column, for longer than many a run takes, and no command uses it.
    """

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Say that it is not installed, and of all else nothing. Raises ModuleNotFoundError."""
        if name == "pandas":
            raise ModuleNotFoundError("no command uses pandas", name=name)


PROGRAM: Final = "auditor"
"""What the program is called on a command line."""

DOCUMENTATION: Final = "https://example.org/auditor/docs"
"""Where the pages of ``docs/`` are read, as pyproject.toml has it."""


def is_compiled() -> bool:
    """Whether the hot modules run as compiled (see ``hatch_build.py``) or as plain Python."""
    spec = find_spec("auditor.events")
    return spec is not None and Path(spec.origin or "").suffix in (".so", ".pyd")


@cache
def version() -> str:
    """The version as text, ``0.1.0``."""
    from importlib import metadata  # with all of the e-mail package, which is a tenth of what starting takes

    try:
        return metadata.version("auditor")
    except metadata.PackageNotFoundError:
        import tomllib

        project = Path(__file__).parents[1] / "pyproject.toml"
        return str(tomllib.loads(project.read_text("utf-8"))["project"]["version"])


def install_command(extra: str) -> str:
    """The command that installs an extra of the program into where it runs, as it was installed itself.

    From a checkout it names that, from a file or an address these, else the package of the index.
    """
    import shlex
    from importlib import metadata

    try:
        origin = metadata.distribution(PROGRAM).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        origin = None
    wanted = shlex.quote(_requirement(extra, origin))
    is_editable = origin is not None and '"editable": true' in origin
    return f"{_pip()} install {'-e ' if is_editable else ''}{wanted}"


def _requirement(extra: str, origin: str | None) -> str:
    """The extra as pip names it. origin: what pip wrote down of where the program came from; None for the index."""
    import json
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    if origin is None:
        return f"{PROGRAM}[{extra}]"
    written = json.loads(origin)
    address = urlsplit(written["url"])
    if address.scheme != "file":
        version_control = written.get("vcs_info", {}).get("vcs")
        return f"{PROGRAM}[{extra}] @ {f'{version_control}+' if version_control else ''}{written['url']}"
    path = Path(url2pathname(address.path))
    return f"{'.' if path == Path.cwd() else path}[{extra}]"


def _pip() -> str:
    """How to call the pip of the Python that runs the program."""
    import shutil

    pip = Path(sys.executable).with_name("pip")
    if shutil.which("pip") == str(pip):
        return "pip"
    if pip.exists():
        return str(pip.relative_to(Path.cwd()) if pip.is_relative_to(Path.cwd()) else pip)
    return f"{sys.executable} -m pip"


def program_name() -> str:
    """How to call the program again: by its name, or where that is not on the path as it was called now."""
    import shutil

    if shutil.which(PROGRAM):
        return PROGRAM
    called = Path(sys.argv[0])
    return f"{sys.executable} -m {PROGRAM}" if called.name == "__main__.py" else str(called)
