"""What Prometheus reads at ``/metrics``: numbers by route and state; no path, name, key or other text of a client."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
NO_ROUTE = "none"
"""The route of a request that no route takes."""

_BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """The numbers of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._passed = _Passed()
        self.registry.register(self._passed)
        self._running = Gauge("quire_http_running", "Requests being answered now.", registry=self.registry)
        self._upload_bytes = Counter("quire_upload_bytes", "Bytes of accepted uploads.", registry=self.registry)
        self._submitted = Counter("quire_tasks_submitted", "Tasks submitted.", ("kind",), registry=self.registry)

    def request_started(self) -> None:
        """A request has come."""
        self._running.inc()

    def request_ended(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request has been answered."""
        self._running.dec()
        self._passed.add(method, route, status, seconds)

    def request_served(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request has come and has been answered."""
        self._passed.add(method, route, status, seconds)

    def submitted(self, kind: str, size: int) -> None:
        """A task was submitted with an upload of `size` bytes."""
        self._submitted.labels(kind).inc()
        self._upload_bytes.inc(size)

    def add_gauge(self, name: str, about: str, label: str, count: Callable[[], Mapping[str, float]]) -> None:
        """Add a gauge whose values are asked for at every reading, one for each value of `label`."""
        self.registry.register(_Asked(name, about, label, count))

    def text(self) -> bytes:
        """The numbers in Prometheus's text form."""
        return generate_latest(self.registry)


class _Passed(Collector):
    """Requests answered and the seconds they took, counted by the event loop alone.

    The library's counters take a lock for each of three numbers, which takes half as long as the whole fast path.
    """

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, int], int] = {}
        self._seconds: dict[str, list[float]] = {}  # by route: requests in each bucket, those beyond, the sum

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one."""
        counts = self._counts
        place = (method, route, status)
        counts[place] = counts.get(place, 0) + 1
        spent = self._seconds.get(route)
        if spent is None:
            spent = self._seconds[route] = [0.0] * (len(_BUCKETS) + 2)
        spent[bisect_left(_BUCKETS, seconds)] += 1
        spent[-1] += seconds

    def collect(self) -> Iterator[Metric]:
        requests = CounterMetricFamily(
            "quire_http_requests", "Requests answered.", labels=("method", "route", "status")
        )
        for (method, route, status), count in list(self._counts.items()):
            requests.add_metric((method, route, str(status)), count)
        yield requests
        took = HistogramMetricFamily("quire_http_seconds", "Seconds from request to answer.", labels=("route",))
        for route, spent in list(self._seconds.items()):
            took.add_metric((route,), _cumulated(spent), sum_value=spent[-1])
        yield took


def _cumulated(spent: list[float]) -> list[tuple[str, float]]:
    """The buckets as Prometheus has them: each counts what is at most its bound."""
    bounds = [str(float(bound)) for bound in _BUCKETS] + ["+Inf"]
    return list(zip(bounds, accumulate(spent[:-1]), strict=True))


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
