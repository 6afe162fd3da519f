"""What a language model would be asked for a book, and what that would cost: nothing is asked.

The book is read and planned by rules first, in a folder that goes afterwards.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quire.errors import DocumentError

if TYPE_CHECKING:
    from quire.llm.model_config import ModelSettings
    from quire.wiki.assisted.cost_plan import PlannedCalls

RESULT = "plan.json"
"""The result of a task: ``{"calls": [{phase, name, model, calls, input, output, micros, at_most}]}``."""


def run(request: Mapping[str, Any], report: Callable[[int, int], None]) -> dict[str, Any]:
    """The handler of a task: the plan of a book as JSON.

    Raises:
        DocumentError: the book cannot be read, or this installation has no model.
    """
    from quire.llm.model_config import ModelSettings

    if "model" not in request:
        raise DocumentError("There is no language model on this service.")
    target, model = Path(request["target"]), ModelSettings.from_json(request["model"])
    found = plan_book(Path(request["source"]), target / "wiki", model, int(request.get("rounds", 0)), report)
    rows = [one._asdict() for one in found]
    (target / RESULT).write_text(json.dumps({"calls": rows}, ensure_ascii=False), encoding="utf-8")
    name = f"{Path(request['filename']).stem}.plan.json"
    return {"result": RESULT, "filename": name, "images": [], "pages": 0, "warnings": []}


def plan_book(
    book: Path,
    folder: Path,
    model: ModelSettings,
    rounds: int,
    report: Callable[[int, int], None] = lambda *_: None,
) -> list[PlannedCalls]:
    """The calls that `model` would get for a book.

    Args:
        book: its file.
        folder: made for the work, and deleted.
        model: the model and its prices.
        rounds: of improving.
        report: is told of the progress, in hundredths of a phase.

    Raises:
        DocumentError, UnsupportedType: it cannot be read, or is no book.
    """
    from quire.jobs.book_source import run_phase
    from quire.llm.asker import ModelChoice
    from quire.llm.budget import Price, Prices
    from quire.read.books.book_kind import book_kind
    from quire.wiki.assisted.cost_plan import plan_calls
    from quire.wiki.phases import PHASES
    from quire.wiki.wiki_folder import Wiki

    book_kind(book)
    before = PHASES[:2]
    try:
        Wiki.create(folder, book)
        for at, phase in enumerate(before):

            def tell(done: int, total: int, at: int = at) -> None:
                report(100 * at + (100 * done // total if total else 100), 100 * len(before))

            run_phase(folder, phase, progress=tell)
        choice = ModelChoice(model.model, model.models, "grow")
        prices = Prices({name: Price(*price) for name, price in model.prices.items()})
        return plan_calls(Wiki.open(folder), choice=choice, prices=prices, rounds=rounds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
