"""Batches over HTTP: many files or URLs in one call."""

from __future__ import annotations

import jsonschema
import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
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
        ({"kind": "finance", "urls": ["file:///etc/passwd"]}, "source_url: This address is not allowed."),
        ({"kind": "finance", "urls": URLS, "callback_url": "http://10.0.0.1/"}, "callback_url: This address"),
        ({"kind": "finance", "urls": URLS, "pages": "x"}, ""),
        ([], "must be a JSON object"),
    ],
)
async def test_what_is_refused(client, tasks, json, sentence):
    answer = await client.post(PATH, json=json)
    assert answer.status_code == 400
    assert sentence in answer.json()["detail"]
    assert tasks.asked == []


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
