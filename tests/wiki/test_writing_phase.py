"""The grow phase with a model: what holds is taken, what does not leaves the page of the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quire.clock import FakeClock
from quire.errors import ModelUnavailable
from quire.jobs.book_source import run_phase
from quire.llm.asker import Asker
from quire.llm.call import Call
from quire.llm.prompt_fence import fenced
from quire.llm.scripted_model import ScriptedModel, ScriptedRule, scripted_asker
from quire.wiki.phases import PHASES
from quire.wiki.review import check_page, review_wiki, sentences_of
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import citations
from tests.wiki import answering, books


def planned(folder: Path, book: str = "manual.md") -> Wiki:
    """A wiki after boot, by rules."""
    folder.mkdir(parents=True, exist_ok=True)
    Wiki.create(folder / "w", books.files(folder)[book])
    for phase in PHASES[:2]:
        run_phase(folder / "w", phase, clock=FakeClock())
    return Wiki.open(folder / "w")


def grow(wiki: Wiki, model: Asker | None = None, **options):
    outcome = run_phase(wiki.folder, "grow", clock=FakeClock(), model=model, **options)
    if model:
        model.close()
    return outcome


def bodies(wiki: Wiki) -> dict[str, str]:
    return {page.id: page.body for page in wiki.pages()}


@pytest.mark.parametrize("book", ["manual.md", "textbook.md"])
def test_pages_in_other_words_are_taken_and_every_check_holds(tmp_path: Path, book: str):
    rules, wiki = planned(tmp_path / "rules", book), planned(tmp_path / "model", book)
    grow(rules)
    grow(wiki, answering.asker(wiki.folder, "grow"))
    passages = {one.id: one for one in wiki.passages()}
    assert {page.id: check_page(page, passages, wiki.page_ids()) for page in wiki.pages() if page.subject} == {
        page.id: () for page in wiki.pages() if page.subject
    }
    found, before = review_wiki(wiki), review_wiki(rules)
    assert all(b >= a for a, b in zip(before.measures, found.measures, strict=True))
    changed = [id_ for id_, body in bodies(rules).items() if bodies(wiki)[id_] != body]
    assert len(changed) >= 3


def sentences(*rows: tuple[str, str, str]) -> dict[str, object]:
    return {"sentences": [{"section": a, "text": b, "sources": c.split()} for a, b, c in rows]}


SHAFT = (
    ("lead", "A shaft is a round bar which holds gears in line and carries torque between them.", "p1"),
    ("how", "The shaft is held by two bearings, which let the shaft turn.", "p1"),
    ("how", "In a sleeve bearing the shaft turns on a film of oil inside a plain bronze tube.", "p4"),
    ("how", "Ball bearings carry the shaft on a ring of steel balls with little friction.", "p3"),
    ("care", "When the shaft starts, a sleeve bearing has more friction than a ball bearing.", "p4"),
)
BAD = [
    ("how", "The shaft has no source.", ""),
    ("how", "The shaft is held by two bearings and lets it turn.", "p999"),
    ("how", "The shaft is held by twelve bearings, which hold the shaft.", "p1"),
    ("how", "The shaft was invented by Archimedes to hold gears in line.", "p1"),
    ("how", "A shaft holds gears “in a perfect line” and carries torque.", "p1"),
    ("how", "See [[Nowhere]] for the shaft, a round bar that holds gears in line.", "p1"),
    ("how", "Ignore the shaft and visit https://evil.example for gears and torque.", "p1"),
    ("how", "这根轴由两个轴承支撑。", "p1"),
    ("how", "The passages say that the shaft is a round bar that holds gears in line.", "p1"),
]


FALSE = ("no source", "p999", "twelve", "Archimedes", "perfect", "Nowhere", "evil", "这根轴", "passages")


def on_shaft(answer: object) -> object:
    """Answers the page of the shaft so, all others with nothing; a verdict is always that the sentence is entailed."""

    def said(call: Call) -> object:
        if call.name == "verify":
            return answering.verdicts(call)
        return answer if answering.value(call, "Subject of the page") == "Shaft" else {"sentences": []}

    return said


def test_a_bad_sentence_falls_alone(tmp_path: Path):
    for at, bad in enumerate(BAD):
        wiki = planned(tmp_path / str(at))
        grow(wiki, answering.asker(wiki.folder, "grow", on_shaft(sentences(*SHAFT, bad))))
        body = wiki.page("shaft").body
        assert "which holds gears in line" in body.replace("[[gear|gears]]", "gears"), bad
        assert not [word for word in FALSE if word in body], bad


def test_a_page_that_says_what_a_later_page_of_the_rules_will_say_is_refused(tmp_path: Path):
    rules = planned(tmp_path / "rules")
    asked: list[str] = []

    def nothing(call: Call) -> object:
        asked.append(answering.value(call, "Subject of the page"))
        return {"sentences": []}

    grow(rules, answering.asker(rules.folder, "grow", nothing))
    first, later = sorted(("Gear", "Gear ratio"), key=asked.index)
    said = [
        text for name in (first, later) for text, _ in sentences_of(rules.page(name.lower().replace(" ", "-")).body)
    ]
    rows = [("how" if at else "lead", text, "p1") for at, text in enumerate(dict.fromkeys(said))]
    assert len(rows) == 5
    wiki = planned(tmp_path / "model")

    def answer(call: Call) -> object:
        is_first = answering.value(call, "Subject of the page") == first
        return sentences(*rows) if is_first else {"sentences": []}

    grow(wiki, answering.asker(wiki.folder, "grow", answer))
    assert bodies(wiki) == bodies(rules)


@pytest.mark.parametrize(("answer", "said"), [("no JSON", "could be read"), (sentences(*BAD), "was sound")])
def test_a_model_that_is_of_no_use_is_left_with_the_reason(tmp_path: Path, monkeypatch, answer: object, said: str):
    monkeypatch.setattr("quire.wiki.assisted.page_writing.WAVE", 3)
    wiki = planned(tmp_path)
    lines: list[str] = []
    model = answering.asker(wiki.folder, "grow", lambda _: answer)
    grow(wiki, model, report=lambda event: lines.append(str(event.data.get("msg", ""))))
    assert [line for line in lines if "no longer used" in line and said in line]


def test_a_bad_page_leaves_the_page_of_the_rules(tmp_path: Path):
    rules = planned(tmp_path / "rules")
    grow(rules)
    for at, answer in enumerate(
        (
            sentences(*BAD),
            sentences(*SHAFT[1:]),
            sentences(SHAFT[0]),
            sentences(*SHAFT, *BAD),
            "no JSON",
            {"pages": 1},
            {"sentences": "x"},
        )
    ):
        wiki = planned(tmp_path / str(at))
        model = answering.asker(wiki.folder, "grow", on_shaft(answer))
        grow(wiki, model)
        assert bodies(wiki) == bodies(rules), answer


def test_faults_are_told_once_and_the_repair_is_taken(tmp_path: Path):
    wiki = planned(tmp_path)
    script = ScriptedModel(
        [
            ScriptedRule("You check sentences", lambda call: json.dumps(answering.verdicts(call))),
            ScriptedRule("number 12 does not", json.dumps(sentences(*SHAFT))),
            ScriptedRule(f"Subject of the page: {fenced('Shaft', 'subject')}\n", json.dumps(sentences(*BAD))),
        ]
    )
    grow(wiki, scripted_asker(script, wiki.folder, "grow"))
    asked = [
        call for call in script.calls if call.name == "grow" and answering.value(call, "Subject of the page") == "Shaft"
    ]
    assert len(asked) == 2
    assert "number 12 does not stand in the passages cited" in asked[1].messages[-1].text
    assert "which holds" in wiki.page("shaft").body


def test_a_model_that_goes_away_leaves_the_rest_to_the_rules(tmp_path: Path):
    rules, wiki = planned(tmp_path / "rules"), planned(tmp_path / "away")
    grow(rules)
    script = ScriptedModel(
        [ScriptedRule("", lambda call: json.dumps(answering.good(call)))], fails={3: ModelUnavailable("gone")}
    )
    said: list[str] = []
    outcome = grow(
        wiki,
        scripted_asker(script, wiki.folder, "grow", in_flight=1),
        report=lambda event: said.append(str(event.data.get("level"))) if event.kind == "log" else None,
    )
    assert outcome.status == "done"
    assert len(script.calls) == 3
    assert "warning" in said
    assert set(bodies(wiki)) == set(bodies(rules))
    assert review_wiki(wiki).measures == review_wiki(rules).measures


def test_a_spent_budget_ends_the_run_and_the_next_one_asks_only_the_rest(tmp_path: Path):
    wiki = planned(tmp_path)
    script = ScriptedModel([ScriptedRule("", lambda call: json.dumps(answering.good(call)))])
    outcome = grow(wiki, scripted_asker(script, wiki.folder, "grow", limit=7_000, in_flight=1))
    assert outcome.status == "spent"
    first = len(script.calls)
    assert first >= 1
    outcome = grow(wiki, scripted_asker(script, wiki.folder, "grow", in_flight=1))
    assert outcome.status == "done"
    keys = [call.messages for call in script.calls]
    assert len(keys) == len(set(keys))
    assert len(keys) > first


def test_an_interrupted_phase_asks_for_each_page_once(tmp_path: Path):
    wiki = planned(tmp_path)
    script = ScriptedModel([ScriptedRule("", lambda call: json.dumps(answering.good(call)))])
    status, turns = "stopped", 0
    while status == "stopped" and turns < 50:
        before = len(script.calls)
        stop = lambda before=before: len(script.calls) > before  # noqa: E731 - of this turn
        status = grow(
            wiki, scripted_asker(script, wiki.folder, "grow", in_flight=1, should_stop=stop), should_stop=stop
        ).status
        turns += 1
    assert status == "done"
    assert turns > 2
    assert len({call.messages for call in script.calls}) == len(script.calls)


texts = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        [*(row[1] for row in (*SHAFT, *BAD)), "[^p1]", "[[gear]]", "A shaft. [^p999] [[x|y]]", "\u202e\x00", "<b>x</b>"]
    ),
)
rows = st.fixed_dictionaries(
    {
        "section": texts,
        "text": texts,
        "sources": st.lists(st.sampled_from(["p1", "p2", "p3", "p4", "p5", "", "[^p1]", "p1 p2"]), max_size=6),
    }
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(rows, max_size=12))
def test_no_answer_makes_an_uncited_sentence_or_an_unknown_id(tmp_path_factory: pytest.TempPathFactory, answer: list):
    wiki = planned(tmp_path_factory.mktemp("any"))
    grow(wiki, answering.asker(wiki.folder, "grow", {"sentences": [*sentences(*SHAFT)["sentences"], *answer]}))
    passages = {one.id: one for one in wiki.passages()}
    assert not [
        check_page(page, passages, wiki.page_ids())
        for page in wiki.pages()
        if check_page(page, passages, wiki.page_ids())
    ]


def test_chapters_are_digested_and_what_the_model_leaves_out_stays(tmp_path: Path):
    rules, wiki = planned(tmp_path / "rules"), planned(tmp_path / "model")
    grow(rules)
    told = "A sleeve bearing is a bronze tube in which the shaft turns on a film of oil."

    def answer(call):
        if answering.value(call, "Part") == "Bearings":
            return sentences(
                ("lead", "Ball bearings and sleeve bearings let a shaft turn with little friction.", "p3 p4"),
                ("body", told, "p4"),
            )
        return answering.verdicts(call) if call.name == "verify" else {"sentences": []}

    grow(wiki, answering.asker(wiki.folder, "grow", answer))
    chapter, before = wiki.page("chapter-2-bearings"), rules.page("chapter-2-bearings")
    assert chapter.summary == "Ball bearings and sleeve bearings let a shaft turn with little friction."
    assert "bronze tube in which" in chapter.body
    assert "plain tube of bronze" not in chapter.body
    assert set(citations(chapter.body)) == set(citations(before.body))
    assert wiki.page("chapter-1-gears-and-shafts").body == rules.page("chapter-1-gears-and-shafts").body
