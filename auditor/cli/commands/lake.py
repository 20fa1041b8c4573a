"""``auditor lake``: what a lake needs beside being written and asked."""

import click

from auditor.cli.exits import UsageFault


@click.group()
def lake() -> None:
    """Tidy a lake, as audit --lake writes it.

    \b
    auditor lake compact s3://lake/games
    """


@lake.command()
@click.argument("url")
def compact(url: str) -> None:
    """Join small parts, which makes questions faster, and remove what does not count.

    Nobody who writes into the lake meanwhile is disturbed; a query that runs may have to be asked again.

    \b
    auditor lake compact s3://lake/games
    """
    from auditor.store.database import StoreError
    from auditor.store.lake.compact import compact as join
    from auditor.text import plural

    try:
        done = join(url)
    except StoreError as error:
        raise UsageFault(str(error)) from None
    told = f"; {plural(done.dropped, 'game')} held twice, once now" if done.dropped else ""
    told += f"; {plural(done.removed, 'file')} of no part removed" if done.removed else ""
    click.echo(f"{url}: {plural(done.after, 'part')}, {done.before:,} before{told}", err=True)
