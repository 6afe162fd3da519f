"""Letters of script, of Fraktur and with double strokes (Unicode, Mathematical Alphanumeric Symbols)."""

from __future__ import annotations

import unicodedata

ALPHABETS = {
    "script": ("MATHEMATICAL SCRIPT", "SCRIPT"),
    "fraktur": ("MATHEMATICAL FRAKTUR", "BLACK-LETTER"),
    "double": ("MATHEMATICAL DOUBLE-STRUCK", "DOUBLE-STRUCK"),
}
"""Types of letters, and how the names of their characters begin: in the block, and of those that Unicode had before."""


def in_alphabet(text: str, kind: str) -> str:
    """A text in the letters and figures of a type; characters that it does not have stay."""
    return "".join(_letter(sign, kind) for sign in text)


def _letter(sign: str, kind: str) -> str:
    name = unicodedata.name(sign, "").removeprefix("LATIN ").replace("LETTER ", "")
    for start in ALPHABETS[kind]:
        try:
            return unicodedata.lookup(f"{start} {name}")
        except KeyError:
            continue
    return sign
