"""What OpenTelemetry is told, and that nothing is where it is off."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quire import telemetry
from quire.errors import BadSetting

sdk = pytest.importorskip("opentelemetry.sdk.trace")
metrics = pytest.importorskip("opentelemetry.sdk.metrics")


@pytest.fixture
def told():
    """The spans and the numbers of the test."""
    from opentelemetry.sdk.metrics.export import InMemoryMetricReader
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    spans, reader = InMemorySpanExporter(), InMemoryMetricReader()
    traces = sdk.TracerProvider()
    traces.add_span_processor(SimpleSpanProcessor(spans))
    telemetry.send_to(traces, metrics.MeterProvider([reader]))
    yield spans, reader
    telemetry.send_to(None, None)


def numbers(reader) -> dict[str, int]:
    (one,) = reader.get_metrics_data().resource_metrics
    found = [metric for scope in one.scope_metrics for metric in scope.metrics]
    return {metric.name: sum(point.count for point in metric.data.data_points) for metric in found}


def test_a_request_belongs_to_the_trace_of_its_client(told):
    spans, reader = told
    trace, parent = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
    telemetry.request("GET", "/api/tasks", 200, 0.25, f"00-{trace}-{parent}-01")
    telemetry.request("POST", "/api/parse/pdf2word", 503, 0.5, "not a parent")
    first, second = spans.get_finished_spans()
    assert (first.name, dict(first.attributes)["http.response.status_code"]) == ("GET /api/tasks", 200)
    assert (f"{first.context.trace_id:032x}", f"{first.parent.span_id:016x}") == (trace, parent)
    assert abs(first.end_time - first.start_time - 250_000_000) < 1000
    assert (first.status.is_ok, second.status.is_ok, second.parent) == (True, False, None)
    assert numbers(reader) == {"http.server.request.duration": 2}


def test_work_is_told_by_its_kind_and_an_error_by_its_class(told):
    spans, reader = told
    with telemetry.work("tasks", "t1"):
        pass
    with pytest.raises(ValueError, match="content"), telemetry.work("jobs", "7"):
        raise ValueError("content of a book")
    first, second = spans.get_finished_spans()
    assert (first.name, dict(first.attributes)) == ("tasks", {"quire.work.kind": "tasks", "quire.work.key": "t1"})
    assert second.attributes["error.type"] == "ValueError"
    assert "content" not in second.to_json()
    assert numbers(reader) == {"quire.work.duration": 2}


def test_off_it_loads_nothing():
    program = (
        "import sys; from quire import telemetry; telemetry.request('GET', '/', 200, 0.1)\n"
        "with telemetry.work('tasks', 'a'): pass\n"
        "print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_its_address_turns_it_on_for_a_while(monkeypatch):
    said = []
    monkeypatch.setattr(telemetry, "start", lambda role, version: said.append(role) or (lambda: said.append("end")))
    with telemetry.telling("http://127.0.0.1:9", "api"):
        assert said == ["api"]
    with telemetry.telling("", "worker"):
        pass
    assert said == ["api", "end"]


def test_an_address_without_the_extra_is_told(monkeypatch):
    def start(role, version):
        raise ImportError

    monkeypatch.setattr(telemetry, "start", start)
    with pytest.raises(BadSetting, match="quire"), telemetry.telling("http://127.0.0.1:9", "api"):
        pass
