"""Program text."""

from __future__ import annotations

from quire.layout import code
from quire.layout.arrange import arrange
from quire.layout.drafts import Draft, Kind
from quire.layout.lines import rows_of
from quire.model.block import Code
from quire.model.page import Fill
from tests.layout.pages import BODY, META, MONO, block, line, page, prose


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


def test_the_ground_behind_code_is_known():
    def grounds(*fills):
        program = [line("for x in y:", 72, 405, MONO), line("print(x)", 92, 420, MONO)]
        texts = [*block(prose(200, 460), 72, 100), *program, *block(prose(200, 460), 72, 470)]
        found = arrange([page(texts, fills=(Fill(0, 0, 612, 792, 0xFAFAFA), *fills))], meta=META).blocks
        return [(one.fill, one.style) for one in found if isinstance(one, Code)]

    assert grounds(Fill(60, 392, 540, 430, 0x2E3440)) == [(0x2E3440, MONO)]
    assert grounds(Fill(60, 392, 540, 411, 0xEEEEEE), Fill(60, 411, 540, 430, 0xEEEEEE)) == [(0xEEEEEE, MONO)]
    assert grounds(Fill(60, 392, 540, 430, 0xFFFFFF)) == grounds() == [(None, MONO)]
