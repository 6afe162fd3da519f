"""What reviews find, in Chinese: every sentence that the code can write has one."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import quire
from quire.model.document import CHAPTERS_DOUBTED
from quire.web.console.translations_log import log_lines
from quire.web.console.translations_reviews import finding
from quire.web.console.wiki_pictures import findings
from quire.wiki.wiki_folder import Review

if TYPE_CHECKING:
    from quire.wiki.opened_wiki import OpenedWiki

WIKI = Path(quire.__file__).parent / "wiki"
CONSTRUCTORS = {"Finding", "append"}
"""What takes a sentence of a finding in the modules below."""


def test_every_finding_has_its_chinese():
    written = [
        node for name in ("wiki_findings", "chapter_doubts", "review") for node in _sentences(WIKI / f"{name}.py")
    ]
    assert len(written) > 20
    lacking = [ast.unparse(node) for node in written if not any(finding(text, "zh") != text for text in _texts(node))]
    assert lacking == []


def test_doubts_of_a_reader_have_their_chinese():
    told = f"{CHAPTERS_DOUBTED}: 16 lines such as “图 11.2” were taken for their titles"
    assert finding(f"{told}.", "zh") == "章节可能有误：把 16 行（如“图 11.2”）当作标题。"
    assert "另外 13 行（如“七、算法”）" in finding(f"{told}, not 13 such as “七、算法”.", "zh")


def test_the_log_says_findings_in_the_language_of_the_page():
    line = "2026-03-06T08:30:00Z WARNING The numbers of the chapters lack 3: headings were not recognised."
    assert log_lines([line], "zh") == ["2026-03-06 08:30:00 警告：章节编号缺少 3 个：漏识了标题。"]


def _sentences(path: Path) -> Iterator[ast.expr]:
    """First arguments that are texts, and texts that are named before they are given; no parts of sentences."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "text":
            given = node.value
        elif isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in CONSTRUCTORS:
            given = node.args[0]
        else:
            continue
        if isinstance(given, ast.JoinedStr) or (isinstance(given, ast.Constant) and " " in str(given.value)):
            yield given


def _texts(node: ast.expr) -> Iterator[str]:
    """The sentence with every mixture of sample values."""
    parts = [
        (str(part.value),) if isinstance(part, ast.Constant) else ("1", "1%", "1.0%", "broken links")
        for part in getattr(node, "values", [node])
    ]
    return ("".join(mixture) for mixture in itertools.product(*parts))


def test_what_the_review_of_the_wiki_says_of_the_book_is_shown_once():
    doubt = "The numbers of the chapters lack 3: headings were not recognised."
    reviews = [
        Review("r1", "egg", "book", "passed", 0.8, (doubt,), ""),
        Review("r2", "grow", "wiki", "passed", 0.8, (doubt, "5.0% broken links"), ""),
    ]
    opened = cast("OpenedWiki", SimpleNamespace(reviews=reviews, metadata={}))
    shown, count = findings(opened, "zh", "")
    assert [(one.page_id, one.sentences) for one in shown] == [
        ("wiki", ["章节编号缺少 3 个：漏识了标题", "5.0% 的链接失效"])
    ]
    assert count == 1
