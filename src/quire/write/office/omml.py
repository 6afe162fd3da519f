"""Formulas as the equations of Word and PowerPoint (Office MathML, ECMA-376-1, 22.1).

LibreOffice reads an equation as a formula of its own language, in which some signs are words and each relation needs
something on both sides; where the standard leaves a choice, the form is taken that both read.
"""

from __future__ import annotations

from quire.latex.commands import BRACKETS, INTEGRALS, OVERBRACE, OVERLINE, UNDERBRACE, UNDERLINE
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
    large_operator,
)
from quire.write.office.office_text import escape, xml_text

RUN_FONT = '<w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/></w:rPr>'
"""How a run of a formula is set in Word; DrawingML has an element of its own in its place."""

_LOOKS = {
    "words": "<m:nor/>",
    "bold": '<m:sty m:val="b"/>',
    "bold-italic": '<m:sty m:val="bi"/>',
}
_RELATIONS = frozenset("=<>≤≥≠≈≡∼≃≅∝∈∉∋⊂⊆⊃⊇→←⇒⇐⇔⟶⟹⟺↦×⋅·÷∗∧∨∩∪⊕⊗⊙∘∣≪≫")
_SIGNS = frozenset("+−±∓")
_WORDS_ELSEWHERE = frozenset("#&%|")
"""Signs that LibreOffice would take for words of its language."""

_CLOSING = frozenset(BRACKETS.values())
_BARS = {OVERLINE: "top", UNDERLINE: "bot"}
_BRACES = {OVERBRACE: ("top", "bot"), UNDERBRACE: ("bot", "top")}
_SIDES = {"l": "left", "c": "center", "r": "right"}
_NOTHING = f"<m:r><m:rPr><m:nor/></m:rPr>{RUN_FONT}<m:t>\u200b</m:t></m:r>"
"""A run of no width where a reader would see a place that is still to be filled."""


def omml(latex: str, *, block: bool = True) -> str:
    """The ``m:oMath`` of a formula; `block` for a displayed one."""
    return f"<m:oMath>{_Writer(block=block).of(parse(latex))}</m:oMath>"


class _Writer:
    def __init__(self, *, block: bool) -> None:
        self._block = block

    def of(self, node: Node) -> str:
        """A part as elements, never none."""
        match node:
            case Sign():
                return self._parts((node,))
            case Row(parts):
                return self._parts(parts)
            case Script():
                return self._nary(node, ()) if large_operator(node) else self._script(node)
            case Fraction(top, bottom, bar):
                kind = "" if bar else '<m:fPr><m:type m:val="noBar"/></m:fPr>'
                return f"<m:f>{kind}<m:num>{self.of(top)}</m:num><m:den>{self.of(bottom)}</m:den></m:f>"
            case Root(inside, degree):
                hidden = "" if degree else '<m:radPr><m:degHide m:val="1"/></m:radPr>'
                return f"<m:rad>{hidden}<m:deg>{self.of(degree) if degree else ''}</m:deg>{self._e(inside)}</m:rad>"
            case Accent():
                return self._accent(node)
            case Fence(left, right, inside):
                signs = "".join(
                    f'<m:{name} m:val="{escape(xml_text(sign.strip()))}"/>'
                    for name, sign in (("begChr", left), ("endChr", right))
                )
                return f"<m:d><m:dPr>{signs}</m:dPr>{self._e(inside)}</m:d>"
            case Table():
                return self._table(node)

    def _e(self, node: Node) -> str:
        return f"<m:e>{self.of(node)}</m:e>"

    def _parts(self, parts: tuple[Node, ...]) -> str:
        """Parts behind each other; a large operator takes what follows it as its operand."""
        out = [_NOTHING] if not parts or _is_relation(parts[0]) else []
        lonely = _lonely_brackets(parts)
        at = 0
        while at < len(parts):
            part = parts[at]
            if large_operator(part):
                end = _operand_end(parts, at + 1)
                out.append(self._nary(part, parts[at + 1 : end]))
                at = end
                continue
            if isinstance(part, Sign):
                out.append(_run(part.text, "words" if at in lonely else part.type))
            else:
                out.append(self.of(part))
            at += 1
            following = parts[at] if at < len(parts) else None
            if following is not None and is_function_before(part, following):
                out.append(_run("\u2009", "words"))
            if _lacks_operand(part, following):
                out.append(_NOTHING)
        return "".join(out)

    def _nary(self, node: Node, operand: tuple[Node, ...]) -> str:
        sign = large_operator(node)
        script = node if isinstance(node, Script) else Script(node)
        place = "undOvr" if has_limits(script, block=self._block and sign not in INTEGRALS) else "subSup"
        ends = ""
        looks = f'<m:chr m:val="{sign}"/><m:limLoc m:val="{place}"/>'
        for name, part in (("sub", script.sub), ("sup", script.sup)):
            looks += "" if part else f'<m:{name}Hide m:val="1"/>'
            ends += f"<m:{name}>{self.of(part) if part else ''}</m:{name}>"
        return f"<m:nary><m:naryPr>{looks}</m:naryPr>{ends}<m:e>{self._parts(operand)}</m:e></m:nary>"

    def _script(self, node: Script) -> str:
        sub, sup = (self.of(part) if part is not None else "" for part in (node.sub, node.sup))
        base = self.of(node.base)
        if has_limits(node, block=self._block):
            for name, end in (("limLow", sub), ("limUpp", sup)):
                base = f"<m:{name}><m:e>{base}</m:e><m:lim>{end}</m:lim></m:{name}>" if end else base
            return base
        inside = (
            f"<m:e>{base}</m:e>" + (f"<m:sub>{sub}</m:sub>" if sub else "") + (f"<m:sup>{sup}</m:sup>" if sup else "")
        )
        name = "sSubSup" if sub and sup else "sSub" if sub else "sSup"
        return f"<m:{name}>{inside}</m:{name}>" if sub or sup else base

    def _accent(self, node: Accent) -> str:
        mark, over = node.mark, self._e(node.over)
        if mark in _BARS:
            return f'<m:bar><m:barPr><m:pos m:val="{_BARS[mark]}"/></m:barPr>{over}</m:bar>'
        if mark in _BRACES:
            place, just = _BRACES[mark]
            looks = f'<m:chr m:val="{mark}"/><m:pos m:val="{place}"/><m:vertJc m:val="{just}"/>'
            return f"<m:groupChr><m:groupChrPr>{looks}</m:groupChrPr>{over}</m:groupChr>"
        return f'<m:acc><m:accPr><m:chr m:val="{mark}"/></m:accPr>{over}</m:acc>'

    def _table(self, table: Table) -> str:
        width = max(map(len, table.rows), default=0)
        columns = "".join(
            f'<m:mc><m:mcPr><m:count m:val="1"/><m:mcJc m:val="{_SIDES[table.column_align(column)]}"/></m:mcPr></m:mc>'
            for column in range(width)
        )
        gap = '<m:cGpRule m:val="3"/><m:cGp m:val="60"/>' if table.close else ""
        rows = "".join(
            f"<m:mr>{''.join(self._e(row[at] if at < len(row) else Row()) for at in range(width))}</m:mr>"
            for row in table.rows
        )
        return (
            f'<m:m><m:mPr><m:plcHide m:val="1"/>{gap}<m:mcs>{columns}</m:mcs></m:mPr>{rows}</m:m>' if rows else _NOTHING
        )


def _lonely_brackets(parts: tuple[Node, ...]) -> set[int]:
    """The brackets that close none of their kind, as in [0, 1): text to LibreOffice, which reads brackets in pairs."""
    out: set[int] = set()
    open_at: list[int] = []
    for at, part in enumerate(parts):
        sign = _text(part)
        if sign in BRACKETS:
            open_at.append(at)
        elif sign in _CLOSING:
            start = open_at.pop() if open_at else at
            out |= set() if BRACKETS.get(_text(parts[start])) == sign else {start, at}
    return out | {*open_at}


def _operand_end(parts: tuple[Node, ...], start: int) -> int:
    """Where the operand of a large operator ends: at the bracket that was open before it."""
    depth = 0
    for at in range(start, len(parts)):
        depth += (_text(parts[at]) in BRACKETS) - (_text(parts[at]) in _CLOSING)
        if depth < 0:
            return at
    return len(parts)


def _lacks_operand(part: Node, following: Node | None) -> bool:
    if following is None:
        return _is_relation(part) or _text(part) in _SIGNS
    return _is_relation(part) and _is_relation(following)


def _text(node: Node) -> str:
    return node.text if isinstance(node, Sign) and not node.type else ""


def _is_relation(node: Node) -> bool:
    return _text(node) in _RELATIONS


def _run(text: str, kind: str) -> str:
    text = xml_text(in_alphabet(text, kind) if kind in ALPHABETS else text)
    if not text:
        return ""
    if kind == "roman":
        look = "<m:nor/>" if len(text) > 1 else '<m:sty m:val="p"/>'
    elif text in _WORDS_ELSEWHERE or text.isspace():
        look = "<m:nor/>"
    else:
        look = _LOOKS.get(kind, "")
    keep = ' xml:space="preserve"' if text != text.strip() else ""
    return f"<m:r>{f'<m:rPr>{look}</m:rPr>' if look else ''}{RUN_FONT}<m:t{keep}>{escape(text)}</m:t></m:r>"
