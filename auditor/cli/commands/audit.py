"""``auditor audit``: what is wrong with logs."""

import sys
from typing import Any

import click

from auditor.cli.asked import CAP, FORMS, Asked
from auditor.cli.options import database_option, progress_option, rules_option, shard, size
from auditor.cli.settings import config_option
from auditor.project import FAIL_ON, FAILS_ON


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@database_option("Load games and findings into this DuckDB file as well.")
@click.option("--lake", metavar="URL",
              help="Write games and findings as Parquet into this lake, each process its own part: a folder, or "
              "s3://bucket/folder.")  # fmt: skip
@click.option("--cluster", metavar="ADDRESS",
              help="Let the workers of this Dask cluster do it, into the lake: tcp://host:8786, or its scheduler "
              "file.")  # fmt: skip
@click.option("--shard", type=shard, metavar="K/N",
              help="Take the K-th of N shares of the files, into the lake: for machines that know nothing of each "
              "other.")  # fmt: skip
@rules_option("The ruleset to judge by: a name, a TOML file or Majiang's rule object; auto takes it from each log.")
@click.option("--also-under", metavar="all|NAME,..",
              help="Keep in the database what these rulesets find, too: query findings-by-ruleset.")  # fmt: skip
@click.option("--with", "extras", metavar="turns,walls",
              help="Fill these tables of the database, too: each discard with what else the hand allowed; each draw "
              "and what the wall held. A database that has them goes on to fill them.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="N",
              help="Processes to use. Default: one for few inputs, else one a core.")  # fmt: skip
@click.option("--max-size", type=size, default="256M", show_default=True, metavar="SIZE",
              help="Read no input that is larger once unpacked: bytes, or with K, M or G.")  # fmt: skip
@click.option("--max-ratio", type=click.IntRange(1), default=1000, show_default=True, metavar="N",
              help="Read no input that grows more than N times when it is decompressed.")  # fmt: skip
@click.option("--format", "output", type=click.Choice(FORMS), default="text", show_default=True,
              help="How findings are written; concise is a line each.")  # fmt: skip
@click.option("--cap", type=click.IntRange(0), default=CAP, show_default=True, metavar="N",
              help="Tell so many findings of a check in text, and how many more there are; 0 for all.")  # fmt: skip
@click.option("--statistics", is_flag=True, help="Count findings by check and by game instead of telling them.")
@click.option("--select", metavar="CHECK,..", help="Tell only these checks or families: riichi/kan-waits, furiten/*.")
@click.option("--ignore", metavar="CHECK,..", help="Leave these checks or families out.")
@click.option("--fail-on", type=click.Choice(FAIL_ON), default=FAILS_ON, show_default=True,
              help="Exit with 1 for findings of this severity or a graver one.")  # fmt: skip
@click.option("--notes", is_flag=True,
              help="Show notes in text; else only --select or --fail-on note shows them.")  # fmt: skip
@click.option(
    "--baseline", metavar="FILE", help="Findings that are known: only new ones are told, and make the run fail."
)
@click.option(
    "--update-baseline", is_flag=True, help="Write what is found into that file; the run does not fail by it."
)
@click.option("--only-new", is_flag=True, help="Tell only what the database did not hold before the run.")
@click.option("--include", multiple=True, metavar="GLOB",
              help="In folders and archives read only these: '*.mjlog', '2024/*'; may be repeated.")  # fmt: skip
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave these files or folders out; may be repeated.")
@click.option("--strict", is_flag=True, help="A file in a folder or archive that is no log is a problem.")
@click.option("-o", "--output", "file", metavar="FILE", help="Write the findings there instead of standard output.")
@config_option()
@progress_option()
@click.option("-q", "--quiet", is_flag=True, help="No summary and no progress: findings and problems alone.")
@click.option("-v", "--verbose", is_flag=True, help="Tell everything in the summary, and why something was not judged.")
def audit(**given: Any) -> None:
    """Audit logs: files, folders, archives, or - for standard input.

    Findings go to standard output, everything else to standard error. A database always takes the findings of all
    checks; --select and --ignore limit what is told and what makes the run fail.

    \b
    Exit codes:
      0  nothing found
      1  findings of the severity of --fail-on or graver
      2  wrong usage
      3  some input could not be read, or none is a log; what could be read was audited and kept

    \b
    auditor audit logs/ --rules ema-2012 --select 'riichi/*,furiten/*'
    auditor audit 2024.zip --db games.duckdb --format jsonl > findings.jsonl
    auditor audit 2024.zip --db games.duckdb --with turns,walls
    auditor audit s3://logs/2024/ --lake s3://lake/games --cluster tcp://scheduler:8786
    auditor audit logs/ --baseline known.jsonl --format github
    """
    from auditor.cli.auditing import run_audit

    sys.exit(run_audit(Asked(**given)))
