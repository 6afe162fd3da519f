"""Blocks as paragraphs and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

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
    Quote,
    Table,
)
from quire.model.page import Picture
from quire.model.table import Align, Cell
from quire.model.traversal import text_of
from quire.write.office.font_scaling import UNSCALED, scale_of
from quire.write.office.marker_format import interpret_markers
from quire.write.office.office_text import escape, has_east_asian, is_right_to_left, xml_text
from quire.write.office.omml import omml
from quire.write.office.package import luminance
from quire.write.office.tab_runs import with_tabs
from quire.write.word import caption_spacing, hanging_indents
from quire.write.word.block_columns import Columns
from quire.write.word.code_listings import code_background, code_style
from quire.write.word.document_look import Look, Looks
from quire.write.word.floating_pictures import is_fixed
from quire.write.word.inline_pictures import anchored_picture, fit_size, floating_picture, inline_picture
from quire.write.word.numbered_headings import HeadingNumbers
from quire.write.word.numbering import LAST_LEVEL, LEVEL_INDENT, Numbering
from quire.write.word.paragraph import SINGLE_LINE, BlockContext, Para, Pieces, indent_property
from quire.write.word.paragraph_borders import frame_borders, shading
from quire.write.word.paragraph_grounds import Ground, Grounds
from quire.write.word.small_pictures import PicturesByCell
from quire.write.word.style_spacing import StyleSpacing
from quire.write.word.word_runs import Runs, RunTraits, run, run_properties
from quire.write.word.word_styles import ALIGNMENT_VALUES
from quire.write.word.word_tab_stops import TabStops
from quire.write.word.word_tables import TablePlacement, table
from quire.write.word.wordprocessingml import tag, twips

_WIDEST = 1500.0  # points
_INSET = 4.0  # points around code on a ground of its own
_DARK = 0.5  # luminance of a ground below which light text can be read
_LEAST_INDENT, _LEAST_TABLE_INDENT = 10.0, 8.0  # points; smaller indents of the source are noise
_MOST_INDENT, _MOST_LIST_INDENT = 0.5, 0.6  # of the column's width: program text and lists
_OVER = 2.0  # points into the margin that need no word
_SPARE = 0.03  # of a heading's width, on either side: the font that takes the place of a missing one may be wider


class Blocks:
    """Writes blocks of any kind.

    Args:
        looks: of the document.
        spacing: of its styles.
        columns: where its blocks stand.
        stops: where what stands apart on a row stands.
        numbering: takes the lists' numbers.
        runs: writes spans, and knows what they refer to.
        picture: gives the relationship id for a picture's name, None when it has no pixels.
        cells: the pictures in cells, by page and box.
        grounds: what is filled behind texts.
        headings: of the document.
    """

    def __init__(  # noqa: PLR0913 - what a writer of blocks needs, all of it keyword-only
        self,
        *,
        looks: Looks,
        spacing: StyleSpacing,
        columns: Columns,
        stops: TabStops,
        numbering: Numbering,
        runs: Runs,
        picture: Callable[[str], str | None],
        cells: PicturesByCell | None = None,
        grounds: Grounds | None = None,
        headings: Iterable[Heading] = (),
    ) -> None:
        self._looks, self._spacing, self._columns, self._stops = looks, spacing, columns, stops
        self._numbering, self._runs, self._picture = numbering, runs, picture
        self._titles = HeadingNumbers(numbering, columns, headings)
        self._shapes, self._cells = 0, cells or {}
        self._grounds = grounds or Grounds()

    def write(self, block: Block, setting: BlockContext) -> Iterator[Para | str]:
        """The paragraphs and tables of a block."""
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
                    yield from self.write(child, inner)
            case _:
                yield from self._special(block, setting)

    def floating(self, block: Figure, anchor: Block) -> str | None:
        """The run of a picture that stands beside or behind the paragraph of `anchor`; None when it has no pixels."""
        relation = self._picture(block.picture.name)
        if relation is None:
            return None
        self._shapes += 1
        box, alt = block.picture.box, xml_text(block.picture.alt).strip()
        if is_fixed(block, anchor):
            return anchored_picture(relation, self._shapes, box, alt=alt)
        return floating_picture(relation, self._shapes, box, box.y0 - anchor.places[0].box.y0, alt=alt)

    def sign(self, picture: Picture, most: float = _WIDEST) -> str:
        """The run of a picture in the line of text, at most `most` points wide; "" when it has no pixels."""
        relation = self._picture(picture.name)
        if relation is None:
            return ""
        self._shapes += 1
        width, height = fit_size(picture.box.width, picture.box.height, most=(most, _WIDEST))
        return inline_picture(relation, self._shapes, width=width, height=height, alt=xml_text(picture.alt).strip())

    def note(self, note: Note, mark: str, setting: BlockContext) -> Iterator[Para | str]:
        """The paragraphs of a footnote, the first of them beginning with the run `mark`."""
        inner = setting._replace(style="FootnoteText", look=self._looks.note)
        written: Pieces = [piece for child in note.blocks for piece in self.write(child, inner)]
        head = written[0] if written else None
        if not isinstance(head, Para):
            head = Para("FootnoteText")
            written.insert(0, head)
        head.content = mark + head.content
        yield from written

    def _special(self, block: Code | Formula | Note, setting: BlockContext) -> Iterator[Para | str]:
        match block:
            case Code():
                yield self._code(block, setting)
            case Formula():
                yield self._formula(block, setting)
            case Note():
                shown = tag("w:rPr", tag("w:rStyle", w_val="FootnoteReference"))
                mark = tag("w:r", shown + tag("w:t", escape(block.mark))) if block.mark else ""
                yield from self.note(block, mark, setting)

    def _code(self, block: Code, setting: BlockContext) -> Para:
        offset = self._columns.offset(block.places, setting.width)
        parts = indent_property(
            setting.left or (offset if _LEAST_INDENT < offset < _MOST_INDENT * setting.width else 0.0)
        )
        self._reach(parts, block, setting)
        ground = code_background(block)
        if ground != self._looks.ground:
            parts["shd"] = shading(ground)
        if ground is not None:
            parts["pBdr"] = frame_borders(ground, _INSET)
        dark = ground is not None and luminance(ground) < _DARK
        text = xml_text(block.text.rstrip("\n"))
        scale = scale_of(block.style, self._looks.scales)
        style = code_style(block) if scale == UNSCALED else block.style
        look_of = run_properties(style, self._looks.code, RunTraits(has_east_asian(text), dark=dark, scale=scale))
        taken = 0.0 if ground is None else _INSET
        lines = text.split("\n")
        starts = block.starts or range(len(lines))
        first, *more = [run("\n".join(lines[a:b]), look_of) for a, b in pairwise([*starts, len(lines)])]
        return Para("Code", first, parts, above=taken, below=taken, source=block, more=tuple(more))

    def contents_title(self, block: Heading | Paragraph, setting: BlockContext) -> Para:
        """The title over the printed contents."""
        look = self._looks.contents
        align = self._columns.side(block.places, setting.width, leftward=is_right_to_left(text_of(block.spans)))
        parts = {} if align is Align.LEFT else {"jc": tag("w:jc", w_val=ALIGNMENT_VALUES[align])}
        if align is Align.LEFT:
            parts |= indent_property(self._columns.left(block, setting.width, look.half_points / 2))
        return Para("TOCHeading", self._inline(block, look, parts), parts, source=block)

    def _heading(self, block: Heading, setting: BlockContext) -> Para:
        level = min(max(block.level, 1), 9)
        style, look = f"Heading{level}", self._looks.headings[level - 1]
        if block.title:
            style, look = "Title", self._looks.title
        elif any(block is one for one in self._looks.subtitles):
            style, look = "Subtitle", self._looks.subtitle
        leftward = is_right_to_left(text_of(block.spans))
        align = self._columns.side(block.places, setting.width, leftward=leftward)
        left = setting.left
        if align is Align.LEFT and not left:
            left = self._columns.left(block, setting.width, look.half_points / 2)
        parts = _as_wide(block, setting, look) if align is Align.CENTER else indent_property(left)
        base = Align.CENTER if block.title else Align.LEFT
        if align is not base:
            parts["jc"] = tag("w:jc", w_val=ALIGNMENT_VALUES[align])
        counted = self._titles.counted(block, setting.width, align)
        shown = counted.block if counted else block
        parts |= self._stops.parts(shown, setting.width, base)
        ground = self._grounds.behind(block)
        if counted:
            parts |= counted.parts | self._runs.mark_look(block.spans[0], look, ground=ground.color)
        larger = any(s.style and s.style.size * 2 > 1.1 * look.half_points for s in block.spans)
        line = SINGLE_LINE if larger and self._spacing.exact else None  # larger type would be cut off
        head = Para(style, self._inline(shown, look, parts, ground.color), parts, line=line, source=block)
        return self._on(ground, head, block, setting)

    def _paragraph(self, block: Paragraph, setting: BlockContext) -> Para:
        parts: dict[str, str] = {}
        base = self._looks.body.align if not setting.style else Align.LEFT
        align = self._align(block, setting)
        if align is not base:
            parts["jc"] = tag("w:jc", w_val=ALIGNMENT_VALUES[align])
        left = setting.left
        if not setting.level and not setting.style and align not in (Align.CENTER, Align.RIGHT):
            left = self._columns.left(block, setting.width, setting.look.half_points / 2)
        into = (
            0.0 if left or setting.level or setting.style else self._columns.left_overhang(block.places, setting.width)
        )
        parts |= indent_property(left, block.indent, east_asian=_east(block), into=into if into > _OVER else 0.0)
        parts |= self._stops.parts(block, setting.width, base)
        look = self._looks.note if setting.style == "FootnoteText" else setting.look
        if block.places and block.places[0].box.height < 1.7 * look.half_points / 2:
            self._reach(parts, block, setting)
        ground = self._grounds.behind(block)
        head = Para(setting.style, self._inline(block, look, parts, ground.color), parts, source=block)
        return self._on(ground, head, block, setting)

    def _on(self, ground: Ground, head: Para, block: Heading | Paragraph, setting: BlockContext) -> Para:
        """The paragraph of a block on its ground."""
        return ground.put(head, self._columns.column(block.places[0], setting.width)) if block.places else head

    def _align(self, block: Paragraph, setting: BlockContext) -> Align:
        """How a paragraph is aligned; one short line that ends at the edge of its column, at the right."""
        single = block.places and block.places[0].box.height < 1.7 * setting.look.half_points / 2
        if block.align is not Align.LEFT or not single or setting.level or setting.style:
            return block.align
        side = self._columns.side(block.places, setting.width, leftward=is_right_to_left(text_of(block.spans)))
        return Align.RIGHT if side is Align.RIGHT else Align.LEFT

    def _reach(self, parts: dict[str, str], block: Block, setting: BlockContext) -> None:
        """Lets lines that reach into the margin in the source do so again, where they would break otherwise."""
        over = self._columns.right_overhang(block.places, setting.width)
        if over > _OVER:
            parts["ind"] = parts.get("ind", "<w:ind/>").replace("/>", f' w:right="{-twips(over + _OVER)}"/>')

    def _inline(self, block: Heading | Paragraph, look: Look, parts: dict[str, str], ground: int | None = None) -> str:
        """The runs of a paragraph; one that is written from right to left is marked so."""
        if is_right_to_left(text_of(block.spans)):
            parts["bidi"] = tag("w:bidi")
        spans = with_tabs(block.spans, block.stops) if block.stops else block.spans
        return self._runs.write(spans, look, ground=ground)

    def _formula(self, block: Formula, setting: BlockContext) -> Para:
        tabs = tag("w:tab", w_val="center", w_pos=twips(setting.width / 2)) + tag(
            "w:tab", w_val="right", w_pos=twips(setting.width)
        )
        parts = {"tabs": tag("w:tabs", tabs)}
        if block.latex:
            label = run(xml_text("\t" + block.label)) if block.label else ""
            return Para("Formula", run("\t") + omml(xml_text(block.latex)) + label, parts, source=block)
        text = xml_text("\t" + block.text.strip() + ("\t" + block.label if block.label else ""))
        return Para("Formula", run(text), parts, source=block)

    def _figure(self, block: Figure, setting: BlockContext) -> Iterator[Para]:
        relation = self._picture(block.picture.name)
        caption = text_of(block.caption).strip()
        above = block.caption_above and bool(caption)
        alt = xml_text(block.picture.alt or caption).strip()
        if above:
            yield self._caption(block, setting, above=True, bound=relation is not None)
        if relation is not None:
            self._shapes += 1
            most = (max(setting.width - setting.left, 20.0), setting.height - (40 if caption else 8))
            width, height = fit_size(block.picture.box.width, block.picture.box.height, most=most)
            parts = indent_property(setting.left)
            if not caption or above:
                parts["keepNext"] = tag("w:keepNext", w_val=0)
            align = self._columns.side(block.places, setting.width)
            if align is not Align.CENTER:
                parts["jc"] = tag("w:jc", w_val=ALIGNMENT_VALUES[align])
            if align is Align.LEFT and not setting.left:
                parts |= indent_property(min(self._columns.offset(block.places, setting.width), setting.width - width))
            yield Para("Figure", inline_picture(relation, self._shapes, width=width, height=height, alt=alt), parts)
        if caption and not above:
            yield self._caption(block, setting, above=False)
        elif not caption and relation is None and alt:
            yield Para("Caption", run(alt))

    def _table(self, block: Table, setting: BlockContext) -> Iterator[Para | str]:
        captioned = bool(text_of(block.caption).strip())
        if captioned and block.caption_above:
            yield self._caption(block, setting, above=True)
        if block.grid.rows > 0 and block.grid.cols > 0:
            yield table(block, self._room(block, setting), self._cell, self._shown)
        if captioned and not block.caption_above:
            yield self._caption(block, setting, above=False)

    def _caption(self, block: Table | Figure, setting: BlockContext, *, above: bool, bound: bool = True) -> Para:
        """The paragraph of a caption, `above` what it belongs to and then `bound` to it."""
        content = self._runs.write(block.caption, self._looks.caption)
        taken = caption_spacing.caption_height(block.caption, setting.width)
        parts = {"keepNext": tag("w:keepNext")} if above and bound else {}
        if block.caption_place is not None:
            places = (block.caption_place,)
            align = self._columns.side(places, setting.width)
            if align is not Align.CENTER:
                parts["jc"] = tag("w:jc", w_val=ALIGNMENT_VALUES[align])
            if align is Align.LEFT:
                offset = self._columns.offset(places, setting.width)
                parts |= indent_property(offset if offset > _LEAST_INDENT else 0.0)
        if above:
            return Para("Caption", content, parts, above=taken + caption_spacing.SPACE_AFTER)
        return Para("Caption", content, parts, below=taken + caption_spacing.SPACE_BEFORE)

    def _room(self, block: Table, setting: BlockContext) -> TablePlacement:
        """Where a table stands in its column."""
        leftward = block.grid.rtl
        offset = setting.left or self._columns.offset(block.places, setting.width, leftward=leftward)
        side = self._columns.side(block.places, setting.width, leftward=leftward)
        line = 0.6 * self._looks.table.half_points
        places = () if setting.left else block.places
        before, behind = self._columns.overhangs(places, setting.width, leftward=leftward)
        if before > _LEAST_TABLE_INDENT:
            offset, side = -before, Align.LEFT
        return TablePlacement(
            setting.width + before + behind,
            line,
            offset if abs(offset) > _LEAST_TABLE_INDENT else 0.0,
            side,
            self._looks.table.half_points if self._spacing.exact else 0,
            numbering=self._numbering,
        )

    def _shown(self, cell: Cell, page: int, width: float) -> list[str]:
        """The runs of the pictures in a cell."""
        pictures = self._cells.get((page, cell.box), ()) if cell.box else ()
        return [run for one in pictures if (run := self.sign(one, max(width, 4.0)))]

    def _cell(self, cell: Cell) -> str:
        return self._runs.write(cell.spans, self._looks.table, ground=cell.fill)

    def _list(self, block: List, setting: BlockContext) -> Iterator[Para | str]:
        counting = setting.counting or self._numbering.begin()
        meanings = interpret_markers([xml_text(item.marker) for item in block.items])
        level = min(setting.level, LAST_LEVEL)
        left, usual = self._list_left(block, setting), LEVEL_INDENT * (level + 1)
        inner = setting._replace(left=left, level=level + 1, counting=counting, style="ListParagraph")
        flows = not setting.level and hanging_indents.has_first_line_indents(block)
        typed = 2 * sum(item.typed for item in block.items) > len(block.items)
        for item, meaning in zip(block.items, meanings, strict=True):
            written: Pieces = [piece for child in item.blocks for piece in self.write(child, inner)]
            head = written[0] if written else None
            if not item.blocks or not isinstance(item.blocks[0], Paragraph) or not isinstance(head, Para):
                head = Para("ListParagraph")
                written.insert(0, head)
            if typed:
                self._typed(head, item, left - LEVEL_INDENT)
            elif meaning is not None:
                number = tag("w:ilvl", w_val=level) + tag("w:numId", w_val=counting.number(meaning, level))
                head.parts["numPr"] = tag("w:numPr", number)
                head.parts.pop("ind", None)
                if flows:
                    head.parts |= hanging_indents.item_indent(
                        item, self._columns, setting.width, self._looks.body.half_points / 2
                    )
                elif left != usual:
                    head.parts["ind"] = tag("w:ind", w_left=twips(left), w_hanging=twips(LEVEL_INDENT))
            else:
                self._printed(head, item, inner.left)
            yield from written

    def _list_left(self, block: List, setting: BlockContext) -> float:
        """How far the text of a list's items stands in, in points: as in the source, if that is far from usual."""
        usual = LEVEL_INDENT * (min(setting.level, LAST_LEVEL) + 1)
        offset = self._columns.list_indent(block, setting.width)
        left = usual if offset is None else offset + LEVEL_INDENT
        return (
            round(left)
            if abs(left - usual) > _LEAST_INDENT and LEVEL_INDENT <= left < _MOST_LIST_INDENT * setting.width
            else usual
        )

    def _typed(self, head: Para, item: Item, left: float) -> None:
        """Writes a number that an author typed as the beginning of the text."""
        head.content = run(xml_text(item.marker).strip() + " ") + head.content
        head.parts.pop("ind", None)
        head.parts |= indent_property(left)

    def _printed(self, head: Para, item: Item, left: float) -> None:
        """Writes a marker that numbering cannot express as text that hangs before the item."""
        marker = xml_text(item.marker).strip()
        if marker:
            head.content = run(marker + "\t") + head.content
            head.parts["ind"] = tag("w:ind", w_left=twips(left), w_hanging=twips(LEVEL_INDENT))


def _as_wide(block: Heading, setting: BlockContext, look: Look) -> dict[str, str]:
    """``w:ind`` for a heading in the middle whose lines end before the edges: they will again where they did."""
    box = block.places[0].box
    size = next((span.style.size for span in block.spans if span.style), look.half_points / 2)
    free = (setting.width - box.width) / 2 - _SPARE * box.width
    if len(block.places) > 1 or box.height < 1.7 * size or free < _SPARE * box.width:
        return indent_property(setting.left)
    return {"ind": tag("w:ind", w_left=twips(free), w_right=twips(free))}


def _east(block: Paragraph) -> float:
    """The size of the Chinese text that a paragraph begins with, 0 for another text."""
    first = block.spans[0] if block.spans else None
    return first.style.size if first and first.style and has_east_asian(first.text[:4]) else 0.0
