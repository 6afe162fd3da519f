"""Whether this machine can isolate the processes that read documents: what health and the log say of it."""

from __future__ import annotations

import logging
import os

from quire.tasks import sandbox

_log = logging.getLogger("quire.web")


def is_complete() -> bool:
    """Whether a slot on this machine gives up all that a document does not need; it blocks at the first call."""
    return not sandbox.missing_here()


def report(*, slots_keep_network: bool, is_wanted: bool = True) -> None:
    """Log a warning for each thing that the processes which read documents keep.

    Args:
        slots_keep_network: They keep the network because a setting needs it.
        is_wanted: ``QUIRE_SANDBOX`` is not ``off``.
    """
    missing = sandbox.missing_here()
    if not is_wanted:
        _log.warning("Isolation is incomplete: QUIRE_SANDBOX=off lets documents reach files and programs.")
    elif others := [part for part in missing if part != sandbox.NETWORK]:
        _log.warning(
            "Isolation is incomplete: the system does not offer %s (Landlock, seccomp). A document that takes over the "
            "process that reads it may reach what the user of the service can reach.",
            ", ".join(others),
        )
    if _is_root():
        _log.warning(
            "The service runs as root, and so do the processes that read documents, without capabilities. Run it as "
            "a user that owns nothing else."
        )
    if slots_keep_network:
        _log.warning("Isolation is incomplete: slots keep the network because a language model helps with invoices.")
    elif sandbox.NETWORK in missing:
        _log.warning(
            "Isolation is incomplete: the system does not allow network namespaces, so the processes that read "
            "documents have network access. Block their connections with a firewall."
        )


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
