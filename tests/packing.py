"""Packed data that is the same at every run."""

import gzip


def packed(data: bytes) -> bytes:
    """The data as gzip, without the time of packing: names of parametrized tests must not change with it."""
    return gzip.compress(data, mtime=0)
