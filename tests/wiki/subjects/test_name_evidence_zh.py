"""What may be a name in a Chinese book, and what is seen of it."""

from __future__ import annotations

import pytest

from quire.wiki.subjects.name_evidence_zh import (
    NameEvidence,
    NameForm,
    given_of,
    is_role,
    name_forms,
    surname_of,
    title_of,
)

_TEXT = (
    "石秀道：“可。”石秀见石岗下有人。石秀笑道：“是。”众人见石秀，石秀便走。石岗下有水，石岗下有路。"
    "丁香笑道：“好。”丁香便去。"
) * 4


def test_surnames_and_titles():
    assert (surname_of("诸葛亮"), given_of("诸葛亮")) == ("诸葛", "亮")
    assert (surname_of("林黛玉"), given_of("林黛玉")) == ("林", "黛玉")
    assert surname_of("貂蝉") == ""
    assert title_of("太乙真人") == "真人"
    assert title_of("将军") == ""
    assert is_role("众人")
    assert not is_role("黛玉")


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("石秀", "surname and 1"),
        ("林黛玉", "surname and 2"),
        ("诸葛亮", "surname and 1"),
        ("蒋爷", "titled surname"),
        ("太乙真人", "titled"),
        ("貂蝉", "bare 2"),
    ],
)
def test_how_a_name_is_made(name: str, shape: str):
    assert NameForm(name).shape == shape


def test_neighbours_and_speeches_are_noted():
    forms, pieces = name_forms(_TEXT)
    found = {form.text: form for form in forms}
    assert (found["石秀"].count, found["石秀"].speeches) == (20, 8)
    assert found["石岗"].after["下"] == found["石岗"].count == 12
    assert "丁香" in found
    assert pieces.count("石秀") == 20
    evidence = NameEvidence(forms, pieces)
    name, place = evidence.of(found["石秀"]), evidence.of(found["石岗"])
    assert place["one after"] == 1.0 > name["one after"]
    assert name["speeches"] > place["speeches"] == 0.0


def test_a_name_and_a_verb_seldom_go_on_so():
    text = "雲召道：“可。”雲召見了。雲召便走。雲召笑道：“是。”" * 5 + "雲召大怒。" * 3
    forms, pieces = name_forms(text)
    found = {form.text: form for form in forms}
    longer = NameEvidence(forms, pieces).of(found["雲召大"])
    assert longer["goes on before the last character"] < -1.5


def test_what_the_book_states_is_a_candidate_however_it_stands():
    forms, _ = name_forms("无人知其字，伯安在此，伯安在彼，伯安去矣。", ["伯安"])
    assert "伯安" in {form.text for form in forms}
