"""The rule catalogue. A new check is written in its family's module and named in CATALOGUE, nowhere else."""

from typing import Final

from auditor.checks import call, carry, dora, draw, flag, furiten, game, log, pay, riichi, stick, tiles, turn, wall, win
from auditor.checks.base import Check

# The order matters where several checks look at one event: the first to find a fault puts what it concerns in doubt,
# so that the consequences stay silent. Causes come first; tests/test_doubt.py holds the order to what they declare.
CATALOGUE: Final[tuple[Check, ...]] = (
    # what the log itself says twice
    log.Contradicts(),
    # from one hand to the next
    game.Start(),
    game.End(),
    game.Rotation(),
    carry.Honba(),
    carry.Scores(),
    # whose turn it is, and whether play goes on
    turn.Order(),
    draw.Missed(),
    draw.Early(),
    # calls, and the tiles they take
    call.Meld(),
    call.Target(),
    call.ChiSeat(),
    call.LastTile(),
    call.InRiichi(),
    call.FifthKan(),
    # where each tile is
    wall.Hash(),
    wall.Seed(),
    wall.Overdraw(),
    tiles.HandSize(),
    tiles.Missing(),
    tiles.Duplicate(),
    tiles.NotHeld(),
    turn.Tsumogiri(),
    call.Kuikae(),
    # riichi
    riichi.OpenHand(),
    riichi.Repeat(),
    riichi.Open(),
    riichi.PointsNeeded(),
    riichi.Wall(),
    riichi.Discard(),
    riichi.KanForbidden(),
    riichi.KanDrawn(),
    riichi.KanWaits(),
    riichi.KanShape(),
    riichi.Noten(),
    riichi.FuritenRiichi(),
    riichi.KaratenRiichi(),
    stick.Void(),
    stick.Deposit(),
    carry.Sticks(),
    # wins: the claim, what they are worth, what is paid
    win.Claim(),
    win.Shape(),
    win.NoYaku(),
    win.Multiple(),
    win.Record(),
    furiten.DiscardFuriten(),
    furiten.RiichiFuriten(),
    furiten.TemporaryFuriten(),
    furiten.PassedWin(),
    flag.Flag(),
    dora.Timing(),
    dora.Ura(),
    win.Yaku(),
    win.ValueOfWin(),
    stick.Leak(),
    stick.AwardSeat(),
    stick.Award(),
    pay.Honba(),
    pay.Payments(),
    # draws
    draw.Abortive(),
    draw.NotenRiichi(),
    draw.NotShown(),
    draw.Tenpai(),
    draw.Nagashi(),
    pay.Noten(),
    pay.Chombo(),
    # the end of the game
    stick.LeftOver(),
    game.Settlement(),
)

BY_ID: Final[dict[str, Check]] = {check.id: check for check in CATALOGUE}
assert len(BY_ID) == len(CATALOGUE), "two checks share an id"
