"""The Hypothesis strategies draw legal games of every ruleset and format, and shrink."""

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from auditor.core.audit.game import audit_game
from auditor.core.errors import RulesetError
from auditor.core.events import DISCARD, DRAW, KANS, RIICHI, WIN, Game
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.results import NOTE
from auditor.core.rulesets import load, names
from auditor.testing import strategies

FEW = settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def faults(game: Game, rules: str) -> list[str]:
    return [one.message for one in audit_game(game, load(rules)).findings if one.severity != NOTE]


@FEW
@given(st.data())
def test_every_game_is_legal_by_its_rules(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(names()))
    assert faults(data.draw(strategies.games(rules)), rules) == []


@settings(FEW, max_examples=3)
@given(strategies.games(most_hands=None))
def test_a_whole_game_has_its_settlement(game: Game) -> None:
    assert game.result is not None
    assert faults(game, "tenhou") == []


@FEW
@given(st.data())
def test_every_log_is_read_as_it_was_played(data: st.DataObject) -> None:
    form = data.draw(st.sampled_from([name for name in FORMAT_BY_NAME if name != "majiang"]))
    (game,) = read(data.draw(strategies.logs(form, most_hands=1)).encode(), "")
    assert isinstance(game, Game)
    assert game.format == form
    assert faults(game, "tenhou") == []


@settings(FEW, max_examples=40)
@given(strategies.positions(most_hands=2))
def test_a_position_is_the_replay_before_the_next_event(position: strategies.PositionBefore) -> None:
    table, hand = position.table, position.hand_played
    assert table.hand is hand
    assert len(position.played) == position.event
    assert table.draws == sum([one.kind == DRAW for one in position.played])
    if position.next.kind == DISCARD:
        assert position.next.tile in table.seats[position.next.seat].concealed
        assert table.due == position.next.seat


@pytest.mark.parametrize("kind", [RIICHI, WIN, KANS[1]])
def test_a_game_shrinks(kind: int) -> None:
    """A riichi, a win and a closed kan are found in the first hand of a game."""
    found = find(
        strategies.games(),
        lambda game: any([event.kind == kind for hand in game.hands for event in hand.events]),
        settings=settings(FEW, max_examples=30, phases=[Phase.generate, Phase.shrink], database=None),
    )
    assert len(found.hands) == 1


def test_what_cannot_be_played_is_refused_at_once() -> None:
    with pytest.raises(RulesetError):
        strategies.games("no-such-rules")
    with pytest.raises(RulesetError):
        strategies.positions("no-such-rules")
    with pytest.raises(KeyError):
        strategies.logs("xml")
