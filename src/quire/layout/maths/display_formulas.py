"""Displayed formulas: as text, and as LaTeX where they are set in mathematical type; how certain that LaTeX is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.maths.atoms import atoms_of
from quire.layout.maths.formula_words import (
    LABEL,
    are_formula,
    begins_with_text,
    is_answer,
    is_fragment,
    is_plain_mark,
    is_symbol,
    prose_of,
)
from quire.layout.maths.latex_builder import latex_of
from quire.layout.maths.latex_soundness import group_end, is_sound, signs_of
from quire.layout.maths.latex_symbols import RELATIONS
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.list_markers import row_marker
from quire.layout.text.text_rows import Row, line_text
from quire.model.geometry import Box
from quire.model.page import MATHS, Line, Picture, PictureKind, Rule, Word

_FONT = re.compile(
    r"CMMI|CMSY|CMEX|MSAM|MSBM|EUFM|Math|MTMI|MTSY|MTEX|Symbol|STIXGen|rsfs|txsy|txmi|pxsy", re.IGNORECASE
)
_SIGNS = re.compile("[=+−×÷±∓≤≥≠≈≡∝∞∂∇∑∏∫√∈∉⊂⊆∪∩→⇒⇔←∀∃α-ωΑ-Ω^|⟨⟩≪≫∼≃\u2061-\u2064\U0001d400-\U0001d7ff]")
# Rows and words of a displayed formula at most.
_ROWS, _MOST_WORDS = 6, 120
_BESIDE_FORMULA = 2  # words of a draft that is a formula put together before: itself and its label
ROOT_BAR = 6.0  # points: how far the bar of a root is above what is under it


def mark_formulas(drafts: Sequence[Draft]) -> None:
    """Mark the drafts that are displayed formulas."""
    for draft in drafts:
        if draft.kind is Kind.TEXT and draft.rows and len(draft.rows) <= _ROWS and _is_formula(draft):
            draft.kind = Kind.FORMULA


def picture_uncertain(drafts: Sequence[Draft], rules: Sequence[Rule]) -> int:
    """Show the formulas whose LaTeX is not certain as pictures, with their text; returns how many."""
    count = 0
    for draft in drafts:
        if draft.kind is not Kind.FORMULA or draft.rows[0].lines[0].mirrored:
            continue
        latex = formula_latex(draft, rules)
        if latex and certainty(latex) < LEAST:
            count += 1
            box = _with_bars(draft.box)
            text = " ".join(f"{formula_text(draft)} {split_label(draft.rows)[1]}".split())
            name = f"p{draft.page}-formula-{count}"
            draft.picture = Picture(name, draft.page, box, PictureKind.DRAWING, 0, 0, alt=text)
            draft.kind, draft.place, draft.rows = Kind.FIGURE, box, []
    return count


def formula_text(draft: Draft) -> str:
    """The words of a formula without its label, a row on each line."""
    label = _label_line(draft.rows)
    rows = [[line for line in row.lines if line is not label] for row in draft.rows]
    return "\n".join(text for row in rows if (text := " ".join(map(line_text, row)).strip()))


def split_label(rows: Sequence[Row]) -> tuple[str, str]:
    """The formula's text and its label ("(3)" or "")."""
    found = _label_line(rows)
    if found is not None:
        rest = [" ".join(line_text(line) for line in row.lines if line is not found) for row in rows]
        return "\n".join(filter(None, rest)), line_text(found)
    text = "\n".join(row.text for row in rows)
    match = LABEL.search(text)
    if match and match.start() > 0:
        return text[: match.start()].rstrip(), match[0]
    return text, ""


def _label_line(rows: Sequence[Row]) -> Line | None:
    """The line at the right or left of all others that is the formula's number."""
    lines = [line for row in rows for line in row.lines]
    for found in lines:
        rest = [line for line in lines if line is not found]
        beside = rest and (found.x0 >= max(r.x1 for r in rest) or found.x1 <= min(r.x0 for r in rest))
        if beside and LABEL.fullmatch(line_text(found)):
            return found
    return None


def formula_latex(draft: Draft, rules: Sequence[Rule]) -> str:
    """The formula's LaTeX without its label; "" when its glyphs are of no mathematical type."""
    label = _label_line(draft.rows)
    words = [word for row in draft.rows for line in row.lines if line is not label for word in line.words]
    if label is None:
        words = _without_label(words, split_label(draft.rows)[1])
    if not any(is_symbol(w) or w.style.font == MATHS for w in words):
        return ""
    box = _with_bars(draft.box)
    bars = [r for r in rules if r.horizontal and box.y0 <= r.y0 <= box.y1 and r.x0 >= box.x0 - 2 and r.x1 <= box.x1 + 2]
    return latex_of(atoms_of(words), bars)


def _with_bars(box: Box) -> Box:
    """A box with the bar of a root above its letters."""
    return Box(box.x0, box.y0 - ROOT_BAR, box.x1, box.y1)


def _without_label(words: Sequence[Word], label: str) -> list[Word]:
    """The words without those at the right end that are the label."""
    if not label:
        return list(words)
    by_place = sorted(words, key=lambda w: w.x0)
    for count in range(1, min(len(by_place), 6)):
        if "".join(w.text for w in by_place[-count:]) == "".join(label.split()):
            gone = {id(w) for w in by_place[-count:]}
            return [w for w in words if id(w) not in gone]
    return list(words)


def _is_formula(draft: Draft) -> bool:
    """Set in, with mathematical letters or signs for most of its words and few words of prose."""
    if not any(_SIGNS.search(row.text) for row in draft.rows):
        return False
    lines = [line for row in draft.rows for line in row.lines]
    words = [word for line in lines for word in line.words]
    if len(words) > _MOST_WORDS or not any(character.isalnum() for word in words for character in word.text):
        return False
    if is_answer(lines[0].words):
        return False
    if all(map(is_fragment, lines)) and any(is_symbol(w) and not is_plain_mark(w.text) for w in words):
        return True
    if begins_with_text(lines[0].words):
        return False
    if any(word.style.font == MATHS for word in words) and len(words) <= _BESIDE_FORMULA:
        return True
    math = sum(bool(_FONT.search(word.style.font)) or bool(_SIGNS.search(word.text)) for word in words)
    if prose_of(words) and row_marker(draft.rows[0]) is not None:  # an item that begins with a sign
        return False
    return are_formula(math, words)


_ALIGNED = re.compile(r"\\begin\{aligned\} (.*) \\end\{aligned\}")
LEAST = 0.75
"""Below this share of certain signs a formula is shown as a picture: of the generated formulas and of 83 of other
pages, those below it are wrong in the main (similarity under .6)."""


def certainty(latex: str) -> float:
    """The share of signs that stand in a known structure, 0 to 1.

    Not certain are scripts of nothing, letters on top of each other that are neither a fraction, limits nor rows of
    relations. Nothing is certain where a round bracket has no partner, or TeX would not accept the whole.
    """
    signs = signs_of(latex)
    total = sum(sign not in "{}" for sign in signs)
    if not total or not is_sound(latex):
        return 0.0
    if signs.count("(") != signs.count(")") and r"\left" not in latex and "[" not in signs:
        return 0.0
    return 1.0 - min(_floating(signs) + _stacked(latex), total) / total


def _floating(signs: Sequence[str]) -> int:
    """How many signs are scripts of nothing: behind an empty group, or behind a script of the same side."""
    count, at = 0, 0
    while at < len(signs):
        empty = at >= 2 and signs[at - 2 : at] == ["{", "}"]
        script = signs[at] in "_^" and at + 1 < len(signs) and signs[at + 1] == "{"
        if script and (empty or at == 0 or signs[at - 1] in RELATIONS):
            end = group_end(signs, at + 1)
            count += sum(sign not in "{}" for sign in signs[at + 2 : end])
            at = end
        at += 1
    return count


def _stacked(latex: str) -> int:
    """The signs of rows in which no relation is, where others have one."""
    found = _ALIGNED.fullmatch(latex)
    if not found:
        return 0
    rows = [signs_of(row) for row in found[1].split(r" \\ ")]
    return sum(len([s for s in row if s not in "{}"]) for row in rows if not RELATIONS.intersection(row))
