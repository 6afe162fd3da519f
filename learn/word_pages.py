"""Word documents of one drawn grid each, turned into PDF by LibreOffice, beside their truth.

Those that take more than a page are left without truth, so that they do not count.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from dataclasses import asdict
from pathlib import Path

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from learn.page_html import PageTruth
from learn.table_html import Truth, table
from learn.wording import Wording, wording
from quire.read import open_source

_SHADES = ("D9E2F3", "EDEDED", "FBE4D5")


def write(path: Path, seed: int) -> PageTruth:
    """Write a document with one table between paragraphs; its truth."""
    words = wording(random.Random(seed))
    truth = table(words, style="grid", rows=words.draw.randint(2, 8)).truth
    document = Document()
    document.add_paragraph(words.paragraph(words.draw.randint(1, 3)))
    _add(document, truth, words)
    document.add_paragraph(words.paragraph(2))
    document.save(str(path))
    return PageTruth("drawn", words.language, [truth])


def _add(document: object, truth: Truth, words: Wording) -> None:
    draw = words.draw
    grid = document.add_table(truth.rows, truth.cols)  # type: ignore[attr-defined]
    grid.style = "Table Grid"
    align = draw.choice([WD_ALIGN_PARAGRAPH.LEFT, WD_ALIGN_PARAGRAPH.JUSTIFY, WD_ALIGN_PARAGRAPH.CENTER])
    links, shade = draw.random() < 0.4, draw.choice([None, None, *_SHADES])
    for row, col, down, across, text in truth.cells:
        cell = grid.cell(row, col)
        if down > 1 or across > 1:
            cell = cell.merge(grid.cell(row + down - 1, col + across - 1))
        paragraph = cell.paragraphs[0]
        paragraph.alignment = align
        run = paragraph.add_run(text)
        run.underline = links and draw.random() < 0.5
        run.bold = row < truth.header_rows
        if shade and (row < truth.header_rows or (row % 2 and draw.random() < 0.9)):
            fill = OxmlElement("w:shd")
            fill.set(qn("w:val"), "clear")
            fill.set(qn("w:fill"), shade)
            cell._tc.get_or_add_tcPr().append(fill)  # noqa: SLF001 - python-docx has no shading


def main() -> None:
    """Write and convert documents."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folder", type=Path)
    ask.add_argument("--first", type=int, default=0)
    ask.add_argument("--pages", type=int, default=60)
    args = ask.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(args.first, args.first + args.pages)
    truths = {args.folder / f"{seed}.docx": write(args.folder / f"{seed}.docx", seed) for seed in seeds}
    profile = f"-env:UserInstallation={(args.folder / 'profile').resolve().as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(args.folder), *map(str, truths)]
    subprocess.run(command, check=True, capture_output=True, timeout=900)
    for path, truth in truths.items():
        with open_source(path.with_suffix(".pdf")) as source:
            if source.page_count == 1:
                path.with_suffix(".json").write_text(json.dumps([asdict(truth)], ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
