"""A record of the viewer without its players, teams, date and number: the commands of play alone."""

import json
from typing import Any

from auditor.formats.format import nameless_player
from auditor.formats.mleague.reader import arrays_of
from auditor.formats.mleague.schema import COMMAND, COMMANDS, Command
from auditor.formats.mleague.words import SEAT_NAMES


def nameless(data: bytes) -> bytes:
    """The commands of an input's games as one array. Raises ValueError for what is none."""
    commands = [
        _command(COMMAND.decode(raw))
        for array in arrays_of(data)
        for raw in COMMANDS.decode(array)
    ]  # fmt: skip
    return (json.dumps(commands, ensure_ascii=False) + "\n").encode()


def _command(command: Command) -> dict[str, Any]:
    args = command.args
    if command.cmd == "player":
        seat = args[0] if args and args[0] in SEAT_NAMES else SEAT_NAMES[0]
        args = [seat, nameless_player(SEAT_NAMES.index(seat))]
    elif command.cmd in ("area", "gamestart"):
        args = []
    return {"time": "", "id": str(command.id), "cmd": command.cmd, "args": args}
