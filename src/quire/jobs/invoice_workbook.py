"""Invoices of many files as one sheet, a row for each, as a workbook or as CSV; duplicates are marked.

Two rows are one invoice when their code and number are equal, the number being there; the later one is marked with the
row of the first. Rules that failed are named. CSV is UTF-8 with a byte order mark, so that spreadsheets know it, lines
end as RFC 4180 says, and a text that a spreadsheet would take for a formula (it begins with ``=``, ``+``, ``-``,
``@``, a tab or a line end) gets an apostrophe in front; amounts are numbers and stay as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from quire.invoice.belonging import JOINED
from quire.invoice.invoice import EXTRAS, KEYS, Invoice
from quire.write.xlsx import Entry, Number, Row, RowStyle, Sheet

AMOUNTS = frozenset({"amount", "tax_amount", "total_amount"})
"""Keys whose values are numbers."""

COLUMNS = ("file", "page", *KEYS, "duplicate_of", "failed_checks", *EXTRAS, "line_items")
"""The columns of the CSV file, and of the sheet, which leaves out those of `EXTRAS` that no invoice has."""

_TITLES = {
    "file": "文件",
    "page": "页码",
    "invoice_type": "发票类型",
    "invoice_code": "发票代码",
    "invoice_number": "发票号码",
    "invoice_date": "开票日期",
    "buyer_name": "购买方名称",
    "buyer_tax_id": "购买方税号",
    "seller_name": "销售方名称",
    "seller_tax_id": "销售方税号",
    "amount": "金额",
    "tax_rate": "税率",
    "tax_amount": "税额",
    "total_amount": "价税合计",
    "duplicate_of": "重复于行",
    "failed_checks": "未通过的检查",
    "check_code": "校验码",
    "machine_code": "机器编号",
    "buyer_address_phone": "购买方地址、电话",
    "buyer_bank_account": "购买方开户行及账号",
    "seller_address_phone": "销售方地址、电话",
    "seller_bank_account": "销售方开户行及账号",
    "amount_in_words": "价税合计（大写）",
    "payee": "收款人",
    "reviewer": "复核",
    "issuer": "开票人",
    "remarks": "备注",
    "currency": "币种",
    "due_date": "付款到期日",
    "passenger": "旅客姓名",
    "departure": "出发地",
    "destination": "到达地",
    "journey_number": "车次/航班号",
    "journey_date": "出行日期",
    "journey_time": "出发时间",
    "seat": "座位",
    "seat_class": "席别",
    "ticket_number": "电子客票号",
    "fare": "票价",
    "fuel_surcharge": "燃油附加费",
    "development_fund": "民航发展基金",
    "plate": "车牌号",
    "vehicle_model": "厂牌型号",
    "vehicle_number": "车辆识别代号",
    "line_items": "明细",
    "name": "名称",
    "spec": "规格型号",
    "unit": "单位",
    "quantity": "数量",
    "unit_price": "单价",
    "tax": "税额",
}

_FORMULA = re.compile(r"[=+\-@\t\r\n]")
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_ITEM_COLUMNS = ("file", "page", "name", "spec", "unit", "quantity", "unit_price", "amount", "tax_rate", "tax")
_ITEM_NUMBERS = frozenset({"quantity", "unit_price", "amount", "tax"})
_NOTE = (
    "A row with “duplicate_of” has the code and number of an earlier row (its row in this sheet). / "
    "“duplicate_of” 列：与该行发票代码和号码相同。"
)


class Found(NamedTuple):
    """The invoices of one file; `error` is a sentence when it could not be processed."""

    file: str
    invoices: tuple[Invoice, ...] = ()
    error: str = ""


def invoice_workbook(found: Sequence[Found]) -> list[Sheet]:
    """The sheets of a workbook: the invoices, and their rows of goods when there are any."""
    rows = list(_rows(found, first=3))  # 1-based rows of the sheet: a note and the header stand above
    columns = [key for key in COLUMNS if key not in EXTRAS or any(row[key] for row in rows)]
    head = [Row((_NOTE,), RowStyle.NOTE), _header(columns)]
    marked = [frozenset(columns.index(key) for key in ("duplicate_of", "failed_checks") if row[key]) for row in rows]
    lines = [
        Row(tuple(_entry(key, row[key]) for key in columns), marked=marks)
        for row, marks in zip(rows, marked, strict=True)
    ]
    wrapped = frozenset(at for at, key in enumerate(columns) if key in {"line_items", "remarks", "failed_checks"})
    sheets = [Sheet("Invoices 发票", [*head, *lines], (2, 1), wrapped, landscape=True, filtered=True)]
    goods = list(_goods(found))
    if goods:
        sheets.append(Sheet("Items 明细", [_header(_ITEM_COLUMNS), *goods], (1, 1), landscape=True, filtered=True))
    return sheets


def csv_bytes(found: Sequence[Found]) -> bytes:
    """The CSV file: the same rows as the sheet; `duplicate_of` counts the header as row 1."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in _rows(found, first=2):
        writer.writerow([row[key] if _is_number(key, row[key]) else guarded(row[key]) for key in COLUMNS])
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8", "replace")


def guarded(text: str) -> str:
    """The text, with an apostrophe in front when a spreadsheet would take it for a formula (OWASP, CSV injection)."""
    return "'" + text if _FORMULA.match(text) else text


def _header(keys: Sequence[str]) -> Row:
    """The titles of the columns: in Chinese, and below the key as the interface names it."""
    return Row(tuple(f"{_TITLES[key]}\n{key}" for key in keys), RowStyle.HEADER)


def _rows(found: Iterable[Found], *, first: int) -> Iterable[dict[str, str]]:
    """A row for each invoice, all columns filled; `first` is the number of the first one."""
    seen: dict[tuple[str, str], int] = {}
    pages: set[tuple[str, str]] = set()  # (file, number) of invoices of several pages: later pages are no duplicates
    number = first
    for file in found:
        if file.error:
            yield _blank(file.file) | {"failed_checks": file.error}
            number += 1
        for invoice in file.invoices:
            row = _row(file.file, invoice)
            identity = (row["invoice_code"], row["invoice_number"])
            joined = any(check.rule == JOINED for check in invoice.checks)
            if identity[1] and not (joined and (file.file, identity[1]) in pages):
                earlier = seen.setdefault(identity, number)
                row["duplicate_of"] = str(earlier) if earlier != number else ""
            if joined:
                pages.add((file.file, identity[1]))
            yield row
            number += 1


def _row(file: str, invoice: Invoice) -> dict[str, str]:
    row = _blank(file) | {"page": str(invoice.page)}
    row |= {key: invoice.text(key) for key in (*KEYS, *EXTRAS)}
    row["line_items"] = "\n".join(
        " | ".join(part for part in (item.name, item.spec, item.quantity, item.amount, item.tax_rate) if part)
        for item in invoice.items
    )
    row["failed_checks"] = "\n".join(check.message for check in invoice.checks if not check.holds)
    return row


def _blank(file: str) -> dict[str, str]:
    return dict.fromkeys(COLUMNS, "") | {"file": file}


def _goods(found: Iterable[Found]) -> Iterable[Row]:
    for file in found:
        for invoice in file.invoices:
            for item in invoice.items:
                values = item._asdict() | {"file": file.file, "page": str(invoice.page)}
                yield Row(tuple(_entry(key, values[key], numbers=_ITEM_NUMBERS) for key in _ITEM_COLUMNS))


def _entry(key: str, text: str, *, numbers: frozenset[str] = AMOUNTS) -> Entry:
    """A value as a cell: numbers and days as such, everything else as text."""
    if key in {"page", "duplicate_of"} and text:
        return int(text)
    if key in numbers and (value := _decimal(text)) is not None:
        exponent = value.as_tuple().exponent
        places = max(2 if key != "quantity" else 0, -exponent if isinstance(exponent, int) else 0)
        return Number(value, "#,##0" + ("." + "0" * places if places else ""))
    if key == "invoice_date" and (found := _DATE.fullmatch(text)):
        try:
            return date(*map(int, found.groups()))
        except ValueError:
            return text
    return text


def _is_number(key: str, text: str) -> bool:
    return key in AMOUNTS and _decimal(text) is not None


def _decimal(text: str) -> Decimal | None:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if value.is_finite() else None
