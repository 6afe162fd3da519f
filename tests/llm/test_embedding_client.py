"""Vectors from an endpoint: paid once, within the budget, and search goes on when there are none."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from quire.errors import ModelRefused, ModelUnavailable
from quire.llm.answer_cache import AnswerCache
from quire.llm.budget import Usage
from quire.llm.call import BudgetSpent, Stopped
from quire.llm.embedding_client import BATCH, Embedded, EmbeddingClient, EmbeddingSettings
from quire.llm.retry_policy import RetryPolicy
from tests.llm.endpoint import Act, endpoint, refused

SETTINGS = EmbeddingSettings("http://127.0.0.1:9/v1", "small", "sk-not-to-be-seen", price=1.0)
QUICK = RetryPolicy(first=0.01, longest=0.02, most=6, chance=lambda: 0.0)


@dataclass
class Recorded:
    """An engine whose answers were written down: the letters of a text; `fails` after so many calls."""

    fails: Exception | None = None
    after: int = 0
    asked: list[list[str]] = field(default_factory=list)
    closed: bool = False

    def embed(self, texts: Sequence[str], *, patient: bool) -> Embedded:
        if self.fails is not None and len(self.asked) >= self.after:
            raise self.fails
        self.asked.append([*texts])
        return Embedded([[float(text.count(letter)) for letter in "aeiou"] for text in texts], 10 * len(texts))

    def close(self) -> None:
        self.closed = True


def test_passages_are_paid_once(tmp_path: Path):
    engine, used = Recorded(), list[Usage]()
    texts = [f"gear {'a' * at}" for at in range(BATCH + 3)]
    with_engine = SETTINGS.embedder(tmp_path, "grow", engine=engine, report=used.append)
    assert with_engine.learn([*texts, texts[0], "  "]) == BATCH + 3
    assert [len(one) for one in engine.asked] == [BATCH, 3]
    assert with_engine.learn(texts) == 0
    assert SETTINGS.embedder(tmp_path, "butler", engine=engine).learn(texts) == 0
    assert len(engine.asked) == 2
    assert sum(one.input for one in used) == 10 * (BATCH + 3)
    assert AnswerCache(tmp_path, "grow").spent("grow") == Usage(10 * (BATCH + 3), 0, 10 * (BATCH + 3), 2)
    known = with_engine.known([*texts, "other"])
    assert set(known) == set(texts)
    assert all(float(row @ row) == pytest.approx(1.0) for row in known.values())
    with_engine.close()
    assert engine.closed


def test_another_model_has_other_vectors(tmp_path: Path):
    SETTINGS.embedder(tmp_path, "grow", engine=Recorded()).learn(["gear"])
    assert replace(SETTINGS, model="large").embedder(tmp_path, "grow", engine=Recorded()).known(["gear"]) == {}


def test_the_budget_of_the_wiki_holds(tmp_path: Path):
    engine = Recorded()
    AnswerCache(tmp_path, "grow").pay(Usage(1, 0, 995, 1, "grow", "m"))
    tight = replace(SETTINGS, budget_micros=1000)
    with pytest.raises(BudgetSpent):
        tight.embedder(tmp_path, "grow", engine=engine).learn(["gears and shafts " * 4])
    assert engine.asked == []
    assert replace(SETTINGS, budget_micros=2000).embedder(tmp_path, "grow", engine=engine).learn(["gears"]) == 1
    assert tight.embedder(tmp_path, "search", engine=engine).meaning("gear") is None


def test_what_was_paid_before_a_failure_is_kept(tmp_path: Path):
    texts = [f"gear {'a' * at}" for at in range(2 * BATCH)]
    with pytest.raises(ModelUnavailable):
        SETTINGS.embedder(tmp_path, "grow", engine=Recorded(ModelUnavailable(), after=1)).learn(texts)
    engine = Recorded()
    assert SETTINGS.embedder(tmp_path, "grow", engine=engine).learn(texts) == BATCH
    with pytest.raises(Stopped):
        SETTINGS.embedder(tmp_path, "grow", engine=engine).learn(["new"], should_stop=lambda: True)


def test_a_query_is_asked_for_once_and_a_failure_not_again_for_a_while(tmp_path: Path):
    engine = Recorded()
    embedder = SETTINGS.embedder(tmp_path, "search", engine=engine)
    first = embedder.meaning("what is a gear")
    again = SETTINGS.embedder(tmp_path, "search", engine=Recorded(ModelUnavailable())).meaning("what is a gear")
    assert first is not None
    assert again is not None
    assert first.tolist() == again.tolist()
    assert embedder.meaning(" ") is None
    assert len(engine.asked) == 1
    broken = Recorded()
    broken.fails = ModelRefused("no")
    silent = SETTINGS.embedder(tmp_path, "search", engine=broken)
    assert silent.meaning("oil") is None
    broken.fails = None
    assert silent.meaning("oil") is None  # it is silent for a minute
    assert broken.asked == []


def vectors(*rows: object, tokens: object = 7) -> Act:
    data = [{"object": "embedding", "index": at, "embedding": one} for at, one in enumerate(rows)]
    return Act(body=json.dumps({"object": "list", "data": data[::-1], "usage": {"prompt_tokens": tokens}}).encode())


def client(url: str) -> EmbeddingClient:
    return EmbeddingClient(replace(SETTINGS, base_url=url, seconds=30.0), patience=QUICK)


def test_an_endpoint_is_asked_as_it_wants_it():
    with endpoint([refused(503), refused(429), vectors([1, 0], [0, 2.5])]) as here:
        asked = client(here.url)
        assert asked.embed(["gear", "oil"], patient=True) == Embedded([[1.0, 0.0], [0.0, 2.5]], 7)
        asked.close()
    assert here.requests[-1] == {"model": "small", "input": ["gear", "oil"], "encoding_format": "float"}
    assert here.keys == {"Bearer sk-not-to-be-seen"}
    assert "not-to-be-seen" not in repr(SETTINGS)


@pytest.mark.parametrize(
    "act",
    [
        Act(body=b"<html>"),
        Act(body=b"[]"),
        Act(close=True),
        vectors(),
        vectors([1.0]),
        vectors([1.0], [1.0, 2.0]),
        vectors([1.0], ["x"]),
        vectors([], []),
        vectors([1.0], [float("nan")]),
        refused(500),
        refused(400, "too long"),
    ],
)
def test_an_endpoint_without_good_vectors_is_away(act: Act):
    with endpoint(act) as here:
        asked = client(here.url)
        with pytest.raises(ModelUnavailable):
            asked.embed(["gear", "oil"], patient=True)
        with pytest.raises(ModelUnavailable):
            asked.embed(["gear", "oil"], patient=False)
        asked.close()
    assert len(here.requests) <= 4


@pytest.mark.parametrize("status", [401, 402, 403, 404, 301])
def test_a_refusal_is_clear(status: int):
    with endpoint(refused(status, "sk-not-to-be-seen")) as here:
        asked = client(here.url)
        with pytest.raises(ModelRefused, match=str(status)) as found:
            asked.embed(["gear"], patient=True)
        asked.close()
    assert "not-to-be-seen" not in str(found.value)
    assert len(here.requests) == 1


def test_an_account_without_money_is_a_refusal_and_asked_once():
    with endpoint(refused(429, "You exceeded your quota", "insufficient_quota")) as here:
        asked = client(here.url)
        with pytest.raises(ModelRefused, match="money"):
            asked.embed(["gear"], patient=True)
        asked.close()
    assert len(here.requests) == 1


def test_tokens_are_estimated_where_the_endpoint_does_not_say():
    with endpoint(vectors([1.0], tokens=None)) as here:
        asked = client(here.url)
        assert asked.embed(["gear"], patient=True).tokens == 2
        asked.close()


def test_settings_travel_to_a_slot():
    assert EmbeddingSettings.from_json(json.loads(json.dumps(SETTINGS.to_json()))) == SETTINGS
