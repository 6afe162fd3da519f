"""Leads: what the glossary says, else the definition, else a sentence that stands on its own."""

from __future__ import annotations

from quire.wiki.definitions import definition_score
from quire.wiki.lead_choice import LeadChoice
from quire.wiki.page_types import PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, stands_alone
from quire.wiki.subjects.subject_candidates import Candidate

GEAR = Candidate("Gear", PageType.CONCEPT, 1.0, [], [])


def lead(*texts: str, glossary: str = "") -> str:
    passages = [Passage(f"p{at + 1}", "Wheels", at, text, ("Wheels",)) for at, text in enumerate(texts)]
    if glossary:
        passages.append(Passage("p0", "Glossary", len(passages), glossary, ("Glossary",)))
    sentences = [Sentence(one.text, one.position, 0, "en") for one in passages]
    alone = [stands_alone(one.text, "en") for one in sentences]
    defined = {at: definition_score(one.text, "Gear", "en") for at, one in enumerate(sentences)}
    scores = {at: 1.0 + 0.8 * score for at, score in defined.items()}
    chosen = LeadChoice(sentences, passages, alone=alone, spoken=()).lead(scores, defined, GEAR)
    return sentences[chosen[0]].text


def test_the_glossary_comes_before_all():
    said = "Gear: a wheel with teeth that meet the teeth of another wheel."
    assert lead("A gear is a wheel that turns others by its teeth.", "The gear turns.", glossary=said) == said


def test_a_sentence_that_leans_on_another_begins_no_page():
    honest = "Every mill of the valley had a wooden gear in those years."
    assert lead("They can also turn the gear by hand when the water is low.", honest) == honest


def test_a_definition_late_in_a_sentence_wins_against_a_deed_of_the_thing():
    said = "Every wheel whose teeth move another one is called a gear."
    assert lead("Gear oil was sold by the barrel in all of the villages then.", said) == said


def test_the_first_sentence_below_its_own_heading_wins():
    passages = [
        Passage("p1", "Wheels", 0, "Gear trains were sold in all of the villages of the valley.", ("Wheels",)),
        Passage(
            "p2",
            "Wheels",
            1,
            "Gear teeth were cut from oak by hand in those days and oiled.",
            ("Wheels", "What is a Gear"),
        ),
    ]
    sentences = [Sentence(one.text, one.position, 0, "en") for one in passages]
    choice = LeadChoice(sentences, passages, alone=[True, True], spoken=())
    assert choice.lead({0: 1.0, 1: 1.0}, {0: 1.0, 1: 1.0}, GEAR)[0] == 1


def test_a_goal_of_the_lesson_is_no_lead():
    honest = "The old millers of the valley knew every single gear of all their mills."
    assert lead("Describe the gear and its use in the mills of the valley.", honest) == honest


def test_a_lead_says_what_a_thing_is_or_only_names_it():
    texts = ["A gear is a wheel with teeth.", "Millers of the valley oiled every gear."]
    passages = [Passage(f"p{at}", "Wheels", at, text) for at, text in enumerate(texts)]
    sentences = [Sentence(one.text, one.position, 0, "en") for one in passages]
    choice = LeadChoice(sentences, passages, alone=[True, True], spoken=())
    defined = {at: definition_score(text, "Gear", "en") for at, text in enumerate(texts)}
    assert choice.says_what([0], defined, GEAR)
    assert not choice.says_what([1], defined, GEAR)
    assert not choice.says_what([], defined, GEAR)


def test_nobody_speaks_first_on_the_page_of_a_thing():
    honest = "Behind the wall a large gear of oak turned slowly all night."
    assert lead("“The gear must be oiled before the morning, my dear Thomas.”", honest) == honest
