"""LaTeX of formulas: as a tree, as text, as MathML."""

from __future__ import annotations

from quire.latex.commands import COMMANDS
from quire.latex.formula_spans import split_formulas
from quire.latex.linear_text import is_tall, plain
from quire.latex.parsing import parse

__all__ = ["COMMANDS", "is_tall", "parse", "plain", "split_formulas"]
