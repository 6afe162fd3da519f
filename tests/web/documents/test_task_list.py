"""The list of tasks, and their deletion."""

from __future__ import annotations

import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from quire.web.state.site import Site
from tests.web.fakes import FakeTasks

pytestmark = pytest.mark.anyio

PDF = b"%PDF-1.7\n" + b"x" * 500


async def submit(client, word: str = "pdf2markdown") -> str:
    return (await client.post(f"/api/parse/{word}", files={"file": ("a.pdf", PDF)})).json()["task_id"]


async def test_pages_of_the_list(client):
    made = [await submit(client) for _ in range(5)]
    first = (await client.get("/api/tasks?limit=2")).json()
    assert [task["task_id"] for task in first["tasks"]] == made[:2:-1]
    assert (first["total"], first["limit"], first["offset"], first["next"]) == (5, 2, 0, 2)
    last = (await client.get("/api/tasks?limit=2&offset=4")).json()
    assert [task["task_id"] for task in last["tasks"]] == made[:1]
    assert last["next"] is None
    assert "owner" not in last["tasks"][0]


async def test_filters(client, tasks: FakeTasks):
    word, markdown = await submit(client, "pdf2word"), await submit(client)
    tasks.finish(word, b"x")
    assert [task["task_id"] for task in (await client.get("/api/tasks?kind=pdf2word")).json()["tasks"]] == [word]
    assert [task["task_id"] for task in (await client.get("/api/tasks?status=pending")).json()["tasks"]] == [markdown]
    assert (await client.get("/api/tasks?kind=parse")).json()["total"] == 2


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=501", "limit=x", "offset=-1", "status=ready", "kind=word", "limit=1&limit=2"]
)
async def test_wrong_parameters_are_400(client, query: str):
    answer = await client.get(f"/api/tasks?{query}")
    assert answer.status_code == 400
    assert list(answer.json()) == ["detail"]


async def test_everybody_sees_their_own_and_admins_all(client, nobody, site: Site, admin: str):
    await submit(client)
    other = site.keys.create(NewKey("other", "wang"))[1]
    assert (await nobody.get("/api/tasks", headers={"authorization": f"Bearer {other}"})).json()["total"] == 0
    seen = (await nobody.get("/api/tasks", headers={"authorization": f"Bearer {admin}"})).json()
    assert [task["owner"] for task in seen["tasks"]] == ["lin"]
    none = await nobody.get("/api/tasks?owner=wang", headers={"authorization": f"Bearer {admin}"})
    assert none.json()["total"] == 0
    assert (await nobody.get("/api/tasks?owner=wang", headers={"authorization": f"Bearer {other}"})).json()[
        "total"
    ] == 0


async def test_a_deleted_task_is_gone(client):
    task_id = await submit(client)
    answer = await client.delete(f"/api/tasks/{task_id}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert (await client.get(f"/api/parse/result/{task_id}")).status_code == 404
    assert (await client.delete(f"/api/tasks/{task_id}")).status_code == 404


async def test_search_in_names_and_references(client):
    for name, reference in (("Report.pdf", "run 7"), ("other.pdf", "run 71")):
        await client.post("/api/parse/pdf2word", data={"client_ref": reference}, files={"file": (name, PDF)})

    async def found(query: str) -> list[str]:
        return [task["filename"] for task in (await client.get(f"/api/tasks?{query}")).json()["tasks"]]

    assert await found("q=report") == ["Report.pdf"]
    assert await found("q=run") == ["other.pdf", "Report.pdf"]
    assert await found("client_ref=run 7") == ["Report.pdf"]


async def test_a_failed_task_is_tried_again_while_its_upload_is_there(client, tasks: FakeTasks, tmp_path):
    task_id = await submit(client)
    assert (await client.post(f"/api/tasks/{task_id}/retry")).status_code == 409
    tasks.fail(task_id, "The worker died.")
    gone = await client.post(f"/api/tasks/{task_id}/retry")
    assert (gone.status_code, gone.json()) == (
        410,
        {"detail": "The upload has been deleted. Please submit the file again."},
    )
    tasks.keep_upload(task_id)
    again = (await client.post(f"/api/tasks/{task_id}/retry")).json()
    assert again == {"task_id": again["task_id"], "status": "pending"}
    assert again["task_id"] != task_id
    old, new = tasks.rows[task_id], tasks.rows[again["task_id"]]
    assert (new.owner, new.kind, new.filename, new.options) == (old.owner, old.kind, old.filename, old.options)
    assert tasks.contents[new.id] == PDF
    assert [*(tmp_path / "staging").iterdir()] == []


async def test_a_key_without_the_scope_tries_nothing_again(client, nobody, site: Site, tasks: FakeTasks):
    task_id = await submit(client)
    tasks.fail(task_id, "The worker died.")
    small = site.keys.create(NewKey("small", "lin", scopes=frozenset({Scope.INVOICE})))[1]
    other = site.keys.create(NewKey("other", "wang"))[1]
    for secret, status in ((small, 403), (other, 404)):
        answer = await nobody.post(f"/api/tasks/{task_id}/retry", headers={"authorization": f"Bearer {secret}"})
        assert answer.status_code == status
