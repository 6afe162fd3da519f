"""Conditions, ranges and codings, by the examples of RFC 9110."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers

from quire.web.http.conditional_requests import content_coding, http_date, is_unmodified, media_type, requested_range

CODINGS = ("br", "zstd", "gzip", "identity")
TYPES = ("application/json", "application/ld+json", "text/turtle")
MODIFIED = datetime(2026, 3, 6, 8, 30, 2, 500, tzinfo=UTC)
STAMP = "Fri, 06 Mar 2026 08:30:02 GMT"


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("", "identity"),
        ("gzip", "gzip"),
        ("x-gzip", "gzip"),
        ("GZIP", "gzip"),
        ("gzip, deflate", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("br;q=0.5, gzip;q=0.5", "br"),
        ("gzip;q=0", "identity"),
        ("gzip;q=0.2, identity;q=0.8", "identity"),
        ("identity;q=0.5, gzip;q=0.5", "gzip"),
        ("*", "br"),
        ("*;q=0", "identity"),
        ("br;q=0, *", "zstd"),
        ("identity;q=0", "identity"),
        ("deflate", "identity"),
        ("gzip;q=2", "gzip"),
        (", ,gzip", "gzip"),
    ],
)
def test_content_codings(header, chosen):
    assert content_coding(header, CODINGS) == chosen


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("text/turtle", "text/turtle"),
        ("application/ld+json;profile=x, text/turtle;q=0.9", "application/ld+json"),
        ("text/*", "text/turtle"),
        ("application/*;q=0.5, text/turtle", "text/turtle"),
        ("application/json;q=0.1, application/ld+json;q=0.2", "application/ld+json"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "application/json"),
        ("*/*, application/json;q=0", "application/ld+json"),
        ("image/png", ""),
    ],
)
def test_media_types(header, chosen):
    assert media_type(header, TYPES) == chosen


@given(st.text())
def test_any_header_gives_something_that_is_offered(text):
    assert content_coding(text, CODINGS) in CODINGS
    assert media_type(text, TYPES) in {*TYPES, ""}


@pytest.mark.parametrize(
    ("fields", "known"),
    [
        ({}, False),
        ({"if-none-match": '"a"'}, True),
        ({"if-none-match": '"b", W/"a"'}, True),
        ({"if-none-match": "*"}, True),
        ({"if-none-match": '"b"'}, False),
        ({"if-modified-since": STAMP}, True),
        ({"if-modified-since": "Fri, 06 Mar 2026 08:30:01 GMT"}, False),
        ({"if-modified-since": "yesterday"}, False),
        ({"if-none-match": '"b"', "if-modified-since": STAMP}, False),
    ],
)
def test_what_the_client_has(fields, known):
    assert is_unmodified(Headers(fields), '"a"', MODIFIED) is known


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({}, None),
        ({"range": "bytes=0-9"}, (0, 10)),
        ({"range": "bytes=90-"}, (90, 100)),
        ({"range": "bytes=-10"}, (90, 100)),
        ({"range": "bytes=0-999"}, (0, 100)),
        ({"range": "bytes=100-"}, (100, 100)),
        ({"range": "bytes=-0"}, (100, 100)),
        ({"range": "bytes=9-0"}, None),
        ({"range": "bytes=0-1,3-4"}, None),
        ({"range": "lines=0-1"}, None),
        ({"range": "bytes=-"}, None),
        ({"range": "bytes=0-9", "if-range": '"a"'}, (0, 10)),
        ({"range": "bytes=0-9", "if-range": '"b"'}, None),
        ({"range": "bytes=0-9", "if-range": 'W/"a"'}, None),
        ({"range": "bytes=0-9", "if-range": STAMP}, (0, 10)),
    ],
)
def test_ranges(fields, wanted):
    assert requested_range(Headers(fields), 100, '"a"', MODIFIED) == wanted


def test_moments():
    assert http_date(STAMP) == MODIFIED.replace(microsecond=0)
    assert http_date("") is None
