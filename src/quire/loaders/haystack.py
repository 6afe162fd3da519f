"""A converter for Haystack pipelines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quire.loaders.records import Options, records

try:
    from haystack import Document, component
except ImportError as missing:
    raise ImportError("This converter needs Haystack: pip install 'quire[haystack]'") from missing


@component
class QuireConverter:
    """Converts files to documents, one for each chunk: they need no splitter.

    Args:
        options: how files are read.
    """

    def __init__(self, options: Options | None = None) -> None:
        self._options = options or Options()

    @component.output_types(documents=list[Document])
    def run(self, sources: list[str | Path]) -> dict[str, Any]:
        """``{"documents": [...]}``: the chunks of all files; `Document.id` is made of the source and the chunk's id.

        Raises:
            QuireError: a file cannot be read.
        """
        made = [
            Document(id=f"{one.metadata['source']}#{one.id}", content=one.text, meta=one.metadata)
            for one in records(sources, self._options)
        ]
        return {"documents": made}
