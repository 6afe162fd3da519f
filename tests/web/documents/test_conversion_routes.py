"""The documents service: submissions, results, downloads, links."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from quire.clock import FakeClock
from quire.errors import NotFound
from quire.web.documents.conversion_routes import CONVERSIONS, FILES, MAX_BYTES
from quire.web.state.site import Site
from tests.read.office.office_files import word
from tests.web.fakes import FakeTasks

pytestmark = pytest.mark.anyio

PDF = b"%PDF-1.7\n" + b"x" * 500
PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 100


async def submit(client: httpx.AsyncClient, word: str = "pdf2markdown", name: str = "Report.pdf", **given) -> str:
    answer = await client.post(f"/api/parse/{word}", files={"file": (name, PDF)}, **given)
    assert answer.status_code == 200, answer.text
    return answer.json()["task_id"]


@pytest.mark.parametrize("word", CONVERSIONS)
async def test_a_submission_answers_exactly_the_id_and_pending(client, tasks, word):
    answer = await client.post(f"/api/parse/{word}", files={"file": ("a.pdf", PDF)})
    assert answer.json() == {"task_id": tasks.asked and next(iter(tasks.rows)), "status": "pending"}
    assert tasks.asked[0].kind == f"parse.{CONVERSIONS[word]}"
    assert tasks.contents[answer.json()["task_id"]] == PDF


async def test_files_of_any_type_have_paths_of_their_own(client, tasks, tmp_path):
    """The paths for PDF keep to PDF; their siblings take what can be read, and refuse the rest."""
    content = word(tmp_path / "a").read_bytes()
    refused = await client.post("/api/parse/pdf2markdown", files={"file": ("a.docx", content)})
    assert (refused.status_code, refused.json()["detail"][:22]) == (400, "Unsupported file type:")
    for path, to in FILES.items():
        others = (PDF, PNG, b"<html><p>x", b"From: a@b\nDate: x\n\nhello", b"# Notes") if to == "md" else ()
        for body in (content, *others):
            answer = await client.post(f"/api/parse/{path}", files={"file": ("a", body)})
            assert answer.status_code == 200, answer.text
            assert tasks.asked[-1].kind == f"parse.{to}"
    for body in (b"\0\1\2\3", b"GIF89a", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        answer = await client.post("/api/parse/file2json", files={"file": ("a.docx", body)})
        assert answer.status_code == 400


async def test_the_staging_file_goes(client, site: Site):
    await submit(client)
    await client.post("/api/parse/pdf2word", files={"file": ("a.png", PNG)})
    assert list(site.staging.iterdir()) == []


async def test_pages_and_reference_reach_the_task(client, tasks: FakeTasks):
    await submit(client, data={"pages": "1-3,7-", "client_ref": "order 4711", "unknown": "x"})
    assert tasks.asked[0].options == {"pages": "1-3,7-", "page_cap": "2000"}
    assert tasks.asked[0].client_ref == "order 4711"


async def test_a_field_that_the_form_does_not_have_is_named(client, tasks: FakeTasks):
    files = {"file": ("a.pdf", PDF)}
    answer = await client.post("/api/parse/pdf2word", files=files, data={"page": "3", "chunk_tokens": "99"})
    assert answer.json() == {"task_id": next(iter(tasks.rows)), "status": "pending"}
    said = answer.headers["x-warnings"]
    assert said.startswith("Ignored, because there is no such field: chunk_tokens, page. Fields are callback_pages, ")
    assert " pages, " in said
    answer = await client.post("/api/parse/pdf2chunks", files=files, data={"chunk_tokens": "99"})
    assert "x-warnings" not in answer.headers
    answer = await client.post("/api/parse/pdf2word", files=files, data={f"页{'x' * 99}{n}": "1" for n in range(9)})
    assert answer.headers["x-warnings"].count("%E9%A1%B5") == 3
    assert len(answer.headers["x-warnings"]) < 600


async def test_the_size_of_chunks_reaches_the_task(client, tasks: FakeTasks):
    await submit(client, "pdf2chunks", data={"chunk_tokens": "250"})
    await submit(client, "pdf2json", data={"chunk_tokens": "250"})
    assert [one.options.get("chunk_tokens") for one in tasks.asked] == ["250", None]
    for wrong in ("49", "8001", "many", "-1"):
        answer = await client.post(
            "/api/parse/pdf2chunks", files={"file": ("a.pdf", PDF)}, data={"chunk_tokens": wrong}
        )
        assert (answer.status_code, "chunk_tokens" in answer.text) == (400, True)


async def test_hidden_text_is_asked_for_by_a_field(client, tasks: FakeTasks):
    for given in ({"hidden": "1"}, {"hidden": "0"}, {}):
        await submit(client, data=given)
    assert [one.options.get("hidden") for one in tasks.asked] == ["1", "0", None]
    answer = await client.post("/api/parse/pdf2json", files={"file": ("a.pdf", PDF)}, data={"hidden": "yes"})
    assert (answer.status_code, "hidden" in answer.text) == (400, True)


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"pages": "five"}, "page range"),
        ({"pages": "5-1"}, "page range"),
        ({"client_ref": "x" * 201}, "client_ref"),
        ({"client_ref": "a\x00b"}, "client_ref"),
        ({"callback_url": "http://127.0.0.1:x/"}, "callback_url"),
        ({"callback_url": "http://localhost/hook"}, "callback_url"),
        ({"callback_url": "ftp://example.org/hook"}, "callback_url"),
        ({"callback_url": "https://a:b@example.org/hook"}, "callback_url"),
        ({"callback_url": "nonsense"}, "callback_url"),
    ],
)
async def test_wrong_fields_are_400_with_a_sentence(client, fields, word):
    answer = await client.post("/api/parse/pdf2json", files={"file": ("a.pdf", PDF)}, data=fields)
    assert answer.status_code == 400
    assert list(answer.json()) == ["detail"]
    assert word in answer.json()["detail"]


async def test_the_keys_of_every_state(client, tasks: FakeTasks):
    task_id = await submit(client)
    url = f"/api/parse/result/{task_id}"

    pending = await client.get(url)
    assert pending.json() == {"task_id": task_id, "status": "pending"}
    assert pending.headers["retry-after"] == "2"
    assert pending.headers["x-queue-position"] == "1"

    tasks.work(task_id, 12, 40)
    processing = await client.get(url)
    assert processing.json() == {"task_id": task_id, "status": "processing", "created_at": "2026-01-01T00:00:00"}
    assert processing.headers["x-progress"] == "12/40"
    assert processing.headers["retry-after"] == "2"

    tasks.finish(task_id, b"# Report\n")
    done = await client.get(url)
    assert list(done.json()) == ["task_id", "status", "created_at", "duration", "download_url", "filename"]
    assert done.json()["duration"] == 1.25
    assert done.json()["filename"] == "Report.md"
    assert done.headers["x-expires-at"] == "2026-01-08T00:00:00Z"
    assert "retry-after" not in done.headers


async def test_a_failed_task_says_why(client, tasks: FakeTasks):
    task_id = await submit(client)
    tasks.fail(task_id, "The file is damaged or not a valid document.")
    answer = await client.get(f"/api/parse/result/{task_id}")
    assert answer.status_code == 200
    assert answer.json() == {
        "task_id": task_id,
        "status": "failed",
        "created_at": "2026-01-01T00:00:00",
        "error": "The file is damaged or not a valid document.",
    }


@pytest.mark.parametrize(("word", "linked"), [("pdf2markdown", True), ("pdf2html", True), ("pdf2json", True)])
async def test_images_only_for_formats_that_link_to_them(client, nobody, tasks, word, linked):
    task_id = await submit(client, word)
    tasks.finish(task_id, b"x", {"images/p1-1.png": PNG})
    body = (await client.get(f"/api/parse/result/{task_id}")).json()
    assert list(body["images"]) == ["images/p1-1.png"]
    del nobody.headers["authorization"]
    image = await nobody.get(body["images"]["images/p1-1.png"])
    assert image.content == PNG
    assert image.headers["content-type"] == "image/png"


async def test_word_results_carry_no_images_key(client, tasks: FakeTasks):
    task_id = await submit(client, "pdf2word")
    tasks.finish(task_id, b"x", {"images/p1-1.png": PNG})
    assert "images" not in (await client.get(f"/api/parse/result/{task_id}")).json()


async def test_many_pages_bring_advice(client, tasks: FakeTasks):
    task_id = await submit(client)
    tasks.finish(task_id, b"x", pages=201)
    answer = await client.get(f"/api/parse/result/{task_id}")
    assert "200" in answer.headers["x-page-advice"]


async def test_wait_answers_when_the_task_ends(client, tasks: FakeTasks):
    task_id = await submit(client)
    asked = asyncio.ensure_future(client.get(f"/api/parse/result/{task_id}?wait=30"))
    while not asked.done() and not tasks.changed.is_set():
        await asyncio.sleep(0)
        tasks.finish(task_id, b"x")
    assert (await asked).json()["status"] == "done"


async def test_wait_ends_with_the_process(client, site: Site):
    task_id = await submit(client)
    asked = asyncio.ensure_future(client.get(f"/api/parse/result/{task_id}?wait=60"))
    await asyncio.sleep(0.05)
    site.closing.set()
    assert (await asked).json()["status"] == "pending"


@pytest.mark.parametrize("wait", ["-1", "61", "x", "1.5", ""])
async def test_a_wrong_wait_is_400(client, wait):
    task_id = await submit(client)
    assert (await client.get(f"/api/parse/result/{task_id}?wait={wait}")).status_code == 400


async def test_a_download_has_both_names(client, tasks: FakeTasks):
    task_id = await submit(client, "pdf2word", name="年度报告 2025.pdf")
    tasks.finish(task_id, b"PK-docx")
    answer = await client.get(f"/api/parse/download/{task_id}")
    assert answer.content == b"PK-docx"
    assert answer.headers["content-disposition"] == (
        "attachment; filename=\"_____2025.docx\"; filename*=UTF-8''%E5%B9%B4%E5%BA%A6%E6%8A%A5%E5%91%8A%202025.docx"
    ).replace("_____2025", "____ 2025")
    assert answer.headers["content-type"].startswith("application/vnd.openxmlformats")
    assert answer.headers["etag"]


async def test_head_tells_the_size_without_the_bytes(client, tasks: FakeTasks):
    task_id = await submit(client)
    tasks.finish(task_id, b"0123456789")
    answer = await client.head(f"/api/parse/download/{task_id}")
    assert answer.status_code == 200
    assert answer.headers["content-length"] == "10"
    assert answer.content == b""


@pytest.mark.parametrize(
    ("wanted", "status", "body"),
    [
        ("bytes=2-4", 206, b"234"),
        ("bytes=7-", 206, b"789"),
        ("bytes=-3", 206, b"789"),
        ("bytes=0-99", 206, b"0123456789"),
        ("bytes=-99", 206, b"0123456789"),
        ("bytes=10-", 416, None),
        ("bytes=-0", 416, None),
        ("bytes=5-2", 200, b"0123456789"),
        ("bytes=0-1,4-5", 200, b"0123456789"),
        ("bytes=-", 200, b"0123456789"),
        ("rows=1-2", 200, b"0123456789"),
        ("bytes=99999999999999999999999-", 416, None),
        ("bytes=4-99999999999999999999999", 206, b"456789"),
    ],
)
async def test_ranges(client, tasks: FakeTasks, wanted, status, body):
    task_id = await submit(client)
    tasks.finish(task_id, b"0123456789")
    answer = await client.get(f"/api/parse/download/{task_id}", headers={"range": wanted})
    assert answer.status_code == status
    if body is not None:
        assert answer.content == body
    else:
        assert answer.headers["content-range"] == "bytes */10"


async def test_etags_spare_and_guard_downloads(client, tasks: FakeTasks):
    task_id = await submit(client)
    tasks.finish(task_id, b"0123456789")
    url = f"/api/parse/download/{task_id}"
    etag = (await client.get(url)).headers["etag"]
    assert (await client.get(url, headers={"if-none-match": etag})).status_code == 304
    same = await client.get(url, headers={"range": "bytes=0-1", "if-range": etag})
    other = await client.get(url, headers={"range": "bytes=0-1", "if-range": '"other"'})
    assert (same.status_code, other.status_code) == (206, 200)


async def test_dates_spare_downloads_too(client, tasks: FakeTasks):
    task_id = await submit(client)
    tasks.finish(task_id, b"0123456789")
    url = f"/api/parse/download/{task_id}"
    written = (await client.get(url)).headers["last-modified"]
    for since, status in ((written, 304), ("Thu, 01 Jan 2015 00:00:00 GMT", 200), ("yesterday", 200)):
        assert (await client.get(url, headers={"if-modified-since": since})).status_code == status
    other = {"if-modified-since": written, "if-none-match": '"other"'}
    assert (await client.get(url, headers=other)).status_code == 200


async def test_a_range_is_for_get_only(client, tasks: FakeTasks):
    task_id = await submit(client)
    tasks.finish(task_id, b"0123456789")
    answer = await client.head(f"/api/parse/download/{task_id}", headers={"range": "bytes=0-1"})
    assert (answer.status_code, answer.headers["content-length"]) == (200, "10")


async def test_a_range_outside_has_the_shape_of_every_error(client, tasks: FakeTasks):
    task_id = await submit(client)
    tasks.finish(task_id, b"0123456789")
    headers = {"range": "bytes=10-", "accept": "application/problem+json"}
    answer = await client.get(f"/api/parse/download/{task_id}", headers=headers)
    assert answer.json()["code"] == answer.headers["x-error-code"] == "range_not_satisfiable"


async def test_downloads_before_the_end_and_after_it(client, tasks: FakeTasks, clock: FakeClock):
    task_id = await submit(client)
    url = f"/api/parse/download/{task_id}"
    early = await client.get(url)
    assert early.status_code == 409
    assert early.headers["retry-after"] == "2"
    assert early.headers["x-error-code"] == "not_ready"

    tasks.fail(task_id, "The file is protected by a password")
    failed = await client.get(url)
    assert failed.status_code == 409
    assert failed.json() == {"detail": "The file is protected by a password"}
    assert "retry-after" not in failed.headers

    tasks.finish(task_id, b"x")
    clock.advance(8 * 86400)
    assert (await client.get(url)).status_code == 410
    assert (await client.get("/api/parse/download/unknown")).status_code == 404


async def test_a_link_needs_no_key_and_expires(client, tasks: FakeTasks, clock: FakeClock):
    task_id = await submit(client)
    tasks.finish(task_id, b"0123456789")
    link = (await client.get(f"/api/parse/result/{task_id}")).json()["download_url"]
    assert link.startswith(f"http://quire.test/files/{task_id}/Report.md?expires=")
    del client.headers["authorization"]
    assert (await client.get(link)).content == b"0123456789"
    assert (await client.head(link)).headers["content-length"] == "10"
    assert (await client.get(link, headers={"range": "bytes=0-0"})).content == b"0"
    clock.advance(3600)
    expired = await client.get(link)
    assert (expired.status_code, expired.headers["x-error-code"]) == (410, "gone")


async def test_a_changed_link_opens_nothing(client, tasks: FakeTasks):
    first, second = await submit(client), await submit(client)
    for task_id in (first, second):
        tasks.finish(task_id, b"x", {"images/p1-1.png": PNG})
    link = (await client.get(f"/api/parse/result/{first}")).json()["download_url"]
    changed = [
        link.replace(first, second),
        link.replace("Report.md", "images/p1-1.png"),
        link.replace("Report.md", "..%2F..%2Fquire.sqlite3"),
        link.replace("expires=1", "expires=2"),
        link.replace("key=", "key=0"),
        link[:-1] + ("0" if link[-1] != "0" else "1"),
        link.split("?")[0],
    ]
    for url in changed:
        assert (await client.get(url)).status_code == 403, url


async def test_another_owners_task_does_not_exist(client, nobody, site: Site, admin: str):
    task_id = await submit(client)
    other = site.keys.create(NewKey("other", "wang"))[1]
    for method, path in (
        ("GET", f"/api/parse/result/{task_id}"),
        ("GET", f"/api/parse/download/{task_id}"),
        ("DELETE", f"/api/tasks/{task_id}"),
    ):
        answer = await nobody.request(method, path, headers={"authorization": f"Bearer {other}"})
        assert answer.status_code == 404, path
    seen = await nobody.get(f"/api/parse/result/{task_id}", headers={"authorization": f"Bearer {admin}"})
    assert seen.json()["task_id"] == task_id


async def test_a_second_key_of_the_owner_sees_the_task(client, nobody, site: Site):
    task_id = await submit(client)
    second = site.keys.create(NewKey("second", "lin"))[1]
    answer = await nobody.get(f"/api/parse/result/{task_id}", headers={"authorization": f"Bearer {second}"})
    assert answer.status_code == 200


async def test_the_same_idempotency_key_gives_the_same_task(client, tasks: FakeTasks):
    headers = {"idempotency-key": "run-1"}
    first = await submit(client, headers=headers)
    assert await submit(client, headers=headers) == first
    other = await client.post("/api/parse/pdf2markdown", files={"file": ("a.pdf", PDF + b"y")}, headers=headers)
    assert other.status_code == 409
    assert (await submit(client, headers={"idempotency-key": "run-2"})) != first


@pytest.mark.parametrize("value", ["", "x" * 256, "a\tb"])
async def test_a_wrong_idempotency_key_is_400(client, value):
    answer = await client.post(
        "/api/parse/pdf2json", files={"file": ("a.pdf", PDF)}, headers={"idempotency-key": value}
    )
    assert answer.status_code == 400


async def test_a_quota_is_counted_and_comes_back(nobody, site: Site, clock: FakeClock):
    secret = site.keys.create(NewKey("small", "lin", scopes=frozenset({Scope.PARSE}), quota=2))[1]
    nobody.headers["authorization"] = f"Bearer {secret}"
    await submit(nobody)
    await submit(nobody)
    answer = await nobody.post("/api/parse/pdf2json", files={"file": ("a.pdf", PDF)})
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) == 86400
    clock.advance(86400)
    await submit(nobody)


async def test_what_is_sent_again_is_charged_once(nobody, site: Site):
    key, secret = site.keys.create(NewKey("small", "lin", quota=3))
    nobody.headers["authorization"] = f"Bearer {secret}"
    headers = {"idempotency-key": "run-1"}
    first = await submit(nobody, headers=headers)
    assert await submit(nobody, headers=headers) == first
    assert site.keys.get(key.id).quota_used == 1


async def test_the_file_limit_is_inclusive(client, site: Site):
    exact = PDF + b"0" * (MAX_BYTES - len(PDF))
    assert (await client.post("/api/parse/pdf2json", files={"file": ("a.pdf", exact)})).status_code == 200
    answer = await client.post("/api/parse/pdf2json", files={"file": ("a.pdf", exact + b"0")})
    assert answer.status_code == 413
    assert list(site.staging.iterdir()) == []


async def test_other_services_tasks_are_not_shown(client, tasks: FakeTasks):
    from dataclasses import replace

    task_id = await submit(client)
    tasks.rows[task_id] = replace(tasks.rows[task_id], kind="finance")
    assert (await client.get(f"/api/parse/result/{task_id}")).status_code == 404
    assert NotFound.status == 404


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5", "utf-16"])
async def test_texts_of_chinese_encodings_are_taken(client, tasks, encoding):
    body = "你好，世界。我們的話在這裡。".encode(encoding, "replace") * 9
    answer = await client.post("/api/parse/file2markdown", files={"file": ("a.txt", body)})
    assert answer.status_code == 200
    refused = await client.post("/api/parse/pdf2markdown", files={"file": ("a.txt", body)})
    assert refused.json()["detail"].startswith("Unsupported file type: ")
    assert (
        await client.post("/api/parse/file2markdown", files={"file": ("a.txt", bytes(range(256)) * 20)})
    ).status_code == 400
