"""What an offence costs under a ruleset, in words for findings."""

from typing import Final

from auditor.rulesets.model import Penalty, Ruleset

CHOMBO_SETTINGS: Final[tuple[str, ...]] = (
    "penalties.chombo",
    "penalties.chombo_points",
    "penalties.sticks_returned",
    "penalties.replayed",
)
"""The settings that `chombo_text` tells of."""


_SENTENCE: Final = " The penalty is "


def parted(message: str) -> tuple[str, str]:
    """A finding's message without the sentences on the penalty, and these; "" where it has none."""
    told, sentence, penalty = message.partition(_SENTENCE)
    return told, (sentence + penalty).strip()


def penalty_text(penalty: Penalty, rules: Ruleset) -> str:
    """The sentence that names a penalty and its size, after a space; "" where the ruleset has none."""
    if penalty == "none":
        return ""
    if penalty == "mangan":
        return f"{_SENTENCE}a mangan, paid to the others."
    if penalty == "dead hand":
        return f"{_SENTENCE}a dead hand, which can neither win nor count as tenpai."
    return f"{_SENTENCE}chombo: {chombo_text(rules)}."


def chombo_text(rules: Ruleset) -> str:
    """What a chombo is: its points, whom they go to, and what becomes of the hand and its sticks."""
    penalties = rules.penalties
    parts = ["a mangan paid to the others (4000 to the dealer and 2000 to each other seat; by the dealer 4000 to each)"]
    if penalties.chombo == "after the game":
        parts = [f"{penalties.chombo_points} points off the final score"]
    if penalties.sticks_returned:
        parts.append("the hand's riichi sticks go back")
    if penalties.replayed:
        parts.append("the hand is dealt again")
    return ", ".join(parts)


def noten_riichi_text(rules: Ruleset) -> str:
    """What a noten riichi costs, and at which draws it shows; "" where the ruleset names no penalty."""
    cost = penalty_text(rules.riichi.noten_penalty, rules)
    if not cost:
        return ""
    shown = " or ".join(rules.draws.riichi_shows)
    return f"{cost} It falls due where the hand is shown, at a draw by {shown}." if shown else cost
