"""Reads small JSON bodies of requests."""

from __future__ import annotations

import json

from starlette.requests import Request

from quire.errors import BadRequest
from quire.web.http.operation import Json

_NO_OBJECT = "The body must be a JSON object."


async def read_json(request: Request, *, optional: bool = False) -> dict[str, Json]:
    """The JSON object in the body of a request; where it is optional, no body is an empty one.

    Raises:
        BadRequest: it is none.
    """
    body = await request.body()
    if optional and not body:
        return {}
    found = _loaded(body, _NO_OBJECT)
    if not isinstance(found, dict):
        raise BadRequest(_NO_OBJECT)
    return found


async def read_json_value(request: Request) -> Json:
    """The JSON in the body of a request, whatever it is.

    Raises:
        BadRequest: it is none.
    """
    return _loaded(await request.body(), "The body must be JSON.")


def _loaded(body: bytes, sentence: str) -> Json:
    try:
        found: Json = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequest(sentence) from None
    return found


def json_text(body: dict[str, Json], name: str) -> str:
    """A text of a body; "" where it is not there.

    Raises:
        BadRequest: it is no text.
    """
    found = body.get(name, "")
    if not isinstance(found, str):
        raise BadRequest(f"{name} must be a string.")
    return found
