"""Preview sites: one process a wiki, on a port of its own, and the rows that say which run where.

A site runs on the machine where it was asked for, and every machine knows its address. Who started a site looks every
`PASS` seconds whether its row is still there (another machine stops a site by deleting it), and keeps the row fresh.

The process gets a socket that listens already, so a port that is taken is noticed before it begins, and ends when its
standard input does: a site does not outlive the service that started it.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from quire.clock import Clock, SystemClock
from quire.errors import Unavailable
from quire.store.database import insert, read, write
from quire.store.schema import previews as rows
from quire.tasks.periodic_task import PeriodicTask
from quire.tasks.process_identity import is_alive, machine_id, start_time

GRACE = 5.0
"""Seconds that a site gets to end."""

PASS = 1.0
"""Seconds between two looks at the sites of this process."""

SILENCE = timedelta(seconds=30)
"""A row of another machine that is older belongs to a process that is gone."""

BEAT = timedelta(seconds=10)
"""A row is made fresh when it is older."""

START = 20.0
"""Seconds within which a site begins to answer, also on a machine that is very busy."""

_BOOT = (
    "import sys, json; settings = json.loads(sys.argv[1]); sys.path[:] = settings['path']; "
    "from importlib import import_module; import_module(settings['module']).main(settings)"
)
READY = b"ready\n"


@dataclass(frozen=True, slots=True)
class Preview:
    """A site that runs."""

    wiki_id: int
    pid: int
    port: int
    address: str | None = None  # host under which people reach its machine; None is that of their request


class Previews:
    """The sites of an installation; those of this process are its children. All methods block.

    Args:
        engine: the database.
        module: dotted path of a module whose ``main(settings)`` serves a folder: ``socket`` (descriptor), ``folder``,
            ``slug``.
        listen: gives a listening socket on a port.
        clock: the time.
        address: host under which people reach this machine; "" is that of their request.
    """

    def __init__(
        self,
        engine: sa.Engine,
        module: str,
        listen: Callable[[int], socket.socket],
        *,
        clock: Clock | None = None,
        address: str = "",
    ) -> None:
        self._engine = engine
        self._clock = clock or SystemClock()
        self._address = address or None
        self._duty: PeriodicTask | None = None
        self._module = module
        self._listen = listen
        self._children: dict[int, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()
        self._table = threading.Lock()

    def find(self, wiki_id: int) -> Preview | None:
        """The site of a wiki, when it runs."""
        return self.all().get(wiki_id)

    def all(self) -> dict[int, Preview]:
        """The sites that run, by wiki."""
        for wiki_id, child in [*self._children.items()]:
            # poll() says None for one that was killed until the last of its threads is gone
            if child.poll() is not None or not is_alive(child.pid):
                self._take_away(wiki_id, child)
        with read(self._engine) as connection:
            found = connection.execute(sa.select(rows)).all()
        return {row.wiki_id: Preview(row.wiki_id, row.pid, row.port, row.address) for row in found if self._runs(row)}

    def look_after(self) -> None:
        """End the sites of this process whose row another machine has taken away, and keep the other rows fresh."""
        with self._lock:
            children = {wiki_id: child.pid for wiki_id, child in self._children.items()}
            with read(self._engine) as connection:
                found = {row.wiki_id: row for row in connection.execute(sa.select(rows)).all()}
            for wiki_id, pid in children.items():
                row = found.get(wiki_id)
                if row is None or (row.machine, row.pid) != (machine_id(), pid):
                    self._take_away(wiki_id, self._children[wiki_id])
                elif row.heard is None or row.heard < self._clock.now() - BEAT:
                    with write(self._engine) as connection:
                        fresh = sa.update(rows).where(rows.c.wiki_id == wiki_id, rows.c.pid == pid)
                        connection.execute(fresh.values(heard=self._clock.now()))

    def start(self, wiki_id: int, *, slug: str, folder: Path, port: int) -> Preview:
        """The site of a wiki, started when it does not run on that port yet.

        Raises:
            Unavailable: the port cannot be listened on, or the process did not come up.
        """
        with self._lock:
            running = self.find(wiki_id)
            if running is not None and running.port == port:
                return running
            if running is not None:
                self._stop(running)
            with self._listen(port) as listener:
                child = self._spawn(listener, slug, folder)
            with self._table:
                former, self._children[wiki_id] = self._children.get(wiki_id), child
            if former is not None:  # it died after it was looked for
                _end(former)
            values = {"machine": machine_id(), "pid": child.pid, "born": start_time(child.pid), "port": port}
            values |= {"address": self._address, "heard": self._clock.now()}
            with write(self._engine) as connection:
                writing = insert(connection, rows).values(values | {"wiki_id": wiki_id})
                connection.execute(writing.on_conflict_do_update(index_elements=["wiki_id"], set_=values))
            if self._duty is None:
                self._duty = PeriodicTask("previews", self.look_after, PASS)
                self._duty.start()
            return Preview(wiki_id, child.pid, port, self._address)

    def stop(self, wiki_id: int) -> bool:
        """End the site of a wiki; whether it ran."""
        with self._lock:
            running = self.find(wiki_id)
            if running is not None:
                self._stop(running)
            child = self._children.get(wiki_id)
            if child is not None:  # it was started, and died before it was looked for
                self._take_away(wiki_id, child)
            with write(self._engine) as connection:
                connection.execute(sa.delete(rows).where(rows.c.wiki_id == wiki_id))
            return running is not None

    def close(self) -> None:
        """End the sites that this process started."""
        if self._duty is not None:
            self._duty.close()
        for wiki_id in [*self._children]:
            self.stop(wiki_id)

    def _spawn(self, listener: socket.socket, slug: str, folder: Path) -> subprocess.Popen[bytes]:
        settings = {
            "path": sys.path,
            "module": self._module,
            "socket": listener.fileno(),
            "slug": slug,
            "folder": str(folder),
        }
        child = subprocess.Popen(  # noqa: S603 - our own interpreter and our own text
            [sys.executable, "-c", _BOOT, json.dumps(settings)],
            pass_fds=[listener.fileno()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"PATH": os.defpath, "LANG": "C.UTF-8"},
            start_new_session=True,
        )
        if child.stdout is None or _first_line(child.stdout.fileno()) != READY:
            _end(child)
            raise Unavailable("The preview could not be started.")
        child.stdout.close()
        return child

    def _take_away(self, wiki_id: int, child: subprocess.Popen[bytes]) -> None:
        """End a child and forget it, unless another one has its place by now."""
        with self._table:
            ours = self._children.get(wiki_id) is child
            if ours:
                del self._children[wiki_id]
        if ours:
            _end(child)

    def _runs(self, row: sa.Row[Any]) -> bool:
        if row.machine == machine_id():
            return is_alive(row.pid) and start_time(row.pid) == row.born
        return row.heard is not None and row.heard > self._clock.now() - SILENCE

    def _is_here(self, running: Preview) -> bool:
        wanted = sa.select(rows.c.machine).where(rows.c.wiki_id == running.wiki_id, rows.c.pid == running.pid)
        with read(self._engine) as connection:
            return connection.execute(wanted).scalar() == machine_id()

    def _stop(self, running: Preview) -> None:
        if not self._is_here(running):  # its own machine ends it when its row is gone
            return
        child = self._children.get(running.wiki_id)
        if child is not None:
            self._take_away(running.wiki_id, child)
            if child.pid == running.pid:
                return
        with contextlib.suppress(ProcessLookupError, PermissionError):  # another process of this machine started it
            os.kill(running.pid, signal.SIGTERM)
        until = time.monotonic() + GRACE
        while is_alive(running.pid) and time.monotonic() < until:
            time.sleep(0.05)


def _end(child: subprocess.Popen[bytes]) -> None:
    """End a child for sure, and take it away."""
    child.terminate()
    try:
        child.wait(GRACE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            pipe.close()


def _first_line(descriptor: int) -> bytes:
    """What a child says first; nothing when it says nothing in time, or has ended."""
    import select

    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return os.read(descriptor, 100) if poll.poll(START * 1000) else b""
