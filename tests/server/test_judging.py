"""The processes that judge for the server: their limits of time and memory, and that their end is an answer."""

import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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
        finally:
            pool.close()

    asyncio.run(work())
