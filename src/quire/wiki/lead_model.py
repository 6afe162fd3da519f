"""How likely a sentence says what a thing is: all evidence weighed together by a learned model.

A logistic regression for each language, over sentences of books that we labelled by hand: the words of the sentence
(`definition_kind`), where the name stands in it, whether it stands alone, and where it stands in the book. The weights
stand in `subjects/lead_weights.json` (`make learn-leads`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from quire.wiki.definitions import SCORES, opens_with_clause
from quire.wiki.sentence_split import fold, holds_quotation, is_caption, is_signpost
from quire.wiki.subjects.learned_model import learned_weights, log_odds

__all__ = ["SAYS_WHAT", "lead_odds", "sentence_evidence"]

SAYS_WHAT = -0.5
"""Log odds from which on a page tells that its first sentence says what its subject is."""

_SHORT = {"en": 45, "zh": 16}
_LONG = {"en": 260, "zh": 100}
"""Letters and digits below which a sentence says too little to begin a page, and beyond which it says much else."""

_SETS_TASK = re.compile(
    r"(?:Describe|Explain|Evaluate|Identify|Discuss|Define|Compare|Analy[sz]e|List|Distinguish|Summari[sz]e|Outline|Consider"
    r"|Articulate|Recogni[sz]e|Apply|Assess|Calculate|Understand|Learn|Give|Name)\s[a-z]"
    r"|(?:了解|理解|掌握|学习|学会|描述|解释|说明|列出|识别|讨论|评估|熟悉|思考)(?!了)"
)
"""What sets the reader a task: goals of a lesson, exercises."""

_EXAMPLE = re.compile(
    r"\b(?:for (?:example|instance)|examples? of|such as|e\.g\.)|例如|比如|譬如|举例|为例", re.IGNORECASE
)
_DEED = re.compile(r"\b(?:we|you|I|let’s)\b|我们|你|请|建议|注意|推荐", re.IGNORECASE)
_GOES_ON_EN = re.compile(r"(?:-|[’']s\s|\s(?=[a-z]+\b))")
_FUNCTION = re.compile(
    r"(?:an?|the|and|or|nor|but|is|are|was|were|be|been|has|have|had|can|may|might|must|will|would|could|should|does|do|did"
    r"|of|in|on|to|for|from|with|by|as|at|that|which|who|whose|when|where|if|because|so|than|then|into|not|also|about"
    r"|between|against|through|[a-z]+ly|[a-z]{2,}(?:ed|[^su]s))\b"
)
_ENDS_ZH = re.compile(r"[^㐀-鿿]|[是指为即的与和或及在由可会将能用有也又就都被把对所等则当称叫从到时来这那让使通主]|$")


def lead_odds(evidence: Mapping[str, float], lang: str) -> float:
    """The log odds that a sentence with this evidence says what its subject is."""
    return log_odds(learned_weights("lead_weights")[lang], evidence)


def sentence_evidence(text: str, names: Sequence[str], kind: str, lang: str) -> dict[str, float]:
    """What the words of a sentence tell.

    Args:
        text: the sentence.
        names: of the subject.
        kind: the clearest `definition_kind` of the names.
        lang: of the sentence.
    """
    at, end = _place(text, names)
    size = len(fold(text))
    return {
        f"kind {kind}": 1.0,
        "defines": SCORES[kind],
        "place": at / max(1, len(text)),
        "begins": at <= len("“The "),
        "clause": opens_with_clause(text),
        "name goes on": _goes_on(text[end:], lang),
        "short": size < _SHORT[lang],
        "long": size > _LONG[lang],
        "signpost": is_signpost(text, lang),
        "task": _SETS_TASK.match(text) is not None,
        "asks": text.endswith(("?", "？")),
        "example": _EXAMPLE.search(text) is not None,
        "caption": is_caption(text),
        "deed": _DEED.search(text) is not None,
        "quotes": holds_quotation(text),
        "commas": min(4, len(re.findall(r"[,，、]", text))),
        "code": min(3, text.count("`") // 2),
    }


def _place(text: str, names: Sequence[str]) -> tuple[int, int]:
    """Where the name stands that comes first, [start, end); at the end where none is found as it is."""
    low = text.lower()
    found = [(at, at + len(name)) for name in names if (at := low.find(name.lower())) >= 0]
    return min(found, default=(len(text), len(text)))


def _goes_on(rest: str, lang: str) -> bool:
    """Whether the name is only the beginning of another thing's."""
    if lang == "zh":
        return not _ENDS_ZH.match(rest.lstrip("”」*` "))
    found = _GOES_ON_EN.match(rest)
    return found is not None and not _FUNCTION.match(rest, found.end())
