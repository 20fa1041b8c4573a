"""The benchmark's own games: legal, always the same, and with everything in them that is worth measuring."""

from collections import Counter

import pytest

from auditor.audit.game import audit_game
from auditor.events import KIND_NAMES, Game
from auditor.formats import WRITABLE, read
from auditor.results import NOTE
from auditor.rulesets import choose
from auditor.testing.simulate import games

GAMES = 12


@pytest.mark.parametrize("number", range(GAMES))
def test_a_played_game_audits_clean_and_is_proven_by_its_seed(number: int, played: list[str]) -> None:
    game = next(read(played[number].encode(), "x"))
    assert isinstance(game, Game)
    audit = audit_game(game, choose("auto", game)[0])
    assert [one.message for one in audit.findings if one.severity != NOTE] == []
    assert [line for record in audit.records for line in record.unjudged] == []
    assert game.result is not None


@pytest.mark.parametrize("form", sorted(WRITABLE))
def test_a_played_game_is_clean_in_each_format(form: str, played: list[str]) -> None:
    write = WRITABLE[form].write
    assert write
    for text in played[:GAMES]:
        original = next(read(text.encode(), "x"))
        assert isinstance(original, Game)
        written = list(read(write(original, "").encode(), "x"))
        assert len(written) == 1
        game = written[0]
        assert isinstance(game, Game)
        audit = audit_game(game, choose("auto", game)[0])
        assert [one.message for one in audit.findings if one.severity != NOTE] == []
        assert not audit.problems
        assert len(audit.records) == len(original.hands)


def test_the_games_hold_everything(played: list[str]) -> None:
    kinds: Counter[str] = Counter()
    for text in played[:GAMES]:
        game = next(read(text.encode(), "x"))
        assert isinstance(game, Game)
        kinds.update([KIND_NAMES[event.kind] for hand in game.hands for event in hand.events])
    assert all(
        [kinds[kind] for kind in ("chi", "pon", "closed kan", "added kan", "riichi", "dora", "win", "ryuukyoku")]
    )


def test_they_are_always_the_same(played: list[str]) -> None:
    assert [log.decode() for log in games(3)] == played[:3]
