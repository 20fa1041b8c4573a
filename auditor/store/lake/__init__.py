"""A lake: the tables as Parquet files in a folder or an object store, written by many at once without a lock.

What is where, and why nothing counts twice or by half, is explained in ``docs/lake.md``.
"""
