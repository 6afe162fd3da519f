"""The steps of `arrange` that concern one thing, on hand-made pages and drafts that are a whole document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from quire.layout.furniture import furniture_detection, repeated_lines
from quire.layout.furniture.page_numbers import sequences
from quire.layout.headings import (
    declared_headings,
    heading_detection,
    heading_levels,
    style_clusters,
    subtitles,
    title_block,
)
from quire.layout.text import list_items
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import Norm
from quire.model.block import Furniture
from quire.model.page import Line, OutlineItem, Page


def furniture_of(pages: Sequence[Page], body_size: float = 10.0) -> list[tuple[list[Furniture], list[Line]]]:
    """For each page its furniture, and the lines that remain."""
    ends = [furniture_detection.Ends(page, list(page.lines), body_size) for page in pages]
    traces = [one.traces for one in ends]
    evidence = repeated_lines.evidence(traces)
    sought = repeated_lines.sought(traces, evidence)
    inside: Counter[tuple[str, float]] = Counter()
    for one in ends:
        inside.update(one.inside({(text, size) for _, text, size in sought}, {word for word, _, _ in sought}))
    evidence = repeated_lines.without_content(traces, evidence, inside)
    taken = [one.take(own) for one, own in zip(ends, evidence, strict=True)]
    back = repeated_lines.kept_back(taken, body_size)
    numbers = sequences([one.numbers for one in ends])
    rest = [one.part(own, numbers.get(index)) for index, (one, own) in enumerate(zip(ends, back, strict=True))]
    return [one.parted(numbers_only=not any(rest)) for one in ends]


def mark_headings(
    drafts: list[Draft], norm: Norm, outline: Sequence[OutlineItem] = (), pages: Mapping[int, Page] | None = None
) -> None:
    """Turn the drafts that are headings into such, with their levels."""
    contents = declared_headings.contents(declared_headings.entries(drafts))
    printed = declared_headings.known(outline, contents, len(declared_headings.present(drafts, contents)))
    looks = style_clusters.Looks(drafts, norm)
    titles = looks.titles(style_clusters.of_titles([looks.counts]))
    levels = heading_detection.mark(drafts, norm, printed, titles, pages or {})
    subtitles.unmark(drafts, norm, levels, subtitles.styles(drafts), text_follows=False)
    title_block.unmark(drafts, levels, norm, alone=len({draft.page for draft in drafts}) == 1)
    found = [draft for draft in drafts if draft.kind is Kind.HEADING]
    heads = [
        heading_levels.as_title(draft, levels.get(id(draft), 0), declared_headings.fold(draft.text)) for draft in found
    ]
    top = heading_detection.title_among(heads, heading_detection.first_titles(drafts), len(drafts))
    for index, (draft, level) in enumerate(zip(found, heading_levels.levels(heads, top), strict=True)):
        draft.level, draft.title = level, index == top
    declared_headings.mark_entries(drafts, {head.name for head in heads})


def mark_items(drafts: Sequence[Draft]) -> None:
    """Turn the drafts that are items of lists into such."""
    list_items.mark(drafts, list_items.chosen(list_items.numbered(drafts)))
