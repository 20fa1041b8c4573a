"""An object store for tests: moto's S3 over HTTP on this machine, with faults like a real one's."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from auditor.core.files.object_stores import filesystem

KEY_ID, SECRET = "KEYIDOFTHETESTS", "SECRETOFTHETESTS"
BUCKET = "bucket"

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Faults:
    """In front of the store: the next `failing` requests of `method` fail, each takes `seconds` more. requests: all."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.failing = 0
        self.status = "503 Slow Down"
        self.method = "PUT"
        self.seconds = 0.0
        self.requests: list[str] = []

    def __call__(self, environment: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        method = environment["REQUEST_METHOD"]
        self.requests.append(f"{method} {environment['PATH_INFO']}?{environment['QUERY_STRING']}")
        if method == self.method:
            time.sleep(self.seconds)
            if self.failing:
                self.failing -= 1
                environment["wsgi.input"].read(int(environment.get("CONTENT_LENGTH") or 0))
                start(self.status, [("Content-Type", "application/xml")])
                code = self.status.partition(" ")[2].replace(" ", "")
                return [f"<Error><Code>{code}</Code><Message>as the test wants it</Message></Error>".encode()]
        return self.application(environment, start)


class Store:
    """A running store. client: boto3's."""

    def __init__(self, faults: Faults, client: Any) -> None:
        self.faults = faults
        self.client = client

    def put(self, folder: Path, prefix: str) -> int:
        """Put the files of a folder below a prefix; returns their number."""
        files = sorted([file for file in folder.rglob("*") if file.is_file()])
        for file in files:
            name = f"{prefix}/{file.relative_to(folder)}"
            self.client.put_object(Bucket=BUCKET, Key=name, Body=file.read_bytes())
        return len(files)

    def contents(self, prefix: str) -> dict[str, bytes]:
        """The objects below a prefix, by key."""
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=prefix)
        keys = [one["Key"] for page in pages for one in page.get("Contents", ())]
        return {key: self.client.get_object(Bucket=BUCKET, Key=key)["Body"].read() for key in keys}


@contextmanager
def served() -> Iterator[Store]:
    """Run a store with an empty bucket, with the environment variables that point to it."""
    import boto3
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import make_server

    faults = Faults(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, faults, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    with pytest.MonkeyPatch.context() as changes:
        changes.setenv("AWS_ACCESS_KEY_ID", KEY_ID)
        changes.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
        changes.setenv("AWS_DEFAULT_REGION", "us-east-1")
        changes.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}")
        filesystem.cache_clear()
        client = boto3.client("s3")
        client.create_bucket(Bucket=BUCKET)
        try:
            yield Store(faults, client)
        finally:
            filesystem.cache_clear()
            server.shutdown()
            thread.join()
