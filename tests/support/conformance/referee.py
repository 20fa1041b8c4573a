"""A second, small implementation of the rules, written apart from the program: it replays mjai events, says what is
legal and what a hand pays. What a hand is worth is asked of the `mahjong` package. It shares the settings of a ruleset
with the program, and no arithmetic; it is slow and plain on purpose: everything is tried, nothing is looked up.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from auditor.core.rulesets.model import Ruleset
from support.conformance.payment import Win, is_over, next_deal, payment, won_value

Counts = tuple[int, ...]
"""How many of each of the 34 kinds."""

HONOURS: Final = "ESWNPFC"
ORPHANS: Final = (0, 8, 9, 17, 18, 26, *range(27, 34))
NORTH: Final = 30
LIVE: Final = {4: 70, 3: 55}
KANS: Final = ("ankan", "kakan", "daiminkan")
ALL_KINDS: Final = range(34)


def kind_of(tile: str) -> int:
    """The kind of a tile, 0 to 33."""
    if tile in HONOURS:
        return 27 + HONOURS.index(tile)
    return "mps".index(tile[1]) * 9 + int(tile[0]) - 1


def counted(kinds: Sequence[int]) -> Counts:
    found = Counter(kinds)
    return tuple(found[kind] for kind in ALL_KINDS)


def changed(counts: Counts, *kinds: int, by: int) -> Counts:
    """The counts with a tile more or less of each kind."""
    after = list(counts)
    for kind in kinds:
        after[kind] += by
    return tuple(after)


def sets_in(counts: Counts, sets: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to take the counts wholly apart into that many runs and triplets."""
    first = next((kind for kind in ALL_KINDS if counts[kind]), None)
    if first is None or sets == 0:
        if first is None and sets == 0:
            yield ()
        return
    if counts[first] >= 3:
        for rest in sets_in(changed(counts, first, first, first, by=-1), sets - 1):
            yield ((first,) * 3, *rest)
    if first < 27 and first % 9 < 7 and counts[first + 1] and counts[first + 2]:
        run = (first, first + 1, first + 2)
        for rest in sets_in(changed(counts, *run, by=-1), sets - 1):
            yield (run, *rest)


def divisions(counts: Counts, sets: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every reading of a complete hand: so many sets and a pair, or seven pairs, or thirteen orphans."""
    found = []
    for pair in ALL_KINDS:
        if counts[pair] >= 2:
            rest = changed(counts, pair, pair, by=-1)
            found += [((pair, pair), *one) for one in sets_in(rest, sets)]
    if sets == 4:
        if sorted(counts)[-7:] == [2] * 7:
            found.append(tuple((kind, kind) for kind in ALL_KINDS if counts[kind]))
        if all(counts[kind] for kind in ORPHANS) and sum(counts) == 14:
            found.append(tuple((kind,) for kind in ORPHANS))
    return found


def is_complete(counts: Counts, sets: int) -> bool:
    return bool(divisions(counts, sets))


def completing(counts: Counts, sets: int) -> set[int]:
    """The kinds that complete a hand, but for those of which it holds four itself."""
    return {kind for kind in ALL_KINDS if counts[kind] < 4 and is_complete(changed(counts, kind, by=1), sets)}


class Meld(NamedTuple):
    """A meld: the event's type, its kinds, the tiles as text, and who fed it (oneself for a closed kan)."""

    type: str
    kinds: tuple[int, ...]
    tiles: tuple[str, ...]
    target: int


class Player:
    """A seat: what it holds and has done."""

    def __init__(self, hand: list[str]) -> None:
        self.hand = list(hand)
        self.drawn: str | None = None
        self.melds: list[Meld] = []
        self.norths = 0
        self.river: list[int] = []
        self.was_claimed = False
        self.riichi = ""  # declared, then paid
        self.is_double = False
        self.ippatsu = False
        self.passed = False
        self.passed_in_riichi = False
        self.deposit = 0

    @property
    def is_closed(self) -> bool:
        return all(meld.type == "ankan" for meld in self.melds)

    @property
    def sets(self) -> int:
        return 4 - len(self.melds)

    @property
    def counts(self) -> Counts:
        return counted([kind_of(tile) for tile in self.hand])

    @property
    def owned(self) -> Counts:
        """Of hand and melds."""
        kinds = [kind_of(tile) for tile in self.hand]
        return counted([*kinds, *[kind for meld in self.melds for kind in meld.kinds]])

    def waits(self) -> set[int]:
        """The kinds that complete the hand, without a tile just drawn."""
        hand = list(self.hand)
        if len(hand) % 3 == 2 and self.drawn is not None:
            hand.remove(self.drawn)
        return completing(counted([kind_of(tile) for tile in hand]), self.sets) if len(hand) % 3 == 1 else set()

    def is_tenpai(self, rule: str, hand: list[str] | None = None) -> bool:
        """Whether it counts as tenpai; rule: of waits of which the seat holds all four itself."""
        held = self.hand if hand is None else hand
        waits = completing(counted([kind_of(tile) for tile in held]), self.sets)
        if rule == "never":
            melded = [kind for meld in self.melds for kind in meld.kinds]
            own = counted([*[kind_of(tile) for tile in held], *melded])
            waits = {kind for kind in waits if own[kind] < 4}
        return bool(waits)


class Referee:
    """A hand as far as it was played. `apply` takes the events that were played, whether or not they were legal."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.seats: list[Player] = []
        self.sticks = self.dealer = 0
        self.draw: dict[str, Any] | None = None
        self.wins: list[dict[str, Any]] = []

    # ------------------------------------------------------------------------------------------------ replay

    def apply(self, event: dict[str, Any]) -> None:
        """Play an event."""
        kind = event["type"]
        if kind == "start_kyoku":
            self._deal(event)
        elif kind in ("tsumo", "dahai", "reach", "reach_accepted", "dora", "kita", "chi", "pon", *KANS):
            if kind not in ("reach", "reach_accepted", "dora"):
                self._pass()
            getattr(self, f"_{kind if kind not in ('chi', 'pon', 'daiminkan') else 'claim'}")(event)
        elif kind == "hora":
            self.wins.append(event)
        elif kind == "ryukyoku":
            self.draw = event

    def _deal(self, event: dict[str, Any]) -> None:
        self.start = event
        self.players = len(event["scores"])
        self.scores = list(event["scores"])
        self.sticks, self.dealer = int(event["kyotaku"]), int(event["oya"])
        self.round = "ESWN".index(event["bakaze"]) * 4 + event["kyoku"] - 1
        self.seats = [Player(hand) for hand in event["tehais"]]
        self.indicators = [event["dora_marker"]]
        self.left = LIVE[self.players]
        self.phase, self.turn = "start", self.dealer
        self.last: dict[str, Any] = {}
        self.swap: set[int] = set()
        self.kans = self.calls = 0
        self.is_replacement = False
        self.wins = []
        self.draw = None
        self.fed_kan: int | None = None

    def _pass(self) -> None:
        """What is played next passes over the tile that lies there: who could have won on it by shape is furiten."""
        if self.phase != "react" or not self._is_robbable():
            return
        kind = kind_of(self.last["pai"])
        for seat, player in enumerate(self.seats):
            if seat != self.last["actor"] and kind in player.waits():
                player.passed = True
                player.passed_in_riichi |= player.riichi != ""
        if self.last["type"] == "kakan":
            self._interrupt()
        self.last = {**self.last, "type": "passed"} if self.last["type"] != "dahai" else self.last

    def _is_robbable(self) -> bool:
        if self.last["type"] == "ankan":
            return self.rules.scoring.kokushi_closed_kan
        return self.last["type"] in ("dahai", "kakan", "kita")

    def _interrupt(self) -> None:
        for player in self.seats:
            player.ippatsu = False
        self.calls += 1

    def _tsumo(self, event: dict[str, Any]) -> None:
        player = self.seats[event["actor"]]
        self.is_replacement = self.phase == "react" and self.last["type"] in ("passed", "ankan", "daiminkan")
        player.hand.append(event["pai"])
        player.drawn = event["pai"]
        player.passed = False
        self.left -= 1
        self.phase, self.turn = "act", event["actor"]

    def _dahai(self, event: dict[str, Any]) -> None:
        player = self.seats[event["actor"]]
        player.hand.remove(event["pai"])
        player.drawn = None
        player.ippatsu = False
        player.river.append(kind_of(event["pai"]))
        if player.riichi == "declared":
            player.riichi = "discarded"
            player.ippatsu = True
        self.phase, self.turn, self.last, self.swap = "react", event["actor"], event, set()

    def _reach(self, event: dict[str, Any]) -> None:
        player = self.seats[event["actor"]]
        player.riichi = "declared"
        player.is_double = not player.river and self.calls == 0
        self.phase = "declared"

    def _reach_accepted(self, event: dict[str, Any]) -> None:
        self.scores[event["actor"]] -= 1000
        self.sticks += 1
        self.seats[event["actor"]].deposit += 1

    def _dora(self, event: dict[str, Any]) -> None:
        self.indicators.append(event["dora_marker"])

    def _claim(self, event: dict[str, Any]) -> None:
        player = self.seats[event["actor"]]
        for tile in event["consumed"]:
            player.hand.remove(tile)
        tiles = (event["pai"], *event["consumed"])
        kinds = tuple(sorted(kind_of(tile) for tile in tiles))
        player.melds.append(Meld(event["type"], kinds, tiles, event["target"]))
        player.passed = False
        self.seats[event["target"]].was_claimed = True
        self._interrupt()
        self.turn = event["actor"]
        self.swap = self._swaps(event)
        if event["type"] == "daiminkan":
            self.kans += 1
            self.fed_kan = event["target"]
            self.phase, self.last = "react", {"type": "daiminkan", "actor": event["actor"]}
        else:
            self.phase = "discard"

    def _swaps(self, event: dict[str, Any]) -> set[int]:
        """What may not be discarded after a claim: its kind, and what would complete the other end of the run."""
        if self.rules.calls.kuikae == "allowed" or event["type"] == "daiminkan":
            return set()
        kind = kind_of(event["pai"])
        own = sorted(kind_of(tile) for tile in event["consumed"])
        swaps = {kind}
        if event["type"] == "chi" and self.rules.calls.kuikae == "same tile and suji" and own[1] - own[0] == 1:
            other = own[0] - 1 if kind > own[1] else own[1] + 1
            if other // 9 == kind // 9 and other >= 0:
                swaps.add(other)
        return swaps

    def _ankan(self, event: dict[str, Any]) -> None:
        player = self.seats[event["actor"]]
        for tile in event["consumed"]:
            player.hand.remove(tile)
        tiles = tuple(event["consumed"])
        player.melds.append(Meld("ankan", tuple(kind_of(tile) for tile in tiles), tiles, event["actor"]))
        self._kan_made(event | {"pai": tiles[0]})
        self._interrupt()

    def _kakan(self, event: dict[str, Any]) -> None:
        player = self.seats[event["actor"]]
        player.hand.remove(event["pai"])
        kind = kind_of(event["pai"])
        place = [one.type == "pon" and one.kinds[0] == kind for one in player.melds].index(True)
        pon = player.melds[place]
        player.melds[place] = Meld("kakan", (kind,) * 4, (*pon.tiles, event["pai"]), pon.target)
        self._kan_made(event)

    def _kan_made(self, event: dict[str, Any]) -> None:
        self.kans += 1
        self.fed_kan = None
        self.seats[event["actor"]].drawn = None
        self.phase, self.last, self.turn = "react", event, event["actor"]

    def _kita(self, event: dict[str, Any]) -> None:
        player = self.seats[event["actor"]]
        player.hand.remove(event["pai"])
        player.drawn = None
        player.norths += 1
        self.phase, self.last, self.turn = "react", event, event["actor"]
        self._interrupt()

    # ------------------------------------------------------------------------------------------------ legality

    def legal(self, action: dict[str, Any]) -> bool:
        """Whether the action may come now."""
        kind = action["type"]
        if self.wins:
            return kind == "hora" and self._may_also_win(action)
        if kind in ("chi", "pon", "daiminkan"):
            return self._may_claim(action)
        if kind == "hora" and action["actor"] != action["target"]:
            return self._may_ron(action)
        if kind == "ryukyoku":
            return self._may_end(action)
        if action["actor"] != self.turn or self.phase not in ("act", "discard", "declared"):
            return False
        if kind == "dahai":
            return self._may_discard(action)
        may: dict[str, Callable[[dict[str, Any]], bool]] = {
            "reach": self._may_reach,
            "ankan": self._may_ankan,
            "kakan": self._may_kakan,
            "kita": self._may_north,
        }
        if self.phase != "act":
            return False
        if kind == "hora":
            player = self.seats[action["actor"]]
            return is_complete(player.counts, player.sets) and self._has_yaku(action["actor"], player.drawn or "", True)
        return may[kind](action)

    def _may_discard(self, action: dict[str, Any]) -> bool:
        player = self.seats[action["actor"]]
        if action["pai"] not in player.hand or kind_of(action["pai"]) in self.swap:
            return False
        if player.riichi == "declared":
            return bool(player.is_tenpai(self.rules.draws.four_own_copies, self._without(player, [action["pai"]])))
        return not player.riichi or bool(action["pai"] == player.drawn and action["tsumogiri"])

    @staticmethod
    def _without(player: Player, tiles: Sequence[str]) -> list[str]:
        hand = list(player.hand)
        for tile in tiles:
            hand.remove(tile)
        return hand

    def _may_reach(self, action: dict[str, Any]) -> bool:
        player = self.seats[action["actor"]]
        if player.riichi or not player.is_closed or self.left < self.rules.riichi.tiles_left:
            return False
        if self.rules.riichi.points and self.scores[action["actor"]] < self.rules.riichi.points:
            return False  # 0: scores may fall below zero
        rule = self.rules.draws.four_own_copies
        return any(player.is_tenpai(rule, self._without(player, [tile])) for tile in set(player.hand))

    def _may_ankan(self, action: dict[str, Any]) -> bool:
        player = self.seats[action["actor"]]
        if Counter(action["consumed"]) - Counter(player.hand) or not self._is_kan_left():
            return False
        kinds = {kind_of(tile) for tile in action["consumed"]}
        if len(kinds) != 1 or len(action["consumed"]) != 4:
            return False
        kind = kinds.pop()
        if not player.riichi:
            return True
        if self.rules.riichi.kan == "never" or player.drawn is None or kind_of(player.drawn) != kind:
            return False
        return self._keeps_waits(player, kind)

    def _keeps_waits(self, player: Player, kind: int) -> bool:
        """Whether a closed kan after riichi of the kind drawn is allowed: its waits, and by some rules its readings."""
        held = changed(player.counts, kind, by=-1)  # thirteen tiles
        before, after = (
            self._forms(held, player.sets),
            self._forms(changed(player.counts, *[kind] * 4, by=-1), player.sets - 1),
        )
        if self.rules.riichi.kan == "waits":
            return before == after
        own = player.owned
        if {one for one in before if own[one] < 4} != {one for one in after if own[one] < 4} or kind in before:
            return False
        return all(
            (kind,) * 3 in reading and sum(part.count(kind) for part in reading) == 3
            for wait in before
            for reading in divisions(changed(held, wait, by=1), player.sets)
        )

    @staticmethod
    def _forms(counts: Counts, sets: int) -> set[int]:
        """The kinds that a hand is a form for, held four times or not."""
        return {kind for kind in ALL_KINDS if is_complete(changed(counts, kind, by=1), sets)}

    def _may_kakan(self, action: dict[str, Any]) -> bool:
        player = self.seats[action["actor"]]
        kind = kind_of(action["pai"])
        has_pon = any(meld.type == "pon" and meld.kinds[0] == kind for meld in player.melds)
        return has_pon and action["pai"] in player.hand and self._is_kan_left()

    def _may_north(self, action: dict[str, Any]) -> bool:
        player = self.seats[action["actor"]]
        if self.players == 4 or self.left == 0 or "N" not in player.hand:
            return False
        return not player.riichi or player.drawn == "N"

    def _is_kan_left(self) -> bool:
        return self.kans < self.rules.calls.kans and self.left > 0

    def _may_claim(self, action: dict[str, Any]) -> bool:
        player, target = self.seats[action["actor"]], action["target"]
        if self.phase != "react" or self.last["type"] != "dahai" or self.last["actor"] != target:
            return False
        if action["actor"] == target or player.riichi or action["pai"] != self.last["pai"]:
            return False
        if self.left == 0 and not self.rules.calls.last_tile:
            return False
        if Counter(action["consumed"]) - Counter(player.hand):
            return False
        kinds = sorted(kind_of(tile) for tile in (action["pai"], *action["consumed"]))
        if action["type"] == "chi":
            is_run = [kind - kinds[0] for kind in kinds] == [0, 1, 2] and kinds[2] < 27 and kinds[0] % 9 < 7
            return self.players == 4 and (target + 1) % 4 == action["actor"] and is_run
        if len(set(kinds)) != 1 or len(kinds) != (3 if action["type"] == "pon" else 4):
            return False
        return action["type"] == "pon" or self._is_kan_left()

    def _may_ron(self, action: dict[str, Any]) -> bool:
        seat, target = action["actor"], action["target"]
        if self.phase != "react" or self.last.get("actor") != target or seat == target or not self._is_robbable():
            return False
        if action["pai"] != self.last["pai"]:
            return False
        player, kind = self.seats[seat], kind_of(action["pai"])
        if kind not in player.waits() or player.passed or player.passed_in_riichi:
            return False
        if player.waits() & set(player.river):
            return False
        if self.last["type"] == "ankan" and not self._is_orphans(player, kind):
            return False
        return self._has_yaku(seat, action["pai"], False)

    @staticmethod
    def _is_orphans(player: Player, kind: int) -> bool:
        return any(len(one) == 13 for one in divisions(changed(player.counts, kind, by=1), player.sets))

    def _may_also_win(self, action: dict[str, Any]) -> bool:
        """Whether a seat may win on a tile on which another has won."""
        wins, self.wins = self.wins, []
        may = action["actor"] != action["target"] and self._may_ron(action)
        self.wins = wins
        return may and not self.rules.scoring.head_bump and action["actor"] not in [win["actor"] for win in wins]

    def _may_end(self, action: dict[str, Any]) -> bool:
        """Whether the hand may end by that abortive draw now."""
        reason, abortive = action["reason"], self.rules.draws.abortive
        react = self.phase == "react" and self.last["type"] == "dahai"
        if reason == "kyushukyuhai":
            seat = action["actor"]
            player = self.seats[seat]
            kinds = {kind_of(tile) for tile in player.hand} & set(ORPHANS)
            first = self.phase == "act" and seat == self.turn and not player.river and not self.calls
            return "nine terminals" in abortive and first and len(kinds) >= 9
        rivers = [player.river for player in self.seats]
        if reason == "sufonrenta":
            same = [river for river in rivers if river == rivers[0] and len(river) == 1 and 27 <= river[0] <= NORTH]
            return "four winds" in abortive and react and len(same) == 4 and not self.calls
        if reason == "suchareach":
            return "four riichi" in abortive and react and all(player.riichi for player in self.seats)
        if reason == "sukaikan":
            makers = [player for player in self.seats if any(meld.type in KANS for meld in player.melds)]
            return "four kans" in abortive and react and self.kans == 4 and len(makers) > 1
        rons = [self._may_ron({"actor": seat, "target": self.last["actor"], "pai": self.last["pai"]})
                for seat in range(self.players) if react and seat != self.last["actor"]]  # fmt: skip
        return "triple ron" in abortive and len(rons) == 3 and all(rons)

    def _has_yaku(self, seat: int, tile: str, is_tsumo: bool) -> bool:
        return won_value(self.win(seat, seat if is_tsumo else self.last["actor"], tile, ()), self.rules) is not None

    # ------------------------------------------------------------------------------------------------ settlement

    def win(self, seat: int, target: int, tile: str, ura: Sequence[str]) -> Win:
        """A win that comes now, with all that its value rests on."""
        player = self.seats[seat]
        tsumo = seat == target
        first = not player.river and not self.calls
        on = "" if tsumo else self.last["type"]
        return Win(
            seat=seat, target=target, tile=tile, hand=[*player.hand, *([] if tsumo else [tile])],
            melds=[(meld.type, meld.tiles, meld.target) for meld in player.melds], dealer=self.dealer, round=self.round,
            players=self.players, riichi=player.riichi != "" and player.riichi != "declared",
            double=player.is_double and player.riichi != "", ippatsu=player.ippatsu,
            rinshan=tsumo and self.is_replacement, chankan=on in ("kakan", "ankan"),
            last=self.left == 0 and (tsumo or on == "dahai"), first=first, norths=player.norths,
            indicators=list(self.indicators), ura=list(ura) if player.riichi else [],
        )  # fmt: skip

    def is_drawn_by(self, seat: int, target: int) -> bool:
        """Whether a win on what the seat has just drawn may be asked about."""
        return seat == target == self.turn and self.phase == "act" and not self.wins

    def settled(self) -> dict[str, Any]:
        """What follows from the hand's last events: deltas, sticks, honba, dealer, round, is_over."""
        deltas = [0] * self.players
        honba = self.start["honba"]
        if self.wins:
            self._pay_wins(deltas)
            stays = any(win["actor"] == self.dealer for win in self.wins)
            honba = honba + 1 if stays else 0
            sticks = 0
        elif self.draw is not None:
            stays = self._pay_draw(deltas)
            honba, sticks = honba + 1, self.sticks
        else:  # a riichi whose discard nobody won on
            deltas[self.turn] -= 1000
            return {"deltas": deltas, "sticks": self.sticks + 1}
        scores = [score + delta for score, delta in zip(self.scores, deltas, strict=True)]
        is_abortive = self.draw is not None and self.draw["reason"] not in ("fanpai", "nagashimangan")
        over = is_over(self.rules, scores, self.round, self.dealer, stays, is_abortive=is_abortive)
        after = {} if over else next_deal(self.round, stays, self.players) | {"honba": honba}
        return {"deltas": deltas, "sticks": sticks, **after, "is_over": over}

    def _pay_wins(self, deltas: list[int]) -> None:
        order = sorted(self.wins, key=lambda win: (win["actor"] - win["target"] - 1) % self.players)
        for place, event in enumerate(order):
            win = self.win(event["actor"], event["target"], event["pai"], event.get("ura_markers", ()))
            value = won_value(win, self.rules)
            assert value is not None
            has_honba = place == 0 or self.rules.sticks.honba_winners == "each"
            for seat, points in enumerate(payment(win, value, self.start["honba"] if has_honba else 0, self.rules)):
                deltas[seat] += points
            deltas[win.seat] += 1000 * self._sticks_of(win.seat, place, [other["actor"] for other in order])
        if len(order) == 3 and self.rules.scoring.triple_ron == "abort":
            raise ValueError("three wins end the hand as a draw")

    def _sticks_of(self, seat: int, place: int, winners: list[int]) -> int:
        if self.rules.sticks.several_winners == "nearest":
            return self.sticks if place == 0 else 0
        if place:
            return self.seats[seat].deposit
        return self.sticks - sum(self.seats[other].deposit for other in winners[1:])

    def _pay_draw(self, deltas: list[int]) -> bool:
        """Add the payments of the draw. Returns whether the dealer stays."""
        assert self.draw is not None
        if self.draw["reason"] not in ("fanpai", "nagashimangan"):
            return True
        rule = self.rules.draws.four_own_copies
        tenpai = [player.is_tenpai(rule) for player in self.seats]
        nagashi = [
            seat for seat, player in enumerate(self.seats)
            if self.rules.draws.nagashi_mangan and not player.was_claimed and set(player.river) <= set(ORPHANS)
        ]  # fmt: skip
        for winner in nagashi:
            for seat in range(self.players):
                paid = 4000 if self.dealer in (winner, seat) else 2000
                if seat != winner:
                    deltas[winner] += paid
                    deltas[seat] -= paid
        if not nagashi and 0 < sum(tenpai) < self.players:
            pool = self.rules.draws.noten_points if self.players == 4 else 2000
            for seat in range(self.players):
                deltas[seat] += pool // sum(tenpai) if tenpai[seat] else -pool // (self.players - sum(tenpai))
        return tenpai[self.dealer]
