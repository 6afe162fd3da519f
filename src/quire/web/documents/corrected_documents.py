"""Converted documents with what people have corrected: pages, formats, and the truth for the quality gate."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quire.errors import BadRequest, Gone, NotFound
from quire.tasks.review_log import Change
from quire.tasks.task_states import Task
from quire.web.documents.corrected_results import DETAILS, Wanted, read_details, reviews_of
from quire.web.documents.submissions import SOURCE
from quire.web.http.filenames import stem
from quire.web.http.operation import Json
from quire.web.http.query_parameters import digits
from quire.web.state.site import Site

INDEX = "view/pages.json"
"""The stored name of the list of pages of a document; `quire.jobs.document_view` says what is in it."""

MAX_PAGE_BYTES = 16 << 20
"""Bytes of a page of the viewer."""

Changes = Sequence[tuple[str, str]]


def is_document(task: Task) -> bool:
    """Whether a result is a document whose pages were kept."""
    return INDEX in task.images


def text_changes(changes: Iterable[Change]) -> list[tuple[str, str]]:
    """The changes of texts of a log: place and text, in their order."""
    return [(change.place, change.after) for change in changes if change.place]


def changes_of(here: Site, task: Task) -> list[tuple[str, str]]:
    """What people have changed in a document; blocks."""
    return text_changes(here.reviews.log.changes(task.id)) if here.reviews else []


def read_stored(here: Site, task: Task, name: str) -> Any:  # noqa: ANN401 - JSON
    """The JSON of a file that lies beside a result; None when it is too large; blocks."""
    lies = here.tasks.image_file(task, name)
    if here.files.stat(lies).size > MAX_PAGE_BYTES:
        return None
    return json.loads(b"".join(here.files.open(lies)))


def read_page(here: Site, task: Task, number: int) -> Mapping[str, Any]:
    """A page as it was read; blocks.

    Raises:
        NotFound: there is none, or it is too large.
    """
    content = read_stored(here, task, f"view/{number}.json")
    if content is None:
        raise NotFound("The result is too large to display.")
    return dict(content)


def changed_pages(here: Site, task: Task, changes: Changes) -> dict[int, Mapping[str, Any]]:
    """The pages as they were read on which something was changed; blocks.

    Raises:
        BadRequest: a place names none. NotFound: the document does not have it.
    """
    numbers = {_page_of(place) for place, _ in changes}
    return {number: read_page(here, task, number) for number in sorted(numbers)}


def _page_of(place: str) -> int:
    number = digits(place.partition("/")[0])
    if number is None:
        raise BadRequest(f"There is no value at “{place[:80]}”.")
    return number


def changed_blocks(here: Site, task: Task) -> list[Json]:
    """The blocks that people have changed, as corrected; blocks."""
    changes = changes_of(here, task)
    return [*reviews_of(here).documents.changed(changed_pages(here, task, changes), changes)]


def correct_blocks(here: Site, task: Task, person: str, wanted: Wanted) -> None:
    """Correct a document, and count its blocks in doubt anew; blocks.

    Raises:
        BadRequest, NotFound: there is no such place or page. Conflict: somebody has corrected the same.
    """
    documents, log = reviews_of(here).documents, reviews_of(here).log
    noted = log.changes(task.id)
    base, made, present = wanted.base(noted), text_changes(noted), dict[str, str]()
    for number, content in changed_pages(here, task, [*wanted.after.items(), *wanted.edits]).items():
        present |= documents.texts(number, documents.page(number, content, made))
    changes = wanted.changes(present)
    everything = [*made, *((place, text) for place, _, text in changes)]
    for number, content in changed_pages(here, task, everything).items():
        documents.page(number, content, everything)  # raises
    log.record(task.id, person, changes, seen=base)
    here.tasks.doubted(task.id, len(task.warnings), blocks_in_doubt(here, task, everything))


def packed_changes(here: Site, task: Task) -> str:
    """The changes of a document as the option of a task that writes it once more; "" for none; blocks."""
    changes = changes_of(here, task)
    return reviews_of(here).documents.packed(changed_pages(here, task, changes), changes) if changes else ""


def truth_of(here: Site, task: Task) -> bytes:
    """A ZIP file with the upload and its corrected reading as the quality gate takes them; blocks.

    Raises:
        NotFound: the upload was not kept. BadRequest: only some of its pages were read.
    """
    if task.options.get("pages"):
        raise BadRequest("Only some pages of this document were read. Send these pages as a file of their own.")
    changes, documents = changes_of(here, task), reviews_of(here).documents
    numbers = [page["page"] for page in read_stored(here, task, INDEX) or ()]
    source = b"".join(here.files.open(here.tasks.image_file(task, SOURCE)))
    pages = (documents.page(number, read_page(here, task, number), changes) for number in numbers)
    return documents.truth(stem(task.filename), source, pages)


def count_earlier(here: Site, whose: str | None, *, limit: int) -> None:
    """Count the doubts of results of earlier releases, which did not; blocks."""
    for task in here.tasks.uncounted((INDEX, DETAILS), owner=whose, limit=limit):
        failed = low = 0
        with contextlib.suppress(NotFound, Gone, ValueError):  # its files are gone, or are of no known form
            if is_document(task):
                low = blocks_in_doubt(here, task, changes_of(here, task))
            else:
                failed, low = reviews_of(here).doubts(json.loads(read_details(here, task)))
        here.tasks.doubted(task.id, failed + len(task.warnings), low)


def blocks_in_doubt(here: Site, task: Task, changes: Changes) -> int:
    """Blocks in doubt that nobody has corrected; blocks."""
    documents = reviews_of(here).documents
    low: int = sum(page["doubtful"] for page in read_stored(here, task, INDEX) or ())
    for number, read in changed_pages(here, task, changes).items():
        before, after = read["blocks"], documents.page(number, read, changes)["blocks"]
        low += sum(map(documents.is_doubtful, after)) - sum(map(documents.is_doubtful, before))
    return max(low, 0)
