"""A page of a wiki: front matter and Markdown with ``[[links]]`` and citations ``[^p12]``.

The file is the truth: people may edit it, so reading takes any sensible front matter and writing gives one form.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from quire.clock import zulu
from quire.wiki.page_types import PageType, is_subject

__all__ = [
    "COMPOSED",
    "LINK",
    "Link",
    "Page",
    "citations",
    "dump",
    "front_matter",
    "is_composed",
    "link_to",
    "links",
    "page_id",
    "parse",
    "plain_text",
    "summary_of",
    "without_composed",
]

_HALF = str.maketrans({"！": "!", "？": "?", "。": "."})
_SHORT = re.compile(r"(?<!\S)((?:\d+\.)*\d+|(?:[A-Z]\.)*[A-Z][a-z]{0,3})\.\s+(?=\S)")
"""A number before a title, or a short form ("Ch. 2", "M.C.C."): the dot ends nothing."""

_ENDED = re.compile(r"(?<![.!?])[.!?]++([\"”’)]*+)\s++(?=[A-Z0-9“\"‘(\[*`])")
"""A sentence that ends inside a title."""

LONGEST_ID = 120
"""Bytes of a page id in UTF-8: with type folder and extension below the 255 of common file systems."""

COMPOSED = {"en": "*Compiled:*", "zh": "*汇编：*"}
"""What opens a line that is composed of what the book says in many places, by language: no sentence of the book."""

LINK = re.compile(r"\[\[([^\[\]|#\n]+)(?:#[^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]")
"""A link: the page that it names, and the words shown."""

_ADDRESSED = re.compile(r"!?\[([^\[\]]*)\]\([^)]{0,2000}\)")
"""A link to an address, or a picture."""
_CITATION = re.compile(r"\[\^(p\d+)\](?!:)")
_FRONT = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_MACRO = re.compile(r"^([a-z_][\w:]*)!$|(?<=`)([a-z_][\w:]*)!(?=`)")
"""The name of a macro (`println!`) as a whole title, or as program text in one; "Hello, World!" is none."""

_MARK = re.compile("|".join(rf"^\s*{re.escape(one)} ?" for one in COMPOSED.values()))

_BETWEEN = re.compile(r"(?<=[。！？；”])\s+(?=[\u3400-\u9fff“《（])")
"""Blanks between Chinese sentences: what is left of the marks of their sources."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Link(NamedTuple):
    """A link of a body: the page id (or title) it names, and the words shown."""

    target: str
    label: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page. `body` is Markdown without the front matter; times are UTC."""

    id: str  # file name without extension; unique in the wiki over all types, and stable
    title: str
    type: str  # a `PageType` or a word of people's own: also the name of its folder
    body: str
    aliases: tuple[str, ...] = ()
    summary: str = ""  # one plain sentence
    created: datetime = _EPOCH
    updated: datetime = _EPOCH
    revision: int = 1  # raised by one at each change of the content

    @property
    def subject(self) -> bool:
        """Whether the page is about something, and not a chapter or a list."""
        return is_subject(self.type)

    @property
    def names(self) -> tuple[str, ...]:
        """The title and the aliases."""
        return (self.title, *self.aliases)


def citations(body: str) -> tuple[str, ...]:
    """Ids of the passages that a body cites, each once, in order."""
    return tuple(dict.fromkeys(_CITATION.findall(body)))


def links(body: str) -> tuple[Link, ...]:
    """The links of a body in order, repeated ones too."""
    return tuple(Link(m.group(1).strip(), (m.group(2) or m.group(1)).strip()) for m in LINK.finditer(body))


def link_to(id_: str, title: str, lang: str) -> str:
    """A link to a page that shows its title, without what would end the link or a sentence inside it.

    Whoever splits a list of links into sentences would take “Who is there?” for a sentence that has no source. In a
    Chinese list the full-width marks have their half-width form; in an English one a mark before a further word is a
    colon, and numbers and short forms lose their dot.
    """
    shown = title.replace("[", "(").replace("]", ")").replace("|", "/")
    if lang == "zh":
        shown = shown.translate(_HALF)
    else:
        shown = _SHORT.sub(r"\1 ", shown)
        shown = _ENDED.sub(r"\1: ", shown)
    return f"[[{id_}]]" if shown == id_ else f"[[{id_}|{shown}]]"


def plain_text(text: str) -> str:
    """Markdown as read: links as their label, citations, emphasis and code marks away."""
    text = LINK.sub(lambda m: m.group(2) or m.group(1), _CITATION.sub("", text))
    text = _ADDRESSED.sub(r"\1", text)
    text = re.sub(r"\\([\\`*_\[\]<>#~|])", r"\1", re.sub(r"(?<!\\)[*`]+|(?<![\w\\])_|(?<!\\)_(?!\w)", "", text))
    return re.sub(r"[ \t]+", " ", text).strip()


def is_composed(block: str) -> bool:
    """Whether a block of a body is a line composed of counts, and no sentence about the book."""
    return block.lstrip().startswith(tuple(COMPOSED.values()))


def without_composed(body: str) -> str:
    """A body without its composed lines; the same text where it has none."""
    blocks = body.split("\n\n")
    kept = [one for one in blocks if not is_composed(one)]
    return body if len(kept) == len(blocks) else "\n\n".join(kept)


def summary_of(body: str, longest: int = 200) -> str:
    """The first paragraph of a body as plain text, cut at a word when it is longer than `longest` characters."""
    for block in re.split(r"\n\s*\n", body):
        text = _BETWEEN.sub("", plain_text(_MARK.sub("", block)))
        if text and not block.lstrip().startswith(("#", ">", "|", "```", "- ")):
            if len(text) <= longest:
                return text
            cut = text[:longest]
            return (cut[: cut.rfind(" ")] if " " in cut[longest // 2 :] else cut).rstrip(" ,;，；") + "…"
    return ""


def page_id(title: str) -> str:
    """A safe file name for a title: lower case, words joined by hyphens, letters of all scripts kept.

    Never empty, never hidden; at most `LONGEST_ID` bytes.
    """
    text = unicodedata.normalize("NFKC", title).lower().replace("'", "").replace("’", "")
    text = text.replace("c++", "cpp").replace("c#", "csharp")
    text = _MACRO.sub(lambda found: f"{found[1] or found[2]}-macro", text)
    text = re.sub(r"[^\w]+", "-", text).replace("_", "-")
    text = re.sub(r"-{2,}", "-", text).strip("-")
    encoded = text.encode()[:LONGEST_ID]
    return encoded.decode(errors="ignore").strip("-") or "page"


def dump(page: Page) -> str:
    """The page's file: front matter of one fixed form, then the body."""
    front = {
        "title": page.title,
        "type": page.type,
        "aliases": list(page.aliases),
        "summary": page.summary,
        "created": zulu(page.created),
        "updated": zulu(page.updated),
        "revision": page.revision,
    }
    return f"{front_matter_text(front)}\n{page.body.strip()}\n"


def parse(text: str, *, id: str, type: str = PageType.CONCEPT) -> Page:  # noqa: A002 - the names of the fields
    """The page in a file's text; what the front matter lacks is taken from the id and the folder."""
    front, body = front_matter(text)
    aliases = front.get("aliases") or []
    revision = front.get("revision")
    return Page(
        id=id,
        title=str(front.get("title") or id),
        type=str(front.get("type") or type),
        body=body.strip("\n"),
        aliases=tuple(aliases) if isinstance(aliases, list) else (str(aliases),),
        summary=str(front.get("summary") or ""),
        created=_moment(front.get("created")),
        updated=_moment(front.get("updated")),
        revision=int(str(revision)) if str(revision).isdigit() else 1,
    )


def front_matter_text(values: Mapping[str, object]) -> str:
    """Front matter with its fences; strings are quoted as in JSON, which YAML reads as well."""
    lines = [f"{key}: {_yaml(value)}" for key, value in values.items()]
    return "\n".join(["---", *lines, "---", ""])


def front_matter(text: str) -> tuple[dict[str, str | list[str]], str]:
    """The values of a front matter and the text after it; no front matter gives no values.

    Understands what people write: ``key: value``, quoted or not, ``[a, b]``, and a list of ``- a`` lines.
    """
    found = _FRONT.match(text)
    if not found:
        return {}, text
    values: dict[str, str | list[str]] = {}
    last = ""
    for line in found.group(1).splitlines():
        item = re.match(r"\s*-\s+(.*)", line)
        pair = re.match(r"([\w-]+)\s*:\s*(.*)", line)
        if pair:
            last = pair.group(1)
            values[last] = _value(pair.group(2).strip())
        elif item and last:
            before = values[last]
            values[last] = [
                *(before if isinstance(before, list) else [before] if before else []),
                _scalar(item.group(1)),
            ]
    return values, text[found.end() :]


def _value(text: str) -> str | list[str]:
    if text.startswith("[") and text.endswith("]"):
        try:
            return [str(one) for one in json.loads(text)]
        except ValueError:
            return [_scalar(one) for one in text[1:-1].split(",") if one.strip()]
    return _scalar(text)


def _scalar(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            return str(json.loads(text))
        except ValueError:
            return text[1:-1]
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    return text


def _yaml(value: object) -> str:
    return value if isinstance(value, str) and _is_stamp(value) else json.dumps(value, ensure_ascii=False)


def _is_stamp(text: str) -> bool:
    return re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", text) is not None


def _moment(value: object) -> datetime:
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        return _EPOCH
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
