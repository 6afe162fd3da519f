"""``quire remote``: a running service from the shell, by the client package."""

from __future__ import annotations

import typer

from quire.errors import QuireError


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    free = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
    app.command("remote", context_settings=free, add_help_option=False)(remote)


def remote(context: typer.Context) -> None:
    """Use a running service: parse, statements, invoices, tasks, wiki, search, company.

    Address and key come from QUIRE_SERVER and QUIRE_KEY, or from --server and --key.
    """
    try:
        from quire_client.command import main
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "quire_client":
            raise
        raise QuireError("The client package is missing. Install clients/python (quire-client).") from None
    raise typer.Exit(main(context.args))
