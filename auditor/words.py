"""Words for messages."""

_PLURALS = {"mismatch": "mismatches", "fu": "fu", "han": "han", "chombo": "chombo"}


def counted(count: int, thing: str) -> str:
    """A number and its noun: ``1 game``, ``2 games``, ``2 mismatches``."""
    if count == 1:
        return f"1 {thing}"
    return f"{count:,} {_PLURALS.get(thing, thing + 's')}"


def counted_are(count: int, thing: str) -> str:
    """A number, its noun and its verb: ``1 stick is``, ``2 sticks are``."""
    return f"{counted(count, thing)} {'is' if count == 1 else 'are'}"
