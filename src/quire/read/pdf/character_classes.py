"""Classes of characters that matter when glyphs are grouped.

The accelerator has the same in `native/character_classes.h`.
"""

from __future__ import annotations

from collections.abc import Iterable

BULLETS = "•●▪■◦○‣⁃–—-*·➢✓✔◆◇□❏❐❑❒❖§►▶→☐☑☒†‡※✧★☆¶"
"""Characters that mark the items of a list."""

DIVISION_SUFFIXES = "章节條条部编編篇卷回"
"""What follows the number in 第…章 and the like."""

BULLET_CODES = frozenset(map(ord, BULLETS))
DIVISION_CODES = frozenset(map(ord, DIVISION_SUFFIXES))

TEX_EXTENSION_CHARACTERS = "()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\()[]⌊⌋⌈⌉{}⟨⟩/\\/\\"
"""The characters of TeX's extension fonts at the codes 0 to 47 (The TeXbook, appendix F, figure 5).

These fonts have no map to Unicode, or PDFium makes characters of the codes.
"""

TEX_SYMBOL_CHARACTERS = (
    "−⋅×∗÷⋄±∓⊕⊖⊗⊘⊙○∘•≍≡⊆⊇≤≥≼≽∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽\u0338↦∀∃¬∅ℜℑ⊤⊥"
    "ℵABCDEFGHIJKLMNOPQRSTUVWXYZ∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|∥↕⇕\\≀√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠"
)
"""The characters of TeX's symbol fonts (The TeXbook, appendix F, figure 4); "↦" is its bar, which stands over an arrow.

PDFium does not know the names of some: angle brackets come as "h" and "i", a prime as "0", the stroke through "=" as
"6".
"""

ARROW_BAR = 0x21A6
"""This bar: the arrow begins at the same place, and is no letter of a ligature with it."""

TEX_ITALIC_CHARACTERS = (
    "ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφ↼↽⇀⇁\u200b\u200b▷◁0123456789.,</>⋆∂"
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ♭♮♯⌣⌢ℓabcdefghijklmnopqrstuvwxyzıȷ℘\u20d7⁀"
)
"""The characters of TeX's italic fonts of formulas (The TeXbook, appendix F, figure 3), without the hooks of arrows.

PDFium does not know the names of some: a lunate epsilon comes as the control character 15, "ℓ" as "`".
"""

_T1_SIGNS = "‚‹›“”„«»–—\u200b\u200bıȷ"
_T1_LETTERS = (
    "ĂĄĆČĎĚĘĞ•ĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£"
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß"
)
"""The characters of TeX's encoding of text (T1) from 0x80 on, but the bullet of its signs (TS1) instead of "Ĺ"."""

BITMAP_FONTS = "TeX."
"""How `type3_fonts` names fonts of TeX's bitmaps, whose codes are mostly those of T1."""

_LARGE_FONTS = ("CMEX", "Extension", "EUEX", "txex", "pxex", "-Ex-", "MTEX")
_SYMBOL_FONTS = ("CMSY", "CMBSY", "MathSymbols", "txsy", "pxsy")  # but not txsya, txsyb, txsyc
_ITALIC_FONTS = ("CMMI", "MathItalic")
_MATHS_FONTS = ("MSAM", "MSBM", "Math", "txmi", "pxmi", "stmary", "wasy", "bbding")
_LIBERTINE_FONTS = ("LinLibertine", "LinBiolinum")
_WINDOWS_FONTS = ("CIDFont+F", "Calibri")  # Windows prints each font as CIDFont+F1, CIDFont+F2, ...

TEXT_FONT, TEX_EXTENSION_FONT, TEX_SYMBOL_FONT, TEX_ITALIC_FONT = range(4)
OTHER_SYMBOL_FONT, LIBERTINE_FONT, WINDOWS_FONT, TEX_BITMAP_FONT = range(4, 8)
"""Kinds of fonts: what a code means if no name or map tells."""

_TEX_TABLES = {TEX_SYMBOL_FONT: TEX_SYMBOL_CHARACTERS, TEX_ITALIC_FONT: TEX_ITALIC_CHARACTERS}

_LIGATURES = range(0x1B, 0x20)  # ff, fi, fl, ffi, ffl in TeX's encoding of text (T1), in the order of U+FB00 to U+FB04
_T1_CODES = range(0x0D, 0x1B)  # quotes and dashes in it
_FIGURES = range(0xE118, 0xE122)  # 0 to 9 of other widths and heights in the private use of Linux Libertine
_CALIBRI_LIGATURES = {0x19F: 0, 0x1A9: 1, 0x14C: 2, 0x19E: 3, 0x1AB: 4}
"""Glyphs of Calibri without a character, ti, tt, ft, tf and tti: Windows prints their numbers without a map."""

OWN_LIGATURES = range(0xFF000, 0xFF005)
"""In place of these, in their order, until the name of the font is known."""

NO_CHARACTER = -1
"""In place of a code: a character without width, which is dropped."""

_HYPHENS = frozenset({0x2, 0xFFFE, 0xAD})  # PDFium's codes for a hyphen at the end of a line, and the soft hyphen
_ALWAYS_ENCODED = 32  # codes of extension fonts below it never mean control characters

_WHITE_SPACE = frozenset([9, 10, 13, 32, 0xA0, 0x1680, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)])
_VARIATION_SELECTORS = range(0xFE00, 0xFE10)
_NO_WIDTH = frozenset(
    [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), *_VARIATION_SELECTORS, 0xFEFF]
)

SYMBOL_FONT_CODES = range(0xF020, 0xF100)
"""Where symbol fonts keep their 8-bit codes in the private use area; their characters are known."""

_SURROGATES = range(0xD800, 0xE000)
_INVALID = (range(0x20), range(0x7F, 0xA0), range(0xFFFD, 0xFFFE), range(0xFFFF, 0x10000), _SURROGATES)
_PRIVATE_USE = (range(0xE000, 0xF900), range(0xF0000, 0x110000))
_KNOWN_PRIVATE_USE = (
    SYMBOL_FONT_CODES,
    range(0xF730, 0xF73A),  # Adobe's: old-style figures, small capitals, accented ones, parts of large brackets
    range(0xF761, 0xF77B),
    range(0xF7E0, 0xF7FF),
    range(0xF8E5, 0xF8FF),
    OWN_LIGATURES,
)
_DIGITS = range(0x30, 0x3A)
_LATIN_LETTERS = (range(0x41, 0x5B), range(0x61, 0x7B))
_LETTERS = (*_LATIN_LETTERS, range(0xC0, 0x250), range(0x391, 0x450))  # Latin, Greek, Cyrillic
_ASCII = range(0x80)
_OPENING = frozenset(map(ord, "\"'(["))
_FOLDABLE = (
    range(0x132, 0x134),  # the ligatures ij
    range(0x1C4, 0x1CD),  # DZ, LJ, NJ with carons
    range(0x300, 0x370),  # combining accents
    range(0x2E80, 0x2FE0),  # radicals
    range(0xE000, 0xFB00),  # private use, compatibility ideographs
    range(0xFB00, 0xFF00),  # presentation forms
    range(0x2F800, 0x110000),  # compatibility ideographs, private use
)


def font_kind(name: str) -> int:
    """The kind of a font by its name, one of `TEXT_FONT` to `TEX_BITMAP_FONT`."""
    if name.startswith(BITMAP_FONTS):
        return TEX_BITMAP_FONT
    for kind, parts in (
        (TEX_EXTENSION_FONT, _LARGE_FONTS),
        (TEX_SYMBOL_FONT, _SYMBOL_FONTS),
        (TEX_ITALIC_FONT, _ITALIC_FONTS),
        (OTHER_SYMBOL_FONT, _MATHS_FONTS),
        (LIBERTINE_FONT, _LIBERTINE_FONTS),
        (WINDOWS_FONT, _WINDOWS_FONTS),
    ):
        if any(part in name for part in parts):
            if kind == TEX_SYMBOL_FONT and name[-1:] in {"a", "b", "c"}:
                return OTHER_SYMBOL_FONT
            return kind
    return TEXT_FONT


def character_of_code(kind: int, code: int, *, bad: bool) -> int:
    """The character of a code in TeX's encodings; -1 if they do not define it.

    Args:
        kind: of the font.
        code: as PDFium gives it.
        bad: PDFium knows no character and made one of the code.
    """
    if kind == TEX_EXTENSION_FONT:
        return (
            ord(TEX_EXTENSION_CHARACTERS[code])
            if 0 <= code < _ALWAYS_ENCODED or (bad and 0 <= code < len(TEX_EXTENSION_CHARACTERS))
            else -1
        )
    if kind == LIBERTINE_FONT and code in _FIGURES:
        return 0x30 + code - _FIGURES.start
    if not bad:
        return -1
    if kind in _TEX_TABLES:
        return ord(_TEX_TABLES[kind][code]) if 0 <= code < len(_TEX_TABLES[kind]) else -1
    if kind == WINDOWS_FONT and code in _CALIBRI_LIGATURES:
        return OWN_LIGATURES[_CALIBRI_LIGATURES[code]]
    if kind in {TEXT_FONT, LIBERTINE_FONT, TEX_BITMAP_FONT} and code in _LIGATURES:
        return 0xFB00 + code - _LIGATURES.start
    if kind == TEX_BITMAP_FONT and code in _T1_CODES:
        return ord(_T1_SIGNS[code - _T1_CODES.start])
    return ord(_T1_LETTERS[code - 0x80]) if kind == TEX_BITMAP_FONT and 0x80 <= code < 0x100 else -1


def normalised(code: int) -> int:
    """The code, with one code for all hyphens and one for all spaces; `NO_CHARACTER` for characters without width."""
    if code in _HYPHENS:
        return 0x2D
    if code in _WHITE_SPACE:
        return 32
    return NO_CHARACTER if code in _NO_WIDTH else code


def is_invalid(code: int) -> bool:
    """Whether a code is not a character."""
    return code < 0 or _is_in(code, _INVALID)


def is_unknown_private_use(code: int) -> bool:
    """Whether a code is of private use without an accepted meaning; see `quire.text` for the known ones."""
    return _is_in(code, _PRIVATE_USE) and not _is_in(code, _KNOWN_PRIVATE_USE)


def is_digit(code: int) -> bool:
    """Whether a code is an ASCII digit."""
    return code in _DIGITS


def can_start_word(code: int) -> bool:
    """Whether a word can start with a character: letters, quotes and brackets."""
    return code >= _ASCII.stop or _is_in(code, _LATIN_LETTERS) or code in _OPENING


def is_letter(code: int) -> bool:
    """Whether a code is a Latin, Greek or Cyrillic letter; single ones in a row are a letter-spaced title."""
    return _is_in(code, _LETTERS)


def needs_folding(code: int) -> bool:
    """Whether a character may have to be folded to another, or combined with its neighbour."""
    return _is_in(code, _FOLDABLE)


def _is_in(code: int, ranges: Iterable[range]) -> bool:
    return any(code in span for span in ranges)
