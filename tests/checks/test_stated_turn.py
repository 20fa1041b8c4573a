"""What a server offers, where every offer is recorded: a chi that it withholds."""

import pytest
from scenarios import Play
from support.riichicity_records import text_of

from auditor.core.audit.game import audit_game
from auditor.core.events import OFFER_BITS, OFFERS_CHI, OFFERS_CHI_HIGH, OFFERS_CHI_LOW, OFFERS_CHI_MIDDLE, Game
from auditor.core.reading import read
from auditor.core.results import NOTE
from auditor.core.rulesets.model import Ruleset

CHIS = OFFERS_CHI | OFFERS_CHI_LOW | OFFERS_CHI_MIDDLE | OFFERS_CHI_HIGH


def _faults(game: Game, rules: Ruleset) -> list[tuple[str, int | None, int | None]]:
    """Message, event and seat of every finding but notes."""
    found = audit_game(game, rules).findings
    return [(one.message_id, one.event, one.seat) for one in found if one.severity != NOTE]


@pytest.mark.parametrize(
    ("claimed", "own", "rest", "is_missed"),
    [
        # Counted across suits, the first tile of the next suit would be the other end, and all that is left kuikae.
        ("7m", "89m", "7m1p", True), ("7p", "89p", "7p1s", True), ("7s", "89s", "7s1z", True),
        ("3p", "12p", "9m3p", True), ("3s", "12s", "9p3s", True),
        ("1m", "23m", "15m", True), ("2m", "13m", "25m", True),
        # What is left is kuikae alone: whether a server offers that is not known.
        ("7m", "89m", "77m", False), ("1m", "23m", "14m", False), ("9p", "78p", "69p", False),
        ("2m", "13m", "22m", False),
    ],
)  # fmt: skip
def test_chi_that_is_withheld(claimed: str, own: str, rest: str, is_missed: bool) -> None:
    """Seat 1, with three pons, holds two tiles for a chi and `rest`, one of which it would have to discard."""
    play = Play("riichi-city").hand({1: f"223344567z{own}{rest}"}, avoid=f"234z{claimed}")
    play.turn("2z").pon(1, "22z").discard("5z")
    play.turn("3z").pon(1, "33z").discard("6z")
    play.turn("4z").pon(1, "44z").discard("7z").go_round(0)
    play.turn(claimed).turn()
    (game,) = read(text_of(play.game, play.rules).encode(), "a.json")
    assert isinstance(game, Game)
    assert _faults(game, play.rules) == []
    server = game.hands[0].server
    assert server is not None
    discard = max(place for place, event in enumerate(game.hands[0].events) if event.seat == 0)
    assert server.offers[discard] >> OFFER_BITS & OFFERS_CHI
    server.offers[discard] &= ~(CHIS << OFFER_BITS)
    assert _faults(game, play.rules) == ([("withheld", discard, 1)] if is_missed else [])
