"""Whether the cited passages carry a written sentence: a second call, which did not write it, says so for each.

The sieve before it (`sentence_filter`) knows words, not meaning: it lets "Emma was governess to Miss Taylor" pass where
the book says the opposite. Here a model reads the sentences of a page beside their passages. What is not entailed is
mended once, and a mended sentence is read again; what is not entailed then is dropped. Sentences that are the book's
own, word for word, are not asked about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from quire.llm.asker import Answer, Prompt
from quire.llm.prompt_fence import fenced
from quire.wiki.assisted.model_session import ModelSession
from quire.wiki.assisted.prompt_template import passages_of, prompt
from quire.wiki.assisted.sentence_filter import Draft, SentenceFilter
from quire.wiki.citation_support import Fault
from quire.wiki.cited_sentence import CitedSentence
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import fold

__all__ = ["ENTAILED", "VERDICTS", "Assignment", "Unverified", "verified_drafts", "verify", "verifying_prompt"]

ENTAILED = "entailed"
VERDICTS = (ENTAILED, "partly", "not")

_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "verdicts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "sentence": {"type": "integer"},
                    "verdict": {"type": "string", "enum": list(VERDICTS)},
                    "mended": {"type": "string"},
                },
                "required": ["sentence", "verdict", "mended"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["verdicts"],
    "additionalProperties": False,
}
_TOKENS_PER_VERDICT = 90
"""A number, a word and, for some, a sentence of 45 words."""

_TOKENS_BESIDE = 100


class Unverified(NamedTuple):
    """A draft to be verified.

    Attributes:
        names: of the page's subject, the title first; none for a chapter.
        draft: its kept sentences are judged; verifying changes it.
        evidence: the passages that its writer was shown, by id.
    """

    names: Sequence[str]
    draft: Draft
    evidence: Mapping[str, Passage]


class Assignment(NamedTuple):
    """A page or a part of one that a model is to write.

    Attributes:
        prompt: the call.
        names: of the page's subject, the title first; none for a chapter.
        evidence: the passages that the prompt shows, by id.
        read: what stands of an answer.
        assess: refuses a draft of which too little is left.
    """

    prompt: Prompt
    names: Sequence[str]
    evidence: Mapping[str, Passage]
    read: Callable[[Answer], Draft]
    assess: Callable[[Draft], None]


class _Claim(NamedTuple):
    draft: int  # which of the drafts
    place: int  # among its kept sentences
    sentence: CitedSentence


class _Verdict(NamedTuple):
    word: str  # one of `VERDICTS`
    mended: str  # the sentence as the judge would have it; "" for none


def verified_drafts(
    assignments: Sequence[Assignment], sieve: SentenceFilter, lang: str, helper: ModelSession
) -> list[Draft | None]:
    """What stands of the last answer to each prompt once a second call has read it; None where there was none.

    Args:
        assignments: of one wave.
        sieve: which mended sentences have to pass.
        lang: of the book.
        helper: the model.
    """
    drafts: dict[int, Draft] = {}

    def check(at: int, answer: Answer) -> list[str]:
        drafts[at] = assignments[at].read(answer)
        return drafts[at].told if drafts[at].refused else []

    for _ in helper.ask_all([one.prompt for one in assignments], check):
        pass  # `check` keeps what the last answer to each gave
    there = sorted(drafts)
    unverified = [Unverified(assignments[at].names, drafts[at], assignments[at].evidence) for at in there]
    verify(unverified, sieve, lang, helper)
    for at in there:
        if not drafts[at].refused:
            assignments[at].assess(drafts[at])
    return [drafts.get(at) for at in range(len(assignments))]


def verify(drafts: Sequence[Unverified], sieve: SentenceFilter, lang: str, helper: ModelSession) -> None:
    """Keep of each draft only what a second call finds entailed; a draft that nobody could judge is refused.

    Args:
        drafts: of one wave; those refused already are passed over.
        sieve: which mended sentences have to pass as well.
        lang: of the book.
        helper: the model.
    """
    asked = _written(drafts)
    verdicts = _judge(drafts, asked, lang, helper)
    unread = {one.draft for one, verdict in verdicts.items() if verdict is None}
    wrong = {one: verdict for one, verdict in verdicts.items() if verdict and verdict.word != ENTAILED}
    mended = {
        _Claim(one.draft, one.place, sentence): one
        for one, verdict in wrong.items()
        if one.draft not in unread and (sentence := _mended(drafts[one.draft], one.sentence, verdict.mended, sieve))
    }
    again = _judge(drafts, [*mended], lang, helper)
    better = {mended[one]: one.sentence for one, verdict in again.items() if verdict and verdict.word == ENTAILED}
    for at, (_, draft, _) in enumerate(drafts):
        if at in unread:
            draft.refuse("unverified", "Nobody could say whether its sentences hold.")
            continue
        claims = [_Claim(at, place, one) for place, one in enumerate(draft.kept)]
        draft.kept = [better.get(one, one.sentence) for one in claims if one not in wrong or one in better]
        draft.dropped += len(claims) - len(draft.kept)
        draft.faults += [
            Fault("support", f"Sentence {one.place + 1} says what the passages cited do not say.")
            for one in claims
            if one in wrong
        ]


def _written(drafts: Sequence[Unverified]) -> list[_Claim]:
    """The sentences of drafts that are not the book's own."""
    return [
        _Claim(at, place, one)
        for at, (_, draft, evidence) in enumerate(drafts)
        if not draft.refused
        for place, one in enumerate(draft.kept)
        if not any(fold(one.text) in fold(evidence[id_].text) for id_ in one.cites)
    ]


def _judge(
    drafts: Sequence[Unverified], claims: Sequence[_Claim], lang: str, helper: ModelSession
) -> dict[_Claim, _Verdict | None]:
    """The verdict on each claim, None where nobody gave one. One call for each draft."""
    groups: dict[int, list[_Claim]] = defaultdict(list)
    for one in claims:
        groups[one.draft].append(one)
    asked = [*groups.values()]
    prompts = [verifying_prompt(drafts[at], [one.sentence for one in group], lang) for at, group in groups.items()]

    def check(at: int, answer: Answer) -> list[str]:
        given = _verdicts(answer)
        missing = [number for number in range(1, len(asked[at]) + 1) if number not in given]
        return [f"There is no verdict on sentence {number}." for number in missing]

    out: dict[_Claim, _Verdict | None] = dict.fromkeys(claims)
    for at, answer in helper.ask_all(prompts, check) if prompts else ():
        found = _verdicts(answer) if answer is not None else {}
        out |= {one: found.get(number) for number, one in enumerate(asked[at], 1)}
    return out


def _verdicts(answer: Answer) -> dict[int, _Verdict]:
    """Number of a sentence to the verdict on it; the worst one, if it has several."""
    out: dict[int, _Verdict] = {}
    rows = answer.get("verdicts")
    for row in rows if isinstance(rows, list) else ():
        number, word = (row.get("sentence"), row.get("verdict")) if isinstance(row, Mapping) else (0, "")
        if isinstance(number, int) and word in VERDICTS:
            said = _Verdict(str(word), str(row.get("mended") or ""))
            out[number] = max(out.get(number, said), said, key=lambda one: VERDICTS.index(one.word))
    return out


def verifying_prompt(page: Unverified, sentences: Sequence[CitedSentence], lang: str) -> Prompt:
    """The call that asks for a verdict on each of these sentences of a page."""
    lines = [f"{at}. {one.text} ({', '.join(one.cites)})" for at, one in enumerate(sentences, 1)]
    cited = {id_ for one in sentences for id_ in one.cites}
    values = {
        "subject": page.names[0] if page.names else "-",
        "names": ", ".join(page.names[1:]) or "-",
        "page": fenced("\n".join(lines), "page"),
        "passages": passages_of(one for id_, one in page.evidence.items() if id_ in cited),
    }
    most = _TOKENS_BESIDE + _TOKENS_PER_VERDICT * len(sentences)
    return prompt("verify", template="verify", lang=lang, schema=_SCHEMA, values=values, most_tokens=most)


def _mended(page: Unverified, wrong: CitedSentence, text: str, sieve: SentenceFilter) -> CitedSentence | None:
    """The judge's own wording as a sentence, when it is another one and passes the sieve."""
    if not fold(text) or fold(text) == fold(wrong.text):
        return None
    row = {"section": wrong.section, "text": text, "sources": list(wrong.cites)}
    kept = sieve.read({"sentences": [row]}, page.evidence, page.names).kept
    return kept[0] if len(kept) == 1 and kept[0].cites == wrong.cites else None
