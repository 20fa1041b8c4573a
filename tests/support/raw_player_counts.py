"""The expected answers of queries about players and their riichis on real logs, counted from their raw text."""

from collections import Counter, defaultdict
from itertools import permutations

from support.raw_counts import Corpus, Rows, counted, declared, hands, is_riichi, mean, rates, wins, won_by
from support.raw_mjlog import RawHand, RawRiichi

ELSE = "(everybody else)"


def shown(name: str) -> str:
    """The name of the row that a player is counted in."""
    return ELSE if name in ("", "NoName") else name


def all_players(logs: Corpus) -> Rows:
    rows = []
    for players in (3, 4):
        found = [hand for game, hand in hands(logs) if game.players == players]
        seats = [(hand, seat) for hand in found for seat in range(players)]
        rows.append(
            (
                players,
                len(seats),
                sum(hand.has_won(seat) for hand, seat in seats) / len(seats),
                sum(hand.has_dealt_in(seat) for hand, seat in seats) / len(seats),
                sum(hand.has_declared(seat) for hand, seat in seats) / len(seats),
                sum(seat in hand.callers for hand, seat in seats) / len(seats),
            )
        )
    return rows


def seats_of(logs: Corpus) -> dict[tuple[str, int], list[tuple[RawHand, int]]]:
    """The hands of each player, with their seats."""
    found: dict[tuple[str, int], list[tuple[RawHand, int]]] = defaultdict(list)
    for game, hand in hands(logs):
        for seat, name in enumerate(game.names):
            found[shown(name), game.players].append((hand, seat))
    return found


def player_statistics(logs: Corpus) -> Rows:
    placed: dict[tuple[str, int], list[int]] = defaultdict(list)
    changes: Counter[tuple[str, int]] = Counter()
    for game in logs.games:
        for seat, place in enumerate(game.places):
            key = shown(game.names[seat]), game.players
            placed[key].append(place)
            changes[key] += 100 * game.final[seat] - game.hands[0].start[seat]
    rows = []
    for (name, players), seats in seats_of(logs).items():
        places = placed[name, players]
        won = [(hand, win) for hand, seat in seats for win in hand.wins if win.seat == seat]
        gains = [win.deltas[win.seat] - 1000 * hand.deposits.count(win.seat) for hand, win in won]
        paid = [
            -sum(win.deltas[seat] for win in hand.wins if win.from_seat == seat)
            for hand, seat in seats
            if hand.has_dealt_in(seat)
        ]
        rows.append(
            (
                name,
                players,
                len(seats),
                mean(places),
                places.count(1) / len(places) if places else None,
                len(won) / len(seats),
                len(paid) / len(seats),
                sum(hand.has_declared(seat) for hand, seat in seats) / len(seats),
                sum(seat in hand.callers for hand, seat in seats) / len(seats),
                mean(gains),
                mean(paid),
                changes[name, players] / len(seats) if places else None,
            )
        )
    return sorted(rows)


def deal_in_rate(logs: Corpus) -> Rows:
    return sorted(
        (
            *key, len(seats), sum(hand.has_dealt_in(seat) for hand, seat in seats),
            sum(win.from_seat == seat != win.seat for hand, seat in seats for win in hand.wins),
        )
        for key, seats in seats_of(logs).items()
    )  # fmt: skip


def player_riichi(logs: Corpus) -> Rows:
    found: dict[tuple[str, int], list[tuple[RawHand, RawRiichi]]] = defaultdict(list)
    for game, hand, riichi in declared(logs):
        found[shown(game.names[riichi.seat]), game.players].append((hand, riichi))
    return sorted((*key, *rates(group)) for key, group in found.items())


def riichi_by_turn(logs: Corpus) -> Rows:
    found: dict[int, list[tuple[RawHand, RawRiichi]]] = defaultdict(list)
    for _, hand, riichi in declared(logs):
        found[riichi.turn].append((hand, riichi))
    return sorted((turn, *rates(group)) for turn, group in found.items())


def chasing_riichi(logs: Corpus) -> Rows:
    found: dict[str, list[tuple[RawHand, RawRiichi]]] = defaultdict(list)
    for _, hand, riichi in declared(logs):
        if len(hand.riichis) == 1:
            found["alone"].append((hand, riichi))
        if riichi is not hand.riichis[-1]:
            found["chased"].append((hand, riichi))
        if riichi is not hand.riichis[0]:
            found["chasing"].append((hand, riichi))
    return sorted((name, *rates(group)) for name, group in found.items())


def riichi_by_seat_and_turn(logs: Corpus) -> Rows:
    return counted(
        Counter((game.players, riichi.seat, riichi.turn) for game, _, riichi in declared(logs) if riichi.turn <= 18)
    )


def wins_with_riichi(logs: Corpus) -> Rows:
    found = [(game.players, won_by(win), is_riichi(hand, win)) for game, hand, win in wins(logs)]
    return sorted(
        (*key, sum(key == other[:2] for other in found), found.count((*key, True)))
        for key in {(players, name) for players, name, _ in found}
    )


def sticks_by_player(logs: Corpus) -> Rows:
    paid = Counter({(shown(name), game.players): 0 for game in logs.games for name in game.names})
    for game in logs.games:
        for hand in game.hands:
            for seat in hand.deposits:
                paid[shown(game.names[seat]), game.players] += 1000
    return counted(paid)


def deal_ins_between_players(logs: Corpus) -> Rows:
    found: dict[tuple[str, str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for game, hand, win in wins(logs):
        names = shown(game.names[win.from_seat]), shown(game.names[win.seat])
        if not win.is_tsumo and ELSE not in names:
            row = found[(*names, game.players)]
            row[0] += 1
            row[1] += is_riichi(hand, win)
            row[2] -= win.deltas[win.from_seat]
    return sorted((*key, *row) for key, row in found.items())


def player_by_opponent(logs: Corpus) -> Rows:
    games: dict[tuple[str, str, int], set[int]] = defaultdict(set)
    rons: Counter[tuple[str, str, int]] = Counter()
    for number, game in enumerate(logs.games):
        for own, other in permutations([shown(name) for name in game.names], 2):
            games[own, other, game.players].add(number)
    for game, _, win in wins(logs):
        if not win.is_tsumo:
            rons[shown(game.names[win.seat]), shown(game.names[win.from_seat]), game.players] += 1
    return sorted(
        (own, other, players, len(found), rons[own, other, players], rons[other, own, players])
        for (own, other, players), found in games.items()
        if own != ELSE
    )


def placements_by_player(logs: Corpus) -> Rows:
    return counted(
        Counter(
            (game.names[seat], place)
            for game in logs.games
            if game.players == 4
            for seat, place in enumerate(game.places)
            if shown(game.names[seat]) != ELSE
        )
    )


def placements_by_seat(logs: Corpus) -> Rows:
    return counted(
        Counter((game.players, seat, place) for game in logs.games for seat, place in enumerate(game.places))
    )
