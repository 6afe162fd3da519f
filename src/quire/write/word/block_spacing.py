"""Page breaks, space and line height between blocks, where they differ from the styles.

A paragraph leaves small differences to its style, but their sum is carried from one to the next: at the foot of a page
it would be whole lines. `quire.write.word.source_flow` measures the source.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from quire.latex import is_tall
from quire.model.block import Code, Heading, Paragraph, Place, Span
from quire.write.word.document_look import Looks
from quire.write.word.paragraph import Para, Pieces
from quire.write.word.source_flow import FlowStep, paragraph_pitch
from quire.write.word.style_spacing import FIXED_LINE, StyleSpacing
from quire.write.word.wordprocessingml import tag

_SAME = 3.0  # points; smaller differences from a style's space are left to the style
_AFTER = {
    "Subtitle": 6.0,
    "TOCHeading": 6.0,
    "Caption": 6.0,
    "Code": 6.0,
    "Formula": 4.0,
    "Figure": 2.0,
}  # as in the styles
_LARGE_DROP = 20.0  # points below the top of the text area from which a block keeps its place
_TOUCHING = 2.0  # points by which boxes of one column may overlap
_SPACER = 2.0  # points; the line of the style Spacer
_MOST_AFTER = 400.0  # points between a paragraph and the table below it
_WIDE, _SPARED = (
    60.0,
    0.08,
)  # points of white, and the share of what is more that is kept for lines that break elsewhere
_TALLEST = 0.95  # of an exact line: what type of this size needs
_HIGHER = 0.5  # of a line: the bullet of an item reaches no further above it
_USUAL = 1.2  # em; the lines of a heading


class BlockSpacing:
    """Appends the paragraphs of each block with the space and page breaks of the source.

    Args:
        looks: of the styles.
        spacing: of the styles.
        lead: points from the top of Word's pages to the top of the source's text.
    """

    def __init__(self, looks: Looks, spacing: StyleSpacing, lead: float = 0.0) -> None:
        self._looks, self._spacing, self._lead = looks, spacing, lead
        self._debt = (
            0.0  # points by which the flow stands lower than the source's since it was last told where to stand
        )

    def add(self, out: Pieces, written: Pieces, step: FlowStep, *, first: bool) -> None:
        """Adds the pieces of a block to `out`; `first` on a page that a section begins."""
        for number in range(step.empty):
            blank = Para("Spacer")
            if number or not first:
                blank.parts["pageBreakBefore"] = tag("w:pageBreakBefore")
            out.append(blank)
        head = written[0]
        breaks = step.new_page and not (first and not step.empty)
        low = first and step.drop > _LARGE_DROP  # Word has no white above a table
        if isinstance(head, str) and (breaks or low or (out and isinstance(out[-1], str))):
            head = Para("Spacer")  # two tables in a row would become one
            room = (step.drop + self._lead if breaks or low else step.gap or 0.0) - _SPACER
            if room > _SAME:
                head.before = min(room, 400.0)
            written.insert(0, head)
        if isinstance(head, Para):
            _tell_apart(out[-1] if out else None, head)
            if breaks:
                head.parts["pageBreakBefore"] = tag("w:pageBreakBefore")
            self._space(out[-1] if out else None, head, step, begins=first or step.new_page)
            self._after_block(head)
        elif out and isinstance(out[-1], Para) and step.gap and step.gap > _SAME:
            room = max(step.gap - out[-1].below, 0.0)
            out[-1].after = min(room - _SPARED * max(room - _WIDE, 0.0), _MOST_AFTER)
            self._debt = 0.0
        self._inside(written, step)
        out.extend(written)

    def _inside(self, written: Pieces, step: FlowStep) -> None:
        """Spaces the paragraphs of a block, such as a list's items, and breaks where the first of them begin pages."""
        begun = 0
        for before, piece in pairwise(written):
            if not isinstance(piece, Para) or not isinstance(before, Para):
                continue
            last, here = _end(before), _begin(piece)
            if last is None or here is None:
                continue
            breaks = here.page > last.page and begun < step.inside
            if breaks:
                begun += 1
                piece.parts["pageBreakBefore"] = tag("w:pageBreakBefore")
            own = FlowStep(_gap(last, here), new_page=breaks, drop=0.0, squeeze=step.squeeze)
            self._space(before, piece, own, begins=breaks)
            self._after_block(piece)

    def _space(self, before: Para | str | None, head: Para, step: FlowStep, *, begins: bool) -> None:
        """Sets the space before a paragraph where it is not what the styles give; `begins` at the top of a page."""
        raised = self._raised(head)
        gap = None if step.gap is None else step.gap + raised
        step = step._replace(gap=gap, drop=step.drop + raised if step.drop else 0.0)
        lines = self._lines(head, step)
        if begins or step.drop > _LARGE_DROP:
            self._debt = 0.0
            if head.style != "Spacer":
                room = step.drop + self._lead - lines - head.above
                head.before = min(room, 500.0) if room > _SAME else 0.0
            return
        if step.gap is None:
            self._debt = 0.0
            return
        if head.style == "Spacer":
            return
        given = self._after(before) if isinstance(before, Para) else 0.0
        taken = head.above + (before.below if isinstance(before, Para) else 0.0)
        wanted = (step.gap - given - lines - taken) * step.squeeze - self._debt
        usual = self._before(head)
        if wanted < 0 < given and isinstance(before, Para):
            before.after = round(max(given + wanted, 0.0), 1)
            wanted = min(wanted + given, 0.0)
        if abs(wanted - usual) <= _SAME and wanted > -_SAME:
            self._debt = usual - wanted
            return
        head.before = round(min(max(wanted, 0.0), 400.0), 1)
        self._debt = max(head.before - wanted, 0.0)

    def _raised(self, head: Para) -> float:
        """Points by which the box of an item reaches above its text: signs of other fonts are higher than letters."""
        source = head.source
        if "numPr" not in head.parts or not isinstance(source, Paragraph) or not source.places:
            return 0.0
        line = self._spacing.usual.height * self._size(head)
        more = source.places[0].box.height - line
        if source.pitch:
            more -= round(more / source.pitch) * source.pitch
        return more if 0 < more < _HIGHER * line else 0.0

    def _lines(self, head: Para, step: FlowStep) -> float:
        """Sets lines that are not as high as the style's; the points by which a line is higher than its text."""
        source = head.source
        if isinstance(source, Code):
            return self._code_lines(head, source)
        if head.style not in ("", "ListParagraph"):
            return max(self._styled(head) - self._spacing.usual.height * self._size(head), 0.0)
        spans = source.spans if isinstance(source, Paragraph) else ()
        size = next((s.style.size for s in spans if s.style), self._looks.body.half_points / 2)
        height, usual = self._spacing.usual.height * size, self._spacing.points
        own = paragraph_pitch(source, self._spacing.usual) if isinstance(source, Paragraph) else 0.0
        if not own and step.gap is not None:
            own = max(step.gap + height, height) if step.gap + height < usual - 1.5 else 0.0
        line = own if own and abs(own - usual) > self._spacing.least * usual else usual
        if line != usual:
            head.line = self._spacing.attributes(own, size)
        if self._spacing.exact and _has_high_formula(spans):
            head.line = {"w_line": round(line * 20), "w_lineRule": "atLeast"}
        elif self._spacing.exact and (largest := self._size(head)) > _TALLEST * line:
            line = FIXED_LINE * largest
            head.line = {"w_line": round(line * 20), "w_lineRule": "exact"}
        return max(0.0, line - height)

    def _after_block(self, head: Para) -> None:
        """Takes account of lines that are not as high as the source's."""
        source = head.source
        if not isinstance(source, Heading) or len(source.places) != 1:
            return
        size, line = self._size(head), self._styled(head)
        more = source.places[0].box.height - self._spacing.usual.height * size
        rows = round(more / (_USUAL * size)) + 1
        self._debt += (rows - 1) * line - max(more, 0.0)

    def _styled(self, head: Para) -> float:
        """The height of a line in the paragraph's style, points."""
        if head.line is not None or not self._spacing.exact or not head.style.startswith(("Heading", "Title", "Sub")):
            return self._spacing.single * self._size(head)
        look = self._looks.title if head.style == "Title" else self._looks.subtitle
        if head.style.startswith("Heading"):
            look = self._looks.headings[int(head.style[7:]) - 1]
        return FIXED_LINE * look.half_points / 2

    def _size(self, head: Para) -> float:
        spans = head.source.spans if isinstance(head.source, Heading | Paragraph) else ()
        sizes = (span.style.size for span in spans if span.style and span.style.rise == 0)
        return max(sizes, default=self._looks.body.half_points / 2)

    def _code_lines(self, head: Para, source: Code) -> float:
        """Sets the lines of program text as high as in the source."""
        rows = source.text.rstrip("\n").count("\n") + 1
        size = source.style.size if source.style else 0.0
        if rows == 1 or len(source.places) != 1 or not size or not self._spacing.exact:
            return 2.0
        pitch = (source.places[0].box.height - self._spacing.usual.height * size) / (rows - 1)
        if not 0.9 * size < pitch < 2 * size:
            return 2.0
        head.line = {"w_line": round(pitch * 20), "w_lineRule": "exact"}
        return max(pitch - self._spacing.usual.height * size, 0.0)

    def _before(self, paragraph: Para) -> float:
        if paragraph.style.startswith("Heading"):
            return self._spacing.before[int(paragraph.style[7:])]
        known = {"Title": self._spacing.before[0], "Subtitle": 6.0, "ListParagraph": self._spacing.item}
        known |= {"TOCHeading": 12.0, "Caption": 4.0, "Code": 6.0, "Formula": 4.0, "Figure": 6.0, "FootnoteText": 0.0}
        return known.get(paragraph.style, self._spacing.paragraph)

    def _after(self, paragraph: Para) -> float:
        if paragraph.after is not None:
            return paragraph.after
        if paragraph.style.startswith("Heading"):
            return self._spacing.after[int(paragraph.style[7:])]
        return self._spacing.after[0] if paragraph.style == "Title" else _AFTER.get(paragraph.style, 0.0)


def _begin(paragraph: Para) -> Place | None:
    return paragraph.source.places[0] if paragraph.source is not None and paragraph.source.places else None


def _end(paragraph: Para) -> Place | None:
    return paragraph.source.places[-1] if paragraph.source is not None and paragraph.source.places else None


def _gap(last: Place, here: Place) -> float | None:
    """Points between two boxes, None where they stand in different columns or on different pages."""
    beside = min(last.box.x1, here.box.x1) <= max(last.box.x0, here.box.x0)
    gap = here.box.y0 - last.box.y1
    return None if last.page != here.page or beside or gap < -_TOUCHING else max(gap, 0.0)


def _has_high_formula(spans: Sequence[Span]) -> bool:
    """Whether an exact line would cut off a formula."""
    return any(span.maths and is_tall(span.text) for span in spans)


def _tell_apart(before: Para | str | None, head: Para) -> None:
    """Changes the border of a paragraph below one of the same border by a point: Word shows one for both otherwise."""
    borders = head.parts.get("pBdr")
    if isinstance(before, Para) and before.ground is not None and before.ground == head.ground:
        before.below = head.above = 0.0  # one ground, whose upper and lower sides only its ends have
        return
    if borders and isinstance(before, Para) and before.parts.get("pBdr") == borders:
        head.parts["pBdr"] = re.sub(r'w:space="(\d+)"', lambda m: f'w:space="{abs(int(m[1]) - 2) + 1}"', borders)
