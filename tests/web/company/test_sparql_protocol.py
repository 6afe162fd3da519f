"""The SPARQL endpoint: the protocol, its bounds, and the process behind it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from urllib.parse import quote

import pytest

from quire.access.keys import NewKey
from quire.company import sparql_engine
from quire.web.state import sparql_process
from tests.company.catalogues import BASE, make

pytestmark = pytest.mark.anyio

NAMES = "SELECT ?n { ?s rov:legalName ?n } ORDER BY ?n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    return make(tmp_path / "companies")


def path(query: str) -> str:
    return f"/company/sparql?query={quote(query)}"


async def test_queries_by_get_and_post(client):
    answer = await client.get(path(NAMES))
    assert answer.headers["content-type"] == "application/sparql-results+json"
    assert len(answer.json()["results"]["bindings"]) == 6
    direct = await client.post("/company/sparql", content=NAMES, headers={"content-type": "application/sparql-query"})
    form = await client.post("/company/sparql", data={"query": NAMES})
    assert direct.json() == form.json() == answer.json()
    csv = await client.get(path(NAMES), headers={"accept": "text/csv"})
    assert csv.headers["content-type"] == "text/csv; charset=utf-8"
    assert "Example Corp" in csv.text
    about = await client.get(path(f"DESCRIBE <{BASE}/id/us/nasdaq/EXMPL>"), headers={"accept": "application/ld+json"})
    assert about.json()[0]["@id"] == f"{BASE}/id/us/nasdaq/EXMPL"


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("SELECT * {SERVICE <http://x.test/> {}}", "SERVICE"),
        ("DROP ALL", "Only queries are allowed"),
        ("SELECT", "cannot be answered"),
        ("", "one query"),
        ("ASK {} &query=ASK {}", "cannot be answered"),
        ("x" * 40_000, "at most"),
    ],
)
async def test_bad_queries(client, query, word):
    answer = await client.get(path(query))
    assert answer.status_code == 400
    assert list(answer.json()) == ["detail"]
    assert word in answer.json()["detail"]


async def test_bad_requests(client):
    assert "Content-Type" in (await client.post("/company/sparql", content="ASK {}")).json()["detail"]
    update = {"content": "CLEAR ALL", "headers": {"content-type": "application/sparql-update"}}
    assert "Only queries are allowed" in (await client.post("/company/sparql", **update)).json()["detail"]
    assert "Only queries are" in (await client.post("/company/sparql", data={"update": "CLEAR ALL"})).json()["detail"]
    assert (await client.get("/company/sparql")).status_code == 400
    assert (await client.get(path("ASK{}") + "&query=ASK{}")).status_code == 400
    assert (await client.get(path("ASK{}"), headers={"authorization": "Bearer x"})).status_code == 401


async def test_a_query_that_takes_too_long_ends_and_the_next_is_answered(client, monkeypatch):
    assert (await client.get(path("ASK {?s ?p ?o}"))).json()["boolean"] is True
    monkeypatch.setattr(sparql_process, "QUERY_SECONDS", 0.3)
    slow = "SELECT (COUNT(*) AS ?n) {" + " ".join(f"?a{n} ?b{n} ?c{n} ." for n in range(14)) + "}"
    answer = await client.get(path(slow))
    assert answer.status_code == 400
    assert "longer" in answer.json()["detail"]
    monkeypatch.undo()
    assert (await client.get(path("ASK {?s ?p ?o}"))).json()["boolean"] is True


async def test_a_large_edition_is_built_aside_while_the_older_one_answers(client, folder, clock, monkeypatch):
    assert len((await client.get(path(NAMES))).json()["results"]["bindings"]) == 6
    monkeypatch.setattr(sparql_process, "_needs_store", lambda *_: True)
    make(folder, [{"symbol": "NEWCO", "market": "nyse", "basic info": {"name": "New Co"}}])
    clock.advance(1)
    counts = set()
    end = time.monotonic() + 60
    while 7 not in counts and time.monotonic() < end:
        counts.add(len((await client.get(path(NAMES))).json()["results"]["bindings"]))
        await asyncio.sleep(0.1)
    assert counts == {6, 7}


async def test_the_process_that_dies_is_started_anew(client, site):
    assert (await client.get(path("ASK {?s ?p ?o}"))).status_code == 200
    for engine in site.companies.sparql._engines:
        if engine._process is not None:
            engine._process.kill()
            await engine._process.wait()
    assert (await client.get(path("ASK {?s ?p ?o}"))).status_code == 200


async def test_what_is_no_query_is_told_while_the_first_store_is_built(client, monkeypatch):
    async def build(*_: object) -> None:
        pass  # it never ends: there is no store

    monkeypatch.setattr(sparql_process, "_needs_store", lambda *_: True)
    monkeypatch.setattr(sparql_process.SparqlProcess, "_build", build)
    for query in ("SELECT", "ADDITION {}", "SELECT * { ?s nobody:knows ?o }", "SELECT ?a { ?b ?c }"):
        answer = await client.get(path(query))
        assert (answer.status_code, answer.json()["detail"][:30]) == (400, "The query cannot be answered: ")
    for query in (NAMES, "ASK { ?s ?p ?o }", f"DESCRIBE <{BASE}/id/us/nasdaq/EXMPL>"):
        answer = await client.get(path(query))
        assert (answer.status_code, answer.json()["detail"]) == (503, sparql_process.BUILDING)
        assert "retry-after" in answer.headers
    monkeypatch.setattr(sparql_process, "QUERY_SECONDS", 0.3)
    values = " ".join(map(str, range(60)))
    slow = "ASK { " + " ".join(f"VALUES ?v{n} {{ {values} }}" for n in range(9)) + " FILTER(?v0 > 99) }"
    assert (await client.get(path(slow))).status_code == 503


async def test_slow_queries_of_one_key_leave_room_for_another(client, nobody, site):
    assert (await client.get(path("ASK {?s ?p ?o}"))).status_code == 200
    slow = "SELECT (COUNT(*) AS ?n) {" + " ".join(f"?a{n} ?b{n} ?c{n} ." for n in range(14)) + "}"
    mine = client.headers["authorization"]
    other = site.keys.create(NewKey("other", "mei"))[1]
    waiting = [asyncio.create_task(client.get(path(slow), headers={"authorization": mine})) for _ in range(20)]
    await asyncio.sleep(0.2)
    began = time.monotonic()
    answer = await client.get(path(NAMES), headers={"authorization": f"Bearer {other}"})
    assert answer.status_code == 200
    assert time.monotonic() - began < sparql_process.QUERY_SECONDS / 2
    refused = [task.result().status_code for task in waiting if task.done()]
    assert set(refused) <= {429}
    assert len(refused) == 20 - 1 - sparql_process.MAX_WAITING
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)


async def test_after_a_restart_the_former_store_answers_while_the_new_one_is_built(client, folder, site, monkeypatch):
    former = site.companies.catalogue().name
    sparql_engine.build(folder, former)
    make(folder, [{"symbol": "NEWCO", "market": "nyse", "basic info": {"name": "New Co"}}])
    monkeypatch.setattr(sparql_process, "_needs_store", lambda *_: True)

    async def build(*_: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(sparql_process.SparqlProcess, "_build", build)
    fresh = sparql_process.SparqlProcess(folder)
    name = max(one.name for one in folder.glob("catalogue-*.sqlite3"))
    assert name > former
    _, body = await fresh.query(name, NAMES, table="text/csv", graph="text/turtle")
    assert body.count(b"\n") == 7
    await fresh.close()
