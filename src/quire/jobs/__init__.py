"""What to run for each kind of task: load, call the core, save, report."""

from __future__ import annotations

HANDLERS: dict[str, str] = {
    "parse.docx": "quire.jobs.parse:run",
    "parse.pptx": "quire.jobs.parse:run",
    "parse.md": "quire.jobs.parse:run",
    "parse.json": "quire.jobs.parse:run",
    "parse.html": "quire.jobs.parse:run",
    "finance.xlsx": "quire.jobs.statements:run",
    "invoice.json": "quire.jobs.invoices:run",
}
"""Kind to ``module:function``; the slots import it. The word after the dot is the format; of ``parse`` a key of `WRITERS`."""
