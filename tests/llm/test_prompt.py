"""The key of an answer holds everything that the model sees."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from quire.llm.prompt import Prompt, cache_key
from tests.llm.endpoint import SCHEMA

texts = st.text(max_size=20) | st.text("a\n\0\ud800|", max_size=4)
prompts = st.builds(
    Prompt,
    name=texts,
    version=texts,
    system=texts,
    user=texts,
    schema=st.dictionaries(texts, st.text(max_size=3) | st.integers(), max_size=3),
    most_tokens=st.integers(1, 9),
)


@given(prompts, prompts, texts, texts, texts, texts)
def test_two_calls_have_one_key_only_when_they_are_the_same(one, other, model, another, more, further):
    same = (replace(one, name=""), model, more) == (replace(other, name=""), another, further)
    assert (cache_key(one, model, more) == cache_key(other, another, further)) == same


@given(texts, texts, texts)
def test_what_stands_in_one_part_never_counts_as_another(first, second, third):
    made = Prompt("n", "1", first + second, third, SCHEMA)
    moved = Prompt("n", "1", first, second + third, SCHEMA)
    assert (cache_key(made, "m") == cache_key(moved, "m")) == (second == "")


def test_the_order_of_a_schema_does_not_matter():
    prompt = Prompt("n", "1", "s", "u", {"a": 1, "b": 2})
    assert cache_key(prompt, "m") == cache_key(replace(prompt, schema={"b": 2, "a": 1}), "m")
    assert len(cache_key(prompt, "m")) == 40
