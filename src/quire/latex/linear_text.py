"""A formula as text on one line."""

from __future__ import annotations

import re

from quire.latex.parsing import parse
from quire.latex.tree import Accent, Fence, Fraction, Node, Root, Row, Script, Sign, Table, sign_text

_TALL = re.compile(r"\\(?:frac|binom|begin|sum|prod|bigcup|bigcap|int|oint|left|sqrt)\b")


def is_tall(latex: str) -> bool:
    """Whether a formula is higher than a line of text: fractions, sums, matrices."""
    return _TALL.search(latex) is not None


def plain(latex: str) -> str:
    """The formula as text on one line: signs as characters, fractions with a slash."""
    return " ".join(text_of(parse(latex)).split())


def text_of(node: Node) -> str:
    """A part of a formula on one line."""
    match node:
        case Sign(text):
            return text
        case Row(parts):
            return "".join(_spaced(part) for part in parts)
        case Script(base, sub, sup):
            raised = "" if sup is None else text_of(sup) if _is_prime(sup) else f"^{_grouped(sup)}"
            return text_of(base) + (f"_{_grouped(sub)}" if sub else "") + raised
        case Fraction(top, bottom):
            return f"{_grouped(top)}/{_grouped(bottom)}"
        case Root(inside, degree):
            return f"{text_of(degree) if degree else ''}√{_grouped(inside)}"
        case Accent(mark, over):
            return text_of(over) + mark
        case Fence(left, right, inside):
            return f"{left}{text_of(inside)}{right}".strip()
        case Table(rows):
            return "; ".join(", ".join(map(text_of, row)) for row in rows)


def _is_prime(node: Node) -> bool:
    return set(sign_text(node) or "") == {"′"}


def _spaced(node: Node) -> str:
    text = text_of(node)
    relation = isinstance(node, Sign) and text in "=<>+−≤≥≠≈≡∼→⇒∈⊂±"
    return f" {text} " if relation or (isinstance(node, Sign) and node.type == "roman" and len(text) > 1) else text


def _grouped(node: Node) -> str:
    text = text_of(node)
    return text if len(text) < 2 or text.isalnum() else f"({text.strip()})"
