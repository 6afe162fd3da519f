"""The words of the site itself, in the languages of wikis."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["TEXTS", "type_name"]

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "start": "Start",
        "index": "A–Z",
        "index_title": "Alphabetical index",
        "graph": "Graph",
        "graph_title": "How the pages are linked",
        "graph_note": "The pages with the most links; a line is a link. Every dot leads to its page.",
        "text": "The book",
        "contents": "Contents of the book",
        "search": "Search pages",
        "nothing": "Nothing found",
        "theme": "Light or dark",
        "skip": "To the text",
        "pages": "pages",
        "chapters": "chapters",
        "passages": "passages of the book",
        "coverage": "of the book cited",
        "links": "links",
        "first": "Begin here",
        "digest": "What this chapter says, and where",
        "all": "All",
        "aliases": "Also",
        "sources": "Sources",
        "backlinks": "Linked from",
        "cited_by": "Cited by",
        "more": "more",
        "read": "Read in the book",
        "previous": "Previous",
        "next": "Next",
        "see": "see",
        "page_of": "p.",
        "picture": "Picture",
        "cover": "Cover of the book",
        "missing": "There is no such page.",
        "made": "Every sentence leads to its place in the book.",
    },
    "zh": {
        "start": "首页",
        "index": "拼音索引",
        "index_title": "拼音索引",
        "graph": "关系图",
        "graph_title": "页面关系图",
        "graph_note": "链接最多的页面；连线表示链接，点击圆点可打开页面。",
        "text": "原书",
        "contents": "原书目录",
        "search": "搜索页面",
        "nothing": "没有找到",
        "theme": "切换明暗",
        "skip": "跳到正文",
        "pages": "个页面",
        "chapters": "章",
        "passages": "段原文",
        "coverage": "原文被引用",
        "links": "个链接",
        "first": "从这里开始",
        "digest": "本章要点与出处",
        "all": "全部",
        "aliases": "又名",
        "sources": "出处",
        "backlinks": "链接到此页",
        "cited_by": "引用此段",
        "more": "更多",
        "read": "阅读原文",
        "previous": "上一章",
        "next": "下一章",
        "see": "见",
        "page_of": "页",
        "picture": "图",
        "cover": "原书封面",
        "missing": "没有这个页面。",
        "made": "每一句都可追溯到原书出处。",
    },
}

_TYPES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "concept": "Concepts",
        "code": "Code",
        "person": "Persons",
        "place": "Places",
        "event": "Events",
        "chapter": "Chapters",
        "section": "Sections",
        "index": "Lists",
    },
    "zh": {
        "concept": "概念",
        "code": "代码",
        "person": "人物",
        "place": "地点",
        "event": "事件",
        "chapter": "章节",
        "section": "小节",
        "index": "列表",
    },
}


def type_name(kind: str, lang: str) -> str:
    """What a type of pages is called in a heading; a type of people's own is its own name."""
    return _TYPES[lang].get(kind) or kind[:1].upper() + kind[1:]
