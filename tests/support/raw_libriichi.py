"""The figures of libriichi, recounted from the games of `raw_play`, following one seat's events at a time."""

from support.raw_figures import Figures, Sums, final_points, places
from support.raw_play import Play, PlayedGame, PlayedHand, Won


class _Hand:
    """The state of a hand as its events are followed."""

    def __init__(self, hand: PlayedHand, seat: int) -> None:
        self.dealer = hand.dealer
        self.seat = seat
        self.turn = 0
        self.calls = 0
        self.is_declared = False
        self.is_accepted = False
        self.others_declared = False
        self.won = False

    def add(self, sums: Sums, play: Play) -> None:
        kind, actor = play[0], play[1]
        if kind == "win":
            self._add_win(sums, play[1])
        elif kind == "end":
            self._add_draw(sums, play[3][self.seat], is_known=actor != "unspecified")
        elif kind == "riichi" and actor == self.seat:
            self.is_declared = True
            sums.add("riichis")
            sums.add("riichi turns", self.turn)
            sums.add("riichis as dealer", self.dealer == self.seat)
            sums.add("chasing", self.others_declared)
        elif kind == "riichi" and self.is_declared:
            sums.add("chased")
        elif kind == "riichi":
            self.others_declared = True
        elif actor == self.seat:
            self.turn += kind == "discard"
            self.calls += kind == "call"
            self.is_accepted = self.is_accepted or kind == "stood"

    @property
    def kind(self) -> str:
        return "riichi" if self.is_accepted else "open" if self.calls else "dama"

    def _add_win(self, sums: Sums, won: Won) -> None:
        is_dealer = self.dealer == self.seat
        if won.seat == self.seat:
            gain = won.deltas[self.seat] - (1000 if self.is_accepted else 0)
            for group in ("", " as dealer" if is_dealer else " as non-dealer", f" {self.kind}"):
                sums.add(f"wins{group}")
                sums.add(f"gain{group}", gain)
                sums.add(f"win turns{group}", self.turn)
            sums.add("riichi points", gain if self.is_accepted else 0)
            sums.add("call points", gain if self.kind == "open" else 0)
            sums.add("yakuman", gain >= (48000 if is_dealer else 32000))
        elif won.from_seat == self.seat:
            points = won.deltas[self.seat]
            for group in ("", " to dealer" if won.seat == self.dealer else " to non-dealer"):
                sums.add(f"deal-ins{group}")
                sums.add(f"paid{group}", points)
            sums.add("deal-in turns", self.turn)
            if self.is_declared:
                sums.add("riichi deal-ins")
                sums.add("riichi points", points)
            elif self.calls:
                sums.add("call deal-ins")
                sums.add("call points", points)

    def _add_draw(self, sums: Sums, points: int, *, is_known: bool) -> None:
        sums.add("draws")
        sums.add("draws whose payments are known", is_known)
        sums.add("draw points", points)
        sums.add("nagashi", points >= 8000)
        if self.is_accepted:
            sums.add("riichi draws")
            sums.add("riichi points", points - 1000)
        elif self.calls:
            sums.add("call points", points)


def add_libriichi_game(sums: Sums, game: PlayedGame, seat: int) -> None:
    """Add one seat's game: its finished hands, and its result if the log states one."""
    for played in game.hands:
        if played.is_finished:
            sums.add("rounds")
            sums.add("rounds as dealer", played.dealer == seat)
            hand = _Hand(played, seat)
            for play in played.plays:
                hand.add(sums, play)
            sums.add("called", hand.calls > 0)
            sums.add("calls", hand.calls)
    if game.final:
        points = final_points(game)
        place = places(points)[seat]
        sums.add("games")
        sums.add("places", place)
        sums.add(f"place {place}")
        sums.add("rank points", [90, 45, 0, -135][place - 1])
        sums.add("change", points[seat] - (25000 if game.players == 4 else 35000))
        sums.add("tobi", points[seat] < 0)


LIBRIICHI = {
    "tobi_rate": ("tobi", "games"),
    "avg_rank": ("places", "games"),
    "avg_rank_pt": ("rank points", "games"),
    "avg_game_delta_score": ("change", "games"),
    "avg_round_delta_score": ("change", "rounds"),
    "win_rate": ("wins", "rounds"),
    "deal_in_rate": ("deal-ins", "rounds"),
    "call_rate": ("called", "rounds"),
    "riichi_rate": ("riichis", "rounds"),
    "ryukyoku_rate": ("draws", "rounds"),
    "avg_winning": ("gain", "wins"),
    "avg_winning_as_dealer": ("gain as dealer", "wins as dealer"),
    "avg_winning_as_non_dealer": ("gain as non-dealer", "wins as non-dealer"),
    "avg_riichi_winning": ("gain riichi", "wins riichi"),
    "avg_open_winning": ("gain open", "wins open"),
    "avg_dama_winning": ("gain dama", "wins dama"),
    "avg_ryukyoku": ("draw points", "draws whose payments are known"),
    "avg_winning_turn": ("win turns", "wins"),
    "avg_riichi_winning_turn": ("win turns riichi", "wins riichi"),
    "avg_open_winning_turn": ("win turns open", "wins open"),
    "avg_dama_winning_turn": ("win turns dama", "wins dama"),
    "avg_deal_in_turn": ("deal-in turns", "deal-ins"),
    "avg_deal_in": ("paid", "deal-ins"),
    "avg_deal_in_to_dealer": ("paid to dealer", "deal-ins to dealer"),
    "avg_deal_in_to_non_dealer": ("paid to non-dealer", "deal-ins to non-dealer"),
    "chasing_riichi_rate": ("chasing", "riichis"),
    "riichi_chased_rate": ("chased", "riichis"),
    "winning_rate_after_riichi": ("wins riichi", "riichis"),
    "deal_in_rate_after_riichi": ("riichi deal-ins", "riichis"),
    "avg_riichi_turn": ("riichi turns", "riichis"),
    "avg_riichi_delta_score": ("riichi points", "riichis"),
    "avg_number_of_calls": ("calls", "called"),
    "winning_rate_after_call": ("wins open", "called"),
    "deal_in_rate_after_call": ("call deal-ins", "called"),
    "avg_call_delta_score": ("call points", "called"),
    "dealer_wins_of_dealer_rounds": ("wins as dealer", "rounds as dealer"),
    "dealer_wins_of_wins": ("wins as dealer", "wins"),
    "deal_in_to_dealer_of_deal_ins": ("deal-ins to dealer", "deal-ins"),
    "yakuman_rate": ("yakuman", "rounds"),
    "nagashi_mangan_rate": ("nagashi", "rounds"),
    "riichi_ryukyoku": ("riichi draws", "riichis"),
    "riichi_as_dealer": ("riichis as dealer", "riichis"),
}
"""The sums for numerator and n of most figures."""


def libriichi_figures(sums: Sums) -> Figures:
    """The figures of libriichi from its sums."""
    of = sums.of
    figures: Figures = {
        "games": (of["games"], None),
        "rounds": (of["rounds"], None),
        "rounds_as_dealer": (of["rounds as dealer"], None),
        "total_rank_pt": (of["rank points"], None),
        "total_delta_score": (of["change"], None),
        **{f"rank_{place}_rate": (of[f"place {place}"], of["games"]) for place in range(1, 5)},
        **{name: (of[top], of[bottom]) for name, (top, bottom) in LIBRIICHI.items()},
    }
    return figures
