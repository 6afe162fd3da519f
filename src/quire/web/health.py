"""Health, liveness, readiness and metrics. Open to everybody, so they contain no path and no secret."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.web.http.operation import OPEN, Answer, Json, Operation
from quire.web.http.responses import bytes_response, json_response
from quire.web.state.metrics import MEDIA_TYPE
from quire.web.state.site import site

FOR_WORK = frozenset({"writing", "space", "slots"})
"""Checks for new work only: the database takes writes, there is space for files, a slot can run a task. If one fails,
existing results can still be read, so a load balancer should keep the process."""


async def health(request: Request) -> Response:
    """The health check: 503 when a component does not respond or new work is not possible."""
    here = site(request)
    here.companies.look()  # whoever waits for the service to be ready finds the companies loaded
    state = await here.health_probe.state()
    fine = all(state.values()) and not here.closing.is_set()
    body: dict[str, Json] = {
        "ok": fine,
        "status": "ok" if fine else "unavailable",
        "version": here.version,
        "uptime_s": int(here.clock.monotonic() - here.began),
        "checks": {name: "ok" if up else "failed" for name, up in state.items()},
        "isolation": "complete" if await run_in_threadpool(here.is_isolated) else "incomplete",
    }
    return json_response(body, status=200 if fine else 503)


async def livez(request: Request) -> Response:  # noqa: ARG001 - an endpoint's signature
    """The process responds."""
    return bytes_response(b"ok\n", "text/plain; charset=utf-8")


async def readyz(request: Request) -> Response:
    """The process can serve requests; 503 while a component does not respond, and during shutdown."""
    here = site(request)
    state = await here.health_probe.state()
    fine = all(up for name, up in state.items() if name not in FOR_WORK) and not here.closing.is_set()
    lines = [f"{name}: {'ok' if up else 'failed'}\n" for name, up in state.items()]
    return bytes_response("".join(lines).encode(), "text/plain; charset=utf-8", status=200 if fine else 503)


async def numbers(request: Request) -> Response:
    """The numbers for Prometheus."""
    return bytes_response(await run_in_threadpool(site(request).metrics.text), MEDIA_TYPE)


_TEXT = "text/plain; charset=utf-8"
_FINE: dict[str, Json] = {
    "ok": True,
    "status": "ok",
    "version": "0.1.0",
    "uptime_s": 3600,
    "checks": {"database": "ok", "files": "ok", "writing": "ok", "space": "ok", "slots": "ok"},
    "isolation": "complete",
}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/v1/health",
        health,
        name="getHealth",
        summary="Check the health of the service",
        tag="Service",
        about="`isolation` is `incomplete` if the processes that read documents are not locked in completely.",
        gate=OPEN,
        answers={
            200: Answer("The service is healthy.", _FINE, schema="Health"),
            503: Answer(
                "A component does not respond, or new work is not possible.",
                _FINE | {"ok": False, "status": "unavailable", "checks": {"database": "failed", "files": "ok"}},
                schema="Health",
            ),
        },
    ),
    Operation(
        "GET",
        "/livez",
        livez,
        name="getLive",
        summary="Check that the process responds",
        tag="Service",
        gate=OPEN,
        answers={200: Answer("The process responds.", b"ok\n", media_type=_TEXT)},
    ),
    Operation(
        "GET",
        "/readyz",
        readyz,
        name="getReady",
        summary="Check that the process can serve requests",
        tag="Service",
        gate=OPEN,
        answers={
            200: Answer("The process is ready.", b"database: ok\nfiles: ok\n", media_type=_TEXT),
            503: Answer("The process is not ready.", b"database: failed\nfiles: ok\n", media_type=_TEXT),
        },
    ),
    Operation(
        "GET",
        "/metrics",
        numbers,
        name="getMetrics",
        summary="Get metrics for Prometheus",
        tag="Service",
        gate=OPEN,
        answers={200: Answer("The metrics.", b"quire_http_running 1.0\n", media_type=MEDIA_TYPE)},
    ),
)
