"""The README's picture: the board of the evening's first finding, as `auditor show --svg` draws it."""

from click.testing import CliRunner

from auditor.cli import cli
from support.paths import ROOT

PICTURE = ROOT / "docs" / "position.svg"
LOG = "fixtures/evening/round-1-table-2.mjlog"


def drawn() -> str:
    """The SVG that the command draws."""
    result = CliRunner().invoke(cli, ["show", str(ROOT / LOG), "--hand", "0", "--event", "137", "--svg", "-"])
    assert result.exit_code == 0, result.output
    return result.stdout


def write() -> None:
    """Write the picture."""
    PICTURE.write_text(drawn(), "utf-8")


if __name__ == "__main__":
    write()
