"""Every command limits the number of events that it reads from one file, however well they are compressed."""

import json
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from support.cli_calls import invoke

TURN = [{"type": "tsumo", "actor": 0, "pai": "1m"}, {"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": True}]
KYOKU = {
    "type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0, "dora_marker": "1m",
    "scores": [25000] * 4, "tehais": [["1s"] * 13] * 4,
}  # fmt: skip
GAME = [{"type": "start_game"}, *(32 * [KYOKU, *(400 * TURN), {"type": "end_kyoku"}]), {"type": "end_game"}]
OPTIONS = {
    "audit": ["--fail-on", "never"],
    "convert": ["--to", "mjai", "-o", "out/"],
    "report": ["-o", "page.html", "--most", "1", "--no-charts"],
    "mutate": ["-o", "mutants"],
}


@pytest.mark.slow
@pytest.mark.parametrize("command", OPTIONS)
def test_a_command_stops_reading_a_file_of_too_many_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with ZipFile("logs.zip", "w", ZIP_DEFLATED) as file:
        for number in range(4):
            file.writestr(f"{number}.mjson", "\n".join([json.dumps(one) for one in GAME]))
    result = invoke(command, "logs.zip", *OPTIONS[command])
    found = Path("page.html").read_text("utf-8") if command == "report" else result.stderr
    assert found.count("more than any logs come to") == 1
