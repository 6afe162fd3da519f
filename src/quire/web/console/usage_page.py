"""The page at ``/console/usage``: what was used, by day, key and service.

Everybody sees their own use, administrators all.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.errors import NotFound
from quire.store.usage_log import Amount, UsageRow
from quire.tasks.builds.job_events import MICROS
from quire.web.console.page_parts import console_page, console_route, session_key, sign_in_page
from quire.web.console.svg_charts import Chart, columns
from quire.web.http.filenames import content_disposition
from quire.web.http.operation import Operation
from quire.web.http.responses import bytes_response
from quire.web.state.site import owner, site

SPANS = (7, 30, 90, 365)
"""Days that can be chosen."""

_PATH = "/console/usage"
_COLUMNS = ("day", "owner", "key", "service", "documents", "pages", "cpu_seconds", "tokens", "usd")


class KeyUsage(NamedTuple):
    """What one key used of one service in the chosen days."""

    owner: str
    key: str
    service: str
    amount: Amount


async def show(request: Request) -> Response:
    """The page, or with ``?form=csv`` the rows as a file."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    here, whose = site(request), owner(request)
    if here.usage is None:
        raise NotFound
    usage = here.usage
    asked = request.query_params.get("days", "")
    days = int(asked) if asked in {str(span) for span in SPANS} else SPANS[1]
    today = here.clock.now().date()
    wanted = request.query_params.get("owner", "").strip() if whose is None else ""

    def look() -> tuple[list[UsageRow], dict[str, str]]:
        found = usage.since(today - timedelta(days=days - 1), wanted or whose)
        return found, {key.id: key.name for key in here.keys.all(owner=whose)}

    rows, names = await run_in_threadpool(look)
    if request.query_params.get("form") == "csv":
        headers = [("Content-Disposition", content_disposition(f"usage-{today}.csv"))]
        return bytes_response(_csv(rows, names), "text/csv; charset=utf-8", headers=headers)
    return console_page(
        request,
        "usage.html",
        caller,
        days=days,
        spans=SPANS,
        wanted=wanted,
        total=sum((row.amount for row in rows), Amount()),
        by_key=_by_key(rows, names),
        by_day=_by_day(rows),
        drawing=_chart(rows, today, days),
        micros=MICROS,
    )


def _by_key(rows: Sequence[UsageRow], names: dict[str, str]) -> list[KeyUsage]:
    """Sums by key and service, the one with most processor time first."""
    sums: defaultdict[tuple[str, str, str], Amount] = defaultdict(Amount)
    for row in rows:
        one = row.consumer
        sums[one.owner, names.get(one.key_id, one.key_id[:8]), one.service] += row.amount
    found = [KeyUsage(*place, amount) for place, amount in sums.items()]
    return sorted(found, key=lambda one: (-one.amount.cpu_ms, one.owner, one.key, one.service))


def _by_day(rows: Sequence[UsageRow]) -> list[tuple[date, Amount]]:
    """Sums by day, the newest first."""
    sums: defaultdict[date, Amount] = defaultdict(Amount)
    for row in rows:
        sums[row.day] += row.amount
    return sorted(sums.items(), reverse=True)


def _chart(rows: Sequence[UsageRow], today: date, days: int) -> Chart | None:
    """Pages for each day."""
    if not rows:
        return None
    pages = {day: amount.pages for day, amount in _by_day(rows)}
    shown = [today - timedelta(days=back) for back in reversed(range(days))]
    values = [float(pages.get(day, 0)) for day in shown]
    return columns([f"{day:%m-%d}" for day in shown], [values], [[f"{value:,.0f}" for value in values]])


def _csv(rows: Sequence[UsageRow], names: dict[str, str]) -> bytes:
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(_COLUMNS)
    for row in rows:
        one, used = row.consumer, row.amount
        name = names.get(one.key_id, one.key_id)
        figures = [used.documents, used.pages, used.cpu_ms / 1000, used.tokens, used.cost_micros / MICROS]
        writer.writerow([row.day, _harmless(one.owner), _harmless(name), one.service, *figures])
    return target.getvalue().encode("utf-8-sig")


def _harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t"} else text


OPERATIONS: tuple[Operation, ...] = (console_route("GET", _PATH, show, "consoleUsage", "What was used"),)
