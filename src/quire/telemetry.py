"""Traces and metrics for OpenTelemetry: off, and free, unless the standard variables name where they go.

The SDK reads its own variables (``OTEL_EXPORTER_OTLP_ENDPOINT``, ``OTEL_SERVICE_NAME``, ``OTEL_RESOURCE_ATTRIBUTES``,
``OTEL_TRACES_SAMPLER`` …). It is an extra, ``quire[otel]``. What is told has routes, kinds, states and ids,
never content, names of files or keys.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import quire
from quire.errors import BadSetting

if TYPE_CHECKING:
    from opentelemetry.metrics import Histogram, MeterProvider
    from opentelemetry.trace import Tracer, TracerProvider

Attribute = str | int | float | bool

_FAILED_FROM = 500
"""Statuses of responses that are faults of ours."""


class _Telemetry:
    """Where spans and durations go."""

    def __init__(self, traces: TracerProvider, meters: MeterProvider) -> None:
        self.tracer: Tracer = traces.get_tracer("quire")
        meter = meters.get_meter("quire")
        self.requests: Histogram = meter.create_histogram("http.server.request.duration", "s")
        self.work: Histogram = meter.create_histogram("quire.work.duration", "s", "Work of a worker by kind.")


_on: _Telemetry | None = None


@contextmanager
def telling(endpoint: str, role: str) -> Iterator[None]:
    """Traces and metrics go where the standard variables say, inside the context.

    Args:
        endpoint: the address of the collector as the settings have it; "" leaves it off.
        role: see `start`.

    Raises:
        BadSetting: there is an address, and the extra is not installed.
    """
    if not endpoint:
        yield
        return
    try:
        stop = start(role, quire.__version__)
    except ImportError as problem:
        raise BadSetting("OTEL_EXPORTER_OTLP_ENDPOINT needs the extra: pip install 'quire[otel]'") from problem
    try:
        yield
    finally:
        stop()


def start(role: str, version: str) -> Callable[[], None]:
    """Turn it on in this process; what is returned sends the rest and turns it off.

    Args:
        role: of the process, for the attribute ``quire.role``: serve, api or worker.
        version: of the program.

    Raises:
        ImportError: the extra is not installed.
    """
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    own = {"service.name": "quire", "service.version": version, "quire.role": role}
    resource = Resource.create(own).merge(OTELResourceDetector().detect())  # what the operator says goes first
    traces = TracerProvider(resource=resource)
    traces.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    meters = MeterProvider([PeriodicExportingMetricReader(OTLPMetricExporter())], resource=resource)
    send_to(traces, meters)

    def stop() -> None:
        send_to(None, None)
        traces.shutdown()
        meters.shutdown()

    return stop


def send_to(traces: TracerProvider | None, meters: MeterProvider | None) -> None:
    """Send spans and durations to these providers from now on; None turns it off."""
    global _on  # noqa: PLW0603 - one for a process, as of the API itself
    _on = _Telemetry(traces, meters) if traces and meters else None


def is_on() -> bool:
    """Whether something is told; for callers with something to prepare."""
    return _on is not None


def request(method: str, route: str, status: int, seconds: float, parent: str = "") -> None:
    """Note a request that has been answered.

    Args:
        method: of the request.
        route: the path of the operation, not of the request.
        status: of the response.
        seconds: that it took, until now.
        parent: the header ``traceparent``; "" is none.
    """
    if _on is None:
        return
    from opentelemetry.trace import SpanKind, Status, StatusCode
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    about: Mapping[str, Attribute] = {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
    }
    now = time.time_ns()
    context = TraceContextTextMapPropagator().extract({"traceparent": parent}) if parent else None
    begun = now - round(seconds * 1e9)
    span = _on.tracer.start_span(f"{method} {route}", context, SpanKind.SERVER, about, start_time=begun)
    if status >= _FAILED_FROM:
        span.set_status(Status(StatusCode.ERROR))
    span.end(now)
    _on.requests.record(seconds, about)


@contextmanager
def work(kind: str, key: str) -> Iterator[None]:
    """Note a piece of work; an exception is noted by the name of its class, as its text may quote a document."""
    here = _on
    if here is None:
        yield
        return
    from opentelemetry.trace import Status, StatusCode

    began = time.monotonic()
    about: Mapping[str, Attribute] = {"quire.work.kind": kind, "quire.work.key": key}
    with here.tracer.start_as_current_span(
        kind, attributes=about, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except BaseException as problem:
            span.set_status(Status(StatusCode.ERROR))
            span.set_attribute("error.type", type(problem).__name__)
            raise
        finally:
            here.work.record(time.monotonic() - began, {"quire.work.kind": kind})
