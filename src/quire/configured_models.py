"""The language and embedding models that the settings name, each whole or not at all."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from quire.errors import BadSetting
from quire.settings import Settings

if TYPE_CHECKING:  # both load slowly, and commands about keys do without
    from quire.llm.embedding_client import Embedder, EmbeddingSettings
    from quire.llm.model_config import ModelSettings


def model_settings(settings: Settings) -> ModelSettings | None:
    """The language model that is set; None for none.

    Raises:
        BadSetting: it is set only in part.
    """
    if not settings.llm_model:
        return None
    _check_endpoint(settings, "QUIRE_LLM_MODEL")
    from quire.llm.model_config import ModelSettings

    return ModelSettings(
        settings.llm_base_url,
        settings.llm_model,
        settings.llm_api_key,
        models=dict(settings.llm_models),
        prices={model: (inward, outward) for model, inward, outward in settings.llm_prices},
        in_flight=settings.llm_calls,
        seconds=settings.llm_seconds,
        budget_micros=round(settings.job_budget_usd * 1_000_000),
    )


def _check_endpoint(settings: Settings, name: str) -> None:
    """That what the setting `name` needs is set, too.

    Raises:
        BadSetting: the endpoint's address, or the prices that a budget needs, are missing.
    """
    if not settings.llm_base_url:
        raise BadSetting(f"{name} needs QUIRE_LLM_BASE_URL, the address of the model's endpoint.")
    if settings.job_budget_usd and not settings.llm_prices:
        raise BadSetting("QUIRE_JOB_BUDGET_USD needs QUIRE_LLM_PRICES: without prices no cost can be counted.")


def embedding_settings(settings: Settings) -> EmbeddingSettings | None:
    """The embedding model that is set; None for none.

    Raises:
        BadSetting: it is set only in part.
    """
    if not settings.embedding_model:
        return None
    _check_endpoint(settings, "QUIRE_EMBEDDING_MODEL")
    from quire.llm.budget import Price, Prices
    from quire.llm.embedding_client import EmbeddingSettings

    prices = Prices({model: Price(inward, outward) for model, inward, outward in settings.llm_prices})
    return EmbeddingSettings(
        settings.llm_base_url,
        settings.embedding_model,
        settings.llm_api_key,
        price=prices.of(settings.embedding_model).input,
        seconds=settings.llm_seconds,
        budget_micros=round(settings.job_budget_usd * 1_000_000),
    )


def search_embedder(settings: Settings) -> Callable[[Path], Embedder] | None:
    """What gives a wiki's folder the meaning of its passages and of what is asked; None for none.

    Raises:
        BadSetting: the embedding model is set only in part.
    """
    found = embedding_settings(settings)
    return None if found is None else functools.partial(found.embedder, phase="search")


def invoice_model(settings: Settings) -> ModelSettings | None:
    """The language model that helps with invoices; None where it does not.

    Raises:
        BadSetting: it is to help, and there is none.
    """
    if not settings.llm_invoices:
        return None
    found = model_settings(settings)
    if found is None:
        raise BadSetting("QUIRE_LLM_INVOICES needs QUIRE_LLM_MODEL.")
    return found.only(dict(settings.llm_models).get("invoice", ""))
