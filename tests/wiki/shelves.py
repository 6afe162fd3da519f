"""Small wikis written by the tests: an English one, a Chinese one, and one whose every text is an attack."""

from __future__ import annotations

from pathlib import Path

from quire.wiki.passage import Passage
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "..\u2044..\u2044etc",
    "%2e%2e%2fup",
    "😀 emoji & more",
    "\u202egnp.exe \u05d0\u05d1\u05d2",
    "a'b\"c`d",
    "CON",
    "{{ 7 * 7 }}",
    "#top?x=1",
]


def english(folder: Path) -> Wiki:
    """Gears and shafts: three chapters, two types, an alias, program text with brackets."""
    wiki = _new(folder, "Gears and Shafts", "en")
    texts = [
        ("Gears", "A gear is a wheel with teeth. It turns another wheel.", ("Gears", "What it is")),
        ("Gears", "The ratio is `driven / driving`.\n\n```\nx = m[[1, 2]]\nif a < b: pass\n```", ("Gears", "Ratio")),
        ("Bearings", "A bearing holds a shaft.\n\nkind | load\nball | light\nsleeve | heavy", ("Bearings",)),
        ("Bearings", "Friction resists; $x^2$ says how much.", ("Bearings",)),
    ]
    _passages(wiki, texts)
    wiki.save(
        Page(
            "gear",
            "Gear",
            "concept",
            "A **gear** is a wheel with teeth. [^p1] It needs a [[bearing|bearing]], and the [[ratio]]. [^p2] [^p1]\n\n"
            "```\nx = m[[1, 2]] and [^p1]\n```\n\nSee [[nowhere]] and [^p99], `[[gear]]`, "
            "[out](https://example.org/a) and [in](../x).",
            aliases=("Cog", "Toothed wheel"),
            summary="A wheel with teeth.",
        )
    )
    wiki.save(
        Page("bearing", "Bearing", "concept", "A bearing holds a shaft. [^p3] [[Cog]] [^p4]", summary="It holds.")
    )
    wiki.save(Page("ratio", "Gear ratio", "concept", "The ratio of a [[gear]] is $a_1*b*c$ in *this*. [^p2]"))
    wiki.save(Page("chapter-1-gears", "Gears", "chapter", "A gear is a wheel with teeth. [^p1]\n\n- [[gear]]"))
    return wiki


def chinese(folder: Path) -> Wiki:
    """信号处理: two chapters, names with and without Latin letters."""
    wiki = _new(folder, "信号处理", "zh")
    _passages(
        wiki,
        [
            ("采样", "采样是指每隔一段时间测量信号的数值。采样率过低会造成混叠。", ("采样",)),
            ("滤波", "滤波器是一种改变信号频率成分的装置。", ("滤波", "定义")),
        ],
    )
    wiki.save(
        Page(
            "采样", "采样", "concept", "**采样**是指测量。 [^p1]参见[[滤波器|滤波]]。", ("sampling",), "采样是指测量。"
        )
    )
    wiki.save(Page("滤波器", "滤波器", "concept", "滤波器改变[[采样|信号]]。 [^p2]"))
    wiki.save(Page("第1章-采样", "采样 (1)", "chapter", "采样。 [^p1]\n\n[[采样]] · [[滤波器]]"))
    return wiki


def hostile(folder: Path) -> Wiki:
    """Every text that a wiki has is one of `HOSTILE`, and the pages link to and cite each other."""
    wiki = _new(folder, HOSTILE[0], "en", TITLE=HOSTILE[1], AUTHOR=HOSTILE[1])
    _passages(wiki, [(text, f"{text}\n\n```\n{text}\n```\n\n{text} | {text}", (text, text)) for text in HOSTILE])
    for number, text in enumerate(HOSTILE, 1):
        links = " ".join(f"[[h{one}|{HOSTILE[one - 1]}]] [^p{one}]" for one in range(1, len(HOSTILE) + 1))
        body = (
            f"{text} [x](javascript:alert(1)) <a href='javascript:x'>y</a> ![i](http://h/i.png)\n\n# {text}\n\n{links}"
        )
        kind = "concept" if number % 2 else "We ird"
        wiki.save(Page(f"h{number}", text, kind, body, (text, text.upper()), text))
    # names of files that people made themselves
    for name in ("Same", "same ", "%2e%2e", "😀", "con", "# a?b=c&d", "'quoted'"):
        path = wiki.folder / "pages" / "concept" / f"{name}.md"
        path.write_text(f'---\ntitle: "{name}"\n---\n\n[[h1]] [[{name}]] [^p1]\n', encoding="utf-8")
    (wiki.folder / "pages" / "concept" / "SAME.md").write_text("[[same ]] [^p2]", encoding="utf-8")
    return wiki


def _new(folder: Path, name: str, lang: str, **settings: str) -> Wiki:
    book = folder.with_name(f"{folder.name}.md")
    book.write_text(name, encoding="utf-8")
    return Wiki.create(folder, book, name=name, lang=lang, **settings)


def _passages(wiki: Wiki, texts: list[tuple[str, str, tuple[str, ...]]]) -> None:
    wiki.save_passages(
        Passage(f"p{at + 1}", chapter, at, text, headings, at + 1) for at, (chapter, text, headings) in enumerate(texts)
    )
