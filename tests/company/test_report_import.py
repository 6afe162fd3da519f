"""From a report into a record with one command: the company is recognised, a dry run shows what would change."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quire.company import report_import
from quire.company.catalogue import Catalogue
from tests.company.making import MOMENT

QUIRE = (str(Path(sys.executable).with_name("quire")), "company")
CHINESE = {"公司代码": "830001", "公司名称": "长河科技股份有限公司", "资产负债表": {"存货": {"2020-12-31": "5"}}}
AMERICAN = {"symbol": "MILL", "market": "nyse", "basic info": {"name": "Mill Corp"}}


def quire(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [*QUIRE, *map(str, arguments), "--data-dir", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def result(folder: Path, company: str, label: str = "存货") -> Path:
    cells = [{"page": 3, "box": [1, 2, 3, 4], "value": text} for text in ("7", "8")]
    details = {
        "company": company,
        "title": "balance sheet",
        "scope": "consolidated",
        "unit": "万元",
        "multiplier": 10000,
        "periods": [None, {"label": "2020", "end": "2020-12-31"}, {"label": "2019", "end": "2019-12-31"}],
        "rows": [{"kind": "item", "level": 0, "item": "", "cells": [None, *cells]}],
    }
    path = folder / "result.json"
    found = [{"tables": [[[label, "7", "8"]]], "type_index": 0, "angle": 0, "details": details}]
    path.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in (CHINESE, AMERICAN))
    (tmp_path / "a.jsonl").write_text(lines, encoding="utf-8")
    assert quire("import", tmp_path / "a.jsonl", folder=tmp_path / "data").returncode == 0
    return tmp_path / "data"


@pytest.mark.parametrize("company", ["长河科技股份有限公司", "长河科技股份有限公司及其子公司", "证券代码：830001"])
def test_a_dry_run_shows_each_change_and_makes_none(data: Path, tmp_path: Path, company: str):
    before = quire("get", "830001", folder=data).stdout
    done = quire("import", "--statements", result(tmp_path, company), "--dry-run", folder=data)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        '"cn/830001/资产负债表/存货/2020-12-31": "5" -> "70,000" (page 3)',
        '"cn/830001/资产负债表/存货/2019-12-31": - -> "80,000" (page 3)',
        "1 changed; 0 rejected; edition 1 stands (dry run)",
    ]
    assert quire("get", "830001", folder=data).stdout == before


@pytest.mark.parametrize("company", ["MILL CORPORATION AND SUBSIDIARIES", "Mill Corp", "The Mill Corporation"])
def test_an_american_report_finds_its_company(data: Path, tmp_path: Path, company: str):
    done = quire("import", "--statements", result(tmp_path, company, "Inventories"), folder=data)
    assert "1 changed" in done.stdout
    made = json.loads(quire("get", "MILL", folder=data).stdout)
    assert made["balance sheet"] == {"Inventories": {"Dec 31, 2020": "70,000", "Dec 31, 2019": "80,000"}}


@pytest.mark.parametrize(("company", "code"), [("无名公司", ""), ("", ""), ("", "830999")])
def test_an_unknown_company_is_not_made(data: Path, tmp_path: Path, company: str, code: str):
    chosen = ["--company", code] if code else []
    done = quire("import", "--statements", result(tmp_path, company), *chosen, folder=data)
    assert done.returncode == 1
    assert "known" in done.stderr
    assert quire("get", "830999", folder=data).returncode == 1


def test_a_file_that_is_named_and_refused_fails_the_command(data: Path, tmp_path: Path):
    (tmp_path / "odd.xml").write_text("<x/>", encoding="utf-8")
    (tmp_path / "empty.json").write_text("", encoding="utf-8")
    done = quire("import", tmp_path / "a.jsonl", tmp_path / "odd.xml", tmp_path / "empty.json", folder=data)
    assert done.returncode == 1
    assert "2 unchanged; 2 rejected" in done.stdout
    assert "odd.xml" in done.stderr
    assert "empty.json" in done.stderr


def test_a_report_is_entered_for_the_service(data: Path, tmp_path: Path):
    asked = {"key": "830001", "file": str(result(tmp_path, "")), "name": "task 7", "dry_run": True}
    found = report_import.enter(data / "companies", asked, MOMENT)
    assert (found["outcome"], found["edition"], len(found["changes"])) == ("changed", 1, 2)  # type: ignore[arg-type]
    found = report_import.enter(data / "companies", {**asked, "dry_run": False}, MOMENT)
    assert (found["outcome"], found["edition"]) == ("changed", 2)
    with Catalogue.open(data / "companies") as catalogue:
        entry = catalogue.by_id(("cn", "830001"))
        assert entry is not None
        origins = catalogue.origins(entry)
    assert {"kind": "quire-finance", "file": "task 7", "moment": MOMENT.isoformat()} in origins["sources"]  # type: ignore[operator]
    place = "/资产负债表/存货/2020-12-31"
    assert origins["details"][place] == {"page": "3", "box": "1 2 3 4"}  # type: ignore[index]
    refused = report_import.enter(data / "companies", {**asked, "key": "839999"}, MOMENT)
    assert "not known" in str(refused["reasons"])
