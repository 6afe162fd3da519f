"""True and false sentences about passages, and what the checks of written sentences make of them.

    python -m tests.wiki.assisted.claims [--base-url URL --model NAME --key KEY]

Prints for each language what the sieve alone accepts, and what the sieve and a second call accept together: a judge that
knows the answers, unless an endpoint is named.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from quire.llm.asker import Asker
from quire.llm.call import Call
from quire.llm.model_config import ModelSettings
from quire.llm.scripted_model import ScriptedModel, ScriptedRule, scripted_asker
from quire.wiki.assisted.model_session import ModelSession
from quire.wiki.assisted.sentence_filter import Draft, SentenceFilter
from quire.wiki.assisted.sentence_verification import Unverified, verify
from quire.wiki.citation_support import CitedPassages, find_faults
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import fold
from tests.wiki import answering

LANGUAGES = ("en", "zh")


class Claim(NamedTuple):
    """A sentence about a passage; `kind` is "" for a true one, else in what it is false."""

    text: str
    kind: str


class Told(NamedTuple):
    """A passage and what is claimed of it."""

    passage: Passage
    claims: tuple[Claim, ...]


class Outcome(NamedTuple):
    """What checks made of the claims: accepted true ones, and accepted false ones by their kind."""

    true: int
    true_accepted: int
    false: Counter[str]
    false_accepted: Counter[str]

    @property
    def true_refused(self) -> float:
        """Share of the true sentences that are refused."""
        return 1 - self.true_accepted / self.true

    @property
    def false_kept(self) -> float:
        """Share of the false sentences that are accepted."""
        return self.false_accepted.total() / self.false.total()


def read(lang: str) -> list[Told]:
    """The set of a language."""
    text = (Path(__file__).parent / f"claims.{lang}.txt").read_text(encoding="utf-8")
    out = []
    for number, block in enumerate(text.split("\n\n")[1:], 1):
        first, *rest = block.strip().splitlines()
        claims = [line.partition(": ") for line in rest]
        told = tuple(Claim(said, kind.removeprefix("F").strip() if kind[0] == "F" else "") for kind, _, said in claims)
        out.append(Told(Passage(f"p{number}", "c", number - 1, first.removeprefix("P: ")), told))
    return out


def knowing(sets: Sequence[Told]) -> Callable[[Call], str]:
    """A judge that knows which sentences are true."""
    true = {fold(claim.text) for one in sets for claim in one.claims if not claim.kind}

    def answer(call: Call) -> str:
        rows = [
            {"sentence": at, "verdict": "entailed" if fold(text) in true else "not", "mended": ""}
            for at, text in answering.claims(call).items()
        ]
        return json.dumps({"verdicts": rows})

    return answer


def strict(sets: Sequence[Told], lang: str) -> Outcome:
    """What the rules accept that no second reader follows."""
    return _outcome(
        sets, lambda one, claim: not find_faults(claim.text, CitedPassages([one.passage.text], lang), verified=False)
    )


def sieved(sets: Sequence[Told], lang: str) -> Outcome:
    """What the sieve of written sentences lets pass."""
    return _outcome(sets, lambda one, claim: bool(_draft(one, [claim], lang).kept))


def verified(sets: Sequence[Told], lang: str, asker: Asker) -> Outcome:
    """What is left after the second call: one for the claims of each passage."""
    helper = ModelSession(asker, lambda *_: None)
    drafts = [Unverified((), _draft(one, one.claims, lang), {one.passage.id: one.passage}) for one in sets]
    for one in drafts:
        one.draft.refused = False
    verify(drafts, SentenceFilter([], lang), lang, helper)
    kept = {fold(sentence.text) for one in drafts for sentence in one.draft.kept}
    return _outcome(sets, lambda _, claim: fold(claim.text) in kept)


def _draft(one: Told, claims: Sequence[Claim], lang: str) -> Draft:
    rows = [{"section": "how", "text": claim.text, "sources": [one.passage.id]} for claim in claims]
    return SentenceFilter([], lang).read({"sentences": rows}, {one.passage.id: one.passage})


def _outcome(sets: Sequence[Told], accepts: Callable[[Told, Claim], bool]) -> Outcome:
    pairs = [(claim, accepts(one, claim)) for one in sets for claim in one.claims]
    return Outcome(
        sum(not claim.kind for claim, _ in pairs),
        sum(good for claim, good in pairs if not claim.kind),
        Counter(claim.kind for claim, _ in pairs if claim.kind),
        Counter(claim.kind for claim, good in pairs if claim.kind and good),
    )


def _table(args: argparse.Namespace) -> Iterator[str]:
    yield f"{'':22}{'true':>6}{'refused':>9}{'false':>7}{'accepted':>10}"
    for lang in LANGUAGES:
        sets = read(lang)
        with tempfile.TemporaryDirectory() as folder:
            if args.base_url:
                asker = ModelSettings(args.base_url, args.model, args.key).asker(Path(folder), "grow")
            else:
                asker = scripted_asker(ScriptedModel([ScriptedRule("", knowing(sets))]), Path(folder), "grow")
            with asker:
                judged = verified(sets, lang, asker)
        for name, found in (
            ("rules alone", strict(sets, lang)),
            ("sieve", sieved(sets, lang)),
            ("sieve, judge", judged),
        ):
            yield (
                f"{lang} {name:19}{found.true:6}{found.true_refused:9.3f}{found.false.total():7}{found.false_kept:10.3f}"
                f"  {dict(found.false_accepted)}"
            )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base-url", default="", help="of an endpoint with the chat interface")
    parser.add_argument("--model", default="")
    parser.add_argument("--key", default="")
    print(*_table(parser.parse_args()), sep="\n")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
