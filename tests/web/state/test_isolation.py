"""What is said of a machine that cannot isolate slots."""

from __future__ import annotations

import logging
import os

import pytest

from quire.tasks import sandbox
from quire.web.state import isolation


@pytest.mark.parametrize(
    ("missing", "keep", "wanted", "sentences"),
    [
        ((), False, True, []),
        (("network",), False, True, ["does not allow network namespaces"]),
        ((), True, True, ["slots keep the network"]),
        (("files", "signals"), False, True, ["does not offer files, signals"]),
        (("network", "system calls"), False, True, ["does not offer system calls", "network namespaces"]),
        ((), False, False, ["QUIRE_SANDBOX=off"]),
    ],
)
def test_a_start_warns_of_incomplete_isolation(monkeypatch, caplog, missing, keep: bool, wanted: bool, sentences):
    monkeypatch.setattr(sandbox, "missing_here", lambda: missing)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert isolation.is_complete() is (not missing)
    with caplog.at_level(logging.WARNING, "quire.web"):
        isolation.report(slots_keep_network=keep, is_wanted=wanted)
    assert len(caplog.messages) == len(sentences)
    assert all(sentence in "".join(caplog.messages) for sentence in sentences)


def test_a_start_as_root_warns(monkeypatch, caplog):
    monkeypatch.setattr(sandbox, "missing_here", tuple)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with caplog.at_level(logging.WARNING, "quire.web"):
        isolation.report(slots_keep_network=False)
    [said] = caplog.messages
    assert "runs as root" in said
