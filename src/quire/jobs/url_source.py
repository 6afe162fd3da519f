"""Fetches the document of a task that names its address instead of carrying an upload."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from quire.errors import BadRequest, UnsupportedType
from quire.fetch import Fetcher
from quire.read.file_preflight import sniff
from quire.tasks.task_run import ArrivedSource

SECONDS = 60.0
"""For one document in all: it occupies a slot meanwhile."""


@dataclass(frozen=True)
class UrlSource:
    """Fetches documents with the guard of `quire.fetch`.

    Attributes:
        allow_private: whether private addresses are taken; of `private_hosts` they are in any case.
        clean: makes the name that a server gives one that can be kept and shown.
    """

    allow_private: bool
    clean: Callable[[str], str]
    private_hosts: frozenset[str] = frozenset()

    def __call__(self, options: Mapping[str, str], target: Path) -> ArrivedSource:
        """Fetch what the options ``source_*`` of a task ask for into `target`.

        Raises:
            BadRequest: the address is not allowed, nothing could be fetched, or the file is empty.
            UnsupportedType: it is of no type that the submission accepts. TooLarge: it is larger than that.
        """
        fetch = Fetcher(
            int(options["source_limit"]),
            allow_private=self.allow_private,
            private_hosts=self.private_hosts,
            seconds=SECONDS,
        )
        fetched = fetch(options["source_url"], target)
        if fetched.size == 0:
            raise BadRequest("The file is empty.")
        found = sniff(fetched.head)
        if found not in options["source_types"].split(","):
            raise UnsupportedType(f"Unsupported file type: {found}")
        return ArrivedSource(self.clean(fetched.filename) if fetched.filename else "", fetched.size)
