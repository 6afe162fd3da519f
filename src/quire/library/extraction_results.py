"""Statements and invoices for Python programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quire.library.sandboxed_tasks import Progress, Where, options, run_handler, source_path, working_folder

if TYPE_CHECKING:
    import pandas

STATEMENTS, INVOICES = "quire.jobs.statement_task:run", "quire.jobs.invoice_task:run"
DETAILS = "details.json"


@dataclass(frozen=True)
class Check:
    """A rule that the figures were checked against; one that fails is a finding and changes nothing."""

    rule: str
    message: str
    holds: bool


@dataclass(frozen=True)
class Statement:
    """A financial statement as printed.

    Attributes:
        details: all of it as docs/api.md describes an element with details.
    """

    details: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """balance_sheet, income_statement, cash_flow_statement, changes_in_equity or other."""
        return str(self.details["details"]["kind"])

    @property
    def title(self) -> str:
        """As printed."""
        return str(self.details["details"]["title"])

    @property
    def company(self) -> str:
        """As printed; "" if it is not."""
        return str(self.details["details"]["company"])

    @property
    def currency(self) -> str:
        """ISO 4217; "" if unknown."""
        return str(self.details["details"]["currency"])

    @property
    def multiplier(self) -> int:
        """What a printed 1 stands for: 1000 where figures are in thousands."""
        return int(self.details["details"]["multiplier"])

    @property
    def pages(self) -> tuple[int, ...]:
        """Pages of the source on which it stands, counted from 1."""
        return tuple(self.details["details"]["pages"])

    @property
    def checks(self) -> tuple[Check, ...]:
        """The rules that were applied."""
        return _checks(self.details["details"]["checks"])

    def to_rows(self) -> list[list[str]]:
        """The texts as printed, the header row first."""
        return [list(row) for row in self.details["tables"][0]]

    def values(self) -> list[list[Decimal | None]]:
        """The figures in the printed unit, row by row as `to_rows`; None where a cell holds no figure."""
        return [
            [Decimal(cell["value"]) if cell and cell["value"] is not None else None for cell in row["cells"]]
            for row in self.details["details"]["rows"]
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """A frame of the texts below the header rows. pandas must be installed."""
        import pandas

        heads = [at for at, row in enumerate(self.details["details"]["rows"]) if row["kind"] == "header"]
        rows = self.to_rows()
        names = [" / ".join(filter(None, (rows[at][col] for at in heads))) for col in range(len(rows[0]))]
        return pandas.DataFrame(rows[len(heads) :], columns=names)


@dataclass(frozen=True)
class Statements(Sequence[Statement]):
    """The statements of a report in reading order, and what may be wrong with them."""

    items: tuple[Statement, ...]
    warnings: tuple[str, ...]
    workbook: bytes  # the same as an Excel file

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401 - an index or a slice
        return self.items[at]

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.items)


@dataclass(frozen=True)
class Invoice:
    """An invoice, as one page shows it.

    Attributes:
        details: all of it as docs/api.md describes an element with details.
    """

    details: Mapping[str, Any]

    @property
    def page(self) -> int:
        """Its page in the source, counted from 1."""
        return int(self.details["page"])

    @cached_property
    def fields(self) -> dict[str, str]:
        """Values by key. Twelve keys are always there (docs/api.md lists them), "" when the page does not have them."""
        return {field["key"]: field["value"] for field in self.details["fields"]}

    @property
    def confidences(self) -> dict[str, float]:
        """How sure each value is that was found, 0..1."""
        return {field["key"]: field["confidence"] for field in self.details["fields"] if "confidence" in field}

    @property
    def line_items(self) -> tuple[Mapping[str, str], ...]:
        """The rows of goods and services, as values by key."""
        return tuple(self.details["details"]["items"])

    @property
    def checks(self) -> tuple[Check, ...]:
        """The rules that were applied."""
        return _checks(self.details["details"]["checks"])


@dataclass(frozen=True)
class Invoices(Sequence[Invoice]):
    """The invoices of a file, one for each page, and what may be wrong with them."""

    items: tuple[Invoice, ...]
    warnings: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401 - an index or a slice
        return self.items[at]

    def __iter__(self) -> Iterator[Invoice]:
        return iter(self.items)


def statements(
    source: str | Path,
    *,
    pages: str = "",
    password: str = "",
    ocr: bool = True,
    sandbox: Where = True,
    progress: Progress | None = None,
) -> Statements:
    """The financial statements in a report; arguments and errors as `quire.parse`. None found is a warning."""
    made, elements, book = _extracted(
        STATEMENTS, source, options(pages=pages, password=password, ocr=ocr), sandbox, progress
    )
    return Statements(tuple(map(Statement, elements)), tuple(made["warnings"]), book)


def invoices(
    source: str | Path,
    *,
    pages: str = "",
    password: str = "",
    ocr: bool = True,
    sandbox: Where = True,
    progress: Progress | None = None,
) -> Invoices:
    """The invoices in a file, one for each page; arguments and errors as `quire.parse`."""
    made, elements, _ = _extracted(
        INVOICES, source, options(pages=pages, password=password, ocr=ocr), sandbox, progress
    )
    return Invoices(tuple(map(Invoice, elements)), tuple(made["warnings"]))


def _extracted(
    handler: str, source: str | Path, given: Mapping[str, str], sandbox: Where, progress: Progress | None
) -> tuple[dict[str, Any], list[Any], bytes]:
    """What a handler says, its array with details, and its result file."""
    path = source_path(source)
    with working_folder() as folder:
        request = {"source": str(path), "target": str(folder), "filename": path.name, "options": dict(given)}
        made = run_handler(handler, request, sandbox=sandbox, progress=progress)
        elements: list[Any] = json.loads((folder / DETAILS).read_bytes())
        return made, elements, (folder / made["result"]).read_bytes()


def _checks(found: Sequence[Mapping[str, Any]]) -> tuple[Check, ...]:
    return tuple(Check(one["rule"], one["message"], one["holds"]) for one in found)
