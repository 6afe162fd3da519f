"""The service of statements: what it takes, what it answers in every state, the workbook."""

from __future__ import annotations

import json

import jsonschema
import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from quire.clock import FakeClock
from quire.web import ROUTES
from quire.web.documents.finance_routes import DETAILS, MAX_BYTES, RESULT
from quire.web.openapi import document
from quire.web.state.site import Site
from tests.web.fakes import FakeTasks

pytestmark = pytest.mark.anyio

PDF = b"%PDF-1.7\n" + b"x" * 500
PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 100
JPEG = b"\xff\xd8\xff\xe0" + b"x" * 100
TIFF = b"II*\x00" + b"x" * 100
ELEMENT = {"tables": [[["", "2025年"], ["货币资金", "1,204.50"]]], "type_index": 0, "angle": 90}
MADE = {
    RESULT: json.dumps([ELEMENT], ensure_ascii=False).encode(),
    DETAILS: json.dumps([ELEMENT | {"details": {"unit": "元"}}], ensure_ascii=False).encode(),
}
SCHEMAS = document(ROUTES, version="1")["components"]


async def submit(client, content: bytes = PDF, name: str = "年度报告.pdf", **given) -> str:
    answer = await client.post("/api/finance/extract", files={"file": (name, content)}, **given)
    assert answer.status_code == 200, answer.text
    return answer.json()["task_id"]


@pytest.mark.parametrize("content", [PDF, PNG, JPEG])
async def test_it_takes_pdf_jpg_and_png_by_their_content(client, tasks: FakeTasks, content):
    answer = await client.post("/api/finance/extract", files={"file": ("report.bin", content, "text/plain")})
    assert answer.json() == {"task_id": next(iter(tasks.rows)), "status": "pending"}
    assert tasks.asked[0].kind == "finance.xlsx"
    assert tasks.contents[answer.json()["task_id"]] == content


@pytest.mark.parametrize(
    ("content", "mime"),
    [(TIFF, "image/tiff"), (b"GIF89a123", "image/gif"), (b"PK\x03\x04", "application/zip"), (b"hello", "text/plain")],
)
async def test_other_types_are_refused(client, tasks: FakeTasks, content, mime):
    answer = await client.post("/api/finance/extract", files={"file": ("a.pdf", content)})
    assert (answer.status_code, answer.json()) == (400, {"detail": f"Unsupported file type: {mime}"})
    assert answer.headers["x-accepted-types"] == "application/pdf, image/jpeg, image/png"
    assert not tasks.asked


async def test_the_limit_is_fifty_megabytes_inclusive(client, site: Site):
    exact = PDF + b"0" * (MAX_BYTES - len(PDF))
    assert (await client.post("/api/finance/extract", files={"file": ("a.pdf", exact)})).status_code == 200
    assert (await client.post("/api/finance/extract", files={"file": ("a.pdf", exact + b"0")})).status_code == 413
    assert list(site.staging.iterdir()) == []


async def test_fields_and_idempotency_work_as_everywhere(client, tasks: FakeTasks):
    headers = {"idempotency-key": "run-1"}
    first = await submit(client, data={"pages": "65-87", "client_ref": "case 9"}, headers=headers)
    assert await submit(client, data={"pages": "65-87", "client_ref": "case 9"}, headers=headers) == first
    assert tasks.asked[0].options == {"pages": "65-87", "page_cap": "2000"}
    assert tasks.asked[0].client_ref == "case 9"
    other = await client.post("/api/finance/extract", files={"file": ("a.pdf", PNG)}, headers=headers)
    assert other.status_code == 409
    assert (
        await client.post("/api/finance/extract", files={"file": ("a", PDF)}, data={"pages": "x"})
    ).status_code == 400


async def test_the_keys_of_every_state(client, tasks: FakeTasks):
    task_id = await submit(client)
    url = f"/api/finance/result/{task_id}"
    pending = await client.get(url)
    assert pending.json() == {"task_id": task_id, "status": "pending"}
    assert (pending.headers["retry-after"], pending.headers["x-queue-position"]) == ("2", "1")
    tasks.work(task_id, 12, 40)
    processing = await client.get(url)
    assert list(processing.json()) == ["task_id", "status", "created_at"]
    assert processing.headers["x-progress"] == "12/40"
    tasks.finish(task_id, b"PK-book", MADE, pages=51)
    done = await client.get(url)
    body = done.json()
    assert list(body) == ["task_id", "status", "created_at", "duration", "result", "download_url", "filename"]
    assert body["result"] == [ELEMENT]
    assert body["filename"] == "年度报告.xlsx"
    assert done.headers["content-length"] == str(len(done.content))
    assert done.headers["content-type"] == "application/json"
    assert "50" in done.headers["x-page-advice"]
    assert "x-warnings" not in done.headers
    tasks.fail(task_id, "The file is protected by a password")
    assert (await client.get(url)).json()["error"] == "The file is protected by a password"


async def test_details_are_added_only_when_asked_for(client, tasks: FakeTasks):
    task_id = await submit(client)
    tasks.finish(task_id, b"PK-book", MADE)
    with_details = await client.get(f"/api/finance/result/{task_id}?include=details&wait=1")
    assert with_details.json()["result"][0]["details"] == {"unit": "元"}
    assert (await client.get(f"/api/finance/result/{task_id}?include=everything")).status_code == 400
    assert (await client.get(f"/api/finance/result/{task_id}?wait=99")).status_code == 400


async def test_warnings_are_told_in_a_header(client, tasks: FakeTasks):
    from dataclasses import replace

    task_id = await submit(client)
    tasks.finish(task_id, b"PK-book", MADE)
    sentences = ("No financial statement was found in the document.", "第 3 页无法识别。")
    tasks.rows[task_id] = replace(tasks.rows[task_id], warnings=sentences)
    answer = await client.get(f"/api/finance/result/{task_id}")
    assert answer.headers["x-warnings"].startswith("No financial statement was found in the document. | %E7%AC%AC 3 ")
    tasks.rows[task_id] = replace(tasks.rows[task_id], warnings=("页" * 5000,))
    assert len((await client.get(f"/api/finance/result/{task_id}")).headers["x-warnings"]) < 100


async def test_answers_fit_their_schemas(client, tasks: FakeTasks):
    task_id = await submit(client)
    schema = {"$ref": "#/components/schemas/FinanceResult", "components": SCHEMAS}
    for step in (
        lambda: None,
        lambda: tasks.work(task_id, 1, 3),
        lambda: tasks.finish(task_id, b"x", MADE),
        lambda: tasks.fail(task_id, "no"),
    ):
        step()
        jsonschema.validate((await client.get(f"/api/finance/result/{task_id}")).json(), schema)


async def test_the_workbook_is_downloaded_with_key_or_link(client, tasks: FakeTasks):
    task_id = await submit(client)
    url = f"/api/finance/download/{task_id}"
    assert (await client.get(url)).status_code == 409
    tasks.finish(task_id, b"PK-book", MADE)
    answer = await client.get(url)
    assert answer.content == b"PK-book"
    assert answer.headers["content-type"].startswith("application/vnd.openxmlformats-officedocument.spreadsheetml")
    assert "%E5%B9%B4%E5%BA%A6%E6%8A%A5%E5%91%8A.xlsx" in answer.headers["content-disposition"]
    assert (await client.get(url, headers={"range": "bytes=0-1"})).content == b"PK"
    assert (await client.head(url)).headers["content-length"] == "7"
    assert (await client.get(url, headers={"if-none-match": answer.headers["etag"]})).status_code == 304
    link = (await client.get(f"/api/finance/result/{task_id}")).json()["download_url"]
    del client.headers["authorization"]
    assert (await client.get(link)).content == b"PK-book"
    assert (await client.get(link.replace("%E5%B9%B4%E5%BA%A6%E6%8A%A5%E5%91%8A.xlsx", RESULT))).status_code == 403


async def test_the_arrays_beside_a_workbook_have_no_links(client, site: Site, tasks: FakeTasks):
    """Even with a right signature: they are no pictures."""
    task_id = await submit(client)
    tasks.finish(task_id, b"PK-book", MADE)
    signature = site.links.sign("GET", task_id, DETAILS, seconds=60, key_id="k")
    assert (await client.get(f"/files/{task_id}/{DETAILS}?{signature.query()}")).status_code == 404


async def test_head_of_a_result_has_its_size_and_no_body(client, tasks: FakeTasks):
    task_id = await submit(client)
    tasks.finish(task_id, b"PK-book", MADE)
    url = f"/api/finance/result/{task_id}"
    head, whole = await client.head(url), await client.get(url)
    assert head.content == b""
    assert abs(int(head.headers["content-length"]) - len(whole.content)) < 20  # links differ in their moment only


async def test_an_expired_result_is_gone(client, tasks: FakeTasks, clock: FakeClock):
    task_id = await submit(client)
    tasks.finish(task_id, b"PK-book", MADE)
    clock.advance(8 * 86400)
    assert (await client.get(f"/api/finance/result/{task_id}")).status_code == 410
    assert (await client.get(f"/api/finance/download/{task_id}")).status_code == 410


async def test_every_service_shows_its_own_tasks_only(client):
    task_id = await submit(client)
    for path in ("parse/result", "parse/download", "invoice/result"):
        assert (await client.get(f"/api/{path}/{task_id}")).status_code == 404, path
    listed = (await client.get("/api/tasks?kind=finance")).json()["tasks"]
    assert [(one["task_id"], one["kind"]) for one in listed] == [(task_id, "finance")]


async def test_the_scope_is_its_own(nobody, site: Site):
    secret = site.keys.create(NewKey("parser", "lin", scopes=frozenset({Scope.PARSE, Scope.INVOICE})))[1]
    nobody.headers["authorization"] = f"Bearer {secret}"
    for method, path in (("POST", "extract"), ("GET", "result/x"), ("GET", "download/x"), ("GET", "types")):
        assert (await nobody.request(method, f"/api/finance/{path}")).status_code == 403


async def test_types_say_what_the_numbers_mean(client):
    types = (await client.get("/api/finance/types")).json()["types"]
    assert [one["type_index"] for one in types] == [0, 1, 2, 3, 4]
    assert types[2] == {
        "type_index": 2,
        "name": "cash_flow_statement",
        "en": "Cash flow statement",
        "zh": "现金流量表",
    }
