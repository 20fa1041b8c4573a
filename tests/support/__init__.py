"""What tests share: games, logs, counts made apart from the program, and programs that write what is generated."""
