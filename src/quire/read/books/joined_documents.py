"""Texts joined from many documents, texts of printer pages, and texts with titles at the margin.

No format is known here: manual pages, help files, requests for comments and nodes of manuals are detected by the layout
of their lines. A line that opens a document is one of a series: the line below is empty, it begins at the margin, has
two or more fields with a gap between them and signs in the first (“LS(1)”, “*usr_02.txt*”, “File: sed.info”); and the
text begins with one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from quire.read.books.hard_wrapped_text import indent_of

__all__ = ["JoinedDocuments", "joined_documents", "outdented_titles", "without_page_lines"]

_SERIES = 3
"""Lines of one kind that make a series."""

_FRONT = 60
"""Lines of a text before the first of its documents: the preamble of some files."""

_APART = 6
"""Lines between the beginnings of two documents, in the median; rows of a table follow each other."""

_MOSTLY = 0.6
"""Share of the documents with a property of all: a last line of one kind, a field of their own."""

_CENTRED = 8
"""Columns by which a centred line is indented."""

_WIDEST = 120
"""Characters of a line that opens a document; paragraphs in one line may have gaps between their sentences, too."""

_BELOW = 4
"""Lines below a document's first one that may name it."""

_LONGEST = 60
"""Characters of a title at the margin; notes there are longer."""

_INDENT = 2
"""Columns by which the text is indented from its titles."""

_LONG = 40
"""Characters of a line of running text, which shows the indent of the text."""

_STRAY = 0.3
"""Share of the lines at the margin that need not be titles: program text, notes."""

_GAP = re.compile(r"\t+| {2,}")
_WORDS = re.compile(r"[^\W_][\w.'’/-]*(?: [^\W_][\w.'’/-]*)*")
_LABEL = re.compile(r"\b\w++: ++")


class JoinedDocuments(NamedTuple):
    """The documents of a text: the line that opens each with its title, and the lines that are not text."""

    titles: dict[int, str]
    dropped: frozenset[int]


def joined_documents(raw: Sequence[str]) -> JoinedDocuments:
    """The documents that a text is joined from; none for a single one."""
    groups: dict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(raw):
        if key := _kind_of_head(raw, at, line):
            groups[key].append(at)
    heads = max((one for one in groups.values() if _is_series(one)), key=len, default=[])
    if not heads:
        return JoinedDocuments({}, frozenset())
    named = _names_below(raw, heads)
    dropped = {*heads, *_last_lines(raw, heads), *(at for below, _ in named.values() for at in below)}
    fields = [_GAP.split(raw[at].strip()) for at in heads]
    varying = 0 if len({one[0] for one in fields}) > _MOSTLY * len(fields) else 1
    titles = {at: named[at][1] or _bare(one[varying]) for at, one in zip(heads, fields, strict=True)}
    return JoinedDocuments(titles, frozenset(dropped))


def outdented_titles(raw: Sequence[str], *, documents: bool) -> dict[int, tuple[int, str]]:
    """Titles to the left of an indented text, with levels by their indents.

    If one title opens document after document (“NAME”), these are named by the line below it, unless `documents` says
    that they have titles already.
    """
    long = Counter(indent_of(line) for line in raw if len(line.strip()) >= _LONG)
    body = long.most_common(1)[0][0] if long else 0
    if body < _INDENT:
        return {}
    out = [at for at, line in enumerate(raw) if line.strip() and indent_of(line) < body]
    titles = [at for at in out if _is_title(raw, at)]
    if len(titles) < _SERIES or len(out) - len(titles) > _STRAY * len(out):
        return {}
    indents = sorted({indent_of(raw[at]) for at in titles})
    found = {at: (1 + indents.index(indent_of(raw[at])), " ".join(raw[at].split())) for at in titles}
    first, often = found[titles[0]], sum(one == found[titles[0]] for one in found.values())
    if documents or often < _SERIES:
        return found
    return {at: (1, _text_below(raw, at)) if one == first else (one[0] + 1, one[1]) for at, one in found.items()}


def without_page_lines(text: str) -> str:
    """A text without the running lines at the top and foot of a printer's pages, which form feeds separate."""
    pages = [page.split("\n") for page in text.split("\f")]
    if len(pages) <= _SERIES:
        return text
    tops, feet = [_full(page) for page in pages], [_full(page[::-1]) for page in pages]
    often = Counter(_masked(one) for one in (*tops[1:], *feet[:-1]) if one)
    running = {one for one, count in often.items() if count >= _SERIES and count > len(pages) // 4}
    out: list[str] = []
    for number, page in enumerate(pages):
        body = _without_top(page, running) if number else page
        body = _without_top(body[::-1], running)[::-1]
        goes_on = bool(out) and bool(body) and body[0].strip()[:1].islower() and out[-1].strip()[-1:] not in ".:!?"
        out += body if goes_on or not out else ["", *body]
    return "\n".join(out)


def _kind_of_head(raw: Sequence[str], at: int, line: str) -> str:
    """The signs and gaps of a line that may open a document; "" for other lines."""
    if not line.strip() or len(line) > _WIDEST or line[0].isspace() or (at + 1 < len(raw) and _is_text(raw[at + 1])):
        return ""
    fields = _GAP.split(line.strip())
    if not re.search("[A-Za-z]", fields[0]):
        return ""
    kind = [_WORDS.sub("w", one) for one in fields[:2]]
    return "\t".join(kind) if len(fields) > 1 and kind[0] != "w" and "w" in kind[0] else ""


def _is_series(lines: Sequence[int]) -> bool:
    return len(lines) >= _SERIES and lines[0] < _FRONT and median(b - a for a, b in pairwise(lines)) >= _APART


def _names_below(raw: Sequence[str], heads: Sequence[int]) -> dict[int, tuple[list[int], str]]:
    """For each document the centred lines below its first one, and the one that other documents do not have."""
    below: dict[int, list[int]] = {}
    for at in heads:
        near = [one for one in range(at + 1, min(at + 2 * _BELOW, len(raw))) if raw[one].strip()][:_BELOW]
        last = next((n for n, one in enumerate(near) if indent_of(raw[one]) < _CENTRED), len(near))
        below[at] = near[:last]
    often = Counter(raw[one].strip() for near in below.values() for one in near)
    own = {text for text, count in often.items() if 2 * count < len(heads) and text[0].isalnum()}
    return {
        at: (near, next((text for one in near if (text := raw[one].strip()) in own), "")) for at, near in below.items()
    }


def _last_lines(raw: Sequence[str], heads: Sequence[int]) -> list[int]:
    """The last line of each document, if most are of one kind: as many fields with gaps between, or the same text."""
    ends = [next((at for at in range(end - 1, -1, -1) if raw[at].strip()), 0) for end in (*heads[1:], len(raw))]
    fields = {at: len(_GAP.split(raw[at].strip())) for at in ends}
    kinds = {at: str(count) if count > 1 else raw[at].strip() for at, count in fields.items()}
    kind, count = Counter(kinds.values()).most_common(1)[0]
    return [at for at, one in kinds.items() if one == kind] if count > _MOSTLY * len(ends) else []


def _bare(field: str) -> str:
    """The name in a field, without its label and the signs around it."""
    return _LABEL.sub("", field.strip(" ,;*|<>[]"), count=1)


def _is_title(raw: Sequence[str], at: int) -> bool:
    line = raw[at].strip()
    above = not at or not raw[at - 1].strip() or indent_of(raw[at - 1]) < indent_of(raw[at])
    return above and len(line) <= _LONGEST and line[-1] not in ".,;:!。，；：！" and line[0].isalnum()


def _text_below(raw: Sequence[str], at: int) -> str:
    """The first line below a title: a name and its description."""
    line = next((one.strip() for one in raw[at + 1 : at + _BELOW] if one.strip()), raw[at].strip())
    return " ".join(line.split())[: 2 * _LONGEST]


def _full(lines: Sequence[str]) -> str:
    return next((line for line in lines if line.strip()), "")


def _without_top(lines: list[str], running: set[str]) -> list[str]:
    """The lines of a page after the empty ones at its top and a running line."""
    at = next((n for n, line in enumerate(lines) if line.strip()), len(lines))
    if at < len(lines) and _masked(lines[at]) in running:
        at += 1
        at = next((n for n in range(at, len(lines)) if lines[n].strip()), len(lines))
    return lines[at:]


def _masked(line: str) -> str:
    return re.sub(r"\d+|\b[ivxl]+\b", "0", " ".join(line.split()))


def _is_text(line: str) -> bool:
    return any(char.isalnum() for char in line)
