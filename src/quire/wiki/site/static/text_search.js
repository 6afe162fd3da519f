"use strict";
// Search in the book's text without a server: the few files of the index that a query needs are loaded as scripts,
// which works from a folder, too. See text_index.py for their form.
(() => {
  const STEM = 6;
  const MOST_TERMS = 64;
  const LOOKED_AT = 24;
  const EXACT = 2;
  const SIZE = 180;
  const HAN = /[\u3400-\u9fff]/u;
  const waiting = new Map();
  const kept = new Map();

  async function unpacked(body) {
    const bytes = Uint8Array.from(atob(body), (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  }

  window.quireShard = (name, body) => {
    const done = waiting.get(name);
    waiting.delete(name);
    if (done) unpacked(body).then(done, () => done(null));
  };

  function terms(text) {
    const out = [];
    for (const run of text.match(/[\u3400-\u9fff]+|(?:(?![\u3400-\u9fff])[\p{L}\p{N}])+/gu) || []) {
      if (!HAN.test(run)) out.push([...run].slice(0, STEM).join(""));
      else for (let i = 0; i < run.length; i += 1) out.push(...(i ? [run.slice(i - 1, i + 1)] : []), run[i]);
    }
    return [...new Set(out)];
  }

  function shardOf(term, shards) {
    let value = 0;
    for (let i = 0; i < term.length; i += 1) value = (Math.imul(value, 31) + term.charCodeAt(i)) >>> 0;
    return value % shards;
  }

  // The file of passages that has the one of this number.
  function fileOf(number, starts) {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // The part of a text around what was asked, or around most of its terms.
  function snippet(text, asked, wanted, folded) {
    const plain = folded(text);
    const same = plain.length === text.length;
    let at = same ? plain.indexOf(asked) : text.toLowerCase().indexOf(asked);
    if (at < 0 && same) {
      let best = 0;
      const places = wanted
        .flatMap((term) => {
          const found = [];
          for (let i = plain.indexOf(term); i >= 0 && found.length < 50; i = plain.indexOf(term, i + 1)) found.push([i, term]);
          return found;
        })
        .sort((a, b) => a[0] - b[0]);
      for (const [from] of places) {
        const held = new Set(places.filter((one) => one[0] >= from && one[0] < from + SIZE * 0.7).map((one) => one[1]));
        if (held.size > best) [best, at] = [held.size, from];
      }
    }
    let start = Math.max(0, at - Math.floor(SIZE / 6));
    if (start && text.indexOf(" ", start) >= 0 && text.indexOf(" ", start) < Math.max(at, start)) {
      start = text.indexOf(" ", start) + 1;
    }
    const cut = text.slice(start, start + SIZE).trim();
    return (start ? "…" : "") + cut + (start + SIZE < text.length ? "…" : "");
  }

  // A search over the index `about`; `load(name)` has the file of that name run. The answer is a list of
  // [number of the chapter, id of the passage, snippet], the best first.
  window.quireTextSearch = (about, load, folded) => {
    const file = (name) => {
      if (!kept.has(name)) {
        kept.set(
          name,
          new Promise((done) => {
            waiting.set(name, done);
            load(name, () => done(null));
          }),
        );
      }
      return kept.get(name);
    };
    return async (query, most) => {
      const asked = folded(query.trim()).replace(/\s+/gu, " ");
      const wanted = terms(asked).slice(0, MOST_TERMS);
      if (!wanted.length || !about.shards) return [];
      const scores = new Map();
      await Promise.all(
        wanted.map(async (term) => {
          const row = ((await file("t" + shardOf(term, about.shards))) || {})[term] || [];
          const hits = row.length / 2;
          const rare = Math.log(1 + (about.passages - hits + 0.5) / (hits + 0.5));
          for (let i = 0, number = -1; i < row.length; i += 2) {
            number += row[i];
            scores.set(number, (scores.get(number) || 0) + rare * row[i + 1]);
          }
        }),
      );
      const best = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, LOOKED_AT);
      const found = await Promise.all(
        best.map(async ([number, score]) => {
          const at = fileOf(number, about.starts);
          const row = ((await file("p" + at)) || [])[number - about.starts[at]];
          if (!row) return null;
          const exact = asked.length > 1 && folded(row[2]).replace(/\s+/gu, " ").includes(asked);
          return [score * (exact ? EXACT : 1), row];
        }),
      );
      return found
        .filter(Boolean)
        .sort((a, b) => b[0] - a[0])
        .slice(0, most)
        .map(([, [part, id, text]]) => [part, id, snippet(text, asked, wanted, folded)]);
    };
  };
})();
