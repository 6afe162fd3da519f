"""Word documents (WordprocessingML, ECMA-376-1, 17): paragraphs, headings, lists, tables, notes, as they are shown.

Deleted and moved-away text of tracked changes is left out, inserted text is text. Pictures are counted in a warning.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quire.errors import DamagedDocument
from quire.model.block import Block, Heading, Note, Paragraph, Table
from quire.model.document import Document
from quire.model.page import Metadata
from quire.model.span import Span
from quire.read.books.emphasis_spans import Emphasis, SpanBuilder
from quire.read.office.list_nesting import DEEPEST, Entry, lists_of
from quire.read.office.office_package import check_package
from quire.read.office.spanning_rows import RowCell, grid_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_MATHS = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_GONE = {f"{_W}del", f"{_W}moveFrom", f"{_W}rPr", f"{_W}pPr", f"{_W}instrText", f"{_W}delText", _FALLBACK}
_NOTES = {"footnotes": "footnote", "endnotes": "endnote"}
_MARKS = {f"{_W}{word}Reference": word for word in _NOTES.values()}
_LIST_STYLE = re.compile(r"List (?:Bullet|Number) ([2-5])")
"""Built-in styles of deeper lists; each has a list of its own, whose only level is the first."""
_LEVELS = 6
_NESTED = 20
"""Tables inside tables that are read."""


def read_word(path: Path) -> Document:
    """The document.

    Raises:
        DamagedDocument: it cannot be read. DocumentTooBig, ProtectedDocument: as `check_package`.
    """
    import docx
    from docx.opc.exceptions import OpcError
    from lxml.etree import LxmlError

    check_package(path)
    try:
        opened = docx.Document(str(path))
        reading = _Reading(opened)
        blocks = reading.blocks(opened.element.body)
        blocks += reading.notes()
        core = opened.core_properties
        meta = Metadata(core.title or "", core.author or "", core.subject or "", core.keywords or "")
    except (OpcError, LxmlError, KeyError, ValueError, AttributeError, zipfile.BadZipFile, OSError) as error:
        raise DamagedDocument from error
    pictures = reading.pictures
    warnings = (f"Pictures are left out of the text: {pictures}.",) if pictures else ()
    return Document((), tuple(blocks), meta=meta, language=core.language or "", warnings=warnings)


class _Reading:
    def __init__(self, opened: Any) -> None:  # noqa: ANN401 - python-docx has no types
        self._opened = opened
        self._numbering = _Numbering(opened)
        self._styles = {style.style_id: style for style in opened.styles}
        self._links = {name: one.target_ref for name, one in opened.part.rels.items() if one.is_external}
        self._boxes: list[_Element] = []  # text boxes of the paragraph that is read
        self._cited: list[tuple[str, str]] = []  # kind and id of notes, in the order of their marks
        self.pictures = 0

    def blocks(self, parent: _Element, depth: int = 0) -> list[Block]:
        """The blocks of a body, a cell, a note."""
        out: list[Block] = []
        entries: list[Entry] = []
        for element in _children(parent):
            if element.tag == f"{_W}p":
                found = self._paragraph(element)
                if isinstance(found, Entry):
                    entries.append(found)
                    continue
                out += lists_of(entries)
                entries = []
                out += [found] if found is not None else []
                boxes, self._boxes = self._boxes, []
                for box in boxes:
                    out += self.blocks(box, depth + 1) if depth < _NESTED else []
            elif element.tag == f"{_W}tbl" and depth < _NESTED:
                out += lists_of(entries)
                entries = []
                out += self._table(element, depth)
        return [*out, *lists_of(entries)]

    def notes(self) -> list[Block]:
        """The notes that the text cites, in order."""
        out: list[Block] = []
        for kind, word in _NOTES.items():
            part = next((one for one in self._opened.part.rels.values() if one.reltype.endswith(f"/{kind}")), None)
            if part is None:
                continue
            from docx.oxml.parser import parse_xml

            root = parse_xml(part.target_part.blob)
            by_id = {one.get(f"{_W}id"): one for one in root.iter(f"{_W}{word}")}
            for at, (cited, name) in enumerate(self._cited, 1):
                if cited == word and name in by_id:
                    out.append(Note(f"{word}-{name}", str(at), tuple(self.blocks(by_id[name])), ()))
        return out

    def _paragraph(self, element: _Element) -> Block | Entry | None:
        runs = SpanBuilder()
        self._runs(element, runs, Emphasis(), None)
        spans = runs.take()
        if not spans:
            return None
        style = self._styles.get(_value(element, "pPr/pStyle"))
        level, is_title = _heading_level(element, style)
        if level:
            return Heading(level, _plain(spans), (), title=is_title)
        entry = self._numbering.entry(element, style)
        return Entry(*entry, spans) if entry is not None else Paragraph(spans, ())

    def _runs(self, parent: _Element, runs: SpanBuilder, look: Emphasis, link: str | None) -> None:
        for child in parent:
            if child.tag in _GONE or (child.tag == f"{_W}r" and _on(child, "vanish")):
                continue
            if (text := _text(child)) is not None:
                runs.add(text, look, link=link)
            elif child.tag in _MARKS:
                self._cited.append((_MARKS[child.tag], child.get(f"{_W}id") or ""))
                runs.add(str(len(self._cited)), look, note="-".join(self._cited[-1]))
            elif child.tag == f"{_W}txbxContent":
                self._boxes.append(child)
            else:
                self.pictures += str(child.tag).endswith("}pic")
                to = self._links.get(child.get(f"{_R}id") or "") if child.tag == f"{_W}hyperlink" else link
                self._runs(child, runs, _look(child) if child.tag == f"{_W}r" else look, to)

    def _table(self, element: _Element, depth: int) -> list[Block]:
        rows: list[list[RowCell]] = []
        headers = 0
        inner: list[Block] = []
        for row in (one for one in _children(element) if one.tag == f"{_W}tr"):
            if row.find(f"{_W}trPr/{_W}tblHeader") is not None and headers == len(rows):
                headers += 1
            rows.append([])
            for cell in (one for one in _children(row) if one.tag == f"{_W}tc"):
                merge = cell.find(f"{_W}tcPr/{_W}vMerge")
                continues = merge is not None and merge.get(f"{_W}val", "continue") == "continue"
                blocks = self.blocks(cell, depth + 1)
                inner += [one for one in blocks if isinstance(one, Table)]
                span = _value(cell, "tcPr/gridSpan")
                rows[-1].append(RowCell(_cell_spans(blocks), int(span) if span.isdigit() else 1, continues=continues))
        grid = grid_of(rows, header_rows=headers)
        return [Table(grid, ()), *inner] if grid.cells else inner


class _Numbering:
    """The lists of a document: numbering definitions, directly or by a style."""

    def __init__(self, opened: Any) -> None:  # noqa: ANN401 - python-docx has no types
        self._formats: dict[tuple[str, int], str] = {}
        self._styles = {style.style_id: style for style in opened.styles}
        part = next((one for one in opened.part.rels.values() if one.reltype.endswith("/numbering")), None)
        if part is None:
            return
        root = part.target_part.element
        abstract = {one.get(f"{_W}abstractNumId"): one for one in root.iter(f"{_W}abstractNum")}
        for number in root.iter(f"{_W}num"):
            definition = abstract.get(_value(number, "abstractNumId"))
            for level in definition.iter(f"{_W}lvl") if definition is not None else ():
                depth = int(level.get(f"{_W}ilvl") or 0)
                self._formats[number.get(f"{_W}numId") or "", depth] = _value(level, "numFmt")

    def entry(self, paragraph: _Element, style: Any) -> tuple[int, bool] | None:  # noqa: ANN401 - of python-docx
        """Level and whether it is numbered; None for a paragraph outside lists."""
        for properties in (paragraph.find(f"{_W}pPr"), *_style_properties(style)):
            if properties is None or properties.find(f"{_W}numPr") is None:
                continue
            number, level = (_value(properties, f"numPr/{name}") for name in ("numId", "ilvl"))
            depth = min(int(level), DEEPEST - 1) if level.isdigit() else 0
            kind = self._formats.get((number, depth), "")
            built_in = _LIST_STYLE.fullmatch(style.name) if style is not None and not level else None
            shown = int(built_in[1]) - 1 if built_in else depth
            return None if number in {"", "0"} or kind == "none" else (shown, kind not in {"bullet", ""})
        return None


def _style_properties(style: Any) -> Iterator[_Element | None]:  # noqa: ANN401 - of python-docx
    """The paragraph properties of a style and of those that it is based on."""
    for _ in range(_NESTED):
        if style is None:
            return
        yield style.element.find(f"{_W}pPr")
        style = getattr(style, "base_style", None)


def _heading_level(paragraph: _Element, style: Any) -> tuple[int, bool]:  # noqa: ANN401 - of python-docx
    """The level of a heading, 0 for other paragraphs, and whether it is the title of the document."""
    if style is not None and style.name == "Title":
        return 1, True
    for properties in (paragraph.find(f"{_W}pPr"), *_style_properties(style)):
        level = _value(properties, "outlineLvl") if properties is not None else ""
        if level.isdigit():
            return (min(int(level) + 1, _LEVELS), False) if int(level) < DEEPEST else (0, False)
    return 0, False


def _children(parent: _Element) -> Iterator[_Element]:
    """The children of an element; content controls and insertions count as their content."""
    for child in parent:
        if child.tag in {f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}moveTo", f"{_W}customXml", f"{_W}smartTag"}:
            yield from _children(child)
        else:
            yield child


def _value(element: _Element, path: str) -> str:
    found = element.find("/".join(f"{_W}{name}" for name in path.split("/")))
    return (found.get(f"{_W}val") or "") if found is not None else ""


def _on(run: _Element, name: str) -> bool:
    found = run.find(f"{_W}rPr/{_W}{name}")
    return found is not None and found.get(f"{_W}val", "true") not in {"0", "false", "off"}


def _look(run: _Element) -> Emphasis:
    return Emphasis(bold=_on(run, "b"), italic=_on(run, "i"))


def _text(element: _Element) -> str | None:
    """What an element inside a run stands for; None for one that is no text."""
    if element.tag in {f"{_W}t", f"{_MATHS}t"}:
        return element.text or ""
    if element.tag in {f"{_W}br", f"{_W}cr"}:
        return "\n" if element.get(f"{_W}type") in {None, "textWrapping"} else " "
    return {f"{_W}tab": " ", f"{_W}noBreakHyphen": "-"}.get(str(element.tag))


def _plain(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """A heading is bold by itself."""
    return tuple(span._replace(style=None) for span in spans)


def _cell_spans(blocks: list[Block]) -> tuple[Span, ...]:
    """The text of a cell, a line for each paragraph; tables inside it follow the table."""
    runs: list[Span] = []
    for block in blocks:
        for spans in _texts(block):
            runs += [Span("\n", None, None, None), *spans] if runs else spans
    return tuple(runs)


def _texts(block: Block) -> Iterator[tuple[Span, ...]]:
    if isinstance(block, Paragraph | Heading):
        yield block.spans
    for item in getattr(block, "items", ()):
        for inner in item.blocks:
            for at, spans in enumerate(_texts(inner)):
                yield (Span(f"{item.marker} ", None, None, None), *spans) if at == 0 else spans
