"""Corrections in the pages of the viewer, and from there to the document that is written once more.

The pages are those of `quire.jobs.document_view`, the places those of `quire.jobs.document_corrections`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from quire.jobs.document_corrections import Change, Known, Piece, apply_changes, block_key, flat_text, role_of
from quire.jobs.view_blocks import ids_of, read_block, read_furniture
from quire.model.block import Block, Figure, List, Note, Quote, Table
from quire.model.document import Document
from quire.model.traversal import text_of, walk
from quire.write import json as json_writer
from quire.write import markdown

Content = Mapping[str, Any]


def corrected_page(number: int, content: Content, changes: Iterable[tuple[str, str]]) -> Content:
    """The page with its changes; blocks that differ have the key "corrected", running heads and feet their "id".

    Raises:
        BadRequest: a change names a place that the page does not have.
    """
    own = [Change(*change) for change in changes if change[0].partition("/")[0] == str(number)]
    if not own:
        pieces_read = [{"id": f"f{at}", **piece} for at, piece in enumerate(content["furniture"])]
        return {**content, "furniture": pieces_read}
    known, pieces = _known(content), _pieces(number, content)
    made = apply_changes(known, pieces, own)
    stored = {block["id"]: block for block in content["blocks"]}
    as_read = {one.ids[0]: one for one in known}
    blocks, order = [], 0
    for one in made.blocks:
        before = stored.get(one.ids[0], {})
        order = before.get("order", order)
        blocks.append(before if as_read.get(one.ids[0]) == one else _written(one, before) | {"order": order})
    furniture = [
        {"id": piece.id.rpartition("/")[2], "role": piece.furniture.role.value}
        | {"text": text_of(piece.furniture.spans), "box": list(piece.furniture.place.box)}
        for piece in made.furniture
    ]
    return {**content, "blocks": blocks, "furniture": furniture}


def texts_by_place(number: int, content: Content) -> dict[str, str]:
    """What can be changed on a page of `corrected_page`: the texts of all places."""
    found: dict[str, str] = {}
    for block in content["blocks"]:
        ids = tuple(ids_of(block))
        whole = read_block(block)
        found[f"{number}/{_named(ids[0])}/role"] = role_of(whole)
        for name, one in zip(ids, walk([whole]), strict=True):
            found |= {f"{number}/{_named(name)}/{what}": text for what, text in _texts(one)}
    for piece in content["furniture"]:
        found[f"{number}/{piece['id']}/role"] = piece["role"]
        found[f"{number}/{piece['id']}/text"] = piece["text"]
    return found


def changed_blocks(pages: Mapping[int, Content], changes: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """The blocks that differ from the reading, in the JSON format, as corrected."""
    made = [corrected_page(number, content, changes) for number, content in pages.items()]
    kept = [block for page in made for block in page["blocks"] if block.get("corrected")]
    return [{name: value for name, value in block.items() if name not in _SHOWN} for block in kept]


def packed(pages: Mapping[int, Content], changes: Iterable[tuple[str, str]]) -> str:
    """Changes as the option of a task, each with the text of its block as it was read."""
    read: dict[str, str] = {}
    for number, content in pages.items():
        for one in _known(content):
            read |= {name: _flat(block) for name, block in zip(one.ids, walk([one.block]), strict=True)}
        read |= {piece.id: text_of(piece.furniture.spans) for piece in _pieces(number, content)}
    return json.dumps([[*change, read.get(block_key(change[0]), "")] for change in changes], ensure_ascii=False)


def correct_document(document: Document, option: str) -> tuple[Document, tuple[str, ...]]:
    """The document with the changes of `packed`, and a warning about those that met no block.

    A format that is laid out in another way has other blocks: a change then goes to the block of its page with the
    same text.
    """
    rows = [(Change(place, after), read) for place, after, read in json.loads(option)]
    ids = (f"b{number}" for number in range(1, 1 + sum(1 for _ in walk(document.blocks))))
    known = [Known(block, tuple(next(ids) for _ in walk([block]))) for block in document.blocks]
    seen: Counter[int] = Counter()
    pieces = []
    for one in document.furniture:
        pieces.append(Piece(one, f"{one.place.page}/f{seen[one.place.page]}"))
        seen[one.place.page] += 1
    moved, lost = _resolved(rows, known, pieces)
    made = apply_changes(known, pieces, moved, strict=False)
    lost += len(made.left)
    blocks, furniture = (one.block for one in made.blocks), (one.furniture for one in made.furniture)
    what = "1 correction was" if lost == 1 else f"{lost} corrections were"
    warnings = (f"{what} left out, because this format has no such block.",) if lost else ()
    return replace(document, blocks=tuple(blocks), furniture=tuple(furniture)), warnings


_SHOWN = frozenset({"order", "markdown", "corrected"})
"""Keys of a block that the JSON format does not have."""


def _known(content: Content) -> list[Known]:
    return [Known(read_block(block), tuple(ids_of(block))) for block in content["blocks"]]


def _pieces(number: int, content: Content) -> list[Piece]:
    return [Piece(read_furniture(one, number), f"{number}/f{at}") for at, one in enumerate(content["furniture"])]


def _written(one: Known, before: Content) -> dict[str, Any]:
    """A changed block as the viewer keeps it."""
    names = [name.rpartition("/")[2] for name in one.ids]
    block: dict[str, Any] = json.loads(json_writer.write_block(one.block, names))
    render = markdown.block_renderer(Document((), (one.block,)))
    return block | {"places": before.get("places", block["places"]), "markdown": render([one.block]), "corrected": True}


def _named(name: str) -> str:
    """The id that changes name: that of the block as it was read, of which one inside may be made."""
    return name.partition(".")[0]


def _texts(block: Block) -> Iterator[tuple[str, str]]:
    """What can be changed of one block but its role."""
    if isinstance(block, Table):
        grid = block.grid
        texts = {(row, col): "" for row in range(grid.rows) for col in range(grid.cols)}
        for cell in grid.cells:
            for row in range(cell.row, cell.row + cell.row_span):
                for col in range(cell.col, cell.col + cell.col_span):
                    texts.pop((row, col), None)
            texts[cell.row, cell.col] = cell.text
        yield from ((f"{row}/{col}", text) for (row, col), text in sorted(texts.items()))
        yield "header_rows", str(grid.header_rows)
    if isinstance(block, Table | Figure):
        yield "caption", text_of(block.caption)
    elif not isinstance(block, List | Quote | Note):
        yield "text", flat_text(block)


def _flat(block: Block) -> str:
    return " ".join(flat_text(block).split())


def _resolved(
    rows: Sequence[tuple[Change, str]], known: Sequence[Known], pieces: Sequence[Piece]
) -> tuple[list[Change], int]:
    """The changes with the ids that their blocks have here, and how many have none."""
    here: dict[str, tuple[int, str]] = {}  # page and text
    for one in known:
        for name, block in zip(one.ids, walk([one.block]), strict=True):
            here[name] = (block.places[0].page if block.places else 0, _flat(block))
    for piece in pieces:
        here[piece.id] = (piece.furniture.place.page, text_of(piece.furniture.spans))
    by_text = {said: name for name, said in reversed(here.items())}
    moved, lost = [], 0
    for change, read in rows:
        key = block_key(change.place)
        page, _, *what = change.place.split("/")
        found = key if key in here and here[key][1] == read else by_text.get((int(page), read)) if read else None
        if found is None:
            lost += 1
            continue
        moved.append(Change("/".join((page, found.rpartition("/")[2], *what)), change.after))
    return moved, lost
