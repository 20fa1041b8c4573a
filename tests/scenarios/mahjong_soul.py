"""Mahjong Soul's own records: the wall and its hash, the server's word on furiten, and what only they hold."""

from collections.abc import Callable
from typing import Any

from auditor.formats.majsoul.writer import Record
from auditor.testing.majsoul_records import SHORT
from scenarios import Play, case

WAITS = "123m456p789s22z5s6s"
"""A hand that waits for 4s and 7s."""


def of(records: list[Record], name: str, number: int = 0) -> dict[str, Any]:
    """The record of that name with that number, from 0."""
    return [data for one, data in records if one == name][number]


def soul(name: str, point: str) -> Callable[[Callable[[Play], object]], Callable[[Play], object]]:
    """A case in Mahjong Soul's format, played by its rules."""
    return case(name, point, rules="mahjong-soul", form="majsoul")


@soul("wall/hash/fires", "Two tiles of the recorded wall are exchanged: it is not the one whose hash was published.")
def _(play: Play) -> None:
    def exchange(records: list[Record]) -> None:
        start = of(records, "RecordNewRound")
        wall = start["paishan"]
        start["paishan"] = wall[:200] + wall[202:204] + wall[200:202] + wall[204:]

    play.hand().end().in_record(exchange).finds("wall/hash", event=None)


@soul("wall/hash/silent", "The wall and its salt are those whose hashes were published.")
def _(play: Play) -> None:
    play.hand().end()


@soul("wall/hash/salt", "The salt is not the one whose hash was published, though the wall's hash is made with it.")
def _(play: Play) -> None:
    def resalt(records: list[Record]) -> None:
        of(records, "RecordNewRound")["saltSha256"] = "0" * 64

    play.hand().end().in_record(resalt).finds("wall/hash", event=None)


@soul(
    "stick/deposit/claimed-silent",
    "The declaration tile of a riichi is claimed: the record of the call tells of the stick.",
)
def _(play: Play) -> None:
    play.hand({1: "123m456p789s1122z", 3: "99p147m258s12345z"}, avoid="9p").turn()
    play.draw("9p").riichi("9p").pon(3, "99p").discard("4z").turn().turn().end()


@soul("wall/seed/mahjong-soul", "A draw is not the tile that the published wall holds there.")
def _(play: Play) -> None:
    def redraw(records: list[Record]) -> None:
        deal = of(records, "RecordDealTile", 6)
        deal["tile"] = "9p" if deal["tile"] != "9p" else "1m"

    play.hand().turn().turn().turn().turn().turn().turn().turn().turn()
    play.in_record(redraw).finds("wall/seed", 3, event=14)
    play.end()


@soul("wall/seed/fifth-copy", "A draw is recorded as a fifth 1m; the closed kan that follows is still of four tiles.")
def _(play: Play) -> None:
    def redraw(records: list[Record]) -> None:
        of(records, "RecordDealTile", 0)["tile"] = "1m"

    play.hand({1: "1111m147p258s123z"}).turn().draw("9s").finds("wall/seed", 1)
    play.in_record(redraw).closed_kan("1m").draw().discard("9s").end()


@soul("wall/seed/older-silent", "A record of the years whose wall begins after the deal.")
def _(play: Play) -> None:
    play.of_era(SHORT).hand().end()


@soul("wall/seed/older-deal", "A tile dealt is one of which the wall, which begins after the deal, holds the last.")
def _(play: Play) -> None:
    def redeal(records: list[Record]) -> None:
        start = of(records, "RecordNewRound")
        start["tiles1"][0] = "1m" if start["tiles1"][0] != "1m" else "9p"

    play.of_era(SHORT).hand().end().in_record(redeal).finds("wall/seed", event=None)


@soul("win/claim/older-silent", "The dealer wins with the fourteen tiles dealt, which such a record gives in order.")
def _(play: Play) -> None:
    play.of_era(SHORT).hand({0: "123m456p345s22z67m"}, avoid="5m8m").draw("5m").tsumo()


@soul("wall/hash/older", "Two tiles of such a wall are exchanged.")
def _(play: Play) -> None:
    def exchange(records: list[Record]) -> None:
        start = of(records, "RecordNewRound")
        wall = start["paishan"]
        start["paishan"] = wall[:4] + wall[6:8] + wall[4:6] + wall[8:]

    play.of_era(SHORT).hand().end().in_record(exchange).finds("wall/hash", event=None)


@soul("server/flag/fires", "The server takes a seat for furiten that has not passed, nor discarded, what it waits for.")
def _(play: Play) -> None:
    def flag(records: list[Record]) -> None:
        of(records, "RecordDiscardTile", 5)["zhenting"][1] = True

    play.hand({1: WAITS}, avoid="4s7s").turn().turn().turn().turn().turn().turn()
    play.in_record(flag).finds("server/flag", 1).end()


@soul("server/flag/silent", "A winning tile is passed: the flag stands until the seat's own next discard.")
def _(play: Play) -> None:
    play.hand({1: WAITS}, avoid="4s").turn().turn().turn("4s").finds("note/passed-win", 1)
    play.turn().turn().turn().turn().end()


def _never_furiten(records: list[Record]) -> None:
    """The server takes seat 1 for not furiten throughout."""
    for _, data in records:
        if data.get("zhenting"):
            data["zhenting"][1] = False


@soul(
    "server/flag/legal-ron", "The server does not see that a tile was passed; the ron after the next discard is legal."
)
def _(play: Play) -> None:
    play.hand({1: "23456m456p45688s"}, avoid="1m4m7m").turn().turn().turn("4m")
    play.finds("server/flag", 1).in_record(_never_furiten).go_round(1).turn().turn().turn("7m").ron(1)


@soul("furiten/temporary/flag", "The server does not see that a tile was passed, and lets the seat win: one fault.")
def _(play: Play) -> None:
    play.hand({1: "23456m456p45688s"}, avoid="1m4m7m").turn().turn().turn("4m").finds("note/passed-win", 1)
    play.in_record(_never_furiten).turn("7m").ron(1).finds("furiten/temporary", 1)


@soul("server/flag/unseen", "The server does not take a seat for furiten that has discarded what it waits for.")
def _(play: Play) -> None:
    def unflag(records: list[Record]) -> None:
        for name, data in records:
            if name in ("RecordDealTile", "RecordDiscardTile"):
                data["zhenting"][1] = False

    play.hand({1: WAITS}, avoid="4s").turn().turn("4s").in_record(unflag).finds("server/flag", 1)
    play.turn().turn().turn().end()


def _offer(records: list[Record], number: int, seat: int, action: int) -> None:
    """Offer a seat an action on the discard with that number, and nobody else any."""
    discard = of(records, "RecordDiscardTile", number)
    discard["operations"] = [{"seat": seat, "operation_list": [{"type": action}]}]


@soul("server/offer/fires", "The server offers a pon to a seat that holds one tile of the kind.")
def _(play: Play) -> None:
    play.hand({3: "9p147m258s123456z"}, avoid="9p").turn().turn("9p")
    play.in_record(lambda records: _offer(records, 1, 3, 3)).finds("server/offer", 3).turn().turn().end()


@soul("server/offer/silent", "The server offers a pon to a seat that holds two of the kind, and it lets the tile pass.")
def _(play: Play) -> None:
    play.hand({3: "99p147m258s12345z"}, avoid="9p").turn().turn("9p").look()
    play.in_record(lambda records: _offer(records, 1, 3, 3)).turn().turn().end()
