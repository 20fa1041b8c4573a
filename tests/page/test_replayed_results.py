"""Games that ended without a result in their log: points and placements come from the replay, in every output."""

import re
from pathlib import Path

import pytest
from support.legal_games import played

from auditor import api
from auditor.core.events import replace_game
from auditor.core.store.database import connect
from auditor.page.standings import game_result

GAMES = [(number, rules) for rules in ("tenhou", "tenhou-sanma") for number in range(4)]
RESULTS = "SELECT seat, points, placement, finished FROM v_player_games ORDER BY seat"


@pytest.mark.parametrize(("number", "rules"), GAMES)
def test_standings_of_games_without_a_recorded_result(number: int, rules: str) -> None:
    game = played(number, rules)
    unsettled = replace_game(game, hands=game.hands, result=None)
    stated, replayed = [game_result("log", api.audit(one, rules)) for one in (game, unsettled)]
    assert replayed.is_finished
    assert [(seat.points, seat.placement) for seat in replayed.seats] == [
        (seat.points, seat.placement) for seat in stated.seats
    ]


def test_a_truncated_game_has_no_result() -> None:
    game = played(0)
    cut = replace_game(game, hands=game.hands[:-1], result=None)
    assert not game_result("log", api.audit(cut)).is_finished


def test_queries_on_games_without_a_recorded_result(tmp_path: Path, played: list[str]) -> None:
    answers = []
    for name, log in (("stated", played[0]), ("unsettled", re.sub(r' owari="[^"]*"', "", played[0]))):
        assert ("owari" in log) == (name == "stated")
        (tmp_path / f"{name}.mjlog").write_text(log, "utf-8")
        api.load([tmp_path / f"{name}.mjlog"], tmp_path / f"{name}.duckdb", jobs=1)
        with connect(str(tmp_path / f"{name}.duckdb")) as connection:
            answers.append(connection.execute(RESULTS).fetchall())
            assert connection.execute("SELECT DISTINCT from_replay FROM v_player_games").fetchall() == [
                (name == "unsettled",)
            ]
        (row,) = api.query("game-results", tmp_path / f"{name}.duckdb").as_dicts()
        assert len(row["points"]) == len(answers[0])  # type: ignore[arg-type]
    assert answers[0] == answers[1]
