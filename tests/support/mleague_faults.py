"""Faults put into M-League records, of the kinds that people who study them list: wrong and missing commands.

A fault changes a copy of a game's commands in place. It returns the hand it is in and the checks of which one must
report it, or None where the game has no spot for it; "" as a check stands for no finding, where nothing in the record
contradicts it.
"""

from collections.abc import Callable
from random import Random
from typing import Any

Command = dict[str, Any]
Change = tuple[int, str]
Fault = Callable[[list[Command], Random], Change | None]

FAULTS: dict[str, Fault] = {}
SEATS = ("A0", "B0", "C0", "D0")
ORDER = "turn/order|call/target|win/claim"
SUITS = "mps"


def fault(make: Fault) -> Fault:
    FAULTS[make.__name__] = make
    return make


def hand_of(commands: list[Command], place: int) -> int:
    return [one["cmd"] for one in commands[: place + 1]].count("kyokustart") - 1


def pick(commands: list[Command], choice: Random, cmd: str, fits: Callable[[int, list[str]], object]) -> int | None:
    """Choose a command of that name that fits; returns its index."""
    places = [place for place, one in enumerate(commands) if one["cmd"] == cmd and fits(place, one["args"])]
    return choice.choice(places) if places else None


def any_of(_: int, __: list[str]) -> bool:
    return True


def is_said(word: str) -> Callable[[int, list[str]], object]:
    return lambda _, args: args[1] == word


def is_hand(commands: list[Command], place: int, cmd: str) -> bool:
    """Whether the command at an index has that name."""
    return 0 <= place < len(commands) and commands[place]["cmd"] == cmd


def retype(name: str, cmd: str, checks: str, fits: Any, change: Callable[[list[str], Random], object]) -> None:
    """Declare a fault that changes the arguments of one command; `change` returns False where it cannot."""

    def make(commands: list[Command], choice: Random) -> Change | None:
        place = pick(commands, choice, cmd, fits)
        if place is None or change(commands[place]["args"], choice) is False:
            return None
        return hand_of(commands, place), checks

    FAULTS[name] = make


def leave_out(name: str, cmd: str, checks: str, fits: Any = any_of) -> None:
    """Declare a fault that omits one command."""

    def make(commands: list[Command], choice: Random) -> Change | None:
        place = pick(commands, choice, cmd, fits)
        if place is None:
            return None
        hand = hand_of(commands, place)
        del commands[place]
        return hand, checks

    FAULTS[name] = make


def other_tile(tile: str, choice: Random) -> str:
    """A tile of another kind and suit."""
    return choice.choice([text for text in ("1m", "9m", "1p", "9p", "1s", "9s", "1z") if text[1] != tile[1].lower()])


def other_seat(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 1) % 4]


def is_start(_: int, args: list[str]) -> bool:
    return args[1].startswith("=")


def is_gain(_: int, args: list[str]) -> bool:
    return args[1][0] in "+-"


def with_added(number: str, more: int) -> str:
    """A number with `more` added and its sign kept."""
    sign = number[0] if number[0] in "=+-" else ""
    return f"{sign}{int(number.removeprefix(sign)) + more}"


# ---- indicators


def retyped_dora(args: list[str], place: int, choice: Random) -> object:
    if not args[place]:
        return False
    args[place] = other_tile(args[place], choice)
    return True


retype("an_indicator_wrong", "dora", "log/contradiction", any_of, lambda args, choice: retyped_dora(args, 1, choice))
retype("an_ura_wrong", "uradora", "log/contradiction", any_of, lambda args, choice: retyped_dora(args, 1, choice))
leave_out("ura_left_out", "uradora", "dora/ura", lambda _, args: args[1])


def _is_first_dora(commands: list[Command], place: int) -> bool:
    return is_hand(commands, place - 1, "dice")


@fault
def an_indicator_of_a_kan_left_out(commands: list[Command], choice: Random) -> Change | None:
    place = pick(commands, choice, "dora", lambda at, _: not _is_first_dora(commands, at))
    if place is None:
        return None
    del commands[place]
    return hand_of(commands, place - 1), "dora/timing"


@fault
def an_indicator_without_a_kan(commands: list[Command], choice: Random) -> Change | None:
    place = pick(commands, choice, "tsumo", lambda at, _: not is_hand(commands, at - 1, "dora"))
    assert place is not None
    if is_hand(commands, place - 1, "open"):
        return None
    commands.insert(place, {"time": "", "id": "0", "cmd": "dora", "args": ["3m", "2m"]})
    return hand_of(commands, place), "dora/timing|tiles/duplicate"


# ---- deals, draws, discards

retype(
    "a_deal_of_a_tile_too_many", "haipai", "tiles/hand-size|tiles/duplicate", any_of,
    lambda args, _: args.__setitem__(1, args[1] + "1z"),
)  # fmt: skip
retype(
    "a_dealt_tile_wrong", "haipai", "tiles/not-held|tiles/duplicate|riichi/noten|riichi/discard|win/shape|win/record|"
    "draw/tenpai|turn/tsumogiri|win/yaku|call/meld|riichi/kan-waits|riichi/kan-shape|",
    any_of, lambda args, choice: args.__setitem__(1, other_tile(args[1][:2], choice) + args[1][2:]),
)  # fmt: skip


@fault
def a_draw_left_out(commands: list[Command], choice: Random) -> Change | None:
    place = pick(commands, choice, "tsumo", lambda at, _: is_hand(commands, at + 1, "sutehai"))
    assert place is not None
    del commands[place]
    return hand_of(commands, place), ORDER


@fault
def a_discard_left_out(commands: list[Command], choice: Random) -> Change | None:
    place = pick(commands, choice, "sutehai", lambda _, args: "richi" not in args)
    assert place is not None
    hand = hand_of(commands, place)
    del commands[place]
    return hand, ORDER + "|draw/tenpai|pay/noten|tiles/hand-size|draw/early"


retype(
    "a_discarded_tile_wrong", "sutehai",
    "tiles/not-held|tiles/duplicate|riichi/discard|turn/tsumogiri|riichi/noten|call/target|win/shape|win/claim|"
    "draw/tenpai|win/record|furiten/discard|",
    any_of, lambda args, choice: args.__setitem__(1, other_tile(args[1], choice)),
)  # fmt: skip


@fault
def a_tsumogiri_marked_as_from_the_hand(commands: list[Command], choice: Random) -> Change | None:
    place = pick(commands, choice, "sutehai", lambda _, args: "tsumogiri" in args)
    assert place is not None
    commands[place]["args"].remove("tsumogiri")
    return hand_of(commands, place), "turn/tsumogiri|riichi/discard|"


# ---- calls


def is_claim(_: int, args: list[str]) -> bool:
    return args[1].startswith("<")


@fault
def a_call_left_out(commands: list[Command], choice: Random) -> Change | None:
    place = pick(commands, choice, "open", is_claim)
    if place is None:
        return None
    del commands[place - 1 : place + 1]
    return hand_of(commands, place - 1), ORDER + "|dora/timing"


@fault
def a_call_and_its_discard_left_out(commands: list[Command], choice: Random) -> Change | None:
    place = pick(commands, choice, "open", lambda at, args: is_claim(at, args) and is_hand(commands, at + 1, "sutehai"))
    if place is None:
        return None
    following = commands[place + 2]["cmd"]
    if following != "tsumo":
        return None
    del commands[place - 1 : place + 2]
    return hand_of(commands, place - 1), ORDER


retype("a_tile_of_a_call_wrong", "open", "call/meld|tiles/not-held", is_claim,
       lambda args, _: args.__setitem__(1, "<1z" + args[1][3:]) if args[2][1] != "z" else False)  # fmt: skip
retype("a_claimed_tile_wrong", "open", "call/meld|call/target", is_claim,
       lambda args, choice: args.__setitem__(2, other_tile(args[2], choice)))  # fmt: skip


# ---- riichi and sticks


def _is_paid(commands: list[Command], place: int) -> bool:
    return any([is_hand(commands, place + steps, "richi") for steps in (1, 2)])


@fault
def a_riichi_left_out_but_for_its_stick(commands: list[Command], choice: Random) -> Change | None:
    place = pick(commands, choice, "sutehai", lambda at, args: "richi" in args and _is_paid(commands, at))
    if place is None:
        return None
    commands[place]["args"].remove("richi")
    del commands[place - 1]
    return hand_of(commands, place - 1), "stick/deposit"


leave_out("a_riichi_not_said", "say", "log/contradiction", is_said("richi"))
retype("a_stick_of_another", "richi", "stick/deposit", any_of, lambda args, _: args.__setitem__(0, other_seat(args[0])))


# ---- wins and draws


def _fields(args: list[str]) -> int:
    """The index of the winner in a win's arguments."""
    return 1 if args[0].startswith("ron=") else 0


def _yaku_at(args: list[str], choice: Random) -> int:
    return choice.choice(range(_fields(args) + 3, len(args), 2))


def _worth_more(args: list[str], choice: Random) -> object:
    place = _yaku_at(args, choice) + 1
    args[place] = with_added(args[place], 1)
    return int(args[_fields(args) + 2]) > 0  # a yakuman's value does not change


def _without_a_yaku(args: list[str], choice: Random) -> object:
    place = _yaku_at(args, choice)
    del args[place : place + 2]
    return int(args[_fields(args) + 2]) > 0


def _other_points(args: list[str], _: Random) -> object:
    value = args[_fields(args) + 1]
    args[_fields(args) + 1] = "7700" if value != "7700" else "8000"
    return True


retype("another_yaku", "agari", "win/yaku", any_of,
       lambda args, choice: args.__setitem__(_yaku_at(args, choice), "三槓子"))  # fmt: skip
leave_out("a_draw_of_the_hand_left_out", "ryukyoku", "log/contradiction")
leave_out("a_gain_left_out", "point", "pay/win|pay/noten", is_gain)
retype("a_gain_wrong", "point", "pay/win|pay/noten|stick/award|pay/honba", is_gain,
       lambda args, _: args.__setitem__(1, with_added(args[1], 400)))  # fmt: skip


@fault
def a_result_left_out(commands: list[Command], choice: Random) -> Change | None:
    """Omit the win and its payments."""
    place = pick(commands, choice, "agari", any_of)
    if place is None:
        return None
    end = next(at for at in range(place, len(commands)) if commands[at]["cmd"] == "kyokuend")
    del commands[place:end]
    return hand_of(commands, place), "log/contradiction"


@fault
def another_hand_shown(commands: list[Command], choice: Random) -> Change | None:
    place = pick(commands, choice, "open", lambda _, args: args[1][0] not in "<[(")
    if place is None:
        return None
    args = commands[place]["args"]
    args[1] = other_tile(args[1][:2], choice) + args[1][2:]
    return hand_of(commands, place), "win/record|tiles/not-held|tiles/duplicate"


# ---- carried over from hand to hand, and the end


def is_later(commands: list[Command]) -> Callable[[int, list[str]], object]:
    return lambda at, _: hand_of(commands, at) > 0


def of_later_hand(name: str, checks: str, place: int, change: Callable[[str], str]) -> None:
    def make(commands: list[Command], choice: Random) -> Change | None:
        at = pick(commands, choice, "kyokustart", is_later(commands))
        if at is None:
            return None
        commands[at]["args"][place] = change(commands[at]["args"][place])
        return hand_of(commands, at), checks

    FAULTS[name] = make


of_later_hand("another_round", "game/rotation", 4, lambda text: f"{int(text[0]) % 4 + 1}z")
of_later_hand("another_wind_of_a_seat", "log/contradiction", 6, lambda text: f"{int(text[0]) % 4 + 1}z")
retype("another_score_at_the_start", "point", "game/carry|game/start", is_start,
       lambda args, _: args.__setitem__(1, with_added(args[1], 1000)))  # fmt: skip
leave_out("a_score_at_the_start_left_out", "point", "game/carry|game/start", is_start)
retype("final_scores_exchanged", "gameend", "game/final", any_of,
       lambda args, _: args.__setitem__(slice(4), [args[0], args[3], args[2], args[1]]))  # fmt: skip


# ---- other notation with the same meaning

retype("a_yaku_with_spaces", "agari", "", any_of,
       lambda args, choice: args.__setitem__(_fields(args) + 3, f" {args[_fields(args) + 3]} "))  # fmt: skip
retype("a_comment_at_a_win", "agari", "", any_of, lambda args, _: args.append("comment=ok"))
leave_out("the_end_of_a_hand_not_noted", "kyokuend", "")
leave_out("the_start_of_the_game_not_noted", "gamestart", "")
