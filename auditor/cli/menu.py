"""Every command of the program, in the groups in which ``auditor --help`` lists them, by what people come for.

To add a command, write a module of its name in `auditor.cli.commands` with a function of its name, and give it a line
here. What it shares with other commands stands beside this module: options, exit codes, the choice of checks, progress.
"""

from typing import Final, NamedTuple


class Group(NamedTuple):
    """What people come for, as a heading of the help, and the commands for it: of each its name and one sentence."""

    heading: str
    commands: dict[str, str]


MENU: Final = (
    Group(
        "Judge play",
        {
            "audit": "Audit logs: files, folders, archives, or standard input.",
            "report": "Write a page of what was found: results, findings with their boards.",
            "verify": "Judge logs by the verdict that they carry.",
            "kan": "Is this closed kan after riichi legal?",
        },
    ),
    Group(
        "Look closer",
        {
            "show": "Show a log's hands, a hand, or the position before an event.",
            "checks": "List the checks, or show one in full.",
            "rulesets": "List the rulesets, show one in full, or compare two.",
        },
    ),
    Group(
        "Ask a database",
        {
            "query": "Run a named query, or list them.",
        },
    ),
    Group(
        "Keep databases",
        {
            "info": "Tell what a database holds, since when, and how large it is.",
            "export": "Write a database as a Parquet dataset.",
            "merge": "Merge databases, Parquet datasets and lakes into a database.",
            "lake": "Tidy a lake: join its small parts.",
        },
    ),
    Group(
        "Make logs and fixtures",
        {
            "convert": "Write a log in another format.",
            "cut": "Write one hand as a log of its own.",
            "shrink": "Write the smallest log that keeps exactly one finding.",
            "anonymize": "Write logs without names, ids, seeds and dates.",
            "mutate": "Write copies of legal logs with one fault each, and what must be told of them.",
        },
    ),
)
