"""An installation on many machines, on one: PostgreSQL, an S3-compatible store, nginx, interfaces and workers.

Every part is a process of its own that can be stopped, killed and started again. What the store keeps is in the memory of
its server (moto); an outage of the store is one of the proxy in front of it. Needs PostgreSQL's programs, nginx and
``pip install 'moto[server]'``.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx
import psutil
import psycopg

START_SECONDS = 120.0
REPOSITORY = Path(__file__).resolve().parent.parent
BUCKET = "quire"


class Part:
    """A process that runs until it is ended, and the way to start it again.

    Args:
        name: for the log.
        command, environment: how it is started.
        folder: where its output goes.
        ready: a text of its standard output that says it is ready; "" for none.
        user: of the process; None is ours.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        environment: Mapping[str, str],
        folder: Path,
        *,
        ready: str = "",
        user: str | None = None,
    ) -> None:
        self.name, self._ready, self._user = name, ready, user
        self.command, self.environment = [str(word) for word in command], dict(environment)
        self._output = folder / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.peak = 0.0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    def start(self) -> None:
        """Start it, and return when it is ready."""
        began = self._output.stat().st_size if self._output.exists() else 0
        with self._output.open("ab") as output:
            self._process = subprocess.Popen(
                self.command,
                env=self.environment,
                stdout=output,
                stderr=output,
                cwd="/" if self._user else None,
                start_new_session=True,
                **({"user": self._user, "group": self._user, "extra_groups": []} if self._user else {}),
            )
        until = time.monotonic() + START_SECONDS
        while self._ready and self._ready.encode() not in self._output.read_bytes()[began:]:
            if self._process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"{self.name} did not start: {self._output.read_text()[-2000:]}")
            time.sleep(0.05)

    def end(self, number: int = signal.SIGTERM) -> None:
        """End it by a signal, and return when it has ended."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._process.pid, number)
        try:
            self._process.wait(90)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def memory(self) -> float:
        """Resident MiB of the process, without its children."""
        try:
            return psutil.Process(self.pid).memory_info().rss / 2**20 if self.pid else 0.0
        except psutil.Error:
            return 0.0


class Cluster:
    """All parts over a temporary folder.

    Args:
        apis, workers: how many.
        source: the ``src`` folder of the program that they run; another release's for a test of an upgrade.
    """

    def __init__(self, apis: int = 2, workers: int = 3, *, source: Path = REPOSITORY / "src") -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="quire-cluster-"))
        self.folder.chmod(0o755)
        programs = _postgres_programs()
        user = "postgres" if os.getuid() == 0 else None
        data = self.folder / "postgres"
        data.mkdir()
        if user:
            shutil.chown(data, user, user)
        made = [programs / "initdb", "-D", data, "-U", "quire", "-A", "trust", "--locale=C", "-E", "UTF8"]
        as_user = {"user": user, "group": user, "extra_groups": []} if user else {}
        subprocess.run(made, check=True, capture_output=True, cwd="/", **as_user)
        self._ports = {name: _free_port() for name in ("database", "bucket", "store", "web", "hook")}
        plain = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(self.folder)}
        server = [programs / "postgres", "-D", data, "-p", str(self._ports["database"]), "-c", "max_connections=300"]
        server += ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
        self.database = Part("database", server, plain, self.folder, ready="ready to accept", user=user)
        moto = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self._ports["bucket"])]
        self._bucket = Part("bucket", moto, plain, self.folder, ready="Running on")
        self.store = self._nginx("store", self._ports["store"], [self._ports["bucket"]])
        api_ports = [_free_port() for _ in range(apis)]
        self.proxy = self._nginx("proxy", self._ports["web"], api_ports)
        self.url = f"http://127.0.0.1:{self._ports['web']}"
        self._environment = plain | {
            "QUIRE_DATABASE_URL": f"postgresql://quire@127.0.0.1:{self._ports['database']}/quire",
            "QUIRE_FILES_URL": f"s3://{BUCKET}",
            "AWS_ENDPOINT": f"http://127.0.0.1:{self._ports['store']}",
            "AWS_ACCESS_KEY_ID": "k",
            "AWS_SECRET_ACCESS_KEY": "s",
            "AWS_REGION": "us-east-1",
            "AWS_ALLOW_HTTP": "true",
            "QUIRE_RATE_SUBMIT": "0",
            "QUIRE_RATE_READ": "0",
            "QUIRE_BASE_URL": self.url,
            "SERVICE_ALLOW_PRIVATE_URLS": "1",
            "QUIRE_LOG_LEVEL": "warning",
            "QUIRE_SHUTDOWN_SECONDS": "20",
            "QUIRE_BUTLER_ROUNDS": "1",
            "PYTHONPATH": str(source),
        }
        self.apis = [self._quire(f"api{n}", ["api", "--port", str(port)]) for n, port in enumerate(api_ports)]
        self.workers = [self._quire(f"worker{n}", ["worker", "--slots", "1"]) for n in range(workers)]
        self.hook_port = self._ports["hook"]

    @property
    def parts(self) -> list[Part]:
        return [self.database, self._bucket, self.store, self.proxy, *self.apis, *self.workers]

    def start(self) -> None:
        """Start everything; the database has the schema of the program then."""
        self.database.start()
        with psycopg.connect(
            f"postgresql://quire@127.0.0.1:{self._ports['database']}/postgres", autocommit=True
        ) as connection:
            connection.execute("CREATE DATABASE quire")
        self.quire("migrate")
        self._bucket.start()
        self.store.start()
        httpx.put(f"http://127.0.0.1:{self._ports['bucket']}/{BUCKET}", trust_env=False).raise_for_status()
        for part in [self.proxy, *self.apis, *self.workers]:
            part.start()
        until = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/readyz", trust_env=False).status_code == httpx.codes.OK:
                    return
            if time.monotonic() > until:
                raise SystemExit("the interface is not ready")
            time.sleep(0.2)

    def quire(self, *words: str, **more: str) -> str:
        """What a command prints."""
        return _run([*_QUIRE, *words], self._environment | more)

    def upgrade(self, source: Path) -> None:
        """From now on commands and processes run another program; those that run already go on."""
        self._environment["PYTHONPATH"] = str(source)
        for part in [*self.apis, *self.workers]:
            part.environment["PYTHONPATH"] = str(source)

    def close(self) -> None:
        """End everything and remove the folder."""
        for part in reversed(self.parts):
            part.end(signal.SIGINT if part is self.database else signal.SIGTERM)
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        """What all processes of the program wrote."""
        return "".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))

    def _quire(self, name: str, words: Sequence[str]) -> Part:
        folder = self.folder / name
        environment = self._environment | {"QUIRE_DATA_DIR": str(folder)}
        return Part(name, [*_QUIRE, *words], environment, self.folder, ready="Quire ")

    def _nginx(self, name: str, port: int, upstream: Sequence[int]) -> Part:
        folder = self.folder / f"nginx-{name}"
        folder.mkdir()
        folder.chmod(0o777)
        servers = " ".join(f"server 127.0.0.1:{one} max_fails=1 fail_timeout=2s;" for one in upstream)
        temporary = " ".join(
            f"{kind}_temp_path {folder / kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        text = f"""
            daemon off; worker_processes 1; error_log stderr warn; pid {folder / "pid"};
            events {{ worker_connections 512; }}
            http {{
                access_log off; {temporary} client_max_body_size 210m; underscores_in_headers on;
                upstream back {{ {servers} }}
                server {{
                    listen 127.0.0.1:{port};
                    proxy_http_version 1.1; proxy_set_header Connection "";
                    proxy_set_header Host $http_host; proxy_read_timeout 90s;
                    location / {{ proxy_pass http://back; }}
                }}
            }}"""
        (folder / "nginx.conf").write_text(text)
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
        return Part(name, command, {"PATH": os.environ["PATH"]}, self.folder)


class Hook:
    """Receives webhooks; counts the messages by their id."""

    def __init__(self, port: int) -> None:
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        seen = self.seen = {}

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                message = str(self.headers["webhook-id"])
                seen[message] = seen.get(message, 0) + 1
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()


_QUIRE = [sys.executable, "-c", "import sys; from quire.cli import main; sys.exit(main())"]


def first_key(text: str) -> str:
    """The secret in what ``quire keys create`` prints."""
    return re.findall(r"\S+", text)[-1]


def _run(command: Sequence[str | Path], environment: Mapping[str, str]) -> str:
    done = subprocess.run(command, env=dict(environment), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{command[-1]} failed: {done.stderr[-2000:]}{done.stdout[-500:]}")
    return done.stdout


def _postgres_programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).parent
    if not found:
        raise SystemExit("PostgreSQL is not installed.")
    return found[0]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
