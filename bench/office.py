"""Word files and slides as an office program shows them: pages beside the source's, sizes, and CPU seconds of the writers.

    python bench/office.py [PDF ...] [--to docx|pptx] [--keep FOLDER]

Without files, the samples. LibreOffice lays the written file out anew; its page count beside the source's tells
whether fonts, spaces and page breaks came over (the fonts of this machine matter: a missing family is replaced by a
wider one). Skipped with a word where LibreOffice is not installed.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SAMPLES = Path(__file__).resolve().parent.parent / "samples"


def main() -> int:
    """Prints a line for each document and format."""
    parser = argparse.ArgumentParser(description="Pages of Word files and slides beside their sources.")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--to", choices=("docx", "pptx"))
    parser.add_argument("--keep", type=Path, help="a folder for the written files and their PDFs")
    options = parser.parse_args()
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        print("LibreOffice is not installed: skipped.")
        return 0
    files = options.files or sorted(SAMPLES.glob("*.pdf"))
    print(f"{'document':44} {'to':5} {'pages':>6} {'shown':>6} {'KiB':>7} {'CPU s':>6}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            for kind in (options.to,) if options.to else ("docx", "pptx"):
                report(office, file, kind, folder, Path(scratch) / "profile")
    return 0


def report(office: str, source: Path, kind: str, folder: Path, profile: Path) -> None:
    """Converts, renders and prints one line."""
    from quire.jobs.conversion import convert

    target = folder / f"{source.stem}.{kind}"
    begin = time.process_time()
    made = convert(source, target, to=kind)
    seconds = time.process_time() - begin
    shown = rendered(office, target, folder / kind, profile)
    print(f"{source.name[:44]:44} {kind:5} {made.pages:6} {shown:6} {target.stat().st_size >> 10:7} {seconds:6.2f}")


def rendered(office: str, file: Path, folder: Path, profile: Path) -> int:
    """The number of pages that LibreOffice makes of a file; 0 when it cannot open it."""
    import pypdfium2

    arguments = [
        f"-env:UserInstallation={profile.as_uri()}",
        "--headless",
        "--convert-to",
        "pdf",
        "--outdir",
        str(folder),
    ]
    subprocess.run([office, *arguments, str(file)], check=False, capture_output=True, timeout=600)
    written = folder / f"{file.stem}.pdf"
    if not written.is_file():
        return 0
    document = pypdfium2.PdfDocument(written)
    try:
        return len(document)
    finally:
        document.close()


if __name__ == "__main__":
    sys.exit(main())
