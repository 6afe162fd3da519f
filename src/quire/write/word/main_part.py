"""The flow of a document as the main part, and its footnotes and endnotes."""

from __future__ import annotations

from collections.abc import Callable

from quire.model.block import Block, Figure, Heading, Note, Place
from quire.model.document import Document
from quire.write.printed_contents import find_printed_lists, is_contents_heading
from quire.write.word import chapter_sections, framed_text, small_pictures, toc_field
from quire.write.word.block_columns import Columns
from quire.write.word.block_spacing import BlockSpacing
from quire.write.word.block_writer import Blocks
from quire.write.word.bookmarks import Bookmarks
from quire.write.word.document_look import Looks, measure_looks
from quire.write.word.floating_pictures import floating_anchors
from quire.write.word.numbering import Numbering
from quire.write.word.page_filling import plan_page_breaks
from quire.write.word.paragraph import BlockContext, Para, Pieces, markup
from quire.write.word.paragraph_borders import with_borders
from quire.write.word.paragraph_grounds import Grounds
from quire.write.word.rule_placement import place_rules
from quire.write.word.sections import PageGroup, Section, page_groups, plan_sections, spare_room, with_spare_lines
from quire.write.word.side_by_side_columns import bands_by_page, column_bands, start_column
from quire.write.word.source_flow import flow_steps, page_bottoms
from quire.write.word.style_spacing import StyleSpacing, measure_spacing
from quire.write.word.word_footnotes import Footnotes
from quire.write.word.word_runs import PartLinks, Runs
from quire.write.word.word_tab_stops import TabStops
from quire.write.word.wordprocessingml import part, tag


class MainPart:
    """A document on its way into the main part.

    Args:
        document: what is written.
        relate: gives the relationship id, from the main part, for an address.
        picture: gives the relationship id for a picture's name, None when it has no pixels.
    """

    def __init__(
        self, document: Document, *, relate: Callable[[str], str], picture: Callable[[str], str | None]
    ) -> None:
        self._document = document = small_pictures.with_picture_rows(document)
        self._celled = small_pictures.find_cell_pictures(document)
        self.sheets: list[PageGroup] = page_groups(document)
        areas = {page.number: sheet.area.on(page.number) for sheet in self.sheets for page in sheet.pages}
        self._floats = floating_anchors(document)
        self.looks: Looks = measure_looks(document)
        steps = flow_steps(document, areas, self._floats)
        self._steps = plan_page_breaks(
            document,
            steps,
            areas,
            page_bottoms(document, self._floats),
            spare=spare_room(self.sheets, document),
            scales=self.looks.scales,
        )
        self.sheets = chapter_sections.split_chapters(
            document, with_spare_lines(self.sheets, document, self._steps), self._steps
        )
        self._heads: dict[int, Para] = {}  # the first paragraphs of blocks, for pictures that stand beside them
        self._waiting: dict[int, str] = {}  # the runs of such pictures, by the block that they wait for
        self.spacing: StyleSpacing = measure_spacing(document, self._steps, self.looks.body.latin)
        abreast = column_bands(document, areas)
        self._stacks = framed_text.frame_stacks(document)
        framed = {index for stack in self._stacks.values() for index in range(stack.first, stack.stop)}
        self.sections: list[Section] = plan_sections(document, self.sheets, self._steps, abreast, framed)
        self.notes = {
            "footnotes": Footnotes(document.blocks),
            "endnotes": Footnotes(document.blocks, end=True),
        }  # by part
        self.numbering = Numbering()
        headings = [block for block in document.blocks if isinstance(block, Heading)]
        self._lists = find_printed_lists(document, headings)
        self._listed = {index for found in self._lists for index in found.blocks}
        listed = {e.heading for found in self._lists for e in found.entries if e.heading is not None}
        self._bookmarks = Bookmarks(document, headings, listed)
        self._joining = BlockSpacing(self.looks, self.spacing, self.sheets[0].lead)
        self._runs = Runs(
            relate=relate, pages=self._bookmarks.pages, footnote=self._reference, scales=self.looks.scales
        )
        self.rulings = place_rules(document, areas)
        bands = bands_by_page(document, self.sections)
        for number, box in framed_text.inner_boxes(self._stacks.values()):
            bands.setdefault(number, []).append(box)
        self._columns = columns = Columns(areas, bands)
        stops = TabStops(document.blocks, columns)
        grounds = Grounds(document)

        def blocks(runs: Runs, picture: Callable[[str], str | None]) -> Blocks:
            return Blocks(
                looks=self.looks,
                spacing=self.spacing,
                columns=columns,
                stops=stops,
                numbering=self.numbering,
                runs=runs,
                picture=picture,
                cells=self._celled.pictures,
                grounds=grounds,
                headings=headings,
            )

        self._blocks = blocks(self._runs, picture)
        self.note_links = PartLinks()
        note_runs = Runs(relate=self.note_links.relate, pages=self._bookmarks.pages, scales=self.looks.scales)
        self._note_blocks = blocks(note_runs, lambda _: None)  # a footnote holds text

    @property
    def mirrored(self) -> bool:
        """Whether left-hand pages have their margins the other way round."""
        return any(sheet.area.mirrored for sheet in self.sheets)

    def part(self, end_of: Callable[[Section], str]) -> bytes:
        """The part document.xml; `end_of` gives the ``w:sectPr`` of a section."""
        out: Pieces = []
        for section in self.sections[:-1]:
            self._section(out, section)
            if not out or isinstance(out[-1], str) or "sectPr" in out[-1].parts:
                out.append(Para("Spacer"))
            ending = out[-1]
            if isinstance(ending, Para):
                ending.parts["sectPr"] = end_of(section)
        self._section(out, self.sections[-1])
        if not out or isinstance(out[-1], str):
            out.append(Para("Spacer"))  # the body's last table needs a paragraph behind it
        return part("w:document", tag("w:body", markup(out) + end_of(self.sections[-1])))

    def notes_part(self, notes: Footnotes) -> bytes:
        """The part footnotes.xml or endnotes.xml; to be asked for after `part`."""
        return notes.part(self._note_text)

    def _reference(self, note_id: str, mark: str) -> str | None:
        found = (notes.reference(note_id, mark) for notes in self.notes.values())
        return next(filter(None, found), None)

    def _section(self, out: Pieces, section: Section) -> None:
        sheet = self.sheets[section.sheet]
        first, last = section.new_page, 0
        index = section.first
        while index < section.stop:
            block, at = self._document.blocks[index], index
            stack = self._stacks.get(index)
            index = stack.stop if stack else index + 1
            column = section.column(block)
            setting = BlockContext(section.column_width(sheet, column), sheet.text.height, self.looks.body)
            written = self._framed(stack, setting) if stack else self._written(at, setting)
            if stack and stack.touches and out and isinstance(out[-1], str):
                out[-1] += "".join(piece for piece in written if isinstance(piece, str))
                continue
            if written and column is not None and column > last:
                last = column
                written = start_column(written, section.boxes[column], block.places[0].box)
            if written:
                self._joining.add(out, written, self._steps[at], first=first)
                first = False

    def _written(self, index: int, setting: BlockContext) -> Pieces:
        """What is written of a block where it stands; [] for what stands elsewhere."""
        block = self._document.blocks[index]
        if isinstance(block, Note) and any(notes.placed(block) for notes in self.notes.values()):
            return []
        if index in self._celled.figures or self._hung(index, block):
            return []
        return self._top(index, block, setting)

    def _framed(self, stack: framed_text.FrameStack, setting: BlockContext) -> Pieces:
        """The table of drawn boxes with their texts."""
        texts: dict[int, Pieces] = {}
        for number, row in enumerate(stack.rows):
            joining, inner = BlockSpacing(self.looks, self.spacing), Pieces()
            for index in row.blocks:
                block = self._document.blocks[index]
                width = stack.inner(block.places[0]).width if block.places else stack.box.width
                written = self._written(index, setting._replace(width=width))
                if written:
                    step = framed_text.within(block, stack, self._steps[index], first=not inner)
                    joining.add(inner, written, step, first=not inner)
            texts[number] = inner
        place = Place(stack.rows[0].frames[0].page, stack.box)
        column = self._columns.column(place, setting.width)
        return [framed_text.framed_table(stack, texts, column, setting.width, setting.height)]

    def _hung(self, index: int, block: Block) -> bool:
        """Whether a block is a picture that has been hung on the paragraph of the text beside it."""
        anchor = self._floats.get(index)
        if anchor is None or not isinstance(block, Figure):
            return False
        run = self._blocks.floating(block, self._document.blocks[anchor])
        if run is None:
            return False
        if anchor in self._heads:
            self._heads[anchor].content = run + self._heads[anchor].content
        else:
            self._waiting[anchor] = self._waiting.get(anchor, "") + run
        return True

    def _top(self, index: int, block: Block, setting: BlockContext) -> Pieces:
        written = Pieces()
        for found in self._lists:
            if index == found.start:
                looks, pages, first = self.looks.body, self._bookmarks.pages, found is self._lists[0]
                written = list(toc_field.toc_paragraphs(found, setting.width, looks, self._runs, pages, as_field=first))
        if index in self._listed:
            return written
        if self._lists and index + 1 == self._lists[0].start and is_contents_heading(block):
            own: Pieces = [self._blocks.contents_title(block, setting)]
        else:
            own = list(self._blocks.write(block, setting))
        head = next((piece for piece in own if isinstance(piece, Para)), None)
        if head is not None:
            head.content = self._waiting.pop(index, "") + head.content
            self._heads[index] = head
        self._bookmarks.put(index, block, own)
        tied = self.rulings.flow.get(index, ())
        if tied and own:
            column = self._columns.column(block.places[0], setting.width)
            own = with_borders(own, tied, (column.x0, column.x1), self._blocks.sign)
        return written + own

    def _note_text(self, note: Note, mark: str) -> str:
        text = self.sheets[-1].text
        pieces: Pieces = list(
            self._note_blocks.note(note, mark, BlockContext(text.width, text.height, self.looks.note))
        )
        if isinstance(pieces[-1], str):
            pieces.append(Para("FootnoteText"))  # a footnote ends with a paragraph
        return markup(pieces)
