"""Small faults that are put, one by one, into the program's own adapter: each loses questions of its topic alone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import msgspec

from auditor.core.rulesets import load
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.table import Table
from auditor.core.yaku import YAKUMAN
from auditor.server.live import LiveTable
from support.conformance_asking import own_adapter

Put = Callable[[], Any]


class Fault(NamedTuple):
    """A fault. rules: the ruleset under which it shows. topic: where it shows. put: puts it in."""

    name: str
    rules: str
    topic: str
    put: Put


def _changed(name: str, key: str, value: object) -> Ruleset:
    """The ruleset of that name with another value of a setting."""
    section, field = key.split(".")
    rules = load(name)
    changed = msgspec.structs.replace(getattr(rules, section), **{field: value})
    return msgspec.structs.replace(rules, **{section: changed})


def setting(key: str, value: object) -> Put:
    """A setting that is read wrongly, whatever the rules."""

    @contextmanager
    def put() -> Iterator[None]:
        with (
            patch.object(own_adapter(), "load", lambda name: _changed(name, key, value)),
            patch.object(own_adapter(), "LiveTable", lambda name: LiveTable(_changed(name, key, value))),
        ):
            yield

    return put


def _always(event: dict[str, Any]) -> bool:
    return True


def _is_ron(event: dict[str, Any]) -> bool:
    return bool(event["actor"] != event["target"])


def without(*checks: str, of: Callable[[dict[str, Any]], bool] = _always) -> Put:
    """What these checks forbid is held to be legal, of the actions for which that is so."""

    @contextmanager
    def put() -> Iterator[None]:
        class Blind(LiveTable):
            """A table that does not see it."""

            def legal(self, event: Any) -> Any:
                found = super().legal(event)
                return None if found is not None and found.check in checks and of(event) else found

        with patch.object(own_adapter(), "LiveTable", Blind):
            yield

    return put


def refused(*kinds: str, when: Callable[[dict[str, Any]], bool] = lambda question: True) -> Put:
    """Actions of these kinds are held to be illegal, where that is so of the question."""
    right = own_adapter().legal

    def legal(question: dict[str, Any]) -> bool:
        return bool(right(question)) and not (question["action"]["type"] in kinds and when(question))

    return lambda: patch.object(own_adapter(), "legal", legal)


def replaced(name: str, wrong: Callable[..., Any]) -> Put:
    """A function of the adapter answers otherwise: `wrong` gets the right answer, and what it was asked."""
    right = getattr(own_adapter(), name)
    return lambda: patch.object(own_adapter(), name, lambda *given: wrong(right(*given), *given))


def _each_pays_more(more: int) -> Callable[..., dict[str, Any]]:
    """Who shares a self-draw, which is no yakuman, pays so much more of each counter."""

    def wrong(facts: dict[str, Any], table: Table, winner: int, from_seat: int, *rest: Any) -> dict[str, Any]:
        deltas = list(facts["deltas"])
        payers = [seat for seat, delta in enumerate(deltas) if delta < 0]
        if facts["limit"] < YAKUMAN and winner == from_seat and len(payers) == table.players - 1:
            for seat in payers:
                deltas[seat] -= more * table.hand.honba
                deltas[winner] += more * table.hand.honba
        return facts | {"deltas": tuple(deltas)}

    return wrong


def _last(question: dict[str, Any], kind: str) -> bool:
    return bool(question["events"][-1]["type"] == kind)


def _in_riichi(question: dict[str, Any]) -> bool:
    return {"type": "reach", "actor": question["seat"]} in question["events"]


FAULTS: Final = [
    Fault("kuikae is ignored", "tenhou", "kuikae", setting("calls.kuikae", "allowed")),
    Fault("only the same tile is kuikae", "m-league", "kuikae", setting("calls.kuikae", "same tile")),
    Fault("kuikae is not checked", "tenhou-sanma", "kuikae", without("call/kuikae")),
    Fault("no kan in riichi", "tenhou", "kan-in-riichi", setting("riichi.kan", "never")),
    Fault("kans in riichi by readings", "mahjong-soul", "kan-in-riichi", setting("riichi.kan", "interpretations")),
    Fault("kans in riichi by waits alone", "wrc-2025", "kan-in-riichi", setting("riichi.kan", "waits")),
    Fault("kans in riichi of older tiles", "tenhou", "kan-in-riichi", without("riichi/kan-drawn")),
    Fault("kans in riichi change the waits", "ema-2016", "kan-in-riichi", without("riichi/kan-waits")),
    Fault("no points are needed for riichi", "tenhou", "reach", setting("riichi.points", 0)),
    Fault("riichi needs more than 1000 points", "mahjong-soul", "reach", setting("riichi.points", 1100)),
    Fault("riichi with the last tile", "tenhou", "reach", setting("riichi.tiles_left", 0)),
    Fault("riichi needs four tiles", "m-league", "reach", setting("riichi.tiles_left", 4)),
    Fault("riichi with an open hand", "tenhou", "reach", without("riichi/open-hand")),
    Fault("riichi without tenpai", "wrc-2025", "reach", without("riichi/noten")),
    Fault("riichi twice", "tenhou", "reach", without("riichi/repeat")),
    Fault(
        "no riichi after a closed kan",
        "ema-2016",
        "reach",
        refused("reach", when=lambda one: any([event["type"] == "ankan" for event in one["events"]])),
    ),
    Fault("discards in riichi are free", "m-league", "discard", without("riichi/discard")),
    Fault(
        "discards of tiles that are not held",
        "tenhou",
        "discard",
        without("tiles/not-held", of=lambda event: event["type"] == "dahai"),
    ),
    Fault(
        "claims with tiles that are not held",
        "tenhou",
        "claim",
        without("tiles/not-held", of=lambda event: "target" in event and event["type"] != "hora"),
    ),
    Fault(
        "kans of tiles that are not held",
        "tenhou",
        "kan",
        without("tiles/not-held", of=lambda event: event["type"] in ("ankan", "kakan")),
    ),
    Fault(
        "no discard in riichi",
        "tenhou-sanma",
        "discard",
        refused("dahai", when=lambda one: _in_riichi(one) and not _last(one, "reach")),
    ),
    Fault("chi from any seat", "tenhou", "claim", without("call/chi-seat")),
    Fault("claims in riichi", "mahjong-soul", "claim", without("call/riichi")),
    Fault("claims of the last discard", "wrc-2025", "claim", setting("calls.last_tile", True)),
    Fault("no pon", "m-league", "claim", refused("pon")),
    Fault("no added kan", "tenhou", "kan", refused("kakan")),
    Fault("no open kan", "mahjong-soul-sanma", "claim", refused("daiminkan")),
    Fault("a fifth kan", "tenhou", "kan", without("call/fifth-kan")),
    Fault("furiten by discard is forgotten", "tenhou", "furiten", without("furiten/discard")),
    Fault("furiten in riichi is forgotten", "m-league", "furiten", without("furiten/riichi")),
    Fault("furiten of the go-around is forgotten", "tenhou-sanma", "furiten", without("furiten/temporary")),
    Fault("any call ends furiten", "tenhou", "furiten", setting("furiten.ends", "any call")),
    Fault(
        "furiten forbids self-draws",
        "ema-2016",
        "furiten",
        refused("hora", when=lambda one: one["topic"] == "furiten" and one["action"]["target"] == one["seat"]),
    ),
    Fault("ron without a yaku", "tenhou", "ron", without("win/no-yaku", of=_is_ron)),
    Fault("tsumo without a yaku", "m-league", "tsumo", without("win/no-yaku", of=lambda event: not _is_ron(event))),
    Fault("ron of incomplete hands", "wrc-2025", "ron", without("win/shape", of=_is_ron)),
    Fault("tsumo of incomplete hands", "ema-2016", "tsumo", without("win/shape", of=lambda event: not _is_ron(event))),
    Fault("no kan is robbed", "tenhou", "ron", refused("hora", when=lambda one: _last(one, "kakan"))),
    Fault("orphans rob no closed kan", "mahjong-soul", "ron", setting("scoring.kokushi_closed_kan", False)),
    Fault("only one wins on a discard", "tenhou", "several-winners", setting("scoring.head_bump", True)),
    Fault("there are no abortive draws", "tenhou", "abortive", setting("draws.abortive", ())),
    Fault("nine terminals at any time", "mahjong-soul", "abortive", without("draw/abortive")),
    Fault("no norths in riichi", "tenhou-sanma", "north", refused("kita", when=_in_riichi)),
    Fault("a counter costs each 200 of a self-draw", "tenhou", "sticks", replaced("win_facts", _each_pays_more(100))),
    Fault("the honba of four players", "tenhou-sanma", "sticks", replaced("win_facts", _each_pays_more(50))),
    Fault("each winner is paid the honba", "mahjong-soul", "several-winners", setting("sticks.honba_winners", "each")),
    Fault(
        "sticks go to their owners",
        "tenhou",
        "several-winners",
        setting("sticks.several_winners", "own, then nearest"),
    ),
    Fault("liability is not known", "tenhou", "liability", setting("scoring.pao", ())),
    Fault(
        "the discarder pays the honba of a liability",
        "mahjong-soul",
        "liability",
        setting("scoring.pao_honba", "discarder"),
    ),
    Fault("kiriage", "tenhou", "win", setting("scoring.kiriage", True)),
    Fault("no kiriage", "m-league", "win", setting("scoring.kiriage", False)),
    Fault("no ura dora", "wrc-2025", "win", setting("riichi.ura_dora", False)),
    Fault("no ippatsu", "ema-2016", "win", setting("riichi.ippatsu", False)),
    Fault("renhou is not known", "wrc-2025", "win", setting("scoring.renhou", "none")),
    Fault("a pair of double wind is 4 fu", "m-league", "win", setting("scoring.double_wind_fu", 4)),
    Fault("noten costs 1500 points", "tenhou", "draw", setting("draws.noten_points", 1500)),
    Fault("the dealer passes when tenpai", "m-league", "draw", setting("game.renchan", "win")),
    Fault(
        "no honba after a win of the dealer",
        "tenhou",
        "rounds",
        replaced("next_honba", lambda right, table: right if not table.wins else 0),
    ),
    Fault(
        "the dealer always passes",
        "ema-2016",
        "rounds",
        replaced("next_round", lambda right, table: table.hand.round + 1 if table.wins else right),
    ),
    Fault("a game goes on below zero", "tenhou", "end", setting("game.bust", False)),
    Fault("no extension", "mahjong-soul", "end", setting("game.extension", "none")),
    Fault("a leading dealer plays on", "tenhou-sanma", "end", setting("game.all_last_stop", False)),
]
