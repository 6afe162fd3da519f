"""The parts of the service that endpoints use: `app.py` makes one `Site`, and endpoints find it in their request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request

from quire.access.ended_sessions import EndedSessions
from quire.access.keys import Key, Keys
from quire.access.permissions import Buckets, Rate
from quire.clock import Clock
from quire.errors import NotAuthenticated
from quire.store.audit_log import AuditLog
from quire.store.file_store import Files
from quire.store.resumable_uploads import ResumableUploads
from quire.store.signed_links import Links
from quire.store.source_buckets import SourceBuckets
from quire.store.usage_log import UsageLog
from quire.web.state.company_editions import Companies
from quire.web.state.company_imports import CompanyImports
from quire.web.state.isolation import is_complete
from quire.web.state.metrics import Metrics
from quire.web.state.service_probe import HealthProbe
from quire.web.state.shown_settings import ShownSetting
from quire.web.state.wrong_keys import WrongKeys

if TYPE_CHECKING:  # importing it loads the task engine, which tests with a fake do without
    from quire.tasks.batches import Batches
    from quire.tasks.engine import Tasks
    from quire.tasks.webhook_deliveries import Deliveries
    from quire.web.state.result_reviews import Reviews
    from quire.web.state.sharp_pages import SharpPages
    from quire.web.state.wiki_services import WikiParts


@dataclass(frozen=True)
class Site:
    """The parts that the endpoints work with, and the few settings they need.

    Attributes:
        staging: folder that uploads are streamed to.
        secret: signs the sessions of the console.
        check_pages: raises `BadRequest` for a page range that cannot be read.
        check_address: raises `BadRequest` for an address that nothing may be sent to or fetched from.
        source_buckets: where documents may be taken from by their address.
        uploads: files that arrive in parts.
        deliveries: the webhook deliveries of tasks and batches.
        ready: the components and whether they respond, for ``/readyz``; raises when it cannot tell.
        base_url: public address, "" takes it from the request; `download_host` the same for signed links.
        link_seconds: how long signed links are valid.
        idle_seconds: how long an upload may pause.
        page_cap: the most pages of a document that are converted.
        keep_pages: whose documents keep their pages for the viewer: "console", "all" or "none".
        ocr: whether pages without text are recognised.
        company_folder: the catalogue of companies; beside `staging` when None.
        company_public: whether the IRIs of companies answer with a summary to requests without a key.
        wikis: the parts of the wiki service; None where it is not offered.
        reviews: corrections of results and workbooks of many; None where they are not offered.
        audit: notes who changes what; None notes nothing.
        usage: what was used, by day and key; None where it is not counted.
        sharp: sharp pictures of pages for who has zoomed in; None where they are not offered.
        settings: the settings as they hold, for administrators.
        imports: imports of companies by upload; None where they are not offered.
        slots_keep_network: whether the processes that read documents keep the network, as a setting needs it.
        sandbox: whether they are locked in as far as the system allows.
        isolation: whether the system allows all of it; it blocks.
        closing: set when the process is about to end; waiting requests answer at once then.
    """

    keys: Keys
    ended_sessions: EndedSessions
    tasks: Tasks
    files: Files
    links: Links
    clock: Clock
    staging: Path
    secret: bytes
    check_pages: Callable[[str], None]
    check_address: Callable[[str], None]
    source_buckets: SourceBuckets
    uploads: ResumableUploads
    deliveries: Deliveries
    batches: Batches
    ready: Callable[[], dict[str, bool]]
    rate_submit: Rate
    rate_read: Rate
    version: str
    base_url: str = ""
    download_host: str = ""
    link_seconds: int = 3600
    idle_seconds: float = 30.0
    page_cap: int = 2000
    keep_pages: str = "console"
    ocr: bool = True
    company_folder: Path | None = None
    company_public: bool = False
    wikis: WikiParts | None = None
    reviews: Reviews | None = None
    audit: AuditLog | None = None
    usage: UsageLog | None = None
    sharp: SharpPages | None = None
    settings: Sequence[ShownSetting] = ()
    imports: CompanyImports | None = None
    slots_keep_network: bool = False
    sandbox: bool = True
    isolation: Callable[[], bool] = is_complete
    metrics: Metrics = field(default_factory=Metrics)
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    buckets: Buckets = field(init=False)
    wrong_keys: WrongKeys = field(init=False)
    health_probe: HealthProbe = field(init=False)
    began: float = field(init=False)
    companies: Companies = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "buckets", Buckets(self.clock))
        object.__setattr__(self, "wrong_keys", WrongKeys(self.clock))
        object.__setattr__(self, "health_probe", HealthProbe(self.ready, self.clock))
        object.__setattr__(self, "began", self.clock.monotonic())
        folder = self.company_folder or self.staging.parent / "companies"
        object.__setattr__(self, "companies", Companies(folder, self.clock, self.base_url))

    def address(self, request: Request) -> str:
        """The public address of the service without a slash at the end."""
        return self.base_url or f"{request.url.scheme}://{request.url.netloc}"

    def is_isolated(self) -> bool:
        """Whether the processes that read documents are locked in completely; blocks."""
        return self.sandbox and not self.slots_keep_network and self.isolation()

    def download_address(self, request: Request) -> str:
        """The address that signed links begin with."""
        return self.download_host or self.address(request)


def site(request: Request) -> Site:
    """The site of a request."""
    found: Site = request.scope["quire.site"]
    return found


def key(request: Request) -> Key:
    """The key of a request.

    Raises:
        NotAuthenticated: it has none, as the route needs none.
    """
    found: Key | None = request.scope["quire.key"]
    if found is None:
        raise NotAuthenticated
    return found


def owner(request: Request) -> str | None:
    """The owner whose tasks the caller may see; None for everybody's."""
    found = key(request)
    return None if found.is_admin else found.owner
