"""LaTeX of formulas as a tree. Unknown commands stand for themselves, and anything at all is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from quire.latex.commands import ACCENTS, BRACKETS, DROPPED, SIGNS, SILENT, TYPES, WORDS
from quire.latex.tree import Accent, Fence, Fraction, Node, Root, Row, Script, Sign, Table, sign_text

_LEXEME = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|.", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?")
_DEEPEST = 40
"""Groups inside groups that are followed; real formulas have five."""

_DOUBLE = str.maketrans("CHNPQRZ", "ℂℍℕℙℚℝℤ")
_BARS = frozenset("|∥")
_CLOSING = frozenset(BRACKETS.values())
_INFIX = {"\\over": True, "\\atop": False, "\\choose": False}

_FENCES = {
    "pmatrix": "()", "bmatrix": "[]", "vmatrix": "||", "Bmatrix": "{}", "Vmatrix": "∥∥", "cases": "{ ",
}  # fmt: skip
_EQUATIONS = frozenset({"aligned", "align", "split", "eqnarray", "alignat", "alignedat", "flalign"})
_LINES = frozenset({"gather", "gathered", "multline", "equation"})


def parse(latex: str) -> Node:
    """The formula's tree."""
    return _Reader(latex).row()


class _Reader:
    def __init__(self, latex: str) -> None:
        self._lexemes: list[str] = _LEXEME.findall(_COMMENT.sub("", latex.strip().strip("$")))
        self._at = 0
        self._depth = 0

    def row(self, *stops: str) -> Node:
        """What is up to one of the tokens `stops`, which is left."""
        parts: list[Node] = []
        self._depth += 1
        while self._at < len(self._lexemes) and self._lexemes[self._at] not in stops:
            lexeme = self._next()
            if lexeme in ("_", "^", "'"):
                self._script(parts, lexeme)
            elif lexeme == "\\limits" and parts:
                parts.append(_with_limits(parts.pop()))
            elif lexeme in _INFIX and self._depth <= _DEEPEST:
                made = Fraction(_row(parts), self.row(*stops), bar=_INFIX[lexeme])
                parts = [Fence("(", ")", made) if lexeme == "\\choose" else made]
            elif not lexeme.isspace():
                part = self._one(lexeme)
                parts += () if part == Row() and lexeme != "{" else (part,)
        self._depth -= 1
        return _row(_with_pairs(parts))

    def _next(self) -> str:
        self._at += 1
        return self._lexemes[self._at - 1]

    def skip_spaces(self) -> str:
        """The token that comes next behind spaces, which is left; "" at the end."""
        while self._at < len(self._lexemes) and self._lexemes[self._at].isspace():
            self._at += 1
        return self._lexemes[self._at] if self._at < len(self._lexemes) else ""

    def argument(self) -> Node:
        """The group or the token that follows."""
        if not self.skip_spaces():
            return Row()
        self._depth += 1
        node = self._one(self._next())
        self._depth -= 1
        return node

    def option(self) -> Node | None:
        """What stands in brackets before the argument."""
        if self.skip_spaces() != "[":
            return None
        self._at += 1
        inside = self.row("]")
        self._at += 1
        return inside

    def _script(self, parts: list[Node], lexeme: str) -> None:
        """Give the last part a script; one that has it already keeps its own, and an empty part takes the second."""
        if lexeme == "'":
            inside: Node = Sign("′" * self._primes())
        else:
            inside = self.argument()
        last = parts.pop() if parts else Row()
        old = last if isinstance(last, Script) else Script(last)
        if lexeme == "_" and old.sub is None:
            parts.append(replace(old, sub=inside))
        elif lexeme == "_":
            parts += (old, Script(Row(), inside))
        elif old.sup is None:
            parts.append(replace(old, sup=inside))
        elif _is_prime(old.sup):
            parts.append(replace(old, sup=Row((old.sup, inside))))
        else:
            parts += (old, Script(Row(), None, inside))

    def _primes(self) -> int:
        """How many primes stand here, the one that was read included; all are taken."""
        count = 1
        while self._at < len(self._lexemes) and self._lexemes[self._at] == "'":
            self._at += 1
            count += 1
        return count

    def _one(self, lexeme: str) -> Node:
        if lexeme == "{":
            if self._depth > _DEEPEST:
                return Sign("{")
            inside = self.row("}")
            self._at += 1
            return inside
        if not lexeme.startswith("\\") or len(lexeme) == 1:
            return Sign("\u2004") if lexeme == "~" else self._number(lexeme)
        if self._depth > _DEEPEST:
            return Sign(lexeme[1:], "roman")
        return self._command(lexeme[1:].rstrip("*") or "*")

    def _number(self, lexeme: str) -> Node:
        while (
            lexeme[-1].isdigit() and self._at < len(self._lexemes) and re.fullmatch(r"[\d.]", self._lexemes[self._at])
        ):
            lexeme += self._next()
        return Sign({"-": "−", "*": "∗"}.get(lexeme, lexeme))

    def _command(self, name: str) -> Node:
        if name in SIGNS:
            return Sign(SIGNS[name])
        if name in SILENT:
            return Row()
        if name in WORDS:
            return Sign(self._words(), "words")
        if name in TYPES:
            return _typed(self.argument(), TYPES[name])
        if name in ACCENTS:
            return Accent(ACCENTS[name], self.argument())
        if name in DROPPED:
            self.argument()
            return Row()
        structure = _STRUCTURES.get(name)
        return structure(self) if structure else Sign(name, "roman")

    def _words(self) -> str:
        """The text in the group that follows, with its spaces; a formula inside it as it is typed."""
        if self.skip_spaces() != "{":
            return self._next() if self._at < len(self._lexemes) else ""
        self._at += 1
        depth, out = 1, []
        while self._at < len(self._lexemes):
            lexeme = self._next()
            depth += {"{": 1, "}": -1}.get(lexeme, 0)
            if not depth:
                break
            out.append(SIGNS.get(lexeme[1:], lexeme) if lexeme[:1] == "\\" else "" if lexeme in "{}$" else lexeme)
        return "".join(out)

    def fence(self) -> Node:
        """What stands between ``\\left`` and ``\\right``."""
        left = self._delimiter()
        inside = self.row("\\right")
        self._at += 1
        return Fence(left, self._delimiter(), inside)

    def _delimiter(self) -> str:
        node = self.argument()
        return node.text if isinstance(node, Sign) and node.text != "." else " "

    def table(self) -> Node:
        """What stands between ``\\begin`` and ``\\end``."""
        kind = (sign_text(self.argument()) or "").rstrip("∗")
        columns = ""
        if kind in ("array", "subarray", "alignat", "alignedat"):
            self.option()
            columns = "".join(re.findall("[lcr]", sign_text(self.argument()) or ""))
        table = self.rows("\\end")
        if kind in _EQUATIONS:
            table = Table(table.rows, "rl", close=True)
        elif kind == "cases":
            table = Table(table.rows, "l")
        elif kind == "array" and columns:
            table = Table(table.rows, columns)
        self.argument()
        if kind in _LINES and len(table.rows) == 1 and len(table.rows[0]) == 1:
            return table.rows[0][0]
        fences = _FENCES.get(kind)
        return Fence(fences[0], fences[1], table) if fences else table

    def rows(self, end: str) -> Table:
        """Cells up to the token `end`, which is taken; a group's brace before them, too."""
        self._at += self._at < len(self._lexemes) and self._lexemes[self._at] == "{" and end == "}"
        rows: list[tuple[Node, ...]] = []
        cells: list[Node] = []
        while self._at < len(self._lexemes):
            cells.append(self.row("&", "\\\\", "\\cr", end))
            lexeme = self._next() if self._at < len(self._lexemes) else end
            if lexeme == "&":
                continue
            last_is_empty = lexeme == end and rows and cells == [Row()]
            rows += () if last_is_empty else (tuple(cells),)
            cells = []
            if lexeme == end:
                break
            if self._at < len(self._lexemes) and self._lexemes[self._at] == "[":
                self.option()
        return Table(tuple(rows))


def _over(reader: _Reader) -> Node:
    over = reader.argument()
    return Script(reader.argument(), None, over, limits=True)


def _under(reader: _Reader) -> Node:
    under = reader.argument()
    return Script(reader.argument(), under, None, limits=True)


def _root(reader: _Reader) -> Node:
    degree = reader.option()
    return Root(reader.argument(), degree)


def _fraction(reader: _Reader) -> Node:
    return Fraction(reader.argument(), reader.argument())


def _binomial(reader: _Reader) -> Node:
    return Fence("(", ")", Fraction(reader.argument(), reader.argument(), bar=False))


def _arrow(sign: str) -> Callable[[_Reader], Node]:
    def read(reader: _Reader) -> Node:
        under = reader.option()
        return Script(Sign(sign), under, reader.argument(), limits=True)

    return read


def _negation(reader: _Reader) -> Node:
    negated = reader.argument()
    return Sign(f"{negated.text}\u0338") if isinstance(negated, Sign) else negated


def _modulus(reader: _Reader) -> Node:
    return Fence("(", ")", Row((Sign("mod ", "words"), reader.argument())))


def _lines(reader: _Reader) -> Node:
    return reader.rows("}") if reader.skip_spaces() == "{" else Row()


_STRUCTURES: dict[str, Callable[[_Reader], Node]] = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), _fraction),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), _binomial),
    **dict.fromkeys(("overset", "stackrel"), _over),
    **dict.fromkeys(("boxed", "fbox", "mathclap", "smash"), _Reader.argument),
    **dict.fromkeys(("bmod", "mod"), lambda _: Sign("mod", "roman")),
    "underset": _under, "sqrt": _root, "left": _Reader.fence, "begin": _Reader.table, "substack": _lines,
    "not": _negation, "pmod": _modulus, "xrightarrow": _arrow("→"), "xleftarrow": _arrow("←"),
    "xRightarrow": _arrow("⇒"), "xmapsto": _arrow("↦"),
}  # fmt: skip
"""Commands that take more than one argument, or an own kind of one."""


def _row(parts: list[Node]) -> Node:
    return parts[0] if len(parts) == 1 else Row(tuple(parts))


def _is_prime(node: Node) -> bool:
    return isinstance(node, Sign) and node.text.startswith("′")


def _with_limits(node: Node) -> Node:
    return replace(node, limits=True) if isinstance(node, Script) else Script(node, limits=True)


def _typed(node: Node, kind: str) -> Node:
    """A node whose letters have a type; letters behind each other are one name."""
    text = sign_text(node)
    if text is not None:
        return Sign(text.translate(_DOUBLE)) if kind == "double" and text in "CHNPQRZ" else Sign(text, kind)
    if isinstance(node, Row):
        return Row(tuple(_typed(part, kind) for part in node.parts))
    if isinstance(node, Script):
        return Script(_typed(node.base, kind), node.sub, node.sup, node.limits)
    return Accent(node.mark, _typed(node.over, kind)) if isinstance(node, Accent) else node


def _with_pairs(parts: list[Node]) -> list[Node]:
    return _with_bars(_with_brackets(parts))


def _with_brackets(parts: list[Node]) -> list[Node]:
    """Brackets whose closing one has scripts, as delimiters that have them: (a + b)^2."""
    out: list[Node] = []
    open_at: list[int] = []
    for part in parts:
        sign = _base_text(part)
        if sign in BRACKETS:
            open_at.append(len(out))
        elif open_at and sign in _CLOSING:
            start = open_at.pop()
            opening = _base_text(out[start])
            if isinstance(part, Script) and BRACKETS[opening] == sign:
                out[start:] = [replace(part, base=Fence(opening, sign, _row(out[start + 1 :])))]
                continue
        out.append(part)
    return out


def _with_bars(parts: list[Node]) -> list[Node]:
    """Bars that stand before and behind something as its delimiters: |x|, ∥v∥. Others, as in P(A|B), stay signs."""
    out: list[Node] = []
    at = 0
    while at < len(parts):
        end = _closing_bar(parts, at)
        if not end:
            out.append(parts[at])
            at += 1
            continue
        bar, last = _base_text(parts[at]), parts[end]
        fence = Fence(bar, bar, _row(parts[at + 1 : end]))
        out.append(replace(last, base=fence) if isinstance(last, Script) else fence)
        at = end + 1
    return out


def _closing_bar(parts: list[Node], start: int) -> int:
    """The bar that closes what the one at `start` opens; 0 where there is none."""
    bar = _base_text(parts[start])
    if bar not in _BARS or isinstance(parts[start], Script):
        return 0
    depth = 0
    for at in range(start + 1, len(parts)):
        text = _base_text(parts[at])
        if text == bar:
            return 0 if depth or at == start + 1 else at
        depth += (text in BRACKETS) - (text in _CLOSING)
        if depth < 0:
            return 0
    return 0


def _base_text(node: Node) -> str:
    base = node.base if isinstance(node, Script) else node
    return base.text if isinstance(base, Sign) else ""
