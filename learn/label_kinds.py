"""The weights by which texts name something on an invoice: `python -m learn.label_kinds FOLDER --out FILE`.

FOLDER has checkouts of the repositories in `label_repositories.txt` (`OWNER+NAME`). The entries of the lexicon are texts too.
One logistic regression a kind, fitted with scikit-learn; a text counts as often as owners have it, at most four times.
`--without OWNER` leaves texts out that only this owner has, and says how its texts are named then.
"""

from __future__ import annotations

import argparse
import json
import random
import re._parser as parser  # type: ignore[import-not-found]
from base64 import b85encode
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from learn.label_texts import KINDS, texts_of
from quire.invoice.label_kinds import SHARPNESS, hashed, plain
from quire.invoice.lexicon import LANGUAGES, files

_SIZE = 8192  # rows of the table
_OTHERS, _OTHER_WEIGHT = 30_000, 0.2  # texts that name nothing on an invoice, and what one counts
_MOST = 4  # owners of one text that count
_EXPANDED = 40  # texts of one regular expression
_LEXICON = {
    "numbers.label": "number", "numbers.other": "other_number", "numbers.account": "account", "numbers.phone": "contact",
    "numbers.register": "register", "dates.issue": "date", "dates.plain": "date", "dates.due": "other_date",
    "dates.not_issue": "other_date",
    "parties.buyer": "buyer", "parties.seller": "seller", "parties.account_holder": "account", "parties.tax_id": "tax_id",
    "totals.tax": "tax", "totals.tax_sum": "tax", "totals.tax_label": "tax",
    "totals.payable": "total", "totals.total": "total", "totals.payable_label": "total", "totals.net": "net",
    "totals.aside": "aside", "totals.given": "aside", "totals.change": "aside", "totals.charge": "aside",
    "totals.rounding": "aside", "documents.titles": "title",
}  # fmt: skip
_FAMILIES = {"spree-contrib": "spree", "solidusio-contrib": "spree", "boxbilling": "FOSSBilling"}  # forks


def lexicon_texts() -> Iterator[tuple[str, str]]:
    """(text, kind) of the entries of the lexicon, their regular expressions written out."""
    for file in files():
        for section, names in file.items():
            for name, entries in names.items():
                kind = _LEXICON.get(f"{section}.{name}", "column" if section == "columns" else "")
                for entry in entries if kind else ():
                    for text in dict.fromkeys(_written_out(parser.parse(entry))):
                        yield text, kind


def _written_out(items: Sequence[tuple[object, object]]) -> list[str]:
    texts = [""]
    for operation, argument in items:
        texts = [a + b for a in texts for b in _alternatives(str(operation), argument)][:_EXPANDED]
    return texts


def _alternatives(operation: str, argument: object) -> list[str]:
    given: list = argument if isinstance(argument, (list, tuple)) else [argument]  # type: ignore[type-arg]
    if operation == "LITERAL":
        return [chr(given[0])]
    if operation == "IN":
        return [chr(a) if str(k) == "LITERAL" else " " for k, a in given][:_MOST]
    if operation in {"MAX_REPEAT", "MIN_REPEAT"}:
        inner = _written_out(given[2])
        return [*inner, ""] if not given[0] else inner
    if operation == "SUBPATTERN":
        return _written_out(given[3])
    if operation == "BRANCH":
        return [text for branch in given[1] for text in _written_out(branch)]
    return [""]


def gathered(folder: Path) -> dict[tuple[str, str], set[str]]:
    """(plain text, kind): the owners that have it; texts that name nothing are a sample."""
    owners: dict[tuple[str, str], set[str]] = defaultdict(set)
    for checkout in sorted(one for one in folder.iterdir() if one.is_dir()):
        for text, kind, _, repository in texts_of(checkout):
            owner = repository.split("+")[0]
            owners[plain(text), kind].add(_FAMILIES.get(owner, owner))
    for text, kind in lexicon_texts():
        owners[plain(text), kind].add("lexicon")
    named = {text for text, kind in owners if kind != "none"}
    others = sorted(one for one in owners if one[1] == "none" and one[0] not in named)
    kept = {one for one in owners if one[1] != "none"} | {*random.Random(1).sample(others, min(_OTHERS, len(others)))}
    return {one: owners[one] for one in sorted(kept) if one[0]}


def fitted(texts: Sequence[tuple[str, str]], counts: Sequence[int]) -> NDArray[np.float32]:
    """The weights by row and kind; the last row is the bias."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    rows = [hashed(text, _SIZE) for text, _ in texts]
    table = DictVectorizer(dtype=np.float32)
    matrix = table.fit_transform([dict.fromkeys(map(str, row), SHARPNESS / len(row) ** 0.5) for row in rows])
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)  # liblinear's
    places = [int(name) for name in table.feature_names_]
    kinds = np.array([kind for _, kind in texts])
    weight = np.where(kinds == "none", _OTHER_WEIGHT, np.minimum(counts, _MOST))
    made = np.zeros((_SIZE + 1, len(KINDS) - 1), np.float32)
    for at, kind in enumerate(KINDS[:-1]):
        model = LogisticRegression(solver="liblinear", tol=1e-2, max_iter=60)
        model.fit(matrix, kinds == kind, sample_weight=weight)
        made[places, at], made[-1, at] = model.coef_[0], model.intercept_[0]
    return made


def named(weights: NDArray[np.float32], text: str) -> str:
    """What a text names by some weights."""
    rows = hashed(text, _SIZE)
    odds = weights[rows].sum(0) * (SHARPNESS / len(rows) ** 0.5) + weights[-1]
    return KINDS[int(odds.argmax())] if odds.max() > 0 else "none"


def main() -> None:
    """Gather the texts, fit, write the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--out", type=Path)
    asked.add_argument("--without", default="")
    told = asked.parse_args()
    owners = gathered(told.folder)
    print(f"{len(owners)} texts in {len(LANGUAGES)} and more languages")
    known = {one: own for one, own in owners.items() if own != {told.without}}
    weights = fitted([*known], [len(own) for own in known.values()])
    if told.without:
        held = [one for one, own in owners.items() if told.without in own and one[1] != "none"]
        right = sum(named(weights, text) == kind for text, kind in held)
        wrong = sum(named(weights, text) not in (kind, "none") for text, kind in held)
        print(f"{told.without}: {right} of {len(held)} right, {wrong} named otherwise")
    if told.out:
        step = float(np.abs(weights[:-1]).max()) / 127
        table = np.round(weights[:-1] / step).astype(np.int8)
        held_ = {
            "about": "Weights of linear models, one a kind of label, fitted by learn/label_kinds.py.",
            "kinds": KINDS[:-1], "step": step, "bias": [round(float(b), 3) for b in weights[-1]],
            "weights": b85encode(table.tobytes()).decode(),
        }  # fmt: skip
        told.out.write_text(json.dumps(held_, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
