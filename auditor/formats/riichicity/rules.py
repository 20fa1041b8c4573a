# build: plain
"""The rules of a game on Riichi City, by the room that its record names and by what its hands show.

A ranked match plays by the ruleset as it is. Competitions and friends' rooms choose most of their rules, and the
record names few of these choices. What the game itself shows is taken from it: starting points, the bonuses of the
places, whether 30 fu 4 han are a mangan, how two tenpai hands of three are paid, which draws abort a hand. The rest
stays unjudged, and `unjudged` says why.
"""

import itertools
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from auditor.core import events, yaku
from auditor.core.events import Game, Hand, Ryuukyoku, Win
from auditor.core.hand.payment import round_up
from auditor.core.phrases import Phrase, word
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.records import UnjudgedChecks
from auditor.core.tiles import TERMINALS_AND_HONOURS
from auditor.core.yaku import LIMIT_BASE, MANGAN
from auditor.formats import riichicity
from auditor.formats.riichicity.header import LENGTH_NAMES, ROOM_NAMES
from auditor.formats.riichicity.vocabulary import COMPETITION_PLAY, FRIENDS_PLAY, RANKED_PLAY

_PAYMENTS: Final = ("pay/honba", "pay/win", "stick/award", "stick/award-seat")
_VALUES: Final = (*_PAYMENTS, "win/no-yaku", "win/value", "win/yaku")
_SHARES: Final = (*_PAYMENTS, "draw/nagashi", "win/value")
_ROOMS: Final = {
    RANKED_PLAY: Phrase("a-ranked-match"), COMPETITION_PLAY: Phrase("a-competition"),
    FRIENDS_PLAY: Phrase("a-friends-room"),
}  # fmt: skip
_ONE_HAND: Final = 3
_LENGTHS: Final = {1: 1, 2: 2, _ONE_HAND: 0}
"""Winds played, by the number ``round`` of the head."""
_LEAST_HAN: Final = {2: 2, 3: 4}
_OTHER_LEAST: Final = 4
"""The number of `fangFu` from which on a win needs something else than han."""
_BONUSES: Final = {3: ((30.0, -5.0, -25.0), (40.0, -10.0, -30.0), (10.0, 0.0, -10.0)), 4: ((45.0, 5.0, -15.0, -35.0),)}
"""Bonuses of the places seen in records, by players: the final score without the points won or lost."""
_HALF_STEP: Final = 0.05


def by_record(game: Game, rules: Ruleset) -> tuple[Ruleset, str]:
    """The rules of a game by its record, and the reason. rules: those of ranked matches for as many players."""
    room = _Room(game, rules)
    named = _ROOMS.get(room.play)
    place = "head" if game.format == riichicity.NAME else "rule text"
    id = ("names" if named else "record-of") + "-riichi-city" + ("" if room.is_ranked else "-as-shown")
    return room.rules(), Phrase(id, place=word(place), room=named) if named else Phrase(id)


def unjudged(game: Game) -> list[UnjudgedChecks]:
    """The checks that are not made in any hand of a record of Riichi City's, and why."""
    return _Room(game, None).unjudged_checks()


def why_off(game: Game) -> str:
    """Nothing: `unjudged` says it for each check."""
    return ""


def is_ranked(game: Game) -> bool:
    """Whether a record is of a ranked match, whose rules are known."""
    return game.attributes.get("gamePlay") == str(RANKED_PLAY)


class _Room:
    """A room, with what its record states and shows of its rules. base: the rules of ranked matches."""

    def __init__(self, game: Game, base: Ruleset | None) -> None:
        self.game = game
        self.base = base
        self.play = self.number("gamePlay") or self._named(ROOM_NAMES)
        self.round = self.number("round") or self._named(LENGTH_NAMES)
        self.is_ranked = self.play == RANKED_PLAY
        self.wins = [win for hand in game.hands for win in hand.wins]
        self.draws = [event for hand in game.hands for event in hand.events if isinstance(event, Ryuukyoku)]

    def number(self, name: str) -> int:
        """A number or a flag of the head; 0 where it is missing."""
        return int(self.game.attributes.get(name, "0"))

    def _named(self, names: Mapping[int, str]) -> int:
        """The number whose name is in the rule text, for a game that was converted; 0 where none is."""
        return next((number for number, name in names.items() if name in self.game.rule_text), 0)

    # ---- what is not judged

    def unjudged_checks(self) -> list[UnjudgedChecks]:
        """The checks that this game does not allow."""
        found = self._of_switches()
        if self.round == _ONE_HAND:
            found.append(UnjudgedChecks(("game/end",), Phrase("one-hand-match")))
        elif not self.round:
            found.append(UnjudgedChecks(("game/end",), Phrase("rounds-not-said")))
        elif any([hand.round > self._last_round() for hand in self.game.hands]):
            found.append(UnjudgedChecks(("game/end",), Phrase("extension-unknown")))
        if any([draw.draw_type == events.UNSPECIFIED for draw in self.draws]):
            found.append(UnjudgedChecks(("game/end",), Phrase("ended-by-vote")))
        if not self.is_ranked:
            found.append(UnjudgedChecks(("draw/missed", "draw/nagashi"), Phrase("draws-room-choice")))
            if not self._pays_usual_shares():
                found.append(UnjudgedChecks(_SHARES, Phrase("self-draw-of-three")))
        numbers = {number for win in self.wins for number, _ in win.yaku or ()}
        if numbers & {yaku.UNKNOWN_YAKU, yaku.RENHOU}:
            found.append(UnjudgedChecks(_VALUES, Phrase("own-yaku")))
        if any([number in yaku.LIABLE for win in self.wins if win.pao_seat >= 0 for number, _ in win.yaku or ()]):
            found.append(UnjudgedChecks(_PAYMENTS, Phrase("liable-unknown")))
        return found

    def _of_switches(self) -> list[UnjudgedChecks]:
        found = []
        if not self.is_ranked and self.game.format != riichicity.NAME:
            found.append(UnjudgedChecks((*_VALUES, "riichi/open"), Phrase("switches-in-record")))
        if self.number("isGeMu"):
            found.append(UnjudgedChecks(_PAYMENTS, Phrase("wareme-played")))
        if self.number("northOperateType"):
            found.append(UnjudgedChecks((*_VALUES, "server"), Phrase("north-yakuhai")))
        if self.number("fangFu") >= _OTHER_LEAST:
            found.append(
                UnjudgedChecks(("win/no-yaku", "server"), Phrase("win-needs-unknown", number=self.number("fangFu")))
            )
        return found

    def _last_round(self) -> int:
        length = _LENGTHS.get(self.round, 2) or 1
        return length * 4 - (1 if self.game.players == 4 else 2)

    def _pays_usual_shares(self) -> bool:
        """Whether with three players nobody pays the missing share of a self-draw, as far as the wins show it."""
        if self.game.players != 3:
            return True
        worth = [_share_fits(win, hand) for hand in self.game.hands for win in hand.wins if win.is_tsumo]
        return not worth or any(worth)

    # ---- rules that the game shows

    def rules(self) -> Ruleset:
        """The ruleset of the game."""
        base = self.base
        assert base is not None
        off = {check for one in self.unjudged_checks() for check in one.checks}
        return msgspec.structs.replace(
            base, game=self._game(base), riichi=self._riichi(base), scoring=self._scoring(base),
            draws=self._draws(base), off=tuple(sorted(off)),
        )  # fmt: skip

    def _game(self, base: Ruleset) -> Any:
        game = msgspec.structs.replace(
            base.game, red_fives=self.game.reds, length=_LENGTHS.get(self.round, base.game.length),
            all_last_stop=base.game.all_last_stop and not self._leader_plays_on(),
            bust=not any([min(hand.scores) < 0 for hand in self.game.hands[1:]]),
        )  # fmt: skip
        if self.is_ranked:
            return game
        points = self.number("initPoints") or (max(self.game.hands[0].scores) if self.game.hands else 0)
        return msgspec.structs.replace(
            game, start_points=max(points, 0), return_points=max(points, 0), target_points=None, extension="none",
            placement=self._bonuses(),
        )  # fmt: skip

    def _leader_plays_on(self) -> bool:
        """Whether the game went on in the last round with a repeat of a dealer who leads."""
        hands = self.game.hands
        for hand, following in itertools.pairwise(hands):
            if hand.round == following.round == self._last_round():
                leads = following.scores.index(max(following.scores[: self.game.players])) == hand.dealer
                if leads:
                    return True
        return False

    def _bonuses(self) -> tuple[float, ...] | None:
        """The bonuses of the places, as the end of the game shows them; None where it does not.

        If those shown are not whole, falling and of sum 0, a score is wrong: known bonuses that fit the rest are taken.
        """
        result, players = self.game.result, self.game.players
        if result is None or result.points is None or result.scores is None:
            return None
        start = self.number("initPoints") or max(self.game.hands[0].scores)
        points = result.points[:players]
        order = sorted(range(players), key=points.__getitem__, reverse=True)
        shown = tuple([round(result.scores[seat] - (points[seat] - start) / 1000, 1) for seat in order])
        are_whole = all([bonus.is_integer() for bonus in shown])
        if are_whole and sum(shown) == 0 and list(shown) == sorted(shown, reverse=True):
            return shown
        for known in _BONUSES[players]:
            if sum([abs(one - other) < _HALF_STEP for one, other in zip(shown, known, strict=True)]) >= players - 1:
                return known
        return None

    def _riichi(self, base: Ruleset) -> Any:
        declared = [win for win in self.wins if any([number in yaku.RIICHIS for number, _ in win.yaku or ()])]
        has_ura = self.is_ranked or any([win.ura for win in declared]) or not declared
        return msgspec.structs.replace(
            base.riichi, open_riichi="hand" if self.number("isKaiLiZhi") else "none", ura_dora=has_ura
        )

    def _scoring(self, base: Ruleset) -> Any:
        scoring = base.scoring
        least = _LEAST_HAN.get(self.number("fangFu"), scoring.minimum_han)
        # No text says, and no record shows, whether a pair of the double wind has 2 fu or 4.
        scoring = msgspec.structs.replace(scoring, double_wind_fu=None, wareme=bool(self.number("isGeMu")))
        if "isGangPay" in self.game.attributes:
            payer = "feeder" if self.number("isGangPay") else "all"
            scoring = msgspec.structs.replace(scoring, open_kan_rinshan=payer)
        if self.is_ranked:
            return msgspec.structs.replace(scoring, minimum_han=least)
        han_of = [win.han if win.yaku is None else sum([han for _, han in win.yaku]) for win in self.wins]
        shown = [win.base for win, han in zip(self.wins, han_of, strict=True) if (win.fu, han) in ((30, 4), (60, 3))]
        rounded = [base == LIMIT_BASE[MANGAN] for base in shown if base in (LIMIT_BASE[MANGAN], _UNROUNDED)]
        three = any([len(hand.wins) > 2 for hand in self.game.hands])
        return msgspec.structs.replace(
            scoring, kiriage=2 * sum(rounded) > len(rounded), minimum_han=least, open_tanyao=self._open_tanyao(),
            triple_ron="pay" if three else scoring.triple_ron,
        )  # fmt: skip

    def _open_tanyao(self) -> bool:
        """Whether open tanyao counts, as far as wins with open hands show it."""
        has_it = [
            any([number == yaku.TANYAO for number, _ in win.yaku or ()]) for hand in self.game.hands
            for win in hand.wins if _is_open_and_simple(hand, win)
        ]  # fmt: skip
        return not has_it or any(has_it)

    def _draws(self, base: Ruleset) -> Any:
        draws = base.draws
        if self.is_ranked:
            return draws
        abortive: list[Any] = [
            draw for draw in events.DRAW_TYPES[2:7] if draw != events.TRIPLE_RON or self.game.players == 4
        ]
        return msgspec.structs.replace(draws, abortive=tuple(abortive), noten_each=self._pays_each())

    def _pays_each(self) -> bool:
        """Whether with three players each of two tenpai hands gains what one alone does."""
        shown = [
            draw.deltas for draw in self.draws if draw.deltas and draw.draw_type == events.EXHAUSTIVE
            and self.game.players == 3 and sum(draw.tenpai or ()) == 2
        ]  # fmt: skip
        each = [max(deltas) > _SHARED for deltas in shown]
        return 2 * sum(each) > len(each)


_UNROUNDED: Final = 1920
"""Base points of 4 han 30 fu and of 3 han 60 fu where these are not a mangan."""
_SHARED: Final = 1000
"""What each of two tenpai hands gains at most, with three players, if they share the noten payment."""


def _share_fits(win: Win, hand: Hand) -> bool:
    """Whether a self-draw with three players is worth what is due if nobody pays the missing share."""
    if win.base < 0 or win.points < 0:
        return True
    each, double = round_up(win.base), round_up(2 * win.base)
    return win.points == (2 * double if win.seat == hand.dealer else each + double)


def _is_open_and_simple(hand: Hand, win: Win) -> bool:
    """Whether a win has an open hand of simples only."""
    calls = [
        event for event in hand.events if event.seat == win.seat and event.from_seat not in (events.NO_SEAT, win.seat)
    ]
    made = [event for event in calls if event.tiles]
    tiles = [*(win.hand or ()), *[tile for event in made for tile in events.melded_tiles(event)]]
    kinds = [tile >> 2 for tile in tiles if tile >= 0]
    return bool(made) and not any([kind in TERMINALS_AND_HONOURS for kind in kinds])
