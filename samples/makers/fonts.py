"""Fonts for the samples: Liberation for Latin text, Noto CJK for Chinese. Both are under the SIL Open Font License 1.1.

Debian has them as fonts-liberation and fonts-noto-cjk. The Chinese fonts are OpenType collections with cubic outlines,
which reportlab cannot embed; a subset with the characters that a document uses is turned into TrueType outlines.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont, newTable
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont as EmbeddedFont

LIBERATION = Path("/usr/share/fonts/truetype/liberation")
NOTO = Path("/usr/share/fonts/opentype/noto")
CACHE = Path(__file__).resolve().parent.parent / ".fonts"
LARGEST_ERROR = 1.0  # units of 1/1000 em between a cubic curve and the quadratic ones that replace it
ASCII = "".join(chr(code) for code in range(0x20, 0x7F))


def latin() -> None:
    """Registers Serif, Sans and Mono with their bold and italic faces."""
    for family in ("Serif", "Sans", "Mono"):
        for face, suffix in (("Regular", ""), ("Bold", "-Bold"), ("Italic", "-Italic"), ("BoldItalic", "-BoldItalic")):
            file = LIBERATION / f"Liberation{family}-{face}.ttf"
            pdfmetrics.registerFont(EmbeddedFont(f"{family}{suffix}", str(file)))
        pdfmetrics.registerFontFamily(family, family, f"{family}-Bold", f"{family}-Italic", f"{family}-BoldItalic")


def chinese(text: str) -> None:
    """Registers Song (a serif face) and Hei (a sans face), regular and bold, with the characters of `text`."""
    CACHE.mkdir(exist_ok=True)
    for family, stem in (("Song", "NotoSerifCJK"), ("Hei", "NotoSansCJK")):
        for face, suffix in (("Regular", ""), ("Bold", "-Bold")):
            file = CACHE / f"{family}{suffix}.ttf"
            _truetype(NOTO / f"{stem}-{face}.ttc", text + ASCII).save(file)
            pdfmetrics.registerFont(EmbeddedFont(f"{family}{suffix}", str(file)))
        pdfmetrics.registerFontFamily(family, family, f"{family}-Bold", family, f"{family}-Bold")


def _truetype(collection: Path, text: str) -> TTFont:
    """The face for simplified Chinese of a collection, cut to `text`, with TrueType outlines."""
    names = [font["name"].getDebugName(1) for font in TTCollection(str(collection), lazy=True).fonts]
    number = next(i for i, name in enumerate(names) if name.endswith("CJK SC") and "Mono" not in name)
    font = TTFont(str(collection), fontNumber=number, recalcTimestamp=False)
    options = Options(layout_features=[], name_IDs=[0, 1, 2, 3, 4, 6, 13, 14], notdef_outline=True, hinting=False)
    subsetter = Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    _replace_outlines(font)
    return font


def _replace_outlines(font: TTFont) -> None:
    order = font.getGlyphOrder()
    outlines = font.getGlyphSet()
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(outlines)
        outlines[name].draw(Cu2QuPen(pen, LARGEST_ERROR, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = table = newTable("glyf")
    table.glyphOrder = order
    table.glyphs = glyphs
    for name, glyph in glyphs.items():
        glyph.recalcBounds(table)
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))
    most = font["maxp"]
    most.tableVersion = 0x00010000
    for field in [
        "maxZones",
        "maxTwilightPoints",
        "maxStorage",
        "maxFunctionDefs",
        "maxInstructionDefs",
        "maxStackElements",
        "maxSizeOfInstructions",
        "maxComponentElements",
        "maxPoints",
        "maxContours",
        "maxCompositePoints",
        "maxCompositeContours",
        "maxComponentDepth",
    ]:
        setattr(most, field, 1 if field in {"maxZones", "maxComponentElements"} else 0)
    font["post"].formatType = 3.0
    for tag in ("CFF ", "VORG"):
        if tag in font:
            del font[tag]
    font.sfntVersion = "\x00\x01\x00\x00"
