"""Jobs over HTTP: fields, states, owners, the queue, the log."""

from __future__ import annotations

import jsonschema
import pytest
import sqlalchemy as sa

from quire.access.keys import NewKey
from quire.store.database import write
from quire.store.schema import jobs
from quire.tasks.builds.job_states import JobStatus
from quire.web import ROUTES
from quire.web.openapi import document
from quire.web.wiki.wiki_access import WikiParts

pytestmark = pytest.mark.anyio

API = document(ROUTES, version="1")
BOOK = b"# Walden\n\nI went to the woods.\n"
FIELDS = {
    "id",
    "wiki_slug",
    "status",
    "phase",
    "elapsed_ms",
    "last_event_age_ms",
    "runner_active",
    "stale",
    "token_summary",
}


def fits(answer, schema: str):
    body = answer.json()
    jsonschema.validate(body, {"$ref": f"#/components/schemas/{schema}", "components": API["components"]})
    return body


@pytest.fixture
def wikis(site) -> WikiParts:
    return site.wikis


@pytest.fixture
def engine(site) -> sa.Engine:
    return site.keys._engine


@pytest.fixture
def be(engine):
    def be(job_id, status, **more):
        with write(engine) as connection:
            connection.execute(sa.update(jobs).where(jobs.c.id == job_id).values(status=status.value, **more))

    return be


@pytest.fixture
def add(client):
    """`await add("a.md", lang="en")` uploads a book; the answer's body."""

    async def add(name="walden.md", content=BOOK, **fields):
        answer = await client.post("/api/v1/upload", files={"file": (name, content)}, data=fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return add


@pytest.fixture
def other(site):
    """Headers of another owner's key."""
    return {"authorization": f"Bearer {site.keys.create(NewKey('t', 'mallory'))[1]}"}


async def test_a_new_job(client, add):
    made = await add()
    body = fits(await client.get(f"/api/v1/jobs/{made['job_id']}"), "Job")
    assert body.keys() == FIELDS | {"ok"}
    assert (body["status"], body["phase"], body["wiki_slug"]) == ("queued", "egg", "walden")
    assert body["token_summary"] == {"total_tokens": 0, "total_cost_usd": 0.0}
    listed = fits(await client.get("/api/v1/jobs"), "JobList")
    assert listed["total"] == 1
    assert listed["jobs"][0].keys() == FIELDS
    more = fits(await client.get(f"/api/v1/jobs/{made['job_id']}?include=details"), "Job")
    assert more["details"]["owner"] == "lin"


@pytest.mark.parametrize("status", list(JobStatus))
async def test_each_state_is_listed_by_its_word(client, add, be, status):
    made = await add()
    be(made["job_id"], status)
    for asked in JobStatus:
        body = fits(await client.get(f"/api/v1/jobs?status={asked}"), "JobList")
        assert body["total"] == (asked is status)
    assert (await client.get("/api/v1/jobs?status=done")).status_code == 400


@pytest.mark.parametrize("status", list(JobStatus))
async def test_each_state_answers_what_is_asked_of_it(client, add, be, status, monkeypatch):
    monkeypatch.setattr("quire.web.wiki.job_routes.STARTING_LOOKS", 1)
    job_id = (await add())["job_id"]
    rests = status in {"paused", "failed", "timeout", "interrupted"}
    expected = {
        ("post", "start"): 200 if rests else 409,
        ("post", "pause"): 200 if status == "running" else 409,
        ("post", "reset"): 200 if rests or status in {"running", "starting"} else 409,
    }
    for (method, word), code in expected.items():
        be(job_id, status)
        answer = await client.request(method, f"/api/v1/jobs/{job_id}/{word}")
        assert (word, answer.status_code) == (word, code)
        if code == 200:
            assert fits(answer, "JobChanged")["status"] == ("paused" if word == "pause" else "queued")
        else:
            assert answer.json()["ok"] is False
            assert answer.json()["error"] == answer.json()["detail"]
    be(job_id, status)
    active = status in {"running", "starting"}
    assert (await client.delete(f"/api/v1/jobs/{job_id}")).status_code == (409 if active else 200)
    if active:
        assert (await client.delete(f"/api/v1/jobs/{job_id}?force=true")).status_code == 200
    assert (await client.get(f"/api/v1/jobs/{job_id}")).status_code == 404
    assert (await client.get("/api/v1/wikis-overview")).json()["total"] == 1


async def test_what_is_not_there_and_what_is_no_id(client, add):
    await add()
    for path in ("", "/log", "/stream"):
        assert (await client.get(f"/api/v1/jobs/99{path}")).status_code == 404
        assert (await client.get(f"/api/v1/jobs/x{path}")).status_code == 400
    assert (await client.get("/api/v1/jobs/99999999999")).status_code == 404
    assert (await client.post("/api/v1/jobs/99/start")).status_code == 404


async def test_others_are_kept_out_and_administrators_are_not(client, nobody, add, other, admin):
    job_id = (await add())["job_id"]
    for method, path in (
        ("GET", ""),
        ("GET", "/log"),
        ("GET", "/stream"),
        ("POST", "/start"),
        ("POST", "/pause"),
        ("POST", "/reset"),
        ("DELETE", ""),
    ):
        answer = await client.request(method, f"/api/v1/jobs/{job_id}{path}", headers=other)
        assert (path, answer.status_code) == (path, 403)
    assert (await client.get("/api/v1/jobs", headers=other)).json()["total"] == 0
    assert (await client.get("/api/v1/queue", headers=other)).json()["items"] == []
    root = {"authorization": f"Bearer {admin}"}
    assert (await client.get(f"/api/v1/jobs/{job_id}", headers=root)).status_code == 200
    assert (await client.get("/api/v1/jobs", headers=root)).json()["total"] == 1
    assert (await client.get("/api/v1/jobs", headers={"authorization": "Bearer x"})).status_code == 401


async def test_a_key_without_the_scope(client, site):
    from quire.access.permissions import Scope

    secret = site.keys.create(NewKey("p", "lin", scopes=frozenset({Scope.PARSE})))[1]
    answer = await client.get("/api/v1/jobs", headers={"authorization": f"Bearer {secret}"})
    assert answer.status_code == 403


async def test_the_queue(client, add, wikis):
    ids = [(await add(content=BOOK + bytes([65 + number]) * 9))["job_id"] for number in range(3)]
    wikis.builds.claim("w", 2)
    body = fits(await client.get("/api/v1/queue"), "Queue")
    assert (body["capacity"], body["running"], body["queued"]) == (2, 1, 2)
    assert [(item["job_id"], item["status"], item["position"]) for item in body["items"]] == [
        (ids[0], "starting", 0),
        (ids[1], "queued", 1),
        (ids[2], "queued", 2),
    ]


async def test_a_stuck_job_shows_it(client, add, wikis):
    job_id = (await add())["job_id"]
    wikis.builds.claim("gone", 1)
    body = (await client.get(f"/api/v1/jobs/{job_id}")).json()
    assert (body["runner_active"], body["stale"]) == (False, True)
    assert (await client.post(f"/api/v1/jobs/{job_id}/reset")).json()["status"] == "queued"


async def test_the_log(client, add, wikis):
    job_id = (await add())["job_id"]
    _, claim = wikis.builds.claim("w", 1)
    wikis.builds.note(claim, [("log", {"level": "info", "msg": f"line\n{number}"}) for number in range(9)], 9)
    body = fits(await client.get(f"/api/v1/jobs/{job_id}/log?tail=2"), "JobLog")
    assert [line.rpartition(" INFO ")[2] for line in body["lines"]] == ["line 7", "line 8"]
    assert body["total_lines"] == 10
    assert len((await client.get(f"/api/v1/jobs/{job_id}/log")).json()["lines"]) == 10
    for tail in ("0", "5001", "-1", "x", "1.5"):
        assert (await client.get(f"/api/v1/jobs/{job_id}/log?tail={tail}")).status_code == 400
