"""The shapes of the company service's bodies for the OpenAPI document. Nothing but data."""

from __future__ import annotations

from quire.web.operation import Json

_TEXT: Json = {"type": "string"}
_URL: Json = {"type": "string", "format": "uri"}
_COUNT: Json = {"type": "integer", "minimum": 0}
_ITEMS: Json = {
    "type": "object",
    "description": "By line item and date.",
    "additionalProperties": {"type": "object", "additionalProperties": _TEXT},
}


def _shape(**properties: Json) -> dict[str, Json]:
    required: list[Json] = list(properties)
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


def _list(**properties: Json) -> Json:
    return {"type": "array", "items": _shape(**properties)}


_VERSIONS = _list(
    version={"type": "integer", "minimum": 1},
    modified={"type": "string", "description": "ISO 8601, UTC."},
    etag=_TEXT,
    bytes=_COUNT,
    url=_URL,
)
_NEXT: Json = {"type": ["string", "null"], "description": "The address of the next page."}

SCHEMAS: dict[str, Json] = {
    "Company": {
        "type": "object",
        "required": ["公司代码"],
        "properties": {
            **dict.fromkeys(
                ("公司代码", "公司简称", "公司名称", "成立日期", "挂牌日期", "公司网址", "公司简介"), _TEXT
            ),
            **dict.fromkeys(("主营产品", "注册地点"), _TEXT),
            **dict.fromkeys(("基本指标", "资产负债表", "利润表", "现金流量表"), _ITEMS),
            "机构股东": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "date": _TEXT,
                        "holderNumber": _TEXT,
                        "detail": _list(
                            name=_TEXT, shareNumber=_TEXT, ratio=_TEXT, changeCondition=_TEXT, convertableShares=_TEXT
                        ),
                    },
                },
            },
        },
        "description": "Every value is a string; a key whose value is not known is not there. More keys may follow.",
    },
    "UsCompany": {
        "type": "object",
        "required": ["symbol", "basic info"],
        "properties": {
            "symbol": _TEXT,
            "basic info": _shape(website=_TEXT, phone=_TEXT, name=_TEXT, address=_TEXT),
            "description": _TEXT,
            **dict.fromkeys(("cash flow", "balance sheet", "income statement"), _ITEMS),
            **dict.fromkeys(
                ("direct holders", "institutional holders"),
                _list(name=_TEXT, share=_TEXT, value=_TEXT, percentage=_TEXT, reported_date=_TEXT),
            ),
            "executives": _list(name=_TEXT, titles={"type": "array", "items": _TEXT}, pay=_TEXT),
        },
        "additionalProperties": False,
    },
    "Candidates": _shape(detail=_TEXT, candidates=_list(公司代码=_TEXT, 公司名称=_TEXT, url=_URL)),
    "CompanyList": _shape(
        query=_TEXT,
        total=_COUNT,
        companies=_list(公司代码=_TEXT, 公司简称=_TEXT, 公司名称=_TEXT, url=_URL),
        next=_NEXT,
    ),
    "UsCompanyList": _shape(
        query=_TEXT,
        total=_COUNT,
        companies=_list(symbol=_TEXT, name=_TEXT, url=_URL, market=_TEXT),
        next=_NEXT,
    ),
    "Market": _shape(market=_TEXT, total=_COUNT, companies=_list(symbol=_TEXT, name=_TEXT, url=_URL)),
    "CompanyHistory": _shape(公司代码=_TEXT, 公司名称=_TEXT, versions=_VERSIONS),
    "UsCompanyHistory": _shape(symbol=_TEXT, market=_TEXT, versions=_VERSIONS),
}
