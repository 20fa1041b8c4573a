"""Positions and findings as pictures: `auditor show --svg`, and in notebooks; tiles as characters."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from support.board_reading import Board
from support.paths import FIXTURES

from auditor import api
from auditor.cli import cli
from auditor.page.notebook import DrawnFinding

KAN = str(FIXTURES / "riichi/kan-waits/fires.mjlog")
THREE_PLAYERS = str(FIXTURES / "game/end/tenhou-sanma-extension-dealer-stays.mjlog")


def shown(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["show", *arguments])


def game() -> api.Game:
    return next(one for one in api.read(KAN) if isinstance(one, api.Game))


def test_a_position_is_drawn_into_a_file(tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    result = shown(KAN, "--hand", "0", "--event", "11", "--svg", str(target))
    assert (result.exit_code, result.output) == (0, "")
    board = Board(target.read_text("utf-8"))
    assert " ".join(board.faces(0, "hand")) == "3m 4m 4m 4m 7s 7s 8s 8s 9s 9s 3z 3z 3z 4m"
    assert [tile.face for tile in board.zones[0, "hand"] if "mark" in tile.looks] == ["4m"] * 4
    assert board.turns[0].startswith("rotate(0 ")


def test_a_finding_may_be_drawn_from_any_seat() -> None:
    svg = shown(KAN, "--finding", "b774c46", "--svg", "-", "--view", "2").stdout
    assert Board(svg).turns[2].startswith("rotate(0 ")
    assert "mark" in {look for tile in Board(svg).zones[0, "hand"] for look in tile.looks}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([KAN, "--svg", "-"], "a picture needs --hand or --round, or --finding of a hand"),
        ([KAN, "--hand", "0", "--event", "999", "--svg", "-"], "hand 0 has the events 0 to"),
        ([THREE_PLAYERS, "--hand", "0", "--svg", "-", "--view", "3"], "there is no seat 3 to view from"),
        ([KAN, "--hand", "0", "--svg", "no/such/folder/x.svg"], "cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_told(arguments: list[str], message: str) -> None:
    result = shown(*arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_in_a_notebook_positions_and_findings_draw_themselves() -> None:
    position = api.position(game(), 0, 11)
    html = position._repr_html_()
    assert html == f'<div style="max-width: 560px">{position.svg()}</div>'
    assert "hand   3444m" in str(position)
    (finding, *_) = api.audit(game()).findings
    assert isinstance(finding, DrawnFinding)
    drawn = finding._repr_html_()
    assert drawn is not None
    root = ElementTree.fromstring(f"<div>{drawn.replace('<br>', '<br/>')}</div>")
    assert finding.message in "".join(root.itertext())
    assert 'href="#mark"' in drawn


def test_a_position_at_the_end_of_a_hand() -> None:
    one = game()
    texts = Board(api.position(one, 0).svg()).texts()
    assert f"{api.replay(one)[0].wall_left[-1]} tiles left" in texts


def test_a_position_that_is_not_there_is_told() -> None:
    with pytest.raises(IndexError, match="there is no hand 7"):
        api.position(game(), 7)
    with pytest.raises(IndexError, match="hand 0 has the events 0 to"):
        api.position(game(), 0, 999)
