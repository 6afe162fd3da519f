"""``quire parse``: its options, their bounds and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.cli.convert import LEAST_MEMORY, LEAST_TIMEOUT, MEGABYTES, MOST_JOBS, Options, convert_all
from quire.cli.execution import SECONDS
from quire.errors import BadRequest
from quire.write import CHUNK_TOKENS, LEAST_CHUNK, MOST_CHUNK, WRITERS


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("parse", no_args_is_help=True)(parse)


def parse(  # noqa: PLR0913 - the command's options
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Documents to convert, or folders; - is stdin.", show_default=False),
    ],
    output: Annotated[
        list[str],
        typer.Option(
            "--output", "-o", metavar="PATH", help="File to write, or a folder for several files; - is stdout."
        ),
    ],
    *,
    to: Annotated[
        str,
        typer.Option(
            "--to", "-t", metavar="|".join(WRITERS), help="Output format; default: from the name of the output."
        ),
    ] = "",
    pages: Annotated[str, typer.Option(metavar="RANGES", help="Pages to convert, such as 1-5,8,12-")] = "",
    password: Annotated[str, typer.Option(help="Password of a protected PDF.")] = "",
    ocr: Annotated[bool, typer.Option(help="Recognise pages without text (scans, photographs).")] = True,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="Documents to convert at the same time.")] = 1,
    cores: Annotated[
        int, typer.Option(min=0, max=MOST_JOBS, help="Cores for a long document; 0: all that are free.")
    ] = 0,
    update: Annotated[
        bool,
        typer.Option("--update", help="Skip documents whose result is up to date."),
    ] = False,
    report: Annotated[
        bool, typer.Option("--json", help="Print the outcome of each document on stdout, one JSON object per line.")
    ] = False,
    audit: Annotated[
        bool, typer.Option("--audit", help="Report for each page which share of its visible text is in the result.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="End with exit code 1 if a result has a warning, such as no text.")
    ] = False,
    chunk_tokens: Annotated[
        int, typer.Option(min=LEAST_CHUNK, max=MOST_CHUNK, help="Tokens of a chunk at most; only with --to chunks.")
    ] = CHUNK_TOKENS,
    pictures_inside: Annotated[
        bool,
        typer.Option("--pictures-inside", help="Markdown and HTML hold their pictures instead of linking to images/."),
    ] = False,
    hidden: Annotated[
        bool, typer.Option("--hidden-text", help="Convert text that cannot be seen on the page, too.")
    ] = False,
    timeout: Annotated[float, typer.Option(min=LEAST_TIMEOUT, help="Time limit per document, in seconds.")] = SECONDS,
    memory: Annotated[int, typer.Option(min=LEAST_MEMORY, help="Memory limit per document, in megabytes.")] = MEGABYTES,
) -> None:
    """Convert documents to Markdown, JSON, HTML, Word, slides or chunks for retrieval.

    Exit code 0: all done. 1: a document could not be processed (the others were), or with --strict has a warning.
    2: wrong usage.
    """
    if len(output) > 1:  # statements and invoices take several
        raise BadRequest("Give --output once: one call makes one format.")
    raise typer.Exit(
        convert_all(
            Options(
                files,
                output[0],
                to,
                pages,
                password,
                ocr,
                jobs,
                timeout,
                memory,
                cores,
                update,
                report,
                audit,
                strict,
                chunk_tokens,
                pictures_inside,
                hidden,
            )
        )
    )
