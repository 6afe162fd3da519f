"""Blocks of the JSON format as blocks of the model: what the viewer keeps of a page, made ready for corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quire.model.block import (
    Block,
    Code,
    Figure,
    Formula,
    Furniture,
    Heading,
    Item,
    List,
    Note,
    Paragraph,
    Place,
    Quote,
    Role,
    Span,
    Table,
)
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind, Style
from quire.model.table import Align, Cell, Grid

Json = Mapping[str, Any]


def read_block(given: Json) -> Block:
    """The block that a page of the viewer has; what the JSON format leaves out has its default."""
    return _READERS[given["type"]](given, tuple(Place(place["page"], Box(*place["box"])) for place in given["places"]))


def read_furniture(given: Json, page: int) -> Furniture:
    """A running head or foot of a page of the viewer; its text has no style there."""
    return Furniture(Role(given["role"]), (Span(given["text"]),), Place(page, Box(*given["box"])))


def ids_of(given: Json) -> list[str]:
    """The ids of a block and of all blocks inside, in the order in which the JSON format counts them."""
    inner = [block for item in given.get("items", ()) for block in item["blocks"]] or given.get("blocks", ())
    return [str(given["id"]), *(one for block in inner for one in ids_of(block))]


def _within(given: Json) -> tuple[Block, ...]:
    return tuple(map(read_block, given["blocks"]))


def _spans(given: Json) -> tuple[Span, ...]:
    return tuple(map(_span, given["spans"]))


def _span(given: Json) -> Span:
    return Span(given["text"], _style(given), given.get("link"), given.get("note"))


def _style(given: Json) -> Style | None:
    if "font" not in given:
        return None
    bold, italic, mono = (given.get(name, False) for name in ("bold", "italic", "mono"))
    return Style(given["font"], given["size"], bold, italic, mono, _color(given["color"]), given.get("rise", 0))


def _color(text: str) -> int:
    return int(text.removeprefix("#"), 16)


def _caption(given: Json) -> tuple[Span, ...]:
    return _spans(given["caption"]) if given["caption"] else ()


def _grid(given: Json) -> Grid:
    return Grid(
        given["rows"],
        given["cols"],
        _cells(given["cells"]),
        header_rows=given["header_rows"],
        widths=tuple(given["widths"]),
        ruled=given["ruled"],
        confidence=given.get("confidence", 1.0),
        rtl=given.get("direction") == "rtl",
    )


def _cells(given: Sequence[Json]) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            one["row"],
            one["col"],
            _spans(one),
            one["row_span"],
            one["col_span"],
            header=one["header"],
            align=Align(one["align"]),
            box=Box(*one["box"]) if "box" in one else None,
            page=one.get("page", 0),
            fill=_color(one["fill"]) if "fill" in one else None,
        )
        for one in given
    )


def _picture(given: Json) -> Picture:
    box = Box(*given["box"])
    kind = PictureKind(given["kind"])
    return Picture(given["name"], given["page"], box, kind, given["width"], given["height"], alt=given["alt"])


def _paragraph(given: Json, places: tuple[Place, ...]) -> Block:
    return Paragraph(_spans(given), places, align=Align(given["align"]), indent=given["indent"])


def _list(given: Json, places: tuple[Place, ...]) -> Block:
    items = tuple(Item(item["marker"], _within(item)) for item in given["items"])
    return List(items, places, ordered=given["ordered"], start=given["start"])


def _figure(given: Json, places: tuple[Place, ...]) -> Block:
    return Figure(_picture(given["image"]), places, _caption(given), caption_above=given["caption_above"])


_READERS: dict[str, Callable[[Json, tuple[Place, ...]], Block]] = {
    "heading": lambda given, places: Heading(
        given["level"], _spans(given), places, title=given["title"], confidence=given.get("confidence", 1.0)
    ),
    "paragraph": _paragraph,
    "list": _list,
    "table": lambda given, places: Table(_grid(given), places, _caption(given), given.get("caption_above", True)),
    "figure": _figure,
    "quote": lambda given, places: Quote(_within(given), places),
    "note": lambda given, places: Note(given["note"], given["mark"], _within(given), places, given.get("end", False)),
    "code": lambda given, places: Code(given["text"], places),
    "formula": lambda given, places: Formula(given["text"], places, latex=given["latex"], label=given["label"]),
}
