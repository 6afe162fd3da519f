"""Results with their pictures: linked, in a ZIP file, inside; and passwords on every submission."""

from __future__ import annotations

import io
import zipfile

import pytest

from quire.web.documents import whole_results
from quire.web.documents.submissions import LOCKED
from tests.web.console.test_documents_page import PAGE, PDF
from tests.web.console.test_keys_page import sign_in

pytestmark = pytest.mark.anyio

PICTURE = b"\x89PNG\r\n\x1a\n"
TEXTS = {
    "pdf2markdown": b"![a](images/p1-1.png) and images/p1-1.png, (images/other.png)",
    "pdf2html": b'<img src="images/p1-1.png">',
    "pdf2json": b'{"path":"images/p1-1.png"}',
}


@pytest.fixture
def made(client, tasks):
    """`await made(word)` is the id of a done conversion with a picture."""

    async def make(word: str) -> str:
        await client.post(f"/api/parse/{word}", files={"file": ("a.pdf", PDF)})
        found = [*tasks.rows][-1]
        tasks.finish(found, TEXTS[word], {"images/p1-1.png": PICTURE})
        return found

    return make


@pytest.mark.parametrize("word", TEXTS)
async def test_a_result_is_linked_zipped_or_one_file(client, made, word):
    address = f"/api/parse/download/{await made(word)}"
    assert (await client.get(address)).content == TEXTS[word]
    zipped = await client.get(f"{address}?pictures=zip")
    names = zipfile.ZipFile(io.BytesIO(zipped.content)).namelist()
    assert [name.partition("/")[2] for name in names][1] == "images/p1-1.png"
    inside = await client.get(f"{address}?pictures=inside")
    if word == "pdf2json":
        assert (inside.status_code, "pictures=zip" in inside.json()["detail"]) == (400, True)
        return
    assert inside.content.count(b"data:image/png;base64,iVBORw0KGgo=") == 1
    assert inside.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert (await client.get(f"{address}?pictures=none")).status_code == 400


async def test_pictures_that_are_too_large_stay_outside(client, made, monkeypatch):
    monkeypatch.setattr(whole_results, "MAX_INSIDE", 3)
    answer = await client.get(f"/api/parse/download/{await made('pdf2html')}?pictures=inside")
    assert answer.status_code == 400


async def test_the_console_gives_whole_results(client, nobody, secret, made):
    markdown, html = await made("pdf2markdown"), await made("pdf2html")
    await sign_in(nobody, secret)
    assert (await nobody.get(f"{PAGE}/{markdown}/file")).headers["content-type"] == "application/zip"
    assert b"data:image/png" in (await nobody.get(f"{PAGE}/{html}/file")).content
    assert (await nobody.get(f"{PAGE}/{html}/file?pictures=linked")).status_code == 303


@pytest.mark.parametrize("path", ["parse/pdf2word", "parse/file2markdown", "finance/extract", "invoice/recognize"])
async def test_a_password_goes_to_the_task_and_nowhere_else(client, tasks, path):
    answer = await client.post(
        f"/api/{path}", files={"file": ("a.pdf", PDF)}, data={"password": " geheim "}, headers={"Idempotency-Key": "k"}
    )
    new = tasks.asked[-1]
    assert (new.password, new.options[LOCKED]) == (" geheim ", "1")
    assert "geheim" not in repr(new)
    assert "geheim" not in answer.text + (await client.get("/api/tasks")).text
    too_long = {"password": "x" * 128}
    assert (await client.post(f"/api/{path}", files={"file": ("a.pdf", PDF)}, data=too_long)).status_code == 400


async def test_a_locked_document_is_tried_again_with_its_password(client, tasks):
    await client.post("/api/parse/pdf2word", files={"file": ("a.pdf", PDF)})
    (found,) = tasks.rows
    tasks.keep_upload(found)
    tasks.fail(found, "The file is protected by a password")
    assert (await client.post(f"/api/tasks/{found}/retry", json={"password": "geheim"})).status_code == 200
    assert tasks.asked[-1].password == "geheim"


async def test_a_refused_file_says_what_is_taken(client, nobody, secret):
    """The body has the keys of the contract alone; problem details may have more."""
    sent = {"file": ("a.png", PICTURE)}
    answer = await client.post("/api/parse/pdf2word", files=sent)
    assert answer.json() == {"detail": "Unsupported file type: image/png"}
    assert answer.headers["x-accepted-types"] == "application/pdf"
    problem = await client.post("/api/parse/pdf2word", files=sent, headers={"accept": "application/problem+json"})
    assert problem.json()["accepted"] == ["application/pdf"]
