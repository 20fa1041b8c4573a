"""Where edited logs go: standard output, or a file that is written whole or not at all."""

import os
import sys
import tempfile
from pathlib import Path

from auditor.edit.judged import EditError


def write_text(text: str, output: str | os.PathLike[str] | None) -> None:
    """Write a log to a file, or to standard output without one. Raises EditError where it cannot be written."""
    if output is None:
        sys.stdout.write(text)
        return
    path = Path(output)
    name = ""
    try:
        with tempfile.NamedTemporaryFile("wb", dir=path.absolute().parent, prefix=".edit-", delete=False) as file:
            name = file.name
            file.write(text.encode("utf-8", "surrogatepass"))
        os.replace(name, path)
    except OSError as error:
        if name and os.path.exists(name):
            os.unlink(name)
        raise EditError(f"{path}: cannot be written: {error.strerror or error}") from None
