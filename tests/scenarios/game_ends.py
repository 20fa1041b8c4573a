"""When a game is over: sudden death and other extensions, the dealer's repeat, and games of one hand."""

from auditor.core.events import FOUR_WINDS, UNSPECIFIED
from scenarios import ALL_FORMS, Play, case

TENPAI = "123p456p789s1122z"
"""Waits for 1z and 2z; three players hold such tiles too."""
WINNING = "234m567m34p678s55s"
"""Waits for 2p and 5p."""

SERVERS = ("tenhou", "tenhou-sanma", "mahjong-soul", "mahjong-soul-sanma")
"""Rulesets with an extension, in which the dealer's repeat goes before sudden death."""


def _scores(play: Play, seat: int, above: int = 1000) -> tuple[int, ...]:
    """Points of which the seat has the target and `above` more; the others share the rest alike."""
    players = play.game.players
    total = players * play.rules.game.start_points
    target = play.rules.game.target_points or play.rules.game.return_points
    each = (total - target - above) // (players - 1) // 100 * 100
    scores = [each] * players + [0] * (4 - players)
    scores[seat] = total - (players - 1) * each
    return tuple(scores)


def _extension(play: Play, *, leader: int, dealer_waits: bool, above: int = 1000) -> None:
    """The first round of the west, dealt by seat 0 and drawn; `leader` has the target."""
    hands = {0: TENPAI} if dealer_waits else None
    play.hand(hands, round=8, honba=1, scores=_scores(play, leader, above)).end()


for _rules in SERVERS:

    @case(
        f"game/end/{_rules}-extension-dealer-stays-silent",
        "In the extension a seat has the target, but the dealer, tenpai and not ahead, deals again: the game goes on.",
        rules=_rules,
        form=ALL_FORMS,
    )
    def _(play: Play) -> None:
        _extension(play, leader=1, dealer_waits=True, above=5000)
        play.hand().end().final()

    @case(
        f"game/end/{_rules}-extension-dealer-stays",
        "In the extension a seat has the target and the dealer deals again: the game ends all the same.",
        rules=_rules,
        form=ALL_FORMS,
    )
    def _(play: Play) -> None:
        _extension(play, leader=1, dealer_waits=True, above=5000)
        play.finds("game/end").final()

    @case(
        f"game/end/{_rules}-extension-dealer-passes",
        "In the extension a seat has the target and the dealer, noten, deals no more: the game goes on all the same.",
        rules=_rules,
        form=ALL_FORMS,
    )
    def _(play: Play) -> None:
        _extension(play, leader=1, dealer_waits=False)
        play.hand().finds("game/end", event=None).end().final()

    @case(
        f"game/end/{_rules}-extension-dealer-leads-silent",
        "In the extension the dealer, tenpai, leads with the target: the game ends.",
        rules=_rules,
        form=ALL_FORMS,
    )
    def _(play: Play) -> None:
        _extension(play, leader=0, dealer_waits=True)
        play.final()

    @case(
        f"game/end/{_rules}-extension-dealer-leads",
        "In the extension the dealer, tenpai, leads with the target: the game goes on all the same.",
        rules=_rules,
        form=ALL_FORMS,
    )
    def _(play: Play) -> None:
        _extension(play, leader=0, dealer_waits=True)
        play.hand().finds("game/end", event=None).end().final()


@case(
    "game/end/extension-dealer-wins-silent",
    "In the extension the dealer wins and is not ahead of the seat at the target: the dealer deals again.",
    form=ALL_FORMS,
)
def _(play: Play) -> None:
    play.hand({0: WINNING}, round=8, honba=1, scores=(20000, 40000, 20000, 20000), avoid="5p").turn()
    play.turn("5p").ron(0)
    play.hand().end().final()


@case("game/end/sudden-death-dealer-stays-silent", "Plain sudden death: the dealer's repeat does not count.",
      rules="sudden-death", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _extension(play, leader=1, dealer_waits=True)
    play.final()


@case("game/end/sudden-death-dealer-stays", "Plain sudden death: the game goes on for the dealer's repeat.",
      rules="sudden-death", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _extension(play, leader=1, dealer_waits=True)
    play.hand().finds("game/end", event=None).end().final()


@case("game/end/sudden-death-last-round-silent",
      "Plain sudden death: in the last round before the extension the dealer who is not ahead still deals again.",
      rules="sudden-death", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    play.hand({3: TENPAI}, round=7, scores=(40000, 20000, 20000, 20000)).end()
    play.hand().end().final()


def _drawn_rounds(play: Play, first: int, last: int, *, leader: int | None = None) -> None:
    """Rounds drawn with nobody tenpai; nobody has the target, or the leader does."""
    scores = (25000,) * 4 if leader is None else tuple([34000 if seat == leader else 22000 for seat in range(4)])
    for number in range(first, last + 1):
        play.hand(round=number, scores=scores, honba=number - first)
        play.end()


@case("game/end/four-more-hands-silent", "Four rounds of extension are played, though a seat has the target in each.",
      rules="four-more-hands", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _drawn_rounds(play, 8, 11, leader=1)
    play.final()


@case("game/end/four-more-hands-early",
      "Four rounds of extension, of which the second is the last, for a seat has the target.",
      rules="four-more-hands", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _drawn_rounds(play, 8, 9, leader=1)
    play.finds("game/end").final()


@case("game/end/two-more-hands-silent", "Two rounds of extension leave a seat at the target: the game ends.",
      rules="two-more-hands", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _drawn_rounds(play, 8, 9, leader=1)
    play.final()


@case("game/end/two-more-hands", "Two rounds of extension leave a seat at the target: the game goes on.",
      rules="two-more-hands", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _drawn_rounds(play, 8, 9, leader=1)
    play.hand().finds("game/end", event=None).end()


@case("game/end/two-more-hands-again-silent", "Two rounds of extension leave nobody at the target: two more follow.",
      rules="two-more-hands", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _drawn_rounds(play, 8, 11)
    play.final()


@case("game/end/one-hand-silent", "A game of one hand: dealt again after a draw, over with the first win.",
      rules="one-hand", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    play.hand().end().hand({1: WINNING}, avoid="5p").turn().turn().turn().turn("5p").ron(1).final()


@case("game/end/one-hand", "A game of one hand: another follows the first win.", rules="one-hand", form=ALL_FORMS)
def _(play: Play) -> None:
    play.hand({1: WINNING}, avoid="5p").turn().turn().turn().turn("5p").ron(1)
    play.hand(round=1, honba=0).finds("game/end", event=None).end()


@case("game/end/one-hand-drawn", "A game of one hand: over with a draw.", rules="one-hand", form=ALL_FORMS)
def _(play: Play) -> None:
    play.hand().end().finds("game/end").final()


@case("game/rotation/one-hand", "A game of one hand: the next seat deals after a draw.", rules="one-hand",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    play.hand().end().hand(round=1).finds("game/rotation", event=None).end()


def _dealer_wins(play: Play) -> None:
    play.hand({0: WINNING}, avoid="5p").turn().turn("5p").ron(0)


def _dealer_tenpai(play: Play) -> None:
    play.hand({0: TENPAI}).end()


def _dealer_noten(play: Play) -> None:
    play.hand({1: TENPAI}).end()


def _abortive(play: Play) -> None:
    play.hand(avoid="4444z").turn("4z").turn("4z").turn("4z").turn("4z").ryuukyoku(FOUR_WINDS)


ENDS = {
    "a win by the dealer": _dealer_wins,
    "a draw with the dealer tenpai": _dealer_tenpai,
    "a draw with the dealer noten": _dealer_noten,
    "an abortive draw": _abortive,
}
STAYS = {
    "no-repeat": ("an abortive draw",),
    "repeat-by-win": ("a win by the dealer", "an abortive draw"),
    "tenhou": ("a win by the dealer", "a draw with the dealer tenpai", "an abortive draw"),
    "repeat-by-any-draw": tuple(ENDS),
}
"""After which ends of a hand the dealer deals again, by ruleset."""


def _declare_repeat(rules: str, end: str, is_right: bool) -> None:
    stays = (end in STAYS[rules]) == is_right
    deals = "deals again" if stays else "deals no more"
    name = end.replace(" ", "-") + ("-silent" if is_right else "")

    @case(f"game/rotation/{rules}/{name}", f"After {end} the dealer {deals}.", rules=rules)
    def _(play: Play) -> None:
        ENDS[end](play)
        honba = 0 if end.startswith("a win") and end not in STAYS[rules] else 1
        play.hand(round=0 if stays else 1, honba=honba)
        if not is_right:
            play.finds("game/rotation", event=None)
        play.end()


for _rules in STAYS:
    for _end in ENDS:
        _declare_repeat(_rules, _end, True)
        _declare_repeat(_rules, _end, False)


@case("game/end/tenpai-plays-on-silent", "A leading dealer who is tenpai does not stop the game: it goes on.",
      rules="all-last-win", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    play.hand({3: TENPAI}, round=7, scores=(20000, 20000, 20000, 40000)).end().hand().end().final()


@case("game/end/tenpai-plays-on", "A leading dealer who is tenpai does not stop the game: it ends all the same.",
      rules="all-last-win", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    play.hand({3: TENPAI}, round=7, scores=(20000, 20000, 20000, 40000)).end().finds("game/end").final()


@case(
    "game/end/tenpai-stops", "A leading dealer who is tenpai stops the game: it goes on all the same.", form=ALL_FORMS
)
def _(play: Play) -> None:
    play.hand({3: TENPAI}, round=7, scores=(20000, 20000, 20000, 40000)).end()
    play.hand().finds("game/end", event=None).end().final()


@case("game/end/unspecified-silent",
      "A draw of which the log says no reason, in the last round: the dealer deals again.", form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _unspecified(play, 7)
    play.hand(round=7, honba=1).end().final()


@case("game/end/unspecified-over-silent", "A draw of which the log says no reason, in the last round: the game ends.",
      form=ALL_FORMS)  # fmt: skip
def _(play: Play) -> None:
    _unspecified(play, 7)
    play.final()


@case("game/rotation/unspecified", "A draw of which the log says no reason: a round is left out.", form=ALL_FORMS)
def _(play: Play) -> None:
    _unspecified(play, 1)
    play.hand(round=3, honba=1).finds("game/rotation", event=None).end()


def _unspecified(play: Play, number: int) -> None:
    """A hand drawn in the first go-around, by nine terminals or who knows what."""
    play.hand(round=number, scores=(35000, 25000, 20000, 20000)).turn().draw()
    play.ryuukyoku(UNSPECIFIED, shown=None, scores=None, deltas=None, honba=-1, sticks=-1)
