"""Operates a wiki after its job: the overview, its preview site, its butler."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.errors import BadRequest, NotFound, QuireError, Unavailable
from quire.tasks.builds import event_journal
from quire.tasks.builds.butler_round import JOURNAL
from quire.tasks.builds.butler_table import MAX_ROUNDS, Butler, ButlerConfig
from quire.tasks.builds.job_events import MICROS, line
from quire.tasks.builds.preview_processes import Preview
from quire.web.http import query_parameters
from quire.web.http.json_bodies import read_json
from quire.web.http.operation import Answer, Json, Operation
from quire.web.http.responses import json_response
from quire.web.state.site import owner, site
from quire.web.state.wiki_services import WikiParts
from quire.web.wiki.wiki_access import (
    NO_WIKI,
    SLUG,
    SUBMIT,
    TAIL,
    WIKI,
    check_ready,
    error_answer,
    find_wiki,
    wiki_parts,
)
from quire.wiki.wiki_folder import CONFIG, Wiki
from quire.wiki.wiki_registry import WikiEntry

MIN_PORT, MAX_PORT = 1024, 65_535
"""Ports below the first belong to the system."""

NO_PORT = (
    f"The wiki has no PORT. Add a line such as “PORT: 8101” ({MIN_PORT} to {MAX_PORT}) to its local/config.md, "
    "or set it in the console."
)

MAX_INTERVAL = 7 * 86400
MAX_MODEL_NAME = 200

MAX_COST = 1_000_000
"""US dollars that a butler may be allowed to spend."""

_PORT = re.compile(
    r"^(?:[>*+|-]|[^\S\n])*+[*_`\"']{0,3}PORT[*_`\"']{0,3}\s*[:=|]\s*[*_`\"']{0,3}([^\s*_`\"'|]*)",
    re.MULTILINE | re.IGNORECASE,
)
_CONFIG_KEYS = ("rounds", "auto", "model", "interval_s", "max_cost_usd")


async def overview(request: Request) -> Response:
    """Every wiki of the caller, with its preview and its butler."""
    here, whose = wiki_parts(request), owner(request)

    def read() -> list[Json]:
        wikis = here.shelf.all(whose)
        butlers, previews = here.butlers.all({one.id for one in wikis}), here.previews.all()
        return [overview_row(request, one, butlers.get(one.id), previews.get(one.id)) for one in wikis]

    rows = await run_in_threadpool(read)
    return json_response({"ok": True, "wikis": rows, "total": len(rows)})


async def serve(request: Request) -> Response:
    """Start the preview site of a wiki, on the port of its configuration file."""
    one, here = await find_wiki(request), wiki_parts(request)
    await check_ready(request, one)
    found = await run_in_threadpool(_serve, here, one)
    return json_response({"ok": True, "slug": one.slug, "url": _url(request, one, found), "pid": found.pid})


async def serve_stop(request: Request) -> Response:
    """Stop the preview site; one that does not run is fine."""
    one = await find_wiki(request)
    await run_in_threadpool(wiki_parts(request).previews.stop, one.id)
    return json_response({"ok": True, "slug": one.slug, "running": False})


async def serve_restart(request: Request) -> Response:
    """Stop the preview site if it runs, and start it."""
    one, here = await find_wiki(request), wiki_parts(request)
    await check_ready(request, one)

    def again() -> Preview:
        preview_port(here.shelf.local(one))  # a site is not stopped for one that cannot start
        here.previews.stop(one.id)
        return _serve(here, one)

    found = await run_in_threadpool(again)
    return json_response(
        {"ok": True, "slug": one.slug, "running": True, "url": _url(request, one, found), "pid": found.pid}
    )


async def butler_start(request: Request) -> Response:
    """Start the butler of a wiki."""
    one, here = await find_wiki(request), wiki_parts(request)
    body = await _json_or_nothing(request)
    _orders(body, ButlerConfig())  # errors come first
    await check_ready(request, one)

    orders = await run_in_threadpool(begin_butler, here, one, body)
    return json_response({"ok": True, "slug": one.slug, "running": True, **_said(orders)})


async def butler_stop(request: Request) -> Response:
    """Stop the butler of a wiki; one that does not run is fine."""
    one, here = await find_wiki(request), wiki_parts(request)
    await run_in_threadpool(here.butlers.stop, one.id)
    return json_response({"ok": True, "slug": one.slug, "running": False})


async def butler_config(request: Request) -> Response:
    """Give the butler of a wiki other orders, also while it runs."""
    one, here = await find_wiki(request), wiki_parts(request)
    body = await read_json(request)
    unknown = body.keys() - set(_CONFIG_KEYS)
    if unknown or not body:
        raise BadRequest(f"The configuration must have one or more of {', '.join(_CONFIG_KEYS)}.")
    await check_ready(request, one)

    def change() -> tuple[ButlerConfig, bool]:
        found = here.butlers.find(one.id)
        orders = _orders(body, found.orders if found else ButlerConfig())
        here.butlers.configure(one.id, orders)
        found = here.butlers.find(one.id)
        return orders, found is not None and found.running

    orders, running = await run_in_threadpool(change)
    return json_response({"ok": True, "slug": one.slug, "running": running, **_said(orders), **_limits(orders)})


async def butler_log(request: Request) -> Response:
    """The last lines of the butler's log."""
    tail = query_parameters.integer(request, "tail", 200, low=1, high=5000)
    one = await find_wiki(request)
    lines, total = await run_in_threadpool(lambda: _tail(wiki_parts(request).shelf.local(one) / JOURNAL, tail))
    return json_response({"ok": True, "slug": one.slug, "lines": [*lines], "total_lines": total})


def begin_butler(here: WikiParts, one: WikiEntry, body: Mapping[str, Json]) -> ButlerConfig:
    """Start the butler of a wiki with the orders of a body; blocks.

    Raises:
        BadRequest: an order cannot be. Conflict: it runs.
    """
    found = here.butlers.find(one.id)
    kept = found.orders if found is not None and found.asked else ButlerConfig()  # what was configured stays
    former = ButlerConfig(interval_s=kept.interval_s, max_cost_micros=kept.max_cost_micros)
    wanted = _orders(body, former)
    here.butlers.start(one.id, wanted, asked=True)
    return wanted


def preview_port(folder: Path) -> int:
    """The preview port in a wiki's configuration file, where people may have written it in their own way.

    Raises:
        BadRequest: there is none, or it is none that can be used.
    """
    try:
        text = Wiki.open(folder).config.get("PORT", "").strip()
        if not text:
            found = _PORT.search((folder / CONFIG).read_text(encoding="utf-8", errors="replace"))
            text = found.group(1) if found else ""
    except (NotFound, OSError):
        text = ""
    if not text:
        raise BadRequest(NO_PORT)
    port = query_parameters.digits(text)
    if port is None or port > MAX_PORT:
        raise BadRequest("The PORT in the wiki's local/config.md is not valid.")
    if port < MIN_PORT:
        raise BadRequest(f"The PORT in the wiki's local/config.md must be {MIN_PORT} or more.")
    return port


def _serve(here: WikiParts, one: WikiEntry) -> Preview:
    folder = here.shelf.local(one)
    port = preview_port(folder)
    try:
        found = here.previews.start(one.id, slug=one.slug, folder=folder, port=port)
    except Unavailable:
        raise BadRequest(f"The PORT {port} is already in use.") from None
    here.shelf.save(one.slug)  # people may have written the port into this machine's copy
    return found


def _url(request: Request, one: WikiEntry, found: Preview) -> str:
    parts_ = urlsplit(site(request).address(request))
    host = found.address or parts_.hostname or "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{found.port}/preview/{one.slug}/"


def overview_row(request: Request, one: WikiEntry, butler: Butler | None, preview: Preview | None) -> dict[str, Json]:
    """A wiki as lists show it; blocks while its folder is looked at."""
    here = wiki_parts(request)
    try:
        outline = here.wiki_cache.outline(here.shelf.local(one))
        pages, coverage, latest = outline.pages, outline.coverage, outline.latest_review
    except (QuireError, OSError):  # its folder is gone, or is somebody's experiment
        pages, coverage, latest = 0, 0.0, None
    return {
        "slug": one.slug,
        "wiki_name": one.name,
        "lang": one.lang,
        "owner": one.owner,
        "page_count": pages,
        "coverage": round(coverage, 4),
        "latest_review_at": latest,
        "serve": {
            "running": preview is not None,
            "pid": preview.pid if preview else None,
            "url": _url(request, one, preview) if preview else None,
        },
        "butler": {
            "running": butler is not None and butler.running,
            "round": butler.round if butler else 0,
            "rounds": butler.orders.rounds if butler else 0,
        },
    }


async def _json_or_nothing(request: Request) -> Mapping[str, Json]:
    return await read_json(request, optional=True)


def _orders(body: Mapping[str, Json], former: ButlerConfig) -> ButlerConfig:
    """The orders in a body; what it does not say stays."""
    rounds = _whole(body.get("rounds", former.rounds), "rounds", MAX_ROUNDS)
    auto = body.get("auto", former.auto)
    if not isinstance(auto, bool):
        raise BadRequest("auto must be true or false.")
    model = body.get("model", former.model) or ""
    if not isinstance(model, str) or len(model) > MAX_MODEL_NAME or not model.isprintable():
        raise BadRequest("model must be the name of a model.")
    interval = _whole(body.get("interval_s", former.interval_s), "interval_s", MAX_INTERVAL)
    micros = former.max_cost_micros
    if "max_cost_usd" in body:
        cost = body["max_cost_usd"]
        if cost is not None and (
            isinstance(cost, bool) or not isinstance(cost, int | float) or not 0 <= cost <= MAX_COST
        ):
            raise BadRequest(f"max_cost_usd must be a number from 0 to {MAX_COST}, or null for no limit.")
        micros = None if cost is None else round(cost * MICROS)
    return ButlerConfig(rounds, auto=auto, model=model, interval_s=interval, max_cost_micros=micros)


def _whole(value: Json, name: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise BadRequest(f"{name} must be a whole number from 0 to {most}.")
    return value


def _said(orders: ButlerConfig) -> dict[str, Json]:
    return {"rounds": orders.rounds, "auto": orders.auto, "model": orders.model or None}


def _limits(orders: ButlerConfig) -> dict[str, Json]:
    cost = None if orders.max_cost_micros is None else orders.max_cost_micros / MICROS
    return {"interval_s": orders.interval_s, "max_cost_usd": cost}


def _tail(path: Path, tail: int) -> tuple[list[str], int]:
    """The last lines of a butler's journal, and how many there are."""
    lines: list[str] = []
    total, place = 0, 0
    while (piece := event_journal.read(path, place)).end > place:
        place = piece.end
        total += len(piece.events)
        lines = (lines + [line(kind, told, at) for (kind, told), at in piece.dated])[-tail:]
    return lines, total


_CONFLICT = error_answer("The wiki is not ready yet: its job is running.", "The wiki is not ready yet.")
_NO_PORT = error_answer(NO_PORT, "The PORT is missing, not valid, below 1024 or already in use.")
_URL = "http://127.0.0.1:8123/preview/walden/"
_BUTLER: dict[str, Json] = {"ok": True, "slug": "walden", "running": True, "rounds": 5, "auto": True, "model": None}
_TAG = "Wiki sites"


def _body(properties: dict[str, Json], example: dict[str, Json], *, required: bool) -> dict[str, Json]:
    schema: dict[str, Json] = {"type": "object", "properties": properties}
    return {"required": required, "content": {"application/json": {"schema": schema, "example": example}}}


_ORDERS: dict[str, Json] = {
    "rounds": {"type": "integer", "minimum": 0, "maximum": MAX_ROUNDS, "description": "0: no limit."},
    "auto": {"type": "boolean", "default": True},
    "model": {"type": ["string", "null"]},
}
_MORE: dict[str, Json] = {
    "interval_s": {"type": "integer", "minimum": 0, "maximum": MAX_INTERVAL},
    "max_cost_usd": {"type": ["number", "null"], "minimum": 0},
}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/v1/wikis-overview",
        overview,
        name="getOverview",
        summary="List your wikis with their preview and butler",
        tag=_TAG,
        about="`coverage` is the share of the book's passages that the pages cite.",
        gate=WIKI,
        answers={
            200: Answer(
                "The wikis, newest first.",
                {
                    "ok": True,
                    "wikis": [
                        {
                            "slug": "walden",
                            "wiki_name": "Walden",
                            "lang": "en",
                            "owner": "lin",
                            "page_count": 214,
                            "coverage": 0.83,
                            "latest_review_at": "2026-03-06T08:30:00Z",
                            "serve": {"running": True, "pid": 4711, "url": _URL},
                            "butler": {"running": False, "round": 3, "rounds": 3},
                        }
                    ],
                    "total": 1,
                },
                schema="Overview",
            )
        },
    ),
    Operation(
        "POST",
        "/api/v1/wiki/{slug}/serve",
        serve,
        name="servePreview",
        summary="Start the preview site of a wiki",
        tag=_TAG,
        about="Uses the port `PORT` in the wiki's `local/config.md`. Anyone who can reach the port can read the wiki.",
        gate=SUBMIT,
        parameters=(SLUG,),
        answers={
            200: Answer(
                "The preview is running.", {"ok": True, "slug": "walden", "url": _URL, "pid": 4711}, schema="Served"
            ),
            400: _NO_PORT,
            404: NO_WIKI,
            409: _CONFLICT,
        },
    ),
    Operation(
        "POST",
        "/api/v1/wiki/{slug}/serve/stop",
        serve_stop,
        name="stopPreview",
        summary="Stop the preview site",
        tag=_TAG,
        gate=WIKI,
        parameters=(SLUG,),
        answers={
            200: Answer(
                "The preview is stopped.", {"ok": True, "slug": "walden", "running": False}, schema="ServeState"
            ),
            404: NO_WIKI,
        },
    ),
    Operation(
        "POST",
        "/api/v1/wiki/{slug}/serve/restart",
        serve_restart,
        name="restartPreview",
        summary="Restart the preview site",
        tag=_TAG,
        gate=SUBMIT,
        parameters=(SLUG,),
        answers={
            200: Answer(
                "The preview is running.",
                {"ok": True, "slug": "walden", "running": True, "url": _URL, "pid": 4712},
                schema="ServeState",
            ),
            400: _NO_PORT,
            404: NO_WIKI,
            409: _CONFLICT,
        },
    ),
    Operation(
        "POST",
        "/api/v1/wiki/{slug}/butler",
        butler_start,
        name="startButler",
        summary="Start the butler of a wiki",
        tag=_TAG,
        about="The butler improves the wiki in rounds. With `rounds` 0 it continues until it is stopped.",
        gate=SUBMIT,
        parameters=(SLUG,),
        body=_body(_ORDERS | _MORE, {"rounds": 5, "auto": True}, required=False),
        answers={
            200: Answer("The butler is running.", _BUTLER, schema="ButlerState"),
            400: error_answer("rounds must be a whole number from 0 to 1000."),
            404: NO_WIKI,
            409: error_answer(
                "The butler is running already.", "The butler is already running, or the wiki is not ready."
            ),
        },
    ),
    Operation(
        "POST",
        "/api/v1/wiki/{slug}/butler/stop",
        butler_stop,
        name="stopButler",
        summary="Stop the butler",
        tag=_TAG,
        gate=WIKI,
        parameters=(SLUG,),
        answers={
            200: Answer(
                "The butler is stopped.", {"ok": True, "slug": "walden", "running": False}, schema="ButlerStopped"
            ),
            404: NO_WIKI,
        },
    ),
    Operation(
        "GET",
        "/api/v1/wiki/{slug}/butler/log",
        butler_log,
        name="getButlerLog",
        summary="Get the last lines of the butler log",
        tag=_TAG,
        gate=WIKI,
        parameters=(SLUG, TAIL),
        answers={
            200: Answer(
                "The lines, oldest first.",
                {
                    "ok": True,
                    "slug": "walden",
                    "lines": ["2026-03-06T08:30:00Z INFO round 1: 3 orphans adopted"],
                    "total_lines": 1,
                },
                schema="ButlerLog",
            ),
            400: error_answer("tail must be a whole number from 1 to 5000."),
            404: NO_WIKI,
        },
    ),
    Operation(
        "PUT",
        "/api/v1/wiki/{slug}/butler/config",
        butler_config,
        name="configureButler",
        summary="Configure the butler, even while it is running",
        tag=_TAG,
        gate=WIKI,
        parameters=(SLUG,),
        body=_body(_ORDERS | _MORE, {"interval_s": 60, "max_cost_usd": 1.5}, required=True),
        answers={
            200: Answer(
                "The new configuration.", {**_BUTLER, "interval_s": 60, "max_cost_usd": 1.5}, schema="ButlerConfig"
            ),
            400: error_answer("rounds must be a whole number from 0 to 1000."),
            404: NO_WIKI,
            409: _CONFLICT,
        },
    ),
)
