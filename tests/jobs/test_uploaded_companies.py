"""The process that imports an upload: it leaves a result, a report, and no upload."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from quire.company.catalogue import Catalogue
from quire.jobs import uploaded_companies

DOCUMENT = json.dumps({"symbol": "QMIL", "basic info": {"name": "Quarry Mill"}})


def test_an_upload_is_imported_in_a_process(tmp_path: Path) -> None:
    place = tmp_path / "companies" / "uploads" / "one"
    place.mkdir(parents=True)
    (place / "a.jsonl").write_text(f"{DOCUMENT}\nno json\n")
    about = {"filename": "a.jsonl", "base": "", "keep": 3, "context": {"market": "nyse"}}
    (place / "import.json").write_text(json.dumps(about))
    subprocess.run([sys.executable, "-m", uploaded_companies.__name__, str(place)], check=True, env={})
    result = json.loads((place / "result.json").read_text())
    assert (result["taken"], result["rejected"], result["published"]) == (1, 1, True)
    (line,) = map(json.loads, (place / "report.jsonl").read_text().splitlines())
    assert (line["file"], line["taken"]) == ("a.jsonl", False)
    assert not (place / "a.jsonl").exists()
    with Catalogue.open(tmp_path / "companies") as catalogue:
        assert [entry.market for entry in catalogue.names()] == ["nyse"]
