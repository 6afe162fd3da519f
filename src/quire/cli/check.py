"""``quire check``: whether the service would start with these settings, and everything that is wrong at once."""

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
"""What was checked, and what is wrong with it; "" if nothing."""


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("check")(check)


def check(*, data_dir: DataDir = None) -> None:
    """Check whether the service would start with these settings; changes nothing.

    Exit code 0: it would. 1: something is wrong.
    """
    from quire import settings

    wrong = settings.problems()
    findings: list[Finding] = [("settings", sentence) for sentence in (*wrong, *settings.unknown())]
    if not wrong:
        findings += _check_parts(settings.read(given={"data_dir": data_dir}))
    for name, sentence in findings:
        sys.stdout.write(f"{name}: {sentence or 'ok'}\n")
    if not wrong:
        _show_sandbox()
    raise typer.Exit(FAILED if any(sentence for _, sentence in findings) else DONE)


def _check_parts(wanted: Settings) -> Iterator[Finding]:
    """The findings for every part of the service."""
    steps: tuple[tuple[str, Callable[[Settings], str]], ...] = (
        ("data folder", _folder),
        ("database", _database),
        ("files", _files),
        ("address", _address),
        ("model", _model),
        ("companies", _companies),
        ("sandbox", _sandbox),
    )
    for name, check_part in steps:
        try:
            yield name, check_part(wanted)
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
    """Whether the database answers; a missing one in the data folder is created at startup."""
    from quire.store.database import check_writable, connect

    path = Path(wanted.database.removeprefix("sqlite:///"))
    if wanted.database.startswith("sqlite:") and not path.exists():
        return ""
    database = connect(wanted.database)
    try:
        check_writable(database)
    except Exception as problem:  # noqa: BLE001 - any error of the database driver
        return f"The database does not answer or accepts no writes ({type(problem).__name__})."
    finally:
        database.dispose()
    return ""


def _files(wanted: Settings) -> str:
    """Whether the object store answers; a folder is created at startup."""
    from quire.store.file_store import open_files

    if "://" in wanted.files:
        try:
            next(open_files(wanted.files).names("ready"), None)
        except Exception as problem:  # noqa: BLE001 - any error of the object store's client
            return f"The store does not answer ({type(problem).__name__})."
    return ""


def _address(wanted: Settings) -> str:
    from quire.web.server import listen

    listen(wanted.host, wanted.port).close()
    return ""


def _model(wanted: Settings) -> str:
    from quire import configured_models

    configured_models.model_settings(wanted)
    configured_models.embedding_settings(wanted)
    configured_models.invoice_model(wanted)
    return ""


def _sandbox(wanted: Settings) -> str:
    from quire import app

    app.check_sandbox(wanted)
    return ""


def _show_sandbox() -> None:
    """Print what a slot on this machine tried to do, and whether it was refused."""
    from quire.tasks.sandbox_probe import probe

    try:
        rows = probe()
    except QuireError as problem:
        sys.stdout.write(f"slot: {problem}\n")
        return
    for part, words, refused in rows:
        sys.stdout.write(f"slot  {'refused' if refused else 'ALLOWED'}  {part}: {words}\n")
    sys.stdout.write(f"slot: {sum(refused for *_, refused in rows)} of {len(rows)} attempts refused\n")


def _companies(wanted: Settings) -> str:
    from quire.company.edition import is_readable

    return "" if is_readable(wanted.companies) else f"The catalogue in {wanted.companies} cannot be read."
