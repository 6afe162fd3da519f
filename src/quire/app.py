"""The only wiring: from settings to a running service. Everything else is given its parts."""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

import quire.store
from quire import configured_models
from quire.access.ended_sessions import EndedSessions
from quire.access.keys import Keys
from quire.access.permissions import Rate
from quire.clock import SystemClock
from quire.errors import BadSetting, Unavailable
from quire.settings import NO_SANDBOX, REQUIRED_SANDBOX, Settings, in_force
from quire.store.audit_log import AuditLog
from quire.store.database import Engine, check_writable, connect
from quire.store.file_store import Files, open_files
from quire.store.free_space import has_room
from quire.store.resumable_uploads import ResumableUploads
from quire.store.signed_links import Links, installation_secret
from quire.store.source_buckets import apart_from
from quire.store.usage_log import UsageLog
from quire.tasks import sandbox

if TYPE_CHECKING:  # all load slowly, and commands about keys do without
    from quire.fetch import Poster
    from quire.tasks.batches import Batches
    from quire.tasks.builds.butler_table import Butlers
    from quire.tasks.builds.job_runner import JobKind, RoundKind
    from quire.tasks.builds.job_transitions import Builds
    from quire.tasks.engine import Capacity, Tasks
    from quire.tasks.webhook_deliveries import Deliveries
    from quire.web.state.result_reviews import Reviews
    from quire.web.state.site import Site
    from quire.web.state.wiki_services import WikiParts
    from quire.wiki.wiki_registry import WikiRegistry

WARM = (
    "quire.jobs.conversion",
    "quire.jobs.statement_task",
    "quire.jobs.invoice_task",
    "quire.read.pdf.pdf_source",
    "quire.layout.pipeline",
    "quire.write.markdown",
)
"""What a slot imports before its first document, so that the document does not wait for it."""

STOP_SECONDS = 20.0
"""How long an answer to a pause, a deletion or the stop of a butler waits for the end of the process: its grace
time is 10 seconds (`Limits.grace`)."""

INVOICES = "invoice.json"
"""The kind of task that a language model may help with."""


@dataclass(frozen=True)
class Parts:
    """The parts that a process of the service is made of."""

    files: Files
    tasks: Tasks
    keys: Keys
    secret: bytes
    wikis: WikiStore
    deliveries: Deliveries
    batches: Batches
    uploads: ResumableUploads


class WikiStore(NamedTuple):
    """Where the wikis are kept: the shelf, and the rows of jobs and butlers."""

    shelf: WikiRegistry
    builds: Builds
    butlers: Butlers
    database: Engine


def migrate(settings: Settings) -> None:
    """Bring the database to the present schema."""
    _prepare(settings)
    quire.store.migrate(settings.database)


@contextlib.contextmanager
def key_store(settings: Settings) -> Iterator[Keys]:
    """The keys alone, for the command line."""
    _prepare(settings)
    quire.store.migrate(settings.database)
    with _database(settings) as database:
        yield Keys(database, SystemClock())


@contextlib.contextmanager
def open_parts(settings: Settings) -> Iterator[Parts]:
    """The parts of a process, over a database that has the present schema."""
    from quire.tasks.batches import Batches
    from quire.tasks.engine import Tasks
    from quire.tasks.webhook_deliveries import Deliveries

    clock = SystemClock()
    _prepare(settings)
    with _database(settings) as database:
        try:
            secret = settings.link_secret.encode() or installation_secret(database, clock)
        except Exception as problem:
            raise Unavailable("The database is not ready. Run “quire migrate” first.") from problem
        files = _files(settings)
        tasks = Tasks(
            database,
            files,
            retention=timedelta(days=settings.retention_days),
            keep_uploads=timedelta(days=settings.upload_retention_days),
            clock=clock,
            secret=secret,
        )
        wikis, deliveries = _wiki_store(settings, database, files), Deliveries(database, clock)
        keys, batches, uploads = (
            Keys(database, clock),
            Batches(database, clock),
            ResumableUploads(database, files, clock),
        )
        yield Parts(files, tasks, keys, secret, wikis, deliveries, batches, uploads)


def _reviews(made: Parts) -> Reviews:
    from quire.jobs.result_doubts import table_doubts
    from quire.jobs.result_review import DOCUMENTS, KINDS, ReviewedFile, corrected, texts, write_book
    from quire.web.state.result_reviews import DocumentCorrections, ReviewLog, Reviews

    log = ReviewLog(made.wikis.database, SystemClock())
    documents = DocumentCorrections(*DOCUMENTS)
    return Reviews(log, KINDS, corrected, texts, ReviewedFile, write_book, table_doubts, documents)


def make_site(settings: Settings, made: Parts) -> Site:
    """What the web application is given."""
    from quire.company.edition import is_readable
    from quire.jobs.page_ranges import check_ranges
    from quire.web.state.company_imports import CompanyImports, start_process
    from quire.web.state.gauges import add_gauges
    from quire.web.state.sharp_pages import SharpPages
    from quire.web.state.shown_settings import ShownSetting
    from quire.web.state.site import Site
    from quire.web.upload_staging import remove_stale_uploads

    clock = SystemClock()
    remove_stale_uploads(settings.staging, clock)
    site = Site(
        keys=made.keys,
        ended_sessions=EndedSessions(made.wikis.database, clock),
        tasks=made.tasks,
        files=made.files,
        links=Links(made.secret, clock),
        clock=clock,
        staging=settings.staging,
        secret=made.secret,
        check_pages=check_ranges,
        check_address=_poster(settings).check,
        source_buckets=apart_from(settings.source_buckets, settings.files_url),
        uploads=made.uploads,
        deliveries=made.deliveries,
        batches=made.batches,
        ready=lambda: _ready(made) | {"companies": is_readable(settings.companies)} | _fit(settings, made),
        rate_submit=Rate.submissions(settings.rate_submit),
        rate_read=Rate.reads(settings.rate_read),
        version=quire.__version__,
        base_url=settings.base_url,
        download_host=settings.download_host,
        link_seconds=settings.link_ttl,
        idle_seconds=settings.upload_idle_seconds,
        page_cap=settings.page_cap,
        keep_pages=settings.keep_pages,
        ocr=settings.ocr,
        company_folder=settings.companies,
        company_public=settings.company_public,
        wikis=_wiki_parts(settings, made),
        reviews=_reviews(made),
        audit=AuditLog(made.wikis.database, clock),
        usage=UsageLog(made.wikis.database, clock),
        sharp=SharpPages(made.files, settings.staging, clock, sandbox=settings.sandbox != NO_SANDBOX),
        settings=tuple(ShownSetting(*one) for one in in_force(settings)),
        imports=CompanyImports(
            settings.companies,
            clock,
            functools.partial(start_process, "quire.jobs.uploaded_companies"),
            {"base": settings.base_url, "keep": settings.company_versions},
        ),
    )
    add_gauges(site.metrics, made.tasks, made.wikis.builds, functools.partial(_missing_parts, settings))
    return site


@contextlib.contextmanager
def working(settings: Settings, made: Parts) -> Iterator[None]:
    """This process is a worker inside the context; at its end running tasks get time, the others go back."""
    from quire.jobs import HANDLERS
    from quire.tasks.webhook_sender import Sender

    check_sandbox(settings)
    find, post = functools.partial(made.tasks.get, owner=None), _poster(settings)
    sender = Sender(made.deliveries, find, post, made.secret, SystemClock(), batches=made.batches)
    try:
        made.tasks.launch(
            HANDLERS,
            _capacity(settings),
            lambda folder: (sender, *_wiki_kinds(settings, made, folder / "halt")),
            {"bin of wikis": made.wikis.shelf.empty_bin, "uploads": made.uploads.expire},
        )
        yield
    finally:
        made.tasks.close()


def wait_for_end(on_start: Callable[[], None]) -> None:
    """Return at SIGTERM or SIGINT."""
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    on_start()
    ended.wait()


def _poster(settings: Settings) -> Poster:
    from quire.fetch import Poster

    return Poster(settings.allow_private_urls, settings.private_hosts)


def _wiki_store(settings: Settings, database: Engine, files: Files) -> WikiStore:
    from quire.tasks.builds.butler_table import Butlers
    from quire.tasks.builds.job_transitions import Builds
    from quire.wiki.wiki_registry import DedupScope, WikiRegistry

    clock = SystemClock()
    shelf = WikiRegistry(database, clock, settings.wikis, DedupScope(settings.dedup_scope), files=files)
    builds = Builds(database, clock, stop_seconds=STOP_SECONDS)
    return WikiStore(shelf, builds, Butlers(database, clock, stop_seconds=STOP_SECONDS), database)


def _wiki_parts(settings: Settings, made: Parts) -> WikiParts:
    """What the wiki endpoints are given."""
    import anyio

    from quire.fetch import Fetcher
    from quire.tasks.builds.job_events import JobEvents
    from quire.tasks.builds.preview_processes import Previews
    from quire.web.server import listen
    from quire.web.state.event_streams import Streams
    from quire.web.state.wiki_cache import WikiCache
    from quire.web.state.wiki_services import MAX_FETCHES, WikiParts
    from quire.web.wiki.book_uploads import MAX_BYTES

    kept, clock = made.wikis, SystemClock()
    story = JobEvents(kept.database)
    return WikiParts(
        shelf=kept.shelf,
        builds=kept.builds,
        butlers=kept.butlers,
        story=story,
        previews=Previews(
            kept.database,
            "quire.web.preview_server",
            lambda port: listen(settings.host, port),
            address=settings.preview_host,
        ),
        streams=Streams(story),
        wiki_cache=WikiCache(clock, meaning=configured_models.search_embedder(settings)),
        fetch=Fetcher(MAX_BYTES, settings.allow_private_urls, settings.private_hosts),
        fetching=anyio.CapacityLimiter(MAX_FETCHES),
        capacity=settings.queue_capacity,
        model=settings.llm_model,
        rounds=settings.butler_rounds,
        budget_usd=settings.job_budget_usd,
    )


def _wiki_kinds(settings: Settings, made: Parts, scratch: Path) -> tuple[JobKind, RoundKind]:
    """What builds wikis in this process; `scratch` is a folder for requests to stop."""
    from quire.jobs.wiki_task import WikiBuildHooks
    from quire.tasks.builds.build_hooks import Limits
    from quire.tasks.builds.job_runner import build_kinds

    limits = Limits(
        capacity=settings.queue_capacity,
        phase_seconds=settings.phase_seconds,
        memory=settings.wiki_memory_mib << 20,
        scratch=scratch,
        budget_micros=round(settings.job_budget_usd * 1_000_000),
        rounds=settings.butler_rounds,
        sandbox=settings.sandbox != NO_SANDBOX,
        cpu_seconds=settings.wiki_cpu_seconds,
        cpu_seconds_per_mib=settings.wiki_cpu_seconds_per_mib,
        patience=settings.outage_hours * 3600,
    )
    kept = made.wikis
    craft = WikiBuildHooks(
        kept.shelf,
        model=configured_models.model_settings(settings),
        embedding=configured_models.embedding_settings(settings),
    )
    return build_kinds(kept.builds, kept.butlers, craft, limits)


def _capacity(settings: Settings) -> Capacity:
    from quire.jobs.url_source import UrlSource
    from quire.tasks.engine import Capacity
    from quire.web.http.filenames import clean_filename

    model, planned = configured_models.invoice_model(settings), configured_models.model_settings(settings)
    extras: dict[str, dict[str, object]] = {INVOICES: {"model": model.to_json()}} if model else {}
    if planned is not None:  # a slot that reads books is given no key
        extras["wiki.plan"] = {"model": replace(planned, key="").to_json(), "rounds": settings.butler_rounds}
    return Capacity(
        slots=settings.slots or os.cpu_count() or 1,
        seconds=settings.task_seconds,
        memory=settings.task_memory,
        scratch=settings.data_dir.resolve() / "scratch",
        grace=settings.shutdown_seconds,
        warm=WARM,
        extras=extras,
        network=model is not None,
        cores=settings.document_cores or os.cpu_count() or 1,
        patience=timedelta(hours=settings.outage_hours),
        sandbox=settings.sandbox != NO_SANDBOX,
        per_key=settings.tasks_per_key,
        fetch=UrlSource(
            apart_from(settings.source_buckets, settings.files_url),
            settings.allow_private_urls,
            clean_filename,
            settings.private_hosts,
        ),
    )


def _prepare(settings: Settings) -> None:
    """Make the data folder, for its owner only, and so everything that this process will write.

    The folder may be there already, readable for everybody, as a mounted volume is; the database in it holds the secret
    that signs links.
    """
    os.umask(0o077)
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        raise BadSetting(f"The data folder {settings.data_dir} cannot be created: {problem.strerror}.") from None
    if not os.access(settings.data_dir, os.W_OK | os.X_OK):
        raise BadSetting(f"The data folder {settings.data_dir} cannot be written to.")


@contextlib.contextmanager
def _database(settings: Settings) -> Iterator[Engine]:
    try:
        database = connect(settings.database)
    except ValueError as problem:
        raise BadSetting(f"QUIRE_DATABASE_URL cannot be used: {problem}.") from None
    try:
        yield database
    finally:
        database.dispose()


def _files(settings: Settings) -> Files:
    try:
        return open_files(settings.files)
    except ValueError as problem:
        raise BadSetting(f"The file store {settings.files} cannot be used: {problem}.") from None


def _ready(made: Parts) -> dict[str, bool]:
    """Part by part whether it answers."""
    state = {}
    parts_: tuple[tuple[str, Callable[[], object]], ...] = (
        ("database", made.keys.any),
        ("files", lambda: next(made.files.names("ready"), None)),
        ("wikis", made.wikis.shelf.check),
    )
    for name, ask in parts_:
        try:
            ask()
        except Exception:  # whatever it is, the part does not answer
            logging.getLogger(__name__).exception("The %s do not answer.", name)
            state[name] = False
        else:
            state[name] = True
    return state


def _fit(settings: Settings, made: Parts) -> dict[str, bool]:
    """What new work needs beside the parts: the names are those of `quire.web.health.FOR_WORK`."""
    folders = [settings.data_dir, *_local_store(settings)]
    try:
        check_writable(made.wikis.database)
    except Exception:
        logging.getLogger(__name__).exception("The database takes no writes.")
        writes = False
    else:
        writes = True
    return {"writing": writes, "space": all(has_room(folder) for folder in folders), "slots": made.tasks.healthy}


def _local_store(settings: Settings) -> list[Path]:
    """The folder of the stored files; nothing for an object store."""
    if "://" not in settings.files:
        return [Path(settings.files)]
    return [Path(unquote(urlsplit(settings.files).path))] if settings.files.startswith("file:") else []


def check_sandbox(settings: Settings) -> None:
    """Raise when the sandbox must be complete and this machine cannot lock slots in so.

    Raises:
        BadSetting: ``QUIRE_SANDBOX=required`` cannot be kept.
    """
    if settings.sandbox == REQUIRED_SANDBOX and (missing := sandbox.missing_here()):
        raise BadSetting(f"QUIRE_SANDBOX=required, but this system does not offer: {', '.join(missing)}.")


def _missing_parts(settings: Settings) -> set[str]:
    """The parts of the sandbox that slots here do without."""
    missing = set(sandbox.PARTS) if settings.sandbox == NO_SANDBOX else set(sandbox.missing_here())
    return missing | ({sandbox.NETWORK} if configured_models.invoice_model(settings) is not None else set())
