"""What the service answers, as typed values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx


@dataclass(frozen=True)
class Task:
    """A submitted document.

    Attributes:
        id: of the task.
        service: ``parse``, ``finance`` or ``invoice``.
        filename: of the source.
    """

    id: str
    service: str
    filename: str = ""


@dataclass(frozen=True)
class BatchItem:
    """One document of a batch.

    Attributes:
        name: of the document.
        status: ``pending``, ``processing``, ``done``, ``failed``, ``refused`` or ``deleted``.
        task: None if the document was refused.
        error: the sentence of a failure or a refusal, else "".
    """

    name: str
    status: str
    task: Task | None
    error: str


@dataclass(frozen=True)
class Batch:
    """Many documents that were sent in one call.

    Attributes:
        id: of the batch; also the `client_ref` of its tasks.
        kind: what is made of each document.
        status: ``processing`` or ``done``.
        counts: documents by state.
        items: in the order of the call.
    """

    id: str
    kind: str
    status: str
    counts: Mapping[str, int]
    items: tuple[BatchItem, ...]

    @property
    def done(self) -> bool:
        """Whether every task has ended."""
        return self.status == "done"


@dataclass(frozen=True)
class Converted:
    """A converted document.

    Attributes:
        task_id: of the task that made it; its files stay for the days that the service keeps results.
        filename: of the result.
        content: its bytes; b"" if it was saved to a file.
        images: signed links of its pictures by the path that the document names; valid for an hour.
        warnings: sentences about what may be wrong or missing.
        duration: seconds of work.
    """

    task_id: str
    filename: str
    content: bytes
    images: Mapping[str, str]
    warnings: tuple[str, ...]
    duration: float

    @property
    def text(self) -> str:
        """The content of Markdown, JSON, HTML or chunks."""
        return self.content.decode()


@dataclass(frozen=True)
class Statements(Sequence[Mapping[str, Any]]):
    """The statements of a report: objects with ``tables``, ``type_index``, ``angle`` and ``details`` (docs/api.md)."""

    task_id: str
    items: tuple[Mapping[str, Any], ...]
    warnings: tuple[str, ...]
    duration: float

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401 - an index or a slice
        return self.items[at]

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self.items)


@dataclass(frozen=True)
class Invoices(Statements):
    """The invoices of a file: objects with ``page``, ``total_tokens``, ``fields`` and ``details``."""

    def values(self) -> list[dict[str, str]]:
        """The fields of each invoice by key; "" for what the page does not have."""
        return [{one["key"]: one["value"] for one in item["fields"]} for item in self.items]


@dataclass(frozen=True)
class TaskInfo:
    """A row of the list of tasks; `all` has every key of it."""

    id: str
    kind: str
    status: str
    filename: str
    client_ref: str | None
    error: str | None
    all: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Outcome:
    """What became of one of many files: a result, or the sentence that says why there is none."""

    source: str | Path
    result: Converted | Statements | None
    error: str


@dataclass(frozen=True)
class Job:
    """The job that builds a wiki; `status` as docs/api.md lists them."""

    id: int
    wiki: str
    status: str


@dataclass(frozen=True)
class Hit:
    """A page of a wiki that was found."""

    page_id: str
    title: str
    type: str
    score: float
    snippet: str


@dataclass(frozen=True)
class WikiPage:
    """A page of a wiki: `body` is Markdown; `sources` are the passages that it cites."""

    page_id: str
    title: str
    type: str
    body: str
    sources: tuple[Mapping[str, Any], ...]


def batch_of(body: Mapping[str, Any]) -> Batch:
    """A batch as the service tells of it."""
    kind = str(body["kind"])
    service = kind if kind in {"finance", "invoice"} else "parse"
    items = tuple(
        BatchItem(
            one["name"],
            one["status"],
            Task(one["task_id"], service, one["name"]) if one["task_id"] else None,
            one["error"] or "",
        )
        for one in body["items"]
    )
    return Batch(str(body["batch_id"]), kind, str(body["status"]), dict(body["counts"]), items)


def warnings_of(answer: httpx.Response) -> tuple[str, ...]:
    """The sentences of ``X-Warnings``."""
    line = answer.headers.get("x-warnings", "")
    return tuple(unquote(one) for one in line.split(" | ")) if line else ()
