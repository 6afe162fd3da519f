"""Prompts from their templates: one Markdown file a phase and language, beside this module in `prompts/`.

A template has two parts, ``# System`` and ``# User``, and ``{names}`` for what is put in. Its version is a digest of
its text: a changed template is another call. Text of the book stands in the user's part only, and there between fences:
passages as `passages_of` gives them, and titles, names and headings, which a book may use for orders as well, each in a
fence of its own. A place that nobody has named here gets a fence, too.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from quire.llm.asker import Prompt
from quire.llm.prompt_fence import RULE, fenced, neutralised
from quire.wiki.page_types import prompt_choices
from quire.wiki.passage import Passage

__all__ = ["passages_of", "prompt", "templates"]

_PLACE = re.compile(r"\{(\w+)\}")
_OWN = frozenset({"rules", "sections", "few", "most"})  # words and numbers of ours: nothing of the book is in them
_READY = frozenset({"passages", "page", "both"})  # fenced by who makes them
_FORGED = re.compile(r"\[(\^?p\d+)\]")


class Template(NamedTuple):
    """The parts of a template file and the digest of its text."""

    system: str
    user: str
    version: str


def prompt(
    name: str, *, template: str, lang: str, schema: Mapping[str, object], values: Mapping[str, str], most_tokens: int
) -> Prompt:
    """A call: its name selects the model, `values` fill the user's part; values from the book are fenced here.

    Raises:
        KeyError: a place that has no value.
    """
    made = _template(template, lang)
    user = _PLACE.sub(
        lambda place: _shown(place[1], values[place[1]]), made.user
    )  # once: what is put in is not looked at
    return Prompt(name, made.version, f"{made.system}\n\n{RULE}", user, schema, most_tokens)


def passages_of(passages: Iterable[Passage]) -> str:
    """Passages as fenced data, each behind its id; what looks like an id inside the text loses its brackets."""
    return fenced("\n\n".join(f"[{one.id}] " + _FORGED.sub(r"(\1)", one.text) for one in passages), "passages")


def templates() -> list[str]:
    """Names of the template files that ship with the package."""
    return sorted(one.name for one in (files("quire.wiki.assisted") / "prompts").iterdir() if one.name.endswith(".md"))


def _shown(place: str, value: str) -> str:
    if place in _READY:
        return value
    return neutralised(value) if place in _OWN else fenced(value, place)


@cache
def _template(name: str, lang: str) -> Template:
    text = (files("quire.wiki.assisted") / "prompts" / f"{name}.{lang}.md").read_text(encoding="utf-8")
    text = text.replace("{page_types}", prompt_choices(lang))  # before the digest: a new type is another call
    system, _, user = text.partition("# User\n")
    return Template(
        system.replace("# System\n", "", 1).strip(),
        user.strip(),
        hashlib.blake2b(text.encode(), digest_size=6).hexdigest(),
    )
