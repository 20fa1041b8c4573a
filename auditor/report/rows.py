"""Query results as a table for people, CSV, or JSON."""

import csv
import io
import json
from typing import Final

from wcwidth import ljust, rjust, width

from auditor.store.queries import Answer

NUMBER_TYPES: Final = (int, float)


def table_text(answer: Answer) -> str:
    """Columns under their names as they stand on a terminal, numbers to the right."""
    if not answer.columns:
        return "done\n"
    texts = [[plain(value) for value in row] for row in answer.rows]
    widths = [max([width(name), *[width(row[place]) for row in texts]]) for place, name in enumerate(answer.columns)]
    is_number = [
        any(isinstance(row[place], NUMBER_TYPES) for row in answer.rows)
        and all(row[place] is None or (isinstance(row[place], NUMBER_TYPES) and not isinstance(row[place], bool))
                for row in answer.rows)
        for place in range(len(answer.columns))
    ]  # fmt: skip
    justified = [rjust if of_numbers else ljust for of_numbers in is_number]
    lines = [
        "  ".join(justified[place](text, widths[place]) for place, text in enumerate(line)).rstrip()
        for line in [answer.columns, ["-" * size for size in widths], *texts]
    ]
    count = len(answer.rows)
    return "\n".join(lines) + f"\n({count:,} {'row' if count == 1 else 'rows'})\n"


def csv_text(answer: Answer) -> str:
    """CSV with a header line; NULL is empty, lists are separated by blanks."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(answer.columns)
    writer.writerows([[plain(value) for value in row] for row in answer.rows])
    return text.getvalue()


def json_text(answer: Answer) -> str:
    """A list of objects, one a line."""
    rows = [
        json.dumps(dict(zip(answer.columns, row, strict=True)), ensure_ascii=False, default=str) for row in answer.rows
    ]
    return "[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n"


def plain(value: object) -> str:
    """A value as people write it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return " ".join([plain(part) for part in value])
    return str(value)
