"""Documents in many kinds of writing against the texts they were made of: `python bench/writings.py [LANGUAGE...]`.

Each text of `writing/texts.toml` (title, heading, paragraphs, two lists, a table) is set in two styles, with a ruled
table and with one without rules, and printed by LibreOffice from OpenDocument and by Chromium from HTML, whichever is
there. Printed are for each language: characters lost or wrong (Levenshtein over all text, lines of blocks in order),
blocks of text that are exactly as written, items of lists, and cells at their row and column (in right-to-left
writing the first column is the one at the right). Fonts for a script that is not there can be brought by a
FONTCONFIG_FILE.
"""

from __future__ import annotations

import argparse
import html
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from quire.layout.pipeline import arrange
from quire.model.block import Block, Heading, List, Paragraph, Table
from quire.model.document import Document
from quire.model.traversal import text_of, walk
from quire.read import open_source
from writing.opendocument import flat

_TEXTS = Path(__file__).parent / "writing" / "texts.toml"
_RIGHT_TO_LEFT = {"ar", "fa", "he"}
_STYLES = {
    "ruled": "table{border-collapse:collapse}td,th{border:1px solid black;padding:3px 8px}",
    "open": "table{border-collapse:collapse;width:100%}td,th{padding:3px 8px}",
}
_FONTS = {
    "ar": "Noto Naskh Arabic", "fa": "Noto Naskh Arabic", "he": "Noto Sans Hebrew", "th": "Noto Serif Thai", "hi": "Noto Serif Devanagari",
    "bn": "Noto Serif Bengali", "ta": "Noto Serif Tamil", "ko": "Noto Serif CJK KR", "ja": "Noto Serif CJK JP",
}  # fmt: skip

Texts = dict[str, Any]
Printer = Callable[[str, Texts, str, Path], None]


def page_of(language: str, texts: Texts, style: str) -> str:
    """The document as HTML."""
    side, other = ("right", "left") if language in _RIGHT_TO_LEFT else ("left", "right")
    turned = ' dir="rtl"' if language in _RIGHT_TO_LEFT else ""

    def tags(name: str, items: Sequence[str]) -> str:
        return "".join(f"<{name}>{html.escape(one)}</{name}>" for one in items)

    head, *rows = texts["table"]
    cells = "".join(f"<th align={side if i == 0 else other}>{html.escape(one)}</th>" for i, one in enumerate(head))
    body = "".join(
        "<tr>"
        + "".join(f"<td align={side if i == 0 else other}>{html.escape(one)}</td>" for i, one in enumerate(row))
        + "</tr>"
        for row in rows
    )
    font = f"font-family:'{_FONTS[language]}','DejaVu Serif'" if language in _FONTS else "font-family:'DejaVu Serif'"
    return (
        f'<html{turned} lang="{language}"><head><meta charset="utf-8"><style>@page{{size:A4;margin:2.2cm}}'
        f"body{{{font};font-size:11pt}}{_STYLES[style]}</style></head><body{turned}>"
        f"<h1>{html.escape(texts['title'])}</h1><h2>{html.escape(texts['section'])}</h2>{tags('p', texts['text'])}"
        f"<ul>{tags('li', texts['bullets'])}</ul><ol>{tags('li', texts['steps'])}</ol>"
        f"<table{turned}><tr>{cells}</tr>{body}</table>{tags('p', [texts['more']])}</body></html>"
    )


def _by_office(language: str, texts: Texts, style: str, target: Path) -> None:
    page = target.with_suffix(".fodt")
    font = _FONTS.get(language, "DejaVu Serif")
    page.write_text(flat(language, texts, font=font, rtl=language in _RIGHT_TO_LEFT, ruled=style == "ruled"), "utf-8")
    command = ["soffice", "--headless", "--convert-to", "pdf", "--outdir", str(target.parent), str(page)]
    subprocess.run(command, check=True, capture_output=True, timeout=180)


def _by_browser(language: str, texts: Texts, style: str, target: Path) -> None:
    page = target.with_suffix(".html")
    page.write_text(page_of(language, texts, style), "utf-8")
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    subprocess.run([*command, f"--print-to-pdf={target}", page.as_uri()], check=True, capture_output=True, timeout=120)


_PRINTERS: dict[str, tuple[str, Printer]] = {"office": ("soffice", _by_office), "browser": ("chromium", _by_browser)}


def parsed(path: Path) -> Document:
    """The document that is read from a file."""
    with open_source(path) as source:
        pages = [source.page(number) for number in range(1, source.page_count + 1)]
        return arrange(pages, meta=source.meta, outline=source.outline, page_count=source.page_count)


def plain(text: str) -> str:
    """The text composed, without marks of direction and white space at its ends."""
    kept = (char for char in unicodedata.normalize("NFC", text) if unicodedata.category(char) != "Cf")
    return " ".join("".join(kept).split())


def distance(a: str, b: str) -> int:
    """Characters to insert, to delete or to replace until `a` is `b` (Myers 1999, with whole numbers as bit vectors)."""
    if not a:
        return len(b)
    places: dict[str, int] = {}
    for i, char in enumerate(a):
        places[char] = places.get(char, 0) | 1 << i
    last = 1 << (len(a) - 1)
    plus, minus, score = (1 << len(a)) - 1, 0, len(a)
    every = plus
    for char in b:
        equal = places.get(char, 0)
        across = (((equal & plus) + plus) ^ plus) | equal | minus
        up = minus | ~(across | plus) & every
        down = plus & across
        score += bool(up & last) - bool(down & last)
        up, down = (up << 1 | 1) & every, (down << 1) & every
        vertical = equal | minus
        plus, minus = down | ~(vertical | up) & every, up & vertical
    return score


def lines_of(document: Document) -> tuple[list[str], list[str], list[list[str]], list[str]]:
    """Texts of headings and paragraphs outside of lists, items of lists, rows of tables; and all of them in order."""
    texts: list[str] = []
    items: list[str] = []
    rows: list[list[str]] = []
    every: list[str] = []
    for block in document.blocks:
        if isinstance(block, List):
            found = [plain(" ".join(_words(item.blocks))) for item in block.items]
            items += found
        elif isinstance(block, Table):
            grid = [[""] * block.grid.cols for _ in range(block.grid.rows)]
            for cell in block.grid.cells:
                grid[cell.row][cell.col] = plain(cell.text)
            rows += grid
            found = [" ".join(row) for row in grid]
        elif isinstance(block, Heading | Paragraph):
            found = [plain(text_of(block.spans))]
            texts += found
        else:
            found = []
        every += found
    return texts, items, rows, every


def _words(blocks: Sequence[Block]) -> list[str]:
    return [text_of(block.spans) for block in walk(blocks) if isinstance(block, Heading | Paragraph)]


def counts(texts: Texts, document: Document, *, show: bool) -> list[tuple[int, int]]:
    """What is right and how much there is of it: characters wrong and all, texts, items, cells."""
    blocks = [plain(one) for one in (texts["title"], texts["section"], *texts["text"], texts["more"])]
    items = [plain(one) for one in (*texts["bullets"], *texts["steps"])]
    cells = [[plain(one) for one in row] for row in texts["table"]]
    found, found_items, found_rows, every = lines_of(document)
    want = [*blocks[:-1], *items, *(" ".join(row) for row in cells), blocks[-1]]
    wrong = distance("\n".join(want), "\n".join(every))
    pairs = [pair for row, other in zip(cells, found_rows, strict=False) for pair in zip(row, other, strict=False)]
    right = sum(a == b for a, b in pairs)
    if show:
        for one in [*blocks, *items]:
            if one not in found + found_items:
                near = min(every, key=lambda other: distance(one, other), default="")
                print("  -", one, "\n  +", near)
        for a, b in pairs:
            if a != b:
                print("  -", a, "\n  +", b)
        if len(found_rows) != len(cells):
            print(f"  {len(found_rows)} rows")
    return [
        (wrong, len("\n".join(want))),
        (sum(one in found for one in blocks), len(blocks)),
        (sum(one in found_items for one in items), len(items)),
        (right, sum(map(len, cells))),
    ]


def main(arguments: Sequence[str]) -> int:
    """Make, read and compare the documents."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*")
    parser.add_argument(
        "--keep", type=Path, help="the folder for the files; those that are there are taken as they are"
    )
    parser.add_argument("--show", action="store_true", help="print what differs")
    options = parser.parse_args(arguments)
    every: dict[str, Texts] = tomllib.loads(_TEXTS.read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        target = options.keep or Path(folder)
        target.mkdir(exist_ok=True)
        for printer, (program, prints) in _PRINTERS.items():
            if shutil.which(program) is None:
                print(f"{program} is not there")
                continue
            for language in options.languages or every:
                for style in _STYLES:
                    path = target / f"{language}-{style}-{printer}.pdf"
                    if not path.exists():
                        prints(language, every[language], style, path)
                    chars, texts, items, cells = counts(every[language], parsed(path), show=options.show)
                    print(
                        f"{language} {printer:8} {style:6} wrong {100 * chars[0] / chars[1]:6.2f} % texts "
                        f"{texts[0]}/{texts[1]}"
                        f" items {items[0]}/{items[1]} cells {cells[0]}/{cells[1]}"
                    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
