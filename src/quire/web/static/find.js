// Search as you type: the results below the box are those of what stands in it, and the address follows.

const PAUSE = 120; // milliseconds after the last letter
const form = document.querySelector("form[data-find]");
const box = form.querySelector("input[type=search]");
const place = document.getElementById(form.dataset.find);
let timer = 0;
let call = null;

async function find() {
  const address = new URL(form.action);
  const text = box.value.trim();
  if (text) address.searchParams.set("q", text);
  call?.abort();
  call = new AbortController();
  try {
    const answer = await fetch(address, { headers: { accept: "text/html" }, signal: call.signal });
    if (!answer.ok) return form.requestSubmit();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(place.id);
    if (!fresh) return location.reload();
    place.replaceChildren(...document.importNode(fresh, true).childNodes);
    history.replaceState(null, "", address);
  } catch (problem) {
    if (problem.name !== "AbortError") form.requestSubmit();
  }
  return undefined;
}

box.addEventListener("input", (event) => {
  clearTimeout(timer);
  if (!event.isComposing) timer = setTimeout(find, PAUSE); // pinyin that is still being composed is no query
});
box.addEventListener("compositionend", () => {
  clearTimeout(timer);
  timer = setTimeout(find, PAUSE);
});

// The arrow keys go through the hits.
document.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const hits = [...place.querySelectorAll(".hits a")];
  const at = hits.indexOf(document.activeElement);
  if (at < 0 && document.activeElement !== box) return;
  event.preventDefault();
  const next = event.key === "ArrowDown" ? at + 1 : at - 1;
  (next < 0 ? box : hits[Math.min(next, hits.length - 1)])?.focus();
});
