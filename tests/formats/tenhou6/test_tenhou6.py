"""Reading tenhou.net/6 logs: shapes of input, the header, and tile ids."""

import json

import pytest
from support.tenhou6_logs import (
    DEALT,
    DRAWN_HAND,
    EAST_1,
    EAST_2,
    EAST_2_1,
    address,
    hand,
    line,
    log,
    read_all,
    read_game,
    read_hand,
)

from auditor.core.errors import Problem
from auditor.core.events import DISCARD, DRAW, NOT_RECORDED, TEDASHI, TSUMOGIRI, FinalResult, Game, Player
from auditor.formats import tenhou6

# ---- shapes of input


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(log(EAST_1, EAST_2)),
        json.dumps(log(EAST_1, EAST_2), indent=2),
        "\ufeff" + json.dumps(log(EAST_1, EAST_2)) + "\r\n",
        line(EAST_1) + "\n" + line(EAST_2),
        line(EAST_1) + "\r\n\r\n" + line(EAST_2) + "\r\n",
        address(EAST_1) + "\n" + line(EAST_2),
        address(EAST_1) + "&ts=0\n" + address(EAST_2) + "&ts=0&tw=2",
        "East 1: " + address(EAST_1) + "\nEast 2: " + address(EAST_2),
    ],
    ids=["object", "indented", "byte order mark", "lines", "blank lines", "mixed", "addresses", "text before"],
)
def test_shapes_of_input(text: str) -> None:
    game = read_game(text)
    assert [(one.index, one.name, len(one.events)) for one in game.hands] == [(0, "E1", 3), (1, "E2", 3)]


def test_lines_are_one_game_while_the_hands_go_on() -> None:
    others = line(EAST_2, name=["E", "F", "G", "H"])
    games = read_all("\n".join([line(EAST_1), line(EAST_2), line(EAST_2_1), line(EAST_1), line(EAST_2), others]))
    assert [[one.index for one in game.hands] for game in games if isinstance(game, Game)] == [[0, 1, 2], [0, 1], [0]]


LATER = [
    ((0, 1, 0), True),
    ((1, 0, 0), True),
    ((5, 0, 0), True),
    ((0, 0, 0), False),
]


@pytest.mark.parametrize(("counters", "joined"), LATER)
def test_a_line_goes_on_with_a_game_where_its_counters_are_later(counters: tuple[int, int, int], joined: bool) -> None:
    dealer = counters[0] % 4
    later = hand({dealer: ([11], [60])}, DRAWN_HAND, counters=counters)
    assert len(read_all("\n".join([line(EAST_1), line(later)]))) == (1 if joined else 2)


@pytest.mark.parametrize(
    "changed",
    [
        {"rule": {"disp": "般南喰"}},
        {"rule": {"disp": "三般南喰赤", "aka": 1}},
        {"name": ["A", "B", "C"]},
    ],
    ids=["no red fives", "three players", "three names"],
)
def test_a_line_of_other_rules_is_another_game(changed: dict[str, object]) -> None:
    players = 3 if changed.get("name") or "三" in str(changed) else 4
    later = hand({1: ([11], [60])}, DRAWN_HAND, counters=(1, 0, 0), players=players)
    found = read_all("\n".join([line(EAST_1), line(later, **changed)]))
    assert [isinstance(one, Game) for one in found] == [True, True]


@pytest.mark.parametrize("counters", [None, [], [1], ["1", 0, 0], [1, None, 0], "E2"])
def test_a_line_whose_counters_cannot_be_read_is_no_later_hand(counters: object) -> None:
    broken = [counters, *EAST_2[1:]]
    found = read_all("\n".join([line(EAST_1), line(broken)]))
    assert isinstance(found[0], Game)
    assert len(found[0].hands) == 1
    assert len(found) > 1


def test_lines_of_whole_games_stay_apart() -> None:
    assert len(read_all(json.dumps(log(EAST_1, EAST_2)) + "\n" + json.dumps(log(EAST_1, EAST_2)))) == 2


def test_a_line_that_cannot_be_read_leaves_a_gap_in_the_hands() -> None:
    problem, game = read_all("\n".join([line(EAST_1), '{"log": [', line(EAST_2_1)]))
    assert isinstance(problem, Problem)
    assert problem.place == "line 2"
    assert isinstance(game, Game)
    assert [one.index for one in game.hands] == [0, 2]


@pytest.mark.parametrize(
    ("head", "is_one"),
    [
        (b'{"title":["",""],"name"', True),
        (b'\xef\xbb\xbf\n {\n  "ver": 2.3, "ref": "x", "ratingc"', True),
        (b'{"comment": "a fixture", "log": [ [[0, 0, 0]', True),
        (b'{"name": "liqi", "ver": "0.1", "title": "translations"}', False),
        (b'{"log": {"level": "info"}, "title": ["a"]}', True),
        (b'{"log": {"level": "info"}, "title": "a", "name": "b", "rule": []}', False),
        (b'{"log": ["started", "ended"]}', False),
        (b"https://tenhou.net/6/#json=%7B%22title", True),
        (b"my games\nhttps://tenhou.net/6/#json=%7B", True),
        (b'{"type":"start_game","names":["0"]}', False),
        (b'{"type":"start_kyoku","name":"x","rule":"y"}', False),
        (b'{"games": []}', False),
        (b'<mjloggm ver="2.3"><a href="https://tenhou.net/6/#json="/>', False),
        (b"https://tenhou.net/0/?log=2012110112gm-0009-7447-14ec5c8d", False),
        (b"", False),
    ],
)
def test_matches(head: bytes, is_one: bool) -> None:
    assert tenhou6.matches(head) is is_one


# ---- the header


def test_header() -> None:
    extra = {
        "ver": 2.3, "ref": "2020010203gm-0009-0000-0123abcd", "ratingc": "PF4", "lobby": 12, "nested": {"a": 1},
        "rule": {"disp": "般南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}, "dan": ["初段", "新人", "", "四段"],
        "rate": [1500, 1600.5, 1700, 1800], "sx": ["M", "F", "C", "M"],
        "sc": [40000, 50.0, 30000, 10, 20000, -20, 10000, -40],
        "title": ["A cup", "round 2"],
    }  # fmt: skip
    game = read_game(log(EAST_1, **extra), "2019010203gm-0009-0000-00000000.json")
    assert (game.format, game.log_id, game.lobby, game.rule_text) == ("tenhou6", extra["ref"], 12, "般南喰赤")
    assert (game.players, game.red_fives, game.marks_recorded, game.copies_recorded) == (4, True, True, False)
    assert game.seats[0] == Player("A", "初段", 1500.0, "M")
    assert game.seats[2] == Player("C", None, 1700.0, "C")
    assert game.result == FinalResult((40000, 30000, 20000, 10000), (50.0, 10.0, -20.0, -40.0))
    assert game.attributes["ver"] == "2.3"
    assert game.attributes["title"] == "A cup round 2"
    assert "nested" not in game.attributes


@pytest.mark.parametrize(
    ("rate", "rating"), [(1e12, None), (10**400, None), (999_999_999_999, 999_999_999_999.0), (True, None)]
)
def test_a_rating_beyond_all_bounds_is_none(rate: object, rating: float | None) -> None:
    assert read_game(log(EAST_1, rate=[rate, 1500, 1500, 1500])).seats[0].rating == rating


def test_the_log_id_comes_from_the_name_where_the_log_has_none() -> None:
    log_id = "2019010203gm-0009-0000-00000001"
    assert read_game(log(EAST_1), f"x/{log_id}&tw=1.json").log_id == log_id


@pytest.mark.parametrize(
    ("rule", "dealt", "red_fives"),
    [
        ({"disp": "般南喰赤", "aka": 1}, {}, True),
        ({"disp": "般南喰赤"}, {}, True),
        ({"disp": "Gold Room", "aka52": 1}, {}, True),
        ({"disp": "般南喰", "aka": 0}, {seat: [11] * 13 for seat in range(4)}, False),
        ({}, {seat: [15] * 13 for seat in range(4)}, False),
        ({}, {}, True),
        (None, {}, True),
    ],
)
def test_red_fives(rule: object, dealt: dict[int, list[int]], red_fives: bool) -> None:
    assert read_game(log(hand({0: ([11], [60])}, dealt=dealt), rule=rule)).red_fives is red_fives


@pytest.mark.parametrize(
    ("extra", "players_dealt", "players"),
    [
        ({"rule": {"disp": "三般南喰赤", "aka": 1}}, 3, 3),
        ({"rule": {"disp": "3-Player Gold Room South"}}, 3, 3),
        ({"name": ["A", "B", "C"]}, 3, 3),
        ({"name": ["", "", "", ""]}, 4, 4),
    ],
)
def test_players(extra: dict[str, object], players_dealt: int, players: int) -> None:
    game = read_game(log(hand({0: ([11], [60])}, players=players_dealt), **extra))
    assert (game.players, len(game.seats)) == (players, players)


def test_three_seats_written_without_the_fourth() -> None:
    fields = hand({0: ([11], [60])}, ["流局", [2000, -1000, -1000]], players=3)
    fields[1] = [35000, 35000, 35000]
    one = read_hand(fields[:13] + fields[16:])
    assert (one.scores, one.dealt[3]) == ((35000, 35000, 35000, 0), ())


# ---- tile ids


def test_ids_are_those_of_tiles_that_the_seat_holds() -> None:
    """Red fives keep their ids, copies differ, and 60 is the very tile drawn."""
    lists = {0: ([15, 15, 15], [51, 60, 15]), 1: ([35, 35], [60, 60]), 2: ([11, 25], [53, 60]), 3: ([29, 41], [60, 60])}
    one = read_hand(hand(lists))
    dealt = [tile for tiles in one.dealt for tile in tiles]
    assert len(set(dealt)) == len(dealt)
    events = [event for event in one.events if event.seat == 0]
    assert [(event.kind, event.tile, event.mark) for event in events] == [
        (DRAW, 17, NOT_RECORDED), (DISCARD, 16, TEDASHI), (DRAW, 18, NOT_RECORDED), (DISCARD, 18, TSUMOGIRI),
        (DRAW, 19, NOT_RECORDED), (DISCARD, 17, TEDASHI),
    ]  # fmt: skip


def test_without_red_fives_every_copy_of_a_five_is_plain() -> None:
    dealt = {0: [15, 15, 15, 15], 1: [11], 2: [11], 3: [11]}
    one = read_hand(hand({}, dealt=dealt), rule={"disp": "般南喰", "aka": 0})
    assert one.dealt[0] == (16, 17, 18, 19)


def test_a_fifth_copy_and_a_tile_not_held_still_get_an_id_of_their_kind() -> None:
    dealt = {0: [11, 11, 11, 11, 12], 1: [11], 2: [51, 51], 3: [15, 15, 15, 15]}
    one = read_hand(hand({0: ([11], [31]), 1: ([15], [60])}, DRAWN_HAND, dealt=dealt))
    assert [[tile >> 2 for tile in tiles] for tiles in one.dealt] == [[0, 0, 0, 0, 1], [0], [4, 4], [4, 4, 4, 4]]
    assert one.dealt[2] == (16, 16)
    assert 16 not in one.dealt[3]
    assert one.events[1].tile >> 2 == 18


def test_a_tile_that_is_not_held_takes_no_copy_from_those_still_to_be_drawn() -> None:
    lists = {0: ([11, 31], [31, 60]), 1: ([31], [60]), 2: ([31], [60]), 3: ([31], [60])}
    one = read_hand(hand(lists, dealt={seat: [41] for seat in range(4)}))
    assert sorted(event.tile for event in one.events if event.kind == DRAW) == [0, 72, 73, 74, 75]


def test_the_tiles_of_a_faulty_meld_still_differ() -> None:
    """Seat 1 claims a tile other than the discard and shows two that it does not hold."""
    pon = read_hand(hand({0: ([11], [44]), 1: (["p313131"], [42])}, dealt={1: [42], 2: [31, 31, 31, 11]})).events[2]
    assert {tile >> 2 for tile in (pon.tile, *pon.tiles)} == {18}
    assert len({pon.tile, *pon.tiles}) == 3


def test_a_claim_is_of_the_very_tile_discarded_and_of_tiles_that_the_caller_holds() -> None:
    lists = {0: ([11, 14], [44, 60]), 1: (["p444444", 44], [42, "k44444444"]), 2: ([12], [60]), 3: ([13], [60])}
    one = read_hand(hand(lists, dealt={0: [44, 11], 1: [44, 44, 42]}))
    discard, pon, added = one.events[1], one.events[2], one.events[-1]
    assert pon.tile == discard.tile
    assert set(pon.tiles) < set(one.dealt[1])
    assert added.tiles == (pon.tile, *pon.tiles)
    assert added.tile == one.events[-2].tile


def test_dealt_hands_of_the_tests_are_whole() -> None:
    assert {len(tiles) for tiles in DEALT} == {13}
