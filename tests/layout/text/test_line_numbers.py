"""Numbers of the lines of a manuscript."""

from __future__ import annotations

from quire.layout.pipeline import arrange
from quire.layout.text import line_numbers
from quire.model.block import Code, Paragraph, Role
from quire.model.page import Line, Metadata
from quire.model.traversal import own_spans
from tests.layout.pages import block, line, page, prose, style

SMALL = style(6.0)


def manuscript(*, count: int = 30, step: int = 1, size: float = 6.0, mono: bool = False) -> list[Line]:
    look = style(mono=True) if mono else style()
    text = block(prose(14 * count, 400), 100, 100, look)[:count]
    return [*text, *(line(str(n + 1), 80, text[n].baseline, style(size)) for n in range(0, len(text), step))]


def numbers(lines: list[Line]) -> int:
    return len(line_numbers.find_line_numbers(lines))


def test_numbers_beside_each_line_and_each_fifth() -> None:
    assert numbers(manuscript()) == 30
    assert numbers(manuscript(count=60, step=5)) == 12
    assert numbers(manuscript(size=10.0)) == 30  # so many, though as large as the text


def test_other_numbers_stay() -> None:
    assert not numbers(manuscript(mono=True))  # a program
    assert not numbers(manuscript(count=8))
    assert not numbers(manuscript(count=15, size=10.0))  # a numbered list
    listing = [one._replace(baseline=one.baseline + 300) for one in manuscript(count=12)]
    assert not numbers([*block(prose(500, 400), 100, 100), *listing])
    years = [*block(prose(420, 400), 100, 100)[:30], *(line("2023", 60, 100 + 12 * n, SMALL) for n in range(30))]
    assert not numbers(years)


def test_they_are_no_text() -> None:
    document = arrange([page(manuscript())], meta=Metadata())
    assert len([one for one in document.blocks if isinstance(one, Paragraph)]) == 1
    assert sum(piece.role is Role.MARGIN for piece in document.furniture) == 30


def test_numbers_of_the_rows_of_a_table_stay() -> None:
    below = [one._replace(baseline=one.baseline + 6) for one in manuscript() if len(one.words) > 1]
    counted = [line(str(n + 1), 80, 100 + 12 * n) for n in range(30)]
    names = [line("Cork", 110, 100 + 12 * n) for n in range(30)]
    kinds = [line("kept", 300, 100 + 12 * n) for n in range(30)]
    assert numbers([*below, *names, *counted]) == 30
    assert not numbers([*below, *names, *kinds, *counted])


def two_columns(*, start: int) -> list[Line]:
    """Text in two columns on half a page, numbered at both margins; `start`: of the numbers at the right."""
    sides = [block(prose(14 * 20, 200), x, 100, style())[:20] for x in (100, 320)]
    numbered = [line(str(n + 1), 70, text.baseline, SMALL) for n, text in enumerate(sides[0])]
    others = [line(str(n + start), 540, text.baseline, SMALL) for n, text in enumerate(sides[1])]
    below = [line("Below the two columns.", 100, 700 + 12 * n) for n in range(3)]
    return [*sides[0], *numbered, *sides[1], *others, *below]


def test_numbers_that_go_on_at_the_other_margin() -> None:
    assert numbers(two_columns(start=21)) == 40
    assert not numbers(two_columns(start=400))  # cells


def program(*numbers: int, fixed: bool = True, parted: bool = False) -> list[Line]:
    """Rows of a program with these numbers at their left, or two texts beside each."""
    lines: list[Line] = []
    for n, number in enumerate(numbers):
        y = 100 + 12 * n
        lines += [line(str(number), 80, y, SMALL), line("x = open(name)", 100, y, style(mono=fixed))]
        lines += [line("kept", 300, y, style(mono=fixed))] if parted else []
    return lines


def test_the_numbers_of_a_program_are_none_of_its_text() -> None:
    assert len(line_numbers.find_program_numbers(program(1, 2, 3, parted=True))) == 3
    assert len(line_numbers.find_program_numbers(program(1, 2, 3, 4, 1))) == 5  # a short program of the same page
    blank = [one for one in program(1, 2, 3, 4) if one.text != "x = open(name)" or one.baseline != 112]
    assert len(line_numbers.find_program_numbers(blank)) == 4
    document = arrange([page([*program(1, 2, 3), *block(prose(80, 400), 70, 200)])], meta=Metadata())
    code = document.blocks[0]
    assert isinstance(code, Code)
    assert code.text == "\n".join(["x = open(name)"] * 3)


def test_numbers_beside_other_text_number_no_program() -> None:
    assert not line_numbers.find_program_numbers(program(1, 2, 3, fixed=False))
    assert not line_numbers.find_program_numbers(program(3, 2, 1))
    assert not line_numbers.find_program_numbers(program(1, 2))
    alike = [line(str(n), 80, 100 + 12 * n, style(mono=True)) for n in (1, 2, 3)]
    typed = [line("Widget", 100, 100 + 12 * n, style(mono=True)) for n in (1, 2, 3)]
    assert not line_numbers.find_program_numbers([*alike, *typed])  # the rows of a typescript's table


def columns_with_numbers(step: int = 5, *, joined: bool = True) -> list[Line]:
    """Two columns of 40 lines; in the gutter of every fifth the number, in one line with both if `joined`."""
    sides = block(prose(600, 200), 60, 100)[:40], block(prose(600, 200), 282, 100)[:40]
    lines: list[Line] = []
    for count, (left, right) in enumerate(zip(*sides, strict=True), 1):
        number = line(str(count), 268, left.baseline, style(7.0)) if count % step == 0 else None
        if number is None or not joined:
            lines += [left, right, *([number] if number else [])]
        else:
            words = (*left.words, number.words[0]._replace(space=True), *right.words)
            lines.append(left._replace(words=words, x1=right.x1))
    return lines


def test_numbers_in_the_gutter_part_the_columns() -> None:
    for joined in (True, False):
        rest, marks = line_numbers.without_gutter_numbers(columns_with_numbers(joined=joined))
        assert [mark.text for mark in marks] == [str(n) for n in range(5, 41, 5)]
        assert len(rest) == 80
        assert all(one.x1 < 270 or one.x0 > 270 for one in rest)
    whole = arrange([page(columns_with_numbers())], meta=Metadata(), outline=())
    assert not any(word.isdigit() for one in whole.blocks for span in own_spans(one) for word in span.text.split())
    assert [one.role for one in whole.furniture] == [Role.MARGIN] * 8


def test_numbers_of_every_fifth_line_in_a_margin() -> None:
    text = block(prose(600, 300), 80, 100)[:40]
    for x0 in (60, 400):
        numbers = [line(str(n), x0, text[n - 1].baseline) for n in range(5, 41, 5)]
        rest, marks = line_numbers.without_gutter_numbers([*text, *numbers])
        assert [mark.text for mark in marks] == [one.text for one in numbers]
        assert rest == text
        assert line_numbers.without_gutter_numbers([*text, *numbers[:5]])[1] == []


def test_figures_of_a_table_that_say_the_same_again_stay() -> None:
    shares = {360: 10, 404: 10, 454: 5, 479: 10, 504: 10, 542: 10, 567: 10, 592: 10, 617: 25}
    sides = ("Reflective report", 60), ("Team activity and evidence", 300)
    texts = [line(text, x, y + 12 * n) for text, x in sides for y in shares for n in (-1, 0, 1)]
    figures = [line(str(share), 230, y) for y, share in shares.items()]
    assert line_numbers.without_gutter_numbers([*texts, *figures])[1] == []


def test_a_misread_number_in_the_gutter_parts_the_columns() -> None:
    lines = columns_with_numbers()
    read = {"5": "S", "20": "zo"}
    lines = [one._replace(words=tuple(w._replace(text=read.get(w.text, w.text)) for w in one.words)) for one in lines]
    rest, marks = line_numbers.without_gutter_numbers(lines)
    assert [mark.text for mark in marks] == ["S", "10", "15", "zo", "25", "30", "35", "40"]
    assert len(rest) == 80


def test_other_numbers_between_texts_stay() -> None:
    every = columns_with_numbers(step=1, joined=False)
    rows = [one for one in every if not (one.text.isdigit() and int(one.text) % 5)]
    table = [
        one for one in rows if one.text.isdigit() or one.baseline in {n.baseline for n in rows if n.text.isdigit()}
    ]
    assert line_numbers.without_gutter_numbers(table) == (table, [])  # each row of a table has one
    over = [*columns_with_numbers(), *block(prose(900, 420), 60, 106)]
    assert line_numbers.without_gutter_numbers(over)[1] == []  # text runs over the place
