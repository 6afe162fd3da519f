"""Program text: rows in a monospaced font, with line ends and indentation kept."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.drafts import Draft, Kind
from quire.layout.lines import Row
from quire.model.page import Page

# Advance of a monospaced glyph in type sizes, when it cannot be measured (Courier: 0.6).
_ADVANCE = 0.6
# A fill that covers more of the page is its ground.
_WHOLE, _WHITE = 0.85, 0xFFFFFF


def mark(drafts: Sequence[Draft], *, mono_body: bool) -> list[Draft]:
    """The drafts with monospaced ones made into code and neighbours of one column joined.

    Args:
        drafts: The drafts of one page.
        mono_body: Most of the document is monospaced (typescripts): nothing is code then.
    """
    if mono_body:
        return list(drafts)
    kept: list[Draft] = []
    for draft in drafts:
        if draft.kind not in (Kind.TEXT, Kind.ITEM) or not draft.rows or not all(_is_mono(row) for row in draft.rows):
            kept.append(draft)
            continue
        before = kept[-1] if kept else None
        if before is not None and before.kind is Kind.CODE and before.column == draft.column:
            before.rows = before.rows + draft.rows
            continue
        draft.kind = Kind.CODE
        draft.marker = None
        kept.append(draft)
    for draft in kept:
        if draft.kind is Kind.CODE and len(draft.rows) == 1 and not _code_like(draft.rows[0].text):
            draft.kind = Kind.TEXT
    return kept


def ground(draft: Draft, page: Page) -> int | None:
    """The colour drawn behind code, 0xRRGGBB; None for white and for the colour of the whole page."""
    row = draft.rows[0]
    x, y = (row.x0 + row.x1) / 2, row.baseline - 0.3 * row.size
    for x0, y0, x1, y1, color in reversed(page.fills):
        if x0 <= x <= x1 and y0 <= y <= y1:
            whole = (x1 - x0) * (y1 - y0) > _WHOLE * page.width * page.height
            return None if color == _WHITE or whole else color
    return None


def text_of(rows: Sequence[Row]) -> str:
    """The rows as lines of text, indented by their distance from the leftmost; blank lines where white is wide."""
    advance = _advance(rows)
    left = min(row.x0 for row in rows)
    lines: list[str] = []
    before: Row | None = None
    for row in rows:
        if before is not None and row.baseline - before.baseline > 2.1 * 1.2 * row.size:
            lines.append("")
        text = ""
        for piece in row.lines:
            column = round((piece.x0 - left) / advance)
            text += " " * max(column - len(text), 1 if text else 0) + piece.text
        lines.append(text)
        before = row
    return "\n".join(lines)


def _is_mono(row: Row) -> bool:
    return row.style.mono and all(line.words[0].style.mono and line.words[-1].style.mono for line in row.lines)


def _code_like(text: str) -> bool:
    return any(char in text for char in "=(){};<>$#/\\_|") or not text.endswith((".", ":"))


def _advance(rows: Sequence[Row]) -> float:
    """The width of one character, points."""
    line = max((line for row in rows for line in row.lines), key=lambda one: len(one.text))
    text = line.text
    return (line.x1 - line.x0) / len(text) if len(text) > 3 else _ADVANCE * rows[0].size
