"""Load a document into LangChain as chunks with their headings and pages; needs quire[langchain].

python samples/five_minutes/loader.py samples/annual-report-en.pdf
"""

from __future__ import annotations

import sys

from quire.loaders.langchain import QuireLoader
from quire.loaders.records import Options

for document in QuireLoader(sys.argv[1:], Options(pages="1-3")).lazy_load():
    print(document.metadata["pages"], document.metadata["headings"], len(document.page_content))
