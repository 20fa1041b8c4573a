"""Several winners on one tile in Mahjong Soul's records: each one's gain, where only the sum is recorded."""

import pytest

from auditor.core.events import NO_SEAT, Win
from auditor.core.reading.building import share_payments

Points = tuple[int, ...]


@pytest.mark.parametrize(
    ("total", "wins", "shares"),
    [
        ((2000, 8000, 0, -10000), [(0, 2000, NO_SEAT), (1, 8000, NO_SEAT)], [(2000, 0, 0, -2000), (0, 8000, 0, -8000)]),
        # the sticks from the table: the nearest winner's, or of the one whose gain holds them
        ((3000, 8000, 0, -10000), [(0, 2000, NO_SEAT), (1, 8000, NO_SEAT)], [(3000, 0, 0, -2000), (0, 8000, 0, -8000)]),
        ((2000, 9000, 0, -10000), [(0, 2000, NO_SEAT), (1, 8000, NO_SEAT)], [(2000, 0, 0, -2000), (0, 9000, 0, -8000)]),
        # a liable seat pays its half, whichever of the wins it is liable for
        (
            (8000, 32000, -16000, -24000),
            [(0, 8000, NO_SEAT), (1, 32000, 2)],
            [(8000, 0, 0, -8000), (0, 32000, -16000, -16000)],
        ),
        (
            (32000, 8000, -16000, -24000),
            [(0, 32000, 2), (1, 8000, NO_SEAT)],
            [(32000, 0, -16000, -16000), (0, 8000, 0, -8000)],
        ),
        # one that is liable and discards pays all by itself
        ((8000, 32000, 0, -40000), [(0, 8000, NO_SEAT), (1, 32000, 3)], [(8000, 0, 0, -8000), (0, 32000, 0, -32000)]),
        # a winner who is listed again, in a faulty log: paid again, or not
        ((9000, 0, 0, -8000), [(0, 4000, NO_SEAT)] * 2, [(4500, 0, 0, -4000)] * 2),
        ((5000, 0, 0, -4000), [(0, 4000, NO_SEAT)] * 2, [(5000, 0, 0, -4000), (0, 0, 0, 0)]),
        (
            (2000, 8000, 0, -10000),
            [(0, 2000, NO_SEAT), (1, 8000, NO_SEAT), (1, 8000, NO_SEAT)],
            [(2000, 0, 0, -2000), (0, 8000, 0, -8000), (0, 0, 0, 0)],
        ),
    ],
)
def test_what_each_winner_gains(total: Points, wins: list[tuple[int, int, int]], shares: list[Points]) -> None:
    made = []
    for seat, points, liable in wins:
        win = Win(seat, 3, 0)
        win.points, win.pao_seat = points, liable
        made.append(win)
    share_payments(total, made, 4)
    assert [win.deltas for win in made] == shares
