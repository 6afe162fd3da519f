"""Clients that generators make of ``/openapi.json`` import, type-check and call the running service.

Skipped where the generators are not installed: ``pip install openapi-python-client`` (in an environment of its own) and
``npm install openapi-typescript typescript``, with their commands on the path.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from quire.web import ROUTES
from quire.web.openapi import document
from tests.running_service import first_key, running_service

ROOT = Path(__file__).resolve().parent.parent
PYTHON_GENERATOR = shutil.which("openapi-python-client")
TYPESCRIPT_GENERATOR, TSC, NODE = (shutil.which(name) for name in ("openapi-typescript", "tsc", "node"))

OVERRIDES = """content_type_overrides:
  application/offset+octet-stream: application/octet-stream
  application/zip: application/octet-stream
  application/x-ndjson: text/plain
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet: application/octet-stream
"""
"""Media types that openapi-python-client does not know; docs/clients.md shows the same file."""

PYTHON_CALLS = """
import importlib, pkgutil, sys
import quire_client
for module in pkgutil.walk_packages(quire_client.__path__, "quire_client."):
    importlib.import_module(module.name)
from quire_client import AuthenticatedClient
from quire_client.api.documents import download_parse_result, get_parse_result, pdf_2_markdown_submit
from quire_client.api.invoices import get_invoices, recognize_invoice
from quire_client.api.statements import extract_statements, get_statements
from quire_client.models import GetStatementsInclude, InvoicesDone, InvoiceSubmission, ParseDone, PdfSubmission, StatementsDone, StatementsSubmission
from quire_client.types import File

address, key, samples = sys.argv[1:]
client = AuthenticatedClient(base_url=address, token=key, timeout=120)

def result(submit, body, get, path, **more):
    with open(f"{samples}/{path}", "rb") as file:
        made = submit.sync(client=client, body=body(file=File(payload=file, file_name=path.rpartition("/")[2]), pages="1-"))
    return get.sync(str(made.task_id), client=client, wait=60, **more)

done = result(pdf_2_markdown_submit, PdfSubmission, get_parse_result, "annual-report-en.pdf")
assert isinstance(done, ParseDone), done
assert b"Bluefen" in download_parse_result.sync_detailed(str(done.task_id), client=client).content
done = result(extract_statements, StatementsSubmission, get_statements, "statements/statements-en.pdf", include=GetStatementsInclude.DETAILS)
assert isinstance(done, StatementsDone), done
assert [cell.value for row in done.result[0].details.rows for cell in row.cells if cell]
done = result(recognize_invoice, InvoiceSubmission, get_invoices, "invoices/digital-invoice.pdf")
assert isinstance(done, InvoicesDone), done
assert {field.key for field in done.result[0].fields} >= {"invoice_number", "total_amount"}
print("called")
"""

TYPESCRIPT_CALLS = """import type { components, paths } from "./api";

type Result = paths["/api/parse/result/{task_id}"]["get"]["responses"]["200"]["content"]["application/json"];
export type Hook = components["schemas"]["WebhookMessage"];

export function outcome(result: Result): string {
  switch (result.status) {
    case "done":
      return result.filename;
    case "failed":
      return result.error;
    default:
      return result.task_id;
  }
}

const [address, key] = process.argv.slice(2);
const form = new FormData();
form.set("file", new Blob(["%PDF-1.7 not a document"]), "a.pdf");
const headers = { Authorization: `Bearer ${key}` };
const made = await fetch(`${address}/api/parse/pdf2markdown`, { method: "POST", headers, body: form });
const task = (await made.json()) as components["schemas"]["Submitted"];
const answer = await fetch(`${address}/api/parse/result/${task.task_id}?wait=60`, { headers });
console.log(outcome((await answer.json()) as Result));
"""


@pytest.fixture
def api(tmp_path: Path) -> Path:
    """The OpenAPI document as a file."""
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(document(ROUTES, version="1.0.0")), encoding="utf-8")
    return path


def run(*command: str | Path, folder: Path) -> str:
    """What a command says; it must succeed."""
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


@pytest.mark.skipif(not PYTHON_GENERATOR, reason="openapi-python-client is not on the path")
def test_a_generated_python_client_calls_the_service(api: Path, tmp_path: Path):
    (tmp_path / "overrides.yaml").write_text(OVERRIDES)
    command = (PYTHON_GENERATOR, "generate", "--path", api, "--config", "overrides.yaml", "--output-path", "made")
    said = run(*command, folder=tmp_path)
    assert said.count("WARNING") == 1, said  # it cannot send the body of a SPARQL query as such, but as a form
    assert "/company/sparql" in said
    with running_service(tmp_path / "data") as address:
        python = Path(PYTHON_GENERATOR).parent / "python"
        called = run(
            python, "-c", PYTHON_CALLS, address, first_key(address), ROOT / "samples", folder=tmp_path / "made"
        )
    assert "called" in called


@pytest.mark.skipif(
    not (TYPESCRIPT_GENERATOR and TSC and NODE), reason="openapi-typescript, tsc and node are not on the path"
)
def test_generated_typescript_types_fit_the_service(api: Path, tmp_path: Path):
    run(TYPESCRIPT_GENERATOR, api, "-o", "api.d.ts", folder=tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "calls.mts").write_text("declare const process: { argv: string[] };\n" + TYPESCRIPT_CALLS)
    options = ("--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler")
    run(TSC, *options, "--lib", "es2022,dom", "calls.mts", folder=tmp_path)
    with running_service(tmp_path / "data") as address:
        said = run(NODE, "calls.mjs", address, first_key(address), folder=tmp_path)
    assert "not a valid document" in said
