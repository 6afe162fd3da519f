"""Results of many tasks as one zip file."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from quire.access.keys import NewKey
from quire.errors import NotFound
from quire.web.documents.result_archive import MISSING_LIST, zip_pieces
from quire.web.state.site import Site
from tests.web.fakes import FakeTasks

pytestmark = pytest.mark.anyio

PDF = b"%PDF-1.7\n" + b"x" * 500


async def submit(client, name: str, word: str = "pdf2markdown", **fields: str) -> str:
    answer = await client.post(f"/api/parse/{word}", data=fields, files={"file": (name, PDF)})
    return answer.json()["task_id"]


def members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name) for name in opened.namelist()}


async def test_the_results_of_a_batch(client, tasks: FakeTasks):
    first = await submit(client, "a.pdf", client_ref="run 7")
    second = await submit(client, "b.pdf", "pdf2word", client_ref="run 7")
    await submit(client, "c.pdf", client_ref="run 7")  # is not done
    other = await submit(client, "d.pdf", client_ref="run 71")
    for task_id, content in ((first, b"# A"), (second, b"PK"), (other, b"# D")):
        tasks.finish(task_id, content)
    answer = await client.get("/api/tasks/archive?client_ref=run 7")
    assert answer.headers["content-type"] == "application/zip"
    assert "results.zip" in answer.headers["content-disposition"]
    assert members(answer.content) == {"b.docx": b"PK", "a.md": b"# A"}
    chosen = await client.get(f"/api/tasks/archive?ids={first},{other}")
    assert set(members(chosen.content)) == {"a.md", "d.md"}
    assert set(members((await client.get("/api/tasks/archive?kind=pdf2word")).content)) == {"b.docx"}


async def test_a_result_with_pictures_is_a_folder_and_equal_names_get_numbers(client, tasks: FakeTasks):
    for name in ("Report.pdf", "report.pdf", "report.pdf"):
        tasks.finish(await submit(client, name), b"![](images/p1-1.png)", {"images/p1-1.png": b"png"})
    found = members((await client.get("/api/tasks/archive")).content)
    folders = {name.partition("/")[0] for name in found}
    assert {folder.casefold() for folder in folders} == {"report", "report-2", "report-3"}
    assert all(found[f"{folder}/images/p1-1.png"] == b"png" for folder in folders)


async def test_nobody_gets_what_is_not_theirs(nobody, client, site: Site, tasks: FakeTasks):
    mine = await submit(client, "a.pdf")
    tasks.finish(mine, b"# A")
    other = site.keys.create(NewKey("other", "wang"))[1]
    answer = await nobody.get(f"/api/tasks/archive?ids={mine}", headers={"authorization": f"Bearer {other}"})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("query", "status"), [("", 404), ("?kind=word", 400), ("?ids=x", 404), ("?ids=../../etc", 404)]
)
async def test_what_is_not_there_or_wrong(client, query: str, status: int):
    answer = await client.get(f"/api/tasks/archive{query}")
    assert (answer.status_code, list(answer.json())) == (status, ["detail"])


async def test_a_result_that_goes_meanwhile_is_named_and_the_others_are_there(client, site: Site, tasks: FakeTasks):
    kept, gone, failed = [await submit(client, f"{name}.pdf") for name in "abc"]
    tasks.finish(kept, b"# A")
    tasks.finish(gone, b"# B")
    tasks.fail(failed, "The file is damaged.")
    site.files.delete(f"tasks/{gone}")
    found = members(b"".join(zip_pieces(site, list(tasks.rows.values()))))
    assert set(found) == {"a.md", MISSING_LIST}
    reasons = {one["task_id"]: one["reason"] for one in json.loads(found[MISSING_LIST])}
    assert reasons == {gone: NotFound.sentence, failed: "The file is damaged."}


async def test_a_large_result_goes_through_in_pieces(client, site: Site, tasks: FakeTasks):
    """No piece is larger than what is read at once from the store, so no archive is ever held."""
    content = bytes(range(256)) * 8192  # 2 MiB
    tasks.finish(await submit(client, "a.pdf", "pdf2word"), content)
    pieces = [*zip_pieces(site, list(tasks.rows.values()))]
    assert max(map(len, pieces)) < len(content) // 4
    assert members(b"".join(pieces)) == {"a.docx": content}
