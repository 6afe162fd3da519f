"""Shapes of which the OpenAPI document's components are made: texts, counts, objects with exactly some keys, lists."""

from __future__ import annotations

from quire.web.http.operation import Json

TEXT: Json = {"type": "string"}
OK: Json = {"type": "boolean", "const": True}
FLAG: Json = {"type": "boolean"}
COUNT: Json = {"type": "integer", "minimum": 0}
URL: Json = {"type": "string", "format": "uri"}
MAYBE_TEXT: Json = {"type": ["string", "null"]}


def exact_object(**properties: Json) -> dict[str, Json]:
    """An object with exactly those keys."""
    return object_with_optional({}, **properties)


def object_with_optional(optional: dict[str, Json], **properties: Json) -> dict[str, Json]:
    """An object with those keys, and perhaps the optional ones."""
    required: list[Json] = list(properties)
    both: dict[str, Json] = {**properties, **optional}
    return {"type": "object", "required": required, "properties": both, "additionalProperties": False}


def list_of(of: Json) -> Json:
    """A list."""
    return {"type": "array", "items": of}


def nullable(time: Json) -> Json:
    """A moment in that form, or null."""
    return {"anyOf": [time, {"type": "null"}]}
