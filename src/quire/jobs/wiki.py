"""Building a wiki: the handler that runs a phase inside a slot, and what a worker must know to have it run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from quire.tasks.builds.butlers import Orders
from quire.tasks.builds.journal import Journal
from quire.tasks.builds.status import PHASES, Job, JobStatus
from quire.wiki.shelf import Shelf

HANDLER = "quire.jobs.wiki:run"


def run(request: Mapping[str, Any], report: Callable[[int, int], None]) -> dict[str, Any]:
    """Run one phase over a wiki's folder; see `quire.tasks.builds.craft` for the form of request and value.

    Raises:
        DocumentError: the book cannot be read.
    """
    from quire.jobs.books import load
    from quire.wiki import phases
    from quire.wiki.folder import Wiki
    from quire.wiki.sketch import sketch

    folder, stop = Path(request["folder"]), Path(request["stop"])
    journal = Journal(Path(request["journal"]))
    outcome = phases.run(
        folder,
        request["phase"],
        lang=request["lang"],
        report=lambda event: journal.tell(event.kind, event.data),
        should_stop=stop.exists,
        rounds=int(request.get("rounds", phases.ROUNDS)),
        load=load,
        progress=report,
    )
    journal.close()
    value: dict[str, Any] = {
        "status": outcome.status,
        "pages": outcome.pages,
        "coverage": outcome.coverage,
        "gained": outcome.gained,
    }
    if request["phase"] == PHASES[0] and outcome.status == "done":
        value["sketch"] = sketch(passage.text for passage in Wiki.open(folder).passages())
    return value


class WikiCraft:
    """How wikis are made: `quire.tasks.builds.craft.Craft` over a shelf.

    Args:
        shelf: the wikis.
        handler: runs a phase.
        model: settings of the language model, JSON-able; None is none.
    """

    def __init__(self, shelf: Shelf, *, handler: str = HANDLER, model: Mapping[str, Any] | None = None) -> None:
        self._shelf = shelf
        self._model = model
        self.handler = handler
        self.network = model is not None

    def folder(self, slug: str) -> Path:
        """The wiki's folder."""
        return self._shelf.folder(slug)

    def request(self, slug: str, phase: str, orders: Orders | None) -> dict[str, Any]:  # noqa: ARG002 - the protocol's
        """What the handler is asked."""
        model = dict(self._model) if self._model else None
        if model and orders and orders.model:
            model["model"] = orders.model
        return {"folder": str(self.folder(slug)), "lang": self._shelf.find(slug).lang, "model": model}

    def ended(self, job: Job, phase: str, value: Mapping[str, Any]) -> JobStatus | None:
        """After the book was read: take over the result of the same work when there is one."""
        if phase != PHASES[0] or not isinstance(value.get("sketch"), list):
            return None
        sketch = [int(one) for one in value["sketch"]]
        self._shelf.keep_sketch(job.wiki_id, sketch)
        twin = self._shelf.twin_of_text(job.wiki_id, sketch)
        if twin is None:
            return None
        self._shelf.clone(job.wiki_id, twin)
        return JobStatus.READY
