# build: plain
"""Translates the commands of a hand in an M-League record into events."""

from typing import Final

from auditor.core import events
from auditor.core.errors import ReadError
from auditor.core.events import Contradiction, Hand, Ryuukyoku, Win, round_name
from auditor.core.phrases import Phrase
from auditor.core.phrases import word as word_of
from auditor.core.reading.building import STICK, Conventions, HandBuilder
from auditor.core.reading.copies import KIND_OF_CODE, NO_CODE, Copies
from auditor.core.reading.format import MOST_COUNTERS, MOST_EVENTS, MOST_HAN, MOST_POINTS, TOO_MANY_EVENTS
from auditor.core.tiles import UNKNOWN, dora_of
from auditor.core.units import HandIndex, Points, SeatIndex, Tile, TileCode, YakuHan
from auditor.core.yaku import UNKNOWN_YAKU
from auditor.formats.mleague.vocabulary import RED_TILES, TILE_LENGTH, CommandFields, value_of, yaku_of

RICHI: Final = "richi"
TSUMOGIRI_MARK: Final = "tsumogiri"
RON: Final = "ron="
COMMENT: Final = "comment"
CALLS: Final = ("chi", "pon", "kan")
WINS: Final = ("tsumo", "ron")
_CONVENTIONS: Final = Conventions(sorts_pon=True)


class MleagueHand(CommandFields):
    """Reads a hand, command by command, and builds it.

    scores: points at the start. dealt: codes of each seat's tiles. indicators: codes of those entered before play.
    has_begun: whether the deal is over. events: so far. changes: the points that the record gives each seat at the end,
    less the sticks paid in the hand. sticks_paid: these, in points. declarer: the seat that has said riichi and is to
    discard. last_call: the last call said, and its seat. said_win: the win that each seat said (tsumo or ron). shown:
    codes of the hands shown. said_tenpai: whether each seat said tenpai (True) or noten. ura: codes of the ura
    indicators. is_over: whether the payments are known. contradictions: those of the hand. is_converted: whether the
    record was converted from another format, which may not say what is left out, while people type in all there is.
    """

    def __init__(self, index: HandIndex, args: list[str], id: str, *, is_converted: bool = False) -> None:
        super().__init__(f"hand {index}", id)
        if len(args) < 5:
            raise self.error(f"kyokustart: expected dealer, honba, sticks and winds, not {len(args)} texts")
        dealer = self.seat(args[1])
        wind = "1z 2z 3z 4z".find(args[4]) // 3
        if len(args[4]) != TILE_LENGTH or wind < 0:
            raise self.error(f"kyokustart: expected the round wind 1z, 2z, 3z or 4z, not {args[4]!r}")
        round = 4 * wind + dealer
        honba = self.number(args[2], 0, MOST_COUNTERS)
        sticks = self.number(args[3], 0, MOST_COUNTERS * STICK)
        if sticks % STICK:
            raise self.error(f"kyokustart: expected sticks as points, a multiple of {STICK}, not {args[3]!r}")
        self.location = f"{self.location} ({round_name(round)}-{honba})"
        self.hand = Hand(index, round, honba, sticks // STICK, dealer, (0, 0, 0, 0), ((), (), (), ()), UNKNOWN)
        self.contradictions = self.hand.contradictions
        self._check_winds(args[5:])
        self.builder = HandBuilder(self.hand, Copies(RED_TILES), _CONVENTIONS)
        self.events = self.hand.events
        self.has_begun = False
        self.scores = [0, 0, 0, 0]
        self.dealt: list[list[TileCode]] = [[], [], [], []]
        self.indicators: list[TileCode] = []
        self.changes = [0, 0, 0, 0]
        self.sticks_paid = [0, 0, 0, 0]
        self.declarer: SeatIndex = events.NO_SEAT
        self.last_call = ("", events.NO_SEAT)
        self.said_win = ["", "", "", ""]
        self.shown: list[list[TileCode] | None] = [None, None, None, None]
        self.said_tenpai: list[bool | None] = [None, None, None, None]
        self.ura: list[TileCode] = []
        self.is_over = False
        self.is_converted = is_converted

    def contradict(self, about: str, seat: int, message: str, expected: str, actual: str) -> None:
        """Record a contradiction at the next event or, before play, in the deal."""
        event = len(self.events) if self.has_begun else -1
        self.contradictions.append(Contradiction(about, event, seat, message, expected, actual))

    def _check_winds(self, winds: list[str]) -> None:
        """Compare the winds of the four seats, which the record names, with the dealer."""
        due = [f"{(seat - self.hand.dealer) % 4 + 1}z" for seat in range(4)]
        if len(winds) >= len(due) and winds[:4] != due:
            named = " ".join(winds[:4])
            message = Phrase("deals-but-winds", seat=self.hand.dealer, winds=named)
            is_another = named in "1z 2z 3z 4z 1z 2z 3z"
            about = events.ABOUT_DEALER if is_another else events.ABOUT_WINDS
            self.contradictions.append(Contradiction(about, -1, self.hand.dealer, message, " ".join(due), named))

    # ------------------------------------------------------------------------------------------------ commands

    def read(self, cmd: str, args: list[str], id: str) -> None:
        """Read a command of the hand. Raises ReadError."""
        self.id = id
        if (needed := ARGUMENTS.get(cmd)) is None:
            raise self.error(f"the command {cmd[:20]!r} is not known")
        if len(args) < needed:
            raise self.error(f"{cmd}: expected {needed} texts or more, not {len(args)}")
        if len(self.events) >= MOST_EVENTS:
            raise self.error(TOO_MANY_EVENTS)
        if cmd == "haipai" and self.has_begun:
            raise self.error("haipai: tiles dealt after play has begun")
        if cmd == "point":
            self._point(self.seat(args[0]), args[1])
        elif cmd == "haipai":
            self.dealt[self.seat(args[0])] += self.codes(args[1])
        elif cmd == "dora":
            self._dora(args)
        elif cmd == "uradora":
            self._check_dora(args, events.ABOUT_URA)
            if args[1]:
                self.ura.append(self.code(args[1]))
        elif cmd == "kyokuend":
            self.close()
            self._check_end()
        elif cmd != "dice":
            self._begin()
            self._play(cmd, args)

    def _play(self, cmd: str, args: list[str]) -> None:
        if cmd == "ryukyoku":
            self._ryuukyoku()
            return
        if cmd == "agari":
            self._agari(args)
            return
        seat = self.seat(args[0])
        if cmd == "tsumo":
            self.builder.draw(seat, self.code(args[2]))
        elif cmd == "sutehai":
            self._discard(seat, self.code(args[1]), args[2:])
        elif cmd == "say":
            self._say(seat, args[1])
        elif cmd == "open":
            self._open(seat, args)
        elif cmd == RICHI:
            amount = -self.number(args[1], -MOST_POINTS, 0)
            self.sticks_paid[seat] += amount
            self.builder.deposit(seat, None if amount == STICK else self._scores_now())

    def _scores_now(self) -> tuple[Points, ...]:
        """The points of each seat after the sticks paid so far."""
        return tuple([score - paid for score, paid in zip(self.scores, self.sticks_paid, strict=True)])

    def _begin(self) -> None:
        """End the deal, if it has not ended: play begins."""
        if self.has_begun:
            return
        self.has_begun = True
        hand, copies = self.hand, self.builder.copies
        hand.scores = tuple(self.scores)
        hand.dealt = tuple([tuple([copies.draw(seat, code) for code in self.dealt[seat]]) for seat in range(4)])
        hand.indicator = copies.from_wall(self.indicators[0]) if self.indicators else UNKNOWN
        for code in self.indicators[1:]:
            self.builder.dora(code)

    def _point(self, seat: SeatIndex, text: str) -> None:
        """Read points: ``=25000`` at the start, ``+5800`` or ``-5800`` at the end."""
        if text.startswith("="):
            self.scores[seat] = self.number(text[1:], -MOST_POINTS, MOST_POINTS)
        elif text.startswith(("+", "-")):
            self.changes[seat] += self.number(text, -MOST_POINTS, MOST_POINTS)
        else:
            raise self.error(f"point: expected =25000, +1000 or -1000, not {text[:20]!r}")

    def _dora(self, args: list[str]) -> None:
        code = self.code(args[1]) if self._check_dora(args, events.ABOUT_INDICATOR) else NO_CODE
        if self.has_begun:
            self.builder.dora(code)
        else:
            self.indicators.append(code)

    def _check_dora(self, args: list[str], about: str) -> bool:
        """Whether the dora that the record names is the one that its indicator makes."""
        dora, indicator = self.code(args[0]), self.code(args[1])
        if NO_CODE in (dora, indicator) or KIND_OF_CODE[dora] == dora_of(KIND_OF_CODE[indicator]):
            return True
        kind = "ura" if about == events.ABOUT_URA else "indicator"
        message = Phrase(f"{kind}-makes-no-dora", indicator=args[1], tile=args[0])
        self.contradict(about, events.NO_SEAT, message, args[0], args[1])
        return False

    def _discard(self, seat: SeatIndex, code: TileCode, marks: list[str]) -> None:
        is_declared = self.declarer == seat
        if RICHI in marks and not is_declared:
            message = Phrase("riichi-not-said", seat=seat)
            self.contradict(events.ABOUT_RIICHI, seat, message, Phrase("said"), Phrase("marked"))
            self.builder.declare(seat)
        elif is_declared and RICHI not in marks:
            message = Phrase("riichi-not-marked", seat=seat)
            self.contradict(events.ABOUT_RIICHI, seat, message, Phrase("said-and-marked"), Phrase("said"))
        is_drawn = TSUMOGIRI_MARK in marks
        self.builder.discard(seat, code, events.TSUMOGIRI if is_drawn else events.TEDASHI, is_drawn)
        self.declarer = events.NO_SEAT

    def _say(self, seat: SeatIndex, word: str) -> None:
        if word == RICHI:
            self.builder.declare(seat)
            self.declarer = seat
        elif word in ("tenpai", "noten"):
            self.said_tenpai[seat] = word == "tenpai"
        elif word in CALLS:
            self.last_call = (word, seat)
        elif word in WINS:
            self.said_win[seat] = word
        else:
            raise self.error(f"say: expected chi, pon, kan, richi, tsumo, ron, tenpai or noten, not {word[:20]!r}")

    def _open(self, seat: SeatIndex, args: list[str]) -> None:
        """Read a meld, whose tiles are in brackets, or a hand shown, without brackets."""
        text = args[1]
        if text[:1] not in ("<", "[", "("):
            self.shown[seat] = self.codes(text)
            return
        if not (codes := self.codes(text[1:-1])):
            raise self._no_meld(text)
        tile = self.code(args[2]) if len(args) > 2 else NO_CODE
        seat = self._caller(seat, codes, tile, text)
        if len(codes) == 4 and tile == NO_CODE:
            self.builder.closed_kan(seat, codes)
        elif len(codes) in (2, 3) and tile != NO_CODE:
            latest = self.events[-1] if self.events else None
            has_drawn = latest is not None and latest.kind == events.DRAW and latest.seat == seat
            if len(codes) == 3 and (text[0] == "[" or has_drawn):
                self.builder.added_kan(seat, tile, codes)
            else:
                self._claim(seat, codes, tile)
        else:
            raise self._no_meld(text)

    def _no_meld(self, text: str) -> ReadError:
        return self.error(f"open: expected two or three tiles and one more, or four, not {text[:20]!r}")

    def _caller(self, seat: int, codes: list[int], tile: int, text: str) -> int:
        """The seat that makes a meld: the one that shows it, unless another called it and alone holds the tiles."""
        (word, caller), self.last_call = self.last_call, ("", events.NO_SEAT)
        kinds = sorted([KIND_OF_CODE[code] for code in (*codes, tile) if code != NO_CODE])
        shown = "kan" if len(kinds) > 3 else "pon" if kinds[0] == kinds[-1] else "chi"
        if word and caller != seat:
            message = Phrase("says-but-other-shows", seat=caller, word=word_of(word), other=seat, tiles=text)
            caller_and_seat = Phrase("a-seat", seat=caller), Phrase("a-seat", seat=seat)
            self.contradict(events.ABOUT_CALL, seat, message, *caller_and_seat)
            if self._holds(caller, codes) and not self._holds(seat, codes):
                return caller
        elif word and word != shown and (shown != "chi" or kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2]):
            said, made = word_of(word), word_of(shown)
            message = Phrase("says-but-shows", seat=seat, word=said, shown=made)
            self.contradict(events.ABOUT_CALL, seat, message, said, made)
        return seat

    def _holds(self, seat: int, codes: list[int]) -> bool:
        copies = self.builder.copies
        held = [copies.codes[tile] for tile in copies.hand(seat) if tile >= 0]
        return all([codes.count(code) <= held.count(code) for code in codes])

    def _claim(self, seat: SeatIndex, codes: list[TileCode], tile: TileCode) -> None:
        is_run = len({KIND_OF_CODE[code] for code in [*codes, tile]}) > 1
        kind = events.OPEN_KAN if len(codes) == 3 else events.CHI if is_run else events.PON
        last_seat = self.builder.last_seat
        self.builder.claim(kind, seat, last_seat if last_seat != events.NO_SEAT else (seat - 1) % 4, tile, codes)

    # ------------------------------------------------------------------------------------------------ the end

    def _agari(self, args: list[str]) -> None:
        builder = self.builder
        fields = [one for one in args if not one.startswith(COMMENT)]
        ron = [one for one in fields if one.startswith(RON)]
        rest = [one for one in fields if one not in ron]
        if len(rest) < 3 or len(rest) % 2 == 0:
            raise self.error("agari: expected the winner, value, fu, and pairs of a yaku and its han")
        seat = self.seat(rest[0])
        word, done = self.said_win[seat], WINS[bool(ron)]
        has_drawn = bool(self.events) and self.events[-1].kind == events.DRAW and self.events[-1].seat == seat
        if word not in ("", done) and has_drawn != bool(ron):
            said, made = word_of(word), word_of(done)
            message = Phrase("says-but-wins-by", seat=seat, word=said, done=made)
            self.contradict(events.ABOUT_CALL, seat, message, said, made)
        if ron:
            tile, from_seat = builder.latest(self.code(ron[0].removeprefix(RON))), builder.last_seat
        else:
            tile, from_seat = builder.drawn, seat
            shown = self.shown[seat]
            if shown and tile >= 0 and tile not in builder.copies.ids[shown[-1]]:
                tile = builder.copies.phantom(shown[-1], ())
        win = Win(seat, from_seat if from_seat != events.NO_SEAT else seat, tile)
        value = value_of(rest[1], seat == self.hand.dealer, not ron)
        if rest[1] == "" and self.is_converted:
            value = events.NOT_RECORDED, events.NOT_RECORDED
        if value is None:
            raise self.error(f"agari: expected points or a limit, not {rest[1][:20]!r}")
        win.limit, win.points = value
        win.fu = self.number(rest[2], 0, MOST_HAN) or events.NOT_RECORDED
        win.hand = self._hand_shown(seat, tile, bool(ron))
        win.ura = tuple([builder.copies.from_wall(code) for code in self.ura])
        counted: list[YakuHan] = []
        for name, han in zip(rest[3::2], rest[4::2], strict=True):
            pairs = yaku_of(name, self.number(han, 0, MOST_HAN), (seat - self.hand.dealer) % 4, self.hand.round // 4)
            if pairs[0][0] == UNKNOWN_YAKU:
                self.add_problem(f"agari: the yaku {name[:20]!r} is not known")
            counted += pairs
        win.yaku = tuple(counted)
        if self.is_converted:
            win.yaku, win.ura, self.ura = win.yaku or None, win.ura or None, []
        self.events.append(win)

    def _hand_shown(self, seat: SeatIndex, tile: Tile, is_ron: bool) -> tuple[Tile, ...] | None:
        """The concealed tiles that a seat shows, or None; the winning tile is added, which is not shown at a ron."""
        if (codes := self.shown[seat]) is None:
            return None
        others = (tile,) if is_ron else ()
        return tuple(sorted((*others, *self.builder.copies.shown(seat, codes, others=others))))

    def _ryuukyoku(self) -> None:
        shown = tuple([self._hand_shown(seat, UNKNOWN, False) for seat in range(4)])
        tenpai = []
        for seat in range(4):
            stated = self.said_tenpai[seat]
            tenpai.append(shown[seat] is not None if stated is None else stated)
        draw = Ryuukyoku(events.EXHAUSTIVE, shown=shown, tenpai=tuple(tenpai))
        if self.is_converted and self.said_tenpai == [None] * 4:
            draw.tenpai = None
        self.events.append(draw)

    def close(self, *, is_cut: bool = False) -> None:
        """Complete the hand, and its payments unless the record is cut, for then it may hold only some of them."""
        if self.is_over:
            return
        self.is_over = True
        self._begin()
        if is_cut:
            return
        deltas = tuple([change + paid for change, paid in zip(self.changes, self.sticks_paid, strict=True)])
        ends: list[Win | Ryuukyoku] = [event for event in self.events if isinstance(event, Win | Ryuukyoku)]
        if len(ends) == 1:
            end = ends[0]
            is_unsaid = self.is_converted and not any(deltas) and (isinstance(end, Win) or end.tenpai is None)
            if not is_unsaid:
                end.deltas = deltas

    def _check_end(self) -> None:
        """Check that a hand which the record says is over has ended by a win or a draw."""
        if not any([isinstance(event, Win | Ryuukyoku) for event in self.events]):
            message = Phrase("said-to-be-over")
            event = max(len(self.events) - 1, 0)
            due, shown = Phrase("a-win-or-a-draw"), Phrase("the-end-of-the-hand")
            self.contradictions.append(Contradiction(events.ABOUT_END, event, events.NO_SEAT, message, due, shown))


ARGUMENTS: Final = {
    "point": 2, "dice": 0, "dora": 2, "haipai": 2, "tsumo": 3, "sutehai": 2, "say": 2, "open": 2, RICHI: 2,
    "uradora": 2, "agari": 3, "ryukyoku": 0, "kyokuend": 0,
}  # fmt: skip
"""The commands of a hand, and how many texts each needs."""
