"use strict";
// What a reader gets beside the text: previews of linked pages, the place where he stopped, the links of one dot.
(() => {
  const root = document.body.dataset.root;
  const WAIT = 350; // milliseconds that the pointer rests on a link before its preview opens

  // --- previews: title and first sentences, from the index of the search
  const card = document.createElement("div");
  card.className = "preview";
  card.id = "preview";
  card.hidden = true;
  card.setAttribute("role", "tooltip");
  document.body.append(card);
  let waiting = 0;
  let told = null;

  function hide() {
    clearTimeout(waiting);
    card.hidden = true;
    if (told) told.removeAttribute("aria-describedby");
    told = null;
  }

  function show(link, row) {
    const title = document.createElement("b");
    title.textContent = row[0];
    const text = document.createElement("p");
    text.textContent = row[4];
    card.replaceChildren(title, text);
    card.hidden = false;
    const box = link.getBoundingClientRect();
    const below = box.bottom + card.offsetHeight + 8 < innerHeight;
    const left = Math.max(8, Math.min(box.left, innerWidth - card.offsetWidth - 8));
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${(below ? box.bottom + 6 : box.top - card.offsetHeight - 6) + scrollY}px`;
    told = link;
    link.setAttribute("aria-describedby", "preview");
  }

  function ask(event) {
    const link = event.target.closest && event.target.closest("main a[href]");
    if (!link || link === told || !String(link.pathname).includes("/page/")) return;
    hide();
    waiting = setTimeout(() => {
      window.quireLoad(() => {
        const end = link.pathname.slice(link.pathname.lastIndexOf("/page/") + 1);
        const row = window.quireIndex.rows.find((one) => one[1] === end);
        if (row && row[4] && (link.matches(":hover") || link === document.activeElement)) show(link, row);
      });
    }, WAIT);
  }

  if (window.quireLoad && matchMedia("(hover: hover)").matches) {
    document.addEventListener("pointerover", ask);
    document.addEventListener("focusin", ask);
    document.addEventListener("pointerout", hide);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
    addEventListener("scroll", () => card.hidden || hide(), { passive: true });
  }

  // --- the place in the book where the reader stopped
  const key = `quire-place:${document.querySelector(".brand").textContent}`;
  const passages = [...document.querySelectorAll("section.passage")];
  const again = document.getElementById("again");
  function place() {
    const here = passages.find((one) => one.getBoundingClientRect().bottom > 120);
    if (!here || (here === passages[0] && scrollY < 200)) return;
    try {
      localStorage.setItem(key, location.pathname.split("/").pop() + "#" + here.id);
    } catch {
      // nothing is kept
    }
  }
  if (passages.length) {
    let later = 0;
    addEventListener("scroll", () => {
      clearTimeout(later);
      later = setTimeout(place, 500);
    }, { passive: true });
  }
  try {
    const kept = again && localStorage.getItem(key);
    if (kept && /^[\w.%-]+#[\w-]+$/.test(kept)) {
      again.href = root + "book/" + kept;
      again.hidden = false;
    }
  } catch {
    // no place is known
  }

  // --- the links of one dot of the graph
  const graph = document.querySelector(".graph svg");
  if (graph) {
    const lines = [...graph.querySelectorAll("line")];
    const focus = (event) => {
      const dot = event.target.closest("a[data-dot]");
      graph.classList.toggle("focused", Boolean(dot));
      const ends = new Set();
      for (const line of lines) {
        const mine = dot && (line.dataset.a === dot.dataset.dot || line.dataset.b === dot.dataset.dot);
        line.classList.toggle("on", Boolean(mine));
        if (mine) ends.add(line.dataset.a).add(line.dataset.b);
      }
      for (const one of graph.querySelectorAll("a[data-dot]")) one.classList.toggle("on", ends.has(one.dataset.dot));
    };
    graph.addEventListener("pointerover", focus);
    graph.addEventListener("focusin", focus);
  }
})();
