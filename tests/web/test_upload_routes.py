"""Files sent in parts over HTTP: the protocol, its hostile cases, and the submissions that take them."""

from __future__ import annotations

import base64
import hashlib
from datetime import timedelta

import httpx
import jsonschema
import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from quire.errors import StorageUnavailable
from quire.store import resumable_uploads
from quire.web import application, upload_routes
from tests.web.test_openapi import component

pytestmark = pytest.mark.anyio

PATH = "/api/uploads"
PDF = b"%PDF-1.7\n" + bytes(range(256)) * 8
LENGTH = len(PDF)
TUS = {"Tus-Resumable": "1.0.0"}
PIECE = {**TUS, "Content-Type": "application/offset+octet-stream"}


def named(name: str) -> dict[str, str]:
    return {"Upload-Metadata": f"filename {base64.b64encode(name.encode()).decode()},filetype,x {'eA=='}"}


def checksum(content: bytes, name: str = "sha256") -> dict[str, str]:
    return {"Upload-Checksum": f"{name} {base64.b64encode(hashlib.new(name, content).digest()).decode()}"}


def form(**fields: str) -> dict[str, tuple[None, str]]:
    return {name: (None, value) for name, value in fields.items()}


async def created(client, length=LENGTH, name="年报.pdf") -> str:
    answer = await client.post(PATH, headers={**TUS, "Upload-Length": str(length), **named(name)})
    assert answer.status_code == 201, answer.text
    jsonschema.validate(answer.json(), component("Upload"))
    assert answer.headers["location"] == f"http://quire.test{PATH}/{answer.json()['upload_id']}"
    return answer.json()["upload_id"]


async def send(client, upload_id, content, offset=0, **more):
    headers = {**PIECE, "Upload-Offset": str(offset), **more}
    return await client.patch(f"{PATH}/{upload_id}", content=content, headers=headers)


async def whole(client, content=PDF, name="a.pdf") -> str:
    upload_id = await created(client, len(content), name)
    assert (await send(client, upload_id, content)).status_code == 204
    return upload_id


async def offset(client, upload_id) -> str:
    answer = await client.head(f"{PATH}/{upload_id}", headers=TUS)
    assert answer.headers["cache-control"] == "no-store"
    return answer.headers["upload-offset"]


async def test_a_file_in_parts_becomes_a_task(client, tasks, clock):
    upload_id = await created(client)
    first = await send(client, upload_id, PDF[:700])
    assert (first.status_code, first.headers["upload-offset"], first.headers["tus-resumable"]) == (204, "700", "1.0.0")
    state = await client.get(f"{PATH}/{upload_id}")
    jsonschema.validate(state.json(), component("Upload"))
    assert (state.json()["offset"], state.json()["filename"]) == (700, "年报.pdf")
    assert await offset(client, upload_id) == "700"
    early = await client.post("/api/parse/pdf2json", files=form(upload_id=upload_id))
    assert (early.status_code, tasks.asked) == (409, [])
    assert "700 of" in early.json()["detail"]
    rest = await send(client, upload_id, PDF[700:], 700, **checksum(PDF[700:], "sha1"))
    assert rest.headers["upload-offset"] == rest.headers["upload-length"] == str(len(PDF))
    headers = {"Idempotency-Key": "k"}
    data = form(upload_id=upload_id, pages="1-2")
    made = await client.post("/api/parse/pdf2json", files=data, headers=headers)
    again = await client.post("/api/parse/pdf2json", files=data, headers=headers)
    assert made.json()["task_id"] == again.json()["task_id"]
    (new,) = tasks.asked
    assert (new.filename, new.options["pages"], new.sha256) == ("年报.pdf", "1-2", hashlib.sha256(PDF).hexdigest())
    assert tasks.contents[made.json()["task_id"]] == PDF
    as_file = {"file": ("年报.pdf", PDF)}
    sent = await client.post("/api/parse/pdf2json", files=as_file, data={"pages": "1-2"}, headers=headers)
    assert sent.json()["task_id"] == made.json()["task_id"]
    clock.advance(3601)
    assert (await client.post("/api/parse/pdf2json", files=data)).status_code == 410


@pytest.mark.parametrize(
    ("path", "limit"), [("/api/finance/extract", 50 << 20), ("/api/invoice/recognize", 10 << 20), ("/api/v1/upload", 0)]
)
async def test_every_service_takes_them_under_its_own_rules(client, path, limit):
    upload_id = await whole(client)
    assert (await client.post(path, files=form(upload_id=upload_id, lang="en"))).status_code == 200
    gif = await whole(client, b"GIF89a" + b"x" * 50)
    refused = await client.post(path, files=form(upload_id=gif))
    assert (refused.status_code, refused.json()["detail"][:11]) == (400, "Unsupported")
    empty = await created(client, 0)
    assert (await client.post(path, files=form(upload_id=empty))).status_code == 400
    if limit:
        too_large = await created(client, limit + 1)
        assert (await client.post(path, files=form(upload_id=too_large))).status_code == 413
    both = await client.post(path, files={"file": ("a.pdf", PDF), **form(upload_id=upload_id)})
    assert (both.status_code, both.json()["detail"]) == (400, "Send either a file or upload_id.")
    assert (await client.post(path, files=form(upload_id="0" * 32))).status_code == 404


async def test_an_address_and_an_upload_are_refused(client):
    data = form(upload_id=await whole(client), source_url="https://example.org/a.pdf")
    assert (await client.post("/api/parse/pdf2json", files=data)).json()["detail"] == (
        "Send either upload_id or source_url."
    )


async def test_a_batch_of_uploads(client, tasks, monkeypatch):
    upload_ids = [await whole(client), await whole(client, PDF + b"2", "b.pdf"), await created(client), "0" * 32]
    sending = {"kind": "pdf2json", "uploads": upload_ids}
    headers = {"Idempotency-Key": "k"}
    body = (await client.post("/api/batches", json=sending, headers=headers)).json()
    jsonschema.validate(body, component("Batch"))
    assert [one["status"] for one in body["items"]] == ["pending", "pending", "refused", "refused"]
    assert [one["name"] for one in body["items"]][:2] == ["a.pdf", "b.pdf"]
    assert body["items"][2]["error"].startswith("The upload is not complete")
    assert [tasks.contents[one["task_id"]] for one in body["items"][:2]] == [PDF, PDF + b"2"]
    assert (await client.post("/api/batches", json=sending, headers=headers)).json()["batch_id"] == body["batch_id"]
    monkeypatch.setattr("quire.web.documents.batch_routes.MAX_BYTES", len(PDF) + 10)
    body = (await client.post("/api/batches", json=sending | {"uploads": upload_ids[:2]})).json()
    assert [one["error"] for one in body["items"]] == [None, "The file is too large."]
    for wrong in ({"uploads": []}, {"uploads": "x"}, {"uploads": [1]}, {"uploads": ["a"] * 101}):
        assert (await client.post("/api/batches", json={"kind": "pdf2json"} | wrong)).status_code == 400


async def test_what_does_not_fit_is_refused_and_changes_nothing(client):
    upload_id = await created(client)
    assert (await send(client, upload_id, PDF[:10])).status_code == 204
    for content, at, headers, status in (
        (b"x", 0, {}, 409),
        (b"x", 11, {}, 409),
        (b"x", "", {}, 400),
        (b"x", "-1", {}, 400),
        (b"x", "9" * 30, {}, 400),
        (PDF, 10, {}, 413),
        (b"x", 10, {"Content-Type": "application/octet-stream"}, 415),
        (b"x", 10, {"Tus-Resumable": "0.2.2"}, 412),
        (b"x", 10, {"Upload-Checksum": "md5 eA=="}, 400),
        (b"x", 10, {"Upload-Checksum": "sha256 =x="}, 400),
        (b"x", 10, checksum(b"y"), 460),
        (b"x", 10, {"Upload-Checksum": "sha256"}, 460),
    ):
        answer = await send(client, upload_id, content, at, **headers)
        assert (answer.status_code, answer.headers["tus-resumable"]) == (status, "1.0.0"), answer.text
        assert await offset(client, upload_id) == "10"
    problem = await send(client, upload_id, b"x", 10, Accept="application/problem+json", **checksum(b"y"))
    assert (problem.status_code, problem.json()["code"]) == (460, "checksum_mismatch")
    assert (await send(client, upload_id, PDF, 10, **{"Tus-Resumable": ""})).headers["tus-version"] == "1.0.0"
    assert (await send(client, upload_id, b"", 10)).status_code == 204
    assert await offset(client, upload_id) == "10"


async def test_a_body_that_announces_no_length_cannot_be_too_long(client):
    async def endless():
        for _ in range(10):
            yield PDF

    upload_id = await created(client)
    assert (await send(client, upload_id, endless())).status_code == 413
    assert await offset(client, upload_id) == "0"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Upload-Length": "x"}, 400),
        ({"Upload-Defer-Length": "1"}, 400),
        ({"Upload-Length": "1", "Upload-Metadata": "filename %%"}, 400),
        ({"Upload-Length": "1", "Upload-Metadata": ","}, 400),
        ({"Upload-Length": str((200 << 20) + 1)}, 413),
        ({"Upload-Length": "1", "Tus-Resumable": "2.0.0"}, 412),
    ],
)
async def test_what_cannot_be_created(client, headers, status):
    assert (await client.post(PATH, headers={**TUS, **headers})).status_code == status


async def test_a_hostile_name_is_cleaned(client, tasks):
    upload_id = await whole(client, name="../../etc/\u202epass\0wd.pdf")
    await client.post("/api/parse/pdf2json", files=form(upload_id=upload_id))
    assert tasks.asked[0].filename == "passwd.pdf"


async def test_another_owner_finds_nothing_and_a_key_without_files_creates_nothing(client, site, admin):
    upload_id = await whole(client)
    for headers in ({"Authorization": f"Bearer {site.keys.create(NewKey('b', 'bo'))[1]}"}, {"X-API-Key": admin}):
        if "X-API-Key" in headers:
            headers["Authorization"] = f"Bearer {admin}"
        for method in ("HEAD", "GET", "PATCH", "DELETE"):
            answer = await client.request(
                method, f"{PATH}/{upload_id}", headers={**PIECE, "Upload-Offset": "0", **headers}
            )
            assert answer.status_code == 404, method
        answer = await client.post("/api/parse/pdf2json", files=form(upload_id=upload_id), headers=headers)
        assert answer.status_code == 404
    none = site.keys.create(NewKey("c", "bo", scopes=frozenset({Scope.COMPANY})))[1]
    headers = {"Authorization": f"Bearer {none}", **TUS, "Upload-Length": "1"}
    assert (await client.post(PATH, headers=headers)).status_code == 403
    invoices = site.keys.create(NewKey("d", "bo", scopes=frozenset({Scope.INVOICE})))[1]
    headers |= {"Authorization": f"Bearer {invoices}", "Upload-Length": str((10 << 20) + 1)}
    assert (await client.post(PATH, headers=headers)).status_code == 413


async def test_of_two_at_the_same_place_one_wins(client, site, monkeypatch):
    """The second one's bytes have all arrived when the first one's are noted."""
    upload_id = await created(client)
    found = site.uploads.find(upload_id, "lin")
    assert (await send(client, upload_id, PDF[:10])).status_code == 204
    monkeypatch.setattr(site.uploads, "find", lambda *_: found)
    lost = await send(client, upload_id, b"y" * 10)
    assert lost.status_code == 409
    monkeypatch.undo()
    assert await offset(client, upload_id) == "10"
    assert len([*site.files.names("uploads")]) == 1


async def test_deleted_and_expired_ones_are_gone_with_their_files(client, site, clock):
    deleted, expired = await whole(client), await whole(client)
    assert (await client.delete(f"{PATH}/{deleted}", headers=TUS)).status_code == 204
    assert (await client.delete(f"{PATH}/{deleted}", headers=TUS)).status_code == 410
    assert len([*site.files.names("uploads")]) == 1
    clock.advance(24 * 3600)
    assert (await client.head(f"{PATH}/{expired}", headers=TUS)).status_code == 410
    assert (await send(client, expired, b"")).status_code == 410
    site.uploads.expire()
    assert (await client.head(f"{PATH}/{deleted}", headers=TUS)).status_code == 404
    clock.advance(3601)
    site.uploads.expire()
    assert [*site.files.names("uploads")] == []
    assert (await client.head(f"{PATH}/{expired}", headers=TUS)).status_code == 404


async def test_unfinished_ones_are_counted(client, clock, monkeypatch):
    monkeypatch.setattr(resumable_uploads, "MAX_OPEN", 2)
    monkeypatch.setattr(resumable_uploads, "MAX_PARTS", 1)
    first, _ = await whole(client), await created(client)
    full = {**TUS, "Upload-Length": "1"}
    assert (await client.post(PATH, headers=full)).status_code == 429
    await client.post("/api/parse/pdf2json", files=form(upload_id=first))
    third = await created(client, 2)
    assert (await client.post(PATH, headers=full)).status_code == 429
    assert (await send(client, third, b"a")).status_code == 204
    assert (await send(client, third, b"b", 1)).status_code == 400
    clock.advance(timedelta(days=1).total_seconds())
    assert (await client.post(PATH, headers=full)).status_code == 201


async def test_what_arrived_before_a_cut_stays_unless_it_has_a_checksum(site, secret, client, monkeypatch):
    monkeypatch.setattr(upload_routes, "PART_BYTES", 300)
    upload_id = await created(client)

    async def cut_off(at: int, headers: dict[str, str]) -> None:
        pieces = [PDF[at : at + 200], PDF[at + 200 : at + 400], PDF[at + 400 : at + 500]]

        async def receive():
            return (
                {"type": "http.request", "body": pieces.pop(0), "more_body": True}
                if pieces
                else {"type": "http.disconnect"}
            )

        async def unseen(_message):
            return None

        given = {
            **PIECE,
            "Upload-Offset": str(at),
            "Host": "quire.test",
            "Authorization": f"Bearer {secret}",
            **headers,
        }
        raw = [(name.lower().encode(), value.encode()) for name, value in given.items()]
        scope = {
            "type": "http",
            "method": "PATCH",
            "path": f"{PATH}/{upload_id}",
            "headers": raw,
            "http_version": "1.1",
        }
        await application(site)({**scope, "query_string": b"", "client": None}, receive, unseen)

    await cut_off(0, checksum(PDF))
    assert await offset(client, upload_id) == "0"
    await cut_off(0, {})
    assert await offset(client, upload_id) == "500"
    assert len([*site.files.names("uploads")]) == 2
    assert [*site.staging.glob("*")] == []
    assert (await send(client, upload_id, PDF[500:], 500)).status_code == 204


async def test_a_store_that_fails_costs_the_part_only(client, site, monkeypatch):
    monkeypatch.setattr(upload_routes, "PART_BYTES", 300)
    upload_id = await created(client)
    kept, calls = site.files.put_file, []

    def failing(path, name):
        calls.append(name)
        if len(calls) == 2:
            raise StorageUnavailable
        kept(path, name)

    async def pieces():
        for at in range(0, len(PDF), 300):
            yield PDF[at : at + 300]

    monkeypatch.setattr(site.files, "put_file", failing)
    assert (await send(client, upload_id, pieces())).status_code == 503
    assert await offset(client, upload_id) == "300"
    assert (await send(client, upload_id, PDF[300:], 300)).status_code == 204


async def test_methods_that_a_proxy_does_not_pass_go_through_a_post(client):
    upload_id = await created(client)
    headers = {**PIECE, "Upload-Offset": "0", "X-HTTP-Method-Override": "PATCH"}
    answer = await client.post(f"{PATH}/{upload_id}", content=PDF, headers=headers)
    assert answer.headers["upload-offset"] == str(len(PDF))
    assert (await client.post(f"{PATH}/{upload_id}", headers={**TUS})).status_code == 405
    headers = {**TUS, "X-HTTP-Method-Override": "DELETE"}
    assert (await client.post(f"{PATH}/{upload_id}", headers=headers)).status_code == 204


async def test_the_protocol_is_described(client: httpx.AsyncClient):
    answer = await client.options(PATH)
    assert answer.status_code == 204
    assert answer.headers["tus-extension"] == "creation,termination,expiration,checksum"
    assert answer.headers["tus-max-size"] == str(200 << 20)
