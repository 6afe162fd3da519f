"""``quire check``: whether the service would start with these settings, everything that is wrong in one go."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from quire.cli.execution import DONE, FAILED
from quire.cli.options import DataDir
from quire.errors import QuireError

if TYPE_CHECKING:
    from quire.settings import Settings

Finding = tuple[str, str]
"""What was looked at, and what is wrong with it; "" when nothing is."""


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("check")(check)


def check(*, data_dir: DataDir = None) -> None:
    """Say whether the service would start with these settings, and what is wrong; changes nothing.

    Exit code 0: all is well. 1: something is wrong.
    """
    from quire import settings

    wrong = settings.problems()
    findings: list[Finding] = [("settings", sentence) for sentence in (*wrong, *settings.unknown())]
    if not wrong:
        findings += _looked_at(settings.read(given={"data_dir": data_dir}))
    for name, sentence in findings:
        sys.stdout.write(f"{name}: {sentence or 'ok'}\n")
    raise typer.Exit(FAILED if any(sentence for _, sentence in findings) else DONE)


def _looked_at(wanted: Settings) -> Iterator[Finding]:
    """Every part of the service, looked at with its settings."""
    steps: tuple[tuple[str, Callable[[Settings], str]], ...] = (
        ("data folder", _folder),
        ("database", _database),
        ("files", _files),
        ("address", _address),
        ("model", _model),
        ("companies", _companies),
    )
    for name, look in steps:
        try:
            yield name, look(wanted)
        except (QuireError, OSError, ValueError) as problem:
            yield name, str(problem)


def _folder(wanted: Settings) -> str:
    from quire.store.free_space import MIN_FREE_BYTES, has_room

    folder = wanted.data_dir.resolve()
    there = next(one for one in (folder, *folder.parents) if one.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return f"{there} cannot be written to."
    return "" if has_room(there) else f"{there} has less than {MIN_FREE_BYTES >> 20} MiB left."


def _database(wanted: Settings) -> str:
    """The database answers; one in the data folder that is not there yet is made at the start."""
    from quire.store.database import check_writable, connect

    path = Path(wanted.database.removeprefix("sqlite:///"))
    if wanted.database.startswith("sqlite:") and not path.exists():
        return ""
    database = connect(wanted.database)
    try:
        check_writable(database)
    except Exception as problem:  # noqa: BLE001 - whatever the database's library raises
        return f"It does not answer, or takes no writes ({type(problem).__name__})."
    finally:
        database.dispose()
    return ""


def _files(wanted: Settings) -> str:
    """A store of objects answers; a folder is made at the start."""
    from quire.store.file_store import open_files

    if "://" in wanted.files:
        try:
            next(open_files(wanted.files).names("ready"), None)
        except Exception as problem:  # noqa: BLE001 - whatever the store's library raises
            return f"The store does not answer ({type(problem).__name__})."
    return ""


def _address(wanted: Settings) -> str:
    from quire.web.server import listen

    listen(wanted.host, wanted.port).close()
    return ""


def _model(wanted: Settings) -> str:
    from quire import app

    app.model_settings(wanted)
    app.embedding_settings(wanted)
    app.invoice_model(wanted)
    return ""


def _companies(wanted: Settings) -> str:
    from quire.company.edition import is_readable

    return "" if is_readable(wanted.companies) else f"The catalogue in {wanted.companies} cannot be read."
