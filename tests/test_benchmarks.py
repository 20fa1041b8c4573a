"""The benchmark's own games: legal, always the same, and with everything in them that is worth measuring."""

from collections import Counter

import pytest
from simulate import games

from auditor.audit import audit_game
from auditor.events import KIND_NAMES, Game
from auditor.findings import NOTE
from auditor.formats import read
from auditor.rulesets import choose

GAMES = list(games(12))


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_played_game_audits_clean_and_is_proven_by_its_seed(number: int) -> None:
    game = next(read(GAMES[number], "x"))
    assert isinstance(game, Game)
    audit = audit_game(game, choose("auto", game)[0])
    assert [one.message for one in audit.findings if one.severity != NOTE] == []
    assert [line for record in audit.records for line in record.unjudged] == []
    assert game.result is not None


def test_the_games_hold_everything() -> None:
    kinds: Counter[str] = Counter()
    for text in GAMES:
        game = next(read(text, "x"))
        assert isinstance(game, Game)
        kinds.update([KIND_NAMES[event.kind] for hand in game.hands for event in hand.events])
    assert all(
        [kinds[kind] for kind in ("chi", "pon", "closed kan", "added kan", "riichi", "dora", "win", "ryuukyoku")]
    )


def test_they_are_always_the_same() -> None:
    assert list(games(3)) == GAMES[:3]
