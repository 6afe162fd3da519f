"""Files that arrive in parts, over as many connections and processes as it takes.

A part is a stored file of its own, and the row says which parts there are: whoever appends one changes the row only if
nobody else did since, so of two that send the same bytes one wins. A process that dies leaves at most a part that no
row names; it goes with the folder. An upload ends when it expires: a day after its last part, an hour after its use.
"""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import BadRequest, Conflict, Gone, NotFound, TooManyRequests
from quire.store.database import read, write
from quire.store.file_store import Files
from quire.store.schema import uploads as rows

LIFETIME = timedelta(hours=24)
"""After the last part that came."""

USED_LIFETIME = timedelta(hours=1)
"""After a submission of it: long enough to repeat one whose answer was lost, or to ask for another format."""

GONE_LIFETIME = timedelta(hours=1)
"""The row of an expired one stays so long: its sender is told, and no part can be added while its files go."""

MAX_PARTS = 2000
"""Parts of a file; a sender who cuts 200 MB finer than 100 KB is told so."""

MAX_OPEN, MAX_OPEN_BYTES = 100, 2 << 30
"""Uploads of one owner, and their bytes as announced, that are neither used nor expired: as many as a batch takes."""


@dataclass(frozen=True, slots=True)
class ResumableUpload:
    """A file that arrives in parts.

    Attributes:
        id: 32 hexadecimal digits, a secret of its owner.
        filename: cleaned.
        length: bytes of the whole file.
        received: bytes that are stored.
        parts: their stored names, in order.
    """

    id: str
    owner: str
    filename: str
    length: int
    received: int
    parts: tuple[str, ...]
    expires: datetime


class ResumableUploads:
    """The uploads of an installation, as one process sees them; every method blocks.

    Args:
        engine: the database.
        files: where the parts are kept.
        clock: the time.
    """

    def __init__(self, engine: sa.Engine, files: Files, clock: Clock) -> None:
        self._engine, self._files, self._clock = engine, files, clock

    def create(self, owner: str, filename: str, length: int) -> ResumableUpload:
        """A new upload of which nothing has arrived.

        Raises:
            TooManyRequests: the owner has too many open ones.
        """
        now = self._clock.now()
        new = ResumableUpload(uuid.uuid4().hex, owner, filename, length, 0, (), now + LIFETIME)
        mine = (rows.c.owner == owner, rows.c.expires > now, rows.c.used.is_(None))
        with write(self._engine) as connection:
            counts = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(rows.c.length), 0)).where(*mine)
            number, size = connection.execute(counts).one()
            if number >= MAX_OPEN or size + length > MAX_OPEN_BYTES:
                raise TooManyRequests("You have too many unfinished uploads. Finish or delete some of them.")
            values = {"id": new.id, "owner": owner, "filename": filename, "length": length, "received": 0}
            values |= {"parts": [], "created": now, "used": None, "expires": new.expires}
            connection.execute(sa.insert(rows).values(values))
        return new

    def find(self, upload_id: str, owner: str) -> ResumableUpload:
        """The upload.

        Raises:
            NotFound: no such upload, or another owner's. Gone: it has expired, or was deleted.
        """
        with read(self._engine) as connection:
            row = connection.execute(sa.select(rows).where(rows.c.id == upload_id)).mappings().first()
        if row is None or row["owner"] != owner:
            raise NotFound("Upload not found")
        if row["expires"] <= self._clock.now():
            raise Gone("The upload has expired.")
        parts = tuple(row["parts"])
        return ResumableUpload(upload_id, owner, row["filename"], row["length"], row["received"], parts, row["expires"])

    def append(self, upload: ResumableUpload, part: Path) -> ResumableUpload:
        """The upload with the bytes of a local file after those that it had.

        Raises:
            Conflict: somebody else has added bytes, or deleted it, since `upload` was found.
            BadRequest: it has too many parts. StorageUnavailable: the part cannot be stored.
        """
        size, now = part.stat().st_size, self._clock.now()
        if not size:
            return upload
        if len(upload.parts) >= MAX_PARTS:
            raise BadRequest(f"An upload can have at most {MAX_PARTS} parts. Send larger ones.")
        name = f"{_folder(upload.id)}/{uuid.uuid4().hex}"
        self._files.put_file(part, name)
        received, parts, expires = upload.received + size, (*upload.parts, name), now + LIFETIME
        unchanged = (rows.c.id == upload.id, rows.c.received == upload.received, rows.c.expires > now)
        with write(self._engine) as connection:
            changes = {"received": received, "parts": list(parts), "expires": expires}
            done = connection.execute(sa.update(rows).where(*unchanged).values(changes))
        if not done.rowcount:
            self._files.delete(name)
            raise Conflict("Other bytes have arrived at this offset. Ask for the present one.")
        return ResumableUpload(upload.id, upload.owner, upload.filename, upload.length, received, parts, expires)

    def fetch(self, upload: ResumableUpload, path: Path) -> str:
        """Write the whole file to the local `path`, which must not exist, and note its use; its SHA-256 in hex.

        Raises:
            Conflict: bytes are missing. NotFound: it was deleted meanwhile.
        """
        if upload.received < upload.length:
            raise Conflict(f"The upload is not complete: {upload.received} of {upload.length} bytes have arrived.")
        digest, now = hashlib.sha256(), self._clock.now()
        with path.open("xb") as file:
            for name in upload.parts:
                for piece in self._files.open(name):
                    digest.update(piece)
                    file.write(piece)
        with write(self._engine) as connection:
            used = {"used": now, "expires": now + USED_LIFETIME}
            connection.execute(sa.update(rows).where(rows.c.id == upload.id, rows.c.expires > now).values(used))
        return digest.hexdigest()

    def delete(self, upload: ResumableUpload) -> None:
        """End an upload and remove its bytes."""
        with write(self._engine) as connection:
            connection.execute(sa.update(rows).where(rows.c.id == upload.id).values(expires=self._clock.now()))
        self._files.delete(_folder(upload.id))

    def expire(self) -> None:
        """Remove what has expired; a step may be done again after a crash in the middle."""
        now = self._clock.now()
        with read(self._engine) as connection:
            old = [*connection.execute(sa.select(rows.c.id).where(rows.c.expires < now - GONE_LIFETIME)).scalars()]
        for upload_id in old:
            self._files.delete(_folder(upload_id))
            with write(self._engine) as connection:
                connection.execute(sa.delete(rows).where(rows.c.id == upload_id))


def _folder(upload_id: str) -> str:
    return f"uploads/{upload_id}"
