"""One call of a model: what is asked, and the key under which its answer is kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Prompt", "cache_key"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """One call, which is answered by one JSON object.

    Attributes:
        name: of the template: "boot", "grow", "review", or with a part, "butler.merge"; also chooses the model.
        version: of the template; another version is another call.
        system: what the model is to do. Never holds text of a book.
        user: what it is about; text of a book stands in it only between fences (`quire.llm.prompt_fence`).
        schema: JSON schema of the answer: one flat object.
        most_tokens: of the answer.
    """

    name: str
    version: str
    system: str
    user: str
    schema: Mapping[str, object]
    most_tokens: int = 2000


def cache_key(prompt: Prompt, model: str, more: str = "") -> str:
    """The name under which the answer is kept: 40 hexadecimal digits over everything that the model sees.

    The prompt's own name is not among that: two phases that ask the same pay once.

    Args:
        prompt: the call.
        model: who is asked.
        more: what else the model sees, such as its bad answer in a repair.
    """
    seen = [
        prompt.version,
        model,
        prompt.system,
        prompt.user,
        json.dumps(prompt.schema, sort_keys=True, ensure_ascii=True, separators=(",", ":")),
        str(prompt.most_tokens),
        more,
    ]
    # A list as JSON, so that no two lists of texts can look the same; lone surrogates have escapes in ASCII.
    return hashlib.blake2b(json.dumps(seen, ensure_ascii=True).encode(), digest_size=20).hexdigest()
