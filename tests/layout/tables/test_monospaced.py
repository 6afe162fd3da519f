"""Tables typed with characters."""

import pytest

from quire.layout.tables.monospaced import may_be_typed
from quire.layout.tables.unruled import find_certain
from quire.model.page import Line, Style, Word
from tests.layout.table_pages import line, page, texts

MONO = Style("Mono", 10.0, bold=False, italic=False, mono=True, color=0)
ADVANCE = 6.0

FRAMED = """
+----+------------+-------+
| id | name       | share |
+----+------------+-------+
| 1  | Anna K.    |  9.30 |
| 2  | Rosa S.    | 84.46 |
+----+------------+-------+
"""
FULL = """
+====+============+=======+
| id | name       | share |
+====+============+=======+
| 1  | Anna K.    |  9.30 |
|    | of Cork    |       |
+----+------------+-------+
| 2  | Rosa S.    | 84.46 |
+----+------------+-------+
"""
PIPES = """
| id | name       | share |
|----|------------|------:|
| 1  | Anna K.    |  9.30 |
| 2  | Rosa S.    | 84.46 |
"""
SHELL = """
 id | name       | share
----+------------+-------
 1  | Anna K.    |  9.30
 2  | Rosa S.    | 84.46
"""
LINES = """
┌────┬────────────┬───────┐
│ id │ name       │ share │
├────┼────────────┼───────┤
│ 1  │ Anna K.    │  9.30 │
│ 2  │ Rosa S.    │ 84.46 │
└────┴────────────┴───────┘
"""


def typed_line(text: str, baseline: float) -> Line:
    words = []
    at = 0
    for part in text.split():
        at = text.index(part, at)
        x0 = 72 + at * ADVANCE
        words.append(Word(part, x0, baseline - 8, x0 + len(part) * ADVANCE, baseline + 2, baseline, MONO, bool(words)))
        at += len(part)
    return Line(tuple(words), words[0].x0, baseline - 8, words[-1].x1, baseline + 2, baseline)


def lines_of(text: str) -> list[Line]:
    return [typed_line(one, 100 + 12 * i) for i, one in enumerate(text.strip("\n").splitlines())]


def found_on(lines):
    return find_certain(page(lines), lines)


@pytest.mark.parametrize("text", [FRAMED, PIPES, SHELL, LINES])
def test_borders_of_characters_are_borders_of_cells(text):
    lines = lines_of(text)
    (found,) = found_on([line("The table below was printed by a program.", 72, 76), *lines])
    assert texts(found) == [["id", "name", "share"], ["1", "Anna K.", "9.30"], ["2", "Rosa S.", "84.46"]]
    assert found.table.grid.header_rows == 1
    assert len(found.lines) == len(lines)


def test_a_row_without_its_first_text_goes_on_with_the_one_above():
    (found,) = found_on(lines_of(FULL))
    assert texts(found)[1] == ["1", "Anna K. of Cork", "9.30"]


@pytest.mark.parametrize(
    "text",
    [
        "+------+     +------+\n| read | --> | sort |\n+------+     +------+\n",
        "a = b | c\n-----\nd = e | f\n",
        "+-- main.c\n+-- list.c\n|   +-- node.c\n",
        "+----+------+\n",
    ],
)
def test_drawings_of_characters_are_no_tables(text):
    assert found_on(lines_of(text)) == []


def test_most_pages_hold_no_border():
    assert not may_be_typed(
        [line("- an item of a list", 72, 100), line("+1 for this", 72, 112), line("-----", 72, 124)]
    )
    assert may_be_typed(lines_of(FRAMED))
