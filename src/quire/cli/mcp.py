"""``quire mcp``: the MCP server of a running service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.errors import BadRequest, QuireError


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("mcp")(mcp)


def mcp(
    *,
    server: Annotated[
        str, typer.Option(envvar="QUIRE_SERVER", help="Address of the service.")
    ] = "http://127.0.0.1:8000",
    key: Annotated[
        str, typer.Option(envvar="QUIRE_KEY", help="Access key, for stdio; over HTTP each client brings its own.")
    ] = "",
    root: Annotated[
        list[Path] | None,
        typer.Option(metavar="DIR", help="Folder whose files may be read, for stdio; repeatable. Default: this one."),
    ] = None,
    http: Annotated[
        int, typer.Option(min=0, max=65535, metavar="PORT", help="Serve streamable HTTP at /mcp instead of stdio.")
    ] = 0,
    host: Annotated[str, typer.Option(help="Address to listen on with --http.")] = "127.0.0.1",
) -> None:
    """Offer a running service to agents by the Model Context Protocol, on stdio or streamable HTTP."""
    try:
        import anyio

        from quire.mcp.tool_server import run_http, run_stdio
    except ModuleNotFoundError as error:
        missing = {"mcp": "quire[mcp]", "mcp_types": "quire[mcp]", "quire_client": "clients/python (quire-client)"}
        package = missing.get((error.name or "").partition(".")[0])
        if package is None:
            raise
        raise QuireError(f"A package is missing. Install {package}.") from None
    if not server.startswith(("http://", "https://")):
        raise BadRequest(f"“{server}” is not the address of a service. Write it like http://127.0.0.1:8000.")
    if http:
        anyio.run(run_http, server, host, http)
        return
    if not key:
        raise BadRequest("Give an access key with QUIRE_KEY or --key; quire keys create makes one.")
    roots = tuple(folder.expanduser().resolve() for folder in root or [Path()])
    for folder in roots:
        if not folder.is_dir():
            raise BadRequest(f"--root: there is no folder {folder}.")
    anyio.run(run_stdio, server, key, roots)
