"""Draws the generated pages of the gate anew: quality/pages/<class>/<language>-<printer>.pdf and its truth.

    python -m quality.generate.make [CLASS...]

Needs Chromium, LibreOffice, and the fonts Liberation and Noto CJK. Pages are drawn from fixed seeds; another version
of a printer or font may set them a little differently, which is a reason to look at them again.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from quality.generate.classes import CLASSES, LANGUAGES
from quality.generate.printing import bare, document, print_browser, print_office
from quality.generate.wording import Writer
from quality.read_content import write_truth

PAGES = Path(__file__).resolve().parent.parent / "pages"


def main(names: list[str]) -> None:
    """Draws the classes named, or all."""
    with tempfile.TemporaryDirectory() as temporary:
        sources: dict[str, list[Path]] = {"browser": [], "office": []}
        for name in names or CLASSES:
            shutil.rmtree(PAGES / name, ignore_errors=True)
            (PAGES / name).mkdir(parents=True)
            for printer in ("browser", "office") if CLASSES[name].office else ("browser",):
                for language in LANGUAGES:
                    page = CLASSES[name].draw(Writer(language, f"{name} {language} {printer}"))
                    source = Path(temporary) / f"{name}.{language}-{printer}.html"
                    source.write_text(document(page, language), encoding="utf-8")
                    sources[printer].append(source)
                    (PAGES / name / f"{language}-{printer}.json").write_text(write_truth(page.truth), encoding="utf-8")
        print_browser(sources["browser"])
        print_office(sources["office"])
        for source in (*sources["browser"], *sources["office"]):
            name, _, stem = source.stem.partition(".")
            bare(source.with_suffix(".pdf"), PAGES / name / f"{stem}.pdf")


if __name__ == "__main__":
    main(sys.argv[1:])
