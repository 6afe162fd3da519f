"""Program text."""

from __future__ import annotations

from quire.layout import code
from quire.layout.drafts import Draft, Kind
from quire.layout.lines import rows_of
from tests.layout.pages import BODY, MONO, line


def draft(*lines):
    return Draft(1, rows_of(list(lines)), left=72, right=540)


def test_monospaced_neighbours_are_one_block_with_indentation_and_blank_lines():
    parts = [
        draft(line("def f(x):", 72, 100, MONO)),
        draft(line("return x", 92, 112, MONO)),
        draft(line("print(f(1))", 72, 140, MONO)),
    ]
    (block,) = code.mark(parts, mono_body=False)
    assert block.kind is Kind.CODE
    assert code.text_of(block.rows) == "def f(x):\n    return x\n\nprint(f(1))"


def test_pieces_of_a_row_keep_their_distance():
    rows = rows_of([line("a = 1", 72, 100, MONO), line("# one", 122, 100, MONO)])
    assert code.text_of(rows) == "a = 1     # one"


def test_text_and_typescripts_are_no_code():
    assert code.mark([draft(line("plain words", 72, 100, BODY))], mono_body=False)[0].kind is Kind.TEXT
    assert code.mark([draft(line("x = 1", 72, 100, MONO))], mono_body=True)[0].kind is Kind.TEXT
    assert code.mark([draft(line("A sentence.", 72, 100, MONO))], mono_body=False)[0].kind is Kind.TEXT
