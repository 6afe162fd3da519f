// Client of a Quire service, for Node, Deno, Bun and browsers: fetch and WebCrypto, nothing else.
// Types are in quire-client.d.ts.

const FORMATS = {
  md: "pdf2markdown", json: "pdf2json", html: "pdf2html", docx: "pdf2word", pptx: "pdf2ppt", chunks: "pdf2chunks",
};
const NO_PDF = /\.(?!pdf$)[^./\\]+$/i; // another suffix than .pdf: the paths for any type take it
const REPEATED = new Set([408, 429, 502, 503, 504]); // refusals that have done nothing and may be over soon
const PART = 8 * 1024 * 1024; // bytes of a piece, and of files that are sent in one request
const TUS = { "Tus-Resumable": "1.0.0" };
const WAIT = 60; // seconds that the service holds a request for a result, at most
const TOLERANCE = 300; // seconds that a webhook may be old or early

/** Any error of this client. */
export class QuireError extends Error {}

/** The service refused a request. */
export class ApiError extends QuireError {
  constructor(message, { status, code = "", requestId = "" }) {
    super(message);
    Object.assign(this, { status, code, requestId });
  }
}

/** The document cannot be processed. */
export class TaskFailed extends QuireError {
  constructor(message, taskId) {
    super(message);
    this.taskId = taskId;
  }
}

export class QuireClient {
  #address; #key; #fetch; #attempts; #longest; #first;

  constructor(address, key, { fetch = globalThis.fetch, attempts = 6, longest = 120, first = 0.5 } = {}) {
    this.#address = address.replace(/\/+$/, "");
    [this.#key, this.#fetch, this.#attempts, this.#longest, this.#first] = [key, fetch, attempts, longest, first];
  }

  /** The response below 400 to a request, with retries; a lost answer is repeated only where that is safe. */
  async #send(method, path, { params, headers, body, safe = true, signal } = {}) {
    const url = this.#address + path + query(params);
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === this.#attempts;
      let response;
      try {
        response = await this.#fetch.call(globalThis, url, {
          method, body, signal, headers: { ...headers, authorization: `Bearer ${this.#key}` },
        });
      } catch (error) {
        if (signal?.aborted) throw error;
        if (last || !safe) throw new QuireError(`The service at ${this.#address} did not answer.`, { cause: error });
        await sleep(this.#backoff(attempt), signal);
        continue;
      }
      if (response.status < 400) return response;
      const pause = retryAfter(response) ?? this.#backoff(attempt);
      if (last || !REPEATED.has(response.status) || pause > this.#longest) throw await errorOf(response);
      await response.body?.cancel();
      await sleep(pause, signal);
    }
  }

  #backoff(attempt) {
    return Math.min(this.#longest, this.#first * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  }

  async #json(method, path, options) {
    return (await this.#send(method, path, options)).json();
  }

  /** Put a file into a form; a large one is sent in parts first, and the form names it. */
  async #give(form, file, name, signal) {
    if (file.size > PART) form.set("upload_id", await this.#upload(file, name, signal));
    else form.set("file", file, name);
  }

  /** The id of an upload whose bytes have all arrived (tus 1.0.0); after a cut it goes on where the service is. */
  async #upload(file, name, signal) {
    const metadata = `filename ${base64(new TextEncoder().encode(name))}`;
    const headers = { ...TUS, "Upload-Length": String(file.size), "Upload-Metadata": metadata };
    const id = (await this.#json("POST", "/api/uploads", { headers, signal })).upload_id;
    let [offset, failures] = [0, 0];
    while (offset < file.size) {
      const body = await file.slice(offset, offset + PART).arrayBuffer();
      const digest = base64(new Uint8Array(await crypto.subtle.digest("SHA-256", body)));
      const piece = { ...TUS, "Upload-Offset": String(offset), "Upload-Checksum": `sha256 ${digest}`,
        "Content-Type": "application/offset+octet-stream" };
      let answer;
      try {
        answer = await this.#send("PATCH", `/api/uploads/${id}`, { headers: piece, body, safe: false, signal });
      } catch (error) {
        failures += 1;
        const again = error instanceof QuireError && [undefined, 409, 460].includes(error.status); // lost, or elsewhere
        if (failures >= this.#attempts || !again) throw error;
        await sleep(this.#backoff(failures), signal);
        answer = await this.#send("HEAD", `/api/uploads/${id}`, { headers: TUS, signal });
      }
      const reached = Number(answer.headers.get("upload-offset"));
      if (reached > offset) failures = 0;
      offset = reached;
    }
    return id;
  }

  async submit(file, to = "md", options = {}) {
    const { filename, pages, password, clientRef, callbackUrl, callbackPages, chunkTokens, idempotencyKey, signal } = options;
    const url = typeof file === "string";
    const form = formOf({ pages, password, client_ref: clientRef, callback_url: callbackUrl, callback_pages: callbackPages,
      chunk_tokens: chunkTokens, source_url: url ? file : "" });
    const name = url ? nameOf(file) : (filename ?? file.name);
    if (!url && !name) throw new QuireError("A Blob needs a filename.");
    if (!url) await this.#give(form, file, name, signal);
    const [service, path] = serviceOf(to, name, url);
    const headers = { "Idempotency-Key": idempotencyKey ?? crypto.randomUUID() };
    const made = await this.#json("POST", path, { headers, body: form, signal });
    return { id: made.task_id, service, filename: name };
  }

  async wait(task, { progress, signal } = {}) {
    const params = { wait: progress ? 2 : WAIT, ...(task.service === "parse" ? {} : { include: "details" }) };
    for (;;) {
      const response = await this.#send("GET", `/api/${task.service}/result/${task.id}`, { params, signal });
      const body = await response.json();
      if (body.status === "failed") throw new TaskFailed(body.error, task.id);
      if (body.status === "done") return { ...body, warnings: warningsOf(response) };
      const [done, total] = (response.headers.get("x-progress") ?? "").split("/");
      if (progress && total) progress(Number(done), Number(total));
    }
  }

  async parse(file, to = "md", options = {}) {
    const task = await this.submit(file, to, options);
    const result = await this.wait(task, options);
    const response = await this.download(task, options);
    return { taskId: task.id, filename: result.filename, content: await response.blob(), images: result.images ?? {},
      warnings: result.warnings, duration: result.duration };
  }

  /** The response with the file of a task; its body is a stream. */
  download(task, { signal } = {}) {
    return this.#send("GET", `/api/${task.service}/download/${task.id}`, { signal });
  }

  async statements(file, options = {}) {
    return this.wait(await this.submit(file, "statements", options), options);
  }

  async invoices(file, options = {}) {
    return this.wait(await this.submit(file, "invoices", options), options);
  }

  /** The outcome of each file, in order; one that fails does not stop the others. */
  async many(files, to = "md", options = {}) {
    const clientRef = options.clientRef ?? `batch ${crypto.randomUUID()}`;
    const tasks = [];
    for (const file of files) tasks.push(await settled(this.submit(file, to, { ...options, clientRef })));
    return Promise.all(tasks.map((one) =>
      one.status === "fulfilled" ? settled(this.wait(one.value, { signal: options.signal })) : one));
  }

  /** Send many files (up to 100), many URLs or the files below one s3:// prefix (up to 500), in one call. */
  async submitBatch(sources, to = "md", { pages, password, callbackUrl, chunkTokens, idempotencyKey, signal } = {}) {
    const all = typeof sources === "string" ? [sources] : [...sources];
    const urls = all.filter((one) => typeof one === "string");
    const prefixes = urls.filter((one) => one.startsWith("s3://"));
    if (urls.length && (urls.length < all.length || (prefixes.length && urls.length > 1))) {
      throw new QuireError("A batch is either of files or of URLs or of one s3:// prefix.");
    }
    const anyType = urls.length > 0 || all.some((one) => !/\.pdf$/i.test(one.name));
    const [service, path] = serviceOf(to, "", anyType);
    const kind = service === "parse" ? path.split("/").at(-1) : service;
    const fields = { kind, pages, password, callback_url: callbackUrl, chunk_tokens: chunkTokens };
    const headers = { "Idempotency-Key": idempotencyKey ?? crypto.randomUUID() };
    let body;
    if (urls.length) {
      body = JSON.stringify({ ...fields, ...(prefixes.length ? { prefix: prefixes[0] } : { urls }) });
      headers["Content-Type"] = "application/json";
    } else if (all.reduce((sum, one) => sum + one.size, 0) > PART) {
      const uploads = [];
      for (const one of all) uploads.push(await this.#upload(one, one.name, signal));
      body = JSON.stringify({ ...fields, uploads });
      headers["Content-Type"] = "application/json";
    } else {
      body = formOf(fields);
      for (const one of all) body.append("file", one, one.name);
    }
    return batchOf(await this.#json("POST", "/api/batches", { headers, body, signal }));
  }

  /** A batch as it is now; `wait` holds the request until it is done, for up to 60 seconds. */
  async batch(batch, { wait = 0, signal } = {}) {
    return batchOf(await this.#json("GET", `/api/batches/${encodeURIComponent(batch.id ?? batch)}`, { params: { wait }, signal }));
  }

  /** A batch whose tasks have all ended. */
  async waitBatch(batch, { progress, signal } = {}) {
    for (;;) {
      const found = await this.batch(batch, { wait: progress ? 2 : WAIT, signal });
      const going = found.counts.pending + found.counts.processing;
      progress?.(found.items.length - going, found.items.length);
      if (found.status === "done") return found;
    }
  }

  /** The response with the finished results of a batch as a ZIP file, or as one table ("xlsx", "csv"). */
  archive(batch, { to = "zip", signal } = {}) {
    const params = { client_ref: batch.id ?? batch, format: to };
    return this.#send("GET", "/api/tasks/archive", { params, signal });
  }

  /** What was corrected in a result: state, corrections, and the values that then hold. */
  corrections(task) {
    return this.#json("GET", `${pathOf(task)}/corrections`);
  }

  /** Corrects a result, all of it or nothing; values are the new texts by place, before those that you have seen. */
  correct(task, values = {}, { before = {}, seen, approved } = {}) {
    const corrections = Object.entries(values).map(([place, after]) => ({ place, after, before: before[place] }));
    const state = approved === undefined ? undefined : approved ? "approved" : "to_check";
    const path = `${pathOf(task)}/corrections`;
    const headers = { "content-type": "application/json" };
    const safe = seen === undefined && !Object.keys(before).length;
    return this.#json("POST", path, { headers, body: JSON.stringify({ corrections, seen, state }), safe });
  }

  async tasks({ status, kind, clientRef, limit } = {}) {
    return (await this.#json("GET", "/api/tasks", { params: { status, kind, client_ref: clientRef, limit } })).tasks;
  }

  async delete(task) {
    await this.#send("DELETE", pathOf(task));
  }

  async webhookSecret() {
    return (await this.#json("GET", "/api/webhooks/secret")).secret;
  }

  async buildWiki(book, { lang, name, slug, filename, signal }) {
    const fields = { lang, wiki_name: name, wiki_slug: slug };
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
    let made;
    if (typeof book === "string") {
      const body = JSON.stringify({ source_url: book, ...given });
      const headers = { "Content-Type": "application/json" };
      made = await this.#json("POST", "/api/v1/upload-url", { headers, body, safe: false, signal });
    } else {
      const form = new FormData();
      for (const [field, value] of Object.entries(given)) form.set(field, value);
      await this.#give(form, book, filename ?? book.name, signal);
      made = await this.#json("POST", "/api/v1/upload", { body: form, safe: false, signal });
    }
    return { id: made.job_id, wiki: made.wiki_slug };
  }

  /** The events of a job from the first on, over as many connections as it takes; ends after `done`. */
  async *events(jobId, { signal } = {}) {
    let last = "";
    for (let failures = 0; failures < this.#attempts; failures += 1) {
      const headers = { accept: "text/event-stream", ...(last ? { "Last-Event-ID": last } : {}) };
      const response = await this.#send("GET", `/api/v1/jobs/${jobId}/stream`, { headers, signal });
      try {
        for await (const event of parsed(response)) {
          failures = 0;
          last = event.id;
          yield event;
          if (event.type === "done") return;
        }
      } catch (error) {
        if (signal?.aborted || !(error instanceof TypeError)) throw error; // fetch's error of a lost connection
      }
      await sleep(this.#backoff(failures + 1), signal);
    }
    throw new QuireError("The event stream was lost.");
  }

  async search(wiki, text, top = 10) {
    const body = JSON.stringify({ wiki, query: text, top_k: top });
    return (await this.#json("POST", "/api/v1/search", { headers: { "Content-Type": "application/json" }, body })).results;
  }

  wikiPage(wiki, pageId) {
    return this.#json("GET", `/api/v1/pages/${encodeURIComponent(pageId)}`, { params: { wiki } });
  }

  company(name) {
    return this.#company(name);
  }

  async #company(name, params) {
    const response = await this.#send("GET", `/company/${encodeURIComponent(name)}/json`, { params });
    if (response.status === 300) throw new ApiError("Several companies have this name.", { status: 300 });
    return response.json();
  }

  /** A company's figures as a flat list. */
  async observations(name) {
    return (await this.#company(name, { form: "observations" })).observations;
  }

  /** For each of up to 100 names the companies that it may mean, best first; market is "cn", "us" or none. */
  async reconcile(names, { market, limit = 5 } = {}) {
    const queries = Object.fromEntries(names.map((query, at) => [at, { query, limit, type: market }]));
    const body = new URLSearchParams({ queries: JSON.stringify(queries) });
    const found = await this.#json("POST", "/company/reconcile", { body });
    return names.map((_, at) => found[at].result);
  }

  async findCompanies(text, limit = 10) {
    return (await this.#json("GET", "/company", { params: { q: text, limit } })).companies;
  }

  sparql(text) {
    const headers = { accept: "application/sparql-results+json" };
    return this.#json("POST", "/company/sparql", { headers, body: new URLSearchParams({ query: text }) });
  }
}

function pathOf(task) {
  return `/api/tasks/${encodeURIComponent(task.id ?? task)}`;
}

/** The message of a webhook, over the bytes of its body as they came. Throws a QuireError unless it is genuine. */
export async function verifyWebhook(secret, headers, body, now = Date.now() / 1000) {
  const given = new Headers(headers);
  const [id, timestamp] = ["webhook-id", "webhook-timestamp"].map((name) => given.get(name) ?? "");
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE) {
    throw new QuireError("The message is too old or too early.");
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...bytes]);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", decoded(secret.replace(/^whsec_/, "")), algorithm, false, ["verify"]);
  for (const one of (given.get("webhook-signature") ?? "").split(" ")) {
    const [version, signature] = one.split(",");
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, decoded(signature ?? ""), signed))) {
      const message = JSON.parse(new TextDecoder().decode(bytes));
      return { id, type: message.type, data: message.data };
    }
  }
  throw new QuireError("The signature does not fit.");
}

function base64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

function formOf(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value) form.set(name, String(value));
  return form;
}

function nameOf(url) {
  if (url.startsWith("s3://")) return url.split("/").at(-1); // its keys are not encoded
  return decodeURIComponent(new URL(url).pathname.split("/").at(-1));
}

function batchOf(body) {
  const service = ["finance", "invoice"].includes(body.kind) ? body.kind : "parse";
  const items = body.items.map((one) => ({ name: one.name, status: one.status, error: one.error,
    task: one.task_id ? { id: one.task_id, service, filename: one.name } : null }));
  return { id: body.batch_id, kind: body.kind, status: body.status, counts: body.counts, items };
}

function serviceOf(to, name, any = false) {
  const anyType = ["md", "json", "html", "chunks"].includes(to) && (any || NO_PDF.test(name));
  if (Object.hasOwn(FORMATS, to)) return ["parse", `/api/parse/${FORMATS[to].replace("pdf2", anyType ? "file2" : "pdf2")}`];
  if (to === "statements") return ["finance", "/api/finance/extract"];
  if (to === "invoices") return ["invoice", "/api/invoice/recognize"];
  throw new QuireError(`Unknown format ${to}. Choose one of ${[...Object.keys(FORMATS), "statements", "invoices"].join(", ")}.`);
}

function query(params = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== "");
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

async function errorOf(response) {
  const body = await response.json().catch(() => null);
  const types = response.headers.get("x-accepted-types");
  const accepted = types ? `. Accepted: ${types}.` : "";
  return new ApiError(body?.detail ? body.detail + accepted : `The service answered with status ${response.status}.`, {
    status: response.status, code: response.headers.get("x-error-code") ?? "",
    requestId: response.headers.get("x-request-id") ?? "",
  });
}

/** Seconds, or null where the service names none. */
function retryAfter(response) {
  const said = response.headers.get("retry-after") ?? "";
  if (/^\d+$/.test(said)) return Number(said);
  const moment = Date.parse(said);
  return Number.isNaN(moment) ? null : Math.max(0, (moment - Date.now()) / 1000);
}

function warningsOf(response) {
  const line = response.headers.get("x-warnings");
  return line ? line.split(" | ").map(decodeURIComponent) : [];
}

/** Server-Sent Events of one response (WHATWG HTML, 9.2.6); an event that is cut off is left out. */
async function* parsed(response) {
  let [rest, id, type, data] = ["", "", "", []];
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines.map((one) => one.replace(/\r$/, ""))) {
      const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line);
      if (line === "") {
        if (data.length) yield { id, type: type || "message", data: eventValue(data.join("\n")) };
        [type, data] = ["", []];
      } else if (name === "id") id = value;
      else if (name === "event") type = value;
      else if (name === "data") data.push(value);
    }
  }
}

function eventValue(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function decoded(text) {
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  } catch {
    throw new QuireError("This is not base64.");
  }
}

function settled(promise) {
  return promise.then((value) => ({ status: "fulfilled", value }), (reason) => ({ status: "rejected", reason }));
}

function sleep(seconds, signal) {
  return new Promise((done, failed) => {
    const timer = setTimeout(done, seconds * 1000);
    signal?.addEventListener("abort", () => { clearTimeout(timer); failed(signal.reason); }, { once: true });
  });
}
