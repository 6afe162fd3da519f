"""Documents of a bucket through a running service, from the submission to the results.

Skipped where moto is not installed: ``pip install 'moto[server]'`` (in an environment of its own), with the command
``moto_server`` on the path.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import httpx
import obstore
import pytest
from obstore.store import S3Store

from quire_client import ApiError, Client, TaskFailed
from tests.running_service import first_key, running_service
from tests.tasks.test_preview_processes import free_port

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
MOTO = shutil.which("moto_server")
HOSTILE = "in/a b#c?%2e%2e%2fé<script>;$(rm).pdf"
UNPRINTABLE = "in/fdp.\u202e.pdf"

pytestmark = pytest.mark.skipif(not MOTO, reason="moto_server is not on the path")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """An S3 server with documents in the bucket ``reports``, as the operator's variables name it."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    variables = {"AWS_ENDPOINT": address, "AWS_ALLOW_HTTP": "true", "AWS_REGION": "us-east-1"}
    variables |= {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "NO_PROXY": "*"}
    environment = {**os.environ, "NO_PROXY": "*"}
    server = subprocess.Popen(
        [str(MOTO), "-p", str(port)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in variables.items():
                patch.setenv(name, value)
            _await(f"{address}/moto-api/data.json")
            urllib.request.urlopen(urllib.request.Request(f"{address}/reports", method="PUT"), timeout=30).close()
            slides = (SAMPLES / "briefing-slides.pdf").read_bytes()
            for name, content in {
                "in/briefing.pdf": slides,
                HOSTILE: slides,
                UNPRINTABLE: slides,
                "in/deep/gif.pdf": b"GIF89a",
                "in/empty.pdf": b"",
                "in/invoices/a.pdf": (SAMPLES / "invoices" / "digital-invoice.pdf").read_bytes(),
                "private/secret.pdf": slides,
            }.items():
                obstore.put(S3Store("reports"), name, content)
        yield variables
    finally:
        server.kill()
        server.wait()


def _await(url: str) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("moto_server was not ready")


@pytest.fixture(scope="module")
def client(store: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    data = tmp_path_factory.mktemp("service") / "data"
    with running_service(data, store | {"QUIRE_SOURCE_BUCKETS": "s3://reports/in,s3://missing"}) as address:
        http = httpx.Client(trust_env=False, timeout=90)
        with Client(address, first_key(address), http=http) as made:
            yield made


def test_a_prefix_becomes_results(client: Client, tmp_path: Path):
    batch = client.wait_batch(client.submit_batch("s3://reports/in"))
    states = {one.name.removeprefix("s3://reports/"): (one.status, one.error) for one in batch.items}
    assert states["in/briefing.pdf"] == states[HOSTILE] == states["in/invoices/a.pdf"] == ("done", "")
    assert states["in/empty.pdf"] == ("refused", "The file is empty.")
    assert states["in/deep/gif.pdf"][0] == "failed"
    assert states["in/deep/gif.pdf"][1].startswith("Unsupported file type")
    assert states[UNPRINTABLE] == ("refused", "source_url: This address is not allowed.")
    assert len(states) == 6
    done = {one.name: one.task for one in batch.items if one.task and one.status == "done"}
    hostile = client.wait(done[f"s3://reports/{HOSTILE}"])
    assert hostile.text == client.parse(SAMPLES / "briefing-slides.pdf").text
    assert not set(hostile.filename) & set("/\\")
    client.archive(batch, tmp_path / "all.zip")
    assert (tmp_path / "all.zip").read_bytes().startswith(b"PK")


def test_one_object_for_each_service_and_a_missing_one(client: Client):
    assert client.parse("s3://reports/in/briefing.pdf").text.startswith("#")
    assert client.invoices("s3://reports/in/invoices/a.pdf").values()[0]["invoice_number"]
    with pytest.raises(TaskFailed, match="there is no such file"):
        client.parse("s3://reports/in/gone.pdf")
    with pytest.raises(ApiError, match="cannot list s3://missing: there is no such file or bucket"):
        client.submit_batch("s3://missing")


@pytest.mark.parametrize("source", ["s3://reports/private/secret.pdf", "s3://reports/in/../private/secret.pdf"])
def test_nothing_outside_the_prefix_is_read(client: Client, source: str):
    with pytest.raises(ApiError, match="This address is not allowed"):
        client.parse(source)
    with pytest.raises(ApiError, match="This address is not allowed"):
        client.submit_batch(source)
