"""``quire wiki``: a book to a wiki in a folder, with no server."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from quire.cli.execution import FAILED, INTERRUPTED, USAGE, say
from quire.cli.progress_bar import progress_bars
from quire.errors import BadRequest, BadSetting, DocumentError, NotFound, QuireError, UnsupportedType

if TYPE_CHECKING:
    from quire.llm.embedding_client import Embedder, EmbeddingSettings
    from quire.llm.model_config import ModelSettings
    from quire.wiki.phase_events import Event

SPENT = "The budget for the model is spent. Run the same command with a larger --budget; what was paid is kept."


def mount(app: typer.Typer) -> None:
    """Add the commands to the application."""
    wiki = typer.Typer(no_args_is_help=True, help="Books as wikis: pages with their sources, in a folder.")
    wiki.command("build", no_args_is_help=True)(build)
    wiki.command("search", no_args_is_help=True)(search)
    wiki.command("export", no_args_is_help=True)(export)
    app.add_typer(wiki, name="wiki")


def build(  # noqa: PLR0913 - the command's options
    book: Annotated[Path, typer.Argument(metavar="INPUT", help="An epub, pdf, md or txt file.", show_default=False)],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Folder of the wiki.")],
    *,
    lang: Annotated[str, typer.Option(metavar="zh|en", help="Language of headings; by default the book's.")] = "",
    name: Annotated[str, typer.Option(help="Name of the wiki; by default that of the file.")] = "",
    rounds: Annotated[int, typer.Option(min=0, max=1000, help="Rounds of improvement; 0 until nothing is gained.")] = 3,
    model: Annotated[
        str,
        typer.Option(
            metavar="NAME|none",
            help="Language model at QUIRE_LLM_BASE_URL; by default QUIRE_LLM_MODEL, and none without it.",
        ),
    ] = "",
    budget: Annotated[
        float | None, typer.Option(min=0, help="Dollars that the model may cost; by default QUIRE_JOB_BUDGET_USD.")
    ] = None,
) -> None:
    """Build the wiki of a book. A build that was interrupted goes on when it is started again.

    Exit code 0: done. 1: the book cannot be processed, or the budget is spent. 2: wrong usage.
    """
    if lang not in {"", "zh", "en"}:
        _leave("--lang is zh or en.", USAGE)
    if not book.is_file():
        _leave(f"{book}: there is no such file.", USAGE if not book.exists() else FAILED)
    try:
        asked, embedding = _model(model, budget), _embedding(budget) if model != "none" else None
        _build(book, output, _Wish(lang, name, rounds), asked)
        if embedding is not None:
            _learn(output, embedding)
    except BadSetting as error:
        _leave(str(error), USAGE)
    except (DocumentError, UnsupportedType) as error:
        _leave(f"{book.name}: {error}", FAILED)
    except BadRequest as error:
        _leave(str(error), USAGE)
    except QuireError as error:
        _leave(str(error), FAILED)
    except OSError as error:
        _leave(f"{error.filename or output}: {error.strerror}.", FAILED)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def search(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a wiki.", show_default=False)],
    query: Annotated[str, typer.Argument(help="Any words.", show_default=False)],
    *,
    top: Annotated[int, typer.Option(min=1, max=100, help="How many results.")] = 10,
    passages: Annotated[bool, typer.Option("--passages", help="Passages of the book instead of pages.")] = False,
) -> None:
    """Search a wiki; prints the results as JSON, the best first."""
    from quire.wiki.search.full_text import Search

    try:
        meaning = _meaning(folder)
        with Search.open(folder, meaning) as index:
            found = index.passages(query, top) if passages else index.pages(query, top)
    except (NotFound, BadSetting) as error:
        _leave(str(error), USAGE)
    sys.stdout.write(json.dumps({"results": [one._asdict() for one in found]}, ensure_ascii=False, indent=1) + "\n")


def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a wiki.", show_default=False)],
    *,
    to: Annotated[str, typer.Option("--to", metavar="site|obsidian|html|epub", show_default=False)],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="PATH", help="A folder (site, obsidian) or a file.", show_default=False),
    ],
) -> None:
    """Write a wiki as a static site, an Obsidian vault, one HTML file or an EPUB; it replaces an earlier export.

    Exit code 0: done. 1: the folder is no wiki, or the output cannot be written. 2: wrong usage.
    """
    from quire.wiki.exports import FORMATS
    from quire.wiki.exports import export as write

    if to not in FORMATS:
        _leave(f"--to is one of {', '.join(FORMATS)}.", USAGE)
    try:
        files = write(folder, to, output)
    except NotFound:
        _leave(f"{folder}: this is not the folder of a wiki.", FAILED)
    except QuireError as error:
        _leave(f"{output}: {error}", FAILED)
    except OSError as error:
        _leave(f"{error.filename or output}: {error.strerror}.", FAILED)
    if sys.stderr.isatty():
        sys.stderr.write(f"{files} {'file' if files == 1 else 'files'}: {output}\n")


class _Wish(NamedTuple):
    """What the options say of the wiki."""

    lang: str
    name: str
    rounds: int


def _model(name: str, budget: float | None) -> ModelSettings | None:
    """The model that is asked for by its name, else the one that is set.

    Raises:
        BadSetting: an endpoint or a price is missing.
    """
    from quire import settings

    wanted = settings.read(given={"llm_model": name or None, "job_budget_usd": budget})
    if name == "none" or not wanted.llm_model:
        return None
    from quire import app  # slow to load

    found = app.model_settings(wanted)
    return found.only(name) if found else None


def _embedding(budget: float | None) -> EmbeddingSettings | None:
    """The embedding model that is set.

    Raises:
        BadSetting: an endpoint or a price is missing.
    """
    from quire import settings

    wanted = settings.read(given={"job_budget_usd": budget})
    if not wanted.embedding_model:
        return None
    from quire import app  # slow to load

    return app.embedding_settings(wanted)


def _learn(folder: Path, embedding: EmbeddingSettings) -> None:
    from quire.jobs.passage_embeddings import embed_passages

    if lacking := embed_passages(folder, embedding, "grow"):
        say(lacking)


def _meaning(folder: Path) -> Embedder | None:
    found = _embedding(None)
    return found.embedder(folder, "search") if found is not None and folder.is_dir() else None


def _build(book: Path, output: Path, wish: _Wish, model: ModelSettings | None) -> None:
    from quire.jobs.book_source import run_phase
    from quire.read.books.book_kind import book_kind
    from quire.wiki.phases import PHASES
    from quire.wiki.wiki_folder import Wiki

    book_kind(book)  # what is no book is told before a folder is made
    Wiki.create(output, book, name=wish.name, lang=wish.lang)
    warned: dict[str, bool] = {}  # to whether it was said: two phases may warn of the same

    def hear(event: Event) -> None:
        if event.kind == "log" and event.data["level"] == "warning":
            warned.setdefault(str(event.data["msg"]), False)

    with progress_bars([book.name]) as bars:
        for at, phase in enumerate(PHASES):

            def report(done: int, total: int, at: int = at) -> None:
                bars.pages(0, at * 100 + (100 * done // total if total else 100), 100 * len(PHASES))

            with model.asker(output, phase) if model else contextlib.nullcontext() as asker:
                outcome = run_phase(
                    output, phase, lang=wish.lang, model=asker, rounds=wish.rounds, report=hear, progress=report
                )
            if outcome.status != "done":
                raise QuireError(SPENT)
            for sentence in [one for one, told in warned.items() if not told]:
                bars.say(f"quire: {sentence}")
                warned[sentence] = True
        bars.done(0)
    if sys.stderr.isatty():
        sys.stderr.write(f"{outcome.pages} pages, {outcome.coverage:.0%} of the book cited: {output}\n")


def _leave(sentence: str, code: int) -> None:
    say(sentence)
    raise typer.Exit(code)
