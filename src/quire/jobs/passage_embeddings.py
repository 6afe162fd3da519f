"""The meaning of a wiki's passages as vectors, where an embedding model is set."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from quire.errors import ModelRefused, ModelUnavailable
from quire.llm.budget import Usage
from quire.llm.call import BudgetSpent, Stopped
from quire.llm.embedding_client import EmbeddingEngine, EmbeddingSettings
from quire.wiki.wiki_folder import Wiki

__all__ = ["embed_passages"]


def embed_passages(
    folder: Path,
    settings: EmbeddingSettings,
    phase: str,
    *,
    engine: EmbeddingEngine | None = None,
    should_stop: Callable[[], bool] = lambda: False,
    report: Callable[[Usage], None] = lambda _: None,
) -> str:
    """Get the vectors of all passages that have none; a sentence that says why some are missing, else "".

    A wiki is whole without them, so nothing of this ends its making.

    Args:
        folder: of the wiki.
        settings: of the model.
        phase: whose tokens they are.
        engine: in place of the network.
        should_stop: asked between the calls.
        report: told what each call has used.
    """
    embedder = settings.embedder(folder, phase, engine=engine, report=report)
    try:
        embedder.learn([one.text for one in Wiki.open(folder).passages()], should_stop=should_stop)
    except BudgetSpent:
        return "The budget ran out before all passages were embedded; the others are searched by their words only."
    except Stopped:
        return ""
    except (ModelUnavailable, ModelRefused) as problem:
        return f"The embedding model cannot be used now; search goes by words only: {problem}"
    finally:
        embedder.close()
    return ""
