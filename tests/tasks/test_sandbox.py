"""The sandbox of a slot: what it refuses, what it lets through, and that the self-test can fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quire.tasks import landlock, sandbox, sandbox_probe, seccomp
from quire.tasks.slots import READ, WRITE, Caps, Slot

MB = 1 << 20
HERE = str(Path(__file__).parent)
lacks = frozenset(sandbox.missing_here())
whole = pytest.mark.skipif(bool(lacks), reason=f"this kernel does not offer {', '.join(sorted(lacks))}")


@pytest.fixture
def probed(monkeypatch):
    """The outcome of the self-test with these caps."""

    def run(**caps):
        monkeypatch.setattr(sandbox_probe, "Caps", lambda *given, **more: Caps(*given, **{**more, **caps}))
        return {words: refused for _, words, refused in sandbox_probe.probe(network=caps.get("network", False))}

    return run


def test_every_attempt_is_refused(probed):
    allowed = {words for words, refused in probed().items() if not refused}
    expected = {words for part, words, _ in sandbox_probe.ATTEMPTS if part in lacks}
    assert allowed <= expected  # whoever lacks a part is told of its attempts
    assert len(sandbox_probe.ATTEMPTS) > 20


def test_without_a_sandbox_the_attempts_succeed(probed):
    seen = probed(sandbox=False, network=True)
    for words in ("read a file of the service", "delete a file of the service", "run a program", "signal the worker"):
        assert not seen[words]
    assert not seen["limit the worker"]


@whole
def test_a_slot_with_a_network_keeps_only_that(probed):
    assert all(probed(network=True).values())


@whole
@pytest.mark.skipif(os.getuid() != 0, reason="needs root, to become another user")
def test_every_attempt_is_refused_to_another_user_than_root():
    script = """
import ctypes, os, sys
from quire.tasks.sandbox_probe import probe
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # changing the user hides a process: undo it
os.environ["TMPDIR"] = "/tmp"
print([words for _, words, refused in probe() if not refused])
"""
    here = str(Path(sandbox.__file__).parents[2])
    for program in dict.fromkeys((sys.executable, "/usr/bin/python3")):  # ours may lie where only root can read
        environment = {"PYTHONPATH": here, "PATH": os.defpath}
        done = subprocess.run(
            [program, "-c", script], capture_output=True, text=True, check=False, env=environment, cwd="/"
        )
        if not done.returncode:
            break
    else:
        pytest.skip("another user can read no Python here")
    assert done.stdout.strip() == "[]"


def test_a_slot_reads_its_source_and_writes_its_folder(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(HERE)
    slot = Slot(Caps(seconds=60, memory=400 * MB), folder=tmp_path / "slot")
    slot.start()
    source = tmp_path / "slot" / READ / "source.pdf"
    target = tmp_path / "slot" / WRITE / "out"
    stored = tmp_path / "stored"
    stored.write_bytes(b"upload")
    os.link(stored, source)
    target.mkdir()
    try:
        request = {"options": {}, "source": str(source), "target": str(target), "filename": "a.pdf"}
        assert slot.run("tricks:convert", request)["result"] == "result.md"
        assert (target / "result.md").read_bytes() == b"# upload"
        seen = slot.run("tricks:overwrite", {"path": str(source)})
        assert seen["refused"] or sandbox.FILES in lacks
        assert stored.read_bytes() == b"upload" or sandbox.FILES in lacks
    finally:
        slot.kill()


def test_a_program_path_that_holds_the_folder_of_the_slot_is_not_readable(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), str(tmp_path / "src"), *sys.path])
    found = sandbox.program_paths([str(tmp_path / "data" / "slot-0" / "write")])
    assert str(tmp_path.resolve()) not in found
    assert str((tmp_path / "src").resolve()) in found


def test_what_the_kernel_lacks_is_told(monkeypatch):
    monkeypatch.setattr(sandbox, "_PROBE", 'print(\'["network", "files"]\')')
    sandbox.missing_here.cache_clear()
    assert sandbox.missing_here() == ("signals", "system calls", "privileges")
    monkeypatch.setattr(sandbox, "_PROBE", "raise SystemExit(1)")
    sandbox.missing_here.cache_clear()
    assert sandbox.missing_here() == sandbox.PARTS
    sandbox.missing_here.cache_clear()


def test_the_filter_has_a_number_for_every_call_where_the_architecture_has_the_call():
    for column in (0, 1):
        numbers = [row[column] for row in (seccomp._DENIED | seccomp._SOCKETS).values() if row[column] is not None]
        assert len(numbers) == len(set(numbers))


def test_an_old_kernel_handles_what_it_knows():
    assert [landlock._handled(version).bit_length() for version in (1, 2, 3, 4, 5, 6)] == [13, 14, 15, 15, 16, 16]
