// Keeps what is marked data-live as the server has it, without a reload: the page is asked for again and only what differs
// is put in. What somebody has ticked, opened or focused stays. Another script asks for a look by the event "quire:look".

const EVERY = 1500; // milliseconds between two looks while something goes on
const SLOWEST = 15000; // and at most, when the server does not answer

let timer = 0;
let pause = EVERY;

const lives = () => [...document.querySelectorAll("[data-live]")];
const goesOn = () => lives().some((one) => one.dataset.live === "on");

// What a screen reader is told when it changes; the place that says it stays, while what it was read from is replaced.
const said = () => [...document.querySelectorAll("[data-announce]")].map((one) => one.textContent).join(", ");

function plan(after) {
  clearTimeout(timer);
  timer = goesOn() ? setTimeout(look, after) : 0;
}

async function look() {
  if (document.hidden) return; // the look is made up for when somebody is there again
  const address = new URL(location.href);
  address.searchParams.delete("watch");
  try {
    const answer = await fetch(address, { headers: { accept: "text/html" }, cache: "no-store" });
    if (answer.status === 401 || !(answer.headers.get("content-type") || "").startsWith("text/html")) throw new Error();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("[data-live]")) return location.reload(); // signed out
    const before = said();
    for (const one of lives()) {
      const fresh = page.getElementById(one.id);
      if (fresh) meet(one, fresh);
    }
    pause = EVERY;
    document.dispatchEvent(new Event("quire:fresh"));
    if (said() !== before) document.getElementById("announce").textContent = said();
  } catch {
    pause = Math.min(2 * pause, SLOWEST);
  }
  plan(pause);
}

// Makes `old` equal to `fresh`, child by child where both have children with ids.
function meet(old, fresh) {
  if (same(old, fresh)) return;
  const [mine, theirs] = [[...old.children], [...fresh.children]];
  const keyed = theirs.length > 0 && [...mine, ...theirs].every((one) => one.id) && !bare(old) && !bare(fresh);
  if (!keyed) return replace(old, fresh);
  for (const { name, value } of [...fresh.attributes]) old.setAttribute(name, value);
  const known = new Map(mine.map((one) => [one.id, one]));
  theirs.forEach((one, at) => {
    const had = known.get(one.id);
    known.delete(one.id);
    if (had) meet(had, one);
    const there = had ? document.getElementById(one.id) : document.importNode(one, true);
    if (old.children[at] !== there) old.insertBefore(there, old.children[at] || null);
  });
  known.forEach((one) => one.remove());
}

const bare = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());

// Whether the server says nothing new: what scripts show or hide does not count.
function same(old, fresh) {
  return clean(old) === clean(fresh);
}

function clean(one) {
  const copy = one.cloneNode(true);
  for (const inner of [copy, ...copy.querySelectorAll("[hidden], [data-script], details")]) {
    inner.removeAttribute("hidden");
    inner.removeAttribute("open");
  }
  return copy.outerHTML;
}

function replace(old, fresh) {
  const made = document.importNode(fresh, true);
  for (const box of old.querySelectorAll("input[type=checkbox][id]:checked")) {
    const again = made.querySelector(`#${CSS.escape(box.id)}`);
    if (again) again.checked = true;
  }
  for (const open of old.querySelectorAll("details[id][open]")) {
    const again = made.querySelector(`#${CSS.escape(open.id)}`);
    if (again) again.open = true;
  }
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  const bottom = [...old.querySelectorAll("[data-tail]")].map((one) => one.scrollTop + one.clientHeight >= one.scrollHeight - 4);
  const tops = [...old.querySelectorAll("[data-tail]")].map((one) => one.scrollTop);
  old.replaceWith(made);
  made.querySelectorAll("[data-tail]").forEach((one, at) => {
    one.scrollTop = bottom[at] === false ? tops[at] : one.scrollHeight;
  });
  if (focused) document.getElementById(focused)?.focus();
}

document.addEventListener("quire:look", () => plan(0) || look());
document.addEventListener("visibilitychange", () => !document.hidden && goesOn() && look());
document.querySelectorAll("[data-tail]").forEach((one) => (one.scrollTop = one.scrollHeight));
document.querySelectorAll("[data-noscript]").forEach((one) => one.remove());
plan(EVERY);
