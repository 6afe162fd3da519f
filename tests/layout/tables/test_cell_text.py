from quire.layout.tables.cell_text import cell_spans
from quire.model.geometry import Box
from tests.layout.table_pages import line

BOX = Box(100, 100, 240, 180)


def text(*lines, ruled=True):
    placed = [line(one, 106, 114 + 14 * i) for i, one in enumerate(lines)]
    return "".join(span.text for span in cell_spans(placed, BOX, ruled=ruled))


def test_lines_that_had_room_for_the_next_word_end_on_purpose():
    assert text("Yes", "No", "Partly") == "Yes\nNo\nPartly"


def test_wrapped_lines_are_joined():
    assert (
        text("Every supplier is Asked", "Annually about its sources")
        == "Every supplier is Asked Annually about its sources"
    )


def test_chinese_lines_that_fill_the_cell_are_joined_without_a_space():
    assert text("公司不适用的情况说明如下", "详见附注") == "公司不适用的情况说明如下详见附注"
    assert text("是", "否") == "是\n否"


def test_a_sentence_that_goes_on_in_small_letters_is_one():
    assert text("Books and", "school supplies") == "Books and school supplies"


def test_lines_with_an_empty_one_between_are_apart():
    rows = (("Read the file to its end", 114), ("and count its lines", 128), ("Then close it again and", 156))
    for ruled in (True, False):
        spans = cell_spans([line(one, 106, y) for one, y in rows], BOX, ruled=ruled)
        assert (
            "".join(span.text for span in spans)
            == "Read the file to its end and count its lines\nThen close it again and"
        )


def test_items_of_a_list_are_apart_also_without_borders():
    lines = ("• first item with words", "• second item with words")
    assert text(*lines, ruled=False) == "\n".join(lines)


def test_figures_below_each_other_are_apart():
    assert text("1,234", "(567)", ruled=False) == "1,234\n(567)"
    assert text("net", "assets", ruled=False) == "net assets"


def test_leaders_are_no_text_but_dots_alone_are():
    assert text("Rent of land . . . . . .") == "Rent of land"
    assert text("Rent of land .......") == "Rent of land"
    assert text(". . . . .") == ". . . . ."
