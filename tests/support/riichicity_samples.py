"""Riichi City's records of simulated games."""

from functools import cache

from auditor.core.events import replace_game
from auditor.testing.simulate import Simulation
from support.riichicity_records import text_of

GAMES = {"riichi-city": 4, "riichi-city-sanma": 4}
"""The number of games, by ruleset."""


@cache
def made() -> list[str]:
    """The logs of the games."""
    found = []
    for ruleset, games in GAMES.items():
        for number in range(games):
            played = Simulation(number, ruleset)
            found.append(text_of(played.play(), played.rules))
    return found


@cache
def short() -> list[str]:
    """The logs of the first hands of games."""
    found = []
    for ruleset in GAMES:
        for number in range(3):
            played = Simulation(number, ruleset)
            game = played.play()
            found.append(text_of(replace_game(game, hands=game.hands[:2], result=None), played.rules))
    return found
