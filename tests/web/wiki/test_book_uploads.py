"""Books come in: what is taken, what is refused, what they are called, and what was built before."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from quire.access.keys import NewKey
from quire.tasks.builds.job_states import JobStatus
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_registry import DedupScope, WikiRegistry
from tests.web.wiki.test_job_routes import add, engine, fits, other, wikis
from tests.web.wikis import fill, finish

__all__ = ["add", "engine", "other", "wikis"]

pytestmark = pytest.mark.anyio

BOOK = b"# Walden\n\nI went to the woods.\n"


def epub(stored_first=True) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        if stored_first:
            archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", "<container/>")
    return body.getvalue()


async def upload(client, name, content, **fields):
    return await client.post("/api/v1/upload", files={"file": (name, content)}, data=fields)


@pytest.mark.parametrize(
    ("name", "content", "suffix"),
    [
        ("a.epub", epub(), ".epub"),
        ("a.bin", epub(stored_first=False), ".epub"),
        ("a.txt", b"%PDF-1.7\nx", ".pdf"),
        ("a.md", BOOK, ".md"),
        ("a.MARKDOWN", BOOK, ".md"),
        ("a.txt", BOOK, ".txt"),
        ("a", "没有后缀的书。".encode(), ".txt"),
        ("a.txt", "第一章　風雨\n".encode("big5"), ".txt"),
        ("a.txt", "第一章 风雨欲来。\n".encode("gb18030"), ".txt"),
        ("a.txt", "Chapter 1\n".encode("utf-16"), ".txt"),
        ("a.txt", "Café, naïve — é\n".encode("cp1252"), ".txt"),
        ("a.txt", b"<!doctype html><p>a page saved as text", ".txt"),
    ],
)
async def test_what_is_taken_is_judged_by_its_content(client, wikis, name, content, suffix):
    answer = await upload(client, name, content)
    body = fits(answer, "WikiSubmitted")
    folder = Path(body["target_dir"])
    assert folder == wikis.shelf.folder(body["wiki_slug"])
    assert Wiki.open(folder).source.name == f"book{suffix}"
    assert Wiki.open(folder).source.read_bytes() == content
    assert f"job {body['job_id']}" in body["message"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", b"\x89PNG\r\n\x1a\n rest"),
        ("a.epub", b"PK\x03\x04 no archive"),
        ("a.txt", bytes(range(256)) * 20),
        ("a.html", b"<!doctype html><p>a page"),
        ("a.docx", b"PK\x05\x06" + b"\0" * 18),
        ("a.md", b"\x7fELF\x02\x01\x01\0\0\0\0"),
    ],
)
async def test_what_is_no_book_is_refused(client, wikis, name, content):
    answer = await upload(client, name, content)
    assert answer.status_code == 400
    assert "Unsupported file type" in answer.json()["error"]
    assert wikis.shelf.all() == []
    assert not any(wikis.shelf.folder("a").parent.glob("*"))


async def test_a_field_that_the_form_does_not_have_is_named(client):
    answer = await client.post("/api/v1/upload", files={"file": ("a.txt", BOOK)}, data={"language": "en"})
    assert answer.status_code == 200
    assert answer.headers["x-warnings"] == (
        "Ignored, because there is no such field: language. "
        "Fields are auto_start, file, force, lang, upload_id, wiki_name, wiki_slug."
    )


async def test_an_empty_file_no_file_and_a_large_one(client, monkeypatch):
    assert (await upload(client, "a.txt", b"")).status_code == 400
    assert (await client.post("/api/v1/upload", data={"lang": "en"})).status_code == 400
    monkeypatch.setattr("quire.web.wiki.book_uploads.MAX_BYTES", 10)
    assert (await upload(client, "a.txt", b"x" * 11)).status_code == 413
    assert (await upload(client, "a.txt", b"x" * 10)).status_code == 200
    length = {"content-length": str(300 * 2**20), "content-type": "multipart/form-data; boundary=B"}
    assert (await client.post("/api/v1/upload", headers=length, content=b"")).status_code == 413


@pytest.mark.parametrize(
    ("fields", "slug", "name"),
    [
        ({}, "walden", "Walden"),
        ({"wiki_name": "The  Woods!"}, "the-woods", "The Woods!"),
        ({"wiki_name": "红楼梦"}, "hong-lou-meng", "红楼梦"),
        ({"wiki_name": "Ünïcode & Söhne's"}, "unicode-sohnes", "Ünïcode & Söhne's"),
        ({"wiki_name": "***"}, "wiki", "***"),
        ({"wiki_slug": "my-book-2"}, "my-book-2", "Walden"),
        ({"wiki_name": "x" * 150}, "x" * 64, "x" * 150),
    ],
)
async def test_names(client, fields, slug, name):
    body = (await upload(client, "Walden.md", BOOK, **fields)).json()
    assert (body["wiki_slug"], body["wiki_name"]) == (slug, name)


@pytest.mark.parametrize("slug", ["A", "a_b", "-a", "a-", "a--b", "a b", "../a", "é", "x" * 65, "a/b", "."])
async def test_slugs_that_cannot_be(client, slug):
    answer = await upload(client, "a.md", BOOK, wiki_slug=slug)
    assert answer.status_code == 400
    assert "wiki_slug" in answer.json()["error"]


async def test_the_same_slug_gets_a_suffix(client, wikis):
    slugs = [(await upload(client, "a.md", BOOK + bytes([n]), wiki_slug="a")).json()["wiki_slug"] for n in b"xyz"]
    assert slugs == ["a", "a-2", "a-3"]
    wikis.shelf.folder("a-4").mkdir()  # somebody's own folder stays theirs
    assert (await upload(client, "a.md", BOOK, wiki_slug="a")).json()["wiki_slug"] == "a-5"


@pytest.mark.parametrize(
    "fields",
    [{"lang": "fr"}, {"auto_start": "maybe"}, {"force": "2"}, {"wiki_name": "x" * 201}, {"wiki_name": "a\x07b"}],
)
async def test_fields_that_cannot_be(client, wikis, fields):
    assert (await upload(client, "a.md", BOOK, **fields)).status_code == 400
    assert wikis.shelf.all() == []


async def test_a_job_that_is_not_to_start_waits(client, wikis):
    body = (await upload(client, "a.md", BOOK, auto_start="false")).json()
    job = wikis.builds.find(body["job_id"])
    assert (job.status, job.phase) == ("paused", "egg")
    assert wikis.builds.claim("w", 1) is None
    started = await client.post(f"/api/v1/jobs/{body['job_id']}/start")
    assert started.json()["status"] == "queued"
    assert wikis.builds.claim("w", 1)[0].id == job.id


async def test_a_book_that_was_built_before_is_there_at_once(client, site, wikis, engine, add, other, clock):
    first = await add(name="Mine secret.md")
    fill(wikis, first["wiki_slug"], clock)
    Wiki.open(wikis.shelf.folder(first["wiki_slug"])).configure(PORT="8123")
    wikis.shelf.folder(first["wiki_slug"]).joinpath("log").mkdir(exist_ok=True)
    wikis.shelf.folder(first["wiki_slug"]).joinpath("log", "wiki.log").write_text("private")
    finish(wikis, engine, first["job_id"])
    answer = await client.post("/api/v1/upload", files={"file": ("theirs.md", BOOK)}, headers=other)
    made = answer.json()
    job = (await client.get(f"/api/v1/jobs/{made['job_id']}", headers=other)).json()
    assert (job["status"], job["token_summary"]) == ("completed", {"total_tokens": 0, "total_cost_usd": 0.0})
    pages = (await client.get(f"/api/v1/pages?wiki={made['wiki_slug']}", headers=other)).json()
    assert pages["total"] == 3
    folder = Path(made["target_dir"])
    assert "PORT" not in Wiki.open(folder).config
    assert not (folder / "log" / "wiki.log").exists()
    everything = answer.text + "".join(path.read_text(errors="replace") for path in folder.rglob("*") if path.is_file())
    assert "Mine" not in everything
    assert "lin" not in made["message"]
    stream = await client.get(f"/api/v1/jobs/{made['job_id']}/stream", headers=other)
    assert stream.text.rstrip().endswith('data: {"status":"completed"}')
    assert "Mine" not in stream.text


async def test_no_copy_where_none_is_wanted(client, wikis, engine, add, clock):
    first = await add()
    fill(wikis, first["wiki_slug"], clock)
    finish(wikis, engine, first["job_id"])
    for fields in ({"force": "true"}, {"lang": "en"}, {"auto_start": "false"}):
        made = await add(**fields)
        assert wikis.builds.find(made["job_id"]).status in {JobStatus.QUEUED, JobStatus.PAUSED}


@pytest.mark.parametrize(("scope", "copied"), [("global", True), ("owner", False), ("off", False)])
async def test_whose_results_are_taken_over(client, site, wikis, engine, add, other, clock, scope, copied):
    object.__setattr__(
        wikis,
        "shelf",
        WikiRegistry(engine, clock, wikis.shelf._root, DedupScope(scope), files=wikis.shelf._snapshots._files),
    )
    first = await add()
    fill(wikis, first["wiki_slug"], clock)
    finish(wikis, engine, first["job_id"])
    made = (await client.post("/api/v1/upload", files={"file": ("b.md", BOOK)}, headers=other)).json()
    assert wikis.builds.find(made["job_id"]).status.shown is copied
    again = await add()
    assert wikis.builds.find(again["job_id"]).status.shown is (scope != "off")


async def test_a_book_from_an_address(client, wikis):
    wikis.fetch.files["https://books.example/a%20b/Walden.md"] = BOOK
    asked = {"source_url": "https://books.example/a%20b/Walden.md", "wiki_name": "W", "lang": "en", "auto_start": False}
    body = fits(await client.post("/api/v1/upload-url", json=asked), "WikiSubmitted")
    assert (body["wiki_name"], body["wiki_slug"]) == ("W", "w")
    entry = wikis.shelf.find("w")
    assert (entry.filename, entry.lang) == ("Walden.md", "en")
    assert wikis.builds.find(body["job_id"]).status is JobStatus.PAUSED


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"source_url": ""},
        {"source_url": 7},
        {"source_url": "http://127.0.0.1/"},
        {"source_url": "https://x.example/a", "lang": "fr"},
        {"source_url": "https://x.example/a", "wiki_slug": "No"},
        {"source_url": "https://x.example/a", "wiki_name": 7},
        {"source_url": "https://x.example/a", "wiki_name": "a\nb"},
        [],
    ],
)
async def test_addresses_and_fields_that_cannot_be(client, wikis, body):
    answer = await client.post("/api/v1/upload-url", json=body)
    assert answer.status_code == 400
    assert answer.json()["ok"] is False
    assert wikis.shelf.all() == []


async def test_a_fetched_file_is_judged_too(client, wikis, site):
    wikis.fetch.files["https://x.example/a.epub"] = b"\x89PNG\r\n\x1a\n"
    wikis.fetch.files["https://x.example/b.epub"] = b""
    for name in ("a", "b"):
        answer = await client.post("/api/v1/upload-url", json={"source_url": f"https://x.example/{name}.epub"})
        assert answer.status_code == 400
    assert list(site.staging.glob("*")) == []


async def test_a_quota_is_charged_for_books(site, client):
    secret = site.keys.create(NewKey("q", "lin", quota=1))[1]
    headers = {"authorization": f"Bearer {secret}"}
    codes = [
        (await client.post("/api/v1/upload", files={"file": ("a.md", BOOK)}, headers=headers)).status_code
        for _ in range(2)
    ]
    assert codes == [200, 429]
