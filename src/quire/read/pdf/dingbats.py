"""Signs that files encode as the letters of their keys, or as these in the private use area.

In Wingdings a tick is "ü" and a bullet "l" or "§". In the first AMS font (amsfonts, msam) the triangles before items of
Beamer slides are "I" and the sign for less or equal is "6"; in Symbol that is "£", and an alpha is "a". In esint, a
font of integrals whose glyphs have the names of accents, an integral is "ˆ".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from unicodedata import normalize

from quire.model.page import Line, Word
from quire.read.pdf.character_classes import OWN_LIGATURES
from quire.text import fold

_INTEGRALS = "esint"
_SLASHES = ("CMSY", "LMMathSymbols")
SIGN_FONTS = ("Wingdings", "MSAM", _INTEGRALS, *_SLASHES)
_SLASH = "\u0338"  # of TeX, which prints it before the sign that it negates; Unicode has it behind
_CODE_OFFSET = 0xF000  # word processors add this to the codes of symbol fonts; the signs are known by the sum
_CODES = 0x100  # of an 8-bit font
# amssymb.sty: the codes of its signs in msam, as far as they are letters, digits and common signs of ASCII.
_AMS = str.maketrans({
    "I": "▶", "J": "◀", "B": "▷", "C": "◁", "N": "▲", "H": "▼", "F": "★", "X": "✓", "6": "⩽", ">": "⩾", ".": "≲",
    "&": "≳",
})  # fmt: skip
_BULLETS = "▶◀▷★"
# esint.sty: integrals in text and displayed, double, triple, fourfold, any, and around a curve and a surface.
_ESINT = str.maketrans("´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹", "∫∫∬∬∭∭⨌⨌∫∫∮∮∯∯")
# Adobe's encoding of Symbol (ISO 32000-1, D.5) from 0xF020 and from 0xF0A0 on, where word processors put it.
_SYMBOL = "Symbol"
_SYMBOLS = dict(
    enumerate(
        " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
        _CODE_OFFSET + 0x20,
    )
) | dict(
    enumerate(
        "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\uf0f0⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
        _CODE_OFFSET + 0xA0,
    )
)
# Ligatures of Calibri in the order of `character_classes.OWN_LIGATURES`.
_CALIBRI = "Calibri"
_LIGATURES = dict(zip(OWN_LIGATURES, ("ti", "tt", "ft", "tf", "tti"), strict=True))
# Fonts of arrows and ornaments: before text, whatever they show is a bullet.
_ORNAMENTS = ("Wingdings2", "Wingdings3", "Webdings")
_PRIVATE = range(0xF020, 0xF100)


def with_shown_signs(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with signs as the characters that they show; letters without a known sign stay."""
    return tuple(_shown(line) if any(map(_is_sign, line.words)) else line for line in lines)


def of_symbol_font(words: Sequence[Word]) -> Sequence[Word]:
    """The words of a line with private codes of Symbol as what they show, and an ornament before others as a bullet."""
    if not any(ord(char) in _PRIVATE for word in words for char in word.text):
        return words
    shown = _read_in(_SYMBOL, _SYMBOLS, words)
    first = shown[0]
    if len(shown) > 1 and first.style.font.replace(" ", "").startswith(_ORNAMENTS) and len(first.text) == 1:
        shown[0] = first._replace(text="•")
    return shown


def with_ligatures(words: Sequence[Word]) -> Sequence[Word]:
    """The words of a line, those in Calibri with the letters of its ligatures."""
    if not any(ord(char) in OWN_LIGATURES for word in words for char in word.text):
        return words
    return _read_in(_CALIBRI, _LIGATURES, words)


def _read_in(font: str, codes: Mapping[int, str], words: Sequence[Word]) -> list[Word]:
    """The words, those of a font with its codes as what they show."""
    return [
        word._replace(text=word.text.translate(codes)) if word.style.font.startswith(font) else word for word in words
    ]


def _shown(line: Line) -> Line:
    first, *rest = _negated([_sign(word) if _is_sign(word) else word for word in line.words])
    if first.text in _BULLETS and first.style.rise:  # a small one before its text is not a superscript
        first = first._replace(style=first.style._replace(rise=0))
    return line._replace(words=(first, *rest))


def _negated(words: list[Word]) -> list[Word]:
    """The words with slashes in the signs that they negate, those behind them or before: "≠" for a slash and "="."""
    for at, word in enumerate(words):
        before, after = words[at - 1] if at else None, words[at + 1] if at + 1 < len(words) else None
        if after and word.text.endswith(_SLASH) and len(whole := normalize("NFC", after.text[0] + _SLASH)) == 1:
            words[at] = word._replace(text=word.text[:-1])
            words[at + 1] = after._replace(
                text=whole + after.text[1:], space=word.space if word.text == _SLASH else after.space
            )
        elif (
            before
            and before.text
            and word.text.startswith(_SLASH)
            and len(whole := normalize("NFC", before.text[-1] + _SLASH)) == 1
        ):
            words[at - 1] = before._replace(text=before.text[:-1] + whole)
            words[at] = word._replace(text=word.text[1:])
    return [word for word in words if word.text]


def _is_sign(word: Word) -> bool:
    return word.style.font.startswith(SIGN_FONTS)


def _sign(word: Word) -> Word:
    if word.style.font.startswith("MSAM"):
        return word._replace(text=word.text.translate(_AMS))
    if word.style.font.startswith(_INTEGRALS):
        return word._replace(text=word.text.translate(_ESINT))
    if word.style.font.startswith(_SLASHES):
        return word
    return word._replace(
        text="".join(fold(chr(_CODE_OFFSET + ord(c))) or c if ord(c) < _CODES else c for c in word.text)
    )
