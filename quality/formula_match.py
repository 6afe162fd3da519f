"""How alike two formulas are, whatever of their LaTeX is only looks."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

_TOKEN = re.compile(r"\\(?:begin|end)\{[a-z*]+\}(?:\{[lcr|]*\})?|\\operatorname\*?|\\[A-Za-z]+|\\.|\S", re.DOTALL)
_SILENT = re.compile(
    r"\\(?:displaystyle|textstyle|scriptstyle|left|right|[bB]igg?[lrm]?|limits|nolimits|q?quad|boldsymbol|mathrm"
    r"|operatorname\*?|text(?:rm)?|mathit|mbox|mathop|rm|(?:begin|end)\{.*|[,;:!>\s])|[&~{}]"
)
_SAME = {r"\le": r"\leq", r"\ge": r"\geq", r"\ne": r"\neq", r"\rightarrow": r"\to", r"\varepsilon": r"\epsilon", r"\dots": r"\ldots", r"\cdots": r"\ldots", r"\dotsc": r"\ldots", r"\dotsb": r"\ldots", r"\ast": "*", r"\varphi": r"\phi", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\mid": "|", r"\Vert": r"\|", r"\lVert": r"\|", r"\rVert": r"\|", r"\overline": r"\bar", r"\widehat": r"\hat", r"\widetilde": r"\tilde", r"\mathbf": "", r"\prime": "'", r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\lbrace": r"\{", r"\rbrace": r"\}", r"\lbrack": "[", r"\rbrack": "]", r"\colon": ":", r"\land": r"\wedge", r"\lor": r"\vee", r"\geqslant": r"\geq", r"\leqslant": r"\leq", r"\varnothing": r"\emptyset"}  # fmt: skip
FOUND = 0.5
"""Similarity from which a formula of a document is the one of the truth."""


def tokens(latex: str) -> list[str]:
    """The LaTeX as tokens without what is only looks; braces do not count."""
    found = (t for t in _TOKEN.findall(latex.strip().strip("$")) if not _SILENT.fullmatch(t))
    return [same for t in found if (same := _SAME.get(t, t))]


def similarity(one: list[str], other: list[str]) -> float:
    """2 · common / (length + length) of the tokens of two formulas."""
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
