"""Misread Chinese labels of recognised rows, as the known item that they are but for some characters.

Recognition takes one ideograph for another that looks like it, and a label has as many of them as its confidence lets
expect. An item takes the place of a label that is none, where it alone is so near and no other row has it; what was
read stays in a finding.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quire.finance.lexicon import canonical_item, lexicon
from quire.finance.statement import Finding, Kind, Row, RowKind
from quire.finance.text_pieces import RECOGNISED
from quire.hanzi import simplified, traditional_forms

__all__ = ["mended_labels", "with_meant_labels"]

_BEFORE = re.compile(
    r"[^\w(（]*(?:[(（]?[一二三四五六七八九十\d]{1,3}[)）]?[、.．:：,，]|[(（][一二三四五六七八九十\d]{1,3}[)）])?\s*"
    r"(?:其中[:：,，、]?|[加减減][:：,，、])?\s*"
)  # the number of an item, and what it does in its sum
_BEHIND = re.compile(r"[(（\[【]")
_IDEOGRAPH = re.compile("[\u4e00-\u9fff]")
_SURE = 0.97  # confidence of a label that stays as it is
_MISREAD = 2.5  # characters that may be misread for each that the confidence lets expect
_MOST = 0.5  # of the characters of a label may be misread
_SHORTEST = 2
_TOLD_APART = frozenset("收支入出长短增减借贷本上期末初年流净总合小计其他费用成本债产资负应付预公司母子优先永续")
"""Characters that tell items apart that are alike otherwise; one for another is no misreading."""


def with_meant_labels(rows: Sequence[Row], kind: Kind, language: str) -> list[Row]:
    """The rows, misread labels as the items that they are."""
    if language != "zh":
        return list(rows)
    known = _printed_items(kind)
    taken = {item for row in rows if (item := canonical_item(row.label, kind, language))}
    traditional = any(simplified(row.label) != row.label for row in rows)
    out = []
    for row in rows:
        meant = None
        cell = row.cells[0]
        if row.kind is not RowKind.HEADER and cell.confidence < min(_SURE, RECOGNISED):
            meant = _meant(row.label, cell.confidence, kind, known, taken)
        if meant is not None:
            label, item = meant
            taken.add(item)
            text = _in_traditional(label, row.label) if traditional else label
            row = replace(row, cells=(replace(cell, text=text), *row.cells[1:]))  # noqa: PLW2901
        out.append(row)
    return out


def mended_labels(before: Sequence[Row], after: Sequence[Row]) -> Iterator[Finding]:
    """A finding for each label that was mended: it says what was read."""
    for r, (old, new) in enumerate(zip(before, after, strict=True)):
        if old.label != new.label:
            yield Finding("meant_label", f"项目名称识别为“{old.label}”，按常用项目名称改为“{new.label}”", ((r, 0),))


def _printed_items(kind: Kind) -> list[tuple[str, str]]:
    """The names of items in simplified ideographs alone, each with its item."""
    names = lexicon("zh").items[kind].items()
    return [(name, item) for name, item in names if all(_IDEOGRAPH.match(c) for c in name) and len(name) >= _SHORTEST]


def _meant(
    label: str, sure: float, kind: Kind, known: Sequence[tuple[str, str]], taken: set[str]
) -> tuple[str, str] | None:
    """The label with the name of the item that it nearly is, and that item."""
    if canonical_item(label, kind, "zh"):
        return None
    start = _BEFORE.match(label)
    first = start.end() if start is not None else 0
    behind = _BEHIND.search(label, first)
    last = behind.start() if behind is not None else len(label)
    places = [at for at in range(first, last) if label[at].isalnum()]
    core = simplified("".join(label[at] for at in places))
    most = min(math.ceil(_MISREAD * len(core) * (1.0 - sure)), int(_MOST * len(core)))
    near: list[tuple[int, str, str]] = []
    for name, item in known:
        if len(name) == len(core):
            changed = [(a, b) for a, b in zip(core, name, strict=True) if a != b]
            if len(changed) <= most + 1:
                near.append((len(changed), name, item))
    near.sort()
    if not near or near[0][0] > most or near[0][2] in taken:
        return None
    count, name, item = near[0]
    if any(other != item and off <= count for off, _, other in near[1:]):
        return None
    if any(a != b and a in _TOLD_APART and b in _TOLD_APART for a, b in zip(core, name, strict=True)):
        return None
    text = list(label)
    for at, read, char in zip(places, core, name, strict=True):
        if read != char:
            text[at] = char
    return "".join(text), item


def _in_traditional(label: str, read: str) -> str:
    """A mended label of a traditional statement: what was put in takes its traditional form."""
    return "".join(
        (traditional_forms(new) or new)[0] if new != old else new for new, old in zip(label, read, strict=True)
    )
