// Searches the text of a site without a browser: node text_search.js FOLDER QUERY...
// Prints for each query the results, and the files that all of them loaded, as JSON.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const [folder, ...queries] = process.argv.slice(2);
globalThis.window = globalThis;
(0, eval)(fs.readFileSync(path.join(folder, "assets/search.js"), "utf8"));
(0, eval)(fs.readFileSync(path.join(folder, "assets/text_search.js"), "utf8"));
const pairs = [...window.quireIndex.variants];
const same = new Map();
for (let i = 0; i + 1 < pairs.length; i += 2) same.set(pairs[i], pairs[i + 1]);
const folded = (text) =>
  [...text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()].map((one) => same.get(one) || one).join("");
const loaded = [];
const load = (name) => {
  loaded.push(name);
  (0, eval)(fs.readFileSync(path.join(folder, "assets/text", name + ".js"), "utf8"));
};
const search = window.quireTextSearch(window.quireIndex.text, load, folded);
(async () => {
  const found = [];
  for (const query of queries) found.push(await search(query, 6));
  console.log(JSON.stringify({ found, loaded }));
})();
