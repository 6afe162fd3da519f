"""Character work on extracted text: what Unicode normalisation would break is left alone.

Kangxi radicals, compatibility ideographs, ligatures and Arabic presentation forms become the
characters they stand for. "①", "²", full-width digits and Chinese punctuation stay as printed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Radicals of the supplement block without a Unicode decomposition that fonts use for whole characters
# (Unicode 15, EquivalentUnifiedIdeograph.txt).
_RADICALS = dict(
    zip(
        "⺁⺄⺅⺇⺉⺋⺍⺎⺏⺐⺑⺒⺓⺔⺖⺘⺙⺛⺝⺞⺟⺠⺡⺣⺤⺥⺦⺨⺩⺫⺬⺭⺮⺯⺱⺲⺹⺺⺽⺾⺿⻁⻂⻃⻄⻅⻆⻈⻉⻊⻋⻌⻍⻎⻐⻑⻒⻓⻔⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳",
        "厂乙亻几刂㔾小小尢尢尣巳幺彑忄扌攵旡月歺母民氵灬爪爪丬犭王罒示礻竹糸罓罒耂肀臼艹艹虎衤覀西见角讠贝足车辶辶辶钅長镸长门阝雨青韦页风飞食食飠饣马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟",
        strict=True,
    )
)

# Private-use codes of the symbol fonts that word processors use for bullets and ticks (Wingdings and Symbol
# mapped to U+F0xx).
_SYMBOLS = {
    0xF020: " ",
    0xF02D: "-",
    0xF06C: "●",
    0xF06D: "❍",
    0xF06E: "■",
    0xF06F: "□",
    0xF070: "□",
    0xF071: "❑",
    0xF072: "❒",
    0xF075: "◆",
    0xF076: "❖",
    0xF077: "⬥",
    0xF09E: "·",
    0xF09F: "•",
    0xF0A0: "·",
    0xF0A1: "○",
    0xF0A7: "▪",
    0xF0A8: "□",
    0xF0B2: "✧",
    0xF0B7: "•",
    0xF0D8: "➢",
    0xF0E0: "→",
    0xF0E8: "➔",
    0xF0F0: "⇨",
    0xF0FB: "✗",
    0xF0FC: "✓",
    0xF0FE: "☑",
    0xF0FD: "☒",
}

# Adobe's private use for named variants in its fonts (Adobe Glyph List 2.0): other forms of figures and small capitals.
_FIGURES = range(0xF730, 0xF73A)
_CAPITALS = (range(0xF761, 0xF77B), range(0xF7E0, 0xF7FF))  # Latin-1 letters moved up by 0xF700
_MARKS = {0xF6BE: "j", 0xF6FA: "œ", 0xF6FD: "š", 0xF6FF: "ž", 0xF6F9: "ł", 0xF8E8: "®", 0xF8E9: "©", 0xF8EA: "™"}
_BRACKETS = dict(zip(range(0xF8EB, 0xF8FF), "⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭", strict=True))  # parts of tall ones

_FOLDED_BLOCKS = (
    (0x2E80, 0x2FDF),  # CJK and Kangxi radicals
    (0xF900, 0xFAFF),  # compatibility ideographs
    (0xFB00, 0xFDFF),  # Latin, Hebrew ligatures; Arabic presentation forms A
    (0xFE70, 0xFEFE),  # Arabic presentation forms B
    (0x2F800, 0x2FA1F),  # compatibility ideographs, supplement
    (0xFE30, 0xFE48),  # punctuation turned for vertical writing
    (0x0132, 0x0133),  # IJ
    (0x01C4, 0x01CC),  # DZ, LJ, NJ
)


def is_cjk(code: int) -> bool:
    """Whether a character is set on the full-width grid: Han, kana, hangul, full-width forms, CJK punctuation."""
    return (
        0x2E80 <= code <= 0x9FFF
        or 0xAC00 <= code <= 0xD7A3
        or 0xF900 <= code <= 0xFAFF
        or 0xFE30 <= code <= 0xFE4F
        or 0xFF00 <= code <= 0xFFEF
        or 0x20000 <= code <= 0x3FFFF
    )


def is_ideograph(code: int) -> bool:
    """Whether a character is Han (radicals included) or kana: no punctuation, hangul or full-width form."""
    return is_cjk(code) and not (
        0x2FE0 <= code <= 0x3040 or 0xAC00 <= code <= 0xD7A3 or 0xFE30 <= code <= 0xFE4F or 0xFF00 <= code <= 0xFFEF
    )


def wide_characters(text: str) -> int:
    """How many characters of a text are as wide as ideographs, about: all that Chinese texts are set of."""
    return 0 if text.isascii() else sum(map(len, _WIDE.findall(text)))


_WIDE = re.compile("[\u2e80-\uffef][\u2e80-\uffef]*")  # runs, as single characters take long; "+" finds them later


def is_hangul(code: int) -> bool:
    """Whether a character is Korean writing, which sets spaces between words as Latin writing does."""
    return 0xAC00 <= code <= 0xD7A3 or 0x1100 <= code <= 0x11FF or 0x3130 <= code <= 0x318F


def is_rtl(code: int) -> bool:
    """Whether a character runs from right to left: Hebrew, Arabic, Syriac, Thaana, NKo and their forms."""
    return 0x0590 <= code <= 0x08FF or 0xFB1D <= code <= 0xFDFF or 0xFE70 <= code <= 0xFEFE


def fold(text: str) -> str:
    """`text` with compatibility characters replaced by what they stand for; unknown private-use codes dropped.

    Of neighbours that are forms of one ideograph one stays: macOS writes all that a glyph stands for.
    """
    folded = list(map(_fold, text))
    if len(text) > 1:
        forms: set[str] = set()
        before = ""
        for at, char in enumerate(text):
            if at and folded[at] == before and char not in forms and is_cjk(ord(char)):
                folded[at] = ""
            else:
                before = folded[at]
                forms.clear()
            forms.add(char)
    return "".join(folded)


@lru_cache(maxsize=4096)
def _fold(char: str) -> str:
    code = ord(char)
    if char in _RADICALS:
        return _RADICALS[char]
    if 0xE000 <= code <= 0xF8FF or code >= 0xF0000:
        return _private(code)
    if any(low <= code <= high for low, high in _FOLDED_BLOCKS):
        return unicodedata.normalize("NFKC", char)
    return char


def _private(code: int) -> str:
    if code in _SYMBOLS:
        return _SYMBOLS[code]
    if 0xF021 <= code <= 0xF07E:  # symbol fonts whose text is plain ASCII moved up by 0xF000
        return chr(code - 0xF000)
    if code in _FIGURES or any(code in letters for letters in _CAPITALS):
        return chr(code - 0xF700)
    return _MARKS.get(code) or _BRACKETS.get(code, "")
