"""Each language says all that English says: every id and none besides, with the same fields, of every fixture."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.fixture_findings import fixture_findings, fixture_reasons, revised_findings
from support.said_texts import named_texts, said_texts, short_constants

import auditor.languages
from auditor.core.checks import CATALOGUE
from auditor.core.checks.wording import ENGLISH, LANGUAGE, said
from auditor.core.results import text_of
from auditor.languages import LanguageError, Translation, accepted, available, language
from auditor.unknown_rules.alternatives import change_text, keys, played_values, setting_of, variants_of

FOLDER = Path(auditor.languages.__file__).parent
OTHERS = [code for code in available() if code != "en"]
FIELD = re.compile(r"\{(\w+)(?::[^}]*)?\}")
LATIN = re.compile(r"[A-Za-z]{2,}")
NAMES = re.compile(
    r"[a-z]+/[a-z-]+|[a-z]+\.[a-z_]+(?:\.[a-z ]+)?|\b[0-9a-f]{16,}\b|\(id \d+\)|SHA-256|MD5|(?:[0-9]+[mpsz])+"
)
"""What is the same in every language: ids of checks and settings, hashes, ids of tiles, tiles."""


@cache
def texts(code: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8"))


def translation(code: str) -> Translation:
    found = language(code)
    assert isinstance(found, Translation)
    return found


def english_texts() -> dict[str, dict[str, str]]:
    """By part of a file, then by id: what a language says."""
    english = texts("en")
    return {
        "words": {**english["words"], **ENGLISH},
        "phrases": english["phrases"],
        "said": {text_id: next(iter(found)) for text_id, found in said_texts().items()} | named_texts(),
        **{
            f"checks.{check.id}": {**check.messages, "title": check.title, "why": check.why} for check in CATALOGUE
        },
    }  # fmt: skip


def own_texts(code: str) -> dict[str, dict[str, str]]:
    own = texts(code)
    return {part: own[part] for part in ("words", "phrases", "said")} | {
        f"checks.{check}": messages for check, messages in own["checks"].items()
    }


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_every_id_and_none_besides_with_the_same_fields(code: str) -> None:
    english, own = english_texts(), own_texts(code)
    assert own.keys() == english.keys()
    optional = {"zero-is-one"}
    for part, expected in english.items():
        assert own[part].keys() - optional == expected.keys(), part
        for text_id, text in expected.items():
            fields, shown = (set(FIELD.findall(one)) for one in (text, own[part][text_id]))
            assert fields == shown, (part, text_id)


def test_a_text_that_is_said_has_one_id_and_an_id_one_text() -> None:
    assert {text_id: found for text_id, found in said_texts().items() if len(found) > 1} == {}


def test_what_tables_play_is_said_as_in_the_settings() -> None:
    """The phrases of `en.toml` are those by which a note says what it depends on."""
    phrases = texts("en")["phrases"]
    for key in {setting_of(key) for key in keys()}:
        phrase = variants_of(key).phrase.replace("{}", "{value}").replace("!", "{switch}", 1)
        assert re.sub(r":\w+\}", "}", phrases[key]) == phrase, key
    for key, players in product(keys(), (3, 4)):
        for value in played_values(key, players):
            text = change_text(key, value)
            said = {
                code: translation(code).text(f"It depends on {key}: right where a table plays {text}.")
                for code in OTHERS
            }
            left = {code: LATIN.findall(NAMES.sub("", spoken)) for code, spoken in said.items() if code != "fr"}
            assert not any(left.values()), said
            assert not re.search(r"\b(one|two|none|with|[01] [a-z]+s)\b", said["fr"]), said


def short_texts() -> Iterator[str]:
    """What findings say in short, and why something was not judged, of all fixtures."""
    for finding in fixture_findings():
        yield from [shown for shown in (finding.expected, finding.actual) if isinstance(shown, str)]
    yield from fixture_reasons()


def test_short_texts_are_phrases() -> None:
    """Each has an id, or is made of tiles, numbers and names: so every language can say it."""
    english = texts("en")
    blank = {part: dict.fromkeys(english[part], "·") for part in ("words", "phrases")}
    of_pieces = Translation("x", blank, english)
    made = {*short_texts(), *short_constants()}
    assert {text for text in made if LATIN.search(NAMES.sub("", of_pieces.text(text)))} == set()


@pytest.mark.parametrize("code", OTHERS)
def test_no_english_is_left_in_a_finding(code: str) -> None:
    spoken = translation(code)
    english = {text for check in CATALOGUE for text in check.messages.values()} | {*texts("en")["words"].values()}
    words = {word for text in english for word in re.findall(r"[a-z]{4,}", FIELD.sub("", text))} - borrowed(code)
    for finding in [*fixture_findings(), *revised_findings()]:
        shown = spoken.finding(finding)
        for text in (shown.message, text_of(shown.expected) or "", text_of(shown.actual) or ""):
            left = set(re.findall(r"[A-Za-z]{4,}", NAMES.sub("", text))) & words
            assert not left, (finding.check, finding.message_id, text)
    for reason in fixture_reasons():
        left = set(LATIN.findall(NAMES.sub("", spoken.text(reason)))) & words
        assert not left, (reason, spoken.text(reason))


def borrowed(code: str) -> set[str]:
    """Words that a language shares with English."""
    return {
        word for part in own_texts(code).values() for text in part.values() for word in re.findall(r"[a-z]{4,}", text)
    }


@pytest.mark.parametrize("code", OTHERS)
def test_no_sentence_is_left_in_english(code: str) -> None:
    english, own = english_texts(), own_texts(code)
    for part, texts_of_part in list(own.items())[1:]:  # words are shared
        for text_id, text in texts_of_part.items():
            is_sentence = len(re.findall(r"[a-z]{3,}", FIELD.sub("", text))) > 2
            assert not (is_sentence and text == english[part].get(text_id)), (part, text_id)


@pytest.mark.parametrize("code", OTHERS)
def test_a_finding_keeps_its_facts(code: str) -> None:
    """Numbers, and the place, check and fingerprint, are those of English."""
    spoken = translation(code)
    for finding in fixture_findings():
        shown = spoken.finding(finding)
        assert (shown.where, shown.check, shown.fingerprint) == (finding.where, finding.check, finding.fingerprint)
        numbers = set(re.findall(r"\d{3,}", NAMES.sub("", finding.message)))
        assert numbers <= set(re.findall(r"\d{3,}", shown.message)), shown.message
        assert (shown.penalty is None) == (finding.penalty is None)


SMALL = """
language = "x-test"
[words]
who = "<{seat}>"
between-sentences = " "
[checks."call/chi-seat"]
seat = "{seat:who} CHI {from_seat:who} {left:who}"
[phrases]
a-seat = "{seat:who}"
[said]
turn = "T{turn}"
"""


def test_a_language_is_one_file(tmp_path: Path) -> None:
    """What a file leaves out stays English."""
    path = tmp_path / "x-test.toml"
    path.write_text(SMALL, "utf-8")
    spoken = language(str(path))
    chi = next(one for one in fixture_findings() if one.check == "call/chi-seat" and one.message_id == "seat")
    shown = spoken.finding(chi)
    assert (shown.message, shown.expected, shown.actual) == ("<2> CHI <0> <1>", "<1>", "<0>")
    token = LANGUAGE.set(spoken)
    assert (said("turn", "turn {turn}", turn=7), said("event", "event {event}", event=1)) == ("T7", "event 1")
    LANGUAGE.reset(token)
    assert said("turn", "turn {turn}", turn=7) == "turn 7"


def test_a_language_that_there_is_none_of(tmp_path: Path) -> None:
    wrong = ("words = 1", "[checks]\na = 1", "x = " + "[" * 5000, "x = " + "9" * 5000, "language = 3")
    for number, text in enumerate(wrong):
        (tmp_path / f"{number}.toml").write_text(text, "utf-8")
    for name in ("xx", "../ja", "no/such.toml", *map(str, tmp_path.iterdir())):
        with pytest.raises(LanguageError, match="--lang"):
            language(name)


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"), ("ja", "ja"), ("ja-JP,ja;q=0.9,en;q=0.8", "ja"), ("de, en;q=0.7, ja;q=0.9", "ja"),
        ("en-US,en;q=0.9,ja;q=0.8", "en"), ("ja;q=0", "en"), ("../ja.toml", "en"), ("ja;q=x, *", "en"),
    ],
)  # fmt: skip
def test_the_language_that_a_browser_prefers(header: str, code: str) -> None:
    assert accepted(header).code == code


def test_tiles_are_as_people_type_them() -> None:
    japanese = translation("ja")
    assert japanese.typed("340p 1122z 0s (id 4) 055m77z") == "34p赤5p 東東南南 赤5s (id 4) 赤5m55m中中"


def test_what_is_kept_of_texts_is_bounded() -> None:
    spoken = translation("fr")
    for number in range(10_000):
        spoken.text(f"E1-{number}")
    assert len(spoken.known) < 5000
    assert spoken.text("x" * 2000) == "x" * 2000
    names = ", ".join([f"field_{number}" for number in range(1000)])
    assert spoken.text(f"the log's rules have fields that are not known: {names}").endswith(names)
    assert "the log" not in spoken.text(f"the log's rules have fields that are not known: {names}")
