"""How a record of Mahjong Soul's is recognized, in JSON, as bytes, or as bytes in base64."""

import re
from typing import Final

from auditor.formats.encodings import UTF8_MARK

NAME: Final = "majsoul"
BASE64: Final = b"ChUubHEuR2FtZURldGFpbFJlY29yZHM"
"""How the bytes of a record begin in base64."""

_SIGN_IN_JSON: Final = (
    rb'"uuid"\s*:\s*"\d{6}-[0-9a-f]{8}-|"(?:name|@type|__type)"\s*:\s*"(?:\.lq\.)?(?:Record[A-Z]|GameDetailRecords)'
    rb'|"ChUubHEuR2FtZURldGFpbFJlY29yZHM|"[\w+/]{4}bHEuUmVjb3Jk|46,\s*108,\s*113,\s*46,\s*(?:71|82),\s*(?:97|101),'
)
"""What only a record of Mahjong Soul has near its beginning: its id, names of records, or the first of its bytes."""
_WORDS_IN_JSON: Final = (b'"uuid"', b"Record", BASE64, b"bHEuUmVjb3Jk", b"108,")
"""Of which that sign holds one: a search for it takes long where none stands."""
_RECORD_NAME: Final = rb"\.lq\.Record[A-Za-z]+\x12"
HEADED: Final = rb"\x1a[\x80-\xff]{0,4}[\x00-\x7f]\n[\x20-\x7f]\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-"
"""The head of an answer, which begins with the game's id."""


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    return is_json(head) or is_binary(head) or head.startswith(BASE64)


def is_json(head: bytes) -> bool:
    """Whether the first bytes of an input look like a record in JSON."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    if head[:1] not in (b"{", b"[") or not any([word in head for word in _WORDS_IN_JSON]):
        return False
    return re.search(_SIGN_IN_JSON, head) is not None


def is_binary(head: bytes) -> bool:
    """Whether data that begins with these bytes, white space (and so a field's tag) left out, is such a record."""
    if not head or head[:1] in b"{[<":
        return False
    is_wrapped = b".lq.GameDetailRecords\x12" in head[:300] or re.search(_RECORD_NAME, head) is not None
    return is_wrapped or re.search(HEADED, head[:64]) is not None
