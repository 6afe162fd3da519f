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
