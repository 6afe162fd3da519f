"""What a converted document shows to people: its pages, and on each the blocks with their places.

The files are those that `quire.jobs.document_view` keeps beside a result; its docstrings say what is in them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quire.model.block import UNSURE_HEADING
from quire.web.console.result_tables import LOW_CONFIDENCE

VIEWS = ("blocks", "markdown", "json", "tables")
"""What the viewer shows beside the pages of a document."""

_OWN = frozenset({"order", "markdown", "corrected"})
"""Keys of a block that the JSON format does not have."""

_PAGE = re.compile(r"(?:\b[Pp]ages? |\bpages .{0,80}\()(\d+)")


@dataclass(frozen=True, slots=True)
class Mark:
    """A rectangle on a page that leads to its block.

    Attributes:
        name: unique in the document.
        block: id of the block; "" for furniture.
        home: the page that shows the block.
        role: type of the block, or role of the furniture.
        order: place in the reading order from 1; 0 for furniture.
        box: left, top, width, height in points.
        cells: boxes of a table's cells, the same.
        percent: confidence where it is in doubt.
        text: of the furniture; "" for blocks.
    """

    name: str
    block: str
    home: int
    role: str
    order: int
    box: tuple[float, ...]
    cells: tuple[tuple[float, ...], ...] = ()
    percent: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """A page: its number, its blocks as the JSON format has them with "order" and "markdown", and all its marks."""

    number: int
    blocks: tuple[Mapping[str, Any], ...]
    marks: tuple[Mark, ...]
    furniture: tuple[Mapping[str, Any], ...] = ()

    @property
    def markdown(self) -> str:
        """Its blocks as Markdown."""
        return "\n".join(text for block in self.blocks if (text := block["markdown"]))

    @property
    def json(self) -> str:
        """Its blocks as the JSON format has them, indented."""
        shown = [{name: value for name, value in block.items() if name not in _OWN} for block in self.blocks]
        return json.dumps(shown, ensure_ascii=False, indent=1)


def document_page(number: int, content: Mapping[str, Sequence[Mapping[str, Any]]]) -> DocumentPage:
    """The page of a stored file."""
    marks = [
        _block_mark(block, place, f"m-{block['id']}" + (f"-{at}" if at else ""), number)
        for block in content["blocks"]
        for at, place in enumerate(place for place in block["places"] if place["page"] == number)
    ]
    marks += [
        Mark(
            f"m-{part['id']}-p{number}-{at}", part["id"], part["home"], part["type"], part["order"], _size(part["box"])
        )
        for at, part in enumerate(content["continued"])
    ]
    marks += [
        Mark(f"f-{number}-{at}", "", number, piece["role"], 0, _size(piece["box"]), text=piece["text"])
        for at, piece in enumerate(content["furniture"])
    ]
    return DocumentPage(number, tuple(content["blocks"]), tuple(marks), tuple(content["furniture"]))


@dataclass(frozen=True, slots=True)
class Field:
    """A text that can be changed: its place, the text, and for a cell of a table the rows and columns it covers."""

    place: str
    text: str
    down: int = 1
    across: int = 1


@dataclass(frozen=True, slots=True)
class EditedBlock:
    """What the edit form of one block shows.

    Attributes:
        id: of the block.
        ids: places of it and the blocks inside, which the button “as read” gives back.
        role: its role; None where it has only one.
        texts: its texts.
        caption: of a table or picture.
        rows: of a table, the cells that begin in each.
        header_rows: of a table.
    """

    id: str
    ids: tuple[str, ...]
    role: Field | None
    texts: tuple[Field, ...]
    caption: Field | None
    rows: tuple[tuple[Field, ...], ...]
    header_rows: Field | None


def edited_block(number: int, block: Mapping[str, Any], texts: Mapping[str, str]) -> EditedBlock:
    """The form of a block, or of a running head or foot, with the texts that its page has by place."""
    ids = [*dict.fromkeys(f"{number}/{name.partition('.')[0]}" for name in _ids(block))]
    cells = {(one["row"], one["col"]): one for one in block.get("cells", ())}
    own, rows = dict[str, Field](), dict[int, list[Field]]()
    written: list[Field] = []
    for place, text in texts.items():
        name, _, what = place.partition("/")[2].partition("/")
        row, _, col = what.partition("/")
        if f"{number}/{name}" not in ids:
            continue
        if col:
            cell = cells.get((int(row), int(col)), {})
            one = Field(place, text, cell.get("row_span", 1), cell.get("col_span", 1))
            rows.setdefault(int(row), []).append(one)
        elif what == "text":
            written.append(Field(place, text))
        elif f"{number}/{name}" == ids[0]:
            own[what] = Field(place, text)
    role = own.get("role") if block.get("type") != "figure" else None
    shown = tuple(tuple(rows[at]) for at in sorted(rows))
    return EditedBlock(block["id"], tuple(ids), role, tuple(written), own.get("caption"), shown, own.get("header_rows"))


def _ids(block: Mapping[str, Any]) -> list[str]:
    inner = [one for item in block.get("items", ()) for one in item["blocks"]] or block.get("blocks", ())
    return [str(block["id"]), *(name for one in inner for name in _ids(one))]


def first_page(warning: str) -> int:
    """The first page that a warning names; 0 when it names none."""
    found = _PAGE.search(warning)
    return int(found.group(1)) if found else 0


def doubt(block: Mapping[str, Any]) -> int | None:
    """The lowest confidence of a block and its places in percent, where it is in doubt; a person's word is not."""
    if block.get("corrected"):
        return None
    own = block.get("confidence", 1.0)
    if block.get("type") == "heading" and own >= UNSURE_HEADING:
        own = 1.0
    lowest = min(own, *(place.get("confidence", 1.0) for place in block["places"]), 1.0)
    return round(100 * lowest) if lowest < LOW_CONFIDENCE else None


def _block_mark(block: Mapping[str, Any], place: Mapping[str, Any], name: str, number: int) -> Mark:
    cells = tuple(_size(cell["box"]) for cell in block.get("cells", ()) if cell.get("page") == number)
    box, percent = _size(place["box"]), doubt(block)
    return Mark(name, block["id"], number, block["type"], block["order"], box, cells, percent)


def _size(box: Sequence[float]) -> tuple[float, ...]:
    x0, y0, x1, y1 = box
    return round(x0, 1), round(y0, 1), round(x1 - x0, 1), round(y1 - y0, 1)
