"""Displayed formulas, kept as text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.drafts import Draft, Kind
from quire.layout.lines import Row

_FONT = re.compile(
    r"CMMI|CMSY|CMEX|MSAM|MSBM|EUFM|Math|MTMI|MTSY|MTEX|Symbol|STIXGen|rsfs|txsy|txmi|pxsy", re.IGNORECASE
)
_SIGNS = re.compile("[=+−×÷±∓≤≥≠≈≡∝∞∂∇∑∏∫√∈∉⊂⊆∪∩→⇒⇔←∀∃α-ωΑ-Ω^|⟨⟩≪≫∼≃\u2061-\u2064\U0001d400-\U0001d7ff]")
_LABEL = re.compile(r"[(（\[]\s*(?:[A-Z]\.?)?\d{1,3}(?:[.\-]\d{1,3}){0,3}[a-z]?\s*[)）\]]$")
_ROWS = 6


def mark(drafts: Sequence[Draft]) -> None:
    """Turn the drafts that are displayed formulas into such."""
    for draft in drafts:
        if draft.kind is Kind.TEXT and draft.rows and len(draft.rows) <= _ROWS and _is_formula(draft):
            draft.kind = Kind.FORMULA


def parted(rows: Sequence[Row]) -> tuple[str, str]:
    """The formula's text and its label ("(3)" or "")."""
    text = "\n".join(row.text for row in rows)
    match = _LABEL.search(text)
    if match and match.start() > 0:
        return text[: match.start()].rstrip(), match[0]
    return text, ""


def _is_formula(draft: Draft) -> bool:
    """Set in, with mathematical letters or signs for most of its words and few words of prose."""
    if not any(_SIGNS.search(row.text) for row in draft.rows):
        return False
    words = [word for row in draft.rows for line in row.lines for word in line.words]
    if len(words) > 80:
        return False
    math = sum(bool(_FONT.search(word.style.font)) or bool(_SIGNS.search(word.text)) for word in words)
    prose = sum(len(word.text) > 3 and word.text.isalpha() for word in words)
    return math >= 0.4 * len(words) and prose <= 0.25 * len(words)
