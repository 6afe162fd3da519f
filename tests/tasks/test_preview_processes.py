"""Sites as processes: they come up on their port, end with their parent, and are not confused with others."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from datetime import timedelta

import pytest
import sqlalchemy as sa

from quire.clock import SystemClock
from quire.errors import Unavailable
from quire.store.database import connect, write
from quire.store.schema import previews as rows
from quire.tasks.builds.preview_processes import Preview, Previews
from quire.tasks.process_identity import is_alive, machine_id, start_time
from tests.tasks.conftest import until
from tests.tasks.wikis import add_job


def listen(port):
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError:
        raise Unavailable from None


def main(settings):
    """A site that says it is ready and waits; with the slug "silent" it ends without a word."""
    if settings["slug"] == "silent":
        sys.exit(1)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.read()


def free_port():
    """A port below those that the system gives to connections: these come and go beside the test."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@pytest.fixture
def previews(engine, clock):
    add_job(engine, clock)
    made = Previews(engine, "tests.tasks.test_preview_processes", listen)
    yield made
    made.close()


def test_a_site_starts_once_and_stops(previews, tmp_path):
    port = free_port()
    one = previews.start(1, slug="a", folder=tmp_path, port=port)
    assert previews.start(1, slug="a", folder=tmp_path, port=port) == one == previews.find(1)
    assert previews.stop(1)
    assert not previews.stop(1)
    assert not is_alive(one.pid)
    assert previews.find(1) is None


def test_a_site_that_was_killed_leaves_no_pipe_open(previews, tmp_path):
    one = previews.start(1, slug="a", folder=tmp_path, port=free_port())
    child = previews._children[1]
    os.kill(one.pid, signal.SIGKILL)
    until(lambda: not is_alive(one.pid))
    assert previews.find(1) is None
    assert child.stdin.closed
    assert previews.start(1, slug="a", folder=tmp_path, port=free_port()).pid != one.pid


def test_another_port_is_another_process(previews, tmp_path):
    one = previews.start(1, slug="a", folder=tmp_path, port=free_port())
    two = previews.start(1, slug="a", folder=tmp_path, port=free_port())
    assert one.pid != two.pid
    assert not is_alive(one.pid)


def test_what_does_not_come_up(previews, tmp_path):
    with pytest.raises(Unavailable):
        previews.start(1, slug="silent", folder=tmp_path, port=free_port())
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(Unavailable):
        previews.start(1, slug="a", folder=tmp_path, port=taken.getsockname()[1])
    assert previews.all() == {}


def test_a_row_of_another_life_of_the_number_is_no_site(previews, engine):
    values = {"wiki_id": 1, "machine": machine_id(), "pid": 1, "born": "0", "port": 8000}
    with write(engine) as connection:
        connection.execute(sa.insert(rows).values(values))
    assert start_time(1) != "0"
    assert previews.all() == {}
    with write(engine) as connection:
        connection.execute(
            sa.update(rows).values(machine="elsewhere", heard=SystemClock().now(), address="b.example.org")
        )
    assert previews.find(1) == Preview(1, 1, 8000, "b.example.org")
    assert previews.stop(1)  # and nothing is done to the process of this number here
    with write(engine) as connection:
        connection.execute(sa.insert(rows).values(values | {"machine": "elsewhere", "heard": long_ago()}))
    assert previews.all() == {}


def long_ago():
    return SystemClock().now() - timedelta(minutes=1)


def test_a_site_that_another_machine_stops_ends(previews, engine, tmp_path):
    one = previews.start(1, slug="a", folder=tmp_path, port=free_port())
    previews.look_after()
    assert is_alive(one.pid)
    with write(engine) as connection:
        connection.execute(sa.update(rows).values(heard=long_ago()))
    previews.look_after()
    with write(engine) as connection:
        assert connection.execute(sa.select(rows.c.heard)).scalar_one() > long_ago() + timedelta(seconds=30)
        connection.execute(sa.delete(rows))
    previews.look_after()
    assert not is_alive(one.pid)


def test_a_site_ends_with_the_process_that_started_it(sqlite, clock, tmp_path):
    url = sqlite.fresh()
    engine = connect(url)
    add_job(engine, clock)
    engine.dispose()
    text = (
        "import sys, os, pathlib; from quire.store.database import connect\n"
        "from tests.tasks import test_preview_processes as t\n"
        f"p = t.Previews(connect({url!r}), 'tests.tasks.test_preview_processes', t.listen)\n"
        f"print(p.start(1, slug='a', folder=pathlib.Path('.'), port={free_port()}).pid, flush=True)\n"
        "os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60, check=False)
    pid = int(done.stdout)
    until(lambda: not is_alive(pid))
    time.sleep(0)
