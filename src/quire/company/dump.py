"""Writes every document of a data set, one after the other, as lines.

    python -m quire.company.dump FOLDER DATASET FORMAT

writes them to the standard output. The service runs it as a separate process, so that a dump does not slow down
requests for single documents.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from quire.company.catalogue import Catalogue
from quire.company.rdf_store import quads_of

DUMPS = {"jsonl": "application/x-ndjson", "nquads": "application/n-quads"}
"""The forms of a dump with their media types: a JSON document a line; N-Quads, each document in a graph of its own."""

_PIECE = 256 * 1024


def lines(catalogue: Catalogue, dataset: str, form: str) -> Iterator[bytes]:
    """Yield the documents of a data set in the order in which they were first imported, in pieces that end with a line.

    Args:
        catalogue: the edition; it must not be used elsewhere at the same time.
        dataset: ``cn`` or ``us``.
        form: one of `DUMPS`.
    """
    for entry in catalogue.names():
        if entry.dataset != dataset:
            continue
        if form == "jsonl":
            yield _line(catalogue.body(entry, "json"))
        else:
            yield quads_of(catalogue.body(entry, "rdf"), catalogue.base + entry.path)


def _line(body: bytes) -> bytes:
    """A JSON text on one line; it is written anew only where it is on several."""
    text = body.strip()
    if b"\n" in text or b"\r" in text:
        text = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":")).encode()
    return text + b"\n"


def _write(folder: Path, dataset: str, form: str) -> None:
    with Catalogue.open(folder) as catalogue:
        waiting, size = [], 0
        for piece in lines(catalogue, dataset, form):
            waiting.append(piece)
            size += len(piece)
            if size >= _PIECE:
                sys.stdout.buffer.write(b"".join(waiting))
                waiting, size = [], 0
        sys.stdout.buffer.write(b"".join(waiting))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _write(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
