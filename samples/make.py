"""Draws the sample documents anew.

    python samples/make.py [NAME...]

Needs the extra `samples` (reportlab, fonttools) and Debian's packages fonts-liberation and fonts-noto-cjk. The same
input gives the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from makers import deck, fonts, invoices, report_en, report_zh, statements_en, statements_zh

HERE = Path(__file__).resolve().parent
DOCUMENTS = {
    "annual-report-en.pdf": report_en.make,
    "annual-report-zh.pdf": report_zh.make,
    "briefing-slides.pdf": deck.make,
    "statements/statements-zh.pdf": statements_zh.make,
    "statements/statements-en.pdf": statements_en.make,
    "invoices/digital-invoice.pdf": invoices.digital,
    "invoices/ordinary-invoice.pdf": invoices.ordinary,
    "invoices/scanned-invoice.png": invoices.scanned,
}


def main(names: list[str]) -> int:
    """Draws the named documents, or all; 2 when a name is unknown."""
    unknown = [name for name in names if name not in DOCUMENTS]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; there are {', '.join(DOCUMENTS)}", file=sys.stderr)
        return 2
    fonts.latin()
    fonts.chinese("".join(path.read_text(encoding="utf-8") for path in sorted((HERE / "makers").glob("*.py"))))
    for name, make in DOCUMENTS.items():
        if not names or name in names:
            path = HERE / name
            path.parent.mkdir(exist_ok=True)
            make(path)
            print(f"{path.name}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
