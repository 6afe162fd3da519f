"""The check must fail when something is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.company.catalogue import Catalogue, pack_name
from quire.company.rdf_store import read_jsonld, read_turtle
from quire.company.verify import cells, missing, verify
from tests.company.making import RIVER, bring, write

XSD = "http://www.w3.org/2001/XMLSchema#"
NONE: frozenset[str] = frozenset()


def test_a_changed_byte_is_found(tmp_path: Path):
    bring(tmp_path / "c", write(tmp_path, "a.jsonl", RIVER))
    pack = tmp_path / "c" / pack_name(2)
    data = pack.read_bytes()
    pack.write_bytes(data.replace("长河科技".encode(), "长江科技".encode(), 1))
    with Catalogue.open(tmp_path / "c") as catalogue:
        faults = verify(catalogue, next(catalogue.names()))
    assert [fault.place for fault in faults] == ["json identity"]


@pytest.mark.parametrize(
    ("document", "literals", "word"),
    [
        ({"公司名称": "甲"}, set(), "text"),
        ({"成立日期": "2001-02-28"}, {("2001-02-28", XSD + "string")}, "date"),
        ({"利润表": {"净利润": {"2016-12-31": "1,000"}}}, {("1,000", XSD + "string")}, "amount 1,000"),
        ({"公司名称": "甲"}, {("甲", XSD + "string"), ("5", XSD + "decimal")}, "has not: 5"),
    ],
)
def test_what_is_missing_or_invented_is_told(document: dict[str, object], literals: set[tuple[str, str]], word: str):
    found = list(missing(document, frozenset(literals), NONE))  # type: ignore[arg-type]
    assert len(found) == 1
    assert word in found[0][1]


def test_private_keys_are_no_cells():
    assert list(cells({"_note": "x", "a/b": ["y"], "c": {"ratio": "1"}})) == [
        ("/a~1b/0", "y", False),
        ("/c/ratio", "1", True),
    ]


def test_graphs_with_blank_nodes_or_errors_are_refused():
    with pytest.raises(ValueError, match="blank"):
        read_turtle(b"<http://a> <http://b> [] .")
    with pytest.raises(ValueError, match="parse"):
        read_turtle(b"<http://a> <http://b>")
    with pytest.raises(ValueError, match="parse"):
        read_jsonld(b"{")
