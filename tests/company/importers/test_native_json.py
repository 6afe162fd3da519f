"""The specification's own form, in every kind of file; rows that cannot be taken are told."""

from __future__ import annotations

import gzip
import json
import sys
import zipfile
from pathlib import Path

import pytest

from quire.company.catalogue import Catalogue
from quire.company.importers.import_context import Context
from tests.company.making import MILL, RIVER, bring, write

OBJECTS = sys.modules["quire.company.importers.json_objects"]  # the package has a function of that name
TOWN = {"symbol": "brk.b", "basic info": {"name": "Town Inc."}}


def keys(folder: Path) -> list[str]:
    with Catalogue.open(folder) as catalogue:
        return [f"{entry.market or 'cn'}:{entry.key}" for entry in catalogue.names()]


def test_one_document_an_array_and_lines(tmp_path: Path):
    (tmp_path / "one.json").write_text(json.dumps(RIVER, indent=2), encoding="utf-8")
    second, third = ({**RIVER, "公司代码": code} for code in ("830002", "830003"))
    (tmp_path / "two.json").write_text("\ufeff" + json.dumps([second, third], indent=1), encoding="utf-8")
    with gzip.open(tmp_path / "three.jsonl.gz", "wt", encoding="utf-8") as stream:
        stream.write("\ufeff" + json.dumps(MILL) + "\n\n" + json.dumps({**MILL, "symbol": "MILL-A"}) + "\n")
    with zipfile.ZipFile(tmp_path / "four.zip", "w") as archive:
        archive.writestr("deep/x.json", json.dumps({**RIVER, "公司代码": "830004"}))
        archive.writestr("y.jsonl", json.dumps({**RIVER, "公司代码": "830005"}) + "\n")
        archive.writestr("../../z.txt", "x")
    summary, rejected = bring(tmp_path / "c", *sorted(tmp_path.glob("*.*")))
    assert summary.outcomes == {"added": 7}
    assert sorted(keys(tmp_path / "c"))[:5] == [f"cn:{code}" for code in range(830001, 830006)]
    assert [row.row for row in rejected] == ["z.txt"]
    assert not (tmp_path.parent / "z.txt").exists()


def test_the_market_of_folders_names_and_options(tmp_path: Path):
    bring(tmp_path / "a", write(tmp_path, "in/us/nasdaq/2020/x.jsonl", TOWN).parents[3])
    bring(tmp_path / "b", write(tmp_path, "us-nyse.jsonl", TOWN))
    bring(tmp_path / "d", write(tmp_path, "plain.jsonl", TOWN), context=Context(market="nyse"))
    bring(tmp_path / "e", write(tmp_path, "us-nasdaq.jsonl", MILL))
    assert keys(tmp_path / "a") == ["nasdaq:BRK-B"]
    assert keys(tmp_path / "b") == keys(tmp_path / "d") == ["nyse:BRK-B"]
    assert keys(tmp_path / "e") == ["nyse:MILL"], "the document itself says it"


BAD = [
    "{",
    "[]",
    "5",
    '{"公司名称": "甲"}',
    '{"公司代码": "no!"}',
    '{"symbol": ""}',
    '{"symbol": {"a": 1}}',
    "[" * 100_000,
    '{"公司代码": "830009", "x": ' + "[" * 50 + "1" + "]" * 50 + "}",
    "\x00\x01",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
]


@pytest.mark.parametrize("line", BAD)
def test_bad_lines_are_told_and_the_others_taken(tmp_path: Path, line: str):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(RIVER) + "\n" + line + "\n" + json.dumps(MILL) + "\n", encoding="utf-8")
    _, rejected = bring(tmp_path / "c", path)
    assert keys(tmp_path / "c") == ["cn:830001", "nyse:MILL"]
    assert {row.row for row in rejected} == {"line 2"}


@pytest.mark.parametrize("text", ["", "{", "[1, 2", '[{"公司代码": "830001"}, {', "null", '"x"', "[[1]]"])
def test_bad_files_are_told(tmp_path: Path, text: str):
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    _, rejected = bring(tmp_path / "c", path)
    assert rejected


def test_a_file_that_is_damaged_is_told(tmp_path: Path):
    good = gzip.compress((json.dumps(RIVER) + "\n").encode() * 2000)
    (tmp_path / "a.jsonl.gz").write_bytes(good[: len(good) // 2])
    (tmp_path / "b.zip").write_bytes(b"PK\x03\x04 no zip")
    (tmp_path / "c.bin").write_bytes(bytes(range(256)))
    _, rejected = bring(tmp_path / "c", *sorted(tmp_path.glob("*.*")))
    assert {row.file for row in rejected} == {"a.jsonl.gz", "b.zip", "c.bin"}


def test_arrays_are_read_as_a_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(OBJECTS, "_CHUNK", 50)
    values = [{**RIVER, "公司代码": str(840000 + at)} for at in range(20)]
    (tmp_path / "a.json").write_text(json.dumps(values, ensure_ascii=False), encoding="utf-8")
    (tmp_path / "b.json").write_text("\n".join(json.dumps(value) for value in values[:3]), encoding="utf-8")
    summary, rejected = bring(tmp_path / "c", tmp_path / "a.json", tmp_path / "b.json")
    assert summary.outcomes == {"added": 20}
    assert summary.parts == 23
    assert rejected == []


def test_an_object_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(OBJECTS, "LARGEST_MEMBER", 1000)
    monkeypatch.setattr(OBJECTS, "_CHUNK", 500)
    monkeypatch.setattr(OBJECTS, "LONGEST_LINE", 4000)
    big = json.dumps({**RIVER, "公司简介": "x" * 5000})
    (tmp_path / "a.json").write_text(big)
    (tmp_path / "b.jsonl").write_text(big + "\n" + json.dumps(MILL) + "\n")
    _, rejected = bring(tmp_path / "c", tmp_path / "a.json", tmp_path / "b.jsonl")
    assert [(row.file, row.row) for row in rejected] == [("a.json", "element 1"), ("b.jsonl", "line 1")]
    assert keys(tmp_path / "c") == ["nyse:MILL"]


def test_names_of_files_may_be_anything(tmp_path: Path):
    path = Path(str(tmp_path) + "/a\udcff\n<b>.jsonl")
    path.write_text(json.dumps(RIVER) + "\nx\n")
    _, rejected = bring(tmp_path / "c", path)
    assert rejected[0].file.encode()
    with Catalogue.open(tmp_path / "c") as catalogue:
        assert b"\\n<b>.jsonl" in catalogue.body(next(catalogue.names()), "rdf")


def test_links_and_hidden_files_of_folders_are_left_out(tmp_path: Path):
    outside = write(tmp_path, "outside.jsonl", RIVER)
    write(tmp_path / "in", "a.jsonl", MILL)
    write(tmp_path / "in", ".hidden.jsonl", RIVER)
    (tmp_path / "in" / "link.jsonl").symlink_to(outside)
    bring(tmp_path / "c", tmp_path / "in")
    assert keys(tmp_path / "c") == ["nyse:MILL"]
