"""Joins printed lines of one text."""

from __future__ import annotations

import re

_DATE_ENDS = re.compile(r"\d[年月]$|[日月年]至$")
_CJK_END = re.compile(r"[\u2e80-\u9fff（）()：:，、]$")


def join_lines(first: str, second: str, *, apart: bool = False) -> str:
    """Two printed lines as one: words with a space, Chinese without, a hyphenated word without."""
    if not first or not second:
        return first or second
    if first.endswith("-") and second[:1].islower():
        return first + second
    if not apart and _CJK_END.search(first) and (_CJK_END.match(second[0]) or second[0] >= "\u2e80"):
        return first + second
    if not apart and (
        (_DATE_ENDS.search(first) and second[0].isdigit()) or (first[-1].isdigit() and second[0] in "年月日")
    ):
        return first + second
    return f"{first} {second}"
