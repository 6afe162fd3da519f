"""Passages of the book as a reader sees them: paragraphs, lists, quotations, verse, tables, program text, pictures."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from quire.latex.mathml import mathml
from quire.wiki.block_style import NOTE_MARK, PLAIN_STYLE, QUOTE_MARK, BlockStyle
from quire.wiki.figure import BookFigure
from quire.wiki.site.figure_placement import FigureAddress, figure_html, split_at_figures
from quire.wiki.site.markdown_html import inline_html

__all__ = ["passage_html"]

_UNIT = re.compile(
    r"^```[^\n]*\n(?P<code>.*?)\n?^```[ \t]*$|(?P<text>\S.*?)(?=\n\s*\n|\n```|\Z)", re.MULTILINE | re.DOTALL
)
_BULLETS = frozenset("•●○▪▫◦‣∙·■□◆◇►▸➢*")
_NUMBERED = re.compile(r"[(\[]?(\d{1,4})[.)\]、．]?")
_DEEPEST = 8


class _Unit(NamedTuple):
    """A paragraph that is HTML already, with its place in lists."""

    html: str
    mark: str = ""
    depth: int = 0


def passage_html(
    text: str,
    figures: Sequence[BookFigure] = (),
    address: FigureAddress | None = None,
    shapes: Sequence[BlockStyle] = (),
) -> str:
    """The text of a passage as HTML: paragraphs, program text, formulas, tables of " | "; all else is plain text.

    Args:
        text: of the passage.
        figures: the pictures that stand in it.
        address: where they are; without it they are left out.
        shapes: how its paragraphs are set; those that it says nothing of are running text.
    """
    known = {one.at: one for one in shapes}
    out: list[str] = []
    units: list[_Unit] = []
    for begin, piece, figure, caption in split_at_figures(text, figures if address else ()):
        units += _units(piece, begin, known)
        if figure and address:
            out += [*_flow(units), figure_html(figure, address, inline_html(caption))]
            units = []
    return "\n".join([*out, *_flow(units)])


def _units(text: str, begin: int, shapes: Mapping[int, BlockStyle]) -> Iterator[_Unit]:
    for found in _UNIT.finditer(text):
        shape = shapes.get(begin + found.start(), PLAIN_STYLE)
        if found.group("code") is not None:
            texts = shape.whole or (found.group("code").rstrip(),)
            yield from (_Unit(f"<pre><code>{html.escape(one)}</code></pre>", "", shape.depth) for one in texts)
        else:
            yield _paragraph(found.group("text"), shape)


def _paragraph(text: str, shape: BlockStyle) -> _Unit:
    if text.strip().startswith("$$"):
        return _Unit(f'<p class="math">{mathml(text.strip().strip("$").strip(), block=True)}</p>', "", shape.depth)
    rows = [one.split(" | ") for one in text.strip().split("\n")]
    width = max(map(len, rows))
    if width > 1 and (shape.mark[:1] == "|" or (len(rows) > 1 and len({len(one) for one in rows}) == 1)):
        return _Unit(_table(rows, width, heads=shape.mark == "|1"))
    said = "<br>".join(inline_html(line.strip()) for line in _lines(text, shape.breaks))
    if shape.mark == NOTE_MARK:
        return _Unit(f'<p class="note">{said}</p>')
    if shape.mark == QUOTE_MARK:
        return _Unit(f"<blockquote><p>{said}</p></blockquote>")
    return _Unit(f"<p>{said}</p>", shape.mark.lstrip("|1"), min(shape.depth, _DEEPEST))


def _table(rows: Sequence[Sequence[str]], width: int, *, heads: bool) -> str:
    lines = []
    for number, row in enumerate(rows):
        tag = "th" if heads and not number else "td"
        cells = [f"<{tag}>{inline_html(cell.strip())}</{tag}>" for cell in row]
        lines.append(f"<tr>{''.join(cells)}{'<td></td>' * (width - len(row))}</tr>")
    return f"<table><tbody>{''.join(lines)}</tbody></table>"


def _lines(text: str, breaks: Sequence[int]) -> list[str]:
    """A text parted behind so many letters each."""
    if not breaks:
        return [text]
    ends, out, seen, begin = set(breaks), [], 0, 0
    for at, character in enumerate(text):
        if seen in ends and not character.isspace():
            ends.discard(seen)
            out.append(text[begin:at])
            begin = at
        seen += not character.isspace()
    return [*out, text[begin:]]


def _flow(units: Sequence[_Unit]) -> Iterator[str]:
    """Units in order, those of lists in lists."""
    at = 0
    while at < len(units):
        end = next((one for one in range(at, len(units)) if not units[one].depth), len(units))
        if end > at:
            yield _list(units[at:end], 1)
        yield from (one.html for one in units[end : end + 1])
        at = end + 1


def _list(units: Sequence[_Unit], depth: int) -> str:
    """A list with those inside it; what goes on in an item of the passage before has none of its own."""
    items: list[tuple[str, list[str]]] = []
    at = 0
    while at < len(units):
        one = units[at]
        if one.depth > depth:
            end = next((other for other in range(at, len(units)) if units[other].depth <= depth), len(units))
            inner = _list(units[at:end], depth + 1)
            at = end
        else:
            inner = one.html
            at += 1
        if (one.mark and one.depth == depth) or not items:
            items.append((one.mark if one.depth == depth else "", []))
        items[-1][1].append(inner)
    numbers = [_NUMBERED.fullmatch(mark) for mark, _ in items if mark]
    tag = "ol" if numbers and all(numbers) else "ul"
    return f"<{tag}>{''.join(_item(mark, inside, tag) for mark, inside in items)}</{tag}>"


def _item(mark: str, inside: Sequence[str], tag: str) -> str:
    said = "".join(inside)
    if not mark:
        return f'<li class="on">{said}</li>'
    number = _NUMBERED.fullmatch(mark) if tag == "ol" else None
    if number:
        return f'<li value="{int(number.group(1))}">{said}</li>'
    if mark in _BULLETS or not mark.isprintable():
        return f"<li>{said}</li>"
    return f'<li class="on"><span class="mark">{html.escape(mark)}</span> {said}</li>'
