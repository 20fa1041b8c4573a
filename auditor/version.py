"""The program's version, from the installed package or, in a checkout that is not installed, from its project file."""

import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path


@cache
def version() -> str:
    """The version as text, ``0.1.0``."""
    try:
        return installed_version("auditor")
    except PackageNotFoundError:
        project = Path(__file__).parents[1] / "pyproject.toml"
        return str(tomllib.loads(project.read_text("utf-8"))["project"]["version"])
