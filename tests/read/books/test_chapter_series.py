"""Chapters as rows of lines over the whole text."""

from __future__ import annotations

import pytest

from quire.model.block import Heading
from quire.read.books import chapter_series
from quire.read.books.chapter_series import best_titles, partition_score, with_line_breaks
from quire.read.books.partition_choice import Partition
from quire.read.books.plain_text import text_document

_PROSE = "那一年的秋天来得很早，院子里的桂花开了又谢，老人坐在门前，看着路上的行人，一句话也不说。"
_HAN = "零一二三四五六七八九"
_NAMES = ("The Severn", "The Thames", "The Trent", "The Wye", "The Tees")


def _headings(text: str) -> list[tuple[int, str]]:
    return [
        (one.level, "".join(span.text for span in one.spans))
        for one in text_document(text).blocks
        if isinstance(one, Heading)
    ]


def _book(heads: list[str], body: str = _PROSE) -> str:
    paragraphs = f"\n　　{body}" * 20
    return "\n".join(f"{head}{paragraphs}" for head in heads)


def test_heads_with_a_mark_and_a_volume_are_chapters() -> None:
    heads = [f"●卷{_HAN[n]}·本纪第{_HAN[n]}" for n in range(1, 10)]
    assert [title for _, title in _headings(_book(heads))] == [one[1:] for one in heads]


def test_a_constant_prefix_does_not_hide_chapters() -> None:
    heads = [f"目录 第{_HAN[n]}回 风雪夜归人" for n in range(1, 9)]
    assert [title for _, title in _headings(_book(heads))] == heads


def test_numbers_in_words_of_no_list_are_chapters() -> None:
    days = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"]
    body = "We walked along the river until the light failed, and spoke of nothing but the road before us.\n\n" * 20
    text = "\n".join(f"Day the {one}\n\n{body}" for one in days)
    assert [title for _, title in _headings(text)] == [f"Day the {one}" for one in days]


def test_the_list_of_contents_names_the_chapters() -> None:
    names = ["隐公（元年至十一年）", "桓公（元年至十八年）", "庄公", "闵公（元年至二年）", "僖公"]
    inner = [f"◇{name[:2]}{year}年" for name in names for year in ("元", "二", "三")]
    text = "\n".join(names) + "\n\n"
    for at, name in enumerate(names):
        text += f"{name}\n" + _book(inner[3 * at : 3 * at + 3]) + "\n"
    found = _headings(text)
    assert [title for level, title in found if level == 1] == names
    assert [title for level, title in found if level == 2] == [one[1:] for one in inner]


def test_good_titles_of_the_rules_stay() -> None:
    lines = [line for n in range(1, 8) for line in (f"第{_HAN[n]}回", _PROSE, f"◎{n}", _PROSE)]
    titles = {4 * at: (2, f"第{_HAN[at + 1]}回") for at in range(7)}
    assert best_titles(lines, lines, titles).titles == titles


def test_numbered_items_are_no_chapters() -> None:
    lines = ["1. milk", "2. bread", "3. butter", *[_PROSE] * 400]
    assert best_titles(lines, lines, {}).titles == {}


def test_a_text_without_line_ends_has_its_chapters_again() -> None:
    numbers = [*_HAN[1:], "十", "十一", "十二"]
    numbers[6] = "一"  # misprinted: the gap is large enough for it
    whole = "".join(f"第{one}回風雪夜歸人話說{_PROSE * 20}" for one in numbers)
    lines = with_line_breaks(whole).split("\n\n")
    assert [line for line in lines if len(line) < 20 and line] == [f"第{one}回風雪夜歸人" for one in numbers]
    assert with_line_breaks("第一回\n第二回\n第三回\n") == "第一回\n第二回\n第三回\n"


@pytest.mark.parametrize(
    ("sizes", "complete", "least", "most"),
    [
        ([9_000] * 20, 1.0, 0.99, 1.0),
        ([9_000] * 20, 0.2, 0.5, 0.7),
        ([500, 500, 200_000], 1.0, 0.0, 0.1),
        ([200_000], 1.0, 0.0, 0.0),
        ([40] * 4_000, 1.0, 0.0, 0.1),
    ],
)
def test_even_and_complete_partitions_score_best(sizes: list[int], complete: float, least: float, most: float) -> None:
    assert least <= partition_score(sizes, complete) <= most


_ENGLISH = "We walked along the river until the light failed, and spoke of nothing but the road before us.\n\n" * 30


def test_bare_numerals_that_begin_again_below_each_part_are_its_chapters() -> None:
    text = ""
    for part in ("BOOK FIRST", "BOOK SECOND", "BOOK THIRD"):
        text += f"{part}\n\n\n"
        for numeral in ("I", "II", "III", "IV", "V"):
            text += f"{numeral}\n\nThe Road to the {part.title()}\n\n{_ENGLISH}"
    found = _headings(text)
    assert [title for level, title in found if level == 1] == ["BOOK FIRST", "BOOK SECOND", "BOOK THIRD"]
    inner = [title for level, title in found if level > 1]
    assert len(inner) == 15
    assert inner[0] == "I The Road to the Book First"


def test_paragraphs_that_begin_like_a_heading_are_none() -> None:
    told = "".join(f"BOOK {one}. And now we are about to consider the city\n{_ENGLISH}" for one in ("VI", "VII", "IX"))
    heads = [f"BOOK {one}." for one in ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")]
    text = f"INTRODUCTION\n\n{_ENGLISH}{told}" + "".join(f"{one}\n\n{_ENGLISH}" for one in heads)
    assert [title for _, title in _headings(text)] == ["INTRODUCTION", *heads]


def test_a_preface_inside_a_numbered_row_is_a_section() -> None:
    heads = [f"第{_HAN[n]}章 散文" for n in range(1, 8)]
    found = _headings(_book([*heads[:3], "序", *heads[3:]]))
    assert [title for level, title in found if level == 2] == heads
    assert (3, "序") in found


def test_a_list_with_arguments_is_no_chapter() -> None:
    names = [f"CHAPTER {one}. PLANTS OF THE {one} KIND." for one in ("I", "II", "III", "IV", "V", "VI")]
    argued = "".join(f"{one}\n\nOf leaves and stems, and of seeds\nin dry places--Of water.\n\n" for one in names)
    text = f"Of plants\n\n{argued}" + "".join(f"{one}\n\n{_ENGLISH}" for one in names)
    assert [title for _, title in _headings(text)] == names


def test_titles_that_stand_out_by_the_space_above_them_are_chapters() -> None:
    verses = "I’ve quenched my lamp, I struck it in that start\nWhich every limb convulsed, I heard it fall--\n\n" * 8
    names = ["THE DREAM", "MEMENTOS", "THE WOOD", "FRANCES", "GILBERT", "LIFE", "THE LETTER", "REGRET", "PARTING"]
    text = "Poems\n\n" + "".join(f"\n\n\n\n{one}.\n\n{verses}" for one in names)
    assert [title for _, title in _headings(text)] == [f"{one}." for one in names]


def test_numerals_that_count_through_all_parts_are_the_chapters() -> None:
    han = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]
    heads = [head for at, one in enumerate(han) for head in ([f"0{at // 3 + 1}", one] if at % 3 == 0 else [one])]
    text = "".join(f"{head}\n" if head.isascii() else _book([head]) + "\n" for head in heads)
    assert [title for _, title in _headings(text) if not title.isascii()] == han


def test_titles_that_are_hardly_likely_are_told() -> None:
    captions = [f"图 {n}.{n % 3}-某图" for n in range(1, 9)]
    lines = [line for n, one in enumerate(captions) for line in (one, *[f"{_PROSE}{n}。"] * (9 if n % 3 else 300))]
    (told,) = text_document("\n".join(lines)).warnings
    assert "某图”" in told
    whole = "\n\n".join(f"第{one}回 风雪\n\n{_PROSE * 30}。" for one in _HAN[1:])
    assert text_document(whole).warnings == ()


def test_of_partitions_into_the_same_chapters_that_with_the_parts_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    chapters = {at: (2, f"Chapter {at}") for at in (1, 3, 6, 8)}
    parts = chapters | {0: (1, "BOOK I."), 5: (1, "BOOK II.")}
    ways = [
        (Partition("worded", chapters, tuple(chapters)), {"first choice": 1.0, "even": 1.0, "complete": 1.0}),
        (Partition("worded in worded", parts, tuple(chapters)), {"first choice": 0.0, "even": 1.0}),
    ]
    monkeypatch.setattr(chapter_series, "weighed_partitions", lambda *_: ways)
    assert best_titles([], [], {}).titles == parts


def test_a_chapter_may_bear_the_number_of_its_volume_before_its_own() -> None:
    words = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"]
    heads = [f"Chapter {volume}.{one}." for volume in range(1, 5) for one in words]
    prose = "\n".join(
        "We walked along the river until the light failed and spoke of nothing but the road." for _ in range(30)
    )
    text = "\n".join(f"{head}\n{prose}" for head in heads)
    assert [title for _, title in _headings(text)] == heads


def test_marks_before_titles_are_no_program_text() -> None:
    heads = [
        f"## {name}篇第{_HAN[n]}" for n, name in enumerate(["勸學", "修身", "不苟", "榮辱", "非相", "仲尼", "儒效"], 1)
    ]
    document = text_document("# 荀子\n\n" + "\n\n".join(f"{head}\n\n{(_PROSE * 3 + chr(10)) * 30}" for head in heads))
    assert document.warnings == ()


def test_a_row_has_the_headings_of_its_numbers_that_end_like_sentences() -> None:
    body = "We walked along the river until the light failed, and spoke of nothing but the road before us.\n\n" * 20
    names = ["The Road", "The Inn", "Who Goes There?", "The Ferry", "A Farewell", "“Mad, Gentlemen”"]
    heads = [f"{numeral}: {name}" for numeral, name in zip(["I", "II", "III", "IV", "V", "VI"], names, strict=True)]
    found = [title for _, title in _headings("\n".join(f"\n\n{one}\n\n{body}" for one in heads))]
    assert found == heads


def test_of_much_the_same_chapters_the_likeliest_are_taken_with_the_sections_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chapters = {at: (1, f"Chapter {at}") for at in range(0, 200, 10)}
    stray = chapters | {45: (1, "Chapter of accidents"), 7: (2, "A section")}
    heads = tuple(chapters)
    ways = [
        (Partition("rules", stray, (*heads[:5], 45, *heads[5:])), {"first choice": 1.0, "even": 1.0, "odds": 0.0}),
        (Partition("worded", chapters, heads), {"first choice": 0.0, "even": 1.0, "odds": 1.0}),
    ]
    monkeypatch.setattr(chapter_series, "weighed_partitions", lambda *_: ways)
    monkeypatch.setattr(chapter_series, "partition_odds", lambda seen: seen["odds"])
    assert best_titles([], [], {}).titles == chapters | {7: (2, "A section")}


def test_an_indented_list_of_contents_tells_chapters_from_sections() -> None:
    body = "We walked along the river until the light failed, and spoke of nothing but the road before us.\n\n" * 20
    chapters = {name: [f"{inner} of {name}" for inner in ("Springs", "Mouths", "Fords")] for name in _NAMES}
    listed = "\n".join(f" {name}\n    " + "\n    ".join(inner) for name, inner in chapters.items())
    text = "".join(f"\n\n{one}\n\n{body}" for name, inner in chapters.items() for one in (name, *inner))
    found = _headings(f"CONTENTS\n\n{listed}\n\n\n{text}")
    assert found == [
        (level, one) for name, inner in chapters.items() for level, one in [(1, name), *((2, x) for x in inner)]
    ]


def _tales(first: str, others: list[str], body: str) -> str:
    return f"Some Tales\nby a Lady\n\n{first}\n\n{body}" + "".join(f"\n\n\n\n{one}\n\n{body}" for one in others)


def test_a_first_title_with_less_space_above_is_one() -> None:
    body = "We walked along the river until the light failed, and spoke of nothing but the road before us.\n\n" * 20
    names = ["The Heron.", "The Ferry.", "The Weir.", "The Mill.", "The Bridge."]
    text = _tales(names[0], names[1:], body)
    assert [title for _, title in _headings(text)] == names
    assert [title for _, title in _headings(_tales("THE HERON", names[1:], body))] == names[1:]  # looks otherwise
    assert [title for _, title in _headings(_tales(names[0], [*names[1:], "EPILOGUE"], body))] == [*names, "EPILOGUE"]


def test_an_introduction_and_an_epilogue_stand_beside_numbered_chapters() -> None:
    body = "We walked along the river until the light failed, and spoke of nothing but the road before us.\n\n" * 20
    chapters = [f"CHAPTER {one}" for one in ("I", "II", "III", "IV", "V")]
    text = _tales("INTRODUCTION", [*chapters, "EPILOGUE"], body)
    assert [title for _, title in _headings(text)] == ["INTRODUCTION", *chapters, "EPILOGUE"]


def test_a_preface_and_an_appendix_stand_beside_chapters_with_numbered_sections() -> None:
    body = "We walked along the river until the light failed, and spoke of nothing but the road before us.\n\n" * 20
    chapters = [f"{at} The River" for at in range(1, 5)]
    heads = [one for at, name in enumerate(chapters, 1) for one in (name, f"{at}.1 Boats", f"{at}.2 Ferries")]
    text = "".join(f"{one}\n\n{body}" for one in ["Author’s Preface", *heads, "Appendix"])
    assert [title for level, title in _headings(text) if level == 1] == ["Author’s Preface", *chapters, "Appendix"]
    twice = "".join(f"{one}\n\n{body}" for one in [*heads, "Conclusion", "Conclusion"])
    assert "Conclusion" not in [title for _, title in _headings(twice)]
