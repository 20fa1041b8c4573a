"""Won hands as lines of text, for tables of scoring tests.

``123m456p77z +5p (789s) [1111z] tsumo riichi seat=E dora=4p``: the concealed tiles without the winning one, ``+`` the
winning tile, ``(...)`` a claimed meld, ``[...]`` a closed kan, then flags. By default the seat is south and the round
east.
"""

import msgspec

from auditor.core.hand.blocks import CLAIMED_KAN, CLAIMED_RUN, CLAIMED_TRIPLET, KAN, block
from auditor.core.hand.value import Value, best_value, values
from auditor.core.hand.yaku_rules import FIRST_TURN_RIICHI, NO_RIICHI, USUAL_RIICHI, Circumstances
from auditor.core.rulesets.model import GameRules, Ruleset, ScoringRules, StickRules
from auditor.core.tiles import WIND_LETTERS, parse_kinds

FOUR = Ruleset(name="four", title="four players", source="")
THREE = Ruleset(
    name="three", title="three players", source="", game=GameRules(players=3), sticks=StickRules(honba=200)
)  # fmt: skip

Case = tuple[list[int], tuple[int, ...], int, Circumstances]


def with_scoring(rules: Ruleset = FOUR, **settings: object) -> Ruleset:
    """The ruleset with some scoring settings changed."""
    scoring: ScoringRules = msgspec.structs.replace(rules.scoring, **settings)
    return msgspec.structs.replace(rules, scoring=scoring)


def parse_case(line: str) -> Case:
    """Parse a line into concealed kinds with the winning one, blocks of the melds, winning kind, and circumstances."""
    kinds: list[int] = []
    melds: list[int] = []
    winning = -1
    flags: set[str] = set()
    settings: dict[str, str] = {}
    for word in line.split():
        if word[0] == "+":
            winning = parse_kinds(word[1:])[0]
            kinds.append(winning)
        elif word[0] == "[":
            melds.append(block(KAN, parse_kinds(word[1:-1])[0]))
        elif word[0] == "(":
            meld = parse_kinds(word[1:-1])
            form = CLAIMED_KAN if len(meld) == 4 else CLAIMED_RUN if meld[0] != meld[1] else CLAIMED_TRIPLET
            melds.append(block(form, meld[0]))
        elif "=" in word:
            name, _, text = word.partition("=")
            settings[name] = text
        elif word[0].isdigit():
            kinds += parse_kinds(word)
        else:
            flags.add(word)
    known = {"tsumo", "riichi", "double-riichi", "ippatsu", "rinshan", "chankan", "last", "first", "open-riichi"}
    assert flags <= known | {"paid-in"}, flags
    circumstances = Circumstances(
        WIND_LETTERS.index(settings.get("seat", "S")),
        WIND_LETTERS.index(settings.get("round", "E")),
        "tsumo" in flags,
        riichi=FIRST_TURN_RIICHI if "double-riichi" in flags else USUAL_RIICHI if "riichi" in flags else NO_RIICHI,
        ippatsu="ippatsu" in flags,
        rinshan="rinshan" in flags,
        chankan="chankan" in flags,
        last_tile="last" in flags,
        first_turn="first" in flags,
        red_fives=int(settings.get("red", "0")),
        norths=int(settings.get("norths", "0")),
        dora=tuple(parse_kinds(settings.get("dora", ""))),
        ura=tuple(parse_kinds(settings.get("ura", ""))),
        open_riichi="open-riichi" in flags,
        open_riichi_paid_in="paid-in" in flags,
    )
    return sorted(kinds), tuple(melds), winning, circumstances


def score(line: str, rules: Ruleset = FOUR) -> Value:
    """The best value of a complete hand."""
    value = best_value(*parse_case(line), rules)
    assert value is not None, f"{line} is not complete"
    return value


def every_value(line: str, rules: Ruleset = FOUR) -> list[Value]:
    return values(*parse_case(line), rules)


def yaku_of(line: str, rules: Ruleset = FOUR) -> dict[int, int]:
    """Han by yaku number; empty where the hand is not complete."""
    value = best_value(*parse_case(line), rules)
    return dict(value.yaku) if value else {}
