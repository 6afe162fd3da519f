"""Texts of a page as pieces."""

import pytest

from quire.finance.text_pieces import MENDED, pieces_of, repaired_figure, visual_rows, with_leading_dash
from quire.model.page import TextSource
from tests.finance.paper import Paper


def texts(paper, **options):
    return [[p.text for p in row] for row in visual_rows(pieces_of(paper.page(**options)))]


def test_signs_go_to_their_figures():
    paper = Paper()
    for x, text in (
        (50, "Cash"),
        (300, "$"),
        (340, "1,234"),
        (400, "$"),
        (440, "(567"),
        (465, ")"),
        (500, "12.5"),
        (520, "%"),
    ):
        paper.text(x, 100, text)
    assert texts(paper) == [["Cash", "1,234", "(567)", "12.5%"]]


def test_figures_that_a_reader_joined_are_parted():
    paper = Paper()
    paper.text(50, 100, "— (2,127) $ 5")
    paper.text(50, 130, "Note 9 and 10")
    assert texts(paper) == [["—", "(2,127)", "5"], ["Note 9 and 10"]]


def test_a_sign_behind_a_figure_is_no_part_of_it():
    paper = Paper()
    paper.text(50, 100, "Total assets")
    paper.text(300, 100, "7,547,125 $")
    (row,) = visual_rows(pieces_of(paper.page()))
    assert (row[-1].text, round(row[-1].x1, 1)) == ("7,547,125", 340.5)


def test_a_sign_at_the_end_of_joined_figures_belongs_to_the_next_one():
    paper = Paper()
    paper.text(50, 50, "Net cash")
    paper.text(200, 50, "$ 7,393,157 $ 6,406,936 $")
    paper.text(340, 50, "8,785,172")
    assert texts(paper) == [["Net cash", "7,393,157", "6,406,936", "8,785,172"]]


@pytest.mark.parametrize(("apart", "read"), [(20.0, ["–", "534,360"]), (2.0, ["–534,360"])])
def test_the_dash_of_an_empty_cell_is_no_minus_of_the_next_figure(apart: float, read: list[str]):
    """A reader keeps both in one line; a minus stands close to its figure."""
    paper = Paper()
    paper.text(300, 50, "– 534,360")
    line = paper.lines[0]
    words = (line.words[0], line.words[1]._replace(x0=line.words[0].x1 + apart, x1=line.words[0].x1 + apart + 40))
    paper.lines[0] = line._replace(words=words)
    assert texts(paper) == [read]


def test_a_reference_to_a_note_parts_from_the_figure_behind_it():
    paper = Paper()
    paper.text(50, 50, "2(a) (1,336,799)")
    paper.text(50, 70, "七、12 1,336.79")
    assert texts(paper) == [["2(a)", "(1,336,799)"], ["七、12", "1,336.79"]]


def test_the_label_of_a_right_half_parts_from_the_amount_before_it():
    paper = Paper()
    paper.text(50, 50, "950,791,173.10 短期借款")
    paper.text(50, 60, "1,539,092.38 减：库存股")
    paper.text(50, 70, "2023 年度报告 1.50 元")
    assert texts(paper) == [["950,791,173.10", "短期借款"], ["1,539,092.38", "减：库存股"], ["2023 年度报告 1.50 元"]]


def test_boxes_of_recognised_figures_that_touch_stand_on_one_row():
    paper = Paper()
    paper.text(300, 100, "(49,549)")
    paper.text(332, 100.4, "27,251")
    assert texts(paper, source=TextSource.OCR, confidence=0.99) == [["(49,549)", "27,251"]]
    assert texts(paper) == [["(49,549)"], ["27,251"]]


def test_labels_and_figures_set_a_little_apart_are_one_row():
    paper = Paper()
    paper.text(50, 100, "Services")
    paper.right(400, 99, "6,698")
    paper.text(50, 112, "Products")
    assert texts(paper) == [["Services", "6,698"], ["Products"]]


def test_a_figure_broken_over_two_lines_of_a_cell_is_whole():
    paper = Paper()
    paper.row(100, "年末余额", "1,858,221,567.", "35")
    paper.right(400, 111, "60")
    paper.row(130, "其他", "1,000", "7")
    assert texts(paper) == [["年末余额", "1,858,221,567.60", "35"], ["其他", "1,000", "7"]]


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("32.995,634.28", "32,995,634.28"),
        ("891.949.932,25", "891,949,932.25"),
        ("=125,445,162.68", "-125,445,162.68"),
        ("1,234.50:", "1,234.50"),
        (". 9,574", "9,574"),
    ],
)
def test_marks_taken_for_others_are_mended(read, meant):
    assert repaired_figure(read) == meant


@pytest.mark.parametrize("read", ["1,234.50", "资产", "12/31/2020", "七、1", "", "1.2.3"])
def test_what_is_not_mended(read):
    assert repaired_figure(read) is None


def test_joined_figures_are_mended_one_by_one():
    paper = Paper()
    paper.text(50, 100, "(866) (7,203).")
    pieces = pieces_of(paper.page(source=TextSource.OCR, confidence=1.0))
    assert [piece.text for piece in pieces] == ["(866)", "(7,203)"]


def test_only_recognised_text_is_mended_and_then_doubted():
    paper = Paper()
    paper.text(50, 100, "32.995,634.28")
    assert pieces_of(paper.page())[0].value is None
    (piece,) = pieces_of(paper.page(source=TextSource.OCR, confidence=1.0))
    assert (piece.text, piece.confidence) == ("32,995,634.28", MENDED)


def test_a_recognised_amount_parts_from_the_label_of_the_next_half_that_was_joined_to_it():
    paper = Paper()
    paper.text(50, 100, "1,091,588,751.95.所有者权益：")
    paper.text(50, 120, "1,091,588万元")
    found = pieces_of(paper.page(source=TextSource.OCR, confidence=0.97))
    assert [p.text for p in found] == ["1,091,588,751.95", "所有者权益：", "1,091,588万元"]
    assert found[0].x1 < found[1].x0


@pytest.mark.parametrize(("x", "value"), [(296, "–101.50"), (250, "101.50")])
def test_a_dash_close_before_a_figure_is_its_minus_and_one_far_away_takes_no_place(x: float, value: str):
    paper = Paper()
    paper.text(x, 50, "–")
    paper.text(300, 50, "101.50")
    dash, figure = pieces_of(paper.page())
    assert with_leading_dash(dash, figure).text == value


@pytest.mark.parametrize(
    ("figure", "behind", "read"),
    [
        ("280,112.15", "短期借款", ["280,112.15", "短期借款"]),
        ("1,000.00", "股本", ["1,000.00", "股本"]),
        ("803,000.00", "万元", ["803,000.00万元"]),
        ("803,000.00", "股。", ["803,000.00股。"]),
        ("2025", "年度报告", ["2025年度报告"]),
    ],
)
def test_a_label_without_a_space_behind_a_figure_of_the_next_cell_is_a_piece(figure: str, behind: str, read: list[str]):
    paper = Paper()
    paper.text(100, 50, f"{figure} {behind}")
    (line,) = paper.lines
    second = line.words[1]._replace(space=False)
    paper.lines = [line._replace(words=(line.words[0], second))]
    assert texts(paper) == [read]


def test_a_figure_that_touches_its_word_is_one_text():
    paper = Paper()
    paper.text(100, 50, "1,234.00 短期借款")
    (line,) = paper.lines
    first, second = line.words
    paper.lines = [line._replace(words=(first, second._replace(space=False, x0=first.x1)))]
    assert texts(paper) == [["1,234.00短期借款"]]


@pytest.mark.parametrize("note", ["四(13)", "（五）10", "七、1", "五、（二）"])
def test_a_note_that_a_reader_joined_to_its_figure_is_parted(note):
    paper = Paper()
    paper.text(50, 100, f"{note} (122,903)")
    assert texts(paper) == [[note, "(122,903)"]]


def test_marks_of_footnotes_are_no_digits():
    paper = Paper()
    for y, text in ((100, "2022"), (120, "1,234"), (140, "Inventories")):
        paper.text(50, y, text)
        line = paper.lines[-1]
        mark = line.words[-1]._replace(
            text="1", x0=line.x1, x1=line.x1 + 3, style=line.words[-1].style._replace(rise=1), space=False
        )
        paper.lines[-1] = line._replace(words=(*line.words, mark), x1=line.x1 + 3)
    rows = visual_rows(pieces_of(paper.page()))
    assert [[p.text for p in row] for row in rows] == [["2022"], ["1,234"], ["Inventories1"]]


def test_a_figure_that_a_reader_parted_at_its_marks_is_one():
    paper = Paper()
    paper.text(50, 100, "36 (62,379)")
    line = paper.lines[0]
    first, second = line.words
    parts, at = [first], second.x0
    for i, text in enumerate(("(", "62", ",", "379", ")")):
        parts.append(second._replace(text=text, x0=at, x1=at + 4 * len(text), space=i == 0))
        at += 4 * len(text)
    paper.lines[0] = line._replace(words=tuple(parts))
    assert texts(paper) == [["36", "(62,379)"]]


def test_a_dollar_sign_that_was_taken_for_a_letter_is_no_part_of_a_figure():
    assert [repaired_figure(text) for text in ("2,272 S", "(361) S", "S 1,234", "12,587S", "(344) $")] == [
        "2,272",
        "(361)",
        "1,234",
        "12,587",
        "(344)",
    ]
    assert repaired_figure("Class S") is None


def test_dots_that_lead_from_a_recognised_label_to_its_figure_part_them():
    paper = Paper()
    paper.text(50, 100, "支付的各项税费 ........... 52,453,518.54")
    assert texts(paper, source=TextSource.OCR, confidence=0.97) == [["支付的各项税费", "52,453,518.54"]]
    paper.text(50, 130, "See note 5 ...........")
    assert texts(paper, source=TextSource.OCR, confidence=0.97)[1] == ["See note 5 ..........."]


def test_lost_marks_of_recognised_figures_are_mended():
    paper = Paper()
    for i in range(9):
        paper.text(300, 100 + 15 * i, f"{i + 1},234,567.89")
    paper.text(300, 300, "7.882.492.50181")
    assert texts(paper, source=TextSource.OCR, confidence=0.97)[-1] == ["7,882,492,501.81"]
    assert texts(paper)[-1] != ["7,882,492,501.81"]


def test_figures_of_two_columns_that_were_read_with_points_are_parted():
    paper = Paper()
    paper.text(50, 100, "41.080.095 195.359.618")
    pieces = pieces_of(paper.page(source=TextSource.OCR, confidence=0.95))
    assert [piece.text.replace(".", ",") for piece in pieces] == ["41,080,095", "195,359,618"]
    assert all(piece.figure for piece in pieces)
    assert repaired_figure("41.080 195") == "41,080,195"


def test_a_speck_apart_before_a_figure_is_no_point():
    assert repaired_figure(". 38") == "38"
    assert repaired_figure(".38") is None


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("P=2,618,394", "2,618,394"),
        ("(P =19,907,524)", "(19,907,524)"),
        ("(=P36,239,987)", "(36,239,987)"),
        ("₱ 30,000", "30,000"),
        ("P 173,582,385", "173,582,385"),
        ("P =–", "–"),
    ],
)
def test_the_sign_of_the_peso_is_no_part_of_a_figure(printed: str, read: str):
    paper = Paper()
    paper.text(50, 100, "Cash")
    paper.text(300, 100, printed)
    assert texts(paper) == [["Cash", read]]


def test_a_peso_whose_stroke_is_drawn_over_it_goes_to_its_figure():
    paper = Paper()
    paper.text(50, 100, "Balances")
    for x, *parts in ((300, "P", "=30,000"), (400, "(P", "=996,086)")):
        for part in parts:
            paper.text(x, 100, part)
    assert texts(paper) == [["Balances", "30,000", "(996,086)"]]


def test_references_to_notes_below_one_another_are_no_broken_figure():
    paper = Paper()
    for y, text in ((100, "3,9"), (112, "10")):
        paper.text(300, y, text)
    assert texts(paper) == [["3,9"], ["10"]]
    assert repaired_figure("1,237,019,00 P") == "1,237,019.00"
