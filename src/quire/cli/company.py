"""``quire company``: import, get, search, verify and dump company records, with no server."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quire.cli.options import DataDir, settings_of
from quire.errors import BadRequest, NotFound

if TYPE_CHECKING:
    from quire.company.catalogue import Catalogue, Entry
    from quire.company.document_differences import Change
    from quire.company.importers.import_context import Context
    from quire.company.part_spool import Rejected
    from quire.company.publish import Summary
    from quire.settings import Settings

Paths = Annotated[list[Path] | None, typer.Argument(metavar="PATH", help="Files and folders.", show_default=False)]
SHOWN = 10
"""Rejected rows that stand on stderr when no file for them is given."""


def mount(app: typer.Typer) -> None:
    """Add the commands to the application."""
    group = typer.Typer(no_args_is_help=True, help="Import, look up, check and dump company records.")
    group.command("import", no_args_is_help=True)(import_)
    for command in (get, search, verify, dump):
        group.command(command.__name__)(command)
    app.add_typer(group, name="company")


def import_(  # noqa: PLR0913 - the command's options
    paths: Paths = None,
    *,
    market: Annotated[str, typer.Option(metavar="nyse|nasdaq", help="Market of American documents.")] = "",
    statements: Annotated[
        Path | None, typer.Option(metavar="RESULT.json", help="Statements that quire finance extracted.")
    ] = None,
    company: Annotated[
        str, typer.Option(metavar="CODE", help="Their company, where the report does not name it: code or symbol.")
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change; import nothing.")] = False,
    cusips: Annotated[
        Path | None, typer.Option(metavar="FILE", help="CUSIP and symbol on each line, for 13F information tables.")
    ] = None,
    holder: Annotated[str, typer.Option(metavar="NAME", help="Filer of 13F tables without a primary_doc.xml.")] = "",
    reported: Annotated[str, typer.Option(metavar="DATE", help="Date of 13F tables without a primary_doc.xml.")] = "",
    column: Annotated[
        list[str] | None, typer.Option(metavar="HEAD=KEY", help="Column of a list, and the key that it stands for.")
    ] = None,
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Write rejected rows there, as JSONL.")] = None,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 = one for each core.")] = 0,
    data_dir: DataDir = None,
) -> None:
    """Import companies: documents, lists of the exchanges, files of the SEC, statements.

    Documents are kept as they are: every key, order and spelling. A row that is refused is reported with its reason,
    and the others are imported. The service shows the new edition at once; an import that fails changes nothing.
    """
    from quire.jobs.company_import import confine

    context = _context(market, company, column or [])
    context.cusips, context.holder, context.reported = cusips, holder, reported
    if company and not statements:
        raise BadRequest("--company needs --statements.")
    context.statements = statements
    given = [*(paths or []), *([statements] if statements else [])]
    missing = [path for path in given if not path.exists()]
    if missing or not given:
        raise BadRequest(
            f"{missing[0]}: there is no such file or folder." if missing else "Give files or folders to import."
        )
    confine()
    summary, refused = _import(given, context, settings_of(data_dir), report, jobs, dry_run=dry_run)
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(summary.outcomes.items()))
    state = "published" if summary.published else "stands" if summary.edition else "none"
    remarks = f"{summary.remarks} remarks; " if summary.remarks else ""
    state += " (dry run)" if dry_run else ""
    sys.stdout.write(
        f"{counts or 'nothing'}; {summary.rejected} rejected; {remarks}edition {summary.edition} {state}\n"
    )
    if refused or (summary.rejected and not summary.taken):
        raise typer.Exit(1)


def get(
    company: Annotated[str, typer.Argument(metavar="COMPANY", help="Code, symbol, name or IRI.", show_default=False)],
    *,
    form: Annotated[str, typer.Option("--format", metavar="json|jsonld|rdf", help="Which form.")] = "json",
    data_dir: DataDir = None,
) -> None:
    """Write one company's document to stdout."""
    from quire.company.pack import FORMATS

    if form not in FORMATS:
        raise BadRequest(f"--format must be one of {', '.join(FORMATS)}.")
    with _catalogue(data_dir) as catalogue:
        body = catalogue.body(_entry(catalogue, company), form)
    sys.stdout.buffer.write(body if body.endswith(b"\n") else body + b"\n")


def search(
    query: Annotated[
        str, typer.Argument(metavar="QUERY", help="Code, name, part of one, or pinyin.", show_default=False)
    ],
    *,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Most companies.")] = 20,
    data_dir: DataDir = None,
) -> None:
    """List the companies that a text may mean, the best first."""
    from quire.company.edition import register_of
    from quire.company.name_search import Query

    with _catalogue(data_dir) as catalogue:
        hits = register_of(catalogue.folder, catalogue).search(Query(query, limit=limit)).hits
    for hit in hits:
        name = hit.name
        sys.stdout.write("\t".join((name.market or name.dataset, name.code, name.short, name.name)) + "\n")


def verify(
    *,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 = one for each core.")] = 0,
    data_dir: DataDir = None,
) -> None:
    """Check every document: one graph in JSON-LD and Turtle, every cell of the JSON in it, every body whole."""
    import os

    from quire.jobs.company_import import verify_companies

    workers = jobs or len(os.sched_getaffinity(0))
    found, last = 0, 0
    with _progress("verify") as tell:

        def told(done: int, total: int) -> None:
            nonlocal last
            last = total
            tell(done, total)

        for fault in verify_companies(settings_of(data_dir).companies, workers, told):
            found += 1
            sys.stdout.write(f"{fault.path} {fault.place}: {fault.what}\n")
    sys.stdout.write(f"{last} companies, {found} faults\n")
    if found:
        raise typer.Exit(1)


def dump(
    dataset: Annotated[str, typer.Argument(metavar="cn|us", help="Which data set.", show_default=False)],
    *,
    form: Annotated[str, typer.Option("--format", metavar="jsonl|nquads", help="Which form.")] = "jsonl",
    data_dir: DataDir = None,
) -> None:
    """Write all documents of a data set to stdout: one JSON document a line, or N-Quads."""
    from quire.company.dump import DUMPS, lines

    if form not in DUMPS or dataset not in {"cn", "us"}:
        raise BadRequest(f"Give cn or us, and --format one of {', '.join(DUMPS)}.")
    with _catalogue(data_dir) as catalogue:
        for piece in lines(catalogue, dataset, form):
            sys.stdout.buffer.write(piece)


def _context(market: str, company: str, columns: list[str]) -> Context:
    from quire.company import us_document
    from quire.company.importers.import_context import Context

    if market and market.lower() not in us_document.MARKETS:
        raise BadRequest(f"--market must be one of {', '.join(us_document.MARKETS)}.")
    pairs = [column.rpartition("=") for column in columns]
    if not all(head and key for head, _, key in pairs):
        raise BadRequest("--column takes HEAD=KEY.")
    return Context(market.lower(), company, columns={head: key for head, _, key in pairs})


def _import(
    given: list[Path], context: Context, settings: Settings, report: Path | None, jobs: int, *, dry_run: bool
) -> tuple[Summary, set[str]]:
    """What the import did, and which of the files that were named on the command line were refused as a whole."""
    named, refused = {path.name for path in given if path.is_file()}, set[str]()
    from quire.clock import SystemClock
    from quire.jobs.company_import import Import, import_companies

    def told(row: Rejected) -> None:
        if not row.row and not row.taken and row.file in named:
            refused.add(row.file)
        reject(row)

    with _rejections(report) as reject, _progress("import") as progress:
        wish = Import(
            given,
            settings.base_url,
            settings.company_versions,
            SystemClock().now(),
            context=context,
            workers=jobs,
            reject=told,
            reading=lambda name: progress(0, 0, name),
            progress=progress,
            dry_run=dry_run,
            change=_show_change,
        )
        return import_companies(settings.companies, wish), refused


def _show_change(change: Change) -> None:
    """A line of what a dry run would change."""
    where = f" (page {change.page})" if change.page else ""
    key = json.dumps(f"{change.dataset}/{change.key}{change.pointer}", ensure_ascii=False)
    before, after = (json.dumps(text, ensure_ascii=False) if text is not None else "-" for text in change[3:5])
    sys.stdout.write(f"{key}: {before} -> {after}{where}\n")


@contextmanager
def _rejections(report: Path | None) -> Iterator[Callable[[Rejected], None]]:
    """Who takes rejected rows: a file for all, or stderr for the first ones."""
    count = 0
    stream = report.open("w", encoding="utf-8") if report else None

    def reject(row: Rejected) -> None:
        nonlocal count
        count += 1
        if stream is not None:
            line = {"file": row.file, "row": row.row, "reason": row.reason, "taken": row.taken}
            stream.write(json.dumps(line, ensure_ascii=False) + "\n")
        elif count <= SHOWN:
            # repr keeps control characters of hostile names off the terminal
            sys.stderr.write(f"{'remark' if row.taken else 'rejected'}: {row.file!r} {row.row!r}: {row.reason!r}\n")

    try:
        yield reject
    finally:
        if stream is not None:
            stream.close()
        elif count > SHOWN:
            sys.stderr.write(f"... and {count - SHOWN} more; --report FILE keeps all.\n")


@contextmanager
def _progress(what: str) -> Iterator[Callable[..., None]]:
    """A bar on stderr when that is a terminal; it is told done, all, and a name while nothing is counted."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task(what, total=None)

        def tell(done: int, total: int, name: str = "") -> None:
            shown = f"{what} {name!r}" if name else what
            bars.update(bar, completed=done, total=total or None, description=shown)

        yield tell


@contextmanager
def _catalogue(data_dir: Path | None) -> Iterator[Catalogue]:
    from quire.company.catalogue import Catalogue

    with Catalogue.open(settings_of(data_dir).companies) as catalogue:
        yield catalogue


def _entry(catalogue: Catalogue, text: str) -> Entry:
    """The company that a text means: an IRI, a code or a symbol, or any of its names."""
    from quire.company import company_names
    from quire.company.edition import register_of

    direct = catalogue.by_id(text) or catalogue.by_id(("cn", company_names.code(text)))
    direct = direct or catalogue.by_id(("us", company_names.ticker(text)))
    if direct is not None:
        return direct
    register = register_of(catalogue.folder, catalogue)
    found = register.company(text) or register.identified(text)
    entry = catalogue.by_id((found[0].dataset, found[0].code)) if len(found) == 1 else None
    if entry is None:
        several = f"{len(found)} companies have that name: {', '.join(one.code for one in found)}"
        raise NotFound(several if found else "No company has that code or name.")
    return entry
