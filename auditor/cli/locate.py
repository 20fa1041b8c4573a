"""Finds the game that an argument names: by path, ``PATH::MEMBER``, log id, finding of a database, or viewer URL."""

import os
import re
from typing import TYPE_CHECKING, Final

from auditor.cli.options import UsageError, print_lines, rules_of_project
from auditor.core.reading import log_ids, no_logs
from auditor.core.rulesets import AUTO
from auditor.core.rulesets import names as ruleset_names
from auditor.core.sources import STANDARD_INPUT, address_of, is_page, split_address
from auditor.core.sources.addresses import holds_log
from auditor.core.units import EventIndex, HandIndex

if TYPE_CHECKING:
    from auditor.core.store.previous import StoredGame
    from auditor.page.show import GameRef

_HAND_OF_VIEWER: Final = re.compile(r"[?&]ts=(\d+)")


def resolve_game(
    log: str | None, database: str | None = None, *, game: int | None = None, hand: HandIndex | None = None,
    round: str | None = None, event: EventIndex | None = None, finding: str | None = None, rules: str | None = AUTO,
) -> "GameRef":  # fmt: skip
    """Resolve the arguments of a command to a game, and the hand, event or finding in it.

    log: a path, an address, a log id or file name that the database knows; None with a finding of the database. game:
    its index, where the log holds several. round: the hand by its round and counter. finding: its name. rules: None
    where no ruleset is named: that of the project, or of the database's game. Raises UsageError where the arguments
    contradict each other, or name something that does not exist, and StoreError where the database cannot be read.
    """
    if hand is not None and round is not None:
        raise UsageError("give either --hand or --round, not both.")
    if finding is not None and (hand, round, event) != (None, None, None):
        raise UsageError("--finding names a place by itself: without --hand, --round and --event.")
    if log is None:
        if finding is None:
            raise UsageError("name a log; or, of a database, --finding NAME.")
        return _by_finding(finding, database, AUTO if rules is None else rules)
    if is_page(log) and hand is None and round is None and finding is None:
        viewed = _HAND_OF_VIEWER.search(log)
        hand = None if viewed is None else int(viewed[1])
    if log.endswith(".duckdb") and os.path.isfile(log):
        raise UsageError(f"{log}: a database is named by --db {log}, with a log id that it knows or --finding NAME.")
    if steps := [] if database is not None else download_steps(log):
        raise UsageError("\n".join([f"{log}: no such file, and nothing is fetched.", *steps]))
    from auditor.page.show import GameRef  # imports boards and their texts, which an audit does not need

    named = GameRef(log, game, hand, event, round, finding, AUTO if rules is None else rules)
    if not _is_address(log) and database is not None:
        return _opened(_by_name(log, database), database, named)
    return named._replace(rules=rules_of_project()) if rules is None else named


def print_download_steps(arguments: tuple[str, ...]) -> None:
    """Print how to get the logs that are named only by a viewer's URL or an id."""
    for argument in arguments:
        for line in download_steps(argument):
            print_lines(line)


def download_steps(argument: str) -> list[str]:
    """The two steps to get the log of a viewer's URL or a bare id; [] for what exists as a file, or names no log.
    Nothing is fetched: which logs one may download, and how, is between the user and the server (docs/getting-logs.md).
    """
    if _is_address(argument):
        return []
    if pages := no_logs.game_pages_in(argument):
        return _steps_of_page(pages[0])
    log_id = log_ids.log_id_from_name(argument) if is_page(argument) else no_logs.bare_id(argument)
    return _steps_of_id(log_id) if log_id else []


def _steps_of_page(page: str) -> list[str]:
    name = page.rsplit("/", 1)[1]
    if name.endswith(".json"):
        return [f"to get it: 1. open {page} in a browser and save it; 2. give {name}, the report with the game in it."]
    form = f"its log, {name}.jsonl.gz" if "-" in name else "its log, in mjai"
    return [f"to get it: 1. open {page} in a browser and download {form}; 2. give the file as it is."]


def _steps_of_id(log_id: str) -> list[str]:
    if log_ids.is_mahjong_soul_id(log_id):
        return [
            f"to get it: 1. open {log_ids.mahjong_soul_link(log_id)} logged in, and save the record with"
            " a browser script that",
            "  downloads records (docs/getting-logs.md names their forms); 2. give the file that you saved.",
        ]
    if log_ids.is_m_league_id(log_id):
        return [f"to get it: 1. open {log_ids.mleague_link(log_id)} as a member and save its data; 2. give the file."]
    if not log_ids.is_tenhou_id(log_id):
        return [
            f"to get it: 1. open the record {log_id} in Riichi City, logged in, and save the JSON that the server",
            "  sends for it, with a handRecord in it (docs/getting-logs.md); 2. give the file that you saved.",
        ]
    return [
        f"to get it: 1. open https://tenhou.net/0/log/?{log_id} in a browser and save it as {log_id}.mjlog;",
        f"  2. give {log_id}.mjlog. Tenhou's Windows client saves its own in Documents\\My Tenhou\\log.",
    ]


def _is_address(log: str) -> bool:
    """Whether an argument can be opened as it is: standard input, an existing path, or a page that holds a log."""
    path = split_address(log)[0]
    return path == STANDARD_INPUT or os.path.lexists(path) or (is_page(log) and holds_log(log))


def _by_name(log: str, database: str) -> "StoredGame":
    """The game in a database by its log id, a viewer's URL that holds one, or its file name."""
    from auditor.core.store.previous import games_of_log
    from auditor.core.store.queries import connect

    name = log_ids.log_id_from_name(log) or log
    with connect(database) as connection:
        games = games_of_log(connection, name)
    if not games:
        raise UsageError(f"{log}: there is no such file, and {database} has no log of that id or name.")
    if len(games) > 1:
        addresses = ", ".join([address_of(one.path, one.member) for one in games[:5]])
        raise UsageError(f"{log}: {database} has {len(games)} games of that name; give one of {addresses}.")
    return games[0]


def _by_finding(name: str, database: str | None, rules: str) -> "GameRef":
    """The game, hand and event of a finding of a database, by its name."""
    from auditor.core.store.previous import games_of_finding
    from auditor.core.store.queries import connect
    from auditor.page.show import GameRef

    if database is None:
        raise UsageError("--finding without a log needs a database: --db FILE.")
    with connect(database) as connection:
        games = games_of_finding(connection, name)
    if not games:
        raise UsageError(f"{database}: there is no finding {name}; auditor query findings lists them by name.")
    if len({game[:5] for game in games}) > 1:
        logs = ", ".join(dict.fromkeys([address_of(game.path, game.member) for game in games][:5]))
        raise UsageError(f"{database}: {len(games)} findings are named {name}; name the log as well, of {logs}.")
    return _opened(games[0], database, GameRef("", None, games[0].hand, games[0].event, rules=rules))


def _opened(game: "StoredGame", database: str, named: "GameRef") -> "GameRef":
    """The reference with the address at which the stored game can be read now, and the ruleset it was loaded with."""
    from auditor.core.store.previous import path_from

    if (path := path_from(database, game.path)) is None:
        address = address_of(game.path, game.member)
        looked = os.path.join(os.path.dirname(database), game.path)
        raise UsageError(
            f"{address}: {database} was loaded from it, and it is not there, nor at {looked}; call from the same "
            "folder, or give the folder where its logs are now: auditor show FOLDER --finding NAME, or --round ROUND."
        )
    rules = named.rules
    if rules == AUTO and game.is_ruleset_named and game.ruleset in ruleset_names():
        rules = game.ruleset
    return named._replace(address=address_of(path, game.member), game=game.game, rules=rules)
