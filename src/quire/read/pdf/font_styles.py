"""Styles from the properties of fonts."""

from __future__ import annotations

import re
from collections.abc import Callable

from quire.model.page import Style
from quire.read.pdf import dingbats
from quire.read.pdf.font_program import MADE_UP
from quire.read.pdf.formula_sizes import WEB_FONT
from quire.read.pdf.type3_fonts import Described

_FIXED, _ITALIC, _FORCE_BOLD = 1, 1 << 6, 1 << 18  # font descriptor flags, ISO 32000-1 table 123
_SUBSET = re.compile(r"^[A-Z]{6}\+|-Identity-[HV]$")
# TeX fonts are named by a letter or two: bold sans serif (CMSSBX, SFSX), bold Libertine (LinLibertineTB).
_BOLD = re.compile(
    r"(?i:bold|black|heavy|fett|gras(?![a-z])|semibd)|(?<![a-z])(?:[Bb]d|medi(?!um)|demi(?!light))(?![a-z])|Medi$|Demi$|-B$"
    r"|^(?:CMBX|CMB|CMSSBX|CMSSDC|SFBX|SFXB|SFSX|SFSO|SFBI|LM(?:RomanBX|RomanDemi|SansDemi))|^(?:cs|vn|VN|HFBR|pl)(?:bx|BX)"
    r"|W[6-9]$|,Bold|^Lin(?:Libertine|Biolinum)[TO]?[BZ][IO]?$|^rtxb(?!mi)|^(?:t1x|tcx|tx|newtx)b"
)
_ITALIC_NAME = re.compile(
    r"(?i:italic|oblique|kursiv|slanted)|-?Ital?$|-It$|Obli$|-(?:BI|I)$|Slant_?\d"
    r"|^(?:CMTI|CMMI|CMSL|CMSSI|CMITT|CMBXTI|CMBXSL|SFTI|SFSL|SFSI|SFSO|SFBI|SFIT|SFST|VNTI|VNSL|csti|cssl)|^rtxb?(?:i|sl)$"
    r"|^Lin(?:Libertine|Biolinum)(?:T[BZ]?O|[TO]?[BZ]?I)$"
)
# Browsers on Windows write Chinese in programs in NSimSun, which hardly anybody chooses for text.
_MONO = re.compile(
    r"(?i:courier|mono(?!type)|consol|typewriter|menlo|monaco|mplus-?1m|fixed|inconsolata|terminal|cursor)|NimbusMon"
    r"|^(?:CM(?:SL|I)?TT|SFTT|SFIT|SFST|LMMono|VNTT|cstt|AnonymousPro|Hack-|NSimSun$)|^(?:t1x|tcx|tx|newtx)b?tt|Code(?:Pro|-|$)"
)
_PROPORTIONAL = re.compile(
    r"""
    sans(?!.{0,200}typewr) | serif | roman | times | helvet | arial                           # Latin text faces
    | song | hei | kai | fang | ming | sun | msyh | yahei | han | cjk | pingfang | stx    # Chinese
    | gothic | mincho | batang | gulim                                                    # Japanese, Korean
    | [\u3040-\u9fff\uac00-\ud7af]                                                       # names in these scripts
    """,
    re.IGNORECASE | re.VERBOSE,
)
_ESCAPED = re.compile(r"[\udc80-\udcff]")
_BOLD_WEIGHTS = (700, 1000)  # of fonts without a name; lower weights are no reliable sign of bold type


class DocumentStyles:
    """The interned styles of a document."""

    def __init__(self, program_name: Callable[[int], str] | None = None) -> None:
        """`program_name` gives the name that a font's program has for itself, by the font's address."""
        self._program_name = program_name
        self._own_names: dict[tuple[str, int], str] = {}
        self._styles: dict[Style, Style] = {}
        self._made: dict[
            tuple[str, int, int, int, int, int, int, int], Style
        ] = {}  # each page requests its fonts again
        self.has_sign_fonts = False
        """Whether the document uses a sign font, whose letters are not letters."""
        self.has_fixed_fonts = False
        """Whether it uses one that is called fixed, which `font_pitch` looks into."""
        self.has_web_formulas = False
        """Whether it has fonts of MathJax or KaTeX, whose sizes `formula_sizes` looks into."""
        self.has_nameless_fonts = False
        self.described: dict[str, Described] = {}
        """The Type 3 fonts by the names that `type3_fonts` gave them."""

    def make(  # noqa: PLR0913, PLR0917 - called by the accelerator with plain values
        self,
        name: str,
        flags: int,
        weight: int,
        italic: int,
        tenths: int,
        color: int,
        bold: int,
        rise: int,
        font: int = 0,
    ) -> Style:
        """The style of a font (`name`, descriptor `flags`, `weight`, `italic` angle) at a size in tenths of a point.

        `font` is its address, if PDFium has it: a font whose name is made up is asked for its own.
        """
        if font and MADE_UP.match(name):
            name = self._own_name(name, font)
        asked = (name, flags, weight, italic, tenths, color, bold, rise)
        style = self._made.get(asked)
        if style is None:
            style = self._made[asked] = self._style(*asked)
        return style

    def _own_name(self, name: str, font: int) -> str:
        """The name in the program of a font; kept, as a Chinese font has megabytes and each page asks again."""
        known = self._own_names.get((name, font))
        if known is None:
            known = self._own_names[name, font] = (self._program_name and self._program_name(font)) or name
        return known

    def _style(  # noqa: PLR0913, PLR0917 - as `make`
        self, name: str, flags: int, weight: int, italic: int, tenths: int, color: int, bold: int, rise: int
    ) -> Style:
        name, flags, weight, italic = self.described.get(name, (name, flags, weight, italic))
        self.has_nameless_fonts = self.has_nameless_fonts or not name
        family = _SUBSET.sub("", _readable(name))
        self.has_sign_fonts = self.has_sign_fonts or family.startswith(dingbats.SIGN_FONTS)
        style = Style(
            font=family,
            size=tenths / 10.0,
            bold=bool(bold) or _is_bold(family, flags, weight),
            italic=bool(_ITALIC_NAME.search(family)) or (flags > 0 and bool(flags & _ITALIC)) or italic < 0,
            mono=bool(_MONO.search(family)) or (flags > 0 and bool(flags & _FIXED) and not _is_wide(family)),
            color=color,
            rise=rise,
        )
        self.has_fixed_fonts = self.has_fixed_fonts or style.mono
        self.has_web_formulas = self.has_web_formulas or WEB_FONT.search(style.font) is not None
        return self._styles.setdefault(style, style)


def _readable(name: str) -> str:
    """A font's name; bytes that are no UTF-8, which come as surrogates, are read as the Chinese encoding.

    PDF names are UTF-8 (ISO 32000-1, 7.3.5); Chinese writers write "宋体" and "黑体" in that of their system.
    """
    if name.isascii():
        return name
    return name.encode("utf-8", "surrogateescape").decode("gb18030" if _ESCAPED.search(name) else "utf-8", "replace")


def _is_bold(family: str, flags: int, weight: int) -> bool:
    if _BOLD.search(family):
        return True
    return (flags > 0 and bool(flags & _FORCE_BOLD)) or (_BOLD_WEIGHTS[0] <= weight <= _BOLD_WEIGHTS[1] and not family)


def _is_wide(family: str) -> bool:
    """Whether a font is proportional although it says fixed: Chinese and Japanese ones, and all those of Apache FOP."""
    return bool(_PROPORTIONAL.search(family))
