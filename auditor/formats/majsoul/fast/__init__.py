"""The fast readers of Mahjong Soul's records: they give the same as the thorough readers, or nothing."""
