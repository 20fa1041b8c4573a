"""Mahjong Soul's real records: tiles proven by the wall, wins and scores as recorded, the same game in every form.

What a record says of a hand's value is compared with the hand arithmetic, and tiles with the wall by places that are
written down here once more, not by the checks.
"""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from support.game_comparison import comparable_hand
from support.majsoul_samples import real

from auditor.core.audit.game import Audit, audit_game
from auditor.core.events import CLOSED_KAN, DORA, DRAW, KANS, NORTH, OFFER_BITS, Deposit, Game, Hand, Win
from auditor.core.reading import detect, read
from auditor.core.reading.log_ids import is_mahjong_soul_id
from auditor.core.results import NOTE, Unjudged
from auditor.core.rulesets import choose
from auditor.core.table.ledger import final_scores
from auditor.core.table.table import deal
from auditor.core.table.winning import payment_of_win, value_of_win
from auditor.core.tiles import tile_names

NOT_JUDGED = "200610_browser_records_testenv.json"
"""A hand that the server dealt for a test, of tiles that no set holds."""


def paths(corpus: Path) -> list[Path]:
    return sorted((corpus / "majsoul").glob("native-*/*"))


@cache
def game_of(path: Path) -> Game:
    data = path.read_bytes()
    format = detect(data)
    assert getattr(format, "name", "") == "majsoul", path.name
    games = list(read(data, path.name))
    assert len(games) == 1, games
    assert isinstance(games[0], Game), games
    return games[0]


@cache
def audited(path: Path) -> Audit:
    game = game_of(path)
    return audit_game(game, choose("auto", game)[0])


def test_every_hand_is_replayed_and_clean(corpus: Path) -> None:
    hands = 0
    unjudged: Counter[Unjudged] = Counter()
    for path in paths(corpus):
        audit = audited(path)
        assert not audit.problems, path.name
        assert [one for one in audit.findings if one.severity != NOTE] == [], path.name
        for record, hand in zip(audit.records, audit.game.hands, strict=True):
            assert record.stopped_at is None
            assert hand.is_finished
            unjudged.update(record.unjudged)
            hands += 1
    print(f"{hands} hands replayed")
    for line, count in unjudged.items():
        print(f"  {count} hands: {line}")
    assert hands


def proven_tiles(game: Game, hand: Hand) -> int:
    """How many tiles of a hand lie in its wall where they must; fails where one does not."""
    assert hand.server is not None
    wall = hand.server.wall
    tiles = [wall[place : place + 2] for place in range(0, len(wall), 2)]
    names = tile_names(game.red_tiles)
    players = game.players
    whole = len(tiles) == (136 if players == 4 else 108)
    missing = 0 if whole else 13 * players + 1
    proven = 0

    def is_there(place: int, tile: int) -> None:
        nonlocal proven
        assert tiles[place - (missing if place >= 0 else 0)] == names[tile], f"hand {hand.index}, place {place}"
        proven += 1

    if whole:
        for turn in range(players):
            seat = (hand.dealer + turn) % players
            due = [tiles[4 * (players * number + turn) + one] for number in range(3) for one in range(4)]
            due.append(tiles[12 * players + turn])
            assert sorted(due) == sorted([names[tile] for tile in hand.dealt[seat]])
            proven += 13
    replaced, drawn, indicators = 0, 13 * players, [hand.indicator]
    first_dead = 4 if players == 4 else 8
    is_replacement = False
    for number, event in enumerate(hand.events):
        if event.kind == DRAW:
            if is_replacement:
                replaced += 1
                is_there(-replaced, event.tile)
            elif whole or number:
                is_there(drawn, event.tile)
            drawn += not is_replacement
        elif event.kind == DORA:
            indicators.append(event.tile)
        if event.kind != DORA:
            is_replacement = event.kind in (*KANS, NORTH)
    for number, tile in enumerate(indicators):
        is_there(-1 - first_dead - 2 * number, tile)
    for win in hand.events:
        for number, tile in enumerate((isinstance(win, Win) and win.ura) or ()):
            is_there(-2 - first_dead - 2 * number, tile)
    if not whole:
        seen = Counter([*tiles, *[names[tile] for dealt in hand.dealt for tile in dealt], names[hand.events[0].tile]])
        assert {seen[tile.replace("0", "5")] + seen[tile] * (tile[0] == "0") for tile in seen if tile[0] != "0"} <= {
            3,
            4,
        }
        assert sum(seen.values()) == (136 if players == 4 else 108)
    return proven


def test_every_tile_is_proven_by_the_wall(corpus: Path) -> None:
    proven: Counter[str] = Counter()
    for path in paths(corpus):
        if path.name == NOT_JUDGED:
            continue
        game = game_of(path)
        for hand in game.hands:
            proven["tiles"] += proven_tiles(game, hand)
            proven["hands"] += 1
            assert hand.server is not None
            proven["hashes"] += bool(hand.server.md5 or hand.server.sha256)
    print(dict(proven))
    assert proven["hashes"] == proven["hands"] > 0


def test_every_win_is_worth_and_paid_what_is_recorded(corpus: Path) -> None:
    counts: Counter[str] = Counter()
    for path in paths(corpus):
        audit = audited(path)
        game = audit.game
        if path.name == NOT_JUDGED:
            continue
        for hand in game.hands:
            table = deal(game, hand, audit.ruleset)
            for event in hand.events:
                if isinstance(event, Win):
                    value = value_of_win(table, event.seat, event.from_seat, event.tile, event.ura or ())
                    assert value is not None
                    paid = payment_of_win(table, value, event.seat, event.from_seat)
                    worth = sorted(one for one in event.yaku or () if one[1])
                    assert worth == sorted(one for one in value.yaku if one[1]), path.name
                    assert (event.han, event.fu, event.limit) == (value.han, value.fu, value.limit), path.name
                    assert (event.points, event.deltas) == (paid.points, paid.total), path.name
                    counts["wins"] += 1
                    counts["yaku"] += len(worth)
                table.apply(event)
    print(dict(counts))
    assert counts["wins"]


def test_every_final_score_follows(corpus: Path) -> None:
    games = 0
    for path in paths(corpus):
        audit = audited(path)
        result = audit.game.result
        if result is None or path.name == NOT_JUDGED:
            continue
        players = audit.game.players
        points = list(audit.records[-1].end_scores)
        points[points.index(max(points[:players]))] += 1000 * audit.records[-1].end_sticks
        assert result.points is not None
        assert result.scores is not None
        assert list(result.points) == points, path.name
        assert list(result.scores[:players]) == pytest.approx(final_scores(points[:players], audit.ruleset))
        games += 1
    print(f"{games} games with final scores")
    assert games


def test_a_game_in_several_forms_is_the_same(corpus: Path) -> None:
    by_wall: dict[str, list[Game]] = {}
    for path in paths(corpus):
        server = game_of(path).hands[0].server
        assert server is not None
        by_wall.setdefault(server.wall, []).append(game_of(path))
    several = [games for games in by_wall.values() if len(games) > 1]
    assert several
    for first, *others in several:
        for other in others:
            assert [hand_key(hand) for hand in other.hands] == [hand_key(hand) for hand in first.hands]
    print(f"{len(several)} games in {sum([len(games) for games in several])} files")


def hand_key(hand: Hand) -> tuple[object, ...]:
    """All that a hand holds."""
    server = hand.server
    assert server is not None
    start = (hand.round, hand.honba, hand.sticks, hand.dealer, hand.scores, hand.dealt, hand.indicator)
    return (*start, [event.key() for event in hand.events], server.furiten, server.offers, server.end_scores)


def test_what_seats_did_they_had_been_offered(corpus: Path) -> None:
    """The offers are read right: whoever calls, declares, makes a kan or wins was offered that just before."""
    asked: Counter[int] = Counter()
    for path in paths(corpus):
        for hand in game_of(path).hands:
            assert hand.server is not None
            offered = 0
            for event, offers in zip(hand.events, hand.server.offers, strict=True):
                number = OFFERED.get(event.kind, 0)
                if isinstance(event, Win):
                    number = 8 if event.is_tsumo else 9
                if number and event.kind != 1:
                    assert offered >> OFFER_BITS * event.seat & 1 << number, (path.name, hand.index, event)
                    asked[number] += 1
                offered = offers or offered
    print(dict(asked))
    assert asked[9]
    assert asked[3]


OFFERED = {2: 2, 3: 3, CLOSED_KAN: 4, 4: 5, 6: 6, NORTH: 11, 8: 7}
"""The number of the offer for each kind of event, as `majsoul_records` does not tell it."""


def test_games_that_converters_made_of_them_agree(corpus: Path) -> None:
    natives = {game_of(path).log_id: path for path in paths(corpus) if game_of(path).log_id}
    compared: Counter[str] = Counter()
    for path in sorted((corpus / "majsoul" / "converted").iterdir()):
        for other in read(path.read_bytes(), path.name):
            assert isinstance(other, Game), other
            assert is_mahjong_soul_id(other.log_id)
            if other.log_id not in natives:
                continue
            audit = audited(natives[other.log_id])
            game = audit.game
            assert other.result is not None
            assert game.result == other.result
            assert [player.name for player in other.seats] != []
            for hand, converted in zip(game.hands, other.hands, strict=True):
                red = any(game.red_tiles)
                assert comparable_hand(converted, red) == comparable_hand(hand, red), f"{path.name} hand {hand.index}"
                compared["hands"] += 1
                compared["wins"] += sum([isinstance(event, Win) for event in hand.events])
            found = [[(one.check, one.hand, one.seat, one.severity) for one in audit.findings]]
            found.append(
                [
                    (one.check, one.hand, one.seat, one.severity)
                    for one in audit_game(other, choose("auto", other)[0]).findings
                ]
            )
            assert found[0] == found[1]
            compared["games"] += 1
            compared["findings"] += len(found[0])
    print(dict(compared))
    assert compared["games"] >= 3


def test_each_finding_of_a_converted_game_is_a_fault_of_the_record(corpus: Path) -> None:
    """What a winner is said to gain is not what its points are in the next hand: the sticks are counted wrongly."""
    told: Counter[str] = Counter()
    for path in sorted((corpus / "majsoul" / "converted").iterdir()):
        for game in read(path.read_bytes(), path.name):
            assert isinstance(game, Game), game
            for one in audit_game(game, choose("auto", game)[0]).findings:
                if one.severity == NOTE:
                    continue
                assert one.hand is not None
                assert one.seat is not None
                assert one.actual is not None
                assert one.expected is not None
                hand, after = game.hands[one.hand], game.hands[one.hand + 1]
                paid = 1000 * [event.seat for event in hand.events if isinstance(event, Deposit)].count(one.seat)
                (win,) = [event for event in hand.events if isinstance(event, Win)]
                assert win.deltas is not None
                gained = after.scores[one.seat] - hand.scores[one.seat] + paid
                assert win.deltas[one.seat] - gained == int(str(one.actual)) - int(str(one.expected)) != 0
                told[one.check] += 1
    print(dict(told))
    assert told == {"stick/award": 1}


def test_the_samples_are_written_anew_as_they_were(corpus: Path) -> None:
    """The writer of the tests loses nothing that the reader takes."""
    for sample, path in zip(real(corpus), paths(corpus)[: len(real(corpus))], strict=True):
        (again,) = read(sample.written(), path.name)
        assert isinstance(again, Game)
        assert [hand_key(hand) for hand in again.hands] == [hand_key(hand) for hand in game_of(path).hands]
