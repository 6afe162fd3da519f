"""Reads the key from a request."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.types import Scope

from quire.errors import NotAuthenticated
from quire.web.http.operation import Carrier

_QUERY = {Carrier.API_KEY_QUERY: "api_key", Carrier.ACCESS_TOKEN_QUERY: "access_token"}


def credential(scope: Scope, carriers: frozenset[Carrier]) -> str | None:
    """The secret in a request; None without one.

    Raises:
        NotAuthenticated: a scheme that is not Bearer, or two different secrets.
    """
    found = set(_from_headers(scope, api_key=Carrier.API_KEY_HEADER in carriers))
    if scope["method"] in {"GET", "HEAD"}:
        found |= _from_query(scope, {_QUERY[carrier] for carrier in carriers if carrier in _QUERY})
    if len(found) > 1:
        raise NotAuthenticated
    return next(iter(found), None)


def _from_headers(scope: Scope, *, api_key: bool) -> list[str]:
    secrets = []
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, secret = value.decode("latin-1").strip().partition(" ")
            if scheme.lower() != "bearer" or not secret.strip():
                raise NotAuthenticated
            secrets.append(secret.strip())
        elif name == b"x-api-key" or (api_key and name == b"api_key"):
            secrets.append(value.decode("latin-1").strip())
    return secrets


def _from_query(scope: Scope, names: set[str]) -> set[str]:
    query = scope.get("query_string", b"")
    if not names or not query:
        return set()
    try:
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True, max_num_fields=50)
    except ValueError:
        raise NotAuthenticated from None
    return {value for name, value in pairs if name in names}
