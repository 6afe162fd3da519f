"""What the kernel tells of a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quire.tasks.proc_stat import BORN, RESIDENT, SESSION, STATE, columns

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")


def test_the_columns_of_a_process():
    found = columns(os.getpid())
    assert found[STATE] in {b"R", b"S"}
    assert int(found[SESSION]) == os.getsid(0)
    assert int(found[BORN]) > 0
    assert int(found[RESIDENT]) > 0


def test_a_name_with_brackets_and_spaces_moves_no_column(tmp_path):
    program = tmp_path / "a) b (c"
    program.symlink_to(sys.executable)
    with subprocess.Popen([program, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert int(columns(child.pid)[SESSION]) == os.getsid(0)


def test_no_process_has_no_columns():
    assert columns(2**22 + 1) == []  # beyond the largest id (proc(5), pid_max)
