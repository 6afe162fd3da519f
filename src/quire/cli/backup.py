"""``quire backup`` and ``quire restore``: a whole installation as one folder, and back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quire.cli.options import DataDir, settings_of
from quire.cli.progress_bar import progress_bars

if TYPE_CHECKING:
    from quire.settings import Settings
    from quire.store.installation_backup import Installation

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the backup.", show_default=False)]


def mount(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("backup")(backup)
    app.command("restore")(restore)


def backup(
    folder: Folder,
    *,
    verify: Annotated[bool, typer.Option("--verify", help="Check an existing backup instead of making one.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Back up the service, running or not: database, files, wikis, companies."""
    from quire.store import installation_backup, installation_restore

    if verify:
        head = installation_restore.verify(folder)
    else:
        from quire import __version__, app
        from quire.clock import SystemClock

        settings = settings_of(data_dir)
        with app.open_parts(settings) as made:
            made.wikis.shelf.save_all()
        with _installation(settings) as source, _progress("backup") as report:
            head = installation_backup.back_up(source, folder, clock=SystemClock(), version=__version__, report=report)
    sys.stdout.write(f"{folder}: {sum(head.rows.values())} rows of {head.created}, complete.\n")
    for name in head.missing:
        sys.stderr.write(f"quire: the store does not have {name}; the backup lacks it.\n")


def restore(
    folder: Folder,
    *,
    replace: Annotated[bool, typer.Option("--replace", help="Delete what the installation holds.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Restore a backup into an empty installation whose service does not run."""
    from quire import app
    from quire.clock import SystemClock
    from quire.store import installation_restore

    settings = settings_of(data_dir)
    app.migrate(settings)
    with _installation(settings) as target, _progress("restore") as report:
        head = installation_restore.restore(folder, target, clock=SystemClock(), replace=replace, report=report)
    sys.stdout.write(f"{folder}: {sum(head.rows.values())} rows of {head.created}, restored. Start the service.\n")


@contextmanager
def _installation(settings: Settings) -> Iterator[Installation]:
    from quire import app
    from quire.company.edition_files import files_of_present
    from quire.store.installation_backup import Installation
    from quire.wiki.wiki_snapshots import stored_files

    with app.open_parts(settings) as made:
        folders = {"wikis": settings.wikis, "companies": settings.companies}  # the former is a cache
        yield Installation(
            made.wikis.database,
            made.files,
            folders,
            {"companies": files_of_present},
            lambda snapshot: stored_files(made.files, snapshot),
        )


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr when that is a terminal, told how many files are done, and of how many."""
    with progress_bars([what]) as bars:
        yield lambda done, total: bars.pages(0, done, total)
