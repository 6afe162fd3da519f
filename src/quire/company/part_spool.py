"""Keeps the parts on their way from importers to records in a file, so that memory holds only their places.

Parts of one company may come from many places in many files; the spool gathers them by company, in the order in which
the companies first came. A document in the specification's own form stays as bytes: the workers parse it, in parallel.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from quire.company.record import Part


@dataclass(frozen=True, slots=True)
class Raw:
    """A document in the specification's own form: its bytes, and what the importer knows of it already."""

    dataset: str
    key: str
    market: str
    file: str
    row: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Rejected:
    """A row that was refused, or taken with a remark: its file (without the folder), its place in it, and why.

    `taken` tells a remark from a refusal: the row was imported all the same.
    """

    file: str
    row: str
    reason: str
    taken: bool = False


class Spool:
    """A file of parts with an index by company; removed when it is closed."""

    def __init__(self, folder: Path) -> None:
        # Not named, so nothing is left behind whatever happens; workers get the bytes.
        self._file = tempfile.TemporaryFile(dir=folder, prefix="spool-")  # noqa: SIM115 - closed by `close`
        self._end = 0
        self._index: dict[tuple[str, str], list[tuple[int, int, int]]] = {}

    def __len__(self) -> int:
        return len(self._index)

    def add(self, part: Part | Raw) -> None:
        """Keep a part."""
        if isinstance(part, Raw):
            head = [part.dataset, part.key, part.market, part.file, part.row]
            data = part.data
        else:
            head, data = [], json.dumps(asdict(part), ensure_ascii=False).encode()
        opening = json.dumps(head, ensure_ascii=False).encode()
        self._file.write(opening)
        self._file.write(data)
        places = self._index.setdefault((part.dataset, part.key), [])
        places.append((self._end, len(opening), len(data)))
        self._end += len(opening) + len(data)

    def companies(self) -> Iterator[tuple[tuple[str, str], list[tuple[bytes, bytes]]]]:
        """Yield each company with its stored parts; `restored` reads them."""
        self._file.flush()
        for key, places in self._index.items():
            stored: list[tuple[bytes, bytes]] = []
            for at, opening, length in places:
                self._file.seek(at)
                stored.append((self._file.read(opening), self._file.read(length)))
            yield key, stored

    def close(self) -> None:
        """Remove the file."""
        self._file.close()


def restored(stored: tuple[bytes, bytes]) -> Part | Raw:
    """Return a stored part as it was added."""
    head = json.loads(stored[0])
    if not head:
        return Part(**json.loads(stored[1]))
    dataset, key, market, file, row = head
    return Raw(dataset, key, market, file, row, stored[1])
