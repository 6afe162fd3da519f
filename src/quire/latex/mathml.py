"""Formulas as MathML Core, which browsers show without any program (W3C, MathML Core).

A page's style sheet says how the classes `bold`, `overline`, `underline`, `left`, `right` and `close` look.
"""

from __future__ import annotations

from html import escape

from quire.latex.commands import OVERBRACE, OVERLINE, UNDERBRACE, UNDERLINE
from quire.latex.formula_spans import split_formulas
from quire.latex.mathematical_alphabets import ALPHABETS, in_alphabet
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
    has_limits,
    is_function_before,
)

MATHML_TAGS = frozenset({
    "math", "mi", "mn", "mo", "mtext", "mspace", "mrow", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup", "munder",
    "mover", "munderover", "mtable", "mtr", "mtd",
})  # fmt: skip
"""The elements that a formula has."""

MATHML_ATTRIBUTES = {
    "math": {"display", "data-latex"}, "mi": {"mathvariant", "class"}, "mn": {"class"}, "mo": {"lspace", "rspace"},
    "mspace": {"width"}, "mrow": {"class"}, "mfrac": {"linethickness"}, "mover": {"accent"}, "munder": {"accent"},
    "mtable": {"class", "displaystyle"}, "mtd": {"class"},
}  # fmt: skip
"""The attributes that they have."""

NO_BREAK = "\u00a0"  # a space at the end of an element counts for nothing
_BOLD = ' class="bold"'
_LOOKS = {"bold": f' mathvariant="normal"{_BOLD}', "bold-italic": _BOLD, "roman": ' mathvariant="normal"'}
_LINES = {OVERLINE: "overline", UNDERLINE: "underline"}
_MARKS = {"\u0302": "^", "\u0303": "~", "\u0304": "¯", "\u20d7": "→", "\u20d6": "←"}
_SIDES = {"l": ' class="left"', "c": "", "r": ' class="right"'}
_THIN = '<mspace width="0.167em"/>'


def mathml(latex: str, *, block: bool = False) -> str:
    """The ``math`` element of a formula; `block` for a displayed one."""
    shown = ' display="block"' if block else ""
    return f'<math{shown} data-latex="{escape(latex)}">{_of(parse(latex), block=block)}</math>'


def with_formulas(text: str) -> str:
    """A text of formulas between dollar signs as markup; what stands between them is escaped."""
    pieces = split_formulas(text)
    return "".join(mathml(latex) if latex else escape(said, quote=False) for latex, said in pieces)


def _of(node: Node, *, block: bool = False) -> str:
    match node:
        case Sign(text, kind):
            return _sign(text, kind)
        case Row(parts):
            return f"<mrow>{_parts(parts, block=block)}</mrow>"
        case Script():
            return _script(node, block=block)
        case Fraction(top, bottom, bar):
            line = "" if bar else ' linethickness="0"'
            return f"<mfrac{line}>{_of(top)}{_of(bottom)}</mfrac>"
        case Root(inside, degree):
            return f"<mroot>{_of(inside)}{_of(degree)}</mroot>" if degree else f"<msqrt>{_of(inside)}</msqrt>"
        case Accent():
            return _accent(node)
        case Fence(left, right, inside):
            return f"<mrow>{_fence(left)}{_of(inside, block=block)}{_fence(right)}</mrow>"
        case Table(rows):
            close = ' class="close" displaystyle="true"' if node.close else ""
            return f"<mtable{close}>{''.join(_row(node, row, block=block or node.close) for row in rows)}</mtable>"


def _parts(parts: tuple[Node, ...], *, block: bool) -> str:
    out = []
    for at, part in enumerate(parts):
        out.append(_of(part, block=block))
        if at + 1 < len(parts) and is_function_before(part, parts[at + 1]):
            out.append(_THIN)
    return "".join(out)


def _sign(text: str, kind: str) -> str:
    shown = escape(text, quote=False)
    if kind == "words":
        return f"<mtext>{shown.replace(' ', NO_BREAK)}</mtext>"
    if kind in ALPHABETS:
        return f"<mi>{escape(in_alphabet(text, kind), quote=False)}</mi>"
    if text[:1].isdigit():
        return f"<mn{_BOLD if kind.startswith('bold') else ''}>{shown}</mn>"
    if kind in _LOOKS:
        return f"<mi{_LOOKS[kind]}>{shown}</mi>"
    if text.isspace():
        return f'<mspace width="{_widths(text):.3g}em"/>'
    if "Α" <= text <= "Ω":  # capitals of Greek stand upright in LaTeX, and lean in MathML
        return f"<mi{_LOOKS['roman']}>{shown}</mi>"
    return f"<mi>{shown}</mi>" if text.isalpha() else f"<mo>{shown}</mo>"


def _widths(spaces: str) -> float:
    return sum({"\u2003": 1.0, "\u2005": 0.25, "\u2009": 0.167}.get(space, 0.333) for space in spaces)


def _script(node: Script, *, block: bool) -> str:
    base = _of(node.base)
    sub, sup = (_of(part) if part is not None else "" for part in (node.sub, node.sup))
    if not sub and not sup:
        return base
    limits = has_limits(node, block=block)
    if sub and sup:
        name = "munderover" if limits else "msubsup"
    elif sub:
        name = "munder" if limits else "msub"
    else:
        name = "mover" if limits else "msup"
    return f"<{name}>{base}{sub}{sup}</{name}>"


def _accent(node: Accent) -> str:
    over = _of(node.over)
    if node.mark in _LINES:
        return f'<mrow class="{_LINES[node.mark]}">{over}</mrow>'
    name = "munder" if node.mark == UNDERBRACE else "mover"
    kind = "" if node.mark in (OVERBRACE, UNDERBRACE) else ' accent="true"'
    return f"<{name}{kind}>{over}<mo>{_MARKS.get(node.mark, node.mark)}</mo></{name}>"


def _fence(sign: str) -> str:
    return f'<mo lspace="0" rspace="0">{escape(sign, quote=False)}</mo>' if sign.strip() else ""


def _row(table: Table, cells: tuple[Node, ...], *, block: bool) -> str:
    out = []
    for column, cell in enumerate(cells):
        side = _SIDES[table.column_align(column)]
        out.append(f"<mtd{side}>{_of(cell, block=block)}</mtd>")
    return f"<mtr>{''.join(out)}</mtr>"
