"""How wide text is in the families that have a likeness of the same widths on every computer."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from quire.write.office.office_text import has_east_asian

# Advance widths in thousandths of an em: Adobe Font Metrics of Times-Roman and Helvetica, whose widths Times New Roman,
# Arial and the Liberation families have, too; Calibri's by Carlito; Cambria's letters and figures by documents that
# embed it, its rarer signs by Caladea.
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
_CALIBRI = {
    221: "'", 226: " \u00a0", 229: "il", 239: "j", 250: ",‘’", 252: ".I", 268: ":;", 291: "`", 303: "()", 305: "f",
    306: "-\u2010", 307: "[]", 314: "{}", 319: "J", 326: "!", 335: "t", 349: "r", 386: "/\\", 391: "s", 395: "z",
    401: '"',
    418: "“”", 420: "L", 423: "c", 433: "x", 452: "v", 453: "y", 455: "k", 459: "FS", 460: "|", 463: "?", 468: "Z",
    471: "g", 479: "a", 487: "TY", 488: "E", 498: "#*+<=>^_e~–•§", 507: "$0123456789", 517: "P", 519: "X", 520: "K",
    525: "bdhnpqu", 527: "oß", 533: "C", 543: "R", 544: "B", 567: "V", 579: "A", 615: "D", 623: "H", 631: "G",
    642: "U", 646: "N", 662: "O", 673: "Q", 682: "&", 690: "…", 715: "%w", 799: "m", 834: "©", 855: "M", 890: "W",
    894: "@", 905: "—",
}  # fmt: skip
_CAMBRIA = {
    205: ",", 207: ".", 220: " \u00a0", 221: "‘’", 237: "'", 261: ":;", 271: "jl", 278: "i", 286: "!", 303: "f",
    307: "J", 320: "|", 324: "I", 332: "-\u2010", 338: "t", 350: "[]", 371: "_", 375: "“”", 382: "()", 387: "{}",
    393: '"', 414: "r", 422: "?", 427: "*", 430: "s",
    441: "c", 443: "•", 452: "z", 480: "x", 488: "ae", 490: "/\\", 499: "gS", 500: "vy–§", 524: "k", 531: "o",
    533: "FL", 543: "bq", 552: "hu", 554: "#$0123456789+<=>^~", 555: "d", 556: "p", 558: "n", 563: "C", 568: "P",
    575: "E", 593: "T", 608: "V", 611: "BG", 620: "A", 621: "R", 629: "K", 648: "U", 653: "OQ", 662: "D", 684: "N",
    687: "H&", 774: "w", 815: "M", 836: "m", 885: "@", 890: "%", 921: "W", 1000: "—…",
}  # fmt: skip
_WIDTHS = {
    family: {character: width for width, characters in groups.items() for character in characters}
    for family, groups in (
        ("Times New Roman", _TIMES),
        ("Arial", _HELVETICA),
        ("Calibri", _CALIBRI),
        ("Cambria", _CAMBRIA),
    )
}
_OTHER = 556
_FIRST_CJK = "\u2e80"  # the first character of the East Asian blocks
_COURIER = 600
_BOLD = {"Calibri": 1.02}
_OTHER_BOLD = 1.06
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
    return width * _BOLD.get(family, _OTHER_BOLD) if bold else width


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
