"""Loading rulesets by name or from files: TOML that may extend another ruleset, parsed into one typed object."""

import os
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from auditor.core.errors import RulesetError
from auditor.core.project import toml_of
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.records import rule_object
from auditor.core.rulesets.settings import SOURCES, contradictions, differing, errors_in, sections, with_none

AUTO = "auto"
SEVERAL_RULESETS = "|"
"""The separator of several rulesets: each game is judged by the first that its start does not contradict."""
RULE_OBJECT = ".json"
FILES = (".toml", RULE_OBJECT)
"""The suffixes by which files are distinguished from names of rulesets."""

_FOLDER = Path(__file__).parent
"""The folder of the program's own rulesets. Importing `importlib.resources` would take longer than loading them."""

NOT_INHERITED = ("name", "sibling")
"""Settings that a file does not inherit from the one that it extends."""


def names() -> list[str]:
    """The names of the rulesets that come with the program, sorted."""
    return sorted(entry.stem for entry in _FOLDER.iterdir() if entry.suffix == ".toml")


def load(name: str) -> Ruleset:
    """The ruleset of that name, or the one in that file: TOML, which may ``extend`` another, or Majiang's rule object.

    A file that has changed since the last call is read again.

    Raises RulesetError for an unknown name, an unreadable file, wrong settings (with all that is wrong with them), and
    a sibling that cannot be loaded or is for the same number of players.
    """
    rules = _load_cached(name)
    if rules.sibling is not None:
        try:
            sibling = _load_cached(rules.sibling)
        except RulesetError as error:
            raise RulesetError(f"{_place(name)}: sibling: {error}") from None
        if sibling.game.players == rules.game.players:
            raise RulesetError(
                f"{_place(name)}: sibling must be a ruleset for another number of players than {rules.game.players}, "
                f"which {rules.sibling} is for too"
            )
    return rules


def sibling_of(rules: Ruleset) -> Ruleset | None:
    """The ruleset that a loaded one names for the other number of players."""
    return None if rules.sibling is None else _load_cached(rules.sibling)


def _place(name: str) -> str:
    """The file of a ruleset, as messages name it."""
    return name if name.endswith(FILES) else f"{name}.toml"


class _Files:
    """The texts of the files from which a ruleset was loaded, by path."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def read(self, name: str) -> str:
        """Read a ruleset's text, and remember it if it is a file that may change. Raises RulesetError."""
        text = _text(name)
        if name.endswith(FILES):
            self.texts[name] = text
        return text

    def are_as_before(self) -> bool:
        """Whether the files still exist, with the same content."""
        try:
            return all([_text(name) == text for name, text in self.texts.items()])
        except RulesetError:
            return False


_loaded: Final[dict[str, tuple[Ruleset, _Files]]] = {}
"""A cache of loaded rulesets, with the files that they were loaded from, by the argument of `load`."""


def _load_cached(name: str) -> Ruleset:
    """A ruleset, without a check of its sibling; a sibling file is made relative to the current folder."""
    known = _loaded.get(name)
    if known is not None and known[1].are_as_before():
        return known[0]
    files = _Files()
    rules = _load_fresh(name, files)
    _loaded[name] = rules, files
    return rules


def _load_fresh(name: str, files: _Files) -> Ruleset:
    settings = _settings(name, (), files)
    sibling = settings.get("sibling")
    if isinstance(sibling, str) and sibling.endswith(FILES):
        settings["sibling"] = str(Path(name).parent / sibling)
    return _ruleset(settings, _place(name))


def load_rule_object(text: str, source: str) -> Ruleset:
    """The ruleset of a rule object of Majiang's. source: its name for messages. Raises RulesetError."""
    return _ruleset(_settings_of_rule_object(text, source), source)


def _ruleset(settings: dict[str, Any], source: str) -> Ruleset:
    """Convert settings to a ruleset. Raises RulesetError with everything that is wrong with them."""
    settings = with_none({"name": Path(source).stem, **settings})
    if not (wrong := errors_in(settings)):
        rules = msgspec.convert({key: value for key, value in settings.items() if key != SOURCES}, Ruleset)
        wrong = contradictions(rules, is_balanced=not source.endswith(RULE_OBJECT))
    if wrong:
        raise RulesetError("\n".join([f"{source}: {one}" for one in wrong]))
    return rules


def settings_key(spec: str) -> str:
    """The key of a choice of rules, as stored with loaded inputs: ``auto``, or a name with a hash of its settings.

    The hash includes the settings of its sibling, which judges some of the games. Raises RulesetError as `load` does.
    """
    if spec == AUTO:
        return spec
    if SEVERAL_RULESETS in spec:
        return SEVERAL_RULESETS.join([settings_key(one) for one in spec.split(SEVERAL_RULESETS)])
    ruleset = load(spec)
    both = [msgspec.structs.replace(one, sibling=None) for one in (ruleset, sibling_of(ruleset)) if one is not None]
    return f"{ruleset.name}@{sha256(msgspec.json.encode(both)).hexdigest()[:12]}"


def sources_of(name: str) -> dict[str, str]:
    """The sources that a ruleset's files name, by key (``riichi.kan``). Raises RulesetError as `load` does."""
    load(name)
    tables = _settings(name, (), _Files()).get(SOURCES, {})
    return {f"{section}.{key}": source for section, sources in tables.items() for key, source in sources.items()}


class OwnSettings(NamedTuple):
    """What a ruleset's file itself contains.

    Attributes:
        base: The ruleset that it extends, by name or path, or None.
        keys: The keys of its settings.
    """

    base: str | None
    keys: list[str]


def own_settings(name: str) -> OwnSettings:
    """What a ruleset's file itself contains, without what it extends. Raises RulesetError as `load` does."""
    load(name)
    if name.endswith(RULE_OBJECT):
        return OwnSettings(rule_object().BASE, differing(load(name), load(rule_object().BASE)))
    given = toml_of(_text(name))
    keys = [f"{section}.{key}" for section in sections() for key in given.get(section, {})]
    return OwnSettings(_extended(given.get("extend"), name), keys)


def _settings(name: str, extended_by: tuple[str, ...], files: _Files) -> dict[str, Any]:
    if name in extended_by:
        raise RulesetError(f"{name}: extends itself, by way of {', '.join(extended_by)}")
    text = files.read(name)
    if name.endswith(RULE_OBJECT):
        return _settings_of_rule_object(text, name)
    try:
        settings = toml_of(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(f"{name}: not valid TOML: {error}") from None
    if (base := _extended(settings.pop("extend", None), name)) is None:
        return settings
    merged = _settings(base, (*extended_by, name), files)
    for own in NOT_INHERITED:
        merged.pop(own, None)
    for text_of, said in (("title", "as changed by"), ("source", "and its own settings:")):
        if isinstance(merged.get(text_of), str):  # a changed ruleset must not pass for the one it extends
            merged[text_of] = f"{merged[text_of]}, {said} {Path(name).name}"
    if SOURCES in merged:
        merged[SOURCES] = _inherited_sources(merged[SOURCES], settings)
    return _merge(merged, settings)


def _extended(base: Any, name: str) -> str | None:
    """The ruleset that a file extends, from its ``extend``; a path next to the file. Raises RulesetError."""
    if base is not None and not isinstance(base, str):
        raise RulesetError(f"{name}: extend must be the name of a ruleset, such as {names()[0]!r}")
    if base is None or not base.endswith(FILES):
        return base
    return str(Path(name).parent / base)  # relative to the file that extends it


def _inherited_sources(sources: Any, own: Mapping[str, Any]) -> Any:
    """The sources that a file inherits from the one that it extends: not those of settings that it sets itself."""
    if not isinstance(sources, Mapping):
        return sources
    inherited: dict[str, Any] = {}
    for section, texts in sources.items():
        replaced = own.get(section)
        if isinstance(texts, Mapping) and isinstance(replaced, Mapping):
            inherited[section] = {key: text for key, text in texts.items() if key not in replaced}
        else:
            inherited[section] = texts
    return inherited


@cache
def _rule_object_base() -> dict[str, Any]:
    """The settings that a rule object changes; cached, since each game may come with one."""
    return _settings(rule_object().BASE, (), _Files())


def _settings_of_rule_object(text: str, source: str) -> dict[str, Any]:
    settings, wrong = rule_object().settings_of(text, deepcopy(_rule_object_base()))
    if wrong:
        raise RulesetError("\n".join([f"{source}: {one}" for one in wrong]))
    folder = Path(source).parent.name
    settings["name"] = (
        f"{folder}/{Path(source).stem}"
        if Path(source).name == rule_object().RULE_FILE and folder
        else Path(source).stem
    )
    settings["title"] = f"Majiang, the rule object {Path(source).name}"
    return settings


def _text(name: str) -> str:
    if not name.endswith(FILES):
        if name in names():
            return (_FOLDER / f"{name}.toml").read_text("utf-8")
        raise RulesetError(f"there is no ruleset {name!r}{_advice(name)}")
    try:
        return Path(name).read_text("utf-8")
    except UnicodeDecodeError:
        raise RulesetError(f"{name}: cannot be read: it is not text in UTF-8") from None
    except (OSError, ValueError) as error:  # such as a NUL in the name
        raise RulesetError(f"{name}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _advice(name: str) -> str:
    """Suggestions for an unknown name: the same in lower case, names that begin with it, or similar ones."""
    known, lower = names(), name.lower()
    near = [lower] if lower in known else [one for one in known if lower and one.startswith(lower)]
    near = near or get_close_matches(lower, known, 3)
    if os.path.isfile(f"{name}.toml"):
        near = [f"the file {name}.toml", *near]
    if near:
        return f"; did you mean {' or '.join(near)}? auditor rulesets lists them all"
    return f": give one of {', '.join(known)}, or a file: .toml, or .json with a rule object of Majiang's"


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = _merge(merged[key], value)
        else:
            merged[key] = value
    return merged
