"""The one credential store: keys of all services, kept by the SHA-256 of their secrets.

A secret is ``quire_`` and 256 random bits in base64url; it is shown once. What arrives is hashed, looked up by the
hash, and compared in constant time; a plain hash is enough because a random 256-bit secret cannot be guessed. A found
key is remembered for `STALE` seconds, so a key that another process revokes stops within that time (one that this
process revokes stops at once), and the time of last use is written at most once in `TOUCH` seconds.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import secrets
import threading
import uuid
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from quire.access.permissions import ROLE_SCOPES, Role, Scope
from quire.clock import Clock
from quire.errors import BadRequest, Conflict, NotAuthenticated, NotFound, TooManyRequests
from quire.store import database
from quire.store.schema import keys as table

STALE = 3.0
"""Seconds that a found key is believed without asking the database."""

TOUCH = 60.0
"""Seconds between two writings of a key's last use."""

LEAD = "quire_"
"""What every secret begins with, so that scanners of leaked secrets can know it."""

_log = logging.getLogger(__name__)

_PREFIX_LENGTH = len(LEAD) + 6
_REMEMBERED = 4096
_NAME_LENGTH, _OWNER_LENGTH = 200, 255
_LONGEST_SECRET = 512


@dataclass(frozen=True, slots=True)
class Key:
    """A key without its secret."""

    id: str
    prefix: str
    name: str
    owner: str
    role: Role
    scopes: frozenset[Scope]
    created: datetime
    expires: datetime | None = None
    revoked: datetime | None = None
    last_used: datetime | None = None
    rate_submit: int | None = None  # a minute; None takes the setting, 0 is no limit
    rate_read: int | None = None
    quota: int | None = None  # submissions a day (UTC); None is no limit
    quota_day: str = ""
    quota_used: int = 0

    @property
    def is_admin(self) -> bool:
        """Whether it sees everybody's things; managing keys needs the scope `admin` too."""
        return self.role is Role.ADMIN

    def valid(self, now: datetime) -> bool:
        """Whether it opens anything at that moment."""
        return self.revoked is None and (self.expires is None or now < self.expires)

    def may(self, scope: Scope) -> bool:
        """Whether it has the scope."""
        return scope in self.scopes

    def may_hand_out(self, other: Key) -> bool:
        """Whether its holder may see a secret with the rights of `other`: an administrator, or who has them all."""
        if self.may(Scope.ADMIN):
            return True
        return other.owner == self.owner and other.scopes <= self.scopes and (self.is_admin or not other.is_admin)

    def quota_left(self, now: datetime) -> int | None:
        """Submissions left today; None is no limit."""
        if self.quota is None:
            return None
        return max(0, self.quota - (self.quota_used if self.quota_day == _day(now) else 0))


@dataclass(frozen=True, slots=True)
class NewKey:
    """What a key is to be; no scopes means all of the role."""

    name: str
    owner: str
    role: Role = Role.USER
    scopes: frozenset[Scope] = frozenset()
    expires_in_days: int | None = None
    rate_submit: int | None = None
    rate_read: int | None = None
    quota: int | None = None


@dataclass(frozen=True, slots=True)
class KeyChange:
    """What a key is to be from now on; None is no quota, the rate of the settings, or no expiry."""

    name: str
    quota: int | None
    rate_submit: int | None
    scopes: frozenset[Scope]
    expires: datetime | None


class Keys:
    """The keys of a database; for threads."""

    def __init__(self, engine: sa.Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock
        self._lock = threading.Lock()  # of the memory, which threads change while others go through it
        self._memory: OrderedDict[str, tuple[Key, float]] = OrderedDict()  # by hash; the moment it was read
        self._forgotten = 0  # grows with each key that is forgotten: what was read before is not remembered after it
        self._touched: dict[str, float] = {}

    def create(self, new: NewKey) -> tuple[Key, str]:
        """A new key and its secret, which is never shown again.

        Raises:
            BadRequest: a name, owner, expiry or number that cannot be.
        """
        key, secret = self._draft(new)
        with database.write(self._engine) as connection:
            connection.execute(sa.insert(table).values(_row(key, secret)))
        return key, secret

    def create_first(self, new: NewKey) -> tuple[Key, str]:
        """The first key of an installation.

        Raises:
            NotAuthenticated: there is a key already, even a revoked one; the path is closed for good.
            BadRequest: as `create`.
        """
        key, secret = self._draft(new)
        with self._managing() as connection:
            if connection.execute(sa.select(table.c.id).limit(1)).first() is not None:
                raise NotAuthenticated
            connection.execute(sa.insert(table).values(_row(key, secret)))
        return key, secret

    def any(self) -> bool:
        """Whether any key was ever made."""
        with database.read(self._engine) as connection:
            return connection.execute(sa.select(table.c.id).limit(1)).first() is not None

    def remembered(self, hashed: str) -> Key | None:
        """The key that was found in the last `STALE` seconds and is valid; None sends you to `find`.

        Args:
            hashed: `secret_hash` of its secret.
        """
        kept = self._memory.get(hashed)
        if kept is None or self._clock.monotonic() - kept[1] > STALE:
            return None
        key = kept[0]
        if key.revoked is None and key.expires is None:  # the moment does not matter
            return key
        return key if key.valid(self._clock.now()) else None

    def find(self, secret: str) -> Key:
        """The valid key of a secret; its last use is noted.

        Raises:
            NotAuthenticated: unknown, revoked or expired.
        """
        if not secret or len(secret) > _LONGEST_SECRET:
            raise NotAuthenticated
        hashed, forgotten = secret_hash(secret), self._forgotten
        with database.read(self._engine) as connection:
            row = connection.execute(sa.select(table).where(table.c.secret_hash == hashed)).first()
        known = row.secret_hash if row is not None else "0" * 64
        if not hmac.compare_digest(known, hashed) or row is None:
            raise NotAuthenticated
        key = _key(row)
        if not key.valid(self._clock.now()):
            with self._lock:
                self._memory.pop(hashed, None)
            raise NotAuthenticated
        self._remember(hashed, key, forgotten)
        self._touch(key)
        return key

    def get(self, key_id: str) -> Key:
        """The key of an id, valid or not.

        Raises:
            NotFound: there is none.
        """
        with database.read(self._engine) as connection:
            row = connection.execute(sa.select(table).where(table.c.id == key_id)).first()
        if row is None:
            raise NotFound("There is no such key.")
        return _key(row)

    def all(self, *, owner: str | None = None) -> list[Key]:
        """Every key (of one owner), the newest first, revoked ones too."""
        query = sa.select(table).order_by(table.c.created.desc(), table.c.id)
        if owner is not None:
            query = query.where(table.c.owner == owner)
        with database.read(self._engine) as connection:
            return [_key(row) for row in connection.execute(query)]

    def revoke(self, key_id: str, *, keep_manager: bool = False) -> Key:
        """The key, which opens nothing from now on; revoking twice changes nothing.

        Raises:
            NotFound: there is no such key.
            Conflict: `keep_manager`, and no other valid key could manage keys.
        """
        change = sa.update(table).where(table.c.id == key_id, table.c.revoked.is_(None))
        with self._managing() as connection:
            if keep_manager and self._is_last_manager(connection, key_id):
                raise Conflict(LAST_MANAGER)
            connection.execute(change.values(revoked=self._clock.now()))
        self._forget(key_id)
        return self.get(key_id)

    def change(self, key_id: str, to: KeyChange) -> Key:
        """The key with another name, other limits and permissions.

        Raises:
            NotFound: there is no such key. BadRequest: a name, number, permission or moment that cannot be.
            Conflict: it would expire or lose the permission, and no other valid key could manage keys.
        """
        before = self.get(key_id)
        if not to.scopes or not to.scopes <= ROLE_SCOPES[before.role]:
            raise BadRequest("A key needs at least one permission, of those of its role.")
        if to.expires is not None and to.expires != before.expires and to.expires <= self._clock.now():
            raise BadRequest("The day on which a key expires must be in the future.")
        values = {
            "name": _line(to.name, "name", _NAME_LENGTH),
            "quota": _number(to.quota, "quota"),
            "rate_submit": _number(to.rate_submit, "rate_submit"),
            "scopes": _words(to.scopes),
            "expires": to.expires,
        }
        ends = Scope.ADMIN not in to.scopes or to.expires not in {None, before.expires}
        with self._managing() as connection:
            if ends and self._is_last_manager(connection, key_id):
                raise Conflict(LAST_MANAGER)
            connection.execute(sa.update(table).where(table.c.id == key_id).values(values))
        self._forget(key_id)
        return self.get(key_id)

    @contextlib.contextmanager
    def _managing(self) -> Iterator[sa.Connection]:
        """A transaction that sees what others do to keys; SQLite's write transactions already take turns."""
        with database.write(self._engine) as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.text("LOCK TABLE quire_keys IN EXCLUSIVE MODE"))
            yield connection

    def _is_last_manager(self, connection: sa.Connection, key_id: str) -> bool:
        """Whether a key is valid and may manage keys, and no other one is and may."""
        now, all_keys = self._clock.now(), map(_key, connection.execute(sa.select(table)))
        return {key.id for key in all_keys if key.valid(now) and key.may(Scope.ADMIN)} == {key_id}

    def rotate(self, key_id: str) -> tuple[Key, str]:
        """A new key with the rights and the expiry of an old one, which is revoked in the same transaction.

        Raises:
            NotFound: there is no such key.
            BadRequest: the old one is no longer valid.
        """
        old, now = self.get(key_id), self._clock.now()
        if not old.valid(now):
            raise BadRequest("Only a valid key can be rotated.")
        key, secret = self._draft(NewKey(old.name, old.owner, old.role, old.scopes))
        row = _row(key, secret) | {
            "expires": old.expires,
            "rate_submit": old.rate_submit,
            "rate_read": old.rate_read,
            "quota": old.quota,
            "quota_day": old.quota_day,
            "quota_used": old.quota_used,
        }
        revoke = sa.update(table).where(table.c.id == key_id, table.c.revoked.is_(None)).values(revoked=now)
        with database.write(self._engine) as connection:
            if connection.execute(revoke).rowcount != 1:
                raise BadRequest("Only a valid key can be rotated.")
            connection.execute(sa.insert(table).values(row))
        self._forget(key_id)
        return self.get(key.id), secret

    def charge(self, key: Key) -> None:
        """Count one submission against the key's quota of today.

        Raises:
            TooManyRequests: the quota is used up.
        """
        if key.quota is None:
            return
        today = _day(self._clock.now())
        same_day = table.c.quota_day == today
        change = (
            sa.update(table)
            .where(table.c.id == key.id, sa.or_(~same_day, table.c.quota_used < table.c.quota))
            .values(quota_day=today, quota_used=sa.case((same_day, table.c.quota_used + 1), else_=1))
        )
        with database.write(self._engine) as connection:
            counted = connection.execute(change).rowcount == 1 and key.quota > 0
        self._forget(key.id)
        if not counted:
            raise TooManyRequests(QUOTA_SENTENCE)

    def _draft(self, new: NewKey) -> tuple[Key, str]:
        secret = LEAD + secrets.token_urlsafe(32)
        now = self._clock.now()
        key = Key(
            id=str(uuid.uuid4()),
            prefix=secret[:_PREFIX_LENGTH],
            name=_line(new.name, "name", _NAME_LENGTH),
            owner=_line(new.owner, "username", _OWNER_LENGTH),
            role=new.role,
            scopes=new.scopes or ROLE_SCOPES[new.role],
            created=now,
            expires=_expiry(now, new.expires_in_days),
            rate_submit=_number(new.rate_submit, "rate_submit"),
            rate_read=_number(new.rate_read, "rate_read"),
            quota=_number(new.quota, "quota"),
        )
        return key, secret

    def _remember(self, hashed: str, key: Key, forgotten: int) -> None:
        with self._lock:
            if forgotten != self._forgotten:  # it may have been revoked or charged since it was read
                return
            self._memory[hashed] = (key, self._clock.monotonic())
            self._memory.move_to_end(hashed)
            while len(self._memory) > _REMEMBERED:
                self._memory.popitem(last=False)

    def _forget(self, key_id: str) -> None:
        with self._lock:
            self._forgotten += 1
            for hashed in [hashed for hashed, (key, _) in self._memory.items() if key.id == key_id]:
                del self._memory[hashed]

    def _touch(self, key: Key) -> None:
        now = self._clock.monotonic()
        if now - self._touched.get(key.id, -TOUCH) < TOUCH:
            return
        self._touched[key.id] = now
        change = sa.update(table).where(table.c.id == key.id).values(last_used=self._clock.now())
        try:
            with database.write(self._engine) as connection:
                connection.execute(change)
        except OperationalError as problem:  # a full disk, say: no reason to refuse the key
            _log.warning("The last use of key %s could not be noted (%s).", key.id, type(problem.orig).__name__)


MAX_DAYS = 36500
"""Days after which a key may expire: a hundred years; later dates overflow."""

LAST_MANAGER = "This is the only key that can manage keys. Create another one for an administrator first."
"""The public sentence of a key that can neither be revoked nor expire."""

QUOTA_SENTENCE = "The daily quota of this key is used up."
"""The public sentence of a key whose quota is spent."""


def seconds_to_midnight(now: datetime) -> int:
    """Seconds until the quota's next day begins (UTC), at least 1."""
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return max(1, int((midnight - now).total_seconds()))


def secret_hash(secret: str) -> str:
    """What is stored and remembered of a secret: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def _day(now: datetime) -> str:
    return now.date().isoformat()


def _line(text: str, what: str, longest: int) -> str:
    """A name as one line of printable text."""
    line = text.strip()
    if not line or len(line) > longest or not line.isprintable():
        raise BadRequest(f"{what} must be 1 to {longest} printable characters.")
    return line


def _number(value: int | None, what: str) -> int | None:
    if value is not None and not 0 <= value <= 10**9:
        raise BadRequest(f"{what} must be a whole number, 0 or more.")
    return value


def _expiry(now: datetime, days: int | None) -> datetime | None:
    if days is None:
        return None
    if not 1 <= days <= MAX_DAYS:
        raise BadRequest(f"expires_in_days must be a whole number from 1 to {MAX_DAYS}.")
    return now + timedelta(days=days)


def _row(key: Key, secret: str) -> dict[str, object]:
    return {
        "id": key.id,
        "prefix": key.prefix,
        "secret_hash": secret_hash(secret),
        "name": key.name,
        "owner": key.owner,
        "role": key.role.value,
        "scopes": _words(key.scopes),
        "created": key.created,
        "expires": key.expires,
        "rate_submit": key.rate_submit,
        "rate_read": key.rate_read,
        "quota": key.quota,
        "quota_day": "",
        "quota_used": 0,
    }


def _words(scopes: Iterable[Scope]) -> list[str]:
    return [scope.value for scope in Scope if scope in set(scopes)]


def _key(row: sa.Row[tuple[object, ...]]) -> Key:
    known = {scope.value for scope in Scope}
    return Key(
        id=row.id,
        prefix=row.prefix,
        name=row.name,
        owner=row.owner,
        role=Role(row.role),
        scopes=frozenset(Scope(word) for word in row.scopes if word in known),
        created=row.created,
        expires=row.expires,
        revoked=row.revoked,
        last_used=row.last_used,
        rate_submit=row.rate_submit,
        rate_read=row.rate_read,
        quota=row.quota,
        quota_day=row.quota_day,
        quota_used=row.quota_used,
    )
