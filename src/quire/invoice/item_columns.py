"""The table of line items of a Chinese form: its header, its columns, and the column of each piece."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from quire.invoice.character_rows import Row
from quire.model.geometry import Box
from quire.model.page import Rule
from quire.tables.column_gutters import Heading, Side, border_between, uprights

_HEADS = re.compile(
    r"(?P<own>建筑服务发生地|建筑项目名称|产权证书/不动产权证号(?:码)?|车牌号|车架号码?)|(?P<name>(?:货物\(劳务\)"
    r"|货物\(劳务、服务\)|项目|货物或应税劳务、?服务|货物或应税劳务|货物\(?劳务、?服务\)?|货物、?应税劳务及?服务|服务"
    r"|商品|品目|费用项目|应税劳务、?服务)名称|(?<!运输)货物名称|品名|商品编码|项目(?!名称))"
    r"|(?P<spec>规格型号|规格/型号|规格|型号)|(?P<unit>单位)|(?P<quantity>数量)|(?P<unit_price>单价(?:\(含税\))?)"
    r"|(?P<amount>金额(?:\(含税\))?|完税价格(?:\(¥\))?)|(?P<tax_rate>税率/征收率|税率\(%\)|税率|征收率)|(?P<tax>税额|税款金额(?:\(¥\))?)"
    r"|(?P<other>类型|通行日期起|通行日期止|通行日期|序号|折扣|税号(?=货物名称))"
)
_EXTRA = re.compile(
    "出行人|有效身份证件号|出行日期|出发地|起运地|到达地|等级|交通工具类型|运输工具种类|运输工具牌号|运输货物名称"
)  # heads of the rows that fully digital invoices for journeys and transport add
_SIDES: dict[str, Side] = {
    "spec": "left", "quantity": "right", "unit_price": "right", "amount": "right", "tax": "right"
}  # fmt: skip
"""The edge that the texts of a column are set to; names and units may be centred."""

_IN_PERCENT = re.compile(r"率\(%\)|完税价格")
_INTO = 2.0  # points that a vertical line reaches into the header at least
_ENOUGH = 3  # heads in one row: fewer are no table of goods
_PIECE_GAP = 0.15  # ems: pieces that stand farther apart are two tokens
_GLYPH_GAP = 0.8  # ems: characters that stand farther apart are of two tokens
_SUM = re.compile(r"^.{0,6}合计|^.{0,4}[小总]计")
_AFTER = re.compile(r"价税合计|\((?:大写|小写)\)|合计金额")


class Token(NamedTuple):
    """Characters [start, end) of a row without a space inside."""

    row: int
    start: int
    end: int
    box: Box


class ItemHeader(NamedTuple):
    """A column header."""

    kind: str
    x0: float
    x1: float


@dataclass(frozen=True, slots=True)
class ItemTable:
    """The position of the table of line items."""

    heads: tuple[ItemHeader, ...]  # from left to right
    edges: tuple[float, ...]  # x between neighbouring columns, one less than heads
    first: int  # number of the first row below the header
    last: int  # number of the row behind the last one
    sums: tuple[int, ...]  # numbers of the rows with the sums, from top to bottom
    body: int  # number of the row behind the last row of goods: a table of journeys or vehicles may follow
    percent: bool = False  # the rates are percentages, and printed without their sign
    right: float = float("inf")  # x of the table's right border: what stands behind it is print in the margin

    def kind_at(self, x: float) -> str:
        """The kind of the column that holds an x."""
        return self.heads[sum(edge <= x for edge in self.edges)].kind

    def has(self, kind: str) -> bool:
        """Whether there is a column of that kind."""
        return any(head.kind == kind for head in self.heads)


def find_item_table(rows: Sequence[Row], rules: Sequence[Rule]) -> ItemTable | None:
    """The table of line items of a page; None without a header."""
    found = [(len(parts), -n) for n, row in enumerate(rows) if len(parts := _heads(row)) >= _ENOUGH]
    if not found:
        return None
    header = -max(found)[1]
    heads, below = _whole(rows, header)
    sums = [n for n in range(below, len(rows)) if _SUM.search(rows[n].text) and not _AFTER.search(rows[n].text)]
    after = next((n for n in range(below, len(rows)) if _AFTER.search(rows[n].text)), len(rows))
    sums = [n for n in sums if n < after]
    last = sums[0] if sums else after
    body = next((n for n in range(below, last) if len(_EXTRA.findall(rows[n].text)) >= _ENOUGH), last)
    tokens = [token for n in range(below, body) for token in tokens_of(rows[n], n)]
    tokens += [token for n in sums for token in tokens_of(rows[n], n) if token.box.x0 > heads[0].x1]
    foot = rows[body - 1].y1 if body > below else rows[header].y1
    drawn = uprights(rules, rows[header].y0 + _INTO, foot)
    texts = [(token.box.x0, token.box.x1) for token in tokens]
    columns = [Heading(h.x0, h.x1, _SIDES.get(h.kind, "")) for h in heads]
    edges = tuple(border_between(a, b, texts, drawn) for a, b in pairwise(columns))
    right = min((x for x in drawn if x > heads[-1].x1), default=float("inf"))
    return ItemTable(
        tuple(heads), edges, below, last, tuple(sums), body, bool(_IN_PERCENT.search(rows[header].text)), right
    )


def _heads(row: Row) -> list[ItemHeader]:
    found: dict[str, ItemHeader] = {}
    heads = []
    for match in _HEADS.finditer(row.text):
        kind = "other" if match["own"] else match.lastgroup or ""
        if kind == "other" or kind not in found:
            box = row.box(match.start(), match.end())
            found[kind] = ItemHeader(kind, box.x0, box.x1)
            heads.append(found[kind])
    return heads


def _whole(rows: Sequence[Row], header: int) -> tuple[list[ItemHeader], int]:
    """The heads of a header that may stand a little askew, and the first row below it."""
    heads, below, row = _heads(rows[header]), header + 1, rows[header]
    for number in (header - 1, header + 1):
        if not 0 <= number < len(rows) or abs(rows[number].middle - row.middle) > 1.2 * row.em:
            continue
        known = {head.kind for head in heads}
        more = [h for h in _heads(rows[number]) if h.kind not in known]
        heads += more
        if more and number > header:
            below = number + 1
    return sorted(heads, key=lambda h: h.x0), below


def tokens_of(row: Row, number: int) -> list[Token]:
    """The tokens of a row: parted at spaces, at the ends of pieces that stand apart and at drawn lines."""
    glyphs = row.glyphs
    starts = [0]
    for i in range(1, len(glyphs)):
        other = glyphs[i].piece != glyphs[i - 1].piece and row.gap(i) > _PIECE_GAP
        if other or glyphs[i].space or i in row.cuts or row.gap(i) > _GLYPH_GAP:
            starts.append(i)
    ends = [*starts[1:], len(glyphs)]
    return [Token(number, a, b, row.box(a, b)) for a, b in zip(starts, ends, strict=True)]
