// Types queries into the search box of a site without a browser: node site_search.js SITE_JS INDEX_JS QUERY...
// Prints the titles that are shown for each query as JSON.
"use strict";
const fs = require("node:fs");
const [siteFile, indexFile, ...queries] = process.argv.slice(2);
const handlers = {};
const element = (tag) => ({
  tag,
  dataset: {},
  children: [],
  textContent: "",
  value: "",
  append(...more) {
    this.children.push(...more);
  },
  replaceChildren() {
    this.children = [];
  },
  setAttribute() {},
  querySelectorAll: () => [],
  closest: () => ({ hidden: true }),
  addEventListener(kind, act) {
    if (this.tag === "q") handlers[kind] = act;
    if (kind === "load") act();
  },
});
const known = { theme: element("theme"), q: element("q"), hits: element("hits") };
globalThis.window = globalThis;
globalThis.matchMedia = () => ({ matches: false });
globalThis.document = {
  body: { dataset: { root: "", nothing: "" } },
  head: { append() {} },
  documentElement: { dataset: {} },
  getElementById: (id) => known[id] || null,
  querySelector: () => null,
  createElement: (tag) => element(tag),
  addEventListener() {},
};
(0, eval)(fs.readFileSync(indexFile, "utf8"));
(0, eval)(fs.readFileSync(siteFile, "utf8"));
// The text of an element with that of the elements inside it.
const told = (one) => (typeof one === "string" ? one : one.textContent || one.children.map(told).join(""));
const shown = queries.map((query) => {
  known.q.value = query;
  handlers.input();
  return known.hits.children.filter((one) => one.children.length).map((one) => told(one.children[0].children[0]));
});
console.log(JSON.stringify(shown));
