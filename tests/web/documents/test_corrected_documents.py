"""A converted document is corrected block by block, approved, taken home in other formats and as truth."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest

from quire.access.keys import NewKey
from quire.tasks.review_log import TO_CHECK
from quire.web.documents.corrected_documents import INDEX
from quire.web.documents.submissions import FACSIMILE, LOCKED, SOURCE
from tests.web.console.test_documents_page import PAGE, PDF, send
from tests.web.console.test_keys_page import sign_in, token
from tests.web.console.test_review_page import keep_row

pytestmark = pytest.mark.anyio

LOOK = {"align": "left", "indent": 0}
CELL = {"row_span": 1, "col_span": 1, "header": False, "align": "left"}


def block(name: str, text: str, top: float, **more: object) -> dict[str, object]:
    """A paragraph of the viewer."""
    spans = [{"text": text}]
    made = {"id": name, "type": "paragraph", "text": text, "spans": spans, **LOOK, "order": 1, "markdown": f"{text}\n"}
    return made | {"places": [{"page": 1, "box": [10, top, 90, top + 10], "confidence": 0.4}]} | more


def cell(row: int, col: int, text: str) -> dict[str, object]:
    """A cell of a table."""
    return CELL | {"row": row, "col": col, "text": text, "spans": [{"text": text}]}


TABLE = block("b2", "", 60) | {
    "type": "table",
    "caption": None,
    "rows": 2,
    "cols": 2,
    "header_rows": 1,
    "ruled": True,
    "widths": [],
    "cells": [cell(0, 0, "Year"), cell(0, 1, "Sum"), cell(1, 0, "2025"), cell(1, 1, "100")],
}
CONTENT = {
    "blocks": [block("b1", "Chapter one", 20), TABLE],
    "continued": [],
    "furniture": [{"role": "header", "text": "Report", "box": [0, 0, 9, 9]}],
}
LIST = [
    {"page": 1, "name": "", "width": 100, "height": 100, "tables": 1, "doubtful": 2, "headings": []},
]


@pytest.fixture
async def ours(nobody, secret):
    return token(await sign_in(nobody, secret))


@pytest.fixture
async def task_id(nobody, site, ours, tasks):
    """A done conversion of one page."""
    await send(nobody, "pdf2markdown", ours, "r.pdf")
    (found,) = tasks.rows
    kept = {INDEX: json.dumps(LIST).encode(), "view/1.json": json.dumps(CONTENT).encode(), SOURCE: PDF}
    tasks.finish(found, b"# Report", kept, doubts=(0, 2))
    keep_row(site, tasks.rows[found])
    return found


async def correct(nobody, ours, task_id, **fields):
    """Send the form of a block."""
    form = {"token": ours, "page": "1", "block": "b2", "view": "blocks"} | fields
    return await nobody.post(f"{PAGE}/{task_id}/correct", data=form)


async def test_the_form_of_a_block_has_its_texts_and_its_role(nobody, task_id):
    page = (await nobody.get(f"{PAGE}/{task_id}/result?lang=en")).text
    assert 'href="?page=1&amp;view=blocks&amp;edit=b2#b2"' in page
    assert "<textarea" not in page
    page = (await nobody.get(f"{PAGE}/{task_id}/result?page=1&edit=b1")).text
    assert re.search(r'<textarea name="v:1/b1/text"[^>]*>Chapter one<', page)
    assert '<option value="paragraph" selected>Paragraph<' in page
    page = (await nobody.get(f"{PAGE}/{task_id}/result?page=1&edit=b2&lang=zh")).text
    assert 'name="v:1/b2/1/1" value="100"' in page
    assert "与下一行（列）合并" in page
    page = (await nobody.get(f"{PAGE}/{task_id}/result?page=1&edit=f0&lang=en")).text
    assert '<option value="header" selected>Running head<' in page


async def test_a_cell_and_a_role_are_corrected(nobody, site, ours, tasks, task_id):
    answer = await correct(nobody, ours, task_id, **{"v:1/b2/1/1": "120", "v:1/b2/1/0": "2025"})
    assert (answer.status_code, answer.headers["location"]) == (
        303,
        f"{PAGE}/{task_id}/result?saved=1&page=1&view=blocks#b2",
    )
    await correct(nobody, ours, task_id, **{"v:1/b1/text": "Chapter\r\n1", "v:1/b1/role": "heading1"})
    page = (await nobody.get(f"{PAGE}/{task_id}/result")).text
    assert re.search(r"<s>100</s> → <strong>120</strong>", page)
    assert "as-heading level-1" in page
    assert page.count(" changed") == 2
    assert tasks.rows[task_id].low_values == 0  # a person has seen both
    changes = [(one.place, one.before, one.after) for one in site.reviews.log.changes(task_id)]
    assert changes == [
        ("1/b2/1/1", "100", "120"),
        ("1/b1/text", "Chapter one", "Chapter\n1"),
        ("1/b1/role", "paragraph", "heading1"),
    ]
    markdown = (await nobody.get(f"{PAGE}/{task_id}/result?view=markdown")).text
    assert "120" in markdown
    assert "# Chapter" in markdown


async def test_rows_are_joined_and_all_is_taken_back(nobody, ours, tasks, task_id):
    assert (await correct(nobody, ours, task_id, line="row", number="1", edit_table="join")).status_code == 303
    assert "Year 2025" in (await nobody.get(f"{PAGE}/{task_id}/result?page=1&edit=b2")).text
    await correct(nobody, ours, task_id, as_read="1/b2")
    page = (await nobody.get(f"{PAGE}/{task_id}/result")).text
    assert "Year 2025" not in page
    assert tasks.rows[task_id].low_values == 2


async def test_what_is_no_place_is_refused(nobody, site, ours, task_id):
    for place in ("1/b9/text", "1/b1/0/0", "2/b1/text", "x/b1/text", "b1"):
        assert (await correct(nobody, ours, task_id, **{f"v:{place}": "x"})).status_code in {400, 404}, place
    assert (await correct(nobody, ours, task_id, line="row", number="9", edit_table="join")).status_code == 400
    assert (await correct(nobody, "x", task_id, **{"v:1/b1/text": "x"})).status_code == 403
    assert (await nobody.get(f"{PAGE}/{task_id}/corrected/xlsx")).status_code == 404
    _, other = site.keys.create(NewKey("t", "mallory"))
    theirs = token(await sign_in(nobody, other))
    assert (await correct(nobody, theirs, task_id, **{"v:1/b1/text": "x"})).status_code == 404
    assert site.reviews.log.changes(task_id) == []


async def test_documents_are_in_the_queue_until_they_are_approved(nobody, ours, task_id):
    assert "r.pdf" in (await nobody.get(f"{PAGE}/review")).text
    await nobody.post(f"{PAGE}/{task_id}/approve", data={"token": ours, "state": "approved"})
    assert "r.pdf" not in (await nobody.get(f"{PAGE}/review")).text


async def test_results_of_earlier_releases_are_counted_when_the_queue_is_asked_for(nobody, ours, tasks, task_id):
    tasks.doubted(task_id, None, None)
    assert "r.pdf" in (await nobody.get(f"{PAGE}/review")).text
    assert (tasks.rows[task_id].failed_checks, tasks.rows[task_id].low_values) == (0, 2)


async def test_another_format_is_made_with_the_corrections(nobody, ours, secret, tasks, task_id):
    await correct(nobody, ours, task_id, **{"v:1/b2/1/1": "120"})
    page = (await nobody.get(f"{PAGE}/{task_id}/result?lang=en")).text
    assert f'action="{PAGE}/{task_id}/convert/pdf2markdown"' in page
    assert "Corrections are included." in page
    form = {"token": ours, "password": " geheim "}
    assert (await nobody.post(f"{PAGE}/{task_id}/convert/pdf2word", data=form)).status_code == 303
    made = tasks.asked[-1]
    assert (made.kind, made.password, made.options[LOCKED]) == ("parse.docx", " geheim ", "1")
    assert json.loads(made.options["corrections"]) == [["1/b2/1/1", "120", "Year Sum 2025 100"]]
    assert FACSIMILE not in made.options
    headers = {"authorization": f"Bearer {secret}"}
    call = {"to": "pdf2html", "corrections": False}
    answer = await nobody.post(f"/api/parse/convert/{task_id}", json=call, headers=headers)
    assert answer.json()["status"] == "pending"
    assert "corrections" not in tasks.asked[-1].options
    wrong = await nobody.post(f"/api/parse/convert/{task_id}", json={"to": "pdf"}, headers=headers)
    assert wrong.status_code == 400


async def test_the_interface_gives_the_reading_and_the_corrections(nobody, ours, secret, task_id):
    await correct(nobody, ours, task_id, **{"v:1/b2/1/1": "120"})
    headers = {"authorization": f"Bearer {secret}"}
    body = (await nobody.get(f"/api/parse/result/{task_id}?include=corrections", headers=headers)).json()
    assert (body["state"], body["corrections"][0]["after"]) == (TO_CHECK, "120")
    (found,) = body["corrected"]
    assert (found["id"], found["cells"][3]["text"]) == ("b2", "120")
    assert not found.keys() & {"order", "markdown", "corrected"}


async def test_the_truth_has_the_upload_and_the_corrected_text(nobody, ours, secret, tasks, task_id):
    await correct(nobody, ours, task_id, **{"v:1/b1/role": "heading2"})
    answer = await nobody.get(f"{PAGE}/{task_id}/truth")
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.read("pdf/r.pdf") == PDF
    truth = json.loads(archive.read("truth/r.json"))
    assert truth["furniture"] == ["Report"]
    assert truth["blocks"][0] == ["heading", 2, "Chapter one"]
    assert truth["blocks"][1][:2] == ["table", 1]
    address = f"/api/parse/truth/{task_id}"
    assert (await nobody.get(address, headers={"authorization": f"Bearer {secret}"})).content[:2] == b"PK"
    tasks._move(task_id, options={"pages": "1"})
    assert (await nobody.get(f"{PAGE}/{task_id}/truth")).status_code == 400
