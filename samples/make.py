"""Draws the sample documents anew.

    python samples/make.py [NAME...]

Needs the extra `samples` (reportlab, fonttools) and Debian's packages fonts-liberation and fonts-noto-cjk. The same
input gives the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from makers import deck, fonts, report_en, report_zh

HERE = Path(__file__).resolve().parent
DOCUMENTS = {
    "annual-report-en": report_en.make,
    "annual-report-zh": report_zh.make,
    "briefing-slides": deck.make,
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
            path = HERE / f"{name}.pdf"
            make(path)
            print(f"{path.name}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
