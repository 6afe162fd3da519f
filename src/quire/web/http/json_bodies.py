"""Reads small JSON bodies of requests."""

from __future__ import annotations

import json

from starlette.requests import Request

from quire.errors import BadRequest
from quire.web.http.operation import Json


async def read_json(request: Request, *, optional: bool = False) -> dict[str, Json]:
    """The JSON object in the body of a request; where it is optional, no body is an empty one.

    Raises:
        BadRequest: it is none.
    """
    body = await request.body()
    if optional and not body:
        return {}
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequest("The body must be a JSON object.") from None
    if not isinstance(found, dict):
        raise BadRequest("The body must be a JSON object.")
    return found


def json_text(body: dict[str, Json], name: str) -> str:
    """A text of a body; "" where it is not there.

    Raises:
        BadRequest: it is no text.
    """
    found = body.get(name, "")
    if not isinstance(found, str):
        raise BadRequest(f"{name} must be a text.")
    return found
