# build: compiled
"""The wall: its published hash, each of its tiles by the published seed or wall, and draws beyond its end."""

from auditor.core.checks import doubt
from auditor.core.checks.check import NO_EVENT, SERVER_SIDE, UNUSUAL, Check, Report
from auditor.core.checks.wording import EMA_EXHAUSTIVE, points_of
from auditor.core.events import DORA, DRAW, NO_SEAT, WIN, Event, Hand, Win
from auditor.core.phrases import listed
from auditor.core.results import MISMATCH, VIOLATION, Message, Term
from auditor.core.table.table import REPLACEMENT_DUE, REPLACEMENTS, Table
from auditor.core.table.wall import SALT_HASH, Wall, false_hash, set_of
from auditor.core.units import EventIndex, SeatIndex, Tile


class WallHash(Check):
    """`wall/hash`."""

    id = "wall/hash"
    severity = MISMATCH
    title = "The recorded wall is not the one whose hash was published."
    why = (
        "Mahjong Soul and Riichi City publish a hash of the wall when a hand begins, and the wall when the game has "
        "ended. Riichi City's is a SHA-256; Mahjong Soul's an MD5, or a SHA-256, later of the wall and a salt, whose "
        "own hash is published too."
    )
    sources = (
        "https://github.com/Cryolite/is-majsoul-fair (how the hashes are made)",
        "Riichi City's records: handCardEncode, handCardsSHA256",
    )
    messages = {
        "salt": "The SHA-256 of the salt is {true}; published was {published}.",
        "sha-256": "The SHA-256 of the wall is {true}; published was {published}.",
        "md5": "The MD5 of the wall is {true}; published was {published}.",
    }
    applies_when = SERVER_SIDE
    judges_start = True

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the hashes of the hand's recorded wall."""
        server = table.hand.server
        if server is None or not server.wall:
            return
        what, true, published = false_hash(server)
        if what:
            if what != SALT_HASH:
                report.walls.note_wrong_hash()
            arguments = {"true": true, "published": published}
            report.add(self, NO_SEAT, what, arguments, expected=published, actual=true, event=NO_EVENT)


class WallSeed(Check):
    """`wall/seed`."""

    id = "wall/seed"
    severity = MISMATCH
    title = "A deal, draw or indicator that is not what the published shuffle seed or wall gives."
    why = (
        "Tenhou publishes the seed of its shuffle, which gives every tile of the wall, and the dice, before play; "
        "Mahjong Soul's and Riichi City's records hold the wall itself."
    )
    sources = ("https://tenhou.net/stat/rand/ (the server's random numbers)",)
    messages = {
        "no-wall": "The published seed does not generate this deal, nor does any of the next hands it generates.",
        "dice": "The dice are {dice}; the seed gives {due}.",
        "deal": "{seats:; }.",
        "first-dealt": "{seat:Who} is dealt {dealt}, where the wall holds {due}",
        "next-dealt": "{seat:who} is dealt {dealt}, where the wall holds {due}",
        "set": "The tiles dealt and the published wall after them do not make up the set: {extra} too many and "
            "{missing} too few.",
        "first-indicator": "The first indicator is {tile}; the wall holds {due} there.",
        "indicator": "The indicator turned is {tile}; the wall holds {due} there.",
        "ura": "The ura indicator is {tile}; the wall holds {due} there.",
        "draw": "{seat:Who} draws {tile}; the wall holds {due} there.",
        "replacement": "{seat:Who} draws the replacement {tile}; the wall holds {due} there.",
    }  # fmt: skip
    relies_on = doubt.HAND | doubt.TURN | doubt.WALL | doubt.DORA
    spoils = doubt.HAND | doubt.ORDER
    may_spoil = doubt.HAND | doubt.DORA
    applies_when = UNUSUAL
    before_kinds = (DRAW, DORA, WIN)
    judges_start = True

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Find the hand's wall, and judge deal, dice and first indicator by it."""
        hand = table.hand
        if (wall := report.walls.find(hand)) is None:
            if report.walls.is_newly_lost:
                expected, actual = Term("a-deal-of-the-seed"), Term("another-deal")
                report.add(self, NO_SEAT, "no-wall", expected=expected, actual=actual, event=NO_EVENT)
            return
        if wall.is_whole:
            if not report.walls.is_dealt:
                self._judge_deal(wall.dealt(hand.dealer), hand, report)
        else:
            self._judge_set(wall, hand, report)
        self._judge(NO_SEAT, "first-indicator", wall.indicator(0), hand.indicator, report, NO_EVENT)
        if hand.dice is not None and wall.dice is not None and hand.dice != wall.dice:
            due, dice = points_of(wall.dice), points_of(hand.dice)
            arguments = {"dice": dice.text(), "due": due.text()}
            report.add(self, NO_SEAT, "dice", arguments, expected=due, actual=dice, event=NO_EVENT)

    def _judge_deal(self, dealt: tuple[tuple[Tile, ...], ...], hand: Hand, report: Report) -> None:
        """Judge the tiles dealt: one finding for all seats with wrong tiles, which may just have been exchanged."""
        if dealt == hand.dealt:
            return
        wrong: list[tuple[SeatIndex, str, str]] = []
        for seat, (due, tiles) in enumerate(zip(dealt, hand.dealt, strict=True)):
            others = report.texts.difference(tiles, due)
            if len(tiles) == len(due) and others:
                missing = report.texts.difference(due, tiles)
                wrong.append((seat, report.texts.tiles(missing), report.texts.tiles(others)))
        if not wrong:
            return
        expected, actual = [listed("; ", [f"{one[part]}" for one in wrong]) for part in (1, 2)]
        seats: list[Message] = []
        for seat, due_text, dealt_text in wrong:
            message_id = "next-dealt" if seats else "first-dealt"
            seats.append(Message(message_id, {"seat": seat, "dealt": dealt_text, "due": due_text}))
        seat = wrong[0][0] if len(wrong) == 1 else NO_SEAT
        report.add(self, seat, "deal", {"seats": seats}, expected=expected, actual=actual, event=NO_EVENT)
        report.spoil(self, doubt.HAND, tuple([seat for seat, _, _ in wrong]))

    def _judge_set(self, wall: Wall, hand: Hand, report: Report) -> None:
        """Judge a deal that is not part of the published wall: together with the first draw they must form the set."""
        tiles = [*wall.tiles, *[tile for dealt in hand.dealt for tile in dealt]]
        tiles += [event.tile for event in hand.events[:1] if event.kind == DRAW]
        due = set_of(report.game.players)
        if len(tiles) != len(due):
            return
        missing, extra = report.texts.difference(due, tiles), report.texts.difference(tiles, due)
        if missing or extra:
            few, many = report.texts.tiles(missing), report.texts.tiles(extra)
            arguments = {"extra": many, "missing": few}
            report.add(self, NO_SEAT, "set", arguments, expected=few, actual=many, event=NO_EVENT)
            report.spoil(self, doubt.HAND, tuple(range(report.game.players)))

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a tile drawn or turned from the wall, or the ura of a win."""
        if (wall := report.walls.wall) is None:
            return
        if event.kind == DORA:
            due = wall.indicator(len(table.indicators))
            self._judge(NO_SEAT, "indicator", due, event.tile, report, report.event)
        elif event.kind == DRAW:
            replaced = table.replacements_drawn
            is_replacement = table.phase == REPLACEMENT_DUE
            due = wall.replacement(replaced) if is_replacement else wall.draw(table.draws - replaced)
            if due is not None and not report.texts.is_same(event.tile, due):
                message_id = "replacement" if is_replacement else "draw"
                self._judge(event.seat, message_id, due, event.tile, report, report.event)
        elif isinstance(event, Win) and event.ura and not any([win.ura for win in table.wins]):
            if not table.seats[event.seat].in_riichi or len(event.ura) != len(table.indicators):
                return  # `dora/ura` reports ura that should not be there
            for index, tile in enumerate(event.ura):
                turned = wall.ura(index)
                if turned is not None and not report.texts.is_same(tile, turned):
                    self._judge(event.seat, "ura", turned, tile, report, report.event)
                    return

    def _judge(
        self, seat: SeatIndex, message_id: str, due: Tile | None, tile: Tile, report: Report, event: EventIndex
    ) -> None:
        if due is None or tile < 0 or report.texts.is_same(tile, due):
            return
        expected, actual = report.texts.distinguishable([due], [tile])
        arguments = {"tile": actual, "due": expected}
        is_added = report.add(self, seat, message_id, arguments, expected=expected, actual=actual, event=event)
        if is_added and seat == NO_SEAT:
            report.spoil(self, doubt.DORA)


class WallOverdraw(Check):
    """`wall/overdraw`."""

    id = "wall/overdraw"
    severity = VIOLATION
    title = "A draw beyond the live wall or the four replacement tiles."
    why = (
        "Fourteen tiles stay in the dead wall, four of which replace kans (with three players eight, norths included)."
    )
    sources = (EMA_EXHAUSTIVE,)
    messages = {
        "replacement": "{seat:Who} draws a replacement tile, but all {number} are drawn.",
        "draw": "{seat:Who} draws, but no tile is left in the live wall.",
    }
    relies_on = doubt.TURN | doubt.WALL
    may_rely_on = doubt.TILE
    spoils = doubt.WALL | doubt.ORDER  # a draw too many, or one of a seat that is not to draw
    applies_when = UNUSUAL
    before_kinds = (DRAW,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a draw by the number of tiles left."""
        is_replacement = table.phase == REPLACEMENT_DUE
        is_over = table.wall_left == 0 or (is_replacement and table.replacements_left == 0)
        if is_over and is_replacement and report.is_faulty(table.last_kan):
            return  # the kan or north itself was too many
        if is_replacement and table.replacements_left == 0:
            arguments = {"number": REPLACEMENTS[table.players]}
            drawn = Term("a-replacement-draw")
            report.add(self, event.seat, "replacement", arguments, expected=Term("no-draw"), actual=drawn)
        elif table.wall_left == 0:
            report.add(self, event.seat, "draw", expected=Term("no-draw"), actual=Term("a-draw"))
