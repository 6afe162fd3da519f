"""The table of moves."""

from __future__ import annotations

import pytest

from quire.tasks.task_states import TRANSITIONS, TaskStatus


def test_every_state_has_its_moves():
    assert set(TRANSITIONS) == set(TaskStatus)


@pytest.mark.parametrize("status", TaskStatus)
def test_final_states_are_those_without_moves(status):
    assert status.final == (status in {TaskStatus.DONE, TaskStatus.FAILED})


def test_every_state_leads_to_an_end():
    def ends(status, seen=frozenset()):
        return status.final or any(ends(after, seen | {status}) for after in TRANSITIONS[status] - seen)

    assert all(ends(status) for status in TaskStatus)
