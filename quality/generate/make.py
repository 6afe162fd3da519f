"""Draws the generated pages of the gate anew: quality/pages/<class>/<language>-<printer>.pdf and its truth.

    python -m quality.generate.make [CLASS...]

Needs Chromium, LibreOffice, pdfLaTeX with AMS-LaTeX, the font Latin Modern Math, and the fonts Liberation and Noto CJK. Pages are drawn from fixed seeds; another version
of a printer or font may set them a little differently, which is a reason to look at them again.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from quality.generate.classes import CLASSES, LANGUAGES, Class
from quality.generate.formulas import latex_source
from quality.generate.printing import bare, document, print_browser, print_latex, print_office
from quality.generate.wording import Writer
from quality.read_content import write_truth

PAGES = Path(__file__).resolve().parent.parent / "pages"


TYPEFACES = {"latex": "", "latex-times": "\\usepackage{mathptmx}"}
"""Lines of a preamble by the name of the printer."""


def main(names: list[str]) -> None:
    """Draws the classes named, or all."""
    with tempfile.TemporaryDirectory() as temporary:
        sources: dict[str, list[Path]] = {"browser": [], "office": [], "latex": []}
        for name in names or CLASSES:
            shutil.rmtree(PAGES / name, ignore_errors=True)
            (PAGES / name).mkdir(parents=True)
            for printer, language in _prints(CLASSES[name]):
                page = CLASSES[name].draw(Writer(language, f"{name} {language} {printer}"))
                (PAGES / name / f"{language}-{printer}.json").write_text(write_truth(page.truth), encoding="utf-8")
                source = Path(temporary) / f"{name}.{language}-{printer}"
                if printer in TYPEFACES:
                    sources["latex"].append(source.with_name(f"{source.name}.tex"))
                    sources["latex"][-1].write_text(latex_source(page, TYPEFACES[printer]), encoding="utf-8")
                else:
                    sources[printer].append(source.with_name(f"{source.name}.html"))
                    sources[printer][-1].write_text(document(page, language), encoding="utf-8")
        print_browser(sources["browser"])
        print_office(sources["office"])
        print_latex(sources["latex"])
        for source in (path for paths in sources.values() for path in paths):
            name, _, stem = source.stem.partition(".")
            bare(source.with_suffix(".pdf"), PAGES / name / f"{stem}.pdf")


def _prints(kind: Class) -> Iterator[tuple[str, str]]:
    """(printer, language) of each PDF of a class."""
    for printer in ("browser", "office") if kind.office else ("browser",):
        yield from ((printer, language) for language in LANGUAGES)
    if kind.latex:
        yield from ((printer, "en") for printer in TYPEFACES)


if __name__ == "__main__":
    main(sys.argv[1:])
