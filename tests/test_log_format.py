"""A record is one line of JSON, whatever is in it."""

from __future__ import annotations

import json
import logging
import sys

from quire.log_format import JsonLines


def test_a_record_with_line_breaks_and_a_trace_is_one_line():
    try:
        int("no\nvalue")
    except ValueError:
        trace = sys.exc_info()
    record = logging.LogRecord("quire.web", logging.ERROR, __file__, 1, "Request %s\nfailed “so”.", ("r1",), trace)
    record.created = 1_772_785_800.0125
    line = JsonLines().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert found.pop("exception").endswith("with base 10: 'no\\nvalue'")
    assert found == {
        "at": "2026-03-06T08:30:00.012+00:00",
        "level": "error",
        "logger": "quire.web",
        "message": "Request r1\nfailed “so”.",
    }
