"""The fast path of Mahjong Soul's records: the same as the thorough readers give, or nothing."""
