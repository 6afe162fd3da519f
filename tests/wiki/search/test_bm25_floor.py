"""Search is not below plain BM25 over passages, on the small technical books of the tests.

The small story repeats its sentences; what is measured on real stories stands in docs/measurements/wikis.md.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from pathlib import Path
from statistics import fmean

import pytest

from quire.clock import FakeClock
from quire.jobs.book_source import run_phase
from quire.wiki.passage import Passage
from quire.wiki.phases import PHASES
from quire.wiki.search.full_text import SearchIndex
from quire.wiki.search.query_tokens import display_text
from quire.wiki.site.text_index import text_terms
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import citations
from tests.wiki import books


def plain_bm25(passages: tuple[Passage, ...], query: str) -> list[str]:
    """Ids of passages by BM25 (k1 1.2, b .75) over the words of each, the best first."""
    bags = {one.id: Counter(text_terms(f"{one.chapter} {one.text}")) for one in passages}
    mean = fmean(one.total() for one in bags.values())
    scores: Counter[str] = Counter()
    for term in {*text_terms(query)}:
        having = [id_ for id_, bag in bags.items() if term in bag]
        rare = math.log(1 + (len(bags) - len(having) + 0.5) / (len(having) + 0.5))
        for id_ in having:
            count = bags[id_][term]
            scores[id_] += rare * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * bags[id_].total() / mean))
    return [id_ for id_, _ in scores.most_common(10)]


def questions(passages: tuple[Passage, ...]) -> list[tuple[str, str]]:
    """Each passage asked for by the ends of its sentences, as they stand and in parts: (question, id)."""
    out = []
    for one in passages:
        for sentence in re.split(r"(?<=[.。！？])\s*", one.text):
            words = sentence.split() if " " in sentence else [*re.findall(r"[\u3400-\u9fff]{4}", sentence)]
            if len(words) > 3:
                out.append((" ".join(words[-4:]), one.id))
                out.append((f"{words[-1]} {words[1]}", one.id))
    return out


def mean_reciprocal_rank(places: list[int]) -> float:
    return fmean(1 / place if place else 0.0 for place in places)


def place(hits: list[bool]) -> int:
    return next((at for at, right in enumerate(hits, 1) if right), 0)


@pytest.mark.parametrize("name", ["manual.md", "textbook.md"])
def test_passages_and_pages_are_not_below_plain_bm25(name: str, tmp_path: Path):
    Wiki.create(tmp_path / "w", books.files(tmp_path)[name])
    for phase in PHASES[:3]:
        run_phase(tmp_path / "w", phase, clock=FakeClock())
    wiki = Wiki.open(tmp_path / "w")
    held = wiki.passages()
    texts = {one.id: re.sub(r"\W", "", display_text(one.text)) for one in held}
    cited = {one.id: citations(one.body) for one in wiki.pages()}
    floor, passages, pages = [], [], []
    with SearchIndex.open(wiki.folder) as search:
        for query, right in questions(held):
            floor.append(place([id_ == right for id_ in plain_bm25(held, query)]))
            passages.append(place([hit.id == right for hit in search.passages(query)]))
            found = search.pages(query)
            said = [re.sub(r"\W", "", hit.snippet) for hit in found]
            pages.append(
                place(
                    [
                        text in texts[right] or right in cited[hit.page_id][:1]
                        for hit, text in zip(found, said, strict=True)
                    ]
                )
            )
    least = mean_reciprocal_rank(floor)
    assert least > 0.5
    assert mean_reciprocal_rank(passages) >= least
    assert mean_reciprocal_rank(pages) >= least
