"""What `/metrics` says of the installation."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

from quire.tasks import sandbox
from quire.tasks.builds.job_states import JobStatus
from quire.tasks.task_states import TaskStatus
from quire.web.state.gauges import add_gauges


class Noted:
    """Keeps the gauges that are added."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def add_gauge(self, name: str, about: str, label: str, value: Any) -> None:
        assert about
        self.values[name] = (label, value)


def test_each_gauge_asks_when_it_is_read():
    counts = Counter({TaskStatus.PENDING: 3})
    tasks = SimpleNamespace(counts=lambda: counts, workers=lambda: [SimpleNamespace(slots=2), SimpleNamespace(slots=4)])
    builds = SimpleNamespace(counts=lambda: {JobStatus.COMPLETED: 7})
    noted = Noted()
    add_gauges(noted, tasks, builds, lambda: {sandbox.NETWORK})  # type: ignore[arg-type]
    counts[TaskStatus.PENDING] = 5
    read = {name: (label, value()) for name, (label, value) in noted.values.items()}
    assert read["quire_tasks"] == ("status", {"pending": 5})
    assert read["quire_jobs"] == ("status", {"completed": 7})
    assert read["quire_capacity"] == ("what", {"workers": 2, "slots": 6})
    held = read["quire_sandbox"][1]
    assert held.pop(sandbox.NETWORK.replace(" ", "_")) == 0
    assert set(held.values()) == {1.0}
