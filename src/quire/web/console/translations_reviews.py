"""What reviews of wikis find, in the language of a page; the wiki keeps it in English."""

from __future__ import annotations

from quire.web.console.translations_errors import matched

FINDINGS: tuple[tuple[str, str], ...] = (
    (r"cites the unknown passage (.+)", "引用了不存在的段落 {}"),
    (r"links to the missing page (.+)", "链接到不存在的页面 {}"),
    (r"(\d+) sentences without a citation", "{} 句没有注明出处"),
    (r"(\d+) sentences are not in the passage they cite", "{} 句与所引段落不符"),
    (r"no summary", "没有摘要"),
    (r"([\d.]+%) sentences without a citation", "{} 的句子没有注明出处"),
    (r"([\d.]+%) sentences that are not in the passage they cite", "{} 的句子与所引段落不符"),
    (r"([\d.]+%) broken links", "{} 的链接失效"),
    (r"([\d.]+%) subject pages that nothing leads to", "{} 的主题页面没有任何链接指向"),
    (r"([\d.]+%) pages that share a name", "{} 的页面重名"),
    (r"only ([\d.]+%) of the book is cited", "只引用了全书的 {}"),
    (r"The whole book is one chapter: its headings were not recognised\.", "全书只有一章：未能识别标题。"),
    (
        r"([\d.]+%) of the book is in one chapter, “(.+)”: headings may be missing\.",
        "全书的 {} 集中在“{}”一章：可能漏识了标题。",
    ),
    (r"Only (\d+) chapters in ([\d,]+) characters: headings are missing\.", "{1} 字只有 {0} 章：漏识了标题。"),
    (
        r"(\d+) chapters in ([\d,]+) characters: lines were taken for headings\.",
        "{1} 字分成 {0} 章：误将正文当作标题。",
    ),
    (
        r"([\d.]+%) of the book has no ends of sentences: its text may be damaged\.",
        "全书 {} 没有句末标点：文字可能有损坏。",
    ),
    (
        r"A story of ([\d,]+) characters with (\d+) persons: names were not recognised\.",
        "{} 字的故事只有 {} 个人物：漏识了人名。",
    ),
    (r"(\d+) persons in (\d+) chapters: words were taken for names\.", "{1} 章出现 {0} 个人物：误将词语当作人名。"),
    (r"No subject was found in the book\.", "没有在书中找到主题。"),
    (r"([\d.]+%) of the subjects begin with the same words as others\.", "{} 的主题与其他主题开头相同。"),
)
"""English findings, as expressions, with the Chinese ones; groups go into the braces."""


def finding(text: str, language: str) -> str:
    """A finding in the language of the page; one without a translation stays English."""
    return (matched(text, FINDINGS) or text) if language == "zh" else text
