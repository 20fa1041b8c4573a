"""A few logs that contain everything, written in each format and read back, as golden files."""

import pytest
from support.goldens import assert_golden
from support.paths import FIXTURES

from auditor.core.errors import Problem
from auditor.core.events import KIND_NAMES, Disconnection, FinalResult, Game, Hand, Player
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.edit.convert import ConvertError, convert

LOGS = [
    "cases/wiki/ippatsu-with-chankan.mjlog",
    "cases/zh/open-riichi-tsumo.json",
    "cases/zh/passed-north-in-riichi.mjlog",
    "draw/abortive/triple-ron.mjlog",
    "draw/missed/four-kans.mjlog",
    "draw/not-shown/silent.mjlog",
    "furiten/temporary/any-call.mjlog",
    "game/end/all-last-silent.mjlog",
    "pay/chombo/silent.json",
    "settings/scoring/pao.mjlog",
    "settings/scoring/pao_honba.mjlog",
    "settings/scoring/tsumo_loss.mjlog",
    "stick/award-seat/silent.mjlog",
    "turn/tsumogiri/silent.json",
    "win/yaku/silent.mjlog",
    "yaku/double-riichi/misses.mjlog",
    "yaku/suuankou-tanki/wins.mjlog",
]
"""Every kind of event, three players, yakuman, pao, double ron, drawn hands."""


def game_of(name: str) -> Game:
    game = next(read((FIXTURES / name).read_bytes(), name))
    assert isinstance(game, Game)
    return game


def with_every_fact() -> Game:
    """A game with all that stands beside the play: the header, players who leave, a settlement, an own shuffle."""
    game = game_of("game/end/all-last-silent.mjlog")
    game.log_id = "2012110112gm-0009-7447-14ec5c8d"
    game.lobby, game.rule_bits, game.rule_text = 7447, 0xA9, "鳳南喰赤"
    game.first_dealer = 0
    game.seed = "mt19937ar-sha512-n288,12,AB"
    game.attributes = {"ver": "2.2", "ref": "12,34", "title": "A cup", "gold": "1,2,3,4", "ratio": "x", "chip": "1"}
    game.seats = [
        Player("Aki <&> 山", "天鳳位", 2200.25, "F"),
        Player("", "新人", 1500.0, "M"),
        Player('"Chie"', None, None),
        Player("Dai", "七段", 1999.99, "C"),
    ]
    hand = game.hands[0]
    hand.shuffle = "mt19937ar,1,2"
    hand.dice = (3, 6)
    hand.disconnections = [
        Disconnection(0, 2, False),
        Disconnection(1, 2, True),
        Disconnection(len(hand.events), 3, False),
    ]
    game.result = FinalResult((12300, 8800, 20000, 58900), (-17.7, -41.2, -10.0, 68.9))
    return game


def dump(game: Game) -> list[str]:
    """Everything of a game, as lines."""
    result = game.result
    lines = [
        f"{game.format} {game.log_id!r} players {game.players} reds {game.red_fives} bits {game.rule_bits} "
        f"rule {game.rule_text!r} lobby {game.lobby} seed {game.seed!r} dealer {game.first_dealer}",
        f"recorded: marks {game.marks_recorded}, copies {game.copies_recorded}, order {game.order_recorded}, "
        f"indicators {game.indicators_recorded}, their times {game.indicator_times_recorded}",
        f"facts {sorted(game.attributes.items())}",
        *[f"player {player.key()}" for player in game.seats],
        f"result {None if result is None else (result.points, result.scores)}",
    ]
    return lines + [line for hand in game.hands for line in _dump_hand(hand)]


def _dump_hand(hand: Hand) -> list[str]:
    return [
        f"hand {hand.index} {hand.name} honba {hand.honba} sticks {hand.sticks} dealer {hand.dealer} {hand.scores} "
        f"indicator {hand.indicator} dice {hand.dice} shuffle {hand.shuffle!r} unexplained {hand.unexplained_from} "
        f"connections {[tuple(connection) for connection in hand.disconnections]}",
        *[f"  {tiles}" for tiles in hand.dealt],
        *[f"  {KIND_NAMES[event.kind]}{event.key()[1:]}" for event in hand.events],
    ]


@pytest.mark.parametrize("target", FORMAT_BY_NAME)
def test_logs_as_they_are_written_and_read(target: str) -> None:
    lines = []
    for name, game in [*[(name, game_of(name)) for name in LOGS], ("every fact", with_every_fact())]:
        lines.append(f"==== {name}")
        try:
            conversion = convert(game, target)
        except ConvertError as error:
            lines.append(f"error: {error}")
            continue
        lines += [f"loses {loss}" for loss in conversion.losses]
        lines += conversion.text.splitlines()
        for found in read(conversion.text.encode(), f"{game.log_id}.log"):
            lines += [f"problem: {found}"] if isinstance(found, Problem) else dump(found)
    assert_golden(f"written-{target}.txt", "\n".join(lines) + "\n")
