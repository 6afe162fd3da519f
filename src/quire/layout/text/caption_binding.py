"""Captions bound to the figure or table that they belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.text.block_drafts import Draft, Kind

_FIGURE = re.compile(
    r"^(?:(?:figure|fig\.|chart|graph|diagram|plate|scheme|photo|map|illustration|abbildung|abb\.|figura|figuur|figur"
    r"|рис(?:унок|\.)|rys(?:unek|\.)|obr(?:ázek|\.)|şekil|slika)\s*(?:[A-Z]?\d|[IVX]+\b)|\d{1,3}\.\s?(?:ábra|kép)\b"
    r"|(?:附?图|圖|図)\s*(?:[\d一二三四五六七八九十]|[A-Z]\d))",
    re.IGNORECASE,
)
_TABLE = re.compile(
    r"^(?:(?:table|tab\.|tabelle|tabla|tableau|tabela|tabella|tabel|tabell|tabulka|tablica|tablo|таблица)\s*"
    r"(?:[A-Z]?\.?\d|[IVX]+\b|[:：])|\d{1,3}\.\s?táblázat\b|附?表\s*(?:[\d一二三四五六七八九十]|[A-Z]\d))",
    re.IGNORECASE,
)
# The distance of a caption from its figure or table, type sizes, at most.
_NEAR = 4.0
# On the unusual side a distance counts so many times.
_UNUSUAL = 1.5
_ROWS = 8


def bind_captions(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts of one page with captions moved into their figures and tables."""
    targets = [draft for draft in drafts if draft.kind in (Kind.FIGURE, Kind.TABLE)]
    if not targets:
        return list(drafts)
    kept: list[Draft] = []
    for draft in drafts:
        owner = _owner(draft, targets)
        if owner is None:
            kept.append(draft)
        else:
            draft.kind = Kind.CAPTION
            owner.caption.append(draft)
    return kept


def is_caption(text: str) -> bool:
    """Whether a text starts like a caption."""
    return bool(_FIGURE.match(text) or _TABLE.match(text))


def _owner(draft: Draft, targets: Sequence[Draft]) -> Draft | None:
    if not draft.rows or len(draft.rows) > _ROWS or draft.kind not in (Kind.TEXT, Kind.HEADING):
        return None
    text = draft.rows[0].text
    kind = Kind.FIGURE if _FIGURE.match(text) else Kind.TABLE if _TABLE.match(text) else None
    if kind is None:
        return None
    near = [(_distance(draft, target), index) for index, target in enumerate(targets) if target.kind is kind]
    near = [(distance, index) for distance, index in near if distance <= _NEAR * draft.size]
    near = [(distance, index) for distance, index in near if not targets[index].caption]
    return targets[min(near)[1]] if near else None


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
    usual = above >= below if target.kind is Kind.TABLE else below >= above
    return distance if usual else distance * _UNUSUAL + 1
