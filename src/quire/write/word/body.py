"""The flow of a document as paragraphs and tables of the main part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from quire.model.block import (
    Block,
    Code,
    Figure,
    Formula,
    Heading,
    Item,
    List,
    Note,
    Paragraph,
    Place,
    Quote,
    Span,
    Table,
)
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.table import Align, Cell
from quire.model.walk import text_of, walk
from quire.write.office.letters import clean, escape, has_east, runs_right_to_left
from quire.write.office.markers import resolve
from quire.write.office.package import page_target
from quire.write.word.contents import Contents, Entry, find, make_title
from quire.write.word.drawing import fit, inline
from quire.write.word.flow import Step, own_pitch, steps
from quire.write.word.furniture import field as field_runs
from quire.write.word.looks import Look, Looks
from quire.write.word.looks import measure as measure_looks
from quire.write.word.markup import part, properties, tag, twips
from quire.write.word.notes import Notes
from quire.write.word.numbering import DEEPEST, STEP, Counting, Numbering
from quire.write.word.runs import Runs, run
from quire.write.word.sections import Section, Sheet, plan, sheets
from quire.write.word.spacing import Spacing
from quire.write.word.spacing import measure as measure_spacing
from quire.write.word.styles import ALIGN
from quire.write.word.tables import Room, shown_style, table


@dataclass(slots=True)
class Para:
    """A paragraph that may still get a section's end or another space."""

    style: str = ""
    content: str = ""
    parts: dict[str, str] = field(default_factory=dict)
    before: float | None = None  # points; None as the style
    after: float | None = None
    line: dict[str, int | str] | None = None  # attributes of the line's height

    def markup(self) -> str:
        """The ``w:p``."""
        parts = dict(self.parts)
        if self.style:
            parts["pStyle"] = tag("w:pStyle", w_val=self.style)
        space = {"w_before": self.before, "w_after": self.after}
        spacing = {key: twips(value) for key, value in space.items() if value is not None} | (self.line or {})
        if spacing:
            parts["spacing"] = tag("w:spacing", **spacing)
        return f"<w:p>{properties('w:pPr', parts)}{self.content}</w:p>"


class Setting(NamedTuple):
    """Where blocks stand: the width of a line, how far in, in which style, how deep in lists."""

    width: float
    height: float
    look: Look
    style: str = ""
    left: float = 0.0
    level: int = 0
    counting: Counting | None = None


Out = list["Para | str"]


class Body:
    """A document on its way into the main part.

    Args:
        document: what is written.
        relate: gives the relationship id for an address.
        picture: gives the relationship id for a picture's name, None when it has no pixels.
    """

    def __init__(
        self, document: Document, *, relate: Callable[[str], str], picture: Callable[[str], str | None]
    ) -> None:
        self._document = document
        self._picture = picture
        self.sheets: list[Sheet] = sheets(document)
        self._areas = {page.number: sheet.area.on(page.number) for sheet in self.sheets for page in sheet.pages}
        self._steps = steps(document, self._areas)
        self.looks: Looks = measure_looks(document)
        self.spacing: Spacing = measure_spacing(document, self._steps)
        self.sections: list[Section] = plan(document, self.sheets, self._steps)
        self.notes = Notes(document.blocks)
        self.numbering = Numbering()
        self._headings = [block for block in document.blocks if isinstance(block, Heading)]
        self._contents: Contents | None = find(document, self._headings)
        self._marks = _page_marks(document)
        self.runs = Runs(relate=relate, pages=self._marks.names, footnote=self.notes.reference)
        self.plain_runs = Runs(relate=relate, pages=self._marks.names)
        self._toc = {e.heading for e in self._contents.entries} if self._contents else set()
        self._bookmarks = self._shapes = 0

    @property
    def mirrored(self) -> bool:
        """Whether left-hand pages have their margins the other way round."""
        return any(sheet.area.mirrored for sheet in self.sheets)

    def part(self, end_of: Callable[[Section, int], str]) -> bytes:
        """The part document.xml; `end_of` gives the ``w:sectPr`` of a section and its index."""
        out: Out = []
        for number, section in enumerate(self.sections):
            last = number == len(self.sections) - 1
            self._section(out, section)
            ending = end_of(section, number)
            if last:
                if not out or isinstance(out[-1], str):
                    out.append(Para("Spacer"))
                out.append(ending)
                continue
            if not out or isinstance(out[-1], str) or "sectPr" in out[-1].parts:
                out.append(Para("Spacer"))
            paragraph = out[-1]
            assert isinstance(paragraph, Para)  # noqa: S101 - the lines above saw to it
            paragraph.parts["sectPr"] = ending
        inner = "".join(piece if isinstance(piece, str) else piece.markup() for piece in out)
        return part("w:document", tag("w:body", inner))

    def footnotes(self) -> bytes:
        """The part footnotes.xml; to be asked for after `part`."""
        return self.notes.part(self._footnote)

    def _section(self, out: Out, section: Section) -> None:
        sheet = self.sheets[section.sheet]
        setting = Setting(section.column_width(sheet), sheet.text.height, self.looks.body)
        for index in range(section.first, section.stop):
            block = self._document.blocks[index]
            if isinstance(block, Note) and self.notes.placed(block):
                continue
            written = self._top(index, block, setting)
            if not written:
                continue
            self._join(out, written, index, first=index == section.first and section.new_page)

    def _join(self, out: Out, written: Out, index: int, *, first: bool) -> None:
        """Puts the pieces of a block behind what is there, with the space and the page break before them."""
        step, block = self._steps[index], self._document.blocks[index]
        head = written[0]
        if isinstance(head, str) and ((step.new_page and not first) or (out and isinstance(out[-1], str))):
            head = Para("Spacer")
            written.insert(0, head)
        if isinstance(head, Para):
            if step.new_page and not first:
                head.parts["pageBreakBefore"] = tag("w:pageBreakBefore")
            self._space(out, head, step, block)
        elif out and isinstance(out[-1], Para) and step.gap and step.gap > 3:
            out[-1].after = min(step.gap, 40.0)
        out.extend(written)

    def _space(self, out: Out, head: Para, step: Step, block: Block) -> None:
        """Sets the space before a paragraph where it is not what the styles give."""
        if step.drop > 20 and head.style != "Spacer":
            head.before = min(step.drop, 500.0)
            return
        if head.style in ("Spacer", "Figure"):
            return
        lines = self._lines(head, block, step)
        if step.gap is None:
            return
        before = out[-1] if out else None
        given = self._after(before) if isinstance(before, Para) else 0.0
        wanted = max(0.0, step.gap - given - lines)
        if abs(wanted - self._before(head)) > 3:
            head.before = min(wanted, 400.0)

    def _lines(self, head: Para, block: Block, step: Step) -> float:
        """Sets lines that are not as high as the style's; the points by which a line is higher than its text."""
        if head.style not in ("", "ListParagraph"):
            return 2.0
        inner = block
        while isinstance(inner, List) and inner.items and inner.items[0].blocks:
            inner = inner.items[0].blocks[0]
        size = next((s.style.size for s in getattr(inner, "spans", ()) if s.style), self.looks.body.half_points / 2)
        height, usual = self.spacing.usual.height * size, self.spacing.points
        own = own_pitch(inner, self.spacing.usual.height) if isinstance(inner, Paragraph) else 0.0
        if not own and step.gap is not None:
            own = max(step.gap + height, height) if step.gap + height < usual - 1.5 else 0.0
        if own and abs(own - usual) > 0.12 * usual:
            head.line = self.spacing.attributes(own, size)
            return max(0.0, own - height)
        return max(0.0, usual - height)

    def _before(self, paragraph: Para) -> float:
        if paragraph.style.startswith("Heading"):
            return self.spacing.before[int(paragraph.style[7:])]
        return {"Title": self.spacing.before[0], "ListParagraph": self.spacing.item}.get(
            paragraph.style, self.spacing.paragraph
        )

    def _after(self, paragraph: Para) -> float:
        if paragraph.after is not None:
            return paragraph.after
        if paragraph.style.startswith("Heading"):
            return self.spacing.after[int(paragraph.style[7:])]
        return {"Title": self.spacing.after[0], "Caption": 6.0, "Code": 6.0, "Formula": 4.0}.get(paragraph.style, 0.0)

    def _top(self, index: int, block: Block, setting: Setting) -> Out:
        contents = self._contents
        written: Out = []
        if contents and index == contents.start:
            written = list(self._table_of_contents(contents, setting))
        if contents and index in contents.blocks:
            return written
        own: Out = list(self._block(block, setting))
        self._bookmark(index, own)
        return written + own

    def _bookmark(self, index: int, written: Out) -> None:
        """Marks the start of pages that links lead to, and headings of the contents."""
        names = list(self._marks.blocks.get(index, ()))
        block = self._document.blocks[index]
        if isinstance(block, Heading) and self._toc:
            number = next((i for i, heading in enumerate(self._headings) if heading is block), None)
            names += [_heading_name(number)] if number in self._toc and number is not None else []
        target = next((piece for piece in written if isinstance(piece, Para)), None)
        if not names:
            return
        if target is None:
            target = Para("Spacer")
            written.insert(0, target)
        for name in names:
            self._bookmarks += 1
            start = tag("w:bookmarkStart", w_id=self._bookmarks, w_name=name)
            target.content = start + target.content + tag("w:bookmarkEnd", w_id=self._bookmarks)

    def _block(self, block: Block, setting: Setting) -> Iterator[Para | str]:
        match block:
            case Heading():
                yield self._heading(block, setting)
            case Paragraph():
                yield self._paragraph(block, setting)
            case List():
                yield from self._list(block, setting)
            case Table():
                yield from self._table(block, setting)
            case Figure():
                yield from self._figure(block, setting)
            case Quote():
                inner = setting._replace(style="Quote", left=setting.left + 24)
                for child in block.blocks:
                    yield from self._block(child, inner)
            case _:
                yield from self._special(block, setting)

    def _special(self, block: Code | Formula | Note, setting: Setting) -> Iterator[Para | str]:
        match block:
            case Code():
                yield Para("Code", run(clean(block.text.rstrip("\n"))), _indent(setting.left))
            case Formula():
                yield self._formula(block, setting)
            case Note():
                shown = tag("w:rPr", tag("w:rStyle", w_val="FootnoteReference"))
                mark = tag("w:r", shown + tag("w:t", escape(block.mark))) if block.mark else ""
                yield from self._note(block, mark, setting)

    def _heading(self, block: Heading, setting: Setting) -> Para:
        level = min(max(block.level, 1), 9)
        look = self.looks.title if block.title else self.looks.headings[level - 1]
        parts = _indent(setting.left)
        align = self._side(block.places, setting)
        if align is not (Align.CENTER if block.title else Align.LEFT):
            parts["jc"] = tag("w:jc", w_val=ALIGN[align])
        return Para("Title" if block.title else f"Heading{level}", self._inline(block.spans, look, parts), parts)

    def _paragraph(self, block: Paragraph, setting: Setting) -> Para:
        parts: dict[str, str] = {}
        base = self.looks.body.align if not setting.style else Align.LEFT
        if block.align is not base:
            parts["jc"] = tag("w:jc", w_val=ALIGN[block.align])
        left = setting.left if setting.level or setting.style else self._left(block, setting)
        parts |= _indent(left, block.indent, east=self._east(block))
        look = self.looks.note if setting.style == "FootnoteText" else setting.look
        return Para(setting.style, self._inline(block.spans, look, parts), parts)

    def _inline(self, spans: Sequence[Span], look: Look, parts: dict[str, str]) -> str:
        """The runs of a paragraph; one that is written from right to left is marked so."""
        if runs_right_to_left(text_of(spans)):
            parts["bidi"] = tag("w:bidi")
        return self.runs.write(spans, look)

    def _formula(self, block: Formula, setting: Setting) -> Para:
        tabs = tag("w:tab", w_val="center", w_pos=twips(setting.width / 2)) + tag(
            "w:tab", w_val="right", w_pos=twips(setting.width)
        )
        text = clean("\t" + block.text.strip() + ("\t" + block.label if block.label else ""))
        return Para("Formula", run(text), {"tabs": tag("w:tabs", tabs)})

    def _figure(self, block: Figure, setting: Setting) -> Iterator[Para]:
        relation = self._picture(block.picture.name)
        caption = text_of(block.caption)
        alt = clean(block.picture.alt or caption).strip()
        if relation is not None:
            self._shapes += 1
            most = (max(setting.width - setting.left, 20.0), setting.height - (40 if caption else 8))
            width, height = fit(block.picture.box.width, block.picture.box.height, most=most)
            parts = _indent(setting.left)
            if not caption:
                parts["keepNext"] = tag("w:keepNext", w_val=0)
            align = self._side(block.places, setting)
            if align is not Align.CENTER:
                parts["jc"] = tag("w:jc", w_val=ALIGN[align])
            yield Para("Figure", inline(relation, self._shapes, width=width, height=height, alt=alt), parts)
        if caption.strip():
            yield Para("Caption", self.runs.write(block.caption, self.looks.caption))
        elif relation is None and alt:
            yield Para("Caption", run(alt))

    def _table(self, block: Table, setting: Setting) -> Iterator[Para | str]:
        if text_of(block.caption).strip():
            parts = {"keepNext": tag("w:keepNext")}
            yield Para("Caption", self.runs.write(block.caption, self.looks.caption), parts)
        if block.grid.rows > 0 and block.grid.cols > 0:
            yield table(block, self._room(block, setting), self._cell)

    def _room(self, block: Table, setting: Setting) -> Room:
        """Where a table stands in its column."""
        side, indent = self._side(block.places, setting), setting.left
        if block.places and not indent:
            indent = max(0.0, block.places[0].box.x0 - self._column(block.places[0], setting).x0)
            indent = indent if indent > 8 else 0.0
        line = 0.6 * self.looks.table.half_points
        return Room(setting.width, line, indent, side, self.looks.table.half_points if self.spacing.exact else 0)

    def _cell(self, cell: Cell) -> str:
        spans = [span._replace(style=shown_style(span.style, cell.fill)) for span in cell.spans]
        return self.runs.write(spans, self.looks.table)

    def _list(self, block: List, setting: Setting) -> Iterator[Para | str]:
        counting = setting.counting or self.numbering.begin()
        meanings = resolve([clean(item.marker) for item in block.items])
        level = min(setting.level, DEEPEST)
        left, usual = self._list_left(block, setting), STEP * (level + 1)
        inner = setting._replace(left=left, level=level + 1, counting=counting, style="ListParagraph")
        for item, meaning in zip(block.items, meanings, strict=True):
            written: Out = [piece for child in item.blocks for piece in self._block(child, inner)]
            head = written[0] if written else None
            if not item.blocks or not isinstance(item.blocks[0], Paragraph) or not isinstance(head, Para):
                head = Para("ListParagraph")
                written.insert(0, head)
            if meaning is not None:
                number = tag("w:ilvl", w_val=level) + tag("w:numId", w_val=counting.number(meaning, level))
                head.parts["numPr"] = tag("w:numPr", number)
                head.parts.pop("ind", None)
                if left != usual:
                    head.parts["ind"] = tag("w:ind", w_left=twips(left), w_hanging=twips(STEP))
            else:
                self._printed(head, item, inner.left)
            yield from written

    def _list_left(self, block: List, setting: Setting) -> float:
        """How far the text of a list's items stands in, in points: as in the source, if that is far from usual."""
        usual = STEP * (min(setting.level, DEEPEST) + 1)
        starts = [
            place.box.x0 - self._column(place, setting).x0
            for item in block.items
            for place in (item.blocks[0].places[:1] if item.blocks else ())
        ]
        if not starts:
            return usual
        left = median(starts) + STEP
        return round(left) if abs(left - usual) > 10 and STEP <= left < 0.6 * setting.width else usual

    def _printed(self, head: Para, item: Item, left: float) -> None:
        """Writes a marker that numbering cannot express as text that hangs before the item."""
        marker = clean(item.marker).strip()
        if marker:
            head.content = run(marker + "\t") + head.content
            head.parts["ind"] = tag("w:ind", w_left=twips(left), w_hanging=twips(STEP))

    def _footnote(self, note: Note, mark: str) -> str:
        sheet = self.sheets[-1]
        pieces = list(self._note(note, mark, Setting(sheet.text.width, sheet.text.height, self.looks.note)))
        if isinstance(pieces[-1], str):
            pieces.append(Para("FootnoteText"))  # a footnote ends with a paragraph
        return "".join(piece if isinstance(piece, str) else piece.markup() for piece in pieces)

    def _note(self, note: Note, mark: str, setting: Setting) -> Iterator[Para | str]:
        inner = setting._replace(style="FootnoteText", look=self.looks.note)
        runs, self.runs = self.runs, self.plain_runs  # a note does not refer to notes
        written: Out = [piece for child in _without_mark(note) for piece in self._block(child, inner)]
        self.runs = runs
        head = written[0] if written else None
        if not isinstance(head, Para):
            head = Para("FootnoteText")
            written.insert(0, head)
        head.content = mark + head.content
        yield from written

    def _table_of_contents(self, contents: Contents, setting: Setting) -> Iterator[Para]:
        if not contents.blocks:
            yield Para("TOCHeading", run(make_title(self._document.language)))
        deepest = max(entry.level for entry in contents.entries)
        begin, separate, end = (
            tag("w:r", tag("w:fldChar", w_fldCharType=kind)) for kind in ("begin", "separate", "end")
        )
        code = f'<w:r><w:instrText xml:space="preserve"> TOC \\o "1-{max(deepest, 1)}" \\h \\z \\u </w:instrText></w:r>'
        last = len(contents.entries) - 1
        line = 0.6 * self.looks.body.half_points
        before = max(0.0, contents.pitch - line) if 0.7 * line < contents.pitch < 4 * line else None
        for number, entry in enumerate(contents.entries):
            content = self._entry(entry)
            content = begin + code + separate + content if number == 0 else content
            leader = {"w_leader": "dot"} if entry.dots else {}
            tab = tag("w:tabs", tag("w:tab", w_val="right", **leader, w_pos=twips(setting.width)))
            yield Para(f"TOC{entry.level}", content + end if number == last else content, {"tabs": tab}, before=before)

    def _entry(self, entry: Entry) -> str:
        page = page_target(entry.link or "")
        anchor = _heading_name(entry.heading) if entry.heading is not None else self._marks.names.get(page or 0)
        if entry.heading is not None and entry.page:
            number = field_runs(f"PAGEREF {anchor} \\h", clean(entry.page))
        else:
            number = run(clean(entry.page)) if entry.page else ""
        inner = self.plain_runs.write(entry.title, self.looks.body) + "<w:r><w:tab/></w:r>" + number
        return tag("w:hyperlink", inner, w_anchor=anchor, w_history=1) if anchor else inner

    def _left(self, block: Paragraph, setting: Setting) -> float:
        """How far a paragraph stands in from the edge of its column, in points; 0 for small differences."""
        if not block.places or block.align in (Align.CENTER, Align.RIGHT):
            return 0.0
        box = block.places[0].box
        left = box.x0 - self._column(block.places[0], setting).x0
        if box.height < 1.9 * setting.look.half_points / 2:
            left -= max(block.indent, 0.0)
        return left if 10 < left < 0.6 * setting.width else 0.0

    def _side(self, places: Sequence[Place], setting: Setting) -> Align:
        """Where a block without an alignment of its own stands in its column."""
        if not places:
            return Align.LEFT
        box, column = places[0].box, self._column(places[0], setting)
        left, right = box.x0 - column.x0, column.x1 - box.x1
        if abs(left - right) < 0.06 * setting.width and left + right > 0.12 * setting.width:
            return Align.CENTER
        return Align.RIGHT if left > 0.2 * setting.width and right < 0.04 * setting.width else Align.LEFT

    def _column(self, place: Place, setting: Setting) -> Box:
        """The column of its page that a place begins in."""
        area = self._areas.get(place.page, place.box)
        if setting.width > 0.9 * area.width:
            return area
        count = max(round(area.width / (setting.width + 6)), 1)
        gap = max((area.width - count * setting.width) / max(count - 1, 1), 0.0)
        index = min(max(int((place.box.x0 - area.x0 + gap / 2) / (setting.width + gap)), 0), count - 1)
        left = area.x0 + index * (setting.width + gap)
        return Box(left, area.y0, left + setting.width, area.y1)

    def _east(self, block: Paragraph) -> float:
        """The size of the Chinese text that a paragraph begins with, 0 for another text."""
        first = block.spans[0] if block.spans else None
        return first.style.size if first and first.style and has_east(first.text[:4]) else 0.0


class _Marks(NamedTuple):
    """The bookmarks of pages: their names by page, and the names that stand at each top-level block."""

    names: dict[int, str]
    blocks: dict[int, list[str]]


def _page_marks(document: Document) -> _Marks:
    """A bookmark for each page that a link leads to, at the first block that stands there or after."""
    wanted = sorted(
        {page for span in _all_spans(document.blocks) if (page := page_target(span.link or "")) is not None}
    )
    present = {page.number for page in document.pages}
    marks = _Marks({}, {})
    starts = [
        (block.places[0].page, index)
        for index, block in enumerate(document.blocks)
        if block.places and not isinstance(block, Note)
    ]
    for page in wanted:
        index = next((index for at, index in starts if at >= page), None)
        if page in present and index is not None:
            marks.names[page] = f"p{page}"
            marks.blocks.setdefault(index, []).append(f"p{page}")
    return marks


def _all_spans(blocks: Iterable[Block]) -> Iterator[Span]:
    for block in walk(blocks):
        match block:
            case Heading() | Paragraph():
                yield from block.spans
            case Table():
                yield from block.caption
                for cell in block.grid.cells:
                    yield from cell.spans
            case Figure():
                yield from block.caption
            case _:
                pass


def _indent(left: float, first: float = 0.0, *, east: float = 0.0) -> dict[str, str]:
    """``w:ind`` for a left indent and that of the first line against it; {} for none."""
    values: dict[str, int] = {}
    if left > 1 or first < -2:
        values["w_left"] = twips(max(left, -first if first < 0 else 0.0))
    if first > 2:
        values["w_firstLine"] = twips(first)
        if east and abs(first - 2 * east) < 0.35 * east:
            values["w_firstLineChars"] = 200  # two characters, whatever their size
    elif first < -2:
        values["w_hanging"] = twips(-first)
    return {"ind": tag("w:ind", **values)} if values else {}


def _heading_name(number: int) -> str:
    return f"_Toc{number + 1:06d}"


def _without_mark(note: Note) -> tuple[Block, ...]:
    """The note's blocks without the printed mark, if they begin with it."""
    first = note.blocks[0] if note.blocks else None
    if not isinstance(first, Paragraph) or not note.mark or not first.spans:
        return note.blocks
    text = first.spans[0].text.lstrip()
    rest = text[len(note.mark) :]
    if not text.startswith(note.mark) or (rest[:1].isalnum() and note.mark[-1:].isalnum() and rest[:1].isascii()):
        return note.blocks
    span = first.spans[0]._replace(text=rest.lstrip())
    spans = (span, *first.spans[1:]) if span.text else first.spans[1:]
    return (Paragraph(spans, first.places, first.align, first.indent), *note.blocks[1:])
