"""Scans of the statements of text PDFs, and how well they are read: `python -m tests.finance.scan_set make|mixed|score`.

`make FOLDER SEED FILE...` writes each page on which a statement is found as a picture in a PDF, degraded in one of the
`LOOKS` in turn (`office`, `desk`, `held`, `drawn` instead of `make`: of the `OFFICE_LOOKS`, `DESK_LOOKS`, `HELD_LOOKS`, `DRAWN_LOOKS`), beside its own page as text. `score FOLDER` reads both: the cells of the text layer are the truth of
the scan. Recognised pages are kept beside the scans, so that a later run only repeats what comes after recognition.

`mixed FOLDER SEED PAGES FACES CHINESE_FACES` makes reports of kinds drawn at random, each set in a family of either list
("Lato,Caladea"), and scans of two pages of each at most, in a look of `DRAWN_LOOKS`; `camera`, `paper`, `archive`,
`pocket`, `tray`, `clerk`, `stack` or `registry` in place of `mixed`: in the `CAMERA_LOOKS`, `PAPER_LOOKS`, `ARCHIVE_LOOKS`,
`POCKET_LOOKS`, `TRAY_LOOKS`, `CLERK_LOOKS`, `STACK_LOOKS` or `REGISTRY_LOOKS` in turn, Chinese and English reports in
turn; of the last six, half of the reports in odd, rare, filed, public, owners' or registered formats.

A cell counts under its own label and its own title alone. Wrong are cells that are missing, have another value or stand
elsewhere, and figures that nobody printed. A wrong cell is told when a finding that does not hold covers it, its label,
its title or its whole statement, or its confidence is below 0.8; a statement that was not found is told when a warning
of the document names its page, or the page could not be read at all, which the program says. An alarm is right when it covers something wrong.
"""

from __future__ import annotations

import pickle
import random
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from PIL import Image, ImageDraw, ImageFilter

from quire.errors import DamagedDocument
from quire.finance.completeness import document_gaps
from quire.finance.extract import extract_statements
from quire.finance.statement import Extraction, Kind, RowKind, Statement
from quire.jobs.statement_task import SECOND_LOOK, extract_file
from quire.jobs.tolerant_reading import TolerantReader
from quire.model.geometry import Box
from quire.read import open_source
from tests.finance.archive_looks import ARCHIVE_LOOKS
from tests.finance.camera_looks import CAMERA_LOOKS
from tests.finance.clerk_looks import CLERK_LOOKS
from tests.finance.drawn_looks import DRAWN_LOOKS
from tests.finance.held_looks import HELD_LOOKS, Look, grain
from tests.finance.paper_looks import PAPER_LOOKS
from tests.finance.pocket_looks import POCKET_LOOKS
from tests.finance.registry_looks import REGISTRY_LOOKS
from tests.finance.reports import Report, kinds, print_pdf, set_in
from tests.finance.stack_looks import STACK_LOOKS
from tests.finance.tray_looks import TRAY_LOOKS

DOUBT = 0.8  # confidence below which a value is told to be doubtful
_UPPER = 0.05  # by which titles are less alike of which one has further levels
SAME = 0.8  # likeness of two labels or titles that are the same one, misread at most
_WHOLE = ("columns",)  # rules of findings about a whole statement
_OF_A_PAGE = re.compile(r"\bpage \d", re.IGNORECASE)  # in a warning of a document; a scan of the set has one page
_LISTED = 30  # wrong cells of a statement that are printed at most
_OF_A_REPORT = 2  # pages of a mixed set
_ODD_SHARE = 0.5  # of the reports of a set of archive or pocket looks
_AMOUNT = re.compile(r"<td class='r[^']*'>([^<]*)</td>")
_DOTS = {"register": (200, 300)}  # an inch, of looks that have others
_NO_CELLS = ("dates", "periods", "unit")  # rules that say nothing of cells


def _grainy(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    return grain(rng, grey, 0.5, 12)


def _heavy(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    return grain(rng, grey, 2.0, 20)


def _stained(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Soft stains and two folds over a little noise."""
    out = grey.copy()
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width]
    for _ in range(6):
        y, x, reach = rng.uniform(0, height), rng.uniform(0, width), rng.uniform(0.05, 0.18) * height
        out -= rng.uniform(20, 60) * np.exp(-(((ys - y) ** 2 + (xs - x) ** 2) / (2 * reach**2)))
    for share in rng.uniform(0.2, 0.8, 2):
        out -= 50 * np.exp(-((ys - share * height) ** 2) / 8.0)
    return grain(rng, out, 0.2, 8)


def _faint(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Faint ink with white scratches through it, and specks."""
    picture = Image.fromarray(np.clip(235 - (255 - grey) * 0.45, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    for _ in range(40):
        x, y = rng.uniform(0, picture.width), rng.uniform(0, picture.height)
        draw.line((x, y, x + rng.normal(0, 60), y + rng.normal(0, 200)), fill=238, width=1)
    return grain(rng, np.asarray(picture, dtype=float), 0.8, 12)


LOOKS: dict[str, Callable[[np.random.Generator, np.ndarray], np.ndarray]] = {
    "faint": _faint, "grain": _grainy, "heavy": _heavy, "stains": _stained,
}  # fmt: skip


def _fax(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Black and white alone, with ragged edges and lone dots."""
    ragged = grey + rng.normal(0.0, 35.0, grey.shape)
    out = np.where(ragged > 150, 255.0, 0.0)
    out[rng.random(grey.shape) < 0.0006] = 0.0
    return out


def _streaks(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A copier's streaks down the page, a dark edge, uneven toner."""
    height, width = grey.shape
    toner = 0.75 + 0.25 * np.sin(np.linspace(0, float(rng.uniform(2, 12)), width))[None, :]
    out = 250 - (255 - grey) * toner
    for x in rng.integers(0, width, 4):
        out[:, x : x + int(rng.integers(1, 3))] -= float(rng.uniform(30, 110))
    edge = np.arange(width)[None, :] / (0.02 * width)
    return out - 140 * np.exp(-edge) + rng.normal(0.0, 6.0, (height, width))


def _creased(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Folded to a sixth, coffee on it, and grain."""
    height, width = grey.shape
    out = 245 - (255 - grey) * 0.9
    ys, xs = np.arange(height)[:, None], np.arange(width)[None, :]
    for at in (1 / 3, 2 / 3):
        out = out - 70 * np.exp(-((ys - at * height) ** 2) / 5.0)
    out = out - 60 * np.exp(-((xs - width / 2) ** 2) / 4.0)
    far = np.hypot(ys - rng.uniform(0.2, 0.8) * height, xs - rng.uniform(0.2, 0.8) * width)
    out = out - 55 * np.exp(-((far - 0.12 * width) ** 2) / 60.0)
    return grain(rng, out, 0.4, 9)


OFFICE_LOOKS = {"fax": _fax, "streaks": _streaks, "creased": _creased}


def _copied(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A pale copy of a copy: the back shines through, toner clots and strokes break."""
    back = np.roll(grey[:, ::-1], int(rng.integers(5, 25)), axis=0)
    out = np.minimum(grey, 255 - (255 - back) * rng.uniform(0.12, 0.22))
    for _ in range(2):
        soft = Image.fromarray(np.clip(out, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(0.6))
        out = 255 / (1 + np.exp(-(np.asarray(soft, dtype=float) - 150) / 22)) + rng.normal(0.0, 10.0, grey.shape)
    return grain(rng, 226 - (255 - out) * 0.5, 0.3, 4)


def _phoned(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Photographed from aside on a table: perspective, a sheet that curls, a shadow across it."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    curl = np.float32(rng.uniform(3, 7)) * np.sin(xs * (np.pi / width)) * (ys / height)
    out = cv2.remap(grey.astype(np.float32), xs, ys + curl, cv2.INTER_LINEAR, borderValue=255.0)
    inset = rng.uniform(0.01, 0.06, (4, 2)) * (width, height)
    corners = np.float32([(0, 0), (width, 0), (width, height), (0, height)])
    moved = corners + np.float32(inset * [(1, 1), (-1, 1), (-1, -1), (1, -1)])
    seen = cv2.warpPerspective(out, cv2.getPerspectiveTransform(corners, moved.astype(np.float32)), (width, height),
                               borderValue=60.0)  # fmt: skip
    shadow = 1 / (1 + np.exp(-(xs * rng.uniform(0.4, 1.0) + ys - rng.uniform(0.5, 1.2) * height) / (0.06 * height)))
    light = 0.85 + 0.12 * xs / width - rng.uniform(0.25, 0.4) * shadow
    return seen * light + rng.normal(0.0, 5.0, grey.shape)


def _dithered(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Dots of one bit, as sent by a fax in its mode for photographs."""
    paper = Image.fromarray(np.clip(250 - (255 - grey) * rng.uniform(0.75, 0.9), 0, 255).astype(np.uint8))
    return np.asarray(paper.convert("1").convert("L"), dtype=float)


def _moire(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Photographed from a screen: bands of two gratings that beat."""
    ys, xs = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]]
    turn = rng.uniform(0.03, 0.12)
    beat = sum(np.sin(2 * np.pi * ((xs * np.cos(a) + ys * np.sin(a)) / rng.uniform(7, 40))) for a in (turn, turn + 1.5))
    return 225 - (255 - grey) * 0.75 + 13 * beat + rng.normal(0.0, 4.0, grey.shape)


def _uneven(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """From a bound book: dark and blurred towards the fold, burnt out at the other side."""
    across = np.linspace(0, 1, grey.shape[1])[None, :]
    blurred = np.asarray(Image.fromarray(grey.astype(np.uint8)).filter(ImageFilter.GaussianBlur(1.1)), dtype=float)
    mixed = blurred * (1 - across) ** 2 + grey * (1 - (1 - across) ** 2)
    ink = (255 - mixed) * (0.95 - rng.uniform(0.5, 0.65) * across**3)
    return 252 - ink - 150 * np.exp(-across / 0.09) + rng.normal(0.0, 6.0, grey.shape)


DESK_LOOKS = {"copied": _copied, "phoned": _phoned, "dithered": _dithered, "moire": _moire, "uneven": _uneven}

SETS = {"make": LOOKS, "office": OFFICE_LOOKS, "desk": DESK_LOOKS, "held": HELD_LOOKS, "drawn": DRAWN_LOOKS}

_IN_TURN: dict[str, dict[str, Look]] = {
    "camera": CAMERA_LOOKS, "paper": PAPER_LOOKS, "archive": ARCHIVE_LOOKS, "pocket": POCKET_LOOKS,
    "tray": TRAY_LOOKS, "clerk": CLERK_LOOKS, "stack": STACK_LOOKS, "registry": REGISTRY_LOOKS,
}  # fmt: skip
_ODD = {
    "archive": "odd",
    "pocket": "rare",
    "tray": "filed",
    "clerk": "public",
    "stack": "owners",
    "registry": "registered",
}  # formats of half of the reports of these looks


def scan(page: pypdfium2.PdfPage, look: str, seed: int, target: Path) -> None:
    """Write a page as a degraded picture in a PDF of one page."""
    rng = np.random.default_rng(seed)
    dpi = int(rng.choice(_DOTS.get(look, (150, 170, 200))))
    drawn = page.render(scale=dpi / 72).to_pil().convert("L")
    drawn = drawn.rotate(float(rng.uniform(-0.8, 0.8)), Image.Resampling.BICUBIC, fillcolor=255)
    soft = drawn.filter(ImageFilter.GaussianBlur(float(rng.uniform(0.2, 0.7))))
    every = LOOKS | OFFICE_LOOKS | DESK_LOOKS | HELD_LOOKS | DRAWN_LOOKS
    for looks in _IN_TURN.values():
        every = every | looks
    grey = every[look](rng, np.asarray(soft, dtype=float))
    picture = Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8))
    if look == "register":
        picture.point(lambda level: 255 * (level > 127), "1").save(target, "PDF", resolution=dpi)
    else:
        picture.save(target, "PDF", resolution=dpi, quality=int(rng.integers(45, 75)))


def make(folder: Path, seed: int, files: Sequence[Path], looks: Iterable[str] = LOOKS) -> None:
    """Write scans of the pages with statements, and the pages as text."""
    folder.mkdir(parents=True, exist_ok=True)
    looks, number = list(looks), 0
    random.Random(seed).shuffle(looks)
    for file in files:
        with pypdfium2.PdfDocument(file) as opened:
            for at in range(len(opened)):
                alone = folder / f"{file.parent.name}-{file.stem}-{at + 1}.text.pdf"
                if not _with_statement(opened, at, alone):
                    continue
                look = looks[number % len(looks)]
                scan(opened[at], look, seed * 1000 + number, folder / f"{alone.name[:-9]}.{look}.scan.pdf")
                number += 1


def mixed(
    folder: Path,
    seed: int,
    pages: int,
    latin: Sequence[str],
    chinese: Sequence[str],
    turns: Mapping[str, Look] | None = None,
    odd: str = "",
    *,
    checked: bool = False,
) -> None:
    """Write scans of pages with statements in looks drawn at random, two of a report at most.

    Each report is of a kind drawn at random, set in one family of either list; its name tells which. With `turns`,
    these looks, and languages of reports, take turns. Half of the reports are of the group `odd`, if given. With
    `checked`, pages of which the text layer does not give just the printed amounts are left out, as it is the truth.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rng, every, number, turn = random.Random(seed), kinds(), 0, 0
    looks = list(turns or DRAWN_LOOKS)
    while number < pages:
        turn += 1
        makers = kinds(odd) if odd and rng.random() < _ODD_SHARE else every
        kind, faces = rng.choice(list(makers)), [rng.choice(latin), rng.choice(chinese)]
        report = makers[kind](rng, kind)
        if turns and (report.language == "zh") != (number % 4 < _OF_A_REPORT):
            continue
        set_in(report, rng, [f"'{face}'" for face in faces])
        file = (folder / f"{turn:03}_{kind}_{'_'.join(face.replace(' ', '') for face in faces)}.pdf").absolute()
        print_pdf(report, file)
        with pypdfium2.PdfDocument(file) as opened:
            count, taken = len(opened), 0
            for at in rng.sample(range(count), count):
                text = folder / f"{file.stem}-{at + 1}.text.pdf"
                if taken == _OF_A_REPORT or not _with_statement(opened, at, text):
                    continue
                if checked and not _as_printed(text, report):
                    text.unlink()
                    continue
                look = looks[number % len(looks)] if turns else rng.choice(looks)
                scan(opened[at], look, seed * 1000 + number, text.with_name(f"{text.name[:-9]}.{look}.scan.pdf"))
                number, taken = number + 1, taken + 1
        file.unlink()


def _with_statement(opened: pypdfium2.PdfDocument, at: int, alone: Path) -> bool:
    """Whether a statement is found on a page, which is then written as a file of its own."""
    with pypdfium2.PdfDocument.new() as single:
        single.import_pages(opened, [at])
        single.save(alone)
    try:
        found = extract_file(alone).extraction.statements
    except DamagedDocument:  # a page without text
        found = ()
    if not found:
        alone.unlink()
    return bool(found)


def _as_printed(text: Path, report: Report) -> bool:
    """Whether the figures of the statements on a page of text are the amounts that its tables print, under their titles."""
    titles = [[_plain(title) for title in s["columns"]] for s in report.statements if s["kind"] == Kind.EQUITY]
    for one in extract_file(text).extraction.statements:
        if one.kind is Kind.EQUITY and titles and [_plain(p.label) for p in one.periods if p] not in titles:
            return False
    amounts = {_digits(cell) for page in report.pages for cell in _AMOUNT.findall(page)} - {""}
    with pypdfium2.PdfDocument(text) as opened:
        words = opened[0].get_textpage().get_text_range().split()
    printed = Counter(_digits(word) for word in words if _digits(word) in amounts and not word[:1].isalpha())
    read = Counter(
        _digits(one.rows[r].cells[c].text)
        for one in extract_file(text).extraction.statements
        for r, row in figures_of(one).items()
        for c in row
    )
    return printed == read


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def read_scan(path: Path) -> tuple[Extraction, bool]:
    """What is found in a scan, from its kept pages where there are any, and whether one of them could not be read."""
    from quire.read.scan.ocr_onnx import engine

    kept = path.with_suffix(".pages")
    looks_kept = path.with_suffix(".looks")
    looks: dict[tuple[int, Box], Sequence[tuple[str, Box, float]]] = (
        pickle.loads(looks_kept.read_bytes()) if looks_kept.exists() else {}
    )
    before = len(looks)
    with open_source(path, ocr=engine()) as opened:
        if not kept.exists():
            kept.write_bytes(pickle.dumps(list(TolerantReader(opened, list(range(1, opened.page_count + 1))))))
        pages = pickle.loads(kept.read_bytes())

        def look(number: int, box: Box) -> Sequence[tuple[str, Box, float]]:
            if (number, box) not in looks:
                looks[number, box] = opened.look(number, box, scale=SECOND_LOOK)
            return looks[number, box]

        found = extract_statements(pages, look=look)
    if len(looks) != before:
        looks_kept.write_bytes(pickle.dumps(looks))
    return found, any(page.needs_ocr for page in pages)


# -- score


def _plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text).lower() if c.isalnum())


@lru_cache(maxsize=1 << 17)
def alike(a: str, b: str) -> float:
    a, b = _plain(a), _plain(b)
    if a == b:
        return 1.0
    return SequenceMatcher(None, a, b, autojunk=False).ratio() if a and b else 0.0


def figures_of(statement: Statement) -> dict[int, dict[int, str]]:
    """Row and column of each figure, with its value."""
    return {
        r: {c: str(cell.value.normalize()) for c, cell in enumerate(row.cells) if cell.value is not None and statement.periods[c]}
        for r, row in enumerate(statement.rows)
        if row.kind is not RowKind.HEADER
    }  # fmt: skip


def _aligned(truth: Sequence[float], found: Sequence[int], like: Callable[[int, int], float]) -> dict[int, int]:
    """The pairs of two sequences in order, with the greatest likeness in all."""
    n, m = len(truth), len(found)
    best = np.zeros((n + 1, m + 1))
    for i in range(n):
        for j in range(m):
            best[i + 1, j + 1] = max(best[i, j + 1], best[i + 1, j], best[i, j] + like(i, j))
    pairs, i, j = {}, n, m
    while i and j:
        if best[i, j] == best[i - 1, j]:
            i -= 1
        elif best[i, j] == best[i, j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs[i] = j
    return pairs


def columns_of(truth: Statement, got: Statement) -> dict[int, int]:
    """The column of each title; by place where a statement that is none of equity has no titles to tell."""
    ours = [c for c, p in enumerate(truth.periods) if p]
    theirs = [c for c, p in enumerate(got.periods) if p]
    titles = [p.label if p else "" for p in truth.periods], [p.label if p else "" for p in got.periods]
    if truth.kind is not Kind.EQUITY and len(ours) == len(theirs):
        return dict(zip(ours, theirs, strict=True))

    def like(i: int, j: int) -> float:
        printed, read = titles[0][ours[i]], titles[1][theirs[j]]
        likeness = max(alike(printed, read), alike(_leaf(printed, read), _leaf(read, printed)) - _UPPER)
        return likeness**2 if likeness >= SAME else 0.0

    return {ours[i]: theirs[j] for i, j in _aligned(ours, theirs, like).items()}


def _leaf(title: str, other: str) -> str:
    """As many words at the end of a title as another one has: titles over all columns may be missing."""
    return " ".join(title.split()[-max(1, len(other.split())) :])


def rows_of(truth: Statement, got: Statement, columns: dict[int, int]) -> dict[int, int]:
    ours, theirs = figures_of(truth), figures_of(got)
    a, b = list(ours), list(theirs)

    def like(i: int, j: int) -> float:
        label = alike(truth.rows[a[i]].label, got.rows[b[j]].label)
        same = len(set(ours[a[i]].values()) & set(theirs[b[j]].values())) / max(1, len(ours[a[i]]))
        return label + same if label + same > 0.5 else 0.0

    return {a[i]: b[j] for i, j in _aligned(a, b, like).items()}


@dataclass
class Score:
    """Counts of one set or one look."""

    cells: int = 0
    right: int = 0
    wrong: int = 0
    told: int = 0
    doubted: int = 0  # right cells with a finding or doubt
    alarms: int = 0
    true_alarms: int = 0
    statements: int = 0
    missing: int = 0
    silent: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        for name in ("cells", "right", "wrong", "told", "doubted", "alarms", "true_alarms", "statements", "missing"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.silent += other.silent

    def count(self, what: str, *, told: bool) -> None:
        """Count a wrong cell."""
        self.wrong += 1
        self.told += told
        if not told:
            self.silent.append(what)

    def __str__(self) -> str:
        return (
            f"statements {self.statements - self.missing}/{self.statements}  cells {self.right}/{self.cells}"
            f" = {self.right / max(1, self.cells):.3f}  told {self.told}/{self.wrong} = {self.told / max(1, self.wrong):.2f}"
            f"  right cells doubted {self.doubted / max(1, self.right):.3f}  alarms right {self.true_alarms}/{self.alarms}"
        )


class _Doubts:
    """What the findings and confidences of a statement say of its cells."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.findings = [(f.rule, set(f.cells)) for f in statement.doubts if f.rule not in _NO_CELLS]
        self.covered = {place for _, cells in self.findings for place in cells}
        self.whole = any(rule in _WHOLE for rule, _ in self.findings)
        self.closing = any(rule == "closing" for rule, _ in self.findings)

    def tell(self, r: int, c: int | None) -> bool:
        """Whether a cell of a row is doubted; None for a column that is not there."""
        low = c is not None and _is_low(self.statement, r, c)
        return self.whole or low or bool({(r, 0), *(((r, c), (0, c)) if c is not None else ())} & self.covered)

    def tell_row(self, near: Iterable[int]) -> bool:
        """Whether a row that is missing beside others is told."""
        return self.whole or self.closing or bool({(r, 0) for r in near} & self.covered)


def _is_low(statement: Statement, r: int, c: int) -> bool:
    cell = statement.rows[r].cells[c]
    return cell.value is not None and cell.confidence < DOUBT


def compare(truth: Statement, got: Statement | None, name: str, *, named: bool = False) -> Score:
    """How the cells of a statement were read; one that is missing is told if a warning names its page."""
    ours = figures_of(truth)
    score = Score(statements=1, cells=sum(map(len, ours.values())))
    if got is None:
        score.missing, score.wrong = 1, score.cells
        if named:
            score.told, score.alarms, score.true_alarms = score.cells, 1, 1
        else:
            score.silent.append(f"{name}: whole statement")
        return score
    theirs, doubts = figures_of(got), _Doubts(got)
    columns = columns_of(truth, got)
    rows = rows_of(truth, got, columns)
    unbound = {(0, c) for c, period in enumerate(got.periods) if period and c not in columns.values()}
    wrong = {(0, to) for c, to in columns.items() if _title(truth, c) != _title(got, to)}
    wrong |= {(to, 0) for r, to in rows.items() if _plain(truth.rows[r].label) != _plain(got.rows[to].label)}
    used: set[tuple[int, int]] = set()
    for r, row in ours.items():
        at = rows.get(r)
        near = [rows[n] for n in (r - 1, r + 1) if n in rows]
        labelled = at is not None and alike(truth.rows[r].label, got.rows[at].label) >= SAME
        for c, value in row.items():
            to = columns.get(c)
            told = doubts.tell(at, to) if at is not None else doubts.tell_row(near)
            told = told or (to is None and not unbound.isdisjoint(doubts.covered))
            used |= {(at, to)} if at is not None and to is not None else set()
            if labelled and at is not None and to is not None and theirs[at].get(to) == value:
                score.right += 1
                score.doubted += told
                continue
            wrong |= {(at, 0), (at, to or 0), (0, to or 0)} if at is not None else {(n, 0) for n in near}
            score.count(f"{name}: {truth.rows[r].label[:40]} | {_title(truth, c)[-20:]}: {value}", told=told)
    for r, row in theirs.items():
        for c in row.keys() - {to for at, to in used if at == r}:
            wrong |= {(r, c), (r, 0), (0, c)}
            score.count(f"{name}: {got.rows[r].label[:40]}: {row[c]} invented", told=doubts.tell(r, c))
    for rule, cells in doubts.findings:
        if cells or rule in _WHOLE:
            score.alarms += 1
            score.true_alarms += bool(cells & wrong)
    return score


def match_of(truth: Statement, found: Iterable[Statement]) -> Statement | None:
    """The statement that a known one was read as: of its kind, of its scope if there is one, with the most rows."""
    alike = (s for s in found if s.kind is truth.kind)
    return max(alike, key=lambda s: (s.scope is truth.scope, len(s.rows)), default=None)


def _title(statement: Statement, column: int) -> str:
    period = statement.periods[column]
    return _plain(period.label) if period else ""


def score(folder: Path, *, verbose: bool = False) -> None:
    totals: defaultdict[str, Score] = defaultdict(Score)
    lines: list[str] = []
    for path in sorted(folder.glob("*.scan.pdf")):
        stem, look = path.name[: -len(".scan.pdf")].rsplit(".", 1)
        truths = extract_file(folder / f"{stem}.text.pdf").extraction.statements
        read, unreadable = read_scan(path)
        found = list(read.statements)
        named = unreadable or any(_OF_A_PAGE.search(warning) for warning in document_gaps(read))
        for truth in truths:
            match = match_of(truth, found)
            if match is not None:
                found.remove(match)
            one = compare(truth, match, stem, named=named)
            lines.append(f"{path.name}: {truth.kind.name}: {one}")
            if verbose:
                lines += [f"    {line}" for line in one.silent[:_LISTED]]
            for name in (look, "EQUITY" if truth.kind is Kind.EQUITY else "others", "all"):
                totals[name].add(one)
    for name, total in totals.items():
        lines.append(f"{name:8} {total}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    if sys.argv[1] in ("mixed", *_IN_TURN):
        mixed(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5].split(","), sys.argv[6].split(","),
              _IN_TURN.get(sys.argv[1]), _ODD.get(sys.argv[1], ""), checked=sys.argv[1] in ("clerk", "stack", "registry"))  # fmt: skip
    elif sys.argv[1] in SETS:
        make(Path(sys.argv[2]), int(sys.argv[3]), [Path(name) for name in sys.argv[4:]], SETS[sys.argv[1]])
    else:
        score(Path(sys.argv[2]), verbose="-v" in sys.argv)
