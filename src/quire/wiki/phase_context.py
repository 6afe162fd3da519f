"""What every phase needs at hand: the wiki, the book's data, how to report, when to stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from quire.clock import Clock, zulu
from quire.errors import BadRequest
from quire.llm.call import Stopped
from quire.wiki.book import Book, Chapter
from quire.wiki.page_plan import Plan
from quire.wiki.phase_events import Event
from quire.wiki.step_progress import Progress
from quire.wiki.wiki_folder import Review, Wiki
from quire.wiki.wiki_page import Page

__all__ = ["FAILED_ATTEMPTS", "PhaseContext", "Stopped"]

BOOK, PLAN = "book.json", "plan.json"

_HUNDREDTHS = 100
"""Units in which a step reports progress."""

_LOOK = 1.0
"""Seconds between two checks whether a step has to stop, and between two progress reports."""

_PASSING = 0.5
"""Least score of a review with issues that still passes."""

FAILED_ATTEMPTS = "tries.json"
"""Work file: how often a model was asked for a page in vain."""


@dataclass(slots=True)
class PhaseContext:
    """One run of one phase."""

    wiki: Wiki
    phase: str
    lang: str  # of the wiki's own words
    clock: Clock
    report: Callable[[Event], None]
    should_stop: Callable[[], bool]
    progress: Callable[[int, int], None]
    units: int = 0
    done: set[str] = field(default_factory=set)

    def begin(self, unit: str) -> bool:
        """Whether a unit is still to be done.

        Raises:
            Stopped: the caller asked for it.
        """
        if unit in self.done:
            return False
        if self.should_stop():
            raise Stopped
        return True

    def step(self, first: float, last: float) -> Progress:
        """Progress of a step that runs from one share of the phase to another; raises `Stopped` on request."""
        self.progress(round(_HUNDREDTHS * first), _HUNDREDTHS)
        looked = self.clock.monotonic()

        def tick(share: float) -> None:
            nonlocal looked
            now = self.clock.monotonic()
            if now - looked < _LOOK:
                return
            looked = now
            if self.should_stop():
                raise Stopped
            self.progress(round(_HUNDREDTHS * (first + (last - first) * share)), _HUNDREDTHS)

        return tick

    def finish(self, unit: str) -> None:
        """Remember that a unit is done."""
        self.wiki.mark_done(self.phase, unit)
        self.done.add(unit)
        self.units += 1

    def say(self, message: str, level: str = "info") -> None:
        """A line for the log and the event stream."""
        log = "butler" if self.phase == "butler" else "wiki"
        self.wiki.log(f"{self.clock.now():%Y-%m-%d %H:%M:%S} {self.phase} {level} {message}", name=log)
        self.report(Event("log", {"level": level, "msg": message}))

    def review(self, scope: str, score: float, issues: tuple[str, ...], *, advisory: bool = False) -> None:
        """Keep a review and report it; an advisory one never fails anything."""
        status = "failed" if issues and score < _PASSING and not advisory else "passed"
        moment = zulu(self.clock.now())
        known = sum(1 for _ in self.wiki.reviews())
        self.wiki.add_review(Review(f"r{known + 1}", self.phase, scope, status, round(score, 4), issues, moment))
        self.report(Event("review", {"scope": scope, "status": status}))

    def save(self, page: Page) -> None:
        """Write a page with its times; an unchanged page stays untouched, a changed one counts its revision."""
        now = self.clock.now()
        if self.wiki.has(page.id):
            old = self.wiki.page(page.id)
            same = (old.title, old.type, old.aliases, old.summary, old.body.strip())
            if same == (page.title, page.type, page.aliases, page.summary, page.body.strip()):
                return
            page = replace(page, created=old.created, updated=now, revision=old.revision + 1)
        else:
            page = replace(page, created=now, updated=now)
        self.wiki.save(page)

    def book(self) -> Book:
        """The book's data as Reading left it.

        Raises:
            BadRequest: Reading has not finished.
        """
        data = self.wiki.load_work(BOOK)
        if not isinstance(data, dict):
            raise BadRequest("Reading has to finish first.")
        return Book(
            title=data["title"],
            author=data["author"],
            lang=data["lang"],
            passages=self.wiki.passages(),
            chapters=tuple(Chapter(*one) for one in data["chapters"]),
            index=tuple(tuple(one) for one in data["index"]),
            glossary=tuple((one[0], one[1]) for one in data["glossary"]),
            emphasised=Counter(data["emphasised"]),
            coded=Counter(data["coded"]),
            fingerprint=data["fingerprint"],
            shapes=self.wiki.shapes(),
            stressed=data.get("stressed", {}),
        )

    def save_book(self, book: Book) -> None:
        """Keep the book's data; the passages have their own file."""
        self.wiki.save_work(
            BOOK,
            {
                "title": book.title,
                "author": book.author,
                "lang": book.lang,
                "chapters": [[one.title, one.first, one.end] for one in book.chapters],
                "index": book.index,
                "glossary": book.glossary,
                "emphasised": dict(sorted(book.emphasised.items())),
                "stressed": dict(sorted(book.stressed.items())),
                "coded": dict(sorted(book.coded.items())),
                "fingerprint": book.fingerprint,
            },
        )

    def plan(self) -> Plan:
        """The plan as Planning left it.

        Raises:
            BadRequest: Planning has not finished.
        """
        try:
            return Plan.from_json(self.wiki.load_work(PLAN))
        except (TypeError, KeyError) as error:
            raise BadRequest("Planning has to finish first.") from error

    def save_plan(self, plan: Plan) -> None:
        """Keep the plan."""
        self.wiki.save_work(PLAN, plan.to_json())
