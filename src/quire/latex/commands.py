"""Commands of LaTeX: signs, accents, operators, styles."""

from __future__ import annotations

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
    "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "∥",
    "lVert": "∥", "rVert": "∥", "parallel": "∥", "prime": "′", "_": "_", "backslash": "\\", "slash": "/",
    "quad": "\u2003", "qquad": "\u2003\u2003", ",": "\u2009", ";": "\u2005", ":": "\u2005", ">": "\u2005",
    " ": " ", "!": "", "/": "", "-": "", "le": "≤", "ge": "≥", "ne": "≠", "lt": "<", "gt": ">", "rightarrow": "→",
    "gets": "←", "longleftarrow": "⟵", "implies": "⟹", "impliedby": "⟸", "iff": "⟺", "land": "∧", "lor": "∨",
    "lnot": "¬", "ast": "∗", "dots": "…", "dotsc": "…", "dotsb": "⋯", "dotsm": "⋯", "owns": "∋", "colon": ":",
    "degree": "°", "varnothing": "∅", "complement": "∁", "Downarrow": "⇓", "Uparrow": "⇑", "nearrow": "↗",
    "searrow": "↘", "leadsto": "⇝", "rightsquigarrow": "⇝", "vartriangle": "△", "blacksquare": "■", "qed": "□",
    "checkmark": "✓", "surd": "√", "smallint": "∫", "hslash": "ℏ", "bigodot": "⨀", "biguplus": "⨄", "bigsqcup": "⨆",
    "sqcup": "⊔", "sqcap": "⊓", "sqsubseteq": "⊑", "subsetneqq": "⫋", "nsubseteq": "⊈", "nmid": "∤", "coloneqq": "≔",
    "lessapprox": "⪅", "gtrapprox": "⪆", "dashv": "⊣", "Vdash": "⊩", "bowtie": "⋈", "because": "∵", "therefore": "∴",
}  # fmt: skip
"""Commands to characters; a command with several gets the first."""

OVERLINE, UNDERLINE, OVERBRACE, UNDERBRACE = "\u0305", "\u0332", "⏞", "⏟"

ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304",
    "overline": OVERLINE, "underline": UNDERLINE, "dot": "\u0307", "ddot": "\u0308", "vec": "\u20d7",
    "overrightarrow": "\u20d7", "overleftarrow": "\u20d6", "breve": "\u0306", "check": "\u030c",
    "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a", "overbrace": OVERBRACE, "underbrace": UNDERBRACE,
}  # fmt: skip
"""Commands to combining characters, and to the braces over and under a part."""

TYPES = {
    "mathrm": "roman", "operatorname": "roman", "mathop": "roman", "mathsf": "roman", "mathtt": "roman",
    "mathbf": "bold", "boldsymbol": "bold-italic", "bm": "bold-italic", "bold": "bold", "mathbb": "double",
    "mathds": "double", "mathcal": "script", "mathscr": "script", "mathfrak": "fraktur", "mathit": "", "mathnormal": "",
}  # fmt: skip
"""Commands to the type of the letters of their argument."""

WORDS = {"text", "textrm", "textnormal", "textit", "textbf", "textsf", "texttt", "mbox", "hbox", "intertext"}
"""Commands whose argument is text, in which spaces count."""

LIMIT_NAMES = {
    "lim",
    "limsup",
    "liminf",
    "max",
    "min",
    "sup",
    "inf",
    "argmax",
    "argmin",
    "arg max",
    "arg min",
    "gcd",
    "det",
    "Pr",
}
"""Operators under which their range stands."""

BRACKETS = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉"}

LARGE = frozenset("∑∏∐⋃⋂⋁⋀⨁⨂⨀⨄⨆")
INTEGRALS = frozenset("∫∬∭∮")

SILENT = {
    "displaystyle", "textstyle", "scriptstyle", "nolimits", "nonumber", "notag", "hline", "middle", "big", "Big",
    "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "Biggl", "Biggr", "bigm", "Bigm", "rm", "bf",
    "it", "sf", "tt", "cal", "strut", "null", "protect", "normalsize", "small", "mathstrut", "mathord", "mathbin",
    "mathrel",
}  # fmt: skip
"""Commands that change only how a formula looks, or have no meaning without their page."""

DROPPED = {"label", "hspace", "vspace", "phantom", "hphantom", "vphantom", "color", "tag", "cline", "raisebox"}
"""Commands that are left out with their argument."""
