"""Every setting of a ruleset decides something: some fixture is judged differently where it is varied."""

from functools import cache
from pathlib import Path

import pytest
from varied_settings import ENTRY, Difference, differences, judged_settings, shown_by
from write_fixtures import FIXTURES, rules_in

from auditor import rulesets
from auditor.events import Game
from auditor.formats import read
from auditor.rulesets.model import Ruleset
from auditor.yaku import DAISANGEN, DAISUUSHII, SUUKANTSU, TENHOU

SHOWN_BY = {
    "off": "call/meld/fires.mjlog",
    "game.players": "pay/honba/fires.mjlog",
    "game.red_fives": "settings/game/red_fives.mjlog",
    "game.dealer_tiles": "turn/tsumogiri/first-discard.jsonl",
    "game.length": "game/end/extension.mjlog",
    "game.start_points": "game/start/silent.mjlog",
    "game.target_points": "settings/game/target_points.mjlog settings/game/target_points-missed.mjlog",
    "game.return_points": "game/final/silent.mjlog",
    "game.extension": "game/end/extension-dealer-wins-silent.json game/end/early.mjlog",
    "game.extension_hands": "game/end/two-more-hands-silent.json",
    "game.bust": "game/end/bust.mjlog",
    "game.all_last_stop": "game/end/all-last.mjlog",
    "game.renchan": "game/rotation/silent.mjlog",
    "game.all_last_tenpai_stop": "game/end/mahjong-soul-extension-dealer-leads-silent.json "
    "game/end/mahjong-soul-extension-dealer-leads.json",
    "game.final_rounding": "faults/deposit-dropped-but-counted.mjlog game/final/tenhou-rounded-half-down.json",
    "game.placement": "game/final/silent.mjlog",
    "game.placement_ties": "game/final/silent.mjlog",
    "riichi.points": "riichi/points/fires.mjlog riichi/points/silent.mjlog",
    "riichi.tiles_left": "cases/wiki/riichi-3-tiles-left.mjlog cases/wiki/riichi-4-tiles-left.mjlog",
    "riichi.stick": "stick/deposit/silent.mjlog",
    "riichi.kan": "cases/zh/okuri-kan.mjlog riichi/kan-drawn/fires.mjlog riichi/kan-shape/fires.mjlog",
    "riichi.void_at_triple_ron": "stick/void/quebec-triple-ron-paid.json",
    "riichi.ippatsu": "cases/wiki/ippatsu.mjlog",
    "riichi.ura_dora": "dora/ura/silent.mjlog",
    "riichi.noten_penalty": "riichi/noten/fires.mjlog",
    "riichi.open_riichi": "riichi/open/fires.json",
    "riichi.open_riichi_han": "cases/zh/open-riichi-tsumo.json",
    "riichi.open_riichi_yakuman": "cases/zh/open-riichi-dealt-into.json",
    "furiten.ends": "furiten/temporary/any-call.mjlog furiten/temporary/own-call.mjlog",
    "calls.kuikae": "call/kuikae/fires.mjlog call/kuikae/same-tile.mjlog",
    "calls.last_tile": "call/last-tile/fires.mjlog",
    "calls.kans": "call/fifth-kan/fires.mjlog call/fifth-kan/silent.mjlog",
    "calls.kan_penalty": "riichi/kan-shape/fires.mjlog",
    "sticks.honba": "pay/honba/silent.mjlog pay/honba/tsumo.mjlog",
    "sticks.several_winners": "cases/wiki/all-sticks-to-one-of-two.mjlog",
    "sticks.honba_winners": "win/multiple/silent.mjlog",
    "sticks.left_over": "faults/stick-left-lying.mjlog stick/final/not-shared-silent.json",
    "scoring.open_tanyao": "settings/scoring/open_tanyao.mjlog",
    "scoring.pinfu_tsumo": "pay/win/dealer-share.mjlog",
    "scoring.double_wind_fu": "settings/scoring/double_wind_fu.mjlog",
    "scoring.rinshan_fu": "settings/scoring/rinshan_fu.mjlog",
    "scoring.kiriage": "win/value/kiriage-silent.mjlog",
    "scoring.counted_yakuman": "yaku/tsuuiisou/misses.mjlog",
    "scoring.several_yakuman": "settings/scoring/pao_scope.mjlog",
    "scoring.double_yakuman": " ".join(
        [
            f"yaku/{name}/wins.mjlog"
            for name in (
                "tenhou", "chiihou", "daisangen", "suuankou", "suuankou-tanki", "tsuuiisou", "ryuuiisou", "chinroutou",
                "chuuren-poutou", "junsei-chuuren-poutou", "kokushi-musou", "kokushi-musou-13-wait", "daisuushii",
                "shousuushii", "suukantsu",
            )
        ]
    ),
    "scoring.renhou": "yaku/renhou/wins.mjlog settings/scoring/renhou.mjlog stick/void/silent.mjlog",
    "scoring.minimum_han": "win/no-yaku/minimum.mjlog win/no-yaku/minimum-silent.mjlog",
    "scoring.two_han_honba": "win/no-yaku/five-counters-ema-2016-silent.json",
    "scoring.tsumo_loss": "settings/scoring/tsumo_loss.mjlog",
    "scoring.kokushi_closed_kan": "win/claim/closed-kan.mjlog",
    "scoring.head_bump": "win/multiple/silent.mjlog",
    "scoring.triple_ron": "win/multiple/triple-paid.mjlog",
    "scoring.pao": "pay/win/pao-paid.mjlog settings/scoring/pao-four-winds.mjlog settings/scoring/pao.mjlog",
    "scoring.pao_scope": "settings/scoring/pao_scope.mjlog",
    "scoring.pao_honba": "pay/honba/ema-2012-discarder-silent.json pay/honba/ema-2012-liable-silent.json",
    "draws.abortive": "draw/abortive/silent.mjlog draw/missed/silent.mjlog draw/abortive/four-riichi.mjlog "
    "draw/abortive/four-kans.mjlog draw/abortive/triple-ron.mjlog",
    "draws.nagashi_mangan": "draw/nagashi/silent.mjlog",
    "draws.nagashi_is_win": "draw/nagashi/counters.json",
    "draws.noten_declaration": "draw/tenpai/ema-2012-declared-noten-silent.json",
    "draws.noten_points": "pay/noten/silent.mjlog",
    "draws.four_own_copies": "draw/tenpai/own-copies.mjlog settings/draws/four_own_copies.mjlog",
    "draws.riichi_shows": "draw/not-shown/fires.mjlog cases/zh/noten-riichi-drawn.mjlog",
    "dora.kan_dora": "dora/timing/silent.mjlog",
    "dora.kan_ura": "dora/ura/silent.mjlog",
    "dora.open_kan": "dora/timing/silent.mjlog",
    "dora.robbed_kan": "dora/timing/ema-2012-robbed.json",
    "penalties.false_win": "win/shape/fires.mjlog",
    "penalties.chombo": "pay/chombo/silent.json",
    "penalties.chombo_points": "cases/ema-2016/passed-then-any-call.mjlog",
    "penalties.sticks_returned": "cases/zh/stick-after-chombo.json",
    "penalties.replayed": "pay/chombo/fires.json",
}  # fmt: skip
"""The fixtures that show what a setting decides."""

SHOWN_BY_NONE: dict[str, set[Difference]] = {
    # How many red fives there are a log shows itself; the ruleset says whether they count.
    "game.red_fives": {(2, 3), (2, 4), (3, 4)},
    # No format records what an open riichi shows.
    "riichi.open_riichi": {("hand", "waits")},
    # No claim completes another yakuman.
    "scoring.pao": {(number, ENTRY) for number in range(TENHOU, SUUKANTSU) if number not in (DAISANGEN, DAISUUSHII)},
}
"""What no log can show."""


def test_every_setting_has_a_fixture_that_shows_what_it_decides() -> None:
    keys = judged_settings().keys()
    without = [f"{key}: {_advice(key)}" for key in keys if key not in SHOWN_BY]
    assert not without, "\n".join(["no fixture is named in SHOWN_BY for", *without])
    assert SHOWN_BY.keys() == keys, "SHOWN_BY names settings that do not exist"


@pytest.mark.parametrize("key", SHOWN_BY)
def test_fixtures_show_what_a_setting_decides(key: str) -> None:
    setting = judged_settings()[key]
    shown = set(SHOWN_BY_NONE.get(key, set()))
    for name in SHOWN_BY[key].split():
        by_this = shown_by(*_judged(FIXTURES / name), setting)
        assert by_this, f"{name} is judged alike whatever {key} is"
        shown |= by_this
    assert differences(setting) <= shown, f"not shown of {key}: {differences(setting) - shown}; {_advice(key)}"


@cache
def _judged(path: Path) -> tuple[Game, Ruleset]:
    """A fixture's game, and the ruleset that judges it."""
    game = next(read(path.read_bytes(), path.name))
    assert isinstance(game, Game)
    return game, rulesets.choose(rules_in(path.read_bytes()), game)[0]


def _advice(key: str) -> str:
    """Which fixtures show something of a setting, for whom a test tells that it lacks one."""
    setting = judged_settings()[key]
    found = []
    for path in sorted(FIXTURES.rglob("*.*")):
        shown = shown_by(*_judged(path), setting)
        if shown:
            found.append(f"{path.relative_to(FIXTURES)} shows {sorted(shown, key=str)}")
    return "\n    ".join(found[:20]) if found else "no fixture shows anything of it; write one (tests/scenarios)"
