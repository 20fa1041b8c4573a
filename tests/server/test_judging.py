"""The processes that judge for the server: their limits of time and memory, and that their end is an answer."""

import asyncio
import os
import pickle
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.serving import FAULTY_PATH

from auditor import api
from auditor.server import judging
from auditor.server.admission import RefusedError
from auditor.server.judging import MOST_MEMORY, JudgePool


@pytest.mark.parametrize(
    ("function", "arguments", "words"),
    [
        (os._exit, (1,), "died"),
        (time.sleep, (60,), "takes longer than 0.5 seconds"),
        pytest.param(
            bytes, (MOST_MEMORY + (64 << 20),), "takes more memory than it may",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps the limit"),
        ),
    ],
)  # fmt: skip
def test_what_a_process_cannot_bear_is_an_answer(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "slow_to_import.py").write_text("import time\ntime.sleep(3)\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    async def work() -> None:
        is_slow = function is time.sleep
        pool = JudgePool(1, 2.5 if is_slow else 60.0, ("slow_to_import",) if is_slow else ())
        try:  # that a process begins is none of a log's time
            await asyncio.wait_for(pool.run(len, b"abc"), 60)
            pool.seconds = 0.5 if function is time.sleep else 60.0
            with pytest.raises(RefusedError, match=words) as raised:
                await pool.run(function, *arguments)
            assert raised.value.status == 422
            pool.seconds = 60.0
            assert await asyncio.wait_for(pool.run(len, b"abc"), 60) == 3
            if is_slow:  # a process that does not begin in time, and one that cannot begin, are answers too
                await sees_no_start(pool, monkeypatch, tmp_path)
        finally:
            pool.close()

    asyncio.run(work())


def test_sql_of_a_file_that_is_written_meanwhile_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, asked = str(tmp_path / "games.duckdb"), []
    api.load([FAULTY_PATH], path, jobs=1)

    def count(connection: Any) -> list[Any]:
        asked.append(connection.execute("SELECT count(*) FROM games").fetchall())
        return list(asked[-1])

    for heads, times in ((b"aa", 1), (b"abcc", 2), (b"abcdef", 3)):
        left = iter(heads)
        monkeypatch.setattr(judging, "_head_of", lambda path, left=left: next(left))
        asked.clear()
        if times < 3:
            assert pickle.loads(judging.queried(path, True, count)) == [(1,)]
        else:
            with pytest.raises(RefusedError, match="written too often") as raised:
                judging.queried(path, True, count)
            assert raised.value.status == 503
        assert asked == [[(1,)]] * times


async def sees_no_start(pool: JudgePool, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(judging, "START_SECONDS", 0.5)
    pool.seconds = 0.5
    with pytest.raises(RefusedError, match="takes longer"):
        await pool.run(time.sleep, 60)
    pool.seconds = 60.0
    with pytest.raises(RefusedError, match="not be started in time") as raised:
        await pool.run(len, b"abc")
    assert (raised.value.status, raised.value.retry) == (503, 10)
    monkeypatch.setattr(judging, "START_SECONDS", 60.0)
    assert await pool.run(len, b"abc") == 3  # it went on beginning
    (folder / "slow_to_import.py").write_text("import os\nos._exit(1)\n")
    pool.seconds = 0.5
    with pytest.raises(RefusedError, match="takes longer"):
        await pool.run(time.sleep, 60)
    with pytest.raises(RefusedError, match="not be started") as raised:
        await pool.run(len, b"abc")
    assert raised.value.status == 503
