"""A line composed of where the book names a subject: for pages that no sentence of the book can open.

It is no sentence of the book, and its mark says so. What it tells is counted: in how many chapters a subject is named,
from where to where, and beside whom; it cites passages that show it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from quire.wiki.page_plan import Appearance, Entry, Plan
from quire.wiki.page_types import PROPER, PageType, label
from quire.wiki.passage import Passage
from quire.wiki.wiki_page import COMPOSED, link_to

__all__ = ["composed_line"]

_COUNTED_ZH = r"第[^\s第]{1,8}[回章节節卷篇讲講课課]"
_COUNTED_EN = r"(?:Chapter|Book|Part|Letter|Section) [IVXLCDM\d]+\b"
_NUMBERED = re.compile(
    rf"{_COUNTED_ZH}(?:[：\s]{_COUNTED_ZH})?|{_COUNTED_EN}(?::\s(?:{_COUNTED_EN}|[IVXLCDM\d]+(?=[.:]|$)))?",
    re.IGNORECASE,
)
"""The number of a chapter, with that of its volume, which is enough to name it here."""

_MARKS = re.compile(r"(`[^`]*`)|([\\*_\[\]<>~|`])")
"""Program text in a heading, and what Markdown would read as a mark."""

_ALIASES = 3
"""Other names that the line tells; the page's head has all of them."""


def composed_line(
    entry: Entry,
    plan: Plan,
    passages: Sequence[Passage],
    lang: str,
    link: Callable[[str], str],
    *,
    quote: Callable[[int], str] = lambda _: "",
) -> str:
    """The line of a page to be, with links and citations; empty where its plan tells nothing of it.

    Args:
        entry: the page.
        plan: with all its chapters.
        passages: of the book.
        lang: of the wiki, "en" or "zh".
        link: id of a page to a link that shows its title.
        quote: number of a sentence to its quotation with its citation; empty where it is too long for a line.
    """
    shown = entry.appearance
    if shown is None:
        return ""
    parts = [label(entry.type, lang, plural=False)]
    mark, pause, end = (", ", "; ", ".") if lang == "en" else ("、", "；", "。")
    if entry.aliases:
        parts[0] += (", also " if lang == "en" else "，又称") + mark.join(entry.aliases[:_ALIASES])
    if shown.stands_for:
        parts[0] = f"{label(entry.type, lang, plural=False)}{_stands_for(shown.stands_for, lang)}"
    if entry.type not in PROPER:
        parts += _kind(shown, lang, link, quote)
        parts.append(_undefined(entry, shown, lang))
    total = sum(one.type == PageType.CHAPTER for one in plan.chapters)
    if entry.type == PageType.EVENT and shown.chapters == 1:
        part = plan.chapters[shown.first]
        parts.append(("told in " if lang == "en" else "叙于") + link_to(part.id, part.title, lang))
    elif shown.under and (shown.chapters > 1 or not plan.chapters[shown.part].title.endswith(shown.under)):
        parts.append(_under(shown, total, plan, lang))
    elif total > 1:
        parts.append(_where(shown, total, plan, lang))
    if shown.beside:
        parts.append(("with " if lang == "en" else "与") + mark.join(map(link, shown.beside)))
    told = pause.join(parts) + end
    return f"{COMPOSED[lang]} {told} {' '.join(f'[^{passages[at].id}]' for at in shown.passages)}"


def _undefined(entry: Entry, shown: Appearance, lang: str) -> str:
    """That the book has no sentence which says what a term is, or one that may or may not."""
    if entry.doubtful:
        return "the clearest sentence on it may be no definition" if lang == "en" else "书中最清楚的一句未必是定义"
    own = " of its own" if shown.kind else ""
    return f"no clear definition{own} found in the book" if lang == "en" else "书中未见明确定义"


def _kind(shown: Appearance, lang: str, link: Callable[[str], str], quote: Callable[[int], str]) -> list[str]:
    """What the name tells it to be a kind of, and what the book says of that."""
    if not shown.kind:
        return []
    said = quote(shown.kind_said)
    if lang == "en":
        return [f"by its name a kind of {link(shown.kind)}" + (f" ({said})" if said else "")]
    return [f"就名称而言是一种{link(shown.kind)}" + (f"（{said}）" if said else "")]


def _stands_for(words: str, lang: str) -> str:
    """What an abbreviation is short for."""
    return f", short for {words}" if lang == "en" else f"，{words} 的缩写"


def _under(shown: Appearance, total: int, plan: Plan, lang: str) -> str:
    """Under which heading a term is spoken of, in which part, and in how many chapters in all."""
    part = plan.chapters[shown.part]
    place = link_to(part.id, part.title, lang)
    if not part.title.endswith(shown.under):
        place += " § " + _MARKS.sub(lambda hit: hit[1] or f"\\{hit[2]}", shown.under)
    if lang == "en":
        return f"spoken of in {place}" + (f", named in {shown.chapters} of {total} chapters" if total > 1 else "")
    return f"见于{place}" + (f"，{total}章中{shown.chapters}章提到" if total > 1 else "")


def _where(shown: Appearance, total: int, plan: Plan, lang: str) -> str:
    """In how many chapters, and from where to where."""
    ends = (plan.chapters[shown.first], plan.chapters[shown.last])
    names = [numbered[0] if (numbered := _NUMBERED.match(one.title)) else one.title for one in ends]
    if names[0] == names[1]:  # of one volume
        names = [one.title for one in ends]
    first, last = (link_to(one.id, name, lang) for one, name in zip(ends, names, strict=True))
    if lang == "en":
        span = f"from {first} to {last}" if shown.chapters > 1 and first != last else first
        return f"in {shown.chapters} of {total} chapters, {span}"
    span = f"{first}至{last}" if shown.chapters > 1 and first != last else first
    return f"{total}章中{shown.chapters}章，{span}"
