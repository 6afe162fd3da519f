"""Fields of Chinese invoices from print: each value stands by its label, in the zone of its label."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from quire.amounts import parse_capitals
from quire.invoice.columns import Goods, goods_of, tokens_of
from quire.invoice.invoice import Item, Origin, Value
from quire.invoice.kinds import is_list, settled, title_of, wide_brackets
from quire.invoice.labels import Label, labels_of
from quire.invoice.lines import is_pointer, items_of
from quire.invoice.rows import Row, pieces_of, rows_of
from quire.invoice.stacks import Stack, stacks_of, turned_stacks
from quire.invoice.values import ZERO, amount, day, digits, rate, tax_id
from quire.model.geometry import Box
from quire.model.page import Page, TextSource

_MONEY = re.compile(r"-?[¥￥]?-?\d[\d,]*\.\d{1,2}(?!\d)")
_POINT = re.compile(r",(?=\d{2}(?!\d))")  # what recognition makes of a decimal point
_MISREAD = str.maketrans("餐参叄柴染武任什伯侑玫盒", "叁叁叁柒柒贰仟仟佰佰玖壹")
_FREE_TAX = re.compile(r"[¥￥]?(\*{1,3}|免税)$")
_CAPITALS = re.compile(
    r"(?:\(?负数?\)?)?[零壹贰叁肆伍陆柒捌玖拾佰仟万亿圆元角分整正貳叄陸萬億圓〇一二三四五六七八九十百千]{2,}"
)
_GAP = 1.3  # ems of white space that end a value once it has begun
_REACH = 14.0  # ems from a label to its value on the same row
_NEXT = 2.2  # ems from row to row of a wrapped value
_TOP = 0.45  # share of the page's rows that the head of an invoice stands in


@dataclass(frozen=True, slots=True)
class Print:
    """What the print of a page says."""

    fields: dict[str, Value]
    items: tuple[Item, ...]
    list_only: bool  # a list of goods that belongs to an invoice
    chinese: bool = True  # a Chinese form; others keep other rules


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page cut into what the steps below need."""

    page: Page
    rows: list[Row]
    labels: list[Label]
    stacks: list[Stack]
    goods: Goods | None
    origin: Origin

    @property
    def recognised(self) -> bool:
        return self.origin is Origin.OCR

    def value(self, text: str, row: int, start: int, end: int) -> Value:
        printed = self.rows[row].printed(start, end)
        return Value(
            text,
            printed,
            self.origin,
            round(self.rows[row].confidence(start, end), 4),
            self.page.number,
            self.rows[row].box(start, end),
        )


def read_print(page: Page) -> Print:
    """The fields and rows of goods that the print of a Chinese invoice shows."""
    sheet = _sheet(page)
    listing = is_list(sheet.rows)
    fields: dict[str, Value] = {}
    for step in (_title, _head, _parties, _sums, _totals, _people, _remarks):
        for key, value in step(sheet).items():
            fields.setdefault(key, value)
    items = items_of(sheet.rows, sheet.goods) if sheet.goods else []
    if sheet.goods and (rates := _rates(sheet, items)):
        fields["tax_rate"] = rates
    if listing:
        fields = {key: value for key, value in fields.items() if key not in ("invoice_type", "invoice_date")}
    return Print(fields, tuple(item for item in items if not is_pointer(item)), listing)


def _sheet(page: Page) -> _Sheet:
    pieces = pieces_of(page)
    stacks, noise = stacks_of(pieces)
    stacks += turned_stacks(page)
    rows = rows_of(pieces, page, leave=noise)
    origin = Origin.OCR if page.source in (TextSource.OCR, TextSource.HIDDEN) else Origin.TEXT
    goods = goods_of(rows, page.rules)
    inside = range(goods.first - 1, goods.last) if goods else range(0)
    labels = [x for x in labels_of(rows, tolerant=origin is Origin.OCR) if x.row not in inside]
    return _Sheet(page, rows, labels, stacks, goods, origin)


# --- spans of values ---------------------------------------------------------------------------------------------


def _span(sheet: _Sheet, label: Label) -> tuple[int, int]:
    """The characters [start, end) of a label's row that may be its value; start = end when there are none."""
    row = sheet.rows[label.row]
    stop = min((x.start for x in sheet.labels if x.row == label.row and x.start >= label.end), default=len(row.text))
    closed = label.end and row.text[label.end - 1] in ":;"
    start = label.end
    if start >= stop or row.gap(start) > _REACH or (start in row.cuts and closed):
        return start, start
    end = start + 1
    while end < stop and end not in row.cuts and row.gap(end) <= _GAP:
        end += 1
    return start, end


def _beside(sheet: _Sheet, label: Label) -> tuple[int, int, int] | None:
    """(row, start, end) of a value that stands a little above or below the row of its label.

    Printers set values beside their box: the nearest piece to the right that no other label claims.
    """
    home = sheet.rows[label.row]
    edge = home.glyphs[label.end - 1].x1
    best: tuple[float, tuple[int, int, int]] | None = None
    for number in range(max(0, label.row - 2), min(len(sheet.rows), label.row + 3)):
        row = sheet.rows[number]
        apart = abs(row.middle - home.middle)
        if number == label.row or apart > 1.0 * home.em:
            continue
        taken = [x for x in sheet.labels if x.row == number]
        for token in tokens_of(row, number):
            far = token.box.x0 - edge
            if far < -0.5 * home.em or far > _REACH * home.em or any(x.start <= token.start for x in taken):
                continue
            end = token.end
            while end < len(row.text) and row.gap(end) <= _GAP and end not in row.cuts:
                end += 1
            if best is None or apart < best[0]:
                best = (apart, (number, token.start, end))
            break
    return best[1] if best else None


def _texts(sheet: _Sheet, kind: str, *, party: str = "") -> list[tuple[str, int, int, int]]:
    """(squeezed text, row, start, end) for each label of a kind that has something beside it."""
    found = []
    for label in sheet.labels:
        if label.kind != kind or (party and label.party != party):
            continue
        start, end = _span(sheet, label)
        place = (label.row, start, end) if end > start else _beside(sheet, label)
        if place:
            found.append((sheet.rows[place[0]].text[place[1] : place[2]], *place))
    return found


# --- the head: title, code, number, date, check code -------------------------------------------------------------


def _title(sheet: _Sheet) -> dict[str, Value]:
    found = title_of(sheet.rows)
    if not found:
        return {}
    text, row, start, end = found
    title = wide_brackets(text)
    return {"invoice_type": sheet.value(settled(title) if sheet.recognised else title, row, start, end)}


def _head(sheet: _Sheet) -> dict[str, Value]:
    found: dict[str, Value] = {}
    _first(sheet, found, "invoice_code", "invoice_code", r"\d{10}(?:\d\d)?(?!\d)")
    _first(sheet, found, "invoice_number", "invoice_number", r"\d{20}(?!\d)|\d{8}(?!\d)|[A-Z]\d{6,9}")
    _first(sheet, found, "check_code", "check_code", r"\d{20}|\d{5,6}(?!\d)")
    _first(sheet, found, "machine_code", "machine_code", r"\d{10,12}(?!\d)")
    _first(sheet, found, "print_number", "invoice_number", r"\d{8}(?!\d)")
    for text, row, start, end in _texts(sheet, "invoice_date"):
        if issued := day(text):
            found.setdefault("invoice_date", sheet.value(issued, row, start, end))
    return _unlabelled(sheet, found)


def _first(sheet: _Sheet, found: dict[str, Value], kind: str, key: str, pattern: str) -> None:
    for text, row, start, end in _texts(sheet, kind):
        match = re.match(pattern, digits(text, recognised=sheet.recognised))
        if match and key not in found:
            found[key] = sheet.value(match[0], row, start, end)


def _unlabelled(sheet: _Sheet, found: dict[str, Value]) -> dict[str, Value]:
    """Code, number and date where paper forms print them: in the head, beside the title, without labels."""
    for number, row in enumerate(sheet.rows[: max(6, int(len(sheet.rows) * _TOP))]):
        if sheet.goods and number >= sheet.goods.first - 1:
            break
        claimed = [x for x in sheet.labels if x.row == number]
        for token in tokens_of(row, number):
            if any(x.start <= token.start for x in claimed):
                continue
            text = row.text[token.start : token.end]
            bare = digits(re.sub(r"^(?:№|N[o0º°.]{1,2}|N)[.:]?", "", text), recognised=sheet.recognised)
            if re.fullmatch(r"\d{10}|0\d{11}", bare):
                found.setdefault("invoice_code", sheet.value(bare, number, token.start, token.end))
            elif re.fullmatch(r"\d{8}|\d{20}", bare) and not day(bare):
                found.setdefault("invoice_number", sheet.value(bare, number, token.start, token.end))
        match = re.search(r"\d{4}年\d{1,2}月\d{1,2}日", row.text)
        if match and "invoice_date" not in found and (issued := day(match[0])):
            found["invoice_date"] = sheet.value(issued, number, match.start(), match.end())
    return found


# --- buyer and seller --------------------------------------------------------------------------------------------

_PARTY_KEYS = {"name": "name", "tax_id": "tax_id", "address_phone": "address_phone", "bank_account": "bank_account"}


def _parties(sheet: _Sheet) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for label in sheet.labels:
        if label.kind not in _PARTY_KEYS:
            continue
        party = label.party or _party(sheet, label)
        key = f"{party}_{_PARTY_KEYS[label.kind]}"
        if party and key not in found and (value := _party_value(sheet, label)):
            found[key] = value
    return found


def _party(sheet: _Sheet, label: Label) -> str:
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
    if sheet.goods:
        if label.row >= sheet.goods.last:
            return "seller"
        right = x > sheet.page.width / 2
        return "seller" if right else "buyer"
    same = [other for other in sheet.labels if other.kind == label.kind and not other.party]
    return "buyer" if label == same[0] else "seller"


def _party_value(sheet: _Sheet, label: Label) -> Value | None:
    start, end = _span(sheet, label)
    place = (label.row, start, end) if end > start else _beside(sheet, label)
    if not place:
        return None
    row, start, end = place
    if label.kind == "tax_id":
        return _tax_id(sheet, row, start, end)
    if label.kind == "bank_account" and sheet.rows[row].text[start:end].isdigit():
        return None
    value = sheet.value(sheet.rows[row].printed(start, end).strip(" :;"), row, start, end)
    return _wrapped(sheet, label, value, row) if value.value else None


def _tax_id(sheet: _Sheet, row: int, start: int, end: int) -> Value | None:
    text = sheet.rows[row].text[start:end]
    match = re.match(r"[0-9A-Za-z][0-9A-Za-z\-]{13,21}", text)
    found = tax_id(match[0] if match else text, recognised=sheet.recognised)
    return sheet.value(found, row, start, end) if found else None


def _wrapped(sheet: _Sheet, label: Label, value: Value, number: int) -> Value:
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
        while end < len(row.text) and row.gap(end) <= _GAP and end not in row.cuts:
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


# --- sums and totals ---------------------------------------------------------------------------------------------


def _sums(sheet: _Sheet) -> dict[str, Value]:
    """Amount without tax and tax, from the row of sums under the goods."""
    goods = sheet.goods
    if not goods or not goods.has("tax") or not goods.sums:
        return {}
    found: dict[str, Value] = {}
    for number in reversed(goods.sums):  # 小计 stands above 总计
        home = sheet.rows[number]
        for near in sorted(range(max(0, number - 1), min(len(sheet.rows), number + 2)), key=lambda n: abs(n - number)):
            row = sheet.rows[near]
            if abs(row.middle - home.middle) > 0.9 * home.em:
                continue
            for start, end, text in _money(row, recognised=sheet.recognised):
                box = row.box(start, end)
                if box.x0 > goods.right:
                    continue
                kind = goods.kind_at((box.x0 + box.x1) / 2)
                key = "tax_amount" if kind == "tax" else "amount" if kind == "amount" else ""
                if key:
                    found.setdefault(key, sheet.value(text, near, start, end))
    return found


def _money(row: Row, *, recognised: bool) -> list[tuple[int, int, str]]:
    """(start, end, decimal string) of the amounts of a row; tax-free marks count as nought."""
    printed = _POINT.sub(".", row.text) if recognised else row.text
    found = [(m.start(), m.end(), text) for m in _MONEY.finditer(printed) if (text := amount(m[0])) is not None]
    if match := _FREE_TAX.search(row.text):
        found.append((match.start(), match.end(), ZERO))
    return found


def _totals(sheet: _Sheet) -> dict[str, Value]:
    """The total with tax in figures and in words."""
    found: dict[str, Value] = {}
    for kind in ("small", "words"):
        for label in (x for x in sheet.labels if x.kind == kind):
            _total(sheet, label, found)
    return found


def _total(sheet: _Sheet, label: Label, found: dict[str, Value]) -> None:
    row = sheet.rows[label.row]
    if label.kind == "words":
        _in_words(sheet, label, found)
        return
    for start, end, text in _money(row, recognised=sheet.recognised):
        if start >= label.end:
            found.setdefault("total_amount", sheet.value(text, label.row, start, end))
            return
    place = _beside(sheet, label)
    sum_ = amount(sheet.rows[place[0]].text[place[1] : place[2]]) if place else None
    if place and sum_ is not None:
        found.setdefault("total_amount", sheet.value(sum_, *place))


def _in_words(sheet: _Sheet, label: Label, found: dict[str, Value]) -> None:
    """The amount in words behind its label, or on a row that stands a little above or below."""
    home = sheet.rows[label.row]
    for number in (label.row, label.row - 1, label.row + 1):
        if not 0 <= number < len(sheet.rows) or abs(sheet.rows[number].middle - home.middle) > home.em:
            continue
        first = label.end if number == label.row else 0
        text = sheet.rows[number].text
        text = text[:first] + text[first:].translate(_MISREAD) if sheet.recognised else text
        for match in _CAPITALS.finditer(text, first):
            part = match.start() > first and _is_letter(text[match.start() - 1])
            if not part and parse_capitals(match[0].replace("(负数)", "负")) is not None:
                place = (number, match.start(), match.end())
                words = match[0] if sheet.recognised else sheet.rows[number].printed(*place[1:])
                found.setdefault("amount_in_words", sheet.value(words, *place))


def _is_letter(char: str) -> bool:
    """Whether a character is a Chinese letter: what follows one is but a part of an amount in words."""
    return "一" <= char <= "鿿"


def _rates(sheet: _Sheet, items: Sequence[Item]) -> Value | None:
    """All tax rates of the rows of goods, each once, in their order."""
    rates = list(dict.fromkeys(item.tax_rate for item in items if item.tax_rate))
    goods = sheet.goods
    if not rates or goods is None:
        return None
    for number in range(goods.first, goods.last):
        row = sheet.rows[number]
        for token in tokens_of(row, number):
            if rate(row.text[token.start : token.end]) == rates[0]:
                printed = sheet.value(rates[0], number, token.start, token.end)
                return Value(",".join(rates), ",".join(rates), *_rest(printed))
    return None


def _rest(value: Value) -> tuple[Origin, float, int, Box | None]:
    return value.source, value.confidence, value.page, value.box


# --- people and remarks ------------------------------------------------------------------------------------------


def _people(sheet: _Sheet) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for kind in ("payee", "reviewer", "issuer"):
        for text, row, start, end in _texts(sheet, kind):
            if 0 < len(text) <= 20 and not re.search(r"\d{4}|:", text):
                found.setdefault(kind, sheet.value(sheet.rows[row].printed(start, end), row, start, end))
    return found


def _remarks(sheet: _Sheet) -> dict[str, Value]:
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
    return {"remarks": Value("".join(printed), "\n".join(printed), *_rest(first))}
