"""What the library runs inside its sandbox beside the handlers of the service's tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from quire.library import model_pickle

PARSE, PICTURES, WIKI = (f"quire.library.handlers:{name}" for name in ("parse", "pictures", "build_wiki"))

DOCUMENT = "document"

Report = Callable[[int, int], None]


def parse(request: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """Read ``source`` and arrange it; the document lies pickled in the folder ``target``.

    Raises:
        BadRequest: the page range lies outside the document.
        DocumentError: the document cannot be processed.
    """
    from quire.jobs.conversion import arrange_file
    from quire.jobs.tolerant_reading import wanted_engine

    options: Mapping[str, str] = request["options"]
    document, warnings = arrange_file(
        Path(request["source"]),
        pages=options.get("pages"),
        password=options.get("password", ""),
        ocr=wanted_engine(options, request["seconds"]),
        progress=report,
    )
    (Path(request["target"]) / DOCUMENT).write_bytes(model_pickle.dump(document))
    return {"warnings": list(warnings)}


def pictures(request: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """Save pictures of the document in ``target/document`` as ``NAME.png`` beside it."""
    from quire.jobs.image_export import LazyPictures
    from quire.jobs.memory_errors import memory_errors
    from quire.read import open_source

    target = Path(request["target"])
    document = model_pickle.load((target / DOCUMENT).read_bytes())
    names: list[str] = request["names"]
    with memory_errors(), open_source(Path(request["source"]), password=request["password"]) as opened:
        kept = LazyPictures(document, opened.picture)
        for done, name in enumerate(names, 1):
            (target / f"{name}.png").write_bytes(kept[name])
            report(done, len(names))
        return {"warnings": list(kept.warnings)}


def build_wiki(request: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """Build the wiki in ``folder`` by the rules alone; a build that was interrupted continues.

    Raises:
        DocumentError: the book cannot be read.
    """
    from quire.jobs.book_source import run_phase
    from quire.wiki.phases import PHASES

    folder, warnings = Path(request["folder"]), []
    coverage = 0.0
    for at, phase in enumerate(PHASES):

        def progress(done: int, total: int, at: int = at) -> None:
            report(100 * at + (100 * done // total if total else 100), 100 * len(PHASES))

        def hear(event: Any) -> None:  # noqa: ANN401 - an event of a phase
            if event.kind == "log" and event.data["level"] == "warning":
                warnings.append(str(event.data["msg"]))

        outcome = run_phase(
            folder, phase, lang=request["lang"], rounds=request["rounds"], report=hear, progress=progress
        )
        coverage = outcome.coverage
    return {"warnings": list(dict.fromkeys(warnings)), "coverage": coverage}
