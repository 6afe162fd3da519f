"""The inside of a slot: its messages, and its walls as another user than root."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest

from quire.tasks.slot_process import HEAD, receive, send

OTHER_USER = """
import ctypes, os, resource, signal, socket, sys, tempfile, time
from pathlib import Path
from quire.tasks.sandbox import leave_network
from quire.tasks.process_limits import confine

folder = Path(tempfile.mkdtemp())
folder.chmod(0o777)
os.setgid(65534)
os.setuid(65534)
ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # changing the user hides a process: undo it
reading, writing = os.pipe()
worker = os.fork()
if worker == 0:
    slot = os.fork()
    if slot == 0:
        parent = os.getppid()
        confine(memory=0, parent=parent)
        left = leave_network()
        (folder / "file").write_text("x")
        os.write(writing, f"{os.getpid()} {int(left)} {Path('/proc/self/oom_score_adj').read_text()}".encode())
        time.sleep(120)
    time.sleep(120)
os.close(writing)
pid, left, adjusted = os.read(reading, 100).split()
os.kill(worker, signal.SIGKILL)
os.wait()
deadline = time.monotonic() + 60
while time.monotonic() < deadline:
    try:
        if Path(f"/proc/{int(pid)}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            break
    except OSError:
        break
    time.sleep(0.01)
else:
    sys.exit("the slot outlives its worker")
if adjusted != b"1000":
    sys.exit("the kernel would not take the slot first")
"""


@pytest.fixture
def line():
    here, there = socket.socketpair()
    with here, there:
        yield here, there


def test_messages_cross(line):
    here, there = line
    for message in ({"value": {"text": "报告", "none": None}}, {}, {"big": "x" * 50_000}):
        send(here, message)
        assert receive(there) == message


def test_the_end_of_the_line_is_none(line):
    here, there = line
    here.sendall(HEAD.pack(10) + b"half")
    here.close()
    assert receive(there) is None
    assert receive(there) is None


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="needs root, to become another user")
def test_the_walls_stand_for_another_user_than_root():
    done = subprocess.run(
        [sys.executable, "-c", OTHER_USER], check=False, stderr=subprocess.PIPE, text=True, timeout=150
    )
    assert (done.returncode, done.stderr) == (0, "")
