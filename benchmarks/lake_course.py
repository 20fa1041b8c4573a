"""Simulate how long `auditor audit --lake` takes on a large cluster whose workers are slow or die.

    python benchmarks/lake_course.py [--games 3000000] [--workers 1000]

The simulation schedules as `auditor.core.audit.run` does: a few batches are in flight for each worker, a free worker
takes the next batch, the batch of a worker that died starts again on another, and a dead worker is replaced after a
while. The durations are those measured in docs/scale.md. Nothing is audited, and the figures are the same each time.

For each kind of cluster it prints the seconds from start to end, how many batches had to start again, and which share
of the time the workers and the client were busy.
"""

import argparse
import heapq
from random import Random
from typing import NamedTuple

from auditor.core.audit.run import UNITS_IN_FLIGHT
from auditor.lake.run import LAKE_UNIT_INPUTS


class World(NamedTuple):
    """The properties of a cluster.

    game_seconds: of a core, per game. request_seconds: that a batch waits for the store. client_seconds: of the client,
    per batch. slow_share, slow_times: the share of slow workers, and by how much they are slower. deaths: per worker
    and hour. return_seconds: until a dead worker is replaced.
    """

    game_seconds: float = 0.001
    request_seconds: float = 1.0
    client_seconds: float = 0.02
    slow_share: float = 0.0
    slow_times: float = 4.0
    deaths: float = 0.0
    return_seconds: float = 60.0


class Course(NamedTuple):
    """The outcome. seconds: from start to end. lost: batches that had to start again. busy: the share of all worker
    time spent on audits that count. client: the share of time in which the client was busy."""

    seconds: float
    lost: int
    busy: float
    client: float


def simulated(games: int, workers: int, world: World, seed: int = 1) -> Course:
    """Simulate a run."""
    random = Random(seed)
    batches = -(-games // LAKE_UNIT_INPUTS)
    speed = [world.slow_times if random.random() < world.slow_share else 1.0 for _ in range(workers)]
    work = LAKE_UNIT_INPUTS * world.game_seconds + world.request_seconds
    free = [(0.0, worker) for worker in range(workers)]
    heapq.heapify(free)
    sent = client_free = useful = last = 0.0
    lost = 0
    done: list[float] = []  # the ends of the batches whose results the client has not yet taken
    waiting = batches
    under_way = 0
    while waiting:
        now, worker = heapq.heappop(free)
        if under_way >= UNITS_IN_FLIGHT * workers:  # the client waits for a result before it sends more
            now = max(now, heapq.heappop(done))
            under_way -= 1
        client_free = sent = max(sent, client_free) + world.client_seconds / 2
        begun = max(now, sent)
        lasts = work * speed[worker] * random.uniform(0.8, 1.25)
        dies_after = random.expovariate(world.deaths / 3600) if world.deaths else float("inf")
        if dies_after < lasts:
            lost += 1
            heapq.heappush(free, (begun + dies_after + world.return_seconds, worker))
            continue
        ended = begun + lasts
        waiting -= 1
        under_way += 1
        useful += lasts
        last = max(last, ended)
        heapq.heappush(done, ended)
        heapq.heappush(free, (ended, worker))
    seconds = max(last, batches * world.client_seconds)
    return Course(seconds, lost, useful / (seconds * workers), batches * world.client_seconds / seconds)


WORLDS = {
    "all workers equally fast": World(),
    "one in ten four times slower": World(slow_share=0.1),
    "one in a hundred twenty times slower": World(slow_share=0.01, slow_times=20.0),
    "each dies once in ten hours": World(deaths=0.1),
    "each dies once an hour": World(deaths=1.0),
    "each dies six times an hour, one in ten slow": World(deaths=6.0, slow_share=0.1),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3_000_000, help="how many games (default: 3000000)")
    parser.add_argument("--workers", type=int, default=1000, help="how many workers (default: 1000)")
    parser.add_argument("--milliseconds", type=float, default=1.0, help="CPU time per game (default: 1)")
    given = parser.parse_args()
    print(f"{given.games:,} games on {given.workers:,} workers")
    for name, world in WORLDS.items():
        course = simulated(given.games, given.workers, world._replace(game_seconds=given.milliseconds / 1000))
        print(
            f"{name:46} {course.seconds:8.0f} s  {course.lost:6,} batches repeated"
            f"  workers busy {course.busy:4.0%}  client {course.client:4.0%}"
        )


if __name__ == "__main__":
    main()
