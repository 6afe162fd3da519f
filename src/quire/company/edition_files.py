"""Removes files that no edition needs, and repacks the bodies when too many bytes in the packs are unused."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

from quire.company.catalogue import CURRENT, Draft, current, pack_name, packs_of
from quire.company.pack import Pack, PackWriter

SLACK = 64 << 20
"""Bytes that may lie in packs without use, beside as many as are in use, before they are written anew."""

_HELD_PER_USED = 2
"""Bytes in packs for each byte in use, up to which (with `SLACK` added) packs are not written anew."""

_CATALOGUE = re.compile(r"catalogue-\d{6}\.sqlite3")
_PACK = re.compile(r"pack-(\d{6})\.pack")


def sweep(folder: Path, keep: int) -> None:
    """Remove leftovers of dead imports, editions older than the last `keep` before the present one, and unused packs.

    Call it under the lock of an import. Readers that have a file open can go on reading it.
    """
    for left in folder.glob("*.part"):
        if left.name.startswith(("catalogue-", "pack-", CURRENT)) and ".index" not in left.name:
            left.unlink(missing_ok=True)
    now = current(folder)
    names = sorted(path.name for path in folder.glob("catalogue-*") if _CATALOGUE.fullmatch(path.name))
    older = [name for name in names if now is not None and name < now]
    kept = {*older[max(0, len(older) - keep) :], *([now] if now else [])}
    for name in names:
        if name not in kept:
            (folder / name).unlink()
    used = {number for name in kept for number in packs_of(folder / name)}
    for path in folder.glob("pack-*"):
        found = _PACK.fullmatch(path.name)
        if found and int(found[1]) not in used:
            path.unlink()


def files_of_present(folder: Path) -> list[Path]:
    """Return the files that the present edition needs, and last the one that names it; none before the first import."""
    name = current(folder)
    if name is None:
        return []
    packs = [folder / pack_name(number) for number in sorted(packs_of(folder / name))]
    return [*packs, folder / name, folder / CURRENT]


def compact(folder: Path, draft: Draft) -> None:
    """Write the bodies that `draft` points to into one pack, when its packs hold that many unused bytes and `SLACK`."""
    places = draft.places()
    live = sum(one.size for one in places)
    packs = {one.pack for one in places}
    held = sum((folder / pack_name(number)).stat().st_size for number in packs)
    if held <= _HELD_PER_USED * live + SLACK:
        return
    number = draft.pack + 1
    with contextlib.ExitStack() as stack:
        readers = {pack: stack.enter_context(contextlib.closing(Pack(folder / pack_name(pack)))) for pack in packs}
        writer = PackWriter(folder / pack_name(number))
        stack.callback(writer.discard)  # nothing to discard once it is closed
        moves = {}
        for one in places:
            offset = writer.append(readers[one.pack].read(one.offset, one.size))
            moves[one.pack, one.offset] = (number, offset)
        writer.close()
    draft.move(moves)
