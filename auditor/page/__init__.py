"""``auditor report``: one self-contained HTML page of results and findings.

Its data are collected during an audit or from a database (`collect`, `data`); some of the findings are sampled
(`data`), their logs are opened again and their boards drawn (`cards`), and all of it is rendered by a template
(`page`, with style and script in the same folder).
"""
