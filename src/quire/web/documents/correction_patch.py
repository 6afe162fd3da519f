"""Corrections as a JSON Patch (RFC 6902) over a result: its pointers become the places of corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quire.errors import BadRequest, Conflict
from quire.web.documents.corrected_results import Wanted
from quire.web.http.operation import Json

PATCH = "application/json-patch+json"

_STATE = "/state"


def wanted_of(patch: Json, read: Callable[[], Json], *, most: int) -> tuple[Wanted, Json]:
    """What a patch wants to be corrected, and the state that it sets (None for none).

    A pointer leads into the body of the result (``/result/0/fields/6/value``), into its array (``/0/tables/0/3/1``),
    or is a place after a slash (``/7/b31/text``). ``replace`` corrects, ``test`` says what was seen there.

    Args:
        patch: the body of the request.
        read: gives the array with details as it was read; called when a pointer needs it.
        most: the most operations.

    Raises:
        BadRequest: it is no such patch. Conflict: a test contradicts the patch itself.
    """
    if not isinstance(patch, list) or len(patch) > most:
        raise BadRequest(f"A JSON Patch must be a list of at most {most} operations.")
    after, before, state = dict[str, str](), dict[str, str](), None
    for one in patch:
        word, pointer, value = _operation(one)
        if pointer == _STATE and word == "replace":
            state = value
            continue
        place = _place(pointer, read)
        if word == "replace":
            after[place] = value.replace("\r\n", "\n").strip()
        elif after.get(place, value) != value:
            raise Conflict(f"The value at “{pointer[:80]}” is now “{after[place][:80]}”.")
        else:
            before.setdefault(place, value)
    return Wanted(before | after, before), state


def _operation(one: Json) -> tuple[str, str, str]:
    """The word, the pointer and the text of an operation."""
    found = one if isinstance(one, dict) else {}
    word, pointer, value = found.get("op"), found.get("path"), found.get("value")
    if word not in {"replace", "test"}:
        raise BadRequest("A result can be patched by the operations replace and test only.")
    if not isinstance(pointer, str) or not pointer.startswith("/") or not isinstance(value, str):
        raise BadRequest("Each operation must have a path that begins with a slash, and a text as its value.")
    return str(word), pointer, value


def _place(pointer: str, read: Callable[[], Json]) -> str:
    """The place of corrections that a pointer means."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/")]
    match parts[1:] if parts[0] == "result" else parts:
        case [at, "tables", "0", row, column]:
            return f"{at}/{row}/{column}"
        case [at, "fields", number, "value"]:
            return f"{at}/{_key(read(), at, number, pointer)}"
        case [at, "details", "items", row, name]:
            return f"{at}/line_items/{row}/{name}"
        case rest:
            return "/".join(rest)


def _key(array: Json, at: str, number: str, pointer: str) -> str:
    """The key of a field of an invoice, by its number."""
    try:
        element = array[int(at)] if isinstance(array, list) else None
        fields = element["fields"] if isinstance(element, Mapping) else None
        field = fields[int(number)] if isinstance(fields, list) and int(number) >= 0 <= int(at) else None
        return str(field["key"]) if isinstance(field, Mapping) else ""
    except (ValueError, IndexError, KeyError):
        raise BadRequest(f"There is no value at “{pointer[:80]}”.") from None
