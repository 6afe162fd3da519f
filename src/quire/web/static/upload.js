// Sends the files of a form one by one, a few at the same time, with their progress; they can be dropped on the page,
// cancelled, and sent again. Without this script the form sends one file as forms do.

const AT_ONCE = 3;
const LONG = 3600; // seconds: a daily quota that is used up is no reason to wait
const CUT_SECONDS = 5; // until a lost connection is tried again

const form = document.querySelector("form[data-upload]");
const input = form.querySelector("input[type=file]");
const panel = document.getElementById("sending");
const list = panel.querySelector("ul");
const summary = panel.querySelector("[role=status]");
const batchLink = panel.querySelector("a");
const pattern = document.getElementById("sending-row");
const texts = panel.dataset;

const waiting = [];
const failed = new Set();
const sent = new Map(); // the task's id -> what was sent, for sending it again
let running = 0;
let total = 0;
let done = 0;
let refused = 0;
let held = 0; // until then nothing is sent: the server asked for it, and all files wait together
let alarm = 0;
let paused = false;

const pauseButton = panel.querySelector("[data-pause]");
const againButton = panel.querySelector("[data-all-again]");

if (form.dataset.upload === "many") input.multiple = true;

// A whole folder: what no service takes is left out.
const folder = form.querySelector("[data-folder]");
if (folder && "webkitdirectory" in input) {
  folder.hidden = false;
  folder.addEventListener("click", () => {
    input.webkitdirectory = true;
    input.click();
    input.webkitdirectory = false;
  });
}
const taken = (file) => input.accept.split(",").some((suffix) => file.name.toLowerCase().endsWith(suffix));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const files = [...input.files].filter((file) => input.files.length === 1 || taken(file));
  const action = event.submitter?.formAction || form.action;
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  if (files.length > 1) {
    const batch = `batch ${new Date().toISOString().slice(0, 19).replace("T", " ")}`;
    fields.push(["client_ref", batch]);
    batchLink.href = `?ref=${encodeURIComponent(batch)}`;
  }
  batchLink.hidden = files.length < 2;
  files.forEach((file) => add({ file, action, fields }));
  form.reset();
  chosen();
  pump();
});

function add(one) {
  one.row = pattern.content.firstElementChild.cloneNode(true);
  one.row.querySelector(".name").textContent = one.file.name;
  one.bar = one.row.querySelector("progress");
  one.bar.setAttribute("aria-label", one.file.name);
  one.said = one.row.querySelector(".about");
  one.cancel = one.row.querySelector("[data-cancel]");
  one.again = one.row.querySelector("[data-again]");
  for (const button of [one.cancel, one.again]) button.setAttribute("aria-label", `${button.textContent}: ${one.file.name}`);
  one.cancel.addEventListener("click", () => cancel(one));
  one.again.addEventListener("click", () => again([one]));
  list.append(one.row);
  panel.hidden = false;
  total += 1;
  queue(one);
}

function queue(one) {
  failed.delete(one);
  say(one, texts.waiting);
  one.bar.value = 0;
  one.bar.hidden = one.cancel.hidden = false;
  one.again.hidden = true;
  one.row.classList.remove("refused");
  waiting.push(one);
}

function pump() {
  const wait = held - Date.now();
  clearTimeout(alarm);
  if (wait > 0 && waiting.length) alarm = setTimeout(pump, wait);
  while (wait <= 0 && !paused && running < AT_ONCE && waiting.length) send(waiting.shift());
  const late = wait > 0 && waiting.length ? ` ${texts.later.replace("{seconds}", Math.ceil(wait / 1000))}` : "";
  summary.textContent = texts.count.replace("{done}", done).replace("{total}", total) + (refused ? ` ${texts.not.replace("{number}", refused)}` : "") + late;
  pauseButton.hidden = !waiting.length && !running;
  pauseButton.textContent = paused ? texts.goOn : texts.pause;
  againButton.hidden = refused < 2;
}

// The file goes back to the front of the line, and all of them wait as long as the server asks.
function hold(one, seconds) {
  held = Math.max(held, Date.now() + 1000 * seconds);
  one.bar.value = 0;
  say(one, texts.waiting);
  waiting.unshift(one);
}

function again(ones) {
  refused -= ones.length;
  ones.forEach(queue);
  pump();
}

pauseButton.addEventListener("click", () => {
  paused = !paused;
  pump();
});
againButton.addEventListener("click", () => again([...failed]));

function send(one) {
  running += 1;
  const body = new FormData();
  one.fields.forEach(([name, value]) => body.append(name, value));
  body.append(input.name, one.file, one.file.name);
  const call = (one.call = new XMLHttpRequest());
  call.open("POST", one.action);
  call.setRequestHeader("accept", "application/json");
  call.responseType = "json";
  call.upload.addEventListener("progress", (event) => {
    one.bar.value = event.total ? event.loaded / event.total : 0;
    say(one, event.loaded < event.total ? `${Math.floor((100 * event.loaded) / event.total)} %` : texts.checking);
  });
  call.addEventListener("load", () => answered(one, call));
  call.addEventListener("error", () => hold(one, CUT_SECONDS));
  call.addEventListener("abort", () => drop(one));
  call.addEventListener("loadend", () => {
    running -= 1;
    pump();
  });
  call.send(body);
}

function answered(one, call) {
  const said = call.response || {};
  const wait = Number(call.getResponseHeader("retry-after"));
  const busy = (call.status === 429 && wait < LONG) || call.status === 502 || call.status === 503 || call.status === 504;
  if (busy) return hold(one, wait > 0 ? wait : CUT_SECONDS);
  if (call.status !== 200) return refuse(one, said.detail || texts.cut);
  done += 1;
  one.row.remove();
  if (said.task_id) {
    sent.set(said.task_id, one);
    document.dispatchEvent(new Event("quire:look"));
  } else {
    location.assign(said.location);
  }
}

function refuse(one, why) {
  refused += 1;
  failed.add(one);
  say(one, why);
  one.bar.hidden = one.cancel.hidden = true;
  one.again.hidden = false;
  one.row.classList.add("refused");
  one.row.querySelector("[data-away]").hidden = false;
}

function cancel(one) {
  const place = waiting.indexOf(one);
  if (place >= 0) waiting.splice(place, 1);
  if (one.call && one.call.readyState > 0 && one.call.readyState < 4) one.call.abort();
  else drop(one);
  pump();
}

function drop(one) {
  total -= 1;
  one.row.remove();
}

function say(one, text) {
  one.said.textContent = text;
}

list.addEventListener("click", (event) => {
  if (!event.target.matches("[data-away]")) return;
  const row = event.target.closest("li");
  failed.forEach((one) => one.row === row && failed.delete(one));
  row.remove();
  refused -= 1;
  total -= 1;
  pump();
});

// A failed task whose file is still at hand can be sent again at once.
function offer() {
  document.querySelectorAll("button[data-resend]").forEach((button) => {
    button.hidden = !sent.has(button.dataset.resend);
  });
}

document.addEventListener("quire:fresh", offer);
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-resend]");
  const one = button && sent.get(button.dataset.resend);
  if (!one) return;
  sent.delete(button.dataset.resend);
  button.hidden = true;
  add({ file: one.file, action: one.action, fields: one.fields });
  pump();
});

// Files that are dropped anywhere on the page are those of the form.
const hint = document.getElementById("chosen");
const chosen = () => {
  const files = [...input.files];
  hint.textContent = files.length > 1 ? texts.chosen.replace("{number}", files.length) : "";
};
input.addEventListener("change", chosen);
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
}
for (const kind of ["dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    if (kind === "drop" || event.relatedTarget === null) document.body.classList.remove("dropping");
  });
}
document.addEventListener("drop", async (event) => {
  const entries = [...event.dataTransfer.items].map((one) => one.webkitGetAsEntry?.()).filter(Boolean);
  const plain = [...event.dataTransfer.files];
  if (!plain.length) return;
  event.preventDefault();
  const files = entries.some((one) => one.isDirectory) ? (await Promise.all(entries.map(inside))).flat() : plain;
  const given = new DataTransfer();
  files.slice(0, input.multiple ? undefined : 1).forEach((file) => given.items.add(file));
  input.files = given.files;
  chosen();
  form.querySelector("fieldset button, button:not([data-folder])").focus();
});

// The files of a dropped folder that a service takes, and of the folders in it.
async function inside(entry) {
  if (entry.isFile) {
    const file = await new Promise((give, fail) => entry.file(give, fail));
    return taken(file) ? [file] : [];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const more = await new Promise((give, fail) => reader.readEntries(give, fail));
    if (!more.length) break;
    found.push(...more);
  }
  return (await Promise.all(found.map(inside))).flat();
}

// Whoever leaves while files are on their way is asked.
addEventListener("beforeunload", (event) => {
  if (running || waiting.length) event.preventDefault();
});
