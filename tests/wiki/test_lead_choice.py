"""Leads: what the glossary says, else the definition, else a sentence that stands on its own."""

from __future__ import annotations

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
    chosen = LeadChoice(sentences, passages, alone=alone, spoken=()).lead(
        dict.fromkeys(range(len(sentences)), 1.0), GEAR
    )
    return sentences[chosen[0]].text


def test_the_glossary_comes_before_all():
    said = "Gear: a wheel with teeth that meet the teeth of another wheel."
    assert lead("A gear is a wheel that turns others by its teeth.", "The gear turns.", glossary=said) == said


def test_a_sentence_that_leans_on_another_begins_no_page():
    honest = "Every mill of the valley had a wooden gear in those years."
    assert lead("They can also turn the gear by hand when the water is low.", honest) == honest


def test_nobody_speaks_first_on_the_page_of_a_thing():
    honest = "Behind the wall a large gear of oak turned slowly all night."
    assert lead("“The gear must be oiled before the morning, my dear Thomas.”", honest) == honest
