"""Queries: what is refused, what bounds a result, stores in memory and on disk."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from pathlib import Path

import pytest

from quire.company import rdf_store, sparql_engine
from quire.company.catalogue import Catalogue
from quire.errors import BadRequest
from tests.company.catalogues import BASE, CHINESE, MOMENT, make

TABLE, GRAPH = "application/sparql-results+json", "text/turtle"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("companies"))


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { SERVICE <http://x.test/> { ?s ?p ?o } }",
        "SELECT * { service silent <http://x.test/> { ?s ?p ?o } }",
        "SELECT * {{SERVICE ?x {?s ?p ?o}}}",
        "SELECT * { ?s ?p '#' . SERVICE <http://x.test/> {} }",
        "SELECT * { ?s ?p <http://x.test/#> . SERVICE <http://x.test/> {} }",
        "SELECT * { ?s ?p '\\'' . SERVICE <http://x.test/> {} }",
        "SELECT * { ?s ?p ''' ' ''' .SERVICE<http://x.test/> {} }",
        "SELECT * { ?s ?p x:a\\' . SERVICE <http://x.test/> {} . ?s ?p x:b\\' }",
        'SELECT * { ?s ?p """x\\\\""" . SERVICE <http://x.test/> {} . ?s ?p """y""" }',
        "SELECT * { FILTER(?a<?b)SERVICE?x{} }",
        "SELECT * { ?s ?p 1SERVICE<http://x.test/>{} }",
        "SELECT * { ?s ?p trueSERVICE<http://x.test/>{} }",
        "PREFIX : <http://x.test/> SELECT * { SERVICE:x{} }",
        "SELECT * { ?s ?p x:a.SERVICE<http://x.test/>{} }",
        "SELECT * { ?s ?p 'x\\\\' . SERVICE <http://x.test/> {} . ?s ?p 'y' }",
    ],
)
def test_other_servers_are_not_asked(query):
    with pytest.raises(BadRequest, match="SERVICE"):
        sparql_engine.check(query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { ?service ?p ?o }",
        "SELECT * { ?s <http://x.test/SERVICE> ?o }",
        "SELECT * { ?s ?p 'SERVICE' } # SERVICE",
        "SELECT * { ?s schema:serviceType x:SERVICE ; x:a 'x'@service }",
        'SELECT * { ?s ?p """SERVICE "quoted" x""" }',
    ],
)
def test_the_word_alone_is_no_offence(query):
    sparql_engine.check(query)


def ask(store, query, *, table=TABLE, graph=GRAPH):
    return sparql_engine.answer(
        store, {"query": query, "table": table, "graph": graph}, {"rov": "http://www.w3.org/ns/regorg#"}
    )


@pytest.mark.parametrize("kept", [False, True], ids=["in memory", "on disk"])
def test_stores(folder, kept):
    with Catalogue.open(folder) as catalogue:
        name = catalogue.name
        assert not sparql_engine.needs_store(catalogue)
    if kept:
        sparql_engine.build(folder, name)
        assert sparql_engine.store_path(folder, name).is_dir()
    store = sparql_engine.open_store(folder, name)
    head, body = ask(store, "SELECT ?n { ?s rov:legalName ?n } ORDER BY ?n")
    names = [row["n"]["value"] for row in json.loads(body)["results"]["bindings"]]
    assert head == {"type": TABLE, "length": len(body)}
    assert len(names) == 6
    assert "江苏晨光样例科技股份有限公司" in names
    head, body = ask(store, f"DESCRIBE <{BASE}/id/us/nasdaq/EXMPL>")
    assert head["type"] == GRAPH
    assert b'"Example Corp"' in body


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("DROP ALL", "Only queries are allowed: SELECT, ASK, CONSTRUCT and DESCRIBE. DROP would change data."),
        ("# DROP\ninsert data { <a:b> <a:b> 1 }", "INSERT would change data."),
        ("BASE <http://x/> PREFIX : <a> PREFIX x: <#b>\nDELETE WHERE { ?a ?b ?c }", "DELETE would change data."),
        ("LOAD <file:///etc/passwd>", "LOAD would change data."),
        ("ADDITION {}", "cannot be answered"),
        ("SELECT * {", "cannot be answered"),
        ("SELECT * { SERVICE <http://x.test/> {} }", "SERVICE"),
        ("", "cannot be answered"),
    ],
)
def test_what_is_no_query(folder, query, word):
    with Catalogue.open(folder) as catalogue:
        store = sparql_engine.open_store(folder, catalogue.name)
    head, body = ask(store, query)
    assert word in head["error"]
    assert body == b""


@pytest.mark.parametrize("table", ["application/sparql-results+json", "application/sparql-results+xml", "text/csv", "text/tab-separated-values"])  # fmt: skip
@pytest.mark.parametrize(
    "graph", ["text/turtle", "application/ld+json", "application/n-triples", "application/rdf+xml"]
)
def test_forms_of_results(folder, table, graph):
    with Catalogue.open(folder) as catalogue:
        store = sparql_engine.open_store(folder, catalogue.name)
    assert ask(store, "SELECT * {?s ?p ?o}", table=table)[0]["type"] == table
    assert ask(store, "CONSTRUCT WHERE {?s ?p ?o}", graph=graph)[0]["type"] == graph
    assert ask(store, "ASK {?s ?p ?o}", table=table)[0]["type"] in {table, TABLE}


def test_a_result_has_a_largest_size(folder, monkeypatch):
    with Catalogue.open(folder) as catalogue:
        store = sparql_engine.open_store(folder, catalogue.name)
    head, body = ask(store, "SELECT * {?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . ?p ?q ?r . ?s ?t ?u }")
    assert "16 MiB" in head["error"]
    assert body == b""


def test_requests_line_by_line(folder):
    with Catalogue.open(folder) as catalogue:
        name = catalogue.name
    asked = [{"query": text, "table": TABLE, "graph": GRAPH} for text in ("ASK {?s ?p ?o}", "nonsense", "ASK {}")]
    source = io.BytesIO("".join(json.dumps(one) + "\n" for one in asked).encode())
    target = io.BytesIO()
    sparql_engine.serve(folder, name, source, target)
    target.seek(0)
    assert json.loads(target.readline()) == {"ready": True}
    first = json.loads(target.readline())
    assert json.loads(target.read(first["length"]))["boolean"] is True
    assert "error" in json.loads(target.readline())
    assert json.loads(target.readline())["type"] == TABLE


def test_stores_of_editions_that_are_gone_are_removed(tmp_path):
    folder = make(tmp_path)
    with Catalogue.open(folder) as catalogue:
        first = catalogue.name
    sparql_engine.build(folder, first)
    make(folder)
    (folder / first).unlink()
    with Catalogue.open(folder) as catalogue:
        sparql_engine.build(folder, catalogue.name)
        assert [path.name for path in folder.glob("sparql-*")] == [
            sparql_engine.store_path(folder, catalogue.name).name
        ]


def _triples(folder: Path, name: str) -> set[str]:
    store = sparql_engine.open_store(folder, name)
    return set(ask(store, "CONSTRUCT WHERE {?s ?p ?o}", graph="application/n-triples")[1].decode().splitlines())


def test_a_store_grows_from_the_former_one(tmp_path, monkeypatch):
    folder = make(tmp_path / "companies")
    with Catalogue.open(folder) as catalogue:
        first = catalogue.name
    sparql_engine.build(folder, first)
    before = _triples(folder, first)
    changed = {**CHINESE[0], "公司名称": "新名样例股份有限公司"}
    fresh = {"公司代码": "430777", "公司简称": "新例", "公司名称": "新来样例股份有限公司"}
    make(folder, [changed, fresh], moment=MOMENT + timedelta(days=1))
    with Catalogue.open(folder) as catalogue:
        second = catalogue.name
        wanted = b"".join(catalogue.body(entry, "rdf") for entry in catalogue.names())
    monkeypatch.setattr(sparql_engine, "MOST_CHANGED", 1)
    monkeypatch.setattr(rdf_store.Store, "load", None)  # whoever loads everything anew fails
    sparql_engine.build(folder, second)
    assert _triples(folder, second) == {line.strip() for line in wanted.decode().splitlines() if line.strip()}
    assert _triples(folder, first) == before


def test_a_store_is_made_anew_when_much_changed(tmp_path, monkeypatch):
    folder = make(tmp_path / "companies")
    with Catalogue.open(folder) as catalogue:
        sparql_engine.build(folder, catalogue.name)
    make(folder, [{**CHINESE[0], "公司名称": "新名样例股份有限公司"}], moment=MOMENT + timedelta(days=1))
    monkeypatch.setattr(rdf_store, "copy", None)  # whoever copies fails: one of six is more than a tenth
    with Catalogue.open(folder) as catalogue:
        sparql_engine.build(folder, catalogue.name)
        wanted = sum(bool(catalogue.body(entry, "rdf")) for entry in catalogue.names())
        assert len(_triples(folder, catalogue.name)) == wanted
