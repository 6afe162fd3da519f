"""Defines a route: its path, who may call it, and its description in the API docs.

Each module with endpoints ends in a literal table of `Operation`; `quire.web.ROUTES` joins them. The guard, the router
and the API docs read the same table, so none of them can miss a route.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope

Endpoint = Callable[[Request], Awaitable[Response]]
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

SMALL_BODY = 64 * 1024
"""Maximum bytes of the body of a request without a file."""


class Door(StrEnum):
    """Whether a route needs a key."""

    KEY = "key"
    FIRST = "first"  # a key, or none as long as no key was ever made
    PUBLIC = "public"  # a key, or none where QUIRE_COMPANY_PUBLIC allows it; then the route gives a summary only
    OPEN = "open"  # none; the route itself checks a signature or a session where it needs one


class Carrier(StrEnum):
    """Where a route accepts the key, besides ``Authorization`` and ``X-API-Key``."""

    API_KEY_HEADER = "api_key header"
    API_KEY_QUERY = "api_key query"
    ACCESS_TOKEN_QUERY = "access_token query"  # noqa: S105 - the name of a place


@dataclass(frozen=True, slots=True)
class Gate:
    """What the guard checks before the body of a request is read.

    Attributes:
        door: whether a key is needed.
        scope: the scope that the key must have; None is any.
        rate: the rate limit that counts the request.
        body: maximum bytes of the body.
        carriers: other places where the key may be.
    """

    door: Door = Door.KEY
    scope: Scope | None = None
    rate: str = "read"  # "read", "submit", or "" for none
    body: int = SMALL_BODY
    carriers: frozenset[Carrier] = frozenset()


OPEN = Gate(door=Door.OPEN, rate="")
KEYED = Gate()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter for the OpenAPI document; `place` is path, query or header."""

    name: str
    place: str
    about: str
    schema: Mapping[str, Json]
    example: Json
    required: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer for the OpenAPI document, with its example; `schema` is the name of a component."""

    about: str
    example: Json | bytes = None
    schema: str = ""
    media_type: str = "application/json"
    headers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """A route. In `path` ``{name}`` is one segment, and ``{name:path}`` the rest."""

    method: str
    path: str
    endpoint: Endpoint
    name: str
    summary: str
    tag: str
    gate: Gate = KEYED
    answers: Mapping[int, Answer] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()
    body: Mapping[str, Json] | None = None  # the requestBody object of OpenAPI
    about: str = ""
    hidden: bool = False  # pages for people are not in the API docs

    @property
    def pattern(self) -> re.Pattern[str]:
        """The expression that a whole path must match."""
        return pattern(self.path)


def pattern(path: str) -> re.Pattern[str]:
    """The expression of a path with ``{name}`` and ``{name:path}``."""
    pieces = []
    for piece in re.split(r"(\{[a-z_]+(?::path)?\})", path):
        if piece.startswith("{"):
            name, _, kind = piece[1:-1].partition(":")
            pieces.append(f"(?P<{name}>{'.+' if kind else '[^/]+'})")
        else:
            pieces.append(re.escape(piece))
    return re.compile("".join(pieces), re.DOTALL)


def json_body(properties: Mapping[str, Json], *, required: Sequence[str], example: Json) -> dict[str, Json]:
    """The requestBody object of OpenAPI for a JSON object with these properties."""
    schema: dict[str, Json] = {"type": "object", "required": list(required), "properties": dict(properties)}
    return {"required": True, "content": {"application/json": {"schema": schema, "example": example}}}
