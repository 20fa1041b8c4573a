"""Games as mjscore text: as copied by Tenhou's client, or kept by Tonpuso."""

from auditor.core.events import Game, Player, replace_game
from auditor.formats import mjscore
from auditor.formats.mjscore import TITLE

TABLE = "東南戦：仲間でワイワイ卓 64卓"
TENHOU_ID = "2020010203gm-0009-0000-00000001"


def write(game: Game, comment: str = "", *, is_tonpuso: bool = False) -> str:
    """The text of a game. is_tonpuso: in Tonpuso's variant."""
    if is_tonpuso:
        kept = replace_game(game, format=mjscore.FORMAT.name, attributes={TITLE: TABLE})
        kept.seats = [Player(player.name, None, 1500.0) for player in game.seats]
        return mjscore.write(kept, comment)
    seats = [Player(player.name, "初段", 1500.0, "M") for player in game.seats]
    return mjscore.write(replace_game(game, log_id=TENHOU_ID, seats=seats), comment)
