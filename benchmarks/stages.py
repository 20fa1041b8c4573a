"""Measure the time and memory of one stage of the benchmark (`benchmarks/run.py` calls this for each stage).

    python benchmarks/stages.py STAGE LOGS.zip

Prints a JSON object.
"""

import json
import os
import resource
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

KIBIBYTES_A_MEBIBYTE = 1024


class Stage(NamedTuple):
    """A stage of the benchmark.

    title: for people. prepare: makes the input of `work` from the logs, untimed. needs: a required package, or "".
    cores: how many it may use. is_foreign: it measures only other programs.
    """

    title: str
    prepare: Callable[[list[bytes]], Any]
    work: Callable[[Any], object]
    needs: str = ""
    cores: int = 1
    is_foreign: bool = False


def unchanged(logs: list[bytes]) -> list[bytes]:
    return logs


def lxml_parse(logs: list[bytes]) -> None:
    from lxml import etree

    for log in logs:
        etree.fromstring(log)


def lxml_tags(logs: list[bytes]) -> None:
    from lxml import etree

    for log in logs:
        for element in etree.fromstring(log):
            element.tag  # noqa: B018 -- reading it is what is measured


def read_games(logs: list[bytes]) -> list[Any]:
    from auditor.core.events import Game
    from auditor.core.reading import read

    return [game for log in logs for game in read(log, "log") if isinstance(game, Game)]


def as_mahjong_soul(*, in_json: bool) -> Callable[[list[bytes]], list[bytes]]:
    """Prepare the games as Mahjong Soul's records: as a browser script saves them, or as the server's answer."""

    def prepare(logs: list[bytes]) -> list[bytes]:
        from support.majsoul_encodings import answer

        from auditor.core.rulesets import load
        from auditor.testing.majsoul_records import browser, head, records

        found = []
        for game in read_games(logs):
            made = records(game, load("mahjong-soul"))
            found.append(browser(head(game), made).encode() if in_json else answer(head(game), made))
        return found

    return prepare


def written_in(form: str) -> Callable[[list[bytes]], list[bytes]]:
    """Prepare the games in another format."""

    def prepare(logs: list[bytes]) -> list[bytes]:
        from auditor.core.reading import FORMAT_BY_NAME

        write = FORMAT_BY_NAME[form].write
        return [write(game, "").encode() for game in read_games(logs)]

    return prepare


def read_and_audit(logs: list[bytes]) -> None:
    audit(read_games(logs))


def replay(games: list[Any]) -> None:
    from auditor.core.rulesets import choose
    from auditor.core.table.table import deal, finish

    for game in games:
        rules, _ = choose("auto", game)
        for hand in game.hands:
            table = deal(game, hand, rules)
            for event in hand.events:
                table.apply(event)
            finish(table)


def audit(games: list[Any]) -> None:
    from auditor.core.audit.game import audit_game
    from auditor.core.rulesets import choose

    for game in games:
        audit_game(game, choose("auto", game)[0])


def wall_proof(games: list[Any]) -> None:
    from auditor.core.table.wall import SeedError, walls

    for game in games:
        if not game.seed:
            continue
        try:
            for wall, hand in zip(walls(game.seed, game.players), game.hands, strict=False):
                wall.dealt(hand.dealer)
        except SeedError:
            continue


def positions_of_wins(logs: list[bytes]) -> list[Any]:
    """The table before each win, and the win."""
    from auditor.core.events import Win
    from auditor.core.rulesets import choose
    from auditor.core.table.table import deal

    found = []
    for game in read_games(logs):
        rules, _ = choose("auto", game)
        for hand in game.hands:
            for last, event in enumerate(hand.events):
                if isinstance(event, Win):
                    table = deal(game, hand, rules)
                    for before in hand.events[:last]:
                        table.apply(before)
                    found.append((table, event))
    return found


def scoring(positions: list[Any]) -> None:
    from auditor.core.table.winning import payment_of_win, value_of_win

    for table, win in positions:
        value = value_of_win(table, win.seat, win.from_seat, win.tile, win.ura or ())
        if value is not None and value.is_enough:
            payment_of_win(table, value, win.seat, win.from_seat)


def items_of(logs: list[bytes]) -> list[Any]:
    from auditor.core.sources import InputItem

    return [InputItem(f"{number}.mjlog", "", log) for number, log in enumerate(logs)]


def run_without_load(jobs: int) -> Callable[[list[bytes]], None]:
    def work(logs: list[bytes]) -> None:
        from auditor.core.audit.executors import processes
        from auditor.core.audit.run import run
        from auditor.core.audit.work import Settings
        from auditor.unknown_rules import revise_findings

        for _ in run(items_of(logs), Settings("auto", revise_findings), processes(jobs)):
            pass

    return work


def run_with_load(jobs: int) -> Callable[[list[bytes]], None]:
    def work(logs: list[bytes]) -> None:
        from auditor.core.audit.executors import processes
        from auditor.core.audit.run import run
        from auditor.core.audit.sinks import DatabaseSink
        from auditor.core.audit.work import Settings
        from auditor.core.store.database import Store
        from auditor.unknown_rules import revise_findings

        with tempfile.TemporaryDirectory() as folder, Store(str(Path(folder) / "x.duckdb"), "auto", "1") as store:
            settings = Settings("auto", revise_findings, "auto", "1")
            for _ in run(items_of(logs), settings, processes(jobs), DatabaseSink(store, settings)):
                pass

    return work


def jansou_check(logs: list[bytes]) -> None:
    from jansou.io.mjlog import parse_mjlog
    from jansou.validation.check import check_paifu

    for log in logs:
        try:
            check_paifu(parse_mjlog(log))
        except Exception:
            continue


def wins_for_mahjong(logs: list[bytes]) -> list[Any]:
    """The arguments of the `mahjong` package for each win."""
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld

    from auditor.core import yaku
    from auditor.core.events import CHI, CLOSED_KAN, NORTH, PON

    found = []
    for table, win in positions_of_wins(logs):
        if win.hand is None or table.players != 4:
            continue
        numbers = [number for number, _ in win.yaku or ()]
        melds = []
        tiles = list(win.hand)
        for meld in win.melds:
            if meld.kind == NORTH:
                continue
            own = meld.all_tiles()
            kind = Meld.CHI if meld.kind == CHI else Meld.PON if meld.kind == PON else Meld.KAN
            melds.append(Meld(kind, tiles=sorted(own), opened=meld.kind != CLOSED_KAN))
            tiles += own
        config = HandConfig(
            is_tsumo=win.seat == win.from_seat,
            is_riichi=yaku.RIICHI in numbers or yaku.DOUBLE_RIICHI in numbers,
            is_daburu_riichi=yaku.DOUBLE_RIICHI in numbers,
            is_ippatsu=yaku.IPPATSU in numbers,
            player_wind=27 + (win.seat - table.hand.dealer) % 4,
            round_wind=27 + table.hand.round // 4,
            options=OptionalRules(has_open_tanyao=True, has_aka_dora=True),
        )
        found.append((sorted(tiles), win.tile, melds, list(win.dora or ()), config))
    return found


def mahjong_scoring(wins: list[Any]) -> None:
    from mahjong.hand_calculating.hand import HandCalculator

    calculator = HandCalculator()
    for tiles, tile, melds, dora, config in wins:
        calculator.estimate_hand_value(tiles, tile, melds=melds, dora_indicators=dora, config=config)


STAGES = {
    "lxml-parse": Stage("lxml: parse", unchanged, lxml_parse, is_foreign=True),
    "lxml-tags": Stage("lxml: parse, read every tag", unchanged, lxml_tags, is_foreign=True),
    "read": Stage("auditor: read", unchanged, read_games),
    "majsoul-json": Stage("  the same games as Mahjong Soul's JSON", as_mahjong_soul(in_json=True), read_games),
    "majsoul-bytes": Stage("  the same games as its protobuf bytes", as_mahjong_soul(in_json=False), read_games),
    "judge-mjlog": Stage("auditor: read and audit, as mjlog", unchanged, read_and_audit),
    "judge-tenhou6": Stage("  the same games as tenhou.net/6", written_in("tenhou6"), read_and_audit),
    "judge-mjai": Stage("  as mjai", written_in("mjai"), read_and_audit),
    "judge-majiang": Stage("  as Majiang's", written_in("majiang"), read_and_audit),
    "judge-majsoul-json": Stage("  as Mahjong Soul's JSON", as_mahjong_soul(in_json=True), read_and_audit),
    "judge-majsoul-bytes": Stage("  as its protobuf bytes", as_mahjong_soul(in_json=False), read_and_audit),
    "replay": Stage("auditor: replay alone", read_games, replay),
    "audit": Stage("auditor: replay, all checks, scoring, wall", read_games, audit),
    "wall": Stage("  of it: walls from the seeds", read_games, wall_proof),
    "scoring": Stage("  of it: value and payment of wins", positions_of_wins, scoring),
    "run-1": Stage("auditor audit, 1 job", unchanged, run_without_load(1)),
    "run-2": Stage("auditor audit, 2 jobs", unchanged, run_without_load(2), cores=2),
    "load-1": Stage("auditor audit --db, 1 job", unchanged, run_with_load(1)),
    "load-2": Stage("auditor audit --db, 2 jobs", unchanged, run_with_load(2), cores=2),
    "jansou": Stage("jansou: parse, check the value of wins", unchanged, jansou_check, "jansou", is_foreign=True),
    "mahjong": Stage("mahjong: value of the same wins", wins_for_mahjong, mahjong_scoring, "mahjong", is_foreign=True),
}


def main() -> None:
    """Measure a stage, the fastest of three runs: by CPU time on one core, so that other processes do not matter."""
    stage = STAGES[sys.argv[1]]
    if stage.needs and find_spec(stage.needs) is None:
        print(json.dumps({"missing": stage.needs}))
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: stage.cores])
    with zipfile.ZipFile(sys.argv[2]) as archive:
        logs = [archive.read(name) for name in archive.namelist()]
    ready = stage.prepare(logs)
    clock = time.process_time if stage.cores == 1 else time.perf_counter
    seconds = []
    for _ in range(3):
        start = clock()
        stage.work(ready)
        seconds.append(clock() - start)
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    workers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    measured = {"seconds": min(seconds), "games": len(logs), "mib": max(own, workers) // KIBIBYTES_A_MEBIBYTE}
    if all(isinstance(one, bytes) for one in ready):
        measured["bytes"] = sum(len(one) for one in ready)
    print(json.dumps(measured))


if __name__ == "__main__":
    main()
