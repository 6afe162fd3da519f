"""Texts to vectors by any endpoint that speaks OpenAI's `/embeddings`: for search by meaning, off unless it is set.

What can go wrong is told as in `quire.llm.endpoint`; nothing is asked for twice (`quire.llm.vector_cache`), and no
call is made whose highest cost the wiki's budget does not hold.
"""

from __future__ import annotations

import json
import logging
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from quire.errors import ModelRefused, ModelUnavailable
from quire.llm.answer_cache import AnswerCache
from quire.llm.budget import Price, Usage, tokens_of
from quire.llm.call import BudgetSpent, Stopped
from quire.llm.endpoint import EndpointFailure, endpoint_failure, silence_client_logs
from quire.llm.retry_policy import RetryPolicy
from quire.llm.vector_cache import MOST_NUMBERS, VectorCache

if TYPE_CHECKING:
    import openai

    from quire.llm.vector_cache import Row

__all__ = ["Embedded", "Embedder", "EmbeddingClient", "EmbeddingEngine", "EmbeddingSettings"]

BATCH = 64
"""Texts of one call: passages of 300 tokens fill 20,000, far below what endpoints take."""

LONGEST = 6000
"""Characters of a text that are sent: 8,192 tokens is what most models read, and a Chinese character may be one."""

QUERY_SECONDS = 3.0
"""That a search waits for the meaning of its query; without it words alone decide."""

SILENCE = 60.0
"""Seconds after a failure in which no search asks again."""

MOST_QUERIES = 10_000
"""Queries whose vectors a wiki keeps."""

_BYTES_PER_NUMBER = 32
_UNREAD = EndpointFailure(0, "no answer", "")

log = logging.getLogger(__name__)


class Embedded(NamedTuple):
    """Vectors of texts, and the tokens that they were counted as."""

    vectors: Sequence[Sequence[float]]
    tokens: int


class EmbeddingEngine(Protocol):
    """What turns texts into vectors: the network's `EmbeddingClient`, or a recorded one in tests."""

    def embed(self, texts: Sequence[str], *, patient: bool) -> Embedded:
        """The vectors of texts, in their order; somebody who is not `patient` gets one try of a few seconds.

        Raises:
            ModelAway: there is no answer, or none that can be read.
            ModelRefused: the key or the model is refused.
        """

    def close(self) -> None:
        """Let go of connections."""


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """Which model makes vectors, where, at what price.

    Attributes:
        base_url: of the endpoint.
        model: its name.
        key: of the endpoint; in no text of this.
        price: dollars for a million tokens.
        seconds: that one answer may take.
        budget_micros: that one wiki may cost in all, millionths of a dollar; 0 is no limit.
    """

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    price: float = 0.0
    seconds: float = 180.0
    budget_micros: int = 0

    def to_json(self) -> dict[str, Any]:
        """The settings, key included, for a slot."""
        return asdict(self)

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> EmbeddingSettings:
        """What `to_json` gave."""
        return cls(**row)

    def embedder(
        self,
        folder: Path,
        phase: str,
        *,
        engine: EmbeddingEngine | None = None,
        report: Callable[[Usage], None] = lambda _: None,
    ) -> Embedder:
        """What makes vectors for the wiki in `folder`; `phase` is whose tokens they are. Close it."""
        return Embedder(self, folder, phase, engine=engine or EmbeddingClient(self), report=report)


class Embedder:
    """Vectors of a wiki's passages and of what is asked, each paid once. For one thread at a time.

    Args:
        settings: model, price and budget.
        folder: of the wiki.
        phase: whose tokens they are in `log/usage.jsonl`.
        engine: makes them.
        report: told what each call has used, as soon as the vectors are on disk.
    """

    def __init__(
        self,
        settings: EmbeddingSettings,
        folder: Path,
        phase: str,
        *,
        engine: EmbeddingEngine,
        report: Callable[[Usage], None] = lambda _: None,
    ) -> None:
        self._settings = settings
        self._engine = engine
        self._report = report
        self._folder = folder
        self._phase = phase
        self._passages = VectorCache(folder / ".quire" / "vectors.bin", settings.model)
        self._queries = VectorCache(folder / "log" / "queries.bin", settings.model, most=MOST_QUERIES)
        self._silent_until = float("-inf")

    def known(self, texts: Sequence[str]) -> Mapping[str, Row]:
        """The vectors of those passages that have one, each of length 1."""
        return self._passages.find(texts)

    def learn(
        self,
        texts: Sequence[str],
        *,
        should_stop: Callable[[], bool] = lambda: False,
        progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> int:
        """Get the vectors of all passages that have none; how many those were.

        Raises:
            ModelAway, ModelRefused: the endpoint gives none; what was paid is kept.
            BudgetSpent: the next call could pass the budget.
            Stopped: the run was asked to end.
        """
        known = self.known(texts)
        missing = [one for one in dict.fromkeys(texts) if one.strip() and one not in known]
        for at in range(0, len(missing), BATCH):
            if should_stop():
                raise Stopped
            some = missing[at : at + BATCH]
            self._buy(some, self._passages, patient=True)
            progress(min(at + BATCH, len(missing)), len(missing))
        return len(missing)

    def meaning(self, query: str) -> Row | None:
        """The vector of what is asked; None when the endpoint is away, slow, or the budget is spent."""
        found = self._queries.find([query])
        if query in found:
            return found[query]
        if not query.strip() or time.monotonic() < self._silent_until:
            return None
        try:
            return self._buy([query], self._queries, patient=False)[0]
        except (ModelUnavailable, ModelRefused, BudgetSpent, OSError) as problem:
            self._silent_until = time.monotonic() + SILENCE
            log.warning("search goes by words alone for a while: %s", problem or "the budget is spent")
            return None

    def close(self) -> None:
        """Let go of connections."""
        self._engine.close()

    def _buy(self, texts: Sequence[str], store: VectorCache, *, patient: bool) -> list[Row]:
        price = Price(self._settings.price, 0.0)
        sent = [one[:LONGEST] for one in texts]
        most = price.micros(sum(map(tokens_of, sent)), 0)
        limit = self._settings.budget_micros
        answers = AnswerCache(self._folder, self._phase, mend=False)
        if limit and answers.spent().micros + most > limit:
            raise BudgetSpent
        found = self._engine.embed(sent, patient=patient)
        rows = _rows(found.vectors, len(texts))
        store.add(texts, rows)
        used = Usage(found.tokens, 0, price.micros(found.tokens, 0), 1, "embedding", self._settings.model)
        answers.pay(used)
        self._report(used)
        return rows


class EmbeddingClient:
    """See `Engine`, over the network. One connection is kept open."""

    def __init__(self, settings: EmbeddingSettings, *, patience: RetryPolicy | None = None) -> None:
        self._settings = settings
        self._patience = patience or RetryPolicy()
        self._made: openai.OpenAI | None = None

    def embed(self, texts: Sequence[str], *, patient: bool) -> Embedded:
        """See `Engine`."""
        tries = 0
        while True:
            tries += 1
            found = self._once(texts, self._settings.seconds if patient else QUERY_SECONDS)
            if isinstance(found, Embedded):
                return found
            if found.is_complaint or not patient or tries >= max(2, self._patience.most // 2):
                raise ModelUnavailable
            time.sleep(self._patience.wait(tries, found.after))

    def close(self) -> None:
        """See `Engine`."""
        if self._made is not None:
            self._made.close()

    def _once(self, texts: Sequence[str], seconds: float) -> Embedded | EndpointFailure:
        """One request.

        Raises:
            ModelRefused: key or model are refused.
        """
        import openai

        cap = 65_536 + len(texts) * MOST_NUMBERS * _BYTES_PER_NUMBER
        body = bytearray()
        until = time.monotonic() + seconds
        try:
            with self._client().embeddings.with_streaming_response.create(
                model=self._settings.model, input=[*texts], encoding_format="float", timeout=seconds
            ) as response:
                for piece in response.iter_bytes():
                    body += piece
                    if len(body) > cap or time.monotonic() > until:
                        return _UNREAD
        except openai.APIStatusError as error:
            return endpoint_failure(error, self._settings.model)
        except openai.APIConnectionError:
            return _UNREAD
        except Exception as error:  # noqa: BLE001 - what the connection raises while the body arrives has no common class
            log.debug("the body broke off: %s", type(error).__name__)
            return _UNREAD
        return _read(bytes(body), texts)

    def _client(self) -> openai.OpenAI:
        if self._made is None:
            import openai

            silence_client_logs()
            self._made = openai.OpenAI(
                api_key=self._settings.key or "none",
                base_url=self._settings.base_url,
                max_retries=0,
                http_client=openai.DefaultHttpxClient(follow_redirects=False),
            )
            self._made.organization = self._made.project = None  # the library takes them from the environment
        return self._made


def _read(body: bytes, texts: Sequence[str]) -> Embedded | EndpointFailure:
    """What an answer says; it is asked for again when it has another form."""
    try:
        value = json.loads(body)
        rows = sorted(value["data"], key=lambda row: int(row["index"]))
        vectors = [[float(number) for number in row["embedding"]] for row in rows]
        used = (value.get("usage") or {}).get("prompt_tokens")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError):
        return _UNREAD
    sizes = {len(one) for one in vectors}
    if len(vectors) != len(texts) or len(sizes) != 1 or not 0 < sizes.pop() <= MOST_NUMBERS:
        return _UNREAD
    if not all(math.isfinite(number) for one in vectors for number in one):
        return _UNREAD
    if not isinstance(used, int) or isinstance(used, bool) or not 0 <= used < 1 << 31:
        used = sum(map(tokens_of, texts))
    return Embedded(vectors, used)


def _rows(vectors: Sequence[Sequence[float]], count: int) -> list[Row]:
    """Rows of length 1.

    Raises:
        ModelAway: they are not as many as the texts.
    """
    import numpy as np

    table = np.asarray(vectors, dtype=np.float32)
    if table.ndim != 2 or len(table) != count:
        raise ModelUnavailable
    return [*(table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-12))]
