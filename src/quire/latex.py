"""LaTeX of formulas as a tree, and as plain text: what writers need to show it in their own way.

Understood is what formulas are made of here: letters and signs, scripts, fractions, roots, accents, delimiters that
grow, rows and matrices. Unknown commands stand for themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

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

_TALL = re.compile(r"\\(?:frac|binom|begin|sum|prod|bigcup|bigcap|int|oint|left|sqrt)\b")
_LEXEME = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_DEEPEST = 40  # groups inside groups that are followed; real formulas have five

COMMANDS = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ϵ": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma",
    "τ": "tau", "υ": "upsilon", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta",
    "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Υ": "Upsilon", "Φ": "Phi", "Ψ": "Psi",
    "Ω": "Omega", "⨌": "iiiint", "∯": "oiint",
    "ε": "varepsilon", "ϑ": "vartheta", "ϖ": "varpi", "ϱ": "varrho", "ς": "varsigma", "φ": "varphi", "µ": "mu",
    "∆": "Delta", "\u2126": "Omega", "∑": "sum", "∏": "prod", "∐": "coprod", "∫": "int", "∬": "iint", "∭": "iiint",
    "∮": "oint", "⋃": "bigcup", "⋂": "bigcap", "⋁": "bigvee", "⋀": "bigwedge", "⨁": "bigoplus", "⨂": "bigotimes",
    "⊎": "uplus", "×": "times", "⋅": "cdot", "·": "cdot", "∙": "bullet", "•": "bullet", "÷": "div", "±": "pm",
    "∓": "mp", "∗": "*", "∘": "circ", "◦": "circ", "⊗": "otimes", "⊕": "oplus", "⊙": "odot", "⊖": "ominus",
    "≤": "leq", "⩽": "leqslant", "≥": "geq", "⩾": "geqslant", "≠": "neq", "≈": "approx", "≃": "simeq", "≅": "cong",
    "≡": "equiv", "∼": "sim", "≍": "asymp", "∝": "propto", "≪": "ll", "≫": "gg", "≺": "prec", "≻": "succ",
    "⪯": "preceq", "⪰": "succeq", "≜": "triangleq", "≐": "doteq", "∈": "in", "∉": "notin", "∋": "ni", "⊂": "subset",
    "⊆": "subseteq", "⊃": "supset", "⊇": "supseteq", "⊊": "subsetneq", "∪": "cup", "∩": "cap", "∅": "emptyset",
    "∖": "setminus", "∧": "wedge", "∨": "vee", "¬": "neg", "∀": "forall", "∃": "exists", "∄": "nexists",
    "⊢": "vdash", "⊨": "models", "⊥": "perp", "⊤": "top", "→": "to", "←": "leftarrow", "↔": "leftrightarrow",
    "⇒": "Rightarrow", "⇐": "Leftarrow", "⇔": "Leftrightarrow", "⟶": "longrightarrow", "⟹": "Longrightarrow",
    "⟺": "Longleftrightarrow", "↦": "mapsto", "⟼": "longmapsto",
    "↑": "uparrow", "↓": "downarrow", "⇌": "rightleftharpoons",
    "↪": "hookrightarrow", "↠": "twoheadrightarrow", "⇀": "rightharpoonup", "∞": "infty", "∂": "partial",
    "∇": "nabla", "ℏ": "hbar", "ℓ": "ell", "ℜ": "Re", "ℑ": "Im", "ℵ": "aleph", "℘": "wp", "ı": "imath", "ȷ": "jmath",
    "…": "ldots", "⋯": "cdots", "⋮": "vdots", "⋱": "ddots", "†": "dagger", "‡": "ddagger", "⋆": "star", "♯": "sharp",
    "♭": "flat", "∠": "angle", "△": "triangle", "□": "square",
    "◻": "square", "∥": "|", "‖": "|", "∣": "mid", "⟨": "langle",
    "⟩": "rangle", "〈": "langle", "〉": "rangle", "⌊": "lfloor", "⌋": "rfloor", "⌈": "lceil", "⌉": "rceil",
    "{": "{", "}": "}", "%": "%", "#": "#", "&": "&", "$": "$", "⊠": "boxtimes", "⊞": "boxplus", "⋉": "ltimes",
    "⋊": "rtimes", "≀": "wr", "⋄": "diamond", "≲": "lesssim", "≳": "gtrsim", "⊲": "triangleleft", "⊳": "triangleright",
}  # fmt: skip
"""Characters to commands, without the backslash; all others stand for themselves."""


SIGNS = {command: sign for sign, command in reversed(COMMANDS.items())} | {
    "lbrace": "{", "rbrace": "}", "vert": "|", "prime": "′",
    "quad": "\u2003", "qquad": "\u2003\u2003", ",": "\u2009", ";": "\u2005",
    " ": " ", "!": "", ":": "\u2005", "rightarrow": "→", "le": "≤", "ge": "≥", "ne": "≠", "lim": "lim", "_": "_",
}  # fmt: skip
"""Commands to characters; a command with several gets the first."""

ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303",
    "widetilde": "\u0303", "bar": "\u0304", "overline": "\u0305",
    "dot": "\u0307", "ddot": "\u0308", "vec": "\u20d7",
    "breve": "\u0306", "check": "\u030c", "acute": "\u0301", "grave": "\u0300",
    "mathring": "\u030a",
}  # fmt: skip
"""Commands to combining characters."""

_TYPES = {
    "mathrm": "roman",
    "text": "roman",
    "operatorname": "roman",
    "mathbf": "bold",
    "mathbb": "double",
    "mathcal": "script",
    "mathfrak": "fraktur",
}
_FENCES = {
    "pmatrix": "()",
    "bmatrix": "[]",
    "vmatrix": "||",
    "Bmatrix": "{}",
    "cases": "{ ",
    "matrix": "  ",
    "aligned": "  ",
}
_DOUBLE = str.maketrans("CHNPQRZ", "ℂℍℕℙℚℝℤ")


@dataclass(frozen=True, slots=True)
class Sign:
    """A letter, a number, a sign, or a name; `type` is "", "roman", "bold", "double", "script" or "fraktur"."""

    text: str
    type: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Parts behind each other."""

    parts: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """A base with what is lower and higher at its right."""

    base: Node
    sub: Node | None = None
    sup: Node | None = None


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
    """A mark, as a combining character, over something."""

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
    """Rows of cells: matrices, cases, lines of equations."""

    rows: tuple[tuple[Node, ...], ...] = field(default=())


Node = Sign | Row | Script | Fraction | Root | Accent | Fence | Table


def is_tall(latex: str) -> bool:
    """Whether a formula is higher than a line of text: fractions, sums, matrices."""
    return _TALL.search(latex) is not None


def parse(latex: str) -> Node:
    """The formula's tree."""
    return _Reader(latex).row("")


def plain(latex: str) -> str:
    """The formula as text on one line: signs as characters, fractions with a slash."""
    return " ".join(_text(parse(latex)).split())


class _Reader:
    def __init__(self, latex: str) -> None:
        self._lexemes: list[str] = _LEXEME.findall(latex.strip().strip("$"))
        self._at = 0
        self._depth = 0

    def row(self, *stops: str) -> Node:
        """What is up to one of the tokens `stops`, which is left."""
        parts: list[Node] = []
        self._depth += 1
        while self._at < len(self._lexemes) and self._lexemes[self._at] not in stops:
            lexeme = self._next()
            if lexeme in ("_", "^", "'"):
                base = parts.pop() if parts else Row()
                parts.append(self._script(base, lexeme))
            elif not lexeme.isspace():
                parts.append(self._one(lexeme))
        self._depth -= 1
        return parts[0] if len(parts) == 1 else Row(tuple(parts))

    def _next(self) -> str:
        self._at += 1
        return self._lexemes[self._at - 1]

    def _argument(self) -> Node:
        while self._at < len(self._lexemes) and self._lexemes[self._at].isspace():
            self._at += 1
        if self._at >= len(self._lexemes):
            return Row()
        return self._one(self._next())

    def _script(self, base: Node, lexeme: str) -> Node:
        inside = Sign("′") if lexeme == "'" else self._argument()
        old = base if isinstance(base, Script) else Script(base)
        if lexeme == "_":
            return Script(old.base, inside, old.sup) if old.sub is None else Script(old, inside)
        return Script(old.base, old.sub, inside) if old.sup is None else Script(old, None, inside)

    def _one(self, lexeme: str) -> Node:
        if lexeme == "{":
            if self._depth > _DEEPEST:
                return Sign("{")
            inside = self.row("}")
            self._at += 1
            return inside
        if not lexeme.startswith("\\") or len(lexeme) == 1:
            return self._number(lexeme)
        return self._command(lexeme[1:])

    def _number(self, lexeme: str) -> Node:
        while (
            lexeme[-1].isdigit() and self._at < len(self._lexemes) and re.fullmatch(r"[\d.]", self._lexemes[self._at])
        ):
            lexeme += self._next()
        return Sign({"-": "−", "*": "∗"}.get(lexeme, lexeme))

    def _command(self, name: str) -> Node:
        if name == "text":
            return Sign(self._words(), "roman")
        if name in _TYPES:
            return self._typed(_TYPES[name])
        if name in ACCENTS:
            return Accent(ACCENTS[name], self._argument())
        if name in ("frac", "binom"):
            made = Fraction(self._argument(), self._argument(), bar=name == "frac")
            return made if made.bar else Fence("(", ")", made)
        if name == "sqrt":
            degree = None
            if self._at < len(self._lexemes) and self._lexemes[self._at] == "[":
                self._at += 1
                degree = self.row("]")
                self._at += 1
            return Root(self._argument(), degree)
        if name == "left":
            return self._fence()
        if name == "begin":
            return self._table()
        sign = SIGNS.get(name)
        return Sign(sign) if sign is not None else Sign(name, "roman")

    def _typed(self, kind: str) -> Node:
        inside = self._argument()
        text = _text(inside)
        return Sign(text.translate(_DOUBLE), "") if kind == "double" and text in "CHNPQRZ" else Sign(text, kind)

    def _words(self) -> str:
        """The text in the group that follows, with its spaces."""
        start = self._at
        while self._at < len(self._lexemes) and self._lexemes[self._at] != "}":
            self._at += 1
        self._at += 1
        return "".join(self._lexemes[start + 1 : self._at - 1])

    def _fence(self) -> Node:
        left = self._delimiter()
        inside = self.row("\\right")
        self._at += 1
        return Fence(left, self._delimiter(), inside)

    def _delimiter(self) -> str:
        node = self._argument()
        return node.text if isinstance(node, Sign) else " "

    def _table(self) -> Node:
        kind = _text(self._argument())
        rows: list[tuple[Node, ...]] = []
        cells: list[Node] = []
        while self._at < len(self._lexemes):
            cells.append(self.row("&", "\\\\", "\\end"))
            lexeme = self._next() if self._at < len(self._lexemes) else "\\end"
            if lexeme == "&":
                continue
            rows.append(tuple(cells))
            cells = []
            if lexeme == "\\end":
                self._argument()
                break
        table = Table(tuple(rows))
        fences = _FENCES.get(kind, "  ")
        left, right = fences[0], fences[1]
        return table if left == right == " " else Fence(left, right, table)


def _text(node: Node) -> str:
    match node:
        case Sign(text):
            return text
        case Row(parts):
            return "".join(_spaced(part) for part in parts)
        case Script(base, sub, sup):
            return _text(base) + (f"_{_grouped(sub)}" if sub else "") + (f"^{_grouped(sup)}" if sup else "")
        case Fraction(top, bottom):
            return f"{_grouped(top)}/{_grouped(bottom)}"
        case Root(inside, degree):
            return f"{_text(degree) if degree else ''}√{_grouped(inside)}"
        case Accent(mark, over):
            return _text(over) + mark
        case Fence(left, right, inside):
            return f"{left}{_text(inside)}{right}".strip()
        case Table(rows):
            return "; ".join(", ".join(map(_text, row)) for row in rows)


def _spaced(node: Node) -> str:
    text = _text(node)
    relation = isinstance(node, Sign) and text in "=<>+−≤≥≠≈≡∼→⇒∈⊂±"
    return f" {text} " if relation or (isinstance(node, Sign) and node.type == "roman" and len(text) > 1) else text


def _grouped(node: Node) -> str:
    text = _text(node)
    if text == "′":
        return text
    return text if len(text) < 2 or text.isalnum() else f"({text.strip()})"
