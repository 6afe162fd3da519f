"""The page of documents, as a browser without JavaScript uses it."""

from __future__ import annotations

import re

import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Rate, Role, Scope
from quire.tasks.task_states import NewTask
from quire.web.console.documents_page import SUBMISSIONS, reference_text
from quire.web.console.translations import LANGUAGES, TEXTS
from quire.web.rate_limits import CONSOLE_FACTOR
from tests.web.console.test_keys_page import sign_in, token
from tests.web.documents.test_result_archive import members

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
    for word, (_, taking) in SUBMISSIONS.items():
        answer = await send(nobody, word, ours, pages="2")
        assert (answer.status_code, answer.headers["location"]) == (303, f"{PAGE}?watch=1")
        assert (tasks.asked[-1].kind, tasks.asked[-1].owner) == (taking.kind, "lin")
        assert tasks.asked[-1].options["pages"] == "2"
    page = (await nobody.get(PAGE)).text
    assert page.count("a.pdf</th>") == len(SUBMISSIONS)


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


async def test_what_is_in_doubt_stands_in_the_list(nobody, ours, tasks):
    await send(nobody, "pdf2markdown", ours)
    (task_id,) = tasks.rows
    tasks.finish(task_id, b"", doubts=(2, 3))
    said = "No text was found: the result is empty or shows only pictures."
    tasks._move(task_id, warnings=(said,))
    page = (await nobody.get(PAGE)).text
    assert said in page
    assert "Failed checks and warnings: 2" in page
    assert "Uncertain values: 3" in page
    assert "没有找到文字" in (await nobody.get(f"{PAGE}?lang=zh")).text


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
    asked = await nobody.post(f"{PAGE}/{task_id}/delete", data={"token": ours})
    assert 'name="sure" value="1"' in asked.text
    assert task_id in tasks.rows
    sure = {"token": ours, "sure": "1"}
    assert (await nobody.post(f"{PAGE}/{task_id}/delete", data=sure)).status_code == 303
    assert not tasks.rows  # it had not ended: there is nothing to restore


async def test_what_has_ended_waits_in_the_bin(nobody, site, ours, tasks):
    for name in ("a.pdf", "b.pdf"):
        await send(nobody, "pdf2word", ours, name)
    first, second = tasks.rows
    for task_id in (first, second):
        tasks.finish(task_id, b"PK")
        await nobody.post(f"{PAGE}/{task_id}/delete", data={"token": ours, "sure": "1"})
    assert "a.pdf" not in (await nobody.get(PAGE)).text
    assert "a.pdf" in (await nobody.get("/console/bin")).text
    assert (await nobody.get(f"{PAGE}/{first}/file")).status_code == 404
    await nobody.post("/console/bin", data={"token": ours, "id": first, "act": "restore"})
    assert "a.pdf" in (await nobody.get(PAGE)).text
    form = {"token": ours, "id": second, "act": "delete"}
    assert "cannot be undone" in (await nobody.post("/console/bin", data=form)).text
    assert second in tasks.rows
    await nobody.post("/console/bin", data=form | {"sure": "1"})
    assert set(tasks.rows) == {first}
    _, other = site.keys.create(NewKey("t", "mallory"))
    theirs = {"token": token(await sign_in(nobody, other)), "id": first, "act": "delete", "sure": "1"}
    await nobody.post("/console/bin", data=theirs)
    assert first in tasks.rows


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
    assert '<td data-label="Owner">lin</td>' in (await nobody.get(PAGE)).text


async def test_the_list_is_filtered_and_leafed_through(nobody, ours, tasks, monkeypatch):
    monkeypatch.setattr("quire.web.console.documents_page.TASKS_PER_PAGE", 2)
    for name, word in (("report.pdf", "pdf2word"), ("b.pdf", "pdf2json"), ("c.pdf", "pdf2word")):
        await send(nobody, word, ours, name, client_ref="run 7" if name == "b.pdf" else "")
    tasks.finish(next(iter(tasks.rows)), b"x")

    async def shown(query: str) -> list[str]:
        page = (await nobody.get(f"{PAGE}?{query}")).text
        return re.findall(r'<th scope="row" class="name">([a-z]+\.pdf)', page)

    assert await shown("q=REPORT") == ["report.pdf"]
    assert await shown("status=done") == ["report.pdf"]
    assert await shown("to=pdf2json") == ["b.pdf"]
    assert await shown("ref=run+7") == ["b.pdf"]
    assert await shown("status=nothing&to=nothing") == ["c.pdf", "b.pdf"]
    assert await shown("page=2") == ["report.pdf"]
    assert await shown("page=9") == await shown("q=nothing") == []
    assert TEXTS["en"]["no_matches"] in (await nobody.get(f"{PAGE}?q=nothing")).text
    assert TEXTS["en"]["no_tasks"] not in (await nobody.get(f"{PAGE}?q=nothing")).text


async def test_a_script_of_the_page_is_answered_in_json(nobody, site, ours, tasks):
    nobody.headers["accept"] = "application/json"
    taken = await send(nobody, "pdf2word", ours)
    assert taken.json() == {"location": f"{PAGE}?watch=1", "task_id": next(iter(tasks.rows))}
    refused = await send(nobody, "pdf2word", ours, "a.png", PNG)
    assert (refused.status_code, refused.json()) == (
        400,
        {"detail": "Unsupported file type: image/png. Accepted here: PDF."},
    )
    assert refused.headers["x-error-code"] == "unsupported_file_type"
    nobody.cookies.clear()
    assert (await send(nobody, "pdf2word", ours)).status_code == 401


async def test_a_script_is_told_when_to_come_back(nobody, site, ours):
    nobody.headers["accept"] = "application/json"
    object.__setattr__(site, "rate_submit", Rate.submissions(1))
    answers = [await send(nobody, "pdf2word", ours) for _ in range(CONSOLE_FACTOR + 1)]
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1


async def test_results_are_taken_together(nobody, ours, tasks):
    for name in ("a.pdf", "b.pdf", "c.pdf"):
        await send(nobody, "pdf2markdown", ours, name)
    first, second, _ = tasks.rows
    form = {"token": ours}
    assert (await nobody.post(f"{PAGE}/archive", data=form)).status_code == 404
    tasks.finish(first, b"# A")
    tasks.finish(second, b"# B")
    every = await nobody.post(f"{PAGE}/archive", data=form)
    assert set(members(every.content)) == {"a.md", "b.md"}
    ticked = await nobody.post(f"{PAGE}/archive", data=form | {"id": [second]})
    assert set(members(ticked.content)) == {"b.md"}
    filtered = await nobody.post(f"{PAGE}/archive", data=form | {"q": "a.p"})
    assert set(members(filtered.content)) == {"a.md"}
    assert (await nobody.post(f"{PAGE}/archive", data={"token": "x"})).status_code == 403


async def test_ticked_tasks_are_deleted_and_nothing_else(nobody, site, ours, tasks):
    for _ in range(3):
        await send(nobody, "pdf2word", ours)
    theirs = tasks.submit(NewTask("mallory", "k", "parse.md", "m.pdf", None)).id
    first, second, third, _ = tasks.rows
    form = {"token": ours, "id": [first, third, theirs, "gone"], "q": "a"}
    asked = (await nobody.post(f"{PAGE}/delete", data=form)).text
    assert {first, third} == {one for one in tasks.rows if f'name="id" value="{one}"' in asked} - {theirs}
    assert len(tasks.rows) == 4
    answer = await nobody.post(f"{PAGE}/delete", data=form | {"sure": "1"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{PAGE}?q=a")
    assert set(tasks.rows) == {second, theirs}


async def test_a_failed_task_is_sent_anew_while_its_upload_is_there(nobody, ours, tasks):
    await send(nobody, "pdf2word", ours)
    (task_id,) = tasks.rows
    tasks.fail(task_id, "The worker died.")
    assert f"{task_id}/retry" not in (await nobody.get(PAGE)).text
    gone = await nobody.post(f"{PAGE}/{task_id}/retry", data={"token": ours})
    assert (gone.status_code, "Please submit the file again." in gone.text) == (410, True)
    tasks.keep_upload(task_id)
    assert f"{task_id}/retry" in (await nobody.get(PAGE)).text
    assert (await nobody.post(f"{PAGE}/{task_id}/retry", data={"token": ours})).status_code == 303
    assert [task.status for task in tasks.rows.values()] == ["failed", "pending"]


def test_both_languages_have_every_text():
    assert {code: set(TEXTS[code]) for code in LANGUAGES} == {code: set(TEXTS["en"]) for code in LANGUAGES}


@pytest.mark.parametrize(
    ("stored", "english", "chinese"),
    [
        ("batch 2026-03-06 08:30:00", "Batch 2026-03-06 08:30:00", "批次 2026-03-06 08:30:00"),
        ("批次 2026-03-06 08:30:00", "Batch 2026-03-06 08:30:00", "批次 2026-03-06 08:30:00"),
        ("batch of mine", "batch of mine", "batch of mine"),
        ("order 4711", "order 4711", "order 4711"),
        ("batch-20260306T083000-6f1d3c0e7a3f", "Batch 2026-03-06 08:30:00", "批次 2026-03-06 08:30:00"),
    ],
)
def test_the_label_of_a_batch_is_in_the_language_of_the_reader(stored: str, english: str, chinese: str):
    assert [reference_text(stored, language) for language in ("en", "zh")] == [english, chinese]
