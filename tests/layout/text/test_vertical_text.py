"""Vertical and turned text: columns from right to left, marks, pages that cannot be read."""

from __future__ import annotations

from quire.layout.pipeline import arrange
from quire.layout.text.vertical_text import split_vertical
from quire.model.block import Figure, Role
from quire.model.page import Line, PictureKind, Word
from quire.model.traversal import text_of
from tests.layout.pages import BODY, META, block, page, prose

CJK = BODY._replace(font="Mincho")


def column(text, x, y=60.0, *, angle=0, vertical=True):
    end = y + 10.0 * len(text)
    word = Word(text, x - 5, y, x + 5, end, x, CJK, space=False)
    return Line((word,), x - 5, y, x + 5, end, x, angle, vertical)


def test_columns_are_read_from_right_to_left_in_any_order_of_the_file():
    lines = [
        column("これは次の段落の初めである", 464, 70),
        column("一つ目の行は下の端まで続いて行く", 500),
        column("そこで終わる。", 482),
    ]
    found = arrange([page(*lines)], meta=META)
    texts = [text_of(block.spans) for block in found.blocks]
    assert texts == ["一つ目の行は下の端まで続いて行くそこで終わる。", "これは次の段落の初めである"]
    assert not found.furniture


def test_tiers_are_read_from_top_to_bottom():
    lines = [column("下の段の初め", 500, 400), column("上の段の初め", 500), column("上の段の次", 482)]
    drafts, marks = split_vertical(page(*lines), lines, [])
    assert "".join(draft.text for draft in drafts).replace(" ", "") == "上の段の初め上の段の次下の段の初め"
    assert not marks


def test_longer_turned_text_inside_the_text_is_a_paragraph_and_a_stamp_is_a_mark():
    body = [block(prose(300, 200), 72, 100), block(prose(300, 200), 340, 100)]
    words = column("本文の中に縦に置かれた長い文章で印ではないもの", 306, 100)
    stamp = column("縁の印", 30, 100, angle=270, vertical=False)
    found = arrange([page(*body, words, stamp)], meta=META)
    assert words.text in [text_of(one.spans) for one in found.blocks]
    assert [(one.role, text_of(one.spans)) for one in found.furniture] == [(Role.MARGIN, stamp.text)]


def test_a_page_whose_text_cannot_be_read_is_shown_as_a_picture():
    found = arrange([page(needs_ocr=True)], meta=META)
    (figure,) = found.blocks
    assert isinstance(figure, Figure)
    assert (figure.picture.name, figure.picture.kind, figure.picture.alt) == ("p1-page", PictureKind.DRAWING, "")
    assert figure.picture.box == (0, 0, found.pages[0].width, found.pages[0].height)
    assert not arrange([page(needs_ocr=True)], meta=META, flow=False).blocks
