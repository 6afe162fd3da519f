"""A second call says which written sentences hold; those that do not are mended once or dropped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.llm.call import Call
from quire.llm.scripted_model import ScriptedModel, ScriptedRule, scripted_asker
from quire.wiki.assisted.model_session import ModelSession
from quire.wiki.assisted.sentence_filter import Draft, SentenceFilter
from quire.wiki.assisted.sentence_verification import Unverified, verify
from quire.wiki.cited_sentence import CitedSentence
from quire.wiki.passage import Passage
from tests.wiki import answering
from tests.wiki.assisted import claims

EVIDENCE = {
    "p1": Passage(
        "p1", "c", 0, "Ruth Carr had been governess to Lucy Hale for nine years. Lucy loved her as a sister."
    ),
    "p2": Passage("p2", "c", 1, "Mr. Hale, the father of Lucy, seldom left the house."),
}
TRUE = "For nine years Lucy Hale was taught by her governess, Ruth Carr."
SWAPPED = "Lucy Hale had been governess to Ruth Carr for nine years."
COPIED = "Lucy loved her as a sister."


def said(text: str, *cites: str) -> CitedSentence:
    return CitedSentence("lead", text, cites or ("p1",))


def verified(folder: Path, answer, *sentences: CitedSentence) -> tuple[Draft, list[Call]]:
    script = ScriptedModel([ScriptedRule("", lambda call: json.dumps(answer(call)))])
    draft = Draft(kept=[*sentences])
    with scripted_asker(script, folder, "grow") as model:
        helper = ModelSession(model, lambda *_: None)
        verify([Unverified(("Lucy Hale",), draft, EVIDENCE)], SentenceFilter([], "en"), "en", helper)
    return draft, script.calls


def test_swapped_roles_pass_the_sieve_and_fall_here(tmp_path: Path):
    row = {"section": "lead", "text": SWAPPED, "sources": ["p1"]}
    assert SentenceFilter([], "en").read({"sentences": [row]}, EVIDENCE, ["Lucy Hale"]).kept
    draft, calls = verified(
        tmp_path, lambda call: answering.verdicts(call, **{"Lucy Hale had": ""}), said(TRUE), said(SWAPPED)
    )
    assert [one.text for one in draft.kept] == [TRUE]
    assert draft.dropped == 1
    assert draft.kinds == ("support",)
    assert len(calls) == 1
    assert answering.claims(calls[0]) == {1: TRUE, 2: SWAPPED}


def test_what_is_mended_is_read_again(tmp_path: Path):
    draft, calls = verified(
        tmp_path,
        lambda call: answering.verdicts(call, **{"Lucy Hale had": TRUE}),
        said(SWAPPED),
        said("Mr. Hale was out.", "p2"),
    )
    assert [one.text for one in draft.kept] == [TRUE, "Mr. Hale was out."]
    assert draft.kept[0].cites == ("p1",)
    assert len(calls) == 2
    assert answering.claims(calls[1]) == {1: TRUE}


@pytest.mark.parametrize(
    "mended",
    [
        "Lucy Hale had, in truth, been governess to Ruth Carr.",  # found wrong again
        "Lucy Hale was taught for 11 years by Ruth Carr.",  # a number that the passage does not have
        SWAPPED,
        "Ruth.",
    ],
)
def test_a_bad_mend_is_dropped(tmp_path: Path, mended: str):
    draft, _ = verified(
        tmp_path, lambda call: answering.verdicts(call, **{"Lucy Hale had": mended}), said(TRUE), said(SWAPPED)
    )
    assert [one.text for one in draft.kept] == [TRUE]


def test_the_books_own_sentences_are_not_asked_about(tmp_path: Path):
    draft, calls = verified(tmp_path, lambda _: {}, said(COPIED))
    assert [one.text for one in draft.kept] == [COPIED]
    assert not calls
    assert not draft.refused


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"verdicts": []},
        {"verdicts": [{"sentence": 1, "verdict": "entailed", "mended": ""}]},  # one of two
        {
            "verdicts": [
                {"sentence": 1, "verdict": "yes", "mended": ""},
                {"sentence": 2, "verdict": "entailed", "mended": ""},
            ]
        },
    ],
)
def test_a_draft_that_nobody_judged_is_refused(tmp_path: Path, answer: object):
    draft, calls = verified(tmp_path, lambda _: answer, said(TRUE), said(SWAPPED))
    assert draft.refused
    assert len(calls) == 2  # once more, with what is missing


def test_the_worst_of_two_verdicts_counts(tmp_path: Path):
    rows = [{"sentence": 1, "verdict": word, "mended": ""} for word in ("not", "entailed")]
    draft, _ = verified(tmp_path, lambda _: {"verdicts": rows}, said(SWAPPED))
    assert not draft.kept


def test_only_cited_passages_are_shown_between_fences(tmp_path: Path):
    _, (call,) = verified(tmp_path, answering.verdicts, said(TRUE))
    assert answering.passages(call) == {"p1": EVIDENCE["p1"].text}


@pytest.mark.parametrize("lang", claims.LANGUAGES)
def test_a_judge_that_knows_loses_next_to_no_true_sentence_and_lets_no_false_one_pass(lang: str, tmp_path: Path):
    sets = claims.read(lang)
    with scripted_asker(ScriptedModel([ScriptedRule("", claims.knowing(sets))]), tmp_path, "grow") as asker:
        found = claims.verified(sets, lang, asker)
    assert found.true + found.false.total() >= 200
    assert found.true_refused <= 0.05
    assert found.false_kept <= 0.02


@pytest.mark.parametrize("lang", claims.LANGUAGES)
def test_the_sieve_alone_cannot_tell_who_did_what(lang: str):
    found = claims.sieved(claims.read(lang), lang)
    assert found.false_accepted["roles"] > 0.5 * found.false["roles"]  # why the second call is there
