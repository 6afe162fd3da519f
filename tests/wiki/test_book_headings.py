"""What headings are worth."""

from __future__ import annotations

import pytest

from quire.wiki.book_headings import (
    chapters_of_volumes,
    chapters_of_works,
    depths,
    is_contents_line,
    matter_of,
)


def test_sections_marked_as_chapters_stand_below_them():
    titles = [
        "Preface",
        "Chapter 1. Road",
        "1.1. Start",
        "1.1.1. Early",
        "Detail",
        "1.2. End",
        "Chapter 2. Sea",
        "2.1. Salt",
    ]
    assert depths(titles, [1, 1, 1, 1, 2, 1, 1, 1]) == [1, 1, 2, 3, 4, 2, 1, 2]


def test_marks_that_already_nest_stay():
    titles = ["1 Road", "1.1 Start", "1.2 End", "2 Sea", "2.1 Salt"]
    assert depths(titles, [1, 2, 2, 1, 2]) == [1, 2, 2, 1, 2]


def test_a_heading_that_fills_a_gap_of_a_row_has_the_level_of_the_row():
    titles = [f"Chapter {number} - Moon" for number in range(1, 7)]
    assert depths([*titles[:4], "Sea", *titles[4:]], [2, 2, 2, 1, 2, 2, 2]) == [2, 2, 2, 2, 3, 2, 2]
    assert (
        depths(["BOOK I. INSCRIPTIONS", "One", "BOOK II", "BOOK III", "BOOK IV", "BOOK V"], [1, 2, 2, 2, 2, 2])[0] == 2
    )
    assert depths(["1. A", "1. a", "2. b", "3. c", "4. d", "2. B"], [1, 2, 2, 2, 2, 1]) == [1, 2, 2, 2, 2, 1]


def test_chapters_counted_anew_stand_below_their_parts():
    titles = ["Preface", "PART I", "I", "II", "III", "PART II", "Snow", "I", "II", "Notes"]
    assert depths(titles, [1] * 10) == [1, 1, 2, 2, 2, 1, 2, 2, 2, 1]
    on = ["PART I", "Chapter 1", "Chapter 2", "PART II", "Chapter 3", "Chapter 4"]
    assert depths(on, [1] * 6) == [1] * 6


def test_a_heading_without_a_number_between_sections_of_a_chapter_is_one():
    titles = [
        "19 Whole",
        "19.1 Start",
        "Version 1",
        "19.3 Pages",
        "20 Cloud",
        "20.1 What",
        "20.2 How",
        "Notes",
        "21 End",
    ]
    assert depths(titles, [1] * 9) == [1, 2, 2, 2, 1, 2, 2, 1, 1]


def test_what_stands_between_numbered_chapters_is_a_section_and_between_parts_a_chapter():
    names = [f"Topic {letter}" for letter in "abcdefgh"]
    pairs = [[f"Chapter {at + 1}", *names[2 * at : 2 * at + 2]] for at in range(4)]
    assert depths([title for pair in pairs for title in pair], [1] * 12) == [1, 2, 2] * 4
    pairs = [[f"PART {at + 1}", *names[2 * at : 2 * at + 2]] for at in range(4)]
    assert depths([title for pair in pairs for title in pair], [1] * 12) == [1] * 12


def test_boxes_are_no_headings():
    assert depths(["1 Road", "Note", "2 Sea", "Note", "Tip"], [1, 2, 1, 2, 2]) == [1, -1, 1, -1, 2]


def test_lines_of_the_contents():
    others = frozenset({"第一章概念", "questionswithanswers", "part"})
    assert is_contents_line("Questions, with answers . . 349", frozenset({"questions,withanswers"}))
    assert is_contents_line("Questions with answers 12", others)
    assert not is_contents_line("Part 2", others)
    assert not is_contents_line("Questions with answers", others)


def test_licences_and_their_sections():
    assert matter_of("Appendix A GNU Free Documentation License", above=False)
    assert matter_of("2. VERBATIM COPYING", above=False)
    assert matter_of("4. MODIFICATIONS", above=True)
    assert not matter_of("4. Modifications", above=False)


def test_volumes_that_count_anew_name_their_chapters():
    paths = [("VOLUME I", "CHAPTER I"), ("VOLUME I", "CHAPTER II"), ("VOLUME II", "CHAPTER I", "Inner")]
    assert chapters_of_volumes(paths, [5000] * len(paths))[2] == ("VOLUME II: CHAPTER I", "Inner")
    paths = [("第一部", "第一章 花"), ("第一部", "第二章 草"), ("第二部", "第三章 风"), ("后记",)]
    assert chapters_of_volumes(paths, [5000] * len(paths)) == [
        ("第一章 花",),
        ("第二章 草",),
        ("第三章 风",),
        ("后记",),
    ]


def test_parts_of_another_kind_stay():
    paths = [("Part 1", "Installing"), ("Part 1", "Using"), ("Part 2", "Tuning")]
    assert chapters_of_volumes(paths, [5000] * len(paths)) == paths


def test_the_chapters_of_collected_works_are_chapters():
    paths = [
        ("Emma", "Volume I", "Chapter I"),
        ("Emma", "Volume II", "Chapter I"),
        ("Emma", "Volume III", "Chapter I"),
        ("Lady Susan", "I"),
        ("Lady Susan", "II"),
        ("Lady Susan", "III", "Inner"),
    ]
    assert chapters_of_works(paths, [40_000] * 6, "en") == [
        ("Emma: Volume I: Chapter I",),
        ("Emma: Volume II: Chapter I",),
        ("Emma: Volume III: Chapter I",),
        ("Lady Susan: I",),
        ("Lady Susan: II",),
        ("Lady Susan: III", "Inner"),
    ]
    chinese = [("三国演义", f"第{one}回 某事") for one in "一二三"]
    assert chapters_of_works(chinese, [20_000] * 3, "zh")[0] == ("三国演义：第一回 某事",)


def test_what_is_far_more_than_a_chapter_is_none_unless_its_number_says_so():
    def parts(top: str) -> list[tuple[str, ...]]:
        return [(top, name) for name in ("The Sisters", "An Encounter", "Araby", "Eveline")]

    assert chapters_of_works(parts("Stories"), [60_000] * 4, "en")[2] == ("Stories: Araby",)
    assert chapters_of_works(parts("Stories"), [20_000] * 4, "en") == parts("Stories")
    assert chapters_of_works(parts("Chapter 12 Administration"), [60_000] * 4, "en") == parts(
        "Chapter 12 Administration"
    )


def test_parts_beside_a_large_one_are_opened_like_it_and_a_single_long_chapter_is_not():
    def parts(*tops: str) -> list[tuple[str, ...]]:
        return [(top, name) for top in tops for name in ("Aims", "Tools", "Limits", "Costs")]

    paths = parts("Tutorial", "Reference")
    assert chapters_of_works(paths, [15_000] * 4 + [60_000] * 4, "en")[0] == ("Tutorial: Aims",)
    many = parts("Reference", *[f"Topic {name}" for name in "abcdefghijklmnop"])
    assert chapters_of_works(many, [60_000] * 4 + [15_000] * 64, "en") == many


def test_numbered_sections_make_no_work_of_a_chapter():
    paths = [("Getting Started", f"1.{one} Tools") for one in range(1, 6)]
    assert chapters_of_works(paths, [9] * 5, "en") == paths


def test_signs_of_a_drawing_are_no_heading():
    assert depths(["1 Terms", "u u - h hP h h h", "2 Names"], [1, 1, 1]) == [1, -1, 1]
    assert depths(["Q & A", "A B", "IV"], [1, 1, 1]) == [1, 1, 1]


def test_titles_that_come_again_and_again_are_parts_of_what_stands_before_them():
    titles = [title for name in ("plot", "set", "splot", "unset", "fit") for title in (name, "Syntax:", "Examples")]
    assert depths(titles, [1] * len(titles)) == [1, 2, 2] * 5
    deeper = [title for name in ("plot", "set", "splot", "unset", "fit") for title in (name, "style", "Syntax:")]
    assert depths(deeper, [1, 2, 1] * 5) == [1, 2, 3] * 5


@pytest.mark.parametrize("title", ["Chapter I", "II", "Book the First", "第一回"])
def test_numbers_that_are_counted_anew_stay_chapters(title: str):
    titles = [one for volume in range(6) for one in (f"Tale {chr(65 + volume)}", title)]
    assert depths(titles, [1] * len(titles)) == [1] * len(titles)


def test_what_stands_below_a_volume_belongs_to_its_first_chapter():
    paths = [("BOOK I",), ("BOOK I", "CHAPTER I"), ("BOOK I", "CHAPTER II"), ("BOOK II",), ("BOOK II", "CHAPTER I")]
    assert chapters_of_volumes(paths, [200, 9000, 9000, 5000, 9000]) == [
        ("BOOK I: CHAPTER I",),
        ("BOOK I: CHAPTER I",),
        ("BOOK I: CHAPTER II",),
        ("BOOK II",),
        ("BOOK II: CHAPTER I",),
    ]


def test_a_list_of_parts_and_a_law_in_sections_are_no_works():
    tale = [("Introduction", one) for one in ("I", "II", "III", "IV")]
    assert chapters_of_works(tale, [200] * 4, "en") == tale
    law = [("第一编 总则：第二章 犯罪", f"第{one}节 某罪") for one in "一二三"]
    assert chapters_of_works(law, [9_000] * 3, "zh") == law


def test_tales_with_numbered_sections_are_chapters():
    tales = [(name, number) for name in ("The Coat", "The Nose") for number in ("I", "II", "III")]
    assert chapters_of_works(tales, [9_000] * 6, "en") == tales
    assert chapters_of_works(tales, [40_000] * 6, "en")[0] == ("The Coat: I",)


def test_parts_called_by_bare_numbers_have_chapters_where_they_are_long():
    paths = [("I", "I"), ("I", "II"), ("I", "III"), ("II", "IV"), ("II", "V"), ("II", "VI")]
    assert chapters_of_works(paths, [20_000] * 6, "en") == paths
    assert chapters_of_works(paths, [80_000] * 6, "en")[3] == ("II: IV",)


def test_what_stands_below_a_work_belongs_to_its_first_chapter():
    paths = [("Emma",), *[("Emma", one) for one in ("Chapter 1", "Chapter 2", "Chapter 3")]]
    assert chapters_of_works(paths, [1_500, 40_000, 40_000, 40_000], "en")[0] == ("Emma: Chapter 1",)


def test_narratives_of_a_work_have_chapters():
    narratives = [("The Stone", f"{one} Narrative", n) for one in ("First", "Second") for n in ("I", "II", "III")]
    paths = [*narratives, ("The Stone", "Chapter I"), ("The Stone", "Chapter II"), ("The Stone", "Chapter III")]
    found = chapters_of_works(paths, [30_000] * 9, "en")
    assert found[3] == ("The Stone: Second Narrative: I",)


def test_headings_between_numbered_chapters_are_sections_where_they_are_many() -> None:
    chapters = ["零、前言", "一、入门", "二、变量", "三、分支", "四、函数"]
    titles = [title for chapter in chapters for title in (chapter, "要求", "小结")]
    titles += ["附录"]
    assert depths(titles, [1] * len(titles)) == [1, 2, 2] * len(chapters) + [1]
    other = [
        "零、前言",
        "一、入门",
        "二、变量",
        "C 头文件",
        "1 级",
        "三、分支",
        "四、函数",
        "五、答案",
        "第一章",
        "第二章",
    ]
    titles = [
        title
        for at, chapter in enumerate(other)
        for title in (chapter, f"{'用法概念'[at % 4]}要求", f"小结{'甲乙丙丁'[at % 4]}")
    ]
    found = [title for title, level in zip(titles, depths(titles, [1] * len(titles)), strict=True) if level == 1]
    assert found == ["零、前言", "一、入门", "二、变量", "三、分支", "四、函数", "五、答案"]
    few = ["Chapter 1", "Interlude", "Chapter 2", "Chapter 3", "Chapter 4", "Chapter 5"]
    assert depths(few, [1] * len(few)) == [1] * len(few)


def test_chapters_of_a_volume_that_are_bare_chinese_numerals_are_chapters() -> None:
    paths = [("第一部 惶惑", "一"), ("第一部 惶惑", "二"), ("第二部 偷生", "三"), ("第二部 偷生", "四")]
    assert chapters_of_volumes(paths, [5000] * 4) == [("一",), ("二",), ("三",), ("四",)]


def test_an_epilogue_beside_volumes_has_chapters_too() -> None:
    numbers = ["I", "II", "III"]
    volumes = [(f"Book {book}", f"Part {part}", n) for book in ("I", "II") for part in ("I", "II") for n in numbers]
    epilogue = [("Epilogue", f"{one} Epilogue", n) for one in ("First", "Second") for n in numbers]
    notes = [("Notes", one) for one in numbers]
    paths = [*[("Introduction", one) for one in numbers], *volumes, *epilogue, *notes]
    found = [path[0] for path in chapters_of_volumes(paths, [5000] * len(paths))]
    assert found[:3] == ["Introduction"] * 3
    assert found[3] == "Book I: Part I: I"
    assert found[-9:-3] == [f"Epilogue: {one} Epilogue: {n}" for one in ("First", "Second") for n in numbers]
    assert found[-3:] == ["Notes"] * 3


def test_notes_parted_by_chapters_are_no_work() -> None:
    paths = [*((f"{n} A day",) for n in range(1, 5)), *(("注释", f"Chapter {n}") for n in range(1, 5))]
    assert chapters_of_works(paths, [50_000] * 8, "zh") == paths
