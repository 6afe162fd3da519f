// The viewer of a result: loads the pages of a document when they are scrolled to, keeps both sides at the same page, and
// marks what is chosen on either side. Without it, links do the same with a new page.

const viewer = document.querySelector("[data-viewer]");
const leaves = viewer.querySelector(".leaves");
const beside = viewer.querySelector(".beside");
const go = viewer.querySelector("#go");
const parts = viewer.dataset.parts; // where the pages of a document come from; statements and invoices come whole
const loading = new Map();
let chosen = [];
let active = leaves; // the side that is being scrolled; the other one follows
let still = 0; // until then the other side moves by itself
let current = 0;

const leafOf = (page) => leaves?.querySelector(`#p${page}`);
const sheetOf = (page) => beside.querySelector(`#b${page}`);

// The page with its marks and what stands beside it, asked for once.
function load(page) {
  const sheet = sheetOf(page);
  if (!parts || !sheet?.classList.contains("waiting")) return Promise.resolve();
  if (!loading.has(page)) loading.set(page, ask(page).finally(() => loading.delete(page)));
  return loading.get(page);
}

async function ask(page) {
  const answer = await fetch(`${parts}${page}?view=${viewer.dataset.view}`, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  const top = beside.scrollTop;
  const [sheet, fresh, svg] = [sheetOf(page), found.querySelector("section"), found.querySelector("svg")];
  if (!fresh) return;
  const above = sheet.getBoundingClientRect().bottom < beside.getBoundingClientRect().top;
  const before = sheet.offsetHeight;
  const put = document.importNode(fresh, true);
  sheet.replaceWith(put);
  if (above) beside.scrollTop = top + put.offsetHeight - before; // what is being read stays where it is
  document.getElementById(`s${page}`)?.replaceChildren(...svg.childNodes);
  watch.observe(put);
}

const watch = new IntersectionObserver(
  (seen) => seen.filter((one) => one.isIntersecting).forEach((one) => load(one.target.dataset.page)),
  { root: null, rootMargin: "600px 0px" },
);
viewer.querySelectorAll("[data-page]").forEach((one) => watch.observe(one));

// Scrolls only the side that `one` is in, so that a tap never moves the whole screen.
function reveal(one, side, place = 0.3) {
  if (!one || !side) return;
  const [inner, outer] = [one.getBoundingClientRect(), side.getBoundingClientRect()];
  still = Date.now() + 400;
  side.scrollTop += inner.top - outer.top - place * Math.max(0, side.clientHeight - inner.height);
  if (inner.left < outer.left || inner.right > outer.right) side.scrollLeft += inner.left - outer.left - 20;
}

function choose(...ones) {
  chosen.forEach((one) => one.classList.remove("chosen"));
  chosen = ones.filter(Boolean);
  chosen.forEach((one) => one.classList.add("chosen"));
}

async function open(page) {
  reveal(leafOf(page), leaves, 0);
  await load(page);
  reveal(sheetOf(page), beside, 0);
  say(leafOf(page));
}

// Tells a screen reader which page is shown now.
function say(leaf) {
  document.getElementById("announce").textContent = leaf?.querySelector("figcaption")?.textContent || "";
}

// A value or a block and its mark: the link of each names the other.
function pair(link) {
  const other = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  const own = link.closest(".block") || link;
  if (!other) return false;
  choose(own, other, other.closest(".block"));
  reveal(other, leaves?.contains(other) ? leaves : beside);
  say(other.closest(".leaf"));
  return true;
}

viewer.addEventListener("click", async (event) => {
  const block = event.target.closest(".block");
  const inside = event.target.closest("a, button, input, select, textarea, label, summary");
  const link = inside?.closest("a") || (!inside && !String(getSelection()) && block?.querySelector(".to-mark"));
  if (!link || !link.hash || link.matches("[data-edit], [data-cancel]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.search !== location.search && !new URL(link.href).searchParams.get("page")) return; // another form of this page
  const page = link.dataset.go || new URL(link.href).searchParams.get("page");
  if (page) {
    event.preventDefault();
    if (link.dataset.go) await open(page);
    else await load(page);
    if (!/^#p\d+$/.test(link.hash)) pair(link);
    if (matchMedia("(max-width: 60rem)").matches) link.closest("details")?.removeAttribute("open");
  } else if (pair(link)) event.preventDefault();
});

document.querySelectorAll(".viewer-head [data-go]").forEach((link) =>
  link.addEventListener("click", (event) => {
    event.preventDefault();
    open(link.dataset.go);
  }),
);

// In a form of corrections, Ctrl+Enter saves and Escape goes back.
viewer.addEventListener("keydown", (event) => {
  const form = event.target.closest(".correct, .correct-block");
  if (!form || event.isComposing) return;
  if (event.key === "Escape") form.querySelector("[data-cancel]").click();
  else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.querySelector("button").click();
});

viewer.querySelector("[data-go-form]")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const last = Number(leaves.lastElementChild.dataset.page);
  open(Math.min(Math.max(1, Number(go.value) || 1), last));
});

// The other side follows the page that is being read.
function followed(side, other) {
  if (side !== active || Date.now() < still) return;
  const top = side.getBoundingClientRect().top + side.clientHeight / 3;
  const pages = [...side.querySelectorAll("[data-page]")];
  let low = 0;
  let high = pages.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pages[middle].getBoundingClientRect().top <= top) low = middle;
    else high = middle - 1;
  }
  const page = pages[low]?.dataset.page;
  if (!page || page === current) return;
  current = page;
  go.value = page;
  if (!parts) return;
  const there = other === leaves ? leafOf(page) : sheetOf(page);
  if (there) other.scrollTop += there.getBoundingClientRect().top - other.getBoundingClientRect().top;
}

for (const [side, other] of leaves ? [[leaves, beside], [beside, leaves]] : []) {
  for (const kind of ["pointerenter", "pointerdown", "wheel", "focusin", "touchstart"]) {
    side.addEventListener(kind, () => (active = side), { passive: true });
  }
  side.addEventListener("scroll", () => requestAnimationFrame(() => followed(side, other)), { passive: true });
}

// Small pictures of all pages, made when somebody wants them: the browser draws only those that are seen.
const thumbs = viewer.querySelector("[data-thumbs]");
if (thumbs) {
  thumbs.hidden = false;
  thumbs.addEventListener("toggle", () => {
    const list = thumbs.querySelector(".thumbs");
    if (list.childElementCount) return;
    for (const leaf of leaves.children) {
      const link = document.createElement("a");
      const [picture, page] = [leaf.querySelector("img"), leaf.dataset.page];
      link.href = `${parts ? `?page=${page}&view=${viewer.dataset.view}` : ""}#p${page}`;
      link.dataset.go = page;
      if (picture) {
        const small = new Image(90, Math.round((90 * picture.height) / picture.width));
        small.loading = "lazy";
        small.alt = "";
        small.src = picture.src;
        link.append(small);
      }
      link.append(Object.assign(document.createElement("span"), { textContent: page }));
      list.append(link);
    }
  });
}

// Who has zoomed in gets a sharper picture of the pages that stay in view.
const near = new Set();
let sharpen = 0;
const inView = new IntersectionObserver(
  (seen) => {
    seen.forEach((one) => near[one.isIntersecting ? "add" : "delete"](one.target));
    soon();
  },
  { root: leaves },
);
leaves?.querySelectorAll("img[data-sharp]").forEach((one) => inView.observe(one));
viewer.querySelectorAll("[name=zoom]").forEach((one) => one.addEventListener("change", soon));

function soon() {
  clearTimeout(sharpen);
  sharpen = setTimeout(() => near.forEach(sharper), 250);
}

async function sharper(picture) {
  const shown = picture.clientWidth * devicePixelRatio;
  if (!picture.dataset.sharp || !picture.naturalWidth || shown < 1.15 * picture.naturalWidth) return;
  const fresh = new Image();
  fresh.src = picture.dataset.sharp;
  delete picture.dataset.sharp; // asked for once; without an answer the picture stays as it is
  await fresh.decode().then(() => (picture.src = fresh.src), () => {});
}

// The tabs keep the page.
viewer.querySelectorAll("[data-tab]").forEach((tab) =>
  tab.addEventListener("click", () => current && (tab.search += `&page=${current}`)),
);

// An address with a place opens at it, inside both sides.
if (leaves) {
  const asked = new URL(location.href).searchParams.get("page");
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (asked) await open(asked);
  if (target) reveal(target, leaves.contains(target) ? leaves : beside);
}

// A form begins at its first text; after it was saved or given up, the keyboard goes on where it was.
const saved = document.querySelector("[data-saved]");
const back = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
const form = viewer.querySelector(".correct, .correct-block");
const first = form ? form.querySelector("textarea, td input") || form.querySelector("select, input:not([type=hidden])") : null;
// browsers go to the address's place once everything is there, and take the focus away for it
if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
(form ? first : back?.querySelector("[data-edit]"))?.focus({ preventScroll: !form });
if (saved) {
  document.getElementById("announce").textContent = saved.textContent;
  const here = new URL(location.href);
  here.searchParams.delete("saved");
  history.replaceState(history.state, "", here);
}
