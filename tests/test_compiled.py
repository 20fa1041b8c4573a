"""The program under test is the one that was asked for: compiled or plain Python (see ``hatch_build.py``)."""

import os

import pytest

from auditor.version import is_compiled


def test_the_form_asked_for_is_under_test() -> None:
    expected = os.environ.get("AUDITOR_EXPECT_COMPILED")
    if not expected:
        pytest.skip("AUDITOR_EXPECT_COMPILED is not set")
    assert is_compiled() == (expected == "1")
