"""The server over stdio and streamable HTTP."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from mcp.server import MCPServer
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from pydantic import AnyHttpUrl

from quire import __version__
from quire.mcp import batch_tools, document_tools, knowledge_tools
from quire.mcp.inputs import Inputs
from quire.mcp.marking import INSTRUCTIONS
from quire.mcp.service_calls import Service
from quire_client import ApiError, AsyncClient


def server_of(service: Service, *, keys: ServiceKeys | None = None) -> MCPServer:
    """A server over a service; `keys` checks the bearer token of every request over HTTP."""
    auth = AuthSettings(issuer_url=AnyHttpUrl(keys.address), resource_server_url=None) if keys else None
    server: MCPServer = MCPServer(
        "quire", version=__version__, instructions=INSTRUCTIONS, auth=auth, token_verifier=keys, log_level="WARNING"
    )
    document_tools.add(server, service)
    batch_tools.add(server, service)
    knowledge_tools.add(server, service)
    return server


async def run_stdio(address: str, key: str, roots: tuple[Path, ...]) -> None:
    """Serve one client on stdin and stdout with one key, until it goes."""
    async with AsyncClient(address, key) as client:

        @contextlib.asynccontextmanager
        async def connect() -> AsyncIterator[AsyncClient]:
            yield client

        await server_of(Service(connect, Inputs(roots))).run_stdio_async()


async def run_http(address: str, host: str, port: int) -> None:
    """Serve any number of clients at ``http://host:port/mcp``, each with its own key, until the process ends."""
    server = http_server(address)
    await server.run_streamable_http_async(host=host, port=port)


def http_server(address: str) -> MCPServer:
    """The server that `run_http` runs."""

    @contextlib.asynccontextmanager
    async def connect() -> AsyncIterator[AsyncClient]:
        token = get_access_token()
        async with AsyncClient(address, token.token if token else "") as client:
            yield client

    return server_of(Service(connect, Inputs(roots=())), keys=ServiceKeys(address))


@dataclass(frozen=True)
class ServiceKeys:
    """Checks keys by asking the service at `address`; its scopes are checked at every call, by the service too."""

    address: str

    async def verify_token(self, token: str) -> AccessToken | None:
        """The owner of a key, None for a wrong one."""
        async with AsyncClient(self.address, token) as client:
            try:
                caller = await client.me()
            except ApiError:
                return None
        return AccessToken(token=token, client_id=caller["token_id"], scopes=[], subject=caller["username"])
