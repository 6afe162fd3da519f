"""Pages that may be about one thing: a model decides, and only pages that the book mentions together are merged."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from quire.llm.asker import Answer, Prompt
from quire.llm.prompt_fence import fenced
from quire.wiki.assisted.edit_metrics import EditMetrics
from quire.wiki.assisted.model_session import ModelSession
from quire.wiki.assisted.prompt_template import passages_of, prompt
from quire.wiki.citation_support import CitedPassages, find_faults
from quire.wiki.house_rules import learn_rule
from quire.wiki.passage import Passage
from quire.wiki.phase_context import PhaseContext
from quire.wiki.sentence_split import fold
from quire.wiki.wiki_page import Page, citations

__all__ = ["join_duplicates"]

_SAME: Mapping[str, object] = {
    "type": "object",
    "properties": {"same": {"type": "boolean"}, "why": {"type": "string"}, "passage": {"type": "string"}},
    "required": ["same", "why", "passage"],
    "additionalProperties": False,
}
_PER_ROUND = 8
_MOST_TOKENS = 300
_SHARED = 0.5
"""Share of the smaller page's passages that the greater one cites too, from which on two pages may be one."""

_PASSAGES = 4
"""Passages that are shown for a pair."""

_SHOWN = 1500
"""Characters of each page that are shown."""


def join_duplicates(
    work: PhaseContext, helper: ModelSession, scales: EditMetrics, passages: Mapping[str, Passage], lang: str
) -> int:
    """Number of pages that were joined to another. Every pair is asked for once."""
    asked = work.wiki.load_work("twins.json")
    known = set(asked) if isinstance(asked, list) else set()
    pairs = [pair for pair in _pairs(scales.pages) if _name(*pair) not in known and _together(*pair, passages)]
    pairs = pairs[:_PER_ROUND]
    joined = 0
    for at, answer in helper.ask_all([_prompt(*pair, passages, lang) for pair in pairs], lambda _, __: []):
        keep, gone = pairs[at]
        if answer is not None:
            known.add(_name(keep, gone))
        if answer and answer.get("same") is True and _borne_out(answer, keep, gone, passages, lang):
            joined += _join(work, scales, keep.id, gone.id)
    if pairs:
        work.wiki.save_work("twins.json", sorted(known))
    return joined


def _pairs(pages: Mapping[str, Page]) -> Iterator[tuple[Page, Page]]:
    """Pages of one type with names that hold one another and many passages in common, the greater first."""
    cites = {one.id: set(citations(one.body)) for one in pages.values() if one.subject}
    citing: dict[str, list[str]] = defaultdict(list)
    for id_, found in cites.items():
        for passage in found:
            citing[passage].append(id_)
    shared: Counter[tuple[str, str]] = Counter()
    for ids in citing.values():
        shared.update((a, b) for a in ids for b in ids if a < b)
    for (a, b), count in sorted(shared.items(), key=lambda pair: (-pair[1], pair[0])):
        one, other = pages[a], pages[b]
        if one.type == other.type and count >= _SHARED * min(len(cites[a]), len(cites[b])) and _akin(one, other):
            yield (one, other) if len(cites[a]) >= len(cites[b]) else (other, one)


def _akin(one: Page, other: Page) -> bool:
    """Whether a name of one page holds a name of the other, or has its initials."""
    for a in one.names:
        for b in other.names:
            short, long = sorted((a, b), key=len)
            initials = "".join(word[0] for word in re.findall(r"\w+", long))
            if fold(short) in fold(long) or (len(short) > 1 and fold(short) == fold(initials)):
                return True
    return False


def _together(one: Page, other: Page, passages: Mapping[str, Passage]) -> list[Passage]:
    """The passages that name both, in reading order: first those that both pages cite."""
    cited = {*citations(one.body), *citations(other.body)} & set(passages)
    found = [passages[id_] for id_ in cited if _names(one, passages[id_].text) and _names(other, passages[id_].text)]
    return sorted(found, key=lambda passage: passage.position)[:_PASSAGES]


def _borne_out(answer: Answer, one: Page, other: Page, passages: Mapping[str, Passage], lang: str) -> bool:
    """Whether the reason of an answer names both pages and is carried by a passage that names both."""
    why, id_ = str(answer.get("why") or ""), str(answer.get("passage") or "").strip("[]^ ")
    shown = {passage.id: passage.text for passage in _together(one, other, passages)}
    if id_ not in shown or not (_names(one, why) and _names(other, why)):
        return False
    return not find_faults(why, CitedPassages([shown[id_]], lang))


def _names(page: Page, text: str) -> bool:
    folded = fold(text)
    return any(fold(name) in folded for name in page.names)


def _join(work: PhaseContext, scales: EditMetrics, keep: str, gone: str) -> bool:
    """Join a page to another if no measure falls: its names and the links to it go over."""
    if keep not in scales.pages or gone not in scales.pages:
        return False
    kept, other = scales.pages[keep], scales.pages[gone]
    taken = {fold(name) for page in scales.pages.values() if page.id not in {keep, gone} for name in page.names}
    fresh = [name for name in other.names if name not in kept.names and fold(name) not in taken]
    link = re.compile(rf"\[\[{re.escape(gone)}(?=[\]|#])")
    moved = [
        replace(page, body=link.sub(f"[[{keep}", page.body))
        for page in scales.pages.values()
        if page.id not in {keep, gone} and link.search(page.body)
    ]
    merged = replace(kept, aliases=(*kept.aliases, *fresh), body=_unlinked(kept.body, gone))
    if scales.worse(merged, *moved, gone=gone):
        return False
    scales.take(merged, *moved, gone=gone)
    for page in (merged, *moved):
        work.save(page)
    work.wiki.remove(gone)
    said = f"“{other.title}” is “{kept.title}”."
    learn_rule(work.wiki, "title", other.title, name="one page a subject", text=said, phase="butler")
    return True


def _unlinked(body: str, gone: str) -> str:
    link = re.compile(rf"\[\[{re.escape(gone)}(?:#[^\[\]|]*)?(?:\|([^\[\]]*))?\]\]")
    return link.sub(lambda found: found.group(1) or gone, body)


def _prompt(one: Page, other: Page, passages: Mapping[str, Passage], lang: str) -> Prompt:
    shown = "\n\n".join(
        f"{page.title} ({', '.join(page.aliases) or '-'})\n{page.body[:_SHOWN]}" for page in (one, other)
    )
    values = {
        "first": one.title,
        "second": other.title,
        "both": fenced(shown, "pages"),
        "passages": passages_of(_together(one, other, passages)),
    }
    return prompt("butler.merge", template="merge", lang=lang, schema=_SAME, values=values, most_tokens=_MOST_TOKENS)


def _name(one: Page, other: Page) -> str:
    return " = ".join(sorted((one.id, other.id)))
