"""The measures of the gate, each 0 to 1, higher is better; the formulas are in README.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from quality.content import Cell, Content, Formula, Table, unmarked
from quality.formula_match import FOUND, similarity, tokens
from quality.text_match import common, distance, f1, folded, likeness, pairs
from quality.tree_distance import Tree, size, tree_distance

Scores = dict[str, float]
"""Measures of one page by name; a measure that says nothing about a page is left out."""

MEASURES = (
    "order",
    "teds",
    "adjacency",
    "cells",
    "header_rows",
    "no_false_table",
    "headings",
    "levels",
    "items",
    "paragraphs",
    "formulas",
    "labels",
    "no_false_formula",
    "furniture_precision",
    "furniture_recall",
)
LARGEST = 2400  # nodes of trees that are compared, which takes a minute; of larger tables only the texts of cells are


def score(truth: Content, found: Content) -> Scores:
    """All measures of one document that apply to it."""
    out: dict[str, float | None] = {"order": likeness(truth.text, found.text)}
    out |= table_scores(truth.tables, found.tables)
    out |= heading_scores(truth, found)
    out["items"] = list_f1(*([unmarked(item.text) for item in each.items] for each in (truth, found)))
    out["paragraphs"] = list_f1(*_paragraphs(truth, found))
    out |= formula_scores(truth.formulas, found.formulas)
    out |= furniture_scores(truth.furniture, found)
    return {name: value for name in MEASURES if (value := out.get(name)) is not None}


def list_f1(truth: Sequence[str], found: Sequence[str]) -> float | None:
    """F1 of texts; None where the truth has none, because what is found then is another measure's loss."""
    return f1(len(pairs(truth, found)), len(truth), len(found)) if truth else None


def heading_scores(truth: Content, found: Content) -> dict[str, float | None]:
    """F1 of headings by their text, and with their level.

    Whether the title of a document is its own level is a matter of style: the shift of all levels that suits the
    document best is free.
    """
    mine, theirs = truth.headings, found.headings
    if not mine:
        return {}
    matched = pairs([one.text for one in mine], [one.text for one in theirs])
    shifts = Counter(theirs[b].level - mine[a].level for a, b in matched)
    level = max(shifts.values(), default=0)
    return {"headings": f1(len(matched), len(mine), len(theirs)), "levels": f1(level, len(mine), len(theirs))}


def furniture_scores(truth: list[str] | None, found: Content) -> dict[str, float | None]:
    """Precision and recall of running headers and footers; nothing where the truth does not know them.

    On pages without any, precision is 1 as long as no text is taken for one.
    """
    if truth is None:
        return {}
    theirs = found.furniture or []
    hits = len(pairs(truth, theirs))
    return {
        "furniture_precision": hits / len(theirs) if theirs else None if truth else 1.0,
        "furniture_recall": hits / len(truth) if truth else None,
    }


def _paragraphs(truth: Content, found: Content) -> tuple[list[str], list[str]]:
    """The paragraphs of both; formulas count as such where the truth does not tell them apart.

    The lines of a program are one paragraph or one each, whichever they are in the truth: authors do both.
    """
    others = [] if truth.formulas else [f"{one.text} {one.label}" for one in found.formulas]
    known = Counter(map(folded, truth.paragraphs))
    parts = [part for text in found.paragraphs for part in _as_divided(text, known)]
    return truth.paragraphs, parts + others


def _as_divided(text: str, known: Counter[str]) -> list[str]:
    """The lines of a text where most of them are paragraphs of the truth, else the text."""
    lines = [line for line in text.splitlines() if line.strip()]
    alone = sum(folded(line) in known for line in lines)
    return lines if len(lines) > 1 and 2 * alone > len(lines) else [text]


def formula_scores(truth: Sequence[Formula], found: Sequence[Formula]) -> dict[str, float | None]:
    """How alike the displayed formulas are, whose numbers are right, and whether none is false; in order of the page.

    A formula without a counterpart counts 0. Nothing where the truth has none: real truths do not tell formulas apart.
    """
    if not truth:
        return {}
    mine, theirs = [tokens(one.latex) for one in truth], [tokens(one.latex) for one in found]
    best: list[tuple[float, int, int]] = []
    rest = sorted(
        ((similarity(one, other), a, b) for a, one in enumerate(mine) for b, other in enumerate(theirs)), reverse=True
    )
    for value, a, b in rest:
        if value >= FOUND and all(a != one and b != other for _, one, other in best):
            best.append((value, a, b))
    numbered = [one for one in truth if one.label]
    right = sum(bool(truth[a].label) and truth[a].label == found[b].label for _, a, b in best)
    return {
        "formulas": sum(value for value, _, _ in best) / len(truth),
        "labels": right / len(numbered) if numbered else None,
        "no_false_formula": len(best) / len(found) if found else 1.0,
    }


# --- tables ------------------------------------------------------------------------------------------------------


def table_scores(truth: Sequence[Table], found: Sequence[Table]) -> dict[str, float | None]:
    """Measures of all tables of a document; a table without a counterpart counts 0."""
    matched = table_pairs(truth, found)
    false = len(found) - len(matched)
    out: dict[str, float | None] = {"no_false_table": 1.0 if not false else 0.0}
    if not truth:
        return out
    out["teds"] = sum(teds(truth[a], found[b]) for a, b in matched) / (len(truth) + false)
    out["header_rows"] = _header_rows(truth, found, matched)
    for name, parts in _PARTS.items():
        mine = [part for table in truth for part in parts(table)]
        theirs = [part for table in found for part in parts(table)]
        hits = sum(common(parts(truth[a]), parts(found[b])) for a, b in matched)
        out[name] = f1(hits, len(mine), len(theirs))
    return out


def _header_rows(truth: Sequence[Table], found: Sequence[Table], matched: Sequence[tuple[int, int]]) -> float | None:
    """Share of the tables with known header rows that are found with as many."""
    known = sum(table.header_rows is not None for table in truth)
    right = sum(truth[a].header_rows == found[b].header_rows for a, b in matched)
    return right / known if known else None


def table_pairs(truth: Sequence[Table], found: Sequence[Table]) -> list[tuple[int, int]]:
    """Which tables belong together: those that share most cells, the best pair first, each table once."""
    shared = [
        (f1(common(cell_texts(mine), cell_texts(theirs)), len(mine.cells), len(theirs.cells)) or 0.0, -a, -b)
        for a, mine in enumerate(truth)
        for b, theirs in enumerate(found)
    ]
    out: list[tuple[int, int]] = []
    for value, a, b in sorted(shared, reverse=True):
        if value > 0 and all(-a != left and -b != right for left, right in out):
            out.append((-a, -b))
    return sorted(out)


def cell_texts(table: Table) -> list[str]:
    """The folded texts of cells that are not empty."""
    return [text for cell in table.cells if (text := folded(cell.text))]


def neighbours(table: Table) -> list[tuple[str, str, str]]:
    """Pairs of texts side by side or one under the other, empty places skipped (Göbel et al., DocEng 2012)."""
    places: dict[tuple[int, int], Cell] = {}
    for cell in table.cells:
        if folded(cell.text):
            places |= dict.fromkeys(_places(cell), cell)
    found: set[tuple[Cell, Cell, str]] = set()
    across: dict[int, Cell] = {}
    down: dict[int, Cell] = {}
    for (row, col), cell in sorted(places.items()):
        for line, before, way in ((row, across, "right"), (col, down, "down")):
            if line in before and before[line] is not cell:
                found.add((before[line], cell, way))
            before[line] = cell
    return [(folded(one.text), folded(other.text), way) for one, other, way in found]


def _places(cell: Cell) -> list[tuple[int, int]]:
    """The rows and columns that a cell covers."""
    rows, cols = range(cell.row, cell.row + cell.row_span), range(cell.col, cell.col + cell.col_span)
    return [(row, col) for row in rows for col in cols]


_PARTS: dict[str, Callable[[Table], Sequence[object]]] = {"cells": cell_texts, "adjacency": neighbours}


def teds(truth: Table, found: Table) -> float:
    """1 - edit distance / nodes of the larger of the two trees table, row, cell (Zhong et al., ECCV 2020)."""
    one, other = _tree(truth), _tree(found)
    most = max(size(one), size(other))
    if most > LARGEST:
        return f1(common(cell_texts(truth), cell_texts(found)), len(truth.cells), len(found.cells)) or 0.0
    return 1 - tree_distance(one, other, _renamed) / most


_Label = tuple[str, int, int, str]


def _tree(table: Table) -> Tree[_Label]:
    """The tree of a table; a place that no cell covers is an empty cell, as in the HTML of it."""
    covered = {place for cell in table.cells for place in _places(cell)}
    cols = max((col for _, col in covered), default=-1) + 1
    empty = [Cell(row, col, "") for row in range(table.rows) for col in range(cols) if (row, col) not in covered]
    rows: list[list[Tree[_Label]]] = [[] for _ in range(table.rows)]
    for cell in sorted([*table.cells, *empty], key=lambda one: (one.row, one.col)):
        rows[cell.row].append(Tree(("cell", cell.row_span, cell.col_span, folded(cell.text))))
    return Tree(("table", 0, 0, ""), tuple(Tree(("row", 0, 0, ""), tuple(cells)) for cells in rows))


def _renamed(one: _Label, other: _Label) -> float:
    """Another kind of node or another span is another node; else as much as the texts differ."""
    return 1.0 if one[:3] != other[:3] else distance(one[3], other[3])
