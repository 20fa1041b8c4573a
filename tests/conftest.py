import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("auditor", derandomize=True, deadline=None)
settings.load_profile("auditor")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real logs, which are not part of the repository; tests that need them are skipped without it."""
    folder = os.environ.get("AUDITOR_CORPUS")
    if not folder:
        pytest.skip("AUDITOR_CORPUS names no folder of real logs")
    return Path(folder)
