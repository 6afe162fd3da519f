"""Line items in languages with spaces: a table below headers, or the lines of a receipt.

Nothing is computed: each cell is a text of the page. Where a figure can be read in two ways (1.000 in German bills) the
product of quantity and price decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from quire.amounts import parse
from quire.invoice.international_totals import NET, is_tax, total_weight
from quire.invoice.invoice import Item
from quire.invoice.item_borders import item_borders
from quire.invoice.item_headers import FEWEST, OTHER, ColumnHeader, Word, WordRow, find_headers, split_runs, word_rows
from quire.invoice.item_products import product_headings
from quire.invoice.lexicon import any_of
from quire.invoice.money import money_in
from quire.invoice.value_formats import value_of
from quire.model.page import Page

MAX_ITEMS = 1000  # rows of a page
_LABEL = 40  # characters of the name of a sum
_AFTER = 4  # rows behind the sum of a part, of which one is a row of goods
_PART = 9.0  # heights from such a sum to it
_FAR = 5.0  # heights; what stands farther below the last row is no row of goods
_GAP = 0.6  # heights between the number of a row and its name
_BESIDE = 2.0  # heights; what ends farther left of the headings stands beside the table
_SHOWN = 8  # rows of figures, and of names apart from them, that show the columns
_FLUSH = 2.0  # points: names begin within it of each other
_WRAP = 1.9  # heights; the lines of one description are nearer
_INTERIM = re.compile(rf"(?i){any_of('lines', 'carried_forward')}")
_STOP = re.compile(rf"(?i)^\W*{any_of('lines', 'end')}")
_DETAIL = re.compile(
    r"(?i)^[^\W\d][\w .&/\-]{0,30}\s?:(?!//)|^\W*(?:payment|zahlung|bank|iban|terms|notes?\b|thank|vielen|merci"
    r"|gracias|grazie|please|bitte)"
)
"""Lines below a description that are no part of it: facts with their names (GTIN, batch), terms, thanks."""

_PERCENT = re.compile(r"(\d{1,2}(?:[.,]\d{1,3})?)\s?%")
_BARE_RATE = re.compile(r"\d{1,2}(?:[.,]\d{1,2})?")
_RATED = re.compile(r"[(]?\d{1,2}(?:[.,]\d{1,3})?\s?%[)]?")
_TOTAL = re.compile(r"(?i)\W*(?:(?:sub\s?-?)?total|summe|zwischensumme|gesamt(?:summe|betrag))")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"[-−–]?\d[\d.,'’ ]*")
_THOUSANDS, _CENTS = re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![\d.,])"), re.compile(r"\d\.\d{1,2}(?!\d)")
_NOUGHT = re.compile(r"0(?:[.,]0+)?")
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?![\d.,])")
"""An amount without decimals, as Guaraníes and Pesos are written."""

_SLACK = Decimal("0.011")


def read_line_items(page: Page, before: Sequence[Page] = ()) -> tuple[Item, ...]:
    """The line items of a bill, from top to bottom; () if it has no known table.

    Args:
        page: the page.
        before: the pages before it, the nearest last: a table without headings goes on in the columns of theirs.
    """
    rows = word_rows(page)
    items: list[Item] = []
    index = 0
    while index < len(rows) and len(items) < MAX_ITEMS:
        heads, after = find_headers(rows, index)
        if len(heads) >= FEWEST:
            found, after = _table(rows, after, heads)
            items += found
        index = max(after, index + 1)
    if not items:
        heads, start = product_headings(rows)
        items = [item for item in _table(rows, start, heads)[0] if item.amount] if heads else []
    if not items and before:
        items = _continued(rows, before)
    return tuple(items[:MAX_ITEMS])


def _continued(rows: Sequence[WordRow], before: Sequence[Page]) -> list[Item]:
    """The items of a page without headings that stand in the columns of the last table before it."""
    for page in reversed(before):
        earlier = word_rows(page)
        found = [one for at in range(len(earlier)) if len((one := find_headers(earlier, at))[0]) >= FEWEST]
        if not found:
            continue
        known, start = found[-1]
        end, between = _end(earlier, start, known)
        body = [row for at, row in enumerate(earlier[start:end], start) if at not in between]
        heads = _settled(known, body)
        cuts = _cuts(body, heads)
        places = [place for row in body if (place := _place(row, heads, cuts))]
        first = next((at for at, row in enumerate(rows) if _is_below(_place(row, heads, cuts), places)), None)
        if first is None:
            return []
        top = min(word.box.y0 for word in rows[first])
        return [item for item in _table(rows, first, [head._replace(y1=top) for head in heads])[0] if item.amount]
    return []


_Place = tuple[float, float, float]


def _place(row: WordRow, heads: Sequence[ColumnHeader], cuts: Sequence[float]) -> _Place | None:
    """(left of the name, left and right of the amount) of a row of goods; None for any other row."""
    cells: dict[str, list[Word]] = {}
    for word in row:
        cells.setdefault(heads[sum(_middle(word) > cut for cut in cuts)].kind, []).append(word)
    name, amount = cells.get("name"), cells.get("amount")
    if not name or not amount or not _has_words(_text(name)) or not _only_money(_text(amount)):
        return None
    return name[0].box.x0, amount[0].box.x0, amount[-1].box.x1


def _is_below(place: _Place | None, places: Sequence[_Place]) -> bool:
    """Whether the name of a row begins where those of another page do, and its amount begins or ends so."""
    return place is not None and any(
        abs(place[0] - other[0]) < _FLUSH and min(abs(place[1] - other[1]), abs(place[2] - other[2])) < _FLUSH
        for other in places
    )


def _table(rows: Sequence[WordRow], start: int, heads: Sequence[ColumnHeader]) -> tuple[list[Item], int]:
    """The items below headings, and the row where they end."""
    end, between = _end(rows, start, heads)
    inside = _without_margin([row for at, row in enumerate(rows[start:end], start) if at not in between], heads)
    heads = _settled(heads, inside)
    body = [row for row in inside if not _INTERIM.search(_text(row))]
    cuts = _cuts(body, heads)
    cells = _without_positions(body, [_cells(row, heads, cuts) for row in body], heads, cuts)
    comma = _decimal_comma(body)
    drafts: list[dict[str, str]] = []
    above: list[str] = []  # lines of a description that stand above the figures
    bottom = 0.0
    for at, (row, cell) in enumerate(zip(body, cells, strict=True)):
        size = row[0].size
        top = min(w.box.y0 for w in row)
        if at + 1 < len(body) and _is_beside(row, cell, body[at + 1], cells[at + 1]) and not _crosses(row, cuts):
            above.append(cell["name"])
        elif drafts and _completes(drafts[-1], cell) and top - bottom < _WRAP * size - size:
            drafts[-1] |= {kind: text for kind, text in cell.items() if kind in ("amount", "gross", "tax", "tax_rate")}
        elif _begins(cell):
            name = "" if _DETAIL.search(cell.get("name", "")) and above else cell.get("name", "")
            drafts.append({**cell, "name": name or " ".join(above)})
            above = []
        elif _only_money(_text(row)):
            bottom = 0.0  # a sum whose name is not known: what follows belongs to no row
            continue
        elif (
            drafts
            and (cell.get("name") or cell.get("code"))
            and top - bottom < _WRAP * size - size
            and not _figures(cell)
        ):
            if not _DETAIL.search(_text(row)) and not _crosses(row, cuts):
                _add(drafts[-1], cell)
        elif cell.get("name") and not _figures(cell) and not _crosses(row, cuts):
            above = [cell["name"]]
        bottom = max(w.box.y1 for w in row)
    items = [_item(draft, comma=comma) for draft in drafts]
    return [i for i in items if (i.name or i.spec) and (i.amount or i.unit_price)], end


def _without_margin(rows: Sequence[WordRow], heads: Sequence[ColumnHeader]) -> list[WordRow]:
    """The rows without what stands beside the table at its left, if few rows have something there: other facts."""
    edge = min(head.x0 for head in heads)

    def is_beside(run: WordRow) -> bool:
        return run[-1].box.x1 < edge - _BESIDE * run[0].size

    paid = [row for row in rows if money_in(_text(row))]
    if 2 * sum(is_beside(split_runs(row)[0]) for row in paid) >= len(paid):
        return [*rows]
    kept = ([word for run in split_runs(row) if not is_beside(run) for word in run] for row in rows)
    return [row for row in kept if row]


def _settled(heads: Sequence[ColumnHeader], body: Sequence[WordRow]) -> list[ColumnHeader]:
    """The headings with their kinds mended by what stands below them.

    Where the quantity, the price or the amount is not named, rows that multiply tell it. A column of taxes that are
    percentages has rates; of two columns of names the first has codes, where these have figures, else the second has
    descriptions; a column of words is the name, the last of amounts the amount, where no other is.
    """
    out = list(heads)
    if not {"quantity", "unit_price", "amount"} <= {head.kind for head in out}:
        better = product_headings(body)[0]
        out = better if len(better) >= _known(out) else out
    below = _below(out, body)
    for index, head in enumerate(out):
        if (
            head.kind == "tax"
            and below[index]
            and sum(bool(_PERCENT.search(t)) for t in below[index]) > len(below[index]) / 2
        ):
            out[index] = head._replace(kind="tax_rate")
    names = [i for i, head in enumerate(out) if head.kind == "name"]
    texts = [
        i for i, head in enumerate(out) if head.kind == OTHER and sum(map(_has_words, below[i])) > len(below[i]) / 2
    ]
    if not names and texts:
        out[texts[0]] = out[texts[0]]._replace(kind="name")
    if len(names) > 1:  # a name and its description, or a code and its name
        words = [text for text in below[names[0]] if _has_words(text) and not _DIGIT.search(text)]
        coded = names[0] if 2 * len(words) <= len(below[names[0]]) else names[1]
        out[coded] = out[coded]._replace(kind="code")
    if not any(head.kind == "amount" for head in out):
        paid = [i for i, texts in enumerate(below) if texts and sum(bool(money_in(t)) for t in texts) > len(texts) / 2]
        if paid and out[paid[-1]].kind not in ("unit_price", "quantity"):
            out[paid[-1]] = out[paid[-1]]._replace(kind="amount")
    return out


def _below(heads: Sequence[ColumnHeader], body: Sequence[WordRow]) -> list[list[str]]:
    """The texts below each heading, of rows with figures."""
    cuts = _cuts(body, heads)
    out: list[list[str]] = [[] for _ in heads]
    for row in body:
        if not money_in(_text(row)):
            continue
        for column, text in _by_column(row, cuts).items():
            out[column].append(text)
    return out


def _has_words(text: str) -> bool:
    return bool(re.search(r"[^\W\d_]{3}", text))


def _known(heads: Sequence[ColumnHeader]) -> int:
    return sum(head.kind != OTHER for head in heads)


def _by_column(row: WordRow, cuts: Sequence[float]) -> dict[int, str]:
    """The texts of a row by the number of their column, from 0."""
    texts: dict[int, list[str]] = {}
    for word in row:
        column = sum(_middle(word) > cut for cut in cuts)
        texts.setdefault(column, []).append(word.text)
    return {column: " ".join(words) for column, words in texts.items()}


def _crosses(row: WordRow, cuts: Sequence[float]) -> bool:
    """Whether a row is a sentence over columns: a text that goes on over where one ends, and no figures."""
    return any(a.run == b.run and a.box.x1 <= cut <= b.box.x0 for cut in cuts for a, b in pairwise(row)) or any(
        w.box.x0 < cut < w.box.x1 for cut in cuts for w in row
    )


def _text(row: WordRow) -> str:
    return " ".join(w.text for w in row)


def _end(rows: Sequence[WordRow], start: int, heads: Sequence[ColumnHeader]) -> tuple[int, set[int]]:
    """The row that begins the sums, another table, or what stands far below; the sums of a part before it."""
    bottom = heads[0].y1
    between: set[int] = set()
    left = min((h.x0 for h in heads if h.kind in ("unit_price", "amount", "gross")), default=0.0)
    for index in range(start, len(rows)):
        row = rows[index]
        if min(w.box.y0 for w in row) - bottom > _FAR * row[0].size:
            break
        if _is_sum(row, left) or _heads_sum(rows[index : index + 2]):
            if not _goes_on(rows, start, index, heads):
                return index, between
            between.add(index)
        elif index > start and len(find_headers(rows, index)[0]) >= FEWEST:
            return index, between
        bottom = max(w.box.y1 for w in row)
    else:
        return len(rows), between
    return index, between


def _goes_on(rows: Sequence[WordRow], start: int, at: int, heads: Sequence[ColumnHeader]) -> bool:
    """Whether goods follow a sum, that of a part: the quantity of a row near below, times its price, is its amount."""
    if not {"quantity", "unit_price", "amount"} <= {head.kind for head in heads}:
        return False
    after = rows[at + 1 : at + 1 + _AFTER]
    bottom = max(w.box.y1 for w in rows[at])
    near = [row for row in after if min(w.box.y0 for w in row) - bottom < _PART * row[0].size]
    cuts = _cuts([*rows[start:at], *near], heads)
    comma = _decimal_comma(near)
    return any(_multiplies(_item(_cells(row, heads, cuts), comma=comma)) for row in near)


def _multiplies(item: Item) -> bool:
    """Whether quantity times price is the amount of a row, none of them 0."""
    quantity, price, amount = (value_of(text) or Decimal(0) for text in (item.quantity, item.unit_price, item.amount))
    return quantity * price != 0 and abs(quantity * price - amount) <= _SLACK


def _is_sum(row: WordRow, left: float) -> bool:
    """Whether a row is a sum below the line items: a text that names it and amounts, without figures of an item."""
    text = _text(row)
    runs = split_runs(row)
    named = [bool(_STOP.search(part) or _names_sum(part)) for part in map(_text, runs)]
    figures = money_in(text) or _GROUPED.search(text)
    if not any(named) or (sum(named) < 2 and not figures):  # "Tax: 2 %" below a description is a detail
        return False
    before = [_RATED.sub("", _text(run)) for run in runs if run[-1].box.x1 < left]
    counted = any(_NUMBER.fullmatch(word) for text_ in before for word in text_.split())
    return not counted or bool(_TOTAL.match(text))


def _heads_sum(rows: Sequence[WordRow]) -> bool:
    """Whether a row names a sum that alone makes the row below it."""
    name, *below = map(_text, rows)
    return bool(below) and _only_money(below[0]) and bool(_STOP.search(name) or _names_sum(name))


def _only_money(text: str) -> bool:
    """Whether a text is one amount and nothing else."""
    found = money_in(text)
    return len(found) == 1 and not re.search(r"[^\W_]", text[: found[0].start] + text[found[0].end :])


def _names_sum(text: str) -> bool:
    label = re.split(r"[\d€$£¥₹]", text, maxsplit=1)[0].strip().lower()
    return bool(label) and len(label) < _LABEL and bool(total_weight(label) or is_tax(label) or re.search(NET, label))


def _cuts(body: Sequence[WordRow], heads: Sequence[ColumnHeader]) -> list[float]:
    """Where one column of line items ends and the next begins, by the rows with figures.

    Where these mostly have no name, as that stands beside two lines of theirs, by the longest names as well.
    """
    paid = [row for row in body if money_in(_text(row))]
    bare = [row for row in paid if row[0].box.x0 >= heads[0].x1]
    apart = heads[0].kind == "name" and 2 * len(bare) > len(paid)
    if not apart:
        return item_borders(paid or body, heads)
    names = sorted((row for row in body if not money_in(_text(row))), key=lambda row: row[-1].box.x1)
    return item_borders([*paid[:: -(-len(paid) // _SHOWN)], *names[-_SHOWN:]], heads)


def _cells(row: WordRow, heads: Sequence[ColumnHeader], cuts: Sequence[float]) -> dict[str, str]:
    """The texts of a row by the kind of their column; of two columns of one kind the first counts.

    Where the amounts of each rate have a column of their own, all but one of a row are 0.
    """
    out: dict[str, str] = {}
    texts = sorted(_by_column(row, cuts).items())
    for column, text in texts:
        out.setdefault(heads[column].kind, text)
    if _NOUGHT.fullmatch(out.get("amount", "")):
        paid = next(column for column, head in enumerate(heads) if head.kind == "amount")
        words = [w for column, text in texts if column > paid and heads[column].kind == OTHER for w in text.split()]
        out["amount"] = next((w for w in words if _NUMBER.fullmatch(w) and not _NOUGHT.fullmatch(w)), out["amount"])
    return out


def _without_positions(
    body: Sequence[WordRow], cells: Sequence[dict[str, str]], heads: Sequence[ColumnHeader], cuts: Sequence[float]
) -> Sequence[dict[str, str]]:
    """The cells with names that begin behind the numbers of the rows: a column of its own without a heading.

    Every row begins with a word with figures: behind a gap all names begin at one place, or the words count the rows.
    """
    column = next((at for at, head in enumerate(heads) if head.kind == "name"), -1)
    words = [[w for w in row if sum(_middle(w) > cut for cut in cuts) == column] for row in body]
    begun = [at for at, cell in enumerate(cells) if _begins(cell)]
    first = [words[at][0] for at in begun if len(words[at]) > 1 and re.search(r"\d", words[at][0].text)]
    if not begun or len(first) < len(begun):
        return cells
    lefts = [words[at][1].box.x0 for at in begun]
    gap = min(left - word.box.x1 - _GAP * word.size for left, word in zip(lefts, first, strict=True))
    flush = gap > 0 and max(lefts) - min(lefts) < _FLUSH
    counts = _counts(first)
    if not (flush or (counts and len(begun) > 1)) or (len(begun) == 1 and not counts):
        return cells
    made = [*cells]
    for at, word in zip(begun, first, strict=True):
        made[at] = ({} if counts else {"code": word.text}) | cells[at] | {"name": _text(words[at][1:])}
    return made


def _counts(words: Sequence[Word]) -> bool:
    """Whether words number the rows, one after the other."""
    numbers = [int(bare) if (bare := word.text.strip("#.):")).isdecimal() else -1 for word in words]
    return all(after - before == 1 for before, after in pairwise(numbers)) and numbers[0] >= 0


def _middle(word: Word) -> float:
    return (word.box.x0 + word.box.x1) / 2


def _figures(cell: dict[str, str]) -> bool:
    return any(
        money_in(cell.get(kind, "")) or _NUMBER.fullmatch(cell.get(kind, "").strip())
        for kind in ("amount", "unit_price", "gross")
    )


def _begins(cell: dict[str, str]) -> bool:
    """Whether a row begins an item: it says what is paid and what for."""
    name = cell.get("name") or cell.get("code") or cell.get("quantity") or ""
    sums = bool(money_in(name)) and not re.search(r"[^\W\d_]{4}", name)  # the amounts of a strip of sums
    return _figures(cell) and bool(name) and not sums


def _is_beside(row: WordRow, cell: dict[str, str], after: WordRow, figures: dict[str, str]) -> bool:
    """Whether a line of a name stands half beside the figures of the row after it, which has no name of its own."""
    named = bool(cell.get("name")) and not _figures(cell) and not figures.get("name") and _figures(figures)
    return named and max(w.box.y1 for w in row) > min(w.box.y0 for w in after)


def _completes(draft: dict[str, str], cell: dict[str, str]) -> bool:
    """Whether a row has the amount of the item above it, whose quantity and price stand a line higher."""
    wanting = not money_in(draft.get("amount", "")) and bool(draft.get("quantity") or draft.get("unit_price"))
    return (
        wanting and bool(money_in(cell.get("amount", ""))) and not cell.get("quantity") and not cell.get("unit_price")
    )


def _add(draft: dict[str, str], cell: dict[str, str]) -> None:
    for kind in ("name", "code"):
        if cell.get(kind):
            draft[kind] = f"{draft.get(kind, '')} {cell[kind]}".strip()


def _decimal_comma(body: Sequence[WordRow]) -> bool:
    """Whether the figures of a table have decimal commas, or points that part thousands: 2.204.000 shows it."""
    text = " ".join(_text(row) for row in body)
    if _THOUSANDS.search(text) and not _CENTS.search(text):
        return True
    return len(re.findall(r"\d,\d{1,2}(?!\d)", text)) > len(re.findall(r"\d\.\d{1,2}(?!\d)", text))


def _item(draft: dict[str, str], *, comma: bool) -> Item:
    amount = next((m for kind in ("amount", "gross") if (m := _money(draft.get(kind, ""), comma=comma))), "")
    price = _price(draft.get("unit_price", ""), comma=comma)
    quantity, unit = _quantity(draft.get("quantity", ""), comma=comma)
    number = value_of(quantity)
    if number is not None and (cost := value_of(price)) is not None and (sum_ := value_of(amount)) is not None:
        other = quantity.replace(".", "")
        if "." in quantity and abs(number * cost - sum_) > _SLACK and abs(Decimal(other) * cost - sum_) <= _SLACK:
            quantity = other  # 1.000 pieces
    percent = _PERCENT.search(draft.get("tax_rate", ""))
    rate = (
        percent[1] if percent else draft.get("tax_rate", "") if _BARE_RATE.fullmatch(draft.get("tax_rate", "")) else ""
    )
    return Item(
        name=draft.get("name", ""),
        spec=draft.get("code", ""),
        unit=draft.get("unit", "") or unit,
        quantity=quantity,
        unit_price=price,
        amount=amount,
        tax_rate=f"{Decimal(rate.replace(',', '.')).normalize():f}%" if rate else "",
        tax=_money(draft.get("tax", ""), comma=comma),
    )


def _decimal(text: str, *, comma: bool) -> str:
    """A figure as a decimal string with its decimals; "" for anything else."""
    bare = re.sub(r"(?i)(?<!\s)(?:\s*+/\s*+[a-z.]+|\s++per\s++\w+)$", "", text.strip())
    bare = re.sub(r"(?<![\w.])[A-Za-z]{1,3}\.?\s?(?=[\d(-])|(?<=\d)\s?[A-Za-z]{3}$", "", bare)
    value = parse(bare, comma=True) if comma else None
    value = parse(bare) if value is None else value
    return f"{value:f}" if value is not None else ""


def _money(text: str, *, comma: bool) -> str:
    """An amount as a decimal string with two decimals at least; "" for anything else."""
    figure = _decimal(text, comma=comma)
    if not figure:
        found = money_in(text)
        return found[-1].value if found else ""
    _, point, cents = figure.partition(".")
    return figure if len(cents) >= len("00") else figure + ("0" if cents else "00" if point else ".00")


def _price(text: str, *, comma: bool) -> str:
    """A price with the decimals that it has; "" for anything else."""
    found = money_in(text)
    return _decimal(text, comma=comma) or (found[0].value if len(found) == 1 else "")


def _quantity(text: str, *, comma: bool) -> tuple[str, str]:
    """(quantity as a decimal string, its unit where it stands beside): "2 Stk", "1,5 h", "3x"."""
    match = re.fullmatch(r"([-−–]?\d[\d.,'’]*)\s?(?:[x×]|([^\d\s].{0,20}))?", text.strip())
    if not match:
        return "", ""
    value = _decimal(match[1], comma=comma)
    return value, (match[2] or "").strip(" .") if value else ""
