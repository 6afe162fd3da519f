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
        r"(\d+) chapters in ([\d,]+) characters: lines or sections were taken for chapters\.",
        "{1} 字分成 {0} 章：误将正文或小节当作章。",
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
    (
        r"The chapters may be wrong: (\d+) lines such as (.+) were taken for their titles, not (\d+) such as (.+)\.",
        "章节可能有误：把 {} 行（如{}）当作标题，而没有采用另外 {} 行（如{}）。",
    ),
    (
        r"The chapters may be wrong: (\d+) lines such as (.+) were taken for their titles\.",
        "章节可能有误：把 {} 行（如{}）当作标题。",
    ),
    (
        r"The headings of the file allow (\d+) different lists of chapters: this one may be wrong\.",
        "按文件的标题可以分出 {} 种不同的章节：现在的章节可能有误。",
    ),
    (r"The numbers of the chapters lack (\d+): headings were not recognised\.", "章节编号缺少 {} 个：漏识了标题。"),
    (
        r"The numbers of the chapters begin at (\d+): earlier headings may be missing\.",
        "章节编号从 {} 开始：可能漏识了前面的标题。",
    ),
    (
        r"Most of the book is neither English nor Chinese: its subjects cannot be recognised\.",
        "此书大部分既不是英文也不是中文：无法识别其中的人物和术语。",
    ),
    (
        r"(\d+%) of the book stands before its first heading: headings may be missing\.",
        "全书的 {} 在第一个标题之前：可能漏识了标题。",
    ),
    (
        r"The whole book is one chapter, but (\d+) lines look like headings\.",
        "全书只有一章，但正文中有 {} 行像是标题。",
    ),
    (
        r"(\d+) chapters are numbered like sections, such as (.+): headings may be missing\.",
        "{} 章的编号是小节的编号（如{}）：可能漏识了章的标题。",
    ),
    (
        r"(\d+) headings like theirs stand inside chapters, such as (.+): chapters may be missing\.",
        "章内有 {} 个与各章同类的标题（如{}）：可能漏识了章节。",
    ),
    (
        r"(\d+) chapters have titles that come again, such as (.+): they may be sections\.",
        "{} 章的标题重复出现（如{}）：它们可能是小节。",
    ),
    (
        r"The whole book is one chapter, with (\d+) sections: these may be its chapters\.",
        "全书只有一章，其下有 {} 节：这些可能才是各章。",
    ),
    (
        r"(\d+) chapters hold hardly any text: lines may have been taken for headings\.",
        "{} 章几乎没有正文：可能误将正文当作标题。",
    ),
    (
        r"(\d+) chapters bear the name of another one: the works were not told apart\.",
        "{} 章与其他章同名：未能区分不同的作品。",
    ),
    (
        r"Whether the book tells of persons or explains a subject is in doubt: persons and terms were looked for\.",
        "无法确定此书是叙述人物还是讲解知识：人物和术语都已查找。",
    ),
    (
        r"(\d+) of (\d+) persons have a second name: names of one person may have pages of their own\.",
        "{1} 个人物中只有 {0} 个有别名：同一人物的不同名字可能各有页面。",
    ),
    (r"“(.+)” and “(.+)” may be one person\.", "“{}”与“{}”可能是同一人。"),
    (
        r"(\d+) of (\d+) parts of “(.+)” could not be written: the page says nothing of them\.",
        "“{2}”的 {1} 部分中有 {0} 部分未能写成：页面没有这些内容。",
    ),
    (r"(\d+) more pages lack parts that could not be written\.", "另有 {} 个页面缺少未能写成的部分。"),
    (r"the composed line cites no passage that names the subject", "汇总行所引段落没有提到该主题"),
)
"""English findings, as expressions, with the Chinese ones; groups go into the braces."""


def finding(text: str, language: str) -> str:
    """A finding in the language of the page; one without a translation stays English."""
    return (matched(text, FINDINGS) or text) if language == "zh" else text
