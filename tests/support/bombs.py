"""Decompression bombs and the like: small inputs that exhaust memory or time unless reading is bounded."""

import bz2
import gzip
import io
import json
import lzma
import struct
import tarfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache

from support.bad_inputs import GOOD, MJAI, TENHOU6
from support.packing import database, packed, tarred, zipped, zstd

ZEROS = bytes(1 << 20)
_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")


def repeated(compress: Callable[[], object], block: bytes, times: int) -> bytes:
    """Compress a block repeated many times, without holding it all in memory."""
    compressor = compress()
    parts = [compressor.compress(block) for _ in range(times)]  # type: ignore[attr-defined]
    return b"".join([*parts, compressor.flush()])  # type: ignore[attr-defined]


def gzipped(block: bytes, times: int) -> bytes:
    return repeated(lambda: zlib.compressobj(9, zlib.DEFLATED, 31), block, times)


def raw_zip(*members: tuple[bytes, int, bytes, int, int]) -> bytes:
    """A zip archive of members with these headers, true or not: name, method, packed data, CRC-32 and size."""
    data, directory = bytearray(), bytearray()
    for name, method, content, crc, size in members:
        offset = len(data)
        data += _LOCAL.pack(b"PK\x03\x04", 20, 0, method, 0, 0, crc, len(content), size, len(name), 0) + name + content
        directory += _CENTRAL.pack(
            b"PK\x01\x02", 20, 20, 0, method, 0, 0, crc, len(content), size, len(name), 0, 0, 0, 0, 0, offset
        )
        directory += name
    count = min(len(members), 0xFFFF)
    return bytes(data + directory + _END.pack(b"PK\x05\x06", 0, 0, count, count, len(directory), len(data), 0))


def lying_zip(method: int, content: bytes) -> bytes:
    """A zip archive whose only member claims to be small."""
    return raw_zip((b"a.mjlog", method, content, 0, 1000))


def zip_lzma(times: int, dictionary: int = 1 << 16) -> bytes:
    filters = [{"id": lzma.FILTER_LZMA1, "dict_size": 1 << 16, "lc": 3, "lp": 0, "pb": 2}]
    content = repeated(lambda: lzma.LZMACompressor(lzma.FORMAT_RAW, filters=filters), ZEROS, times)
    return struct.pack("<2BHBL", 9, 4, 5, 93, dictionary) + content


def stored(content: bytes, name: str) -> bytes:
    """A zip archive of one uncompressed member."""
    return raw_zip((name.encode(), 0, content, zlib.crc32(content), len(content)))


def zip_of_many(count: int) -> bytes:
    """A zip archive of `count` empty members, which consists mostly of its directory."""
    local = _LOCAL.pack(b"PK\x03\x04", 20, 0, 0, 0, 0, 0, 0, 0, 1, 0) + b"a"
    central = _CENTRAL.pack(b"PK\x01\x02", 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [compressor.compress(local)]
    parts += [compressor.compress(central * 1000) for _ in range(count // 1000)]
    size = len(central) * count
    parts.append(compressor.compress(_END.pack(b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, size, len(local), 0)))
    return b"".join([*parts, compressor.flush()])


def nested_zips(width: int, depth: int) -> bytes:
    inner = zipped(("a.mjlog", GOOD))
    for _ in range(depth):
        inner = zipped(*[(f"{number}.zip", inner) for number in range(width)])
    return inner


def overlapping_zip() -> bytes:
    """A zip archive whose members share the same data, as in bombs that need no nesting."""
    content = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = content.compress(ZEROS * 16) + content.flush()
    crc = zlib.crc32(ZEROS * 16)
    archive = bytearray(_LOCAL.pack(b"PK\x03\x04", 20, 0, 8, 0, 0, crc, len(data), 16 << 20, 1, 0) + b"a" + data)
    begin = len(archive)
    for _ in range(5000):
        archive += (
            _CENTRAL.pack(b"PK\x01\x02", 20, 20, 0, 8, 0, 0, crc, len(data), 16 << 20, 1, 0, 0, 0, 0, 0, 0) + b"a"
        )
    return bytes(archive + _END.pack(b"PK\x05\x06", 0, 0, 5000, 5000, len(archive) - begin, begin, 0))


def zip_in_itself() -> bytes:
    """A zip archive with many members that are all the same zip archive."""
    inner = zipped(("a.mjlog", GOOD))
    name = b"again.zip"
    return raw_zip(*[(name, 0, inner, zlib.crc32(inner), len(inner))] * 2000)


def sparse_tar() -> bytes:
    """A tar archive of sparse files, each claiming terabytes."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for number in range(100):
            member = tarfile.TarInfo(f"{number}.mjlog")
            member.pax_headers = {
                "GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "x",
                "GNU.sparse.realsize": str(1 << 45),
            }  # fmt: skip
            content = b"1\n0\n0\n".ljust(512, b"\0")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return stream.getvalue()


def sparse_map_tar(entries: int) -> bytes:
    """A tar archive of a sparse file with more extents than fit in memory."""
    block = b"1\n1\n" * (1 << 18)
    times = entries * 4 // len(block)
    header = tarfile.TarInfo("a.mjlog")
    header.size = len(block) * times
    header.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": "1"}
    compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
    head = header.tobuf(tarfile.PAX_FORMAT)
    parts = [compressor.compress(head + b"%d\n" % entries)]
    parts += [compressor.compress(block) for _ in range(times)]
    return b"".join([*parts, compressor.flush()])


def extended_tar(kind: bytes, size: int) -> bytes:
    """A tar archive with an extension header of hundreds of megabytes."""
    header = tarfile.TarInfo("././@PaxHeader")
    header.type, header.size = kind, size
    compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [compressor.compress(header.tobuf(tarfile.USTAR_FORMAT))]
    parts += [compressor.compress(ZEROS) for _ in range(size >> 20)]
    return b"".join([*parts, compressor.flush()])


def chained_tar(kind: bytes, count: int) -> bytes:
    """A tar archive of many extension headers in a row."""
    content = b"12 path=abc\n"
    header = tarfile.TarInfo("x")
    header.type, header.size = kind, len(content)
    return gzipped(header.tobuf(tarfile.USTAR_FORMAT) + content.ljust(512, b"\0"), count)


def tar_of_many(count: int) -> bytes:
    return gzipped(tarfile.TarInfo("a").tobuf(tarfile.USTAR_FORMAT) * 1000, count // 1000)


def huge_window() -> bytes:
    """A zstd frame that requests a window of 2 GB."""
    return b"\x28\xb5\x2f\xfd\x00" + bytes([21 << 3]) + struct.pack("<L", (1 << 1) | (1 << 3) | 1)[:3] + b"\0"


def huge_dictionary() -> bytes:
    """An xz stream that requests a dictionary of 1.5 GB."""
    return lzma.compress(GOOD * 3, filters=[{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1536 << 20}])


INIT = GOOD[GOOD.index(b"<INIT") : GOOD.rindex(b"</")]
HAND = json.loads(TENHOU6)["log"][0]
HEAD, TAIL = GOOD[: GOOD.index(b"<INIT")], b"</mjloggm>"
START = MJAI[0].encode() + b"\n"
KYOKU = "\n".join(MJAI[1:-1]).encode() + b"\n"
TURNS = (MJAI[2] + "\n" + MJAI[3] + "\n").encode()


def many_keys() -> bytes:
    return b"{" + b",".join([b'"%d":1' % one for one in range(1_000_000)]) + b"}}"


@cache
def bombs() -> dict[str, Callable[[], bytes]]:
    """Functions that make the bombs, by name."""
    return dict([*_packed(), *_archives(), *_texts(), *_binary()])


def _packed() -> Iterator[tuple[str, Callable[[], bytes]]]:
    yield "gzip of zeros", lambda: gzipped(ZEROS, 1024)
    yield "gzip in gzip in gzip", lambda: packed(packed(gzipped(ZEROS, 4096)))
    yield "bzip2 of zeros", lambda: repeated(bz2.BZ2Compressor, ZEROS, 512)
    yield "xz of zeros", lambda: repeated(lambda: lzma.LZMACompressor(preset=0), ZEROS, 1024)
    yield "zstd of zeros", lambda: repeated(zstd.ZstdCompressor, ZEROS, 2048)
    yield "zstd with a huge window", huge_window
    yield "xz with a huge dictionary", huge_dictionary
    yield "gzip of a million parts", lambda: packed(gzip.compress(b"", mtime=0) * 1_000_000)
    yield "gzip of many parts", lambda: gzip.compress(b"", mtime=0) * 100_000
    yield "zstd of a million parts", lambda: packed(zstd.compress(b"") * 1_000_000)


def _archives() -> Iterator[tuple[str, Callable[[], bytes]]]:
    yield "zip with bzip2 that lies", lambda: lying_zip(12, repeated(bz2.BZ2Compressor, ZEROS, 1024))
    yield "zip with LZMA that lies", lambda: lying_zip(14, zip_lzma(1024))
    yield "zip with LZMA of a huge dictionary", lambda: lying_zip(14, zip_lzma(1, 0xFFFFFFF0))
    yield "zip with deflate that lies", lambda: lying_zip(8, repeated(lambda: zlib.compressobj(9, 8, -15), ZEROS, 1024))
    yield "zip with zstd that lies", lambda: lying_zip(93, repeated(zstd.ZstdCompressor, ZEROS, 2048))
    yield "zip of 5 million entries in a gzip", lambda: zip_of_many(5_000_000)
    yield "16^5 nested zips", lambda: nested_zips(16, 4)
    yield "zip with overlapping members", overlapping_zip
    yield "zip of itself", zip_in_itself
    yield "zip of large zips", lambda: zipped(("a.zip", stored(stored(ZEROS * 60, "b"), "c.zip")))
    yield "tar of sparse files", sparse_tar
    yield "tar of a sparse file of many places", lambda: sparse_map_tar(30_000_000)
    yield "tar with a huge pax header", lambda: extended_tar(tarfile.XHDTYPE, 900 << 20)
    yield "tar with a huge long name", lambda: extended_tar(tarfile.GNUTYPE_LONGNAME, 900 << 20)
    yield "tar with chained pax headers", lambda: chained_tar(tarfile.XHDTYPE, 20_000)
    yield "tar with global pax headers", lambda: chained_tar(tarfile.XGLTYPE, 100_000)
    yield "tar of a million files", lambda: tar_of_many(400_000)
    yield (
        "tar of logs",
        lambda: repeated(
            zstd.ZstdCompressor, tarred(("a.mjlog", GOOD))[: 512 + (len(GOOD) + 511) // 512 * 512], 30_000
        ),
    )
    yield "tar of large zeros", lambda: packed(tarred(*[(f"{number}", ZEROS * 30) for number in range(8)]))
    yield (
        "database of large rows",
        lambda: packed(database("logs", "log_id, log_content", *[(str(one), ZEROS * 20) for one in range(6)])),
    )


def _texts() -> Iterator[tuple[str, Callable[[], bytes]]]:
    many = b"".join([b' a%d="1"' % number for number in range(40_000)])
    yield "mjlog of 40,000 attributes", lambda: HEAD + b"<INIT" + many + b"/>" + INIT + TAIL
    yield "mjlog of 40,000 equal attributes", lambda: HEAD + b"<INIT" + b' a="1"' * 40_000 + b"/>" + INIT + TAIL
    yield "mjlog of 40,000 attributes, unusual", lambda: HEAD + b"<!-- a --><INIT" + many + b"/>" + INIT + TAIL
    yield "mjlog of 30,000 hands", lambda: packed(HEAD + INIT * 30_000 + TAIL)
    yield "mjlog of 30,000 hands, unusual", lambda: packed(HEAD + b"<!-- a -->" + INIT * 30_000 + TAIL)
    yield "mjlog of millions of elements", lambda: packed(HEAD + INIT + b"<T1/>" * 10_000_000 + TAIL)
    yield "mjlog of millions of unknown elements", lambda: packed(HEAD + INIT + b"<a/>" * 3_000_000 + TAIL)
    yield "mjlog of spaces", lambda: packed(HEAD + b" " * (60 << 20) + INIT + TAIL)
    yield (
        "mjlog of a giant attribute",
        lambda: packed(HEAD.replace(b"ver=", b'x="%s" ver=' % (b"y" * (50 << 20))) + INIT),
    )
    yield "mjlog nested deep", lambda: packed(HEAD + b"<a>" * 5_000_000)
    yield "mjlog of comments", lambda: packed(HEAD + b"<!---->" * 2_000_000 + INIT + TAIL)
    for name, begin in BEGINNINGS.items():
        yield from _json(name, begin)
    hands = json.dumps({**json.loads(TENHOU6), "log": [HAND] * 1000}).encode() + b"\n"
    yield "tenhou6 of many games", lambda: zstd.compress(hands * 60)
    yield "mjai of millions of events", lambda: packed(START + KYOKU.replace(TURNS, TURNS * 400_000, 1))
    yield "mjai of thousands of hands", lambda: packed(START + KYOKU * 6_000)
    yield "mjai of thousands of games", lambda: packed((START + KYOKU) * 6_000)
    yield "mjai of nothing", lambda: packed(START + b'{"type":"none"}\n' * 3_000_000)
    yield "mjai of bad lines", lambda: packed(START + b"x\n" * 30_000_000)
    yield "mjai of one array", lambda: packed(b"[" + START.strip() + b',{"type":"none"}' * 3_000_000 + b"]")
    yield "page of millions of tags", lambda: packed(b"<!DOCTYPE html><html>" + b"<b>" * 20_000_000)
    page = b"<!DOCTYPE html><html><script>"
    yield "page of millions of tags with a mark", lambda: packed(page + b"<b>" * 5_000_000 + b"UMP_PLAYER.init(")
    yield "page of records without an end", lambda: packed(page + b"UMP_PLAYER.init(" * 900_000)
    yield "page of records of escapes", lambda: packed(page + rb"UMP_PLAYER.init('\'" * 800_000)
    yield "UTF-16 of zeros", lambda: packed(b"\xff\xfe" + b" \0" * (30 << 20))


BEGINNINGS = {
    "tenhou6": b'{"title":["",""],"name":["A","B","C","D"],"log":',
    "majiang": b'{"title":"","player":["A","B","C","D"],"qijia":0,"log":',
    "majsoul": b'{"head":{},"data":{"name":"RecordNewRound"},"records":',
    "mjai": b'{"type":"start_game","names":',
    "mleague": b'[{"time":"","id":"0","cmd":"area","args":',
}


def _json(name: str, begin: bytes) -> Iterator[tuple[str, Callable[[], bytes]]]:
    yield f"{name} nested deep", lambda: packed(begin + b"[" * 30_000_000)
    yield f"{name} of a list of lists", lambda: packed(begin + b"[" + b"[]," * 20_000_000 + b"[]]}")
    yield f"{name} of objects", lambda: packed(begin + b"[" + b"{}," * 5_000_000 + b"{}]}")
    yield f"{name} of a list of numbers", lambda: packed(begin + b"[" + b"1.5," * 15_000_000 + b"1]}")
    yield f"{name} of a giant number", lambda: packed(begin + b"9" * 15_000_000 + b"}")
    yield (
        f"{name} of a giant text",
        lambda: packed(begin + b'"' + "\N{HIRAGANA LETTER A}".encode() * 5_000_000 + b'"}'),
    )
    yield f"{name} of newlines", lambda: packed(begin + b"[]}" + b"\n" * (60 << 20) + b"{}")
    yield f"{name} of closed and newlines", lambda: packed(begin + b"[]}" + b"\n" * 200_000 + b"x")
    yield (
        f"{name} of many keys",
        lambda: packed(begin + many_keys()),
    )
    yield f"{name} of lines", lambda: packed(begin + b"[]}\n" + b"{\n" * 1_000_000)


def _binary() -> Iterator[tuple[str, Callable[[], bytes]]]:
    def field(number: int, content: bytes) -> bytes:
        size, length = len(content), b""
        while size > 127:
            length, size = length + bytes([size & 127 | 128]), size >> 7
        return bytes([number << 3 | 2]) + length + bytes([size]) + content

    def nested() -> bytes:
        inner = b""
        for _ in range(20_000):
            inner = field(3, inner)
        return field(1, b".lq.GameDetailRecords") + field(2, inner)

    wrapped = field(1, b".lq.GameDetailRecords")
    record = field(1, field(1, b".lq.RecordDealTile") + field(2, b""))
    yield "protobuf with nested lengths", nested
    yield "protobuf of empty records", lambda: packed(wrapped + field(2, b"\x0a\x00" * 6_000_000))
    yield "protobuf of records", lambda: packed(wrapped + field(2, record * 150_000))
    yield "protobuf of actions", lambda: packed(wrapped + field(2, b"\x1a\x00" * 1_900_000))
    yield "protobuf of a huge length", lambda: wrapped + b"\x12\xff\xff\xff\xff\xff\xff\xff\xff\x7f"
