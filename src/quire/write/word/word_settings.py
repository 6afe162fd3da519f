"""The settings of a Word file (ECMA-376-1, 17.15)."""

from __future__ import annotations

from quire.write.office.font_mapping import east_language, latin_language
from quire.write.word.wordprocessingml import part, tag

# Without these, Word opens the file in the compatibility mode of an older version.
_COMPATIBLE = (
    ("compatibilityMode", "15"),
    ("overrideTableStyleFontSizeAndJustification", "1"),
    ("enableOpenTypeFeatures", "1"),
    ("doNotFlipMirrorIndents", "1"),
)
_OFFICE = "http://schemas.microsoft.com/office/word"


def settings_part(language: str, *, notes: str, even: bool, mirrored: bool) -> bytes:
    """The part settings.xml.

    Args:
        language: of the document, BCP 47.
        notes: what it says of footnotes and endnotes.
        even: whether even pages have headers of their own.
        mirrored: whether inner and outer margins change sides on even pages.
    """
    compat = "".join(tag("w:compatSetting", w_name=name, w_uri=_OFFICE, w_val=value) for name, value in _COMPATIBLE)
    inner = (
        tag("w:zoom", w_percent=100)
        + (tag("w:mirrorMargins") if mirrored else "")
        + tag("w:defaultTabStop", w_val=420)
        + (tag("w:evenAndOddHeaders") if even else "")
        + tag("w:characterSpacingControl", w_val="compressPunctuation")
        + notes
        + tag("w:compat", tag("w:doNotExpandShiftReturn") + compat)
        + tag("w:themeFontLang", w_val=latin_language(language), w_eastAsia=east_language(language))
        + tag("w:decimalSymbol", w_val=".")
        + tag("w:listSeparator", w_val=",")
    )
    return part("w:settings", inner)
