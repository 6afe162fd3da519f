"""Makes a set of unseen foreign bills with their truth by a browser: `python -m tests.invoice.folio_set FOLDER [SEED] [ROUNDS]`."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pikepdf

from tests.invoice.folio_forms import FORMS
from tests.invoice.folio_more import MORE
from tests.invoice.folios import Dice, print_pdf
from tests.invoice.voucher_set import SHOTS, shot


def main(folder: Path, seed: int, rounds: int, *, only_more: bool = False) -> None:
    forms = MORE if only_more else (*FORMS, *MORE)
    folder.mkdir(parents=True, exist_ok=True)
    truths, number = [], 0
    for turn in range(rounds):
        for form, tongues in forms:
            for tongue in tongues:
                number += 1
                made = form(Dice(seed * 10_000 + turn * 1_000 + number, tongue))
                name = f"{number:03d}_{made.form}_{tongue}"
                print_pdf(made, (folder / f"{name}.pdf").absolute())
                with pikepdf.open(folder / f"{name}.pdf") as opened:
                    pages = [
                        {"page": 1, "fields": made.fields},
                        *({"page": 2 + i, "fields": {}} for i in range(len(opened.pages) - 1)),
                    ]
                line = {"language": tongue, "scope": "document", "tags": [made.form], "pages": pages}
                truths.append({"file": f"{name}.pdf", "kind": "text_pdf"} | line)
                if number % 4 == 0:
                    how = SHOTS[number // 4 % len(SHOTS)]
                    file = f"{name}_{how}.{'png' if how.startswith('clean') else 'jpg'}"
                    (folder / file).write_bytes(shot((folder / f"{name}.pdf").read_bytes(), how, random.Random(number)))
                    truths.append({"file": file, "kind": how} | line | {"pages": pages[:1]})
    (folder / "truth.jsonl").write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in truths), "utf-8")


if __name__ == "__main__":
    main(
        Path(sys.argv[1]),
        int(sys.argv[2]) if len(sys.argv) > 2 else 1,
        int(sys.argv[3]) if len(sys.argv) > 3 else 1,
        only_more=len(sys.argv) > 4,
    )
