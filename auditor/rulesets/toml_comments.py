"""The comments of a TOML file, which say where its settings come from."""

import tomlkit
from tomlkit.container import Container
from tomlkit.items import Array, Comment, InlineTable, Item, Table


def comments_of(text: str) -> dict[str, str]:
    """What TOML says beside its settings, by key (``riichi.kan``); "" of a setting without a comment.

    A comment stands on the lines above a setting, inside its list, or behind it. Raises tomlkit's ParseError.
    """
    found: dict[str, str] = {}
    _collect(tomlkit.parse(text), "", [], found)
    return found


def _collect(container: Container, section: str, of_all: list[str], found: dict[str, str]) -> None:
    """Add the settings below a key. of_all: what is said of all of them."""
    above = of_all
    for key, item in container.body:
        if isinstance(item, Comment):
            above = [*above, _words(item)]
            continue
        if key is not None:
            name = section + key.key
            if isinstance(item, InlineTable):
                _collect(item.value, f"{name}.", [*above, _words(item)], found)
            elif isinstance(item, Table):
                # What stands over a dotted key is said of its setting; over a [section], of none in particular.
                _collect(item.value, f"{name}.", above if key.is_dotted() else [], found)
            else:
                inside = [_words(part) for part in _parts(item) if isinstance(part, Comment)]
                found[name] = " ".join(words for words in [*above, *inside, _words(item)] if words)
        above = of_all


def _parts(item: Item) -> list[Item]:
    """What stands inside a list, comments included. tomlkit has no public word for it."""
    return list(item._iter_items()) if isinstance(item, Array) else []


def _words(item: Item) -> str:
    return item.trivia.comment.removeprefix("#").strip()
