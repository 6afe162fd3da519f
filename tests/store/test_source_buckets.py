"""Documents from buckets: what is allowed, what is listed and fetched, and what the store's refusals become.

The tests against a store over HTTP are skipped where moto is not installed: ``pip install 'moto[server]'`` (in an
environment of its own), with the command ``moto_server`` on the path.
"""

from __future__ import annotations

import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import obstore
import pytest
from obstore.store import MemoryStore, S3Store

from quire.errors import BadRequest, StorageUnavailable, TooLarge
from quire.store.source_buckets import NOT_ON, REFUSED, SourceBuckets, open_bucket, split_address
from tests.tasks.test_preview_processes import free_port

PDF = b"%PDF-1.7\n" + b"x" * 500
NAMES = ("in/b.pdf", "in/a b#c?%20é.pdf", "in/deep/er/c.pdf", "in/empty.pdf", "inside/not.pdf", "other.pdf")
MOTO = shutil.which("moto_server")


@pytest.fixture
def store() -> MemoryStore:
    made = MemoryStore()
    for name in NAMES:
        obstore.put(made, name, b"" if "empty" in name else PDF)
    return made


@pytest.fixture
def buckets(store) -> SourceBuckets:
    return SourceBuckets(frozenset({"s3://reports/in", "s3://people/home/{owner}"}), open=lambda _: store)


@pytest.mark.parametrize(
    ("address", "owner"),
    [("s3://reports/in", "lin"), ("s3://reports/in/", "lin"), ("s3://people/home/lin/x", "lin")],
)
def test_what_is_below_an_allowed_prefix_is_allowed(buckets, address, owner):
    assert buckets.check(address, owner) == split_address(address)


@pytest.mark.parametrize(
    ("address", "owner"),
    [
        ("s3://reports", "lin"),
        ("s3://reports/inside/not.pdf", "lin"),
        ("s3://reports/in/../other.pdf", "lin"),
        ("s3://reports/in//b.pdf", "lin"),
        ("s3://reports/in/./b.pdf", "lin"),
        ("s3://reports/in\\b.pdf", "lin"),
        ("s3://reports/in/b\n.pdf", "lin"),
        ("s3://other/in/b.pdf", "lin"),
        ("s3://key:secret@reports/in/b.pdf", "lin"),
        ("s3://reports:9000/in/b.pdf", "lin"),
        ("s3://reports/in/" + "x" * 3000, "lin"),
        ("s3://people/home/mallory/x", "lin"),
        ("s3://people/home", "."),
        ("s3://people/home/lin/x", "lin/x"),
        ("s3:///in/b.pdf", "lin"),
        ("S3://reports/in/b.pdf", "lin"),
    ],
)
def test_everything_else_is_refused(buckets, address, owner, tmp_path):
    for ask in (buckets.check, lambda *one: buckets.files(*one, most=5)):
        with pytest.raises(BadRequest, match=REFUSED):
            ask(address, owner)
    with pytest.raises(BadRequest, match=REFUSED):
        buckets.fetch(address, owner, tmp_path / "x", limit=1000)
    with pytest.raises(BadRequest, match=NOT_ON):
        SourceBuckets().check(address, owner)


def test_the_files_below_a_prefix(buckets, tmp_path):
    found = buckets.files("s3://reports/in/", "lin", most=4)
    assert [one.address for one in found] == [f"s3://reports/{name}" for name in sorted(NAMES[:4])]
    assert [one.size for one in found] == [509, 509, 509, 0]
    for number, one in enumerate(found):
        target = tmp_path / str(number)
        fetched = buckets.fetch(one.address, "lin", target, limit=509)
        assert (fetched.size, fetched.head) == (one.size, target.read_bytes())
    with pytest.raises(BadRequest, match="more than 3 files"):
        buckets.files("s3://reports/in", "lin", most=3)
    with pytest.raises(BadRequest, match="no files under"):
        buckets.files("s3://reports/in/none", "lin", most=3)


def test_a_large_file_and_one_that_is_gone_leave_nothing(buckets, tmp_path):
    with pytest.raises(TooLarge):
        buckets.fetch("s3://reports/in/b.pdf", "lin", tmp_path / "x", limit=508)
    with pytest.raises(BadRequest, match="there is no such file"):
        buckets.fetch("s3://reports/in/gone.pdf", "lin", tmp_path / "x", limit=508)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_grows_while_it_is_read_is_cut_off(buckets, tmp_path, monkeypatch):
    growing = SimpleNamespace(meta={"size": 3}, stream=lambda: iter([b"abc", b"def"]))
    monkeypatch.setattr(obstore, "get", lambda *_: growing)
    with pytest.raises(TooLarge):
        buckets.fetch("s3://reports/in/b.pdf", "lin", tmp_path / "x", limit=5)


@pytest.fixture
def moto(monkeypatch) -> Iterator[str]:
    """An S3 server with the bucket ``reports``, named by the variables that the operator sets."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    monkeypatch.setenv("NO_PROXY", "*")
    server = subprocess.Popen([MOTO, "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{address}/moto-api/data.json", timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        for name, value in {
            "AWS_ENDPOINT": address,
            "AWS_ALLOW_HTTP": "true",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
        }.items():
            monkeypatch.setenv(name, value)
        urllib.request.urlopen(urllib.request.Request(f"{address}/reports", method="PUT"), timeout=30).close()
        open_bucket.cache_clear()
        for name in NAMES:
            obstore.put(S3Store("reports"), name, b"" if "empty" in name else PDF)
        yield address
    finally:
        server.kill()
        server.wait()
        open_bucket.cache_clear()


def refuse_everybody(address: str) -> None:
    """From here on the server checks keys, and nobody has one."""
    asked = urllib.request.Request(f"{address}/moto-api/reset-auth", data=b"0", headers={"Content-Type": "text/plain"})
    urllib.request.urlopen(asked, timeout=30).close()


@pytest.mark.skipif(not MOTO, reason="moto_server is not on the path")
def test_a_bucket_over_http(moto: str, tmp_path: Path):
    buckets = SourceBuckets(frozenset({"s3://reports", "s3://missing"}))
    found = buckets.files("s3://reports/in", "lin", most=500)
    assert [one.address for one in found] == [f"s3://reports/{name}" for name in sorted(NAMES[:4])]
    assert len(buckets.files("s3://reports", "lin", most=500)) == len(NAMES)
    for number, one in enumerate(found):
        assert buckets.fetch(one.address, "lin", tmp_path / str(number), limit=1000).size == one.size
        assert (tmp_path / str(number)).read_bytes() == (PDF if one.size else b"")
    with pytest.raises(BadRequest, match="cannot list s3://missing: there is no such file or bucket"):
        buckets.files("s3://missing", "lin", most=500)
    with pytest.raises(BadRequest, match=r"cannot read s3://reports/gone.pdf: there is no such file"):
        buckets.fetch("s3://reports/gone.pdf", "lin", tmp_path / "gone", limit=1000)
    refuse_everybody(moto)
    with pytest.raises(BadRequest, match=r"may not list s3://reports: .*s3:ListBucket"):
        buckets.files("s3://reports", "lin", most=500)
    with pytest.raises(BadRequest, match=r"may not read s3://reports/in/b.pdf: .*s3:GetObject"):
        buckets.fetch("s3://reports/in/b.pdf", "lin", tmp_path / "refused", limit=1000)


def test_a_store_that_does_not_answer_is_an_outage(tmp_path):
    store = S3Store(
        "reports",
        endpoint=f"http://127.0.0.1:{free_port()}",
        access_key_id="k",
        secret_access_key="s",
        region="r",
        client_options={"allow_http": True},
        retry_config={"max_retries": 0},
    )
    buckets = SourceBuckets(frozenset({"s3://reports"}), open=lambda _: store)
    with pytest.raises(StorageUnavailable):
        buckets.files("s3://reports", "lin", most=5)
    with pytest.raises(StorageUnavailable):
        buckets.fetch("s3://reports/in/b.pdf", "lin", tmp_path / "x", limit=1000)
