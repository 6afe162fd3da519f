"""Leads: what the glossary says, else the definition, else a sentence that stands on its own."""

from __future__ import annotations

from collections.abc import Sequence

from quire.read.books.plain_text import read_book_text
from quire.wiki.book import make_book
from quire.wiki.definitions import definition_kind
from quire.wiki.lead_choice import LeadChoice
from quire.wiki.lead_model import MAY_SAY_WHAT, SAYS_WHAT
from quire.wiki.page_planner import all_sentences
from quire.wiki.page_types import PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, stands_alone
from quire.wiki.subjects.subject_candidates import Candidate

GEAR = Candidate("Gear", PageType.CONCEPT, 1.0, [], [])


def choice_over(
    texts: Sequence[str], passages: Sequence[Passage], **spans: Sequence[int]
) -> tuple[LeadChoice, dict[int, float], list[Sentence]]:
    """The choice over sentences, each a passage of its own unless `at` gives theirs, and the odds for the gear."""
    at = spans.get("at", range(len(texts)))
    sentences = [
        Sentence(text, place, number if at.count(place) > 1 else 0, "en")
        for number, (text, place) in enumerate(zip(texts, at, strict=True))
    ]
    choice = LeadChoice(
        sentences,
        passages,
        good=[True] * len(texts),
        alone=[stands_alone(one, "en") for one in texts],
        spoken=(),
    )
    kinds = {number: definition_kind(one, "Gear", "en") for number, one in enumerate(texts) if "gear" in one.lower()}
    return choice, choice.odds(kinds, GEAR), sentences


def lead(*texts: str, glossary: str = "") -> str:
    passages = [Passage(f"p{at + 1}", "Wheels", at, text, ("Wheels",)) for at, text in enumerate(texts)]
    if glossary:
        passages.append(Passage("p0", "Glossary", len(passages), glossary, ("Glossary",)))
    choice, odds, sentences = choice_over([one.text for one in passages], passages)
    return sentences[choice.lead(odds, odds, GEAR)[0]].text


def test_the_glossary_comes_before_all():
    said = "Gear: a wheel with teeth that meet the teeth of another wheel."
    assert lead("A gear is a wheel that turns others by its teeth.", "The gear turns.", glossary=said) == said


def test_a_sentence_that_leans_on_another_begins_no_page():
    honest = "Every mill of the valley had a wooden gear in those years."
    assert lead("They can also turn the gear by hand when the water is low.", honest) == honest


def test_a_definition_late_in_a_sentence_wins_against_a_deed_of_the_thing():
    said = "Every wheel whose teeth move another one is called a gear."
    assert lead("Gear oil was sold by the barrel in all of the villages then.", said) == said


def test_a_goal_of_the_lesson_is_no_lead():
    honest = "The old millers of the valley knew every single gear of all their mills."
    assert lead("Describe the gear and its use in the mills of the valley.", honest) == honest


def test_a_lead_says_what_a_thing_is_or_only_names_it():
    texts = ["A gear is a wheel with teeth.", "Millers of the valley oiled every gear."]
    passages = [Passage(f"p{at}", "Wheels", at, text) for at, text in enumerate(texts)]
    choice, odds, _ = choice_over(texts, passages)
    assert choice.says_what([0], odds, GEAR)
    assert not choice.says_what([1], odds, GEAR)
    assert not choice.says_what([], odds, GEAR)
    doubted = {1: (SAYS_WHAT + MAY_SAY_WHAT) / 2}
    assert choice.may_say_what([1], doubted, GEAR)
    assert not choice.says_what([1], doubted, GEAR)
    assert not choice.may_say_what([0], odds, GEAR)
    assert not choice.may_say_what([], odds, GEAR)


def test_a_definition_that_leans_on_the_sentence_before_brings_it_along():
    texts = ["Wheels with teeth turn one another.", "Such a wheel is called a gear.", "Millers oiled every gear."]
    passages = [Passage("p1", "Wheels", 0, " ".join(texts[:2])), Passage("p2", "Wheels", 1, texts[2])]
    choice, odds, _ = choice_over(texts, passages, at=(0, 0, 1))
    assert choice.lead(odds, odds, GEAR) == [0, 1]


def test_nobody_speaks_first_on_the_page_of_a_thing():
    honest = "Behind the wall a large gear of oak turned slowly all night."
    assert lead("“The gear must be oiled before the morning, my dear Thomas.”", honest) == honest


def test_what_opens_a_section_on_the_thing_may_begin_its_page_without_its_name():
    texts = ["The millers oiled every gear at night.", "A wheel with teeth that turns another wheel by them."]
    passages = [
        Passage("p0", "Wheels", 0, texts[0], ("Wheels",)),
        Passage("p1", "Wheels", 1, texts[1], ("Wheels", "What is a gear")),
    ]
    choice, _, _ = choice_over(texts, passages)
    assert set(choice.kinds([0], GEAR)) == {0, 1}
    assert choice.kinds([0], Candidate("Wheel", PageType.CONCEPT, 1.0, [], [])).keys() == {0}


def test_a_sentence_that_says_what_it_is_comes_along_behind_the_name():
    texts = ["Every mill of the valley has a gear.", "It is a wheel with teeth.", "Millers of the valley slept."]
    passages = [Passage("p0", "Wheels", 0, " ".join(texts))]
    choice, odds, _ = choice_over(texts, passages, at=[0, 0, 0])
    assert choice.lead(odds, odds, GEAR) == [0, 1]


def test_a_definition_that_introduces_an_example_needs_no_full_stop():
    said = "闭包是一种匿名函数，它可以赋值给变量也可以作为参数传递给其它函数，例如："
    told = Sentence("大家都知道闭包的好处，例如：", 0, 0, "zh"), Sentence(said, 1, 0, "zh")
    passages = [Passage(f"p{at}", "闭包", at, one.text) for at, one in enumerate(told)]
    choice = LeadChoice(told, passages, good=[False, False], alone=[True, True], spoken=())
    assert choice.kinds([0, 1], Candidate("闭包", PageType.CONCEPT, 1.0, [], [])) == {1: "class"}


def test_a_name_given_to_what_was_told_brings_that_along():
    texts = ["Wheels with teeth turn one another.", "The technique is called gear.", "Millers oiled every gear."]
    passages = [Passage("p0", "Wheels", 0, " ".join(texts))]
    choice, _, _ = choice_over(texts, passages, at=[0, 0, 0])
    assert choice.lead({1: 1.0, 2: 1.0}, {1: 2.0, 2: 0.0}, GEAR) == [0, 1]


def test_a_short_definition_brings_along_what_goes_on_about_its_subject():
    texts = ["A gear is a wheel with teeth.", "It turns the mill and is made of oak.", "Rain fell on the gear."]
    passages = [Passage("p1", "Wheels", 0, " ".join(texts), ("Wheels",))]
    choice, odds, _ = choice_over(texts, passages, at=[0, 0, 0])
    assert choice.lead(odds, odds, GEAR) == [0, 1]
    texts[1] = "Rain fell on the mill for a whole week."
    choice, odds, _ = choice_over(texts, passages, at=[0, 0, 0])
    assert choice.lead(odds, odds, GEAR) == [0]


def test_a_class_that_tells_nothing_is_no_definition():
    texts = ["A gear is a very interesting concept.", "A gear is a wheel with many teeth."]
    passages = [Passage(f"p{at + 1}", "Wheels", at, text, ("Wheels",)) for at, text in enumerate(texts)]
    _, odds, _ = choice_over(texts, passages)
    assert odds[0] < MAY_SAY_WHAT < odds[1]


def test_a_name_with_nothing_but_brackets_behind_it_says_nothing():
    passages = [Passage("p1", "齿轮", 0, "", ("齿轮",))]
    texts = ["齿轮（Gear, toothed wheel, Zahnrad）", "齿轮是一种带齿的机械零件，用于传递动力和运动。"]
    sentences = [Sentence(text, 0, at, "zh") for at, text in enumerate(texts)]
    choice = LeadChoice(sentences, passages, good=[False, True], alone=[True, True], spoken=())
    assert [*choice.kinds([0, 1], Candidate("齿轮", PageType.CONCEPT, 1.0, [], []))] == [1]


def test_what_the_class_does_not_do_says_what_a_thing_is():
    said = "A gear is a wheel that does not slip on the wheels around it."
    denied = "A gear is not a wheel that may slip on the wheels around it."
    _, odds, _ = choice_over([said, denied], [Passage("p1", "Wheels", 0, f"{said} {denied}", ("Wheels",))], at=[0, 0])
    assert odds[0] - odds[1] > 0.8


def test_one_case_is_no_definition():
    plain = "A gear is a wheel with teeth in the mill of a village."
    assert lead(f"For example, {plain.replace('A', 'a', 1)}", plain) == plain


def test_a_sentence_that_stresses_its_subject_says_more_what_it_is():
    text = "Every mill of the valley has one *gear* that its owner cut from oak. The gear of the mill was sold in May."
    book = make_book(read_book_text(f"# Mills\n\n{text}\n".encode(), markdown=True))
    sentences = all_sentences(book.passages, "en")
    alone = [stands_alone(one.text, "en") for one in sentences]
    choice = LeadChoice(sentences, book.passages, good=[True] * 2, alone=alone, spoken=(), stressed=book.stress())
    seen = choice.evidence({0: "", 1: ""}, GEAR)
    assert (seen[0]["stressed"], seen[1]["stressed"]) == (1.0, 0.0)
    plain = LeadChoice(sentences, book.passages, good=[True] * 2, alone=alone, spoken=())
    assert choice.odds({0: ""}, GEAR)[0] > plain.odds({0: ""}, GEAR)[0] + 1


def test_the_heading_of_a_part_that_each_chapter_has_is_no_subjects_section():
    texts = ["Cogs are cut from oak and pear.", "Belts are made of leather.", "Pulleys are turned on a lathe here."]
    passages = [
        Passage(f"p{at + 1}", f"Part {at}", at, text, (f"Part {at}", "Summary")) for at, text in enumerate(texts)
    ]
    choice, _, _ = choice_over(texts, passages)
    assert not choice.kinds((), Candidate("Summary trait", PageType.CODE, 1.0, ["Summary"]))
    choice, _, _ = choice_over(texts[:2], passages[:2])
    assert len(choice.kinds((), Candidate("Summary trait", PageType.CODE, 1.0, ["Summary"]))) == 2


def test_the_entry_of_another_thing_and_a_name_in_brackets_speak_against_a_sentence():
    texts = [
        "Gear train: several gears that turn one another.",
        "Every wheel with teeth (often called a gear) is cut.",
        "Gear (cog wheel): it turns others.",
    ]
    passages = [Passage(f"p{at + 1}", "Mills", at, text, ("Mills",)) for at, text in enumerate(texts)]
    choice, _, _ = choice_over(texts, passages)
    seen = choice.evidence({0: "", 1: "called", 2: "begins"}, GEAR)
    assert (seen[0]["other entry"], seen[0]["in brackets"]) == (True, False)
    assert (seen[1]["other entry"], seen[1]["in brackets"]) == (False, True)
    assert not seen[2]["other entry"]


def test_a_name_given_to_what_is_not_shown_says_nothing_of_it():
    texts = ["They turn one another by teeth.", "This kind of wheel is called a gear.", "A gear drives the stones."]
    passages = [Passage(f"p{at}", "Wheels", at, text) for at, text in enumerate(texts)]
    choice, _, _ = choice_over(texts, passages)
    odds = {1: 0.9, 2: 0.2}
    assert choice.lead(odds, odds, GEAR) == [2]
    assert not choice.says_what([1], odds, GEAR)
    assert choice.may_say_what([1], odds, GEAR)
    odds[1] = 1.5
    assert choice.lead(odds, odds, GEAR) == [1]


def test_a_name_given_to_what_is_shown_says_what_it_is():
    texts = ["Wheels with teeth turn one another.", "This kind of wheel is called a gear.", "Millers oiled every gear."]
    passages = [Passage("p0", "Wheels", 0, " ".join(texts[:2])), Passage("p1", "Wheels", 1, texts[2])]
    choice, _, _ = choice_over(texts, passages, at=[0, 0, 1])
    odds = {1: 0.9, 2: 0.2}
    assert choice.lead(odds, odds, GEAR) == [0, 1]
    assert choice.says_what([0, 1], odds, GEAR)


def test_the_name_of_the_book_before_a_term_is_no_other_subject():
    filler = [f"They use Steam for work number {at}." for at in range(20)]
    said = "The Steam gear is a wheel with teeth that meet those of another wheel."
    other = "The Water gear is a wheel with teeth that meet those of another wheel."
    passages = [Passage("p1", "Wheels", 0, " ".join([said, other, *filler]), ("Wheels",))]
    choice, _, _ = choice_over([said, other, *filler], passages, at=[0] * 22)
    assert choice.kinds([0, 1], GEAR) == {0: "class", 1: ""}
