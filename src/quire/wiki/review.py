"""Reviews by rules: what a page or a wiki gets wrong, found mechanically."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from quire.wiki.citation_support import CitedPassages, find_faults, is_literary
from quire.wiki.page_types import LISTS, PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import fold
from quire.wiki.tokenization import HAN
from quire.wiki.wiki_findings import (
    CANDIDATES,
    LOST_PARTS,
    READING_DOUBTS,
    book_findings,
    part_findings,
    person_findings,
    plausible_share,
    reading_findings,
    subject_findings,
)
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page, citations, is_composed, links, plain_text

__all__ = ["WikiMeasures", "check_page", "count_verbatim", "measure", "review_wiki", "sentences_of"]

_CITED = re.compile(r"((?:(?<!\s)\s*+\[\^p\d+\])+)")


_NO_PROSE = ("#", "- [[", "[[", "|", "←", "→", "↑")
"""What opens a block that is no running text: headings, lists of links, tables."""

_COVERED = 0.6
"""Share of the book that pages have to cite; less lowers the score and is an issue."""

_WORDS_THERE = 0.98
"""Share of a sentence's words that a passage has to hold for the sentence to stand in it."""


class WikiMeasures(NamedTuple):
    """The measures of a wiki, each 0..1, and what is wrong with it in words."""

    pages: int
    coverage: float  # characters of the passages that a page cites / of all
    cited: float  # sentences with a citation / sentences
    exact: (
        float  # cited sentences that stand in the passage they cite, or are carried by it in other words / cited ones
    )
    links: float  # links that lead to a page / links
    reached: float  # subject pages that a page other than a list links to / subject pages
    unique: float  # 1 - share of subject pages that share a name
    issues: tuple[str, ...]
    plausible: float = 1.0  # what findings on the book's chapters and subjects leave of the score
    written: tuple[str, ...] = ()  # the findings among the issues that the pages show, not the book's text

    @property
    def score(self) -> float:
        """The lowest of the measures that must be whole, times how much is covered and how plausible the book is."""
        whole = min(self.cited, self.exact, self.links, self.reached, self.unique)
        return whole * min(1.0, self.coverage / _COVERED) * self.plausible

    @property
    def measures(self) -> tuple[float, ...]:
        """What no edit may lower."""
        return (self.coverage, self.cited, self.exact, self.links, self.reached, self.unique)


def check_page(page: Page, passages: Mapping[str, Passage], ids: Mapping[str, str] | set[str]) -> tuple[str, ...]:
    """Faults of a page: unknown passages, broken links, sentences without a citation or without its support."""
    issues = [f"cites the unknown passage {one}" for one in citations(page.body) if one not in passages]
    issues += [f"links to the missing page {one.target}" for one in links(page.body) if one.target not in ids]
    sentences = sentences_of(page.body)
    bare = sum(not cites for _, cites in sentences)
    if bare:
        issues.append(f"{bare} sentences without a citation")
    wrong = sum(bool(cites) and not _stands(text, cites, passages, page.names) for text, cites in sentences)
    if wrong:
        issues.append(f"{wrong} sentences are not in the passage they cite")
    for block in filter(is_composed, page.body.split("\n\n")):
        cited = "\n".join(passages[one].text for one in citations(block) if one in passages).lower()
        titled = page.type == PageType.EVENT  # by a chapter's title, which stands in no passage
        if not titled and not any(name.lower() in cited for name in page.names):
            issues.append("the composed line cites no passage that names the subject")
    if not page.summary:
        issues.append("no summary")
    return tuple(issues)


def review_wiki(wiki: Wiki) -> WikiMeasures:
    """All measures over a wiki, and whether its book and its subjects can be what they seem."""
    passages = {one.id: one for one in wiki.passages()}
    pages = list(wiki.pages())
    found = measure(pages, passages)
    held = [*passages.values()]
    read = [*book_findings(held), *reading_findings(wiki.load_work(READING_DOUBTS))]
    written = [
        *(subject_findings(pages, held, wiki.config) if wiki.config.get("MODE") else ()),
        *person_findings(pages, wiki.load_work(CANDIDATES)),
        *part_findings(wiki.load_work(LOST_PARTS)),
    ]
    texts = tuple(one.text for one in written)
    issues = (*(one.text for one in read), *texts, *found.issues)
    return found._replace(issues=issues, plausible=plausible_share([*read, *written]), written=texts)


def measure(pages: Sequence[Page], passages: Mapping[str, Passage]) -> WikiMeasures:
    """The measures of these pages over these passages."""
    ids = {one.id for one in pages}
    covered: set[str] = set()
    sentences = cited = exact = total = whole = 0
    reached: set[str] = set()
    for page in pages:
        covered.update(one for one in citations(page.body) if one in passages)
        for text, cites in sentences_of(page.body):
            sentences += 1
            cited += bool(cites)
            exact += bool(cites) and _stands(text, cites, passages, page.names)
        for link in links(page.body):
            total += 1
            whole += link.target in ids
            if page.type not in LISTS and link.target != page.id:
                reached.add(link.target)
    subjects = [one for one in pages if one.subject]
    owners = Counter(name for one in subjects for name in {fold(name) for name in one.names})
    twins = sum(any(owners[fold(name)] > 1 for name in one.names) for one in subjects)
    chars = sum(len(one.text) for one in passages.values())
    found = WikiMeasures(
        pages=len(pages),
        coverage=_share(sum(len(passages[one].text) for one in covered), chars),
        cited=_share(cited, sentences),
        exact=_share(exact, cited),
        links=_share(whole, total),
        reached=_share(sum(one.id in reached for one in subjects), len(subjects)),
        unique=1 - twins / len(subjects) if subjects else 1.0,
        issues=(),
    )
    return found._replace(issues=_issues(found))


def _issues(found: WikiMeasures) -> tuple[str, ...]:
    said = []
    for name, value, goal in (
        ("sentences without a citation", found.cited, 1.0),
        ("sentences that are not in the passage they cite", found.exact, 0.995),
        ("broken links", found.links, 1.0),
        ("subject pages that nothing leads to", found.reached, 0.98),
        ("pages that share a name", found.unique, 0.99),
    ):
        if value < goal:
            said.append(f"{1 - value:.1%} {name}")
    if found.coverage < _COVERED:
        said.append(f"only {found.coverage:.0%} of the book is cited")
    return tuple(said)


def sentences_of(body: str) -> list[tuple[str, list[str]]]:
    """(plain text, ids of cited passages) for each cited stretch of running text, and for the rest.

    Lines composed of counts are left out: no passage says them.
    """
    out: list[tuple[str, list[str]]] = []
    text = re.sub(r"^```.*?^```[ \t]*$", "", body, flags=re.MULTILINE | re.DOTALL)
    for block in re.split(r"\n\s*\n", text):
        if not block.strip() or is_composed(block) or block.lstrip().startswith(_NO_PROSE):
            continue
        parts = _CITED.split(block.strip())
        for at in range(0, len(parts), 2):
            said = parts[at].strip()
            cites = re.findall(r"p\d+", parts[at + 1]) if at + 1 < len(parts) else []
            if said or cites:
                out.append((plain_text(said), cites))
    return out


def count_verbatim(page: Page, passages: Mapping[str, Passage]) -> int:
    """Sentences of a page that stand word for word in a passage that they cite."""
    cited = [(fold(text), cites) for text, cites in sentences_of(page.body)]
    return sum(any(text in _folded(passages[id_].text) for id_ in cites if id_ in passages) for text, cites in cited)


def _stands(text: str, cites: Sequence[str], passages: Mapping[str, Passage], names: Sequence[str]) -> bool:
    """Whether the words of a sentence stand in a passage, but for parts that were left out, or are carried by it."""
    folded = fold(text)
    for one in cites:
        source = _folded(passages[one].text) if one in passages else ""
        if folded in source:
            return True
        half = len(folded) // 2
        if folded[:half] in source and folded[half:] in source:
            return True
        words = [fold(word) for word in re.findall(r"\w+", text)]
        if words and sum(word in source for word in words) >= _WORDS_THERE * len(words):
            return True
    sources = tuple(passages[one].text for one in cites if one in passages)
    if not sources:
        return False
    lang = "zh" if HAN.search(text) else "en"
    literary = lang == "zh" and is_literary([one.text for one in passages.values()], lang)
    return not find_faults(text, _source(sources, lang, literary), names, verified=True)


@lru_cache(maxsize=8192)  # some megabytes: the passages of a large book
def _folded(text: str) -> str:
    return fold(text)


@lru_cache(maxsize=512)  # sentences of a page cite the same passages
def _source(texts: tuple[str, ...], lang: str, literary: bool) -> CitedPassages:  # noqa: FBT001 - a key of the cache
    return CitedPassages(texts, lang, literary=literary)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 1.0
