"""Paragraphs and tables that go on."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from quire.layout import page_continuation
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import rows_of
from quire.model.block import Place, Span, Table
from quire.model.geometry import Box
from quire.model.table import Align, Cell, Grid
from tests.layout.pages import block, line


def draft(*rows, page=1, column=0, kind=Kind.TEXT):
    own = rows_of(block(list(rows), 72, 100))
    return Draft(page, own, kind, 72, max(row.x1 for row in own), column)


def rooms(drafts, heights):
    return page_continuation.page_rooms([page_continuation.text_ends(drafts, heights)], heights)


def joined(*drafts):
    return [
        [draft.text, *(part.text for part in draft.continuations)]
        for draft in page_continuation.join_continuations(drafts)
    ]


def test_a_sentence_goes_on_over_a_page():
    assert joined(draft("the sentence is not"), draft("over yet.", page=2)) == [["the sentence is not", "over yet."]]


def test_a_structure_element_goes_on_whatever_its_text():
    first, second = draft("It ends here."), draft("Then more", page=2)
    assert len(joined(first, second)) == 2
    first.element = second.element = 7
    assert joined(first, second) == [["It ends here.", "Then more"]]


def test_a_word_goes_on_over_a_column():
    assert joined(draft("an inter-"), draft("national body", column=1)) == [["an inter-", "national body"]]


def test_notes_and_figures_between_do_not_part():
    note = draft("1 A note", kind=Kind.NOTE)
    assert len(joined(draft("the sentence is not"), note, draft("over yet.", page=2))) == 2


def test_a_caption_at_the_end_of_a_page_does_not_go_on():
    assert len(joined(draft("Figure 3.4: Before and"), draft("after the page", page=2))) == 2
    assert len(joined(draft("Figure 3 shows what comes before and"), draft("after the page", page=2))) == 1


def test_ended_sentences_items_and_headings_do_not_go_on():
    assert len(joined(draft("It ends here."), draft("over", page=2))) == 2
    assert len(joined(draft("it does not end"), draft("heading", kind=Kind.HEADING), draft("over", page=2))) == 3
    assert len(joined(draft("the same column"), draft("goes not on"))) == 2
    assert len(joined(draft("two pages"), draft("apart", page=3))) == 2


def test_a_row_that_had_room_for_the_next_word_ends_its_text():
    def wide(*rows, right=540):
        own = draft(*rows)
        own.right = right
        return own

    assert len(joined(wide("a) An overview"), draft("b) data flow", page=2))) == 2
    assert len(joined(wide("数据库，"), draft("用户管理", page=2))) == 2
    assert len(joined(wide("an inter-"), draft("national body", page=2))) == 1
    narrow = ("a row that ends long before its edge", "because the next")
    assert len(joined(wide(*narrow), draft("incomprehensible", page=2))) == 1  # set in at the right
    assert len(joined(wide(*narrow), draft("so", page=2))) == 2


def test_chinese_text_goes_on_when_its_row_was_full():
    full = Draft(1, rows_of([line("公司" * 23 + "公", 72, 100)]), left=72, right=540)
    assert len(page_continuation.join_continuations([full, draft("司治理", page=2)])) == 1


def test_short_lines_side_by_side_do_not_go_on():
    """A column as narrow as its longest line is full of nothing."""
    date = Draft(1, rows_of([line("日期二〇二三年五月四日", 72, 100)]), left=72, right=182)
    assert len(page_continuation.join_continuations([date, draft("乙方盖章处", column=1)])) == 2
    unit = [line("编制单位云海科技股份", 72, 100), line("单位元币种人民币", 460, 100)]
    assert (
        len(
            page_continuation.join_continuations(
                [Draft(1, rows_of(unit), left=72, right=540), draft("甲方盖章处", column=1)]
            )
        )
        == 2
    )


def table(page, *rows, head=1, width=400.0):
    cells = tuple(
        Cell(r, c, (Span(text),), header=r < head) for r, row in enumerate(rows) for c, text in enumerate(row)
    )
    box = Box(72, 100, 72 + width, 300)
    grid = Grid(len(rows), len(rows[0]), cells, head, (width / 2, width / 2), ruled=True)
    return Draft(page, kind=Kind.TABLE, table=Table(grid, (Place(page, box),)), place=box)


def test_a_table_goes_on_without_its_repeated_heading():
    (one,) = page_continuation.join_continuations(
        [table(1, ["Name", "Sum"], ["a", "1"]), table(2, ["Name", "Sum"], ["b", "2"])]
    )
    assert [cell.text for cell in one.table.grid.cells] == ["Name", "Sum", "a", "1", "b", "2"]
    assert (one.table.grid.rows, [place.page for place in one.table.places]) == (3, [1, 2])
    assert one.table.heads_again


def test_a_table_whose_heading_does_not_stand_again_says_so_and_so_does_one_whose_row_goes_on():
    other = table(2, ["b", "2"], ["c", "3"], head=0)
    (one,) = page_continuation.join_continuations([table(1, ["Name", "Sum"], ["a", "1"]), other])
    assert (one.table.heads_again, one.table.splits_rows) == (False, False)
    rest = table(2, ["", "of all information."], ["c", "3"], head=0)
    (one,) = page_continuation.join_continuations([table(1, ["Name", "Sum"], ["a", "the whole"]), rest])
    assert (one.table.heads_again, one.table.splits_rows) == (False, True)


def test_tables_of_other_columns_or_with_a_caption_stay_apart():
    assert len(page_continuation.join_continuations([table(1, ["a", "b"]), table(2, ["a", "b", "c"])])) == 2
    assert len(page_continuation.join_continuations([table(1, ["a", "b"]), table(2, ["c", "d"], width=200.0)])) == 2
    captioned = table(2, ["c", "d"])
    captioned.caption.append(draft("Table 2"))
    assert len(page_continuation.join_continuations([table(1, ["a", "b"]), captioned])) == 2


def opened(page, xs, *rows, y0=100.0):
    """A table without borders whose columns white parts at `xs`."""
    one = table(page, *rows)
    box = Box(xs[0], y0, xs[-1], 300)
    grid = replace(one.table.grid, widths=tuple(b - a for a, b in pairwise(xs)), ruled=False)
    one.table = replace(one.table, grid=grid, places=(Place(page, box),))
    one.place = box
    return one


def parts(*drafts):
    """How many tables the drafts make."""
    return sum(one.kind is Kind.TABLE for one in page_continuation.join_continuations(drafts))


def test_white_parts_the_columns_of_an_open_table_where_its_texts_leave_it():
    start = opened(1, [96, 190, 302], ["a", "b"], ["c", "d"])
    assert parts(start, opened(2, [128, 191, 292], ["e", "f"])) == 1  # centred texts, shorter ones on the second page
    start = opened(1, [96, 190, 302], ["a", "b"], ["c", "d"])
    assert parts(start, opened(2, [128, 240, 292], ["e", "f"])) == 2
    start = opened(1, [50, 145, 445], ["Name", "Sum"], ["c", "d"])
    assert parts(start, opened(2, [50, 240, 300], ["Name", "Sum"], ["e", "f"])) == 1  # its headings again


def test_a_caption_or_a_line_that_says_continued_is_no_end_of_a_table():
    start, end = table(1, ["a", "b"]), table(2, ["a", "b"], ["c", "d"])
    start.caption.append(Draft(1, rows_of(block(["表1 符号说明"], 72, 60)), left=72, right=540))
    end.caption.append(Draft(2, rows_of(block(["表1 符号说明（续）"], 72, 60)), left=72, right=540))
    whole, note = page_continuation.join_continuations([start, draft("续下页"), end])
    assert whole.table.grid.rows == 2
    assert [caption.text for caption in whole.caption] == ["表1 符号说明"]
    assert note.text == "续下页"
    other = table(2, ["c", "d"])
    other.caption.append(Draft(2, rows_of(block(["Table 2: Patients who continued"], 72, 60)), left=72, right=540))
    assert parts(table(1, ["a", "b"]), other) == 2
    other.caption.clear()
    assert parts(table(1, ["a", "b"]), draft("The reader will see how this is (continued) later on."), other) == 2


def test_a_watermark_behind_the_next_part_does_not_end_a_table():
    def figure(page, y0, y1):
        return Draft(page, kind=Kind.FIGURE, place=Box(100, y0, 500, y1))

    three = [table(1, ["a", "b"]), *(part for n in (2, 3) for part in (figure(n, 80, 500), table(n, ["c", "d"])))]
    assert parts(*three) == 1
    assert parts(table(1, ["a", "b"]), figure(2, 20, 90), table(2, ["c", "d"])) == 2  # a picture above it


def test_a_unit_at_the_right_and_boxes_with_answers_do_not_go_on():
    unit = Draft(1, rows_of([line("单位：元", 500, 100)]), Kind.TEXT, 72, 540, 0)
    assert len(joined(unit, draft("季度数据与已披露数据", column=1))) == 2
    assert len(joined(draft("□适用 √不适用"), draft("and so on", page=2))) == 2


def with_boxes(page, top, bottom, *rows):
    """A table whose rows are 20 points high."""
    one = table(page, *rows)
    cells = tuple(
        cell._replace(box=Box(72, top + 20 * cell.row, 472, top + 20 * cell.row + 20)) for cell in one.table.grid.cells
    )
    box = Box(72, top, 472, bottom)
    one.table = replace(one.table, grid=replace(one.table.grid, cells=cells), places=(Place(page, box),))
    one.place = box
    return one


def test_a_table_with_a_caption_below_ends_there():
    above = table(1, ["a", "b"])
    above.caption.append(Draft(1, rows_of(block(["Table 1"], 72, above.box.y1 + 20)), left=72, right=540))
    assert len(page_continuation.join_continuations([above, table(2, ["c", "d"])])) == 2


def test_a_caption_below_the_last_part_is_that_of_the_whole_table():
    end = table(2, ["c", "d"])
    end.caption.append(Draft(2, rows_of(block(["Table 2"], 72, end.box.y1 + 20)), left=72, right=540))
    (whole,) = page_continuation.join_continuations([table(1, ["a", "b"]), end])
    assert [caption.text for caption in whole.caption] == ["Table 2"]


@pytest.mark.parametrize("filled", [None, 0xDDDDDD])
def test_a_drawn_table_may_be_parted_at_other_places_but_under_a_head_of_its_own(filled):
    start, end = table(1, ["a", "b"]), table(2, ["c", "d"], ["e", "f"])
    cells = tuple(cell._replace(fill=filled if cell.row == 0 else None) for cell in end.table.grid.cells)
    end.table = replace(end.table, grid=replace(end.table.grid, ruled=True, widths=(100.0, 300.0), cells=cells))
    start.table = replace(start.table, grid=replace(start.table.grid, ruled=True))
    assert len(page_continuation.join_continuations([start, end])) == (1 if filled is None else 2)


def test_a_table_that_left_room_for_the_next_row_has_ended():
    heights = {1: 842.0, 2: 842.0, 3: 842.0}
    head = ["Name", "Sum"]

    def parts(end, *, second=head):
        text = draft("text down to the foot of a page", page=3)
        text.rows = rows_of(block(["text", "and more"], 72, 740))
        first = with_boxes(1, 100, end, head, ["a", "1"])
        following = with_boxes(2, 60, 100, second, ["b", "2"])
        return [
            one
            for one in page_continuation.join_continuations(
                [first, following, text], rooms([first, following, text], heights)
            )
            if one.kind is Kind.TABLE
        ]

    assert len(parts(730)) == 1
    assert len(parts(300)) == 2
    assert len(parts(680)) == 2  # little more than its headings and a row need
    assert len(parts(300, second=["c", "3"])) == 1  # no headings of its own: it goes on all the same


def test_a_form_whose_labels_begin_anew_is_another():
    first = table(1, ["Use case", "copy"], ["Actor", "user"], ["Result", "a copy"], head=0)
    assert parts(first, table(2, ["Use case", "touch"], ["Actor", "user"], head=0)) == 2
    assert parts(first, table(2, ["Use case", "touch"], ["Notes", "none"], head=0)) == 1
    often = table(1, ["Monday", "1"], ["Tuesday", "2"], ["Monday", "3"], head=0)
    assert parts(often, table(2, ["Monday", "4"], ["Tuesday", "5"], head=0)) == 1


def test_a_program_goes_on_over_the_end_of_a_full_page():
    first, rest = draft("int main() {", kind=Kind.CODE), draft("return 0; }", page=2, kind=Kind.CODE)
    assert joined(first, rest) == [["int main() {", "return 0; }"]]
    third = draft("int more;", page=3, kind=Kind.CODE)
    assert len(joined(replace(first, continuations=[]), draft("text", page=2), third)) == 3
    assert len(joined(replace(first, continuations=[]), third)) == 2


def test_a_program_that_leaves_white_at_the_end_of_its_page_has_ended():
    drafts = [draft("int main() {}", kind=Kind.CODE), draft("int more;", page=2, kind=Kind.CODE)]
    assert len(page_continuation.join_continuations(drafts, {1: (700.0, 842.0), 2: (700.0, 842.0)})) == 2
    whole = replace(drafts[0], element=4, last_element=5), replace(drafts[1], element=5)
    assert len(page_continuation.join_continuations(whole, {1: (700.0, 842.0), 2: (700.0, 842.0)})) == 1


def test_a_sentence_goes_on_inside_a_panel_and_not_into_the_next():
    first, second = draft("This product could be"), draft("physical things.", column=1)
    first.panel = second.panel = 3
    assert joined(first, second) == [["This product could be", "physical things."]]
    second.panel = 5
    assert len(joined(first, second)) == 2


def test_a_centred_sentence_goes_on_beside_a_picture_of_its_page_and_no_title_does():
    first, second = draft("She served"), draft("on the boards.", column=1)
    second.align = Align.CENTER
    assert len(joined(first, second)) == 2
    first.align = Align.CENTER
    assert joined(first, second) == [["She served", "on the boards."]]
    second.page = 2
    assert len(joined(first, second)) == 2
