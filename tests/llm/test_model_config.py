"""The settings of the model on their way to an asker."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from quire.llm.asker import BudgetSpent, Prompt
from quire.llm.model_config import ModelSettings
from tests.llm.endpoint import GOOD, SCHEMA, Act, endpoint, refused, said

WHOLE = ModelSettings(
    "http://ann:pass-word@127.0.0.1:9/v1",
    "small",
    "sk-not-to-be-seen",
    models={"boot": "tiny"},
    prices={"small": (1.0, 2.0)},
    in_flight=3,
    seconds=9.0,
    budget_micros=5,
    butler_micros=7,
)


def prompt(text: str = "About whales.") -> Prompt:
    return Prompt("grow", "1", "You write.", text, SCHEMA, 50)


def test_they_travel_as_json():
    assert ModelSettings.from_json(json.loads(json.dumps(WHOLE.to_json()))) == WHOLE
    assert "not-to-be-seen" not in repr(WHOLE)


def test_one_model_for_everything():
    assert WHOLE.only("") == WHOLE
    only = WHOLE.only("large")
    assert (only.model, only.models, only.key) == ("large", {}, WHOLE.key)


@pytest.mark.parametrize(("phase", "asked"), [("grow", False), ("butler", False), ("boot", True)])
def test_the_caps_of_the_wiki_and_of_its_butler(tmp_path: Path, phase: str, asked: bool):
    """The butler has spent its own cap; the wiki's is not spent, so the other phases go on."""
    with endpoint(said(GOOD, usage=(1000, 0))) as here:
        settings = ModelSettings(here.url, "small", prices={"*": (1.0, 1.0)})
        with settings.asker(tmp_path, "butler") as asker:
            assert asker.ask(prompt()) == GOOD
        caps = {"butler": {"butler_micros": 1100}, "boot": {"budget_micros": 5000}, "grow": {"budget_micros": 1100}}
        with replace(settings, **caps[phase]).asker(tmp_path, phase) as asker:
            if asked:
                assert asker.ask(prompt("More.")) == GOOD
            else:
                with pytest.raises(BudgetSpent):
                    asker.ask(prompt("More."))
    assert len(here.requests) == 1 + asked


def test_the_way_to_ask_is_remembered_between_runs_and_without_the_address(tmp_path: Path):
    def picky(_: int, request: dict) -> Act:
        return refused(400, "no response_format") if "response_format" in request else said(GOOD)

    with endpoint(picky) as here:
        url = here.url.replace("//", "//ann:pass-word@")
        for text, expected in (("a", 3), ("b", 4)):
            with ModelSettings(url, "small").asker(tmp_path, "grow") as asker:
                assert asker.ask(prompt(text)) == GOOD
            assert len(here.requests) == expected
    assert not any(b"pass-word" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
