"""When the time of a document is up."""

from __future__ import annotations

import time

import pytest

from quire.errors import OutOfTime
from quire.tasks.slots import Run
from quire.tasks.time_limit import PATIENCE, is_up


@pytest.mark.parametrize(
    ("taken", "used", "up"),
    [
        (9.9, 30.0, False),  # several cores at once
        (10.0, 10.0, True),
        (25.0, 9.9, False),  # other processes hold the cores
        (25.0, 10.0, True),
        (25.0, 2.4, True),  # it hangs
        (10.0, 0.0, True),  # nobody can tell
        (PATIENCE * 10.0, 9.0, True),
    ],
)
def test_time_counts_while_a_document_has_its_core(taken: float, used: float, up: bool) -> None:
    assert is_up(10.0, taken, lambda: used) is up


def test_only_the_deadline_of_a_document_is_delayed() -> None:
    late = time.monotonic() - 1.0
    Run(late, seconds=5.0).check(lambda: 4.0)
    for run, used in ((Run(late, seconds=5.0), 5.0), (Run(late), 4.0)):
        with pytest.raises(OutOfTime):
            run.check(lambda used=used: used)
