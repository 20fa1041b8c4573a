"""The rows of queries as CSV or JSON, and their values as text."""

import csv
import io
import json

from auditor.store.queries import Answer


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
