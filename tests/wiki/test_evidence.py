"""The plan: which pages there are, and that no two say the same."""

from __future__ import annotations

from quire.wiki.candidates import Candidate
from quire.wiki.evidence import all_sentences, make_plan
from quire.wiki.passage import Passage
from quire.wiki.plan import ChapterPlan


def _plan(texts: list[str], *candidates: Candidate) -> list[str]:
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate(texts)]
    chapters = [ChapterPlan("one", "One", 0, len(passages))]
    return [one.title for one in make_plan(passages, chapters, candidates, "en").entries]


FILLER = [f"The workshop number {at} was kept clean by keeper number {at} on every morning." for at in range(70)]


def test_two_subjects_that_are_told_in_the_same_words_are_one_page():
    shared = [
        "Brill and Morden are two stations on the old line to the north of the county, which was laid for the quarries there.",
        "Trains stopped at Brill and Morden only when a passenger asked the guard for it before the train had left the junction.",
    ]
    own = [
        f"The clock of {name} was {state} that year." for name in ("Brill", "Morden") for state in ("mended", "sold")
    ]
    mill = ["Denham had a mill which burned down in the great fire of that year.", "The mill of Denham was built anew."]
    places = [Candidate(name, "place", 2.0) for name in ("Brill", "Morden", "Denham")]
    assert _plan([*FILLER, *shared, *own, *mill], *places) == ["Brill", "Denham"]


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
    texts = [
        f"The {word} is a tool of the smith that stands in the corner of the shop. The {word} has to be oiled once a week. "
        f"Nobody but the master may lend the {word} to another shop. A good {word} lasts for a hundred years. "
        f"The first {word} of the shop came from a fair in the north. When the {word} breaks, the smith goes home."
        for word in words
    ]
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate(texts)]
    plan = make_plan(
        passages, [ChapterPlan("one", "One", 0, 12)], [Candidate(one.title(), "concept", 2.0) for one in words], "en"
    )
    assert len(plan.entries) == len(words)
    sentences = all_sentences(passages, "en")
    told = [number for one in plan.entries for found in (one.lead, *one.aspects.values()) for number in found]
    assert sum(len(sentences[number].text) for number in told) < 0.4 * sum(map(len, texts))
