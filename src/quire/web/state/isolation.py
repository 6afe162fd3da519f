"""Whether this machine can isolate the processes that read documents: what health says of it."""

from __future__ import annotations

import functools
import logging
import subprocess
import sys

PROBE_SECONDS = 20.0
"""In which a fresh interpreter has tried it, also on a busy machine."""

_PROBE = "import sys; from quire.tasks.slot_process import leave_network; sys.exit(0 if leave_network() else 1)"
_log = logging.getLogger("quire.web")


@functools.cache
def can_leave_network() -> bool:
    """Whether a slot on this machine gives up the network; tried once, in a process of its own."""
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and a fixed text
            [sys.executable, "-c", _PROBE],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def report(*, slots_keep_network: bool) -> None:
    """Log a warning when documents are read by processes that have a network."""
    if slots_keep_network:
        _log.warning("Isolation is incomplete: slots keep the network because a language model helps with invoices.")
    elif not can_leave_network():
        _log.warning(
            "Isolation is incomplete: the system does not allow network namespaces, so the processes that read "
            "documents have network access. Block their connections with a firewall."
        )
