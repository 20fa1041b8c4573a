"""The board's SVG shows the position on the table, and texts from logs cannot break it."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.board_reading import Board, Seen
from support.paths import FIXTURES

from auditor.core import rulesets
from auditor.core.events import CLAIMS, DEPOSIT, DISCARD, DORA, DRAW, NO_SEAT, TSUMOGIRI, WIN, Event, Game, Hand
from auditor.core.reading import read
from auditor.core.table.record import discard_marks
from auditor.core.table.seat import Seat
from auditor.core.table.table import Table, deal
from auditor.core.tiles import tile_names
from auditor.page.board.faces import BACK, FACES, symbols
from auditor.page.board.focus import focus_of
from auditor.page.board.frames import DrawingIndex, Frames
from auditor.page.board.layout import HAND, RIVER, TABLE_MARKERS, ZONES, past_discards
from auditor.page.board.scene import GROUPS, Stage, scene_of
from auditor.page.board.svg import board_svg, truncate
from auditor.testing.scenario import Scenario

THREE_PLAYERS = FIXTURES / "game" / "end" / "tenhou-sanma-extension-dealer-stays.mjlog"
STEP = 9
"""Of the positions of a hand each ninth is drawn and read back."""


def positions(game: Game, step: int = STEP) -> Iterator[tuple[Game, Hand, Table]]:
    """Positions of all hands of a game, not always at the same events."""
    rules, _ = rulesets.choose("auto", game)
    for hand in game.hands:
        table = deal(game, hand, rules)
        for index, event in enumerate(hand.events):
            if (index + hand.index) % step == 0:
                yield game, hand, table
            table.apply(event)
        yield game, hand, table


def games_of(*logs: bytes) -> list[Game]:
    return [game for log in logs for game in read(log, "x.mjlog") if isinstance(game, Game)]


def claimed_discards(hand: Hand, until: int) -> set[int]:
    """The discards that the next thing that happens claims."""
    claimed, last = set(), -1
    for index, event in enumerate(hand.events[:until]):
        if event.kind == DISCARD:
            last = index
        elif event.kind in CLAIMS:
            claimed.add(last)
        elif event.kind not in (DEPOSIT, DORA):
            last = -1
    return claimed


def assert_seat_is_drawn(board: Board, game: Game, hand: Hand, table: Table, seat: Seat) -> None:
    names = tile_names(game.red_tiles)
    concealed = sorted(seat.concealed)
    if seat.drawn >= 0:
        concealed.remove(seat.drawn)
        concealed.append(seat.drawn)
    assert board.faces(seat.seat, "hand") == [names[tile] for tile in concealed]
    assert board.faces(seat.seat, "norths") == [names[tile] for tile in seat.norths]
    assert sorted(board.faces(seat.seat, "melds")) == sorted(
        [
            BACK if meld.kind == 5 and place in (0, 3) else face
            for meld in seat.melds
            for place, face in enumerate(meld_faces(meld.kind, meld.tiles, meld.tile, names))
        ]
    )
    claimed = claimed_discards(hand, table.index)
    river = board.zones[seat.seat, "river"]
    assert [tile.face for tile in river] == [names[tile] for tile in seat.river]
    assert [event for tile, event in zip(river, seat.river_events, strict=True) if "claimed" in tile.looks] == [
        event for event in seat.river_events if event in claimed
    ]
    marks = discard_marks(hand.events)
    for tile, event in zip(river, seat.river_events, strict=True):
        assert ("dim" in tile.looks) is (marks[event] == TSUMOGIRI and event not in claimed)
    lying = [event for tile, event in zip(river, seat.river_events, strict=True) if tile.lying]
    assert lying[:1] == ([seat.riichi_discard] if seat.riichi_discard >= 0 else [])
    assert len(lying) <= 1 + sum([event in claimed for event in lying])


def meld_faces(kind: int, tiles: tuple[int, ...], tile: int, names: tuple[str, ...]) -> list[str]:
    """The faces of a meld; of a closed kan those two in the middle that show a red five if there is one."""
    if kind != 5:
        return [names[one] for one in (*tiles, tile)]
    faces = sorted([names[one] for one in tiles])  # a red five is 0
    return [faces[3], faces[0], faces[1], faces[2]]


def assert_is_drawn(game: Game, hand: Hand, table: Table) -> None:
    board = Board(board_svg(scene_of(game, table), view=table.index % table.players))
    for seat in table.seats[: table.players]:
        assert_seat_is_drawn(board, game, hand, table, seat)
    names = tile_names(game.red_tiles)
    shown = [f"#t{names[tile]}" for tile in table.indicators]
    assert board.indicators == shown + [f"#t{BACK}"] * (5 - len(shown))
    texts = board.texts()
    assert f"{table.wall_left} tiles left" in [text.replace("1 tile left", "1 tiles left") for text in texts]
    assert all([f"{score:,}" in texts for score in table.scores[: table.players]])


def test_a_position_drawn_is_the_position_replayed(played: list[str]) -> None:
    count = 0
    for game in games_of(*[log.encode() for log in played[:5]], THREE_PLAYERS.read_bytes()):
        for position in positions(game):
            assert_is_drawn(*position)
            count += 1
    assert count > 500


def test_a_position_of_a_real_log_drawn_is_the_position_replayed(corpus: Path) -> None:
    count = 0
    for path in sorted((corpus / "mjlog").iterdir())[::12]:
        for game in games_of(path.read_bytes()):
            for position in positions(game, 41):
                assert_is_drawn(*position)
                count += 1
    assert count > 500


def row(tiles: list[Seen]) -> str:
    """Melds as they lie: ``'`` for sideways, ``+`` for a tile that lies across the one before it."""
    text, before = "", None
    for tile in tiles:
        across = before is not None and before.x == tile.x
        gap = before is not None and tile.x - before.x > (40 if before.lying else 30)
        text += "+" if across else "| " if gap else " " if text else ""
        text += tile.face + "'" * tile.lying
        before = tile
    return text


def claim(kind: str, caller: int) -> Scenario:
    """Seat 0 discards a 5p, for a kan the red one, and another seat claims it."""
    tile = "0p" if kind == "kan" else "5p"
    held = {"chi": "46p12346m222s334z", "pon": "05p34669m229s334z", "kan": "555p3469m229s334z"}[kind]
    scenario = Scenario().hand({0: f"{tile}1234m456789s11z", caller: held}).draw("9m").discard(tile)
    if kind == "chi":
        return scenario.chi(caller, "46p")
    return scenario.pon(caller, "50p") if kind == "pon" else scenario.open_kan(caller, "555p")


def melds(scenario: Scenario, seat: int) -> str:
    board = Board(board_svg(scene_of(scenario.game, scenario.table)))
    return row(board.zones[seat, "melds"])


@pytest.mark.parametrize(
    ("kind", "caller", "expected"),
    [
        ("chi", 1, "5p' 4p 6p"),
        ("pon", 1, "5p' 0p 5p"),
        ("pon", 2, "0p 5p' 5p"),
        ("pon", 3, "0p 5p 5p'"),
        ("kan", 1, "0p' 5p 5p 5p"),
        ("kan", 2, "5p 0p' 5p 5p"),
        ("kan", 3, "5p 5p 5p 0p'"),
    ],
)
def test_the_claimed_tile_lies_sideways_where_it_came_from(kind: str, caller: int, expected: str) -> None:
    assert melds(claim(kind, caller), caller) == expected


@pytest.mark.parametrize(("caller", "expected"), [(1, "5p'+5p' 0p 5p"), (2, "0p 5p'+5p' 5p"), (3, "0p 5p 5p'+5p'")])
def test_an_added_tile_lies_across_the_claimed_one(caller: int, expected: str) -> None:
    scenario = claim("pon", caller).discard("9m").go_round().draw("5p").added_kan("5p")
    assert melds(scenario, caller) == expected


def test_a_closed_kan_shows_its_inner_two_and_the_red_five() -> None:
    scenario = Scenario().hand({0: "5550p123m789s112z"}).draw("9m").closed_kan("5p")
    assert melds(scenario, 0) == "back 0p 5p back"


def test_the_newest_meld_is_the_leftmost() -> None:
    scenario = (
        Scenario().hand({1: "22m33p124567s999m"}, avoid="2m3p").draw("2m").discard("2m").pon(1, "22m").discard("9m")
    )
    scenario.go_round(0).draw("3p").discard("3p").pon(1, "33p")
    assert melds(scenario, 1) == "3p' 3p 3p| 2m' 2m 2m"


def test_where_the_riichi_tile_is_claimed_the_next_one_lies_sideways() -> None:
    scenario = Scenario().hand({0: "123m456p789s1122z", 1: "55z12344m55p66s"}, avoid="5z")
    scenario.draw("5z").riichi("5z").pon(1, "55z").discard("4m").go_round(0).draw("8m").discard()
    river = Board(board_svg(scene_of(scenario.game, scenario.table))).zones[0, "river"]
    assert [(tile.face, tile.lying, "claimed" in tile.looks) for tile in river] == [
        ("5z", True, True),
        ("8m", True, False),
    ]


def test_each_seat_is_turned_to_its_player() -> None:
    scenario = Scenario().hand()
    scene = scene_of(scenario.game, scenario.table)
    for view in range(4):
        turns = Board(board_svg(scene, view)).turns
        assert turns == {seat: f"rotate({-90 * ((seat - view) % 4)} 325 325)" for seat in range(4)}


def test_nothing_leaves_the_table_where_a_seat_has_four_kans() -> None:
    scenario = Scenario("mahjong-soul").hand({1: "222m333m444p555s9m"}, avoid="2345m4p59s0s")
    for tile in ("2m", "3m", "4p", "5s"):
        scenario.draw(tile, seat=0).discard(tile, seat=0).open_kan(1, tile[0] * 3 + tile[1])
        scenario.draw(seat=1).discard(seat=1)
    tiles = Board(board_svg(scene_of(scenario.game, scenario.table), 1))
    row_of_all = tiles.zones[1, "hand"] + tiles.zones[1, "melds"]
    assert len(tiles.zones[1, "melds"]) == 16
    for left, right in pairwise(row_of_all):
        assert right.x - left.x >= (40 if left.lying else 30)
    assert row_of_all[0].x >= 48
    assert row_of_all[-1].x + (40 if row_of_all[-1].lying else 30) <= 650


NAMES = [
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "麻雀格闘倶楽部の超長い名前です第一位",
    "\x00\x1b\ud800]]>",
]


@pytest.mark.parametrize(
    ("text", "columns", "expected"),
    [
        ("abcd", 6, "abcd"),
        ("abcde", 6, "abc…"),
        ("麻雀", 4, "麻雀"),
        ("麻雀a", 4, "麻…"),
        ("麻雀", 3, "麻…"),
        ("", 4, ""),
    ],
)
def test_text_is_cut_to_its_columns(text: str, columns: int, expected: str) -> None:
    assert truncate(text, columns) == expected


def test_names_are_text_and_have_room() -> None:
    scenario = Scenario()
    for player, name in zip(scenario.game.seats, NAMES, strict=True):
        player.name = name
    scenario.hand()
    svg = board_svg(scene_of(scenario.game, scenario.table), title="</svg><script>")
    assert "<script" not in svg
    svg.encode("utf-8")
    texts = Board(svg).texts()
    assert {"<script>aler…", "\"'><img src…", "麻雀格闘倶楽部…"} <= set(texts)
    root = ElementTree.fromstring(svg)
    titles = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert [title.rpartition(" (seat")[0] for title in titles] == [*NAMES[:3], "\ufffd\ufffd\ufffd]]>"]


def test_the_faces_differ_without_colour() -> None:
    root = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{symbols()}</svg>')
    shapes = {}
    for symbol in root:
        text = ElementTree.tostring(symbol, "unicode").replace(symbol.attrib["id"], "")
        shapes[symbol.attrib["id"]] = re.sub(r"#[0-9a-f]{6}", "", text)
    assert {f"t{face}" for face in FACES} <= shapes.keys()
    for one, other in combinations(shapes, 2):
        assert shapes[one] != shapes[other], (one, other)


def test_a_board_refers_to_nothing_that_it_does_not_hold() -> None:
    scenario = claim("pon", 2)
    svg = board_svg(scene_of(scenario.game, scenario.table, frozenset(range(136))))
    assert set(re.findall(r'href="#([^"]+)"', svg)) <= set(re.findall(r'<symbol id="([^"]+)"', svg))
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|url\(|@import|<script", svg)


# ------------------------------------------------------------------------------------------------ moments


def marked(scenario: Scenario, event: int) -> tuple[int, list[tuple[str, str]]]:
    """How many events came before the moment of an event, and what is marked: zones of any seat, and faces."""
    moment = focus_of(scenario.game, scenario.current, event, scenario.rules)
    pieces = [moment.scene.groups[group][place] for group, place in moment.marks]
    return moment.applied, [(piece.zone, piece.name) for piece in pieces]


def test_what_an_event_is_about_is_marked() -> None:
    scenario = Scenario().hand({0: "123m456p789s1122z", 1: "55z12344m55p66s"}, avoid="5z9p").draw("5z")
    assert marked(scenario, 0) == (1, [("hand", "5z")])  # a draw is seen once it is drawn
    scenario.riichi("5z")
    assert marked(scenario, 1) == (1, [("hand", "5z")])  # of a riichi the tile that is discarded
    assert marked(scenario, 2) == (2, [("hand", "5z")])
    scenario.pon(1, "55z")
    assert marked(scenario, scenario.last_event) == (4, [("river", "5z"), ("hand", "5z"), ("hand", "5z")])
    scenario.discard_tile(4 * 17)  # 9p, which it does not hold
    assert marked(scenario, scenario.last_event) == (scenario.last_event + 1, [("river", "9p")])
    scenario.add(Event(DORA, NO_SEAT, 4 * 17))  # the same tile once more: both are marked
    assert marked(scenario, scenario.last_event)[1] == [("river", "9p"), ("dora", "9p")]


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("furiten/discard/fires.mjlog", [("river", "1m"), ("river", "7m")]),
        ("furiten/riichi/fires.mjlog", [("river", "4m"), ("river", "7m")]),
        ("furiten/temporary/fires.mjlog", [("river", "4m"), ("river", "7m")]),
    ],
)
def test_what_made_furiten_is_marked_too(log: str, expected: list[tuple[str, str]]) -> None:
    (game,) = [one for one in read((FIXTURES / log).read_bytes(), log) if isinstance(one, Game)]
    hand = game.hands[0]
    ron = next(place for place, event in enumerate(hand.events) if event.kind == WIN)
    moment = focus_of(game, hand, ron, rulesets.choose("auto", game)[0])
    pieces = [moment.scene.groups[group][place] for group, place in moment.marks]
    assert sorted([(piece.zone, piece.name) for piece in pieces]) == expected


# ------------------------------------------------------------------------------------------------ frames


def test_what_did_not_change_is_not_laid_out_again(played: list[str]) -> None:
    (game,) = games_of(played[0].encode())
    hand = game.hands[0]
    table = deal(game, hand, rulesets.choose("auto", game)[0])
    stage, past = Stage(game, table), past_discards(table)
    scenes = [stage.scene(past)]
    for event in hand.events[:2]:
        table.apply(event)
        past.add(event)
        scenes.append(stage.scene(past))
    zones = [(seat, zone) for seat in range(table.players) for zone in ZONES]
    changed = [
        {one for one, old, new in zip(zones, before.groups, after.groups, strict=False) if old is not new}
        for before, after in pairwise(scenes)
    ]
    seat = hand.dealer
    assert [event.kind for event in hand.events[:2]] == [DRAW, DISCARD]
    assert [{one for one in ones if one[1] != TABLE_MARKERS} for ones in changed] == [
        {(seat, HAND)}, {(seat, HAND), (seat, RIVER)},
    ]  # fmt: skip


def test_frames_build_up_to_the_scenes(played: list[str]) -> None:
    """Applied in their order, the differences give each scene of the replay."""
    (game,) = games_of(played[0].encode())
    rules, _ = rulesets.choose("auto", game)
    atlas = DrawingIndex()
    hands = [Frames(game, hand, rules, [""] * len(hand.events), atlas).frames for hand in game.hands]
    told = atlas.as_object()
    places, drawings, texts = told["places"], told["drawings"], told["texts"]
    assert isinstance(places, list)
    assert isinstance(drawings, list)
    assert isinstance(texts, list)
    for hand, frames in zip(game.hands, hands, strict=True):
        assert len(frames) == len(hand.events) + 1
        table = deal(game, hand, rules)
        shown: list[dict[int, int]] = [{} for _ in range(GROUPS)]
        words: dict[int, str] = {}
        for index, (changed, *groups) in enumerate(frames):
            if index:
                table.apply(hand.events[index - 1])
            words |= {text: texts[number] for text, number in zip(changed[::2], changed[1::2], strict=True)}
            for group, *pairs in groups:
                for place, drawing in zip(pairs[::2], pairs[1::2], strict=True):
                    shown[group][place] = drawing
            scene = scene_of(game, table)
            assert [words[text] for text in range(len(scene.texts))] == list(scene.texts)
            for group, pieces in enumerate(scene.groups):
                expected = sorted(
                    [(round(one.x, 2), round(one.y, 2), " ".join((one.name, *one.looks))) for one in pieces]
                )
                drawn = [(*places[place][:2], drawings[number - 1]) for place, number in shown[group].items() if number]
                assert sorted(drawn) == expected
