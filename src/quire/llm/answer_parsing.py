"""From the text of an answer to an object that fits the schema, or to the faults that a repair can tell.

Models put prose, code fences or their thoughts around the object; what counts is the first object in the text that
fits, else the first object at all. Keys that were not asked for are dropped, control characters too. The schemas are
flat: one object of texts, numbers, switches, and lists of these or of such objects.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

__all__ = ["read_object", "schema_faults"]

Value = Any  # JSON, of any shape until it was looked at
Schema = Mapping[str, Any]

LONGEST = 400_000
"""Characters of an answer that are looked at."""

MOST_STARTS = 40
"""Places at which an object is looked for; an answer with more braces than that before its object is none."""

DEEPEST = 32
"""Levels of a value that are looked at; the schemas have three."""

_THOUGHTS = re.compile(r"^\s*<(think|thinking|reasoning)>.*?</\1>", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\ud800-\udfff\ufffe\uffff]")
"""Also the zero-width space by which a fence breaks forged marks: what is quoted must match the book again."""
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def read_object(text: str, schema: Schema) -> tuple[dict[str, Value] | None, list[str]]:
    """The object in an answer, and its faults by the schema; (None, faults) when there is no object at all."""
    first: tuple[dict[str, Value], list[str]] | None = None
    for value in _objects(text[:LONGEST]):
        found = _asked(value, schema)
        faults = schema_faults(found, schema)
        if not faults:
            return found, []
        first = first or (found, faults)
    return first or (None, ["The answer is not a JSON object."])


def schema_faults(value: Value, schema: Schema, where: str = "") -> list[str]:
    """What does not fit, each a short sentence; `where` names the place inside the object."""
    kinds = _kinds(schema)
    if kinds and not any(_is(value, kind) for kind in kinds):
        return [f"{where or 'The answer'} must be of type {' or '.join(kinds)}."]
    faults = _of_choice(value, schema, where)
    if isinstance(value, str):
        faults += _of_size(len(value), schema, ("minLength", "maxLength", "characters"), where)
    elif isinstance(value, list):
        faults += _of_size(len(value), schema, ("minItems", "maxItems", "items"), where)
        for at, one in enumerate(value):
            faults += schema_faults(one, schema.get("items") or {}, f"{where}[{at}]")
    elif isinstance(value, dict):
        faults += _of_keys(value, schema, where)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        faults += _of_size(value, schema, ("minimum", "maximum", ""), where)
    return faults


def _objects(text: str) -> Iterator[dict[str, Value]]:
    """The objects in a text, outermost ones, as far as they are whole."""
    text = _THOUGHTS.sub("", text, count=1)
    decoder = json.JSONDecoder(parse_constant=_refuse, strict=False)
    at = 0
    for _ in range(MOST_STARTS):
        at = text.find("{", at)
        if at < 0:
            return
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        if isinstance(value, dict):
            yield value


def _asked(value: Value, schema: Schema, depth: int = 0) -> Value:
    """The value without keys that were not asked for and without control characters."""
    if depth > DEEPEST:
        return None
    if isinstance(value, str):
        return _CONTROL.sub("", value)
    if isinstance(value, list):
        return [_asked(one, schema.get("items") or {}, depth + 1) for one in value]
    if isinstance(value, dict):
        known = schema.get("properties")
        return {
            _CONTROL.sub("", key): _asked(one, (known or {}).get(key) or {}, depth + 1)
            for key, one in value.items()
            if known is None or key in known
        }
    return value


def _kinds(schema: Schema) -> list[str]:
    kinds = schema.get("type") or []
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _is(value: Value, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[kind])


def _of_choice(value: Value, schema: Schema, where: str) -> list[str]:
    choice = schema.get("enum")
    if choice is None or value in choice:
        return []
    return [f"{where or 'The answer'} must be one of {', '.join(map(str, choice))}."]


def _of_size(size: float, schema: Schema, words: tuple[str, str, str], where: str) -> list[str]:
    least, most, unit = words
    if least in schema and size < schema[least]:
        return [f"{where} must be at least {schema[least]} {unit}".strip() + "."]
    if most in schema and size > schema[most]:
        return [f"{where} must be at most {schema[most]} {unit}".strip() + "."]
    return []


def _of_keys(value: dict[str, Value], schema: Schema, where: str) -> list[str]:
    known = schema.get("properties") or {}
    prefix = f"{where}." if where else ""
    faults = [f"{prefix}{key} is missing." for key in schema.get("required") or () if key not in value]
    for key, one in value.items():
        faults += schema_faults(one, known.get(key) or {}, f"{prefix}{key}")
    return faults


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)
