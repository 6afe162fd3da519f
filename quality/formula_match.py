"""How alike two formulas are, whatever of their LaTeX is only looks."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

_SILENT = re.compile(
    r"\\(?:displaystyle|textstyle|scriptstyle|left|right|bigg?|Bigg?|bigl|bigr|Bigl|Bigr|limits|nolimits|quad|qquad"
    r"|boldsymbol|,|;|:|!| )(?![a-zA-Z])"
    r"|\\(?:mathrm|operatorname|text|textrm|mathit|mbox|mathop|rm)(?![a-zA-Z])\*?|~|\\begin\{[a-z*]+\}(?:\{[lcr"
    r"|]*\})?|\\end\{[a-z*]+\}|&"
)
_SAME = {r"\le": r"\leq", r"\ge": r"\geq", r"\ne": r"\neq", r"\rightarrow": r"\to", r"\varepsilon": r"\epsilon", r"\dots": r"\ldots", r"\cdots": r"\ldots", r"\dotsc": r"\ldots", r"\dotsb": r"\ldots", r"\ast": "*", r"\varphi": r"\phi", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\mid": "|", r"\Vert": r"\|", r"\lVert": r"\|", r"\rVert": r"\|", r"\overline": r"\bar", r"\widehat": r"\hat", r"\widetilde": r"\tilde", r"\mathbf": "", r"\prime": "'", r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\lbrace": r"\{", r"\rbrace": r"\}", r"\colon": ":", r"\land": r"\wedge", r"\lor": r"\vee", r"\geqslant": r"\geq", r"\leqslant": r"\leq", r"\varnothing": r"\emptyset"}  # fmt: skip
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\S")
FOUND = 0.5
"""Similarity from which a formula of a document is the one of the truth."""


def tokens(latex: str) -> list[str]:
    """The LaTeX as tokens without what is only looks; braces do not count."""
    found = _TOKEN.findall(_SILENT.sub(" ", latex.strip().strip("$")))
    return [t for t in (_SAME.get(t, t) for t in found) if t and t not in "{}"]


def similarity(one: list[str], other: list[str]) -> float:
    """2 · common / (length + length) of the tokens of two formulas."""
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
