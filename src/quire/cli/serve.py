"""``quire serve``, ``api``, ``worker`` and ``migrate``: the service on one machine or on many."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import socket

    from quire.app import Parts
    from quire.settings import Settings

DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", metavar="DIR", help="Data folder of the service.", show_default=False),
]
Host = Annotated[str | None, typer.Option("--host", help="Address to listen on; default: 127.0.0.1.")]
Port = Annotated[
    int | None, typer.Option("--port", min=0, max=65535, help="Port to listen on, 0 for a free one; default: 8000.")
]
Slots = Annotated[
    int | None,
    typer.Option(
        "--slots", min=1, max=256, help="Documents processed at the same time; default: the number of CPU cores."
    ),
]


def mount(app: typer.Typer) -> None:
    """Add the commands to the application."""
    for command in (serve, api, worker, migrate):
        app.command(command.__name__)(command)


def serve(*, host: Host = None, port: Port = None, data_dir: DataDir = None, slots: Slots = None) -> None:
    """Run the whole service on this machine: API, console, worker."""
    settings = _settings(host=host, port=port, data_dir=data_dir, slots=slots)
    from quire import app
    from quire.telemetry import telling
    from quire.web.server import listen

    with listen(settings.host, settings.port) as listener:
        app.migrate(settings)
        with telling(settings.otel_endpoint, "serve"), app.open_parts(settings) as made, app.working(settings, made):
            _serve(settings, made, listener)


def api(*, host: Host = None, port: Port = None, data_dir: DataDir = None) -> None:
    """Run the API and console only; workers run elsewhere on the same database and files."""
    settings = _settings(host=host, port=port, data_dir=data_dir)
    from quire import app
    from quire.telemetry import telling
    from quire.web.server import listen

    with (
        listen(settings.host, settings.port) as listener,
        telling(settings.otel_endpoint, "api"),
        app.open_parts(settings) as made,
    ):
        _serve(settings, made, listener)


def worker(*, slots: Slots = None, data_dir: DataDir = None) -> None:
    """Run a worker only."""
    settings = _settings(slots=slots, data_dir=data_dir)
    from quire import app
    from quire.telemetry import telling

    with telling(settings.otel_endpoint, "worker"), app.open_parts(settings) as made, app.working(settings, made):
        app.wait_for_end(lambda: _say("Quire worker is running."))


def migrate(*, data_dir: DataDir = None) -> None:
    """Create the database or migrate it to the current schema."""
    settings = _settings(data_dir=data_dir)
    from quire import app

    app.migrate(settings)
    _say("The database is up to date.")


def _settings(**given: object) -> Settings:
    """The settings of this process; sets up its log."""
    from quire import settings

    found = settings.read(given=given)
    for sentence in settings.unknown():
        sys.stderr.write(f"quire: {sentence}\n")
    from quire.log_format import log_to_stderr

    log_to_stderr(found.log_level, found.log_format)
    return found


def _serve(settings: Settings, made: Parts, listener: socket.socket) -> None:
    from quire import app
    from quire.web import server

    address = server.address(listener)

    def greet() -> None:
        _say(f"Quire is listening on {address}")
        if not made.keys.any():
            _say(f"There is no key yet. Create the first one at {address}/console/keys or with: quire keys create")

    site = app.make_site(settings, made)
    server.serve(site, listener, proxies=settings.trusted_proxies, grace=settings.shutdown_seconds, on_start=greet)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
