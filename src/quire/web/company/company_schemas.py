"""The shapes of the company service's bodies for the OpenAPI document. Nothing but data."""

from __future__ import annotations

from quire.web.http.operation import Json
from quire.web.http.schema_shapes import COUNT, TEXT, URL, exact_object, list_of

_ITEMS: Json = {
    "type": "object",
    "description": "By line item and date; figures of no date, as lists of indicators have them, by line item alone.",
    "additionalProperties": {"anyOf": [TEXT, {"type": "object", "additionalProperties": TEXT}]},
}


def _list(**properties: Json) -> Json:
    return list_of(exact_object(**properties))


_VERSIONS = _list(
    version={"type": "integer", "minimum": 1},
    modified={"type": "string", "description": "ISO 8601, UTC."},
    etag=TEXT,
    bytes=COUNT,
    url=URL,
)
_TEXT_OR_NULL: Json = {"type": ["string", "null"]}
_NEXT: Json = {"type": ["string", "null"], "description": "The address of the next page."}

SCHEMAS: dict[str, Json] = {
    "Company": {
        "type": "object",
        "required": ["公司代码"],
        "properties": {
            **dict.fromkeys(("公司代码", "公司简称", "公司名称", "成立日期", "挂牌日期", "公司网址", "公司简介"), TEXT),
            **dict.fromkeys(("主营产品", "注册地点"), TEXT),
            **dict.fromkeys(("基本指标", "资产负债表", "利润表", "现金流量表"), _ITEMS),
            "机构股东": {
                "type": "array",
                "items": {
                    "type": "object",
                    "title": "Shareholders",
                    "properties": {
                        "date": TEXT,
                        "holderNumber": TEXT,
                        "detail": _list(
                            name=TEXT, shareNumber=TEXT, ratio=TEXT, changeCondition=TEXT, convertableShares=TEXT
                        ),
                    },
                },
            },
        },
        "description": "As it was imported: every key, also empty ones, in its order. More keys may follow.",
    },
    "UsCompany": {
        "type": "object",
        "required": ["symbol", "basic info"],
        "properties": {
            "symbol": TEXT,
            "basic info": exact_object(website=TEXT, phone=TEXT, name=TEXT, address=TEXT),
            "description": TEXT,
            **dict.fromkeys(("cash flow", "balance sheet", "income statement"), _ITEMS),
            **dict.fromkeys(
                ("direct holders", "institutional holders"),
                _list(name=TEXT, share=TEXT, value=TEXT, percentage=TEXT, reported_date=TEXT),
            ),
            "executives": _list(name=TEXT, titles={"type": "array", "items": TEXT}, pay=TEXT),
        },
        "description": "As it was imported: every key, also empty ones, in its order. More keys may follow.",
    },
    "CompanyChanges": exact_object(
        edition=COUNT,
        published=TEXT,
        changes=_list(
            dataset=TEXT,
            code=TEXT,
            market=_TEXT_OR_NULL,
            name=TEXT,
            version={"type": "integer", "minimum": 1},
            modified=TEXT,
            etag=TEXT,
            url=URL,
        ),
        next=_TEXT_OR_NULL,
    ),
    "EnteredReport": exact_object(
        task_id=TEXT,
        dry_run={"type": "boolean"},
        url=URL,
        outcome={"type": "string", "enum": ["added", "changed", "rewritten", "unchanged"]},
        edition=COUNT,
        changes=_list(pointer=TEXT, before=_TEXT_OR_NULL, after=_TEXT_OR_NULL, page=TEXT, box=TEXT),
        remarks={"type": "array", "items": TEXT},
    ),
    "Reconciled": {"type": "object", "description": "The manifest, or for each query by its name its `result`."},
    "Candidates": exact_object(detail=TEXT, candidates=_list(公司代码=TEXT, 公司名称=TEXT, url=URL)),
    "CompanyList": exact_object(
        query=TEXT,
        total=COUNT,
        companies=_list(公司代码=TEXT, 公司简称=TEXT, 公司名称=TEXT, url=URL),
        next=_NEXT,
    ),
    "UsCompanyList": exact_object(
        query=TEXT,
        total=COUNT,
        companies=_list(symbol=TEXT, name=TEXT, url=URL, market=TEXT),
        next=_NEXT,
    ),
    "Market": exact_object(market=TEXT, total=COUNT, companies=_list(symbol=TEXT, name=TEXT, url=URL)),
    "CompanyHistory": exact_object(公司代码=TEXT, 公司名称=TEXT, versions=_VERSIONS),
    "CompanySummary": {
        "anyOf": [
            {"title": "ChineseSummary", **exact_object(id=URL, 公司代码=TEXT, 公司简称=TEXT, 公司名称=TEXT, url=URL)},
            {"title": "UsSummary", **exact_object(id=URL, symbol=TEXT, market=TEXT, name=TEXT, url=URL)},
        ]
    },
    "UsCompanyHistory": exact_object(symbol=TEXT, market=TEXT, versions=_VERSIONS),
}
