"""Formulas of documents against their LaTeX: `python bench/formulas.py PDF_DIR TRUTH_DIR [NAME...]`.

The truth of a document is TRUTH_DIR/<stem>.json, a list of blocks {"type": "display-formula" | "inline-formula" | ...,
"data": "$...$"}. For each formula of the truth the most alike of those found (displayed ones, and ones in running
text) counts, by the similarity of their LaTeX tokens with spaces, sizes and styles left out. Printed are the mean
similarity, the share at .9 and above, how many were found as formulas at all (.5 and above), and false ones.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from quality.formula_match import similarity, tokens


def formulas(blocks: list[dict]) -> Iterator[str]:
    """The LaTeX of all formulas in a document's JSON."""
    for block in blocks:
        if block.get("type") == "formula" and block.get("latex"):
            yield block["latex"]
        for span in block.get("spans") or ():
            yield from re.findall(r"(?<!\\)\$(.+?)(?<!\\)\$", span.get("text", ""))
        yield from formulas(block.get("blocks") or [])
        for item in block.get("items") or ():
            yield from formulas(item.get("blocks") or [])


def main(pdfs: Path, truths: Path, names: list[str]) -> None:
    import subprocess
    import tempfile

    rows: dict[str, list[float]] = {"display-formula": [], "inline-formula": []}
    false = 0
    for pdf in sorted(pdfs.glob("*.pdf")):
        if names and pdf.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "x.json")
            subprocess.run(
                [str(Path(sys.executable).with_name("quire")), "parse", str(pdf), "--to", "json", "--output", str(out)],
                check=True,
            )
            found = [tokens(f) for f in formulas(json.loads(out.read_text("utf-8"))["blocks"])]
        wanted = [b for b in json.loads((truths / f"{pdf.stem}.json").read_text("utf-8")) if b["type"] in rows]
        used = set()
        for block in wanted:
            truth = tokens(block["data"])
            scored = [(similarity(truth, f), i) for i, f in enumerate(found)]
            best, at = max(scored, default=(0.0, -1))
            used.add(at)
            rows[block["type"]].append(best)
            if names:
                print(
                    f"{best:.2f} {block['type'][:2]} {block['data']}\n        {' '.join(found[at]) if at >= 0 else ''}"
                )
        false += len(set(range(len(found))) - used)
    for kind, values in rows.items():
        n = max(len(values), 1)
        print(kind, len(values), f"similarity {sum(values) / n:.3f}", f">= .9: {sum(v >= 0.9 for v in values) / n:.3f}", f">= .5: {sum(v >= 0.5 for v in values) / n:.3f}")  # fmt: skip
    print("found and not in the truth:", false)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
