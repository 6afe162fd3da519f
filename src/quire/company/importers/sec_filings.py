"""Finds the XML documents in a file: the file itself, or those in a complete submission of EDGAR (``.txt``)."""

from __future__ import annotations

import re

from quire.company.importers.import_files import Source, opened
from quire.company.importers.safe_xml import LARGEST
from quire.company.record import Problem

_BLOCK = re.compile(rb"<XML>(.*?)</XML>", re.DOTALL)
_ROOT = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?(informationTable|ownershipDocument|edgarSubmission)[\s>]")


def is_filing(source: Source) -> bool:
    """Return whether a file is a 13F table, its cover, a form 3, 4 or 5, or a complete submission."""
    return bool(_ROOT.search(source.head)) or b"<SEC-DOCUMENT>" in source.head


def documents(source: Source) -> list[tuple[str, bytes]]:
    """Return each XML document of a file with the name of its root.

    Raises:
        Problem: the file is too large.
    """
    with opened(source) as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Problem(f"is larger than {LARGEST >> 20} MiB")
    blocks = [block.strip() for block in _BLOCK.findall(data)] or [data.strip()]
    found = ((_ROOT.search(block[:4096]), block) for block in blocks)
    return [(match[1].decode(), block) for match, block in found if match]
