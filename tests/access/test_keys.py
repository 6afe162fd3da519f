"""The credential store."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
import sqlalchemy as sa

from quire.access.keys import LEAD, STALE, Keys, NewKey, seconds_to_midnight, secret_hash
from quire.access.permissions import ROLE_SCOPES, Role, Scope
from quire.clock import FakeClock
from quire.errors import BadRequest, NotAuthenticated, NotFound, TooManyRequests
from quire.store.database import connect
from quire.store.schema import keys as table
from tests.databases import Postgres, Sqlite

NEW = NewKey("notebook", "lin")


@pytest.fixture
def engine(database: Sqlite | Postgres) -> Iterator[sa.Engine]:
    made = connect(database.fresh())
    yield made
    made.dispose()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def keys(engine: sa.Engine, clock: FakeClock) -> Keys:
    return Keys(engine, clock)


def test_the_secret_is_long_random_and_kept_as_a_hash_only(keys: Keys, engine: sa.Engine):
    key, secret = keys.create(NEW)
    other = keys.create(NEW)[1]
    assert secret != other
    assert len(secret.removeprefix(LEAD)) == 43  # 256 bits in base64url
    with engine.connect() as connection:
        rows = connection.execute(sa.select(table)).mappings().all()
    assert all(secret not in str(value) for row in rows for value in row.values())
    assert hashlib.sha256(secret.encode()).hexdigest() in {row["secret_hash"] for row in rows}
    assert secret.startswith(key.prefix)
    assert len(key.prefix) < 15


def test_a_secret_finds_its_key(keys: Keys):
    key, secret = keys.create(NEW)
    found = keys.find(secret)
    assert (found.id, found.owner, found.role, found.scopes) == (key.id, "lin", Role.USER, ROLE_SCOPES[Role.USER])


@pytest.mark.parametrize("secret", ["", "x", LEAD, "x" * 10_000, "\udcff", "quire_' OR 1=1 --"])
def test_other_secrets_find_nothing(keys: Keys, secret: str):
    keys.create(NEW)
    with pytest.raises(NotAuthenticated):
        keys.find(secret)


def test_expired_and_revoked_keys_find_nothing(keys: Keys, clock: FakeClock):
    _, short = keys.create(NewKey("a", "lin", expires_in_days=1))
    revoked, gone = keys.create(NEW)
    keys.find(short)
    keys.revoke(revoked.id)
    clock.advance(86400)
    for secret in (short, gone):
        assert keys.remembered(secret_hash(secret)) is None
        with pytest.raises(NotAuthenticated):
            keys.find(secret)


def test_a_revoked_key_stops_at_once_here_and_soon_elsewhere(keys: Keys, engine: sa.Engine, clock: FakeClock):
    elsewhere = Keys(engine, clock)
    key, secret = keys.create(NEW)
    keys.find(secret)
    elsewhere.find(secret)
    assert keys.remembered(secret_hash(secret)) is not None
    keys.revoke(key.id)
    assert keys.remembered(secret_hash(secret)) is None
    assert elsewhere.remembered(secret_hash(secret)) is not None
    clock.advance(STALE + 0.1)
    assert elsewhere.remembered(secret_hash(secret)) is None
    with pytest.raises(NotAuthenticated):
        elsewhere.find(secret)


def test_a_remembered_key_expires_on_time(keys: Keys, clock: FakeClock):
    _, secret = keys.create(NewKey("a", "lin", expires_in_days=1))
    clock.advance(86400 - 1)
    keys.find(secret)
    clock.advance(1)
    assert keys.remembered(secret_hash(secret)) is None


def test_a_key_that_is_revoked_while_it_is_looked_up_is_not_remembered(keys: Keys, engine: sa.Engine):
    made, secret = keys.create(NEW)
    doomed = [made.id]

    def revoke(*_: object) -> None:
        if doomed:
            keys.revoke(doomed.pop())

    sa.event.listen(engine, "after_cursor_execute", revoke)
    assert keys.find(secret).id == made.id  # it was valid when it was read
    assert keys.remembered(secret_hash(secret)) is None
    with pytest.raises(NotAuthenticated):
        keys.find(secret)


def test_the_last_use_is_noted_but_not_at_every_request(keys: Keys, clock: FakeClock):
    key, secret = keys.create(NEW)
    first = clock.now()
    keys.find(secret)
    clock.advance(30)
    keys.find(secret)
    assert keys.get(key.id).last_used == first
    clock.advance(31)
    keys.find(secret)
    assert keys.get(key.id).last_used == clock.now()


def test_a_key_opens_though_its_last_use_cannot_be_noted(keys: Keys, monkeypatch):
    _, secret = keys.create(NEW)

    def full(_):
        raise sa.exc.OperationalError("UPDATE", {}, Exception("database or disk is full"))

    monkeypatch.setattr("quire.store.database.write", full)
    assert keys.find(secret).owner == "lin"


def test_the_first_key_is_made_once(keys: Keys):
    assert not keys.any()
    first, _ = keys.create_first(NewKey("root", "root", Role.ADMIN))
    assert keys.any()
    keys.revoke(first.id)
    with pytest.raises(NotAuthenticated):
        keys.create_first(NEW)


def test_of_many_first_keys_at_the_same_time_one_is_made(keys: Keys):
    made, refused = [], []
    gate = threading.Barrier(8)

    def make() -> None:
        gate.wait()
        try:
            made.append(keys.create_first(NEW))
        except NotAuthenticated:
            refused.append(1)

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), len(refused), len(keys.all())) == (1, 7, 1)


@pytest.mark.parametrize(
    "new",
    [
        NewKey("", "lin"),
        NewKey("a", " "),
        NewKey("a\nb", "lin"),
        NewKey("a" * 201, "lin"),
        NewKey("a", "lin\x00"),
        NewKey("a", "lin", expires_in_days=0),
        NewKey("a", "lin", expires_in_days=36501),
        NewKey("a", "lin", quota=-1),
    ],
)
def test_keys_that_cannot_be(keys: Keys, new: NewKey):
    with pytest.raises(BadRequest):
        keys.create(new)
    assert keys.all() == []


def test_rotation_keeps_the_rights_and_ends_the_old_key(keys: Keys, clock: FakeClock):
    old, secret = keys.create(NewKey("a", "lin", scopes=frozenset({Scope.PARSE}), expires_in_days=9, quota=5))
    keys.charge(keys.find(secret))
    clock.advance(60)
    new, fresh = keys.rotate(old.id)
    assert (new.owner, new.scopes, new.expires, new.quota) == ("lin", {Scope.PARSE}, old.expires, 5)
    assert new.quota_left(clock.now()) == 4
    assert keys.find(fresh).id == new.id
    with pytest.raises(NotAuthenticated):
        keys.find(secret)
    with pytest.raises(BadRequest):
        keys.rotate(old.id)
    with pytest.raises(NotFound):
        keys.rotate("unknown")


def test_revoking_twice_keeps_the_first_moment(keys: Keys, clock: FakeClock):
    key, _ = keys.create(NEW)
    first = keys.revoke(key.id).revoked
    clock.advance(60)
    assert keys.revoke(key.id).revoked == first
    with pytest.raises(NotFound):
        keys.revoke("unknown")


def test_the_quota_is_of_a_day_and_shared_by_threads(keys: Keys, clock: FakeClock):
    key, _ = keys.create(NewKey("a", "lin", quota=10))
    taken, refused = [], []

    def take() -> None:
        for _ in range(5):
            try:
                keys.charge(key)
                taken.append(1)
            except TooManyRequests:
                refused.append(1)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(taken), len(refused)) == (10, 10)
    assert keys.get(key.id).quota_left(clock.now()) == 0
    clock.advance(86400)
    assert keys.get(key.id).quota_left(clock.now()) == 10
    keys.charge(key)


def test_a_quota_of_nothing(keys: Keys):
    key, _ = keys.create(NewKey("a", "lin", quota=0))
    with pytest.raises(TooManyRequests):
        keys.charge(key)


def test_the_list_is_of_one_owner_when_asked(keys: Keys, clock: FakeClock):
    keys.create(NEW)
    clock.advance(1)
    keys.create(NewKey("other", "wang"))
    assert [key.owner for key in keys.all()] == ["wang", "lin"]
    assert [key.name for key in keys.all(owner="lin")] == ["notebook"]


def test_the_seconds_to_midnight():
    clock = FakeClock()
    assert seconds_to_midnight(clock.now()) == 86400
    assert seconds_to_midnight(clock.now() + timedelta(seconds=86399.5)) == 1
