"""Displayed formulas: as text, and as LaTeX where they are set in mathematical type."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.maths.atoms import atoms_of
from quire.layout.maths.formula_regions import SHORT_WORD, are_formula, is_fragment, is_mathematical, is_plain_mark
from quire.layout.maths.latex_builder import latex_of
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import Row
from quire.model.page import Rule, Word

_FONT = re.compile(
    r"CMMI|CMSY|CMEX|MSAM|MSBM|EUFM|Math|MTMI|MTSY|MTEX|Symbol|STIXGen|rsfs|txsy|txmi|pxsy", re.IGNORECASE
)
_SIGNS = re.compile("[=+−×÷±∓≤≥≠≈≡∝∞∂∇∑∏∫√∈∉⊂⊆∪∩→⇒⇔←∀∃α-ωΑ-Ω^|⟨⟩≪≫∼≃\u2061-\u2064\U0001d400-\U0001d7ff]")
_LABEL = re.compile(r"[(（\[]\s*(?:[A-Z]\.?)?\d{1,3}(?:[.\-]\d{1,3}){0,3}[a-z]?\s*[)）\]]$")
# Rows and words of a displayed formula at most.
_ROWS, _MOST_WORDS = 6, 120


def mark_formulas(drafts: Sequence[Draft]) -> None:
    """Mark the drafts that are displayed formulas."""
    for draft in drafts:
        if draft.kind is Kind.TEXT and draft.rows and len(draft.rows) <= _ROWS and _is_formula(draft):
            draft.kind = Kind.FORMULA


def split_label(rows: Sequence[Row]) -> tuple[str, str]:
    """The formula's text and its label ("(3)" or "")."""
    text = "\n".join(row.text for row in rows)
    match = _LABEL.search(text)
    if match and match.start() > 0:
        return text[: match.start()].rstrip(), match[0]
    return text, ""


def formula_latex(draft: Draft, rules: Sequence[Rule], label: str = "") -> str:
    """The formula's LaTeX without its label; "" when its glyphs are of no mathematical type."""
    words = _without_label([word for row in draft.rows for line in row.lines for word in line.words], label)
    if not any(map(is_mathematical, words)):
        return ""
    box = draft.box
    bars = [r for r in rules if r.horizontal and box.y0 <= r.y0 <= box.y1 and r.x0 >= box.x0 - 2 and r.x1 <= box.x1 + 2]
    return latex_of(atoms_of(words), bars)


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
    if len(words) > _MOST_WORDS:
        return False
    if all(map(is_fragment, lines)) and any(is_mathematical(w) and not is_plain_mark(w.text) for w in words):
        return True
    math = sum(bool(_FONT.search(word.style.font)) or bool(_SIGNS.search(word.text)) for word in words)
    prose = sum(len(word.text) > SHORT_WORD and word.text.isalpha() for word in words)
    return are_formula(math, prose, len(words))
