"""A builder of wikis for tests: units of work with a journal, resumable, and as badly behaved as it is asked to be."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from quire.errors import DamagedDocument, StorageUnavailable
from quire.tasks.builds.event_journal import Journal

UNITS = 3


def run(request, report):
    """Do what is left of a phase: each unit is paid once, noted, and told.

    The file `trouble` in the wiki's folder says what goes wrong: {"phase": "kind"} with kind hang, burn, full,
    damaged, die, spend, spent, network, peek.
    """
    folder, phase = Path(request["folder"]), request["phase"]
    journal, stop = Journal(Path(request["journal"])), Path(request["stop"])
    trouble = _read(folder / "trouble").get(phase, "")
    pause = float(_read(folder / "pause").get("seconds", 0))
    journal.tell("phase", {"phase": phase, "status": "started"})
    began = time.monotonic()
    if trouble == "network":  # note which one it has
        networks = folder / "networks"
        networks.write_text(json.dumps(_read(networks) | {phase: str(Path("/proc/self/ns/net").readlink())}))
    if trouble == "peek":  # at another wiki, and at what is not the program's
        refused = [_is_refused(folder.parent / "other" / "page"), _is_refused(Path("/etc/passwd"))]
        (folder / "refused").write_text(json.dumps(refused))
    for unit in range(int(request.get("rounds", UNITS))):
        mark = folder / "done" / f"{phase}-{unit}"
        if mark.exists() and phase != "butler":
            continue
        if stop.exists():
            return {"status": "stopped"}
        if trouble == "spent":
            return {"status": "stopped", "spent": True}
        if trouble == "wait":
            (folder / f"{phase}-waits").touch()
        _trouble(trouble, stop)
        time.sleep(pause)
        _pay(folder, f"{phase}-{unit}")
        journal.tell("token", {"phase": phase, "input": 10, "output": 5, "cost": 0.5 if trouble == "spend" else 0.001})
        mark.parent.mkdir(exist_ok=True)
        mark.touch()
        report(unit + 1, UNITS)
    page = folder / "pages" / "concept" / f"{phase}.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(f"---\ntitle: {phase}\n---\nMade in {phase}.\n")
    journal.tell("phase", {"phase": phase, "status": "ended", "duration_s": round(time.monotonic() - began, 3)})
    journal.close()
    value = {"status": "done", "pages": 1, "coverage": 0.5, "gained": _read(folder / "gain").get("gained", 0)}
    if phase == "egg" and (folder / "sketch").exists():
        value["sketch"] = json.loads((folder / "sketch").read_text())
    return value


def _trouble(kind, stop):
    if kind == "damaged":
        raise DamagedDocument
    if kind == "die":
        os.kill(os.getpid(), 9)
    if kind == "hang":
        time.sleep(600)
    if kind == "burn":
        while True:
            pass
    if kind == "full":
        raise StorageUnavailable
    if kind == "wait":  # as long as nobody asks it to stop
        while not stop.exists():
            time.sleep(0.01)


def _pay(folder, unit):
    """One line for each payment: a unit that stands there twice was paid twice."""
    with (folder / "paid").open("a") as file:
        file.write(unit + "\n")


def _read(path):
    return json.loads(path.read_text()) if path.exists() else {}


def _is_refused(path: Path) -> bool:
    try:
        path.read_bytes()
    except PermissionError:
        return True
    return False
