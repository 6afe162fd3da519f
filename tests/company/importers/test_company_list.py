"""Lists of companies: encodings, heads of several rows, numbers of spreadsheets, hostile workbooks."""

from __future__ import annotations

import csv
import datetime
import io
import json
import zipfile
from pathlib import Path

import openpyxl
import pytest

from quire.company.catalogue import Catalogue
from quire.company.importers import xlsx_reader
from quire.company.importers.import_context import Context
from tests.company.making import bring

HEADS = ["证券代码", "证券简称", "公司全称", "挂牌日期", "总股本(股)", "备注"]
ROWS = [
    ["830001.OC", "长河", "长河样例股份有限公司", "2014-01-24", "1,000,000", "x"],
    ["430002", "=1+1", '引号"样例,股份', "20150102", "2000000.50", ""],
]


def documents(folder: Path) -> dict[str, dict[str, object]]:
    with Catalogue.open(folder) as catalogue:
        found = {entry.key: json.loads(catalogue.body(entry, "json")) for entry in catalogue.names()}
    return {key: {name: value for name, value in made.items() if value} for key, made in found.items()}


def table(*rows: list[str]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8", "gb18030", "utf-16"])
def test_text_tables_in_each_encoding(tmp_path: Path, encoding: str):
    (tmp_path / "a.csv").write_bytes(table(["列表"], HEADS, *ROWS).encode(encoding))
    summary, rejected = bring(tmp_path / "c", tmp_path / "a.csv")
    assert summary.outcomes == {"added": 2}
    assert documents(tmp_path / "c")["830001"] == {
        "公司代码": "830001",
        "公司简称": "长河",
        "公司名称": "长河样例股份有限公司",
        "挂牌日期": "2014-01-24",
        "股票信息": {"总股本": "1,000,000"},
    }
    assert documents(tmp_path / "c")["430002"]["公司简称"] == "=1+1"
    assert [(row.row, "备注" in row.reason) for row in rejected] == [("heads", True)]


def test_a_mapping_of_columns(tmp_path: Path):
    (tmp_path / "a.csv").write_text(table(["编号", "名", "营收"], ["830001", "甲", "1234.5"]), encoding="utf-8")
    context = Context(columns={"编号": "公司代码", "名": "公司名称", "营收": "利润表/营业收入/2015-12-31"})
    bring(tmp_path / "c", tmp_path / "a.csv", context=context)
    assert documents(tmp_path / "c")["830001"]["利润表"] == {"营业收入": {"2015-12-31": "1,234.5"}}


def test_rows_without_a_code_are_told(tmp_path: Path):
    (tmp_path / "a.csv").write_text(table(HEADS, ROWS[0], ["合计"], ["", "x"], [], ROWS[1]), encoding="utf-8")
    summary, rejected = bring(tmp_path / "c", tmp_path / "a.csv")
    assert summary.outcomes == {"added": 2}
    assert [row.row for row in rejected] == ["heads", "row 3", "row 4"]


@pytest.mark.parametrize("text", ["a,b\n1,2\n", "公司代码\n", '"' + "x" * (2 << 20), ""])
def test_a_table_without_codes_is_told(tmp_path: Path, text: str):
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    _, rejected = bring(tmp_path / "c", tmp_path / "a.csv")
    assert len(rejected) == 1


def workbook(path: Path) -> None:
    book = openpyxl.Workbook()
    page = book.active
    page.append(["挂牌公司列表"])
    page.merge_cells("A1:F1")
    page.append(["基本信息", None, None, "股本", None, "日期"])
    page.merge_cells("A2:C2")
    page.merge_cells("D2:E2")
    page.append(["证券代码", "证券简称", "公司全称", "总股本", "流通股本", "挂牌日期"])
    page.append([830001, "长河", "长河样例股份有限公司", 12345678.5, 1000, datetime.date(2014, 1, 24)])
    page.append([])
    page.append(["000042", "磨坊", "磨坊样例股份有限公司", None, "1,000", "2015-01-02"])
    book.save(path)


def test_workbooks_with_heads_of_several_rows(tmp_path: Path):
    workbook(tmp_path / "a.xlsx")
    summary, rejected = bring(tmp_path / "c", tmp_path / "a.xlsx")
    assert summary.outcomes == {"added": 2}
    assert rejected == []
    made = documents(tmp_path / "c")
    assert made["830001"]["股票信息"] == {"总股本": "12,345,678.5", "流通股本": "1,000"}
    assert made["830001"]["挂牌日期"] == "2014-01-24"
    assert made["000042"]["公司名称"] == "磨坊样例股份有限公司"


def test_a_key_of_both_heads(tmp_path: Path):
    workbook(tmp_path / "a.xlsx")
    context = Context(columns={"股本/流通股本": "股票信息/可转让"})
    bring(tmp_path / "c", tmp_path / "a.xlsx", context=context)
    assert documents(tmp_path / "c")["830001"]["股票信息"] == {"总股本": "12,345,678.5", "可转让": "1,000"}


def hostile(path: Path, member: str, content: str) -> None:
    """A workbook in which one member is replaced."""
    workbook(path.with_name("good.xlsx"))
    with zipfile.ZipFile(path.with_name("good.xlsx")) as good, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bad:
        for name in good.namelist():
            bad.writestr(name, content if name == member else good.read(name))


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
SHEET = "xl/worksheets/sheet1.xml"
SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


@pytest.mark.parametrize(
    ("member", "content"),
    [
        (SHEET, "<no"),
        (SHEET, f'<worksheet {SPACE}><sheetData><row r="5"/><row r="2"/></sheetData></worksheet>'),
        (SHEET, f"{BOMB}<worksheet {SPACE}><sheetData><row><c><v>&b;</v></c></row></sheetData></worksheet>"),
        (
            SHEET,
            f'<worksheet {SPACE}><sheetData><row r="1"><c r="A1" t="s"><v>99</v></c></row></sheetData></worksheet>',
        ),
        ("xl/_rels/workbook.xml.rels", "<Relationships/>"),
        ("xl/workbook.xml", "<workbook/>"),
    ],
)
def test_hostile_workbooks_are_told(tmp_path: Path, member: str, content: str):
    hostile(tmp_path / "a.xlsx", member, content)
    summary, rejected = bring(tmp_path / "c", tmp_path / "a.xlsx")
    assert not summary.published
    assert len(rejected) == 1


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(xlsx_reader, "LARGEST", 100_000)
    hostile(
        tmp_path / "a.xlsx", SHEET, f"<worksheet {SPACE}><sheetData>" + " " * 1_000_000 + "</sheetData></worksheet>"
    )
    _, rejected = bring(tmp_path / "c", tmp_path / "a.xlsx")
    assert "larger than" in rejected[0].reason


def test_codes_that_lost_their_zeros_are_read_with_a_remark(tmp_path: Path):
    (tmp_path / "a.csv").write_text(table(HEADS[:2], ["2001", "甲"], ["42", "乙"]), encoding="utf-8")
    summary, rejected = bring(tmp_path / "c", tmp_path / "a.csv")
    assert set(documents(tmp_path / "c")) == {"002001", "000042"}
    assert (summary.rejected, summary.remarks) == (0, 2)
    assert [row.reason for row in rejected] == ["the code 2001 is read as 002001", "the code 42 is read as 000042"]


@pytest.mark.parametrize("name", ["", "甲\0", "甲\u202e公司", "\u2066甲"])
def test_a_name_that_is_missing_or_deceives_is_refused_with_its_line(tmp_path: Path, name: str):
    rows = [["公司代码", "公司名称"], ["830001", name], ["830002", "好公司"]]
    (tmp_path / "a.csv").write_text(table(*rows), encoding="utf-8")
    summary, rejected = bring(tmp_path / "c", tmp_path / "a.csv")
    assert set(documents(tmp_path / "c")) == {"830002"}
    assert [(row.row, row.taken) for row in rejected] == [("row 2", False)]
    assert "name" in rejected[0].reason
    assert summary.rejected == 1


def test_any_head_can_be_mapped(tmp_path: Path):
    heads = ["编号", "名（注）", "(1)", "a=b", "营收(2015)", "营收(2016)"]
    (tmp_path / "a.csv").write_text(table(heads, ["830001", "甲", "x", "y", "5", "6"]), encoding="utf-8")
    columns = {"编号": "公司代码", "名（注）": "公司名称", "(1)": "备注", "a=b": "其他", "gone": "z"}
    columns |= {f"营收({year})": f"利润表/营业收入/{year}-12-31" for year in (2015, 2016)}
    _, rejected = bring(tmp_path / "c", tmp_path / "a.csv", context=Context(columns=columns))
    made = documents(tmp_path / "c")["830001"]
    assert (made["公司名称"], made["备注"], made["其他"]) == ("甲", "x", "y")
    assert made["利润表"] == {"营业收入": {"2015-12-31": "5", "2016-12-31": "6"}}
    assert [(row.row, row.reason) for row in rejected] == [("heads", "--column: no column is called gone")]
