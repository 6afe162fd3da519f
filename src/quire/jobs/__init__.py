"""What to run for each kind of task: load, call the core, save, report."""

from __future__ import annotations

HANDLERS: dict[str, str] = {
    "parse.docx": "quire.jobs.parse_task:run",
    "parse.pptx": "quire.jobs.parse_task:run",
    "parse.md": "quire.jobs.parse_task:run",
    "parse.json": "quire.jobs.parse_task:run",
    "parse.html": "quire.jobs.parse_task:run",
    "parse.chunks": "quire.jobs.parse_task:run",
    "finance.xlsx": "quire.jobs.statement_task:run",
    "invoice.json": "quire.jobs.invoice_task:run",
    "wiki.plan": "quire.jobs.wiki_plan:run",
}
"""Kind to ``module:function``; the slots import it. The word after the dot is the format; of ``parse`` a key of
`WRITERS`."""
