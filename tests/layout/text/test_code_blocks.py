"""Program text."""

from __future__ import annotations

import pytest

from quire.layout.pipeline import arrange
from quire.layout.text import code_blocks
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import rows_of
from quire.model.block import Code
from quire.model.geometry import Box
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
    (block,) = code_blocks.mark_code(parts, mono_body=False)
    assert block.kind is Kind.CODE
    assert code_blocks.code_text(block.rows) == "def f(x):\n    return x\n\nprint(f(1))"


def test_white_that_is_not_whole_lines_high_parts_programs():
    def parts(at):
        rows = [line(name, 72, 100 + 12 * n, MONO) for n, name in enumerate(("def f(x):", "y = 2 * x", "return y"))]
        return [draft(*rows), draft(line("def g(x):", 72, at, MONO), line("return x", 92, at + 12, MONO))]

    assert len(code_blocks.mark_code(parts(124 + 48), mono_body=False)) == 1
    assert len(code_blocks.mark_code(parts(124 + 51), mono_body=False)) == 2


def test_pieces_of_a_row_keep_their_distance():
    rows = rows_of([line("a = 1", 72, 100, MONO), line("# one", 122, 100, MONO)])
    assert code_blocks.code_text(rows) == "a = 1     # one"


def test_comments_apart_behind_a_program_belong_to_its_lines():
    code = [line(f"int {name};", 72, 100 + 12 * n, MONO) for n, name in enumerate("abc")]
    comments = [line(f"// the {n}. of all", 300, 100 + 12 * n, MONO) for n in range(3)]
    text = [line("A word", 72, 136), line("# 1", 300, 136, MONO)]
    found = code_blocks.join_comments([*code, *comments, *text])
    behind = [one.text for one in found if "//" in one.text]
    assert behind == ["int a; // the 0. of all", "int b; // the 1. of all", "int c; // the 2. of all"]
    assert len(found) == 5
    whole = arrange([page(*code, *comments, *block(prose(60, 460), 72, 300))], meta=META)
    programs = [one.text for one in whole.blocks if isinstance(one, Code)]
    assert len(programs) == 1
    assert [part.split("//")[1] for part in programs[0].split("\n")] == [f" the {n}. of all" for n in range(3)]


def test_a_chinese_comment_behind_a_program_may_go_on_in_the_next_row():
    han = BODY._replace(font="Han")

    def row(code, comment, at):
        words = line(f"{code} {comment}", 72, at, MONO)
        return words._replace(words=(*words.words[:-1], words.words[-1]._replace(style=han)))

    rows = [row("int a; //", "表示请求所使用", 100), line("的方法和类型", 72, 112, han), row("int b; //", "的", 124)]
    parts = [draft(*rows), draft(line("int c;", 72, 136, MONO))]
    assert [one.kind for one in code_blocks.mark_code(parts, mono_body=False)] == [Kind.CODE]


def test_the_numbers_of_lines_are_no_code():
    texts = ["# one", "two = 2", "", "if two:", "    three()"]
    rows = []
    for i, words in enumerate(texts):
        number = line(str(i + 1), 50, 100 + 12 * i, BODY._replace(size=7.0))
        left = 72 + 5 * (len(words) - len(words.lstrip()))
        rows.append([number, line(words, left, 100 + 12 * i, MONO)] if words else [number])
    drafts = [draft(*row) for row in rows]
    (block,) = code_blocks.mark_code(drafts, mono_body=False)
    assert block.kind is Kind.CODE
    assert code_blocks.code_text(block.rows) == "\n".join(texts)


def test_a_line_that_wraps_has_one_number():
    small = BODY._replace(size=7.0)
    rows = rows_of(
        [
            *(line(str(n), 50, 100 + 12 * at, small) for n, at in ((1, 0), (2, 1), (3, 3))),
            *(line(t, 72, 100 + 12 * at, MONO) for at, t in enumerate(("a = call(b,", "c = call(d,", "e)", "f = a"))),
        ]
    )
    assert code_blocks.code_text(rows) == "a = call(b,\nc = call(d,\ne)\nf = a"


@pytest.mark.parametrize("numbers", [(3, 2, 1), (1, 2, 3)])
def test_numbers_that_do_not_count_or_look_like_the_rest_are_code(numbers):
    rows = rows_of([line(f"{n} bottles", 72, 100 + 12 * i, MONO) for i, n in enumerate(numbers)])
    assert code_blocks.code_text(rows) == "\n".join(f"{n} bottles" for n in numbers)


def test_the_pitch_of_lines_tells_blank_ones():
    tight = [line("a = 1", 72, y, MONO) for y in (100, 110.5, 131.5, 142, 173.5)]
    assert code_blocks.code_text(rows_of(tight)) == "a = 1\na = 1\n\na = 1\na = 1\n\n\na = 1"


def test_text_and_typescripts_are_no_code():
    assert code_blocks.mark_code([draft(line("plain words", 72, 100, BODY))], mono_body=False)[0].kind is Kind.TEXT
    assert code_blocks.mark_code([draft(line("x = 1", 72, 100, MONO))], mono_body=True)[0].kind is Kind.TEXT
    assert code_blocks.mark_code([draft(line("A sentence.", 72, 100, MONO))], mono_body=False)[0].kind is Kind.TEXT


def test_the_ground_behind_code_is_known():
    def grounds(*fills):
        program = [line("for x in y:", 72, 405, MONO), line("print(x)", 92, 420, MONO)]
        texts = [*block(prose(200, 460), 72, 100), *program, *block(prose(200, 460), 72, 470)]
        found = arrange([page(texts, fills=(Fill(0, 0, 612, 792, 0xFAFAFA), *fills))], meta=META).blocks
        return [(one.fill, one.style) for one in found if isinstance(one, Code)]

    assert grounds(Fill(60, 392, 540, 430, 0x2E3440)) == [(0x2E3440, MONO)]
    assert grounds(Fill(60, 392, 540, 411, 0xEEEEEE), Fill(60, 411, 540, 430, 0xEEEEEE)) == [(0xEEEEEE, MONO)]
    assert grounds(Fill(60, 392, 540, 430, 0xFFFFFF)) == grounds() == [(None, MONO)]


def test_bulleted_names_in_a_programs_font_are_no_code():
    parts = [draft(line("• user_id, created_at", 72, 100 + 12 * n, MONO)) for n in (0, 1)]
    assert [one.kind for one in code_blocks.mark_code(parts, mono_body=False)] == [Kind.TEXT, Kind.TEXT]


def test_rows_with_chinese_comments_belong_to_the_listing_around_them():
    han = BODY._replace(font="SimSun")

    def mixed(baseline, code, comment):
        first = line(code, 72, baseline, MONO)
        return draft(first, line(comment, first.x1 + 12, baseline, han))

    drafts = [
        draft(line("int a = 1;", 72, 100, MONO)),
        mixed(112, "int b = 2; //", "路径长度"),
        mixed(124, "//", "邻接表"),
    ]
    (block,) = code_blocks.mark_code([*drafts, draft(line("b += a;", 72, 136, MONO))], mono_body=False)
    assert code_blocks.code_text(block.rows).splitlines()[1:] == ["int b = 2; //  路径长度", "//  邻接表", "b += a;"]


def test_sentences_that_begin_with_code_are_text():
    han = BODY._replace(font="SimSun")
    code = line("npm run", 72, 112, MONO)
    for words, style, baseline in (("启动网站", han, 140), ("starts it", BODY, 112)):
        text = draft(line("npm run", 72, baseline, MONO), line(words, code.x1 + 6, baseline, style))
        kept = code_blocks.mark_code([draft(line("cd web;", 72, 100, MONO)), text], mono_body=False)
        assert [one.kind for one in kept] == [Kind.CODE, Kind.TEXT]
    item = draft(line("1. open", 72, 112, MONO), line("启动网站", 130, 112, han))
    kept = code_blocks.mark_code([draft(line("cd web;", 72, 100, MONO)), item], mono_body=False)
    assert [one.kind for one in kept] == [Kind.CODE, Kind.TEXT]


SONG = BODY._replace(font="FangSong")


def mixed(baseline, *words, number="", x=72.0):
    """A row of words, those with ideographs in a font of their own."""
    parts = [line(number, 50, baseline, BODY._replace(size=7.0))] if number else []
    for text in words:
        wide = any(char >= "\u2e80" for char in text) or text == "——"
        parts.append(line(text, x, baseline, SONG if wide else MONO))
        x = parts[-1].x1 + 5
    return parts


def test_rows_with_chinese_comments_belong_to_the_program_around_them():
    parts = [
        draft(*mixed(100, "import apps")),
        draft(*mixed(130, "#", "定义分辨率", "——", "粗略")),  # below an empty line
        draft(*mixed(142, "res = 10")),
    ]
    (block,) = code_blocks.mark_code(parts, mono_body=False)
    assert code_blocks.code_text(block.rows).splitlines()[2] == "# 定义分辨率 —— 粗略"


def test_numbered_rows_with_chinese_strings_may_wrap():
    rows = [*mixed(112, "plot(x);title('", "峰值温度", number="2"), *mixed(124, "的时间", "')", x=92)]
    parts = [draft(*mixed(100, "x = 1", number="1")), draft(*rows), draft(*mixed(136, "end", number="3"))]
    (block,) = code_blocks.mark_code(parts, mono_body=False)
    assert len(block.rows) == 4


def test_a_sentence_that_begins_with_a_name_is_no_program():
    code = draft(*mixed(100, "x = 1"), *mixed(112, "y = 2"))
    for sentence in (draft(*mixed(140, "printf", "函数用于输出")), draft(*mixed(160, "printf()", "函数用于输出"))):
        assert [one.kind for one in code_blocks.mark_code([code, sentence], mono_body=False)] == [Kind.CODE, Kind.TEXT]


def test_a_figure_beside_a_program_is_none():
    figure = Draft(1, kind=Kind.FIGURE, place=Box(72, 120, 200, 200))
    kept = code_blocks.mark_code([draft(*mixed(100, "x = 1")), figure], mono_body=False)
    assert [one.kind for one in kept] == [Kind.CODE, Kind.FIGURE]


def test_paragraphs_of_a_program_begin_where_elements_do():
    rows = rows_of([line("a = 1", 72, y, MONO) for y in (100, 110.5, 121, 142, 152.5)])
    assert code_blocks.paragraph_starts(rows, [7, 7, 7, 7, 7]) == (0,)
    assert code_blocks.paragraph_starts(rows, [7, 7, 7, 8, 8]) == (0, 3, 4)
    assert code_blocks.paragraph_starts(rows, [-1, -1, 7, 7, -1]) == (0, 1, 2, 5)
    assert code_blocks.paragraph_starts(rows, [-1] * 5) == code_blocks.paragraph_starts(rows[:1], [7]) == ()


@pytest.mark.parametrize(("first", "kinds"), [("/**", [Kind.CODE]), ("Said of it:", [Kind.TEXT, Kind.TEXT, Kind.CODE])])
def test_an_element_that_begins_with_a_comment_and_ends_as_a_program_is_one(first, kinds):
    texts = [first, "* what it does to the rows of a board.", "public void start(int rows) {", "this.rows = rows;"]
    parts = [draft(line(text, 72, 100 + 12 * n)) for n, text in enumerate(texts)]
    for part in parts:
        part.element = part.last_element = 5
    assert [one.kind for one in code_blocks.mark_code(parts, mono_body=False)] == kinds
