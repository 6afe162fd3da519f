"""The plan: which pages there are, and that no two say the same."""

from __future__ import annotations

from quire.wiki.candidates import Candidate
from quire.wiki.evidence import make_plan
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
