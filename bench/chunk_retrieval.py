"""Retrieval with chunks by structure against pieces of fixed size: hit@5 and MRR@10 of one BM25 ranking.

Both kinds of pieces come from the same Markdown, have the same mean size (headings included) and are ranked by the same
function. A question over a sample is answered by a piece that holds the answer's words; a question of your own
(``--questions``: {"book", "questions": [{"q", "gold": [parts of headings]}]}) by a piece with text under such a heading.

There are 100 questions in English and 100 in Chinese: `chunk_questions.json` was written beside the code,
`chunk_questions_fresh.json` later, from the words of the samples alone, by somebody who had not seen a chunk of them.

    python bench/chunk_retrieval.py --tokens 400 --questions questions/*.json
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from quire.jobs.book_source import load
from quire.model.block import Heading
from quire.model.document import Document
from quire.wiki.search.query_tokens import index_terms, query_terms
from quire.write.chunks import chunks
from quire.write.markdown import block_renderer
from quire.write.token_estimate import count_tokens

ROOT = Path(__file__).resolve().parent.parent
K1, B = 1.2, 0.75  # of BM25, as usual
HITS, RANKS = 5, 10
SETS = {"development": "chunk_questions.json", "fresh": "chunk_questions_fresh.json"}
_UNIT = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+\s*|\s+")


@dataclass(frozen=True)
class Piece:
    """What is ranked: its text, and the headings that its text stands under."""

    text: str
    headings: frozenset[str]


@dataclass(frozen=True)
class Question:
    """A question and what makes a piece right."""

    text: str
    is_right: Callable[[Piece], bool]


def by_structure(document: Document, tokens: int) -> list[Piece]:
    """The chunks, each with its headings in front."""
    found = []
    for chunk in chunks(document, tokens=tokens):
        inner = re.findall(r"^#+ (.+)$", chunk.text, re.MULTILINE)
        found.append(Piece("\n".join([*chunk.headings, chunk.text]), frozenset([*chunk.headings, *inner])))
    return found


def by_size(document: Document, tokens: int) -> list[Piece]:
    """The Markdown cut into pieces of equal size at words, wherever that is."""
    render = block_renderer(document)
    pieces: list[Piece] = []
    units: list[str] = []
    headings: set[str] = set()
    size = 0
    path: list[tuple[int, str]] = []
    for block in document.blocks:
        text = render([block]) + "\n"
        if isinstance(block, Heading):
            level = 0 if block.title else block.level
            path = [one for one in path if one[0] < level]
            path.append((level, "".join(span.text for span in block.spans)))
        for unit in _UNIT.findall(text):
            headings.update(name for _, name in path)
            units.append(unit)
            size += count_tokens(unit)
            if size >= tokens:
                pieces.append(Piece("".join(units), frozenset(headings)))
                units, headings, size = [], set(), 0
    if units:
        pieces.append(Piece("".join(units), frozenset(headings)))
    return pieces


def ranks(pieces: Sequence[Piece], questions: Sequence[Question]) -> list[int]:
    """The rank of the first right piece for each question, from 1; 0 if it is not among the first ten."""
    bags = [Counter(index_terms(piece.text)) for piece in pieces]
    sizes = [sum(bag.values()) for bag in bags]
    mean = sum(sizes) / len(sizes)
    frequency = Counter(term for bag in bags for term in bag)

    def score(at: int, terms: Sequence[str]) -> float:
        total = 0.0
        for term in terms:
            if count := bags[at].get(term, 0):
                rarity = math.log(1 + (len(bags) - frequency[term] + 0.5) / (frequency[term] + 0.5))
                total += rarity * count * (K1 + 1) / (count + K1 * (1 - B + B * sizes[at] / mean))
        return total

    found = []
    for question in questions:
        terms = list(query_terms(question.text))
        best = sorted(range(len(pieces)), key=lambda at: -score(at, terms))[:RANKS]
        found.append(next((rank for rank, at in enumerate(best, 1) if question.is_right(pieces[at])), 0))
    return found


def flat(text: str) -> str:
    """Text without white space and emphasis, as answers are looked for."""
    return re.sub(r"[\s*\\]+", "", text)


def under_heading(gold: Sequence[str]) -> Callable[[Piece], bool]:
    """Whether a piece has text under a heading with one of those parts."""
    return lambda piece: any(part.casefold() in name.casefold() for part in gold for name in piece.headings)


def with_answer(answers: Sequence[str]) -> Callable[[Piece], bool]:
    """Whether a piece holds the words of an answer."""
    return lambda piece: any(flat(answer) in flat(piece.text) for answer in answers)


def same_size(document: Document, wanted: float) -> list[Piece]:
    """Pieces of fixed size whose mean is that of others."""
    return by_size(document, max(1, round(wanted)))


def mean_tokens(pieces: Sequence[Piece]) -> float:
    """Tokens of a piece on average."""
    return sum(count_tokens(piece.text) for piece in pieces) / len(pieces)


def main() -> None:
    """Print a line for each document and kind of piece, and one for all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tokens", type=int, default=400)
    parser.add_argument("--questions", type=Path, nargs="*", default=[])
    asked = parser.parse_args()
    sets: list[tuple[str, Path, list[Question]]] = []
    for group, file in SETS.items():
        for name, rows in json.loads((ROOT / "bench" / file).read_text(encoding="utf-8")).items():
            sets.append((group, ROOT / "samples" / name, [Question(q, with_answer(answers)) for q, answers in rows]))
    for own in asked.questions:
        body = json.loads(own.read_text(encoding="utf-8"))
        rows = [Question(one["q"], under_heading(one["gold"])) for one in body["questions"]]
        sets.append(("own", own.parent / body["book"], rows))
    totals: dict[str, dict[str, list[int]]] = {}
    for group, path, questions in sets:
        document = load(path)
        whole = by_size(document, sys.maxsize)[0]
        if nowhere := [question.text for question in questions if not question.is_right(whole)]:
            raise SystemExit(f"{path.name}: no piece could answer {nowhere}.")
        structural = by_structure(document, asked.tokens)
        language = "zh" if any("\u4e00" <= c <= "\u9fff" for c in questions[0].text) else "en"
        for kind, pieces in (("structure", structural), ("fixed", same_size(document, mean_tokens(structural)))):
            found = ranks(pieces, questions)
            for total in (f"{group} {language}", language, "all"):
                totals.setdefault(total, {}).setdefault(kind, []).extend(found)
            about = f"{len(pieces):4} pieces of {mean_tokens(pieces):4.0f} tokens"
            print(f"{group:12} {path.name:22} {kind:10} {about}  {line(found)}")
    for total, kinds in totals.items():
        for kind, found in kinds.items():
            print(f"{total:16} {kind:10} {line(found)}")


def line(found: Sequence[int]) -> str:
    """hit@5 and MRR@10."""
    hit = sum(0 < rank <= HITS for rank in found) / len(found)
    reciprocal = sum(1 / rank for rank in found if rank) / len(found)
    return f"hit@5 {hit:.3f}  MRR@10 {reciprocal:.3f}  n {len(found)}"


if __name__ == "__main__":
    main()
