"""Pages of displayed formulas between sentences, some numbered, and lines that only look like formulas."""

from __future__ import annotations

from html import escape

from quality.content import Formula, Heading
from quality.generate.markup import Page, Part, heading, paragraph
from quality.generate.wording import Writer
from quire.latex import plain
from quire.write.mathml import mathml

LETTERS = ("a", "b", "c", "k", "m", "n", "p", "q", "x", "y", "z", r"\alpha", r"\beta", r"\lambda", r"\mu", r"\theta")
UPPER = ("A", "F", "G", "K", "P", "S", "V", r"\Gamma", r"\Phi")
RELATIONS = ("=", "=", "=", r"\leq", r"\geq", r"\approx")
COUNT = 12  # on a page or two


class _Formulas:
    """Draws formulas by a grammar: each kind of structure, with smaller ones inside."""

    def __init__(self, w: Writer) -> None:
        self.r = w.random

    def letter(self) -> str:
        return self.r.choice(LETTERS)

    def atom(self) -> str:
        kind = self.r.randrange(5)
        letter = self.letter()
        if kind == 0:
            return f"{letter}_{{{self.r.choice('ijk1234')}}}"
        if kind == 1:
            return f"{letter}^{{{self.r.choice(['2', '3', 'n', 'i+1', '-1'])}}}"
        return str(self.r.randint(2, 19)) if kind == 2 else letter

    def term(self, depth: int = 1) -> str:
        """A sum or product of atoms; `depth` structures may be inside each other."""
        if depth and self.r.random() < 0.6:
            return self.r.choice([self.fraction, self.root, self.bracket])(depth - 1)
        return f"{self.atom()}{self.r.choice([' + ', ' - ', ' '])}{self.letter()}"

    def fraction(self, depth: int) -> str:
        return f"\\frac{{{self.term(depth)}}}{{{self.term(depth)}}}"

    def root(self, depth: int) -> str:
        return f"\\sqrt{{{self.term(depth)}}}"

    def bracket(self, depth: int) -> str:
        return f"\\left({self.term(depth)}\\right)^{{{self.r.choice(['2', 'n', '-1'])}}}"

    def recall(self) -> str:
        return r"\mathrm{Recall} = \frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FN}}"

    def equation(self) -> str:
        return f"{self.r.choice(UPPER)} {self.r.choice(RELATIONS)} {self.term(2)} + {self.term(1)}"

    def quotient(self) -> str:
        return f"{self.letter()}_{{{self.letter()}}} = {self.fraction(1)} - {self.fraction(0)}"

    def sum(self) -> str:
        sign = self.r.choice([r"\sum", r"\prod"])
        return f"{self.r.choice(UPPER)}({self.letter()}) = {sign}_{{i=1}}^{{{self.r.choice('nmN')}}} {self.term(1)}"

    def integral(self) -> str:
        return f"\\int_{{0}}^{{{self.r.choice(['1', 'T', chr(92) + 'infty'])}}} {self.term(1)} \\, d{self.r.choice('xyt')} = {self.atom()}"

    def limit(self) -> str:
        return f"\\lim_{{n \\to \\infty}} {self.fraction(0)} = {self.atom()}"

    def matrix(self) -> str:
        kind, size = self.r.choice(["pmatrix", "bmatrix"]), self.r.choice([2, 3])
        rows = [" & ".join(self.atom() for _ in range(size)) for _ in range(size)]
        return f"{self.r.choice(UPPER)} = \\begin{{{kind}}} {f' {chr(92) * 2} '.join(rows)} \\end{{{kind}}}"

    def cases(self) -> str:
        rows = [f"{self.term(i % 2)} & {self.letter()} {self.r.choice('<>')} {i}" for i in range(self.r.choice([2, 3]))]
        return f"{self.letter()}({self.letter()}) = \\begin{{cases}} {f' {chr(92) * 2} '.join(rows)} \\end{{cases}}"

    def all(self) -> list[str]:
        """`COUNT` formulas, every kind among them."""
        kinds = [self.recall, self.equation, self.quotient, self.sum, self.integral, self.limit, self.matrix]
        kinds += [self.cases, self.equation, self.quotient, self.sum, self.matrix]
        self.r.shuffle(kinds)
        return [kind() for kind in kinds[:COUNT]]


def formulas(w: Writer) -> Page:
    """Formulas between sentences; every second one has a number at the margin."""
    parts = [heading(1, w.title())]
    number = 0
    for index, latex in enumerate(_Formulas(w).all()):
        parts.append(paragraph(w.sentence()))
        number += index % 2
        parts.append(displayed(latex, f"({number})" if index % 2 else ""))
    parts += [paragraph(text) for text in _lookalikes(w)]
    return Page(parts, ".f{display:flex;align-items:center} .f math{flex:1} math{font-family:'Latin Modern Math'}")


def displayed(latex: str, label: str) -> Part:
    """A formula in the middle of the line, its number at the right."""
    html = f'<div class="f">{mathml(latex, block=True)}<span>{escape(label)}</span></div>'
    return Part([Formula(plain(latex), latex, label)], html)


def _lookalikes(w: Writer) -> list[str]:
    """Lines with signs of formulas that are none."""
    ticked = w.say("□ applicable √ not applicable", "□适用 √不适用")
    rate = w.say(f"Growth ≥ {w.random.randint(2, 9)} % (see {w.name()})", f"增长率≥{w.random.randint(2, 9)}%（见附注）")
    return [ticked, "https://example.com/report?id=4&year=2024", rate, w.sentence()]


def latex_source(page: Page, fonts: str) -> str:
    """The page for LaTeX; `fonts` are lines of its preamble."""
    out = []
    for part in page.parts:
        (block, *_) = part.blocks
        if isinstance(block, Formula):
            tag = f"\\tag{{{block.label.strip('()')}}}" if block.label else ""
            out.append(f"\\begin{{equation*}}{block.latex}{tag}\\end{{equation*}}")
        elif isinstance(block, Heading):
            out.append(f"\\section*{{{_escaped(block.text)}}}")
        else:
            out.append(_escaped(block.text))
    body = "\n\n".join(out)
    return (
        "\\documentclass[10pt,a4paper]{article}\\usepackage[T1]{fontenc}\\usepackage{amsmath,amssymb}"
        f"{fonts}\\setlength{{\\parindent}}{{0pt}}\\setlength{{\\parskip}}{{6pt}}\\pagestyle{{empty}}\n"
        f"\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )


_SIGNS = {"&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "√": r"$\surd$", "□": r"$\square$", "≥": r"$\geq$"}


def _escaped(text: str) -> str:
    return "".join(_SIGNS.get(character, character) for character in text)
