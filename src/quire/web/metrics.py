"""What Prometheus reads at ``/metrics``: numbers by route and state; no path, name, key or other text of a client."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
UNKNOWN = "none"
"""The route of a request that no route takes."""

_BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """The numbers of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "quire_http_requests", "Requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "quire_http_seconds",
            "Seconds from request to answer.",
            ("route",),
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self._running = Gauge("quire_http_running", "Requests being answered now.", registry=self.registry)
        self._upload_bytes = Counter("quire_upload_bytes", "Bytes of accepted uploads.", registry=self.registry)
        self._submitted = Counter("quire_tasks_submitted", "Tasks submitted.", ("kind",), registry=self.registry)
        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def began(self) -> None:
        """A request has come."""
        self._running.inc()

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request has been answered."""
        self._running.dec()
        found = self._children.get((method, route, status))
        if found is None:
            found = (self._requests.labels(method, route, str(status)), self._seconds.labels(route))
            self._children[method, route, status] = found
        found[0].inc()
        found[1].observe(seconds)

    def submitted(self, kind: str, size: int) -> None:
        """A task was submitted with an upload of `size` bytes."""
        self._submitted.labels(kind).inc()
        self._upload_bytes.inc(size)

    def watch(self, name: str, about: str, label: str, count: Callable[[], Mapping[str, float]]) -> None:
        """Add a gauge whose values are asked for at every reading, one for each value of `label`."""
        self.registry.register(_Asked(name, about, label, count))

    def text(self) -> bytes:
        """The numbers in Prometheus's text form."""
        return generate_latest(self.registry)


class _Asked(Collector):
    def __init__(self, name: str, about: str, label: str, count: Callable[[], Mapping[str, float]]) -> None:
        self._name, self._about, self._label, self._count = name, about, label, count

    def collect(self) -> Iterator[Metric]:
        family = GaugeMetricFamily(self._name, self._about, labels=[self._label])
        for value, number in self._count().items():
            family.add_metric([value], number)
        yield family

    def describe(self) -> Iterator[Metric]:
        """Nothing: asking for the values at registration would need the database."""
        yield from ()
