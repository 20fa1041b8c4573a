"""The arithmetic of one hand: waits, readings, kans, yaku, fu, points and payments. It knows no game state."""
