"""``auditor kan``: whether a closed kan after riichi is legal by each ruleset, and which waits or readings it ends."""

from typing import NamedTuple

from auditor.core import rulesets
from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.errors import KanQuestionError
from auditor.core.hand.kan import KanEffect, Verdict, kan_effect
from auditor.core.tiles import KIND_TEXT, NotationError, kinds_text, mask_kinds, mask_text, parse_kinds


class KanAnswer(NamedTuple):
    """The answer for one hand, draw and kan. effect: waits and readings before and after. verdicts: the verdict of each
    ruleset ("legal", or the check that the kan violates, without its ``riichi/``).
    """

    effect: KanEffect
    verdicts: dict[str, Verdict]


def judge_kan(hand: str, draw: str, kan: str = "", names: list[str] | None = None) -> KanAnswer:
    """Judge a closed kan after riichi. hand: notation of 13 concealed tiles (10, 7 or 4 besides closed kans). draw: the
    tile drawn. kan: the tile of the kan; "" for the drawn one, or for the only kind of which there are four. names: the
    rulesets; None for all. Raises KanQuestionError, and RulesetError for a name.
    """
    try:
        kinds, drawn = parse_kinds(hand), parse_kinds(draw)
        named = parse_kinds(kan) if kan else []
    except NotationError as error:
        raise KanQuestionError(str(error)) from None
    if len(kinds) not in (13, 10, 7, 4):
        raise KanQuestionError(f"{hand!r} has {len(kinds)} tiles; 13 are expected (10, 7 or 4 beside closed kans)")
    if len(drawn) != 1:
        raise KanQuestionError(f"{draw!r}: one drawn tile is expected, such as 4m")
    if len(named) > 1:
        raise KanQuestionError(f"{kan!r}: one tile is expected, such as 4m")
    held = [*kinds, *drawn]
    for kind in set(held):
        if held.count(kind) > 4:
            raise KanQuestionError(f"hand and draw hold {held.count(kind)} tiles {KIND_TEXT[kind]}; a set has four")
    fours = [kind for kind in sorted(set(held)) if held.count(kind) == 4]
    declared = named[0] if named else drawn[0] if drawn[0] in fours else fours[0] if len(fours) == 1 else -1
    if declared not in fours:
        what = KIND_TEXT[declared] if declared >= 0 else "any tile"
        raise KanQuestionError(f"hand and draw do not hold four of {what}: there is no closed kan to declare")
    effect = kan_effect(kinds, drawn[0], declared, (13 - len(kinds)) // 3)
    if not effect.waits_before:
        raise KanQuestionError(f"{hand} waits for nothing, so it cannot be in riichi")
    chosen = rulesets.names() if names is None else names
    return KanAnswer(effect, {name: effect.verdict(rulesets.load(name).riichi.kan) for name in chosen})


def kan_text(answer: KanAnswer) -> list[str]:
    """The answer as lines for people."""
    effect = answer.effect
    kan, drawn = KIND_TEXT[effect.kind], KIND_TEXT[effect.drawn]
    lines = [said("kan-after", "closed kan of {kan} after drawing {drawn}", kan=kan, drawn=drawn), ""]
    legal, illegal = said("legal", "legal"), said("illegal", "illegal")
    width = max([len(name) for name in answer.verdicts])
    for name, verdict in answer.verdicts.items():
        lines.append(f"  {name:<{width}}  " + (legal if verdict == "legal" else f"{illegal}: riichi/{verdict}"))
    before, after = mask_text(effect.waits_before), mask_text(effect.waits_after)
    lines += ["", said("waits-before", "waits before  ") + before, said("waits-after", "waits after   ") + after]
    if gone := effect.waits_before & ~effect.waits_after:
        kinds = ", ".join([KIND_TEXT[kind] for kind in mask_kinds(gone)])
        destroyed = said("wait-destroyed", "the kan destroys the wait for {kinds}", kinds=kinds)
        lines.append(f"              {destroyed}")
    lines += ["", said("readings-before", "readings before")]
    lost, text = said("reading-destroyed", "   (the kan destroys it)"), LANGUAGE.get().text
    lines += [f"  {text(str(one))}{lost * (one in effect.lost)}" for one in effect.before]
    meld = kinds_text([effect.kind] * 4)
    lines += [said("readings-after", "readings after"), *[f"  {meld} {text(str(one))}" for one in effect.after]]
    return lines
