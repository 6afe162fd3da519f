// Send a document to a service from Node.
//
// QUIRE_SERVER=http://127.0.0.1:8000 QUIRE_KEY=... node samples/five_minutes/client.mjs samples/briefing-slides.pdf

import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { QuireClient } from "../../clients/typescript/quire-client.js";

const client = new QuireClient(process.env.QUIRE_SERVER, process.env.QUIRE_KEY);
for (const path of process.argv.slice(2)) {
  const result = await client.parse(await openAsBlob(path), "md", { filename: basename(path), pages: "1" });
  console.log(result.filename, await result.content.text());
}
