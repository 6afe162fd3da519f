"""What a page's text comes to: words, lines, gaps, scripts, directions."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.model.page import Line, Page, TextSource
from quire.read import open_source
from tests.read import making
from tests.read.making import SONG, Draw, both, text


def page_of(path: Path, *draws: Draw, **options: object) -> Page:
    with open_source(making.pdf(path / "a.pdf", both(*draws), **options)) as source:
        return source.page(1)


def texts(page: Page) -> list[str]:
    return [line.text for line in page.lines]


def raw_lines(path: Path, content: str, **options: bytes) -> tuple[Line, ...]:
    with open_source(making.raw(path / "a.pdf", content.encode("latin-1"), **options)) as source:
        return source.page(1).lines


def test_words_have_boxes_baseline_and_style(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, "plain and", "Helvetica-BoldOblique", 12))
    first, second = page.lines[0].words
    assert (first.text, first.space, second.text, second.space) == ("plain", False, "and", True)
    assert first.baseline == second.baseline == 100.0
    assert first.x0 == 40.0
    assert first.x1 == pytest.approx(40 + 12 * 0.278 * 2 + 12 * (0.611 + 0.556 + 0.611), abs=0.3)
    assert 88 < first.y0 < 92
    assert 102 < first.y1 < 105
    assert (first.style.bold, first.style.italic, first.style.mono, first.style.size) == (True, True, False, 12.0)
    assert first.style is second.style


def test_lines_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 300, "below"), text(40, 100, "above"))
    assert texts(page) == ["below", "above"]


def test_a_word_space_without_a_glyph(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 10 Tf 20 100 Td [(two)-280(words)-20(stay)] TJ ET")
    assert line.text == "two wordsstay"


def test_kerning_is_no_space(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 10 Tf 20 100 Td [(A)80(V)120(A)-60(T)70(AR)] TJ ET")
    assert line.text == "AVATAR"


def test_a_space_behind_an_overhanging_letter(tmp_path: Path) -> None:
    content = "BT /F1 10 Tf 20 100 Td (ro) Tj -4 0 Td [(of)0( )-20(Play)] TJ ET"
    lines = raw_lines(tmp_path, content)
    assert "of Play" in " ".join(line.text for line in lines)


def test_a_space_glyph_that_is_taken_back_is_none(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 10 Tf 20 100 Td [(to)( )278(gether)] TJ ET")
    assert line.text == "together"


def test_cells_of_an_open_table_are_lines_of_their_own(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, "Revenue"), text(150, 100, "1,234"), text(210, 100, "5,678"))
    assert texts(page) == ["Revenue", "1,234", "5,678"]


def test_near_figures_of_a_table_are_parted(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, "Revenue of the year"), text(150, 100, "1,234"), text(190, 100, "5,678"))
    assert texts(page) == ["Revenue of the year", "1,234", "5,678"]


def test_justified_text_with_wide_gaps_stays_one_line(tmp_path: Path) -> None:
    content = "BT /F1 10 Tf 9 Tw 20 100 Td (the gaps of this line are wide) Tj ET"
    [line] = raw_lines(tmp_path, content)
    assert line.text == "the gaps of this line are wide"


def test_justified_text_without_space_glyphs_stays_one_line(tmp_path: Path) -> None:
    [line] = raw_lines(
        tmp_path, "BT /F1 10 Tf 20 100 Td [(the)-1100(gaps)-1100(are)-1100(wide)-1100(here)-1100(too)] TJ ET"
    )
    assert line.text == "the gaps are wide here too"


@pytest.mark.parametrize("marker", ["•", "1.", "(a)", "2.3"])
def test_a_marker_stays_with_its_text(marker: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, marker), text(64, 100, "The item that it marks"))
    assert texts(page) == [f"{marker} The item that it marks"]


def test_a_rule_between_two_words_ends_the_line(tmp_path: Path) -> None:
    def rule(canvas: Canvas) -> None:
        canvas.line(66, 595 - 110, 66, 595 - 85)

    assert texts(page_of(tmp_path, text(40, 100, "left"), text(69, 100, "right"))) != []
    assert texts(page_of(tmp_path, text(40, 100, "left "), text(69, 100, "right"), rule)) == ["left", "right"]


def test_superscript_and_subscript(tmp_path: Path) -> None:
    content = "BT /F1 12 Tf 20 100 Td (x) Tj /F1 8 Tf 5 Ts (2) Tj -3 Ts (i) Tj 0 Ts /F1 12 Tf ( is here) Tj ET"
    [line] = raw_lines(tmp_path, content)
    assert line.text == "x2i is here"
    assert [word.style.rise for word in line.words] == [0, 1, -1, 0, 0]
    assert line.baseline == 100.0


def test_fake_bold_is_bold_once(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, "Title"), text(40.3, 100, "Title"))
    assert texts(page) == ["Title"]
    assert page.lines[0].words[0].style.bold


def test_the_same_print_twice_is_not_bold(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, "Title"), text(40, 100, "Title"))
    assert texts(page) == ["Title"]
    assert not page.lines[0].words[0].style.bold


def test_outlined_text_is_bold(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 12 Tf 2 Tr 20 100 Td (heavy) Tj ET")
    assert line.words[0].style.bold


def test_colours(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 12 Tf 1 0 0 rg 20 100 Td (red) Tj 0 0 1 rg (blue) Tj ET")
    assert [(w.text, w.style.color, w.space) for w in line.words] == [("red", 0xFF0000, False), ("blue", 0xFF, False)]


def test_chinese_has_no_spaces_that_are_not_there(tmp_path: Path) -> None:
    def spread(canvas: Canvas) -> None:
        canvas.setFont(SONG, 12)
        canvas.drawString(40, 500, "分散对齐的标题", charSpace=5)

    page = page_of(tmp_path, text(40, 50, "2023年度报告，共12页", SONG), spread)
    assert texts(page) == ["2023年度报告，共12页", "分散对齐的标题"]


def test_full_width_blank_between_chinese_words(tmp_path: Path) -> None:
    assert texts(page_of(tmp_path, text(40, 50, "第一章　总则", SONG))) == ["第一章 总则"]


def test_kangxi_radicals_and_what_must_stay(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 50, "（１）①²", SONG))
    assert texts(page) == ["（１）①²"] or texts(page) == ["（１）①"]


def test_spaced_letters_of_a_title_are_a_word(tmp_path: Path) -> None:
    assert texts(page_of(tmp_path, text(40, 50, "C O N T E N T S", size=14))) == ["CONTENTS"]


def test_spaced_words_of_a_title(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 50, "A N N U A L   R E P O R T", size=14))
    assert texts(page) == ["ANNUAL REPORT"]


def test_an_alphabet_is_no_word(tmp_path: Path) -> None:
    assert texts(page_of(tmp_path, text(40, 50, "A B C D E F G H"))) == ["A B C D E F G H"]


def test_a_hyphen_at_the_end_of_a_line_is_kept(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 50, "of a long-"), text(40, 62, "winded sentence"))
    assert texts(page) == ["of a long-", "winded sentence"]


def test_a_soft_hyphen_that_is_printed_is_a_hyphen(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 12 Tf 20 100 Td (co\xadoperate) Tj ET")
    assert line.text == "co-operate"


def test_vertical_writing(tmp_path: Path) -> None:
    font = (
        b"6 0 obj<</Type/Font/Subtype/Type0/BaseFont/SimSun/Encoding/UniGB-UCS2-V/DescendantFonts[8 0 R]>>endobj\n"
        b"8 0 obj<</Type/Font/Subtype/CIDFontType0/BaseFont/SimSun/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)"
        b"/Supplement 2>>/FontDescriptor 10 0 R/DW 1000>>endobj\n"
        b"10 0 obj<</Type/FontDescriptor/FontName/SimSun/Flags 32/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 880"
        b"/Descent -120/CapHeight 700/StemV 80>>endobj\n"
    )
    lines = raw_lines(tmp_path, "BT /F3 12 Tf 100 180 Td <7AD663927684> Tj ET", objects=font)
    assert [(line.text, line.vertical, line.angle) for line in lines] == [("竖排的", True, 0)]
    assert lines[0].y1 - lines[0].y0 == pytest.approx(36, abs=1)
    assert (lines[0].x0, lines[0].x1, lines[0].baseline) == (94.0, 106.0, 100.0)


@pytest.mark.parametrize(("degrees", "angle"), [(0, 0), (90, 270), (180, 180), (270, 90)])
def test_turned_text_keeps_its_direction(degrees: int, angle: int, tmp_path: Path) -> None:
    def turned(canvas: Canvas) -> None:
        canvas.translate(200, 300)
        canvas.rotate(degrees)
        canvas.drawString(0, 0, "some words")

    page = page_of(tmp_path, turned)
    assert [(line.text, line.angle) for line in page.lines] == [("some words", angle)]
    assert page.turned == 0


def test_oblique_text_is_never_upright(tmp_path: Path) -> None:
    def mark(canvas: Canvas) -> None:
        canvas.translate(100, 100)
        canvas.rotate(45)
        canvas.setFont("Helvetica", 60)
        canvas.drawString(0, 0, "DRAFT COPY")

    page = page_of(tmp_path, text(40, 50, "upright"), mark)
    assert [(line.text, line.angle) for line in page.lines] == [("upright", 0), ("DRAFT COPY", 270)]


def test_a_page_of_turned_text_is_turned(tmp_path: Path) -> None:
    def sideways(canvas: Canvas) -> None:
        canvas.translate(0, 595)
        canvas.rotate(-90)
        canvas.drawString(30, 380, "a wide table that was printed on its side")
        canvas.drawString(30, 360, "and goes on here with a second line of it")

    page = page_of(tmp_path, sideways)
    assert page.turned == 270
    assert (page.width, page.height) == (595.0, 420.0)
    assert [line.angle for line in page.lines] == [0, 0]
    assert {line.x0 for line in page.lines} == {30.0}
    assert sorted(line.baseline for line in page.lines) == [40.0, 60.0]


def test_text_outside_the_crop_box_is_dropped(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 50, "inside"), text(40, 560, "outside"), cropBox=(0, 100, 420, 595))
    assert texts(page) == ["inside"]
    assert page.height == 495.0
    assert page.lines[0].baseline == 50.0


def test_tiny_text_is_a_trick(tmp_path: Path) -> None:
    assert texts(page_of(tmp_path, text(40, 50, "seen"), text(40, 90, "hidden", size=0.4))) == ["seen"]


def test_white_text_on_paper_is_dropped_and_on_colour_kept(tmp_path: Path) -> None:
    def white(canvas: Canvas) -> None:
        canvas.setFillColorRGB(0, 0, 0.5)
        canvas.rect(30, 400, 200, 30, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(40, 410, "heading")
        canvas.drawString(40, 300, "secret")

    assert texts(page_of(tmp_path, text(40, 50, "seen"), white)) == ["seen", "heading"]


def test_white_text_on_an_image_is_kept(tmp_path: Path) -> None:
    def white(canvas: Canvas) -> None:
        canvas.drawImage(making.picture("RGB", (20, 20), (10, 60, 10)), 30, 400, 200, 30)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(40, 410, "heading")

    assert texts(page_of(tmp_path, white)) == ["heading"]


def hidden(words: str, *, image: tuple[float, float, float, float] | None) -> Draw:
    def draw(canvas: Canvas) -> None:
        if image:
            canvas.drawImage(making.picture("L", (40, 40), 220, corner=30), *image)
        item = canvas.beginText(40, 500)
        item.setTextRenderMode(3)
        item.textLine(words)
        canvas.drawText(item)

    return draw


def test_the_text_layer_of_a_scan_is_used(tmp_path: Path) -> None:
    page = page_of(tmp_path, hidden("recognised words", image=(0, 0, 420, 595)))
    assert texts(page) == ["recognised words"]
    assert (page.source, page.needs_ocr, page.pictures) == (TextSource.HIDDEN, False, ())


def test_invisible_text_without_a_picture_is_not_used(tmp_path: Path) -> None:
    page = page_of(tmp_path, hidden("keywords for search engines", image=None))
    assert (texts(page), page.source, page.needs_ocr) == ([], TextSource.NONE, False)


def test_a_scan_needs_recognition(tmp_path: Path) -> None:
    def scan(canvas: Canvas) -> None:
        canvas.drawImage(making.picture("L", (40, 40), 220, corner=30), 0, 0, 420, 595)

    page = page_of(tmp_path, scan)
    assert (page.lines, page.needs_ocr, page.source) == ((), True, TextSource.NONE)
    stamped = page_of(tmp_path, scan, text(380, 580, "Page 7"))
    assert (texts(stamped), stamped.needs_ocr) == (["Page 7"], True)


def test_an_empty_page_needs_nothing(tmp_path: Path) -> None:
    page = page_of(tmp_path, lambda canvas: None)
    assert (page.lines, page.needs_ocr, page.source) == ((), False, TextSource.NONE)


def test_text_as_curves_needs_recognition(tmp_path: Path) -> None:
    def curves(canvas: Canvas) -> None:
        for i in range(300):
            canvas.ellipse(30 + i % 30 * 12, 500 - i // 30 * 20, 36 + i % 30 * 12, 508 - i // 30 * 20, fill=1)

    assert page_of(tmp_path, curves).needs_ocr


def test_characters_that_mean_nothing_need_recognition(tmp_path: Path) -> None:
    content = b"BT /F3 20 Tf 10 100 Td <00030004000500060007000800090001> Tj ET"
    with open_source(making.raw(tmp_path / "a.pdf", content, objects=making.mapped_font())) as source:
        page = source.page(1)
    assert (page.lines, page.needs_ocr) == ((), True)
