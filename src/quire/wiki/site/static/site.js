"use strict";
// Search as you type, and the switch for light and dark. No server and no library.
(() => {
  const root = document.body.dataset.root;
  const MOST = 12;
  const MOST_PASSAGES = 6;
  const PAUSE = 120; // milliseconds without a key before the book's text is searched

  // --- light and dark
  const button = document.getElementById("theme");
  button.hidden = false;
  button.addEventListener("click", () => {
    const html = document.documentElement;
    const dark = html.dataset.theme ? html.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    html.dataset.theme = dark ? "light" : "dark";
    try {
      localStorage.setItem("quire-theme", html.dataset.theme);
    } catch {
      // it holds for this page
    }
  });

  // --- search
  const input = document.getElementById("q");
  const list = document.getElementById("hits");
  let rows = null;
  let inText = null;
  let asking = 0;
  let at = -1;
  input.closest(".search").hidden = false;

  // Small letters without accents; traditional characters as the simplified ones, once the index says which.
  const same = new Map();
  const folded = (text) => {
    const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    return same.size ? [...plain].map((one) => same.get(one) || one).join("") : plain;
  };

  function load(then) {
    if (rows) return then();
    if (document.getElementById("index-script")) return undefined;
    const script = document.createElement("script");
    script.id = "index-script";
    script.src = root + "assets/search.js";
    script.addEventListener("load", () => {
      const pairs = [...(window.quireIndex.variants || "")];
      for (let i = 0; i + 1 < pairs.length; i += 2) same.set(pairs[i], pairs[i + 1]);
      rows = window.quireIndex.rows.map((row) => ({
        row,
        title: folded(row[0]),
        aliases: folded(row[3]).split("\n").filter(Boolean),
        text: folded(row[4]),
        syllables: (row[5] || "").split(" ").filter(Boolean),
      }));
      const about = window.quireIndex.text;
      if (about && window.quireTextSearch && window.DecompressionStream) {
        inText = window.quireTextSearch(about, run, folded);
      }
      then();
    });
    document.head.append(script);
    return undefined;
  }

  window.quireLoad = load;

  // A file of the index of the book's text.
  function run(name, failed) {
    const script = document.createElement("script");
    script.src = root + "assets/text/" + name + ".js";
    script.addEventListener("error", failed);
    document.head.append(script);
  }

  // Words of a query; runs of Chinese as pairs of characters, one alone as itself.
  function terms(query) {
    const out = [];
    for (const run of query.match(/[\u3400-\u9fff]+|[^\s\u3400-\u9fff]+/gu) || []) {
      if (/[\u3400-\u9fff]/u.test(run) && run.length > 1) {
        for (let i = 0; i + 1 < run.length; i += 1) out.push(run.slice(i, i + 2));
      } else out.push(run);
    }
    return out;
  }

  function name(text, query) {
    if (text === query) return 100;
    if (text.startsWith(query)) return 60 - Math.min(20, text.length - query.length);
    const place = text.indexOf(query);
    if (place < 0) return 0;
    return (/[\s\-_:（(]/u.test(text[place - 1]) ? 40 : 25) - Math.min(15, text.length - query.length);
  }

  // A Chinese title by its pinyin, whole, from any syllable on, or by two and more initials.
  function sound(syllables, query) {
    if (query.length < 2 || !syllables.length) return 0;
    const whole = syllables.join("");
    if (whole.startsWith(query)) return 55 - Math.min(20, whole.length - query.length);
    const initials = syllables.map((one) => one[0]).join("");
    if (initials.startsWith(query)) return 50 - Math.min(20, initials.length - query.length);
    for (let i = 1; i < syllables.length && query.length > 2; i += 1) {
      if (syllables.slice(i).join("").startsWith(query)) return 20;
    }
    return 0;
  }

  // Whether two words differ by one letter that is wrong, missing, too many or swapped with its neighbour.
  function near(a, b) {
    if (Math.abs(a.length - b.length) > 1) return false;
    let i = 0;
    while (i < a.length && a[i] === b[i]) i += 1;
    const [x, y] = [a.slice(i), b.slice(i)];
    return (
      x.slice(1) === y.slice(1) ||
      x.slice(1) === y ||
      x === y.slice(1) ||
      (x.length > 1 && x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2))
    );
  }

  // Names that a query with one typing error in a word may mean; the last word may still grow.
  function guess(one, words) {
    const names = [one.title, ...one.aliases].map((text) => text.match(/[a-z0-9]+/gu) || []);
    const hit = (word, of, last) =>
      of.includes(word) ||
      (word.length > 3 && of.some((known) => near(word, known))) ||
      (last &&
        (of.some((known) => known.startsWith(word)) ||
          (word.length > 4 && of.some((known) => near(word, known.slice(0, word.length))))));
    const of = names.find((known) => words.every((word, place) => hit(word, known, place === words.length - 1)));
    return of ? 20 - Math.min(10, of.length) : 0;
  }

  function score(one, query, words) {
    let best = Math.max(name(one.title, query), sound(one.syllables, query.replace(/[\s']/gu, "")));
    for (const alias of one.aliases) best = Math.max(best, 0.9 * name(alias, query));
    let found = 0;
    let named = 0;
    for (const word of words) {
      const inName = one.title.includes(word) || one.aliases.some((alias) => alias.includes(word));
      if (inName) named += 1;
      if (inName || one.text.includes(word)) found += 1;
    }
    const share = words.length ? found / words.length : 0;
    if (!best && share < 0.5) return 0;
    return best + 12 * share + (words.length ? (10 * named) / words.length : 0);
  }

  // A chapter's text and the page that tells it have one title: the better one stands for both.
  function once() {
    const seen = new Set();
    return ([title]) => !seen.has(title) && seen.add(title);
  }

  function find(query) {
    const asked = folded(query.trim());
    if (!asked) return [];
    const words = terms(asked);
    const found = rows.map((one, place) => [score(one, asked, words), place, one.row]);
    // no name is like it: perhaps a letter is wrong
    if (/^[\x20-\x7e]{4,}$/u.test(asked) && found.every((one) => one[0] < 25)) {
      for (const one of found) one[0] += guess(rows[one[1]], asked.match(/[a-z0-9]+/gu) || [asked]);
    }
    return found
      .filter((one) => one[0] > 0)
      .sort((a, b) => b[0] - a[0] || a[1] - b[1])
      .map((one) => one[2])
      .filter(once())
      .slice(0, MOST);
  }

  // A text with what was typed in it marked, where it stands there as it was typed.
  function marked(text, query) {
    const place = text.toLowerCase().indexOf(query.trim().toLowerCase());
    if (place < 0) return [text];
    const end = place + query.trim().length;
    const mark = document.createElement("mark");
    mark.textContent = text.slice(place, end);
    return [text.slice(0, place), mark, text.slice(end)];
  }

  // A result: its address, and the texts of its parts.
  function result(address, parts, query) {
    const item = document.createElement("li");
    item.setAttribute("role", "option");
    item.id = "hit-" + list.children.length;
    const link = document.createElement("a");
    link.href = root + address;
    link.tabIndex = -1;
    for (const [tag, text] of parts) {
      const part = document.createElement(tag);
      part.dir = "auto";
      if (tag === "small") part.textContent = text;
      else part.append(...marked(text, query));
      link.append(part);
    }
    item.append(link);
    list.append(item);
    return item;
  }

  function show() {
    const query = input.value;
    const turn = (asking += 1);
    list.replaceChildren();
    at = -1;
    if (query.trim()) {
      const found = find(query);
      for (const [title, address, kind, , summary] of found) {
        result(address, [["b", title], ["small", window.quireIndex.types[kind]], ["span", summary]], query);
      }
      if (!found.length) nothing();
      if (inText) setTimeout(() => turn === asking && passages(query, turn, found.length), PAUSE);
    }
    list.hidden = !query.trim();
    input.setAttribute("aria-expanded", String(!list.hidden));
  }

  function nothing() {
    const item = document.createElement("li");
    item.className = "nothing";
    item.textContent = document.body.dataset.nothing;
    list.append(item);
  }

  // The passages of the book that answer, below the pages.
  async function passages(query, turn, pages) {
    const found = await inText(query, MOST_PASSAGES);
    if (turn !== asking || !found.length) return;
    if (!pages) list.replaceChildren();
    const chapters = window.quireIndex.rows.filter((row) => row[2] === window.quireIndex.types.length - 1);
    for (const [part, id, text] of found) {
      const [title, address] = chapters[part - 1];
      const item = result(address + "#" + id, [["b", title], ["small", document.body.dataset.text], ["span", text]], query);
      item.className = "passage-hit";
    }
  }

  function move(by) {
    const items = [...list.querySelectorAll('[role="option"]')];
    if (!items.length) return;
    at = (at + by + items.length) % items.length;
    items.forEach((item, place) => item.setAttribute("aria-selected", String(place === at)));
    input.setAttribute("aria-activedescendant", items[at].id);
    items[at].scrollIntoView({ block: "nearest" });
  }

  input.addEventListener("focus", () => load(show));
  input.addEventListener("input", () => load(show));
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape") list.hidden = true;
    else if (event.key === "Enter") {
      const link = list.querySelectorAll("a")[Math.max(0, at)];
      if (link) location.href = link.href;
    } else return;
    event.preventDefault();
  });
  // --- the outline of a chapter: open where it has a column of its own, and it tells where the reader is
  const toc = document.getElementById("toc");
  if (toc) {
    toc.open = matchMedia("(min-width: 72rem)").matches;
    const entries = new Map([...toc.querySelectorAll("a")].map((one) => [one.hash.slice(1), one]));
    const heads = [...entries.keys()].map((id) => document.getElementById(id));
    const mark = () => {
      const now = heads.filter((head) => head.getBoundingClientRect().top < 120).pop();
      for (const [id, link] of entries) {
        if (now && id === now.id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    };
    let waiting = false;
    document.addEventListener(
      "scroll",
      () => {
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => {
          waiting = false;
          mark();
        });
      },
      { passive: true },
    );
    mark();
  }

  // --- a graph that is wider than the screen shows its middle
  const graph = document.querySelector(".graph");
  if (graph) graph.scrollLeft = (graph.scrollWidth - graph.clientWidth) / 2;

  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) list.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    }
  });
})();
