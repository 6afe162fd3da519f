"""Whether an engine stands behind a source."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from quire.jobs.ocr_presence import ocr_source
from quire.read import open_source
from quire.read.ocr_engine import FakeOcr
from tests.read.making import pdf, text


def test_with_an_engine_the_source_itself(tmp_path: Path) -> None:
    file = pdf(tmp_path / "a.pdf", text(72, 72, "a page"))
    with open_source(file) as plain, open_source(file, ocr=FakeOcr(lambda _: [])) as read:
        assert ocr_source(plain) is None
        assert ocr_source(read) is read


def test_nothing_is_loaded_for_the_question(tmp_path: Path) -> None:
    file = pdf(tmp_path / "a.pdf", text(72, 72, "a page"))
    script = (
        "import sys\nfrom quire.read import open_source\nfrom quire.jobs.ocr_presence import ocr_source\n"
        "with open_source(sys.argv[1]) as source:\n    assert ocr_source(source) is None\n"
        "assert 'quire.read.scan.recognised_source' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script, str(file)], check=True)
