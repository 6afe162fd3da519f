"""A document page by page, for people who want to see each block in its place, beside the result of a conversion."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from quire.jobs.atomic_save import save
from quire.jobs.page_images import LIST, draw_pages
from quire.jobs.result_doubts import is_doubtful
from quire.model.document import Document
from quire.read import Source
from quire.write import json as json_writer
from quire.write import markdown

INDEX = "view/pages.json"
"""The stored name of the list of pages; `view/<number>.json` has the blocks of one.

The list has {"page", "name", "width", "height", "sharp", "tables", "doubtful", "headings"} of each page: `name` of its
picture ("" for none), `sharp` as in `page_images.LIST`, sizes in points, `tables` and `doubtful` counts, `headings`
[id, level, text]. A page has {"blocks", "continued", "furniture"}: a block is that of the JSON format with "order"
(from 1) and "markdown"; "continued" are blocks that began on an earlier page.
"""


def save_view(document: Document, source: Source, folder: Path) -> tuple[str, ...]:
    """Save pictures and blocks of all pages of a document; the names of the files, relative to `folder`."""
    sizes = {page.number: (page.width, page.height) for page in document.pages}
    names = draw_pages(source, [*sizes], sizes, folder)
    drawn = {one["page"]: one for one in json.loads((folder / LIST).read_bytes())}
    (folder / "view").mkdir(exist_ok=True)
    listed, made = [], [INDEX]
    for number, content in _pages(document).items():
        blocks, picture = content["blocks"], drawn.get(number, {})
        listed.append(
            {
                "page": number,
                "name": picture.get("name", ""),
                "sharp": picture.get("sharp", ""),
                "width": round(sizes[number][0], 2),
                "height": round(sizes[number][1], 2),
                "tables": sum(block["type"] == "table" for block in blocks),
                "doubtful": sum(map(is_doubtful, blocks)),
                "headings": [[one["id"], one["level"], one["text"]] for one in blocks if one["type"] == "heading"],
            }
        )
        made.append(f"view/{number}.json")
        save(folder / made[-1], _body(content))
    save(folder / INDEX, _body(listed))
    return (*names, *made)


def _pages(document: Document) -> dict[int, dict[str, list[Any]]]:
    """What each page shows, by its number, in the order of the pages."""
    written: dict[str, Any] = json.loads(json_writer.write(document, {}))
    render = markdown.block_renderer(document)
    pages: dict[int, dict[str, list[Any]]] = {
        page.number: defaultdict(list, blocks=[], continued=[], furniture=[]) for page in document.pages
    }
    first = min(pages, default=0)
    for order, (block, shown) in enumerate(zip(document.blocks, written["blocks"], strict=True), 1):
        home = block.places[0].page if block.places else first
        shown |= {"order": order, "markdown": render([block])}
        pages[home]["blocks"].append(shown)
        for place in shown["places"]:
            if place["page"] != home:
                part = {"id": shown["id"], "type": shown["type"], "order": order, "home": home}
                pages[place["page"]]["continued"].append(part | {"box": place["box"]})
    for piece in written["furniture"]:
        pages[piece["page"]]["furniture"].append({name: piece[name] for name in ("role", "text", "box")})
    return pages


def _body(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
