"""Programs in frames."""

from __future__ import annotations

from quire.layout.order import program_frames
from quire.layout.pipeline import arrange
from quire.model.block import Code, Figure, Paragraph, Table
from quire.model.geometry import Box
from quire.model.page import Fill, Line, Page, Picture, PictureKind, Rule
from tests.layout.pages import BODY, META, MONO, block, line, page, prose, style

GRAY = 0xF8F8F8


def text() -> list[Line]:
    return block(prose(120, 460), 72, 100)


def found(shown: Page) -> list[list[str]]:
    return [[one.text for one in frame.lines] for frame in program_frames.find(shown, list(shown.lines))]


def codes(*pages: Page) -> list[str]:
    return [one.text for one in arrange(list(pages), meta=META).blocks if isinstance(one, Code)]


def test_all_lines_of_a_frame_are_one_program_whatever_they_say() -> None:
    han = BODY._replace(font="Han")
    lines = [
        line("float edges[] = {", 80, 312, MONO),
        *[line(f"{n}.0f, -0.5f,", 100, 312 + 12 * n, MONO) for n in range(1, 5)],
        *[line(f"{n}.0f, 0.5f,", 260, 312 + 12 * n, MONO) for n in range(1, 5)],
        line("// the text goes on,", 80, 372, MONO),
        line("也许是这样", 80, 384, han),
        line("};", 80, 396, MONO),
    ]
    shown = page(text(), lines, fills=[Fill(72, 300, 540, 402, GRAY)])
    assert [len(one) for one in found(shown)] == [len(lines)]
    blocks = arrange([shown], meta=META).blocks
    assert not any(isinstance(one, Table) for one in blocks)
    (code,) = codes(shown)
    assert code.split("\n")[0] == "float edges[] = {"
    assert code.split("\n")[-2:] == ["也许是这样", "};"]


def test_a_program_of_one_line_is_no_picture() -> None:
    border = Picture("p1-1", 1, Box(68, 294, 544, 318), PictureKind.DRAWING, 10, 10)
    shown = page(text(), line("java -jar server", 80, 310, MONO), fills=[Fill(72, 298, 540, 314, GRAY)])
    drawn = page(*shown.lines, fills=shown.fills, pictures=[border])
    for one in (shown, drawn):
        assert codes(one) == ["java -jar server"]
        assert not any(isinstance(block, Figure) for block in arrange([one], meta=META).blocks)


def test_grounds_of_single_lines_are_one_frame() -> None:
    lines = [line(f"call({n});", 80, 310 + 12 * n, MONO) for n in range(4)]
    fills = [Fill(72, 300 + 12 * n, 540, 312 + 12 * n, GRAY) for n in range(4)]
    assert found(page(text(), lines, fills=fills)) == [[one.text for one in lines]]


def test_inline_code_and_cells_and_running_text_are_none() -> None:
    inline = line("server", 80, 310, MONO)
    assert found(page(text(), inline, fills=[Fill(78, 300, inline.x1 + 2, 313, GRAY)])) == []
    beside = [line("Its name", 110, 310), line("server", 180, 310, MONO)]
    assert found(page(text(), beside, fills=[Fill(170, 300, 400, 313, GRAY)])) == []
    cells = [line("name of the one", 80, 310), line("server", 300, 322, MONO)]
    drawn = [Fill(72, 300, 290, 330, GRAY), Fill(290, 300, 540, 330, GRAY)]
    assert found(page(text(), cells, fills=drawn)) == []
    words = line("This is set as text is, with a server in it", 80, 310)
    assert found(page(text(), words, inline, fills=[Fill(72, 290, 540, 330, GRAY)])) == []


def test_a_border_is_a_frame_too_and_labels_of_a_drawing_are_not() -> None:
    lines = [line(f"call({n});", 80, 312 + 12 * n, MONO) for n in range(2)]
    sides = [
        Rule(72, 300, 540, 300, 0.5, 0),
        Rule(72, 330, 540, 330, 0.5, 0),
        Rule(72, 300, 72, 330, 0.5, 0),
        Rule(540, 300, 540, 330, 0.5, 0),
    ]
    assert len(found(page(text(), lines, rules=sides))) == 1
    drawing = Picture("p1-1", 1, Box(60, 280, 550, 600), PictureKind.DRAWING, 10, 10)
    assert found(page(text(), lines, rules=sides, pictures=[drawing])) == []


def test_what_frames_hold_says_nothing_of_the_text_of_a_document() -> None:
    program = [line(f"call_number_{n}(with_some, values_of_it);", 80, 112 + 12 * n, MONO) for n in range(50)]
    shown = page(line("A short text above it.", 72, 90), program, fills=[Fill(72, 100, 540, 720, GRAY)])
    assert codes(shown)[0].count("\n") == 49
    boxed = block(prose(60, 400), 80, 512, MONO)
    typescript = page(block(prose(200, 460), 72, 90, MONO), boxed, fills=[Fill(72, 500, 540, 600, GRAY)])
    assert all(isinstance(one, Paragraph) for one in arrange([typescript], meta=META).blocks)


def test_programs_in_frames_that_touch_in_no_way_stay_apart() -> None:
    tops = (300.0, 340.0)
    lines = [line(f"call({n});", 80, top + 12, style(9.0, font="Mono", mono=True)) for n, top in enumerate(tops)]
    shown = page(text(), lines, fills=[Fill(72, top, 540, top + 18, GRAY) for top in tops])
    assert codes(shown) == ["call(0);", "call(1);"]


def test_lines_on_grounds_in_turn_are_one_program() -> None:
    look = style(9.0, font="Mono", mono=True)
    lines = [line(f"call({n});", 80, 312 + 19 * n, look) for n in range(5)]
    fills = [Fill(72, 300 + 19 * n, 540, 319 + 19 * n, GRAY) for n in range(0, 5, 2)]
    assert codes(page(text(), lines, fills=fills)) == ["\n".join(one.text for one in lines)]


def test_chinese_prose_with_inline_code_on_a_ground_is_no_program() -> None:
    han = BODY._replace(font="Han")
    lines = [
        line("练习题：请在", 80, 312, han),
        line("init_kernel_page_tables", 150, 312, MONO),
        line("处填写", 320, 312, han),
        line("boot_ttbr1_l0", 80, 330, MONO),
    ]
    shown = page(text(), lines, fills=[Fill(72, 300, 540, 340, GRAY)])
    assert found(shown) == []
    commented = [line("int first = 0;", 80, 312, MONO), line("也许是这样", 80, 330, han)]
    assert len(found(page(text(), commented, fills=[Fill(72, 300, 540, 340, GRAY)]))) == 1
