"""Paths, folders, archives and standard input to named byte strings. Knows compression, knows nothing of mahjong."""

from auditor.core.files.addresses import is_url
from auditor.core.sources.addresses import STANDARD_INPUT, address_of, file_name, input_name, is_page, split_address
from auditor.core.sources.find import ALL_NAMES, InputAddress, NameFilter, find_inputs, split_for_processes
from auditor.core.sources.items import InputItem, Limits, OpenedPath, SentBytes, SourceProblem
from auditor.core.sources.read import Input, ReadProgress, open_sources, read_inputs

__all__ = [
    "ALL_NAMES", "STANDARD_INPUT", "Input", "InputAddress", "InputItem", "Limits", "NameFilter", "OpenedPath",
    "ReadProgress", "SentBytes", "SourceProblem", "address_of", "file_name", "find_inputs", "input_name",
    "is_page", "is_url", "open_sources", "read_inputs", "split_address", "split_for_processes",
]  # fmt: skip
