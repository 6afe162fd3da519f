"""The types of wiki pages, as one table: adding a type is adding one line to `PageType`.

A type is the ``type`` of a page's front matter, the name of its folder below ``pages/`` and a value of the API. People
may use words of their own for pages that they write; such a type is a subject with itself as its label.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, StrEnum, auto
from typing import Self

__all__ = [
    "LISTS",
    "PARTS",
    "PROPER",
    "SUBJECTS",
    "TERMS",
    "PageType",
    "Role",
    "icon",
    "is_subject",
    "label",
    "prompt_choices",
    "sort_order",
]


class Role(Enum):
    """What pages of a type are about."""

    TERM = auto()
    """A subject that the book defines: its page begins with a definition, and the glossary lists it."""

    PROPER = auto()
    """A subject with a proper name: found with regard to case, told in the order of the book."""

    PART = auto()
    """A part of the book."""

    BOOK = auto()
    """The book as a whole."""

    LIST = auto()
    """Nothing of its own: the page only links to others."""


class PageType(StrEnum):
    """A page type; its value is the word in front matter and API, and its folder's name."""

    # in front matter, role, order, icon, one and several in English, one and several in Chinese
    CONCEPT = "concept", Role.TERM, 0, "◆", "Concept", "Concepts", "概念", "概念"
    CODE = "code", Role.TERM, 4, "λ", "Code", "Code", "代码名", "代码"
    PERSON = "person", Role.PROPER, 1, "♙", "Person", "People", "人物", "人物"
    PLACE = "place", Role.PROPER, 3, "⌂", "Place", "Places", "地点", "地点"
    GROUP = "group", Role.PROPER, 4, "❖", "Group", "Groups", "团体", "团体"
    EVENT = "event", Role.PROPER, 2, "★", "Event", "Events", "事件", "事件"
    CHAPTER = "chapter", Role.PART, 4, "§", "Chapter", "Chapters", "章节", "章节"
    SECTION = "section", Role.PART, 4, "¶", "Section", "Sections", "小节", "小节"
    SOURCE = "source", Role.BOOK, 4, "▤", "Source", "Sources", "来源", "来源"
    BOOK = "book", Role.BOOK, 4, "▤", "Book", "Books", "图书", "图书"
    INDEX = "index", Role.LIST, 4, "≡", "List", "Lists", "列表", "列表"
    LIST = "list", Role.LIST, 4, "≡", "List", "Lists", "列表", "列表"
    OVERVIEW = "overview", Role.LIST, 4, "≡", "Overview", "Overviews", "概览", "概览"
    TOC = "toc", Role.LIST, 4, "≡", "Contents", "Contents", "目录", "目录"
    LOG = "log", Role.LIST, 4, "≡", "Log", "Logs", "日志", "日志"

    role: Role
    order: int
    """Rank among the types on a site, subjects before the others; types of one rank by their number of pages."""

    icon: str
    """A character of common fonts, shown before the label."""

    labels: Mapping[str, tuple[str, str]]
    """What people read for one page and for several, by language."""

    def __new__(cls, value: str, role: Role, order: int, icon: str, *labels: str) -> Self:
        """A member from its line of the table."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.role = role
        member.order = order
        member.icon = icon
        one_en, many_en, one_zh, many_zh = labels
        member.labels = {"en": (one_en, many_en), "zh": (one_zh, many_zh)}
        return member

    @property
    def folder(self) -> str:
        """The folder of its pages, below ``pages/``."""
        return self.value

    def label(self, lang: str, *, plural: bool = True) -> str:
        """What people read, in "en" or "zh"."""
        return self.labels[lang][plural]


def _of(*roles: Role) -> Iterator[PageType]:
    return (one for one in PageType if one.role in roles)


TERMS: frozenset[str] = frozenset(_of(Role.TERM))
PROPER: frozenset[str] = frozenset(_of(Role.PROPER))
PARTS: frozenset[str] = frozenset(_of(Role.PART))
LISTS: frozenset[str] = frozenset(_of(Role.LIST))
SUBJECTS: tuple[PageType, ...] = (*_of(Role.TERM, Role.PROPER),)
"""Types that a subject of a book can have, in the order in which a model is offered them."""

_NO_SUBJECTS = frozenset(PageType) - frozenset(SUBJECTS)
_KNOWN: Mapping[str, PageType] = {one.value: one for one in PageType}
_LAST = max(one.order for one in PageType)


def is_subject(page_type: str) -> bool:
    """Whether pages of a type are about something; also true of a type that people made up."""
    return page_type not in _NO_SUBJECTS


def label(page_type: str, lang: str, *, plural: bool = True) -> str:
    """What people read for a type; a type that people made up is its own label."""
    known = _KNOWN.get(page_type)
    return known.label(lang, plural=plural) if known else page_type[:1].upper() + page_type[1:]


def icon(page_type: str) -> str:
    """The icon of a type; a type that people made up has that of concepts."""
    return (_KNOWN.get(page_type) or PageType.CONCEPT).icon


def sort_order(page_type: str) -> int:
    """The rank of a type, 0 for the first; a type that people made up ranks with the last."""
    known = _KNOWN.get(page_type)
    return known.order if known else _LAST


def prompt_choices(lang: str) -> str:
    """The types of subjects as a prompt lists them: "concept, code or person", "concept（概念）或 person（人物）"."""
    if lang == "zh":
        named = [f"{one}（{one.label('zh', plural=False)}）" for one in SUBJECTS]
        return f"{'、'.join(named[:-1])}或 {named[-1]}"
    return f"{', '.join(SUBJECTS[:-1])} or {SUBJECTS[-1]}"
