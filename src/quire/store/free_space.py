"""Whether a folder takes new files: it can be written to, and its file system has space and names left."""

from __future__ import annotations

import os
from pathlib import Path

MIN_FREE_BYTES = 64 * 1024 * 1024
"""Bytes: the largest document that is accepted (50 MB) must still fit beside what the database writes."""


def has_room(folder: Path, least: int = MIN_FREE_BYTES) -> bool:
    """Whether new files fit into `folder`; one that is not there counts as its nearest parent that is.

    Costs two system calls and writes nothing.

    Args:
        folder: where files are made.
        least: bytes that must be free for us.
    """
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    state = os.statvfs(folder)
    names = state.f_favail > 0 or state.f_files == 0  # some file systems (btrfs) do not count names
    return names and state.f_bavail * state.f_frsize >= least and os.access(folder, os.W_OK)
