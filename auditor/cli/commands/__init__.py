"""The commands, a module each with a function of its name. They are listed in `auditor.cli.menu`."""
