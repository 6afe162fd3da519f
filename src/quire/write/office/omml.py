"""Formulas as the equations of Word and PowerPoint (Office MathML, ECMA-376-1, 22.1)."""

from __future__ import annotations

import re

from quire.latex import Accent, Fence, Fraction, Node, Root, Row, Script, Sign, Table, parse
from quire.write.office.office_text import escape, xml_text

RUN_FONT = '<w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/></w:rPr>'
"""How a run of a formula is set in Word; DrawingML has an element of its own in its place."""

_LARGE = frozenset("∑∏∐∫∬∭∮⋃⋂⋁⋀⨁⨂")
_BESIDE = frozenset("∫∬∭∮")
_DOLLARS = re.compile(r"\$([^$]*)\$")
_STYLES = {"roman": "p", "bold": "b"}
_SCRIPTS = {"script": "script", "fraktur": "fraktur", "double": "double-struck"}


def omml(latex: str) -> str:
    """The ``m:oMath`` of a formula."""
    return f"<m:oMath>{_of(parse(latex))}</m:oMath>"


def split_formulas(text: str) -> list[tuple[str, str]]:
    """A text of formulas between dollar signs in pieces: ("", text) and (LaTeX, "")."""
    out: list[tuple[str, str]] = []
    at = 0
    for found in _DOLLARS.finditer(text):
        out += [("", text[at : found.start()]), (found[1], "")]
        at = found.end()
    return [piece for piece in [*out, ("", text[at:])] if piece[0] or piece[1]]


def _some(node: Node | None) -> str:
    return "" if node is None else _of(node)


def _of(node: Node) -> str:  # noqa: PLR0911 - one case for each kind of node
    match node:
        case Sign(text, kind):
            return _run(text, kind)
        case Row(parts):
            return _parts(parts)
        case Script():
            return _script(node)
        case Fraction(top, bottom, bar):
            kind = "" if bar else '<m:fPr><m:type m:val="noBar"/></m:fPr>'
            return f"<m:f>{kind}<m:num>{_of(top)}</m:num><m:den>{_of(bottom)}</m:den></m:f>"
        case Root(inside, degree):
            hidden = "" if degree else '<m:radPr><m:degHide m:val="1"/></m:radPr>'
            return f"<m:rad>{hidden}<m:deg>{_some(degree)}</m:deg>{_e(inside)}</m:rad>"
        case Accent(mark, over):
            if mark == "\u0305":
                return f'<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>{_e(over)}</m:bar>'
            return f'<m:acc><m:accPr><m:chr m:val="{mark}"/></m:accPr>{_e(over)}</m:acc>'
        case Fence(left, right, inside):
            signs = f'<m:begChr m:val="{escape(left.strip())}"/><m:endChr m:val="{escape(right.strip())}"/>'
            return f"<m:d><m:dPr>{signs}</m:dPr>{_e(inside)}</m:d>"
        case Table(rows):
            return f"<m:m>{''.join(map(_row, rows))}</m:m>"


def _parts(parts: tuple[Node, ...]) -> str:
    """Parts behind each other; a large operator takes what follows it as its operand."""
    out: list[str] = []
    for at, part in enumerate(parts):
        if _operator(part):
            return "".join(out) + _nary(part, parts[at + 1 :])
        out.append(_of(part))
    return "".join(out)


def _operator(node: Node) -> str:
    base = node.base if isinstance(node, Script) else node
    return base.text if isinstance(base, Sign) and base.text in _LARGE else ""


def _nary(node: Node, operand: tuple[Node, ...]) -> str:
    sign = _operator(node)
    sub, sup = (node.sub, node.sup) if isinstance(node, Script) else (None, None)
    place = "subSup" if sign in _BESIDE else "undOvr"
    hidden = ('<m:subHide m:val="1"/>' if sub is None else "") + ('<m:supHide m:val="1"/>' if sup is None else "")
    looks = f'<m:naryPr><m:chr m:val="{sign}"/><m:limLoc m:val="{place}"/>{hidden}</m:naryPr>'
    return f"<m:nary>{looks}<m:sub>{_some(sub)}</m:sub><m:sup>{_some(sup)}</m:sup><m:e>{_parts(operand)}</m:e></m:nary>"


def _script(node: Script) -> str:
    if _operator(node):
        return _nary(node, ())
    sub, sup = f"<m:sub>{_some(node.sub)}</m:sub>", f"<m:sup>{_some(node.sup)}</m:sup>"
    if node.sub is not None and node.sup is not None:
        return f"<m:sSubSup>{_e(node.base)}{sub}{sup}</m:sSubSup>"
    return (
        f"<m:sSub>{_e(node.base)}{sub}</m:sSub>" if node.sub is not None else f"<m:sSup>{_e(node.base)}{sup}</m:sSup>"
    )


def _row(cells: tuple[Node, ...]) -> str:
    return f"<m:mr>{''.join(map(_e, cells))}</m:mr>"


def _e(node: Node) -> str:
    return f"<m:e>{_of(node)}</m:e>"


def _run(text: str, kind: str) -> str:
    text = xml_text(text)
    if not text:
        return ""
    look = f'<m:scr m:val="{_SCRIPTS[kind]}"/>' if kind in _SCRIPTS else ""
    look += f'<m:sty m:val="{_STYLES[kind]}"/>' if kind in _STYLES else ""
    keep = ' xml:space="preserve"' if text != text.strip() else ""
    return f"<m:r>{f'<m:rPr>{look}</m:rPr>' if look else ''}{RUN_FONT}<m:t{keep}>{escape(text)}</m:t></m:r>"
