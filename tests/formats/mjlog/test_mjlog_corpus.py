"""Real mjlogs: every event against counts from their text, and reading back what was written."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lxml import etree
from support.mjlog_logs import facts, game_of
from support.packing import unpacked

from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    EXHAUSTIVE,
    FOUR_KANS,
    FOUR_RIICHI,
    FOUR_WINDS,
    KIND_NAMES,
    NAGASHI_MANGAN,
    NINE_TERMINALS,
    NORTH,
    OPEN_KAN,
    PON,
    TRIPLE_RON,
    UNSPECIFIED,
    Game,
    Ryuukyoku,
)
from auditor.core.reading.meld_code import decode_meld, encode_meld
from auditor.formats import mjlog
from auditor.formats.mjlog.vocabulary import KNOWN_ATTRIBUTES


def texts(corpus: Path) -> Iterator[tuple[str, bytes]]:
    paths = sorted((corpus / "mjlog").iterdir())
    assert paths
    for path in paths:
        yield path.name, unpacked(path)


CALL_OF_BITS = ((0x04, CHI), (0x08, PON), (0x10, ADDED_KAN), (0x20, NORTH))
TYPE_NAMES = {
    EXHAUSTIVE: "", NAGASHI_MANGAN: "nm", NINE_TERMINALS: "yao9", FOUR_WINDS: "kaze4", FOUR_RIICHI: "reach4",
    FOUR_KANS: "kan4", TRIPLE_RON: "ron3", UNSPECIFIED: "",
}  # fmt: skip


def counted_in_text(text: str) -> Counter[str]:
    """How often each thing stands in the text, by regular expressions alone."""
    counts: Counter[str] = Counter()
    counts["hand"] = len(re.findall(r"<INIT\b", text))
    counts["draw"] = len(re.findall(r"<[T-W]\d+ ?/>", text))
    counts["discard"] = len(re.findall(r"<[D-G]\d+ ?/>", text))
    counts["dora"] = len(re.findall(r"<DORA\b", text))
    counts["win"] = len(re.findall(r"<AGARI\b", text))
    counts["connection"] = len(re.findall(r"<BYE\b", text)) + len(re.findall(r'<UN n\d="[^"]*" ?/>', text))
    for step in re.findall(r'<REACH [^>]*step="(\d)"', text):
        counts["riichi" if step == "1" else "deposit"] += 1
    for attributes in re.findall(r"<RYUUKYOKU\b([^>]*)>", text):
        type_found = re.search(r'type="(\w+)"', attributes)
        counts["ryuukyoku " + (type_found.group(1) if type_found else "")] += 1
    for code in re.findall(r'<N [^>]*m="(\d+)"', text):
        kinds = [kind for bit, kind in CALL_OF_BITS if int(code) & bit]
        counts[KIND_NAMES[kinds[0] if kinds else OPEN_KAN if int(code) & 3 else CLOSED_KAN]] += 1
    return +counts


def counted_in_game(game: Game) -> Counter[str]:
    counts: Counter[str] = Counter()
    counts["hand"] = len(game.hands)
    for hand in game.hands:
        counts["connection"] += len(hand.disconnections)
        for event in hand.events:
            if isinstance(event, Ryuukyoku):
                counts["ryuukyoku " + TYPE_NAMES[event.draw_type]] += 1
            else:
                counts[KIND_NAMES[event.kind]] += 1
    return +counts


def test_real_logs_give_what_their_text_says(corpus: Path) -> None:
    total: Counter[str] = Counter()
    for name, data in texts(corpus):
        counts = counted_in_game(game_of(data, name))
        assert counts == counted_in_text(data.decode()), name
        total += counts
    assert all([total[kind] for kind in (*KIND_NAMES[:-1], *["ryuukyoku " + name for name in TYPE_NAMES.values()])])


def test_real_logs_survive_writing(corpus: Path) -> None:
    for name, data in texts(corpus):
        game = game_of(data, name)
        assert facts(game_of(mjlog.write(game, "written").encode(), name)) == facts(game), name


def test_real_logs_are_plain_text_and_lxml_reads_them_the_same(corpus: Path) -> None:
    for name, data in list(texts(corpus))[::10]:
        through_lxml = etree.tostring(etree.fromstring(data)) + b"<!-- -->"
        assert facts(game_of(through_lxml, name)) == facts(game_of(data, name)), name


def test_real_meld_codes_survive(corpus: Path) -> None:
    for name, data in texts(corpus):
        for seat, code in re.findall(rb'<N who="(\d)" m="(\d+)"', data):
            meld = decode_meld(int(code), int(seat))
            if meld.kind != CLOSED_KAN:  # which of the four it names is not kept
                assert encode_meld(meld, int(seat)) == int(code), name


def test_real_logs_hold_every_known_attribute_but_the_parlours(corpus: Path) -> None:
    """An attribute that no real log has is in the reader for a reason known from elsewhere."""
    met: dict[str, set[str]] = {}
    for _, data in texts(corpus):
        for element in etree.fromstring(data).iter("*"):
            met.setdefault(element.tag, set()).update([str(name) for name in element.attrib])
    unmet = {tag: sorted(known - met[tag]) for tag, known in KNOWN_ATTRIBUTES.items() if known - met[tag]}
    assert unmet == {"UN": ["rc"], "INIT": ["chip"], "AGARI": ["chip"], "RYUUKYOKU": ["chip", "ratio"]}
