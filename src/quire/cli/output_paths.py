"""Where the results of a command go, from what was typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from quire.errors import BadRequest
from quire.write import WRITERS

STDOUT = "-"

_SUFFIXES = {writer.suffix: name for name, writer in WRITERS.items()} | {".markdown": "md", ".htm": "html"}
_NOT_NAME = re.compile(r"[^a-z0-9]+")
_LONGEST_PREFIX = 32


class Wish(NamedTuple):
    """What is to be made: the format, and a target for each source."""

    to: str
    pairs: tuple[tuple[Path, Path], ...]
    stdout: bool = False

    def clean(self) -> None:
        """Remove what was made only to be printed."""
        if self.stdout:
            import shutil

            shutil.rmtree(self.pairs[0][1].parent, ignore_errors=True)


def targets(files: Sequence[Path], output: str, to: str) -> Wish:
    """What to make; folders are made where they are missing.

    Args:
        files: the sources; several make `output` a folder.
        output: a file, a folder, or "-" for stdout.
        to: the format, or "" to read it off the suffix of `output`.

    Raises:
        BadRequest: the options contradict each other.
        OSError: a folder cannot be made.
    """
    to = _format(output, to)
    if output == STDOUT:
        return _printed(files, to)
    target = Path(output)
    if len(files) > 1 or target.is_dir() or output.endswith("/"):
        if target.exists() and not target.is_dir():
            raise BadRequest("With several files --output must be a folder.")
        pairs = tuple(zip(files, _inside(target, files, WRITERS[to].suffix), strict=True))
        target.mkdir(parents=True, exist_ok=True)
    else:
        pairs = ((files[0], target),)
        target.parent.mkdir(parents=True, exist_ok=True)
    if any(place.exists() and source.exists() and place.samefile(source) for source, place in pairs):
        raise BadRequest("The output would overwrite the input.")
    return Wish(to, pairs)


def picture_prefix(source: Path) -> str:
    """What the names of a document's pictures begin with, so that documents can share a folder of images."""
    stem = source.stem.lower()
    name = _NOT_NAME.sub("-", stem).strip("-")[:_LONGEST_PREFIX].strip("-")
    if name != stem:
        import hashlib  # start-up time

        digest = hashlib.blake2b(source.stem.encode(errors="surrogateescape"), digest_size=3).hexdigest()
        name = f"{name}-{digest}" if name else digest
    return name + "-"


def _format(output: str, to: str) -> str:
    choices = ", ".join(WRITERS)
    if to:
        chosen = _SUFFIXES.get(f".{to.lower().lstrip('.')}", to.lower())
        if chosen not in WRITERS:
            raise BadRequest(f"Unknown format “{to}”. Choose one of {choices}.")
        return chosen
    if output == STDOUT:
        return "md"
    chosen = _SUFFIXES.get(Path(output).suffix.lower(), "")
    if not chosen or Path(output).is_dir():
        raise BadRequest(f"Which format? Use --to with one of {choices}, or an output with such a suffix.")
    return chosen


def _printed(files: Sequence[Path], to: str) -> Wish:
    if len(files) > 1:
        raise BadRequest("Only one file can be written to stdout.")
    if not WRITERS[to].media_type.startswith(("text/", "application/json")):
        raise BadRequest(f"The format {to} is not text; give a file as --output.")
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="quire-"))
    return Wish(to, ((files[0], folder / f"stdout{WRITERS[to].suffix}"),), stdout=True)


def _inside(folder: Path, files: Sequence[Path], suffix: str) -> list[Path]:
    """A name of its own in the folder for each file."""
    taken: set[str] = set()
    places: list[Path] = []
    for file in files:
        stem, number = file.stem, 2
        while stem.casefold() in taken:
            stem, number = f"{file.stem}-{number}", number + 1
        taken.add(stem.casefold())
        places.append(folder / (stem + suffix))
    return places
