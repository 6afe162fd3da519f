"""What tells the role of each visual row near an open table: one number per feature and row.

All lengths are in row heights of the candidate, all shares between 0 and 1. `NAMES` names the features in order; the
trees of `row_roles.py` are trained with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.layout.rounding import median
from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.tables.grids import fill_at
from quire.layout.tables.gutters import Columns, span_of
from quire.layout.tables.header_rows import is_caption, is_unit_line
from quire.layout.text.numeric_text import is_marker, is_unit, is_year
from quire.model.page import Fill
from quire.tables.column_gutters import Reach
from quire.tables.edges import Edge
from quire.tables.row_joining import gap, needed

NAMES = (
    # where it stands
    "from_first", "to_end", "rows", "columns", "before", "after",
    # white
    "step_above", "step_below", "step_usual", "step_least", "step_above_rank", "white_above", "white_below",
    "column_step",
    # pieces and columns
    "pieces", "pieces_above", "pieces_below", "filled", "filled_above", "filled_below", "first", "first_above",
    "first_below", "shared_above", "new_above", "shared_below", "crossing", "widest", "width", "indent", "hang",
    "middle", "aligned", "as_above", "doubled",
    # types
    "amounts", "amounts_above", "amounts_below", "years", "units", "unlike", "unlike_above", "unlike_below",
    "figured_rows", "figured_above", "like_below",
    # type and style
    "bold", "bold_above", "bold_below", "bold_usual", "italic", "italic_usual", "size", "size_above", "colour_usual",
    "colour_above", "colour_below", "style_above",
    # rules and fills
    "rule_above", "rule_below", "parts_above", "parts_below", "ruled", "fill", "fill_above", "fill_below",
    "fill_usual", "rules_left",
    # wording
    "fits", "fits_label", "lower", "joins", "item", "colon_above", "stop", "stop_above", "caption", "unit_line",
    "bracket", "words", "characters", "ideographs", "words_usual",
)  # fmt: skip

_JOINING = (",", "，", "-", "–", "—", "&", "、", "/", " of", " and", " the", " to", " in", " for", " on", " or")
_STOPS = (".", "。", "!", "?", "！", "？", ";", "；")
_LONG = 0.5  # of the table's width: so long is a rule between rows
_EDGE = 2.5  # points: texts on one edge


class _Facts:
    """A row as the features need it."""

    __slots__ = (
        "amounts", "bold", "colour", "fill", "first", "italic", "mask", "pieces", "placed", "row", "size", "types",
        "units", "words", "years",
    )  # fmt: skip

    def __init__(self, row: Row, columns: Columns, fills: Sequence[Fill]) -> None:
        self.row = row
        self.pieces = len(row.pieces)
        self.placed: dict[int, Piece] = {}
        self.types: dict[int, int] = {}
        self.mask = 0
        self.amounts = self.years = self.units = 0
        bold = italic = words = 0
        for piece in row.pieces:
            first, last = span_of(piece.x0, piece.x1, columns.borders)
            for column in range(first, last + 1):
                self.mask |= 1 << column
            if first not in self.placed:
                self.placed[first] = piece
            year, unit = is_year(piece.text), is_unit(piece.text)
            self.types[first] = 0 if year or not piece.amount else 1
            self.amounts += piece.amount and not year
            self.years += year
            self.units += unit
            for word in piece.line.words:
                words += 1
                bold += word.style.bold
                italic += word.style.italic
        style = row.pieces[0].line.words[0].style
        self.words = words
        self.bold, self.italic = bold / max(1, words), italic / max(1, words)
        self.size, self.colour = style.size, style.color
        end = row.pieces[-1]
        self.fill = fill_at((end.x0 + end.x1) / 2, row.middle, fills)
        self.first = 0 in self.placed


def row_features(
    rows: Sequence[Row], inside: tuple[int, int], columns: Columns, rules: Sequence[Edge], fills: Sequence[Fill]
) -> list[list[float]]:
    """For each row the features in the order of `NAMES`; as for `row_roles`."""
    start, end = inside
    count, width_count = len(rows), len(columns.extents)
    left, right = columns.extents[0][0], columns.extents[-1][1]
    width = max(1.0, right - left)
    near = [f for f in fills if f.x0 < right and f.x1 > left and f.y0 < rows[-1].y1 and f.y1 > rows[0].y0]
    facts = [_Facts(row, columns, near) for row in rows]
    core = facts[start:end] or facts
    height = max(1.0, median([f.row.height for f in core]))
    size = median([f.size for f in core])
    steps = [rows[i].baseline - rows[i - 1].baseline for i in range(1, count)]
    inner = sorted(steps[start : max(start + 1, end - 1)]) or [height]
    usual, least = inner[len(inner) // 2], inner[len(inner) // 8]
    kinds = _usual_types(core, width_count)
    bold_usual = sum([f.bold for f in core]) / len(core)
    italic_usual = sum([f.italic for f in core]) / len(core)
    words_usual = sum([f.words for f in core]) / max(1, sum([f.pieces for f in core]))
    colours = [f.colour for f in core]
    usual_colour = max(set(colours), key=colours.count)
    shades = [f.fill for f in core]
    usual_fill = max(set(shades), key=shades.count)
    shares = [_rule_share(rules, between, left, right) for between in _gaps(rows)]  # above each row, below the last
    ruled = sum([1.0 for share, _ in shares[start + 1 : end] if share > _LONG]) / max(1, end - start - 1)
    left_out = [0.0] * (count + 1)  # long rules below each row
    for i in range(count - 1, -1, -1):
        left_out[i] = left_out[i + 1] + (1.0 if shares[i + 1][0] > _LONG else 0.0)
    figured = [0] * (count + 1)  # rows with figures from each row on
    for i in range(count - 1, -1, -1):
        figured[i] = figured[i + 1] + (facts[i].amounts > 0)
    found: list[list[float]] = []
    doubled = _doubled_shares(facts)
    for i in range(count):
        f = facts[i]
        up = facts[i - 1] if i else None
        down = facts[i + 1] if i + 1 < count else None
        row = f.row
        above_step = steps[i - 1] if i else 9.0 * height
        below_step = steps[i] if i + 1 < count else 9.0 * height
        filled = f.mask.bit_count()
        first, second = row.pieces[0], row.pieces[-1]
        text = first.text
        wraps = _wrapping(up, f, columns) if up is not None else (1.0, 1.0, 0.0)
        lower_start = 1.0 if text[0].islower() or text[0] in "(（,，;；)）" else 0.0
        found.append([
            i - start, end - 1 - i, end - start, width_count, float(i < start), float(i >= end),
            # white
            above_step / height, below_step / height, above_step / max(1.0, usual), above_step / max(1.0, least),
            sum([1.0 for s in inner if s < above_step - 0.5]) / len(inner),
            (row.y0 - rows[i - 1].y1) / height if i else 9.0,
            (rows[i + 1].y0 - row.y1) / height if i + 1 < count else 9.0,
            _column_step(up, f, height) if up is not None else 9.0,
            # pieces and columns
            f.pieces, up.pieces if up is not None else 0, down.pieces if down is not None else 0,
            filled / width_count, up.mask.bit_count() / width_count if up is not None else 0.0,
            down.mask.bit_count() / width_count if down is not None else 0.0,
            float(f.first), float(up is not None and up.first), float(down is not None and down.first),
            (f.mask & up.mask).bit_count() / width_count if up is not None else 0.0,
            (f.mask & ~up.mask).bit_count() / width_count if up is not None else 1.0,
            (f.mask & down.mask).bit_count() / width_count if down is not None else 0.0,
            sum([1.0 for p in row.pieces if _crosses(p, columns)]) / f.pieces,
            max([p.x1 - p.x0 for p in row.pieces]) / width, (row.x1 - row.x0) / width,
            (row.x0 - left) / height, (row.x1 - right) / height,
            abs(first.x0 + second.x1 - left - right) / 2 / width,
            _aligned(f, columns), _as_other(f, up), doubled[i],
            # types
            f.amounts / f.pieces, up.amounts / up.pieces if up is not None else 0.0,
            down.amounts / down.pieces if down is not None else 0.0,
            f.years / f.pieces, f.units / f.pieces, _unlike(f, kinds),
            _unlike(up, kinds) if up is not None else 0.0, _unlike(down, kinds) if down is not None else 0.0,
            figured[0] / count, float(figured[0] - figured[i]), _alike(f, down),
            # type and style
            f.bold, up.bold if up is not None else 0.0, down.bold if down is not None else 0.0, bold_usual,
            f.italic, italic_usual, f.size / size, f.size / up.size if up is not None else 1.0,
            float(f.colour == usual_colour), float(up is not None and f.colour == up.colour),
            float(down is not None and f.colour == down.colour),
            float(up is not None and _same_style(up, f)),
            # rules and fills
            shares[i][0], shares[i + 1][0], float(shares[i][1]), float(shares[i + 1][1]), ruled,
            float(f.fill is not None), float(up is not None and f.fill == up.fill),
            float(down is not None and f.fill == down.fill), float(f.fill == usual_fill), left_out[i],
            # wording
            wraps[0], wraps[1], lower_start, wraps[2], float(_is_item(text)),
            float(up is not None and up.row.pieces[0].text.endswith((":", "："))),
            float(second.text.endswith(_STOPS)), float(up is not None and up.row.pieces[-1].text.endswith(_STOPS)),
            float(is_caption(text)), float(is_unit_line(second.text)),
            float(text[0] in "(（[" and text[-1] in ")）]"), f.words / f.pieces,
            max([len(p.text) for p in row.pieces]), float(any(c >= "\u2e80" for c in text[:3])),
            words_usual,
        ])  # fmt: skip
    return found


def _usual_types(facts: Sequence[_Facts], count: int) -> list[int]:
    """For each column 1 if most of its texts are figures, 0 if not."""
    balance = [0] * count
    for f in facts:
        for column, kind in f.types.items():
            balance[column] += 1 if kind else -1
    return [int(b > 0) for b in balance]


def _unlike(facts: _Facts, kinds: Sequence[int]) -> float:
    """The share of the columns of figures in which the row has a text, years counting as such."""
    figures = [column for column in facts.types if kinds[column]]
    if not figures:
        return 0.0 if not any(kinds) else -1.0
    return sum([1.0 for column in figures if not facts.types[column]]) / len(figures)


def _alike(facts: _Facts, other: _Facts | None) -> float:
    if other is None:
        return 0.0
    shared = [c for c in facts.types if c in other.types]
    if not shared:
        return -1.0
    return sum([1.0 for c in shared if facts.types[c] == other.types[c]]) / len(shared)


def _gaps(rows: Sequence[Row]) -> list[Reach]:
    """The heights between which a rule stands above the first row, between each two and below the last."""
    ends = [(row.baseline, row.height) for row in rows]
    over, under = rows[0].y0 - 0.8 * rows[0].height, rows[-1].y1 + 0.8 * rows[-1].height
    inner = [gap(above, row) for above, row in pairwise(ends)]
    return [(over, gap(ends[0], ends[0])[1]), *inner, (gap(ends[-1], ends[-1])[0], under)]


def _rule_share(rules: Sequence[Edge], between: Reach, left: float, right: float) -> tuple[float, int]:
    """The share of the width that rules between two heights cover, and the number of those rules."""
    covered, count = 0.0, 0
    for edge in rules:
        if between[0] <= edge.at <= between[1]:
            share = min(edge.hi, right) - max(edge.lo, left)
            if share > 0:
                covered += share
                count += 1
    return min(1.0, covered / max(1.0, right - left)), count


def _column_step(up: _Facts, f: _Facts, height: float) -> float:
    """From the text above to that of the row, in the column where both are nearest; heights."""
    best = 9.0 * height
    for column, piece in f.placed.items():
        other = up.placed.get(column)
        if other is not None:
            best = min(best, piece.line.baseline - other.line.baseline)
    return best / height


def _crosses(piece: Piece, columns: Columns) -> bool:
    first, last = span_of(piece.x0, piece.x1, columns.borders)
    return last > first


def _aligned(f: _Facts, columns: Columns) -> float:
    """The share of the pieces on an edge or the middle of their column."""
    good = 0
    for column, piece in f.placed.items():
        lo, hi = columns.extents[column]
        if min(abs(piece.x0 - lo), abs(piece.x1 - hi), abs(piece.x0 + piece.x1 - lo - hi) / 2) < _EDGE:
            good += 1
    return good / f.pieces


def _as_other(f: _Facts, other: _Facts | None) -> float:
    """The share of the pieces on an edge or the middle of the other row's text of their column."""
    if other is None:
        return 0.0
    good = 0
    for column, a in f.placed.items():
        b = other.placed.get(column)
        if b is not None and min(abs(a.x0 - b.x0), abs(a.x1 - b.x1), abs(a.x0 + a.x1 - b.x0 - b.x1) / 2) < _EDGE:
            good += 1
    return good / f.pieces


def _same_style(a: _Facts, b: _Facts) -> bool:
    return abs(a.size - b.size) < 0.6 and a.colour == b.colour and a.bold == b.bold and a.italic == b.italic


def _wrapping(up: _Facts, f: _Facts, columns: Columns) -> tuple[float, float, float]:
    """How the row could go on with the one above.

    The room that was left above the least fitting text, in its column's width; the same for the first column; and the
    share of texts whose upper one ends as a text does that goes on.
    """
    room, label, joins, shared = 1.0, 1.0, 0, 0
    for column, piece in f.placed.items():
        above = up.placed.get(column)
        if above is None:
            continue
        shared += 1
        lo, hi = columns.extents[column]
        word = piece.line.words[0]
        need = needed(word.text[0], word.x1 - word.x0, word.style.size)
        left = (hi - (above.x1 - above.x0) - lo - need) / max(1.0, hi - lo)
        room = min(room, left) if shared > 1 else left
        if column == 0:
            label = left
        ending = above.text.rstrip()
        joins += ending.endswith(_JOINING) or piece.text[0].islower()
    return room, label, joins / max(1, shared)


def _is_item(text: str) -> bool:
    return text[0] in "•●▪■–—-" or is_marker(text.split(" ", 1)[0])


def _doubled_shares(facts: Sequence[_Facts]) -> list[float]:
    """For each row the share of its filled columns that the next two rows fill with the same types."""
    shares = []
    for i, f in enumerate(facts):
        same = total = 0
        for other in facts[i + 1 : i + 3]:
            total += len(f.types)
            for column, kind in f.types.items():
                same += other.types.get(column, -1) == kind
        shares.append(same / total if total else 0.0)
    return shares
