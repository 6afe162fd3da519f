"""Databases for tests: a migrated SQLite file, and a private PostgreSQL cluster when it is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

import psycopg

from quire import store
from quire.store.database import connect

TEMPLATE = "quire_template"


def postgres_programs() -> Path | None:
    """The folder with initdb and postgres; None when they are not installed (or no user may run them)."""
    on_path = shutil.which("initdb")
    found = [Path(on_path).parent] if on_path else sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    usable = [folder for folder in found if (folder / "initdb").exists() and (folder / "postgres").exists()]
    if not usable or (os.getuid() == 0 and not _server_user()):
        return None
    return usable[0]


class Postgres:
    """A cluster of our own in a temporary folder, on a free port of this machine, gone with the tests."""

    def __init__(self, programs: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="quire-pg-"))
        self._as = {"user": _server_user(), "group": _server_user(), "extra_groups": []} if os.getuid() == 0 else {}
        if self._as:
            shutil.chown(self._folder, _server_user(), _server_user())
        data = self._folder / "data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "quire", "-A", "trust", "-N", "--locale=C", "-E", "UTF8"],
            check=True,
            capture_output=True,
            cwd="/",
            **self._as,
        )
        self._port = _free_port()
        options = {"listen_addresses": "127.0.0.1", "port": self._port, "unix_socket_directories": ""}
        fast = {"fsync": "off", "full_page_writes": "off", "max_connections": 200, "shared_buffers": "32MB"}
        settings = [f"--{name}={value}" for name, value in (options | fast).items()]
        with_us = ["setpriv", "--pdeathsig", "INT"] if shutil.which("setpriv") else []
        self._server = subprocess.Popen(
            [*with_us, programs / "postgres", "-D", data, *settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            **self._as,
        )
        self._wait()
        self._execute(f"CREATE DATABASE {TEMPLATE}")
        store.migrate(self.url(TEMPLATE))

    def url(self, name: str) -> str:
        return f"postgresql://quire@127.0.0.1:{self._port}/{name}"

    def empty(self) -> str:
        """The address of a new database with nothing in it."""
        name = f"t{uuid.uuid4().hex}"
        self._execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def fresh(self) -> str:
        """The address of a new, migrated database."""
        name = f"t{uuid.uuid4().hex}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return self.url(name)

    def close(self) -> None:
        self._server.send_signal(signal.SIGINT)  # the fast shutdown: it waits for no client
        try:
            self._server.wait(10)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _execute(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def _wait(self) -> None:
        deadline = time.monotonic() + 30
        while True:
            try:
                return self._execute("SELECT 1")
            except psycopg.OperationalError:
                if time.monotonic() > deadline or self._server.poll() is not None:
                    raise
                time.sleep(0.02)


class Sqlite:
    """Files made by copying one that is migrated."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._template = folder / "template.db"
        store.migrate(f"sqlite:///{self._template}")
        with connect(f"sqlite:///{self._template}").connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def empty(self) -> str:
        return f"sqlite:///{self._folder / uuid.uuid4().hex}.db"

    def fresh(self) -> str:
        path = self._folder / f"{uuid.uuid4().hex}.db"
        shutil.copyfile(self._template, path)
        return f"sqlite:///{path}"


def _server_user() -> str | None:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    return None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
