"""Blocks one after the other: page breaks that are meant, spaces and lines where they differ from the styles."""

from __future__ import annotations

import re

from quire.model.block import Block, List, Paragraph
from quire.write.word.flow import Step, own_pitch
from quire.write.word.looks import Looks
from quire.write.word.markup import tag
from quire.write.word.para import Out, Para
from quire.write.word.spacing import Spacing

_SAME = 3.0  # points; smaller differences from a style's space are left to the style
_AFTER = {"Subtitle": 6.0, "Caption": 6.0, "Code": 6.0, "Formula": 4.0}  # as in the styles


class Joining:
    """Puts the pieces of blocks behind each other."""

    def __init__(self, looks: Looks, spacing: Spacing) -> None:
        self._looks, self._spacing = looks, spacing

    def add(self, out: Out, written: Out, block: Block, step: Step, *, first: bool) -> None:
        """Adds the pieces of a block to `out`; `first` on a page that a section begins."""
        head = written[0]
        breaks = step.new_page and not first
        if isinstance(head, str) and (breaks or (out and isinstance(out[-1], str))):
            head = Para("Spacer")  # two tables in a row would become one
            if step.gap and step.gap > _SAME:
                head.before = min(step.gap, 400.0)
            written.insert(0, head)
        if isinstance(head, Para):
            _tell_apart(out[-1] if out else None, head)
            if breaks:
                head.parts["pageBreakBefore"] = tag("w:pageBreakBefore")
            self._space(out, head, step, block)
        elif out and isinstance(out[-1], Para) and step.gap and step.gap > _SAME:
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
        taken = head.above + (before.below if isinstance(before, Para) else 0.0)
        wanted = max(0.0, step.gap - given - lines - taken)
        if abs(wanted - self._before(head)) > _SAME:
            head.before = min(wanted, 400.0)

    def _lines(self, head: Para, block: Block, step: Step) -> float:
        """Sets lines that are not as high as the style's; the points by which a line is higher than its text."""
        if head.style not in ("", "ListParagraph"):
            return 2.0
        inner = block
        while isinstance(inner, List) and inner.items and inner.items[0].blocks:
            inner = inner.items[0].blocks[0]
        size = next((s.style.size for s in getattr(inner, "spans", ()) if s.style), self._looks.body.half_points / 2)
        height, usual = self._spacing.usual.height * size, self._spacing.points
        own = own_pitch(inner, self._spacing.usual) if isinstance(inner, Paragraph) else 0.0
        if not own and step.gap is not None:
            own = max(step.gap + height, height) if step.gap + height < usual - 1.5 else 0.0
        if own and abs(own - usual) > 0.12 * usual:
            head.line = self._spacing.attributes(own, size)
            return max(0.0, own - height)
        return max(0.0, usual - height)

    def _before(self, paragraph: Para) -> float:
        if paragraph.style.startswith("Heading"):
            return self._spacing.before[int(paragraph.style[7:])]
        return {"Title": self._spacing.before[0], "Subtitle": 6.0, "ListParagraph": self._spacing.item}.get(
            paragraph.style, self._spacing.paragraph
        )

    def _after(self, paragraph: Para) -> float:
        if paragraph.after is not None:
            return paragraph.after
        if paragraph.style.startswith("Heading"):
            return self._spacing.after[int(paragraph.style[7:])]
        return self._spacing.after[0] if paragraph.style == "Title" else _AFTER.get(paragraph.style, 0.0)


def _tell_apart(before: Para | str | None, head: Para) -> None:
    """Changes the border of a paragraph below one of the same border by a point: Word shows one for both otherwise."""
    borders = head.parts.get("pBdr")
    if borders and isinstance(before, Para) and before.parts.get("pBdr") == borders:
        head.parts["pBdr"] = re.sub(r'w:space="(\d+)"', lambda m: f'w:space="{abs(int(m[1]) - 2) + 1}"', borders)
