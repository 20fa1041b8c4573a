"""``auditor report``: one self-contained HTML page of what was found.

What the page tells is gathered while the audit runs (`gather`, `story`) or from a database (`stored`); the findings
to show are chosen (`choice`), their logs opened again and their boards drawn (`cards`), and all of it is written into
a template (`page`, with its style and script beside it).
"""
