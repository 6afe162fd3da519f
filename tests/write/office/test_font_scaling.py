"""How much narrower a document's fonts are than those that take their place."""

from __future__ import annotations

import pytest

from quire.model.block import Block, Code, Heading, Paragraph, Place, Span
from quire.model.geometry import Box
from quire.model.page import Style
from quire.write.office.font_scaling import UNSCALED, font_scales, scale_of
from quire.write.office.text_widths import advance_width

TYPEWRITER = Style("CMTT10", 10.0, bold=False, italic=False, mono=True, color=0)
SANS = Style("FrutigerCn", 10.0, bold=False, italic=False, mono=False, color=0)
LINE = "a line of running text"


def line(style: Style, em: float, *, top: float = 100.0, text: str = LINE) -> Heading:
    """A line whose letters are `em` times as wide as those of Arial."""
    wide = em * style.size * advance_width(text, "Arial")
    return Heading(1, (Span(text, style),), (Place(1, Box(72, top, 72 + wide, top + style.size)),))


def code(width: float, text: str = "def main() -> None:\n    pass") -> Code:
    longest = max(map(len, text.splitlines()))
    return Code(text, (Place(1, Box(72, 100, 72 + 10 * width * longest, 124)),), TYPEWRITER)


def test_a_narrow_typewriter_is_set_narrower() -> None:
    assert font_scales([code(0.525)] * 3) == {"CMTT10": 87}


def test_letters_of_running_text() -> None:
    assert font_scales([line(SANS, 0.9)] * 3) == {"FrutigerCn": 89}
    wide = 0.88 * 10 * advance_width(LINE * 12, "Arial")
    several = Paragraph((Span(LINE * 12, SANS),), (Place(1, Box(72, 100, 72 + wide / 5.55, 170)),), pitch=12.0)
    assert font_scales([several] * 3) == {"FrutigerCn": 87}


@pytest.mark.parametrize(
    "blocks",
    [
        [line(SANS, 1.1)] * 3,  # never wider
        [line(SANS, 0.98)] * 3,  # nobody sees it
        [line(SANS, 0.6)] * 3,  # no width of a font
        [line(SANS, 0.9)] * 2,  # too few
        [line(SANS, 0.9, text="short")] * 3,
        [line(SANS, 0.9, text="一行中文一行中文一行中文一行中文")] * 3,
        [line(SANS._replace(font="Calibri"), 0.9)] * 3,  # what Word sets it in is the font itself
        [Code("no style and no place", ())] * 3,
        [],
    ],
)
def test_fonts_that_keep_their_width(blocks: list[Block]) -> None:
    assert font_scales(blocks) == {}


def test_the_scale_of_a_text() -> None:
    assert scale_of(SANS, {"FrutigerCn": 89}) == 89
    assert scale_of(TYPEWRITER, {"FrutigerCn": 89}) == scale_of(None, {}) == UNSCALED
