"""Batches over HTTP: many files or URLs in one call."""

from __future__ import annotations

from dataclasses import replace

import jsonschema
import obstore
import pytest
from obstore.store import MemoryStore

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from quire.errors import TooLarge
from quire.store.source_buckets import SourceBuckets
from quire.tasks.task_states import TaskStatus
from quire.web.documents import batch_routes
from tests.web.documents.test_conversion_routes import PDF
from tests.web.test_openapi import component

pytestmark = pytest.mark.anyio

PATH = "/api/batches"
GIF = b"GIF89a" + b"x" * 50
HOOK = "https://example.org/hook"
URLS = ["https://example.org/a/Annual%20report.pdf?signature=1", "https://example.org/"]


def files(*contents):
    return [("file", (f"{number}.pdf", content)) for number, content in enumerate(contents)]


async def test_many_files_are_one_batch(client, tasks, site):
    sent = await client.post(PATH, files=files(PDF, GIF, PDF + b"2"), data={"kind": "pdf2json", "callback_url": HOOK})
    body = sent.json()
    jsonschema.validate(body, component("Batch"))
    assert [(one["name"], one["status"]) for one in body["items"]] == [
        ("0.pdf", "pending"),
        ("1.pdf", "refused"),
        ("2.pdf", "pending"),
    ]
    assert body["items"][1]["error"] == "Unsupported file type: image/gif"
    assert [(new.client_ref, new.kind, new.callback_url) for new in tasks.asked] == [
        (body["batch_id"], "parse.json", None)
    ] * 2
    first, _, second = (one["task_id"] for one in body["items"])
    tasks.finish(first, b"{}")
    path = f"{PATH}/{body['batch_id']}"
    now = (await client.get(path)).json()
    assert (now["status"], now["counts"]["done"], now["counts"]["pending"]) == ("processing", 1, 1)
    tasks.fail(second, "The file is damaged or not a valid document.")
    now = (await client.get(f"{path}?wait=5")).json()
    jsonschema.validate(now, component("Batch"))
    assert (now["status"], now["counts"]["failed"], now["items"][2]["error"][:8]) == ("done", 1, "The file")
    (delivery,) = (await client.get(f"{path}/deliveries")).json()["deliveries"]
    assert (delivery["url"], delivery["state"]) == (HOOK, "waiting")
    assert (await client.post(f"{path}/deliveries/replay")).status_code == 200
    listed = (await client.get(f"/api/tasks?client_ref={body['batch_id']}")).json()
    assert listed["total"] == 2
    assert list(site.staging.iterdir()) == []


async def test_many_urls_are_one_batch(client, tasks):
    body = (await client.post(PATH, json={"kind": "invoice", "urls": URLS, "pages": "1"})).json()
    jsonschema.validate(body, component("Batch"))
    assert [one["name"] for one in body["items"]] == ["Annual report.pdf", "example.org"]
    first = tasks.asked[0]
    assert (first.source, first.options["source_url"], first.options["pages"]) == (None, URLS[0], "1")
    assert first.options["source_limit"] == str(10 * 1024 * 1024)


async def test_the_same_call_is_the_same_batch(client, tasks):
    headers = {"Idempotency-Key": "run-1"}
    sent = [await client.post(PATH, json={"kind": "finance", "urls": URLS}, headers=headers) for _ in range(2)]
    assert sent[0].json() == sent[1].json()
    assert len(tasks.asked) == 2
    other = await client.post(PATH, json={"kind": "finance", "urls": URLS[:1]}, headers=headers)
    assert other.status_code == 409


async def test_a_call_that_was_cut_off_goes_on(client, tasks, monkeypatch):
    """The service dies after the first of two tasks; the call is repeated under its key."""
    headers = {"Idempotency-Key": "run-2"}
    whole, seen = batch_routes.take, []

    def cut(*args):
        seen.append(1)
        if len(seen) == 2:
            raise OSError("the machine went away")
        return whole(*args)

    monkeypatch.setattr(batch_routes, "take", cut)
    sending = {"kind": "pdf2json"}
    assert (await client.post(PATH, files=files(PDF, PDF + b"2"), data=sending, headers=headers)).status_code == 500
    monkeypatch.setattr(batch_routes, "take", whole)
    body = (await client.post(PATH, files=files(PDF, PDF + b"2"), data=sending, headers=headers)).json()
    assert [one["status"] for one in body["items"]] == ["pending"] * 2
    assert len(tasks.asked) == 2


@pytest.mark.parametrize(
    ("json", "sentence"),
    [
        ({"urls": URLS}, "kind must be one of"),
        ({"kind": "pdf2gif", "urls": URLS}, "kind must be one of"),
        ({"kind": "finance"}, "urls must be a list"),
        ({"kind": "finance", "urls": []}, "Send at least one"),
        ({"kind": "finance", "urls": [1]}, "urls must be a list"),
        ({"kind": "finance", "urls": URLS * 251}, "at most 500"),
        ({"kind": "finance", "urls": ["http://127.0.0.1/x.pdf"]}, "source_url: This address is not allowed."),
        ({"kind": "finance", "urls": ["file:///etc/passwd"]}, "source_url: This address is not allowed. It must begin"),
        ({"kind": "finance", "urls": URLS, "callback_url": "http://10.0.0.1/"}, "callback_url: This address"),
        ({"kind": "finance", "urls": URLS, "pages": "x"}, ""),
        ({"kind": "finance", "urls": URLS, "page": "1"}, "A batch of finance has no field page. It has callback_url,"),
        ('{"kind": "finance", "urls": ["https://example.org/"], "\\ud800": 1}', "has no field"),
        ('{"kind": "finance", "urls": ["https://example.org/"]', "must be a JSON object"),
        ({"kind": "pdf2json", "urls": URLS, "client_ref": "april"}, "has no field client_ref"),
        ({"kind": "pdf2json", "urls": URLS, "chunk_tokens": 200}, "A batch of pdf2json has no field chunk_tokens"),
        ({"kind": "finance", "urls": URLS, "pages": ["1"]}, "pages must be a string or a whole number"),
        ({"kind": "finance", "urls": URLS, "pages": True}, "pages must be a string or a whole number"),
        ({"kind": "finance", "urls": URLS, "password": "x" * 128}, "password can have at most 127 bytes"),
        ({"kind": "finance", "urls": URLS, "prefix": "s3://reports/in"}, "only one of urls, uploads and prefix"),
        ({"kind": "finance", "prefix": 1}, "prefix must be an address"),
        ({"kind": "finance", "prefix": "s3://reports/in"}, "takes no documents from buckets"),
        ({"kind": "finance", "urls": ["s3://reports/in/a.pdf"]}, "source_url: This service takes no documents"),
        ([], "must be a JSON object"),
    ],
)
async def test_what_is_refused(client, tasks, json, sentence):
    if isinstance(json, str):  # what no client's own library would send
        answer = await client.post(PATH, content=json, headers={"Content-Type": "application/json"})
    else:
        answer = await client.post(PATH, json=json)
    assert answer.status_code == 400
    assert sentence in answer.json()["detail"]
    assert tasks.asked == []


async def test_an_unknown_field_of_a_form_is_refused(client, tasks, site):
    answer = await client.post(PATH, files=files(PDF), data={"kind": "finance", "page": "1"})
    assert (answer.status_code, answer.json()["detail"][:40]) == (400, "A batch of finance has no field page. It")
    assert tasks.asked == []
    assert list(site.staging.iterdir()) == []


async def test_a_password_opens_every_document_and_is_kept_nowhere_else(client, tasks):
    headers = {"Idempotency-Key": "run-3"}
    for password in ("secret", "other"):
        sending = {"kind": "finance", "urls": URLS, "password": password, "chunk_tokens": None}
        assert (await client.post(PATH, json=sending, headers=headers)).status_code == 200
    assert [(new.password, new.options["locked"]) for new in tasks.asked] == [("secret", "1")] * 2
    assert "secret" not in repr([new.options for new in tasks.asked])
    await client.post(PATH, files=files(PDF), data={"kind": "pdf2json", "password": "third"})
    assert tasks.asked[-1].password == "third"


async def test_all_files_below_a_prefix_are_one_batch(client, tasks, site, monkeypatch):
    store = MemoryStore()
    for name, content in {
        "in/1/a b.pdf": PDF,
        "in/2/a b.pdf": PDF,
        "in/empty.pdf": b"",
        "in/large.pdf": PDF * 9,
    }.items():
        obstore.put(store, name, content)
    buckets = SourceBuckets(frozenset({"s3://reports/in"}), open=lambda _: store)
    object.__setattr__(site, "source_buckets", buckets)
    monkeypatch.setitem(batch_routes.KINDS, "finance", replace(batch_routes.KINDS["finance"], limit=len(PDF) * 8))
    sending, headers = {"kind": "finance", "prefix": "s3://reports/in/", "pages": 1}, {"Idempotency-Key": "run-4"}
    body = (await client.post(PATH, json=sending, headers=headers)).json()
    jsonschema.validate(body, component("Batch"))
    assert [(one["name"], one["status"], one["error"]) for one in body["items"]] == [
        ("s3://reports/in/1/a b.pdf", "pending", None),
        ("s3://reports/in/2/a b.pdf", "pending", None),
        ("s3://reports/in/empty.pdf", "refused", "The file is empty."),
        ("s3://reports/in/large.pdf", "refused", str(TooLarge.over(len(PDF) * 8))),
    ]
    first = tasks.asked[0]
    assert (first.filename, first.options["source_url"]) == ("a b.pdf", "s3://reports/in/1/a b.pdf")
    assert (first.options["source_owner"], first.options["pages"]) == (first.owner, "1")
    obstore.put(store, "in/3.pdf", PDF)
    assert (await client.post(PATH, json=sending, headers=headers)).json() == body
    for prefix, sentence in (("s3://reports/in/4", "There are no files"), ("s3://reports", "not allowed")):
        answer = await client.post(PATH, json={"kind": "finance", "prefix": prefix})
        assert (answer.status_code, sentence in answer.json()["detail"]) == (400, True)
    single = await client.post("/api/finance/extract", data={"source_url": "s3://reports/in/3.pdf"}, files={"x": b""})
    assert single.status_code == 200
    assert tasks.asked[-1].filename == "3.pdf"


async def test_a_batch_of_which_nothing_is_accepted_is_refused(client, tasks, site):
    answer = await client.post(PATH, files=files(GIF, GIF), data={"kind": "finance"})
    assert (answer.status_code, answer.json()["detail"]) == (400, "Unsupported file type: image/gif")
    many = await client.post(PATH, files=files(*[PDF] * 101), data={"kind": "finance"})
    assert many.status_code == 400
    assert "at most 100 files" in many.json()["detail"]
    assert list(site.staging.iterdir()) == []


async def test_one_refused_url_does_not_stop_the_others(client, tasks):
    body = (await client.post(PATH, json={"kind": "finance", "urls": [*URLS, "http://localhost/x"]})).json()
    assert body["counts"] == {"pending": 2, "processing": 0, "done": 0, "failed": 0, "refused": 1, "deleted": 0}


async def test_scopes_owners_and_deletion(client, tasks, site):
    made = (await client.post(PATH, json={"kind": "finance", "urls": URLS})).json()
    path = f"{PATH}/{made['batch_id']}"
    other = {"authorization": f"Bearer {site.keys.create(NewKey('t', 'mallory', scopes=(Scope.PARSE,)))[1]}"}
    for method, where in (("GET", path), ("DELETE", path), ("GET", f"{path}/deliveries")):
        assert (await client.request(method, where, headers=other)).status_code == 404
    assert (await client.post(PATH, json={"kind": "finance", "urls": URLS}, headers=other)).status_code == 403
    tasks.delete(made["items"][0]["task_id"], owner=None)
    assert (await client.get(path)).json()["counts"]["deleted"] == 1
    assert (await client.delete(path)).status_code == 204
    assert tasks.rows == {}
    assert (await client.get(path)).status_code == 404


async def test_a_quota_that_is_used_up_ends_the_accepting(site, client, tasks):
    few = {"authorization": f"Bearer {site.keys.create(NewKey('few', 'lin', quota=1))[1]}"}
    body = (await client.post(PATH, json={"kind": "finance", "urls": URLS}, headers=few)).json()
    assert [one["status"] for one in body["items"]] == [TaskStatus.PENDING, "refused"]


async def test_a_single_submission_by_url(client, tasks):
    made = await client.post("/api/parse/file2markdown", data={"source_url": URLS[0]}, files={"x": b""})
    assert made.status_code == 200
    task = tasks.rows[made.json()["task_id"]]
    assert (task.filename, task.options["source_url"]) == ("Annual report.pdf", URLS[0])
    assert "text/html" in task.options["source_types"].split(",")
    for path in ("/api/finance/extract", "/api/invoice/recognize", "/api/parse/pdf2word"):
        assert (await client.post(path, data={"source_url": URLS[0]}, files={"x": b""})).status_code == 200
        both = await client.post(path, data={"source_url": URLS[0]}, files={"file": ("a.pdf", PDF)})
        assert (both.status_code, both.json()["detail"]) == (400, "Send either a file or source_url.")
        bad = await client.post(path, data={"source_url": "http://[::1]/a.pdf"}, files={"x": b""})
        assert (bad.status_code, bad.json()["detail"]) == (400, "source_url: This address is not allowed.")
    tasks.fail(task.id, "The file could not be fetched.")
    again = await client.post(f"/api/tasks/{task.id}/retry")
    assert tasks.rows[again.json()["task_id"]].options["source_url"] == URLS[0]
