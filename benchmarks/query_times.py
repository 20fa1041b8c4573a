"""Measure the time and memory of each query on databases of several sizes.

    python benchmarks/query_times.py LOGS_OR_DATABASE [--games 1000,10000,50000] [--queries NAME,...] [--folder FOLDER]

The logs are loaded with turns and walls, and the games are copied until there are enough. A copy has other ids and
other players, so that it counts as another game; each player has about forty games. Each query runs in a process of its
own, twice if the first run takes less than a second. For each it prints the wall-clock and the CPU time of the last
run, the peak memory, and the number of rows, the slowest query first. `--queries questions` measures the statements of
``docs/questions.md`` in the same way; a name of a player there is that of one in the database.
"""

import argparse
import multiprocessing
import re
import resource
import shutil
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import duckdb

from auditor import api
from auditor.core.store import queries
from auditor.core.store.schema import TABLES, stored_name
from auditor.core.store.selection import EVERYTHING, GameFilter

GAMES_OF_A_PLAYER = 40
ONE_PLAYER = "player-amae-koromo --name"
"""A query that is measured for one player as well."""
RENAMED = {
    "game_id": "md5(game_id || {copy})[:12]",
    "source_id": "md5(source_id || {copy})[:12]",
    "log_id": "log_id || '-' || {copy}",
    "shuffle": "md5(shuffle || {copy})",
    "play": "md5(play || {copy})[:16]",
    "name": "'player ' || hash(game_id || {copy}, seat) % {players}",
    "server": "'tenhou'",
}


class Measured(NamedTuple):
    """A query's wall-clock and CPU seconds, the peak memory of its process in MB, its name, and its number of rows."""

    clock: float
    processor: float
    memory: int
    name: str
    rows: int


def multiplied(loaded: Path, database: Path, games: int) -> None:
    """Make a database with this many games from one of another size."""
    shutil.copyfile(loaded, database)
    with duckdb.connect(str(database)) as connection:
        execute = connection.execute
        execute("CREATE TEMP TABLE numbered AS SELECT game_id, row_number() OVER () - 1 AS game_number FROM all_games")
        held = execute("SELECT count(*) FROM numbered").fetchall()[0][0]
        for table in map(stored_name, TABLES):
            execute(f"CREATE TEMP TABLE once AS FROM {table}")
            execute(f"TRUNCATE {table}")
            columns = [name for name, *_ in execute(f"DESCRIBE {table}").fetchall()]
            of_game = "JOIN numbered USING (game_id)" if "game_id" in columns else ", (SELECT 0 AS game_number)"
            for copy in range(-(-games // held)):  # one after the other, as in loads
                words = {"copy": copy, "players": max(4 * games // GAMES_OF_A_PLAYER, 10)}
                values = [f'{RENAMED.get(name, _QUOTED).format(**words, name=name)} AS "{name}"' for name in columns]
                most = games - copy * held
                execute(
                    f"INSERT INTO {table} SELECT {', '.join(values)} FROM once {of_game} WHERE game_number < {most}"
                )
            execute("DROP TABLE once")


_QUOTED = '"{name}"'


def measured(database: Path, name: str) -> Measured:
    """Measure a query, in its second run if the first took less than a second."""
    selection = GameFilter(names=("player 7",)) if name == ONE_PLAYER else EVERYTHING
    with api.connect(database) as connection:
        taken = 0.0, 0.0
        for _ in range(2):
            if taken[0] > 1:
                break
            clock, processor = time.perf_counter(), time.process_time()
            if name in questions():
                answer = queries.execute(connection, questions()[name])
            else:
                answer = queries.run(connection, queries.load(name.partition(" ")[0]), {}, selection)
            taken = time.perf_counter() - clock, time.process_time() - processor
    memory = _highest_memory()
    return Measured(*taken, memory, name, len(answer.rows))


def questions() -> dict[str, str]:
    """The statements of ``docs/questions.md``, by their numbers."""
    page = (Path(__file__).parents[1] / "docs" / "questions.md").read_text("utf-8")
    made = {}
    for number, text in re.findall(r"^## (\d+)\.([^#]*)", page, re.MULTILINE):
        statement = "\n".join([line.removeprefix("    ") for line in text.splitlines() if line.startswith("    ")])
        for place, name in enumerate(dict.fromkeys(re.findall(r"name = ('[^']*')", statement))):
            statement = statement.replace(name, f"'player {7 + place}'")
        made[f"question {number}"] = statement
    return made


def _highest_memory() -> int:
    """The most memory that this process has held, in MB.

    Linux carries ``ru_maxrss`` over from the parent to the program that a child starts; its own figure is in /proc.
    """
    status = Path("/proc/self/status")
    if status.exists():
        held = next(line for line in status.read_text("utf-8").splitlines() if line.startswith("VmHWM:"))
        return int(held.split()[1]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", type=Path, metavar="LOGS_OR_DATABASE", help="a folder or file of logs, or a .duckdb")
    sizes = "1000,10000,50000"
    parser.add_argument("--games", default=sizes, help=f"sizes of the databases (default: {sizes})")
    every = ",".join([*queries.names(), ONE_PLAYER])
    parser.add_argument("--queries", default=every, metavar="NAME,..", help="which queries (default: all)")
    parser.add_argument("--folder", type=Path, help="where to keep the databases; existing ones are reused")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        loaded = options.logs
        if loaded.suffix != ".duckdb":
            loaded = folder / "loaded.duckdb"
            api.load([str(options.logs)], loaded, jobs=1, extras=["turns", "walls"])
        for games in map(int, options.games.split(",")):
            database = folder / f"{games}.duckdb"
            if not database.exists():
                multiplied(loaded, database, games)
            print(f"{games:,} games, {database.stat().st_size / 1e6:,.0f} MB", flush=True)
            with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
                named = [*questions()] if options.queries == "questions" else options.queries.split(",")
                jobs = [(database, name) for name in named]
                for one in sorted(pool.starmap(measured, jobs, chunksize=1), reverse=True):
                    print(f"{one.clock:7.2f} s {one.processor:7.2f} s CPU {one.memory:6,} MB  "
                          f"{one.name} ({one.rows:,} rows)")  # fmt: skip


if __name__ == "__main__":
    main()
