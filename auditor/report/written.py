"""Files written whole or not at all."""

import os
import tempfile
from pathlib import Path
from typing import Final

_UMASK_PROBE: Final = 0o077


def write_atomic(path: str, text: str) -> None:
    """Write a file whole or not at all. Raises OSError."""
    target = Path(path)
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=target.absolute().parent, prefix=".auditor-", delete=False
    ) as file:
        try:
            file.write(text)
            file.flush()
            os.chmod(file.name, 0o666 & ~_umask())  # not for its maker's eyes alone, as temporary files are
            os.replace(file.name, target)
        except BaseException:
            os.unlink(file.name)
            raise


def _umask() -> int:
    mask = os.umask(_UMASK_PROBE)
    os.umask(mask)
    return mask
