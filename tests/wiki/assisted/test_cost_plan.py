"""What a model will be asked, told before it is asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.clock import FakeClock
from quire.errors import BadRequest
from quire.jobs.book_source import run_phase
from quire.llm.asker import ModelChoice
from quire.llm.budget import Price, Prices, typical_tokens
from quire.llm.scripted_model import ScriptedModel, ScriptedRule, scripted_asker
from quire.wiki.assisted.cost_plan import plan_calls
from quire.wiki.phases import PHASES
from quire.wiki.wiki_folder import Wiki
from tests.wiki import answering, books

CHOICE = ModelChoice("large", {"boot": "small", "verify": "other"}, "grow")
PRICES = Prices({"small": Price(1, 2), "large": Price(10, 20), "other": Price(0, 0)})


def planned(folder: Path, phases: int = 2) -> Wiki:
    Wiki.create(folder / "w", books.files(folder)["manual.md"])
    for phase in PHASES[:phases]:
        run_phase(folder / "w", phase, clock=FakeClock())
    return Wiki.open(folder / "w")


def test_the_prompts_that_are_counted_are_those_that_are_sent(tmp_path: Path):
    wiki = planned(tmp_path)
    told = {one.name: one for one in plan_calls(wiki, choice=CHOICE, prices=PRICES, rounds=1)}
    script = ScriptedModel([ScriptedRule("", lambda call: json.dumps(answering.good(call)))])
    with scripted_asker(script, wiki.folder, "grow") as model:
        run_phase(wiki.folder, "grow", clock=FakeClock(), model=model)
    sent = script.calls
    first = {answering.value(call, "Subject of the page"): call for call in reversed(sent) if call.name == "grow"}
    assert told["grow"].calls == len(first)  # what was asked again for its faults is left out
    assert told["grow"].input == sum(typical_tokens(one.text) for call in first.values() for one in call.messages)


def test_each_prompt_has_its_model_and_price(tmp_path: Path):
    told = {one.name: one for one in plan_calls(planned(tmp_path), choice=CHOICE, prices=PRICES, rounds=2)}
    assert {name: one.model for name, one in told.items()} == {
        "boot": "small",
        "grow": "large",
        "grow.chapter": "large",
        "verify": "other",
        "review": "large",
        "butler": "large",
    }
    boot = told["boot"]
    assert boot.micros == boot.input + 2 * boot.output > 0
    assert told["verify"].micros == 0
    assert [name for name, one in told.items() if one.at_most] == ["butler"]
    once = {one.name: one for one in plan_calls(Wiki.open(tmp_path / "w"), choice=CHOICE, prices=PRICES, rounds=1)}
    assert told["butler"].calls == 2 * once["butler"].calls


def test_a_book_that_was_not_planned_has_no_cost(tmp_path: Path):
    with pytest.raises(BadRequest):
        plan_calls(planned(tmp_path, 1), choice=CHOICE, prices=PRICES, rounds=1)
