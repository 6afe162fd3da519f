"""The page of a result: figures that lead to their marks and back, the pages, the files; only for its owner."""

from __future__ import annotations

import json
import re

import pytest

from quire.access.keys import NewKey
from quire.invoice.invoice import Check, Invoice, Origin, Value
from quire.jobs import invoice_json, page_images, statement_task
from quire.model.geometry import Box
from quire.web.console import result_page as console_results
from quire.web.console.result_page import DRAWN, PAGE_LIST
from quire.web.documents.corrected_documents import INDEX
from quire.web.documents.submissions import FACSIMILE, SOURCE
from quire.web.state.sharp_pages import SharpPage
from tests.jobs import statements as make
from tests.web.console.test_document_pages import CONTENT
from tests.web.console.test_documents_page import PAGE, PDF, send
from tests.web.console.test_keys_page import sign_in, token

pytestmark = pytest.mark.anyio

PICTURE = b"\x89PNG\r\n\x1a\n picture"
PAGES = [{"page": 3, "name": "pages/3.png", "width": 595.0, "height": 842.0}]


@pytest.fixture
async def ours(nobody, secret):
    """The token of the forms of a client that is signed in."""
    return token(await sign_in(nobody, secret))


@pytest.fixture
async def task_id(nobody, ours, tasks):
    """A done task with statements and a page."""
    await send(nobody, "statements", ours, "报告.pdf")
    (found,) = tasks.rows
    extraction = make.extraction(holds=False)
    tasks.finish(
        found,
        b"PK",
        {
            "result.json": statement_task.result_json(extraction),
            "details.json": statement_task.result_json(extraction, details=True),
            PAGE_LIST: json.dumps(PAGES).encode(),
            "pages/3.png": PICTURE,
        },
    )
    return found


def test_the_names_are_those_of_the_jobs():
    ours = (FACSIMILE, SOURCE, PAGE_LIST, DRAWN)
    assert ours == (page_images.OPTION, page_images.SOURCE, page_images.LIST, page_images.DRAWN)


async def test_what_is_sent_from_the_console_keeps_its_pages(nobody, ours, tasks):
    for word in ("statements", "invoices", "pdf2word"):
        await send(nobody, word, ours)
        assert tasks.asked[-1].options[FACSIMILE] == "1"


@pytest.mark.parametrize(("setting", "by_api", "by_console"), [("all", "1", "1"), ("none", None, None)])
async def test_the_installation_decides_whose_pages_are_kept(
    nobody, site, ours, tasks, secret, setting, by_api, by_console
):
    object.__setattr__(site, "keep_pages", setting)
    await send(nobody, "pdf2word", ours)
    assert tasks.asked[-1].options.get(FACSIMILE) == by_console
    headers = {"authorization": f"Bearer {secret}"}
    await nobody.post("/api/parse/pdf2word", files={"file": ("a.pdf", PDF)}, headers=headers)
    assert tasks.asked[-1].options.get(FACSIMILE) == by_api


class Drawing:
    """Draws pages without a process."""

    def __init__(self) -> None:
        self.asked: list[SharpPage] = []

    async def picture(self, page: SharpPage, _key: str) -> bytes:
        self.asked.append(page)
        return PICTURE + b" sharp"


async def test_who_zooms_in_gets_a_sharp_page(nobody, site, ours, tasks):
    drawing = Drawing()
    object.__setattr__(site, "sharp", drawing)
    await send(nobody, "statements", ours, "r.pdf")
    (found,) = tasks.rows
    details = statement_task.result_json(make.extraction(holds=False), details=True)
    listed = [PAGES[0] | {"page": n, "sharp": sharp} for n, sharp in ((1, DRAWN), (2, "pages/2-sharp.png"), (3, ""))]
    kept = {PAGE_LIST: json.dumps(listed).encode(), "pages/2-sharp.png": PICTURE, SOURCE: PDF, "details.json": details}
    tasks.finish(found, b"PK", kept)
    page = (await nobody.get(f"{PAGE}/{found}/result")).text
    assert re.findall(r'data-sharp="([^"]+)"', page) == [f"{PAGE}/{found}/sharp/{n}" for n in (1, 2)]
    drawn, stored, none, beyond = [await nobody.get(f"{PAGE}/{found}/sharp/{n}") for n in (1, 2, 3, 4)]
    assert (drawn.content, drawn.headers["cache-control"]) == (PICTURE + b" sharp", "private, max-age=3600")
    assert (stored.content, none.status_code, beyond.status_code) == (PICTURE, 404, 404)
    assert [(one.task_id, one.number, one.width) for one in drawing.asked] == [(found, 1, 595.0)]
    _, other = site.keys.create(NewKey("t", "mallory"))
    await sign_in(nobody, other)
    assert (await nobody.get(f"{PAGE}/{found}/sharp/1")).status_code == 404
    assert len(drawing.asked) == 1


async def test_a_locked_upload_is_not_drawn_again(nobody, site, ours, tasks):
    object.__setattr__(site, "sharp", Drawing())
    await send(nobody, "statements", ours, "r.pdf", password="geheim")
    (found,) = tasks.rows
    details = statement_task.result_json(make.extraction(holds=False), details=True)
    kept = {PAGE_LIST: json.dumps([PAGES[0] | {"sharp": DRAWN}]).encode(), SOURCE: PDF, "details.json": details}
    tasks.finish(found, b"PK", kept)
    assert "data-sharp" not in (await nobody.get(f"{PAGE}/{found}/result")).text
    assert (await nobody.get(f"{PAGE}/{found}/sharp/3")).status_code == 404


async def test_figures_and_marks_lead_to_each_other(nobody, task_id):
    assert f'href="{PAGE}/{task_id}/result"' in (await nobody.get(PAGE)).text
    page = (await nobody.get(f"{PAGE}/{task_id}/result")).text
    figures = dict(re.findall(r'id="c(\d+)" href="#m(\d+)"', page))
    marks = dict(re.findall(r'id="m(\d+)" href="#c(\d+)"', page))
    assert figures
    assert marks  # page 4 was not drawn
    assert marks.items() <= figures.items()
    assert all(number == other for number, other in figures.items())
    assert "1,204,318.55" in page
    assert "资产总计 = 负债和所有者权益总计" in page  # the check that fails
    assert f'src="{PAGE}/{task_id}/pages/3.png"' in page


async def test_the_pages_and_the_array_are_sent(nobody, task_id):
    picture = await nobody.get(f"{PAGE}/{task_id}/pages/3.png")
    assert (picture.content, picture.headers["content-type"]) == (PICTURE, "image/png")
    assert (await nobody.get(f"{PAGE}/{task_id}/pages/4.png")).status_code == 404
    assert (await nobody.get(f"{PAGE}/{task_id}/pages/details.json")).status_code == 404
    array = await nobody.get(f"{PAGE}/{task_id}/json")
    assert array.json()[0]["details"]["unit"] == "元"
    assert "filename*=UTF-8''%E6%8A%A5%E5%91%8A.json" in array.headers["content-disposition"]


async def test_invoices_of_the_interface_are_shown_without_pages(nobody, ours, tasks):
    await send(nobody, "invoices", ours, "i.pdf")
    (found,) = tasks.rows
    value = Value("<b>茶</b>", "茶", Origin.OCR, 0.5, 1, Box(1.0, 2.0, 3.0, 4.0))
    invoice = Invoice(1, {"buyer_name": value}, checks=(Check("sum", "1 + 1 = 3", holds=False),))
    tasks.finish(found, b"[]", {"details.json": invoice_json.result_json([invoice], details=True)})
    page = (await nobody.get(f"{PAGE}/{found}/result?lang=zh")).text
    assert "购买方名称" in page
    assert "&lt;b&gt;茶&lt;/b&gt;" in page
    assert "置信度 50%" in page
    assert "金额与税额之和不等于价税合计。" in page
    assert "此文档没有保留页面图像" in page
    assert "<svg" not in page


@pytest.fixture
async def document_id(nobody, ours, tasks):
    """A done conversion with eight pages."""
    await send(nobody, "pdf2json", ours, "报告.pdf")
    (found,) = tasks.rows
    pages = [
        {"page": n, "name": f"pages/{n}.png", "width": 595, "height": 842, "tables": 1, "doubtful": 1, "headings": []}
        for n in range(1, 9)
    ]
    kept = {f"view/{n}.json": json.dumps(CONTENT).encode() for n in range(1, 9)}
    tasks.finish(found, b"{}", kept | {INDEX: json.dumps(pages).encode(), "pages/1.png": PICTURE, SOURCE: PDF})
    return found


async def test_a_document_comes_with_a_few_pages_and_the_others_when_they_are_asked_for(nobody, document_id):
    assert f'href="{PAGE}/{document_id}/result"' in (await nobody.get(PAGE)).text
    page = (await nobody.get(f"{PAGE}/{document_id}/result")).text
    assert page.count('class="sheet waiting"') == 8 - console_results.READY_PAGES
    assert set(re.findall(r'href="#(m-b\d+)"', page)) <= set(re.findall(r'id="(m-b\d+)"', page))
    assert {'id="b1"', 'href="#b1"'} <= set(re.findall(r'(?:id|href)="#?b1"', page))
    later = (await nobody.get(f"{PAGE}/{document_id}/result?page=6")).text
    assert 'class="sheet" id="b6"' in later
    assert 'class="sheet waiting" id="b5"' in later
    part = (await nobody.get(f"{PAGE}/{document_id}/result/5?view=markdown")).text
    assert "| 1 |" in part
    assert '<svg id="s5">' in part
    assert (await nobody.get(f"{PAGE}/{document_id}/result/9")).status_code == 404


@pytest.mark.parametrize(("view", "shown"), [("markdown", "| 1 |"), ("json", "&#34;row&#34;: 0"), ("tables", "<td")])
async def test_the_tabs_of_a_document(nobody, document_id, view, shown):
    page = (await nobody.get(f"{PAGE}/{document_id}/result?view={view}&lang=zh")).text
    assert shown in page
    assert f'href="?view={view}" aria-current="page"' in page


async def test_another_format_is_made_of_the_kept_upload(nobody, ours, tasks, document_id):
    page = (await nobody.get(f"{PAGE}/{document_id}/result")).text
    assert f'formaction="{PAGE}/{document_id}/convert/pdf2word"' in page
    assert f'formaction="{PAGE}/{document_id}/convert/pdf2json"' not in page  # it is that already
    answer = await nobody.post(f"{PAGE}/{document_id}/convert/pdf2word", data={"token": ours})
    assert answer.status_code == 303
    made = list(tasks.rows.values())[-1]
    assert (made.kind, made.filename, tasks.contents[made.id]) == ("parse.docx", "报告.pdf", PDF)
    assert made.options[FACSIMILE] == "1"
    assert (await nobody.post(f"{PAGE}/{document_id}/convert/pdf2word", data={"token": "x"})).status_code == 403
    assert (await nobody.post(f"{PAGE}/{document_id}/convert/nothing", data={"token": ours})).status_code == 404


async def test_only_its_owner_sees_it(nobody, site, ours, task_id):
    paths = [f"{PAGE}/{task_id}/{part}" for part in ("result", "json", "pages/3.png")]
    await nobody.post("/console/sign-out", data={"token": ours})
    for path in paths:
        assert 'action="/console/sign-in"' in (await nobody.get(path)).text
    _, secret = site.keys.create(NewKey("t", "mallory"))
    await sign_in(nobody, secret)
    for path in paths:
        answer = await nobody.get(path)
        assert (answer.status_code, answer.headers["x-error-code"]) == (404, "not_found")
        assert 'role="alert"' in answer.text  # a page, not JSON
        assert "报告" not in answer.text


async def test_what_cannot_be_shown(nobody, ours, tasks, monkeypatch, task_id):
    monkeypatch.setattr(console_results, "MAX_PAGE_BYTES", 10)
    assert "too large" in (await nobody.get(f"{PAGE}/{task_id}/result")).text
    await send(nobody, "statements", ours, "b.pdf")
    other = next(one for one in tasks.rows if one != task_id)
    assert (await nobody.get(f"{PAGE}/{other}/result")).status_code == 409  # it has not ended
    tasks.fail(other, "It is damaged.")
    failed = await nobody.get(f"{PAGE}/{other}/result")
    assert (failed.status_code, "It is damaged." in failed.text) == (409, True)
    await send(nobody, "pdf2word", ours, "c.pdf")
    word = next(one for one in tasks.rows if one not in {task_id, other})
    assert (await nobody.get(f"{PAGE}/{word}/result")).status_code == 409
    tasks.finish(word, b"PK")
    assert f'href="{PAGE}/{word}/result"' not in (await nobody.get(PAGE)).text
    assert "were not kept" in (await nobody.get(f"{PAGE}/{word}/result")).text
