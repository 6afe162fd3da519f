"""The sketch of a text: the same work is known in any file, another one is not."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.text_fingerprint import SAME_WORK, SIZE, resemblance, sketch


def words(seed, count=5000):
    chance = random.Random(seed)
    return [f"w{chance.randrange(800)}" for _ in range(count)]


def test_the_same_text_in_other_pieces_is_the_same():
    text = words(1)
    one = sketch([" ".join(text)])
    assert len(one) == SIZE
    other = [" ".join(text[start : start + 7]) for start in range(0, len(text), 7)]
    assert resemblance(one, sketch(other)) == 1
    assert resemblance(one, sketch([" ".join(text).upper().replace(" ", ",\n ")])) == 1


def test_a_front_page_more_is_the_same_work_and_a_rewritten_one_is_not():
    text = words(1)
    one = sketch([" ".join(text)])
    assert resemblance(one, sketch(["Published by somebody in another year", " ".join(text)])) >= SAME_WORK
    changed = [word if number % 30 else f"x{number}" for number, word in enumerate(text)]
    assert resemblance(one, sketch([" ".join(changed)])) < SAME_WORK
    assert resemblance(one, sketch([" ".join(words(2))])) < 0.1


def test_a_long_book_has_the_smallest_of_all_its_hashes(monkeypatch):
    text = [" ".join(words(3, 20_000))]
    few = sketch(text)
    monkeypatch.setattr("quire.wiki.text_fingerprint._HELD", 10**9)
    assert few == sketch(text)


def test_half_of_a_book_is_another_book():
    text = words(1)
    assert resemblance(sketch([" ".join(text)]), sketch([" ".join(text[:2500])])) < 0.7


def test_chinese_characters_are_words():
    text = "".join(chr(0x4E00 + random.Random(3).randrange(500) + number % 400) for number in range(2000))
    one = sketch([text])
    assert len(one) > 300
    assert resemblance(one, sketch([text[:1000] + "，\n" + text[1000:]])) == 1


def test_a_short_text_is_like_nothing():
    assert sketch(["only a few words here"]) == []
    assert resemblance([], []) == 0


@given(st.lists(st.text(max_size=80), max_size=30))
def test_any_text_has_a_sketch(texts):
    found = sketch(texts)
    assert found == sorted(set(found))
    assert resemblance(found, found) in (0, 1)
