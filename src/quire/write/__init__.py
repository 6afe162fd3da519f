"""The output formats: one file per format, one line per format in `WRITERS`.

A writer turns a document into the bytes of one file. Pictures come from a mapping that the caller
fills lazily, name to PNG bytes; a `linked` format refers to ``images/<name>.png`` and the caller
saves those files beside it, the others carry their pictures inside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the table below is asked at every start of the command line, the model only when it is filled
    from quire.model.document import Document

Pictures = Mapping[str, bytes]
Write = Callable[["Document", Pictures], bytes]

CHUNK_TOKENS, LEAST_CHUNK, MOST_CHUNK = 400, 50, 8000
"""Tokens of a chunk at most: unless asked otherwise (common embedding models read 512, headings included), and the
sizes that can be asked for. Below, sentences fall apart; above, no embedding model reads a chunk."""


@dataclass(frozen=True, slots=True)
class Writer:
    """A format: `flow` joins text over columns and pages, without it each block stays on its page."""

    suffix: str
    media_type: str
    flow: bool
    linked: bool
    module: str  # has write(document, pictures) -> bytes; imported when it is used: start-up time
    sized: bool = False  # whether its `write` takes the keyword `tokens`, the size of its pieces

    @property
    def write(self) -> Write:
        """The function that makes the file's bytes."""
        return self.write_sized(0)

    def write_sized(self, tokens: int) -> Write:
        """The same with pieces of at most `tokens` tokens, for a format that has pieces; 0 for the usual size."""
        function = import_module(self.module).write
        made: Write = partial(function, tokens=tokens) if self.sized and tokens else function
        return made


WRITERS: dict[str, Writer] = {
    "md": Writer(".md", "text/markdown; charset=utf-8", flow=True, linked=True, module="quire.write.markdown"),
    "json": Writer(".json", "application/json", flow=True, linked=True, module="quire.write.json"),
    "html": Writer(".html", "text/html; charset=utf-8", flow=True, linked=True, module="quire.write.html"),
    "docx": Writer(
        ".docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        flow=True,
        linked=False,
        module="quire.write.docx",
    ),
    "pptx": Writer(
        ".pptx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        flow=False,
        linked=False,
        module="quire.write.pptx",
    ),
    "chunks": Writer(
        ".jsonl", "application/x-ndjson", flow=True, linked=False, module="quire.write.chunks", sized=True
    ),
}
