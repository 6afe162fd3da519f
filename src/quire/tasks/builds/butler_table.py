"""Butlers: improve a wiki after its job, round by round.

A round is one unit of work, claimed by any worker when it is due; between two rounds nobody holds anything. So a butler
without end takes no place in the queue, survives every death, and can be stopped or configured at any moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import Conflict, Unavailable
from quire.store import usage_log
from quire.store.database import Condition, insert, read, write
from quire.store.schema import butlers as rows
from quire.store.schema import wikis, workers
from quire.tasks.claims import Claim, Claims

MAX_ROUNDS = 1000
"""The most that can be asked for; 0 is without end."""

INTERVAL = 5
"""Seconds between two rounds where nothing else is said."""

MAX_IDLE = 3
"""Rounds without gain after which a butler without end rests longer and longer; one with a number of rounds that
decides for itself ends after the first."""

MAX_REST = timedelta(hours=6)
MAX_FAILURES = 3
"""Failed rounds in a row after which a butler ends."""

LOOK_AGAIN = 0.1
"""Seconds between two looks whether a process has ended."""

BUTLER_LOCK = 7_117_475
"""PostgreSQL's advisory lock under which a round is taken."""


_CLAIMS: Claims[int] = Claims(rows.c.wiki_id, rows.c.runner, rows.c.attempt, lock=BUTLER_LOCK)


@dataclass(frozen=True, slots=True)
class ButlerConfig:
    """What a butler is to do.

    Attributes:
        rounds: how many; 0 is without end.
        auto: it decides for itself, also when nothing is left to gain.
        model: a language model; "" is the installation's.
        interval_s: seconds between two rounds.
        max_cost_micros: it ends when it has cost so much; None is no limit.
    """

    rounds: int = 0
    auto: bool = True
    model: str = ""
    interval_s: int = INTERVAL
    max_cost_micros: int | None = None


@dataclass(frozen=True, slots=True)
class Butler:
    """A butler as it is now; `round` is how many are done, the other fields are those of the table."""

    wiki_id: int
    slug: str
    running: bool
    asked: bool
    orders: ButlerConfig
    round: int
    tokens: int
    cost_micros: int
    idle: int
    failures: int
    due: datetime
    runner: str | None
    attempt: int
    read_to: int
    input_bytes: int = 0


class Butlers:
    """The butlers of an installation. All methods block.

    Args:
        engine: the database.
        clock: the time.
        stop_seconds: how long `stop` waits for the end of a round's process; 0 does not wait, for tests.
    """

    def __init__(self, engine: sa.Engine, clock: Clock, *, stop_seconds: float = 0.0) -> None:
        self._engine = engine
        self._clock = clock
        self._stop_seconds = stop_seconds

    def find(self, wiki_id: int) -> Butler | None:
        """The butler of a wiki; None when it never had one."""
        with read(self._engine) as connection:
            row = connection.execute(_select().where(rows.c.wiki_id == wiki_id)).mappings().first()
        return _butler(row) if row else None

    def all(self, wiki_ids: Collection[int]) -> dict[int, Butler]:
        """The butlers of these wikis."""
        with read(self._engine) as connection:
            found = connection.execute(_select()).mappings().all()
        return {row["wiki_id"]: _butler(row) for row in found if row["wiki_id"] in wiki_ids}

    def used(self, wiki_ids: Collection[int]) -> tuple[int, int]:
        """Tokens and millionths of a dollar of these wikis' butlers."""
        found = self.all(wiki_ids).values()
        return sum(one.tokens for one in found), sum(one.cost_micros for one in found)

    def start(self, wiki_id: int, orders: ButlerConfig, *, asked: bool) -> None:
        """Have a butler run from its first round on. One that no person asked for makes way for one that was asked for.

        Args:
            wiki_id: the wiki.
            orders: what it is to do.
            asked: whether a person asked for it.

        Raises:
            Conflict: one that was asked for runs already.
        """
        now = self._clock.now()
        values = _stored(orders) | {"running": True, "asked": asked, "round": 0, "idle": 0, "failures": 0, "due": now}
        with write(self._engine) as connection:
            if _is_new(connection, _nothing_done(wiki_id) | values):
                return
            found = _locked(connection, wiki_id)
            if found and found.running and (found.asked or not asked):
                raise Conflict("The butler is running already.")
            connection.execute(sa.update(rows).where(rows.c.wiki_id == wiki_id).values(values))

    def stop(self, wiki_id: int, *, wait: bool = True) -> bool:
        """End a butler; its round, if it is in one, is given up. Whether it ran.

        Args:
            wiki_id: the wiki.
            wait: return only when the process of the round has ended.

        Raises:
            Unavailable: the process has not ended in time; stopping again waits again.
        """
        with write(self._engine) as connection:
            running = (rows.c.wiki_id == wiki_id, rows.c.running.is_(True))
            ran = connection.execute(sa.update(rows).where(*running).values(running=False)).rowcount == 1
        until = time.monotonic() + self._stop_seconds
        while wait and self._stop_seconds and self._is_working(wiki_id):
            if time.monotonic() >= until:
                raise Unavailable("The round of the butler has not ended yet. Please try again.")
            time.sleep(LOOK_AGAIN)
        return ran

    def _is_working(self, wiki_id: int) -> bool:
        """Whether a worker that has not signed off works on the wiki."""
        signed_on = sa.select(workers.c.executor).where(workers.c.executor == rows.c.runner).exists()
        with read(self._engine) as connection:
            return (
                connection.execute(sa.select(rows.c.wiki_id).where(rows.c.wiki_id == wiki_id, signed_on)).first()
                is not None
            )

    def configure(self, wiki_id: int, orders: ButlerConfig) -> None:
        """Give other orders; they hold from the next round on. A wiki without a butler gets one that does not run."""
        with write(self._engine) as connection:
            values = _stored(orders)
            resting = {"running": False, "asked": True, "due": self._clock.now()}
            if _is_new(connection, _nothing_done(wiki_id) | values | resting):
                return
            found = _locked(connection, wiki_id)
            if found and orders.rounds and found.round >= orders.rounds:
                values["running"] = False
            connection.execute(sa.update(rows).where(rows.c.wiki_id == wiki_id).values(values))

    # The workers' side

    def claim(self, runner: str, capacity: int) -> tuple[Butler, Claim[int]] | None:
        """The round that is due for longest, now ours; None when none is due or enough are being done."""
        due = (rows.c.running.is_(True), _CLAIMS.free, rows.c.due <= self._clock.now())
        wanted = sa.select(rows.c.wiki_id).where(*due).order_by(rows.c.due, rows.c.wiki_id).limit(1)
        with read(self._engine) as connection:
            if connection.execute(wanted).first() is None:
                return None
        with _CLAIMS.taking(self._engine) as connection:
            busy = connection.execute(sa.select(sa.func.count()).where(_CLAIMS.held)).scalar_one()
            wiki_id = connection.execute(wanted).scalar()
            if busy >= capacity or wiki_id is None:
                return None
            _CLAIMS.take(connection, wiki_id, runner, values={})
            found = _locked(connection, wiki_id)
        return None if found is None else (found, Claim(wiki_id, runner, found.attempt))

    def holds(self, turn: Claim[int]) -> bool:
        """Whether the round is still ours and wanted."""
        return _CLAIMS.is_held(self._engine, turn, rows.c.running)

    def has_folder(self, turn: Claim[int]) -> Condition:
        """What holds while the wiki's folder is the round's."""
        return sa.exists().where(*_CLAIMS.is_of(turn))

    def note(self, turn: Claim[int], *, tokens: int, micros: int, read_to: int) -> bool:
        """Count what the journal tells up to a byte, once; whether it was new."""
        fresh = (rows.c.wiki_id == turn.key, rows.c.read_to < read_to)
        values = {
            "tokens": rows.c.tokens + tokens,
            "cost_micros": rows.c.cost_micros + micros,
            "read_to": read_to,
        }
        with write(self._engine) as connection:
            new = connection.execute(sa.update(rows).where(*fresh).values(values)).rowcount == 1
            if new:
                used = usage_log.Amount(tokens=tokens, cost_micros=micros)
                usage_log.count_for_wiki(connection, self._clock.now().date(), turn.key, used)
            return new

    def end_round(self, turn: Claim[int], *, done: bool, gained: bool) -> None:
        """Let the wiki go, and plan the next round, or the end.

        Args:
            turn: the round.
            done: whether it was done and not given up or failed.
            gained: whether it made the wiki better.
        """
        with write(self._engine) as connection:
            found = _locked(connection, turn.key)
            following = self._following(found, done=done, gained=gained) if found and found.running else {}
            _CLAIMS.let_go(connection, turn, following)

    def give_back(self, turn: Claim[int]) -> None:
        """Let the wiki go; the round is due at once, as if it had not begun."""
        with write(self._engine) as connection:
            _CLAIMS.let_go(connection, turn)

    def free_lost(self, alive: Callable[[], Collection[str]], mine: str, in_hand: Collection[int]) -> None:
        """Let go what lost workers, and this one, do not hold any more; arguments as `Claims.lost`."""
        for claim in _CLAIMS.lost(self._engine, alive, mine, in_hand):
            self.give_back(claim)

    def _following(self, butler: Butler, *, done: bool, gained: bool) -> dict[str, object]:
        """The values for what comes after a round."""
        orders, count = butler.orders, butler.round + done
        idle = 0 if gained else butler.idle + done
        failures = 0 if done else butler.failures + 1
        finite = orders.rounds > 0
        spent = orders.max_cost_micros is not None and butler.cost_micros >= orders.max_cost_micros
        over = (
            (finite and count >= orders.rounds)
            or (finite and orders.auto and idle >= 1)  # what nobody changes gains nothing in the next round either
            or failures >= MAX_FAILURES
            or spent
        )
        rest = timedelta(seconds=orders.interval_s)
        if idle >= MAX_IDLE or failures:
            rest = max(rest, timedelta(seconds=INTERVAL)) * 2 ** min(20, idle - MAX_IDLE + 1 if idle else failures)
        return {
            "round": count,
            "idle": idle,
            "failures": failures,
            "running": not over,
            "due": self._clock.now() + min(rest, max(MAX_REST, timedelta(seconds=orders.interval_s))),
        }


def _nothing_done(wiki_id: int) -> dict[str, object]:
    zero = dict.fromkeys(("round", "idle", "failures", "attempt", "tokens", "cost_micros", "read_to"), 0)
    return {"wiki_id": wiki_id, **zero}


def _stored(orders: ButlerConfig) -> dict[str, object]:
    return {
        "rounds": orders.rounds,
        "auto": orders.auto,
        "model": orders.model,
        "interval_s": orders.interval_s,
        "max_cost_micros": orders.max_cost_micros,
    }


def _select() -> sa.Select[tuple[object, ...]]:
    return sa.select(wikis.c.slug, wikis.c.input_bytes, *rows.c).join_from(rows, wikis, wikis.c.id == rows.c.wiki_id)


def _is_new(connection: sa.Connection, row: Mapping[str, object]) -> bool:
    """Whether the wiki had no butler and has this row now; of two processes that ask together one is told so."""
    adding = insert(connection, rows).values(row).on_conflict_do_nothing(index_elements=["wiki_id"])
    return connection.execute(adding.returning(rows.c.wiki_id)).first() is not None


def _locked(connection: sa.Connection, wiki_id: int) -> Butler | None:
    wanted = _select().where(rows.c.wiki_id == wiki_id).with_for_update(of=rows)
    row = connection.execute(wanted).mappings().first()
    return _butler(row) if row else None


def _butler(row: Mapping[str, object] | sa.RowMapping) -> Butler:
    orders = ButlerConfig(**{name: row[name] for name in ButlerConfig.__dataclass_fields__})  # type: ignore[arg-type]  # columns
    rest = {name: row[name] for name in Butler.__dataclass_fields__ if name != "orders"}
    return Butler(orders=orders, **rest)  # type: ignore[arg-type]  # the columns have the names of the fields
