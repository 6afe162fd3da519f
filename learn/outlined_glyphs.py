"""The outlines of MathJax's fonts as a table: `python -m learn.outlined_glyphs FOLDER`.

FOLDER is `jax/output/SVG/fonts/TeX` of a checkout of MathJax 2.7 (Apache-2.0); the later versions with these fonts
draw the same outlines. The table has a number for each outline, no outlines.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from quire.read.pdf.outlined_glyphs import outline_key

TABLE = Path(__file__).parent.parent / "src/quire/read/pdf/outlined_glyphs.json"
_GLYPH = re.compile(r"0x([0-9A-F]+):\s*\[-?\d+,-?\d+,(-?\d+),-?\d+,-?\d+,'([^']*)'")
_TOKEN = re.compile(r"[A-Za-z]|-?\d+(?:\.\d+)?")
_NUMBERS = {"M": 2, "L": 2, "T": 2, "Q": 4, "H": 1, "V": 1}
_PRIVATE_USE = range(0xE000, 0xF900)
# Folders in the order in which they get a glyph that several have, with the name that the font has in print.
_FONTS = {
    "Main/Regular": "MathJax_Main", "Math/Italic": "MathJax_Math-Italic", "Size1/Regular": "MathJax_Size1",
    "Size2/Regular": "MathJax_Size2", "Size3/Regular": "MathJax_Size3", "Size4/Regular": "MathJax_Size4",
    "AMS/Regular": "MathJax_AMS", "Main/Bold": "MathJax_Main-Bold", "Math/BoldItalic": "MathJax_Math-BoldItalic",
    "Main/Italic": "MathJax_Main-Italic", "Caligraphic/Regular": "MathJax_Caligraphic",
    "Caligraphic/Bold": "MathJax_Caligraphic-Bold", "Fraktur/Regular": "MathJax_Fraktur",
    "Fraktur/Bold": "MathJax_Fraktur-Bold", "Script/Regular": "MathJax_Script",
    "SansSerif/Regular": "MathJax_SansSerif", "SansSerif/Bold": "MathJax_SansSerif-Bold",
    "SansSerif/Italic": "MathJax_SansSerif-Italic", "Typewriter/Regular": "MathJax_Typewriter",
}  # fmt: skip
# Fonts whose letters are those of an alphabet of Unicode.
_ALPHABETS = {
    "MathJax_AMS": ("DOUBLE-STRUCK", "DOUBLE-STRUCK"), "MathJax_Caligraphic": ("SCRIPT", "SCRIPT"),
    "MathJax_Script": ("SCRIPT", "SCRIPT"), "MathJax_Fraktur": ("FRAKTUR", "BLACK-LETTER"), "MathJax_Main-Bold": ("BOLD", "BOLD"),
}  # fmt: skip


def main(folder: str) -> None:
    """Write the table."""
    known: set[int] = set()
    fonts: dict[str, list[tuple[int, int, int]]] = {}
    for place, name in _FONTS.items():
        for path in sorted((Path(folder) / place).glob("*.js")):
            for code, width, outline in glyphs_of(path.read_text("utf-8")):
                key = outline_key(parts_of(outline))
                if key and key not in known and code not in _PRIVATE_USE:
                    known.add(key)
                    fonts.setdefault(name, []).append((key, in_alphabet(code, name), width))
    TABLE.write_text(
        json.dumps({name: sorted(rows) for name, rows in fonts.items()}, separators=(",", ":")) + "\n", "utf-8"
    )


def glyphs_of(text: str) -> Iterator[tuple[int, int, str]]:
    """The code, the width and the outline of each glyph in a file of MathJax."""
    for found in _GLYPH.finditer(text):
        yield int(found[1], 16), int(found[2]), found[3]


def parts_of(outline: str) -> list[list[tuple[float, float]]]:
    """The points that each part of an outline (SVG 1.1, 8.3, absolute commands) goes through, without those beside it."""
    parts: list[list[tuple[float, float]]] = []
    x = y = 0.0
    command, numbers = "M", list[float]()
    for token in _TOKEN.findall(outline):
        if token.isalpha():
            command = token
            continue
        numbers.append(float(token))
        if len(numbers) < _NUMBERS[command]:
            continue
        x = numbers[0] if command == "H" else x if command == "V" else numbers[-2]
        y = y if command == "H" else numbers[-1]
        if command == "M":
            parts.append([])
            command = "L"
        parts[-1].append((x, y))
        numbers = []
    return parts


def in_alphabet(code: int, font: str) -> int:
    """The character for a letter or figure of a font that stands for one of Unicode's alphabets."""
    for start in (f"MATHEMATICAL {_ALPHABETS[font][0]}", _ALPHABETS[font][1]) if font in _ALPHABETS else ():
        name = unicodedata.name(chr(code), "").removeprefix("LATIN ").replace("LETTER ", "")
        try:
            return ord(unicodedata.lookup(f"{start} {name}"))
        except KeyError:
            continue
    return code


if __name__ == "__main__":
    main(sys.argv[1])
