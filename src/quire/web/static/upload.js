// Sends the files of a form one by one, a few at the same time, with their progress; they can be dropped on the page,
// cancelled, and sent again. Without this script the form sends one file as forms do.

const AT_ONCE = 3;
const PATIENCE = 20; // times that the server may ask a file to wait

const form = document.querySelector("form[data-upload]");
const input = form.querySelector("input[type=file]");
const panel = document.getElementById("sending");
const list = panel.querySelector("ul");
const summary = panel.querySelector("[role=status]");
const batchLink = panel.querySelector("a");
const pattern = document.getElementById("sending-row");
const texts = panel.dataset;

const waiting = [];
const sent = new Map(); // the task's id -> what was sent, for sending it again
let running = 0;
let total = 0;
let done = 0;
let refused = 0;

if (form.dataset.upload === "many") input.multiple = true;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const files = [...input.files];
  const action = event.submitter?.formAction || form.action;
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  if (files.length > 1) {
    const batch = `batch ${new Date().toISOString().slice(0, 19).replace("T", " ")}`;
    fields.push(["client_ref", batch]);
    batchLink.href = `?ref=${encodeURIComponent(batch)}`;
  }
  batchLink.hidden = files.length < 2;
  files.forEach((file) => add({ file, action, fields, tries: 0 }));
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
  one.again.addEventListener("click", () => {
    refused -= 1;
    queue(one);
    pump();
  });
  list.append(one.row);
  panel.hidden = false;
  total += 1;
  queue(one);
}

function queue(one) {
  say(one, texts.waiting);
  one.bar.value = 0;
  one.bar.hidden = one.cancel.hidden = false;
  one.again.hidden = true;
  one.row.classList.remove("refused");
  waiting.push(one);
}

function pump() {
  while (running < AT_ONCE && waiting.length) send(waiting.shift());
  summary.textContent = texts.count.replace("{done}", done).replace("{total}", total) + (refused ? ` ${texts.not.replace("{number}", refused)}` : "");
}

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
  call.addEventListener("error", () => refuse(one, texts.cut));
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
  if (call.status === 429 && wait > 0 && wait < 120 && one.tries < PATIENCE) {
    one.tries += 1;
    say(one, texts.later.replace("{seconds}", wait));
    one.timer = setTimeout(() => {
      waiting.unshift(one);
      pump();
    }, 1000 * wait);
    return;
  }
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
  say(one, why);
  one.bar.hidden = one.cancel.hidden = true;
  one.again.hidden = false;
  one.row.classList.add("refused");
  one.row.querySelector("[data-away]").hidden = false;
}

function cancel(one) {
  clearTimeout(one.timer);
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
  event.target.closest("li").remove();
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
  add({ file: one.file, action: one.action, fields: one.fields, tries: 0 });
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
document.addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  const taken = new DataTransfer();
  [...event.dataTransfer.files].slice(0, input.multiple ? undefined : 1).forEach((file) => taken.items.add(file));
  input.files = taken.files;
  chosen();
  form.querySelector("button").focus();
});

// Whoever leaves while files are on their way is asked.
addEventListener("beforeunload", (event) => {
  if (running || waiting.length) event.preventDefault();
});
