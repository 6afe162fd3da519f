"""The table of contents as a TOC field with its entries filled in (ECMA-376-1, 17.16.5.68)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quire.write.office.office_text import xml_text
from quire.write.office.package import page_target
from quire.write.printed_contents import Contents, ContentsEntry
from quire.write.word.bookmarks import heading_bookmark
from quire.write.word.document_look import Look
from quire.write.word.headers_footers import field
from quire.write.word.paragraph import Para
from quire.write.word.style_spacing import FIXED_LINE
from quire.write.word.word_runs import Runs, run, run_properties
from quire.write.word.wordprocessingml import tag, twips

_MOST_INDENT = 0.3  # of a line
_ONE_LINE = 1.5  # times as high as the next entry: an entry of several lines


def toc_paragraphs(
    contents: Contents, width: float, look: Look, runs: Runs, pages: Mapping[int, str], *, as_field: bool = True
) -> Iterator[Para]:
    """The paragraphs of the contents.

    Args:
        contents: what was found.
        width: of a line of text, in points.
        look: of the body.
        runs: writes the entries' spans.
        pages: the bookmarks by page.
        as_field: whether Word may make them anew from the headings; a list of figures is none of these.
    """
    begin, separate, end = (tag("w:r", tag("w:fldChar", w_fldCharType=kind)) for kind in ("begin", "separate", "end"))
    deepest = max(entry.level for entry in contents.entries)
    code = f'<w:r><w:instrText xml:space="preserve"> TOC \\o "1-{deepest}" \\h \\z \\u </w:instrText></w:r>'
    own = FIXED_LINE * look.half_points / 2
    told = 0.7 * own < contents.pitch < 4 * own
    before = max(0.0, contents.pitch - own) if told else None
    line: dict[str, int | str] | None = None
    if told and contents.pitch < own:
        line = {"w_line": twips(contents.pitch), "w_lineRule": "exact"}
    last = len(contents.entries) - 1
    margin = min((entry.place.box.x0 for entry in contents.entries if entry.place is not None), default=0.0)
    for number, entry in enumerate(contents.entries):
        content = _entry(entry, look, runs, pages)
        content = begin + code + separate + content if as_field and number == 0 else content
        content = content + end if as_field and number == last else content
        parts = _position(entry, margin, width)
        step = _step(contents.entries[number - 1], entry) if number else None
        white = before if step is None or not told else max(step - min(own, contents.pitch), 0.0)
        yield Para(f"TOC{entry.level}", content, parts, white, line=line)


def _step(before: ContentsEntry, entry: ContentsEntry) -> float | None:
    """Points from an entry of one line to the next; None across pages and where it is not known."""
    last, here = before.place, entry.place
    if last is None or here is None or last.page != here.page or last.box.height > _ONE_LINE * here.box.height:
        return None
    step = here.box.y0 - last.box.y0
    return step if step > 0 else None


def _position(entry: ContentsEntry, margin: float, width: float) -> dict[str, str]:
    """Indent and tab stops of an entry: as in the source, where its place is known."""
    leader = {"w_leader": "dot"} if entry.dots else {}
    tabs = tag("w:tab", w_val="right", **leader, w_pos=twips(width))
    if entry.place is None:
        return {"tabs": tag("w:tabs", tabs)}
    indent = min(entry.place.box.x0 - margin, _MOST_INDENT * width)
    if entry.label:
        tabs = tag("w:tab", w_val="left", w_pos=twips(indent + entry.label)) + tabs
    return {"tabs": tag("w:tabs", tabs), "ind": tag("w:ind", w_left=twips(indent))}


def _entry(entry: ContentsEntry, look: Look, runs: Runs, pages: Mapping[int, str]) -> str:
    """Title, tab and page number; a link to the heading, else to the page."""
    page = page_target(entry.link or "")
    anchor = heading_bookmark(entry.heading) if entry.heading is not None else pages.get(page or 0)
    number, shown = xml_text(entry.page), run_properties(entry.number, look)
    if entry.heading is not None and number:
        number = field(f"PAGEREF {anchor} \\h", number, shown)
    elif number:
        number = run(number, shown)
    inner = runs.write(entry.title, look) + run("\t", shown) + number
    return tag("w:hyperlink", inner, w_anchor=anchor, w_history=1) if anchor else inner
