"""Formulas of a book as HTML that reads well without any program: signs, raised and lowered parts, fractions in a line.

What is beyond that (unknown commands and environments) stays the LaTeX that it is.
"""

from __future__ import annotations

import html
import re
import unicodedata

from quire.latex import ACCENTS, SIGNS

__all__ = ["formula_html"]

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_DEEPEST = 12
"""Groups inside groups that are followed; real formulas have three or four."""

_CHOSEN = SIGNS | {
    "cdot": "·",
    "ast": "∗",
    "gets": "←",
    "parallel": "∥",
    "dots": "…",
    "degree": "°",
    "|": "‖",
    "Vert": "‖",
}
_BINARY_NAMES = """
    times cdot div pm odot otimes oplus ast leq le geq ge neq ne approx equiv sim in notin subset subseteq cup
    cap to mapsto rightarrow leftarrow Rightarrow gets propto mid gg ll perp parallel circ wedge vee
    leftrightarrow
"""
"""Signs with a space on both sides."""

_SIGN_NAMES = """
    alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau
    upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega infty partial nabla
    sum prod int forall exists emptyset ldots dots cdots vdots ddots top prime ell hbar neg lfloor rfloor star
    dagger angle degree lceil rceil langle rangle Vert vert lbrace rbrace | { } % $ & # _
"""
_BINARY = {name: _CHOSEN[name] for name in _BINARY_NAMES.split()}
_SIGNS = {name: _CHOSEN[name] for name in _SIGN_NAMES.split()}
_SPACES = {",": " ", ";": " ", ":": " ", " ": " ", "!": "", "quad": " ", "qquad": "  ", "\\": " "}
_SILENT = {"left", "right", "big", "Big", "bigg", "Bigg", "displaystyle", "limits", "nolimits", "textstyle"}
_BOLD = {"mathbf", "boldsymbol", "bm", "textbf", "bf"}
_WORDS = {"text", "textrm", "textit", "mbox"}
_PLAIN = {"mathrm", "operatorname", "mathcal", "mathit", "mathsf", "mathtt", "mathfrak", "mathop", "overrightarrow"}
_DOUBLE = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "C": "ℂ", "E": "𝔼", "P": "ℙ", "1": "𝟙"}
_ACCENTS = {name: ACCENTS[name] for name in ("hat", "tilde", "bar", "vec", "dot", "overline", "widehat", "widetilde")}
_FUNCTIONS = {"log", "exp", "sin", "cos", "tan", "tanh", "max", "min", "argmax", "argmin", "lim", "sup", "inf", "det"}
_FUNCTIONS |= {"ln", "Pr", "limsup", "liminf", "sinh", "cosh", "dim", "ker", "deg", "gcd", "arg", "mod"}


_LINED = frozenset({"aligned", "align", "align*", "split", "gather", "gathered", "cases", "equation", "equation*"})
"""Environments whose rows stand below each other."""

_MATRICES = {"matrix": ("", ""), "pmatrix": ("(", ")"), "bmatrix": ("[", "]"), "vmatrix": ("|", "|")}
"""Environments that are written in a line: columns parted by commas, rows by semicolons."""


class _BeyondError(Exception):
    """The formula holds something that is not put into signs."""


def formula_html(latex: str) -> str:
    """The formula as escaped HTML with `sub`, `sup`, `strong` and `br`; as LaTeX where signs cannot express it."""
    try:
        reader = _Reader(latex)
        shown = reader.whole()
    except _BeyondError:
        return html.escape(latex.strip())
    return " ".join(shown.split(" ")).strip()


class _Reader:
    def __init__(self, latex: str) -> None:
        self._tokens: list[str] = _TOKEN.findall(latex.strip())
        self._at = 0
        self._inside: list[str] = []
        self._words = 0  # how many groups of words, in which spaces count, are open

    def whole(self) -> str:
        """The formula."""
        shown = self.group(0, closing="")
        if self._inside:
            raise _BeyondError
        return shown

    def group(self, depth: int, *, closing: str) -> str:
        """What stands up to the closing sign."""
        if depth > _DEEPEST:
            raise _BeyondError
        out: list[str] = []
        while self._at < len(self._tokens):
            sign = self._next()
            if sign == closing:
                return "".join(out)
            if sign == "}":
                raise _BeyondError
            shown = self._one(sign, depth, first=not out)
            out += [shown] if shown else []
        if closing:
            raise _BeyondError
        return "".join(out)

    def _next(self) -> str:
        if self._at >= len(self._tokens):
            raise _BeyondError
        self._at += 1
        return self._tokens[self._at - 1]

    def _argument(self, depth: int) -> str:
        sign = self._next()
        while sign.isspace():
            sign = self._next()
        return self.group(depth + 1, closing="}") if sign == "{" else self._one(sign, depth + 1, first=True)

    def _one(self, sign: str, depth: int, *, first: bool) -> str:
        if depth > _DEEPEST:
            raise _BeyondError
        if sign == "{":
            return self.group(depth + 1, closing="}")
        if sign.isspace():
            return " " if self._words else ""
        if sign in "^_":
            tag = "sup" if sign == "^" else "sub"
            return f"<{tag}>{self._argument(depth)}</{tag}>"
        if not self._words and (sign in "=<>" or (sign in "+-" and not first)):
            return f" {html.escape(sign.replace('-', '−'))} "
        if sign == "&":
            return ", " if self._inside and self._inside[-1] in _MATRICES else " "
        if not sign.startswith("\\"):
            return "′" if sign == "'" else html.escape(sign.replace("-", "−"))
        return self._command(sign[1:], depth)

    def _command(self, name: str, depth: int) -> str:
        if name in {"begin", "end"}:
            return self._environment(name, depth)
        if name == "\\" and self._inside:
            return "; " if self._inside[-1] in _MATRICES else "<br>"
        if name in _BINARY:
            return f" {_BINARY[name]} "
        for table in (_SIGNS, _SPACES):
            if name in table:
                return html.escape(table[name])
        if name in _FUNCTIONS:
            return f"{name} "
        if name in _SILENT:
            return ""
        return self._with_argument(name, depth)

    def _environment(self, name: str, depth: int) -> str:
        what = self._argument(depth).replace("∗", "*")
        if what not in _LINED and what not in _MATRICES:
            raise _BeyondError
        if name == "begin":
            self._inside.append(what)
        elif not self._inside or self._inside.pop() != what:
            raise _BeyondError
        if what == "cases" and name == "begin":
            return "{ "
        return _MATRICES.get(what, ("", ""))[name == "end"]

    def _with_argument(self, name: str, depth: int) -> str:
        if name in {"frac", "dfrac", "tfrac"}:
            return f"{_wrapped(self._argument(depth))}/{_wrapped(self._argument(depth))}"
        if name == "sqrt":
            return f"√{_wrapped(self._argument(depth))}"
        if name in _BOLD:
            return f"<strong>{self._argument(depth)}</strong>"
        if name in _WORDS:
            self._words += 1
            inside = self._argument(depth)
            self._words -= 1
            return inside
        if name in _PLAIN:
            return self._argument(depth)
        if name == "mathbb":
            inside = self._argument(depth)
            return _DOUBLE.get(inside, inside)
        if name in _ACCENTS:
            inside = self._argument(depth)
            plain = re.fullmatch(r"(?:<strong>)?(\w)(?:</strong>)?", inside)
            if not plain:
                return inside
            return inside.replace(plain.group(1), unicodedata.normalize("NFC", plain.group(1) + _ACCENTS[name]))
        raise _BeyondError


def _wrapped(inside: str) -> str:
    """A part of a fraction, in brackets when it is more than one sign."""
    return inside if re.fullmatch(r"\w+|<strong>\w</strong>", inside) else f"({inside.strip()})"
