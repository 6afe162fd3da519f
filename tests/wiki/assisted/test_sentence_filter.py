"""What an editor keeps of an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.assisted.sentence_filter import SentenceFilter
from quire.wiki.page_plan import Entry
from quire.wiki.passage import Passage

TEXT = "A gear is a wheel with teeth that turns another wheel. Old Captain Vane of Ashby oiled every gear on Sunday."
EVIDENCE = {
    "p3": Passage("p3", "c", 2, TEXT),
    "p4": Passage("p4", "c", 3, "A shaft is a round bar that holds gears in line."),
}
ENTRIES = [
    Entry("gear", "Gear", "concept", ["cogwheel"], [], {}, [], []),
    Entry("vane", "Captain Vane", "person", ["Vane"], [], {}, [], []),
    Entry("thorn", "Margaret Thorn", "person", ["Margaret"], [], {}, [], []),
]


def read(*rows: object, lang: str = "en"):
    return SentenceFilter(ENTRIES, lang).read({"sentences": [*rows]}, EVIDENCE, ["Gear"])


def row(text: object, *sources: object) -> dict[str, object]:
    return {"section": "lead", "text": text, "sources": [*sources]}


@pytest.mark.parametrize(
    ("text", "sources", "kept"),
    [
        (
            "A gear is a wheel whose teeth turn another wheel.",
            ["p3"],
            "A gear is a wheel whose teeth turn another wheel.",
        ),
        (
            "A gear is a wheel whose teeth turn another wheel. [^p3]",
            [],
            "A gear is a wheel whose teeth turn another wheel.",
        ),
        (
            "A gear is a wheel whose teeth turn another wheel [p3].",
            [" [^p3] "],
            "A gear is a wheel whose teeth turn another wheel.",
        ),
        ("A [[gear]] is a [[Gear|wheel]] with teeth.", ["p3"], "A gear is a wheel with teeth."),
        (
            "Every gear was oiled by [[Captain Vane]] on Sunday.",
            ["p3"],
            "Every gear was oiled by Captain Vane on Sunday.",
        ),
    ],
)
def test_sound(text: str, sources: list[str], kept: str):
    draft = read(row(text, *sources))
    assert [one.text for one in draft.kept] == [kept]
    assert {one.cites for one in draft.kept} == {("p3",)}
    assert not draft.faults


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (row("A gear is a wheel whose teeth turn another wheel."), "uncited"),
        (row("A gear is a wheel whose teeth turn another wheel.", "p5"), "source"),
        (row("A gear is a wheel whose teeth turn another wheel.", "p3", "page 3"), "source"),
        (row("A gear is a wheel whose teeth turn another wheel.", "p3", 7), "source"),
        (row("A [[sprocket]] is a wheel with teeth that turns.", "p3"), "link"),
        (row("A [[gear is a wheel with teeth that turns.", "p3"), "link"),
        (row("Margaret Thorn oiled every gear on Sunday at Ashby.", "p3"), "name"),
        (row("Wheel.", "p3"), "length"),
        (row("a gear is a wheel with teeth", "p3"), "length"),
        (row("# A gear is a wheel with teeth that turns.", "p3"), "form"),
        (row("A gear is a wheel with teeth that turns, see [here](x).", "p3"), "form"),
        (row("齿轮是一种带齿的轮子，能带动另一个轮子。", "p3"), "language"),
        (row(None, "p3"), "length"),
        ("text", "form"),
        ({"text": 1, "sources": "p3"}, "length"),
    ],
)
def test_unsound(given: object, kind: str):
    draft = read(given)
    assert not draft.kept
    assert draft.dropped == 1
    assert kind in draft.kinds
    assert draft.told


def test_two_sentences_in_one_are_two_and_a_repeated_one_is_one():
    one = "A gear is a wheel with teeth that turns another wheel."
    draft = read(row(f"{one} Captain Vane oiled every gear on Sunday.", "p3"), row(one, "p3"))
    assert [said.text for said in draft.kept] == [one, "Captain Vane oiled every gear on Sunday."]


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=20)
    | st.sampled_from(["p3", TEXT, "sentences", "text"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["sentences", "text", "sources", "section"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(anything, st.sampled_from(["en", "zh"]))
def test_an_answer_of_any_shape(answer: object, lang: str):
    draft = SentenceFilter(ENTRIES, lang).read(answer if isinstance(answer, dict) else {"sentences": answer}, EVIDENCE)
    assert all(one.cites and set(one.cites) <= set(EVIDENCE) for one in draft.kept)


def test_a_literary_passage_calls_a_person_by_the_given_name():
    people = [Entry("dong", "董卓", "person", [], [], {}, [], []), Entry("cao", "曹操", "person", [], [], {}, [], [])]
    shown = {
        "p1": Passage("p1", "c", 0, "华雄遣人赍鲍忠首级来相府报捷，卓大喜，加雄为都督。众将遂皆拜服曰：“真虎将也！”")
    }

    def kept(text: str) -> int:
        return len(SentenceFilter(people, "zh").read({"sentences": [row(text, "p1")]}, shown, ["华雄"]).kept)

    assert kept("华雄遣人把鲍忠首级送到相府报捷，董卓大喜，加他为都督。") == 1
    assert kept("华雄遣人把鲍忠首级送到相府报捷，曹操大喜，加他为都督。") == 0
