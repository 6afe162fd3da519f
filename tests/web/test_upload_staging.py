"""Multipart bodies: good, bad, hostile."""

from __future__ import annotations

import hashlib
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.errors import BadRequest, TooLarge
from quire.web.http import multipart
from quire.web.http.multipart import FormReader
from quire.web.state.site import Site
from tests.web.fakes import FakeTasks

PDF = b"%PDF-1.7\n" + b"x" * 500
TYPE = "multipart/form-data; boundary=B"
PATH = "/api/parse/pdf2markdown"


def part(disposition: bytes, content: bytes, more: bytes = b"") -> bytes:
    return b"--B\r\nContent-Disposition: form-data; " + disposition + b"\r\n" + more + b"\r\n" + content + b"\r\n"


FILE = part(b'name="file"; filename="a.pdf"', PDF)
END = b"--B--\r\n"


def read(body: bytes, *, limit: int = 10_000, piece: int = 7, content_type: str = TYPE):
    target = io.BytesIO()
    reader = FormReader(content_type, lambda: target, limit=limit, names=frozenset({"pages", "client_ref"}))
    for start in range(0, len(body), piece):
        reader.write(body[start : start + piece])
    return reader.finish(), target.getvalue()


@pytest.mark.parametrize("piece", [1, 2, 3, 64, 100_000])
def test_a_form_in_pieces_of_any_size(piece: int):
    body = part(b'name="pages"', b"1-5") + FILE + part(b'name="other"', b"x") + END
    form, content = read(body, piece=piece)
    assert content == PDF
    assert form.fields == {"pages": "1-5"}
    (file,) = form.files
    assert (file.filename, file.size, file.sha256) == ("a.pdf", len(PDF), hashlib.sha256(PDF).hexdigest())
    assert file.head == PDF


@given(st.binary(max_size=2000), st.integers(1, 64))
def test_any_content_arrives_as_it_was(content: bytes, piece: int):
    body = b"--0f8e1c\r\n" + part(b'name="file"; filename="a"', content)[5:] + b"--0f8e1c--\r\n"
    if b"\r\n--0f8e1c" in b"\r\n" + content:
        return
    form, arrived = read(body, piece=piece, content_type="multipart/form-data; boundary=0f8e1c")
    assert arrived == content
    assert form.files[0].size == len(content)


@given(st.binary(max_size=300))
def test_no_body_breaks_the_reader(body: bytes):
    for whole in (body, b"--B\r\n" + body, FILE[:40] + body):
        try:
            read(whole)
        except BadRequest as error:
            assert str(error)  # noqa: PT017 - whichever error it is, it is one of ours


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        (b'name="file"; filename="\xe6\x8a\xa5\xe5\x91\x8a.pdf"', "报告.pdf"),
        (b'name="file"; filename="x"; filename*=UTF-8\'\'%E6%8A%A5%E5%91%8A.pdf', "报告.pdf"),
        (b"name=\"file\"; filename*=utf-8''%E6%8A%A5%E5%91%8A.pdf", "报告.pdf"),
        ('name="file"; filename="报告.pdf"'.encode("gb18030"), "报告.pdf"),
        (b'name="file"; filename="a%22b.pdf"', 'a"b.pdf'),
        (b"name=file; filename=a.pdf", "a.pdf"),
        (b'name="file"; filename="a;b.pdf"', "a;b.pdf"),
    ],
)
def test_names_of_files_in_every_form(disposition: bytes, name: str):
    assert read(part(disposition, PDF) + END)[0].files[0].filename == name


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "application/pdf",
        "multipart/form-data",
        "multipart/form-data; boundary=" + "x" * 71,
        "multipart/mixed; boundary=B",
    ],
)
def test_other_types_of_bodies(content_type: str):
    with pytest.raises(BadRequest, match="multipart/form-data"):
        read(FILE + END, content_type=content_type)


@pytest.mark.parametrize(
    ("body", "word"),
    [
        (FILE, "incomplete"),
        (FILE[:-20], "incomplete"),
        (b"", "incomplete"),
        (FILE + FILE + END, "only one file"),
        (b"garbage" + FILE + END, "damaged"),
        (b"--B\r\n\r\n" + PDF + b"\r\n" + END, "no name"),
        (b"--B\r\nContent-Disposition: attachment\r\n\r\nx\r\n" + END, "no name"),
        (part(b'name="pages"', b"1") * 2 + FILE + END, "repeated"),
        (part(b'name="pages"', b"\xff") + FILE + END, "UTF-8"),
        (part(b'name="pages"', b"1" * (multipart.MAX_FIELD + 1)) + FILE + END, "too long"),
        (part(b'name="x"', b"") * (multipart.MAX_PARTS + 1) + END, "too many parts"),
        (part(b'name="file"; filename="' + b"a" * 5000 + b'"', PDF) + END, "file name too long"),
        (part(b'name="pages"; filename="p.txt"', b"1") + FILE + END, "“pages” must be text, not a file"),
        (part(b'name="file"; filename="a"', PDF, b"X: y\r\n" * 5000) + END, "too much in its header"),
    ],
)
def test_bad_bodies_say_what_is_wrong(body: bytes, word: str):
    with pytest.raises(BadRequest, match=word):
        read(body, piece=1000)


def test_the_limit_counts_the_file_only():
    assert read(part(b'name="pages"', b"1-5") + FILE + END, limit=len(PDF))[0].files[0].size == len(PDF)
    with pytest.raises(TooLarge):
        read(FILE + END, limit=len(PDF) - 1)


@pytest.mark.anyio
class TestSubmissions:
    async def test_missing_and_empty_files(self, client, site: Site):
        for body, word in (
            (part(b'name="pages"', b"1") + END, "no file in the field"),
            (part(b'name="file"', PDF) + END, "no file in the field"),
            (part(b'name="file"; filename=""', b"") + END, "no file in the field"),
            (part(b'name="pdf"', b"1") + part(b'name="to"', b"md") + END, "“file”; ignored: “pdf”, “to”."),
            (part(b'name="file"; filename="a.pdf"', b"") + END, "empty"),
        ):
            answer = await client.post(PATH, content=body, headers={"content-type": TYPE})
            assert answer.status_code == 400
            assert word in answer.json()["detail"]
        assert list(site.staging.iterdir()) == []

    @pytest.mark.parametrize(
        ("content", "mime"),
        [
            (b"\x89PNG\r\n\x1a\n" + b"x" * 50, "image/png"),
            (b"\xff\xd8\xff\xe0" + b"x" * 50, "image/jpeg"),
            (b"\x00\x01\x02\x03", "application/octet-stream"),
        ],
    )
    async def test_the_type_is_judged_by_content(self, client, content: bytes, mime: str):
        answer = await client.post(PATH, files={"file": ("a.pdf", content, "application/pdf")})
        assert answer.status_code == 400
        assert answer.json() == {"detail": f"Unsupported file type: {mime}"}
        assert answer.headers["x-error-code"] == "unsupported_file_type"

    async def test_a_pdf_by_another_name_is_one(self, client):
        answer = await client.post(PATH, files={"file": ("a.txt", PDF, "text/plain")})
        assert answer.status_code == 200

    @pytest.mark.parametrize(
        "name", ["../../../etc/passwd", "a\r\nSet-Cookie: x=1.pdf", "x\u202e.pdf", "\x00", "C:\\a\\b.pdf"]
    )
    async def test_hostile_names_are_cleaned_on_the_way_in_and_out(self, client, tasks: FakeTasks, name: str):
        answer = await client.post(PATH, files={"file": (name, PDF)})
        assert answer.status_code == 200
        kept = tasks.asked[0].filename
        assert kept.isprintable()
        assert not set(kept) & set("/\\\u202e")
        tasks.finish(answer.json()["task_id"], b"x")
        download = await client.get(f"/api/parse/download/{answer.json()['task_id']}")
        assert "set-cookie" not in download.headers
        assert download.headers["content-disposition"].isprintable()
