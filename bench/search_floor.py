"""Search of wikis beside plain BM25 over their passages, which it must not fall below.

python bench/search_floor.py WIKI:QUESTIONS.json ...

A wiki is a folder that was built; its questions are a list under "questions", each with "q" and "gold". With "heads" true the
gold strings are parts of headings, below which every passage is right; otherwise they are pieces of the right passages. A page
is right when an excerpt of its snippet stands in a right passage, when its first citation is right, or more than a third of all
are. Printed: the mean reciprocal rank among ten of plain BM25 (k1 1.2, b .75; the heading and the text, words cut to six
letters, Chinese characters and pairs), of passages and of pages, and the questions where pages are behind plain BM25.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean

from quire.wiki.passage import Passage
from quire.wiki.search.full_text import SearchIndex
from quire.wiki.search.query_tokens import name_key
from quire.wiki.tokenization import STOP
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import citations

TOP, LETTERS = 10, 6
SHORTEST = 8  # letters and digits of an excerpt that can be right


def plain_terms(text: str) -> list[str]:
    """Words cut to six letters without the commonest, and Chinese characters alone and in pairs."""
    out = [word[:LETTERS].lower() for word in re.findall(r"[A-Za-z]+|\d+", text) if word.lower() not in STOP]
    for run in re.findall(r"[\u3400-\u9fff]+", text):
        out += [*run, *(run[at : at + 2] for at in range(len(run) - 1))]
    return out


def plain_bm25(passages: Sequence[Passage]) -> Callable[[str], list[str]]:
    """A search that finds the ids of passages by BM25 alone, the best first."""
    bags = [Counter(plain_terms(f"{' '.join(one.headings)}\n{one.text}")) for one in passages]
    having: Counter[str] = Counter(term for bag in bags for term in bag)
    sizes = [one.total() for one in bags]
    mean = fmean(sizes) or 1.0

    def find(query: str) -> list[str]:
        scores: defaultdict[str, float] = defaultdict(float)
        for term in plain_terms(query):
            rare = math.log(1 + (len(bags) - having[term] + 0.5) / (having[term] + 0.5))
            for one, bag, size in zip(passages, bags, sizes, strict=True):
                if count := bag[term]:
                    scores[one.id] += rare * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * size / mean))
        return sorted(scores, key=lambda id_: -scores[id_])[:TOP]

    return find


def reciprocal_rank(hits: Sequence[bool]) -> float:
    """Of the first that is right; 0 for none."""
    return next((1 / at for at, right in enumerate(hits, 1) if right), 0.0)


def measured(folder: Path, path: Path) -> tuple[float, float, float]:
    """The mean reciprocal ranks of plain BM25, of passages and of pages."""
    wiki = Wiki.open(folder)
    passages = wiki.passages()
    cited = {one.id: citations(one.body) for one in wiki.pages()}
    texts = {one.id: name_key(one.text) for one in passages}
    asked = json.loads(path.read_text("utf-8"))
    find = plain_bm25(passages)
    rows = []
    with SearchIndex.open(folder) as search:
        for one in asked["questions"]:
            if asked.get("heads"):
                right = {
                    each.id for each in passages if any(gold in head for gold in one["gold"] for head in each.headings)
                }
            else:
                right = {id_ for id_, text in texts.items() if any(name_key(gold) in text for gold in one["gold"])}

            def shows(snippet: str, right: set[str] = right) -> bool:
                said = [name_key(part) for part in snippet.split("…")]
                return any(len(part) >= SHORTEST and part in texts[id_] for part in said for id_ in right)

            def about(page: str, right: set[str] = right) -> bool:
                held = cited[page]
                return bool(held) and (held[0] in right or sum(id_ in right for id_ in held) > len(held) / 3)

            pages = [about(hit.page_id) or shows(hit.snippet) for hit in search.pages(one["q"], TOP)]
            found = [hit.id in right for hit in search.passages(one["q"], TOP)]
            row = [reciprocal_rank(hits) for hits in ([id_ in right for id_ in find(one["q"])], found, pages)]
            rows.append(row)
            if row[2] < row[0]:
                print(f"    pages {row[2]:.2f}, plain {row[0]:.2f}: {one['q']}")
    plain, by_passage, by_page = map(fmean, zip(*rows, strict=True))
    return plain, by_passage, by_page


def main() -> None:
    """Print a line for each wiki, and the means."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pairs", nargs="+", metavar="WIKI:QUESTIONS.json")
    found = []
    for pair in parser.parse_args().pairs:
        folder, _, path = pair.partition(":")
        found.append(measured(Path(folder), Path(path)))
        told = "plain {:.3f} passages {:.3f} pages {:.3f}".format(*found[-1])
        print(f"{Path(folder).name:24} {told}")
    print(f"{'mean':24} " + "plain {:.3f} passages {:.3f} pages {:.3f}".format(*map(fmean, zip(*found, strict=True))))


if __name__ == "__main__":
    main()
