"""Kinds of characters that matter when glyphs are grouped; each has its counterpart in the accelerator."""

from __future__ import annotations

BULLETS = "•●▪■◦○‣⁃–—-*·➢✓✔◆◇□❏❐❑❒❖§►▶→☐☑☒†‡※★☆¶"
"""Characters that mark a list's items."""

DIVISION_SUFFIXES = "章节條条部编編篇卷回"
"""What follows the number in 第…章 and its like."""

BULLET_CODES = frozenset(map(ord, BULLETS))
DIVISION_CODES = frozenset(map(ord, DIVISION_SUFFIXES))

TEX_EXTENSION_CHARACTERS = "()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\()[]⌊⌋⌈⌉{}⟨⟩/\\/\\"
"""What TeX's fonts of large signs hold at the codes 0 to 47 (The TeXbook, appendix F, figure 5).

They come without a map to Unicode, or the reader makes characters of the codes.
"""

TEX_SYMBOL_CHARACTERS = (
    "−⋅×∗÷⋄±∓⊕⊖⊗⊘⊙○∘•≍≡⊆⊇≤≥≼≽∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽\u0338\u200b∀∃¬∅ℜℑ⊤⊥"
    "ℵABCDEFGHIJKLMNOPQRSTUVWXYZ∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|∥↕⇕\\≀√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠"
)
"""What TeX's fonts of symbols hold (The TeXbook, appendix F, figure 4); the bar of ↦, which has no width, is left out.

Readers do not know the names of some: angle brackets come as "h" and "i", a prime as "0", the stroke through "=" as "6".
"""

_LARGE_FONTS = ("CMEX", "Extension", "EUEX", "txex", "pxex", "-Ex-", "MTEX")
_SYMBOL_FONTS = ("CMSY", "CMBSY", "MathSymbols", "txsy", "pxsy")  # but not the further ones txsya, txsyb, txsyc
_MATHS_FONTS = ("CMMI", "MSAM", "MSBM", "Math", "txmi", "pxmi", "rtxmi", "stmary", "wasy", "bbding")
_LIBERTINE_FONTS = ("LinLibertine", "LinBiolinum")

TEXT_FONT, TEX_EXTENSION_FONT, TEX_SYMBOL_FONT, OTHER_SYMBOL_FONT, LIBERTINE_FONT = range(5)
"""Kinds of fonts by what their codes mean where no name or map tells."""

_LIGATURES = range(0x1B, 0x20)  # ff, fi, fl, ffi, ffl in TeX's encoding of text (T1), in the order of U+FB00 to U+FB04
_FIGURES = range(0xE118, 0xE122)  # 0 to 9 of other widths and heights in the private use of Linux Libertine

NO_CHARACTER = -1  # in place of a code: a character without width

_WHITE_SPACE = frozenset([9, 10, 13, 32, 0xA0, 0x1680, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)])
_NO_WIDTH = frozenset([*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF])


def font_kind(name: str) -> int:
    """The kind of a font by its name, one of `TEXT` to `LIBERTINE`."""
    for kind, parts in (
        (TEX_EXTENSION_FONT, _LARGE_FONTS),
        (TEX_SYMBOL_FONT, _SYMBOL_FONTS),
        (OTHER_SYMBOL_FONT, _MATHS_FONTS),
        (LIBERTINE_FONT, _LIBERTINE_FONTS),
    ):
        if any(part in name for part in parts):
            if kind == TEX_SYMBOL_FONT and name[-1:] in {"a", "b", "c"}:
                return OTHER_SYMBOL_FONT
            return kind
    return TEXT_FONT


def character_of_code(kind: int, code: int, *, bad: bool) -> int:
    """The character of a code by TeX's encodings; -1 when they say nothing.

    Args:
        kind: of the font.
        code: as the reader gives it.
        bad: the reader knows no character and made one of the code.
    """
    if kind == TEX_EXTENSION_FONT:
        return (
            ord(TEX_EXTENSION_CHARACTERS[code])
            if 0 <= code < 32 or (bad and 0 <= code < len(TEX_EXTENSION_CHARACTERS))
            else -1
        )
    if kind == LIBERTINE_FONT and code in _FIGURES:
        return 0x30 + code - _FIGURES.start
    if not bad:
        return -1
    if kind == TEX_SYMBOL_FONT:
        return ord(TEX_SYMBOL_CHARACTERS[code]) if 0 <= code < len(TEX_SYMBOL_CHARACTERS) else -1
    return 0xFB00 + code - _LIGATURES.start if kind in {TEXT_FONT, LIBERTINE_FONT} and code in _LIGATURES else -1


def normalised(code: int) -> int:
    """The code with the forms of hyphen and space made one; `NOTHING` for characters without width."""
    if code in {0x2, 0xFFFE, 0xAD}:  # what PDFium makes of a hyphen at a line's end, and the soft hyphen
        return 0x2D
    if code in _WHITE_SPACE:
        return 32
    return NO_CHARACTER if code in _NO_WIDTH else code


def is_invalid(code: int) -> bool:
    """Whether a code is no character at all."""
    return code < 32 or 0x7F <= code < 0xA0 or code in {0xFFFD, 0xFFFF} or 0xD800 <= code < 0xE000


def is_unknown_private_use(code: int) -> bool:
    """Private use without an accepted meaning; U+F020..F0FF are symbol fonts, others Adobe's, see `quire.text`."""
    if 0xF730 <= code <= 0xF8FE:
        return not (code <= 0xF739 or 0xF761 <= code <= 0xF77A or 0xF7E0 <= code <= 0xF7FE or code >= 0xF8E5)
    return (0xE000 <= code <= 0xF8FF and not 0xF020 <= code <= 0xF0FF) or code >= 0xF0000


def is_digit(code: int) -> bool:
    """Whether a code is an ASCII digit."""
    return 0x30 <= code <= 0x39


def can_start_word(code: int) -> bool:
    """Whether words can start with a character: letters, quotes and brackets."""
    return code > 0x7F or 0x41 <= code <= 0x5A or 0x61 <= code <= 0x7A or code in {0x22, 0x27, 0x28, 0x5B}


def is_letter(code: int) -> bool:
    """Whether a code is a Latin, Greek or Cyrillic letter: single ones in a row are a spaced title."""
    return 0x41 <= code <= 0x5A or 0x61 <= code <= 0x7A or 0xC0 <= code <= 0x24F or 0x391 <= code <= 0x44F


def needs_folding(code: int) -> bool:
    """Whether a character may have to be folded to another, or combined with its neighbour."""
    return (
        0x2E80 <= code <= 0x2FDF
        or 0xE000 <= code <= 0xFAFF
        or 0xFB00 <= code <= 0xFEFF
        or 0x0132 <= code <= 0x0133
        or 0x01C4 <= code <= 0x01CC
        or 0x0300 <= code <= 0x036F
        or code >= 0x2F800
    )
