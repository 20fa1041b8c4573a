"""Runs, and what kuikae forbids after a chi, over every form of chi there is."""

import pytest

from auditor.core.events import CHI, Event
from auditor.core.rulesets import load
from auditor.core.table.options import OTHER_END, SAME_TILE, kuikae_fault, other_end
from auditor.core.tiles import KIND_OF_TEXT, KIND_TEXT, KINDS, NO_RUN, RUNS_WITH, place_in_run

RUNS = [tuple(f"{first + step}{suit}" for step in range(3)) for suit in "mps" for first in range(1, 8)]
"""All runs, by their text: the arithmetic of kinds is what is tested."""
FORMS = [(run[place], run[:place] + run[place + 1 :]) for run in RUNS for place in range(3)]
"""Every form of chi: the claimed tile and the caller's own two."""


def test_there_are_63_forms_of_chi() -> None:
    listed = [
        (KIND_TEXT[kind], (KIND_TEXT[one], KIND_TEXT[other]), place)
        for kind in range(KINDS)
        for place, one, other in RUNS_WITH[kind]
    ]
    assert len(listed) == len(FORMS) == 63
    assert sorted(listed) == sorted((claimed, own, run) for run in range(3) for claimed, own in FORMS[run::3])


@pytest.mark.parametrize(("claimed", "own"), FORMS)
def test_place_in_run(claimed: str, own: tuple[str, str]) -> None:
    kinds = {text: KIND_OF_TEXT[text] for text in (claimed, *own)}
    place = sorted((claimed, *own)).index(claimed)
    assert place_in_run(kinds[claimed], kinds[own[0]], kinds[own[1]]) == place
    assert place_in_run(kinds[claimed], kinds[own[1]], kinds[own[0]]) == place
    assert [
        kind
        for kind in range(KINDS)
        if kind != kinds[claimed] and place_in_run(kind, kinds[own[0]], kinds[own[1]]) != NO_RUN
    ] == [KIND_OF_TEXT[text] for text in _others(claimed, own)]


def _others(claimed: str, own: tuple[str, str]) -> list[str]:
    """The other tiles with which the caller's two make a run."""
    return [other for other, pair in FORMS if pair == own and other != claimed]


@pytest.mark.parametrize(("claimed", "own"), FORMS)
def test_kuikae_of_every_chi(claimed: str, own: tuple[str, str]) -> None:
    one, other = KIND_OF_TEXT[own[0]], KIND_OF_TEXT[own[1]]
    call = Event(CHI, 1, 4 * KIND_OF_TEXT[claimed], (4 * one, 4 * other), 0)
    due = {claimed: SAME_TILE} | dict.fromkeys(_others(claimed, own), OTHER_END)
    found = {KIND_TEXT[kind]: kuikae_fault(call, kind, load("riichi-city")) for kind in range(KINDS)}
    assert {text: fault for text, fault in found.items() if fault} == due
    assert other_end(KIND_OF_TEXT[claimed], one, other) == next(map(KIND_OF_TEXT.get, _others(claimed, own)), -1)
