"""``quire watch``: a folder whose new files are converted into another one."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from quire.cli.convert import INPUT_SUFFIXES, MEGABYTES, Conversion, convert_one
from quire.cli.execution import SECONDS, Limits
from quire.cli.outcome_report import Report
from quire.cli.output_paths import picture_prefix
from quire.errors import BadRequest
from quire.write import CHUNK_TOKENS, WRITERS

PAUSE = 2.0
"""Seconds between two looks. A file is converted when two looks saw it unchanged: it has arrived whole."""


class _Seen(NamedTuple):
    """What tells whether a file has changed."""

    size: int
    modified: int  # nanoseconds


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("watch", no_args_is_help=True)(watch)


def watch(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Folder to watch, with its subfolders.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="Folder for the results; made when it is missing.")],
    *,
    to: Annotated[str, typer.Option("--to", "-t", metavar="|".join(WRITERS), help="Output format.")] = "md",
    ocr: Annotated[bool, typer.Option(help="Recognise pages without text (scans, photographs).")] = True,
    pause: Annotated[float, typer.Option(min=0.1, help="Seconds between two looks.")] = PAUSE,
    once: Annotated[bool, typer.Option("--once", help="Convert what is there, then end.")] = False,
) -> None:
    """Convert each file that appears or changes in a folder, until it is interrupted.

    One line of JSON on stdout for each. A file whose result is not older is left as it is, also after a restart; one
    that failed is tried again when it changes.
    """
    if to not in WRITERS:
        raise BadRequest(f"Unknown format “{to}”. Choose one of {', '.join(WRITERS)}.")
    if not source.is_dir():
        raise BadRequest(f"{source}: there is no such folder.")
    if target.resolve().is_relative_to(source.resolve()):
        raise BadRequest("OUT must not be inside IN: results would be converted again.")
    folder = WatchedFolder(source, target, lambda file, result: _conversion(file, result, to=to, ocr=ocr))
    folder.look()
    while True:
        if not once:
            time.sleep(pause)
        folder.look()
        if once:
            return


def _conversion(file: Path, result: Path, *, to: str, ocr: bool) -> Conversion:
    limits = Limits(SECONDS, MEGABYTES << 20)
    return Conversion(
        file,
        result,
        to,
        None,
        "",
        picture_prefix(file),
        ocr,
        limits,
        0,
        1,
        audit=False,
        chunk_tokens=CHUNK_TOKENS,
        pictures_inside=False,
    )


class WatchedFolder:
    """The files of a folder between two looks.

    Args:
        source: the folder.
        target: where results go, in the same subfolders.
        order: the conversion of a file to a result.
    """

    def __init__(self, source: Path, target: Path, order: Callable[[Path, Path], Conversion]) -> None:
        self._source, self._target, self._order = source, target, order
        self._seen: dict[Path, _Seen] = {}
        self._done: dict[Path, _Seen] = {}  # with its outcome: failures too
        self._report = Report(printed=True)

    def look(self) -> int:
        """Convert what has arrived since the last look; how many files."""
        before, self._seen = self._seen, {}
        count = 0
        for file in sorted(one for one in self._source.rglob("*") if one.suffix.lower() in INPUT_SUFFIXES):
            try:
                stat = file.stat()
            except OSError:  # it went in this moment
                continue
            now = self._seen[file] = _Seen(stat.st_size, stat.st_mtime_ns)
            if before.get(file) != now or self._done.get(file) == now:
                continue
            self._done[file] = now
            count += self._convert(file, now)
        return count

    def _convert(self, file: Path, now: _Seen) -> int:
        order = self._order(file, self._target / file.relative_to(self._source))
        result = order.target.with_name(f"{file.name}{WRITERS[order.to].suffix}")  # a.pdf and a.docx do not collide
        if result.exists() and result.stat().st_mtime_ns >= now.modified:
            return 0
        result.parent.mkdir(parents=True, exist_ok=True)
        outcome = convert_one(order._replace(target=result), lambda _done, _total: None)
        self._report.ended(file, result, outcome)
        return 1
