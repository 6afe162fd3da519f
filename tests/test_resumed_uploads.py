"""Large files through a running service: connections are cut and the service is killed, and every byte arrives."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import anyio
import httpx
import pikepdf
import pytest

from quire_client import AsyncClient, Client
from quire_client.requests import Retries
from quire_client.uploads import PART
from tests.cutting_proxy import CuttingProxy
from tests.running_service import first_key, started_service

ROOT = Path(__file__).resolve().parent.parent
NODE = shutil.which("node")
KEEP = {"QUIRE_UPLOAD_RETENTION_DAYS": "1"}
NO_PAUSE = Retries(first=0.0)

SEND = """
import { openAsBlob } from "node:fs";
import { QuireClient } from "./quire-client.js";
const [address, key, path] = process.argv.slice(2);
const client = new QuireClient(address, key, { first: 0 });
const task = await client.submit(await openAsBlob(path), "md", { filename: "年报.pdf" });
await client.wait(task);
console.log(task.id);
"""


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A document of three pieces and a bit."""
    path = tmp_path_factory.mktemp("large") / "年报.pdf"
    with pikepdf.open(ROOT / "samples" / "briefing-slides.pdf") as pdf:
        pdf.Root.Ballast = pdf.make_stream(os.urandom(3 * PART))
        pdf.save(path)
    assert path.stat().st_size > 3 * PART
    return path


@pytest.mark.parametrize("kind", ["blocking", "asynchronous", "typescript"])
def test_a_large_document_arrives_whole(kind: str, document: Path, tmp_path: Path):
    """One cut in the first piece, then the service is killed in a later one and comes back elsewhere."""
    if kind == "typescript" and not NODE:
        pytest.skip("node is not on the path")
    data = tmp_path / "data"
    with contextlib.ExitStack() as opened:
        process, address = opened.enter_context(started_service(data, KEEP))
        key = first_key(address)

        def die_and_come_back() -> None:
            process.kill()
            process.wait()
            proxy.target = opened.enter_context(started_service(data, KEEP))[1]

        proxy = CuttingProxy(address, [(PART // 2, lambda: None), (PART + PART // 3, die_and_come_back)])
        with proxy.running() as cut_off:
            task_id = sent(kind, cut_off, key, document, tmp_path)
        assert proxy.cuts == []
        assert (data / "files" / "tasks" / task_id / "source").read_bytes() == document.read_bytes()
        rows = httpx.get(f"{proxy.target}/api/tasks", headers={"X-API-Key": key}, trust_env=False).json()["tasks"]
        assert [(row["filename"], row["status"]) for row in rows] == [("年报.pdf", "done")]


def sent(kind: str, address: str, key: str, document: Path, folder: Path) -> str:
    """The id of the task of a document that a client sent and waited for."""
    if kind == "blocking":
        with Client(address, key, retries=NO_PAUSE, http=httpx.Client(trust_env=False, timeout=90)) as client:
            return client.parse(document).task_id
    if kind == "asynchronous":

        async def parse() -> str:
            http = httpx.AsyncClient(trust_env=False, timeout=90)
            async with AsyncClient(address, key, retries=NO_PAUSE, http=http) as client:
                return (await client.parse(document)).task_id

        return anyio.run(parse)
    shutil.copy(ROOT / "clients" / "typescript" / "quire-client.js", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "send.js").write_text(SEND, encoding="utf-8")
    command = [str(NODE), "send.js", address, key, str(document)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    assert re.fullmatch(r"[0-9a-f-]{36}\n", done.stdout), done.stdout + done.stderr
    return done.stdout.strip()


def test_large_batches_and_books_go_in_parts(document: Path, tmp_path: Path):
    book = tmp_path / "book.md"
    with book.open("w", encoding="utf-8") as file:
        file.write("# A book\n\n")
        file.writelines(f"Paragraph {number} is about knots and ropes.\n\n" for number in range(220_000))
    assert book.stat().st_size > PART
    data = tmp_path / "data"
    with started_service(data, KEEP) as (_, address):
        key = first_key(address)
        proxy = CuttingProxy(address, [(PART // 2, lambda: None)] * 2)
        with (
            proxy.running() as cut_off,
            Client(cut_off, key, retries=NO_PAUSE, http=httpx.Client(trust_env=False, timeout=90)) as client,
        ):
            sources = [document, ROOT / "samples" / "briefing-slides.pdf"]
            batch = client.wait_batch(client.submit_batch(sources))
            assert [(one.name, one.status) for one in batch.items] == [
                ("年报.pdf", "done"),
                ("briefing-slides.pdf", "done"),
            ]
            for one, source in zip(batch.items, sources, strict=True):
                assert one.task is not None
                kept = data / "files" / "tasks" / one.task.id / "source"
                assert kept.read_bytes() == source.read_bytes()
            job = client.build_wiki(book, lang="en", slug="knots")
            assert client.job(job.id).wiki == "knots"
        assert proxy.cuts == []
