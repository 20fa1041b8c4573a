"""``auditor report``: one self-contained HTML page of what was found.

What the page shows is collected while the audit runs or from a database (`collect`, `data`); some findings are
sampled (`data`), their logs opened again and their boards drawn (`cards`), and all of it is written into a template
(`page`, with its style and script in the same folder).
"""
