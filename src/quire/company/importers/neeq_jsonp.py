"""Reads answers of the exchange's ``detailCompany.do``: JSON, or JSONP as ``null({...})``.

机构股东 holds the printed top ten holders: their columns are those of its contract, one element for each date.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation

from quire.company import neeq_document
from quire.company.importers.import_context import Context
from quire.company.importers.import_files import Source
from quire.company.importers.json_objects import Found
from quire.company.number_formats import day, lexical, printed
from quire.company.part_spool import Rejected
from quire.company.record import Json, Part, Problem, tidy

KIND = "neeq-answer"

_BASE = {
    "shortname": neeq_document.SHORT,
    "name": neeq_document.NAME,
    "englishName": "英文名称",
    "listingDate": "挂牌日期",
    "website": "公司网址",
    "address": "注册地点",
    "postcode": "邮政编码",
    "phone": "联系电话",
    "fax": "传真",
    "email": "电子邮箱",
    "secretaries": "董事会秘书",
    "legalRepresentative": "法定代表人",
    "broker": "主办券商",
    "accountingFirm": "会计师事务所",
    "lawFirm": "律师事务所",
}
_SHARES = {"transferMode": "转让方式", "totalStockEquity": "总股本", "industry": "行业", "area": "地区"}
_INDICATORS = {
    "totalAssets": "总资产",
    "totalLiability": "总负债",
    "netAssets": "净资产",
    "income": "营业收入",
    "profit": "利润总额",
    "netProfit": "净利润",
    "nonDistributeProfit": "未分配利润",
    "noDistributeProfit": "未分配利润",  # the other spelling that the exchange uses
    "earningsPerShare": "每股收益",
    "netAssetsPerShare": "每股净资产",
    "netAssetsYield": "净资产收益率",
}
_EXECUTIVE = ("name", "job", "gender", "age", "education", "term", "salary")


def is_answer(value: Mapping[str, object]) -> bool:
    """Return whether an object is an answer of the exchange."""
    return isinstance(value.get("baseinfo"), Mapping)


def read(source: Source, found: Found, value: Mapping[str, object], context: Context) -> Iterator[Part | Rejected]:
    """Yield one company."""
    del context
    base = value["baseinfo"]
    told = base if isinstance(base, Mapping) else {}
    try:
        code = neeq_document.code(told.get("code"))
        finance, executives = value.get("finance"), value.get("executives")
        document: dict[str, Json] = {neeq_document.CODE: code}
        document |= {key: text for name, key in _BASE.items() if (text := _text(told.get(name)))}
        document[neeq_document.INDICATORS] = _figures(finance if isinstance(finance, Mapping) else {}, _INDICATORS)
        document[neeq_document.EXECUTIVES] = _executives(executives)
        document[neeq_document.SHARES] = _figures(told, _SHARES)
        document[neeq_document.HOLDERS] = _holders(value.get("topTenHolders"))
        checked, notes = neeq_document.normalized(document)
    except Problem as problem:
        yield Rejected(source.name, found.row, str(problem))
        return
    yield from (Rejected(source.name, f"{found.row} {note.pointer}".strip(), note.reason) for note in notes)
    yield Part("cn", code, checked, merge=True, kind=KIND, file=source.name, row=found.row)


def _text(value: object) -> str:
    """A text; "" for the string "null", by which the exchange means that there is none."""
    shown = tidy(value) if isinstance(value, str) else None
    shown = shown.strip() if isinstance(shown, str) else ""
    return "" if shown.lower() in {"null", "none", "undefined"} else shown


def _figures(told: Mapping[str, object], names: Mapping[str, str]) -> dict[str, Json]:
    made: dict[str, Json] = {}
    for name, key in names.items():
        if shown := _text(told.get(name)):
            made[key] = _printed(shown)
    return made


def _printed(shown: str) -> str:
    """An amount with thousands separators; any other text as it is."""
    amount = lexical(shown)
    return printed(amount) if amount is not None else shown


def _executives(rows: object) -> list[Json]:
    people: list[Json] = []
    for row in rows if isinstance(rows, list) else ():
        person = {key: text for key in _EXECUTIVE if isinstance(row, Mapping) and (text := _text(row.get(key)))}
        if person.get("name"):
            people.append(dict(person))
    return people


def _holders(rows: object) -> list[Json]:
    """The holders of each date in the order of their numbers, the latest date first."""
    dates: dict[str, list[tuple[int, Json]]] = {}
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, Mapping) and (iso := day(_text(row.get("date")))) and _text(row.get("name")):
            number = _text(row.get("num"))
            dates.setdefault(iso, []).append((int(number) if number.isdecimal() else 99, _holder(row)))
    made: list[Json] = []
    for iso, found in sorted(dates.items(), reverse=True):
        detail: list[Json] = [holder for _, holder in sorted(found, key=lambda one: one[0])]
        made.append({"date": iso, "holderNumber": str(len(detail)), "detail": detail})
    return made


def _holder(row: Mapping[str, object]) -> Json:
    cells = {
        "name": _text(row.get("name")),
        "shareNumber": _printed(_text(row.get("quantity"))),
        "ratio": _percent(_text(row.get("ratio"))),
        "changeCondition": _change(_text(row.get("last_quantity")), _text(row.get("changeQty"))),
        "convertableShares": _printed(_text(row.get("unlimitedQuantity"))),
    }
    return {key: text for key, text in cells.items() if text}


def _percent(shown: str) -> str:
    """A ratio such as ".384" as a percentage with at least two decimals."""
    amount = lexical(shown)
    if amount is None:
        return shown
    percent = Decimal(amount) * 100
    exponent = percent.normalize().as_tuple().exponent
    places = max(2, -exponent if isinstance(exponent, int) else 2)
    return f"{percent:.{places}f}%"


def _change(before: str, change: str) -> str:
    try:
        last, moved = Decimal(before[:30] or "NaN"), Decimal(change[:30] or "NaN")
    except InvalidOperation:
        return ""
    if moved.is_nan():
        return ""
    if last == 0 and moved > 0:
        return "新进"
    return "增加" if moved > 0 else "减少" if moved < 0 else "不变"
