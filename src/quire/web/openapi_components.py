"""Gives every object of the OpenAPI document a component of its own.

Generators of clients name an inline object after the place where they meet it; the same object met twice (in two
branches of a ``oneOf``, in five request bodies) gets two equal names, and the client does not import. So no object with
properties stays inline: it moves to ``components.schemas`` under its ``title``, else under the name of its parent and
its key, and a reference takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from quire.web.http.operation import Json

_CHILD_KEYS = ("items", "additionalProperties")
_CHOICES = ("oneOf", "anyOf")
_WORD = re.compile(r"[A-Za-z0-9]+")

Schema = dict[str, Json]


class Components:
    """The named schemas of one document.

    Args:
        schemas: the components by name; their nested objects become components too.
    """

    def __init__(self, schemas: Mapping[str, Json]) -> None:
        self.schemas: dict[str, Json] = {}
        for name, schema in schemas.items():
            self._add(name, cast("Schema", schema))

    def named(self, name: str, schema: Json) -> Json:
        """The schema with references in the place of its objects; `name` is for an object without a title.

        Raises:
            ValueError: another shape has the name already.
        """
        if not isinstance(schema, dict) or "$ref" in schema:
            return schema
        if "properties" not in schema:
            return self._with_named_children(name, schema)
        title = schema.get("title")
        name = title if isinstance(title, str) else name
        self._add(name, {key: value for key, value in schema.items() if key != "title"})
        return {"$ref": f"#/components/schemas/{name}"}

    def _add(self, name: str, schema: Schema) -> None:
        made = self._with_named_children(name, schema)
        if self.schemas.setdefault(name, made) != made:
            raise ValueError(f"Two shapes are named {name}: give one of them a title.")

    def _with_named_children(self, name: str, schema: Schema) -> Schema:
        made = dict(schema)
        properties = schema.get("properties")
        if isinstance(properties, dict):
            made["properties"] = {key: self.named(name + pascal_case(key), value) for key, value in properties.items()}
        for key in _CHILD_KEYS:
            if key in schema:
                made[key] = self.named(_singular(name), schema[key])
        for key in _CHOICES:
            choices = schema.get(key)
            if isinstance(choices, list):
                made[key] = [self.named(name, choice) for choice in choices]
        return made


def pascal_case(name: str) -> str:
    """A key or an operation's name as part of a component's name: "line_items" and "lineItems" are "LineItems"."""
    return "".join(word[:1].upper() + word[1:] for word in _WORD.findall(name))


def _singular(name: str) -> str:
    """The name of an element of the list `name`."""
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else f"{name}Item"
