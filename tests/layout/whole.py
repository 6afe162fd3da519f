"""The steps of `arrange` that concern one thing, on hand-made pages and drafts that are a whole document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from quire.layout.furniture import furniture, repetition
from quire.layout.furniture.page_numbers import sequences
from quire.layout.headings import clusters, depths, fronts, headings, known, subtitles
from quire.layout.text import items
from quire.layout.text.drafts import Draft, Kind
from quire.layout.text.norm import Norm
from quire.model.block import Furniture
from quire.model.page import Line, OutlineItem, Page


def furniture_of(pages: Sequence[Page], body_size: float = 10.0) -> list[tuple[list[Furniture], list[Line]]]:
    """For each page its furniture, and the lines that remain."""
    ends = [furniture.Ends(page, list(page.lines), body_size) for page in pages]
    traces = [one.traces for one in ends]
    evidence = repetition.evidence(traces)
    sought = repetition.sought(traces, evidence)
    inside: Counter[tuple[str, float]] = Counter()
    for one in ends:
        inside.update(one.inside({(text, size) for _, text, size in sought}, {word for word, _, _ in sought}))
    evidence = repetition.without_content(traces, evidence, inside)
    taken = [one.take(own) for one, own in zip(ends, evidence, strict=True)]
    back = repetition.kept_back(taken, body_size)
    numbers = sequences([one.numbers for one in ends])
    rest = [one.part(own, numbers.get(index)) for index, (one, own) in enumerate(zip(ends, back, strict=True))]
    return [one.parted(numbers_only=not any(rest)) for one in ends]


def mark_headings(
    drafts: list[Draft], norm: Norm, outline: Sequence[OutlineItem] = (), pages: Mapping[int, Page] | None = None
) -> None:
    """Turn the drafts that are headings into such, with their levels."""
    contents = known.contents(known.entries(drafts))
    printed = known.known(outline, contents, len(known.present(drafts, contents)))
    looks = clusters.Looks(drafts, norm)
    titles = looks.titles(clusters.of_titles([looks.counts]))
    levels = headings.mark(drafts, norm, printed, titles, pages or {})
    subtitles.unmark(drafts, norm, levels, subtitles.styles(drafts), text_follows=False)
    fronts.unmark(drafts, levels, norm, alone=len({draft.page for draft in drafts}) == 1)
    found = [draft for draft in drafts if draft.kind is Kind.HEADING]
    heads = [depths.as_title(draft, levels.get(id(draft), 0), known.fold(draft.text)) for draft in found]
    top = headings.title_among(heads, headings.first_titles(drafts), len(drafts))
    for index, (draft, level) in enumerate(zip(found, depths.levels(heads, top), strict=True)):
        draft.level, draft.title = level, index == top
    known.mark_entries(drafts, {head.name for head in heads})


def mark_items(drafts: Sequence[Draft]) -> None:
    """Turn the drafts that are items of lists into such."""
    items.mark(drafts, items.chosen(items.numbered(drafts)))
