"""The steps of `arrange` that concern one thing, on hand-made pages and drafts that are a whole document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from quire.layout.furniture import furniture_decision, furniture_detection, repeated_lines
from quire.layout.furniture.furniture_choice import DocumentEnds
from quire.layout.furniture.page_numbers import number_sequences
from quire.layout.headings import (
    declared_headings,
    heading_detection,
    heading_levels,
    style_clusters,
    subtitles,
)
from quire.layout.text import list_items
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.model.block import Furniture
from quire.model.page import Line, OutlineItem, Page


def furniture_of(pages: Sequence[Page], body_size: float = 10.0) -> list[tuple[list[Furniture], list[Line]]]:
    """For each page its furniture, and the lines that remain."""
    body = BodyStyle(body_size, "", bold=False, color=0)
    ends = [furniture_detection.PageEnds(page, list(page.lines), body, alone=len(pages) == 1) for page in pages]
    margins = [one.margins for one in ends]
    repeated = repeated_lines.repetitions(margins)
    sought = repeated_lines.sought_lines(margins, repeated)
    inside: Counter[tuple[str, float]] = Counter()
    for one in ends:
        inside.update(one.count_inside({(text, size) for _, text, size in sought}, {word for word, _, _ in sought}))
    numbers = number_sequences([one.numbers for one in margins])
    decisions = furniture_decision.decide_furniture(DocumentEnds(margins, repeated, inside, numbers, body_size))
    return [one.split_off(own) for one, own in zip(ends, decisions, strict=True)]


def mark_headings(
    drafts: list[Draft], norm: BodyStyle, outline: Sequence[OutlineItem] = (), pages: Mapping[int, Page] | None = None
) -> None:
    """Turn the drafts that are headings into such, with their levels."""
    contents = declared_headings.contents_levels(declared_headings.contents_entries(drafts))
    printed = declared_headings.known_levels(outline, contents, len(declared_headings.present_titles(drafts, contents)))
    looks = style_clusters.StyleClusters(drafts, norm)
    titles = looks.titles(style_clusters.title_styles([looks.counts]))
    levels = heading_detection.mark_headings(drafts, norm, printed, titles, pages or {})
    subtitles.unmark_subtitles(drafts, norm, levels)
    heading_detection.join_rows(drafts, levels)
    found = [draft for draft in drafts if draft.kind is Kind.HEADING]
    heads = [heading_levels.as_title(draft, levels.get(id(draft), 0)) for draft in found]
    top = heading_detection.find_title(heads, heading_detection.count_first_titles(drafts), len(drafts))
    for index, (draft, level) in enumerate(zip(found, heading_levels.levels(heads, top), strict=True)):
        draft.level, draft.title = level, index == top


def mark_items(drafts: Sequence[Draft]) -> None:
    """Turn the drafts that are items of lists into such."""
    list_items.mark_items(drafts, list_items.choose_items(list_items.possible_items(drafts)))
