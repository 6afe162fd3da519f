"""The document of a Chinese company: its keys in their order, and the normal forms of their values."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quire.company.number_formats import day, is_missing, lexical
from quire.company.record import Json, Note, Problem, document_texts, imported, is_statement, pointer, tidy

CODE, NAME, SHORT = "公司代码", "公司名称", "公司简称"
DATES = ("成立日期", "挂牌日期")
INDICATORS, CASH_FLOW, BALANCE_SHEET, INCOME = "基本指标", "现金流量表", "资产负债表", "利润表"
EXECUTIVES, SHARES, HOLDERS = "高管人员", "股票信息", "机构股东"

KEYS = (
    *(CODE, SHORT, NAME, "英文名称", *DATES, "公司网址", "公司简介", "主营产品", "注册地点", "办公地址", "邮政编码"),
    *("联系电话", "传真", "电子邮箱", "董事长", "董事会秘书", "法定代表人", "主办券商", "律师事务所", "会计师事务所"),
    *("行业分类", "省份", "城市", "员工人数"),
    *(INDICATORS, CASH_FLOW, BALANCE_SHEET, INCOME, EXECUTIVES, "股东结构", SHARES, HOLDERS),
)
"""The keys of a document in their order; other keys follow in the order in which they came."""

SPECIFIED = (CODE, NAME, *DATES, "公司网址", "公司简介", "主营产品", "注册地点", HOLDERS)
"""The keys that the contract shows."""

FACETS = ("省份", "城市", "行业分类", "主办券商")
"""Fields that a search can be narrowed by."""

TEXTS = frozenset(KEYS[: KEYS.index(INDICATORS)])
"""Keys whose values are texts."""

_PLACE = {key: at for at, key in enumerate(KEYS)}
_CODE = re.compile(r"[0-9A-Z]{1,12}")
_SUFFIX = re.compile(r"\.(?:OC|NQ)$")
_HOLDER_AMOUNTS = ("shareNumber", "ratio", "convertableShares")


def code(text: object) -> str:
    """Return a stock code in its canonical form: without the suffixes .OC and .NQ, six digits when it is a number.

    Raises:
        Problem: it is not a stock code.
    """
    shown = re.sub(r"\.0+$", "", str(text if text is not None else "").strip().upper())
    shown = _SUFFIX.sub("", shown)
    if not _CODE.fullmatch(shown):
        raise Problem(f"{CODE} is not a stock code" if shown else f"{CODE} is missing")
    return shown.zfill(6) if shown.isdigit() else shown


def padded(text: object) -> str:
    """Return a remark when a code is shorter than six digits, as spreadsheets make it; "" when it is whole."""
    stock, digits = code(text), _SUFFIX.sub("", re.sub(r"\.0+$", "", str(text).strip().upper()))
    return f"the code {digits} is read as {stock}" if len(digits) < len(stock) else ""


def document(raw: Mapping[str, object]) -> tuple[dict[str, Json], list[Note]]:
    """Return a document exactly as it was imported, and notes on values that have no normal form.

    Raises:
        Problem: the code is missing or is not a stock code, or the document is nested too deeply.
    """
    code(raw.get(CODE))
    made = imported(dict(raw))
    assert isinstance(made, dict)  # noqa: S101 - for the type checker: an object stays one
    notes: list[Note] = []
    if remark := padded(raw[CODE]):
        notes.append(Note(pointer(CODE), remark))
    for key, value in document_texts(made).items():
        if value:
            _field(key, value, notes)
    return made, [
        Note(note.pointer, note.reason.replace("is not a date", "is not a date, kept as text")) for note in notes
    ]


def normalized(raw: Mapping[str, object]) -> tuple[dict[str, Json], list[Note]]:
    """Return the fields that an importer found in their normal form, and notes on the values left out.

    Leaves out missing values, writes dates as ISO, and keeps unreadable amounts as printed.

    Raises:
        Problem: the code is missing or is not a stock code, or a value is nested too deeply.
    """
    stock = code(raw.get(CODE))
    tidied = tidy({**raw, CODE: stock})
    values = tidied if isinstance(tidied, dict) else {}
    notes: list[Note] = []
    in_order = sorted(values, key=lambda key: _PLACE.get(key, len(_PLACE)))
    made = ((key, _field(key, values[key], notes)) for key in in_order)
    return {key: value for key, value in made if value}, notes


def complete(document: Mapping[str, Json]) -> dict[str, Json]:
    """Return a document that importers put together: keys in order, all those of the contract, empty if unknown."""
    blank: dict[str, Json] = {key: [] if key == HOLDERS else "" for key in SPECIFIED}
    made = blank | {key: value for key, value in document.items() if value or key in blank}
    return {key: made[key] for key in sorted(made, key=lambda key: _PLACE.get(key, len(_PLACE)))}


def _field(key: str, value: Json, notes: list[Note]) -> Json | None:
    if key in TEXTS and not isinstance(value, str):
        notes.append(Note(pointer(key), "is not text"))
        return None
    if key in DATES:
        return _date(key, str(value), notes)
    if key == HOLDERS:
        return _holders(value, notes)
    if isinstance(value, dict) and is_statement(value):
        return statement(key, value, notes)
    return value


def _date(key: str, text: str, notes: list[Note]) -> str | None:
    found = day(text)
    if found is None and not is_missing(text):
        notes.append(Note(pointer(key), f"is not a date: {text[:40]}"))
    return found


def statement(key: str, section: Mapping[str, Json], notes: list[Note]) -> Json | None:
    """Return a section of line items with dates in the ISO form, and without the cells that have no value.

    A section whose inner keys include no date stays unchanged.
    """
    labels = {period for row in section.values() if isinstance(row, dict) for period in row}
    days = {period: day(period) for period in labels}
    if not any(days.values()):
        return dict(section)
    wrong = sorted(period for period, found in days.items() if found is None)
    notes += [Note(pointer(key, "*", period), "is not a date") for period in wrong]
    made: dict[str, Json] = {}
    for item, row in section.items():
        cells: dict[str, Json] = {}
        for period, text in row.items() if isinstance(row, dict) else ():
            iso = days[period]
            if iso is None or is_missing(str(text)):
                continue
            if lexical(str(text)) is None:
                notes.append(Note(pointer(key, item, period), f"is not an amount, kept as text: {str(text)[:40]}"))
            cells[iso] = text
        if cells:
            made[item] = cells
    return made or None


def _holders(value: Json, notes: list[Note]) -> Json | None:
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        notes.append(Note(pointer(HOLDERS), "is not a list of reporting dates"))
        return None
    made: list[Json] = []
    for at, row in enumerate(value):
        if not isinstance(row, dict):
            continue
        found = _date_of(row, at, notes)
        if found is not None:
            made.append(found)
    return made


def _date_of(row: dict[str, Json], at: int, notes: list[Note]) -> dict[str, Json] | None:
    iso = day(str(row.get("date", "")))
    if iso is None:
        notes.append(Note(pointer(HOLDERS, str(at), "date"), "is not a date"))
        return None
    detail = row.get("detail")
    for number, holder in enumerate(detail if isinstance(detail, list) else ()):
        for name in _HOLDER_AMOUNTS if isinstance(holder, dict) else ():
            text = holder.get(name) if isinstance(holder, dict) else None
            if isinstance(text, str) and lexical(text) is None and not is_missing(text):
                place = pointer(HOLDERS, str(at), "detail", str(number), name)
                notes.append(Note(place, f"is not an amount, kept as text: {text[:40]}"))
    return {**row, "date": iso}
