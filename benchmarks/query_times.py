"""How long each query takes on a database of a million rows: each seat of each hand is one.

    python benchmarks/query_times.py LOGS... [--rows 1000000] [--queries NAME,...]

The logs are loaded with turns and walls and copied, each copy under ids of its own and with names of forty players a
seat, until the seats of their hands are so many. Each query runs twice; the second time is told, as wall-clock and
processor time, the slowest first.
"""

import argparse
import tempfile
import time
from pathlib import Path

import duckdb

from auditor import api
from auditor.store import queries
from auditor.store.schema import TABLES

PLAYERS = 40
RENAMED = {
    "game_id": "md5(game_id || copy)[:12]",
    "source_id": "md5(source_id || copy)[:12]",
    "log_id": "log_id || '-' || copy",
    "name": f"name || '-' || copy % {PLAYERS}",
}


def multiplied(database: Path, rows: int) -> int:
    """Add copies of all games until the database has so many seats of hands; returns how many it has."""
    with duckdb.connect(str(database)) as connection:
        seats = "SELECT coalesce(sum(len(deltas)), 0) FROM hands"
        found = int(connection.execute(seats).fetchall()[0][0])
        copies = -(-rows // found) - 1
        for table in TABLES:
            columns = [
                name
                for (name,) in connection.execute(
                    "SELECT column_name FROM duckdb_columns() WHERE table_name = ? AND NOT internal", [table]
                ).fetchall()
            ]
            values = [f'{RENAMED[name]} AS "{name}"' if name in RENAMED else f'"{name}"' for name in columns]
            connection.execute(
                f"INSERT INTO {table} BY NAME SELECT {', '.join(values)} FROM {table}, range({copies}) AS copies(copy)"
            )
        return int(connection.execute(seats).fetchall()[0][0])


def times(database: Path, names: list[str]) -> list[tuple[float, float, str, int]]:
    """Seconds on the clock and of the processor, name and rows of each query, the slowest first."""
    found = []
    with api.connect(database) as connection:
        for name in names:
            for _ in range(2):
                clock, processor = time.perf_counter(), time.process_time()
                answer = queries.run(connection, queries.load(name), {})
                taken = time.perf_counter() - clock, time.process_time() - processor
            found.append((*taken, name, len(answer.rows)))
    return sorted(found, reverse=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--queries", default=",".join(queries.names()))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.duckdb"
        api.load(asked.logs, database, jobs=1, extras=["turns", "walls"])
        print(f"{multiplied(database, asked.rows):,} seats of hands")
        for clock, processor, name, rows in times(database, asked.queries.split(",")):
            print(f"{clock:7.2f} s {processor:7.2f} s of the processor  {name} ({rows:,} rows)")


if __name__ == "__main__":
    main()
