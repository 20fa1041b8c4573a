"""The folders that come with the program beside its code: queries and fixtures."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def data_folder(name: str) -> Traversable:
    """Where a folder of data is: in the package once it is installed, beside it in a checkout."""
    packaged = files("auditor").joinpath(name)
    return packaged if packaged.is_dir() else Path(__file__).parents[1] / name
