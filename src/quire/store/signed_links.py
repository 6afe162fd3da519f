"""Links to files that work without a key, for a while.

A link carries the moment it expires, the key it was made for, and an HMAC-SHA256 over method, task, file name, moment
and key. The secret is made once for an installation and lies in its database, so every process signs and checks alike.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from urllib.parse import urlencode

import sqlalchemy as sa

from quire.clock import Clock, SystemClock
from quire.errors import Gone, NotAllowed
from quire.store.database import insert, read, write
from quire.store.schema import settings

SECRET = "link_secret"  # noqa: S105 - the name of the setting
SECRET_BYTES = 32
"""As long as the hash's output: more adds nothing (RFC 2104, section 3)."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The signed part of a link.

    Attributes:
        expires: moment in whole seconds since 1970, UTC.
        key_id: the key whose holder asked for the link.
        mac: 64 hexadecimal digits.
    """

    expires: int
    key_id: str
    mac: str

    def query(self) -> str:
        """The signature as a query string: ``expires=...&key=...&signature=...``."""
        return urlencode({"expires": self.expires, "key": self.key_id, "signature": self.mac})


class Links:
    """Signs and checks links.

    Args:
        secret: from `installation_secret`.
        clock: the time.
    """

    def __init__(self, secret: bytes, clock: Clock | None = None) -> None:
        self._secret = secret
        self._clock = clock or SystemClock()

    def sign(self, method: str, task_id: str, name: str, *, seconds: float, key_id: str) -> Signature:
        """A signature that allows `method` (GET allows HEAD too) on the file `name` of the task for so many seconds."""
        expires = int(self._clock.now().timestamp() + seconds)
        return Signature(expires, key_id, self._mac(method, task_id, name, expires, key_id))

    def verify(self, method: str, task_id: str, name: str, signature: Signature) -> None:
        """Nothing, when the signature allows it.

        Raises:
            NotAllowed: it was not made by us for exactly this.
            Gone: it was, and has expired.
        """
        wanted = "GET" if method.upper() == "HEAD" else method
        right = self._mac(wanted, task_id, name, signature.expires, signature.key_id)
        if not hmac.compare_digest(right.encode(), signature.mac.encode(errors="surrogatepass")):
            raise NotAllowed("The link is not valid.")
        if self._clock.now().timestamp() >= signature.expires:
            raise Gone("The link has expired.")

    def _mac(self, method: str, task_id: str, name: str, expires: int, key_id: str) -> str:
        """Each field is preceded by its length, so that no two different lists give the same message."""
        message = b"".join(
            len(field).to_bytes(4) + field
            for field in (
                part.encode(errors="surrogatepass") for part in (method.upper(), task_id, name, str(expires), key_id)
            )
        )
        return hmac.new(self._secret, message, hashlib.sha256).hexdigest()


def installation_secret(engine: sa.Engine, clock: Clock | None = None) -> bytes:
    """The installation's secret for links, made at the first call by whichever process comes first."""
    wanted = sa.select(settings.c.value).where(settings.c.name == SECRET)
    with read(engine) as connection:
        value = connection.execute(wanted).scalar()
    if value is None:
        fresh = {
            "name": SECRET,
            "value": secrets.token_hex(SECRET_BYTES),
            "created": (clock or SystemClock()).now(),
        }
        with write(engine) as connection:
            connection.execute(insert(connection, settings).values(fresh).on_conflict_do_nothing())
            value = connection.execute(wanted).scalar_one()
    return bytes.fromhex(str(value))
