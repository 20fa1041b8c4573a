"""Each language says all that English says: every id and none besides, with the same fields, of every fixture."""

import pickle
import re
import tomllib
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.fixture_findings import fixture_findings, fixture_reasons, revised_findings
from support.said_texts import VALUES, named_texts, phrases_named, said_texts, values_of_queries

import auditor.languages
from auditor.core.checks import CATALOGUE
from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.phrases import Phrase, listed
from auditor.core.results import phrases_data, text_of
from auditor.core.store import schema
from auditor.core.store.previous import phrases_of
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


def english_phrases() -> dict[str, str]:
    """The short texts by id, those of settings too."""
    rows = [line.split("\t") for line in schema.read_data("phrases.tsv", "auditor.core").splitlines()]
    return {**dict(rows), **texts("en")["phrases"]}


def english_texts() -> dict[str, dict[str, str]]:
    """By part of a file, then by id: what a language says."""
    english = texts("en")
    return {
        "words": english["words"],
        "phrases": english_phrases(),
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
            why = Phrase("depends", settings=key, changes=listed(" and ", [text]))
            said = {code: translation(code).text(why) for code in OTHERS}
            left = {code: LATIN.findall(NAMES.sub("", spoken)) for code, spoken in said.items() if code != "fr"}
            assert not any(left.values()), said
            assert not re.search(r"\b(one|two|none|with|[01] [a-z]+s)\b", said["fr"]), said


def as_a_language() -> Translation:
    """English, from files as any other language is."""
    return Translation("x", {"words": texts("en")["words"], "phrases": english_phrases()})


def test_english_is_one_rendering_of_the_ids() -> None:
    """What findings and reasons say in short is, by their ids and arguments alone, the English text to the letter."""
    english = as_a_language()
    for finding in [*fixture_findings(), *revised_findings()]:
        shown = english.finding(finding)
        assert text_of(shown.expected) == text_of(finding.expected)
        assert text_of(shown.actual) == text_of(finding.actual)
        assert shown.message == finding.message
        for name, text in (("expected", finding.expected), ("actual", finding.actual)):
            has_words = isinstance(text, str) and LATIN.search(NAMES.sub("", text))
            assert not has_words or name in finding.arguments, (finding.check, text)
    for reason in fixture_reasons():
        assert isinstance(reason, Phrase), reason
        assert english.text(reason) == reason
        assert pickle.loads(pickle.dumps(reason)).fields == reason.fields  # as processes hand it on
        assert english.text(phrases_of(phrases_data((reason,)))[reason]) == reason  # as a database keeps it


def test_what_is_named_in_the_sources_is_there() -> None:
    """Every phrase and term, and no text of a check in words alone."""
    known = english_phrases().keys() | english_texts()["words"].keys()
    words_alone, named, clauses = phrases_named()
    assert named - known == set()
    assert words_alone == set()
    unused = english_phrases().keys() - named - clauses - texts("en")["phrases"].keys()
    assert {one for one in unused if not one.startswith(MADE)} == set()
    assert values_of_queries() <= {*VALUES, *texts("en")["words"]}


MADE = ("head", "penalty-", "who", "until-", "closed-", "open-", "pair-of", "names-", "record-of-", "games-of-",
        "copies-of-", "of-", "since", "until", "indicator-makes", "ura-makes", "rule-text", "id-of", "in-doubt", "list",
        "three", "four", "a-self-draw", "rounded", "not-rounded", "kokushi")  # fmt: skip
"""How the ids of phrases begin that are put together where they are named."""


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
            is_name = text_id.startswith("ruleset.")
            assert not (is_sentence and text == english[part].get(text_id)) or is_name, (part, text_id)


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
        ("", "en"), ("ja", "ja"), ("ja-JP,ja;q=0.9,en;q=0.8", "ja"), ("xx, en;q=0.7, ja;q=0.9", "ja"),
        ("en-US,en;q=0.9,ja;q=0.8", "en"), ("ja;q=0", "en"), ("../ja.toml", "en"), ("ja;q=x, *", "en"),
    ],
)  # fmt: skip
def test_the_language_that_a_browser_prefers(header: str, code: str) -> None:
    assert accepted(header).code == code


def test_tiles_are_as_people_type_them() -> None:
    japanese = translation("ja")
    assert japanese.typed("340p 1122z 0s (id 4) 055m77z") == "34p赤5p 東東南南 赤5s (id 4) 赤5m55m中中"
