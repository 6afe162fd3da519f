"""The plan: which pages there are, and that no two say the same."""

from __future__ import annotations

from quire.wiki.page_plan import ChapterPlan
from quire.wiki.page_planner import all_sentences, make_plan
from quire.wiki.passage import Passage
from quire.wiki.subjects.subject_candidates import Candidate


def _plan(texts: list[str], *candidates: Candidate, lang: str = "en") -> list[str]:
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate(texts)]
    chapters = [ChapterPlan("one", "One", 0, len(passages))]
    return [one.title for one in make_plan(passages, chapters, candidates, lang).entries]


FILLER = [f"The workshop number {at} was kept clean by keeper number {at} on every morning." for at in range(70)]


def test_two_subjects_that_are_told_in_the_same_words_are_one_page():
    shared = [
        (
            "Brill and Morden are two stations on the old line to the north of the county, which was laid for the "
            "quarries there."
        ),
        (
            "Trains stopped at Brill and Morden only when a passenger asked the guard for it before the train had left "
            "the junction."
        ),
    ]
    own = [
        f"The clock of {name} was {state} that year." for name in ("Brill", "Morden") for state in ("mended", "sold")
    ]
    mill = ["Denham had a mill which burned down in the great fire of that year.", "The mill of Denham was built anew."]
    places = [Candidate(name, "place", 2.0) for name in ("Brill", "Morden", "Denham")]
    assert _plan([*FILLER, *shared, *own, *mill], *places) == ["Brill", "Denham"]


def test_persons_who_are_told_in_the_same_words_have_a_page_each():
    shared = [
        "Brill and Morden came over the hill with the lamp, the ladder and the ropes of the old quarry in their hands.",
        "Nobody had told Brill and Morden that the bridge was down since the night of the flood in the lower village.",
        "For a whole week after that the miller saw neither Brill nor Morden on the road to the market or in the inn.",
    ]
    persons = [Candidate(name, "person", 2.0) for name in ("Brill", "Morden")]
    assert _plan([*FILLER, *shared], *persons) == ["Brill", "Morden"]


def test_a_person_who_is_only_named_where_a_speech_begins_has_a_page():
    text = "Fenwick told the others: “The mill is lost and the river has it. Nobody can save it now.”"
    said = "卜士仁对众人说道：“我当是一件什么大事。老弟不要说委屈。”"
    assert _plan([*FILLER, text], Candidate("Fenwick", "person", 2.0)) == ["Fenwick"]
    assert _plan([*FILLER, text], Candidate("Fenwick", "place", 2.0)) == []
    assert _plan([said], Candidate("卜士仁", "person", 2.0), lang="zh") == ["卜士仁"]


def test_a_short_text_with_many_subjects_is_told_in_few_words_and_keeps_them():
    words = [
        "anvil",
        "bellows",
        "chisel",
        "drill",
        "file",
        "gauge",
        "hammer",
        "jig",
        "lathe",
        "mallet",
        "plane",
        "rasp",
    ]
    others = [
        "smith",
        "miller",
        "shop",
        "yard",
        "week",
        "month",
        "oil",
        "wax",
        "north",
        "east",
        "fair",
        "mill",
        "home",
        "town",
        "boy",
        "guest",
        "hand",
        "foot",
        "door",
        "roof",
    ]
    texts = [
        f"The {word} is a {a} tool of the {b} that stands in a {c} {d}. The {word} must have {e} and {f} once a {g}. "
        f"Nobody but a {h} may lend the {word} to {c} or {a}. One good {word} lasts for {d} {e} and its {b}. "
        f"Our first {word} came by {f} from {g} {h}. When the {word} breaks, {a} {d} goes {c}."
        for at, word in enumerate(words)
        for a, b, c, d, e, f, g, h in [[others[(at * step + step) % len(others)] for step in range(1, 9)]]
    ]
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate(texts)]
    plan = make_plan(
        passages, [ChapterPlan("one", "One", 0, 12)], [Candidate(one.title(), "concept", 2.0) for one in words], "en"
    )
    assert len(plan.entries) == len(words)
    sentences = all_sentences(passages, "en")
    told = [number for one in plan.entries for found in (one.lead, *one.aspects.values()) for number in found]
    assert sum(len(sentences[number].text) for number in told) < 0.4 * sum(map(len, texts))


def test_a_person_is_brought_in_by_the_sentence_that_says_who_he_is():
    texts = [
        (
            "Emma Hartfield, handsome, clever, and rich, with a comfortable home, had lived in the village for all "
            "of her years."
        ),
        "Emma was not sorry to have such an opportunity of looking at him, and walked on for a few yards.",
        "Emma could not think it too soon, and turned away with her sister to the house of her father.",
    ]
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate(texts)]
    chapters = [ChapterPlan("chapter-1", "One", 0, 3)]
    plan = make_plan(passages, chapters, [Candidate("Emma Hartfield", "person", 1.0, ["Emma"])], "en")
    assert plan.entries[0].lead[0] == 0


def test_a_chinese_person_is_brought_in_by_his_names():
    texts = [
        "那人不甚好读书，性宽和，寡言语。",
        "涿县有一英雄，乃中山靖王之后，姓刘，名备，字玄德。",
        "玄德乃许权领徐州之事，使众人为辅，尽取小沛军马入城，出榜安民。",
        "玄德与大小军士，尽皆挂孝，大设祭奠，葬于河边之原。",
    ]
    passages = [Passage(f"p{at + 1}", "第一回", at, text) for at, text in enumerate(texts)]
    chapters = [ChapterPlan("chapter-1", "第一回", 0, len(passages))]
    plan = make_plan(passages, chapters, [Candidate("刘备", "person", 1.0, ["玄德"])], "zh")
    assert plan.entries[0].lead[0] == 1


def test_a_persons_story_is_told_to_its_end():
    deeds = ("met", "followed", "thanked", "visited", "praised", "blamed", "forgot", "married")
    texts = [
        f"Alfred Merton {deed} the miller of parish number {at} in that year, and went home to his own house at once."
        for at, deed in enumerate(deeds * 8)
    ]
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate([*texts, *FILLER])]
    chapters = [ChapterPlan("one", "One", 0, len(passages))]
    plan = make_plan(passages, chapters, [Candidate("Alfred Merton", "person", 1.0)], "en")
    told = [number for numbers in plan.entries[0].aspects.values() for number in numbers]
    assert max(told) > 0.8 * len(texts)


def test_a_book_of_many_short_passages_is_not_copied():
    words = "anvil bellows chisel drill file gauge hammer jig lathe mallet plane rasp saw tongs vise wedge".split()  # noqa: SIM905 - a list of words
    texts = [
        f"Rule {at} says in full how the {words[at % 16]} and the {words[at * 7 % 16]} of workshop {at} are to be "
        f"kept by {at} smiths."
        for at in range(240)
    ]
    passages = [Passage(f"p{at + 1}", "One", at, text, ("One", f"Part {at // 12}")) for at, text in enumerate(texts)]
    parts = [ChapterPlan(f"part-{at}", f"Part {at}", at * 12, at * 12 + 12, "section", "one", 2) for at in range(20)]
    plan = make_plan(passages, [ChapterPlan("one", "One", 0, 240), *parts], [], "en")
    sentences = all_sentences(passages, "en")
    told = [number for one in plan.chapters for part in one.sections for number in part.sentences]
    assert sum(len(sentences[number].text) for number in told) < 0.62 * sum(map(len, texts))
    assert all(sum(len(part.sentences) for part in one.sections) >= 3 for one in plan.chapters[1:])


def test_the_page_of_a_person_tells_what_was_done_in_each_part_of_the_story():
    quiet = [f"Anna thought of the quiet garden again on day {day} of that long summer." for day in range(12)]
    deeds = [
        "Anna killed the grey wolf at the old gate and saved the child of the miller.",
        "Anna married the young miller and left the valley with him that year.",
    ]
    texts = [*quiet[:6], deeds[0], *quiet[6:], deeds[1]]
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate([*texts, *FILLER])]
    chapters = [ChapterPlan("one", "One", 0, len(passages))]
    entry = make_plan(passages, chapters, [Candidate("Anna", "person", 1.0)], "en").entries[0]
    shown = [*entry.lead, *(number for found in entry.aspects.values() for number in found)]
    assert {6, 13} <= set(shown)


def test_a_chapter_with_sections_begins_with_what_its_main_subjects_are():
    texts = {
        "Wheels": "People like mills. A gear is a wheel with teeth. The miller oils the gear.",
        "Sails": "A sail is a frame with cloth that takes the wind. The miller turns the sail.",
    }
    rows = [(title, text) for title, text in texts.items() for text in (text, *FILLER[:30])]
    passages = [Passage(f"p{at + 1}", "Mills", at, text, ("Mills", title)) for at, (title, text) in enumerate(rows)]
    chapters = [
        ChapterPlan("mills", "Mills", 0, 62),
        ChapterPlan("s1", "Wheels", 0, 31, "section", "mills", 2),
        ChapterPlan("s2", "Sails", 31, 62, "section", "mills", 2),
    ]
    subjects = [Candidate(name, "concept", 3.0) for name in ("Gear", "Sail")]
    plan = make_plan(passages, chapters, subjects, "en")
    sentences = all_sentences(passages, "en")
    assert [sentences[number].text for number in plan.chapters[0].summary] == [
        "A gear is a wheel with teeth.",
        "A sail is a frame with cloth that takes the wind.",
    ]


def test_the_page_of_a_section_is_that_of_a_term_which_the_book_defines_nowhere():
    texts = [*FILLER, "You open the sluice before the gears run.", "Nobody should touch the gears by hand at night."]
    passages = [
        Passage(f"p{at + 1}", "One", at, text, ("One", "Gears") if at >= len(FILLER) else ("One",))
        for at, text in enumerate(texts)
    ]
    term = Candidate("Gear", "concept", 3.0, ["Cog"], ["index"])

    def planned(texts: list[str]) -> tuple[list[str], list[str]]:
        said = [one._replace(text=text) for one, text in zip(passages, texts, strict=True)]
        chapters = [
            ChapterPlan("one", "One", 0, len(passages)),
            ChapterPlan("gears", "Gears", len(FILLER), len(passages), "section", "one", 2),
        ]
        return [one.title for one in make_plan(said, chapters, [term], "en").entries], chapters[1].names

    assert planned(texts) == ([], ["Gear", "Cog"])
    assert planned([*texts[:-1], "A gear is a wheel whose teeth meet the teeth of another wheel."]) == (["Gear"], [])


def test_whose_kin_somebody_is_stands_apart_from_what_happens():
    texts = [
        *FILLER,
        "Fenwick, the son of the miller, lived beside the river in those years of the great flood.",
        "Fenwick lost the boat on the river that night and came home late in the morning.",
        "Fenwick and Alba walked to the market in the rain of the first week of spring.",
    ]
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate(texts)]
    chapters = [ChapterPlan("one", "One", 0, len(passages))]
    persons = [Candidate(name, "person", 2.0) for name in ("Fenwick", "Alba")]
    entry = make_plan(passages, chapters, persons, "en").entries[0]
    shown = {aspect: [texts[one] for one in numbers] for aspect, numbers in entry.aspects.items()}
    told = [*(texts[one] for one in entry.lead), *shown.get("with", ())]
    assert texts[70] in told
    assert shown["life"] == texts[71:]


def test_a_chapter_is_told_by_what_happens_where_others_only_speak():
    told = [f"The miller number {at} carried the grain over the bridge before the flood of spring." for at in range(8)]
    talk = "“We shall not carry anything over that bridge tonight,” said the oldest of the millers."
    for lang, texts in (("en", [*told[:4], talk, *told[4:]]), ("en", [talk, told[0], talk.replace("oldest", "next")])):
        passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate(texts)]
        chapter = make_plan(passages, [ChapterPlan("one", "One", 0, len(texts))], [], lang).chapters[0]
        shown = [texts[number] for part in chapter.sections for number in part.sentences]
        assert (talk in shown) is (len(texts) == 3)


def test_an_entry_of_the_index_has_a_page_of_one_sentence_that_no_page_shows():
    said = [
        "A penstock is a pipe of iron that brings water to a wheel.",
        "The sluice and the penstock carry the water of the brook to the wheel in spring.",
        "The miller built the sluice and the penstock in one dry year.",
    ]
    others = [f"In the year {year} the mill of village {year} ground the corn of {year} farms." for year in range(400)]
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate([*said, *others])]
    chapters = [ChapterPlan("chapter-1", "One", 0, len(passages))]
    for why, leads in (("index", {"Sluice": [1], "Penstock": [0]}), ("heading", {"Sluice": [1]})):
        subjects = [Candidate(name, "concept", 9.0, [], [why]) for name in ("Sluice", "Penstock")]
        assert {one.title: one.lead for one in make_plan(passages, chapters, subjects, "en").entries} == leads


def test_a_sentence_that_stands_in_three_chapters_is_a_formula_and_told_nowhere():
    formula = "This notebook is part of the course on mills, which the school of the county keeps."
    told = [
        "A mill grinds corn between two stones that the river turns.",
        "The stones of a mill are dressed anew in every spring by the miller.",
        "Corn is dried for a week before the mill can grind it to flour.",
    ]
    passages = [
        Passage(f"p{2 * at + part}", f"Part {at}", 2 * at + part, text)
        for at, one in enumerate(told)
        for part, text in enumerate((formula, one))
    ]
    chapters = [ChapterPlan(f"c{at}", f"Part {at}", 2 * at, 2 * at + 2) for at in range(3)]
    sentences = all_sentences(passages, "en")
    plan = make_plan(passages, chapters, [], "en")
    shown = {sentences[one].text for chapter in plan.chapters for part in chapter.sections for one in part.sentences}
    assert shown == {*told}
    two = make_plan(passages[:4], chapters[:2], [], "en")
    assert any(
        sentences[one].text == formula
        for chapter in two.chapters
        for part in chapter.sections
        for one in part.sentences
    )


def test_a_chapter_is_told_by_no_question_where_its_passage_says_something():
    text = "Would the wheel of the mill turn in a dry summer? The wheel of the mill stands still in a dry summer."
    passages = [Passage("p1", "One", 0, text)]
    sentences = all_sentences(passages, "en")
    plan = make_plan(passages, [ChapterPlan("one", "One", 0, 1)], [], "en")
    assert [sentences[one].text[:9] for part in plan.chapters[0].sections for one in part.sentences] == ["The wheel"]
