"""What the page of a wiki shows of its growth, its reviews, and what a model cost or would cost."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from quire.errors import QuireError
from quire.tasks.builds.job_events import MICROS
from quire.tasks.task_states import Task, TaskFilter, TaskStatus
from quire.web.console.svg_charts import Chart, columns, curve, rows
from quire.web.console.translations_reviews import finding
from quire.web.state.site import Site
from quire.wiki.opened_wiki import OpenedWiki
from quire.wiki.page_types import label

PLAN = "wiki.plan"
"""The kind of the task that tells what a model would cost."""

POINTS = 40
"""Points of a curve, at most."""

FINDINGS = 30
"""Findings that a page lists, the newest review of each page."""

_USAGE = "log/usage.jsonl"


class Pictures(NamedTuple):
    """The charts of a wiki, each with a row of its table: label and texts."""

    growth: Chart | None
    growth_rows: Sequence[tuple[str, str]]
    types: Chart | None
    types_rows: Sequence[tuple[str, str]]
    scores: Chart | None
    scores_rows: Sequence[tuple[str, str]]
    cost: Chart | None
    cost_rows: Sequence[tuple[str, str, str]]


class Finding(NamedTuple):
    """What a review found on a page: its id, the title and address when it has one, sentences."""

    page_id: str
    title: str
    address: str
    sentences: Sequence[str]


class CostPlan(NamedTuple):
    """What a model would be asked: the task that finds out, and its rows when it has ended."""

    task: Task
    calls: Sequence[Mapping[str, Any]]

    @property
    def sure(self) -> float:
        """Dollars without the rounds of improving, an estimate."""
        return sum(int(one["micros"]) for one in self.calls if not one["at_most"]) / MICROS

    @property
    def most(self) -> float:
        """Dollars with all rounds."""
        return sum(int(one["micros"]) for one in self.calls) / MICROS


def pictures(opened: OpenedWiki, language: str) -> Pictures:
    """The charts of a wiki; blocks."""
    growth = _growth([page.created for page in opened.metadata.values()])
    kinds = Counter(opened.types).most_common()
    type_rows = [(label(kind, language), f"{number:,}") for kind, number in kinds]
    reviews = [one for one in opened.reviews if one.scope == "wiki"][-POINTS:]
    score_rows = [(one.created_at[:16].replace("T", " "), f"{one.score:.0%}") for one in reviews]
    used = _used(opened.wiki.folder)
    cost_rows = [(phase, f"{tokens:,}", f"${micros / MICROS:.4f}") for phase, (tokens, micros) in used.items()]
    return Pictures(
        curve([at for at, _ in growth], [n for _, n in growth], [f"{n:,}" for _, n in growth]) if growth else None,
        [(at, f"{number:,}") for at, number in growth],
        rows([one for one, _ in type_rows], [n for _, n in kinds], [text for _, text in type_rows]) if kinds else None,
        type_rows,
        columns(
            [at[5:] for at, _ in score_rows],
            [[round(100 * one.score, 1) for one in reviews]],
            [[text for _, text in score_rows]],
        )
        if reviews
        else None,
        score_rows,
        rows(list(used), [float(tokens) for tokens, _ in used.values()], [tokens for _, tokens, _ in cost_rows])
        if used
        else None,
        cost_rows,
    )


def findings(opened: OpenedWiki, language: str, base: str) -> tuple[list[Finding], int]:
    """What the newest review of each page found, and how many pages that are; blocks.

    Args:
        opened: the wiki.
        language: of the page.
        base: address below which the wiki can be read.
    """
    newest = {one.scope: one for one in opened.reviews}  # the oldest first
    if "wiki" in newest:  # its review says again what that of the book found
        newest.pop("book", None)
    failed = [one for one in reversed(newest.values()) if one.issues]
    found = []
    for one in failed[:FINDINGS]:
        page = opened.metadata.get(one.scope)
        sentences = [finding(text, language).rstrip(".。") for text in one.issues]
        address = f"{base}page/{one.scope}" if page else ""
        found.append(Finding(one.scope, page.title if page else one.scope, address, sentences))
    return found, len(failed)


def cost_plan(here: Site, slug: str, owner: str | None) -> CostPlan | None:
    """The newest plan of what a model would cost for a wiki; None when nobody has asked; blocks."""
    wanted = TaskFilter(owner, kind=PLAN, client_ref=plan_reference(slug))
    found, _ = here.tasks.list(wanted, limit=1)
    if not found:
        return None
    calls: Sequence[Mapping[str, Any]] = ()
    if found[0].status is TaskStatus.DONE:
        try:
            calls = json.loads(b"".join(here.files.open(here.tasks.result_file(found[0]))))["calls"]
        except (QuireError, ValueError, KeyError):  # it has expired
            return None
    return CostPlan(found[0], calls)


def plan_reference(slug: str) -> str:
    """The reference of the tasks that plan the cost of a wiki."""
    return f"wiki {slug}"


def _growth(created: Iterable[datetime]) -> list[tuple[str, int]]:
    """Pages over time: steps that suit the time from the first page to the last one."""
    moments = sorted(created)
    if not moments:
        return []
    begin, span = moments[0], moments[-1] - moments[0]
    steps = (timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1), timedelta(weeks=1))
    step = next((one for one in steps if span <= POINTS * one), span / POINTS)
    form = "%m-%d" if step >= timedelta(days=1) else "%H:%M" if step >= timedelta(minutes=1) else "%H:%M:%S"
    new = Counter((moment - begin) // step for moment in moments)
    totals = accumulate(new[at] for at in range(max(new) + 1))
    return [(f"{begin + at * step:{form}}", total) for at, total in enumerate(totals)]


def _used(folder: Path) -> dict[str, tuple[int, int]]:
    """Tokens and millionths of a dollar by phase, in the order in which they were first used."""
    found: defaultdict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    try:
        lines = (folder / _USAGE).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    for line in lines:
        try:
            row = json.loads(line)
            tokens, micros = found[str(row["phase"])]
            found[str(row["phase"])] = (tokens + int(row["input"]) + int(row["output"]), micros + int(row["micros"]))
        except (ValueError, KeyError, TypeError):  # a line that was cut short
            continue
    return dict(found)
