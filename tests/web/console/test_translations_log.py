"""The log of a build as people read it."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import quire
from quire.web.console.translations_log import LOG, log_lines

EXAMPLES = {
    "phase phase=egg status=started": ("Reading started.", "阅读：开始。"),
    "phase phase=egg status=ended duration_s=0.5": ("Reading finished after 0.5 s.", "阅读：完成，用时 0.5 秒。"),
    "token phase=grow input=12 output=3 cost=0.1": (
        "Writing: 12 tokens in, 3 out, $0.1.",
        "撰写：输入 12 个 token，输出 3 个，费用 0.1 美元。",
    ),
    "review scope=pond status=passed": ("Review of pond: passed.", "审查 pond：通过。"),
    "done status=completed": ("Build completed.", "构建已完成。"),
    "egg has ended before.": ("Reading has ended before.", "此阶段此前已完成。"),
    "Read 12 passages in 3 chapters.": ("Read 12 passages in 3 chapters.", "共 3 章，12 个段落。"),
}


@pytest.mark.parametrize(("text", "english", "chinese"), [(text, *shown) for text, shown in EXAMPLES.items()])
def test_events_become_sentences_in_the_language_of_the_page(text: str, english: str, chinese: str):
    line = f"2026-03-06T08:30:00Z INFO {text}"
    assert log_lines([line], "en") == [f"2026-03-06 08:30:00 {english}"]
    assert log_lines([line], "zh") == [f"2026-03-06 08:30:00 {chinese}"]


def test_warnings_are_marked():
    line = "2026-03-06T08:30:00Z WARNING The worker was lost."
    assert log_lines([line], "en") == ["2026-03-06 08:30:00 Warning: The worker was lost."]
    assert log_lines([line], "zh") == ["2026-03-06 08:30:00 警告：工作进程已失联。"]


@pytest.mark.parametrize("line", ["", "no line of a log", "2026-03-06T08:30:00Z INFO token phase=new", "x\ny"])
def test_lines_of_other_releases_are_shown_as_they_are(line: str):
    shown = log_lines([line], "zh")[0]
    assert shown == line.replace("T", " ", 1).replace("Z INFO", "", 1)


def test_every_sentence_that_a_phase_logs_has_its_chinese():
    lacking = [ast.unparse(node) for node in _logged() if not any(_has_chinese(text) for text in _texts(node))]
    assert lacking == []


def _logged() -> list[ast.expr]:
    """What the code of wikis logs, texts only: a warning of the book itself is logged as it is."""
    trees = [
        ast.parse(path.read_text(encoding="utf-8")) for path in (Path(quire.__file__).parent / "wiki").rglob("*.py")
    ]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    said = [call.args[0] for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "say"]
    return [node for node in said if isinstance(node, ast.Constant | ast.JoinedStr)]


def _texts(node: ast.expr) -> Iterator[str]:
    """The sentence with every mixture of sample values; an optional end of it may be empty."""
    parts = [
        (str(part.value),) if isinstance(part, ast.Constant) else ("1", "1%", "Reading", "")
        for part in getattr(node, "values", [node])
    ]
    return ("".join(mixture) for mixture in itertools.product(*parts))


def _has_chinese(text: str) -> bool:
    return any(re.fullmatch(expression, text) for expression, _ in LOG)
