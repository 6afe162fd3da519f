"""Read a report in this process's own sandbox: no service, no key.

python samples/five_minutes/library.py samples/annual-report-en.pdf
"""

from __future__ import annotations

import sys

import quire

document = quire.parse(sys.argv[1], pages="1-8", progress=lambda done, total: print(f"{done}/{total}", file=sys.stderr))
for page in document.pages:
    print(page.number, len(page.to_markdown()))
print(document.title)
print(document.tables[0].caption, document.tables[0].to_rows()[1])
print(document.to_chunks(tokens=300)[0].headings)
