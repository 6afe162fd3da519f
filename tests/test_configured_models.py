"""Models are set whole or not at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from quire import configured_models
from quire.errors import BadSetting
from quire.settings import Settings


def test_an_embedding_model_is_set_whole_or_not_at_all(tmp_path: Path):
    assert configured_models.embedding_settings(Settings()) is None
    assert configured_models.search_embedder(Settings()) is None
    whole = Settings(
        llm_base_url="http://127.0.0.1:9/v1",
        llm_api_key="sk-x",
        embedding_model="e",
        llm_prices=(("e", 0.5, 0.0), ("m", 3.0, 9.0)),
        job_budget_usd=0.25,
    )
    found = configured_models.embedding_settings(whole)
    assert found is not None
    assert (found.model, found.price, found.budget_micros) == ("e", 0.5, 250_000)
    assert configured_models.model_settings(whole) is None
    meaning = configured_models.search_embedder(whole)
    assert meaning is not None
    assert meaning(tmp_path).meaning(" ") is None
    for broken in (Settings(embedding_model="e"), replace(whole, llm_prices=())):
        with pytest.raises(BadSetting):
            configured_models.embedding_settings(broken)


def test_a_model_is_set_whole_or_not_at_all():
    assert configured_models.model_settings(Settings()) is None
    assert configured_models.invoice_model(Settings()) is None
    whole = Settings(
        llm_base_url="http://127.0.0.1:9/v1",
        llm_api_key="sk-x",
        llm_model="m",
        llm_models=(("invoice", "small"),),
        llm_prices=(("m", 1.0, 2.0),),
        job_budget_usd=0.25,
    )
    found = configured_models.model_settings(whole)
    assert found is not None
    assert (found.budget_micros, found.prices, found.key) == (250_000, {"m": (1.0, 2.0)}, "sk-x")
    assert configured_models.invoice_model(whole) is None
    helping = configured_models.invoice_model(replace(whole, llm_invoices=True))
    assert helping is not None
    assert helping.model == "small"
    for broken in (Settings(llm_model="m"), replace(whole, llm_prices=())):
        with pytest.raises(BadSetting):
            configured_models.model_settings(broken)
    with pytest.raises(BadSetting, match="QUIRE_LLM_MODEL"):
        configured_models.invoice_model(Settings(llm_invoices=True))
