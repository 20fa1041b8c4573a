"""Files that are written whole or not at all."""

import os
import tempfile
from pathlib import Path


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file, and the folders above it that there are not yet; what stood there before stays until it is done.

    Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    name = ""
    try:
        with tempfile.NamedTemporaryFile("wb", dir=path.absolute().parent, prefix=".part-", delete=False) as file:
            name = file.name
            file.write(data)
        os.replace(name, path)
    except BaseException:
        if name and os.path.exists(name):
            os.unlink(name)
        raise
