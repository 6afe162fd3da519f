"""Words of Word files and slides, as LibreOffice shows them, against those of the source's pages: `python bench/shown.py --to docx PDF...`.

Word: the share of the source's words that stand on the page of the same number, documents with as many pages as the
source, pages too many or too few, and pages of four lines or fewer that the source has not. Slides: words that reach
over the slide's edges and words that lie on others. Both: the share of words that stand elsewhere on their page (by
3 % of the height or 5 % of the width). Needs LibreOffice and poppler's pdftotext.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from quire.jobs.conversion import convert

_WORD = re.compile(
    r'<page width="([\d.]+)" height="([\d.]+)"|<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" '
    r'yMax="(-?[\d.]+)">(.*?)</word>'
)
_TOKEN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7ff]|[^\W\u2e80-\u9fff\uac00-\ud7ff]+")
_FEW = 4  # lines


class Placed(NamedTuple):
    """A word and its box, in shares of the page."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", choices=("docx", "pptx"), default="docx")
    parser.add_argument("files", nargs="+", type=Path)
    options = parser.parse_args()
    if not shutil.which("soffice") or not shutil.which("pdftotext"):
        sys.exit("skipped: no LibreOffice or no pdftotext here")
    with tempfile.TemporaryDirectory() as folder:
        shown = render(options.files, options.to, Path(folder))
        if options.to == "docx":
            pages(options.files, shown)
        else:
            slides(options.files, shown)


def render(files: list[Path], to: str, folder: Path) -> list[Path]:
    """The PDF files that LibreOffice makes of what the documents become."""
    made = [folder / f"{number}.{to}" for number in range(len(files))]
    for file, target in zip(files, made, strict=True):
        convert(file, target, to=to)
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = ["soffice", "--headless", profile, "--convert-to", "pdf", "--outdir", str(folder), *map(str, made)]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return [target.with_suffix(".pdf") for target in made]


def pages(files: list[Path], shown: list[Path]) -> None:
    own = same = off = thin = 0.0
    total: Counter[str] = Counter()
    for file, result in zip(files, shown, strict=True):
        source, found = texts(file), texts(result)
        bags = [[Counter(_TOKEN.findall(page)) for page in some] for some in (source, found)]
        common = sum((a & b).total() for a, b in zip(*bags, strict=False))
        share = common / max(sum(bag.total() for bag in bags[0]), 1)
        more = max(few(found) - few(source), 0)
        placed: Counter[str] = Counter()
        for before, after in zip(words(file), words(result), strict=False):
            placed += matched(before, after)
        total += placed
        away = placed["elsewhere"] / max(placed["matched"], 1)
        print(
            f"{file.name[:40]:40} {len(source):4} {len(found):4}  on its page {share:.3f}  thin {more}"
            f"  elsewhere {away:.3f}"
        )
        own, same, off, thin = (
            own + share,
            same + (len(source) == len(found)),
            off + abs(len(source) - len(found)),
            thin + more,
        )
    print(
        f"mean {own / len(files):.3f}, as many pages {same:.0f} of {len(files)}, pages off {off:.0f}, thin {thin:.0f},"
        f" elsewhere {total['elsewhere'] / max(total['matched'], 1):.3f} of {total['matched']} words"
    )


def few(some: list[str]) -> int:
    return sum(sum(bool(line.strip()) for line in page.splitlines()) <= _FEW for page in some)


def slides(files: list[Path], shown: list[Path]) -> None:
    total: Counter[str] = Counter()
    for file, result in zip(files, shown, strict=True):
        found: Counter[str] = Counter()
        for before, after in zip(words(file), words(result), strict=False):
            found["words"] += len(before)
            found["outside"] += sum(max(w.x1, w.y1) > 1.005 or min(w.x0, w.y0) < -0.005 for w in after)
            found["on others"] += max(overlaps(after) - overlaps(before), 0)
            found += matched(before, after)
        print(f"{file.name[:40]:40} {dict(found)}")
        total += found
    print(f"{dict(total)}, elsewhere {total['elsewhere'] / max(total['matched'], 1):.3f}")


def matched(before: list[Placed], after: list[Placed]) -> Counter[str]:
    """How many words of a page its other side has in the same order, and how many of them elsewhere."""
    found: Counter[str] = Counter()
    pairs = SequenceMatcher(None, [w.text for w in before], [w.text for w in after], autojunk=False)
    for a, b, count in pairs.get_matching_blocks():
        found["matched"] += count
        found["elsewhere"] += sum(moved(before[a + at], after[b + at]) for at in range(count))
    return found


def moved(a: Placed, b: Placed) -> bool:
    return abs(a.y0 - b.y0) > 0.03 or abs(a.x0 - b.x0) > 0.05


def overlaps(some: list[Placed]) -> int:
    """How many words lie on another by a third of the smaller one."""
    count = 0
    ordered = sorted(some, key=lambda word: word.y0)
    for at, a in enumerate(ordered):
        for b in ordered[at + 1 : at + 60]:
            width, height = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
            least = min((w.x1 - w.x0) * (w.y1 - w.y0) for w in (a, b))
            if min(width, height) > 0 and width * height > 0.3 * least:
                count += 1
                break
    return count


def texts(file: Path) -> list[str]:
    found = subprocess.run(["pdftotext", "-layout", str(file), "-"], capture_output=True, check=True).stdout
    return found.decode(errors="replace").split("\f")[:-1]


def words(file: Path) -> list[list[Placed]]:
    found = subprocess.run(["pdftotext", "-bbox", str(file), "-"], capture_output=True, check=True).stdout
    out: list[list[Placed]] = []
    wide = high = 1.0
    for match in _WORD.finditer(found.decode(errors="replace")):
        if match[1]:
            wide, high = float(match[1]), float(match[2])
            out.append([])
        else:
            x0, y0, x1, y1 = (float(match[at]) for at in range(3, 7))
            out[-1].append(Placed(match[7], x0 / wide, y0 / high, x1 / wide, y1 / high))
    return out


if __name__ == "__main__":
    main()
