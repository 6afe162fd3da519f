"""A document as a book."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quire.model.block import Figure, Heading, Paragraph
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.page import Metadata, Picture, PictureKind
from quire.read.books.emphasis_spans import plain_spans
from quire.read.books.plain_text import read_book_text
from quire.wiki.book import make_book
from quire.wiki.index_mining import glossary_entries, index_entries
from tests.wiki import books


def test_passages_are_numbered_in_order_and_stay_in_their_section():
    book = make_book(read_book_text(books.MANUAL.encode(), markdown=True))
    assert [one.id for one in book.passages] == [f"p{at + 1}" for at in range(len(book.passages))]
    assert [one.title for one in book.chapters] == ["Gears and Shafts", "Bearings"]
    assert ("Bearings", "Ball Bearings") in {one.headings for one in book.passages}
    assert any("```\nratio" in one.text for one in book.passages)


def test_the_fingerprint_is_that_of_the_text_and_not_of_its_form():
    text = books.STORY
    one = make_book(read_book_text(text.encode(), markdown=False))
    other = make_book(read_book_text(("\ufeff" + text.replace("\n", "\r\n")).encode("utf-16"), markdown=False))
    assert one.passages == other.passages
    assert (
        one.fingerprint == other.fingerprint != make_book(read_book_text(text[1:].encode(), markdown=False)).fingerprint
    )


def test_index_entries_lose_their_pages_and_turn_names():
    lines = [
        "A",
        "Abscissa, 93",
        "Ball, W. W. R., 120, 148",
        "Character, and environment, 12",
        "Lever, see Statics",
        "Long division (division), 3-5, 17",
        "12",
    ]
    assert index_entries(lines) == [
        ("Abscissa",), ("W. W. R. Ball", "Ball, W. W. R."), ("Character",), ("Lever",), ("Long division", "division"),
    ]  # fmt: skip


def test_headwords_of_a_glossary_stand_with_their_definitions():
    text = "# One\n\nA gear turns. It turns another.\n\n# Glossary\n\n### gear\n\na wheel with teeth\n\n### lever (bar)\n\nA bar on a pivot.\n"
    book = make_book(read_book_text(text.encode(), markdown=True))
    assert book.glossary == (("gear", "a wheel with teeth."), ("lever (bar)", "A bar on a pivot."))
    assert "gear: a wheel with teeth." in [one.text for one in book.passages]


def test_a_figure_of_a_glossary_stays_where_headwords_and_definitions_become_one_paragraph():
    picture = Picture("gears", 0, Box(0, 0, 10, 10), PictureKind.IMAGE, 10, 10)
    lines = ["gear", "A wheel with teeth.", "lever", "A bar on a pivot."]
    blocks = [Paragraph(plain_spans(line), ()) for line in lines]
    text = Paragraph(plain_spans("A gear turns another."), ())
    document = Document(
        (),
        (
            Heading(1, plain_spans("One"), ()),
            text,
            Heading(1, plain_spans("Glossary"), ()),
            *blocks,
            Figure(picture, ()),
        ),
    )
    book = make_book(document)
    assert [(one.file, book.passages[-1].text[: one.at]) for one in book.figures] == [("gears", book.passages[-1].text)]


def test_headwords_in_paragraphs_of_their_own():
    text = "# 一\n\n齿轮转动。齿轮带动另一个齿轮。\n\n# 术语表\n\n齿轮：\n\n边缘上有齿的轮子\n\n杠杆\n\n绕着支点转动的硬棒。\n"
    book = make_book(read_book_text(text.encode(), markdown=True))
    assert book.glossary == (("齿轮", "边缘上有齿的轮子。"), ("杠杆", "绕着支点转动的硬棒。"))


def test_items_of_a_glossary_are_no_definitions_of_each_other():
    text = "# One\n\nA gear turns.\n\n# Glossary\n\n- gear toothed wheel\n- lever a bar that turns on a pivot and lifts a load\n"
    book = make_book(read_book_text(text.encode(), markdown=True))
    assert book.glossary == ()


@pytest.mark.parametrize("label", ["**Safety**: stop it first.", "**Safety:** stop it first."])
def test_the_label_of_a_paragraph_stresses_no_term(label: str):
    text = f"# One\n\nA wheel with *teeth* turns.\n\n{label}\n\nThe **gear**: it turns.\n"
    book = make_book(read_book_text(text.encode(), markdown=True))
    assert set(book.emphasised) == {"teeth", "gear"}


def test_glossary_entries():
    assert glossary_entries(["Gear: a wheel with teeth", "鞍点，saddle point", "no entry here"]) == [
        ("Gear", "a wheel with teeth"),
        ("鞍点", "saddle point"),
    ]


def test_an_index_ends_where_the_licence_begins():
    entries = [
        f"{letter}{word}, {page}"
        for letter in "ABCDEFGHKLMNOPRSTW"
        for word, page in (("xis", 12), ("ngle", "33 et seqq."))
    ]
    prose = [
        "You may copy it, give it away or re-use it under the terms",
        "of the licence, in 2012, and any other work",
        "you",
    ] * 20
    for licence in (["*** END OF THIS PROJECT GUTENBERG EBOOK ***", *prose[:3]], prose):
        found = index_entries([*entries, *licence])
        assert [one[0] for one in found] == [line.split(",")[0] for line in entries]


def test_entries_that_ran_together_are_parted_and_words_without_meaning_go():
    lines = [
        "Compact Series, 76, 122 et seqq. Continuous Functions, 162",
        "9 et seqq. Variable, The, 15",
        "of, 6",
        "(defined), 157",
    ]
    assert index_entries(lines) == [("Compact Series",), ("Continuous Functions",), ("Variable",)]


def test_what_stands_behind_an_index_without_pages_is_no_entry():
    entries = [f"{letter}{rest}" for letter in "ABCDÉFGHILMNOPRSTUVW" for rest in ("alder", "older tribes", "unter")]
    notes = ["The trade in slaves", "Mr. Gurney says so", "In Switzerland", "Dr. Ennen", "Dr. Waitz"] * 6
    assert index_entries([*entries, *notes]) == [(one,) for one in entries]


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("The Project Gutenberg eBook #41568: An Introduction to Mathematics.", "An Introduction to Mathematics"),
        ("前言", ""),
        ("Introduction", ""),
        ("Chapter 1", ""),
        ("Introduction to Algebra", "Introduction to Algebra"),
    ],
)
def test_a_title_is_that_of_the_book(said: str, title: str):
    assert make_book(Document((), (), meta=Metadata(title=said))).title == title


def _chapters(text: str) -> list[str]:
    return [one.title for one in make_book(read_book_text(text.encode(), markdown=False)).chapters]


def test_a_short_preface_names_no_book():
    text = "# Preface\n\nA few words.\n\n" + "".join(f"# Part {one}\n\n{'It is so. ' * 80}\n\n" for one in "ABCD")
    assert make_book(read_book_text(text.encode(), markdown=True)).title == ""


def test_short_chapters_of_a_classic_are_no_title_page():
    named = ["始计第一", "作战第二", "谋攻第三", "军形第四"]
    body = "孙子曰：凡用兵之法，全国为上，破国次之。故知胜有五：知可以战与不可以战者胜。\n\n"
    chapters = _chapters("孙子兵法\n\n春秋 孙武\n\n" + "".join(f"{name}\n\n{body * 4}" for name in named))
    assert chapters[-4:] == named


def test_title_author_and_year_over_the_whole_book_hold_no_chapter():
    parts = "".join(
        f"### PART {part}\n\n" + "".join(f"### {at}\n\n{'It is so. ' * 80}\n\n" for at in ("I", "II", "III"))
        for part in ("I", "II")
    )
    text = f"# Title: Notes\n\n## Author: A. Writer\n\n## Year: 1864\n\n{parts}"
    names = [one.title for one in make_book(read_book_text(text.encode(), markdown=True)).chapters]
    assert names == [f"PART {part}: {at}" for part in ("I", "II") for at in ("I", "II", "III")]


def test_fables_are_no_title_page_and_few_words_before_long_chapters_are():
    tale = "A fox saw some grapes, and they hung high above him in the sun. He leapt, and he went away at last.\n\n"
    tales = ["= The Fox and the Grapes", "= The Crow", "= The Wolf and the Lamb", "= The Hare"]
    assert _chapters("".join(f"{title}\n\n{tale * 5}" for title in tales)) == [title[2:] for title in tales]
    front = "= The Fables Retold\n\nLondon, 1890\n\n= Of the Author\n\nA friend of foxes.\n\n"
    long = "".join(f"{title}\n\n{tale * 40}" for title in tales)
    assert _chapters(front + long) == ["Title page", *(title[2:] for title in tales)]


def test_headings_whose_levels_were_weighed_keep_them():
    names = [name for n in range(1, 6) for name in (f"Chapter {n}", f"Of rivers {n}", f"Of hills {n}")]
    blocks = [
        one
        for name in names
        for one in (Heading(1, plain_spans(name), ()), Paragraph(plain_spans("It rains. " * 200), ()))
    ]
    document = Document((), tuple(blocks))
    assert [one.title for one in make_book(document).chapters] == names[::3]
    assert [one.title for one in make_book(replace(document, levels_weighed=True)).chapters] == names


def test_program_text_is_never_lost():
    """Neither the one that opens a section, nor the second in a row, nor the end of a long one."""
    long = "\n".join(f"line {number} of the program" for number in range(200))
    text = (
        f"# Boxes\n\n```\nfirst\n```\n\nSay so.\n\n```\nsecond\n```\n\n```\nthird\n```\n\n# "
        f"More\n\nLong:\n\n```\n{long}\n```\n"
    )
    book = make_book(read_book_text(text.encode(), markdown=True))
    held = "\n".join(one.text for one in book.passages)
    beside = [code for shapes in book.shapes.values() for one in shapes for code in one.whole]
    assert "first" in held
    assert beside == ["second", "third", long]
    assert "third" not in held
    assert "line 199" not in held


def test_what_is_set_apart_is_kept_beside_the_text():
    text = "# Tools\n\nTake:\n\n- a saw\n- a file\n\n> Measure twice.\n\nTiger, tiger,  \nburning bright"
    book = make_book(read_book_text(text.encode(), markdown=True))
    (passage,) = book.passages
    marks = {passage.text[one.at :].split("\n")[0]: (one.mark, one.breaks) for one in book.shapes[passage.id]}
    assert marks == {
        "a saw": ("•", ()),
        "a file": ("•", ()),
        "Measure twice.": (">", ()),
        "Tiger, tiger, burning bright": ("", (12,)),
    }


def test_a_notice_of_one_width_before_all_headings_is_no_text():
    text = "```\nThis eBook is for the use of anyone.\n```\n\n# One\n\nThe story begins here."
    assert [one.text for one in make_book(read_book_text(text.encode(), markdown=True)).passages] == [
        "The story begins here."
    ]


def test_an_appendix_that_is_an_index_is_no_chapter():
    entries = "\n\n".join(
        f"{word} . . . . {number}" for number, word in enumerate(("accent", "beam", "clef", "dot", "edge"), 7)
    )
    text = f"# Notes\n\nThe notes are written here.\n\n# Appendix C LilyPond index\n\n{entries}\n\n# ˆ\n\nflag . . . 12"
    book = make_book(read_book_text(text.encode(), markdown=True))
    assert [one.title for one in book.chapters] == ["Notes"]
    assert {one[0] for one in book.index} >= {"accent", "beam", "clef", "dot", "edge"}


@pytest.mark.parametrize("title", ["内容目录", "內容目錄", "目次"])
def test_contents_are_no_chapter(title: str):
    text = f"# {title}\n\n从一条正确的路开始\n\n# 第一章\n\n正文从这里开始。"
    assert [one.title for one in make_book(read_book_text(text.encode(), markdown=True)).chapters] == ["第一章"]


def test_what_holds_most_of_the_book_is_not_its_contents():
    words = "A gear turns a shaft in the mill of the town. "
    body = "\n\n".join(f"## {name}\n\n{words * 30}" for name in ("Aims", "Tools", "Limits", "Costs"))
    found = make_book(read_book_text(f"# Gears\n\nBy A. Writer\n\n# Contents\n\n{body}".encode(), markdown=True))
    assert [one.title for one in found.chapters][-4:] == ["Aims", "Tools", "Limits", "Costs"]


def test_a_long_part_behind_others_is_not_the_title_of_the_book():
    words = "A gear turns a shaft in the mill of the town. "
    names = ("Aims", "Tools", "Limits", "Costs")
    guide = [f"# {name}\n\n{words * 30}" for name in ("Start", "Guide")]
    reference = [f"## {name}\n\n{words * 30}" for name in names]
    found = make_book(read_book_text("\n\n".join([*guide, "# Reference", *reference]).encode(), markdown=True))
    assert [one.title for one in found.chapters] == ["Start", "Guide", "Reference"]
    found = make_book(read_book_text("\n\n".join(["# Reference", *reference]).encode(), markdown=True))
    assert [one.title for one in found.chapters] == [*names]


def test_a_part_with_most_of_the_book_is_opened_with_the_parts_beside_it():
    inner = {"— I —": (1,), "— II —": range(2, 8), "— III —": (8,)}
    text = "\n\n".join(
        f"# {part}\n\n" + "\n\n".join(f"## [ {one} ]\n\n" + "He went home and said nothing. " * 110 for one in row)
        for part, row in inner.items()
    )
    book = make_book(read_book_text(text.encode(), markdown=True))
    assert [one.title for one in book.chapters] == [f"[ {one} ]" for one in range(1, 9)]


def test_a_few_words_below_the_title_of_the_book_are_its_title_page() -> None:
    body = "The shaft turns in its bearing and carries the wheel with it.\n\n" * 9
    chapters = "".join(f"## {name}\n\n{body}" for name in ("Gears", "Shafts", "Bearings", "Wheels"))
    assert _chapters(f"# On Machines\n\n{body}{chapters}") == ["Title page", "Gears", "Shafts", "Bearings", "Wheels"]
