"""Visual rows gone through from top to bottom for tables that begin at one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from quire.layout.tables.grids import Sketch


def swept(count: int, attempt: Callable[[int], tuple[int, Sketch | None] | None], tries: int) -> Iterator[Sketch]:
    """The tables among `count` rows, from top to bottom; none holds a row of another.

    Args:
        count: How many rows there are.
        attempt: Takes the row where a region would begin. Gives the row behind the region and its table, None for a
            region that is no table; None where no region begins.
        tries: A region that ends at one row is begun at so many more rows at most: each would be looked at anew.
    """
    start = tried = 0
    reached = 0  # the end of the region that was tried so many times
    while start < count:
        found = attempt(start)
        if found is None:
            start += 1
            continue
        end, sketch = found
        if sketch is not None:
            yield sketch
            start = end
            continue
        tried = tried + 1 if end == reached else 1
        reached = end
        start = end if tried > tries else start + 1
