"""What to run for each kind of task: load, call the core, save, report."""

from __future__ import annotations

HANDLERS: dict[str, str] = {
    "parse.docx": "quire.jobs.parse:run",
    "parse.pptx": "quire.jobs.parse:run",
    "parse.md": "quire.jobs.parse:run",
    "parse.json": "quire.jobs.parse:run",
    "parse.html": "quire.jobs.parse:run",
}
"""Kind to ``module:function``; the slots import it. The word after the dot is a key of `quire.write.WRITERS`."""
