"""auditor: replays riichi-mahjong logs, proves what is wrong with them, and loads them into DuckDB."""
