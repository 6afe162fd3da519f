"""Each endpoint's request and answer, as text, in tests/transcripts; `--accept` rewrites them for review."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from quire.invoice.invoice import Check, Invoice, Origin, Value
from quire.jobs.invoice_json import result_json
from quire.model.geometry import Box
from quire.tasks.builds.job_states import JobStatus
from quire.web.state.site import Site
from quire.wiki.opened_wiki import OpenedWiki
from quire.wiki.search.full_text import PageHit
from tests.company.catalogues import make
from tests.web.fakes import FakeTasks
from tests.web.wikis import fill

pytestmark = pytest.mark.anyio

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
PDF = b"%PDF-1.7\n(a small document)\n"
PNG = b"\x89PNG\r\n\x1a\n(a picture)"
JPEG = b"\xff\xd8\xff\xe0(a picture)"

STATEMENTS = {
    "result.json": (
        '[{"tables":[[["","附注","2025年"],["货币资金","1","1,204.50"]]],"type_index":0,"angle":0}]'.encode()
    ),
    "details.json": '[{"tables":[[["","2025年"]]],"type_index":0,"angle":0,"details":{"unit":"元"}}]'.encode(),
}
INVOICE = Invoice(
    1,
    {
        "invoice_number": Value("12345678", "№12345678", Origin.OCR, 0.98, 1, Box(400.0, 30.0, 470.0, 44.0)),
        "total_amount": Value("106.00", "106.00", Origin.QR, 1.0, 1, Box(30.0, 20.0, 90.0, 80.0)),
        "remarks": Value("差旅", "差旅", Origin.OCR, 0.9, 1, None),
    },
    checks=(Check("sum", "Amount and tax make the total.", holds=True, keys=("total_amount",)),),
)

CHANGING = (
    (re.compile(r"quire_[A-Za-z0-9_-]{43}"), "(secret)"),
    (re.compile(r"quire_[A-Za-z0-9_-]{6}(?![A-Za-z0-9_-])"), "(prefix)"),
    (re.compile(r"signature=[0-9a-f]{63}[0-9a-fx]"), "signature=SIGNATURE"),
    (re.compile(r'"[0-9a-f]+-[0-9a-f]+"'), '"ETAG"'),
    (re.compile(r'"target_dir":"[^"]*/'), '"target_dir":"/(data)/wikis/'),
    (re.compile(r"boundary=[0-9a-f]{32}"), "boundary=BOUNDARY"),
    (re.compile(r"--[0-9a-f]{32}"), "--BOUNDARY"),
    (re.compile(r"Last-Modified: .*", re.IGNORECASE), "Last-Modified: (when it was made)"),
)
"""What differs between two runs."""

KEPT = {"authorization", "x-api-key", "content-type", "range", "idempotency-key", "accept"}
"""Headers of a request that are worth reading."""

Talk = Callable[[str, httpx.Response], None]


@pytest.fixture
def talk(request: pytest.FixtureRequest, site: Site):
    """`talk(name, answer)` writes an exchange down; all exchanges of one name make one file, compared at the end."""
    said: dict[str, list[str]] = {}

    def write(name: str, answer: httpx.Response) -> None:
        said.setdefault(name, []).append(_exchange(answer))

    yield write
    ids = {key.id: "KEY-ID" for key in site.keys.all()}
    for name, exchanges in said.items():
        text = "\n".join(exchanges)
        for found, word in ids.items():
            text = text.replace(found, word)
        path = TRANSCRIPTS / f"{name}.txt"
        if request.config.getoption("--accept"):
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"no transcript {name}: run `make accept` and review it"
        assert text == path.read_text(encoding="utf-8"), f"{name} differs: run `make accept` and review the difference"


def _exchange(answer: httpx.Response) -> str:
    asked = answer.request
    lines = [f"> {asked.method} {asked.url.raw_path.decode()}"]
    lines += [f"> {name}: {value}" for name, value in asked.headers.items() if name in KEPT and value != "*/*"]
    lines += (
        [f"> {line}" for line in ("\n" + asked.content.decode("utf-8", "replace")).splitlines()]
        if asked.content
        else []
    )
    lines.append(f"< {answer.status_code} {answer.reason_phrase}")
    as_long_as_its_folder = "content-length" if b'"target_dir"' in answer.content else ""
    lines += [f"< {name}: {value}" for name, value in answer.headers.items() if name != as_long_as_its_folder]
    is_picture = answer.headers.get("content-type", "").startswith("image/")
    body = f"({len(answer.content)} bytes)" if is_picture else answer.content.decode()
    lines += [f"< {line}".rstrip() for line in ("\n" + body).splitlines()]
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    for pattern, word in CHANGING:
        text = pattern.sub(word, text)
    return text


@pytest.fixture
async def lin(client: httpx.AsyncClient) -> httpx.AsyncClient:
    client.headers["x-request-id"] = "transcript"
    client.event_hooks = {"request": [httpx.Request.aread]}  # keeps the body of a form for the transcript
    return client


async def test_a_conversion_from_submission_to_download(lin, tasks: FakeTasks, talk: Talk):
    made = await lin.post(
        "/api/parse/pdf2markdown",
        files={"file": ("年度报告.pdf", PDF)},
        data={"pages": "1-3", "client_ref": "order 4711"},
        headers={"idempotency-key": "run-1"},
    )
    talk("parse_submit", made)
    task_id = made.json()["task_id"]
    talk("parse_result_pending", await lin.get(f"/api/parse/result/{task_id}"))
    talk("parse_download_refused", await lin.get(f"/api/parse/download/{task_id}"))
    tasks.work(task_id, 2, 3)
    talk("parse_result_processing", await lin.get(f"/api/parse/result/{task_id}"))
    tasks.finish(task_id, "# 年度报告\n".encode(), {"images/p1-1.png": PNG})
    done = await lin.get(f"/api/parse/result/{task_id}?wait=5")
    talk("parse_result_done", done)
    talk("parse_download", await lin.get(f"/api/parse/download/{task_id}"))
    talk("parse_download", await lin.head(f"/api/parse/download/{task_id}"))
    talk("parse_download", await lin.get(f"/api/parse/download/{task_id}", headers={"range": "bytes=2-7"}))
    talk("tasks_list", await lin.get("/api/tasks?status=done&kind=pdf2markdown"))
    del lin.headers["authorization"]
    talk("signed_links", await lin.get(done.json()["download_url"]))
    talk("signed_links", await lin.get(done.json()["images"]["images/p1-1.png"]))
    talk("signed_links", await lin.get(done.json()["download_url"][:-1] + "x"))


async def test_what_fails_and_what_goes(lin, tasks: FakeTasks, talk: Talk):
    made = await lin.post("/api/parse/pdf2word", files={"file": ("a.pdf", PDF)})
    task_id = made.json()["task_id"]
    tasks.fail(task_id, "The file is protected by a password")
    talk("parse_result_failed", await lin.get(f"/api/parse/result/{task_id}"))
    talk("parse_result_failed", await lin.get(f"/api/parse/download/{task_id}"))
    talk("tasks_delete", await lin.delete(f"/api/tasks/{task_id}"))
    talk("tasks_delete", await lin.get(f"/api/parse/result/{task_id}"))


async def test_statements_from_submission_to_workbook(lin, tasks: FakeTasks, talk: Talk):
    made = await lin.post("/api/finance/extract", files={"file": ("年度报告.pdf", PDF)}, data={"pages": "65-87"})
    talk("finance_submit", made)
    task_id = made.json()["task_id"]
    talk("finance_result_pending", await lin.get(f"/api/finance/result/{task_id}"))
    tasks.work(task_id, 2, 23)
    talk("finance_result_processing", await lin.get(f"/api/finance/result/{task_id}"))
    tasks.finish(task_id, b"PK (a workbook)", STATEMENTS, pages=23)
    talk("finance_result_done", await lin.get(f"/api/finance/result/{task_id}?wait=5"))
    talk("finance_result_details", await lin.get(f"/api/finance/result/{task_id}?include=details"))
    talk("finance_download", await lin.get(f"/api/finance/download/{task_id}"))
    talk("finance_types", await lin.get("/api/finance/types"))
    tasks.fail(task_id, "The file is protected by a password")
    talk("finance_result_failed", await lin.get(f"/api/finance/result/{task_id}"))


async def test_invoices_from_submission_to_result(lin, tasks: FakeTasks, talk: Talk):
    made = await lin.post("/api/invoice/recognize", files={"file": ("发票.jpg", JPEG)}, data={"client_ref": "trip 7"})
    talk("invoice_submit", made)
    task_id = made.json()["task_id"]
    talk("invoice_result_pending", await lin.get(f"/api/invoice/result/{task_id}"))
    tasks.work(task_id, 0, 1)
    talk("invoice_result_processing", await lin.get(f"/api/invoice/result/{task_id}"))
    tasks.finish(task_id, result_json([INVOICE]), {"details.json": result_json([INVOICE], details=True)}, pages=1)
    talk("invoice_result_done", await lin.get(f"/api/invoice/result/{task_id}?wait=5"))
    talk("invoice_result_details", await lin.get(f"/api/invoice/result/{task_id}?include=details"))
    tasks.fail(task_id, "The file is damaged or not a valid document.")
    talk("invoice_result_failed", await lin.get(f"/api/invoice/result/{task_id}"))


async def test_refusals(lin, talk: Talk):
    path = "/api/parse/pdf2json"
    talk("errors", await lin.post(path, files={"file": ("a.pdf", JPEG)}))
    talk("errors", await lin.post(path, files={"other": ("a.pdf", PDF)}))
    talk("errors", await lin.post(path, files={"file": ("a.pdf", b"")}))
    talk("errors", await lin.post(path, content=b"x"))
    talk("errors", await lin.put(path))
    talk("errors", await lin.get("/api/nothing"))
    talk("errors", await lin.get("/api/tasks?limit=0", headers={"accept": "application/problem+json"}))
    lin.headers["authorization"] = "Bearer wrong"
    talk("errors", await lin.get("/api/tasks"))


async def test_tokens(nobody, talk: Talk):
    nobody.headers["x-request-id"] = "transcript"
    path = "/api/v1/auth/tokens"
    first = await nobody.post(path, json={"name": "first", "username": "root", "role": "admin"})
    talk("tokens", first)
    talk("tokens", await nobody.post(path, json={"name": "second", "username": "root", "role": "admin"}))
    nobody.headers["authorization"] = f"Bearer {first.json()['token']}"
    talk("tokens", await nobody.get("/api/v1/auth/me"))
    talk("tokens", await nobody.get(path))
    talk("tokens", await nobody.post(f"{path}/revoke", json={"token_id": first.json()["token_id"]}))
    talk("tokens", await nobody.get("/api/v1/auth/me"))


async def test_the_service_itself(nobody, talk: Talk):
    nobody.headers["x-request-id"] = "transcript"
    for path in ("/api/v1/health", "/livez", "/readyz"):
        talk("health", await nobody.get(path))


async def test_companies(lin, talk: Talk, tmp_path: Path):
    make(tmp_path / "companies")
    lin.headers["accept-encoding"] = "identity"
    first = await lin.get("/company/晨光样例/json")
    talk("company_document", first)
    talk("company_document", await lin.get("/company/838006/json", headers={"if-none-match": first.headers["etag"]}))
    talk("company_document", await lin.get("/company/838006.OC/jsonld"))
    talk("company_document", await lin.get("/company/838006/rdf"))
    talk("company_document", await lin.get("/company/838006/json", headers={"range": "bytes=0-20"}))
    talk("company_refused", await lin.get("/company/上海同名样例股份有限公司/json"))
    talk("company_refused", await lin.get("/company/838006/xml"))
    talk("company_refused", await lin.get("/company/000000/json"))
    talk("company_search", await lin.get("/company?q=样例&limit=2"))
    talk("company_search", await lin.get("/company?q=cgyl"))
    talk("company_search", await lin.get("/company?limit=0"))
    talk("company_history", await lin.get("/company/838006/history"))
    talk("company_iri", await lin.get("/id/cn/838006", headers={"accept": "text/turtle"}))
    talk("company_dump", await lin.get("/us/dump"))
    talk("company_sparql", await lin.get("/company/sparql?query=ASK {}"))
    talk("company_sparql", await lin.get("/company/sparql?query=SELECT * {SERVICE <http://x.test/> {}}"))
    talk("us_document", await lin.get("/us/nyse/brx.b"))
    talk("us_document", await lin.get("/us/nasdaq/brx-b"))
    talk("us_document", await lin.get("/us/lse/brx-b"))
    talk("us_list", await lin.get("/us/nyse?limit=1"))
    talk("us_list", await lin.get("/us?q=exampel"))


async def test_a_wiki_from_upload_to_reading(lin, site: Site, talk: Talk, clock, monkeypatch):
    hit = PageHit("pond", "Pond", "place", 4.2, "It is deep.")
    monkeypatch.setattr(OpenedWiki, "find", lambda *_: [hit])  # how pages are ranked is not the interface's matter
    parts = site.wikis
    book = ("Walden.md", b"# Walden\n\nI went to the woods.\n")
    made = await lin.post("/api/v1/upload", files={"file": book}, data={"lang": "en", "auto_start": "false"})
    talk("wiki_upload", made)
    parts.fetch.files["https://books.example/ruby.txt"] = b"Ruby."
    talk("wiki_upload", await lin.post("/api/v1/upload-url", json={"source_url": "https://books.example/ruby.txt"}))
    talk("wiki_upload", await lin.post("/api/v1/upload-url", json={"source_url": "http://127.0.0.1/a.txt"}))
    talk("wiki_upload", await lin.post("/api/v1/upload", files={"file": ("a.epub", PNG)}))
    talk("wiki_upload", await lin.post("/api/v1/upload", files={"file": book}, data={"wiki_slug": "No Slug"}))
    job = f"/api/v1/jobs/{made.json()['job_id']}"
    talk("wiki_jobs", await lin.post(f"{job}/pause"))
    talk("wiki_jobs", await lin.post(f"{job}/start"))
    talk("wiki_jobs", await lin.get("/api/v1/queue"))
    talk("wiki_jobs", await lin.post("/api/v1/wiki/walden/serve"))
    fill(parts, "walden", clock)
    job_id, claim = _run(parts, made.json()["job_id"], "egg")
    parts.builds.note(claim, [("phase", {"phase": "egg", "status": "started"})], 1)
    talk("wiki_jobs", await lin.get("/api/v1/jobs"))
    talk("wiki_jobs", await lin.get(f"{job}/log?tail=1"))
    parts.builds.end(claim, JobStatus.READY)
    parts.builds.complete(job_id)
    talk("wiki_jobs", await lin.get(job))
    talk("wiki_jobs", await lin.post(f"{job}/reset"))
    talk("wiki_stream", await lin.get(f"{job}/stream"))
    talk("wiki_stream", await lin.get(f"{job}/stream", headers={"last-event-id": "3"}))
    for path in (
        "wikis-overview",
        "pages?wiki=walden&limit=1",
        "pages/ice?wiki=walden",
        "wiki/walden/search?q=pond",
        "graph?wiki=walden&limit=2",
        "wiki/walden/growth?days=1",
        "wiki/walden/reviews",
        "genes",
        "stats",
        "pages/none?wiki=walden",
    ):
        talk("wiki_content", await lin.get(f"/api/v1/{path}"))
    talk("wiki_content", await lin.post("/api/v1/search", json={"query": "ice", "wiki": "walden", "top_k": 1}))
    talk("wiki_sites", await lin.post("/api/v1/wiki/walden/serve"))
    talk("wiki_sites", await lin.post("/api/v1/wiki/walden/serve/stop"))
    talk("wiki_sites", await lin.post("/api/v1/wiki/walden/butler", json={"rounds": 5}))
    talk("wiki_sites", await lin.post("/api/v1/wiki/walden/butler", json={"rounds": 5}))
    talk("wiki_sites", await lin.put("/api/v1/wiki/walden/butler/config", json={"max_cost_usd": 1.5}))
    talk("wiki_sites", await lin.get("/api/v1/wiki/walden/butler/log"))
    talk("wiki_sites", await lin.post("/api/v1/wiki/walden/butler/stop"))
    talk("wiki_jobs", await lin.delete(job))


def _run(parts, job_id: int, phase: str):
    """Claim that job and let it run; its id and claim."""
    found, claim = parts.builds.claim("w", 9)
    assert found.id == job_id
    parts.builds.begin(claim, phase)
    return found.id, claim
