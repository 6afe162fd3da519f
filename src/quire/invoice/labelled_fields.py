"""Fields of Chinese invoices from print: each value belongs to its label, in the zone of its label."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from quire.invoice.checks import is_tax_id
from quire.invoice.chinese_totals import amount_and_tax, fares_of, rates_of, totals_of
from quire.invoice.customs import payment_of
from quire.invoice.form_layout import GAP, FormLayout, label_texts, lay_out_form, value_beside, value_span
from quire.invoice.invoice import Item, Value
from quire.invoice.invoice_kinds import is_customs, is_list, known_title, title_of, wide_brackets
from quire.invoice.item_columns import tokens_of
from quire.invoice.item_lines import is_pointer, read_items
from quire.invoice.journeys import journey_of
from quire.invoice.label_positions import Label
from quire.invoice.reread import Look, better_id, better_number
from quire.invoice.value_formats import ZERO, day, digits, tax_id
from quire.model.geometry import Box
from quire.model.page import Page

_TICKET = 3  # rows: train tickets print their number, a letter and digits, at the top
_DAY = r"\d{4}年\d{1,2}月\d{1,2}日"
_ANY_DAY = r"\d{4}年\d{1,2}月\d{1,2}日|(?<!\d)20\d\d[-/.]\d{1,2}[-/.]\d{1,2}(?=\d\d:|\D|$)"  # on tickets
_FOLLOWS = 4.0  # ems: an id stands so far below the name of its party at most, which may be wrapped
_MISCOUNTED = re.compile(r"\d{18,19}|\d{21,22}")  # a 20-digit number read with digits lost or doubled
_NEXT = 2.0  # ems from a row to the next one of the same cell
_ID = re.compile(r"[0-9A-Z]{15,20}")
_TOP = 0.45  # share of the page's rows that the head of an invoice stands in
_PERSON = 20  # characters of a person's name at most


@dataclass(frozen=True, slots=True)
class Print:
    """What the print of a page says."""

    fields: dict[str, Value]
    items: tuple[Item, ...]
    list_only: bool  # a list of goods that belongs to an invoice
    chinese: bool = True  # a Chinese form; others keep other rules
    withheld: Mapping[str, Value] = field(default_factory=dict)  # see `Invoice`
    withheld_items: tuple[Item, ...] = ()

    @property
    def title(self) -> str:
        """Of the form; "" without one."""
        return self.fields["invoice_type"].value if "invoice_type" in self.fields else ""


def read_print(page: Page, look: Look | None = None) -> Print:
    """The fields and rows of goods that the print of a Chinese invoice shows.

    Args:
        page: the page.
        look: reads a part of a recognised page again where a rule doubts it.
    """
    sheet = lay_out_form(page, look)
    listing = is_list(sheet.rows)
    fields: dict[str, Value] = {}
    for step in (_title, _head, _parties, _of_bill, amount_and_tax, totals_of, fares_of, journey_of, _people, _remarks):
        for key, value in step(sheet).items():
            fields.setdefault(key, value)
    items = read_items(sheet.rows, sheet.goods) if sheet.goods else []
    if "invoice_type" in fields and is_customs(fields["invoice_type"].value):
        fields |= payment_of(sheet, items)
        return Print(fields, tuple(items), list_only=False)
    if sheet.goods and (rates := rates_of(sheet, items)):
        fields["tax_rate"] = rates
        if set(rates.value.split(",")) <= {"免税", "不征税"}:
            fields.setdefault("tax_amount", replace(rates, value=ZERO))  # the marks *** are lost: the rate says it too
    if listing:
        fields = {key: value for key, value in fields.items() if key not in ("invoice_type", "invoice_date")}
    return Print(fields, tuple(item for item in items if not is_pointer(item)), listing)


# --- the head: title, code, number, date, check code -------------------------------------------------------------


def _title(sheet: FormLayout) -> dict[str, Value]:
    found = title_of(sheet.rows)
    if not found:
        return {}
    text, row, start, end = found
    title = wide_brackets(text)
    return {"invoice_type": sheet.value(known_title(title) if sheet.recognised else title, row, start, end)}


def _head(sheet: FormLayout) -> dict[str, Value]:
    found: dict[str, Value] = {}
    _first(sheet, found, "invoice_code", "invoice_code", r"\d{10}(?:\d\d)?(?!\d)")
    _first(sheet, found, "invoice_number", "invoice_number", r"\d{20}(?!\d)|\d{8}(?!\d)|[A-Z]\d{6,9}")
    _first(sheet, found, "bill_code", "invoice_code", r"\d{8}(?:\d{2}){0,2}(?!\d)")
    _first(sheet, found, "bill_number", "invoice_number", r"\d{8,10}(?!\d)|\d{20}(?!\d)")
    _first(sheet, found, "check_code", "check_code", r"\d{20}|\d{5,6}(?!\d)")
    _first(sheet, found, "machine_code", "machine_code", r"\d{10,12}(?!\d)")
    _first(sheet, found, "print_number", "invoice_number", r"\d{8}(?!\d)")
    for kind in ("invoice_date", "day"):
        for text, row, start, end in label_texts(sheet, kind):
            if issued := day(text):
                found.setdefault("invoice_date", sheet.value(issued, row, start, end))
    return _unlabelled(sheet, found)


def _first(sheet: FormLayout, found: dict[str, Value], kind: str, key: str, pattern: str) -> None:
    for text, row, start, end in label_texts(sheet, kind):
        read = digits(text, recognised=sheet.recognised)
        match = re.match(pattern, read)
        if match and key not in found:
            found[key] = sheet.value(match[0], row, start, end)
        elif key == "invoice_number" and key not in found and _MISCOUNTED.fullmatch(read):
            place = sheet.value("", row, start, end)
            again = better_number(place.box, sheet.look) if place.box and sheet.look else None
            if again:
                found[key] = replace(place, value=again[0], printed=again[0], confidence=round(again[1], 4))


def _unlabelled(sheet: FormLayout, found: dict[str, Value]) -> dict[str, Value]:
    """Code, number and date where paper forms print them: in the head, beside the title, without labels."""
    head = min(max(6, int(len(sheet.rows) * _TOP)), sheet.goods.first - 1 if sheet.goods else len(sheet.rows))
    for number, row in enumerate(sheet.rows[:head]):
        claimed = [x for x in sheet.labels if x.row == number]
        for token in tokens_of(row, number):
            if any(x.start <= token.start for x in claimed):
                continue
            text = row.text[token.start : token.end]
            bare = digits(re.sub(r"^(?:№|N[o0º°.]{1,2}|N)[.:]?", "", text), recognised=sheet.recognised)
            if re.fullmatch(r"代码:?", row.text[: token.start]) and re.fullmatch(r"\d{10}(?:\d\d)?", bare):
                found.setdefault("invoice_code", sheet.value(bare, number, token.start, token.end))
            if re.fullmatch(r"\d{10}|0\d{11}", bare):
                found.setdefault("invoice_code", sheet.value(bare, number, token.start, token.end))
            elif re.fullmatch(r"[A-Z]\d{6,9}", text) and not sheet.goods and number < _TICKET:
                found.setdefault("invoice_number", sheet.value(text, number, token.start, token.end))
            elif re.fullmatch(r"\d{8}|\d{20}", bare) and not day(bare):
                found.setdefault("invoice_number", sheet.value(bare, number, token.start, token.end))
    for number in range(head if sheet.goods else len(sheet.rows)):
        match = re.search(_DAY if sheet.goods else _ANY_DAY, sheet.rows[number].text)
        if match and "invoice_date" not in found and (issued := day(match[0])):
            found["invoice_date"] = sheet.value(issued, number, match.start(), match.end())
    return found


# --- buyer and seller --------------------------------------------------------------------------------------------

_PARTY_KEYS = frozenset({"name", "tax_id", "address_phone", "bank_account"})
"""Kinds of labels whose values are a party's."""


def _parties(sheet: FormLayout) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for label in sheet.labels:
        if label.kind not in _PARTY_KEYS:
            continue
        party = label.party or _party(sheet, label)
        key = f"{party}_{label.kind}"
        if party and key not in found and (value := _party_value(sheet, label)):
            found[key] = value
    return found


def _of_bill(sheet: FormLayout) -> dict[str, Value]:
    """Who paid and who was paid, as the bills of hospitals, schools and offices name them (财政票据)."""
    if not any(label.kind == "bill_number" for label in sheet.labels):
        return {}
    found: dict[str, Value] = {}
    for kind, key in (("payer", "buyer_name"), ("stamp", "seller_name")):
        for text, row, start, end in label_texts(sheet, kind):
            if re.match(r"[一-鿿A-Za-z]", text) and len(text) > 1:
                found.setdefault(key, sheet.value(sheet.rows[row].printed(start, end).strip(" :;"), row, start, end))
    return found


def _party(sheet: FormLayout, label: Label) -> str:
    """Whose label it is: by the vertical name of its zone, else by its place.

    Paper and older electronic forms have the buyer above and the seller below the goods; fully digital ones have
    the buyer left and the seller right on the same rows.
    """
    row = sheet.rows[label.row]
    x = row.glyphs[label.start].x0
    sides = [s for s in sheet.stacks if s.name in ("buyer", "seller") and s.box.x0 < x]
    sides = [s for s in sides if s.box.y0 - 2 * row.em < row.middle < s.box.y1 + 2 * row.em]
    twins = [other for other in sheet.labels if other.kind == label.kind and other.row == label.row]
    if len(twins) > 1 and len({s.name for s in sides}) < 2:
        return "buyer" if label == twins[0] else "seller"
    if sides:
        return max(sides, key=lambda s: s.box.x0).name
    if sheet.goods and (above := _named_above(sheet, label)):
        return above
    if sheet.goods:
        if label.row >= sheet.goods.last:
            return "seller"
        right = x > sheet.page.width / 2
        return "seller" if right else "buyer"
    earlier = [other for other in sheet.labels if (other.row, other.start) < (label.row, label.start)]
    named = [other for other in earlier if other.party or other.kind == "third"]
    if named:
        return named[-1].party
    same = [other for other in sheet.labels if other.kind == label.kind and not other.party]
    return "buyer" if label == same[0] else "seller"


def _named_above(sheet: FormLayout, label: Label) -> str:
    """The party of a label close above in the column, as on rolls (销售方名称, 纳税人识别号); "" without one."""
    row = sheet.rows[label.row]
    for other in reversed(sheet.labels):
        home = sheet.rows[other.row]
        if other.party and 0 < row.middle - home.middle < _FOLLOWS * row.em:
            flush = abs(home.glyphs[other.start].x0 - row.glyphs[label.start].x0) < row.em
            return other.party if flush else ""
    return ""


def _party_value(sheet: FormLayout, label: Label) -> Value | None:
    start, end = value_span(sheet, label)
    place = (label.row, start, end) if end > start else value_beside(sheet, label)
    if not place and label.kind == "tax_id":
        place = _below(sheet, label)
    if not place:
        return None
    row, start, end = place
    if label.kind == "tax_id":
        again = value_beside(sheet, label) if end > start else None
        return _tax_id(sheet, row, start, end) or (_tax_id(sheet, *again) if again else None)
    if label.kind == "bank_account" and sheet.rows[row].text[start:end].isdigit():
        return None
    value = sheet.value(sheet.rows[row].printed(start, end).strip(" :;"), row, start, end)
    return _wrapped(sheet, label, value, row) if value.value else None


def _below(sheet: FormLayout, label: Label) -> tuple[int, int, int] | None:
    """(row, start, end) of an id that stands alone below its label, as narrow cells break it."""
    home = sheet.rows[label.row]
    for number in range(label.row + 1, min(label.row + 3, len(sheet.rows))):
        row = sheet.rows[number]
        for token in tokens_of(row, number):
            flush = abs(token.box.x0 - home.glyphs[label.start].x0) < home.em
            if (
                flush
                and row.middle - home.middle < _NEXT * home.em
                and _ID.fullmatch(row.text[token.start : token.end])
            ):
                return number, token.start, token.end
    return None


def _tax_id(sheet: FormLayout, row: int, start: int, end: int) -> Value | None:
    text = sheet.rows[row].text[start:end]
    match = re.match(r"[0-9A-Za-z][0-9A-Za-z\-]{13,21}", text) or re.search(r"(?<![0-9A-Za-z])[0-9A-Z]{18}$", text)
    found = tax_id(match[0] if match else text, recognised=sheet.recognised)
    place = sheet.value(found or "", row, start, end)
    if sheet.look and place.box and (found is None or not is_tax_id(found)):
        again = better_id(place.box, sheet.look)
        if again:
            return replace(place, value=again[0], printed=again[0], confidence=round(again[1], 4))
    return place if found else None


def _wrapped(sheet: FormLayout, label: Label, value: Value, number: int) -> Value:
    """The value with the rows below that continue it: no label, in the same column, close."""
    box, text, printed = value.box or Box(0, 0, 0, 0), value.value, value.printed
    left = sheet.rows[label.row].glyphs[label.start].x0
    for below in range(number + 1, min(number + 3, len(sheet.rows))):
        row = sheet.rows[below]
        if row.y0 - box.y1 > 0.9 * row.em or (
            sheet.goods and below >= sheet.goods.first - 1 and number < sheet.goods.first
        ):
            break
        inside = [t for t in tokens_of(row, below) if left - 1 <= t.box.x0 <= box.x1]
        claimed = any(
            x.row == below and row.glyphs[x.start].x0 <= box.x1 and row.glyphs[x.start].x0 >= left - row.em
            for x in sheet.labels
        )
        if not inside or claimed or (label.kind != "name" and below > number + 1):
            break
        start, end = inside[0].start, inside[0].end
        stop = min((x.start for x in sheet.labels if x.row == below and x.start >= start), default=len(row.text))
        end = min(end, stop)
        if end <= start:
            break
        while end < stop and row.gap(end) <= GAP and end not in row.cuts:
            end += 1
        more = row.printed(start, end)
        if not _continues(label.kind, more):
            break
        text, printed, box = text + more, printed + "\n" + more, box.union(row.box(start, end))
    return Value(text, printed, value.source, value.confidence, value.page, box)


def _continues(kind: str, text: str) -> bool:
    if kind == "name":
        return not re.match(r"[\d¥]|.{0,8}:", text)
    return not re.match(r".{0,8}:", text)


# --- people and remarks ------------------------------------------------------------------------------------------


def _people(sheet: FormLayout) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for kind in ("payee", "reviewer", "issuer"):
        for text, row, start, end in label_texts(sheet, kind):
            if 0 < len(text) <= _PERSON and not re.search(r"\d{4}|:", text):
                found.setdefault(kind, sheet.value(sheet.rows[row].printed(start, end), row, start, end))
    return found


def _remarks(sheet: FormLayout) -> dict[str, Value]:
    """What stands right of the vertical name of the zone of remarks."""
    stack = next((s for s in sheet.stacks if s.name == "remarks"), None)
    if stack is None:
        return {}
    size = stack.box.width
    top, bottom = stack.box.y0 - 1.5 * size, stack.box.y1 + 1.5 * size
    lines = [(r.y0 + r.y1) / 2 for r in sheet.page.rules if r.horizontal and r.x0 - 2 <= stack.box.x1 <= r.x1 + 2]
    top = max([y for y in lines if y <= stack.box.y0 + 1], default=top)
    bottom = min([y for y in lines if y >= stack.box.y1 - 1], default=bottom)
    parts: list[tuple[int, int, int]] = []
    for number, row in enumerate(sheet.rows):
        if not top <= row.middle <= bottom:
            continue
        inside = [t for t in tokens_of(row, number) if t.box.x0 >= stack.box.x1 - 1]
        if inside:
            parts.append((number, inside[0].start, inside[-1].end))
    if not parts:
        return {}
    first = sheet.value("", *parts[0])
    printed = [sheet.rows[n].printed(a, b) for n, a, b in parts]
    return {"remarks": replace(first, value="".join(printed), printed="\n".join(printed))}
