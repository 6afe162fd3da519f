"""The log of a wiki's build in the language of a page.

The log is stored in English, where programs read it: ``2026-03-06T08:30:00Z INFO phase phase=egg status=started``. Here
its events become sentences with the names of the phases that people read, and the sentences of `LOG` their Chinese.
A sentence without a translation stays English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from quire.web.console.translations import TEXTS
from quire.web.console.translations_errors import matched, translated
from quire.web.console.translations_reviews import finding

LOG: tuple[tuple[str, str], ...] = (
    (r"Read (\d+) of (\d+) pages\.", "已阅读 {} 页，共 {} 页。"),
    (r"Read (\d+) passages in (\d+) chapters\.", "共 {1} 章，{0} 个段落。"),
    (
        r"Read (\d+) passages in (\d+) chapters, (\d+) index entries\.",
        "共 {1} 章，{0} 个段落，{2} 条索引。",
    ),
    (r"Read (\d+) passages in (\d+) chapters, (\d+) pictures\.", "共 {1} 章，{0} 个段落，{2} 幅图片。"),
    (
        r"Read (\d+) passages in (\d+) chapters, (\d+) index entries, (\d+) pictures\.",
        "共 {1} 章，{0} 个段落，{2} 条索引，{3} 幅图片。",
    ),
    (r"A long book of ([\d.]+) million characters.*", "此书很长（{} 百万字符），每个阶段可能需要几分钟。"),
    (r"Pictures left out, because there are too many for the wiki: (\d+)\.", "图片过多，有 {} 幅未收入知识库。"),
    (r"A (\w+) book with (\d+) subjects\.", "全书有 {1} 个主题。"),
    (r"Planned (\d+) pages beside (\d+) chapters\.", "除 {1} 个章节外，计划撰写 {0} 个页面。"),
    (r"The model wrote (\d+) pages; (\d+) are left to the rules\.", "模型撰写了 {} 个页面，其余 {} 个由规则生成。"),
    (r"(\d+) pages; (\d+%) of the book is cited\.", "共 {} 个页面，引用了全书的 {}。"),
    (r"(\d+) pages were merged into others on the same subject\.", "合并了 {} 个内容相同的页面。"),
    (
        r"The model was asked for (\d+) edits; (\d+) are kept\.",
        "模型提出了 {} 处修改，采纳 {} 处。",
    ),
    (
        r"The model was asked for (\d+) edits; (\d+) are kept; others would lower (.+)\.",
        "模型提出了 {} 处修改，采纳 {} 处；其余修改会降低：{}。",
    ),
    (r"Round (\d+): (\d+) edits; coverage ([\d.]+%) to ([\d.]+%)\.", "第 {} 轮：修改 {} 处，覆盖率从 {} 变为 {}。"),
    (r"Another round would improve nothing\.", "已没有可以改进之处。"),
    (r"The budget for the model is spent.*", "模型预算已用完。请提高预算后重新启动，将从此处继续。"),
    (r"Stopped; the next run (?:goes on|continues) from here\.", "已停止，下次将从此处继续。"),
    (r"\w+ (?:has ended|was finished) before\.", "此阶段此前已完成。"),
    (r"The wiki was created\.", "知识库已创建。"),
    (r"This book was built before; its result was taken over\.", "此书曾经构建过，已直接沿用其结果。"),
    (r"The budget of the job is spent.*", "任务预算已用完。请提高预算后重新启动，已付费的结果会保留。"),
    (r"The job took too long in its phase (egg|boot|grow|butler)\.", "{}：用时过长，任务已停止。"),
    (r"The job (?:goes on|continues)\.", "任务继续进行。"),
    (r"The job was started\.", "任务已启动。"),
    (r"The job was reset\.", "任务已重置。"),
    (r"The job (?:goes on|continues) by itself\.", "任务自动继续。"),
    (r"The job was stuck and is reset\.", "任务没有进展，已重置。"),
    (r"The job was paused\.", "任务已暂停。"),
    (r"The job was deleted\.", "任务已删除。"),
    (r"It is another owner's turn.*", "轮到其他用户的任务，此任务稍后继续。"),
    (r"The worker was lost\.", "工作进程已失联。"),
    (r"The worker was stopped\.", "工作进程已停止。"),
    (r"The process of the job died\.", "任务进程意外结束。"),
)
"""English sentences of the log, as expressions, with the Chinese ones; groups go into the braces."""

_LINE = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)Z ([A-Z]+) (.*)", re.DOTALL)
_FIELDS = re.compile(r"\b(\w+)=(\S+)")
_EVENTS = ("phase", "token", "review", "done")
_PHASES = re.compile(r"\b(egg|boot|grow|butler)\b")


def log_lines(lines: Sequence[str], language: str) -> list[str]:
    """Lines of a build's log as people read them.

    Args:
        lines: as `Story.log` gives them.
        language: of the page.
    """
    return [_line(line, language) for line in lines]


def _line(line: str, language: str) -> str:
    found = _LINE.fullmatch(line)
    if found is None:
        return line
    day, time, level, text = found.groups()
    kind, _, rest = text.partition(" ")
    fields = dict(_FIELDS.findall(rest)) if kind in _EVENTS else {}
    shown = _event(kind, fields, language) if fields else _sentence(text, language)
    mark = TEXTS[language].get(f"log_{level.lower()}", "")
    return f"{day} {time} {mark}{shown}"


def _event(kind: str, fields: Mapping[str, str], language: str) -> str:
    """An event as a sentence; words that have no translation stay as they are."""
    texts = TEXTS[language]
    words = {
        name: texts.get(f"log_{name}_{value}", texts.get(f"phase_{value}", value)) for name, value in fields.items()
    }
    if kind == "phase" and "duration_s" in words:
        return texts["log_phase_timed"].format(
            phase=words["phase"], status=words["status"], seconds=words["duration_s"]
        )
    try:
        return texts[f"log_{kind}"].format(**words)
    except KeyError:  # an event of another release
        return " ".join((kind, *(f"{name}={value}" for name, value in fields.items())))


def _sentence(sentence: str, language: str) -> str:
    """A sentence of the log with the names of phases that people read."""
    if language == "zh":
        found = matched(sentence, LOG) or finding(sentence, language)
        sentence = translated(sentence, language) if found == sentence else found
    return _PHASES.sub(lambda found: TEXTS[language][f"phase_{found[1]}"], sentence)
