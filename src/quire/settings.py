"""What the operator can set: read once from the environment, checked, and handed down by `app.py`.

Every field of `Settings` is one environment variable, ``QUIRE_`` and the field's name in capitals (the one exception
is ``SERVICE_ALLOW_PRIVATE_URLS``). The table in the README comes from `table()`, so it cannot go stale.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import NamedTuple, TypeVar

import quire.setting_values as to
from quire.errors import BadSetting
from quire.store.file_store import STORES, check_address, forms
from quire.store.source_buckets import parse_prefixes

T = TypeVar("T")
REQUIRED_SANDBOX, NO_SANDBOX = "required", "off"
"""Values of ``QUIRE_SANDBOX`` beside ``auto``."""

_PREFIX = "QUIRE_"
_MIB = 1024 * 1024


def _files_address(value: str) -> str:
    return check_address(value.strip()) if value.strip() else ""


_database = to.located("sqlite", "postgresql")
_HIDDEN: tuple[object, ...] = (to.secret, _database)  # kept out of repr(): secrets, and addresses that hold a password


def _setting(default: T, parse: Callable[[str], T], doc: str, *, shown: str = "", variable: str = "") -> T:
    """A field of `Settings`: its default, the reader of its text, what it does, the default as the table shows it."""
    details = {"parse": parse, "doc": doc, "shown": shown, "variable": variable}
    made: T = field(default=default, repr=parse not in _HIDDEN, metadata=details)
    return made


@dataclass(frozen=True)
class Settings:
    """The settings of one process."""

    data_dir: Path = _setting(  # noqa: RUF009 - it makes a dataclass field
        Path("quire-data"), to.folder, "Folder of the database, the stored files and the staging area of uploads."
    )
    database_url: str = _setting(
        "",
        _database,
        "Database; `postgresql://user:password@host/name` for many machines.",
        shown="SQLite in the data folder",
    )
    files_url: str = _setting(
        "",
        _files_address,
        f"Where files are kept: {forms()}; an object store for many machines.",
        shown="the data folder",
    )
    company_dir: Path | None = _setting(  # noqa: RUF009 - it makes a dataclass field
        None, to.folder, "Folder of the catalogue of companies.", shown="`companies` in the data folder"
    )
    company_versions: int = _setting(
        3, to.whole(0, 1000), "Earlier versions that an import of companies keeps, of each document and of the whole."
    )
    company_public: bool = _setting(
        default=False,
        parse=to.switch,
        doc="1 answers the IRIs of companies without a key, with code, name, market and links only.",
        shown="0",
    )
    base_url: str = _setting(
        "",
        to.address,
        "Public address of the service, for absolute links; needed behind a proxy that changes the Host header.",
        shown="from the request",
    )
    download_host: str = _setting(
        "", to.address, "Address of a separate host for signed links, served by the same API.", shown="the base URL"
    )
    link_ttl: int = _setting(3600, to.whole(1, 7 * 86400), "Seconds that a signed link is valid.")
    link_secret: str = _setting(
        "", to.secret, "Secret that signs links; the same on every machine.", shown="made once, kept in the database"
    )
    rate_submit: int = _setting(60, to.whole(0, 10**6), "Submissions a minute for each key; 0 = no limit.")
    rate_read: int = _setting(600, to.whole(0, 10**6), "Other requests a minute for each key; 0 = no limit.")
    retention_days: int = _setting(7, to.whole(1, 3650), "Days that results are kept.")
    upload_retention_days: int = _setting(
        0,
        to.whole(0, 3650),
        "Days that uploads are kept after their task has ended; 0 = deleted at once. If the task failed through a "
        "fault of the service, its upload is kept as long as a result.",
    )
    keep_pages: str = _setting(
        "console",
        to.one_of("console", "all", "none"),
        "Whose documents keep pictures of their pages and the upload with the result, for the viewer: those sent from "
        "the console (`console`), those sent by the API, too (`all`), nobody's (`none`). Costs about 15 ms of CPU and "
        "0.2 MB a page, and the size of the upload.",
    )
    page_cap: int = _setting(2000, to.whole(1, 100_000), "Most pages of a document; one with more fails.")
    ocr: bool = _setting(
        default=True,
        parse=to.switch,
        doc="0 leaves pages without text as they are; 1 recognises them (about 1 GiB of memory per slot that does).",
        shown="1",
    )
    slots: int = _setting(
        0, to.whole(0, 256), "Documents that one worker processes at the same time.", shown="the number of CPU cores"
    )
    document_cores: int = _setting(
        0,
        to.whole(0, 256),
        "Cores that long documents may take as far as other documents leave them free; 1 = one for each document.",
        shown="the number of CPU cores",
    )
    task_seconds: int = _setting(
        600,
        to.whole(1, 86400),
        "Seconds that one document may take; on a busy machine up to four times as long, until it has used that much "
        "processor time.",
    )
    outage_hours: int = _setting(
        24,
        to.whole(1, 720),
        "Hours that a task or wiki waits while the file store, the database, a disk or the machine's memory is not "
        "available, before it fails; waiting costs no attempt and no upload.",
    )
    task_memory_mib: int = _setting(2048, to.whole(128, 1024 * 1024), "Memory that one document may take, MiB.")
    sandbox: str = _setting(
        "auto",
        to.one_of("auto", REQUIRED_SANDBOX, NO_SANDBOX),
        "How slots are locked in: as far as the system allows (`auto`), completely or the service does not start "
        "(`required`), not beyond network and memory (`off`).",
    )
    tasks_per_key: int = _setting(
        0, to.whole(0, 10_000), "Tasks of one key that run at the same time, on all machines; 0 = no limit."
    )
    queue_capacity: int = _setting(2, to.whole(1, 64), "Books that are built into wikis at the same time.")
    upload_idle_seconds: int = _setting(
        30, to.whole(1, 3600), "Seconds without a byte after which an upload is refused."
    )
    shutdown_seconds: int = _setting(
        30, to.whole(0, 3600), "Seconds that running tasks get to end at a shutdown; those left go back to the queue."
    )
    host: str = _setting("127.0.0.1", to.text, "Address that the service listens on.")
    port: int = _setting(8000, to.whole(0, 65535), "Port that the service listens on; 0 = a free one.")
    preview_host: str = _setting(
        "",
        to.text,
        "Name or address under which people reach this machine, for the addresses of wiki previews that run on it; "
        "with many machines, of each machine its own.",
        shown="that of the request",
    )
    trusted_proxies: str = _setting(
        "127.0.0.1", to.text, "Addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."
    )
    log_level: str = _setting("info", to.level, "`debug`, `info`, `warning` or `error`.")
    log_format: str = _setting("text", to.one_of("text", "json"), "Lines of the log: `text`, or `json` objects.")
    llm_base_url: str = _setting("", to.address, "OpenAI-compatible endpoint of the language model.", shown="none")
    llm_api_key: str = _setting("", to.secret, "Key of that endpoint.", shown="none")
    llm_model: str = _setting("", to.text, "Language model for wikis and hard invoices.", shown="none")
    llm_models: to.Models = _setting(  # noqa: RUF009 - it makes a dataclass field
        (),
        to.models,
        "Other models for single purposes: `boot=small,grow=large`; the names are `boot`, `grow`, `butler` "
        "(phases of a wiki), `verify` (checks each written sentence; a model that did not write it is best), `review` "
        "and `invoice`.",
        shown="none",
    )
    llm_prices: to.Prices = _setting(  # noqa: RUF009 - it makes a dataclass field
        (),
        to.prices,
        "Dollars for a million tokens in and out by model: `small=0.15/0.60,*=3/15`; `*` is every other model.",
        shown="nothing costs",
    )
    llm_calls: int = _setting(4, to.whole(1, 64), "Calls of the model that one wiki makes at the same time.")
    llm_seconds: int = _setting(180, to.whole(1, 3600), "Seconds that one answer of the model may take.")
    llm_invoices: bool = _setting(
        default=False,
        parse=to.switch,
        doc="1 asks the model about pages of invoices that the rules leave open; slots keep the network then.",
        shown="0",
    )
    embedding_model: str = _setting(
        "",
        to.text,
        "Embedding model at `QUIRE_LLM_BASE_URL`, which receives passages and queries; wikis are then searched by "
        "meaning, too.",
        shown="none",
    )
    dedup_scope: str = _setting(
        "global",
        to.one_of("global", "owner", "off"),
        "Whose earlier result of the same book a new wiki takes over: anybody's (`global`), its owner's (`owner`), "
        "nobody's (`off`).",
    )
    phase_seconds: int = _setting(14_400, to.whole(1, 30 * 86400), "Seconds that one phase of a wiki may take.")
    wiki_memory_mib: int = _setting(4096, to.whole(128, 1024 * 1024), "Memory that building one wiki may take, MiB.")
    wiki_cpu_seconds: int = _setting(
        3600,
        to.whole(0, 30 * 86400),
        "Processor seconds that one phase of a wiki may take, whatever the size of its book; 0 = no limit.",
    )
    wiki_cpu_seconds_per_mib: int = _setting(
        600, to.whole(0, 86400), "Processor seconds that it may take beyond that for each MiB of the book's file."
    )
    butler_rounds: int = _setting(
        3, to.whole(0, 1000), "Rounds in which a new wiki is improved after it is ready; 0 = none."
    )
    job_budget_usd: float = _setting(
        0.0,
        to.decimal(0, 1e6),
        "Dollars of a model that one wiki may cost; then it is paused; 0 = no limit. Needs `QUIRE_LLM_PRICES`.",
        shown="`0`",
    )
    allow_private_urls: bool = _setting(
        default=False,
        parse=to.switch,
        doc="1 lets books and documents be fetched from private addresses, and webhooks be sent there.",
        shown="0",
        variable="SERVICE_ALLOW_PRIVATE_URLS",
    )
    private_hosts: frozenset[str] = _setting(
        default=frozenset(),
        parse=to.hosts,
        doc="Host names, separated by commas, for which that holds without the switch, such as `hooks.internal`.",
        shown="none",
    )
    source_buckets: frozenset[str] = _setting(
        default=frozenset(),
        parse=parse_prefixes,
        doc="Prefixes such as `s3://bucket/folder`, separated by commas, below which every key may name documents by "
        "their address; `{owner}` in one stands for the owner of the key. Endpoint and credentials are those of "
        "`AWS_*`. Nothing that `QUIRE_FILES_URL` holds.",
        shown="none",
    )
    otel_endpoint: str = _setting(
        "",
        to.text,
        "Address of an OpenTelemetry collector (OTLP over HTTP); turns traces and metrics on. The other `OTEL_*` "
        "variables hold as the specification says. Needs `pip install 'quire[otel]'`.",
        shown="off",
        variable="OTEL_EXPORTER_OTLP_ENDPOINT",
    )

    @property
    def database(self) -> str:
        """The database's address, that of the data folder when none is set."""
        return self.database_url or f"sqlite:///{self.data_dir.resolve() / 'quire.sqlite3'}"

    @property
    def files(self) -> str:
        """The address of the file store, that of the data folder when none is set."""
        return self.files_url or str(self.data_dir.resolve() / "files")

    @property
    def staging(self) -> Path:
        """The folder that uploads are streamed to before their task exists."""
        return self.data_dir.resolve() / "staging"

    @property
    def companies(self) -> Path:
        """The folder of the catalogue of companies."""
        return (self.company_dir or self.data_dir / "companies").resolve()

    @property
    def wikis(self) -> Path:
        """The folder of the wikis, which all machines of an installation share."""
        return self.data_dir.resolve() / "wikis"

    @property
    def task_memory(self) -> int:
        """The memory that one document may take, bytes."""
        return self.task_memory_mib * _MIB


def read(environment: Mapping[str, str] | None = None, *, given: Mapping[str, object] | None = None) -> Settings:
    """The settings of `environment` (the process's when None); values of `given`, by field, win unless they are None.

    Raises:
        BadSetting: a value cannot be read; the sentence names the variable and what it takes.
    """
    values, wrong = _parsed(os.environ if environment is None else environment)
    if wrong:
        raise BadSetting(wrong[0])
    values.update({name: value for name, value in (given or {}).items() if value is not None})
    return Settings(**values)  # type: ignore[arg-type]  # each value came from the reader of its own field


def problems(environment: Mapping[str, str] | None = None) -> list[str]:
    """One sentence for every value that cannot be read, each as `read` would raise it."""
    return _parsed(os.environ if environment is None else environment)[1]


def _parsed(source: Mapping[str, str]) -> tuple[dict[str, object], list[str]]:
    """The values that stand in an environment by field, and what is wrong with the others."""
    values: dict[str, object] = {}
    wrong: list[str] = []
    for one in fields(Settings):
        variable = _variable(one.name, one.metadata["variable"])
        text = source.get(variable)
        if text is not None and text.strip():
            try:
                values[one.name] = one.metadata["parse"](text)
            except ValueError as problem:
                wrong.append(f"{variable} must be {problem}, not {_shown(one.name, text)}.")
    return values, wrong


def unknown(environment: Mapping[str, str] | None = None) -> list[str]:
    """One sentence for every ``QUIRE_`` variable that is not a setting, with the nearest name."""
    source = os.environ if environment is None else environment
    known = [_variable(one.name, one.metadata["variable"]) for one in fields(Settings)]
    sentences = []
    for variable in sorted(source):
        if variable.startswith(_PREFIX) and variable not in known:
            near = difflib.get_close_matches(variable, known, 1)
            sentences.append(f"{variable} is not a setting" + (f"; is {near[0]} meant?" if near else "."))
    return sentences


class SettingInForce(NamedTuple):
    """A setting as it holds in this process.

    Attributes:
        name: of its field in `Settings`.
        variable: of the environment.
        value: as text; of a secret only that it is set, of an address without user and password.
        default: as text.
        is_set: whether it differs from the default.
        doc: what it does, in English.
    """

    name: str
    variable: str
    value: str
    default: str
    is_set: bool
    doc: str


MASKED = "••••••"  # what is shown of a secret that is set


def in_force(settings: Settings) -> list[SettingInForce]:
    """All settings as they hold, in the order of the table; secrets are masked."""
    found = []
    for one in fields(Settings):
        value = getattr(settings, one.name)
        is_set = value != one.default
        default = one.metadata["shown"] or _as_text(one.default)
        shown = _as_text(value) if is_set else default
        if is_set and one.metadata["parse"] is to.secret:
            shown = MASKED
        elif is_set and "://" in shown:
            scheme, _, rest = shown.partition("://")
            _, owned, place = rest.rpartition("@")
            shown = re.sub(r"\?.*", f"?{MASKED}", f"{scheme}://{MASKED + '@' if owned else ''}{place}")
        variable, default = _variable(one.name, one.metadata["variable"]), default.replace("`", "")
        found.append(SettingInForce(one.name, variable, shown.replace("`", ""), default, is_set, one.metadata["doc"]))
    return found


def _as_text(value: object) -> str:
    """A value as the environment would have it."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, tuple):
        return ",".join(f"{one[0]}=" + "/".join(map(str, one[1:])) for one in value)
    if isinstance(value, frozenset):
        return ",".join(sorted(value))
    return str(value)


def table() -> str:
    """The settings as a Markdown table: variable, default, meaning; then the variables that object stores read."""
    rows = ["| variable | default | meaning |", "|---|---|---|"]
    for one in fields(Settings):
        default = one.metadata["shown"] or f"`{one.default}`"
        rows.append(f"| `{_variable(one.name, one.metadata['variable'])}` | {default} | {one.metadata['doc']} |")
    for scheme, kind in STORES.items():
        rows += [f"| `{name}` | none | For `{scheme}://` stores: {what} |" for name, what in kind.variables.items()]
    return "\n".join(rows) + "\n"


def _variable(name: str, variable: str) -> str:
    return variable or _PREFIX + name.upper()


def _shown(name: str, text: str) -> str:
    """The text as a message may show it: addresses and secrets can hold passwords."""
    return "what it is now" if name.endswith(("url", "key", "secret")) else repr(text[:80])
