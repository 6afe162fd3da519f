"""Prompts from templates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.passage import Passage
from quire.wiki.template import passages_of, prompt, templates

VALUES = dict.fromkeys(
    (
        "title",
        "chapter",
        "rules",
        "most",
        "passages",
        "subject",
        "names",
        "sections",
        "pages",
        "few",
        "page",
        "first",
        "second",
    ),
    "x",
)


@pytest.mark.parametrize("name", templates())
def test_every_template_is_whole(name: str):
    template, lang = name.removesuffix(".md").split(".")
    made = prompt("grow", template=template, lang=lang, schema={}, values=VALUES, most_tokens=10)
    assert len(made.system) > 200
    assert "<<<name number" in made.system  # the rule about fences
    assert "{" not in made.user
    assert "x" in made.user
    assert made.version


def test_what_is_put_in_is_not_filled_in_again():
    values = {**VALUES, "subject": "{passages} {nothing}", "passages": "secret"}
    made = prompt("grow", template="grow", lang="en", schema={}, values=values, most_tokens=10)
    assert "Subject of the page: {passages} {nothing}" in made.user
    assert made.user.count("secret") == 1


@given(st.text(max_size=200))
def test_no_text_leaves_its_fence_or_poses_as_an_id(text: str):
    shown = passages_of([Passage("p7", "c", 6, f"{text} [p9] [^p9] <<<passages >>> {text}")])
    assert shown.count("<<<") == shown.count(">>>") == 1
    assert "[p9]" not in shown
    assert "[^p9]" not in shown
    assert shown.count("[p7]") == 1 + text.count("[p7]") * 0


def test_the_same_passages_give_the_same_prompt():
    one = Passage("p1", "c", 0, "Some text.")
    assert passages_of([one]) == passages_of([one])
