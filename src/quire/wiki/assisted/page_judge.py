"""A model as judge of pages: what it finds is kept in the reviews and learned from, and never blocks anything."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quire.llm.asker import Answer, Prompt
from quire.llm.prompt_fence import fenced
from quire.wiki.assisted.model_session import ModelSession
from quire.wiki.assisted.prompt_template import passages_of, prompt
from quire.wiki.passage import Passage
from quire.wiki.review import sentences_of
from quire.wiki.wiki_page import Page, citations

__all__ = ["KINDS", "MARK", "Finding", "judge_pages", "kind_of"]

KINDS = ("vague", "repeats", "unclear", "offtopic")

MARK = "model: "
"""What issues in a review begin with that a model found and no rule."""

_FINDINGS: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "findings": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "sentence": {"type": "integer"},
                    "kind": {"type": "string", "enum": list(KINDS)},
                    "note": {"type": "string"},
                },
                "required": ["sentence", "kind", "note"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["findings"],
    "additionalProperties": False,
}
_MOST_TOKENS = 800
_NOTE = 120
"""Characters of a note that are kept."""


class Finding(NamedTuple):
    """What a judge has against a sentence, by its 1-based number on the page."""

    sentence: int
    kind: str
    note: str

    def __str__(self) -> str:
        return f"{MARK}sentence {self.sentence} {self.kind}" + (f": {self.note}" if self.note else "")


def judge_pages(
    pages: Sequence[Page], passages: Mapping[str, Passage], lang: str, helper: ModelSession
) -> dict[str, list[Finding]]:
    """Page id to what the judge found; pages that nobody judged are missing."""
    prompts = [_prompt(page, passages, lang) for page in pages]
    counts = [len(sentences_of(page.body)) for page in pages]
    asked = helper.ask_all(prompts, lambda _, __: [])
    return {pages[at].id: _findings(answer, counts[at]) for at, answer in asked if answer is not None}


def kind_of(issue: str) -> str:
    """The kind of fault in an issue of a review that a judge has found; "" for one of the rules."""
    found = re.match(rf"{MARK}sentence \d+ (\w+)", issue)
    return found.group(1) if found else ""


def _prompt(page: Page, passages: Mapping[str, Passage], lang: str) -> Prompt:
    lines = [f"{at}. {text} ({', '.join(cites)})" for at, (text, cites) in enumerate(sentences_of(page.body), 1)]
    shown = [passages[id_] for id_ in citations(page.body) if id_ in passages]
    values = {"subject": page.title, "page": fenced("\n".join(lines), "page"), "passages": passages_of(shown)}
    return prompt("review", template="review", lang=lang, schema=_FINDINGS, values=values, most_tokens=_MOST_TOKENS)


def _findings(answer: Answer, sentences: int) -> list[Finding]:
    """The findings that name a sentence of the page, one a sentence and kind."""
    rows = answer.get("findings")
    out: dict[tuple[int, str], Finding] = {}
    for row in rows if isinstance(rows, list) else ():
        number, kind = (row.get("sentence"), row.get("kind")) if isinstance(row, Mapping) else (0, "")
        if isinstance(number, int) and 1 <= number <= sentences and kind in KINDS:
            note = " ".join(re.sub(r"[\[\]<>|`^#*\u200b\x00-\x1f]", " ", str(row.get("note") or "")).split())
            out.setdefault((number, kind), Finding(number, kind, note[:_NOTE]))
    return list(out.values())
