"""Output paths of a command, from its arguments."""

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


class OutputPlan(NamedTuple):
    """The output format, and a target for each source."""

    to: str
    pairs: tuple[tuple[Path, Path], ...]
    stdout: bool = False

    def clean(self) -> None:
        """Remove the temporary file of output to stdout."""
        if self.stdout:
            import shutil

            shutil.rmtree(self.pairs[0][1].parent, ignore_errors=True)


def plan_outputs(files: Sequence[Path], output: str, to: str) -> OutputPlan:
    """The plan for the outputs; creates missing folders.

    Args:
        files: the sources; for several, `output` is a folder.
        output: a file, a folder, or "-" for stdout.
        to: the format, or "" to take it from the suffix of `output`.

    Raises:
        BadRequest: the options contradict each other.
        OSError: a folder cannot be created.
    """
    to = _format(output, to)
    if output == STDOUT:
        return _printed(files, to)
    target = Path(output)
    if len(files) > 1 or target.is_dir() or output.endswith("/"):
        if not target.is_dir() and (target.exists() or (not output.endswith("/") and target.suffix in _SUFFIXES)):
            raise BadRequest("For several files, --output must be a folder; end the name of a new one with “/”.")
        pairs = tuple(zip(files, _inside(target, files, WRITERS[to].suffix), strict=True))
        target.mkdir(parents=True, exist_ok=True)
    else:
        pairs = ((files[0], target),)
        target.parent.mkdir(parents=True, exist_ok=True)
    if any(place.exists() and source.exists() and place.samefile(source) for source, place in pairs):
        raise BadRequest("The output would overwrite the input.")
    return OutputPlan(to, pairs)


def picture_prefix(source: Path) -> str:
    """The prefix of a document's image names, so that documents can share an images folder."""
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
            raise BadRequest(f"Unknown format “{to}”. Use one of {choices}.")
        return chosen
    if output == STDOUT:
        return "md"
    chosen = _SUFFIXES.get(Path(output).suffix.lower(), "")
    if not chosen or Path(output).is_dir():
        raise BadRequest(f"Unknown output format. Use --to with one of {choices}, or an --output with such a suffix.")
    return chosen


def _printed(files: Sequence[Path], to: str) -> OutputPlan:
    if len(files) > 1:
        raise BadRequest("Only one document can be written to stdout.")
    if not WRITERS[to].media_type.startswith(("text/", "application/json", "application/x-ndjson")):
        raise BadRequest(f"The format {to} is not text; --output must be a file.")
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="quire-"))
    return OutputPlan(to, ((files[0], folder / f"stdout{WRITERS[to].suffix}"),), stdout=True)


def _inside(folder: Path, files: Sequence[Path], suffix: str) -> list[Path]:
    """A unique path in the folder for each file."""
    taken: set[str] = set()
    places: list[Path] = []
    for file in files:
        stem, number = file.stem, 2
        while stem.casefold() in taken:
            stem, number = f"{file.stem}-{number}", number + 1
        taken.add(stem.casefold())
        places.append(folder / (stem + suffix))
    return places
