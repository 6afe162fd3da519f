"""The table of file stores: what an address may be, and that each kind can be opened as documented."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from quire.errors import StorageUnavailable
from quire.store.file_store import STORES, LocalFiles, check_address, forms, open_files


@pytest.mark.parametrize(
    "address", ["file:///srv/files", "s3://bucket", "s3://bucket/prefix", "gs://my_bucket/a/b", "az://container/x"]
)
def test_addresses_as_documented_are_taken(address):
    assert check_address(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "bucket",
        "/srv/files",
        "memory://",
        "http://host/bucket",
        "s3a://bucket",
        "s3://",
        "s3:///prefix",
        "s3://user:word@bucket/x",
        "s3://bucket/x?region=eu",
        "file://host/path",
        "file:path",
        "az://",
    ],
)
def test_any_other_address_is_refused_with_the_list_of_those_that_are_taken(address):
    with pytest.raises(ValueError, match="s3://bucket/prefix") as raised:
        check_address(address)
    assert str(raised.value) == forms()


def test_every_kind_of_the_table_takes_its_own_form():
    for scheme, kind in STORES.items():
        assert kind.form.startswith(f"{scheme}://")
        assert check_address(kind.form) == kind.form


def test_a_directory_by_address_and_by_path(tmp_path):
    for address in (str(tmp_path / "a b"), (tmp_path / "a b").as_uri()):
        files = open_files(address)
        assert isinstance(files, LocalFiles)
        assert files.root == tmp_path / "a b"


def test_a_folder_that_cannot_be_made_is_a_value_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="directory"):
        open_files(str(tmp_path / "file" / "below"))


def test_an_azure_store_without_account_is_a_value_error(monkeypatch):
    monkeypatch.delenv("AZURE_STORAGE_ACCOUNT_NAME", raising=False)
    with pytest.raises(ValueError, match=r"(?i)account"):
        open_files("az://container/x")


class Bucket(BaseHTTPRequestHandler):
    """Takes every file, and notes what it was asked and by whom; away, it answers 503 to everything."""

    address = ""

    asked: list[tuple[str, str, str]]
    away = False

    def answer(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        type(self).asked.append((self.command, self.path, self.headers.get("authorization", "")))
        self.send_response(503 if self.away else 200)
        self.send_header("etag", '"1"')
        self.send_header("content-length", "0")
        self.end_headers()
        return body

    do_PUT = do_GET = do_HEAD = answer  # noqa: N815 - names of the standard library

    def log_message(self, *_):
        """Nothing."""


@pytest.fixture
def bucket():
    class OurBucket(Bucket):
        """One for each test."""

    OurBucket.asked = []
    server = HTTPServer(("127.0.0.1", 0), OurBucket)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    OurBucket.address = f"http://127.0.0.1:{server.server_port}"
    yield OurBucket
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_variables_of_an_s3_store_are_read_from_the_environment(bucket, monkeypatch, tmp_path):
    values = {
        "AWS_ACCESS_KEY_ID": "the-key",
        "AWS_SECRET_ACCESS_KEY": "word",
        "AWS_REGION": "eu-test-1",
        "AWS_ENDPOINT": bucket.address,
        "AWS_ALLOW_HTTP": "true",
    }
    assert set(values) <= set(STORES["s3"].variables)
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    upload = Path(tmp_path / "upload")
    upload.write_bytes(b"hello")
    files = open_files("s3://bucket/prefix")
    files.put_file(upload, "tasks/1/source")
    [(method, path, authorization)] = bucket.asked
    assert (method, path) == ("PUT", "/bucket/prefix/tasks/1/source")
    assert "the-key/" in authorization
    assert "/eu-test-1/" in authorization
    bucket.away = True
    with pytest.raises(StorageUnavailable):
        files.stat("tasks/1/source")
    assert len(bucket.asked) <= 4
