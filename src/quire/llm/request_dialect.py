"""The ways in which endpoints take a request; found out once by what an endpoint refuses.

    schema    json_schema  ->  json_object  ->  only said in words
    length    max_tokens   ->  max_completion_tokens
    warmth    temperature 0  ->  not said

An endpoint that does not know a way answers 400 or 422 and mostly names the parameter. The schema stands in the system
message in every way, because some endpoints take `json_schema` and do not heed it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from quire.llm.call import Call

__all__ = ["Dialect"]

FORMS = ("json_schema", "json_object", "words")

_LENGTHS = ("max_tokens", "max_completion_tokens")
_OF_FORM = ("response_format", "json_schema", "json_object", "schema", "structured", "grammar")


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way; the first is the best."""

    form: str = FORMS[0]
    length: str = _LENGTHS[0]
    warmth: bool = True

    def body(self, call: Call) -> dict[str, Any]:
        """The request's parameters."""
        said = f"\n\nAnswer with one JSON object and nothing else. Its JSON schema: {_compact(call.schema)}"
        messages = [{"role": one.role, "content": one.text} for one in call.messages]
        messages[0]["content"] += said
        body: dict[str, Any] = {"model": call.model, "messages": messages, self.length: call.most_tokens}
        if self.warmth:
            body["temperature"] = 0
        if self.form == "json_schema":
            schema = {"name": _word(call.name), "schema": dict(call.schema), "strict": _is_strict(call.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif self.form == "json_object":
            body["response_format"] = {"type": "json_object"}
        return body

    def after(self, complaint: str, *, proven: bool) -> Dialect | None:
        """The next way after a refusal; None when the refusal is not about the way.

        Args:
            complaint: what the endpoint says.
            proven: whether it has answered in this way before.
        """
        said = complaint.lower()
        if "max_completion_tokens" in said and self.length == _LENGTHS[0]:
            return replace(self, length=_LENGTHS[1])
        if _LENGTHS[0] in said and self.length == _LENGTHS[1]:
            return replace(self, length=_LENGTHS[0])
        if "temperature" in said and self.warmth:
            return replace(self, warmth=False)
        if self.form != FORMS[-1] and (not proven or any(word in said for word in _OF_FORM)):
            return replace(self, form=FORMS[FORMS.index(self.form) + 1])
        return None

    def text(self) -> str:
        """To be remembered."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str | None) -> Dialect | None:
        """What was remembered; None when it cannot be read."""
        try:
            row = json.loads(text or "")
            if row["form"] in FORMS and row["length"] in _LENGTHS:
                return cls(row["form"], row["length"], bool(row["warmth"]))
        except (ValueError, KeyError, TypeError):
            pass
        return None


def _compact(schema: Mapping[str, object]) -> str:
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))


def _word(name: str) -> str:
    """The name of a schema: letters, digits, underscores and dashes, at most 64."""
    return "".join(one if one.isascii() and one.isalnum() else "_" for one in name)[:64] or "answer"


def _is_strict(schema: Mapping[str, Any]) -> bool:
    """Whether a schema is of the strict kind: every object names all its keys as required and allows no others."""
    inner = [*(schema.get("properties") or {}).values(), *([schema["items"]] if "items" in schema else [])]
    if not all(_is_strict(one) for one in inner):
        return False
    if schema.get("type") != "object":
        return True
    return schema.get("additionalProperties") is False and set(schema.get("required") or ()) == set(
        schema.get("properties") or ()
    )
