"""Which lines of a plain text are titles."""

from __future__ import annotations

import pytest

from quire.read.books.title_detection import matter_lines, title_lines

_STORY = ["Some words of the story that go on for a while.", "", "And more of them, until the end of it."]


def _found(*titles: str, front: str = "") -> list[tuple[int, str]]:
    lines = front.split("\n")
    for title in titles:
        lines += ["", *title.split("\n"), "", *_STORY]
    return [one for _, one in sorted(title_lines(lines).items()) if one[1]]


@pytest.mark.parametrize(
    ("titles", "shown"),
    [
        (("CHAPTER I.\nDown the Road", "CHAPTER II.\nThe Sea", (
            "CHAPTER III.\nA "
            "Long Way Home"
        )), "CHAPTER I. Down the Road"),
        (("CHAPTER I\n\nTHE ROAD", "CHAPTER II\n\nTHE SEA", "CHAPTER III\n\nTHE WAY HOME"), "CHAPTER I THE ROAD"),
        (("第一章\n开始", "第二章\n中途", "第三章\n结束"), "第一章 开始"),
    ],
)  # fmt: skip
def test_a_title_below_its_number_belongs_to_it(titles: tuple[str, ...], shown: str):
    found = _found(*titles)
    assert [len(found), found[0][1]] == [3, shown]


def test_dialogue_below_a_number_is_no_title():
    found = _found("CHAPTER I\n\n“Tom!”", "CHAPTER II\n\n“Yes, sir!”", "CHAPTER III\n\n“Come!”")
    assert [title for _, title in found] == ["CHAPTER I", "CHAPTER II", "CHAPTER III"]


@pytest.mark.parametrize(
    "titles",
    [
        ["BOOK THE FIRST", "BOOK THE SECOND"],
        ["STAVE ONE.", "STAVE TWO."],
        ["I. THE KING OF ALL CATS", "II. THE RED DOOR", "III. HOME"],
        ["一、旧事", "二、新事", "三、后事"],
        ["（一）", "（二）", "（三）"],
        ["楔子", "第1章 开始", "番外一 旧事", "大结局"],
    ],
)
def test_titles_of_books(titles: list[str]):
    assert [title for _, title in _found(*titles)] == titles


def test_parts_stand_below_books():
    found = _found("BOOK I\n\nPART I\n\nCHAPTER I", "CHAPTER II", "PART II\n\nCHAPTER III")
    assert [level for level, _ in found] == [1, 2, 3, 3, 2, 3]


def test_light_markup():
    assert _found("= Guide", "== First", "=== Inner", "== Second")[1:3] == [(2, "First"), (3, "Inner")]
    assert _found("Guide\n=====", "First\n-----", "第二\n----") == [(1, "Guide"), (2, "First"), (2, "第二")]


def test_what_is_typed_at_a_prompt_is_no_title():
    assert _found("# reboot", "# apt update", "# apt upgrade") == []


def test_numbered_sections_and_no_lists():
    lines = ["1. Start", "1.1. Before", "1. Buy milk", "2. Buy bread", "1.2. After", "2. End", "2.1. Last"]
    assert [title for _, title in _found(*lines)] == ["1. Start", "1.1. Before", "1.2. After", "2. End", "2.1. Last"]
    assert _found("1. Buy milk", "2. Buy bread", "3. Go home") == []


def test_numbered_contents_are_none():
    front = "\n\n".join(["1. Start", "1.1. Before", "1.2. After", "2. End", "2.1. Last"])
    found = _found("1. Start", "1.1. Before", "1.2. After", "2. End", "2.1. Last", front=front + "\n\nWords.\n")
    assert len([title for _, title in found if title == "1. Start"]) == 1


def test_a_line_that_counts_something_else_is_no_chapter():
    numbered = [f"章 {one}. 名称" if not two else f"{one}.{two}. 小节" for one in (1, 2) for two in range(3)]
    found = _found(*numbered, "第 2 行是該源碼包要進入發行版中的分類")
    assert [title for _, title in found] == numbered


def test_appendices_follow_numbered_chapters():
    numbered = [f"第 {one} 章 名称" if not two else f"{one}.{two}. 小节" for one in (1, 2) for two in range(3)]
    found = _found(*numbered, "附錄 A. 高級打包", "A.1. 共享庫", "B.1. 別的")
    assert found[-2:] == [(1, "附錄 A. 高級打包"), (2, "A.1. 共享庫")]


def test_sections_may_have_a_colon_behind_their_number():
    titles = ["Chapter 1: Tools", "1.1: The saw", "1.2: The file", "Chapter 2: Wood", "2.1: Oak", "2.1.1: Old oak"]
    assert [level for level, _ in _found(*titles)] == [1, 2, 2, 1, 2, 3]


def test_the_list_of_contents_of_numbered_chapters_is_told_from_the_text():
    titles = ["第 1 章 定义", "1.1. 什么", "1.2. 为何", "第 2 章 获取", "2.1. 何处", "2.2. 何时"]
    front = "内容目录\n\n1. 定义\n    1.1. 什么\n    1.2. 为何\n2. 获取\n    2.1. 何处"
    assert _found(*titles, front=front)[0] == (1, "内容目录")


def test_scenes_stand_below_their_acts_which_some_editions_name_again_above_each():
    titles = ["ACT I", "SCENE I A wood.", "ACT I", "SCENE II A room.", "ACT II", "SCENE I A lawn.", "EPILOGUE"]
    found = _found(*titles)
    assert [title for _, title in found] == [one for at, one in enumerate(titles) if at != 2]
    levels = {title: level for level, title in found}
    assert levels["SCENE I A wood."] == levels["SCENE II A room."] == levels["ACT I"] + 1 == levels["EPILOGUE"] + 1


def test_names_below_nearly_all_numbers_may_be_written_like_sentences():
    names = ["Types of wallets", "Who controls the keys", "How it propagates", "Kernel booting process. Part 4."]
    rows = [
        ("", f"CHAPTER {number}", "", name, "") for number, name in zip(("I", "II", "III", "IV"), names, strict=True)
    ]
    lines = [line for row in rows for line in (*row, "The words of the story go on for a while.", "", "Again.", "")]
    titles = [title for _, title in sorted(title_lines(lines).values()) if title]
    assert sorted(titles) == sorted(f"{row[1]} {row[3]}" for row in rows)


def test_a_sentence_that_begins_with_chapter_is_none():
    lines = ["CHAPTER I", "CHAPTER II", "Chapter 14 introduced shapes. Shapes allow us to", "CHAPTER III"]
    assert [title for _, title in _found(*lines)] == ["CHAPTER I", "CHAPTER II", "CHAPTER III"]


def test_a_long_rule_above_a_line_makes_it_a_title():
    texts = ("Boards", "*saws* Saws", "Chisels   *chisels* *edges*")
    lines = [line for text in texts for line in ("", "-" * 40, text, "", "Wood is cut along its grain.", "")]
    assert [one for _, one in sorted(title_lines(lines).items())] == [(1, "Boards"), (1, "*saws* Saws"), (1, "Chisels")]


def test_rules_of_a_table_make_no_titles():
    lines = [line for _ in range(4) for line in ("", "-" * 40, "Name     Value", "-" * 40, "a        1", "")]
    assert not [one for one in title_lines(lines).values() if one[1]]


def test_a_title_between_two_rules_is_above_one_with_a_rule_below():
    chapters = [
        f"=====\nThe {name}\n=====".replace("=====", "=" * len(f"The {name}")) for name in ("Road", "Sea", "Way")
    ]
    sections = [f"Its {name}\n{'=' * len(f'Its {name}')}" for name in ("Stones", "Waves", "Turns")]
    found = _found(*(one for pair in zip(chapters, sections, strict=True) for one in pair))
    assert found == [
        (1, "The Road"),
        (2, "Its Stones"),
        (1, "The Sea"),
        (2, "Its Waves"),
        (1, "The Way"),
        (2, "Its Turns"),
    ]


def test_names_of_prefaces_and_appendices_stand_alone_and_once() -> None:
    names = [
        "Preface to the Second Edition",
        "译者序",
        "Introduction: Of Boats",
        "附录",
        "Introduction to Boats",
        "前言三",
        "Index",
    ]
    lines = ["", *[line for name in names for line in (name, "", *_STORY, "")]]
    assert [lines[at] for at in sorted(matter_lines(lines))] == names[:4]
    assert matter_lines(["Preface", "of the book", "", "Appendix", "", "Appendix"]) == set()
