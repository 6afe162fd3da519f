"""Running headers, footers and page numbers."""

from __future__ import annotations

import pytest

from quire.layout.furniture import furniture_detection
from quire.model.block import Role
from quire.model.geometry import Box
from quire.model.page import Fill, Picture, PictureKind, Rule
from tests.layout.pages import BODY, BOLD, RAISED, block, line, of, page, prose, style, word
from tests.layout.whole import furniture_of


def found(*pages):
    result = furniture_of(pages)
    return [[(piece.role, "".join(span.text for span in piece.spans)) for piece in own] for own, _ in result]


def body(start=0):
    return block(prose(300, 460, start=start), 72, 110)


@pytest.mark.parametrize(
    "text",
    ["3", "- 3 -", "Page 3 of 10", "3 / 210", "第 3 页 共 10 页", "第3页", "xii", "3/210", "— 12 —", "Seite 4 von 9"],
)
def test_page_numbers_at_the_foot_of_a_single_page(text):
    assert found(page(body(), line(text, 290, 760))) == [[(Role.PAGE_NUMBER, text)]]


def test_a_small_row_over_a_rule_is_a_header():
    header = line("浙江测试股份有限公司 2023 年年度报告全文", 72, 50, style(9.0))
    rule = Rule(72, 54, 540, 54, 0.5, 0)
    assert found(page(header, body(), rules=(rule,)))[0] == [(Role.HEADER, "浙江测试股份有限公司 2023 年年度报告全文")]


def test_a_title_at_the_top_of_a_single_page_stays():
    assert found(page(line("Annual accounts", 72, 80, style(20.0)), body())) == [[]]
    assert found(page(line("THE APPROACH OF THIS BOOK", 72, 70, BOLD), body())) == [[]]


def test_text_that_begins_at_the_top_stays():
    assert found(page(block(prose(400, 460), 72, 60))) == [[]]


def test_a_row_that_is_all_the_text_of_a_page_stays():
    assert found(page(line("This is all that the page says", 36, 40))) == [[]]
    assert found(page(line("7", 290, 40))) == [[(Role.PAGE_NUMBER, "7")]]


def test_rows_that_are_all_the_text_of_a_document_stay():
    pages = [page(line(f"Potato {number}", 72, 50), line(str(number), 290, 760), number=number) for number in (1, 2, 3)]
    assert found(*pages) == [[(Role.PAGE_NUMBER, str(number))] for number in (1, 2, 3)]


def test_the_labels_of_a_diagram_on_a_page_of_its_own_stay():
    rows = [line(text, 240, 40 + 12 * at, style(7.0)) for at, text in enumerate(("Front end", "React and HTML"))]
    rows += [line(text, 240, 260 + 12 * at, style(7.0)) for at, text in enumerate(("Back end", "Python", "Flask"))]
    drawing = Picture("p1-1", 1, Box(160, 26, 420, 400), PictureKind.DRAWING, 0, 0)
    assert found(page(rows, pictures=(drawing,))) == [[]]
    assert found(page(rows)) == [[(Role.HEADER, "Front end"), (Role.HEADER, "React and HTML")]]


def test_running_titles_of_parts():
    assert found(page(line("Notes to the Consolidated Financial Statements", 72, 60, style(14.0)), body()))[0]
    assert not found(page(line("28. ASSETS HELD FOR SALE (continued)", 72, 76, BOLD), body()))[0]


def test_a_name_on_a_band_at_the_edge_is_a_header():
    band = Fill(0, 0, 612, 60, 0xCCCCCC)
    assert found(page(line("Examples Business Review", 72, 40, style(12.0)), body(), fills=(band,)))[0]


def test_rows_that_recur_over_pages_are_furniture_on_odd_and_even_pages():
    pages = [
        page(
            line("A handbook of tests" if n % 2 else f"Chapter about matter {n // 4}", 72, 70),
            block(prose(200 + n, 460, start=n), 72, 84),
            line(str(n + 10), 300, 740),
            number=n,
        )
        for n in range(1, 9)
    ]
    for n, own in enumerate(found(*pages), 1):
        assert (Role.PAGE_NUMBER, str(n + 10)) in own
        if n % 2:
            assert (Role.HEADER, "A handbook of tests") in own


def test_first_rows_of_text_at_one_height_are_not_furniture():
    pages = [page(block(prose(300, 460, start=17 * n), 72, 80), number=n) for n in range(1, 9)]
    assert found(*pages) == [[]] * 8


def test_turned_text_at_the_side_is_kept_apart():
    turned = line("arXiv:1234.5678", 20, 400)._replace(angle=270)
    (mark,) = furniture_detection.margin_furniture(page(turned), [turned])
    assert mark.role is Role.MARGIN


def test_the_header_of_a_table_at_the_top_stays():
    table = [line("Exhibit", 72, 50, BOLD), line("Number", 72, 62, BOLD), line("Description", 300, 62, BOLD)]
    table += [
        piece for n in range(3) for piece in (line(f"10.{n}", 72, 76 + 12 * n), line("A form " * 8, 150, 76 + 12 * n))
    ]
    rule = Rule(72, 65, 540, 65, 0.5, 0)
    assert found(page(*table, block(prose(300, 460), 72, 130), rules=(rule,))) == [[]]


def test_titles_at_both_ends_over_columns_of_text_are_headers():
    top = [line("Annual report 2023", 72, 30, BOLD), line("A company", 400, 30, BOLD)]
    columns = [*block(prose(200, 220), 72, 80), *block(prose(200, 220), 320, 80)]
    assert len(found(page(*top, *columns))[0]) == 2


def test_the_rows_of_an_open_table_at_the_top_of_a_page_stay():
    rows = [
        line(text, x, 50 + 14 * i)
        for i in range(3)
        for text, x in ((f"{i + 2}", 72), (f"{i}4 ml", 150), (f"{i}2 ml", 210), (f"{i} ml", 300))
    ]
    assert found(page(*rows, block(prose(300, 460), 72, 200))) == [[]]


def test_a_rule_before_the_page_number_makes_no_table_of_a_footer():
    footer = [line("Annual Report 2015", 400, 760, style(11.0)), line("57", 540, 760, style(11.0))]
    separator = Rule(530, 748, 530, 764, 0.5, 0)
    assert len(found(page(body(), *footer, rules=(separator,)))[0]) == 2
    grid = tuple(Rule(530, 740 + n, 530, 752 + n, 0.5, 0) for n in range(-60, 40, 12))
    assert found(page(body(), *footer, rules=grid)) == [[]]


def test_titles_over_a_part_that_goes_on_are_running_titles():
    title, twin = line("Report of the auditors", 72, 45, style(18.0)), line("獨立核數師報告", 72, 66, style(18.0))
    part = line("RESPONSIBILITY (continued)", 72, 100, style(12.0))
    text = block(prose(300, 460), 72, 120)
    assert [said for _, said in found(page(title, twin, part, text))[0]] == ["Report of the auditors", "獨立核數師報告"]
    assert found(page(title, twin, line("RESPONSIBILITY", 72, 100, style(12.0)), text)) == [[]]


def test_the_period_below_a_running_title_goes_with_it():
    title = line("Notes to the Financial Statements", 72, 50, style(11.0))
    period = line("For the year ended 31 December 2016", 72, 66, style(11.0))
    assert len(found(page(title, period, block(prose(300, 460), 72, 110)))[0]) == 2


def test_what_stands_outside_of_the_page_number_is_furniture():
    foot = [line("8", 290, 745), line("The quarterly of gardening", 220, 757, style(14.0, bold=True))]
    assert len(found(page(body(), *foot))[0]) == 2


def test_the_first_of_large_titles_that_recur_stays_as_the_title_of_its_part():
    pages = [
        page(line("Report of the directors", 72, 50, style(18.0)), body(3 * n), line(str(n), 290, 760), number=n)
        for n in (4, 5, 6)
    ]
    assert [[role for role, _ in own] for own in found(*pages)] == [
        [Role.PAGE_NUMBER], [Role.HEADER, Role.PAGE_NUMBER], [Role.HEADER, Role.PAGE_NUMBER],
    ]  # fmt: skip


def test_a_repeated_row_between_borders_that_go_on_heads_a_table():
    head = [line(text, x, 60) for text, x in (("No", 74), ("Question", 114), ("Answer", 304))]

    def sheet(bottom, start):
        uprights = tuple(Rule(x, 48, x, bottom, 0.5, 0) for x in (72, 110, 300, 540))
        across = tuple(Rule(72, y, 540, y, 0.5, 0) for y in (48, 64, bottom))
        return page(*head, block(prose(300, 180, start=start), 114, 90), rules=(*across, *uprights))

    assert found(*(sheet(400, 30 * n) for n in range(4))) == [[]] * 4
    boxed = found(*(sheet(64, 30 * n) for n in range(4)))
    assert [len(own) for own in boxed] == [3] * 4  # the boxes of a running title end with it


def test_a_repeated_row_over_bands_between_rules_heads_a_table():
    def notes(number, *rules):
        days = [line(f"{number}{n}.04.2024", 76, 84 + 20 * n) for n in range(4)]
        lines = [line("Diary.md", 72, 30), line("Day", 76, 60, BOLD), line("Subject", 200, 60, BOLD), *days]
        lines += [line("Sketch of what users see", 200, 84 + 20 * n) for n in range(4)]
        return page([*lines, *block(prose(100, 460), 72, 240)], number=number, rules=rules)

    bands = [Rule(72, y, 500, y, 0.5, 0) for y in (68, 92, 112, 132)]
    kept = [[(Role.HEADER, "Diary.md")]] * 2
    assert found(*(notes(number, *bands) for number in (1, 2))) == kept
    assert found(*(notes(number) for number in (1, 2))) != kept


def test_the_rest_of_a_cell_at_the_top_of_a_page_is_no_header():
    rest = line("Not applicable", 260, 50)
    rules = tuple(Rule(x, 40, x, 120, 0.5, 0) for x in (72, 250, 350, 540))
    assert found(page(rest, block(prose(300, 460), 72, 200), rules=rules))[0] == []
    assert found(page(rest, block(prose(300, 460), 72, 200), rules=rules[::3]))[0] == [(Role.HEADER, "Not applicable")]
    crops = tuple(rule._replace(y1=60) for rule in rules)
    assert found(page(rest, block(prose(300, 460), 72, 200), rules=crops))[0] == [(Role.HEADER, "Not applicable")]


def test_a_heading_that_by_chance_stands_at_the_top_of_several_pages_stays():
    top = line("References", 72, 60, style(11.0))
    inner = [line("References", 72, 400, style(11.0)), block(prose(200, 460, start=40), 72, 420)]
    pages = [page(top, block(prose(200, 460, start=20 * n), 72, 110)) for n in range(3)]
    others = [page(block(prose(240, 460, start=n + 7), 72, 150), *inner) for n in range(3)]
    assert found(*pages, *others) == [[]] * 6
    running = found(*pages, *others[:2])[0]  # so seldom inside: a running title
    assert [said for _, said in running] == ["References"]


def test_the_title_of_a_slide_stays_though_the_page_number_stands_lower():
    title, number = line("The title of the slide", 150, 40, style(24.0)), line("1", 560, 48)
    rule = Rule(36, 52, 580, 52, 0.5, 0)
    assert found(page(title, number, block(prose(300, 460), 72, 120), rules=(rule,)))[0] == [(Role.PAGE_NUMBER, "1")]
    running_title = line("Annual Report 2016", 420, 52, style(8.0))
    assert len(found(page(title, running_title, block(prose(300, 460), 72, 120), rules=(rule,)))[0]) == 2


def test_a_raised_mark_at_the_foot_of_a_page_begins_a_footnote():
    mark, note = line("3", 72, 786, style(7.0)), line("《企业会计准则第25号——保险合同》。", 78, 790, style(8.5))
    raised = mark.words[0]._replace(style=mark.words[0].style._replace(rise=1))
    whole = note._replace(words=(raised, *note.words), x0=72)
    assert found(page(body(), whole)) == [[]]
    assert found(page(body(), note)) != [[]]


def test_footnotes_that_are_alike_on_all_pages_stay():
    def pages(marks):
        for number, mark in enumerate(marks, 1):
            own = [word("ends", 72, 700), word("here.", 95, 700, space=True)]
            own += [word(mark, 120, 697, RAISED)] if mark else []
            foot = of([word(str(number), 72, 757, RAISED), word("See the appendix.", 78, 760, style(8.0))])
            yield page(body(7 * number), of(own), foot, number=number)

    assert found(*pages(["1", "2", "3", "4"])) == [[]] * 4
    assert found(*pages(["", "", "", ""])) != [[]] * 4  # no mark in the text leads to them


def test_the_first_entry_of_contents_at_the_top_of_a_page_stays():
    entries = [(f"2.{n} Part about plants", str(n)) for n in range(4, 14)]
    rows = [
        piece
        for n, (title, at) in enumerate(entries)
        for piece in (line(title, 72, 78 + 30 * n), line(at, 530, 78 + 30 * n))
    ]
    assert found(page(rows)) == [[]]


def test_a_footer_of_five_rows_leaves_the_text():
    small = BODY._replace(size=8.0)
    footer = ["Published again under the terms of an open", "licence, version 3", "© The mill 2018", "Guide, version 2"]
    rows = [line(words, 72, 760 + 10 * at, small) for at, words in enumerate(footer)]
    pages = [
        page(body(start=7 * n), rows, line(f"Page {n} of 6", 270, 800, small), number=n, size=(595.0, 842.0))
        for n in range(1, 7)
    ]
    assert {text for _, text in found(*pages)[2]} == {*footer, "Page 3 of 6"}
