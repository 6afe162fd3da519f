"""A company document as an answer: its headers made once, its body sent from the pack as it lies there."""

from __future__ import annotations

import mmap
from datetime import datetime
from email.utils import format_datetime
from typing import NamedTuple

from quire.company.catalogue import Catalogue, Entry, Version
from quire.company.pack import MEDIA_TYPES
from quire.web.http.conditional_requests import content_coding

Fields = tuple[tuple[bytes, bytes], ...]

CODINGS = ("br", "zstd", "gzip", "identity")
"""The content codings that are stored, in the order in which they are chosen where a client wants them equally: the
smallest first."""

CACHE = b"private, max-age=3600"


class Variant:
    """One representation in one content coding.

    Attributes:
        body: its bytes, as they lie in the mapped pack.
        length: how many they are.
        etag: its strong tag, with quotes.
        modified: since when it is what it is.
        tag: the same as bytes.
        whole: the header fields of a 200.
        whole_lines: the same as they stand on the wire.
        unchanged, unchanged_lines: those of a 304 (RFC 9110, section 15.4.5), with ``Last-Modified`` for older caches.
    """

    __slots__ = (
        "body",
        "etag",
        "length",
        "modified",
        "tag",
        "unchanged",
        "unchanged_lines",
        "whole",
        "whole_lines",
    )

    def __init__(self, body: memoryview, etag: str, modified: datetime, *, form: str, name: str) -> None:
        self.body, self.length, self.etag, self.modified = body, len(body), etag, modified
        self.tag = self.etag.encode()
        validators: Fields = (
            (b"etag", self.tag),
            (b"last-modified", format_datetime(modified, usegmt=True).encode()),
            (b"cache-control", CACHE),
            (b"vary", b"Accept-Encoding"),
        )
        encoded: Fields = () if name == "identity" else ((b"content-encoding", name.encode()),)
        self.unchanged = validators
        self.whole = (
            (b"content-type", media_type(form).encode()),
            (b"content-length", b"%d" % self.length),
            *encoded,
            *validators,
            (b"accept-ranges", b"bytes"),
        )
        self.whole_lines, self.unchanged_lines = _lines(self.whole), _lines(self.unchanged)


class Packs:
    """The packs of an edition, mapped into memory: pages of the kernel's cache, which belong to no process.

    A mapping stays as long as any body of it is in use, also when the pack's file is gone.
    """

    def __init__(self) -> None:
        self._mapped: dict[int, memoryview] = {}

    def body(self, descriptor: int, offset: int, length: int) -> memoryview:
        """A part of the pack with that descriptor."""
        found = self._mapped.get(descriptor)
        if found is None:
            found = self._mapped[descriptor] = memoryview(mmap.mmap(descriptor, 0, prot=mmap.PROT_READ))
        return found[offset : offset + length]


class Edition(NamedTuple):
    """A catalogue that is served, and its packs."""

    catalogue: Catalogue
    packs: Packs


class Document:
    """One representation of a company, or of an earlier version, in all content codings.

    Attributes:
        route: the path of the operation that serves it, for the numbers of the service.
        shown: the request as the access log shows it.
    """

    def __init__(
        self, edition: Edition, entry: Entry | Version, form: str, *, route: str = "", shown: str = ""
    ) -> None:
        self.route, self.shown = route, shown
        self._edition, self._entry, self._form = edition, entry, form
        self._variants: dict[str, Variant] = {}

    def variant(self, accept: str) -> Variant:
        """The variant for an ``Accept-Encoding``."""
        return self.coded(content_coding(accept, CODINGS))

    def coded(self, name: str) -> Variant:
        """The variant in a content coding."""
        found = self._variants.get(name)
        if found is None:
            *place, etag = self._edition.catalogue.located(self._entry, self._form, name)
            body = self._edition.packs.body(*place)
            found = self._variants[name] = Variant(body, etag, self._entry.modified, form=self._form, name=name)
        return found


def media_type(form: str) -> str:
    """The ``Content-Type`` of a format; JSON is UTF-8 by definition (RFC 8259), Turtle says so."""
    kind = MEDIA_TYPES[form]
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def _lines(fields: Fields) -> bytes:
    return b"".join(b"%s: %s\r\n" % field for field in fields)
