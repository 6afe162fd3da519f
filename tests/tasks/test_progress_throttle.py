"""Reports of progress, as often as somebody looks at them."""

from __future__ import annotations

from quire.tasks.progress_throttle import throttled


class Hand:
    """A clock that is moved by hand."""

    now = 5.0

    def __call__(self) -> float:
        return self.now


def heard(steps: list[tuple[float, int]], total: int) -> list[int]:
    """Which reports of (seconds since the one before, done) are passed on."""
    seen: list[tuple[int, int]] = []
    clock = Hand()
    report = throttled(lambda done, all_: seen.append((done, all_)), between=1.0, clock=clock)
    for seconds, done in steps:
        clock.now += seconds
        report(done, total)
    assert all(all_ == total for _, all_ in seen)
    return [done for done, _ in seen]


def test_the_first_and_the_last_are_always_heard() -> None:
    assert heard([(0.0, done) for done in range(8)], 7) == [0, 7]


def test_between_them_as_many_as_stand_apart() -> None:
    assert heard([(0.0, 0), (0.5, 1), (0.5, 2), (0.9, 3), (0.25, 4), (3.0, 5), (0.0, 6)], 9) == [0, 2, 4, 5]


def test_slow_pages_are_all_heard() -> None:
    assert heard([(2.0, done) for done in range(5)], 9) == [0, 1, 2, 3, 4]


def test_without_a_total_each_is_heard() -> None:
    assert heard([(0.0, 0), (0.0, 0), (0.0, 3)], 0) == [0, 0, 3]
