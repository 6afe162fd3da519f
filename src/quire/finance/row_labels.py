"""Visual rows to rows of the statement: joins labels of several lines with their figures.

Which line goes on with the one above is told as in all tables (`quire.tables.row_joining`); known items and the numbers
of items speak too. Where figures are vertically centred, as browsers set table cells, they stand between the lines of a
label, where no row of its own has room: nearer to both than lines are to each other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from quire.finance.lexicon import canonical_item, lexicon, normalize_label
from quire.finance.line_joins import join_lines
from quire.finance.statement import Kind
from quire.finance.text_pieces import RECOGNISED, Piece
from quire.hanzi import either_form
from quire.model.page import Page
from quire.tables.column_gutters import Reach
from quire.tables.edges import Edge, horizontal_edges
from quire.tables.row_joining import JOINS, RULED, Look, Text, TextRow, is_unfinished, joins, open_bracket

CLOSE = 1.75  # of the size; the lines of a row are not farther apart
ASKEW = 0.9  # of the size; figures and their label are not farther apart on a curled page
NOTES = -1  # the number of their column
NEARER = 0.9  # of the distance to the row above: a line so near to the one below belongs to that one
_ENDS_LABEL = re.compile(r"[a-z]+(?: [a-z]+)?")  # a word or two that begin no label
_HALVES = 2.7  # for one row: a known item of two lines neither of which is one
_FEWEST_DOTS = 4  # leaders at the end of a label that are left out, at least
_LEADERS = ".·…_‥"  # dots that lead from a label to its figures
NUMBERED = re.compile(
    either_form(
        r"^(?:[一二三四五六七八九十]+[、.．]|[(（][一二三四五六七八九十\d]+[)）]|\d{1,2}[.．、]|其中[:：]|加[:：]"
        r"|减[:：]|[(（]?[a-z][)）.]\s|less\b|add\b)"
    ),
    re.IGNORECASE,
)
_SPECKS = "-–—.·' "  # behind a label
_RECLASSIFIED = re.compile(r"items (?:that|which) (?:may|will|are|have)\b", re.IGNORECASE)  # a section, never an item
_CHANGES = {"increase", "increases", "decrease", "decreases", "or", "in"}  # words of a section of changes
_INWARD = 0.7  # of the size, by which items stand inward of the title of their section
_FEWEST_CAPITALS = 6  # characters of the title of a section in capitals
_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_DATE_BEGUN = re.compile(rf"\b(?:{_MONTH}|{_MONTH} \d{{1,2}},?|\d{{1,2}}|\d{{1,2}} {_MONTH})\W*$", re.IGNORECASE)
_DATE_ENDS = re.compile(rf"^(?:{_MONTH}\b|(?:\d{{1,2}}[,.]? ?)?(?:19|20)\d\d\W*$)", re.IGNORECASE)


@dataclass(slots=True)
class Line:
    """A row in progress: the pieces of its label, its note and its figures by column."""

    labels: list[Piece] = field(default_factory=list)
    notes: list[Piece] = field(default_factory=list)
    values: dict[int, Piece] = field(default_factory=dict)
    top: float = 0.0  # baselines of the first and the last visual row
    bottom: float = 0.0
    page: int = 0
    caption: bool = False  # the title of a block of columns that stands as a row

    @property
    def label(self) -> str:
        """The label on one line."""
        text = ""
        for piece in self.labels:
            own = _as_printed(piece) if piece.figure else piece.text
            text = join_lines(text, _squeezed(own) if _is_cjk(own) else " ".join(own.split()))
        bare = text.rstrip(f"{_LEADERS} ")
        return bare if sum(char in _LEADERS for char in text[len(bare) :]) >= _FEWEST_DOTS else text

    @property
    def start(self) -> float:
        """Where the label begins, points; 0 without one."""
        return min((p.x0 for p in self.labels), default=0.0)

    @property
    def size(self) -> float:
        """The font size of the label or of the first figure."""
        pieces = self.labels or list(self.values.values()) or self.notes
        return pieces[0].size if pieces else 9.0


def _as_printed(piece: Piece) -> str:
    """A figure that is a part of a label with its currency sign."""
    return "".join((" " if t.space and i else "") + t.text for i, t in enumerate(piece.tokens))


def _is_cjk(text: str) -> bool:
    return any("\u4e00" <= c <= "\u9fff" for c in text)


def _squeezed(text: str) -> str:
    """Chinese text without the spaces that justification puts between characters."""
    return re.sub(r"(?<=[^\x00-\x7f])\s+(?=[^\x00-\x7f])|(?<=[^\x00-\x7f])\s+(?=[(:：])", "", text.strip())


def borders_of(page: Page, x0: float, x1: float) -> list[float]:
    """The y of borders that run along most of the label column, from top to bottom."""
    width = max(1.0, x1 - x0)
    found = [e.at for e in horizontal_edges(page) if min(e.hi, x1) - max(e.lo, x0) > 0.6 * width]
    return sorted(found)


def merge_lines_to_rows(
    lines: Sequence[Line], borders: Sequence[float], extents: Sequence[Reach], kind: Kind, language: str
) -> list[Line]:
    """Visual rows merged to rows.

    Args:
        lines: The visual rows from top to bottom.
        borders: Heights of borders.
        extents: Of the column of labels and those of figures.
        kind: Of the statement, for its items.
        language: "zh" or "en".
    """
    if not lines:
        return []
    rules = [Edge(at, extents[0][0], extents[-1][1]) for at in borders]
    read = any(p.confidence <= RECOGNISED for line in lines for p in (*line.labels, *line.values.values()))
    evidences = joins([_in_columns(line) for line in lines], extents, rules, missed=read)
    out = [_copy(lines[0])]
    for at, (line, evidence) in enumerate(zip(lines[1:], evidences, strict=True), 2):
        after = lines[at] if at < len(lines) else None
        last = out[-1]
        if (
            _may_belong(last, line)
            and not _is_nearer(line, after, last)
            and (
                evidence + _by_items(last, line, kind, language) >= JOINS
                or (evidence > RULED and _are_its_figures(last, line))
            )
        ):
            _add(last, line)
        else:
            out.append(_copy(line))
    return out


def _in_columns(line: Line) -> TextRow:
    cells = {column + 1: _text([piece]) for column, piece in line.values.items()}
    if line.notes:
        cells[NOTES] = _text(line.notes)
    if line.labels:
        cells[0] = _text(line.labels)
    return TextRow(cells, line.top, line.size)


def _text(pieces: Sequence[Piece]) -> Text:
    first, last = pieces[0], pieces[-1]
    x0, x1 = min(p.x0 for p in pieces), max(p.x1 for p in pieces)
    word = first.tokens[0].x1 - first.tokens[0].x0 if first.tokens else first.x1 - first.x0
    text = " ".join(p.text.strip() for p in pieces) or "?"
    words = sum(len(p.tokens) for p in pieces)
    return Text(text, x0, x1, first.baseline, first.size, word, first.figure, (_look(first), _look(last)), words)


def _look(piece: Piece) -> Look:
    """How a text is set; of recognised text, whose sizes are the heights of its pixels, nothing is known."""
    return (piece.bold, piece.size, False) if piece.confidence > RECOGNISED else (False, 0.0, False)


def _may_belong(upper: Line, lower: Line) -> bool:
    """Whether two visual rows may be one row: of one page, and no column has figures in both."""
    if upper.caption or lower.caption or upper.page != lower.page:
        return False
    return not set(upper.values) & set(lower.values)


def _are_its_figures(upper: Line, lower: Line) -> bool:
    """Whether figures alone stand close below a label without figures; or just above it, as on a curled page."""
    gap = lower.top - upper.bottom
    if upper.labels:
        alone = bool(lower.values) and not lower.labels and not upper.values
        return alone and gap <= CLOSE * max(upper.size, lower.size)
    return bool(upper.values) and not lower.values and gap < ASKEW * lower.size


def _by_items(upper: Line, lower: Line, kind: Kind, language: str) -> float:
    """What known items and numbers say: two known ones are two rows, halves of a known one are one row."""
    above, below = upper.label, lower.label
    if not above or not below:
        return 0.0
    if not upper.values and _heads(upper, lower, kind, language):
        return -3.0
    if above.rstrip().endswith((":", "：")):
        return 0.0
    ends = not upper.values and bool(lower.values) and _ends_label(below, kind, language)
    if ends or (_DATE_BEGUN.search(above) and _DATE_ENDS.match(below)):
        return _HALVES if ends else 2.0
    if is_unfinished(above):
        return 0.0 if NUMBERED.match(below) else 2.0
    if NUMBERED.match(below):
        return -2.0
    whole, one, other = (canonical_item(text, kind, language) for text in (join_lines(above, below), above, below))
    if not whole or (one and other):
        return -1.0 * bool(one) - 1.0 * bool(other)
    said = 2.0 if one or other or upper.values else _HALVES
    return said if whole != one else 0.0  # the end of a line with a comma may be anything


def _ends_label(text: str, kind: Kind, language: str) -> bool:
    """Whether a word or two are the end of a label: small letters, and no item or title by themselves ("basic")."""
    known = canonical_item(text, kind, language) or normalize_label(text, language) in lexicon(language).labels
    return _ENDS_LABEL.fullmatch(text) is not None and not known


def _are_changes(text: str) -> bool:
    """Whether a label is the title of a section of changes: "Decrease (increase) in:"."""
    words = re.findall(r"\w+", text.lower())
    return len(words) > 1 and words[-1] == "in" and _CHANGES.issuperset(words)


def _heads(upper: Line, lower: Line, kind: Kind, language: str) -> bool:
    """Whether a label without figures is the title of a section above an item."""
    above, below = upper.label, lower.label
    if lower.values and below[:1].isupper() and (_RECLASSIFIED.match(above) or _are_changes(above)):
        return True
    if len(above) >= _FEWEST_CAPITALS and above.isupper() and below[:1].isupper() and not below.isupper():
        return True  # in capitals above an item that is not
    inward = lower.start - upper.start > _INWARD * lower.size and below[:1].isupper() and not is_unfinished(above)
    if inward and lower.values and canonical_item(below, kind, language):
        return not canonical_item(join_lines(above, below), kind, language)
    return _is_section(above.rstrip(_SPECKS), language) and bool(canonical_item(below, kind, language))


def _is_section(label: str, language: str) -> bool:
    """Whether a label is the title of a section: it ends with a colon, or with what one is read for."""
    known = label.endswith((",", "，", ";", "；")) and normalize_label(label, language) in lexicon(language).labels
    return known or label.endswith((":", "："))


def _copy(line: Line) -> Line:
    return Line(list(line.labels), list(line.notes), dict(line.values), line.top, line.bottom, line.page, line.caption)


def _add(last: Line, line: Line) -> None:
    last.labels += line.labels
    last.notes += line.notes
    for column, piece in line.values.items():
        last.values.setdefault(column, piece)
    last.bottom = line.bottom


def _is_nearer(line: Line, after: Line | None, last: Line) -> bool:
    """Whether a line without figures stands nearer to the line below it, whose label goes on, than to a row above."""
    if after is None or line.values or not last.values or not after.labels or after.page != line.page:
        return False
    below, above = after.top - line.bottom, line.top - last.bottom
    if open_bracket(last.label) or NUMBERED.match(after.label):
        return False
    return below < NEARER * above and (bool(after.values) or open_bracket(line.label))


LINES = 1.75  # of the size; two lines of one label are not farther apart
EVEN = 0.12  # of the size; figures are in the middle give or take so much


def merge_centred_labels(lines: Sequence[Line]) -> list[Line]:
    """Visual rows from top to bottom, with the lines of a label around its figures as one row."""
    out: list[Line] = []
    index = 0
    while index < len(lines):
        three = lines[index : index + 3]
        if _around(three):
            upper, middle, lower = three
            labels = [*upper.labels, *lower.labels]
            out.append(Line(labels, list(middle.notes), dict(middle.values), upper.top, lower.bottom, upper.page))
            index += 3
        else:
            out.append(lines[index])
            index += 1
    return out


def _around(three: Sequence[Line]) -> bool:
    """Whether figures without a label are between two lines of one label, too close for a row of their own."""
    if len(three) < 3:
        return False
    upper, middle, lower = three
    if not all(line.labels and not line.values and not line.notes for line in (upper, lower)):
        return False
    in_middle = abs((middle.top - upper.top) - (lower.top - middle.top)) < EVEN * upper.size
    alone = bool(middle.values) and not middle.labels
    return alone and in_middle and upper.page == lower.page and lower.top - upper.top < LINES * upper.size
