"""A second look at doubted figures."""

from quire.finance.extract import extract_statements
from quire.model.geometry import Box
from quire.model.page import TextSource
from tests.finance.sheets import balance_sheet


def misread(old, new):
    """The page of a balance sheet whose first `old` was recognised as `new`."""
    paper = balance_sheet()
    done = False
    for i, line in enumerate(paper.lines):
        if line.text == old and not done:
            paper.lines[i] = line._replace(words=tuple(w._replace(text=new) for w in line.words))
            done = True
    return paper.page(source=TextSource.OCR, confidence=0.97)


def reader(answers):
    asked = []

    def look(number, box):
        asked.append((number, box))
        return [(text, Box(*box), 0.9) for text in answers(box)]

    look.asked = asked  # type: ignore[attr-defined]
    return look


def test_a_second_reading_that_settles_a_check_is_kept_and_told():
    page = misread("2,500.00", "2,600.00")
    (before,) = extract_statements([page]).statements
    place = next(
        (r, c) for r, row in enumerate(before.rows) for c, cell in enumerate(row.cells) if cell.text == "2,600.00"
    )
    cell = before.rows[place[0]].cells[place[1]]
    assert before.doubts

    look = reader(lambda box: ["2,500.00"] if Box(*box).holds(cell.box) else [])
    (after,) = extract_statements([page], look=look).statements
    assert after.rows[place[0]].cells[place[1]].text == "2,500.00"
    assert not after.doubts
    (told,) = [f for f in after.findings if f.rule == "second_look"]
    assert "2,600.00" in told.message
    assert all(number == 1 for number, _ in look.asked)


def test_a_second_reading_that_settles_nothing_changes_nothing():
    page = misread("2,500.00", "2,600.00")
    (before,) = extract_statements([page]).statements
    (after,) = extract_statements([page], look=reader(lambda box: ["7,777.00"])).statements
    assert after == before


def test_text_layers_are_not_looked_at_twice():
    look = reader(lambda box: ["1.00"])
    extract_statements([balance_sheet().page()], look=look)
    assert look.asked == []


def test_right_pages_are_not_looked_at_twice():
    look = reader(lambda box: ["1.00"])
    extract_statements([balance_sheet().page(source=TextSource.OCR, confidence=0.97)], look=look)
    assert look.asked == []
