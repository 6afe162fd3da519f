"""The page of documents, as a browser without JavaScript uses it."""

from __future__ import annotations

import re

import pytest

from quire.access.keys import NewKey
from quire.access.rules import Role, Scope
from quire.web.console_documents import ENDPOINTS
from quire.web.language import LANGUAGES, TEXTS
from tests.web.test_console import sign_in, token

pytestmark = pytest.mark.anyio

PAGE = "/console/documents"
PDF = b"%PDF-1.7\n" + b"x" * 100
PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 100


@pytest.fixture
async def ours(nobody, secret):
    """The token of the forms of a client that is signed in."""
    return token(await sign_in(nobody, secret))


async def send(client, word, form_token, name="a.pdf", content=PDF, **fields):
    data = {"token": form_token, **fields}
    return await client.post(f"{PAGE}/{word}", data=data, files={"file": (name, content)})


async def test_who_is_not_signed_in_sees_the_door(nobody, secret):
    assert 'action="/console/sign-in"' in (await nobody.get(PAGE)).text
    assert (await send(nobody, "pdf2word", "")).status_code == 401


async def test_every_service_takes_a_document(nobody, ours, tasks):
    for word, (_, taking) in ENDPOINTS.items():
        answer = await send(nobody, word, ours, pages="2")
        assert (answer.status_code, answer.headers["location"]) == (303, f"{PAGE}?watch=1")
        assert (tasks.asked[-1].kind, tasks.asked[-1].owner) == (taking.kind, "lin")
        assert tasks.asked[-1].options["pages"] == "2"
    page = (await nobody.get(PAGE)).text
    assert page.count("a.pdf</th>") == len(ENDPOINTS)


async def test_a_picture_becomes_statements_and_no_word(nobody, ours):
    assert (await send(nobody, "statements", ours, "a.png", PNG)).status_code == 303
    refused = await send(nobody, "pdf2word", ours, "a.png", PNG)
    assert refused.status_code == 400
    assert "Unsupported file type" in refused.text
    assert (await send(nobody, "nothing", ours)).status_code == 404


async def test_why_it_was_refused_is_said_in_the_language_of_the_page(nobody, ours):
    nobody.headers["accept-language"] = "zh"
    refused = await send(nobody, "pdf2word", ours, "a.png", PNG)
    assert "不支持此文件类型：image/png" in refused.text
    refused = await send(nobody, "pdf2word", ours, pages="5-2")
    assert "不是有效的页码范围" in refused.text


@pytest.mark.parametrize("headers", [{}, {"sec-fetch-site": "cross-site"}])
async def test_a_form_that_is_not_ours_makes_nothing(nobody, ours, tasks, headers):
    wrong = ours if headers else "0" * 64
    answer = await nobody.post(
        f"{PAGE}/pdf2word", data={"token": wrong}, files={"file": ("a.pdf", PDF)}, headers=headers
    )
    assert answer.status_code == 403
    assert not tasks.asked


async def test_a_key_without_the_scope_is_refused(nobody, site, tasks):
    _, secret = site.keys.create(NewKey("t", "lin", scopes=frozenset({Scope.INVOICE})))
    ours = token(await sign_in(nobody, secret))
    page = (await nobody.get(PAGE)).text
    assert "pdf2word" not in page
    assert "/console/documents/invoices" in page
    assert (await send(nobody, "pdf2word", ours)).status_code == 403
    assert not tasks.asked


async def test_the_quota_holds_here_too(nobody, site):
    _, secret = site.keys.create(NewKey("t", "lin", quota=1))
    ours = token(await sign_in(nobody, secret))
    assert (await send(nobody, "pdf2json", ours)).status_code == 303
    assert (await send(nobody, "pdf2json", ours)).status_code == 429


async def test_a_result_is_downloaded_by_a_signed_link(nobody, ours, tasks):
    await send(nobody, "pdf2markdown", ours, "report.pdf")
    (task_id,) = tasks.rows
    tasks.finish(task_id, b"# Words")
    page = (await nobody.get(PAGE)).text
    link = re.search(rf'href="({PAGE}/{task_id}/file)"', page)
    assert link is not None
    way = await nobody.get(link.group(1))
    assert way.status_code == 303
    assert (await nobody.get(way.headers["location"])).text == "# Words"


async def test_another_owners_task_is_neither_seen_nor_touched(nobody, site, ours, tasks):
    await send(nobody, "pdf2word", ours)
    (task_id,) = tasks.rows
    await nobody.post("/console/sign-out", data={"token": ours})
    _, secret = site.keys.create(NewKey("t", "mallory"))
    theirs = token(await sign_in(nobody, secret))
    assert task_id not in (await nobody.get(PAGE)).text
    assert (await nobody.get(f"{PAGE}/{task_id}/file")).status_code == 404
    assert (await nobody.post(f"{PAGE}/{task_id}/delete", data={"token": theirs})).status_code == 404
    assert task_id in tasks.rows


async def test_a_task_is_deleted(nobody, ours, tasks):
    await send(nobody, "pdf2word", ours)
    (task_id,) = tasks.rows
    assert (await nobody.post(f"{PAGE}/{task_id}/delete", data={"token": "x"})).status_code == 403
    assert (await nobody.post(f"{PAGE}/{task_id}/delete", data={"token": ours})).status_code == 303
    assert not tasks.rows


async def test_the_page_follows_only_while_something_goes_on(nobody, ours, tasks):
    assert "http-equiv" not in (await nobody.get(f"{PAGE}?watch=1")).text
    await send(nobody, "pdf2word", ours)
    assert 'http-equiv="refresh"' in (await nobody.get(f"{PAGE}?watch=1")).text
    assert "http-equiv" not in (await nobody.get(PAGE)).text
    tasks.fail(next(iter(tasks.rows)), "It is <damaged>.")
    page = (await nobody.get(f"{PAGE}?watch=1")).text
    assert "http-equiv" not in page
    assert "It is &lt;damaged&gt;." in page


async def test_an_administrator_sees_whose_a_task_is(nobody, site, ours, tasks):
    await send(nobody, "pdf2word", ours)
    _, root = site.keys.create(NewKey("root", "root", Role.ADMIN))
    await sign_in(nobody, root)
    assert "<td>lin</td>" in (await nobody.get(PAGE)).text


def test_both_languages_have_every_text():
    assert {code: set(TEXTS[code]) for code in LANGUAGES} == {code: set(TEXTS["en"]) for code in LANGUAGES}
