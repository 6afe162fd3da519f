"""The register of names of a catalogue's edition, which takes longest to make of all that the service reads.

    python -m quire.company.edition FOLDER

makes the index of the present edition's register and keeps it beside the edition, so that a process that serves
requests only loads it: making it takes seconds and a table of all Chinese phrases.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from quire.company import company_names
from quire.company.catalogue import Catalogue, Entry, current
from quire.company.company_names import Name
from quire.company.lookup import Register
from quire.company.primary_security import secondary
from quire.errors import NotFound

SMALL = 500
"""Companies whose index is made by who needs it: that takes as long as starting another process."""

_SUFFIX = ".index"


def name_of(entry: Entry) -> Name:
    """Return the names of the company of a catalogue entry."""
    facets = tuple(sorted((facet, str(value)) for facet, value in entry.facets.items()))
    return Name(entry.dataset, entry.market, entry.key, entry.name, entry.short, entry.aliases, facets)


def keep_worthy_index(folder: Path) -> None:
    """Make and keep the index of the present edition if it is worth one and lacks it; imports do so before they end."""
    with Catalogue.open(folder) as catalogue:
        wanted = lacks_index(folder, catalogue)
    if wanted:
        keep_index(folder)


def companies_named(folder: Path, text: str) -> list[tuple[str, str]]:
    """Return data set and key of the companies of a code or name; of one company's securities only its shares."""
    with contextlib.suppress(NotFound), Catalogue.open(folder) as catalogue:
        for identity in (("cn", company_names.code(text)), ("us", company_names.ticker(text))):
            if catalogue.by_id(identity) is not None:
                return [identity]
        names = [name_of(entry) for entry in catalogue.names()]
        for form in (str.strip, company_names.normal, company_names.core):
            wanted = form(text)
            found = [one for one in names if wanted and wanted in map(form, one.names)]
            if found:
                kept = zip(found, secondary(found), strict=True)
                return [(one.dataset, one.code) for one, is_secondary in kept if not is_secondary]
    return []


def is_readable(folder: Path) -> bool:
    """Return whether the present edition can be opened; True also for a folder without an edition."""
    if current(folder) is None:
        return True
    try:
        Catalogue.open(folder).close()
    except Exception:  # noqa: BLE001 - whatever it is, it cannot be read
        return False
    return True


def register_of(folder: Path, catalogue: Catalogue) -> Register:
    """Return the register of an edition: loaded from its index if one is kept, else made anew."""
    names = [name_of(entry) for entry in catalogue.names()]
    with contextlib.suppress(OSError, ValueError):
        return Register.load(names, index_path(folder, catalogue.name))
    return Register(names)


def has_index(folder: Path, catalogue: Catalogue) -> bool:
    """Return whether an index is kept for that edition."""
    return index_path(folder, catalogue.name).is_file()


def lacks_index(folder: Path, catalogue: Catalogue) -> bool:
    """Return whether an index is worth keeping for that edition but is missing."""
    return catalogue.count() > SMALL and not has_index(folder, catalogue)


def index_path(folder: Path, name: str) -> Path:
    """Return the path of the index of the edition with that file name."""
    return folder / (name + _SUFFIX)


def keep_index(folder: Path) -> None:
    """Make and keep the index of the present edition, and remove the indexes of editions that no longer exist.

    Raises:
        NotFound: there is no edition.
    """
    with Catalogue.open(folder) as catalogue:
        path = index_path(folder, catalogue.name)
        part = path.with_name(path.name + ".part")
        names = [name_of(entry) for entry in catalogue.names()]
        try:
            former = _index_of_same(folder, names)
            if former is not None:
                os.link(former, part)
            else:
                Register(names).save(part)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    for old in folder.glob("*" + _SUFFIX):
        if not old.with_name(old.name.removesuffix(_SUFFIX)).exists():
            old.unlink(missing_ok=True)


def _index_of_same(folder: Path, names: list[Name]) -> Path | None:
    """The index of another edition in which every company is called the same; None when there is none."""
    for path in sorted(folder.glob("*" + _SUFFIX), reverse=True):
        with contextlib.suppress(Exception), Catalogue(folder, path.name.removesuffix(_SUFFIX)) as catalogue:
            if [name_of(entry) for entry in catalogue.names()] == names:
                return path
    return None


if __name__ == "__main__":
    keep_index(Path(sys.argv[1]))
