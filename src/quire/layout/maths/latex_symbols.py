"""Names of mathematical characters in LaTeX, and their roles in a formula."""

from __future__ import annotations

import re

MATHS_SIGN = re.compile("[ℎ\U0001d400-\U0001d7ff⎛-⎭]")
"""Characters that are of formulas in any font: mathematical letters and the pieces of tall brackets."""

MATHS_FONT = re.compile(
    r"CM(?:MI|SY|EX|BSY|MIB)|LMMath|MSAM|MSBM|EU(?:FM|SM|EX|RM|FB)|Math|MTMI|MTSY|MTEX|STIX|rsfs|[tp]x(?:sy|mi|ex)|NewTXB?MI|Kp--M|MnSymbol|esint"
)
"""Fonts of formulas: of TeX, of Word ("Cambria Math") and others; none that running text is set in."""

OFFICE_FONT, OFFICE_SIGN = "OpenSymbol", re.compile(r"[=+<>()\[\]{}|/≤≥≠≈≡∼∈∉∑∏∫√∂∇∞∧∨∪∩⊂⊆±×÷⋅]")
"""The font that LibreOffice sets the signs of formulas in, and bullets; its letters are in the fonts of the text."""

LARGE_FONT = re.compile(r"CMEX|Extension|EUEX|txex|pxex|-Ex-|MTEX|Size[1-5Ss]|esint")
"""TeX's fonts of large signs: their glyphs hang below the baseline."""

WEB_LARGE_FONT = re.compile(r"(?:MathJax|MJXTEX|KaTeX)[\w-]{0,40}Size[1-4]")
"""The same of MathJax and KaTeX, whose glyphs are on the baseline of the line."""

ITALIC_FONT = re.compile(r"CMMI|MathItalic|MTMI|[tp]xmi|NewTXB?MI|EURM|Kp--M-(?:Ita|Reg)|CMMIB|Math-Italic")
"""Fonts whose letters are variables each on its own."""

TEXT_ITALIC_FONT = re.compile(r"CMTI|SFTI|LMRoman\d+-Italic|CMSSI|CMU\w{0,40}-(?:Bold)?Italic")
"""TeX's italic fonts of text, whose letters are words; variables have fonts of their own."""

BOLD_FONT = re.compile(r"CMBX|LMRoman\d+-Bold|SFBX")
"""TeX's bold fonts of text, which set vectors and matrices in formulas."""

BLACKBOARD_FONT = re.compile(r"MSBM|txsyb|MnSymbol|bbold|DSROM|SymbolB")
SCRIPT_FONT = re.compile(r"CMSY|MathSymbols|EUSM|txsy|pxsy|Kp--M-Sy|MTSY|rsfs|Regular-Symbol")
FRAKTUR_FONT = re.compile(r"EUFM|EUFB")

PLAIN = {
    "−": "-", "∕": "/", "∶": ":", "ˈ": "'", "′": "'", "″": "''", "\u2061": "", "\u2062": "", "\u2063": ",", "’": "'",
    "‘": "'", "⟮": "(", "⟯": ")", "~": r"\sim ", "\\": r"\setminus ", "∗": "*", "_": r"\_",
}  # fmt: skip
"""Characters that a keyboard has a form for."""

OPERATORS = frozenset("∑∏∐∫∬∭⨌∮∯⋃⋂⋁⋀⨁⨂⊎")
"""Large operators, which take limits."""

RELATIONS = frozenset(
    [
        "=", "<", ">", r"\leq", r"\geq", r"\leqslant", r"\geqslant", r"\neq", r"\approx", r"\equiv", r"\sim", r"\simeq",
        r"\cong", r"\propto", r"\ll", r"\gg", r"\in", r"\subset", r"\subseteq", r"\to", r"\mapsto", r"\Rightarrow",
        r"\Leftrightarrow", r"\triangleq",
    ]
)  # fmt: skip
"""Signs of relations in LaTeX."""

SIDE_LIMITS = frozenset("∫∬∭⨌∮∯")
"""Operators whose limits are beside them even when displayed."""

LARGE_SIGNS = {
    **dict.fromkeys("PX", "∑"), **dict.fromkeys("QY", "∏"), **dict.fromkeys("RZ", "∫"), **dict.fromkeys("S[", "⋃"),
    **dict.fromkeys("T\\", "⋂"), **dict.fromkeys("U]", "⊎"), **dict.fromkeys("V^", "⋀"), **dict.fromkeys("W_", "⋁"),
    **dict.fromkeys("`a", "∐"), **dict.fromkeys("HI", "∮"), **dict.fromkeys("JK", "⊙"), **dict.fromkeys("LM", "⨁"),
    **dict.fromkeys("NO", "⨂"), **dict.fromkeys("bcd", "ˆ"), **dict.fromkeys("efg", "˜"), **dict.fromkeys("pqrst", "√"),
    "h": "[", "i": "]", "n": "{", "o": "}", "j": "⌊", "k": "⌋", "l": "⌈", "m": "⌉",
    "0": "⎛", "1": "⎞", "2": "⎡", "3": "⎤", "4": "⎣", "5": "⎦",
    "6": "⎢", "7": "⎥", "8": "⎧", "9": "⎫", ":": "⎩", ";": "⎭",
    "<": "⎨", "=": "⎬", ">": "⎪", "@": "⎝", "A": "⎠", "B": "⎜", "C": "⎟", "D": "⟨", "E": "⟩",
}  # fmt: skip
"""Codes of fonts of large signs that came as ASCII, having no map (The TeXbook, appendix F, figure 5)."""

DELIMITER_PARTS = {
    "⎛": "(", "⎜": "(", "⎝": "(", "⎞": ")", "⎟": ")", "⎠": ")",
    "⎡": "[", "⎢": "[", "⎣": "[", "⎤": "]", "⎥": "]", "⎦": "]",
    "⎧": "{", "⎨": "{", "⎩": "{", "⎪": "{", "⎫": "}", "⎬": "}", "⎭": "}",
}  # fmt: skip
"""Parts that tall delimiters are built of."""

OPENING = {"(": "(", "[": "[", "{": r"\{", "⌊": r"\lfloor", "⌈": r"\lceil", "⟨": r"\langle"}
CLOSING = {")": ")", "]": "]", "}": r"\}", "⌋": r"\rfloor", "⌉": r"\rceil", "⟩": r"\rangle"}
EITHER = {"|": "|", "‖": r"\|", "∥": r"\|", "∣": "|"}

BRACKETS = frozenset([*OPENING, *CLOSING, *EITHER])

CENTRED_SIGNS = frozenset([*BRACKETS, "/", "√"])
"""Large signs centred on their line whatever their baseline."""

ACCENTS = {
    "ˆ": "hat", "^": "hat", "\u0302": "hat", "˜": "tilde", "\u0303": "tilde", "¯": "bar", "\u0304": "bar", "ˉ": "bar",
    "˙": "dot", "\u0307": "dot", "¨": "ddot", "\u0308": "ddot", "\u20d7": "vec", "˘": "breve", "ˇ": "check",
    "´": "acute", "`": "grave", "˚": "mathring",
}  # fmt: skip
"""Signs over a letter."""

FUNCTIONS = frozenset(
    [
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "arcsin",
        "arccos",
        "arctan",
        "sinh",
        "cosh",
        "tanh",
        "coth",
        "log",
        "ln",
        "lg",
        "exp",
        "lim",
        "limsup",
        "liminf",
        "sup",
        "inf",
        "max",
        "min",
        "arg",
        "det",
        "dim",
        "ker",
        "deg",
        "gcd",
        "hom",
        "Pr",
    ]
)
"""Names that LaTeX knows."""

LIMITED = frozenset(["lim", "limsup", "liminf", "sup", "inf", "max", "min", "argmax", "argmin", "det", "gcd", "Pr"])
"""Names that take what is below them as a limit."""
