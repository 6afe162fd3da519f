"""From text to an object."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.llm.answer_parsing import read_object, schema_faults
from tests.llm.endpoint import GOOD, SCHEMA


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        f"Sure! Here it is:\n```json\n{json.dumps(GOOD)}\n```\nLet me know {{if}} you need more.",
        f'<think>maybe {{"title": "Sharks", "pages": 1}}?</think>{json.dumps(GOOD)}',
        f"{{not json}} {json.dumps(GOOD)} trailing",
        json.dumps([GOOD]),
        json.dumps(GOOD | {"comment": "I hope this helps"}),
        '{"title": "Wh\x07ales", "pages": 7}',
        '{"title": "Wha\\ud800les", "pages": 7}',
        '{"title": "Wha\u200bles", "pages": 7}',
        '{"title": "Whales"} or rather {"title": "Whales", "pages": 7}',
    ],
)
def test_the_object_is_found(text: str):
    assert read_object(text, SCHEMA) == (GOOD, [])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "not a JSON object"),
        ("whale " * 100_000, "not a JSON object"),
        ("{" * 100_000, "not a JSON object"),
        ('{"title": NaN, "pages": Infinity}', "not a JSON object"),
        ('{"title": "Whales"}', "pages is missing"),
        ('{"title": 7, "pages": 1}', "title must be of type string"),
        ('{"title": "a", "pages": true}', "pages must be of type integer"),
        ('{"title": "a", "pages": 0}', "pages must be at least 1"),
        ('{"title": "a", "pages": 1' + "0" * 10_000 + "}", "not a JSON object"),
    ],
)
def test_faults_are_told(text: str, fault: str):
    found, faults = read_object(text, SCHEMA)
    assert any(fault in one for one in faults)
    assert found is None or found != GOOD


def test_lists_choices_and_sizes():
    schema = {
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": ["person", "place"]},
            "names": {"type": "array", "items": {"type": "string", "minLength": 2}, "maxItems": 2},
            "note": {"type": ["string", "null"]},
        },
    }
    assert schema_faults({"kind": "place", "names": ["ab"], "note": None}, schema) == []
    faults = schema_faults({"kind": "x", "names": ["a", "bc", "de"], "note": 1}, schema)
    assert faults == [
        "kind must be one of person, place.",
        "names must be at most 2 items.",
        "names[0] must be at least 2 characters.",
        "note must be of type string or null.",
    ]


@given(st.text())
def test_any_text_has_an_outcome(text: str):
    found, faults = read_object(text, SCHEMA)
    assert (found is None) <= bool(faults)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["title", "pages", "other"]), json_values))
def test_what_has_no_faults_fits(value: dict):
    found, faults = read_object(json.dumps(value), SCHEMA)
    assert found is not None
    if not faults:
        assert set(found) == {"title", "pages"}
        assert isinstance(found["title"], str)
        assert found["pages"] >= 1
        json.dumps(found, ensure_ascii=False).encode()
