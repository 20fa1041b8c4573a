"""A packed list behaves like a list."""

from hypothesis import given
from hypothesis import strategies as st

from auditor.core.table.packed_list import PackedList

NUMBERS = st.integers(-1, 135)
FEW = st.sampled_from([-1, 0, 1, 127, 128, 135, 253, 254, 300])
"""So few that one comes twice: hidden tiles, those about the highest bit, and events too late for eight bits."""


def remove(numbers: list[int], number: int) -> bool:
    """What a row does, by a list."""
    if number not in numbers:
        return False
    if numbers[-1] == number:
        numbers.pop()
    else:
        numbers.remove(number)
    return True


@given(st.lists(st.tuples(st.integers(0, 2), NUMBERS | FEW), max_size=60))
def test_a_row_of_numbers_is_a_list(steps: list[tuple[int, int]]) -> None:
    row, numbers = PackedList(), []
    for does, number in steps:
        if does:  # twice as often as not, so that rows grow beyond the fourteen tiles of a hand
            row.append(number)
            numbers.append(number)
        else:
            asked = numbers[number % len(numbers)] if numbers and number % 3 else number
            assert row.has(asked) == (asked in numbers)
            assert row.remove(asked) == remove(numbers, asked)
        assert row.numbers() == numbers
        assert row.length == len(numbers)
