"""Recognised figures in another format than their statement's."""

from quire.finance.extract import extract_statements
from quire.model.page import TextSource
from tests.finance.paper import Paper
from tests.finance.sheets import english_balance_sheet

ROWS = [
    ("Cash and cash equivalents", "1,200", "9,100"),
    ("Accounts receivable", "2,300", "4,200"),
    ("Inventories", "1,500", "1,400"),
    ("Total current assets", "5,000", "14,700"),
    ("Goodwill", "3,500", "4,700"),
    ("Total assets", "8,500", "19,400"),
]


def read(change, *, source=TextSource.OCR):
    paper = english_balance_sheet(ROWS, change)
    (found,) = extract_statements(
        [paper.page(source=source, confidence=None if source is TextSource.NATIVE else 0.97)]
    ).statements
    return found


def texts(statement):
    return [cell.text for row in statement.rows[1:] for cell in row.cells[1:]]


def test_points_become_commas_where_the_statement_prints_commas():
    found = read({"2,300": "2.300"})
    assert texts(found) == [text for row in ROWS for text in row[1:]]
    (cell,) = [c for row in found.rows for c in row.cells if c.text == "2,300"]
    assert cell.value == 2300
    assert cell.confidence < 1.0
    assert "format" not in {finding.rule for finding in found.doubts}


def test_points_of_a_text_layer_stay():
    assert "2.300" in texts(read({"2,300": "2.300"}, source=TextSource.NATIVE))


def test_other_decimals_and_missing_separators_are_doubted():
    found = read({"9,100": "91.0", "3,500": "3500"})
    (finding,) = [f for f in found.doubts if f.rule == "format"]
    assert sorted(found.rows[r].cells[c].text for r, c in finding.cells) == ["3500", "91.0"]


def test_points_become_commas_wherever_whole_figures_show_it():
    change = {"2,300": "2.300", "4,200": "4.200", "9,100": "9.100", "5,000": "5.000", "1,400": "1.400"}
    assert texts(read(change)) == [text for row in ROWS for text in row[1:]]
    assert texts(read({"8,500": "8,500."})) == [text for row in ROWS for text in row[1:]]


def test_three_decimals_that_are_printed_stay():
    change = {text: f"{text.replace(',', '')[:-3]}.{text[-3:]}" for row in ROWS for text in row[1:]}
    assert texts(read(change)) == [change[text] for row in ROWS for text in row[1:]]


def test_points_in_every_figure_are_commas_where_one_below_a_thousand_has_no_decimals():
    change = {text: text.replace(",", ".") for row in ROWS for text in row[1:]}
    short = change | {ROWS[-1][1]: "97"}
    assert texts(read(short)) == [{ROWS[-1][1]: "97"}.get(text, text) for row in ROWS for text in row[1:]]
    assert texts(read(short, source=TextSource.NATIVE)) == [short[text] for row in ROWS for text in row[1:]]


def test_a_dash_where_negative_figures_have_brackets_is_a_speck():
    change = {text: f"({text})" for text in ("2,300", "4,200", "1,500", "1,400", "3,500", "4,700")} | {
        "1,200": "-1,200"
    }
    assert texts(read(change))[0] == "1,200"
    assert texts(read({"1,200": "-1,200", "4,200": "(4,200)"}))[0] == "-1,200"


def per_share(*figures: str):
    """A statement of operations with figures per share below their section's title."""
    paper = Paper()
    paper.centre(297, 50, "CONSOLIDATED STATEMENTS OF OPERATIONS", size=13)
    paper.centre(297, 64, "(in millions, except per share amounts)")
    paper.right(400, 90, "2023")
    paper.right(520, 90, "2022")
    rows = [("Products", "66.613", "61.564"), ("Services", "27.423", "24.213"), ("Total net sales", "94.036", "85.777"),
            ("Cost of sales", "43.620", "39.803"), ("Operating income", "50.416", "45.974"), ("Other income", "171", "142"),
            ("Net income", "50.587", "46.116"), ("Earnings per share:",), ("Basic", *figures[:2]), ("Diluted", *figures[2:])]  # fmt: skip
    for i, row in enumerate(rows):
        paper.row(106 + 14 * i, *row)
    (found,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements
    return found


def test_figures_per_share_below_their_title_do_not_keep_points_among_amounts():
    found = per_share("1.57", "1.40", "1.56", "1.39")
    assert "66,613" in texts(found)
    assert texts(found)[-4:] == ["1.57", "1.40", "1.56", "1.39"]
    assert "format" not in {finding.rule for finding in found.doubts}


def test_a_figure_per_share_that_lost_its_point_is_doubted():
    found = per_share("1.57", "140", "1.56", "1.39")
    (finding,) = [f for f in found.doubts if f.rule == "format"]
    assert [found.rows[r].cells[c].text for r, c in finding.cells] == ["140"]


def test_a_figure_per_share_far_larger_or_with_other_decimals_than_the_rest_is_doubted():
    for odd, others in (("1,111.93", ("1.57", "1.56", "1.39")), ("1.402", ("1.57", "1.56", "1.39"))):
        found = per_share(others[0], odd, *others[1:])
        (finding,) = [f for f in found.doubts if f.rule == "format"]
        assert [found.rows[r].cells[c].text for r, c in finding.cells] == [odd]


def test_a_loss_per_share_beside_a_profit_is_doubted():
    found = per_share("1.57", "-1.40", "1.56", "1.39")
    (finding,) = [f for f in found.doubts if f.rule == "sign"]
    assert [found.rows[r].cells[c].text for r, c in finding.cells] == ["-1.40"]


def test_points_are_commas_beside_a_figure_that_lost_another_mark():
    change = {text: text.replace(",", ".") for row in ROWS for text in row[1:]}
    change |= {"2,300": "230", "19,400": "1,019,400", "14,700": "1010.000"}
    read_as = texts(read({**change, "8,500": "1008.500"}))
    assert read_as[-2:] == ["1,008,500", "1,019,400"]
    assert "1,010,000" in read_as


def test_points_are_commas_where_two_figures_have_commas_alone():
    change = {text: text.replace(",", ".") for row in ROWS for text in row[1:]}
    kept = {text: text for text in ("8,500", "4,700")}
    assert texts(read({**change, **kept})) == [text for row in ROWS for text in row[1:]]
    one = texts(read({**change, "8,500": "8,500"}))
    assert "1.200" in one
