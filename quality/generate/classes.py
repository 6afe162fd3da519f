"""All classes of generated pages, and which printers draw them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from quality.generate import formulas, tables, texts
from quality.generate.markup import Page
from quality.generate.wording import Writer


class Class(NamedTuple):
    """How a class is drawn."""

    draw: Callable[[Writer], Page]
    office: bool = True  # its HTML says the same to LibreOffice, which knows no floating, fixed or flexible boxes
    latex: bool = False  # LaTeX draws it too, in English


CLASSES: dict[str, Class] = {
    "grid": Class(tables.grid_plain),
    "grid-links": Class(tables.grid_links),
    "grid-justified": Class(tables.grid_justified),
    "grid-merged": Class(tables.grid_merged),
    "grid-tall": Class(tables.grid_tall),
    "grid-letters": Class(tables.grid_letters),
    "grid-empty": Class(tables.grid_empty_cells),
    "grid-check-boxes": Class(tables.grid_check_boxes),
    "frames": Class(tables.one_column),
    "grid-two-tables": Class(tables.two_tables),
    "grid-two-pages": Class(tables.two_pages),
    "grid-side-by-side": Class(tables.side_by_side, office=False),
    "shaded": Class(tables.shaded_rows),
    "open": Class(tables.borderless),
    "open-rules": Class(tables.three_rules),
    "open-pairs": Class(tables.open_pairs),
    "open-wrapped": Class(tables.wrapped_labels),
    "open-levels": Class(tables.header_levels),
    "open-units": Class(tables.units_row),
    "open-columns": Class(texts.table_in_columns, office=False),
    "statement": Class(tables.statement),
    "leaders": Class(tables.leaders),
    "properties": Class(tables.properties),
    "no-table-cards": Class(texts.cards, office=False),
    "no-table-form": Class(texts.form, office=False),
    "no-table-chart": Class(texts.chart, office=False),
    "no-table-listing": Class(texts.listing),
    "no-table-framed-listing": Class(texts.framed_listing, office=False),
    "no-table-diagram": Class(texts.diagram, office=False),
    "no-table-contents": Class(texts.contents, office=False),
    "no-table-index": Class(texts.index, office=False),
    "no-table-columns": Class(texts.two_columns, office=False),
    "no-table-addresses": Class(texts.short_lines, office=False),
    "formulas": Class(formulas.formulas, office=False, latex=True),
    "text-headings": Class(texts.headings),
    "text-plain-headings": Class(texts.same_size_headings),
    "text-lists": Class(texts.lists),
    "text-drawn-markers": Class(texts.drawn_markers),
    "text-printed-markers": Class(texts.printed_markers, office=False),
    "text-lettered-headings": Class(texts.lettered_headings),
    "text-repeated-openings": Class(texts.repeated_openings),
    "text-cover": Class(texts.cover, office=False),
    "text-hidden": Class(texts.hidden, office=False),
    "text-notes": Class(texts.notes),
    "text-running-heads": Class(texts.running_heads, office=False),
    "text-page-numbers": Class(texts.page_numbers, office=False),
    "text-sidebar": Class(texts.sidebar, office=False),
    "text-caption": Class(texts.caption_and_picture, office=False),
}
LANGUAGES = ("en", "zh")
