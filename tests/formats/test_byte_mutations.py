"""Every byte-level change of a valid log ends in games, findings or problems; never in a fault of the program."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.paths import FIXTURES

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.rulesets import choose
from auditor.edit.convert import ConvertError, convert

LOGS = [
    "cases/wiki/ippatsu.mjlog",
    "riichi/kan-waits/fires.mjlog",
    "cases/ema-2012/sticks-of-two-winners.mjlog",
    "cases/ema-2012/four-riichi-draw.mjlog",
    "cases/zh/passed-north-in-riichi.mjlog",
    "game/final/silent.mjlog",
]


def _texts(format: str) -> list[bytes]:
    texts = []
    for path in LOGS:
        game = next(read((FIXTURES / path).read_bytes(), path))
        assert isinstance(game, Game)
        try:
            texts.append(convert(game, format).text.encode())
        except ConvertError:
            continue
    return texts


TEXTS = {format: _texts(format) for format in FORMAT_BY_NAME}

CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["byte", "digit", "delete", "repeat", "swap"]),
        st.integers(0, 1 << 16),
        st.integers(1, 40),
        st.integers(0, 255),
    ),
    min_size=1,
    max_size=6,
)


def changed(text: bytes, changes: list[tuple[str, int, int, int]]) -> bytes:
    """The text with bytes changed, digits changed, stretches deleted, repeated, or moved to another place."""
    data = bytearray(text)
    for how, where, length, value in changes:
        if not data:
            break
        place = where % len(data)
        stretch = bytes(data[place : place + length])
        if how == "byte":
            data[place] = value
        elif how == "digit":
            digits = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
            if digits:
                data[digits[where % len(digits)]] = 48 + value % 10
        elif how == "delete":
            del data[place : place + length]
        elif how == "repeat":
            data[place:place] = stretch
        else:
            del data[place : place + length]
            to = value * len(data) // 256
            data[to:to] = stretch
    return bytes(data)


def assert_no_fault_of_the_program(format: str, which: int, changes: list[tuple[str, int, int, int]]) -> None:
    text = TEXTS[format][which % len(TEXTS[format])]
    for one in read(changed(text, changes), "log"):
        if isinstance(one, Game):
            assert audit_game(one, choose("auto", one)[0]).problems == []
        else:
            assert "reader failed" not in one.message
            assert "internal error" not in one.message


@pytest.mark.parametrize("format", FORMAT_BY_NAME)
@given(which=st.integers(0, 5), changes=CHANGES)
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_a_changed_log_is_read_and_audited_without_a_fault_of_the_program(
    format: str, which: int, changes: list[tuple[str, int, int, int]]
) -> None:
    assert_no_fault_of_the_program(format, which, changes)


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMAT_BY_NAME)
@given(which=st.integers(0, 5), changes=CHANGES)
@settings(max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
def test_ten_times_as_many_changed_logs(format: str, which: int, changes: list[tuple[str, int, int, int]]) -> None:
    assert_no_fault_of_the_program(format, which, changes)
