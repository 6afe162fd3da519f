"""What is said of a machine that cannot isolate slots."""

from __future__ import annotations

import logging

import pytest

from quire.web.state import isolation
from tests.tasks.test_slots import can_leave_network


def test_the_probe_agrees_with_a_slot():
    assert isolation.can_leave_network() is can_leave_network()


@pytest.mark.parametrize(
    ("possible", "keep", "sentence"),
    [(True, False, ""), (False, False, "does not allow network namespaces"), (True, True, "slots keep the network")],
)
def test_a_start_warns_of_incomplete_isolation(monkeypatch, caplog, possible: bool, keep: bool, sentence: str):
    monkeypatch.setattr(isolation, "can_leave_network", lambda: possible)
    with caplog.at_level(logging.WARNING, "quire.web"):
        isolation.report(slots_keep_network=keep)
    assert bool(caplog.messages) is bool(sentence)
    assert sentence in "".join(caplog.messages)
