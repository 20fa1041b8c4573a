"""The marks at the beginning of a text that say how it is encoded."""

from typing import Final

UTF8_MARK: Final = b"\xef\xbb\xbf"
"""The byte order mark in UTF-8, which has no order to mark; some programs write it all the same."""

UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
"""The byte order mark in UTF-16."""
