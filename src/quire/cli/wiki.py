"""``quire wiki``: build, search and export the wiki of a book, without a server."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, NoReturn

import typer

from quire.cli.execution import FAILED, INTERRUPTED, USAGE, print_error
from quire.cli.progress_bar import progress_bars
from quire.errors import BadRequest, BadSetting, DocumentError, NotFound, QuireError, UnsupportedType

if TYPE_CHECKING:
    from quire.llm.embedding_client import Embedder, EmbeddingSettings
    from quire.llm.model_config import ModelSettings
    from quire.wiki.assisted.cost_plan import PlannedCalls
    from quire.wiki.phase_events import Event

SPENT = "The model budget is spent. Run the same command with a larger --budget to continue; nothing is paid for twice."

_BOOKS = ". Supported: EPUB, PDF, Markdown, AsciiDoc, text."
"""What a file of another type is told."""


def mount(app: typer.Typer) -> None:
    """Add the commands to the application."""
    wiki = typer.Typer(no_args_is_help=True, help="Build, search and export wikis of books.")
    wiki.command("build", no_args_is_help=True)(build)
    wiki.command("plan", no_args_is_help=True)(plan)
    wiki.command("search", no_args_is_help=True)(search)
    wiki.command("export", no_args_is_help=True)(export)
    app.add_typer(wiki, name="wiki")


def build(  # noqa: PLR0913 - the command's options
    book: Annotated[
        Path, typer.Argument(metavar="INPUT", help="An EPUB, PDF, Markdown, AsciiDoc or text file.", show_default=False)
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Folder of the wiki.")],
    *,
    lang: Annotated[
        str, typer.Option(metavar="zh|en", help="Language of the wiki's headings; default: the book's.")
    ] = "",
    name: Annotated[str, typer.Option(help="Name of the wiki; default: the file's.")] = "",
    rounds: Annotated[int, typer.Option(min=0, max=1000, help="Rounds of improvement; 0: until nothing improves.")] = 3,
    model: Annotated[
        str,
        typer.Option(
            metavar="NAME|none",
            help="Language model at QUIRE_LLM_BASE_URL; default: QUIRE_LLM_MODEL, or none.",
        ),
    ] = "",
    budget: Annotated[
        float | None, typer.Option(min=0, help="Model budget in dollars; default: QUIRE_JOB_BUDGET_USD.")
    ] = None,
) -> None:
    """Build the wiki of a book; an interrupted build continues when started again.

    Exit code 0: done. 1: the book cannot be processed, or the budget is spent. 2: wrong usage.
    """
    if lang not in {"", "zh", "en"}:
        _leave("--lang must be zh or en.", USAGE)
    if not book.is_file():
        _leave(f"{book}: no such file.", USAGE if not book.exists() else FAILED)
    try:
        asked, embedding = _model(model, budget), _embedding(budget) if model != "none" else None
        _build(book, output, _BuildOptions(lang, name, rounds), asked)
        if embedding is not None:
            _learn(output, embedding)
    except BadSetting as error:
        _leave(str(error), USAGE)
    except (DocumentError, UnsupportedType) as error:
        _leave(f"{book.name}: {error}{_BOOKS if isinstance(error, UnsupportedType) else ''}", FAILED)
    except BadRequest as error:
        _leave(str(error), USAGE)
    except QuireError as error:
        _leave(str(error), FAILED)
    except OSError as error:
        _leave(f"{error.filename or output}: {error.strerror}.", FAILED)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def plan(
    book: Annotated[
        Path, typer.Argument(metavar="INPUT", help="An EPUB, PDF, Markdown, AsciiDoc or text file.", show_default=False)
    ],
    *,
    rounds: Annotated[int, typer.Option(min=0, max=1000, help="Rounds of improvement.")] = 3,
    model: Annotated[str, typer.Option(metavar="NAME", help="Language model; default: QUIRE_LLM_MODEL.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the plan as JSON.")] = False,
) -> None:
    """Tell what a model would be asked for a book, and what that would cost. Nothing is asked.

    The book is read and planned by rules first, which takes as long as a build without a model does up to there.

    Exit code 0: done. 1: the book cannot be processed. 2: wrong usage.
    """
    if not book.is_file():
        _leave(f"{book}: no such file.", USAGE if not book.exists() else FAILED)
    try:
        asked = _model(model, None)
        if asked is None:
            _leave("There is no model: give --model, or set QUIRE_LLM_MODEL.", USAGE)
        found = _planned(book, asked, rounds)
    except BadSetting as error:
        _leave(str(error), USAGE)
    except (DocumentError, UnsupportedType) as error:
        _leave(f"{book.name}: {error}{_BOOKS if isinstance(error, UnsupportedType) else ''}", FAILED)
    except QuireError as error:
        _leave(str(error), FAILED)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        rows = [one._asdict() | {"usd": one.micros / 1_000_000} for one in found]
        sys.stdout.write(json.dumps({"calls": rows}, ensure_ascii=False, indent=1) + "\n")
        return
    line = "{:24}{:20}{:>7}{:>12}{:>12}{:>10}\n"
    sys.stdout.write(line.format("calls", "model", "number", "tokens in", "tokens out", "dollars"))
    for one in found:
        name = f"{one.phase}, {one.name}" + (", at most" if one.at_most else "")
        cost = f"{one.micros / 1_000_000:.2f}"
        sys.stdout.write(line.format(name, one.model[:19], one.calls, one.input, one.output, cost))
    sure = sum(one.micros for one in found if not one.at_most) / 1_000_000
    most = sum(one.micros for one in found) / 1_000_000
    sys.stdout.write(f"about {sure:.2f} dollars, {most:.2f} with all rounds of improvement\n")


def search(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a wiki.", show_default=False)],
    query: Annotated[str, typer.Argument(help="Words to search for.", show_default=False)],
    *,
    top: Annotated[int, typer.Option(min=1, max=100, help="Number of results.")] = 10,
    passages: Annotated[bool, typer.Option("--passages", help="Search passages of the book instead of pages.")] = False,
) -> None:
    """Search a wiki; prints the results as JSON, best first."""
    from quire.wiki.search.full_text import SearchIndex

    try:
        meaning = _meaning(folder)
        with SearchIndex.open(folder, meaning) as index:
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
    """Export a wiki as a static site, an Obsidian vault, one HTML file or an EPUB; replaces an earlier export.

    Exit code 0: done. 1: the folder is not a wiki, or the output cannot be written. 2: wrong usage.
    """
    from quire.wiki.exports import FORMATS
    from quire.wiki.exports import export as write

    if to not in FORMATS:
        _leave(f"--to must be one of {', '.join(FORMATS)}.", USAGE)
    try:
        files = write(folder, to, output)
    except NotFound:
        _leave(f"{folder}: this folder is not a wiki.", FAILED)
    except QuireError as error:
        _leave(f"{output}: {error}", FAILED)
    except OSError as error:
        _leave(f"{error.filename or output}: {error.strerror}.", FAILED)
    if sys.stderr.isatty():
        sys.stderr.write(f"{files} {'file' if files == 1 else 'files'}: {output}\n")


class _BuildOptions(NamedTuple):
    """The options of a build."""

    lang: str
    name: str
    rounds: int


def _model(name: str, budget: float | None) -> ModelSettings | None:
    """The model given by name, else the configured one; None if there is none.

    Raises:
        BadSetting: an endpoint or a price is missing.
    """
    from quire import settings

    wanted = settings.read(given={"llm_model": name or None, "job_budget_usd": budget})
    if name == "none" or not wanted.llm_model:
        return None
    from quire import configured_models  # slow to load

    found = configured_models.model_settings(wanted)
    return found.only(name) if found else None


def _embedding(budget: float | None) -> EmbeddingSettings | None:
    """The configured embedding model; None if there is none.

    Raises:
        BadSetting: an endpoint or a price is missing.
    """
    from quire import settings

    wanted = settings.read(given={"job_budget_usd": budget})
    if not wanted.embedding_model:
        return None
    from quire import configured_models  # slow to load

    return configured_models.embedding_settings(wanted)


def _planned(book: Path, model: ModelSettings, rounds: int) -> list[PlannedCalls]:
    import tempfile

    from quire.jobs.wiki_plan import plan_book

    with tempfile.TemporaryDirectory(prefix="quire-plan-") as scratch:
        return plan_book(book, Path(scratch) / "wiki", model, rounds)


def _learn(folder: Path, embedding: EmbeddingSettings) -> None:
    from quire.jobs.passage_embeddings import embed_passages

    if lacking := embed_passages(folder, embedding, "grow"):
        print_error(lacking)


def _meaning(folder: Path) -> Embedder | None:
    found = _embedding(None)
    return found.embedder(folder, "search") if found is not None and folder.is_dir() else None


def _build(book: Path, output: Path, options: _BuildOptions, model: ModelSettings | None) -> None:
    from quire.jobs.book_source import run_phase
    from quire.read.books.book_kind import book_kind
    from quire.wiki.phases import PHASES
    from quire.wiki.wiki_folder import Wiki

    book_kind(book)  # refuses what is not a book before a folder is created
    Wiki.create(output, book, name=options.name, lang=options.lang)
    warned: dict[str, bool] = {}  # whether it was printed: two phases may give the same warning

    def hear(event: Event) -> None:
        if event.kind == "log" and event.data["level"] == "warning":
            warned.setdefault(str(event.data["msg"]), False)

    with progress_bars([book.name]) as bars:
        for at, phase in enumerate(PHASES):

            def report(done: int, total: int, at: int = at) -> None:
                bars.pages(0, at * 100 + (100 * done // total if total else 100), 100 * len(PHASES))

            with model.asker(output, phase) if model else contextlib.nullcontext() as asker:
                outcome = run_phase(
                    output, phase, lang=options.lang, model=asker, rounds=options.rounds, report=hear, progress=report
                )
            if outcome.status != "done":
                raise QuireError(SPENT)
            for sentence in [one for one, printed in warned.items() if not printed]:
                bars.say(f"quire: {sentence}")
                warned[sentence] = True
        bars.done(0)
    if sys.stderr.isatty():
        sys.stderr.write(f"{outcome.pages} pages, {outcome.coverage:.0%} of the book cited: {output}\n")


def _leave(sentence: str, code: int) -> NoReturn:
    print_error(sentence)
    raise typer.Exit(code)
