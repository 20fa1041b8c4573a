"""The README's picture: what `auditor show` draws of the evening's first finding, as an SVG of a terminal."""

import os
import re
from io import StringIO
from pathlib import Path

from click.testing import CliRunner

from auditor.cli import cli

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "position.svg"
LOG = "fixtures/evening/round-1-table-2.mjlog"
COMMAND = ("show", LOG, "--hand", "0", "--event", "137")
COLUMNS = 108


def shown() -> str:
    """What the command prints."""
    result = CliRunner().invoke(cli, ["show", str(ROOT / LOG), *COMMAND[2:]])
    assert result.exit_code == 0, result.output
    return result.stdout.replace(f"{ROOT}{os.sep}", "")


def write() -> None:
    """Draw it."""
    from rich.console import Console
    from rich.text import Text

    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=False)
    console.print(Text(f"$ auditor {' '.join(COMMAND)}", style="bold"))
    console.print(Text(shown().rstrip()))
    drawn = console.export_svg(title="auditor show", unique_id="auditor")
    # The fonts of the reader's own machine do; nothing is fetched.
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL).replace("Fira Code, ", "")
    PICTURE.write_text(re.sub(r"[ \t]+\n", "\n", drawn), "utf-8")


def words_of_picture() -> str:
    """The text in it, without markup."""
    import html

    texts = re.findall(r"<text[^>]*>(.*?)</text>", PICTURE.read_text("utf-8"))
    return " ".join(html.unescape(" ".join(texts)).split())


if __name__ == "__main__":
    write()
