"""Parameters of the query string."""

from __future__ import annotations

from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from quire.errors import BadRequest
from quire.web.http.query_parameters import MAX_DIGITS, choice, digits, integer, text


class Colour(StrEnum):
    RED = "red"


def request(query: str) -> Request:
    return Request({"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": query.encode()})


@given(st.integers(0, 10**MAX_DIGITS - 1))
def test_every_whole_number_is_read(number: int):
    assert digits(str(number)) == number


@given(st.text(max_size=5).filter(lambda found: not (found.isascii() and found.isdigit())))
def test_anything_else_is_no_number(found: str):
    assert digits(found) is None


@pytest.mark.parametrize("found", ["9" * (MAX_DIGITS + 1), "٣", "²", "+1", "-1", "1_0", " 1"])
def test_what_python_would_read_as_a_number_is_none(found: str):
    assert digits(found) is None


def test_numbers_have_bounds_and_defaults():
    assert integer(request(""), "limit", 5, low=1, high=9) == 5
    assert integer(request("limit=9"), "limit", 5, low=1, high=9) == 9
    for query in ("limit=0", "limit=10", "limit=x", "limit=", "limit=1&limit=1"):
        with pytest.raises(BadRequest):
            integer(request(query), "limit", 5, low=1, high=9)


def test_choices_and_texts():
    assert choice(request("c=red"), "c", Colour) is Colour.RED
    assert choice(request("x=red"), "c", Colour) is None
    with pytest.raises(BadRequest, match="c must be one of red"):
        choice(request("c=blue"), "c", Colour)
    assert text(request("q="), "q") is None
    with pytest.raises(BadRequest, match="at most 3 characters"):
        text(request("q=long"), "q", longest=3)
