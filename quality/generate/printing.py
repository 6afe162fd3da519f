"""HTML to PDF with a browser or an office program, TeX to PDF, and PDFs without tags, dates and chance."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pikepdf

from quality.generate.markup import Page

FONTS = {"en": "Liberation Serif", "zh": "Noto Sans CJK SC"}
MARKS = {"BDC", "BMC", "EMC", "MP", "DP"}
"""Operators of marked content (ISO 32000-1, 14.6): they would give the structure away."""
SHEET = "@page{size:A4;margin:60pt 62pt} body{margin:0;font-family:'%s';font-size:10.5pt;line-height:1.35} %s"


def document(page: Page, language: str) -> str:
    """The HTML of a page."""
    body = page.furniture_html + "\n".join(part.html for part in page.parts)
    style = SHEET % (FONTS[language], page.style)
    return f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><style>{style}</style></head><body>{body}</body></html>'


def print_browser(sources: list[Path]) -> None:
    """A PDF beside each HTML file, printed by Chromium."""
    for source in sources:
        target = source.with_suffix(".pdf")
        _run(
            [
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-pdf-header-footer",
                f"--print-to-pdf={target}",
                source.as_uri(),
            ]
        )


def print_office(sources: list[Path]) -> None:
    """A PDF beside each HTML file, printed by LibreOffice Writer."""
    if not sources:
        return
    with tempfile.TemporaryDirectory() as profile:
        start = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--infilter=HTML (StarWriter)"]
        convert = ["--convert-to", "pdf:writer_web_pdf_Export", "--outdir", str(sources[0].parent)]
        _run([*start, *convert, *map(str, sources)])


def print_latex(sources: list[Path]) -> None:
    """A PDF beside each TeX file, printed by pdfLaTeX."""
    for source in sources:
        _run(["pdflatex", "-interaction=batchmode", f"-output-directory={source.parent}", str(source)])


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=600)


def bare(source: Path, target: Path) -> None:
    """Writes the PDF without structure, marks, metadata and dates: equal pages are equal files."""
    with pikepdf.open(source) as pdf:
        for page in pdf.pages:
            kept = [one for one in pikepdf.parse_content_stream(page) if str(one.operator) not in MARKS]
            page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(kept))
            for name in ("/StructParents", "/Tabs"):
                if name in page:
                    del page[name]
        for name in ("/StructTreeRoot", "/MarkInfo", "/Lang", "/Outlines", "/Metadata", "/Dests", "/Names"):
            if name in pdf.Root:
                del pdf.Root[name]
        for name in ("/Info", "/ID", "/DocChecksum"):  # dates, and what is made from them
            if name in pdf.trailer:
                del pdf.trailer[name]
        pdf.remove_unreferenced_resources()
        pdf.save(
            target, object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True, deterministic_id=True
        )
