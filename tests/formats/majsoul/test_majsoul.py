"""Mahjong Soul's records of simulated games: read as they were played, in every shape and with every form of wall."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from support.judging import checks_of_findings
from support.majsoul_encodings import ENCODINGS, HEADLESS, flat_list
from support.majsoul_reading import PLAYS, everything, faces, game_of, played, written

from auditor import api
from auditor.core.audit.game import audit_game
from auditor.core.events import (
    DISCARD,
    DRAW,
    NOT_RECORDED,
    TEDASHI,
    TSUMOGIRI,
    Event,
    Game,
    Hand,
    Player,
    Ryuukyoku,
    Win,
)
from auditor.core.reading import read
from auditor.core.results import NOTE
from auditor.core.rulesets import choose
from auditor.core.tiles import UNKNOWN
from auditor.formats.majsoul.vocabulary import FAN_OF_NAME
from auditor.testing.majsoul_records import ERAS, SALTED, SHORT, UUID, WHOLE, browser, head, records
from auditor.testing.simulate import Simulation


def told(event: Event, game: Game) -> list[Any]:
    """What a record says of an event, whichever copies the tiles are."""
    common = [event.kind, event.seat, event.from_seat, faces([event.tile], game), sorted(faces(event.tiles, game))]
    if isinstance(event, Win):
        melds = [[meld.kind, sorted(faces(meld.all_tiles(), game))] for meld in event.melds or ()]
        return [
            *common[:4], sorted(faces(event.hand, game)), melds, event.fu, event.points, event.limit,
            sorted(event.yaku or ()), faces(event.dora, game), faces(event.ura, game), event.deltas,
            event.pao_seat,
        ]  # fmt: skip
    if isinstance(event, Ryuukyoku):
        shown = [None if tiles is None else sorted(faces(tiles, game)) for tiles in event.shown or (None,) * 4]
        return [*common[:2], event.draw_type, shown, event.tenpai, event.deltas or (0,) * 4]
    return [*common, getattr(event, "scores", None)]


def hand_told(hand: Hand, game: Game, *, is_sorted: bool) -> list[Any]:
    """A hand; sorted: the dealer's first draw is one of its fourteen tiles, whichever."""
    dealt = [list(tiles) for tiles in hand.dealt]
    events = hand.events
    if is_sorted:
        dealt[hand.dealer].append(events[0].tile)
        events = events[1:]
    start = [hand.index, hand.round, hand.honba, hand.sticks, hand.dealer, hand.scores]
    start += [sorted(faces(tiles, game)) for tiles in dealt]
    return [*start, faces([hand.indicator], game), *[told(event, game) for event in events]]


def marks(hand: Hand) -> list[int]:
    return [event.mark for event in hand.events if event.kind == DISCARD]


def true_marks(hand: Hand) -> list[int]:
    """What the marks must be by the tiles; nothing is known of a first discard by a dealer who has not drawn again."""
    found: list[int] = []
    draws, drawn = 0, UNKNOWN
    for event in hand.events:
        if event.kind == DRAW:
            draws, drawn = draws + 1, event.tile
        elif event.kind == DISCARD:
            mark = TSUMOGIRI if event.tile == drawn else TEDASHI
            found.append(mark if found or draws > 1 else NOT_RECORDED)
            drawn = UNKNOWN
    return found


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("name", PLAYS)
def test_what_is_read_is_what_was_played_and_clean(name: str, era: str, tmp_path: Path) -> None:
    """Nothing is stored of which tile a dealer drew first where the record does not say, nor a score of a variant."""
    play = played(name)
    text = browser(*written(name, era))
    game = game_of(text.encode())
    for hand, original in zip(game.hands, play.game.hands, strict=True):
        is_sorted = era == SHORT
        assert hand.first_draw_recorded != is_sorted
        assert hand_told(hand, game, is_sorted=is_sorted) == hand_told(original, play.game, is_sorted=is_sorted)
        assert marks(hand) == true_marks(original)
    assert checks_of_findings(game) == []
    head_of_game, found = written(name, era)
    config = head_of_game["config"]
    variant = head_of_game | {"config": config | {"mode": config["mode"] | {"detail_rule": {"muyu_mode": 1}}}}
    for log, log_head in (("game", head_of_game), ("variant", variant)):
        (tmp_path / f"{log}.json").write_text(browser(log_head, found), "utf-8")
        api.load([tmp_path / f"{log}.json"], tmp_path / log, extras=("turns", "walls"))
        with duckdb.connect(str(tmp_path / log), read_only=True) as connection:
            (counts,) = connection.execute(FIRST_DRAWS).fetchall()
            (ends,) = connection.execute("SELECT count(placement), count(computed_score) FROM seats").fetchall()
        assert [count > 0 for count in counts] == [era != SHORT] * len(counts)
        assert (ends[1] > 0) == (log == "game" and ends[0] > 0)


FIRST_DRAWS = """
    SELECT count(drawn.tile), count(deals.tiles), count(draws.shanten),
        count(*) FILTER (discard.tsumogiri IS NOT NULL), count(turns.shanten_before)
    FROM hands
    JOIN events AS drawn ON (drawn.game_id, drawn.hand, drawn.event) = (hands.game_id, hands.hand, 0)
    JOIN deals ON (deals.game_id, deals.hand, deals.seat) = (hands.game_id, hands.hand, hands.dealer)
    JOIN draws ON (draws.game_id, draws.hand, draws.event) = (hands.game_id, hands.hand, 0)
    JOIN events AS discard ON (discard.game_id, discard.hand, discard.seat) = (hands.game_id, hands.hand, hands.dealer)
        AND discard.kind = 'discard' AND discard.event < 3
    JOIN turns ON (turns.game_id, turns.hand, turns.event) = (hands.game_id, hands.hand, discard.event)
"""


@pytest.mark.parametrize("era", [WHOLE, SALTED])
def test_the_dealers_first_draw_is_the_walls_wherever_it_stands_in_the_deal(era: str) -> None:
    head_of_game, found = written("four players", era)
    for name, data in found:
        if name == "RecordNewRound":
            dealers = f"tiles{data['ju']}"
            data[dealers] = [data[dealers][-1], *data[dealers][:-1]]
    for hand, original in zip(
        game_of(browser(head_of_game, found).encode()).hands, played("four players").game.hands, strict=True
    ):
        assert hand.events[0].tile >> 2 == original.events[0].tile >> 2
        assert len(hand.dealt[hand.dealer]) == 13


TAKEN_OUT = [("old_scores",), ("old_scores", "delta_scores"), ("old_scores", "delta_scores", "scores")]


@pytest.mark.parametrize("encoding", ["browser", "answer"])
@pytest.mark.parametrize("fields", TAKEN_OUT)
@pytest.mark.parametrize("name", PLAYS)
def test_a_record_whose_points_were_taken_out_is_judged_without_them(
    name: str, fields: tuple[str, ...], encoding: str
) -> None:
    """Nobody is told to have paid nothing, and play, waits and wall are judged as ever."""
    head_of_game, found = written(name)
    found = [(record, dict(data)) for record, data in found]
    for record, data in found:
        if record == "RecordHule":
            for field in fields:
                del data[field]
        elif record == "RecordNoTile" and len(fields) > 1:
            data["scores"] = [{}]
    game = game_of(ENCODINGS[encoding](head_of_game, found))
    assert len(game.hands) == len(played(name).game.hands)
    wins = [event for hand in game.hands for event in hand.events if isinstance(event, Win)]
    assert {win.scores for win in wins} <= {None}
    assert all([(win.deltas is None) == (len(fields) == 3) for win in wins])
    assert checks_of_findings(game) == []


@pytest.mark.parametrize("name", PLAYS)
def test_what_is_nothing_may_be_left_out(name: str) -> None:
    """As protobuf does: 0, false, and what is empty."""
    head_of_game, found = written(name)
    short = [(record, {key: value for key, value in data.items() if value}) for record, data in found]
    assert short != found
    assert everything(game_of(browser(head_of_game, short).encode())) == everything(
        game_of(browser(head_of_game, found).encode())
    )


FIVE_OF_MAN = 16
"""Which three players do not have."""


@pytest.mark.parametrize("encoding", [*ENCODINGS, *HEADLESS])
@pytest.mark.parametrize("name", PLAYS)
def test_every_shape_is_read_the_same(name: str, encoding: str) -> None:
    with_head, found = written(name)
    game = game_of((ENCODINGS | HEADLESS)[encoding](with_head, found))
    whole = everything(game_of(browser(with_head, found).encode()))
    if encoding in HEADLESS:
        assert everything(game)[-1] == whole[-1]
        assert {*game.red_tiles, FIVE_OF_MAN} == {*played(name).game.red_tiles, FIVE_OF_MAN}
    else:
        assert everything(game) == whole
    assert checks_of_findings(game) == []


# ---- what tools make of a record


def in_record(name: str, change: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any]], object]:
    """Change every record of a name."""

    def in_document(document: dict[str, Any]) -> None:
        for action in document["data"]["data"]["actions"]:
            if action.get("result", {}).get("name") == f".lq.{name}":
                change(action["result"]["data"])

    return in_document


def without_package(document: dict[str, Any]) -> None:
    for action in document["data"]["data"]["actions"]:
        if "result" in action:
            action["result"]["name"] = action["result"]["name"].removeprefix(".lq.")


def old_hands(data: dict[str, Any]) -> None:
    for seat in range(4):
        data[f"begin_tiles[{seat}]"] = data.pop(f"tiles{seat}")


def one_indicator(data: dict[str, Any]) -> None:
    data["dora"] = data.pop("doras")[0]


def nulls(data: dict[str, Any]) -> None:
    data.update(dict.fromkeys(("doras", "liqi", "operation", "operations"), None))


def null_tiles(data: dict[str, Any]) -> None:
    data["doras"] = None
    data["zhenting"] = [*data["zhenting"], None]


def by_name(data: dict[str, Any]) -> None:
    """Yaku and limits as they were before May 2019."""
    words = {number: name for name, number in FAN_OF_NAME.items()}
    for win in data["hules"]:
        win["fans"] = [{"name": words[fan["id"]], "val": fan["val"]} for fan in win["fans"]]
        win["title"] = ("", "满贯", "跳满", "倍满", "三倍满", "役满")[win.pop("title_id")]


def accounts_backwards(document: dict[str, Any]) -> None:
    document["head"]["accounts"].reverse()
    document["head"]["result"]["players"].reverse()


ALIKE: dict[str, Callable[[dict[str, Any]], object]] = {
    "names without their package": without_package,
    "hands under the names of an old client": in_record("RecordNewRound", old_hands),
    "the first indicator under its old name": in_record("RecordNewRound", one_indicator),
    "nulls for what is missing": in_record("RecordAnGangAddGang", nulls),
    "a null among flags": in_record("RecordChiPengGang", null_tiles),
    "yaku and limits by name": in_record("RecordHule", by_name),
    "accounts in another order": accounts_backwards,
}


@pytest.mark.parametrize("name", ALIKE)
def test_what_tools_write_otherwise_is_read_the_same(name: str) -> None:
    with_head, found = written("four players")
    document = json.loads(browser(with_head, found))
    before = json.dumps(document)
    ALIKE[name](document)
    assert json.dumps(document) != before
    whole = everything(game_of(browser(with_head, found).encode()))
    assert everything(game_of(json.dumps(document).encode())) == whole


@pytest.mark.parametrize("indent", [None, 1])
def test_spaces_a_mark_of_order_and_the_order_of_keys_make_no_difference(indent: int | None) -> None:
    with_head, found = written("four players")
    text = browser(with_head, found)
    spaced = "\ufeff" + json.dumps(json.loads(text), sort_keys=True, indent=indent, separators=(" , ", " : "))
    assert everything(game_of(spaced.encode())) == everything(game_of(text.encode()))


def test_a_list_holds_several_games() -> None:
    texts = [flat_list(*written(name))[1:-1] for name in PLAYS]
    games = list(read(f"[{','.join(texts)}]".encode(), "log"))
    assert [game.players for game in games if isinstance(game, Game)] == [4, 3]
    assert len(games) == len(texts)


def test_the_bytes_of_a_record_are_read_and_not_what_a_tool_made_of_them() -> None:
    with_head, found = written("four players")
    document = json.loads(ENCODINGS["python"](with_head, found))
    document["records"] = []
    assert everything(game_of(json.dumps(document).encode())) == everything(game_of(browser(with_head, found).encode()))


# ---- the head


def headed(**facts: Any) -> Game:
    """A game whose head has other facts; one with None is left out."""
    with_head, found = written("four players")
    changed = {name: fact for name, fact in (with_head | facts).items() if fact is not None}
    return game_of(browser(changed, found).encode())


def test_the_id_is_the_heads() -> None:
    assert headed().log_id == UUID
    assert headed(uuid="no such id").log_id == ""


def test_seats_have_names_grades_and_points_of_their_levels() -> None:
    accounts = [
        {"seat": 2, "nickname": "Chie", "level": {"id": 10502, "score": 4321}},
        {"seat": 0, "nickname": "Aki", "level": {"id": 10203, "score": 150}, "level3": {"id": 20301}},
        {"seat": 1, "nickname": "Beni"},
    ]
    assert headed(accounts=accounts).seats == [
        Player("Aki", "雀士★3", 150.0), Player("Beni"), Player("Chie", "雀聖★2", 4321.0), Player(""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("config", "text"),
    [
        ({"category": 2, "mode": {"mode": 2}, "meta": {"mode_id": 12}}, "玉の間南喰赤"),
        ({"category": 2, "mode": {"mode": 1}, "meta": {"mode_id": 8}}, "金の間東喰赤"),
        ({"category": 1, "mode": {"mode": 2, "detail_rule": {"shiduan": 0, "fanfu": 1}}, "meta": {}}, "雀魂友人戦南赤"),
        ({"category": 4, "mode": {"mode": 1, "detail_rule": {"dora_count": 0, "fanfu": 1}}}, "雀魂大会戦東喰"),
        ({}, "雀魂"),
    ],
)
def test_the_room_is_named_as_converters_name_it(config: dict[str, Any], text: str) -> None:
    assert headed(config=config).rule_text == text


def test_the_numbers_of_the_room_are_kept() -> None:
    config = {"category": 4, "mode": {"mode": 2}, "meta": {"mode_id": 3, "room_id": 7, "contest_uid": 9}}
    game = headed(config=config)
    wanted = {"category": "4", "mode": "2", "mode_id": "3", "room_id": "7", "contest_uid": "9"}
    assert {name: game.attributes[name] for name in wanted} == wanted


def test_times_and_final_points_are_kept() -> None:
    game = headed(start_time=1767225600, end_time=1767227400)
    assert game.attributes["start_time"] == "1767225600"
    assert game.attributes["end_time"] == "1767227400"
    assert game.result == played("four players").game.result
    assert headed(result=None).result is None


def test_a_record_without_a_head_has_the_id_of_its_file() -> None:
    data = HEADLESS["wrapped bytes"](*written("four players"))
    assert game_of(data, UUID).log_id == UUID
    assert game_of(data, f"{UUID}_a123456.bin").log_id == UUID
    assert game_of(data, "record").log_id == ""


def test_the_set_of_red_fives_is_that_of_most_hands() -> None:
    """Of a record without a head, one hand of which holds a wrong tile."""
    _, found = written("four players")
    changed = json.loads(json.dumps(found))
    wall = changed[0][1]["paishan"]
    changed[0][1]["paishan"] = wall.replace("0m", "5m")
    game = game_of(HEADLESS["bare bytes"]({}, [(name, data) for name, data in changed]))
    assert game.red_tiles == played("four players").game.red_tiles


def final(change: Callable[[list[dict[str, Any]]], object], name: str = "mahjong-soul") -> list[str]:
    """The checks that a whole game offends after a change to the results in its head."""
    played = Simulation(2, name)
    game = played.play()
    of_game = head(game)
    change(of_game["result"]["players"])
    again = game_of(browser(of_game, records(game, played.rules)).encode())
    return [one.check for one in audit_game(again, choose("auto", again)[0]).findings if one.severity != NOTE]


def move(key: str, points: int) -> Callable[[list[dict[str, Any]]], object]:
    return lambda results: results[1].update({key: results[1][key] + points})


def swap(results: list[dict[str, Any]]) -> None:
    results[0]["seat"], results[2]["seat"] = results[2]["seat"], results[0]["seat"]


def as_texts(results: list[dict[str, Any]]) -> None:
    for one in results:
        one.update({key: str(value) for key, value in one.items()}, gold=0, grading_score=15)


@pytest.mark.parametrize("name", ["mahjong-soul", "mahjong-soul-sanma"])
@pytest.mark.parametrize(
    ("change", "checks"),
    [
        (move("part_point_1", 100), ["game/final"]),
        (move("total_point", 1000), ["game/final"]),
        (swap, ["game/final"]),
        (lambda results: results[0].update(total_point=-results[0]["total_point"]), ["game/final"]),
        (lambda results: results.reverse(), []),
        (as_texts, []),
    ],
)
def test_the_results_are_those_of_the_game(name: str, change: Any, checks: list[str]) -> None:
    assert final(change, name) == checks
