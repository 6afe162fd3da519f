"""Formulas as MathML Core, which browsers show without any program (W3C, MathML Core)."""

from __future__ import annotations

import re
from html import escape

from quire.latex import Accent, Fence, Fraction, Node, Root, Row, Script, Sign, Table, parse

NO_BREAK = "\u00a0"  # a space at the end of an element counts for nothing
_LARGE = frozenset("∑∏∐⋃⋂⋁⋀⨁⨂")
_VARIANTS = {"script": 0x1D49C, "fraktur": 0x1D504}
_DOLLARS = re.compile(r"\$([^$]*)\$")


def mathml(latex: str, *, block: bool = False) -> str:
    """The ``math`` element of a formula; `block` for a displayed one."""
    shown = ' display="block"' if block else ""
    return f'<math{shown} data-latex="{escape(latex)}">{_of(parse(latex), block=block)}</math>'


def with_formulas(text: str) -> str:
    """A text of formulas between dollar signs as markup; what stands between them is escaped."""
    out, at = [], 0
    for found in _DOLLARS.finditer(text):
        out += [escape(text[at : found.start()], quote=False), mathml(found[1])]
        at = found.end()
    return "".join([*out, escape(text[at:], quote=False)])


def _of(node: Node, *, block: bool = False) -> str:
    match node:
        case Sign(text, kind):
            return _sign(text, kind)
        case Row(parts):
            return f"<mrow>{''.join(_of(part, block=block) for part in parts)}</mrow>"
        case Script():
            return _script(node, block=block)
        case Fraction(top, bottom, bar):
            line = "" if bar else ' linethickness="0"'
            return f"<mfrac{line}>{_of(top)}{_of(bottom)}</mfrac>"
        case Root(inside, degree):
            return f"<mroot>{_of(inside)}{_of(degree)}</mroot>" if degree else f"<msqrt>{_of(inside)}</msqrt>"
        case Accent(mark, over):
            sign = {"\u0305": "¯", "\u0302": "^", "\u0303": "~", "\u0304": "¯", "\u20d7": "→"}.get(mark, mark)
            return f'<mover accent="true">{_of(over)}<mo>{sign}</mo></mover>'
        case Fence(left, right, inside):
            return f"<mrow>{_fence(left)}{_of(inside)}{_fence(right)}</mrow>"
        case Table(rows):
            return f"<mtable>{''.join(_row(row) for row in rows)}</mtable>"


def _sign(text: str, kind: str) -> str:
    shown = escape(text, quote=False)
    if kind == "bold":
        return f'<mi style="font-weight:bold">{shown}</mi>'
    if kind in _VARIANTS and len(text) == 1 and "A" <= text <= "Z":
        return f"<mi>{chr(_VARIANTS[kind] + ord(text) - 65)}</mi>" if text not in "BEFHILMRCZ" else f"<mi>{shown}</mi>"
    if kind == "roman" and " " in text:
        return f"<mtext>{shown.replace(' ', NO_BREAK)}</mtext>"
    if kind == "roman":
        return f'<mi mathvariant="normal">{shown}</mi>'
    if text[:1].isdigit():
        return f"<mn>{shown}</mn>"
    if text.isspace():
        return '<mspace width="1em"/>'
    return f"<mi>{shown}</mi>" if text.isalpha() else f"<mo>{shown}</mo>"


def _script(node: Script, *, block: bool) -> str:
    limits = block and isinstance(node.base, Sign) and node.base.text in _LARGE
    base = _of(node.base)
    sub, sup = (_of(part) if part is not None else "" for part in (node.sub, node.sup))
    if sub and sup:
        name = "munderover" if limits else "msubsup"
    elif sub:
        name = "munder" if limits else "msub"
    else:
        name = "mover" if limits else "msup"
    return f"<{name}>{base}{sub}{sup}</{name}>"


def _fence(sign: str) -> str:
    return f"<mo>{escape(sign, quote=False)}</mo>" if sign.strip() else ""


def _row(cells: tuple[Node, ...]) -> str:
    return f"<mtr>{''.join(f'<mtd>{_of(cell)}</mtd>' for cell in cells)}</mtr>"
