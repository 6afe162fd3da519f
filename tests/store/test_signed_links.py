"""Signed links: what is signed is all that works, for as long as it was signed for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.clock import FakeClock
from quire.errors import Gone, NotAllowed
from quire.store.database import connect
from quire.store.signed_links import Links, installation_secret

TEXT = st.text(max_size=12)


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def links(clock):
    return Links(b"secret", clock)


def test_a_link_works_until_it_expires(links, clock):
    signed = links.sign("GET", "id", "报告.md", seconds=3600, key_id="k")
    links.verify("GET", "id", "报告.md", signed)
    links.verify("HEAD", "id", "报告.md", signed)
    clock.advance(3599)
    links.verify("GET", "id", "报告.md", signed)
    clock.advance(1)
    with pytest.raises(Gone):
        links.verify("GET", "id", "报告.md", signed)


@pytest.mark.parametrize(
    "change", [{"expires": 9999999999}, {"key_id": "other"}, {"mac": "0" * 64}, {"mac": "é"}, {"mac": ""}]
)
def test_a_changed_signature_is_not_allowed(links, change):
    signed = links.sign("GET", "id", "a", seconds=3600, key_id="k")
    with pytest.raises(NotAllowed):
        links.verify("GET", "id", "a", replace(signed, **change))


@pytest.mark.parametrize(("method", "task", "name"), [("POST", "id", "a"), ("GET", "di", "a"), ("GET", "id", "b")])
def test_it_holds_for_one_thing(links, method, task, name):
    signed = links.sign("GET", "id", "a", seconds=3600, key_id="k")
    with pytest.raises(NotAllowed):
        links.verify(method, task, name, signed)


def test_another_secret_signs_differently(links, clock):
    signed = Links(b"other", clock).sign("GET", "id", "a", seconds=3600, key_id="k")
    with pytest.raises(NotAllowed):
        links.verify("GET", "id", "a", signed)


def test_a_forged_link_is_not_told_that_it_is_late(links, clock):
    signed = replace(links.sign("GET", "id", "a", seconds=1, key_id="k"), mac="0" * 64)
    clock.advance(10)
    with pytest.raises(NotAllowed):
        links.verify("GET", "id", "a", signed)


@given(st.tuples(TEXT, TEXT, TEXT), st.tuples(TEXT, TEXT, TEXT))
def test_fields_do_not_run_into_each_other(one, other):
    links = Links(b"secret", FakeClock())
    first, second = (links.sign("GET", task, name, seconds=60, key_id=key).mac for task, name, key in (one, other))
    assert (first == second) == (one == other)


def test_the_secret_is_made_once(database):
    engine = connect(database.fresh())
    with ThreadPoolExecutor(8) as pool:
        secrets = {future.result() for future in [pool.submit(installation_secret, engine) for _ in range(8)]}
    assert len(secrets) == 1
    assert len(secrets.pop()) == 32
    engine.dispose()
