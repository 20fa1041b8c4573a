"""Across formats: a game converted to another, judged by `auto`, has no fault there that it does not have as it was.

Its rules stay as named, or as unnamed, as they were; a tile that is discarded as it was drawn stays that.
"""

import json
from collections import Counter
from functools import cache

import pytest
from support.legal_games import played, recorded
from support.paths import FIXTURES

from auditor.api import audit
from auditor.core.errors import Problem
from auditor.core.events import DISCARD, TSUMOGIRI, Game, replace_game
from auditor.core.reading import FORMAT_BY_NAME, read, rules_stated_by
from auditor.core.results import NOTE
from auditor.core.rulesets.choice import choice_of
from auditor.core.rulesets.settings import differing
from auditor.edit.convert import ConvertError, Loss, convert

CHAINS = [
    *[(target,) for target in FORMAT_BY_NAME],
    *[(first, target) for first in ("mjai", "riichicity") for target in FORMAT_BY_NAME if first != target],
    *[(first, "mjlog") for first in ("majsoul", "mleague", "mjx")],
]
NUMBERS = range(4)


def one(data: bytes, name: str = "x.json") -> Game:
    (game,) = [found for found in read(data, name) if not isinstance(found, Problem)]
    return game


@cache
def games(source: str) -> list[Game]:
    """Played games as a format's reader gives them."""
    if source in ("majsoul", "mleague", "riichicity"):
        found = [legal.game for legal in recorded(source)]
    elif source == "majiang":
        unnamed = [replace_game(played(number, "majiang"), rule_bits=-1) for number in NUMBERS]
        found = [one(convert(game, source).text.encode()) for game in unnamed]
    else:
        found = [one(convert(played(number), source).text.encode()) for number in NUMBERS]
    return found


def faults(game: Game) -> Counter[tuple[str, int | None]]:
    return Counter([(found.check, found.hand) for found in audit(game).findings if found.severity != NOTE])


def through(game: Game, chain: tuple[str, ...]) -> Game | None:
    """The game converted to one format after the other; None where one cannot hold it."""
    for target in chain:
        try:
            game = convert(game, target).game
        except ConvertError:
            return None
    return game


@pytest.mark.slow
@pytest.mark.parametrize("source", FORMAT_BY_NAME)
def test_a_converted_game_has_no_fault_that_it_does_not_have_as_it_was(source: str) -> None:
    held = 0
    for game in games(source):
        for chain in CHAINS:
            again = through(game, chain)
            if again is not None:
                held += 1
                assert faults(again) <= faults(game), (chain, game.log_id)
    assert held >= 5 * len(games(source))


@pytest.mark.parametrize("target", FORMAT_BY_NAME)
@pytest.mark.parametrize("source", ["mjai", "majiang"])
def test_a_game_that_names_no_rules_names_none_in_another_format(source: str, target: str) -> None:
    game = games(source)[0]
    conversion = convert(game, target)
    assert rules_stated_by(game).evidence == rules_stated_by(conversion.game).evidence == ""
    assert choice_of("auto", conversion.game).is_assumed
    assert (Loss("the rules") in conversion.losses) == (source == "majiang" != target)


@pytest.mark.parametrize("target", ["tenhou6", "riichicity", "majiang"])
def test_rules_that_a_text_can_name_are_named(target: str) -> None:
    for source, name in (("mjx", "tenhou"), ("mleague", "m-league"), ("mjlog", "tenhou")):
        if (source, target) == ("mjx", "majiang"):
            continue  # its titles name the class of Tenhou's table, which mjx has none of
        conversion = convert(games(source)[0], target)
        rules, reason, is_assumed = choice_of("auto", conversion.game)
        assert (rules.name, is_assumed) == (name, False), reason
        assert Loss("the rules") not in conversion.losses


@pytest.mark.parametrize("target", ["tenhou6", "riichicity", "majiang"])
def test_rules_of_a_room_or_a_lobby_that_no_text_can_name_are_told_as_lost(target: str) -> None:
    game = games("mjlog")[0]
    lobby = replace_game(game, attributes={"csrule": "0FE0BF0B,0000001F"})
    for room in (replace_game(game, rule_bits=0x0209), lobby):
        conversion = convert(room, target)
        assert Loss("the rules") in conversion.losses
        assert choice_of("auto", conversion.game).is_assumed


def test_an_east_only_game_of_mjai_is_not_one_of_tenhou_in_another_format() -> None:
    game = replace_game(games("mjai")[0], attributes={"kyoku_first": "4"})
    for target in ("tenhou6", "riichicity"):
        conversion = convert(game, target)
        assert Loss("the rules") in conversion.losses
        assert choice_of("auto", conversion.game).is_assumed


def test_a_tile_discarded_as_it_was_drawn_is_not_from_the_hand_where_no_mark_says_so() -> None:
    path = FIXTURES / "evening" / "round-1-table-1.mjlog"
    written = convert(one(path.read_bytes(), path.name), "riichicity")
    assert Counter(event.mark for hand in written.game.hands for event in hand.events if event.kind == DISCARD)[-1] == 0
    record = json.loads(written.text)
    for hand in record["data"]["handRecord"]:
        for event in hand["handEventRecord"]:
            data = json.loads(event["data"])
            if "move_cards_pos" in data:
                event["data"] = json.dumps(data | {"move_cards_pos": None})
    game = one(json.dumps(record).encode())
    assert convert(game, "riichicity").losses == ()
    for target in FORMAT_BY_NAME:
        again = convert(game, target).game
        assert faults(again) == Counter(), target
        if again.marks_recorded and target != "riichicity":
            assert drawn_again(again) == drawn_again(game) != set(), target


def drawn_again(game: Game) -> set[tuple[int, int]]:
    """The discards of a tile like the one just drawn, each by hand and place, that are of the drawn tile itself."""
    found = set()
    for hand in game.hands:
        for place, (before, event) in enumerate(zip(hand.events, hand.events[1:], strict=False)):
            if event.kind == DISCARD and event.tile == before.tile and event.mark in (TSUMOGIRI, -1):
                found.add((hand.index, place))
    return found


ROOMS = {
    "riichicity": {"gamePlay": "1003", "round": "2", "isGangPay": "1", "isGeMu": "1"},
    "majsoul": {"category": "1", "mode": "2", "detail_rule": '{"fanfu": 2, "have_yifa": true}'},
    "mjai": {"preset": "house", "rules": '{"kuitan": false, "honba_value": 500, "wareme": true}'},
}
"""Attributes of logs whose header states rules by switches of its own."""


@pytest.mark.parametrize("target", FORMAT_BY_NAME)
@pytest.mark.parametrize("source", ROOMS)
def test_rules_that_a_header_states_by_switches_are_kept_or_told_as_lost(source: str, target: str) -> None:
    """What the copy is judged by differs only where the conversion says so, and adds no fault."""
    game = games(source)[0]
    if source == "riichicity":
        game = replace_game(game, rule_text="一番街友人戦南赤")
    game = replace_game(game, attributes=game.attributes | ROOMS[source])
    try:
        conversion = convert(game, target)
    except ConvertError:
        return
    own, copied = choice_of("auto", game), choice_of("auto", conversion.game)
    is_kept = (own.rules.off, differing(own.rules, copied.rules)) == (copied.rules.off, [])
    assert (Loss("the rules") in conversion.losses) != is_kept
    assert is_kept or (source, target) != ("mjai", "mjai")
    assert faults(conversion.game) <= faults(game)
