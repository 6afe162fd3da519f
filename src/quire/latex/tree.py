"""A formula as a tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from quire.latex.commands import INTEGRALS, LARGE, LIMIT_NAMES, OVERBRACE, UNDERBRACE


@dataclass(frozen=True, slots=True)
class Sign:
    """A letter, a number, a sign, or a name.

    `type` is "", "roman", "bold", "bold-italic", "double", "script", "fraktur" or "words" (text with its spaces).
    """

    text: str
    type: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Parts behind each other."""

    parts: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """A base with what is lower and higher at its right; with `limits` under it and over it, wherever it stands."""

    base: Node
    sub: Node | None = None
    sup: Node | None = None
    limits: bool = False


@dataclass(frozen=True, slots=True)
class Fraction:
    """A numerator over a denominator; `bar` is false for binomials."""

    top: Node
    bottom: Node
    bar: bool = True


@dataclass(frozen=True, slots=True)
class Root:
    """A root; `degree` None for a square root."""

    inside: Node
    degree: Node | None = None


@dataclass(frozen=True, slots=True)
class Accent:
    """A mark, as a combining character, over something; a line or a brace may stand under it."""

    mark: str
    over: Node


@dataclass(frozen=True, slots=True)
class Fence:
    """Something between delimiters that grow; " " is none."""

    left: str
    right: str
    inside: Node


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells: matrices, cases, lines of equations.

    `align` has "l", "c" or "r" for each column and counts for further ones from its start again; with `close` the
    columns stand without space between them, as the two sides of an equation do.
    """

    rows: tuple[tuple[Node, ...], ...] = field(default=())
    align: str = "c"
    close: bool = False

    def column_align(self, column: int) -> str:
        """How a column stands: "l", "c" or "r"."""
        return self.align[column % len(self.align)]


Node = Sign | Row | Script | Fraction | Root | Accent | Fence | Table


def has_limits(node: Script, *, block: bool) -> bool:
    """Whether the scripts stand under and over their base; `block` for a displayed formula."""
    base = node.base
    if node.limits or (isinstance(base, Accent) and base.mark in (OVERBRACE, UNDERBRACE)):
        return True
    return block and isinstance(base, Sign) and (base.text in LARGE or is_limit_name(base))


def is_limit_name(node: Node) -> bool:
    """Whether a node is the name of an operator under which its range stands: lim, max."""
    return isinstance(node, Sign) and node.type == "roman" and node.text in LIMIT_NAMES


def large_operator(node: Node) -> str:
    """The sign of a sum, a product, an integral, with limits or without; "" for others."""
    base = node.base if isinstance(node, Script) else node
    return base.text if isinstance(base, Sign) and (base.text in LARGE or base.text in INTEGRALS) else ""


def is_function_before(node: Node, following: Node) -> bool:
    """Whether a space parts two parts: the name of a function, and a letter, number or name that it is of."""
    base = node.base if isinstance(node, Script) else node
    if not (isinstance(base, Sign) and base.type == "roman" and len(base.text) > 1):
        return False
    while isinstance(following, Script):
        following = following.base
    return not isinstance(following, Sign) or following.text[:1].isalnum()


def sign_text(node: Node) -> str | None:
    """The text of a sign or of signs behind each other; None where there is anything else."""
    if isinstance(node, Row):
        texts = [sign_text(part) for part in node.parts]
        return None if None in texts else "".join(text for text in texts if text is not None)
    return node.text if isinstance(node, Sign) else None
