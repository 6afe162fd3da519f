"""The workbook of statements, read back by openpyxl."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from quire.finance.statement import Cell, Extraction
from quire.jobs.statement_workbook import figure, statement_workbook
from quire.write.xlsx import write
from tests.jobs import statements as make


def read(path: Path, extraction: Extraction) -> openpyxl.Workbook:
    write(path, statement_workbook(extraction))
    return openpyxl.load_workbook(path)


def test_a_sheet_for_each_statement(tmp_path: Path):
    made = read(tmp_path / "a.xlsx", make.extraction())
    assert made.sheetnames == ["资产负债表 合并", "资产负债表 母公司"]
    sheet = made.worksheets[0]
    said = [sheet.cell(row, 1).value for row in (1, 2, 3)]
    assert said[0] == "合并资产负债表"
    assert (
        said[1] == "编制单位：青屿湾水务股份有限公司    报告日：2025-12-31    单位：元    币种：CNY    来源页码：3, 4"
    )
    assert said[2] == "勾稽检查：1 项，全部通过"
    assert sheet.freeze_panes == "B5"


def test_real_numbers_with_signs_and_formats(tmp_path: Path):
    sheet = read(tmp_path / "a.xlsx", make.extraction()).worksheets[0]
    header, section, cash, other, share, total = (list(row) for row in sheet.iter_rows(4, 9))
    assert [cell.value for cell in header] == [None, "附注", "2025年12月31日", "2024年12月31日", "页码"]
    assert section[0].font.b
    assert [cell.value for cell in cash] == ["货币资金", "七、1", 1204318.55, -88.0, 3]
    assert cash[2].number_format == "#,##0.00"
    assert cash[0].alignment.indent == 1
    assert other[2].value == -5000.1
    assert other[2].number_format == "#,##0.00_);(#,##0.00)"
    assert (other[3].value, other[3].number_format) == (0, '0;-0;"–"')  # a printed dash
    assert (share[2].value, share[3].value, share[3].number_format, share[4].value) == (0.35, 12.5, '#,##0.0"%"', 4)
    assert total[2].value == "12345678901234567.89"  # more digits than a spreadsheet keeps
    assert total[0].font.b


def test_a_check_that_does_not_hold_has_a_sheet_and_shades_its_cells(tmp_path: Path):
    made = read(tmp_path / "a.xlsx", make.extraction(holds=False))
    assert made.sheetnames == ["资产负债表 合并", "资产负债表 母公司", "检查"]
    sheet, checks = made.worksheets[0], made.worksheets[2]
    assert sheet["A3"].value == "勾稽检查：1 项，其中 1 项未通过，见工作表“检查”"
    assert (sheet["C9"].fill.fgColor.rgb, sheet["C6"].fill.fgColor.rgb) == ("FFFFE699", "00000000")
    rows = [[cell.value for cell in row] for row in checks.iter_rows()]
    assert rows[0] == ["工作表", "结果", "规则", "说明", "单元格"]
    assert rows[1] == ["资产负债表 合并", "未通过", "balance", "资产总计 = 负债和所有者权益总计", "C9, D9"]
    assert rows[2][:2] == ["资产负债表 母公司", "通过"]


def test_a_missing_statement_is_on_the_sheet_of_checks(tmp_path: Path):
    from dataclasses import replace

    gap = "No consolidated cash-flow statement was found beside the other statements."
    made = read(tmp_path / "a.xlsx", replace(make.extraction(), warnings=(gap,)))
    assert [cell.value for cell in made["检查"][2]] == [None, "未通过", "missing", gap, None]


def test_no_statement_is_said_so(tmp_path: Path):
    made = read(tmp_path / "a.xlsx", Extraction(warnings=("Page 3 was left out.",)))
    assert [cell.value for cell in made.worksheets[0]["A"]] == [
        "No financial statement was found in the document.",
        "Page 3 was left out.",
    ]


def test_labels_that_look_like_formulas_stay_texts(tmp_path: Path):
    from dataclasses import replace

    statement = make.balance()
    evil = replace(statement.rows[2], cells=(Cell("=1+1", 3), *statement.rows[2].cells[1:]))
    statement = replace(statement, rows=(*statement.rows[:2], evil), title="=cmd()", company="@x", findings=())
    sheet = read(tmp_path / "a.xlsx", Extraction((statement,))).worksheets[0]
    assert not [cell.coordinate for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    assert sheet["A6"].value == "=1+1"


def test_english_words_and_many_rows(tmp_path: Path):
    made = read(tmp_path / "a.xlsx", Extraction((make.large(3000), make.large(10))))
    assert made.sheetnames == ["Income statement", "Income statement (2)"]
    assert made.worksheets[0]["A3"].value == "Checks: nothing could be checked"
    assert made.worksheets[0].max_row == 3 + 1 + 3000


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("1,234", "#,##0"),
        ("1,234.50", "#,##0.00"),
        ("12345.60", "0.00"),
        ("（1,234）", "#,##0_);(#,##0)"),
        ("-7", "#,##0"),
        ("0.123", "#,##0.000"),
        ("3.1%", '#,##0.0"%"'),
    ],
)
def test_formats_follow_the_print(text: str, form: str):
    assert figure(make.cell(text, figure=True)).format == form
