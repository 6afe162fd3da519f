"""Which English words keep a hyphen at a line's end."""

from __future__ import annotations

import pytest

from quire.layout.text.hyphen_compounds import Vocabulary, keeps_hyphen
from quire.layout.text.line_spans import line_joint
from tests.layout.pages import line


@pytest.mark.parametrize(
    "word",
    ["long-term", "full-length", "two-year", "health-related", "evidence-based", "in-house", "machine-readable",
     "self-made", "real-time", "cost-effective"],
)  # fmt: skip
def test_compounds_keep_it(word: str) -> None:
    first, second = word.split("-")
    assert keeps_hyphen(first, second)
    assert line_joint(f"the {first}-", f"{second} thing") == (0, "")
    assert line_joint(f"the {first}-", f"{second} thing", frozenset({first + second})) == (1, "")  # the document knows


@pytest.mark.parametrize(
    "word",
    ["high-way", "short-age", "second-ary", "six-teen", "inter-related", "under-valued", "de-based", "in-effective",
     "long-itude", "free-dom", "re-generated", "in-dependent"],
)  # fmt: skip
def test_words_written_together_lose_it(word: str) -> None:
    first, second = word.split("-")
    assert not keeps_hyphen(first, second)
    assert line_joint(f"the {first}-", f"{second} thing") == (1, "")


def test_a_compound_at_a_line_end_is_kept() -> None:
    assert line_joint("with long-", "term effects") == (0, "")
    assert line_joint("an Evidence-", "based view") == (0, "")


def test_words_inside_lines_count_and_cut_ones_do_not():
    words = Vocabulary([[line("The International, body", 72, 100), line("was inter-", 72, 112)]])
    assert "international" in words
    assert "body" in words
    assert "inter-" not in words
    assert "inter" not in words
