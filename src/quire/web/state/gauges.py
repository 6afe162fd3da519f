"""What `/metrics` says of the state of the installation: tasks, jobs, workers, the sandbox of slots."""

from __future__ import annotations

from collections.abc import Callable, Collection

from quire.tasks import sandbox
from quire.tasks.builds.job_transitions import Builds
from quire.tasks.engine import Tasks
from quire.web.state.metrics import Metrics


def add_gauges(metrics: Metrics, tasks: Tasks, builds: Builds, missing: Callable[[], Collection[str]]) -> None:
    """Add them.

    Args:
        metrics: of this process.
        tasks: counted by state when somebody asks, with the workers.
        builds: counted by state.
        missing: gives the parts of the sandbox (`sandbox.PARTS`) that slots on this machine do without.
    """
    add = metrics.add_gauge
    add("quire_tasks", "Tasks by state.", "status", lambda: {k.value: n for k, n in tasks.counts().items()})
    add("quire_jobs", "Jobs of wikis by state.", "status", lambda: {k.value: n for k, n in builds.counts().items()})
    add("quire_capacity", "Workers and their slots.", "what", lambda: _workers(tasks))
    add("quire_sandbox", "What slots on this machine give up: 1, or 0.", "part", lambda: _held(missing()))


def _workers(tasks: Tasks) -> dict[str, float]:
    found = tasks.workers()
    return {"workers": len(found), "slots": sum(worker.slots for worker in found)}


def _held(missing: Collection[str]) -> dict[str, float]:
    """1 for each part of the sandbox that slots have, else 0."""
    return {part.replace(" ", "_"): float(part not in missing) for part in sandbox.PARTS}
