"""The glossary: terms with the sentence that defines them, and none where there is too little."""

from __future__ import annotations

from quire.wiki.glossary_page import defined_terms, glossary_page
from quire.wiki.page_composition import PageComposer
from quire.wiki.page_plan import Entry, Plan, SectionPlan
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.wiki_page import citations, links

TERMS = ("Shaft", "Gear", "Bearing", "Pinion", "Clutch")


def made(terms: tuple[str, ...] = TERMS) -> tuple[Plan, tuple[Passage, ...]]:
    passages = tuple(
        Passage(f"p{at + 1}", "One", at, f"A {term.lower()} is a part of the machine that turns.", ("One",))
        for at, term in enumerate(terms)
    )
    entries = [Entry(term.lower(), term, "concept", [], [at], {}, [], []) for at, term in enumerate(terms)]
    return Plan(entries, []), passages


def page_of(plan: Plan, passages: tuple[Passage, ...]):
    sentences = all_sentences(passages, "en")
    return glossary_page(plan, PageComposer(plan, passages, sentences, "en"), sentences, "en")


def test_every_term_has_its_sentence_and_its_source_in_alphabetical_order():
    page = page_of(*made())
    assert [link.target for link in links(page.body)] == ["bearing", "clutch", "gear", "pinion", "shaft"]
    assert citations(page.body) == ("p3", "p5", "p2", "p4", "p1")
    assert "A **bearing** is a part of the machine that turns." in page.body
    assert (page.id, page.type) == ("glossary", "index")


def test_sentences_that_define_nothing_and_people_are_left_out():
    plan, passages = made()
    plan.entries[0].type = "person"
    other = passages[1]._replace(text="Oil the gear every week and keep it clean.")
    sentences = all_sentences((passages[0], other, *passages[2:]), "en")
    assert [entry.title for entry, _ in defined_terms(plan, sentences, "en")] == ["Bearing", "Clutch", "Pinion"]


def test_few_terms_and_stories_have_none():
    assert page_of(*made(TERMS[:3])) is None
    plan, passages = made()
    plan.timeline = [SectionPlan("One", [0])]
    assert page_of(plan, passages) is None


def test_a_subject_of_that_name_keeps_its_page():
    plan, passages = made((*TERMS, "Glossary"))
    assert page_of(plan, passages).id == "glossary-list"


def test_a_term_whose_definition_is_in_doubt_is_left_out_and_what_it_leans_on_is_shown():
    plan, passages = made((*TERMS, "Ratchet"))
    plan.entries[0].introduced = False
    plan.entries[1].lead = [0, 1]
    body = page_of(plan, passages).body
    assert "shaft is" in body.lower()  # before the definition of a gear
    assert [link.target for link in links(body)] == ["bearing", "clutch", "gear", "pinion", "ratchet"]
