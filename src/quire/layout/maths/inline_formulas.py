"""Formulas inside running text written as LaTeX, as words of the font `MATHS`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.maths.atoms import atoms_of
from quire.layout.maths.formula_words import (
    is_answer,
    is_fragment,
    is_han,
    is_item_number,
    is_mathematical,
    is_plain_mark,
    is_prose,
    is_symbol,
)
from quire.layout.maths.latex_builder import FULL, latex_of
from quire.layout.maths.latex_soundness import is_sound
from quire.model.geometry import bounds
from quire.model.page import MATHS, Line, Rule, Style, Word

# What makes a run worth writing as a formula: scripts, relations, fractions, roots, large operators, accents.
_SET = re.compile(
    r"[\^_]|\\(?:frac|sqrt|sum|prod|i*int|oint|hat|bar|tilde|vec|d?dot|overline|wide\w+|left|begin|lim|binom)\b"
)
_RELATION = re.compile(
    r"[=<>]|\\(?:leq\w*|geq\w*|neq|approx|equiv|sim\w*|cong|propto|ll|gg|in|notin|ni|su[bp]set\w*|to|mapsto|times|cdot|circ"
    r"|[a-zA-Z]*arrow|pre\w+|succ\w*|wedge|vee|cup|cap|o[plustime]+|forall|exists|perp|mid|triangleq|models|vdash)\b"
)
# Terms of mathematical letters: sums and products, functions of something, pairs.
_TERM = re.compile(r"(?<=[\w}])(?: ?[-+*/|] ?(?=[\w\\(])|\([^(]*\))|^\([^,]*,.*\)$")
_OPENS, _CLOSES = re.compile(r"[(\[]"), re.compile(r"[)\]]")  # intervals mix them
_NUMBER = re.compile(r"[\d.-]*\d[:：]$")  # of a caption: "Table 3: V/S"
_TAIL = re.compile(r"(?<![.,;:])[.,;:]++$")


def with_latex(line: Line, bars: Sequence[Rule], *, ends_text: bool = False) -> Line:
    """The line with its formulas as LaTeX.

    One without running text is left for a displayed formula, unless it ends a paragraph.
    """
    answer = is_answer(line.words)
    if answer and line.words[0].style.rise:  # smaller than the formula behind it, no script
        first = line.words[0]
        line = line._replace(words=(first._replace(style=first.style._replace(rise=0)), *line.words[1:]))
    words = line.words
    if (is_fragment(line) and not (answer or ends_text)) or not any(is_symbol(w) for w in words):
        return line
    size = (
        max(w.style.size for w in words if w.style.rise == 0 or len(words) == 1)
        if any(w.style.rise == 0 for w in words)
        else max(w.style.size for w in words)
    )
    told = [w for w in words if w.style.rise == 0 and is_han(w)] or ([words[0]] if answer else [])
    shown = min(size, max((w.style.size for w in told), default=size))  # Word sets formulas larger than such text
    out: list[Word] = []
    at = int(answer or is_item_number(words))
    out += words[:at]
    while at < len(words):
        end = at if _NUMBER.match(words[at].text) else _run(words, at, size)
        if end == at:
            out.append(words[at])
            at += 1
            continue
        out += _formula(words[at:end], bars, line.baseline, shown)
        at = end
    return line._replace(words=tuple(out))


def _run(words: Sequence[Word], at: int, size: float) -> int:
    """Where the formula that begins at a word ends; `at` when none begins there."""
    end = at
    while end < len(words):
        word = words[end]
        joined = not word.space and not is_han(word)  # Chinese text has no spaces
        script = word.style.size < FULL * size and (joined or word.style.rise != 0 or is_mathematical(word))
        if is_prose(word) and not (script and end > at):
            break
        end += 1
    while (
        end > at
        and not is_mathematical(words[end - 1])
        and words[end - 1].style.rise == 0
        and _is_trailing(words, at, end)
    ):
        end -= 1
    run = words[at:end]
    if not any(is_symbol(w) for w in run):
        return at
    return end


def _is_trailing(words: Sequence[Word], at: int, end: int) -> bool:
    """Whether the last word of a run is punctuation, or a bracket that nothing opened in it."""
    text = words[end - 1].text
    if _TAIL.fullmatch(text):
        return True
    whole = "".join(w.text for w in words[at:end])
    return text[-1] in ")]" and whole.count(")") + whole.count("]") > whole.count("(") + whole.count("[")


def _formula(run: Sequence[Word], bars: Sequence[Rule], baseline: float, size: float) -> list[Word]:
    """A run as one word of LaTeX; as it is when it is a single letter, a number or a mark."""
    text = "".join(w.text for w in run)
    if is_plain_mark(text):
        return list(run)
    tail = _TAIL.search(run[-1].text) if run[-1].style.rise == 0 and len(run[-1].text) > 1 else None
    last = run[-1]._replace(text=run[-1].text[: tail.start()]) if tail else run[-1]
    box = bounds(w.box for w in run)
    near = [b for b in bars if b.x1 > box.x0 and b.x0 < box.x1 and box.y0 - 2 < b.y0 < box.y1 + 2]
    latex = latex_of(atoms_of([*run[:-1], last]), near)
    if not _is_worthwhile(latex, run) or not is_sound(latex) or latex.startswith(("^", "_", "{}")) or "$" in latex:
        return list(run)
    style = Style(MATHS, size, bold=False, italic=False, mono=False, color=run[0].style.color)
    made = [Word(f"${latex}$", box.x0, run[0].y0, box.x1, run[0].y1, baseline, style, run[0].space, run[0].mcid)]
    if tail:
        made.append(last._replace(text=tail[0], space=False))
    return made


def _is_worthwhile(latex: str, run: Sequence[Word]) -> bool:
    """Whether LaTeX says more than the signs in a row do."""
    if _SET.search(latex):
        return True
    if latex.count("(") != latex.count(")") and len(_OPENS.findall(latex)) != len(_CLOSES.findall(latex)):
        return False
    letters = [w for w in run if is_symbol(w) and any(c.isalpha() for c in w.text)]
    return bool(letters) and (
        _RELATION.search(latex) is not None or (any(map(is_mathematical, run)) and _TERM.search(latex) is not None)
    )
