"""The line composed of where a subject is named."""

from __future__ import annotations

from collections import defaultdict

import pytest

from quire.wiki.appearances import Appearances, Kinds
from quire.wiki.composed_line import composed_line
from quire.wiki.page_plan import Appearance, ChapterPlan, Entry, Plan
from quire.wiki.page_types import PageType
from quire.wiki.passage import Passage
from quire.wiki.review import check_page, sentences_of
from quire.wiki.sentence_split import Sentence
from quire.wiki.wiki_page import Page, link_to, summary_of, without_composed

TEXTS = (
    "Anne met Ben at the gate.",
    "Ben and Anne went to the mill.",
    "Cole came to the mill late.",
    "Anne wrote to Cole from the mill.",
)
PASSAGES = [Passage(f"p{at + 1}", f"Chapter {at + 1}", at, text) for at, text in enumerate(TEXTS)]
CHAPTERS = [ChapterPlan(f"c{at + 1}", f"Chapter {at + 1} In which they met", at, at + 1) for at in range(4)]
TITLES = {"anne": "Anne", "ben": "Ben", "cole": "Cole", "mill": "The Mill"}


def entry(id_: str, type_: PageType = PageType.PERSON) -> Entry:
    return Entry(id_, TITLES[id_], type_, [], [], {}, [], [0])


def appearance(one: Entry) -> Appearance | None:
    pages = [[id_ for id_ in TITLES if id_.title() in text or id_ in text.split()] for text in TEXTS]
    named: dict[str, dict[int, float]] = defaultdict(dict)
    for number, found in enumerate(pages):
        for id_ in found:
            named[id_][number] = 0.0
    sentences = [Sentence(text, at, 0, "en") for at, text in enumerate(TEXTS)]
    types = {"anne": "person", "ben": "person", "cole": "person", "mill": "place"}
    return Appearances(sentences, pages, named, CHAPTERS).of(one, types)


def line(one: Entry, lang: str = "en") -> str:
    one.appearance = appearance(one)
    return composed_line(one, Plan([one], CHAPTERS), PASSAGES, lang, lambda id_: link_to(id_, TITLES[id_], lang))


def test_a_person_is_told_by_chapters_and_company_with_passages_that_show_it():
    assert appearance(entry("anne")) == Appearance(3, 0, 3, ["ben", "cole"], [0, 3])
    assert line(entry("anne")) == (
        "*Compiled:* Person; in 3 of 4 chapters, from [[c1|Chapter 1]] to [[c4|Chapter 4]];"
        " with [[ben|Ben]], [[cole|Cole]]. [^p1] [^p4]"
    )


def test_chapters_of_one_volume_are_told_apart():
    chapters = [ChapterPlan(one.id, f"Book I: {at + 1}", one.first, one.end) for at, one in enumerate(CHAPTERS)]
    one = entry("anne")
    one.appearance = appearance(one)
    told = composed_line(one, Plan([one], chapters), PASSAGES, "en", str)
    assert "from [[c1|Book I: 1]] to [[c4|Book I: 4]]" in told


def test_it_is_told_in_chinese_too():
    assert line(entry("anne"), "zh").startswith("*汇编：*")
    assert "4章中3章" in line(entry("anne"), "zh")


def test_a_subject_that_no_chapter_names_has_no_line():
    assert line(entry("anne"))
    assert not composed_line(entry("ben"), Plan([], CHAPTERS), PASSAGES, "en", str)
    nobody = Entry("x", "X", PageType.PERSON, [], [], {}, [], [])
    assert Appearances([], [], {"x": {}}, CHAPTERS).of(nobody, {}) is None


def test_a_plan_keeps_appearances_and_forgets_pages_that_are_gone():
    one = entry("anne")
    one.appearance = appearance(one)
    plan = Plan.from_json(Plan([one, entry("ben")], CHAPTERS).to_json())
    assert plan.entries[0].appearance == one.appearance
    assert plan.living({"anne", "ben"}).entries[0].appearance == Appearance(3, 0, 3, ["ben"], [0, 3])


def test_the_line_is_a_summary_but_no_sentence_of_the_book():
    body = f"{line(entry('anne'))}\n\nAnne met Ben at the gate. [^p1]"
    assert summary_of(body).startswith("Person; in 3 of 4 chapters")
    assert sentences_of(body) == [("Anne met Ben at the gate.", ["p1"])]
    assert without_composed(body) == "Anne met Ben at the gate. [^p1]"


def test_a_review_asks_for_passages_that_name_the_subject():
    known = {one.id: one for one in PASSAGES}
    ids = {"c1", "c4", "ben", "cole"}
    told = line(entry("anne"))
    page = Page("anne", "Anne", PageType.PERSON, f"{told}\n\nAnne met Ben at the gate. [^p1]", summary="x")
    assert check_page(page, known, ids) == ()
    wrong = Page("anne", "Anne", PageType.PERSON, told.replace("[^p1] [^p4]", "[^p3]"), summary="x")
    assert check_page(wrong, known, ids) == ("the composed line cites no passage that names the subject",)


def term(id_: str, title: str, *, introduced: bool, lead: int = 0) -> Entry:
    return Entry(id_, title, PageType.CONCEPT, [], [lead], {}, [], [0], introduced=introduced)


def test_a_term_that_nothing_defines_is_a_kind_of_what_its_name_ends_with():
    mill, wind, oil = (
        term("mill", "Mill", introduced=True, lead=2),
        term("windmill", "Wind mills", introduced=False),
        term("oil", "Mill oil", introduced=False),
    )
    kinds = Kinds([mill, wind, oil])
    assert kinds.of(wind) is mill
    assert kinds.of(oil) is kinds.of(mill) is None
    wind.appearance = Appearance(1, 0, 0, [], [0], kinds.of(wind).id, mill.lead[0])  # type: ignore[union-attr]
    said = composed_line(
        wind,
        Plan([wind], CHAPTERS),
        PASSAGES,
        "en",
        lambda id_: f"<{id_}>",
        quote=lambda at: f"“{TEXTS[at]}” [^p{at + 1}]",
    )
    assert said.startswith(
        "*Compiled:* Concept; by its name a kind of <mill> (“Cole came to the mill late.” [^p3]);"
        " no clear definition of its own found in the book"
    )
    assert Plan([wind], []).living({"windmill"}).entries[0].appearance.kind == ""  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("lang", "doubtful", "told"),
    [
        ("en", True, "Concept; the clearest sentence on it may be no definition;"),
        ("en", False, "Concept; no clear definition found in the book;"),
        ("zh", True, "概念；书中最清楚的一句未必是定义；"),
        ("zh", False, "概念；书中未见明确定义；"),
    ],
)
def test_a_doubtful_definition_is_told_as_such(lang: str, doubtful: bool, told: str):
    mill = term("mill", "Mill", introduced=False)
    mill.doubtful, mill.appearance = doubtful, Appearance(1, 0, 0, [], [0])
    assert told in composed_line(mill, Plan([mill], CHAPTERS), PASSAGES, lang, lambda id_: id_)


def test_the_end_of_a_chinese_name_is_its_kind():
    variable, static = (
        term("v", "变量", introduced=True),
        term("s", "静态变量", introduced=False),
    )
    assert Kinds([variable, static]).of(static) is variable
    assert Kinds([static]).of(static) is None


def spoken_of(title: str, texts: dict[tuple[str, ...], str], *aliases: str) -> str:
    """The composed line of a term that all the texts name, by their headings."""
    passages = [Passage(f"p{at + 1}", one[0], at, text, one) for at, (one, text) in enumerate(texts.items())]
    sentences = [Sentence(one.text, one.position, 0, "en") for one in passages]
    chapters = [ChapterPlan("c", "Waves", 0, 1), ChapterPlan("s", "Sound", 1, len(passages), parent="c", depth=2)]
    chapters[0].end = len(passages)
    one = Entry("x", title, PageType.CONCEPT, [*aliases], [0], {}, [], [0], introduced=False)
    named = {"x": [number for number, passage in enumerate(passages) if title in passage.text]}
    one.appearance = Appearances(sentences, [["x"]] * len(passages), named, chapters, passages).of(one, {})
    return composed_line(one, Plan([one], chapters), passages, "en", str)


def test_a_term_is_told_under_its_heading_with_a_passage_of_it():
    told = {("Waves",): "A wave has a pitch.", ("Waves", "Sound", "How *pitch* is heard"): "The pitch rises."}
    assert "spoken of in [[s|Sound]] § How \\*pitch\\* is heard" in spoken_of("pitch", told)
    assert spoken_of("pitch", told).endswith("[^p2]")


def test_a_heading_that_is_the_term_gives_way_to_the_one_above():
    told = {
        ("Waves",): "A wave.",
        ("Waves", "Sound", "Pitch"): "The pitch rises.",
        ("Waves", "Sound", "Tone"): "A tone.",
    }
    assert "in 1 of 2 chapters, [[s|Sound]]." in spoken_of("pitch", told)


def test_a_term_of_many_sections_is_told_under_none():
    headings = [("Waves", "Sound", name) for name in ("A", "B", "C", "D")]
    assert "spoken of" not in spoken_of("pitch", {one: f"The pitch of {one[-1]}." for one in headings})


def test_an_abbreviation_is_told_by_its_words():
    told = {("Waves",): "SNR matters.", ("Waves", "Sound"): "The signal-to-noise ratio (SNR) is high."}
    said = spoken_of("SNR", told, "signal-to-noise ratio")
    assert said.startswith("*Compiled:* Concept, short for signal-to-noise ratio; no clear definition")
    assert "[^p2]" in said
    assert "short for" not in spoken_of("Sound", {("Waves",): "Sound is heard."}, "Tone")
