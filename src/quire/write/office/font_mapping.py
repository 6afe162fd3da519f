"""The font names of PDF files as families that a word processor knows.

A PDF names faces by PostScript names ("NimbusRomNo9L-Medi", "TimesNewRomanPS-BoldMT",
"SimSun,Bold"); an Office file names families ("Times New Roman", "SimSun").
"""

from __future__ import annotations

import re
from functools import lru_cache

from quire.write.office.font_families import ARIAL, COURIER, NAME_PREFIXES, TIMES, FontFamily
from quire.write.office.office_text import has_east_asian

__all__ = [
    "METRIC_COMPATIBLE",
    "UNKNOWN",
    "FontFamily",
    "east_asian_companion",
    "east_language",
    "family_of_font",
    "font_family",
    "is_metric_compatible",
    "latin_family",
    "latin_language",
]

UNKNOWN = FontFamily("")
_SHORTEST_NAME = 3  # letters; shorter names say nothing
METRIC_COMPATIBLE = frozenset(("Times New Roman", "Arial", "Courier New"))
"""Families for which every computer has a font of the same widths."""
_OFFICE = frozenset(("Calibri", "Cambria"))  # Word has them, LibreOffice brings Carlito and Caladea


@lru_cache(maxsize=1024)
def font_family(name: str, *, mono: bool = False) -> FontFamily:
    """The family behind a font name of a PDF.

    A font that no office suite has maps to the most similar family: for a missing font, LibreOffice takes a wide sans
    serif and Word whatever it thinks similar. `mono`: all its glyphs have the same width.
    """
    name = _decoded(name).partition("+")[2] or _decoded(name)
    key = re.sub(r"[\s\-_,.#@]+", "", name).lower()
    for start, family in _ORDERED:
        if key.startswith(start):
            return family
    if len(key) < _SHORTEST_NAME or _MEANINGLESS.match(key) or not any(map(str.isalnum, key)):
        return COURIER if mono else UNKNOWN
    if mono or _MONO.search(key):
        return COURIER
    return ARIAL if _SANS.search(key) else TIMES


def east_asian_companion(latin: FontFamily, language: str) -> str:
    """The East Asian family that goes with a Latin one in a text of this language."""
    serif, plain = _COMPANIONS.get(language[:2].lower(), _COMPANIONS["zh"])
    if language.lower() in ("zh-tw", "zh-hk", "zh-hant"):
        serif, plain = "PMingLiU", "Microsoft JhengHei"
    return serif if latin.serif else plain


def latin_family(family: FontFamily) -> str:
    """The family for the Latin letters and digits of a text set in `family`.

    For an East Asian family that is Times New Roman or Arial, which every computer has: if the family is missing, its
    substitute for Chinese has no Latin letters, and their substitute is much wider.
    """
    if not family.east_asian:
        return family.name
    return TIMES.name if family.serif else ARIAL.name


def family_of_font(name: str, *, mono: bool) -> str:
    """The family that Latin letters of a font of a PDF are set in; "" where none is known. Arguments as for `face`."""
    return latin_family(font_family(name, mono=mono))


def is_metric_compatible(family: str, text: str) -> bool:
    """Whether a text has the same width in every office: metric compatible, no family, or East Asian characters."""
    return not family or family in METRIC_COMPATIBLE or family in _OFFICE or has_east_asian(text)


def east_language(language: str) -> str:
    """The East Asian language that an Office file is marked with: "zh-CN" unless the text is another."""
    lower = language.lower()
    if lower.startswith(("ja", "ko")):
        return {"ja": "ja-JP", "ko": "ko-KR"}[lower[:2]]
    return "zh-TW" if lower in ("zh-tw", "zh-hant") else "zh-HK" if lower == "zh-hk" else "zh-CN"


def latin_language(language: str) -> str:
    """The language of Latin text: the document's own, with the country that Word wants."""
    lower = language.lower()
    if not re.fullmatch(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", lower) or lower[:2] in ("zh", "ja", "ko"):
        return "en-US"
    return language if "-" in language else _COUNTRIES.get(lower, language)


def _decoded(name: str) -> str:
    """Chinese names that were written as GBK bytes and read as Latin-1 ("ËÎÌå" is 宋体)."""
    if name.isascii() or any(ord(c) > 0xFF for c in name):
        return name
    try:
        return name.encode("latin-1").decode("gbk")
    except UnicodeError:
        return name


# Names that PDF producers make up: F1, TT2, CIDFont+F3, T3Font_0, Type3, unnamed ...
_MEANINGLESS = re.compile(
    r"(cidfont)?(f|ft|tt|t|c|g|r|fo|font|t3|t3font|type3|untitled|unnamed|noname|anonymous|fontname)?\d*$"
)
# Words in the names of families without serifs, and of those whose glyphs are equally wide.
_SANS = re.compile(r"sans|gothic|grotes[kq]|helv|linear|rounded")
_MONO = re.compile(r"mono|typewriter|code(?!c)|console|terminal|courier|t1x\w?tt|^cm\w*tt")
_COMPANIONS = {"zh": ("SimSun", "SimHei"), "ja": ("MS Mincho", "MS Gothic"), "ko": ("Batang", "Malgun Gothic")}
_COUNTRIES = {
    "en": "en-US", "de": "de-DE", "fr": "fr-FR", "es": "es-ES", "it": "it-IT", "pt": "pt-PT", "ru": "ru-RU",
    "nl": "nl-NL",
    "pl": "pl-PL", "sv": "sv-SE", "da": "da-DK", "cs": "cs-CZ", "ar": "ar-SA", "he": "he-IL", "tr": "tr-TR",
    "el": "el-GR",
    "uk": "uk-UA", "vi": "vi-VN", "th": "th-TH", "hu": "hu-HU", "ro": "ro-RO", "fi": "fi-FI", "no": "nb-NO",
    "nb": "nb-NO",
}  # fmt: skip

_ORDERED = sorted(
    ((start, family) for family, starts in NAME_PREFIXES.items() for start in starts.split()),
    key=lambda pair: -len(pair[0]),
)
