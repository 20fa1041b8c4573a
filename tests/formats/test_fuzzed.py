"""A few inputs of the fuzzer (`python -m tests.fuzz`): always the same ones, and none makes the program fail."""

from io import BytesIO
from random import Random

import pytest
from fuzz.mutations import changed
from fuzz.seeds import seeds

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.rulesets import choose
from auditor.core.sources import InputItem, Limits
from auditor.core.sources.items import Budget
from auditor.core.sources.packings import unpack_stream

FORMATS = [*FORMAT_BY_NAME, "archive", "held"]


@pytest.mark.parametrize("format", FORMATS)
def test_what_the_fuzzer_starts_from_is_read(format: str) -> None:
    for data in seeds(format):
        for item in unpack_stream("log", "", BytesIO(data), Budget(Limits(), len(data))):
            assert isinstance(item, InputItem), str(item)
            assert [isinstance(one, Game) for one in read(item.data, "log")] == [True]


@pytest.mark.parametrize("format", FORMATS)
def test_a_changed_input_gives_no_fault_of_the_program(format: str) -> None:
    for number in range(20):
        data = changed(seeds(format)[0], seeds(format), Random(number))
        assert changed(seeds(format)[0], seeds(format), Random(number)) == data
        for item in unpack_stream("log", "", BytesIO(data), Budget(Limits(), len(data))):
            for one in read(item.data, "log") if isinstance(item, InputItem) else ():
                if isinstance(one, Game):
                    assert audit_game(one, choose("auto", one)[0]).problems == []
                else:
                    assert "reader failed" not in one.message
