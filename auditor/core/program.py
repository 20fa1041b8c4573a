"""The program itself: its version and form, its data folders, the base of its users' errors.

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
    """The location of a data folder: in the package once it is installed, next to it in a checkout."""
    from importlib.resources import files

    packaged = files("auditor").joinpath(name)
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / name


@contextmanager
def collection_paused() -> Iterator[None]:
    """Disable cyclic garbage collection, which takes a twentieth of an audit's time and half of fetching many rows'."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class NoNumPy:
    """A finder for ``sys.meta_path`` that hides pandas and NumPy; only for processes that the program itself starts.

    Arrow imports both where it can, which takes longer than many a run, and no command uses them.
    """

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Raise ModuleNotFoundError for these two; leave all other modules to the finders that follow."""
        if name in ("pandas", "numpy"):
            raise ModuleNotFoundError(f"no command uses {name}", name=name)


class UserError(Exception):
    """What the program is given cannot be used; the message says what, and what to do. Commands end with code 2."""


PROGRAM: Final = "auditor"
"""The program's name on a command line."""


def is_compiled() -> bool:
    """Whether the hot modules run as compiled (see ``hatch_build.py``) or as plain Python."""
    spec = find_spec("auditor.core.events")
    return spec is not None and Path(spec.origin or "").suffix in (".so", ".pyd")


@cache
def version() -> str:
    """The version as text, such as ``0.1.0``."""
    try:
        from importlib import metadata  # it loads the whole email package, a tenth of the time that starting takes

        return metadata.version("auditor")
    except ImportError:  # metadata.PackageNotFoundError is one; in a browser there is no metadata either
        import tomllib

        project = Path(__file__).parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text("utf-8"))["project"]["version"])


def install_command(extra: str) -> str:
    """The command that installs an extra of the program into the running environment.

    It installs from where the program itself came: a checkout, a file or an address, else the package index.
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
    """The pip requirement for an extra. origin: pip's ``direct_url.json`` of the program; None if from the index."""
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
    """The command for the pip of the running Python."""
    import shutil

    pip = Path(sys.executable).with_name("pip")
    if shutil.which("pip") == str(pip):
        return "pip"
    if pip.exists():
        return str(pip.relative_to(Path.cwd()) if pip.is_relative_to(Path.cwd()) else pip)
    return f"{sys.executable} -m pip"


def program_name() -> str:
    """The command that starts the program: its name if that is on the path, else the way this run was started."""
    import shutil

    if shutil.which(PROGRAM):
        return PROGRAM
    called = Path(sys.argv[0])
    return f"{sys.executable} -m {PROGRAM}" if called.name == "__main__.py" else str(called)
