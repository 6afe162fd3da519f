"""Captions bound to the figure or table that they belong to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import Row, line_text, rows_of

_FIGURE = re.compile(
    r"^(?:(?:figure|fig\.?|chart|graph|diagram|plate|scheme|photo|map|illustration|drawing|image|picture|screenshot"
    r"|abbildung|abb\.|bild|grafik|figura|gráfic[oa]|imagen|imagem|ilustra(?:ción|ção)|schéma|schema|figuur|afbeelding|figur"
    r"|рис(?:унок|\.)|rys(?:unek|\.)|obr(?:ázek|\.)|şekil|slika)\s*(?:[A-Z]?\d|[IVX]+\b)|\d{1,3}\.\s?(?:ábra|kép)\b"
    r"|(?:附?图|圖|図|插图|截图|照片|示意图)\s*(?:[\d一二三四五六七八九十]|[A-Z]\d))",
    re.IGNORECASE,
)
_TABLE = re.compile(
    r"^(?:(?:table|tab\.|tabelle|tabla|tableau|tabela|tabella|tabel|tabell|tabulka|tablica|tablo|таблица)\s*"
    r"(?:[A-Z]?\.?\d|[IVX]+\b|[:：])|\d{1,3}\.\s?táblázat\b|附?表\s*(?:[\d一二三四五六七八九十]|[A-Z]\d))",
    re.IGNORECASE,
)
_EITHER = re.compile(r"^(?:exhibit|quadro|cuadro|图表|圖表)\s*[A-Z]?\d", re.IGNORECASE)
# A text that goes on with a small letter behind its number only speaks of a figure.
_MENTION = re.compile(r"^[^\W\d]{1,20}\.?\s?[A-Z]?[\dIVX]{1,8}(?:[.-]\d{1,4}){0,4}(?:\([a-z]\))?\s+[a-z]{2}")
_NUMBERED = re.compile(r"^[^\W\d]{1,20}\.?\s?[A-Z]?[\dIVX]{1,8}(?:[.-]\d{1,4}){0,4}(?:[.:：．]|\s)")
_LABEL = re.compile(r"^[^\W\d]{1,20}\.?\s?[A-Z]?\.?[\dIVX]{1,8}(?:[.-]\d{1,4}){0,4}[.:：]?$")
# The title of a figure that stands in italics below its number follows by so much, type sizes.
_TITLE = 2.0
# The distance of a caption from its figure or table, type sizes, at most.
_NEAR = 5.0
# On the unusual side a distance counts so many times, and so many type sizes more.
_UNUSUAL, _ASIDE = 1.5, 1.0
# The picture of a table, or a table that is called a figure, is so much further from its caption, type sizes.
_PICTURED = 2.0
_ROWS = 12


def bind_captions(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts of one page with captions moved into their figures and tables, the nearest pairs first."""
    targets = [draft for draft in drafts if draft.kind in (Kind.FIGURE, Kind.TABLE)]
    if not targets:
        return list(drafts)
    parted = _with_titles([one for draft in drafts for one in _side_by_side(draft)])
    pairs = sorted([pair for at, draft in enumerate(parted) for pair in _owners(draft, at, targets)])
    near: dict[int, list[int]] = {}
    for _, at, index in pairs:
        if not targets[index].caption:
            near.setdefault(at, []).append(index)
    owners: dict[int, int] = {}  # the caption of each target
    for _, at, index in pairs:
        if at not in owners.values() and index not in owners and index in near.get(at, ()):
            owners[index] = at
    for at in near:
        if at not in owners.values():
            _bind_anew(at, near, owners, set())
    for index, at in owners.items():
        parted[at].kind = Kind.CAPTION
        targets[index].caption.append(parted[at])
    bound = set(owners.values())
    return [draft for at, draft in enumerate(parted) if at not in bound]


def _with_titles(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts with titles in italics joined to the numbers of figures and tables above them."""
    found: list[Draft] = []
    label: Draft | None = None  # the text before
    for draft in drafts:
        if label is not None and _is_title(draft, label):
            label.rows = [*label.rows, *draft.rows]
            continue
        found.append(draft)
        label = draft if draft.rows else label
    return found


def _is_title(draft: Draft, label: Draft) -> bool:
    if not (draft.rows and len(label.rows) == 1 and {draft.kind, label.kind} <= {Kind.TEXT, Kind.HEADING}):
        return False
    text, gap = label.rows[0].text, draft.box.y0 - label.box.y1
    below = 0 <= gap <= _TITLE * label.size and abs(draft.box.x0 - label.box.x0) < label.size
    return below and all(r.style.italic for r in draft.rows) and is_label(text)


def _bind_anew(at: int, near: Mapping[int, Sequence[int]], owners: dict[int, int], tried: set[int]) -> bool:
    """Whether a caption gets a target, its own or that of another caption, which gets one anew.

    Between two figures the caption of the upper may stand nearer to the lower.
    """
    for index in near[at]:
        if index in tried:
            continue
        tried.add(index)
        if index not in owners or _bind_anew(owners[index], near, owners, tried):
            owners[index] = at
            return True
    return False


def _side_by_side(draft: Draft) -> list[Draft]:
    """The captions of figures side by side, which are one row; the draft itself otherwise."""
    lines = draft.rows[0].lines if len(draft.rows) == 1 else ()
    starts = [at for at, line in enumerate(lines) if is_caption(line_text(line))]
    if len(starts) < 2 or starts[0]:
        return [draft]
    parts = [lines[a:b] for a, b in pairwise([*starts, len(lines)])]
    return [
        Draft(draft.page, rows_of(part), left=draft.left, right=draft.right, column=draft.column, align=draft.align)
        for part in parts
    ]


def is_caption(text: str) -> bool:
    """Whether a text starts like a caption."""
    return bool(_FIGURE.match(text) or _TABLE.match(text) or _EITHER.match(text))


def is_label(text: str) -> bool:
    """Whether a text is the number of a caption without its title."""
    return _LABEL.match(text) is not None and is_caption(text)


def is_titled(rows: Sequence[Row]) -> bool:
    """Whether a row alone is a caption with white or a sign behind its number: no sentence goes on from it."""
    text = rows[0].text
    return len(rows) == 1 and is_caption(text) and not _MENTION.match(text) and _NUMBERED.match(text) is not None


def is_figure_caption(text: str) -> bool:
    """Whether a text starts like the caption of a figure."""
    if text.isascii() and not text[:1].isalpha():
        return False  # the amounts of tables, without the search
    return _FIGURE.match(text) is not None


def _owners(draft: Draft, at: int, targets: Sequence[Draft]) -> list[tuple[float, int, int]]:
    """The distance of a caption, its place and that of each target near it; a table may be a picture."""
    if not draft.rows or len(draft.rows) > _ROWS or draft.kind not in (Kind.TEXT, Kind.HEADING):
        return []
    text = draft.rows[0].text
    if not is_caption(text) or _MENTION.match(text):
        return []
    figure, table = _FIGURE.match(text) is not None, _TABLE.match(text) is not None
    found: list[tuple[float, int, int]] = []
    for index, one in enumerate(targets):
        other = (figure and one.kind is Kind.TABLE) or (table and one.kind is Kind.FIGURE)
        if figure and other and draft.box.y0 < one.box.y1 - 1:  # a table that is called a figure stands above
            continue
        distance = _distance(draft, one) + (_PICTURED * draft.size if other else 0.0)
        if distance <= _NEAR * draft.size:
            found.append((distance, at, index))
    return found


def _distance(caption: Draft, target: Draft) -> float:
    """Points between a caption and a figure or table; more for the unusual side (tables: below, figures: above)."""
    a, b = caption.box, target.box
    if min(a.x1, b.x1) - max(a.x0, b.x0) <= 0:
        beside = max(a.x0 - b.x1, b.x0 - a.x1)
        level = min(a.y1, b.y1) - max(a.y0, b.y0) > 0
        return beside if level else float("inf")
    above = b.y0 - a.y1
    below = a.y0 - b.y1
    distance = max(above, below, 0.0)
    over = target.kind is Kind.TABLE and not is_figure_caption(caption.rows[0].text)
    usual = above >= below if over else below >= above
    return distance if usual else distance * _UNUSUAL + _ASIDE * caption.size
