"""Small companies and editions for the tests of company records."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from quire.company.importers import read
from quire.company.importers.import_context import Context
from quire.company.part_spool import Raw, Rejected
from quire.company.publish import Plan, Summary, publish
from quire.company.record import Part

BASE = "http://quire.example.org"
MOMENT = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)

RIVER = {
    "公司代码": "830001",
    "公司简称": "长河科技",
    "公司名称": "长河（样例）科技股份有限公司",
    "成立日期": "2001-02-28",
    "挂牌日期": "2014-01-24",
    "公司网址": "www.river.example",
    "主营产品": "水文仪器",
    "注册地点": "样例省样例市",
    "基本指标": {"每股收益": "-0.36", "总资产": "1,234,567.80"},
    "资产负债表": {
        "货币资金": {"2015-12-31": "311,203,457.71", "2016-12-31": "(5,000)"},
        "资产总计": {"2016-12-31": "1,242,243,047"},
    },
    "高管人员": [{"name": "样例甲", "job": "董事长", "gender": "女", "age": "47"}],
    "机构股东": [
        {
            "date": "2016-06-30",
            "holderNumber": "1",
            "detail": [
                {
                    "name": "样例基金",
                    "shareNumber": "90,000,000",
                    "ratio": "11.90%",
                    "changeCondition": "新进",
                    "convertableShares": "0",
                }
            ],
        }
    ],
}

MILL = {
    "symbol": "MILL",
    "market": "nyse",
    "cik": "0000000042",
    "basic info": {
        "website": "https://mill.example",
        "phone": "(555) 010-9999",
        "name": "Mill Inc.",
        "address": "1 Way",
    },
    "description": "Grinds corn.",
    "income statement": {"Total Revenue": {"Sep 27, 2025": "416,161,000", "Sep 28, 2024": "(1,000)"}},
    "executives": [{"name": "A. Miller", "titles": ["CEO", "Director"], "pay": "N/A"}],
    "institutional holders": [
        {"name": "Fund", "share": "1,000", "value": "2,000", "percentage": "8.77%", "reported_date": "Jun 30, 2025"}
    ],
}


def write(folder: Path, name: str, *values: object) -> Path:
    """A JSONL file of values."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values), encoding="utf-8")
    return path


def plan(rejected: list[Rejected] | None = None, *, day: int = 0, keep: int = 3, base: str = BASE) -> Plan:
    """A plan without other processes, `day` days after `MOMENT`."""
    into: list[Rejected] = [] if rejected is None else rejected
    return Plan(base, keep, 1, MOMENT + timedelta(days=day), reject=into.append)


def enter(folder: Path, parts: Iterable[Part | Raw | Rejected], *, day: int = 0, keep: int = 3) -> Summary:
    """Publish parts."""
    return publish(folder, parts, plan(day=day, keep=keep))


def bring(
    folder: Path, *paths: Path, context: Context | None = None, day: int = 0, keep: int = 3, base: str = BASE
) -> tuple[Summary, list[Rejected]]:
    """Import files; the summary and the rejected rows."""
    rejected: list[Rejected] = []
    given = context or Context()
    summary = publish(folder, read(paths, given), plan(rejected, day=day, keep=keep, base=base))
    return summary, rejected
