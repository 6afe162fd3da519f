"""How sure it is that a candidate without borders is a table, in the logarithm of odds, and what tells it from text.

`table_features` gives one number per feature of a candidate whose rows have their roles; `NAMES` names them in order.
Lengths are in row heights of the candidate, shares between 0 and 1. Two judges are added: boosted trees that were
trained with these features, and weighed evidence. The trees know what generated pages show, the evidence knows less and
is surprised less: on documents that neither had seen both together were right more often than each alone
(`learn/README.md`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import log
from typing import NamedTuple

from quire.layout.maths.formula_words import LABEL
from quire.layout.rounding import median
from quire.layout.tables.boosted_trees import stored_trees
from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.tables.grids import fill_at
from quire.layout.tables.gutters import Columns, by_column, span_of
from quire.layout.tables.row_roles import CONTINUED, HEADER, OUTSIDE, START, of_roles
from quire.layout.tables.table_regions import Block, word_count
from quire.layout.text.list_markers import marker_of
from quire.layout.text.numeric_text import is_marker, is_unit, is_year
from quire.model.page import Fill, Line, Page, Word
from quire.tables.edges import WHITE, Edge, horizontal_edges, without_underlines

NAMES = (
    # rows and columns
    "rows", "head", "columns", "starts", "several", "emptiest", "second_emptiest", "cost", "likely", "framed",
    # white and alignment
    "narrowest_gutter", "usual_gutter", "height", "aligned", "least_aligned", "crowded", "even_steps", "tallest_step",
    "above", "below",
    # types
    "amounts", "amount_columns", "years", "units", "markers", "digits", "rising",
    # wording
    "words", "second_words", "most_words", "characters", "lower", "stops", "colons", "ideographs", "alike",
    # type and style
    "head_bold", "body_bold", "first_bold", "sizes", "colours", "mono",
    # rules and fills
    "long_rules", "short_rules", "rule_at_foot", "filled_head", "filled_body", "fills_change", "boxed",
    "rows_of_several",  # rows of the table, with all their lines
    # what the document shows as something else than a table
    "program", "bulleted", "answers", "cover", "formulas",
)  # fmt: skip

CROWDED = 0.7  # of the row height, between two baselines
EDGE = 2.5  # points: texts on one edge
COVER, ASIDE = 180, 0.9  # letters of a cover, at most; the share of them that a table holds which the page is about
BOX = 2.2  # of the width of a table: a box of facts
_CHAPTER = re.compile(r"(\d{1,2})(?:\s|$)")
_RELATIONS = frozenset("=≡≈≃∼≤≥<>⇒⇔→")
_TREE = frozenset("│├└┣┗┃")  # box drawing characters before the names of files
_STOPS = (".", "。", "!", "?", "！", "？", ";", "；", ",", "，", "、")

# Of each piece of evidence, in the order of `evidence`. Set by hand, then fitted, held near these, by
# `learn/table_weights.py`, and rounded; those of program text, of items, of numbers that grow as those of pages do,
# which no known table has, of covers and of formulas were set by hand with development documents in view.
WEIGHTS = (
    *(0.8, 1.0, 1.9, 2.4, 1.5, 1.6, 1.0, 2.0, 1.8, -4.8, -3.0, -7.3, -1.4, -1.9, -2.0, -5.0, -5.0, -5.0),
    *(-2.0, -8.0, -2.15),
)

_CERTAIN = 0.999  # no probability is nearer to 1

_AT: dict[str, int] = {name: place for place, name in enumerate(NAMES)}


def certainty(features: list[float]) -> float:
    """How sure it is that features (`NAMES`) are those of a table: above 0 more for than against it."""
    return sum([weight * part for weight, part in zip(WEIGHTS, evidence(features), strict=True)])


def evidence(features: list[float]) -> list[float]:
    """What speaks for a table and against it: the trees, what is known to tell one, and 1 for candidates as such."""
    chance = min(_CERTAIN, max(1 - _CERTAIN, stored_trees("table_score.json").probabilities(features)[0]))

    def of(name: str) -> float:
        return features[_AT[name]]

    several, long_rules = of("rows_of_several"), of("long_rules") * of("starts")
    titled = of("head") > 0 and of("head_bold") == 1.0 and of("body_bold") < 0.25
    shaded = 0 < of("filled_body") < 1 or of("filled_head") > of("filled_body")
    return [
        log(chance / (1 - chance)),
        min(1.5, 3.0 * of("amounts")),
        min(0.6, 0.15 * (several * of("starts") + of("head") - 2)),
        min(0.6, 0.3 * (of("columns") - 2)),
        min(1.0, 0.4 * long_rules) or 0.3 * of("short_rules"),
        float(shaded),
        float(several == 1.0 and of("boxed") > 0),
        float(titled),
        of("aligned") - 0.7,
        of("cost"),
        min(1.0, max(0.0, (of("second_words") - 3.0) / 4.0)),
        of("crowded"),
        1 - several,
        of("colons"),
        of("answers"),
        of("program"),
        of("bulleted"),
        of("rising") * (of("columns") < 4 and of("head") == 0),
        of("cover"),
        of("formulas"),
        1.0,
    ]


class Drawn(NamedTuple):
    """What is drawn near a candidate."""

    rules: Sequence[Edge]
    fills: Sequence[Fill]
    typescript: bool = False  # most of the document is set in a fixed pitch, which else tells program text
    cover: int = 0  # the letters of a first page that has few of them; else 0


def drawn_on(page: Page, lines: Sequence[Line], *, typescript: bool = False) -> Drawn:
    """What is drawn on a page with some lines, without what underlines these."""
    letters = sum([len(line.text) for line in page.lines]) if page.number == 1 else 0
    rules = without_underlines(horizontal_edges(page, fills=False), lines)
    return Drawn(rules, page.fills, typescript, letters if letters < COVER else 0)


class Candidate(NamedTuple):
    """A block that may be a table."""

    block: Block
    rows: list[Row]  # its rows with those above and below that may belong to it
    roles: list[int]  # of each of these rows
    columns: Columns
    drawn: Drawn  # near it
    likely: float  # the mean logarithm of the probabilities of the roles

    def of(self, *roles: int) -> list[Row]:
        """The rows of some roles."""
        return of_roles(self.rows, self.roles, *roles)


def table_features(candidate: Candidate) -> list[float]:
    """The features in the order of `NAMES`."""
    head, body = candidate.of(HEADER), candidate.of(START, CONTINUED)
    starts = [role == START for role in candidate.roles if role in {START, CONTINUED}]
    columns, drawn, around = candidate.columns, candidate.drawn, candidate.rows
    inside = [i for i, role in enumerate(candidate.roles) if role != OUTSIDE]
    first, last = inside[0], inside[-1]
    above = around[first].baseline - around[first - 1].baseline if first else 0.0
    below = around[last + 1].baseline - around[last].baseline if last + 1 < len(around) else 0.0
    rows = [*head, *body]
    count = len(columns.extents)
    left, right = columns.extents[0][0], columns.extents[-1][1]
    width = max(1.0, right - left)
    height = max(1.0, median([row.height for row in rows]))
    cells = by_column(body, columns)
    pieces = [p for row in body for p in row.pieces]
    total = max(1, len(pieces))
    logical = max(1, sum(starts))
    sizes = sorted([len(c) for c in cells])
    gutters = sorted([b[0] - a[1] for a, b in pairwise(columns.extents)]) or [0.0]
    steps = [b.baseline - a.baseline for a, b in pairwise(body)] or [height]
    usual = median(steps)
    under = [  # a single figure, and a single row, stand below their headings
        w if len(c) == 1 and (c[0].figure or len(body) == 1) else c
        for c, w in zip(cells, by_column(rows, columns), strict=True)
    ]
    aligned = [_aligned(c) for c in under if len(c) > 1] or [0.0]
    wordy = sorted([sum([word_count(p) for p in c]) / len(c) for c in cells if c], reverse=True)
    words = [w for p in pieces for w in p.line.words]
    long_rules = [e for e in drawn.rules if e.hi - e.lo > 0.6 * width]
    labels = cells[0] or pieces
    shades = [_shade(row, drawn.fills) for row in body]
    usual_size = median([p.line.words[0].style.size for p in pieces]) if pieces else 1.0
    colours = {p.line.words[0].style.color for p in pieces}
    return [
        len(body), len(head), count, logical, sum([1.0 for r in body if len(r.pieces) > 1]) / max(1, len(body)),
        sizes[0] / logical, (sizes[1] if count > 1 else 0) / logical,
        columns.cost / total, candidate.likely, float(candidate.block.framed),
        # white and alignment
        gutters[0] / height, median(gutters) / height, height, sum(aligned) / len(aligned), min(aligned),
        sum([1.0 for a, b in pairwise(rows) if b.baseline - a.baseline < CROWDED * min(a.height, b.height)])
        / len(rows),
        sum([1.0 for s in steps if abs(s - usual) < 0.1 * height]) / len(steps), max(steps) / height,
        above / height, below / height,
        # types
        sum([1.0 for p in pieces if p.amount]) / total,
        sum([1.0 for c in cells if c and sum([1.0 for p in c if p.amount]) > 0.5 * len(c)]) / count,
        sum([1.0 for p in pieces if is_year(p.text)]) / total, sum([1.0 for p in pieces if is_unit(p.text)]) / total,
        sum([1.0 for p in labels if is_marker(p.text)]) / max(1, len(labels)),
        sum([1.0 for p in pieces if any(c.isdigit() for c in p.text)]) / total, _rising(body, cells[-1]),
        # wording
        sum(wordy) / max(1, len(wordy)), wordy[1] if len(wordy) > 1 else 9.0, wordy[0] if wordy else 0.0,
        sum([len(p.text) for p in pieces]) / total,
        sum([1.0 for p in labels if p.text[0].islower()]) / max(1, len(labels)),
        sum([1.0 for p in pieces if p.text.endswith(_STOPS)]) / total,
        sum([1.0 for p in labels if p.text.endswith((":", "："))]) / max(1, len(labels)),
        sum([1.0 for p in pieces if p.text[0] >= "\u2e80"]) / total, _repeated(pieces),
        # type and style
        _bold(head), _bold(body), sum([1.0 for p in labels if p.line.words[0].style.bold]) / max(1, len(labels)),
        sum([1.0 for p in pieces if abs(p.line.words[0].style.size - usual_size) > 0.6]) / total, len(colours),
        sum([1.0 for w in words if w.style.mono]) / max(1, len(words)),
        # rules and fills
        len(long_rules) / logical, float(any(e not in long_rules for e in drawn.rules)),
        float(any(abs(e.at - rows[-1].y1) < height for e in long_rules)),
        sum([1.0 for r in head if _shade(r, drawn.fills) is not None]) / max(1, len(head)),
        sum([1.0 for s in shades if s is not None]) / max(1, len(shades)),
        sum([1.0 for a, b in pairwise(shades) if a != b]) / max(1, len(shades)),
        float(_boxed(rows, left, right, drawn.fills)),
        _several(body, starts, columns),
        sum([float(len(_words_of(r))) for r in body if _is_program(r, drawn)]) / max(1, len(words)),
        sum([1.0 for r in body if _is_item(r)]) / max(1, len(labels)),
        sum([1.0 for r in body if any(_is_answer(a, b) for a, b in pairwise(r.pieces))]) / max(1, len(body)),
        float(sum([len(p.text) for r in rows for p in r.pieces]) < ASIDE * drawn.cover),
        _formulas(rows),
    ]  # fmt: skip


def _several(body: Sequence[Row], starts: Sequence[bool], columns: Columns) -> float:
    """The share of the table's rows that have several cells."""
    masks: list[int] = []  # of each row the columns of its cells
    for row, start in zip(body, starts, strict=True):
        if start or not masks:
            masks.append(0)
        for piece in row.pieces:
            masks[-1] |= 1 << span_of(piece.x0, piece.x1, columns.borders)[0]
    return sum([1.0 for mask in masks if mask.bit_count() > 1]) / max(1, len(masks))


def _aligned(column: Sequence[Piece]) -> float:
    """The share of pieces that stand on the left edge, right edge or middle of their column."""
    best = 0
    for values in ([p.x0 for p in column], [p.x1 for p in column], [(p.x0 + p.x1) / 2 for p in column]):
        middle = median(values)
        best = max(best, len([v for v in values if abs(v - middle) <= EDGE]))
    return best / len(column)


def _rising(rows: Sequence[Row], column: Sequence[Piece]) -> float:
    """The share of whole numbers of a column that are no lower than the one before; 0 with fewer than three.

    Two are enough where the rows are numbered: the last chapters of the contents.
    """
    numbers = [int(p.text) for p in column if p.text.isascii() and p.text.isdigit() and len(p.text) < 5]
    chapters = [_CHAPTER.match(row.pieces[0].text) for row in rows]
    counted = [int(chapter[1]) for chapter in chapters if chapter is not None]
    numbered = len(counted) == len(rows) and all(below == above + 1 for above, below in pairwise(counted))
    if len(numbers) < (2 if numbered else 3):
        return 0.0
    return sum([1.0 for a, b in pairwise(numbers) if a <= b]) / (len(numbers) - 1 if numbered else len(column))


def _repeated(pieces: Sequence[Piece]) -> float:
    """The share of texts that occur more than once."""
    texts = [p.text for p in pieces]
    return 1.0 - len(set(texts)) / max(1, len(texts))


def _is_answer(label: Piece, value: Piece) -> bool:
    """Whether a colon parts two texts side by side."""
    return label.text.endswith((":", "：")) or value.text.startswith((":", "："))


def _is_item(row: Row) -> bool:
    """Whether a row is an item of a list or a reference: it begins with a mark, and no figures follow in columns."""
    first = row.pieces[0]
    reference = first.text[0] == "[" and is_marker(first.text)
    return (len(row.pieces) < 3 or not row.figures) and (
        reference or (not first.amount and marker_of(first.text) is not None)
    )


def _formulas(rows: Sequence[Row]) -> float:
    """The share of rows that are formulas: signs of relations are aligned, or numbers at the right count them."""
    labels = [LABEL.fullmatch(row.pieces[-1].text) if len(row.pieces) > 1 else None for row in rows]
    numbers = [int(label["number"]) for label in labels if label is not None]
    counted = len(numbers) > 1 and all(below == above + 1 for above, below in pairwise(numbers))
    return sum(
        [
            1.0
            for row, label in zip(rows, labels, strict=True)
            if (counted and label is not None) or any(p.text in _RELATIONS for p in row.pieces)
        ]
    ) / len(rows)


def _words_of(row: Row) -> list[Word]:
    return [w for p in row.pieces for w in p.line.words]


def _is_program(row: Row, drawn: Drawn) -> bool:
    """Whether a row is a line of program text, all of it in a fixed pitch but for its number, or of a tree of files.

    In tables names of fields and commands in a fixed pitch stand beside text.
    """
    if row.pieces[0].text[0] in _TREE:
        return True
    words = _words_of(row)
    numbered = len(words) > 1 and words[0].text.isdigit()
    return not drawn.typescript and all(word.style.mono for word in (words[1:] if numbered else words))


def _bold(rows: Sequence[Row]) -> float:
    words = [w for row in rows for p in row.pieces for w in p.line.words]
    return sum([1.0 for w in words if w.style.bold]) / max(1, len(words))


def _shade(row: Row, fills: Sequence[Fill]) -> int | None:
    """The colour behind the first piece of a row."""
    first = row.pieces[0]
    return fill_at((first.x0 + first.x1) / 2, row.middle, fills)


def _boxed(rows: Sequence[Row], left: float, right: float, fills: Sequence[Fill]) -> bool:
    """Whether the rows stand in a shaded box that is hardly wider: the facts beside an article."""
    for f in fills:
        narrow = f.x0 <= left and f.x1 >= right and f.x1 - f.x0 < BOX * (right - left)
        if narrow and f.color != WHITE and f.y0 <= rows[0].y0 and f.y1 >= rows[-1].y1:
            return True
    return False
