"""The sentences of the five texts that state a rule, each with the settings that encode it and a fixture that shows it.

docs/seeds.md is made from them; that fails where a fixture is gone.
"""

# ruff: noqa: E501 -- one line per sentence

from typing import NamedTuple

from support.paths import FIXTURES, ROOT

PAGE = ROOT / "docs" / "seeds.md"


class Sentence(NamedTuple):
    """text: its source. rule: what it states. settings: of a ruleset, "-" where all tables have it. fixtures: paths."""

    text: str
    rule: str
    settings: str
    fixtures: str


WIKI, EMA, FRENCH, CHINESE = "wiki", "EMA", "French (Québec)", "Chinese"
SENTENCES = [
    Sentence(WIKI, "Riichi needs a closed hand.", "-", "riichi/open-hand/fires.mjlog"),
    Sentence(WIKI, "Riichi needs a waiting hand.", "riichi.noten_penalty", "riichi/noten/fires.mjlog"),
    Sentence(WIKI, "Riichi needs 1,000 points.", "riichi.points", "cases/wiki/riichi-900-points.mjlog"),
    Sentence(WIKI, "Four tiles must be left in the wall.", "riichi.tiles_left", "cases/wiki/riichi-3-tiles-left.mjlog"),
    Sentence(WIKI, "A ron on the declaration tile voids the riichi; no stick is due.", "-", "cases/wiki/declaration-tile-won-on.mjlog"),
    Sentence(WIKI, "A declaration tile that is claimed leaves the riichi standing.", "-", "cases/wiki/declaration-tile-claimed.mjlog"),
    Sentence(WIKI, "The stick goes to the next winner, the declarer too.", "-", "cases/wiki/declarer-takes-own-stick.mjlog"),
    Sentence(WIKI, "Each of two winners takes its own stick, or one takes all.", "sticks.several_winners", "cases/wiki/own-sticks-of-two-winners.mjlog cases/wiki/all-sticks-to-one-of-two.mjlog"),
    Sentence(WIKI, "A kan after riichi may not change the waits.", "riichi.kan", "cases/wiki/3444m778899s333z-4m-wiki.mjlog"),
    Sentence(WIKI, "Ippatsu: before the next discard, without a call.", "riichi.ippatsu", "cases/wiki/ippatsu.mjlog cases/wiki/ippatsu-without-riichi.mjlog"),
    Sentence(WIKI, "One's own closed kan ends ippatsu.", "riichi.ippatsu", "cases/wiki/ippatsu-after-own-kan.mjlog"),
    Sentence(WIKI, "Ippatsu goes with chankan, not with rinshan.", "riichi.ippatsu", "cases/wiki/ippatsu-with-chankan.mjlog cases/wiki/rinshan-without-ippatsu.mjlog"),
    Sentence(WIKI, "Double riichi: on the first discard, in the place of riichi.", "-", "cases/wiki/double-riichi.mjlog cases/wiki/double-riichi-beside-riichi.mjlog"),
    Sentence(WIKI, "A wait for tiles of which one holds all four.", "draws.four_own_copies", "cases/wiki/four-own-copies-count.mjlog cases/ema-2012/four-own-copies.mjlog"),
    Sentence(EMA, "Four tiles must be left.", "riichi.tiles_left", "cases/ema-2012/riichi-4-tiles-left.mjlog cases/ema-2012/riichi-3-tiles-left.mjlog"),
    Sentence(EMA, "Scores may be below 1,000.", "riichi.points", "cases/ema-2012/riichi-900-points.mjlog"),
    Sentence(EMA, "A wait in one's own discards: no ron, with or without yaku.", "-", "cases/ema-2012/discarded-wait-without-yaku.mjlog"),
    Sentence(EMA, "Riichi while furiten is allowed; only a self-draw wins.", "-", "cases/ema-2012/furiten-riichi-tsumo.mjlog cases/ema-2012/furiten-riichi-ron.mjlog"),
    Sentence(EMA, "Temporary furiten ends with any call (2012).", "furiten.ends", "cases/ema-2012/passed-then-any-call.mjlog cases/ema-2016/passed-then-any-call.mjlog"),
    Sentence(EMA, "Four riichi end the hand (2012), and all show theirs.", "draws.abortive, draws.riichi_shows", "cases/ema-2012/four-riichi-draw.mjlog cases/ema-2012/four-riichi-missed.mjlog cases/ema-2012/four-riichi-not-shown.mjlog"),
    Sentence(EMA, "Sticks stay on the table after a draw.", "-", "cases/ema-2012/stick-after-draw.mjlog"),
    Sentence(EMA, "Of two winners each takes its own stick, the nearest the rest.", "sticks.several_winners", "cases/ema-2012/sticks-of-two-winners.mjlog cases/ema-2012/sticks-to-the-nearest-winner.mjlog"),
    Sentence(EMA, "Ura dora are for winners in riichi.", "riichi.ura_dora", "cases/ema-2012/ura-without-riichi.mjlog"),
    Sentence(EMA, "A kan may not change a reading of the hand.", "riichi.kan", "cases/ema-2012/111222333m34p55z-1m-ema-2012.mjlog"),
    Sentence(FRENCH, "More than four tiles must be left.", "riichi.tiles_left", "cases/quebec/riichi-5-tiles-left.mjlog cases/quebec/riichi-4-tiles-left.mjlog"),
    Sentence(FRENCH, "A red five may not be exchanged for a plain one.", "-", "cases/quebec/red-five-exchanged.json"),
    Sentence(FRENCH, "A noten riichi costs nothing where another wins.", "riichi.noten_penalty", "cases/quebec/noten-riichi-other-wins.mjlog"),
    Sentence(FRENCH, "At an abortive draw nobody must show.", "draws.riichi_shows", "cases/quebec/four-riichi-not-shown.mjlog"),
    Sentence(FRENCH, "A kan may not change a wait nor a combination.", "riichi.kan", "cases/quebec/34522m555p78999s-9s-quebec.mjlog cases/quebec/1112444s234m678p-1s-quebec.mjlog"),
    Sentence(CHINESE, "One more draw of one's own must be to come (four players, three).", "riichi.tiles_left", "cases/zh/riichi-4-tiles-left.mjlog cases/zh/riichi-3-tiles-left.mjlog"),
    Sentence(CHINESE, "A drawn north may be set aside after riichi (拔北).", "game.players", "cases/zh/drawn-north-in-riichi.mjlog cases/zh/held-north-in-riichi.mjlog"),
    Sentence(CHINESE, "A winning tile passed in riichi (discard, added kan, north, self-draw): no ron.", "-", "cases/zh/passed-in-riichi.mjlog cases/zh/passed-added-kan-in-riichi.mjlog cases/zh/passed-north-in-riichi.mjlog cases/zh/passed-self-draw-in-riichi.mjlog"),
    Sentence(CHINESE, "A kan must leave every reading.", "riichi.kan", "cases/zh/111222333m111z4z-1m-zh.mjlog cases/zh/3344455566677p-4p-zh.mjlog"),
    Sentence(CHINESE, "送杠, a kan without the tile drawn, is a local rule.", "riichi.kan", "cases/zh/okuri-kan.mjlog cases/zh/123p333345s78m11z-3s-zh.mjlog"),
    Sentence(CHINESE, "两立直: no call, closed kan or north before it.", "-", "cases/zh/riichi-after-a-north.mjlog"),
    Sentence(CHINESE, "开立直: one han more; a yakuman from who is not in riichi.", "riichi.open_riichi, riichi.open_riichi_han, riichi.open_riichi_yakuman", "cases/zh/open-riichi-tsumo.json cases/zh/open-riichi-dealt-into.json cases/zh/open-riichi-by-riichi.json"),
    Sentence(CHINESE, "超立直: a stick of 5,000 points.", "riichi.stick", "cases/zh/super-riichi.mjlog cases/zh/super-riichi-short-stick.mjlog"),
    Sentence(CHINESE, "超立直: both neighbours of an indicator are dora.", "riichi.indicator_neighbours", "cases/zh/super-riichi-neighbours.mjlog cases/zh/super-riichi-one-neighbour.mjlog"),
    Sentence(CHINESE, "祝仪: ippatsu and each ura dora bring a chip.", "riichi.chip_points", "cases/zh/chips.mjlog"),
    Sentence(CHINESE, "空听立直 is allowed.", "-", "cases/zh/karaten-riichi.mjlog"),
    Sentence(CHINESE, "不听立直 costs a mangan at a draw, at four riichi and four kans too.", "riichi.noten_penalty, draws.riichi_shows", "cases/zh/noten-riichi-drawn.mjlog cases/zh/noten-riichi-at-four-riichis.mjlog"),
    Sentence(CHINESE, "A hand annulled by a false win gives the stick back.", "penalties.sticks_returned", "cases/zh/stick-after-chombo.json"),
]  # fmt: skip


def page() -> str:
    """The page. Raises ValueError for a fixture that is gone."""
    lines = [
        "# The texts, sentence by sentence",
        "",
        "What the texts that the rulesets come from state as rules, the setting that holds each (`-`: no table is without",
        "it), and a fixture that shows it. Made by `python tests/generate.py`, which fails where a fixture is gone.",
        "",
        "| text | rule | setting | fixtures |",
        "|---|---|---|---|",
    ]
    for one in SENTENCES:
        paths = one.fixtures.split()
        gone = [path for path in paths if not (FIXTURES / path).is_file()]
        if gone:
            raise ValueError(f"the fixture of {one.rule!r} is gone: {', '.join(gone)}")
        shown = ", ".join([f"[{path.rsplit('/', 1)[1]}](../fixtures/{path})" for path in paths])
        settings = ", ".join([name if name == "-" else f"`{name}`" for name in one.settings.split(", ")])
        lines.append(f"| {one.text} | {one.rule} | {settings} | {shown} |")
    return "\n".join(lines) + "\n"


def write() -> None:
    """Rewrite the page."""
    PAGE.write_text(page(), "utf-8")
