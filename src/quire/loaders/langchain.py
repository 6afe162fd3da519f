"""A document loader for LangChain."""

from __future__ import annotations

from collections.abc import Iterator

from quire.loaders.records import Files, Options, records

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import Document
except ImportError as missing:
    raise ImportError("This loader needs LangChain: pip install 'quire[langchain]'") from missing


class QuireLoader(BaseLoader):
    """Loads files as chunks; `Document.id` is the id of the chunk.

    Args:
        files: paths of documents of any type that Quire reads.
        options: how they are read.
    """

    def __init__(self, files: Files, options: Options | None = None) -> None:
        self._files, self._options = files, options or Options()

    def lazy_load(self) -> Iterator[Document]:
        """The chunks one by one; a file is read when its first chunk is asked for.

        Raises:
            QuireError: a file cannot be read.
        """
        for one in records(self._files, self._options):
            yield Document(id=one.id, page_content=one.text, metadata=one.metadata)
