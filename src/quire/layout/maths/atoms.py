"""The parts of a formula: a letter, a number, a sign or a whole that was put together, each with its place; accents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from unicodedata import combining, normalize

from quire.latex import COMMANDS
from quire.layout.maths.formula_words import VARIABLE, is_bold_symbol
from quire.layout.maths.latex_symbols import (
    ACCENTS,
    BLACKBOARD_FONT,
    BRACKETS,
    DELIMITER_PARTS,
    FRAKTUR_FONT,
    FUNCTIONS,
    ITALIC_FONT,
    LARGE_FONT,
    LARGE_SIGNS,
    OPERATORS,
    PLAIN,
    SCRIPT_FONT,
)
from quire.model.page import MATHS, Word

ASCENT, DESCENT = 0.72, 0.22  # of the size: how far signs reach above and below their baseline
PIECE_HEIGHT = 1.8  # of the size: of a piece of a tall bracket in TeX's fonts, and of most large brackets
SIGN_HEIGHTS = {**dict.fromkeys("ZI∫∬∭⨌∮∯", 2.22), **dict.fromkeys("RH", 1.11), **dict.fromkeys("PQSTUVW`JLN", 1.0)}
"""Of the size: how far the large signs of TeX's fonts hang below their baseline (The TeXbook, appendix F)."""
DISPLAYED_HEIGHT = 1.4  # the same of the other large operators, those of displayed formulas
AXIS = 0.25  # of the size: fraction bars and large signs are in the middle at this height
_ALPHABETS = ((BLACKBOARD_FONT, "mathbb"), (SCRIPT_FONT, "mathcal"), (FRAKTUR_FONT, "mathfrak"))
_ALPHABETS_FROM, _ALPHABETS_TO = 0x1D400, 0x1D7FF  # Mathematical Alphanumeric Symbols (Unicode)
HBAR = "~}"  # codes of both forms of the sign in a font of AMS without a map
NARROW = 0.55  # of the width of a letter: brackets and points
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(slots=True)
class Atom:
    """A part of a formula; y grows down, in points."""

    latex: str
    x0: float
    x1: float
    y0: float
    y1: float
    baseline: float
    size: float
    sign: str = ""  # the character, of an atom of one
    centred: bool = False  # is in the middle of its line, whatever its baseline: fractions, large signs
    large: bool = False  # of a font of large signs
    name: str = ""  # of a function or a word set upright

    @property
    def middle(self) -> float:
        """The x of its middle."""
        return (self.x0 + self.x1) / 2

    @property
    def axis(self) -> float:
        """The height of its middle, where a fraction bar would be."""
        return self.baseline - AXIS * self.size


def atoms_of(words: Iterable[Word]) -> list[Atom]:
    """The atoms of words: letters of variables apart, numbers and names whole."""
    return [atom for word in words for atom in _parts(word)]


def _parts(word: Word) -> Iterator[Atom]:
    text, style = word.text, word.style
    if style.font == MATHS:
        yield Atom(word.text.strip("$"), word.x0, word.x1, word.y0, word.y1, word.baseline, style.size)
        return
    if LARGE_FONT.search(style.font):
        yield from _large(word)
        return
    if text in DELIMITER_PARTS:
        sign, middle = DELIMITER_PARTS[text], (word.y0 + word.y1) / 2 + AXIS * style.size
        yield Atom(
            latex_character(sign),
            word.x0,
            word.x1,
            word.y0,
            word.y1,
            middle,
            style.size,
            sign,
            centred=True,
            large=True,
        )
        return
    variables = _are_variables(word)
    whole = text
    if not text.isascii() and (variables or len(text) <= VARIABLE):
        text = _decomposed(text)
    before = text == whole and ITALIC_FONT.search(style.font) is not None
    accents = _accents(text, before=before) if not text.isascii() else {}
    if accents:
        text = "".join(character for at, character in enumerate(text) if at not in accents)
    ends = _ends(text, word.x0, word.x1)
    for at, piece in _pieces(text, separate=bool(accents) or variables):
        atom = Atom("", ends[at], ends[at + len(piece)], 0.0, 0.0, word.baseline, style.size)
        atom.y0, atom.y1 = word.baseline - ASCENT * style.size, word.baseline + DESCENT * style.size
        atom.sign = piece if len(piece) == 1 else ""
        atom.latex = _latex(piece, word, atom)
        over = [name for letter, name in accents.values() if letter == at]
        if over:
            atom.sign, atom.name = "", ""
            atom.latex = "".join(f"\\{name}{{" for name in over) + atom.latex + "}" * len(over)
        yield atom


def _ends(text: str, x0: float, x1: float) -> list[float]:
    """Where the characters of a word begin, and where the last one ends; narrow ones take half the room of others."""
    widths = [NARROW if character in ".,;:'()[]|!" else 1.0 for character in text]
    unit = (x1 - x0) / max(sum(widths), 1.0)
    ends = [x0]
    for width in widths:
        ends.append(ends[-1] + width * unit)
    ends[-1] = x1
    return ends


def _decomposed(text: str) -> str:
    """A word whose letters with a mark over them, of one character each, are a letter and the mark: "ẋ"."""
    apart = "".join(normalize("NFD", character) if character.isalpha() else character for character in text)
    marks = [character for character in apart if combining(character)]
    return apart if len(apart) <= len(text) + 1 and marks and all(mark in ACCENTS for mark in marks) else text


def _accents(text: str, *, before: bool) -> dict[int, tuple[int, str]]:
    """The accents among the letters of a word by index: the letter below each, counted without them, and its name.

    An accent is printed over its letter. TeX prints it before the letter, word processors store it behind.
    """
    found: dict[int, tuple[int, str]] = {}
    for at, character in enumerate(text):
        if character not in ACCENTS or character.isascii():
            continue
        letter = at - len(found)  # of the sign behind it
        behind = at + 1 < len(text) and text[at + 1].isalpha()
        ahead = at > 0 and text[at - 1].isalpha()
        if behind and (before or not ahead or not combining(character)):
            found[at] = letter, ACCENTS[character]
        elif ahead and combining(character):
            found[at] = letter - 1, ACCENTS[character]
    return found


def _are_variables(word: Word) -> bool:
    """Whether each letter of a word is a variable of its own."""
    style = word.style
    if style.italic and not ITALIC_FONT.search(style.font) and word.text.strip("().,") in FUNCTIONS:
        return False
    if style.italic or ITALIC_FONT.search(style.font) is not None or is_bold_symbol(word):
        return True
    return max(word.text, default="") >= "\U0001d400"


def _pieces(text: str, *, separate: bool) -> Iterator[tuple[int, str]]:
    """(place, text) of what belongs together: numbers, and letters of names that are no variables."""
    at = 0
    while at < len(text):
        number = _NUMBER.match(text, at)
        end = number.end() if number else at + 1
        if not number and not separate and text[at].isalpha():
            while end < len(text) and text[end].isalpha():
                end += 1
        yield at, text[at:end]
        at = end


def _large(word: Word) -> Iterator[Atom]:
    """The signs of a font of large signs: each hangs from its baseline."""
    width = (word.x1 - word.x0) / max(len(word.text), 1)
    size = word.style.size
    for at, character in enumerate(word.text):
        sign = LARGE_SIGNS.get(character, character) if character not in "()[]{}|/" else character
        sign = DELIMITER_PARTS.get(sign, sign)
        x0, top = word.x0 + at * width, word.baseline
        atom = Atom(latex_character(sign), x0, x0 + width, top, top + size, top, size, sign, centred=True, large=True)
        if sign in OPERATORS:
            atom.y1 = top + SIGN_HEIGHTS.get(character, DISPLAYED_HEIGHT) * size
            atom.baseline = (atom.y0 + atom.y1) / 2 + AXIS * size
        elif sign in BRACKETS:
            atom.y1 = top + PIECE_HEIGHT * size
        yield atom


def _latex(piece: str, word: Word, atom: Atom) -> str:
    font = word.style.font
    if len(piece) > 1 and piece.isalpha():
        atom.name = piece
        if piece in FUNCTIONS:
            return f"\\{piece}"
        return f"\\mathrm{{{piece}}}"
    if piece in HBAR and BLACKBOARD_FONT.search(font):
        return r"\hbar"
    if not (piece.isalpha() and piece.isascii()):
        return "".join(latex_character(DELIMITER_PARTS.get(character, character)) for character in piece)
    for fonts, command in _ALPHABETS:
        if fonts.search(font) and (command != "mathcal" or piece.isupper()):
            return f"\\{command}{{{piece}}}"
    if word.style.bold:
        return f"\\mathbf{{{piece}}}"
    upright = not (ITALIC_FONT.search(font) or word.style.italic) and ("Rom" in font or "CMR" in font)
    return f"\\mathrm{{{piece}}}" if upright else piece


def latex_character(character: str) -> str:
    """A character as LaTeX writes it."""
    plain = PLAIN.get(character)
    if plain is not None:
        return plain
    command = COMMANDS.get(character)
    return f"\\{command}" if command else _folded(character)


def _folded(character: str) -> str:
    """A letter of Unicode's mathematical alphabets (1D400 to 1D7FF) as the letter that it is a form of."""
    if character == "ℎ":  # Unicode has no other italic h
        return "h"
    if not _ALPHABETS_FROM <= ord(character) <= _ALPHABETS_TO:
        return character
    import unicodedata

    letter = unicodedata.normalize("NFKC", character)
    inner = latex_character(letter) if letter != character else character
    name = unicodedata.name(character, "")
    for part, command in (("DOUBLE-STRUCK", "mathbb"), ("SCRIPT", "mathcal"), ("FRAKTUR", "mathfrak")):
        if part in name:
            return f"\\{command}{{{inner}}}"
    upright = "BOLD" in name and "ITALIC" not in name
    return f"\\mathbf{{{inner}}}" if upright and letter.isascii() else inner


AROUND = 0.12  # of the size by which an accent's middle may be beside its letter
LARGEST = 1.3  # of the letter's size
OFF = 1.0  # of the size, between the baselines of an accent and of its letter


def with_accents(atoms: Sequence[Atom], write: Callable[[Sequence[Atom]], str]) -> list[Atom]:
    """The atoms, with accents joined to the atoms below them."""
    left = list(atoms)
    for accent in [a for a in atoms if a.sign in ACCENTS]:
        name = ACCENTS[accent.sign]
        under = [a for a in left if a is not accent and a.sign not in ACCENTS and _stands_over(accent, a)]
        if not under:
            continue
        if accent.large and len(under) > 1:
            wide = {"hat": "widehat", "tilde": "widetilde"}.get(name, name)
            first = under[0]
            made = replace(first, latex=f"\\{wide}{{{write(under)}}}", x1=max(a.x1 for a in under), sign="", name="")
        else:
            under = [min(under, key=lambda a: abs(a.middle - accent.middle))]
            made = replace(under[0], latex=f"\\{name}{{{under[0].latex}}}", sign="", name="")
        gone = {id(a) for a in (accent, *under)}
        left = [a for a in left if id(a) not in gone] + [made]
    return left


def _stands_over(accent: Atom, atom: Atom) -> bool:
    if atom.large or abs(accent.baseline - atom.baseline) > OFF * atom.size or accent.size > LARGEST * atom.size:
        return False
    slack = AROUND * atom.size
    if accent.large:
        return accent.x0 - slack <= atom.middle <= accent.x1 + slack
    return atom.x0 - slack <= accent.middle <= atom.x1 + slack
