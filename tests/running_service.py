"""The installed service as a process of its own, for tests of what its users run."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import pytest

BIN = Path(sys.executable).parent
STARTING = 60.0  # seconds; two are usual


def environment() -> dict[str, str]:
    """The environment without settings of Quire and without proxies."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith("QUIRE_") and "proxy" not in key.lower()
    }
    return kept | {"PATH": f"{BIN}{os.pathsep}{kept.get('PATH', '')}"}


@contextlib.contextmanager
def running_service(data: Path, settings: Mapping[str, str] | None = None) -> Iterator[str]:
    """The address of a service over a data folder, with these settings; it ends in order with the context."""
    with started_service(data, settings or {}) as (process, address):
        yield address
        process.terminate()
        assert process.wait(60) == 0, (data.parent / "log").read_text()[-2000:]


@contextlib.contextmanager
def started_service(data: Path, settings: Mapping[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The process and the address of a service over a data folder; it is killed at the end, if it is still there."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(BIN / "quire"), "serve", "--port", str(port), "--data-dir", str(data)]
    with (data.parent / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**environment(), **settings})
        try:
            _await(f"http://127.0.0.1:{port}/api/v1/health", process)
            yield process, f"http://127.0.0.1:{port}"
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def first_key(address: str) -> str:
    """The secret of an administrator's key, the first of a fresh service."""
    asked = {"name": "first", "username": "admin", "role": "admin"}
    return httpx.post(f"{address}/api/v1/auth/tokens", json=asked, trust_env=False).json()["token"]


def _await(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + STARTING
    while time.monotonic() < end and process.poll() is None:
        try:
            if httpx.get(url, trust_env=False).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    pytest.fail("the service was not ready")
