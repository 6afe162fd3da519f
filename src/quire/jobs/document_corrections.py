"""What people correct in a document: texts, roles and tables, applied to the model before it is written.

A change is a place and a text. The place is ``<page>/<block>/<what>``; the block is its id in the JSON format, or
``f<number>`` for the running heads and feet of a page, counted from 0. What:

    text, caption       the text; the spans keep the style of what did not change
    role                a word of `ROLES`
    <row>/<column>      the text of a cell, counted from 0
    row/<n>, column/<n> "join" with the next, "split" (an empty one follows), "remove"
    header_rows         how many rows are column headings
    (nothing)           the block is as it was read: what was changed before does not count

Changes of a table apply one after the other, so places count in the table as it is then.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from quire.errors import BadRequest
from quire.jobs.grid_edits import ROW_EDITS, edited_column, with_header_rows, with_text
from quire.jobs.span_edits import respelled
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
    Table,
)
from quire.model.span import Span
from quire.model.table import Grid
from quire.model.traversal import text_of

HEADINGS = tuple(f"heading{level}" for level in range(1, 7))
FURNITURE = tuple(role.value for role in Role)
ROLES = ("title", *HEADINGS, "paragraph", "list_item", "caption", "quote", "note", "code", "formula", *FURNITURE)
"""The roles that a person can give to a text."""

_MARKER = re.compile(r"([•·▪◦‣*–—-]|\(?\d{1,3}[.)、]|\([^\W\d_]{1,4}\)|[^\W\d_][.)])\s+")
"""A printed marker at the start of an item: a bullet, "1.", "(a)", "b)"."""


class Change(NamedTuple):
    """What a person changed: the place and the text there."""

    place: str
    after: str


class Known(NamedTuple):
    """A block of the top level, and the ids of it and of all blocks inside, in the order of the JSON format."""

    block: Block
    ids: tuple[str, ...]


class Piece(NamedTuple):
    """A running head or foot; its id is ``<page>/f<number>``."""

    furniture: Furniture
    id: str


@dataclass(slots=True)
class Corrected:
    """Blocks and furniture after corrections; `left` are the places of changes that could not be made."""

    blocks: list[Known] = field(default_factory=list)
    furniture: list[Piece] = field(default_factory=list)
    left: set[str] = field(default_factory=set)
    met: set[str] = field(default_factory=set)  # ids of all blocks and pieces
    captions: set[str] = field(default_factory=set)  # ids of blocks that are captions of what follows them


def apply_changes(
    blocks: Sequence[Known], furniture: Sequence[Piece], changes: Iterable[Change], *, strict: bool = True
) -> Corrected:
    """The blocks and the furniture with all changes, which must be in the order in which they were made.

    Raises:
        BadRequest: a change names a role that does not exist, or, if `strict`, a place that its block does not have.
    """
    wanted = _by_id(changes)
    made = Corrected()
    for known in blocks:
        block = _rebuilt(known.block, iter(known.ids), wanted, None if strict else made.left, made.met)
        _put(made, known._replace(block=block), _role(wanted.get(known.ids[0], ())))
    for piece in furniture:
        own = wanted.get(piece.id, [])
        made.met.add(piece.id)
        spans = piece.furniture.spans
        for change in own:
            spans = respelled(spans, change.after) if change.place.endswith("/text") else spans
        _put_furniture(made, replace(piece.furniture, spans=spans), piece.id, _role(own))
    missed = [change.place for name, own in wanted.items() if name not in made.met for change in own]
    if missed and strict:
        raise _unknown(missed[0])
    made.left.update(missed)
    return made


def block_key(place: str) -> str:
    """The id of the block that a place is in; running heads and feet are counted by page, so theirs names it."""
    page, name, *_ = [*place.split("/"), ""]
    return f"{page}/{name}" if name.startswith("f") else name


def flat_text(block: Block) -> str:
    """The text of a block: items, rows and paragraphs inside one to a line."""
    match block:
        case Heading() | Paragraph():
            return text_of(block.spans)
        case Formula():
            return block.latex or block.text
        case Code():
            return block.text
        case List():
            return "\n".join(f"{item.marker} {_joined(item.blocks)}".strip() for item in block.items)
        case Quote() | Note():
            return _joined(block.blocks)
        case Table():
            rows = defaultdict(list)
            for cell in block.grid.cells:
                rows[cell.row].append(cell.text)
            return "\n".join(" ".join(filter(None, texts)) for texts in rows.values())
        case _:
            return text_of(block.caption)


def role_of(block: Block) -> str:
    """The word of a block's role: of `ROLES`, or its type in the JSON format."""
    if isinstance(block, Heading):
        return "title" if block.title else f"heading{min(block.level, 6)}"
    return type(block).__name__.lower()


def _joined(blocks: Iterable[Block]) -> str:
    return "\n".join(filter(None, map(flat_text, blocks)))


def _by_id(changes: Iterable[Change]) -> dict[str, list[Change]]:
    """The changes of each block that count, in their order."""
    found: dict[str, list[Change]] = {}
    for change in changes:
        name = block_key(change.place)
        if change.place.count("/") == 1:
            found.pop(name, None)
        else:
            found.setdefault(name, []).append(change)
    return found


def _unknown(place: str) -> BadRequest:
    return BadRequest(f"There is no value at “{place}”.")


def _role(changes: Iterable[Change]) -> str:
    """The role that changes give last; "" for the one that was read.

    Raises:
        BadRequest: it does not exist.
    """
    roles = [change.after for change in changes if change.place.endswith("/role")]
    if roles and roles[-1] not in ROLES:
        raise BadRequest(f"There is no role “{roles[-1][:40]}”.")
    return roles[-1] if roles else ""


def _rebuilt(
    block: Block, ids: Iterator[str], wanted: Mapping[str, Sequence[Change]], left: set[str] | None, met: set[str]
) -> Block:
    """The block with the changes of it and of the blocks inside, but for its role.

    `met` gets the ids, `left` the places that the block does not have; without it they are an error.
    """
    own = next(ids)
    met.add(own)

    def inside(blocks: Sequence[Block]) -> tuple[Block, ...]:
        return tuple(_rebuilt(one, ids, wanted, left, met) for one in blocks)

    if isinstance(block, List):
        block = replace(block, items=tuple(replace(item, blocks=inside(item.blocks)) for item in block.items))
    elif isinstance(block, Quote | Note):
        block = replace(block, blocks=inside(block.blocks))
    for change in wanted.get(own, ()):
        try:
            block = _changed(block, change)
        except BadRequest:
            if left is None:
                raise
            left.add(change.place)
    return block


def _changed(block: Block, change: Change) -> Block:
    """The block with one change; its role stays.

    Raises:
        BadRequest: it has no such place.
    """
    what, text = change.place.split("/")[2:], change.after
    match what:
        case ["role"]:
            return block
        case ["text"] if isinstance(block, Heading | Paragraph):
            return replace(block, spans=respelled(block.spans, text), stops=())
        case ["text"] if isinstance(block, Formula) and block.latex:
            return replace(block, latex=text)
        case ["text"] if isinstance(block, Code | Formula):
            return replace(block, text=text)
        case ["caption"] if isinstance(block, Table | Figure):
            return replace(block, caption=respelled(block.caption, text) if text else ())
        case _ if isinstance(block, Table):
            return replace(block, grid=_edited(block.grid, what, text, change.place))
    raise _unknown(change.place)


def _edited(grid: Grid, what: Sequence[str], text: str, place: str) -> Grid:
    try:
        match what:
            case ["header_rows"]:
                return with_header_rows(grid, int(text))
            case ["row", number]:
                return ROW_EDITS[text](grid, int(number))
            case ["column", number]:
                return edited_column(grid, text, int(number))
            case [row, column]:
                return with_text(grid, int(row), int(column), text)
    except (IndexError, KeyError, ValueError):
        pass
    raise _unknown(place)


def _put(made: Corrected, known: Known, role: str) -> None:
    """Add a block with the role that a person gave it; "" is its own."""
    block, name = known.block, known.ids[0]
    above = made.blocks[-1] if made.blocks else None
    if role in FURNITURE and block.places:
        made.furniture.append(Piece(Furniture(Role(role), _spans(block), block.places[0]), name))
    elif role == "caption":
        if above and isinstance(above.block, Table | Figure) and not above.block.caption:
            captioned = replace(above.block, caption=_spans(block), caption_above=False)
            made.blocks[-1] = above._replace(block=captioned)
        else:
            made.blocks.append(known)
            made.captions.add(name)
    elif role == "list_item" and not isinstance(block, List):
        new, inner = _with_role(block, role, name)
        _put_item(made, Known(new, (name, *inner)))
    elif role:
        new, inner = _with_role(block, role, name)
        made.blocks.append(Known(new, (name, *inner)))
    elif isinstance(block, Table | Figure) and not block.caption and above and above.ids[0] in made.captions:
        captioned = replace(block, caption=_spans(above.block), caption_above=True)
        made.blocks[-1] = known._replace(block=captioned)
    else:
        made.blocks.append(known)


def _put_item(made: Corrected, alone: Known) -> None:
    """Add the item of a list to the list that ends there, or the list itself."""
    last = made.blocks[-1] if made.blocks else None
    if last is None or not isinstance(last.block, List) or not isinstance(alone.block, List):
        made.blocks.append(alone)
        return
    items, places = (*last.block.items, *alone.block.items), (*last.block.places, *alone.block.places)
    made.blocks[-1] = Known(replace(last.block, items=items, places=places), (*last.ids, alone.ids[1]))


def _put_furniture(made: Corrected, piece: Furniture, name: str, role: str) -> None:
    """Keep a running head or foot, or put it into the flow where it stands on its page."""
    if not role or role in FURNITURE:
        made.furniture.append(Piece(replace(piece, role=Role(role)) if role else piece, name))
        return
    block, inner = _with_role(Paragraph(piece.spans, (piece.place,)), role, name)
    made.blocks.insert(_position(made.blocks, piece.place), Known(block, (name, *inner)))


def _position(blocks: Sequence[Known], place: Place) -> int:
    """Where a text of this place comes among blocks in reading order: before the first one that is below it."""
    for at, known in enumerate(blocks):
        home = known.block.places[0] if known.block.places else None
        if home and (home.page > place.page or (home.page == place.page and home.box.y0 >= place.box.y1)):
            return at
    return len(blocks)


def _with_role(block: Block, role: str, name: str) -> tuple[Block, tuple[str, ...]]:
    """A block as another one, and the ids inside."""
    places, spans = block.places, _spans(block)
    make: dict[str, Callable[[], Block]] = {
        "title": lambda: Heading(1, spans, places, title=True),
        "paragraph": lambda: Paragraph(spans, places),
        "code": lambda: Code(flat_text(block), places),
        "formula": lambda: Formula(flat_text(block), places),
        "quote": lambda: Quote((Paragraph(spans, places),), places),
        "note": lambda: Note(f"n-{name}", "", (Paragraph(spans, places),), places),
        "list_item": lambda: List((_item(block),), places),
    }
    if role in HEADINGS:
        return Heading(int(role[-1]), spans, places), ()
    return make.get(role, make["paragraph"])(), (f"{name}.1",) if role in {"quote", "note", "list_item"} else ()


def _item(block: Block) -> Item:
    """The block as an item; a printed marker at its start is the item's."""
    spans, places = _spans(block), block.places
    found = _MARKER.match(text_of(spans))
    if not found:
        return Item("•", (Paragraph(spans, places),))
    return Item(found.group(1), (Paragraph(respelled(spans, text_of(spans)[found.end() :]), places),))


def _spans(block: Block) -> tuple[Span, ...]:
    """The text of a block as spans, with its style where it is a text."""
    if isinstance(block, Heading | Paragraph):
        return block.spans
    text = flat_text(block)
    return (Span(text),) if text else ()
