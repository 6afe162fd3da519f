"""Who tries wrong keys waits; nobody else does."""

from __future__ import annotations

import pytest

from quire.clock import FakeClock
from quire.web.state.wrong_keys import WRONG_KEYS, WrongKeys


@pytest.fixture
def wrong_keys(clock: FakeClock) -> WrongKeys:
    return WrongKeys(clock)


def exhaust(wrong_keys: WrongKeys, address: str) -> None:
    for number in range(WRONG_KEYS.burst):
        assert wrong_keys.wait(address, f"guess {number}") == 0
        wrong_keys.wrong(address, f"guess {number}")


def test_an_address_waits_after_its_burst_and_then_between_two_keys(wrong_keys: WrongKeys, clock: FakeClock):
    exhaust(wrong_keys, "192.0.2.1")
    assert wrong_keys.wait("192.0.2.1", "another") == 6
    assert wrong_keys.wait("192.0.2.2", "another") == 0
    clock.advance(6)
    assert wrong_keys.wait("192.0.2.1", "another") == 0
    wrong_keys.wrong("192.0.2.1", "another")
    assert wrong_keys.wait("192.0.2.1", "one more") == 6


def test_a_good_key_is_not_locked_out_by_others_behind_its_address(wrong_keys: WrongKeys):
    wrong_keys.right("good")
    exhaust(wrong_keys, "192.0.2.1")
    assert wrong_keys.wait("192.0.2.1", "good") == 0
    wrong_keys.wrong("192.0.2.1", "good")  # it was revoked
    assert wrong_keys.wait("192.0.2.1", "good") > 0


def test_the_addresses_of_one_network_count_together(wrong_keys: WrongKeys):
    exhaust(wrong_keys, "2001:db8::1")
    assert wrong_keys.wait("2001:db8::ffff:1", "x") > 0
    assert wrong_keys.wait("2001:db8:0:1::1", "x") == 0
    assert wrong_keys.wait("no address", "x") == 0
