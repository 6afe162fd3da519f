"""Rows of lines that may head chapters."""

from __future__ import annotations

from itertools import accumulate

from quire.read.books.heading_rows import Row, heading_rows, is_worded, longest_chain

_PROSE = "We walked along the river until the light failed, and spoke of nothing but the road before us."


def _rows(raw: list[str]) -> list[Row]:
    lines = [line.strip() for line in raw]
    return heading_rows(raw, lines, [0, *accumulate(map(len, lines))], [], [])


def _kinds(raw: list[str], kind: str) -> list[list[str]]:
    return [[raw[at] for at in row.lines] for row in _rows(raw) if row.kind == kind]


def test_a_missing_full_stop_and_a_long_title_do_not_break_a_row() -> None:
    long = "CHAPTER II. In which timely provision is made for an emergency that will sometimes arise in families"
    heads = ["CHAPTER I.", long, "CHAPTER III", "CHAPTER IV. WHO IS IT?"]
    raw = [line for head in heads for line in ("", head, "", _PROSE)]
    assert heads in _kinds(raw, "worded")


def test_lines_at_the_margin_of_an_indented_text_are_a_row() -> None:
    names = ["麦琪的礼物", "“醉翁之意”", "绿门"]
    raw = [line for name in names for line in (name, *[f"  {'风雪夜归人' * 12}。"] * 5)]
    assert _kinds(raw, "outdented") == [names]
    said = ["他走了很久。", "“你看见我的驴了吗。”", "例如："]
    mixed = [line for one, name in zip(said, names, strict=True) for line in (name, *raw[1:6], one, *raw[1:6])]
    assert _kinds(mixed, "outdented") == [names]


def test_lines_in_capitals_are_a_row_but_speakers_are_none() -> None:
    names = ["THE GHOST", "THE USES OF JOSEPH", "THE WOOING"]
    assert _kinds([line for name in names for line in ("", name, "", _PROSE)], "capitals") == [names]
    turns = ["HAMLET", "HORATIO"] * 4
    assert _kinds([line for name in turns for line in ("", name, "", _PROSE)], "capitals") == []


def test_words_of_headings_need_a_number() -> None:
    assert is_worded("Chapter IV. The Road")
    assert is_worded("第三回 风雪")
    assert not is_worded("Chapters of my life")


def test_the_longest_chain_begins_again_where_it_pays() -> None:
    values = [1, 2, 3, 9, 4, 1, 2, 3, 4, 5, 6]
    assert longest_chain(values, [1.0] * len(values)) == [0, 1, 2, 4, 9, 10]
    assert longest_chain(values, [1.0] * len(values), [0] * 5 + [1] * 6) == [0, 1, 2, 4, 5, 6, 7, 8, 9, 10]


def test_numbered_lines_of_program_text_do_not_break_a_row() -> None:
    heads = ["1 Setting up", "2 Basics", "3 The web", "4 Forms"]
    code = ["5 boxes = pack(", "  3 stacks)", "2 rows"]
    raw = [line for head in heads for line in ("", head, "", _PROSE, "", *code, "")]
    assert heads in _kinds(raw, "bare")


def test_chinese_sentences_are_no_capitals() -> None:
    names = ["现在我们已经装好 JDK", "让我们看看 JSON 的格式", "服务器返回 XML 的文件"]
    assert _kinds([line for name in names for line in ("", name, "", _PROSE)], "capitals") == []
