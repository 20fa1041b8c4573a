"""Folders and files on this machine and in object stores, by their addresses: ``lake/``, ``s3://bucket/lake``.

`pyarrow.fs` interprets the addresses of stores and speaks their protocols. Credentials come only from the environment
(as the stores' own tools take them), never from an address, and appear in no message or file.
"""

import fnmatch
import io
import os
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast
from urllib.parse import urlsplit

from auditor.core.files.addresses import ListedFile, StorageError, is_url, without_credentials
from auditor.core.files.atomic import write_atomic

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_GLOB: Final = re.compile(r"[*?\[]")
_PAGE_KEYS: Final = 1000
_CONNECT_SECONDS: Final = 10
_ANSWER_SECONDS: Final = 60
_ATTEMPTS: Final = 6
_READ_AHEAD: Final = 4 << 20
"""How many bytes are fetched at once from a file with random access: members of an archive lie next to each other."""
_WHOLE: Final = 1 << 20
"""Files up to this size are fetched with one request."""


@lru_cache(maxsize=64)
def filesystem(root: str) -> Any:
    """The `pyarrow.fs` file system of a store. root: scheme and bucket, as ``s3://bucket``. Raises StorageError."""
    import pyarrow as pa
    from pyarrow import fs

    parts = urlsplit(root)
    if "@" in parts.netloc:
        raise StorageError(without_credentials(root), "credentials are taken from the environment, from no address")
    try:
        if parts.scheme == "s3":
            return _s3(parts.netloc)
        return fs.FileSystem.from_uri(f"{root}/")[0]
    except (pa.ArrowException, OSError, ValueError, ImportError) as error:
        raise StorageError(root, f"cannot be opened ({storage_error_text(error)})") from None


def _s3(bucket: str) -> Any:
    from pyarrow import fs

    endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL") or ""
    if not (region := os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION")):
        region = "us-east-1" if endpoint else fs.resolve_s3_region(bucket)
    at = urlsplit(endpoint)
    return fs.S3FileSystem(
        region=region,
        endpoint_override=at.netloc or None,
        scheme=at.scheme or "https",
        force_virtual_addressing=False,
        connect_timeout=_CONNECT_SECONDS,
        request_timeout=_ANSWER_SECONDS,
        retry_strategy=fs.AwsStandardS3RetryStrategy(max_attempts=_ATTEMPTS),
        allow_delayed_open=True,  # a small file is one request
    )


def _opened(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it."""
    scheme, _, path = address.partition("://")
    if scheme in ("file", "local"):
        return filesystem(f"{scheme}://"), path
    return filesystem(f"{scheme}://{path.partition('/')[0]}"), path


def storage_error_text(error: BaseException) -> str:
    """A store's error as part of a sentence: on one line, without credentials or request ids."""
    text = " ".join(str(error).split()).rstrip(".")
    text = re.sub(r" ?\(Request ID: [^)]*\)", "", text)
    text = re.sub(r"(?i)(aws_?access_?key_?id|signature|credential|token|secret)[^ ,;]*", r"\1...", text)
    return text[:300] if text else type(error).__name__


# ------------------------------------------------------------------------------------------------------- listing


def listing(address: str) -> Iterator[ListedFile]:
    """Yield every file at an address: itself, all below a folder, or those that match a pattern (``*``, ``?``, ``[]``).

    They are yielded in the store's order while the listing goes on, as far as it can be split into pages. Names that
    start with a dot are left out. Raises StorageError.
    """
    match = _GLOB.search(address)
    root = address[: match.start()].rpartition("/")[0] + "/" if match else address
    for entry in _below(root, is_folder=match is not None):
        name = entry.path[len(root) :]
        if any([part.startswith(".") for part in name.split("/")]):
            continue
        if match is None or fnmatch.fnmatchcase(entry.path, address):
            yield entry


def files_below(folder: str) -> Iterator[ListedFile]:
    """Yield every file below a folder, local or in a store; none where there is no such folder. Raises StorageError."""
    if is_url(folder):
        yield from _below(f"{folder}/", may_be_missing=True)
        return
    for path, _, names in os.walk(folder):
        for name in names:
            file = os.path.join(path, name)
            try:
                status = os.stat(file)
            except OSError:  # removed meanwhile
                continue
            yield ListedFile(file, status.st_size, status.st_mtime_ns)


def _below(root: str, *, is_folder: bool = True, may_be_missing: bool = False) -> Iterator[ListedFile]:
    import pyarrow as pa
    from pyarrow import fs

    system, path = _opened(root)
    scheme = root.partition("://")[0]
    try:
        if not is_folder and not root.endswith("/"):
            found = system.get_file_info(path)
            if found.type == fs.FileType.File:
                yield _entry(scheme, found)
                return
        if (pages := _s3_pages(path) if scheme == "s3" else None) is not None:
            yield from pages
            return
        selected = fs.FileSelector(path.rstrip("/"), allow_not_found=may_be_missing, recursive=True)
        for info in sorted(system.get_file_info(selected), key=lambda one: str(one.path)):
            if info.type == fs.FileType.File:
                yield _entry(scheme, info)
    except (pa.ArrowException, OSError) as error:
        raise StorageError(root, f"cannot be listed ({storage_error_text(error)})") from None


def _entry(scheme: str, info: Any) -> ListedFile:
    return ListedFile(f"{scheme}://{info.path}", int(info.size or 0), int(info.mtime_ns or 0))


def _s3_pages(path: str) -> Iterator[ListedFile] | None:
    """List S3 page by page; None without boto3, so that the caller waits for the whole listing."""
    try:
        import boto3
        from botocore.config import Config
    except ImportError:
        return None
    return _listed(boto3, Config, path)


def _listed(boto3: Any, config: Any, path: str) -> Iterator[ListedFile]:
    from botocore.exceptions import BotoCoreError, ClientError

    bucket, _, prefix = path.partition("/")
    prefix = f"{prefix.rstrip('/')}/" if prefix else ""
    try:
        client = boto3.client("s3", config=config(retries={"max_attempts": _ATTEMPTS, "mode": "standard"}))
        paginator = client.get_paginator("list_objects_v2")
        for page in paginator.paginate(Bucket=bucket, Prefix=prefix, PaginationConfig={"PageSize": _PAGE_KEYS}):
            for one in page.get("Contents", ()):
                if not one["Key"].endswith("/"):
                    changed = int(one["LastModified"].timestamp() * 1_000_000_000)
                    yield ListedFile(f"s3://{bucket}/{one['Key']}", int(one["Size"]), changed)
    except (BotoCoreError, ClientError) as error:
        raise StorageError(f"s3://{path}", f"cannot be listed ({storage_error_text(error)})") from None


# ------------------------------------------------------------------------------------------------------- reading


class _Readable(io.RawIOBase):
    """A pyarrow file with the interface of Python's, so that it can be buffered."""

    def __init__(self, file: Any, address: str) -> None:
        super().__init__()
        self.file = file
        self.address = address

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        view = memoryview(buffer).cast("B")
        data = self._read(lambda: self.file.read(len(view)))
        view[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        self.file.seek(offset, whence)
        return int(self.file.tell())

    def tell(self) -> int:
        return int(self.file.tell())

    def close(self) -> None:
        if not self.closed:
            self.file.close()
        super().close()

    def _read(self, read: Any) -> bytes:
        import pyarrow as pa

        try:
            return cast(bytes, read())
        except pa.ArrowException as error:
            raise OSError(storage_error_text(error)) from None


def open_read(address: str, size: int | None = None) -> BinaryIO:
    """Open a file for reading with random access. size: if known; a small file is fetched whole at once.

    Raises FileNotFoundError, another OSError, or StorageError.
    """
    if not is_url(address):
        return open(address, "rb")
    import pyarrow as pa

    system, path = _opened(address)
    try:
        if size is not None and size <= _WHOLE:
            with system.open_input_stream(path, buffer_size=0, compression=None) as stream:
                return io.BytesIO(stream.read())
        return io.BufferedReader(_Readable(system.open_input_file(path), address), _READ_AHEAD)
    except pa.ArrowException as error:
        raise OSError(storage_error_text(error)) from None


def read_bytes(address: str) -> bytes | None:
    """The content of a small file; None where there is none. Raises StorageError."""
    try:
        with open_read(address, 0) as stream:
            return stream.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StorageError(address, f"cannot be read ({storage_error_text(error)})") from None


def exists(address: str) -> bool:
    """Whether a file exists. Raises StorageError."""
    if not is_url(address):
        return os.path.isfile(address)
    import pyarrow as pa
    from pyarrow import fs

    system, path = _opened(address)
    try:
        return bool(system.get_file_info(path).type == fs.FileType.File)
    except (pa.ArrowException, OSError) as error:
        raise StorageError(address, f"cannot be looked for ({storage_error_text(error)})") from None


def names_in(folder: str) -> list[str]:
    """The names of the files in a folder, sorted; empty where the folder does not exist. Raises StorageError."""
    if not is_url(folder):
        try:
            return sorted([one.name for one in os.scandir(folder) if one.is_file() and not one.name.startswith(".")])
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise StorageError(folder, f"cannot be read ({error.strerror or error})") from None
    import pyarrow as pa
    from pyarrow import fs

    system, path = _opened(folder)
    try:
        found = system.get_file_info(fs.FileSelector(path.rstrip("/"), allow_not_found=True))
    except (pa.ArrowException, OSError) as error:
        raise StorageError(folder, f"cannot be listed ({storage_error_text(error)})") from None
    return sorted([str(one.base_name) for one in found if one.type == fs.FileType.File])


# ------------------------------------------------------------------------------------------------------- writing


def write(address: str, data: Any) -> None:
    """Write a file whole or not at all, replacing any other and creating the folders above it. Raises StorageError.

    A local file is on the disk, under its name, when this returns; in a store it is one object.
    """
    try:
        if is_url(address):
            _put(address, data)
        else:
            folder = os.path.dirname(os.path.abspath(address))
            os.makedirs(folder, exist_ok=True)
            write_atomic(address, data, is_synced=True)
    except OSError as error:
        raise StorageError(address, f"could not be written ({error.strerror or storage_error_text(error)})") from None


def _put(address: str, data: Any) -> None:
    import pyarrow as pa

    system, path = _opened(address)
    try:
        with system.open_output_stream(path, compression=None) as stream:
            stream.write(data)
    except pa.ArrowException as error:
        raise OSError(storage_error_text(error)) from None


def remove(address: str) -> None:
    """Remove a file, if it is there. Raises StorageError."""
    try:
        if not is_url(address):
            os.unlink(address)
            return
        system, path = _opened(address)
        system.delete_file(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StorageError(address, f"could not be removed ({error.strerror or storage_error_text(error)})") from None
