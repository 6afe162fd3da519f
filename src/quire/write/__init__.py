"""The output formats: one file per format, one line per format in `WRITERS`.

A writer turns a document into the bytes of one file. Pictures come from a mapping that the caller
fills lazily, name to PNG bytes; a `linked` format refers to ``images/<name>.png`` and the caller
saves those files beside it, the others carry their pictures inside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the table below is asked at every start of the command line, the model only when it is filled
    from quire.model.document import Document

Pictures = Mapping[str, bytes]
Write = Callable[["Document", Pictures], bytes]


@dataclass(frozen=True, slots=True)
class Writer:
    """A format: `flow` joins text over columns and pages, without it each block stays on its page."""

    suffix: str
    media_type: str
    flow: bool
    linked: bool
    module: str  # has write(document, pictures) -> bytes; imported when it is used: start-up time

    @property
    def write(self) -> Write:
        """The function that makes the file's bytes."""
        function: Write = import_module(self.module).write
        return function


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
}
