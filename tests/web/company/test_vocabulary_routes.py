"""The vocabulary is served at its IRIs."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph
import pytest

from quire.company.catalogue import Catalogue
from quire.company.vocabulary import NAMESPACE
from tests.company.catalogues import make
from tests.company.making import MILL, RIVER, bring, write

pytestmark = pytest.mark.anyio


async def test_terms_need_no_key(nobody, tmp_path: Path):
    before = await nobody.get("/vocabulary")
    assert b"https://w3id.org/quire/company#" in before.content
    make(tmp_path / "companies")


async def test_terms_have_the_base_of_the_documents(nobody, tmp_path: Path):
    make(tmp_path / "companies")
    answer = await nobody.get("/vocabulary")
    assert answer.headers["content-type"] == "text/turtle; charset=utf-8"
    subjects = {one.subject.value for one in pyoxigraph.parse(answer.content, format=pyoxigraph.RdfFormat.TURTLE)}
    assert "https://w3id.org/quire/company#listingDate" in subjects


async def test_every_term_that_is_used_is_described_without_a_key(nobody, tmp_path: Path):
    odd = {
        "": "x",
        "其他": {"深": ["y", {"z": "1"}]},
        "基本指标": {"每股收益": "0.5", "评级": "AA"},
        "成立日期": "2001/2/3",
    }
    bring(tmp_path / "companies", write(tmp_path, "a.jsonl", {**RIVER, **odd}, MILL))
    described = set()
    for part in ("", "/items", "/printed", "/fields"):
        answer = await nobody.get(f"/vocabulary{part}")
        assert answer.status_code == 200
        triples = pyoxigraph.parse(answer.content, format=pyoxigraph.RdfFormat.TURTLE)
        described |= {one.subject.value for one in triples}
    with Catalogue.open(tmp_path / "companies") as catalogue:
        base = catalogue.base
        bodies = [catalogue.body(entry, "rdf") for entry in catalogue.names()]
    used = set()
    for body in bodies:
        for one in pyoxigraph.parse(body, format=pyoxigraph.RdfFormat.TURTLE):
            used |= {one.predicate.value, one.object.value if one.predicate.value.endswith("#type") else ""}
    own = {iri for iri in used if iri.startswith((base, NAMESPACE))}
    assert len(own) > 20
    assert own - described == set()
