"""A lake: the tables as Parquet files in a folder or an object store, written by many processes without a lock.

``docs/lake.md`` explains the layout, and why nothing counts twice or only in part.
"""
