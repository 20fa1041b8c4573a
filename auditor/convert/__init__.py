"""From one log format to another: of one game with what it loses (`game`), and of inputs to files (`files`)."""
