"""Games as records of the M-League's viewer: as people type them in, changed, and in a web page."""

import json
from collections.abc import Callable, Sequence

from auditor.core.events import Game, replace_game
from auditor.formats import mleague
from auditor.formats.mleague import writer
from auditor.formats.mleague.writer import Command


def typed_in(game: Game) -> Game:
    """A game of the league, whatever format it was played in: its rules are the league's."""
    teams = {f"team{seat}": "T001" for seat in range(4)}
    return replace_game(game, format=mleague.FORMAT.name, attributes=teams, all_tiles_recorded=True)


def commands(game: Game) -> list[Command]:
    """A game of the league as commands."""
    return writer.commands(typed_in(game))


def write(game: Game, comment: str = "", changes: Sequence[Callable[[list[Command]], object]] = ()) -> str:
    """A game of the league as a JSON array. changes: to the commands."""
    if not changes:
        return mleague.write(typed_in(game), comment)
    lines = commands(game)
    for change in changes:
        change(lines)
    if comment:
        lines[0]["comment"] = comment
    return "[" + ",\n".join([json.dumps(line, ensure_ascii=False) for line in lines]) + "]\n"


def page(record: str) -> str:
    """A web page with a record in it."""
    array = "".join(record.splitlines())
    return (
        '<!DOCTYPE html>\n<html lang="ja"><head><title>M.LEAGUE</title></head>\n<body><script>\n'
        f"UMP_PLAYER.init(true, true, '{array}', autoplay);\n</script></body></html>\n"
    )
