"""How wide text is in the families that have a likeness of the same widths on every computer."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from quire.write.office.office_text import has_east_asian

# Advance widths in thousandths of an em (Adobe Font Metrics of Times-Roman and Helvetica, whose widths Times New Roman,
# Arial and the Liberation families have, too).
_TIMES = {
    180: "'", 200: "|", 250: " ,.\u00a0", 278: "/:;\\ijlt", 333: "!()-I[]`fr‘’\u2010", 350: "•", 389: "Js",
    408: '"', 444: "?acez“”",
    469: "^", 480: "{}", 500: "#$*0123456789_bdghknopquvxy–§", 541: "~", 556: "FPSß", 564: "+<=>", 611: "ELTZ",
    667: "BCR",
    722: "ADGHKNOQUVXYw", 760: "©", 778: "&m", 833: "%", 889: "M", 921: "@", 944: "W", 1000: "—…",
}  # fmt: skip
_HELVETICA = {
    191: "'", 222: "ijl‘’", 260: "|", 278: " !,./:;I[\\]ft\u00a0", 333: "()-`r“”\u2010", 334: "{}", 350: "•",
    355: '"', 389: "*",
    469: "^", 500: "Jcksvxyz", 556: "#$0123456789?L_abdeghnopqu–§", 584: "+<=>~", 611: "FTZß", 667: "&ABEKPSVXY",
    722: "CDHNRUw",
    737: "©", 778: "GOQ", 833: "Mm", 889: "%", 944: "W", 1000: "—…", 1015: "@",
}  # fmt: skip
_WIDTHS = {
    family: {character: width for width, characters in groups.items() for character in characters}
    for family, groups in (("Times New Roman", _TIMES), ("Arial", _HELVETICA))
}
_OTHER = 556
_FIRST_CJK = "\u2e80"  # the first character of the East Asian blocks
_COURIER = 600
_BOLD = 1.06
_BESIDE = 250  # what Office leaves between a Chinese character and a Latin letter or figure (w:autoSpaceDE)


def advance_width(text: str, family: str, *, bold: bool = False) -> float:
    """The width of a line of text in em; a family that is not known counts as Arial.

    A letter with an accent is as wide as without; what the tables do not have counts as a figure.
    """
    if family == "Courier New":
        return sum(1000 if has_east_asian(character) else _COURIER for character in text) / 1000
    family = family if family in _WIDTHS else "Arial"
    known = _WIDTHS[family]
    counts = Counter(text)  # of some dozens of characters, also of a long text
    width = sum([(known.get(one) or _em(one, family)) * count for one, count in counts.items()]) / 1000
    return width * _BOLD if bold else width


def auto_spacing(text: str) -> float:
    """The white in em that Office adds where Chinese characters and Latin letters or figures meet."""
    if not has_east_asian(text):
        return 0.0
    kinds = [_kind(character) for character in text]
    return sum({a, b} == {"east_asian", "latin"} for a, b in pairwise(kinds)) * _BESIDE / 1000


def _kind(character: str) -> str:
    if "\u3400" <= character <= "\u9fff" or "\u3040" <= character <= "\u30ff":
        return "east_asian"
    return "latin" if character.isalnum() and character < _FIRST_CJK else ""


@lru_cache(maxsize=8192)
def _em(character: str, family: str) -> int:
    """The width of a character that the tables do not have."""
    if has_east_asian(character):
        return 1000
    base = unicodedata.normalize("NFD", character)[0]
    return _WIDTHS[family].get(base, 0 if unicodedata.combining(character) else _OTHER)
