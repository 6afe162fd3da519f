"""The text of a table's cell: wrapped lines joined, lines that each end on purpose kept apart by a line end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from quire.layout.tables.cell_pieces import parts_at
from quire.layout.text.line_spans import spans_of
from quire.layout.text.list_markers import marker_of
from quire.layout.text.numeric_text import is_amount
from quire.layout.text.text_rows import LEADERS, led_words, line_text
from quire.model.block import Span
from quire.model.geometry import Box
from quire.model.page import Line, Link
from quire.tables.row_joining import needed
from quire.text import is_cjk

PADDING = 6.0  # points; word processors leave 5.4 between a cell's border and its text
SAME_ROW = 0.5  # of the height; lines whose baselines differ by less stand side by side
# Of the size: room to spare with which a word counts as fitting; in a script without spaces with that for characters
# that stay with the first (punctuation, figures).
RESERVE, EAST_RESERVE = 0.3, 1.7
_EMPTY_LINE = 1.5  # of the cell's closest lines: so far apart are lines between which one is empty
_APART = 1.8  # of the size: what they are apart at least
_LETTERS, _CHARACTERS = 3, 2  # at least, for a line to be in one writing
_SENTENCE_END = (".", "。", ":", "：", ";", "；", "!", "！", "?", "？")


def cell_spans(lines: Sequence[Line], box: Box, links: Sequence[Link] = (), *, ruled: bool = True) -> tuple[Span, ...]:
    r"""The text of a cell as runs of one style; "\n" stands where a line ended on purpose.

    Args:
        lines: The lines from top to bottom.
        box: The cell's box.
        links: Link areas of the page.
        ruled: Whether the box is drawn, so that it tells where lines had to wrap.
    """
    lines = [_without_leader(line) for line in lines]
    if len(lines) < 2 or any(line.angle or line.vertical for line in lines):
        return spans_of(lines, links=links)
    found: list[Span] = []
    for part in paragraphs(lines, box if ruled else None):
        joint = "\n"
        for stretch in _by_writing(part):
            spans = spans_of(stretch, links=links)
            if found and spans:
                found[-1] = found[-1]._replace(text=found[-1].text + joint)
            found += spans
            joint = " "
    return tuple(found)


def _without_leader(line: Line) -> Line:
    """The line without the dots that lead from it to the next cell; as it is where it holds nothing else."""
    led = led_words(line.words) if line.words[-1].text[-1] in LEADERS else ()
    words = [word for i, word in enumerate(line.words) if i not in led]
    return line._replace(words=tuple(words), x1=words[-1].x1) if led and words else line


def writing_of(text: str) -> str:
    """The name "han" for a text in Chinese characters, "letters" for one in letters; "" for short and mixed ones."""
    if text.isascii():
        return "letters" if sum(map(str.isalpha, text)) >= _LETTERS else ""
    east = sum(is_cjk(ord(char)) for char in text)
    others = sum(char.isalpha() and not is_cjk(ord(char)) for char in text)
    if east >= _CHARACTERS and not others:
        return "han"
    return "letters" if others >= _LETTERS and not east else ""


def _by_writing(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines parted where one in letters follows one in Chinese characters, or the other way round."""
    writings = [writing_of(line_text(line)) for line in lines] if len(lines) > 1 else [""]
    return parts_at(lines, [own != before and "" not in (own, before) for before, own in pairwise(writings)])


def paragraphs(lines: Sequence[Line], box: Box | None) -> list[list[Line]]:
    """The lines of a cell parted where one ended on purpose; without a box by list marks, figures and empty lines."""
    left = min(line.x0 for line in lines)
    steps = [line.baseline - above.baseline for above, line in pairwise(lines)]
    size = lines[0].words[0].style.size
    closest = min((step for step in steps if step > SAME_ROW * size), default=0.0)
    apart = max(_EMPTY_LINE * closest, _APART * size)
    listed = marker_of(line_text(lines[0])) is not None
    ends = [
        line.baseline - above.baseline >= SAME_ROW * (line.y1 - line.y0)
        and (
            line.baseline - above.baseline > apart
            or _are_figures(above, line)
            or _is_item(above, line, listed=listed)
            or (box is not None and _had_room(above, line, left, box))
        )
        for above, line in pairwise(lines)
    ]
    return parts_at(lines, ends)


def _are_figures(above: Line, line: Line) -> bool:
    return is_amount(line_text(above)) and is_amount(line_text(line))


def _is_item(above: Line, line: Line, *, listed: bool) -> bool:
    """Whether a line begins an item: by its mark, in a cell that is a list or behind the end of a sentence."""
    if not listed and not line_text(above).rstrip().endswith(_SENTENCE_END):
        return False
    return marker_of(line_text(line)) is not None


def _had_room(above: Line, line: Line, left: float, box: Box) -> bool:
    """Whether the first word of a line would have fitted behind the line above it."""
    word = line.words[0]
    size = word.style.size
    if word.text[0].islower() and not line_text(above).rstrip().endswith(_SENTENCE_END):
        return False  # the middle of a sentence, in a text that keeps its words together or has a wider margin
    parts = [word, *takewhile(lambda after: not after.space, line.words[1:])]
    need = needed(word.text[0], sum([part.x1 - part.x0 for part in parts]), size)
    reserve = (EAST_RESERVE if word.text[0] >= "\u2e80" else RESERVE) * size
    padding = max(left - box.x0, PADDING) + PADDING
    return above.x1 - above.x0 + need + reserve <= box.width - padding
