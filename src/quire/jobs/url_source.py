"""Fetches the document of a task that names its address, of the web or of a bucket, instead of carrying an upload."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from quire.errors import BadRequest, UnsupportedType
from quire.fetch import Fetched, Fetcher
from quire.read.books.text_encoding import sniff_text
from quire.read.file_preflight import sniff
from quire.store.source_buckets import FetchedFile, SourceBuckets, is_in_bucket
from quire.tasks.task_run import ArrivedSource

SECONDS = 60.0
"""For one document in all: it occupies a slot meanwhile."""


@dataclass(frozen=True)
class UrlSource:
    """Fetches documents with the guards of `quire.fetch` and of `quire.store.source_buckets`.

    Attributes:
        buckets: where documents may be taken from.
        allow_private: whether private addresses are taken; of `private_hosts` they are in any case.
        clean: makes the name that a server gives one that can be kept and shown.
    """

    buckets: SourceBuckets
    allow_private: bool
    clean: Callable[[str], str]
    private_hosts: frozenset[str] = frozenset()

    def __call__(self, options: Mapping[str, str], target: Path) -> ArrivedSource:
        """Fetch what the options ``source_*`` of a task ask for into `target`.

        Raises:
            BadRequest: the address is not allowed, nothing could be fetched, or the file is empty.
            UnsupportedType: it is of no type that the submission accepts. TooLarge: it is larger than that.
            StorageUnavailable: the store of a bucket does not answer.
        """
        address, limit = options["source_url"], int(options["source_limit"])
        fetched: FetchedFile | Fetched
        if is_in_bucket(address):
            fetched = self.buckets.fetch(address, options["source_owner"], target, limit=limit)
            filename = ""  # the task has it
        else:
            fetched = self._from_web(address, target, limit)
            filename = self.clean(fetched.filename) if fetched.filename else ""
        if fetched.size == 0:
            raise BadRequest("The file is empty.")
        types = options["source_types"].split(",")
        found = sniff_text(fetched.head) if "text/plain" in types else sniff(fetched.head)
        if found not in types:
            raise UnsupportedType(f"Unsupported file type: {found}")
        return ArrivedSource(filename, fetched.size)

    def _from_web(self, address: str, target: Path, limit: int) -> Fetched:
        fetch = Fetcher(
            limit,
            allow_private=self.allow_private,
            private_hosts=self.private_hosts,
            seconds=SECONDS,
        )
        return fetch(address, target)
