"""Random complete hands with circumstances, and their scores by the `mahjong` package (the oracle)."""

import random
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.meld import Meld

from auditor.core.hand.blocks import (
    CLAIMED_KAN,
    CLAIMED_RUN,
    CLAIMED_TRIPLET,
    KAN,
    KINDS_OF,
    ORPHANS,
    PAIR,
    RUN,
    TRIPLET,
    block,
)
from auditor.core.hand.decompose import complete_readings
from auditor.core.hand.payment import payment
from auditor.core.hand.value import best_value
from auditor.core.hand.yaku_rules import FIRST_TURN_RIICHI, NO_RIICHI, USUAL_RIICHI, Circumstances
from auditor.core.rulesets.model import GameRules, RiichiRules, Ruleset, ScoringRules, StickRules
from auditor.core.tiles import EAST, KINDS, RED_FIVES, TERMINALS_AND_HONOURS
from auditor.core.yaku import DAISUUSHII, JUNSEI_CHUUREN, KOKUSHI_13, SUUANKOU_TANKI

DOUBLES = (SUUANKOU_TANKI, JUNSEI_CHUUREN, KOKUSHI_13, DAISUUSHII)
GREEN = (19, 20, 21, 23, 25, 32)
ALL = tuple(range(KINDS))
POOLS = (
    ALL, ALL, ALL, tuple(range(9)), (*range(9, 18), *range(27, 34)), (*range(18, 27), 31, 32), TERMINALS_AND_HONOURS,
    tuple(range(27, 34)), (27, 28, 29, 30, 0, 1, 2), (31, 32, 33, 9, 10, 11), GREEN, (0, 8, 9, 17, 18, 26),
    tuple(kind for kind in ALL if kind not in TERMINALS_AND_HONOURS), (0, 1, 2, 9, 10, 11, 18, 19, 20),
    (0, 1, 2, 6, 7, 8, 15, 16, 17, 33), tuple(range(1, 8)), (18, 19, 20, 21, 22), (4, 13, 22, 5, 14, 23, 3, 12, 21),
)  # fmt: skip
"""Sets of kinds to build hands from: all kinds, and those that make the rarer yaku likely."""
MISSING_OF_THREE = range(1, 8)


class WonHand:
    """A random win: the tile ids of hand and melds, the blocks of the melds, and everything that scoring needs."""

    def __init__(self, tiles: list[int], melds: list[tuple[int, list[int]]], winning: int, rules: Ruleset) -> None:
        self.tiles = tiles
        self.melds = melds
        self.winning = winning
        self.rules = rules
        self.circumstances = Circumstances()
        self.honba = 0
        self.sticks = 0

    @property
    def kinds(self) -> tuple[int, ...]:
        return tuple(tile // 4 for tile in self.tiles)

    @property
    def blocks(self) -> tuple[int, ...]:
        return tuple(code for code, _ in self.melds)


def random_rules(rng: random.Random) -> Ruleset:
    players: Any = rng.choice((3, 4, 4))
    return Ruleset(
        name="random",
        title="random",
        source="",
        game=GameRules(players=players),
        riichi=RiichiRules(ippatsu=True, ura_dora=True, double_han=rng.choice((1, 2, 2, 2))),
        sticks=StickRules(honba=200 if players == 3 else 300),
        scoring=ScoringRules(
            open_tanyao=rng.random() < 0.7,
            pinfu_tsumo=rng.random() < 0.8,
            kiriage=rng.random() < 0.3,
            counted_yakuman=rng.random() < 0.7,
            double_yakuman=DOUBLES if rng.random() < 0.5 else (),
            renhou=rng.choice(("none", "five han", "yakuman")),
        ),
    )


def _random_blocks(rng: random.Random, players: int) -> list[int]:
    """Blocks of a complete hand, which may be impossible: a kind may occur more than four times."""
    shape = rng.random()
    if shape < 0.02:
        return [block(ORPHANS, rng.choice(TERMINALS_AND_HONOURS))]
    pool = [kind for kind in rng.choice(POOLS) if players == 4 or kind not in MISSING_OF_THREE] or list(GREEN)
    if shape < 0.1 and len(pool) >= 7:
        return [block(PAIR, kind) for kind in rng.sample(pool, 7)]
    if shape < 0.12:
        suit = rng.choice((9, 18))
        gates = [suit + place for place in (0, 0, 0, *range(1, 8), 8, 8, 8, rng.randrange(9))]
        return list(rng.choice(complete_readings(gates)))
    triplets = rng.choice((0.1, 0.4, 0.9))
    kans = rng.choice((0.0, 0.1, 0.9))
    calls = rng.choice((0.0, 0.0, 0.4, 0.8))
    blocks: list[int] = []
    if shape > 0.95:
        blocks = [block(RUN, kind) for kind in (9, 12, 15)]
    elif shape > 0.9:
        blocks = [block(rng.choice((TRIPLET, CLAIMED_TRIPLET)), kind) for kind in (8, 17, 26)]
    elif shape > 0.85:
        blocks = [block(rng.choice((TRIPLET, CLAIMED_TRIPLET)), kind) for kind in rng.sample(range(27, 34), 3)]
    while len(blocks) < 4:
        kind = rng.choice(pool)
        if rng.random() < triplets:
            if rng.random() < kans:
                blocks.append(block(CLAIMED_KAN if rng.random() < calls else KAN, kind))
            else:
                blocks.append(block(CLAIMED_TRIPLET if rng.random() < calls else TRIPLET, kind))
        elif kind < EAST and kind % 9 <= 6 and (players == 4 or kind > 8):
            claimed = rng.random() < calls and players == 4
            blocks.append(block(CLAIMED_RUN if claimed else RUN, kind))
            if rng.random() < 0.2 and len(blocks) < 4 and not claimed:
                blocks.append(block(RUN, kind))
        else:
            triplets += 0.1
    return [*blocks, block(PAIR, rng.choice(pool))]


def random_win(rng: random.Random) -> WonHand:
    """A random complete hand under random rules, with consistent circumstances."""
    rules = random_rules(rng)
    players = rules.game.players
    while True:
        blocks = _random_blocks(rng, players)
        kinds = [kind for code in blocks for kind in KINDS_OF[code]]
        if all(kinds.count(kind) <= 4 for kind in set(kinds)):
            break
    copies = {kind: rng.sample(range(4), 4) for kind in set(kinds)}
    concealed: list[int] = []
    melds: list[tuple[int, list[int]]] = []
    for code in blocks:
        tiles = [kind * 4 + copies[kind].pop() for kind in KINDS_OF[code]]
        if code // KINDS in (CLAIMED_RUN, CLAIMED_TRIPLET, CLAIMED_KAN, KAN):
            melds.append((code, sorted(tiles)))
        else:
            concealed += tiles
    win = WonHand(sorted(concealed), melds, rng.choice(concealed), rules)
    win.circumstances = _random_circumstances(rng, win)
    win.honba = rng.randrange(4)
    win.sticks = rng.randrange(3)
    return win


def _random_circumstances(rng: random.Random, win: WonHand) -> Circumstances:
    players = win.rules.game.players
    tsumo = rng.random() < 0.5
    closed = all(code // KINDS == KAN for code in win.blocks)
    has_kan = any(code // KINDS in (KAN, CLAIMED_KAN) for code in win.blocks)
    seat_wind = rng.randrange(players)
    first_turn = not win.melds and rng.random() < 0.03 and (tsumo or seat_wind > 0)
    riichi = (
        rng.choice((NO_RIICHI, NO_RIICHI, USUAL_RIICHI, FIRST_TURN_RIICHI)) if closed and not first_turn else NO_RIICHI
    )
    rinshan = tsumo and has_kan and rng.random() < 0.3
    chankan = not tsumo and not first_turn and rng.random() < 0.05
    everything = win.tiles + [tile for _, tiles in win.melds for tile in tiles]
    norths = 0
    if players == 3 and not first_turn:
        norths = rng.randrange(5 - sum(tile // 4 == EAST + 3 for tile in everything))
    return Circumstances(
        seat_wind,
        rng.randrange(2),
        tsumo,
        riichi=riichi,
        ippatsu=bool(riichi) and not rinshan and rng.random() < 0.3,
        rinshan=rinshan,
        chankan=chankan,
        last_tile=not rinshan and not chankan and not first_turn and rng.random() < 0.1,
        first_turn=first_turn,
        red_fives=sum(tile in RED_FIVES for tile in everything),
        norths=norths,
        dora=tuple(rng.randrange(KINDS) for _ in range(rng.randint(1, 3))),
        ura=tuple(rng.randrange(KINDS) for _ in range(rng.randint(1, 3))) if riichi else (),
    )


Verdict = tuple[object, ...]
NO_YAKU = ("no yaku",)


def our_verdict(win: WonHand) -> Verdict:
    """The result of auditor's scoring: yaku, fu, and what dealer and others (or the discarder) pay, honba included."""
    value = best_value(win.kinds, win.blocks, win.winning // 4, win.circumstances, win.rules)
    assert value is not None, "a complete hand must have a value"
    if not value.is_enough:
        return NO_YAKU
    players = win.rules.game.players
    winner = win.circumstances.seat_wind
    other = (winner + 1) % players
    paid = payment(
        value, winner, winner if win.circumstances.tsumo else other, 0, win.rules, win.honba, win.sticks
    )  # fmt: skip
    total = paid.total
    if not win.circumstances.tsumo:
        main, additional = -total[other], 0
    elif winner == 0:
        main = additional = -total[1]
    else:
        main, additional = -total[0], -total[3 - winner]
    if players == 4 and win.circumstances.tsumo and winner != 0:
        additional = -total[1 if winner != 1 else 2]
    return (sorted((number, han) for number, han in value.yaku if han), value.fu, main, additional)


def _oracle_config(win: WonHand) -> HandConfig:
    """The hand's rules and circumstances in the form of the `mahjong` package."""
    scoring, facts = win.rules.scoring, win.circumstances
    limited = HandConstants.KAZOE_LIMITED if scoring.counted_yakuman else HandConstants.KAZOE_SANBAIMAN
    options = OptionalRules(
        has_open_tanyao=scoring.open_tanyao,
        has_aka_dora=True,
        has_double_yakuman=bool(scoring.double_yakuman),
        kazoe_limit=limited,
        kiriage=scoring.kiriage,
        fu_for_pinfu_tsumo=not scoring.pinfu_tsumo,
        renhou_as_yakuman=scoring.renhou == "yakuman",
        limit_to_sextuple_yakuman=False,
        is_three_player=win.rules.game.players == 3,
    )
    return HandConfig(
        is_tsumo=facts.tsumo,
        is_riichi=facts.riichi > 0,
        # the package has no double riichi at one han, which is a riichi
        is_daburu_riichi=facts.riichi == FIRST_TURN_RIICHI and win.rules.riichi.double_han == 2,
        is_ippatsu=facts.ippatsu,
        is_rinshan=facts.rinshan,
        is_chankan=facts.chankan,
        is_haitei=facts.last_tile and facts.tsumo,
        is_houtei=facts.last_tile and not facts.tsumo,
        is_tenhou=facts.first_turn and facts.tsumo and facts.seat_wind == 0,
        is_chiihou=facts.first_turn and facts.tsumo and facts.seat_wind != 0,
        is_renhou=facts.first_turn and not facts.tsumo and scoring.renhou != "none",
        player_wind=EAST + facts.seat_wind,
        round_wind=EAST + facts.round_wind,
        tsumi_number=win.honba,
        kyoutaku_number=win.sticks,
        options=options,
        num_nuki_dora=facts.norths,
    )


def oracle_verdict(win: WonHand) -> Verdict:
    """The result of the `mahjong` package, in the same form."""
    from mahjong.hand_calculating.yaku_config import YAKU_ID_TO_TENHOU_ID

    facts = win.circumstances
    types = {CLAIMED_RUN: Meld.CHI, CLAIMED_TRIPLET: Meld.PON, CLAIMED_KAN: Meld.KAN, KAN: Meld.KAN}
    melds = [Meld(types[code // KINDS], tiles, code // KINDS != KAN) for code, tiles in win.melds]
    tiles = win.tiles + [tile for _, meld in win.melds for tile in meld]
    answer = HandCalculator.estimate_hand_value(
        tiles,
        win.winning,
        melds,
        [kind * 4 for kind in facts.dora],
        _oracle_config(win),
        ura_dora_indicators=[kind * 4 for kind in facts.ura],
    )
    if answer.error == HandCalculator.ERR_NO_YAKU:
        return NO_YAKU
    if answer.error or answer.cost is None or answer.yaku is None:
        return ("error", answer.error)
    yaku = [
        (
            YAKU_ID_TO_TENHOU_ID.get(found.yaku_id, 36),
            found.han_open if answer.is_open_hand and found.han_open else found.han_closed,
        )
        for found in answer.yaku
    ]
    main = answer.cost["main"] + answer.cost["main_bonus"]
    additional = answer.cost["additional"] + answer.cost["additional_bonus"]
    return (sorted(yaku), answer.fu, main, additional if facts.tsumo else 0)
