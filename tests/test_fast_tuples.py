"""Named tuples that cost less do the same as all others, whether the extension was built or not."""

import copy
import gc
import pickle
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.fast_tuples import quick


class Plain(NamedTuple):
    """As Python makes it."""

    first: object
    second: object
    third: object = 3
    fourth: object = None

    @property
    def both(self) -> tuple[object, object]:
        """The first two."""
        return self.first, self.second


@quick
class Quick(NamedTuple):
    """The same, made quicker."""

    first: object
    second: object
    third: object = 3
    fourth: object = None

    @property
    def both(self) -> tuple[object, object]:
        """The first two."""
        return self.first, self.second


class Below(Quick):
    """A class made of a quick one."""

    __slots__ = ()


def outcome(make: Callable[[], Any]) -> tuple[object, ...]:
    """What comes back as a plain tuple, or the error with its words, in which the class has one name."""
    try:
        return tuple(make())
    except (TypeError, ValueError) as error:
        return type(error), str(error).replace("Quick", "Plain")


names = st.sampled_from(["first", "second", "third", "fourth", "fifth", "First", "_fields", ""])
values = st.one_of(st.integers(), st.text(max_size=3), st.none(), st.floats(allow_nan=False))
named = st.dictionaries(names, values, max_size=5)


@given(st.lists(values, max_size=6), named)
def test_a_quick_one_is_made_as_a_plain_one(given: list[object], named: dict[str, object]) -> None:
    assert outcome(lambda: Quick(*given, **named)) == outcome(lambda: Plain(*given, **named))


@given(st.lists(values, min_size=2, max_size=4), named)
def test_a_quick_one_is_changed_as_a_plain_one(given: list[object], named: dict[str, object]) -> None:
    assert outcome(lambda: Quick(*given)._replace(**named)) == outcome(lambda: Plain(*given)._replace(**named))


def test_changes_are_told_by_name_only() -> None:
    with pytest.raises(TypeError):
        Quick(1, 2)._replace(5)  # type: ignore[call-arg]


def test_names_that_are_made_while_the_program_runs_are_known() -> None:
    name = "".join(["fir", "st"])
    assert Quick(1, 2)._replace(**{name: 9}) == Quick(**{name: 9}, second=2) == (9, 2, 3, None)


def test_what_comes_back_has_its_class() -> None:
    made = Quick(1, second=2)
    assert type(made) is type(made._replace(first=5)) is Quick
    assert made.both == (1, 2)
    assert repr(made) == "Quick(first=1, second=2, third=3, fourth=None)"
    assert Quick._make([1, 2, 3, 4]) == (1, 2, 3, 4)
    assert (Quick._fields, Quick._field_defaults) == (Plain._fields, Plain._field_defaults)


def test_classes_made_of_quick_ones_keep_their_class() -> None:
    made = Below(1, 2, fourth=4)
    assert type(made) is type(made._replace(third=7)) is Below
    assert made._replace(third=7) == (1, 2, 7, 4)


def test_they_are_copied_and_cross_processes() -> None:
    made = Quick(1, [2])
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == copy.copy(made) == made


def test_what_they_hold_is_let_go() -> None:
    held, make = object(), cast("Callable[..., Any]", Quick)
    before = sys.getrefcount(held)
    for _ in range(100):
        make(held, held, fourth=held)._replace(first=None, third=held)
        outcome(lambda: make(held, first=held))  # type: ignore[call-arg]
        outcome(lambda: make(held))  # type: ignore[call-arg]
        outcome(lambda: make(held, held)._replace(fifth=held))  # type: ignore[call-arg]
    assert sys.getrefcount(held) == before


def test_circles_of_them_are_collected() -> None:
    box: list[object] = []
    box.append(Quick(box, None))
    mark = id(box)
    del box
    gc.collect()
    assert not any(id(one) == mark and isinstance(one, list) and one for one in gc.get_objects())


def test_marking_twice_changes_nothing() -> None:
    assert quick(Quick) is Quick
    assert Quick(1, 2) == (1, 2, 3, None)


def test_only_named_tuples_can_be_marked() -> None:
    pytest.importorskip("quire._tuples", reason="the extension was not built")
    for wrong in (int, tuple, list, 5):
        with pytest.raises((TypeError, AttributeError)):
            quick(wrong)  # type: ignore[type-var]
