"""Commands about checks and rules: ``auditor checks``, ``rulesets`` and ``kan``."""

import click

from auditor.cli.completion import SHELLS, script
from auditor.cli.options import EXIT_FINDINGS, EXIT_UNREADABLE, UsageError, lang_option, print_lines, progress_option


@click.command()
@click.argument("check", required=False)
@click.option("--doubt", is_flag=True,
              help="Show what each check relies on and puts in doubt, in the order of running.")  # fmt: skip
@lang_option()
def checks(check: str | None, doubt: bool) -> None:
    """List the checks, or show one in full: what it flags, why, its sources, an example.

    \b
    auditor checks riichi/kan-waits
    auditor checks win --doubt
    """
    from auditor.core.checks import BY_ID, CATALOGUE, checks_named, no_such_check
    from auditor.output.catalogue import checks_text, doubt_text
    from auditor.page.example import check_text

    chosen = list(CATALOGUE) if check is None else checks_named(check)
    if check is not None and not chosen:
        raise UsageError(no_such_check(check, BY_ID))
    if doubt:
        text = doubt_text(chosen)
    else:
        text = check_text(chosen[0]) if check in BY_ID else checks_text(chosen)
    click.echo(text, nl=False)


@click.command()
@click.argument("hand")
@click.option("--draw", required=True, metavar="TILE", help="The tile just drawn.")
@click.option("--kan", default="", metavar="TILE", help="The tile of the kan, if it is not the drawn one.")
@click.option("--rules", multiple=True, metavar="NAME|FILE",
              help="A ruleset to judge by; may be repeated. Default: all.")  # fmt: skip
@lang_option()
def kan(hand: str, draw: str, kan: str, rules: tuple[str, ...]) -> None:
    """Judge a closed kan after riichi: the verdict under each ruleset, and the waits and readings that it changes.

    \b
    auditor kan 3444m778899s333z --draw 4m
    auditor kan 123p333345s78m11z --draw 6s --kan 3s --rules tenhou
    """
    from auditor.output.kan import judge_kan, kan_text

    print_lines(*kan_text(judge_kan(hand, draw, kan, list(rules) or None)), err=False)


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME|FILE]...")
@click.option("--table", is_flag=True, help="Show all settings of these rulesets, or of all, side by side.")
@click.option("--format", "output", type=click.Choice(("md", "csv", "json")),
              help="The format of the table.  [default: md]")  # fmt: skip
@click.option("--check", "is_check", is_flag=True, help="Check a ruleset file, and show what it changes.")
@click.option("--infer", "is_inferred", is_flag=True,
              help="Infer the rules from logs, which are named instead of rulesets.")  # fmt: skip
@click.option("-o", "--output", "file", metavar="FILE", help="Write the inferred rules as a ruleset file.")
@progress_option()
@lang_option()
def rulesets(
    names: tuple[str, ...], table: bool, output: str | None, is_check: bool, is_inferred: bool, file: str | None,
    progress: bool | None,
) -> None:  # fmt: skip
    """List the rulesets, show one with all its settings (as TOML), or the settings in which two differ.

    \b
    auditor rulesets ema-2012
    auditor rulesets tenhou ema-2012
    auditor rulesets --table --format csv > rulesets.csv
    auditor rulesets --check club.toml
    auditor rulesets --infer logs/ -o table.toml
    """
    from auditor.core import rulesets as known
    from auditor.output import ruleset_texts

    if output is not None and not table:
        raise UsageError("--format goes with --table.")
    if file is not None and not is_inferred:
        raise UsageError("--output goes with --infer.")
    if is_inferred:
        _infer(names, file, progress)
        return
    if is_check:
        _check_files(names)
        return
    if table:
        text = ruleset_texts.rulesets_table([known.load(name) for name in names or known.names()], output or "md")
    elif not names:
        text = ruleset_texts.rulesets_text([known.load(name) for name in known.names()])
    elif len(names) == 1:
        text = ruleset_texts.ruleset_text(known.load(names[0]), known.sources_of(names[0]))
    elif len(names) == 2:
        text = ruleset_texts.ruleset_difference(known.load(names[0]), known.load(names[1]))
    else:
        raise UsageError("Name one ruleset or two; more go with --table.")
    print_lines(*text.removesuffix("\n").split("\n"), err=False)


def _infer(paths: tuple[str, ...], file: str | None, progress: bool | None) -> None:
    """Infer the rules of logs, print them, and write them into `file`, if any. Exits with 3 if a log was not read."""
    from auditor.cli.inferring import infer_rules, written_rules
    from auditor.unknown_rules.text import inference_text

    if not paths:
        raise UsageError("Name the logs to read the rules out of.")
    inferences, problems = infer_rules(paths, progress)
    print_lines(*problems)
    if not inferences:
        print_lines("no game could be read, and no rules out of any")
        raise SystemExit(EXIT_UNREADABLE)
    print_lines(*inference_text(inferences).removesuffix("\n").split("\n"), err=False)
    if file is not None:
        print_lines(*[f"written: {name}, for --rules" for name in written_rules(inferences, file)])
    if problems:
        raise SystemExit(EXIT_UNREADABLE)


def _check_files(names: tuple[str, ...]) -> None:
    """Print for each ruleset file whether it is sound. Exits with 1 where one is not."""
    from auditor.core.audit.game import plan_for
    from auditor.core.errors import RulesetError
    from auditor.core.rulesets import load, own_settings
    from auditor.output.ruleset_texts import sound_text

    if not names:
        raise UsageError("Name the file to check.")
    is_wrong = False
    for name in names:
        try:
            ruleset, own = load(name), own_settings(name)
            plan_for(ruleset)
            text = sound_text(name, ruleset, own, None if own.base is None else load(own.base))
        except RulesetError as error:
            text, is_wrong = str(error), True
        print_lines(*text.removesuffix("\n").split("\n"), err=False)
    if is_wrong:
        raise SystemExit(EXIT_FINDINGS)


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what makes a shell complete commands, options, rulesets, checks, queries, and players of --db.

    \b
    auditor completion bash >> ~/.bashrc
    auditor completion zsh >> ~/.zshrc
    auditor completion fish > ~/.config/fish/completions/auditor.fish
    """
    click.echo(script(shell, click.get_current_context().find_root().command))
