"""The invoice service: what it takes and what it answers in every state."""

from __future__ import annotations

import json

import jsonschema
import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from quire.invoice.invoice import KEYS, Invoice
from quire.jobs.invoice_json import result_json
from quire.web import ROUTES
from quire.web.documents.finance_routes import DETAILS
from quire.web.documents.invoice_routes import MAX_BYTES
from quire.web.openapi import document
from quire.web.state.site import Site
from tests.web.fakes import FakeTasks

pytestmark = pytest.mark.anyio

PDF = b"%PDF-1.7\n" + b"x" * 500
PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 100
JPEG = b"\xff\xd8\xff\xe0" + b"x" * 100
PAGES = (Invoice(1), Invoice(2))
SCHEMAS = document(ROUTES, version="1")["components"]


async def submit(client, content: bytes = PDF, **given) -> str:
    answer = await client.post("/api/invoice/recognize", files={"file": ("发票.pdf", content)}, **given)
    assert answer.status_code == 200, answer.text
    return answer.json()["task_id"]


def finish(tasks: FakeTasks, task_id: str) -> None:
    tasks.finish(task_id, result_json(PAGES), {DETAILS: result_json(PAGES, details=True)}, pages=2)


@pytest.mark.parametrize("content", [PDF, PNG, JPEG, b"<?xml version='1.0'?><Invoice/>"])
async def test_it_takes_pdf_jpg_png_and_xml_by_their_content(client, tasks: FakeTasks, content):
    task_id = await submit(client, content)
    assert tasks.asked[0].kind == "invoice.json"
    assert tasks.contents[task_id] == content


async def test_other_types_are_refused(client):
    answer = await client.post("/api/invoice/recognize", files={"file": ("a.png", b"RIFF1234WEBPVP8 ")})
    assert (answer.status_code, answer.json()["detail"]) == (400, "Unsupported file type: image/webp")
    assert "application/xml" in answer.headers["x-accepted-types"]


async def test_the_limit_is_ten_megabytes_inclusive(client):
    exact = PDF + b"0" * (MAX_BYTES - len(PDF))
    assert (await client.post("/api/invoice/recognize", files={"file": ("a.pdf", exact)})).status_code == 200
    answer = await client.post("/api/invoice/recognize", files={"file": ("a.pdf", exact + b"0")})
    assert (answer.status_code, answer.headers["x-error-code"]) == (413, "too_large")


async def test_the_keys_of_every_state(client, tasks: FakeTasks):
    task_id = await submit(client)
    url = f"/api/invoice/result/{task_id}"
    assert (await client.get(url)).json() == {"task_id": task_id, "status": "pending"}
    tasks.work(task_id, 1, 2)
    processing = await client.get(url)
    assert list(processing.json()) == ["task_id", "status", "created_at"]
    assert processing.headers["x-progress"] == "1/2"
    finish(tasks, task_id)
    body = (await client.get(url)).json()
    assert list(body) == ["task_id", "status", "created_at", "duration", "result"]
    assert [list(page) for page in body["result"]] == [["page", "total_tokens", "fields"]] * 2
    assert [page["page"] for page in body["result"]] == [1, 2]
    assert [field["key"] for field in body["result"][0]["fields"]] == list(KEYS)
    tasks.fail(task_id, "The file is damaged or not a valid document.")
    failed = (await client.get(url)).json()
    assert list(failed) == ["task_id", "status", "created_at", "error"]


async def test_details_and_wait(client, tasks: FakeTasks):
    task_id = await submit(client)
    finish(tasks, task_id)
    body = (await client.get(f"/api/invoice/result/{task_id}?include=details&wait=5")).json()
    assert body["result"][0]["details"] == {"items": [], "checks": []}


async def test_answers_fit_their_schemas(client, tasks: FakeTasks):
    task_id = await submit(client)
    schema = {"$ref": "#/components/schemas/InvoiceResult", "components": SCHEMAS}
    for step in (
        lambda: None,
        lambda: tasks.work(task_id, 1, 3),
        lambda: finish(tasks, task_id),
        lambda: tasks.fail(task_id, "no"),
    ):
        step()
        jsonschema.validate((await client.get(f"/api/invoice/result/{task_id}")).json(), schema)


async def test_scope_and_services_are_kept_apart(client, nobody, site: Site):
    task_id = await submit(client)
    for path in ("parse/result", "parse/download", "finance/result", "finance/download"):
        assert (await client.get(f"/api/{path}/{task_id}")).status_code == 404, path
    assert (await client.get("/api/tasks?kind=invoice")).json()["tasks"][0]["kind"] == "invoice"
    secret = site.keys.create(NewKey("other", "lin", scopes=frozenset({Scope.FINANCE})))[1]
    headers = {"authorization": f"Bearer {secret}"}
    assert (await nobody.get(f"/api/invoice/result/{task_id}", headers=headers)).status_code == 403
    other = site.keys.create(NewKey("other", "wang"))[1]
    seen = await nobody.get(f"/api/invoice/result/{task_id}", headers={"authorization": f"Bearer {other}"})
    assert seen.status_code == 404


async def test_the_stored_array_is_what_is_sent(client, tasks: FakeTasks):
    """Byte for byte, also when it is larger than a piece."""
    task_id = await submit(client)
    large = json.dumps([{"page": 1, "total_tokens": 0, "fields": [{"key": "k", "value": "税" * 400_000}]}])
    tasks.finish(task_id, large.encode(), {DETAILS: b"[]"})
    answer = await client.get(f"/api/invoice/result/{task_id}")
    assert answer.json()["result"] == json.loads(large)
    assert large.encode() in answer.content
