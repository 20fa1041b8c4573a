"""Logs judged by the rules of their time and room: Tenhou's first years, and rooms of Mahjong Soul."""

import pytest
from scenarios import Play

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.results import NOTE, viewer_link
from auditor.core.rulesets.choice import ROOM_RULES
from auditor.core.tiles import RED_FIVES
from auditor.formats import mjai, tenhou6

TENPAI = "123p456p789s1122z"
"""Waits for 1z and 2z."""
SHUFFLE = "mt19937ar,1,2"
"""A shuffle of a hand's own, as logs had them before their games had one seed."""
SEED_BETWEEN = "mt19937ar-sha512-n288,x"
"""The head of a seed as logs had them when a leading dealer who was tenpai began to stop the game."""


def found(game: Game) -> list[str]:
    """The checks that the game offends under the rules that it says itself."""
    rules, _ = rulesets.choose("auto", game)
    return [one.check for one in audit_game(game, rules).findings if one.severity != NOTE and one.check != "wall/seed"]


def last_hand(*, goes_on: bool) -> Play:
    """S4-0, drawn with the dealer tenpai and in the lead; another hand follows, or the game is over."""
    play = Play("tenhou").hand({3: TENPAI}, round=7, scores=(20000, 20000, 20000, 40000)).end()
    if goes_on:
        play.hand().end()
    return play.final()


OLD, NEW, UNKNOWN = (True, False), (False, True), (True, True)
"""Whether the game may go on after such a hand, and whether it may end."""


@pytest.mark.parametrize(
    ("log_id", "shuffle", "seed", "right"),
    [
        ("2006100100gm-0089-0000-00000000", "", "", OLD),
        ("2009031423gm-0009-0000-0123abcd", "", "", OLD),
        ("2010053123gm-0009-0000-0123abcd", "", "", OLD),
        ("2010060100gm-0009-0000-0123abcd", "", "", NEW),
        ("2011020401gm-0009-0000-0123abcd", "", SEED_BETWEEN, NEW),
        ("2022010102gm-0009-0000-0123abcd", "", "", NEW),
        ("", SHUFFLE, "", OLD),
        ("", "", SEED_BETWEEN, UNKNOWN),
        ("", "", "", NEW),
    ],
)
@pytest.mark.parametrize("goes_on", [True, False])
def test_a_leading_dealer_who_is_tenpai_stops_the_game_since_june_2010(
    log_id: str, shuffle: str, seed: str, right: tuple[bool, bool], goes_on: bool
) -> None:
    game = last_hand(goes_on=goes_on).game
    game.log_id, game.seed = log_id, seed
    for hand in game.hands:
        hand.shuffle = shuffle
    assert found(game) == ([] if right[not goes_on] else ["game/end"])


@pytest.mark.parametrize(
    ("log_id", "right"), [("2009031423gm-0009-0000-0123abcd", OLD), ("2012031423gm-0009-0000-0123abcd", NEW)]
)
@pytest.mark.parametrize("goes_on", [True, False])
def test_the_same_in_mjai_by_the_name_of_the_file(log_id: str, right: tuple[bool, bool], goes_on: bool) -> None:
    """mjai says neither server nor date; logs made of Tenhou's are named after them."""
    text = mjai.write(last_hand(goes_on=goes_on).game)
    again = next(read(text.encode(), f"mjai/{log_id}.mjson"))
    assert isinstance(again, Game)
    assert found(again) == ([] if right[not goes_on] else ["game/end"])


@pytest.mark.parametrize(("log_id", "right"), [("2009031423gm-0009-0000-0123abcd", OLD), ("2012031423gm-1-2-3", NEW)])
@pytest.mark.parametrize("goes_on", [True, False])
def test_the_same_in_tenhou6(log_id: str, right: tuple[bool, bool], goes_on: bool) -> None:
    game = last_hand(goes_on=goes_on).game
    game.log_id = log_id
    again = next(read(tenhou6.write(game).encode(), "x.json"))
    assert isinstance(again, Game)
    assert again.rule_text == "般南喰赤"
    assert found(again) == ([] if right[not goes_on] else ["game/end"])


def test_a_win_of_a_leading_dealer_stopped_the_game_in_every_year() -> None:
    for log_id in ("2009031423gm-0009-0000-0123abcd", "2022010102gm-0009-0000-0123abcd"):
        play = Play("tenhou").hand({3: TENPAI}, round=7, scores=(20000, 20000, 20000, 40000), avoid="1z")
        play.draw("1z").tsumo().hand().end().final()
        play.game.log_id = log_id
        assert found(play.game) == ["game/end"]


UUID = "210815-01234567-89ab-cdef-0123-456789abcdef"


def of_room(room: str, players: int = 4, *, start: int = 0, red_fives: bool = True, rounds: int = 1) -> Game:
    """A game of that room: so many rounds drawn from the start."""
    play = Play("mahjong-soul" if players == 4 else "mahjong-soul-sanma", red_fives=red_fives)
    points = start or play.rules.game.start_points
    for number in range(rounds):
        play.hand(scores=(points,) * players + (0,) * (4 - players) if number == 0 else None).end()
    return as_read(play, room)


def as_read(play: Play, room: str, name: str = "x.json") -> Game:
    """The game with an id of Mahjong Soul and a room text, as it is read from its tenhou.net/6 log."""
    play.game.log_id = UUID
    again = next(read(tenhou6.write(play.game).encode(), name))
    assert isinstance(again, Game)
    again.rule_text = room
    return again


RANKED = ("玉の間南喰赤", "金の間 四人南", "王座の間 四人南", "Jade Room South", "Throne Room South")
OWN = ("友人戦", "大会戦", "友人戦 四人南", "大會戰", "Friendly", "")


@pytest.mark.parametrize("room", [*RANKED, *OWN])
def test_a_room_of_mahjong_soul_is_judged_by_its_rules(room: str) -> None:
    game = of_room(room)
    rules, reason = rulesets.choose("auto", game)
    assert rules.name == "mahjong-soul"
    assert rules.game.dealer_tiles == 14
    assert (rules.off == ()) == (room in RANKED)
    assert repr(room) in reason
    assert found(game) == []


@pytest.mark.parametrize("room", ["三玉の間南喰赤", "友人戦", ""])
def test_a_room_of_three_players(room: str) -> None:
    game = of_room(room, 3)
    rules, _ = rulesets.choose("auto", game)
    assert (rules.name, rules.game.red_fives) == ("mahjong-soul-sanma", 2)
    assert found(game) == []


@pytest.mark.parametrize("room", OWN)
def test_what_a_room_may_change_is_taken_from_the_log_or_not_judged(room: str) -> None:
    game = of_room(room, start=30000, red_fives=False)
    rules, _ = rulesets.choose("auto", game)
    assert (rules.game.start_points, rules.game.red_fives, rules.off) == (30000, 0, ROOM_RULES)
    assert found(game) == []


def test_a_ranked_room_has_its_starting_points() -> None:
    assert found(of_room("玉の間南喰赤", start=30000)) == ["game/start"]


@pytest.mark.parametrize("room", ["玉の間南喰赤", "友人戦"])
def test_the_rules_of_play_are_judged_in_every_room(room: str) -> None:
    play = Play("mahjong-soul").hand({1: "147m147p147s1234z"}, avoid="9m").turn().draw("9m").riichi("9m").end()
    assert found(as_read(play, room)) == ["riichi/noten"]


def test_an_early_end_is_found_in_a_ranked_room_alone() -> None:
    for room, due in (("玉の間南喰赤", ["game/end"]), ("友人戦", [])):
        assert found(as_read(Play("mahjong-soul").hand().end().final(), room)) == due


@pytest.mark.parametrize("name", [f"{UUID}.jsonl", f"records/{UUID}_a925124703.json"])
def test_the_id_may_stand_in_the_name_of_the_file(name: str) -> None:
    play = Play("mahjong-soul").hand().end()
    play.game.rule_text = "友人戦"
    again = next(read(tenhou6.write(play.game).encode(), name))
    assert isinstance(again, Game)
    assert again.log_id == UUID
    assert rulesets.choose("auto", again)[0].name == "mahjong-soul"
    assert viewer_link(again.log_id, 0, 1) == f"https://mahjongsoul.game.yo-star.com/?paipu={UUID}"


@pytest.mark.parametrize(
    ("room", "winds"),
    [
        ("友人戦南喰赤", 2), ("三友人戦南喰赤", 2), ("雀魂友人戦南赤", 2), ("大会戦東喰", 1), ("大會戰", 2),
        ("Friendly South", 2), ("Tournament East", 1),
    ],
)  # fmt: skip
def test_a_room_that_players_make_needs_no_id_of_mahjong_soul(room: str, winds: int) -> None:
    game = of_room(room)
    game.log_id = ""
    rules, _ = rulesets.choose("auto", game)
    assert (rules.name, rules.off, rules.game.length) == ("mahjong-soul", ROOM_RULES, winds)


@pytest.mark.parametrize("room", ["般南喰赤", "Friendly", "a friendly game 南喰赤"])
def test_other_words_are_not_mahjong_souls(room: str) -> None:
    game = of_room(room)
    game.log_id = ""
    assert rulesets.choose("auto", game)[0].name == "tenhou"


def test_reds_that_a_room_of_its_own_has_are_the_games() -> None:
    game = of_room("友人戦")
    assert set(game.red_tiles) == set(RED_FIVES)
    game.red_tiles = (16, 52, 53, 88)
    assert rulesets.choose("auto", game)[0].game.red_fives == (1, 2, 1)


@pytest.mark.parametrize(("text", "open_tanyao"), [("赤", True), ("喰赤", True), ("南赤", False), ("東", False)])
def test_a_rule_text_without_a_length_is_not_whole_and_forbids_nothing(text: str, open_tanyao: bool) -> None:
    """As it is written for a game whose rules are not known."""
    game = Game("tenhou6")
    game.rule_text = text
    assert rulesets.choose("auto", game)[0].scoring.open_tanyao == open_tanyao
