"""The TypeScript client calls the running service. Skipped where Node is missing; its types need tsc on the path."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest

from quire.tasks.webhook_sender import secret_of, signature
from tests.running_service import first_key, running_service

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "clients" / "typescript"
NODE, TSC = shutil.which("node"), shutil.which("tsc")

CALLS = """
import assert from "node:assert/strict";
import { openAsBlob } from "node:fs";
import { ApiError, QuireClient, QuireError, TaskFailed, verifyWebhook } from "./quire-client.js";

const [address, key, samples, secret, signature, lockedPath] = process.argv.slice(2);
const client = new QuireClient(address + "/", key);
const report = await openAsBlob(`${samples}/annual-report-en.pdf`);

const made = await client.parse(report, "md", { filename: "annual-report-en.pdf", pages: "1-3", progress() {} });
assert.match(await made.content.text(), /Bluefen Water/);
assert.equal(made.filename, "annual-report-en.md");
const statements = await client.statements(await openAsBlob(`${samples}/statements/statements-en.pdf`), { filename: "s.pdf" });
assert.equal(statements.result[0].details.kind, "balance_sheet");
const bad = new File(["%PDF-1.7 not a document"], "bad.pdf");
const other = new File(["no PDF"], "other.pdf");
const invoice = new File([await openAsBlob(`${samples}/invoices/digital-invoice.pdf`)], "invoice.pdf");
const many = await client.many([invoice, bad, other], "invoices", { clientRef: "may" });
assert.ok(many[0].value.result[0].fields.find((one) => one.key === "invoice_number").value);
assert.ok(many[1].reason instanceof TaskFailed);
assert.ok(many[2].reason instanceof ApiError && many[2].reason.status === 400 && many[2].reason.requestId);
const done = (await client.tasks({ clientRef: "may", status: "done" }))[0];
assert.equal((await client.tasks({ clientRef: "may" })).length, 2);
const wanted = { "0/seller_name": "Lakeside Paper Co." };
assert.equal((await client.correct(done.task_id, wanted, { seen: 0, approved: true })).state, "approved");
assert.equal((await client.corrections({ id: done.task_id })).corrections[0].after, "Lakeside Paper Co.");
const stale = { before: { "0/seller_name": "Nobody Ltd." } };
await assert.rejects(client.correct(done.task_id, { "0/seller_name": "Other" }, stale), { status: 409 });
assert.match(await (await client.archive("may", { to: "csv" })).text(), /Lakeside Paper Co\\./);

const batch = await client.waitBatch(await client.submitBatch([invoice, bad, other], "invoices"), { progress() {} });
assert.deepEqual(batch.items.map((one) => one.status), ["done", "failed", "refused"]);
assert.equal((await client.wait(batch.items[0].task)).result[0].page, 1);
assert.equal((await client.batch(batch.id)).counts.refused, 1);
await assert.rejects(client.parse("http://127.0.0.1/a.pdf"), { status: 400 });
await assert.rejects(client.submitBatch("s3://reports/in"), /takes no documents from buckets/);
await assert.rejects(client.submitBatch(["s3://a/b", "s3://a/c"]), QuireError);
const locked = await openAsBlob(lockedPath);
await assert.rejects(client.parse(locked, "md", { filename: "a.pdf" }), TaskFailed);
assert.ok((await client.parse(locked, "md", { filename: "a.pdf", password: "open sesame" })).content);

const book = await openAsBlob(`${samples}/books/bookbinding-en.md`);
const job = await client.buildWiki(book, { lang: "en", slug: "bookbinding", filename: "bookbinding-en.md" });
const events = [];
for await (const event of client.events(job.id)) events.push(event);
assert.deepEqual(events.map((one) => Number(one.id)), events.map((_, at) => at + 1));
assert.equal(events.at(-1).type, "done");
const [hit] = await client.search(job.wiki, "glue of the spine");
assert.ok((await client.wikiPage(job.wiki, hit.page_id)).sources[0].quote);
await assert.rejects(client.company("nobody"), ApiError);
await assert.rejects(client.reconcile(["nobody"]), ApiError);
await assert.rejects(client.observations("nobody"), ApiError);

const headers = { "webhook-id": "msg_1", "webhook-timestamp": "1000", "webhook-signature": `v1,AAAA ${signature}` };
const body = '{"type": "task.done", "data": {"task_id": "t"}}';
assert.equal((await verifyWebhook(secret, headers, body, 1000)).data.task_id, "t");
await assert.rejects(verifyWebhook(secret, headers, body + " ", 1000), QuireError);
await assert.rejects(verifyWebhook(secret, headers, body, 1301), QuireError);

// faults: a lost answer and a busy service are repeated with the same idempotency key; a wiki's upload is sent once
const answers = [new TypeError("lost"), new Response("", { status: 503, headers: { "retry-after": "0" } }),
  Response.json({ task_id: "t" })];
const seen = [];
const answering = async (url, init) => {
  seen.push(init.headers["Idempotency-Key"]);
  const one = answers.shift();
  if (one instanceof Error) throw one;
  return one;
};
const shaky = new QuireClient("http://quire.test", "secret", { fetch: answering, first: 0 });
assert.equal((await shaky.submit(bad)).id, "t");
assert.equal(seen.length, 3);
assert.equal(new Set(seen).size, 1);
answers.push(new TypeError("lost"));
await assert.rejects(shaky.buildWiki(bad, { lang: "en" }), QuireError);
assert.equal(seen.length, 4);
answers.push(Response.json({ 0: { result: [{ id: "cn/830901" }] }, 1: { result: [] } }));
assert.deepEqual(await shaky.reconcile(["Lakeside", "Nobody"], { market: "cn" }), [[{ id: "cn/830901" }], []]);
answers.push(Response.json({ observations: [{ value: "12.5" }] }));
assert.deepEqual(await shaky.observations("830901"), [{ value: "12.5" }]);
const stop = new AbortController();
stop.abort();
await assert.rejects(client.parse(report, "md", { filename: "a.pdf", signal: stop.signal }), { name: "AbortError" });
console.log("called");
"""

TYPED = """import { QuireClient, type Statements } from "./quire-client";
const client = new QuireClient("http://127.0.0.1:8000", "key");
const found: Statements = await client.statements(new Blob([]), { pages: "1-" });
export const cells: string[][] = found.result[0].tables[0];
// @ts-expect-error: no such format
await client.parse(new Blob([]), "odt");
"""


@pytest.mark.skipif(not NODE, reason="node is not on the path")
def test_the_client_calls_the_service(tmp_path: Path):
    shutil.copy(CLIENT / "quire-client.js", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "calls.js").write_text(CALLS, encoding="utf-8")
    secret = secret_of(b"s" * 32, "lin")
    signed = signature(secret, "msg_1", 1000, b'{"type": "task.done", "data": {"task_id": "t"}}')
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(ROOT / "samples" / "briefing-slides.pdf") as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(user="open sesame", owner="o"))
    with running_service(tmp_path / "data") as address:
        key = first_key(address)
        command = [NODE, "calls.js", address, key, str(ROOT / "samples"), secret, signed, str(locked)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False)
    assert done.stdout.endswith("called\n"), done.stdout + done.stderr


@pytest.mark.skipif(not TSC, reason="tsc is not on the path")
def test_the_types_are_checked(tmp_path: Path):
    for name in ("quire-client.js", "quire-client.d.ts"):
        shutil.copy(CLIENT / name, tmp_path)
    (tmp_path / "typed.mts").write_text(TYPED)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    options = ["--strict", "--noEmit", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"]
    command = [TSC, *options, "--lib", "es2022,dom", "typed.mts"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout


def test_everything_public_has_a_type():
    code, types = ((CLIENT / f"quire-client.{suffix}").read_text(encoding="utf-8") for suffix in ("js", "d.ts"))
    methods = set(re.findall(r"^  (?:async )?\*?(\w+)\(.*\{$", code, re.MULTILINE)) - {"constructor"}
    assert methods == set(re.findall(r"^  (\w+)\(", types, re.MULTILINE)) - {"constructor"}
    exported = r"^export (?:async )?(?:class|function) (\w+)"
    assert re.findall(exported, code, re.MULTILINE) == re.findall(exported, types, re.MULTILINE)
