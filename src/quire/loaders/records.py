"""The chunks of files as plain values, which each loader puts into its library's class."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import quire
from quire.write import CHUNK_TOKENS

Files = str | Path | Iterable[str | Path]
Metadata = dict[str, str | int]


class Record(NamedTuple):
    """A chunk of a file.

    Attributes:
        id: of the chunk: the same as long as its text and its headings are.
        text: Markdown.
        metadata: flat, as vector stores want it: ``source``, ``index``, ``kind``, ``headings`` (joined by " > "),
            ``pages`` (such as "3,4"), ``boxes`` (JSON), ``previous``, ``next``, ``tokens``.
    """

    id: str
    text: str
    metadata: Metadata


class Options(NamedTuple):
    """How files are read: see `quire.parse`.

    Attributes:
        tokens: of a chunk at most.
        pages: such as ``1-5,8,12-``; "" is all.
        ocr: whether pages without text are recognised.
        sandbox: where files are read; True is a process of its own.
    """

    tokens: int = CHUNK_TOKENS
    pages: str = ""
    ocr: bool = True
    sandbox: quire.Sandbox | bool = True


def records(files: Files, options: Options) -> Iterator[Record]:
    """The chunks of each file in order.

    Raises:
        QuireError: a file cannot be read. FileNotFoundError: there is none.
    """
    for file in [files] if isinstance(files, str | Path) else files:
        document = quire.parse(file, pages=options.pages, ocr=options.ocr, sandbox=options.sandbox)
        for chunk in document.to_chunks(tokens=options.tokens):
            yield Record(chunk.id, chunk.text, _metadata(chunk, file))


def _metadata(chunk: quire.Chunk, file: str | Path) -> Metadata:
    said = chunk.to_dict()
    return {
        "source": str(file),
        "index": chunk.index,
        "kind": "text" if chunk.table is None else "table",
        "headings": " > ".join(chunk.headings),
        "pages": ",".join(map(str, sorted({place.page for place in chunk.places}))),
        "boxes": json.dumps(said["boxes"]),
        "previous": chunk.previous,
        "next": chunk.following,
        "tokens": chunk.tokens,
    }
