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
from difflib import SequenceMatcher
from pathlib import Path

_SILENT = re.compile(
    r"\\(?:displaystyle|textstyle|scriptstyle|left|right|bigg?|Bigg?|bigl|bigr|Bigl|Bigr|limits|nolimits|quad|qquad"
    r"|boldsymbol|,|;|:|!| )(?![a-zA-Z])"
    r"|\\(?:mathrm|operatorname|text|textrm|mathit|mbox|mathop|rm)(?![a-zA-Z])\*?|~|\\begin\{[a-z*]+\}(?:\{[lcr"
    r"|]*\})?|\\end\{[a-z*]+\}|&"
)
_SAME = {r"\le": r"\leq", r"\ge": r"\geq", r"\ne": r"\neq", r"\rightarrow": r"\to", r"\varepsilon": r"\epsilon", r"\dots": r"\ldots", r"\cdots": r"\ldots", r"\dotsc": r"\ldots", r"\dotsb": r"\ldots", r"\ast": "*", r"\varphi": r"\phi", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\mid": "|", r"\Vert": r"\|", r"\lVert": r"\|", r"\rVert": r"\|", r"\overline": r"\bar", r"\widehat": r"\hat", r"\widetilde": r"\tilde", r"\mathbf": "", r"\prime": "'", r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\lbrace": r"\{", r"\rbrace": r"\}", r"\colon": ":", r"\land": r"\wedge", r"\lor": r"\vee", r"\geqslant": r"\geq", r"\leqslant": r"\leq", r"\varnothing": r"\emptyset"}  # fmt: skip


def tokens(latex: str) -> list[str]:
    """The LaTeX as tokens without what is only looks; braces do not count."""
    latex = _SILENT.sub(" ", latex.strip().strip("$"))
    found = re.findall(r"\\[A-Za-z]+|\\.|\S", latex)
    return [t for t in (_SAME.get(t, t) for t in found) if t and t not in "{}"]


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
            scored = [(SequenceMatcher(None, truth, f, autojunk=False).ratio(), i) for i, f in enumerate(found)]
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
