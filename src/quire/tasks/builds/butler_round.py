"""One round of a butler on a worker. In the slot's own thread."""

from __future__ import annotations

import contextlib
import logging
import time
from typing import NamedTuple

from sqlalchemy.exc import DBAPIError

from quire.errors import Cancelled, QuireError
from quire.tasks.builds import event_journal
from quire.tasks.builds.build_hooks import BuildHooks, Limits
from quire.tasks.builds.butler_table import Butler, Butlers
from quire.tasks.builds.cpu_cap import CpuCap
from quire.tasks.builds.event_journal import Journal
from quire.tasks.builds.job_events import total_usage
from quire.tasks.builds.job_transitions import Builds
from quire.tasks.builds.stop_request import StopRequest
from quire.tasks.claims import Claim
from quire.tasks.outage import fault_of
from quire.tasks.slots import Caps, Run, Slot
from quire.tasks.task_run import retry_database

log = logging.getLogger(__name__)

JOURNAL = "log/butler.jsonl"
"""The journal of the butler, below the wiki's folder: it is its log."""

PHASE = "butler"

SPENT = "The budget is spent; the butler has ended."


class _End(NamedTuple):
    """How a round ended; `put_back` when it counts as not begun."""

    done: bool = False
    gained: bool = False
    put_back: bool = False


class ButlerRound:
    """One round.

    Args:
        parts: the rows of jobs and butlers.
        craft: how wikis are made.
        limits: what the round may use.
        butler, turn: what it is about.
    """

    def __init__(
        self, parts: tuple[Builds, Butlers], craft: BuildHooks, limits: Limits, butler: Butler, turn: Claim[int]
    ) -> None:
        self._builds, self._butlers = parts
        self._craft, self._limits = craft, limits
        self._butler, self._turn = butler, turn
        self._journal = craft.folder(butler.slug) / JOURNAL
        self._read_to = butler.read_to
        self._closing = False
        self.halt = StopRequest(limits.scratch, limits.grace)

    @property
    def key(self) -> int:
        """The wiki's id."""
        return self._turn.key

    def close(self, grace: float) -> None:
        """Have the round end, because the worker ends; from another thread."""
        self._closing = True
        self.halt.ask(grace)

    def __call__(self) -> None:
        """Do the round; at the end the next one is planned, and the folder is let go."""
        limits = self._limits
        caps = Caps(limits.phase_seconds, limits.memory, network=self._craft.network, sandbox=limits.sandbox)
        slot = Slot(caps, places=self.halt.places(self._craft.folder(self._butler.slug)))
        try:
            end = self._do(slot)
            slot.kill()
            retry_database(self._copy_all)
            self._save_or_report()
            if end.put_back:
                retry_database(lambda: self._butlers.give_back(self._turn))
            else:
                retry_database(lambda: self._butlers.end_round(self._turn, done=end.done, gained=end.gained))
        except Exception:
            log.exception("a round over the wiki %s could not be ended", self._butler.slug)
        finally:
            slot.kill()
            self.halt.forget()

    def _do(self, slot: Slot) -> _End:
        try:
            self._craft.bring(self._butler.slug)
            event_journal.pad(self._journal, self._read_to)
            request = self._craft.request(self._butler.slug, PHASE, self._butler.orders)
            slot.start()
            cpu = CpuCap(slot.pid or 0, self._limits.cpu_cap(self._butler.input_bytes), PHASE)

            def beat() -> None:
                cpu.check()
                self._beat()

            request |= {"phase": PHASE, "journal": str(self._journal), "stop": str(self.halt.path), "rounds": 1}
            run = Run(time.monotonic() + self._limits.phase_seconds, on_beat=beat)
            try:
                value = slot.run(self._craft.handler, request, run)
            finally:
                with contextlib.suppress(DBAPIError):  # figures of use are no reason to do the work again
                    self._builds.count_cpu(self._turn.key, run.cpu_seconds)
        except Cancelled:
            return _End(put_back=self._closing)
        except QuireError as error:
            self._say(str(error))
            return _End()
        except Exception:
            log.exception("a round over the wiki %s failed on our side", self._butler.slug)
            return _End()
        if value.get("spent"):
            self._say(SPENT, "warning")
            retry_database(lambda: self._butlers.stop(self._turn.key, wait=False))
            return _End()
        if value.get("status") != "done":
            return _End(put_back=self._closing)
        return _End(done=True, gained=not value.get("settled", float(value.get("gained") or 0) <= 0))

    def _save_or_report(self) -> None:
        """Make the folder the wiki's present state, if it is ours; a failed round is still on this machine."""
        try:
            self._craft.save(self._butler.slug, self._butlers.has_folder(self._turn))
        except Exception as problem:
            if fault_of(problem) is None:
                raise
            log.warning("a round over the wiki %s could not be saved: %s", self._butler.slug, problem)

    def _beat(self) -> None:
        try:
            self._copy()
            if not self._butlers.holds(self._turn):
                self.halt.ask()
        except DBAPIError as error:
            log.warning("a round could not be noted: %s", type(error).__name__)
        self.halt.check()

    def _copy(self) -> bool:
        """Count a piece of the journal, and tell it to the job whose story is not over; whether there was one."""
        piece = event_journal.read(self._journal, self._read_to)
        if piece.end == self._read_to:
            return False
        tokens, micros = total_usage([data for kind, data in piece.events if kind == "token"])
        if self._butlers.note(self._turn, tokens=tokens, micros=micros, read_to=piece.end) and not self._butler.asked:
            job = self._builds.of_wiki(self._butler.wiki_id)
            if job is not None:
                self._builds.tell(job.id, [event for event in piece.events if event[0] != "token"])
        self._read_to = piece.end
        return True

    def _copy_all(self) -> None:
        while self._copy():
            pass

    def _say(self, sentence: str, level: str = "error") -> None:
        """Write why a round ended into the butler's log, where it can be written."""
        with contextlib.suppress(OSError), contextlib.closing(Journal(self._journal)) as written:
            written.tell(*event_journal.log_event(sentence, level))
