"""The vocabulary: keys become properties one to one, and the documents that describe them are Turtle."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.company import vocabulary
from quire.company.rdf_store import read_turtle
from tests.company.making import BASE


def test_every_term_has_a_known_prefix_and_kind():
    known = vocabulary.load()
    prefixes = vocabulary.prefixes(BASE)
    kinds = {"local", "en", "text", "date", "moment", "amount", "whole", "iri", "node"}
    for term in known.terms.values():
        assert term.iri.partition(":")[0] in prefixes
        assert term.kind in kinds
    assert known.keys["公司名称"].iri == "rov:legalName"


def test_own_terms_are_described():
    read = read_turtle(vocabulary.document(BASE).encode())
    described = {str(triple.subject.value) for triple in read.triples}  # type: ignore[attr-defined]
    for term in vocabulary.load().terms.values():
        if term.iri.startswith("q:"):
            assert f"{vocabulary.NAMESPACE}{term.iri.removeprefix('q:')}" in described


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=4))
def test_items_of_any_name_are_described(items: list[str]):
    read = read_turtle(vocabulary.items_document(BASE, [("利润表", item) for item in items]).encode())
    assert len({triple.subject for triple in read.triples}) == 2 * len(set(items))  # type: ignore[attr-defined]


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"])))
def test_different_keys_are_different_properties(one: str, other: str):
    assert (vocabulary.local(one) == vocabulary.local(other)) == (one == other)


def test_chinese_names_stay_readable():
    assert vocabulary.local("货币资金、现金") == "货币资金、现金"
    assert vocabulary.local("Net Income") == "Net%20Income"
