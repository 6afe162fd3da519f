"""Learns how likely figures and rows of recognised statements are wrong, from scans of made reports.

    python -m tests.finance.scan_set mixed FOLDER SEED PAGES FACES CHINESE_FACES      makes the scans
    python -m learn.statement_doubts FOLDER... [--write]

What is printed is told of reports whose Latin family of type was left out, a fifth of the families in turn. `--write`
writes `figure_doubt.json` and `row_doubt.json` of `quire.finance` from all folders.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from learn.train import exported, stored_form
from quire.finance import extract, learned_doubt
from quire.finance.statement import Statement
from quire.jobs.statement_task import extract_file
from tests.finance.scan_set import SAME, alike, columns_of, figures_of, match_of, read_scan, rows_of

TARGET = Path(__file__).parents[1] / "src/quire/finance"
FOLDS = 5
TREES, LEAVES, RATE, LEAST = 90, 6, 0.06, 25

Floats = NDArray[np.float64]


class Cases(NamedTuple):
    """Figures or rows: their evidence, which are wrong, and the fold of each."""

    rows: Floats
    wrong: Floats
    fold: NDArray[np.int64]


def verdicts(truth: Statement, got: Statement) -> tuple[dict[tuple[int, int], bool], dict[int, bool]]:
    """Which figures and which rows of a statement are wrong."""
    ours, theirs = figures_of(truth), figures_of(got)
    columns, rows = columns_of(truth, got), rows_of(truth, got, columns_of(truth, got))
    partner, under = {to: r for r, to in rows.items()}, {to: c for c, to in columns.items()}
    figures: dict[tuple[int, int], bool] = {}
    lost: dict[int, bool] = {}
    for at, row in theirs.items():
        r = partner.get(at)
        labelled = r is not None and alike(truth.rows[r].label, got.rows[at].label) >= SAME
        for c, value in row.items():
            mine = under.get(c)
            figures[at, c] = r is None or mine is None or not labelled or ours[r].get(mine) != value
        lost[at] = r is None or not labelled or any(columns.get(c) not in row for c in ours[r])
    for r in ours:
        if r not in rows:
            lost.update({rows[near]: True for near in (r - 1, r + 1) if near in rows})
    return figures, lost


def seen_in(folder: Path) -> Iterator[tuple[str, list[tuple[list[float], bool]], list[tuple[list[float], bool]]]]:
    """Of each scan the name, and its figures and rows with their evidence and whether they are wrong."""
    for path in sorted(folder.glob("*.scan.pdf")):
        stem = path.name.removesuffix(".scan.pdf").rsplit(".", 1)[0]
        truths = extract_file(folder / f"{stem}.text.pdf").extraction.statements
        kept: list[tuple[Statement, learned_doubt.Evidence]] = []

        def noting(statement: Statement, marks: object, kept: list = kept) -> Statement:  # type: ignore[type-arg]
            evidence = learned_doubt.Evidence(statement, marks)  # type: ignore[arg-type]
            kept.append((statement, evidence))
            return statement

        before, extract.with_learned_doubt = extract.with_learned_doubt, noting  # type: ignore[assignment]
        try:
            read_scan(path)
        finally:
            extract.with_learned_doubt = before
        figures: list[tuple[list[float], bool]] = []
        rows: list[tuple[list[float], bool]] = []
        for truth in truths:
            own = match_of(truth, [statement for statement, _ in kept])
            match = next((one for one in kept if one[0] is own), None)
            if match is None:
                continue
            kept.remove(match)
            wrong, lost = verdicts(truth, match[0])
            figures += [(match[1].of_figure(*place), wrong[place]) for place in match[1].figures if place in wrong]
            rows += [(match[1].of_row(r), lost[r]) for r in match[1].rows if r in lost]
        yield path.name, figures, rows


def face_of(name: str) -> str:
    """The Latin family of type in the name of a scan: `003_hk_Lato_ARPLUKaiCN-4.shot.scan.pdf`."""
    return name.split("-", maxsplit=1)[0].rsplit("_", 2)[-2]


def model() -> HistGradientBoostingClassifier:
    """Small trees: of one page many figures are alike."""
    return HistGradientBoostingClassifier(
        max_iter=TREES, max_leaf_nodes=LEAVES, learning_rate=RATE, min_samples_leaf=LEAST, l2_regularization=5.0,
        random_state=1,
    )  # fmt: skip


def held_out(cases: Cases) -> Floats:
    """How likely each case is wrong, by trees learned without its family of type."""
    told = np.zeros(len(cases.wrong))
    for fold in range(FOLDS):
        out = cases.fold == fold
        told[out] = model().fit(cases.rows[~out], cases.wrong[~out]).predict_proba(cases.rows[out])[:, 1]
    return told


def report(what: str, cases: Cases) -> None:
    """Print how well the chance of being wrong is told, and what limits tell."""
    told, wrong = held_out(cases), cases.wrong > 0
    print(f"{what}: {len(told)}, wrong {wrong.sum():.0f}")
    for low, high in ((0, 0.02), (0.02, 0.05), (0.05, 0.1), (0.1, 0.2), (0.2, 0.3), (0.3, 0.5), (0.5, 1.01)):
        own = (told >= low) & (told < high)
        print(f"  {low:.2f} to {high:.2f}: {own.sum():5}, wrong {wrong[own].mean() if own.any() else 0:.3f}")
    for limit in (0.15, 0.2, 0.3, 0.4, 0.5):
        own = told >= limit
        print(
            f"  from {limit}: told {wrong[own].sum()} of {wrong.sum()}, right ones doubted {(own & ~wrong).sum() / (~wrong).sum():.3f}"
        )


def main() -> None:
    """Learn, print, and write if asked to."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folders", type=Path, nargs="+")
    ask.add_argument("--write", action="store_true")
    ask.add_argument("--kept", type=Path, help="keeps the evidence, so that only the trees are learned anew")
    given = ask.parse_args()
    if given.kept and given.kept.exists():
        seen = pickle.loads(given.kept.read_bytes())
    else:
        seen = [one for folder in given.folders for one in seen_in(folder)]
        if given.kept:
            given.kept.write_bytes(pickle.dumps(seen))
    for name, at in (("figure", 1), ("row", 2)):
        cases = [(row, wrong, one[0]) for one in seen for row, wrong in one[at]]
        folds = np.array([int(sha256(face_of(c[2]).encode()).hexdigest(), 16) % FOLDS for c in cases])
        every = Cases(np.array([c[0] for c in cases]), np.array([float(c[1]) for c in cases]), folds)
        report(name, every)
        if given.write:
            found = model().fit(every.rows, every.wrong)
            (TARGET / f"{name}_doubt.json").write_text(stored_form(exported(found)), "utf-8")


if __name__ == "__main__":
    main()
