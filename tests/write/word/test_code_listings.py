"""Program text."""

from __future__ import annotations

import pytest

from quire.model.block import Code, Place
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.page import Style
from quire.write.word.code_listings import DEFAULT_BACKGROUND, code_background, code_style, common_background
from quire.write.word.document_look import measure_looks

MONO = Style("CMTT10", 10.0, bold=False, italic=False, mono=True, color=0)


def code(text: str, width: float, style: Style = MONO, fill: int | None = None) -> Code:
    return Code(text, (Place(1, Box(72, 100, 72 + width, 112)),), style, fill)


def test_lines_are_as_long_as_in_the_source() -> None:
    """The glyphs of Computer Modern Typewriter are .525 em wide, those of Courier New .6."""
    one = code_style(code("x" * 40 + "\nshort", 40 * 5.25))
    assert one is not None
    assert one.size == 8.5


@pytest.mark.parametrize(
    "block",
    [
        code("x = 1", 30),
        code("# 中文的注释 and more", 150),
        code("x" * 40, 40 * 3),
        code("x" * 40, 40 * 5.5, MONO._replace(font="Consolas")),
    ],
)
def test_the_size_stays_where_lines_do_not_tell(block: Code) -> None:
    assert code_style(block) == block.style


def test_the_usual_ground_is_the_styles() -> None:
    assert common_background([code("long text", 60), code("x", 9, fill=0xEEEEEE)]) is None
    assert common_background([code("x", 9), code("long text", 60, fill=0xEEEEEE)]) == 0xEEEEEE
    assert code_background(Code("from a book", ())) == common_background([]) == DEFAULT_BACKGROUND


def test_the_look_of_code_is_the_sources() -> None:
    looks = measure_looks(Document((), (code("x" * 40, 240, MONO._replace(color=0x224466)),), body_size=11.0))
    assert (looks.code.half_points, looks.code.color, looks.ground) == (20, 0x224466, None)
