"""Corrected pages as truth for ``make quality``: what stands in a document, without how it looks."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Content = Mapping[str, Any]

_OWN_TEXT = frozenset({"paragraph", "formula", "code"})
"""Types of blocks that are the text of the item around them."""


def truth(pages: Iterable[Content]) -> bytes:
    """The truth file of a document: a line of JSON for each block; quality/README.md has its form."""
    blocks, furniture = list[list[object]](), list[str]()
    for page in pages:
        blocks += _blocks(page["blocks"], 0)
        furniture += [piece["text"] for piece in page["furniture"]]
    lines = ",\n".join(json.dumps(block, ensure_ascii=False) for block in blocks)
    return f'{{"furniture": {json.dumps(furniture, ensure_ascii=False)},\n"blocks": [\n{lines}\n]}}\n'.encode()


def truth_archive(name: str, source: bytes, pages: Iterable[Content]) -> bytes:
    """A ZIP file with ``pdf/<name>.pdf`` and ``truth/<name>.json``, the folder that ``--pages`` takes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"pdf/{name}.pdf", source)
        archive.writestr(f"truth/{name}.json", truth(pages))
    return made.getvalue()


def _blocks(blocks: Sequence[Content], depth: int) -> Iterator[list[object]]:
    for block in blocks:
        match block["type"]:
            case "heading":
                yield ["heading", block["level"], block["text"]]
            case "table":
                yield from _caption(block)
                yield ["table", block["header_rows"], [_cell(cell) for cell in block["cells"]]]
            case "figure":
                yield from _caption(block)
            case "list":
                for item in block["items"]:
                    yield from _item(item["blocks"], depth)
            case "quote" | "note":
                yield from _blocks(block["blocks"], depth)
            case "formula":
                yield ["formula", block["text"], block["latex"] or "", block["label"] or ""]
            case _:
                yield ["paragraph", block["text"]]


def _item(blocks: Sequence[Content], depth: int) -> Iterator[list[object]]:
    own = [block for block in blocks if block["type"] in _OWN_TEXT]
    if own:
        yield ["item", depth, " ".join(block["text"] for block in own)]
    yield from _blocks([block for block in blocks if block not in own], depth + 1)


def _caption(block: Content) -> list[list[object]]:
    return [["paragraph", block["caption"]["text"]]] if block["caption"] else []


def _cell(cell: Content) -> list[object]:
    return [cell["row"], cell["col"], cell["text"], cell["row_span"], cell["col_span"]]
