"""The weights by which the sums, the date, the number, the parties and their tax ids on a bill are chosen: `python -m learn.field_choice FOLDER... --out FILE`.

A folder has documents and `truth.jsonl` as `tests/invoice/till_receipts.py` and `world_bills.py` write them: per line
`file`, `scope` ("page", or "document": all pages together) and `pages` with their `fields`. Recognised pages are kept in
`FOLDER/pages`. `FOLDER=N` counts N times: real documents are few. `bills` is no folder but made bills with several rates
(`tests/invoice/bills.py`).

The words of the lexicon are known to the code and so to every made bill; on others many are not. So each folder is read
several times, each time without a random share of the lexicon (`--without`), in a process of its own.

The model is a softmax over the candidates of a page and "none of these", fitted to the likelihood of the right ones, with
a small penalty on weights. `--check FOLDER...` are only scored.
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
import re
import subprocess
import sys
import tempfile
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from quire.invoice.field_choice import Candidate, Choice
    from quire.invoice.identifiers import Found
    from quire.invoice.phrases import PagePhrases, Phrase
    from quire.invoice.sum_choice import Reading
    from quire.model.page import Page

FIELDS = (
    "sums", "invoice_date", "invoice_number", "seller_name", "buyer_name", "seller_tax_id", "buyer_tax_id",
)  # fmt: skip
_ALIKE = 0.85  # likeness of a name with misread characters to the right one
_STEPS, _RATE, _PENALTY, _FIRMNESS = 1500, 0.05, 0.002, 0.02
_BILLS, _SEEDS = Path("bills"), range(1000, 1030)  # made bills, of seeds that tests have not
_LATER = 0.25  # what a later page without the name of a party counts
_CUT, _GOES_ON = 0.2, 0.3  # what a page counts whose sums were taken away, and one that has none
_CERTAIN = ("adds_fits", "contained")  # signs that prove a tax, the strongest first
_ALONE = 0.3  # what a page counts whose buyer was taken away
_NUMBERLESS = 0.75  # what a page counts whose number was taken away: few bills lack one, and many have other codes
_IDS = {"seller_tax_id", "buyer_tax_id"}
_PARTS = re.compile(r"[\s.\-/]")
_ABOVE = 3.0  # points that a page is cut above its sums
_LEAST_PAGES = 2  # processes of one folder that read it, beside the whole lexicon

Sample = tuple[str, list[tuple[str, dict[str, float]]], list[bool], float]
"""Field, each candidate with its signs, which are right, what the page counts."""


class Weighed(NamedTuple):
    """A sample with how often it counts."""

    sample: Sample
    weight: float


def plain(text: str) -> str:
    """A text as it is compared: no spaces, no case."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text)).casefold()


def is_right(field: str, want: str, got: str, *, part: bool = False) -> bool:
    """Whether a value is the one that the truth has; `part`: a name that contains it is right too."""
    if field == "total_amount":
        return abs(float(want) - float(got)) < 0.005
    if field == "invoice_date":
        return want == got
    one, other = plain(want), plain(got)
    if field == "invoice_number":
        return one == other
    if field.endswith("_tax_id"):
        return _PARTS.sub("", one) == _PARTS.sub("", other)
    return one == other or (part and one in other) or SequenceMatcher(None, one, other).ratio() > _ALIKE


def pages_of(folder: Path) -> Iterator[tuple[list[Any], Mapping[str, Any]]]:
    """(pages, truth) of each bill in a folder."""
    from quire.model.page import TextSource
    from quire.read import open_source
    from quire.read.scan.ocr_onnx import engine
    from tests.invoice import bills

    if folder == _BILLS:
        for seed in _SEEDS:
            for tongue in bills.TONGUES:
                made = bills.make(tongue, seed)
                yield [made.page], {"fields": made.fields, "file": f"{tongue}{seed}"}
        return
    kept = folder / "pages"
    kept.mkdir(exist_ok=True)
    for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        cache = kept / f"{Path(told['file']).stem}.pkl"
        if cache.exists():
            pages = pickle.loads(cache.read_bytes())
        else:
            with open_source(folder / told["file"], ocr=engine(1)) as source:
                pages = [source.page(n) for n in range(1, source.page_count + 1)]
                pages = [replace(page, lines=tuple(page.lines)) for page in pages]
            if pages[0].source is TextSource.OCR or pages[0].needs_ocr:  # an illegible one stays so
                cache.write_bytes(pickle.dumps(pages))
        if told["scope"] == "document":
            for page in pages:
                yield [page], told["pages"][0] | {"file": told["file"], "later": page is not pages[0]}
        else:
            for one in told["pages"]:
                yield [pages[one["page"] - 1]], one | {"file": told["file"]}


def thin_lexicon(without: float, seed: int) -> None:
    """Take a random share of the words away; before any module that uses them is imported."""
    from quire.invoice import lexicon

    dice = random.Random(seed)
    whole = lexicon.files()
    thinned = tuple(
        {
            section: {
                name: [e for e in entries if dice.random() >= without] or entries[:1] for name, entries in names.items()
            }
            for section, names in file.items()
        }
        for file in whole
    )
    lexicon.files = lambda: thinned  # type: ignore[assignment]


def read_apart(module: str, folder: str, without: float, seed: int) -> Any:  # noqa: ANN401 - what the module reads
    """What `python -m MODULE --read` makes of a folder in a process of its own, whose lexicon is thinned."""
    with tempfile.NamedTemporaryFile() as file:
        command = [sys.executable, "-m", module, "--read", folder, str(without if seed else 0.0), str(seed), file.name]
        subprocess.run(command, check=True)
        return pickle.loads(Path(file.name).read_bytes())


def samples_of(folder: Path, without: float, seed: int) -> list[Sample]:
    """The candidates of all bills of a folder, read without a share of the lexicon."""
    thin_lexicon(without, seed)

    from quire.invoice.date_choice import date_candidates
    from quire.invoice.international import is_american
    from quire.invoice.number_choice import number_candidates, with_sole
    from quire.invoice.parties import buyer_hints
    from quire.invoice.party_blocks import party_names
    from quire.invoice.phrases import page_phrases
    from quire.invoice.seller_choice import name_candidates, parties_of, seller_candidates
    from quire.invoice.tax_id_choice import id_candidates

    found: list[Sample] = []
    for pages, truth in pages_of(folder):
        prints = page_phrases(pages[0])
        names = name_candidates(prints)
        buyer = _right_candidate(names, "buyer_name", truth) or buyer_hints(prints, party_names(prints)).first
        candidates = {
            "invoice_number": number_candidates(prints),
            "buyer_name": names,
            "invoice_date": date_candidates(prints, american=is_american(prints)),
            "seller_name": seller_candidates(prints, names, buyer),
        }
        buying, selling = parties_of(prints)
        candidates["seller_tax_id"], candidates["buyer_tax_id"] = id_candidates(
            prints,
            _named(selling, "seller_name", candidates, truth),
            _named(buying, "buyer_name", candidates, truth),
        )
        unbought = ("seller_name", seller_candidates(prints, names, None))  # asked first, with the buyer among them
        for field, made in (*candidates.items(), unbought):
            want = _wanted(truth, field)
            if want or _says_none(truth, field):
                part = bool(truth.get("part"))
                right = [any(is_right(field, w, c.value, part=part) for w in want) for c in made]
                bare = bool(truth.get("later")) and field.endswith("_name") and not any(right)
                found.append((field, [(c.value, c.signs) for c in made], right, _LATER if bare else 1.0))
                if field == "invoice_number":
                    rest = with_sole([one for one, good in zip(made, right, strict=True) if not good])
                    found.append((field, [(c.value, c.signs) for c in rest], [False] * len(rest), _NUMBERLESS))
        if buyer is not None and truth["fields"].get("buyer_name"):
            alone = _without_block(prints, buyer.phrase)  # a bill to nobody: only the seller stands on it
            some = name_candidates(alone)
            part = bool(truth.get("part"))
            for field, made in (("buyer_name", some), ("seller_name", seller_candidates(alone, some, None))):
                want = _wanted(truth, field) if field == "seller_name" else []
                right = [any(is_right(field, w, c.value, part=part) for w in want) for c in made]
                if field == "buyer_name" or any(right):
                    found.append((field, [(c.value, c.signs) for c in made], right, _ALONE))
        found += _sum_samples(pages[0], prints, truth)
    return found


def _right_candidate(names: Sequence[Candidate], field: str, truth: Mapping[str, Any]) -> Found | None:
    """The first candidate that the truth names."""
    from quire.invoice.identifiers import Found

    want = _wanted(truth, field)
    right = (c for c in names if any(is_right(field, w, c.value) for w in want))
    return next((Found(c.value, c.phrase, c.start, c.end) for c in right), None)


def _without_block(prints: PagePhrases, head: Phrase) -> PagePhrases:
    """A page without an address and its label."""
    from quire.invoice.parties import heads_buyer, in_block

    kept = [p for p in prints.phrases if not in_block(head, p) and not heads_buyer(p.text)]
    place = {p.number: at for at, p in enumerate(kept)}
    rows = [tuple(place[i] for i in row if i in place) for row in prints.rows]
    rows = [row for row in rows if row]
    row_of = {number: at for at, row in enumerate(rows) for number in row}
    phrases = tuple(p._replace(number=place[p.number]) for p in kept)
    return type(prints)(phrases, prints.width, prints.height, tuple(rows), row_of)


def _wanted(truth: Mapping[str, Any], field: str) -> list[str]:
    """The values of a field that are right."""
    want = truth["fields"].get(field) or []
    return want if isinstance(want, list) else [want]


def _says_none(truth: Mapping[str, Any], field: str) -> bool:
    """Whether a truth without a field says that the document has none: receipts have no buyer, made bills no ids."""
    if field == "buyer_name":
        return _is_receipt(truth)
    return field.endswith("_tax_id") and ("tags" in truth or bool(truth["fields"].keys() & _IDS))


def _named(
    choice: Choice | None, field: str, candidates: Mapping[str, Sequence[Candidate]], truth: Mapping[str, Any]
) -> Phrase | None:
    """Where a party's name stands: as it is chosen, and where that is wrong as the truth has it."""
    want = _wanted(truth, field)
    if choice and any(is_right(field, w, choice.chosen.value) for w in want):
        return choice.chosen.phrase
    right = [c.phrase for c in candidates[field] if any(is_right(field, w, c.value) for w in want)]
    return right[0] if right else choice.chosen.phrase if choice else None


def _is_receipt(truth: Mapping[str, Any]) -> bool:
    """Whether a truth is that of a receipt: it speaks of no number and no buyer, and none is there."""
    return not truth["fields"].keys() & {"invoice_number", "buyer_name"}


def _sum_samples(page: Page, prints: PagePhrases, truth: Mapping[str, Any]) -> Iterator[Sample]:
    """The readings of the sums of a page, and of the page cut above its sums: those are on the next one."""
    from quire.invoice.phrases import page_phrases
    from quire.invoice.sum_choice import sum_readings

    totals = [Decimal(one) for one in _wanted(truth, "total_amount")]
    if not totals:
        return
    readings = sum_readings(prints, totals)
    right = _proven([_is_reading(one, truth) for one in readings], readings, truth)
    goes_on = truth.get("later") and not any(right)
    yield "sums", [(one.value, one.signs) for one in readings], right, _GOES_ON if goes_on else 1.0
    tops = [f.phrase.box.y0 for one, fits in zip(readings, right, strict=True) if fits for f in one.sums if f]
    if tops:
        lines = tuple(line for line in page.lines if line.box.y1 < min(tops) - _ABOVE)
        others = sum_readings(page_phrases(replace(page, lines=lines, confidences=())))
        if others:
            yield "sums", [(one.value, one.signs) for one in others], [False] * len(others), _CUT


def _is_reading(reading: Reading, truth: Mapping[str, Any]) -> bool:
    """Whether a reading has the sums of the truth, and none that the truth says are not printed."""
    from quire.invoice.sum_choice import SUMS

    says_all = "tags" in truth or any(truth["fields"].get(key) == "" for key in SUMS)
    for key, figure in zip(SUMS, reading.sums, strict=True):
        want = [Decimal(one) for one in _wanted(truth, key) if one]
        if want and (figure is None or figure.number not in want):
            return False
        if not want and figure and key != "total_amount" and says_all:
            return False
    return True


def _proven(right: list[bool], readings: Sequence[Reading], truth: Mapping[str, Any]) -> list[bool]:
    """The right readings; where the truth has a total only, those whose named tax its rate proves, if there are any."""
    if truth["fields"].keys() & {"amount", "tax_amount"} or not _is_receipt(truth):
        return right
    for sign in _CERTAIN:
        named = [
            fits and bool(one.signs.get(sign)) and any(one.signs.get(name) for name in ("tax_tax", "tax_tax_headed"))
            for one, fits in zip(readings, right, strict=True)
        ]
        if any(named):
            return named
    return right


def fit(samples: Sequence[Weighed], names: Sequence[str], before: Mapping[str, float]) -> np.ndarray:
    """The weights that make the right candidates likeliest; each sample counts by its weight.

    The candidates of all samples are rows of one matrix; each sample ends with a row of zeros: none of these.
    Weights that were learned `before` of more documents move little.
    """
    old = np.array([before.get(name, 0.0) for name in names])
    penalty = np.array([_FIRMNESS if name in before else _PENALTY for name in names])
    place = {name: at for at, name in enumerate(names)}
    counts = [len(signs) + 1 for (_, signs, _, _), _ in samples]
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(int)
    x, right = np.zeros((sum(counts), len(names)), np.float32), np.zeros(sum(counts), bool)
    for start, ((_, signs, good, _), _) in zip(starts, samples, strict=True):
        for at, ((_, one), fits) in enumerate(zip(signs, good, strict=True), start):
            right[at] = fits
            for name, size in one.items():
                x[at, place[name]] = size
        right[start + len(signs)] = not any(good)
    share = np.repeat(np.array([one.weight for one in samples], np.float32), counts)
    whole = float(sum(one.weight for one in samples))

    def shares(of: np.ndarray) -> np.ndarray:
        return of / np.repeat(np.maximum(np.add.reduceat(of, starts), 1e-12), counts)

    weights, mean, square = old.copy(), np.zeros(len(names)), np.zeros(len(names))
    for step in range(1, _STEPS + 1):
        scores = x @ weights.astype(np.float32)
        given = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), counts))
        slope = ((shares(given) - shares(given * right)) * share) @ x / whole + penalty * (weights - old)
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= _RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def score(samples: Sequence[Sample], weights: Mapping[str, float]) -> tuple[int, int, int]:
    """(right, pages whose candidates have the right one, all) of one field."""
    from quire.invoice.field_choice import ranking

    right = there = 0
    for _, candidates, good, _ in samples:
        ranked, best = ranking(weights, candidates)
        right += bool(ranked) and good[best[ranked[0][0]]]
        there += any(good)
    return right, there, len(samples)


def gathered(folders: Sequence[str], seeds: Sequence[int], without: float) -> dict[str, list[Weighed]]:
    """The samples of folders by folder, each folder read once for each seed; seed 0 has the whole lexicon."""
    found: dict[str, list[Weighed]] = defaultdict(list)
    for said in folders:
        name, _, times = said.partition("=")
        for seed in seeds:
            read = read_apart("learn.field_choice", name, without, seed)
            found[name] += [Weighed(sample, float(times or 1) * sample[3]) for sample in read]
    return found


def main() -> None:
    """Read the folders, fit, print the scores, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--check", nargs="*", default=[])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--before", type=Path, help="weights of a fit on more documents, that move little")
    parser.add_argument("--without", type=float, default=0.4)
    parser.add_argument("--seeds", type=int, default=_LEAST_PAGES)
    parser.add_argument("--read", nargs=4, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.read:
        folder, without, seed, target = asked.read
        Path(target).write_bytes(pickle.dumps(samples_of(Path(folder), float(without), int(seed))))
        return
    known = gathered(asked.folders, range(asked.seeds + 1), asked.without)
    checked = gathered(asked.check, [0], 0.0)
    before = json.loads(asked.before.read_text("utf-8"))["weights"] if asked.before else {}
    made = {}
    for field in FIELDS:
        own = [one for samples in known.values() for one in samples if one.sample[0] == field]
        names = sorted({name for one in own for _, signs in one.sample[1] for name in signs})
        weights = {
            name: round(float(w), 3) for name, w in zip(names, fit(own, names, before.get(field, {})), strict=True)
        }
        made[field] = {name: w for name, w in weights.items() if w}
        for kind, sets in (("learned from", known), ("checked", checked)):
            for folder, samples in sets.items():
                right, there, count = score([one.sample for one in samples if one.sample[0] == field], made[field])
                print(f"{field:13} {kind:12} {folder:40} right {right} of {count}, among the candidates {there}")
    about = (
        "Weights of softmax models, one a field, fitted by learn/field_choice.py; see docs/measurements/invoices.md."
    )
    if asked.out:
        asked.out.write_text(json.dumps({"about": about, "weights": made}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
