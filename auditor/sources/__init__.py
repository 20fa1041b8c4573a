"""Paths, folders, archives and standard input to named byte strings. Knows compression, knows nothing of mahjong."""

from auditor.files.object_stores import is_url
from auditor.sources.addresses import (
    STANDARD_INPUT,
    address_of,
    file_name,
    holds_log,
    input_name,
    is_page,
    split_address,
)
from auditor.sources.find import ALL_NAMES, InputAddress, NameFilter, find_inputs, split_archive, split_for_processes
from auditor.sources.items import InputItem, Limits, SourceProblem
from auditor.sources.read import Input, ReadProgress, open_sources, read_inputs

__all__ = [
    "ALL_NAMES",
    "STANDARD_INPUT",
    "Input",
    "InputAddress",
    "InputItem",
    "Limits",
    "NameFilter",
    "ReadProgress",
    "SourceProblem",
    "address_of",
    "file_name",
    "find_inputs",
    "holds_log",
    "input_name",
    "is_page",
    "is_url",
    "open_sources",
    "read_inputs",
    "split_address",
    "split_archive",
    "split_for_processes",
]  # fmt: skip
