"""LaTeX of formulas: as a tree, as text, as MathML."""

from __future__ import annotations

from quire.latex.commands import ACCENTS, COMMANDS, SIGNS
from quire.latex.linear_text import is_tall, plain
from quire.latex.parsing import parse
from quire.latex.tree import (
    Accent,
    Fence,
    Fraction,
    Node,
    Root,
    Row,
    Script,
    Sign,
    Table,
)

__all__ = [
    "ACCENTS",
    "COMMANDS",
    "SIGNS",
    "Accent",
    "Fence",
    "Fraction",
    "Node",
    "Root",
    "Row",
    "Script",
    "Sign",
    "Table",
    "is_tall",
    "parse",
    "plain",
]
