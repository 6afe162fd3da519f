"""The headings of an EPUB's files, by the book's own contents: which there are, what they say, and their levels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from quire.model.block import Block, Figure, Heading, Paragraph
from quire.model.traversal import text_of
from quire.read.books.emphasis_spans import plain_spans
from quire.read.books.plain_text import paragraph_titles

__all__ = [
    "as_listed",
    "below_listed",
    "levelled",
    "sink_unlisted",
    "with_found_titles",
    "with_listed",
    "with_names",
    "with_parts",
    "without_note_marks",
    "without_running_title",
]

_NOTE_MARK = re.compile(r"(?<=\S)\s?(?:\[\d{1,3}\]|[\u2460-\u2473]|\*)$")
"""The mark of a note at the end of a heading: “[7]”, ①."""
_COUNTED = re.compile(
    r"(?:[a-z]+\s+)?(?:\d{1,3}|[IVXLC]+)\b\W*|第\s*[\d〇零一二三四五六七八九十百]+\s*\w\W*", re.IGNORECASE
)
"""The number of a chapter, alone (“190”, “Chapter I.”, 第一章) or before its title: “2 ” of “2 First Steps”."""
_RUNNING = 2
"""Headings of a file, of which the first may be the title that a template puts above it."""
_FEW_WORDS = 300
"""Characters below a heading that only names the file."""
_MOSTLY_LISTED = 0.6
"""Share of a book's files that its contents list, from which on the others belong to what stands before them."""
_LONG_TEXT, _MOST = 60_000, 0.5
"""Characters of a book, and the share of it in one file without a heading, from which on its titles are in the text."""


def with_listed(found: tuple[Block, ...], entries: Sequence[tuple[int, str]]) -> tuple[Block, ...]:
    """The blocks of a file with headings for the paragraphs that only the contents tell to be such.

    Files made from other formats have them as bold paragraphs. The last paragraph that says an entry is its heading, as
    the book's own list of contents stands before it; number and name may be two paragraphs.
    """
    out: list[Block] = [*found]
    marked = {_key(text_of(one.spans)) for one in found if isinstance(one, Heading)}
    end = len(out)
    for depth, title in reversed(entries):
        key = _key(title)
        if not depth or not key or key in marked:
            continue
        for at in range(end - 1, -1, -1):
            keys = [_key(text_of(one.spans)) if isinstance(one, Paragraph) else "" for one in out[at : at + 2]]
            if keys[0] and key in {keys[0], "".join(keys)}:
                out[at : at + 1 + (keys[0] != key)] = [Heading(min(6, depth), plain_spans(title), ())]
                end = at
                break
    return tuple(out)


def with_names(found: tuple[Block, ...], entries: Sequence[tuple[int, str]]) -> tuple[Block, ...]:
    """The blocks of a file with the titles of the contents for headings that are numbers alone: “190 The Fir Tree”.

    A heading with the rest of the title right below it goes; one farther below becomes a section.
    """
    said = [text_of(one.spans).strip() if isinstance(one, Heading) else "" for one in found]
    known = {*map(_key, said)}
    waiting = [title for depth, title in entries if depth and _key(title) not in known]
    out: list[Block] = []
    rest = ""
    for one, text in zip(found, said, strict=True):
        if rest and isinstance(one, Heading) and _key(text) == rest:
            out += [] if isinstance(out[-1], Heading) else [replace(one, level=6)]
            rest = ""
            continue
        alone = isinstance(one, Heading) and _COUNTED.fullmatch(text)
        named = [title for title in waiting if alone and re.match(rf"{re.escape(text)}(?![\w.])", title, re.IGNORECASE)]
        if isinstance(one, Heading) and len(named) == 1:
            waiting.remove(named[0])
            out.append(replace(one, spans=plain_spans(named[0])))
            rest = _key(named[0]).removeprefix(_key(text))
        else:
            out.append(one)
    return tuple(out)


def with_parts(found: tuple[Block, ...], entries: Sequence[tuple[int, str]]) -> tuple[Block, ...]:
    """The blocks of a file with the titles of parts before its first chapter, where only the contents name these.

    The first entries of the file, each below the one before, up to the first heading; all of them where it has none.
    """
    first = next((at for at, one in enumerate(found) if isinstance(one, Heading)), len(found))
    said = [_key(text_of(one.spans)) for one in found if isinstance(one, Heading)]
    steps = (at for at, (one, below) in enumerate(pairwise(entries), 1) if below[0] <= one[0])
    chain = entries[: next(steps, len(entries))]
    end = next((at for at, (_, title) in enumerate(chain) if said and _key(title) == said[0]), 0)
    end = end if said or len(chain) < len(entries) else len(chain)
    parts = [Heading(min(6, depth), plain_spans(title), ()) for depth, title in chain[:end] if depth and title]
    if any(_key(text_of(one.spans)) in said for one in parts) or (not said and len(parts) == 1):
        return found
    at = first if said else 0
    return (*found[:at], *parts, *found[at:])


def sink_unlisted(blocks: list[Block], unlisted: Sequence[tuple[int, int, int]], files: int) -> None:
    """Move the headings of files that the contents lack below the entry before, where the contents list most files.

    Not below an entry of the first depth: what follows a chapter may be one.

    Args:
        blocks: of the book; changed in place.
        unlisted: such files, each with its first block, how many it has, and the depth of the last entry before it.
        files: of the book that hold text.
    """
    if len(unlisted) > (1 - _MOSTLY_LISTED) * files:
        return
    for first, count, above in unlisted:
        inside = range(first, first + count)
        highest = min((one.level for at in inside if isinstance(one := blocks[at], Heading)), default=0)
        for at in inside if above > 1 and highest <= above else ():
            one = blocks[at]
            if isinstance(one, Heading):
                blocks[at] = replace(one, level=min(6, one.level + above + 1 - highest))


def with_found_titles(
    blocks: list[Block], unmarked: Sequence[tuple[Block, ...]]
) -> tuple[list[Block], tuple[str, ...] | None]:
    """The blocks with the titles that a plain text would have, where most of a book is in one file without a heading.

    Recognised scans are such: what the contents call “Pages” is the whole book. With what is doubted of the titles;
    None where the file's own headings stay.
    """
    sizes = [sum(len(text_of(one.spans)) for one in found if isinstance(one, Paragraph)) for found in unmarked]
    whole = sum(len(text_of(one.spans)) for one in blocks if isinstance(one, Paragraph | Heading))
    if whole < _LONG_TEXT or max(sizes, default=0) <= _MOST * whole:
        return blocks, None
    own = [one for one in blocks if not isinstance(one, Heading)]
    titles, doubt = paragraph_titles([text_of(one.spans) if isinstance(one, Paragraph) else "" for one in own])
    if not titles:
        return blocks, None
    out: list[Block] = []
    for at, one in enumerate(own):
        level, title = titles.get(at, (0, ""))
        out += [Heading(level, plain_spans(title), ())] if title else [] if at in titles else [one]
    return out, (doubt,) if doubt else ()


def without_note_marks(found: tuple[Block, ...], entries: Sequence[tuple[int, str]]) -> tuple[Block, ...]:
    """The blocks of a file with the headings that the contents list without the mark of a note behind them (“[7]”)."""
    titles = {_key(title): title for _, title in entries}
    bare = {one: _NOTE_MARK.sub("", text_of(one.spans)) for one in found if isinstance(one, Heading)}
    marked = {
        one: titles[_key(text)] for one, text in bare.items() if text != text_of(one.spans) and _key(text) in titles
    }
    return tuple(
        replace(one, spans=plain_spans(marked[one])) if isinstance(one, Heading) and one in marked else one
        for one in found
    )


def without_running_title(found: tuple[Block, ...], entries: Sequence[tuple[int, str]]) -> tuple[Block, ...]:
    """The blocks of a file without the title that a template puts above it: “First Steps”, then “2 First Steps”.

    The contents list only the second one. The few words below the first one follow the second.
    """
    heads = [at for at, one in enumerate(found) if isinstance(one, Heading)]
    said = {at: text_of(one.spans).strip() for at in heads if isinstance(one := found[at], Heading)}
    listed = {_key(title) for depth, title in entries if depth}
    if len(heads) < _RUNNING or _key(said[heads[0]]) in listed:
        return found
    first, end = heads[:2]
    bare = _key(said[first])
    own = next((at for at in heads[1:] if _key(said[at]) in listed and _key(_uncounted(said[at])) == bare), 0)
    words = sum(len(text_of(one.spans)) for one in found[first + 1 : end] if isinstance(one, Paragraph))
    if not own or words > _FEW_WORDS:
        return found
    return (*found[:first], *found[end : own + 1], *found[first + 1 : end], *found[own + 1 :])


def _uncounted(title: str) -> str:
    """A title without the number before it."""
    hit = _COUNTED.match(title)
    return title[hit.end() :] if hit else title


def as_listed(found: list[Block], entries: Sequence[tuple[int, str]]) -> list[Block]:
    """The blocks of a file with the headings that the contents list at the levels of these."""
    depths = {_key(title): min(6, depth) for depth, title in reversed(entries) if depth}
    return [
        replace(one, level=depths.get(_key(text_of(one.spans)), one.level)) if isinstance(one, Heading) else one
        for one in found
    ]


def below_listed(found: list[Block], entries: Sequence[tuple[int, str]]) -> list[Block]:
    """The blocks of a file with the headings that the contents do not list below the listed one before them.

    Only in a file whose entries all are headings, or whose only entry names its first one in other words.
    """
    keys = {_key(title) for depth, title in entries if depth}
    heads = {at: _key(text_of(one.spans)) for at, one in enumerate(found) if isinstance(one, Heading)}
    listed = {at: key for at, key in heads.items() if key in keys}
    if len(keys) == 1 and not listed:
        listed = dict.fromkeys([*heads][:1], next(iter(keys)))
    if len({*listed.values()}) < len(keys):
        return found
    out: list[Block] = []
    above = 0
    for at, one in enumerate(found):
        sunk = isinstance(one, Heading) and above > 0 and at not in listed
        out.append(replace(one, level=min(6, max(one.level, above + 1))) if isinstance(one, Heading) and sunk else one)
        above = one.level if isinstance(one, Heading) and at in listed else above
    return out


def _key(title: str) -> str:
    return re.sub(r"[\W_]+", "", title).lower()


def levelled(found: tuple[Block, ...], depth: int, title: str) -> list[Block]:
    """The blocks of a file with its first heading at the depth of its entry, and the others moved with it."""
    first = next((one for one in found if isinstance(one, Heading)), None)
    if all(isinstance(one, Figure) for one in found):
        return [*found]
    if first is None:
        return [*([Heading(depth or 1, plain_spans(title), ())] if title else []), *found]
    if not depth:
        return list(found)
    shift = depth - first.level
    shifted: list[Block] = [
        replace(one, level=min(6, max(1, one.level + shift))) if isinstance(one, Heading) else one for one in found
    ]
    said = text_of(first.spans)
    at = shifted.index(replace(first, level=depth))
    if said.strip(" .") and title.startswith(said) and not title.endswith(said):
        # "I" in the text, "I: The Beginning" in the contents: the contents have more
        shifted[at] = Heading(depth, plain_spans(title), ())
    return shifted
